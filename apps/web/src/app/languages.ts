import { loadCatalogue, withoutNetwork } from 'virtual:catalogues'
import type { I18n } from '@lingui/core'
import type { Area, Language } from '@shiloh/contract/core'
import { activeI18n, createI18n, languageOf, negotiateLanguage } from '#platform/i18n'

/** The server also uses this cookie for the language of public pages. */
const cookie = 'lang'

/** Returns the language chosen before, or else the browser's. */
export function initialLanguage(): Language {
  const chosen = new RegExp(`(?:^|; )${cookie}=(\\w+)`).exec(document.cookie)?.[1]
  return negotiateLanguage([chosen, ...navigator.languages])
}

export function rememberLanguage(language: Language): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the cookie store is not in every browser that comes here
  document.cookie = `${cookie}=${language}; path=/; max-age=31536000; samesite=lax`
}

type BrowserArea = Exclude<Area, 'server'>

/** The areas entered so far. A change of language loads the texts of each. */
const areas = new Set<BrowserArea>(['member'])
const loaded = new WeakMap<I18n, Set<BrowserArea>>()

async function complete(i18n: I18n, language: Language): Promise<void> {
  const present = loaded.get(i18n) ?? new Set()
  loaded.set(i18n, present)
  const missing = [...areas].filter((area) => !present.has(area))
  if (missing.length === 0) return
  const load = async (area: BrowserArea) => {
    const { messages } = await loadCatalogue(language, area)
    i18n.load(language, messages)
    present.add(area)
  }
  await Promise.all(missing.map(load))
  // Others may have been entered in the meantime.
  await complete(i18n, language)
}

/** Returns an instance that can only say that something could not be loaded. */
export const firstI18n = (language: Language): I18n => createI18n(language, withoutNetwork[language])

/** Loads one language: the texts of every area entered so far. */
export async function loadLanguage(language: Language): Promise<I18n> {
  const i18n = firstI18n(language)
  await complete(i18n, language)
  return i18n
}

/** Loads the texts of areas before the first page that has them renders. */
export async function enterAreas(...entered: readonly BrowserArea[]): Promise<void> {
  for (const area of entered) areas.add(area)
  let i18n: I18n
  do {
    i18n = activeI18n()
    await complete(i18n, languageOf(i18n))
    // The language may have changed in the meantime.
  } while (i18n !== activeI18n())
}
