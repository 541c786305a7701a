import { isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js/min'

/** A number as people write it in the organisation's country, as it travels; what cannot be read goes as it is. */
export function wirePhone(typed: string, country: string): string | null {
  if (typed.trim() === '') return null
  const parsed = parsePhoneNumberFromString(typed, isSupportedCountry(country) ? country : undefined)
  return parsed?.number ?? typed.trim()
}

/** What was typed to reach somebody: an address, or a phone as people write it in the organisation's country. */
export const readReach = (typed: string, country: string): { email: string | null; phone: string | null } =>
  typed.includes('@') ? { email: typed.trim(), phone: null } : { email: null, phone: wirePhone(typed, country) }
