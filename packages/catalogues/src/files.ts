import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { Area, Language } from '@shiloh/contract/core'

export const AREAS: readonly Area[] = [
  'member',
  'reserving',
  'account',
  'sign-in',
  'vendor',
  'staff',
  'industries',
  'server',
]

/** `locales/` of the repository. */
export const LOCALES = path.resolve(import.meta.dirname, '../../../locales')

/** The catalogue of a language and area. English has none: it is in the code. */
export const catalogueFile = (language: string, area: Area): string => path.join(LOCALES, language, `${area}.po`)

/** Returns the translations of a language by text id. Missing and fuzzy ones are left out. */
export function readTranslations(language: Language, areas: readonly Area[] = AREAS): Map<string, string> {
  const translations = new Map<string, string>()
  if (language === 'en') return translations
  for (const area of areas)
    for (const [id, translation] of translationsIn(readFileSync(catalogueFile(language, area), 'utf8')))
      translations.set(id, translation)
  return translations
}

/**
 * The translations of one catalogue. The server reads them when it starts, and the parser of `po.ts`, which keeps everything that
 * tools write into a file, needs 400 ms of CPU for three languages, this 60.
 */
export function translationsIn(po: string): [id: string, translation: string][] {
  return po.split(/\n\s*\n/).flatMap((entry): [string, string][] => {
    const id = stringAfter('msgctxt', entry)
    const translation = stringAfter('msgstr', entry)
    return id === '' || translation === '' || /^#,.*\bfuzzy\b/m.test(entry) ? [] : [[id, translation]]
  })
}

/** The string behind a keyword, which editors fold over several lines. PO escapes characters as JSON does. */
function stringAfter(keyword: 'msgctxt' | 'msgstr', entry: string): string {
  const lines = new RegExp(`^${keyword} (".*"(?:\\n".*")*)`, 'm').exec(entry)?.[1] ?? ''
  return lines.split('\n').reduce((all, line): string => (line === '' ? all : all + JSON.parse(line)), '')
}
