import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { Area, Language } from '@shiloh/contract/core'
import { readPo } from './po.ts'

export const AREAS: readonly Area[] = ['member', 'staff', 'server']

/** `locales/` of the repository. */
export const LOCALES = path.resolve(import.meta.dirname, '../../../locales')

/** The catalogue of a language and area. English has none: it is in the code. */
export const catalogueFile = (language: string, area: Area): string => path.join(LOCALES, language, `${area}.po`)

/** The translations of a language by the id of the text. What is missing or has to be looked at again is left out. */
export function readTranslations(language: Language, areas: readonly Area[] = AREAS): Map<string, string> {
  const translations = new Map<string, string>()
  if (language === 'en') return translations
  for (const area of areas)
    for (const { id, translation, fuzzy } of readPo(readFileSync(catalogueFile(language, area), 'utf8')).entries)
      if (translation !== '' && !fuzzy) translations.set(id, translation)
  return translations
}
