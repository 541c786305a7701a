import { isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js/min'

/** Converts a number as written in the organisation's country to its wire form. Unreadable text is sent unchanged. */
export function wirePhone(typed: string, country: string): string | null {
  if (typed.trim() === '') return null
  const parsed = parsePhoneNumberFromString(typed, isSupportedCountry(country) ? country : undefined)
  return parsed?.number ?? typed.trim()
}

/** Parses typed contact data: an address, or a phone number as written in the organisation's country. */
export const readReach = (typed: string, country: string): { email: string | null; phone: string | null } =>
  typed.includes('@') ? { email: typed.trim(), phone: null } : { email: null, phone: wirePhone(typed, country) }
