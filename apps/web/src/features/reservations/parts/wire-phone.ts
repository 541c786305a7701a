import { isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js/min'

/** Converts a number as written in the organisation's country to its wire form. Unreadable text is sent unchanged. */
export function wirePhone(typed: string, country: string): string | null {
  if (typed.trim() === '') return null
  const parsed = parsePhoneNumberFromString(typed, isSupportedCountry(country) ? country : undefined)
  return parsed?.number ?? typed.trim()
}

/**
 * Returns somebody who is named by phone or by the code of a reservation, in wire form. Null: it is neither.
 * @param countries whose numbers are tried in turn
 */
export const readMate = (typed: string, countries: readonly string[]): string | null => {
  const text = typed.trim()
  // A code has letters, a phone has none.
  if (/\p{L}/u.test(text)) return /^[\p{L}\d -]{4,30}$/u.test(text) ? text.toUpperCase().replaceAll(' ', '') : null
  for (const country of countries) {
    const parsed = parsePhoneNumberFromString(text, isSupportedCountry(country) ? country : undefined)
    if (parsed?.isPossible()) return parsed.number
  }
  return null
}

/** Parses typed contact data: an address, or a phone number as written in the organisation's country. */
export const readReach = (typed: string, country: string): { email: string | null; phone: string | null } =>
  typed.includes('@') ? { email: typed.trim(), phone: null } : { email: null, phone: wirePhone(typed, country) }
