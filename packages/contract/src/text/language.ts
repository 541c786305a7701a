/**
 * The languages of the interface, of mails, of SMS and of every server message: their own names, and the locale that decides
 * about plurals, numbers and dates. One that is not complete may lack translations: English fills in, text by text.
 * `npm run texts -- add` adds a line.
 */
const DETAILS = {
  en: { name: 'English', locale: 'en-GB', complete: true },
  de: { name: 'Deutsch', locale: 'de-DE', complete: true },
  fr: { name: 'Français', locale: 'fr-FR', complete: true },
  pt: { name: 'Português', locale: 'pt-PT', complete: true },
} as const satisfies Record<string, LanguageDetails>

interface LanguageDetails {
  readonly name: string
  readonly locale: string
  readonly complete: boolean
}

export type Language = keyof typeof DETAILS

export const isLanguage = (value: unknown): value is Language =>
  typeof value === 'string' && Object.hasOwn(DETAILS, value)

export const LANGUAGES: readonly Language[] = Object.keys(DETAILS).filter(isLanguage)

/** Its own name, for the language switch. */
export const languageName = (language: Language): string => DETAILS[language].name

/** The locale whose rules for plurals, numbers and dates a language follows. */
export const localeOf = (language: Language): string => DETAILS[language].locale

/** Whether every text has to be translated. */
export const isComplete = (language: Language): boolean => DETAILS[language].complete
