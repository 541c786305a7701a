import { type Language, localeOf } from '@shiloh/contract/core'

/** How a language separates thousands and decimals: `.` and `,` in German. */
export function separatorsOf(language: Language): { readonly group: string; readonly decimal: string } {
  const parts = new Intl.NumberFormat(localeOf(language)).formatToParts(1_234_567.8)
  const part = (wanted: string) => parts.find(({ type }) => type === wanted)?.value ?? ''
  return { group: part('group'), decimal: part('decimal') }
}

/** Groups have three digits each, the first one to three and no leading zero: `0.500` is half of something. */
const GROUPED = /^(?<whole>[1-9]\d{0,2}(?<group>[.,' ])\d{3}(?:\k<group>\d{3})*)(?:(?!\k<group>)[.,](?<decimals>\d*))?$/
const PLAIN = /^(?<whole>\d+|(?=[.,]\d))(?:[.,](?<decimals>\d*))?$/

/**
 * Takes a typed number apart: `1,680.5`, `1.680,5`, `1 680`, `1680`. Either sign may stand before decimals, because many
 * people write numbers as their calculator does. One group of three behind the sign that the language has for decimals
 * (`1.680` in English) is decimals.
 */
function partsOf(text: string, language: Language): { readonly whole: string; readonly decimals: string } | null {
  const plain = text.trim().replace(/\s/g, ' ').replace(/’/g, "'")
  const grouped = GROUPED.exec(plain)?.groups
  const isGrouped = grouped?.['decimals'] !== undefined || grouped?.['group'] !== separatorsOf(language).decimal
  const found = (isGrouped ? grouped : undefined) ?? PLAIN.exec(plain)?.groups
  return found ? { whole: (found['whole'] ?? '').replace(/\D/g, ''), decimals: found['decimals'] ?? '' } : null
}

/** Returns a number as `parseNumber` reads it: without groups. */
export const numberText = (value: number, language: Language): string =>
  new Intl.NumberFormat(localeOf(language), { useGrouping: false, maximumFractionDigits: 20 }).format(value)

/** Parses a typed number. @returns null if it is none */
export function parseNumber(text: string, language: Language): number | null {
  const [, sign = '', digits = ''] = /^\s*([+\-−]?)(.*)$/s.exec(text) ?? []
  const found = partsOf(digits, language)
  if (!found) return null
  const value = Number(`${found.whole}.${found.decimals}0`)
  return sign === '' || sign === '+' ? value : -value
}

/**
 * Parses a typed amount to minor units. It has up to two decimals, which may still be missing; three (`1.680` in English)
 * are nothing that one could be sure of.
 * @returns null if it is no amount
 */
export function parseAmount(text: string, language: Language): number | null {
  const found = partsOf(text, language)
  if (!found || found.decimals.length > 2) return null
  const minor = Number(found.whole) * 100 + Number(found.decimals.padEnd(2, '0'))
  return Number.isSafeInteger(minor) ? minor : null
}
