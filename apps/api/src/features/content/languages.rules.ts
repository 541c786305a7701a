import { isLanguage, type Language } from '@shiloh/contract/core'

type Translated<K extends string> = {
  readonly [L in Language]?: { readonly [F in K]?: string | undefined } | undefined
}

/** A text in the language of a reader: the translation, or the original where it is missing. */
export interface Told {
  readonly text: string
  readonly language: Language
}

/**
 * Returns a field of something that was written in one language and translated into others.
 *
 * @param row the original, with its language and the translations of its fields
 */
export const told = <K extends string>(
  row: { readonly language: string; readonly translations: Translated<K> } & { readonly [F in K]: string },
  field: K,
  reader: Language,
): Told => {
  const original = isLanguage(row.language) ? row.language : 'en'
  const translated = reader === original ? undefined : row.translations[reader]?.[field]
  return translated ? { text: translated, language: reader } : { text: row[field], language: original }
}
