import {
  AsYouType,
  type CountryCode,
  getCountryCallingCode,
  isSupportedCountry,
  parsePhoneNumberFromString,
} from 'libphonenumber-js/min'

/** What a phone field shows: a country's calling code, and the number as people write it there. */
export interface TypedPhone {
  readonly country: string
  readonly national: string
}

const supported = (country: string): CountryCode | undefined => (isSupportedCountry(country) ? country : undefined)

/** `+233`; empty where the country has none that we know. */
export function callingCode(country: string): string {
  const known = supported(country)
  return known ? `+${getCountryCallingCode(known)}` : ''
}

/** The number as it is stored, taken apart for the field. */
export function openPhone(value: string, fallbackCountry: string): TypedPhone {
  const parsed = parsePhoneNumberFromString(value, supported(fallbackCountry))
  return parsed
    ? { country: parsed.country ?? fallbackCountry, national: parsed.formatNational() }
    : { country: fallbackCountry, national: value }
}

/** What the server is sent: the international number where one can be read, else what was typed. */
export function closePhone({ country, national }: TypedPhone): string {
  if (national.trim() === '') return ''
  const parsed = parsePhoneNumberFromString(national, supported(country))
  if (parsed) return parsed.number
  return national.startsWith('+') ? national : `${callingCode(country)}${national.replace(/\D/g, '')}`
}

/** A number filled in whole, by a password manager or by pasting, names its country itself. */
export function typePhone(typed: string, before: TypedPhone): TypedPhone {
  if (!typed.trim().startsWith('+')) return { ...before, national: typed }
  const formatter = new AsYouType()
  formatter.input(typed)
  const number = formatter.getNumber()
  return number?.country && number.isValid()
    ? { country: number.country, national: number.formatNational() }
    : { ...before, national: typed }
}

/** Whether a number of this length can exist in its country. */
export const isPossiblePhone = (value: string): boolean => parsePhoneNumberFromString(value)?.isPossible() ?? false
