import { type Language, localeOf } from '@shiloh/contract/core'

/** How a language separates thousands and decimals: `.` and `,` in German. */
export function separatorsOf(language: Language): { readonly group: string; readonly decimal: string } {
  const parts = new Intl.NumberFormat(localeOf(language)).formatToParts(1_234_567.8)
  const part = (wanted: string) => parts.find(({ type }) => type === wanted)?.value ?? ''
  return { group: part('group'), decimal: part('decimal') }
}

/** Whole units, in groups of three or without groups, and up to two decimals, which may still be missing. */
const AMOUNT = /^(?<whole>\d+|\d{1,3}(?:(?<group>[.,])\d{3})(?:\k<group>\d{3})*)(?:[.,](?<decimals>\d{0,2}))?$/

/**
 * Parses a typed amount to minor units: `1,680.00`, `1.680,00`, `1 680`, `1680`. Either sign may stand before one or two
 * decimals, because many people write amounts as their calculator does. Three digits behind the sign that the language
 * has for decimals (`1.680` in English) are nothing that one could be sure of.
 * @returns null if it is no amount
 */
export function parseAmount(text: string, language: Language): number | null {
  const found = AMOUNT.exec(text.replace(/[\s\u00a0\u202f'’]/g, ''))?.groups
  if (!found) return null
  const { whole = '', group, decimals } = found
  if (decimals === undefined && group === separatorsOf(language).decimal) return null
  const minor = Number(whole.replace(/[.,]/g, '')) * 100 + Number((decimals ?? '').padEnd(2, '0'))
  return Number.isSafeInteger(minor) ? minor : null
}
