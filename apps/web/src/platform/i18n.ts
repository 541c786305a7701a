import { type I18n, setupI18n } from '@lingui/core'
import {
  type AnyValues,
  type Given,
  isLanguage,
  LANGUAGES,
  type Language,
  localeOf,
  type Message,
  messageId,
  NAMESPACE,
  type TextKey,
  type Texts,
  type Translate,
} from '@shiloh/contract/core'

export type { TextKey, Translate } from '@shiloh/contract/core'

import { createContext, useContext, useMemo } from 'react'
import { unbrokenDates } from '#platform/unbroken'

/** A text to format later, for titles and labels declared outside components. */
export type TextRef = (i18n: I18n) => string

/** Returns the values of a text with dates, times and their weekdays that no line ends within. */
const unbrokenIn = (values: AnyValues | undefined): AnyValues | undefined =>
  values &&
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, typeof value === 'string' ? unbrokenDates(value) : value]),
  )

/** Formats one text. */
export function format<T extends Texts, Key extends TextKey<T>>(
  i18n: I18n,
  texts: T,
  key: Key,
  ...values: Given<T[Key]>
): string
export function format(i18n: I18n, texts: Texts, key: string, values?: AnyValues): string {
  // The browser's build leaves the texts to the catalogue, where they are found by id.
  const message: Message | undefined = Object.hasOwn(texts, key) ? texts[key] : undefined
  const language = languageOf(i18n)
  const said = message?.translations?.[language] ?? message?.english
  return i18n._(
    messageId(texts[NAMESPACE], key),
    unbrokenIn(values),
    said === undefined ? undefined : { message: said },
  )
}

/** Returns the formatter of a subject's texts: `const t = translator(i18n, texts)`. */
export const translator =
  <T extends Texts>(i18n: I18n, texts: T): Translate<T> =>
  (key, ...values) =>
    format(i18n, texts, key, ...values)

/** References a text without formatting it: `title: text(texts, 'page_title')`. */
export function text<T extends Texts, Key extends TextKey<T>>(texts: T, key: Key, ...values: Given<T[Key]>): TextRef {
  return (i18n) => format(i18n, texts, key, ...values)
}

/** Creates an instance for a language. `messages` is only needed where catalogues are loaded. */
export function createI18n(language: Language, messages: Parameters<I18n['load']>[1] = {}): I18n {
  return setupI18n({ locale: language, locales: localeOf(language), messages: { [language]: messages } })
}

/** Returns the language of an instance. */
export const languageOf = ({ locale }: I18n): Language => (isLanguage(locale) ? locale : 'en')

let active = createI18n('en')
/** Returns the instance of this page, for code outside components. */
export const activeI18n = (): I18n => active
/** Makes an instance the one of this page. */
export function activateI18n(i18n: I18n): void {
  active = i18n
}

export const I18nContext = createContext<I18n>(active)

/** Returns the formatter of a subject's texts: `const t = useT(texts)`. */
export function useT<T extends Texts>(texts: T): Translate<T> {
  const i18n = useContext(I18nContext)
  return useMemo(() => translator(i18n, texts), [i18n, texts])
}

/** Returns a formatter for texts referenced with `text()`. */
export function useText(): (ref: TextRef) => string {
  const i18n = useContext(I18nContext)
  return useMemo(() => (ref) => ref(i18n), [i18n])
}

/** Returns the language of the page. */
export function useLanguage(): Language {
  return languageOf(useContext(I18nContext))
}

/** Returns the first supported language of a list such as `navigator.languages`. */
export function negotiateLanguage(wanted: readonly (string | null | undefined)[]): Language {
  for (const tag of wanted) {
    const base = tag?.toLowerCase().split('-')[0]
    const known = LANGUAGES.find((language) => language === base)
    if (known) return known
  }
  return 'en'
}
