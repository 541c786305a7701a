import type { Language } from '@shiloh/contract/core'
import { localeOf } from '@shiloh/contract/text/language'

/**
 * Returns rows in the order of their names as readers of a language expect it: É beside E. The database orders by code points,
 * the same on every machine. A stable sort: the same names stay in the order of the store.
 */
export const byName = <Row extends { readonly name: string }>(rows: readonly Row[], language: Language): Row[] => {
  const { compare } = new Intl.Collator(localeOf(language), { numeric: true })
  return rows.toSorted((a, b) => compare(a.name, b.name))
}
