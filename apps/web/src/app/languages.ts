import type { I18n, Messages } from '@lingui/core'
import type { Language } from '@shiloh/contract/core'
import { createI18n, negotiateLanguage } from '#platform/i18n'

const catalogues: Readonly<Record<Language, () => Promise<{ messages: Messages }>>> = {
  en: () => import('virtual:catalog/en'),
  de: () => import('virtual:catalog/de'),
  fr: () => import('virtual:catalog/fr'),
  pt: () => import('virtual:catalog/pt'),
}

/** The server writes public pages in the language of this cookie as well. */
const cookie = 'lang'

/** The language chosen before, else the browser's. */
export function initialLanguage(): Language {
  const chosen = new RegExp(`(?:^|; )${cookie}=(\\w+)`).exec(document.cookie)?.[1]
  return negotiateLanguage([chosen, ...navigator.languages])
}

export function rememberLanguage(language: Language): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the cookie store is not in every browser that comes here
  document.cookie = `${cookie}=${language}; path=/; max-age=31536000; samesite=lax`
}

/** Loads one language's catalogue. */
export async function loadLanguage(language: Language): Promise<I18n> {
  const { messages } = await catalogues[language]()
  return createI18n(language, messages)
}
