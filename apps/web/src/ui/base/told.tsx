import { type Translations, textIn } from '@shiloh/contract/text/translations'
import { useLanguage } from '#platform/i18n'

type Written<F extends string> = { readonly translations: Translations<F> } & { readonly [K in F]: string }

/** A text of the church in the language of the reader, or in the church's own where the translation is missing. */
export function Told<F extends string>({ row, field }: { row: Written<F>; field: F }) {
  return textIn(row, field, useLanguage())
}

/** Returns what gives rows their name in the language of the reader, for what names them outside their cells. */
export function useToldName(): (row: Written<'name'>) => string {
  const language = useLanguage()
  return (row) => textIn(row, 'name', language)
}
