/**
 * The languages of the interface, mails, SMS and server messages: their own names, and the locale for plurals, numbers
 * and dates. An incomplete language can lack translations; single texts fall back to English. `npm run texts -- add`
 * adds a line.
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

/** Returns a language's own name, for the language switch. */
export const languageName = (language: Language): string => DETAILS[language].name

/** Returns the name of a language for a sentence in another one. */
export const languageNameIn = (language: Language, reader: Language): string =>
  new Intl.DisplayNames([DETAILS[reader].locale], { type: 'language' }).of(language) ?? DETAILS[language].name

/** Returns the locale whose rules for plurals, numbers and dates a language follows. */
export const localeOf = (language: Language): string => DETAILS[language].locale

/** Returns whether every text must be translated. */
export const isComplete = (language: Language): boolean => DETAILS[language].complete
