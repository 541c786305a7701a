/** The languages of the interface, of mails, of SMS and of every server message. */
export const LANGUAGES = ['en', 'de', 'fr', 'pt'] as const
export type Language = (typeof LANGUAGES)[number]
export const isLanguage = (value: unknown): value is Language => LANGUAGES.some((language) => language === value)

/** One text in every language. A missing language does not compile. */
export type Translated = Readonly<Record<Language, string>>

/** Declares the texts of one feature: ICU MessageFormat, all languages side by side. */
export const defineTexts = <const T extends Record<string, Translated>>(texts: T): T => texts
