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

/** A text to be formatted later, for titles and labels that are declared outside components. */
export type TextRef = (i18n: I18n) => string

/** Formats one text. */
export function format<T extends Texts, Key extends TextKey<T>>(
  i18n: I18n,
  texts: T,
  key: Key,
  ...values: Given<T[Key]>
): string
export function format(i18n: I18n, texts: Texts, key: string, values?: AnyValues): string {
  // The browser's build leaves the texts to the catalogue, which has them by their id.
  const message: Message | undefined = Object.hasOwn(texts, key) ? texts[key] : undefined
  const language = languageOf(i18n)
  const said = message?.translations?.[language] ?? message?.english
  return i18n._(messageId(texts[NAMESPACE], key), values, said === undefined ? undefined : { message: said })
}

/** The formatter of a subject's texts: `const t = translator(i18n, texts)`. */
export const translator =
  <T extends Texts>(i18n: I18n, texts: T): Translate<T> =>
  (key, ...values) =>
    format(i18n, texts, key, ...values)

/** Names a text without formatting it: `title: text(texts, 'page_title')`. */
export function text<T extends Texts, Key extends TextKey<T>>(texts: T, key: Key, ...values: Given<T[Key]>): TextRef {
  return (i18n) => format(i18n, texts, key, ...values)
}

/** An instance that knows its language; `messages` only where catalogues are loaded. */
export function createI18n(language: Language, messages: Parameters<I18n['load']>[1] = {}): I18n {
  return setupI18n({ locale: language, locales: localeOf(language), messages: { [language]: messages } })
}

/** The language of an instance. */
export const languageOf = ({ locale }: I18n): Language => (isLanguage(locale) ? locale : 'en')

let active = createI18n('en')
/** The instance of this page, for code outside components. */
export const activeI18n = (): I18n => active
/** Makes an instance the page's own. */
export function activateI18n(i18n: I18n): void {
  active = i18n
}

export const I18nContext = createContext<I18n>(active)

/** The formatter of a subject's texts: `const t = useT(texts)`. */
export function useT<T extends Texts>(texts: T): Translate<T> {
  const i18n = useContext(I18nContext)
  return useMemo(() => translator(i18n, texts), [i18n, texts])
}

/** Formats texts that were named with `text()`. */
export function useText(): (ref: TextRef) => string {
  const i18n = useContext(I18nContext)
  return useMemo(() => (ref) => ref(i18n), [i18n])
}

/** The language of the page. */
export function useLanguage(): Language {
  return languageOf(useContext(I18nContext))
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
