import { type I18n, setupI18n } from '@lingui/core'
import { isLanguage, LANGUAGES, type Language, type Translated } from '@shiloh/contract/core'
import { createContext, useContext, useMemo } from 'react'

/** The rows of one `texts.ts`. In the browser's build only their namespace is left of them. */
export type Texts = Readonly<Record<string, Translated>>
export type TextKey<T extends Texts> = Extract<keyof T, string>
export type Values = Readonly<Record<string, string | number | Date>>

/** Formats the texts of one feature in the language of the page. */
export type Translate<T extends Texts> = (key: TextKey<T>, values?: Values) => string

/** A text to be formatted later, for titles and labels that are declared outside components. */
export type TextRef = (i18n: I18n) => string

interface Handle {
  readonly $namespace: string
}
const isHandle = (texts: object): texts is Handle => '$namespace' in texts

/** Formats one text of a feature. */
export function format<T extends Texts>(i18n: I18n, texts: T, key: TextKey<T>, values?: Values): string {
  if (isHandle(texts)) return i18n._(`${texts.$namespace}.${key}`, values)
  const row: Translated | undefined = texts[key]
  const language = isLanguage(i18n.locale) ? i18n.locale : 'en'
  // Outside the browser's build the row itself is at hand; the text is its own id.
  return row ? i18n._(row[language], values) : key
}

/** Names a text without formatting it: `title: text(texts, 'page_title')`. */
export function text<T extends Texts>(texts: T, key: TextKey<T>, values?: Values): TextRef {
  return (i18n) => format(i18n, texts, key, values)
}

/** An instance that knows its language; `messages` only where catalogues are loaded. */
export function createI18n(language: Language, messages: Parameters<I18n['load']>[1] = {}): I18n {
  return setupI18n({ locale: language, messages: { [language]: messages } })
}

let active = createI18n('en')
/** The instance of this page, for code outside components. */
export const activeI18n = (): I18n => active
/** Makes an instance the page's own. */
export function activateI18n(i18n: I18n): void {
  active = i18n
}

export const I18nContext = createContext<I18n>(active)

/** The formatter of a feature's texts: `const t = useT(texts)`. */
export function useT<T extends Texts>(texts: T): Translate<T> {
  const i18n = useContext(I18nContext)
  return useMemo(() => (key, values) => format(i18n, texts, key, values), [i18n, texts])
}

/** Formats texts that were named with `text()`. */
export function useText(): (ref: TextRef) => string {
  const i18n = useContext(I18nContext)
  return useMemo(() => (ref) => ref(i18n), [i18n])
}

/** The language of the page. */
export function useLanguage(): Language {
  const { locale } = useContext(I18nContext)
  return isLanguage(locale) ? locale : 'en'
}

/** Their own names, for the language switch. */
export const languageNames: Readonly<Record<Language, string>> = {
  en: 'English',
  de: 'Deutsch',
  fr: 'Français',
  pt: 'Português',
}

/** The first language of a list such as `navigator.languages` that the product speaks. */
export function negotiateLanguage(wanted: readonly (string | null | undefined)[]): Language {
  for (const tag of wanted) {
    const base = tag?.toLowerCase().split('-')[0]
    const known = LANGUAGES.find((language) => language === base)
    if (known) return known
  }
  return 'en'
}
