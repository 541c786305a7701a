import {
  AsYouType,
  type CountryCode,
  getCountryCallingCode,
  isSupportedCountry,
  parsePhoneNumberFromString,
} from 'libphonenumber-js/min'

/** The content of a phone field: a country's calling code, and the number in national form. */
export interface TypedPhone {
  readonly country: string
  readonly national: string
}

const supported = (country: string): CountryCode | undefined => (isSupportedCountry(country) ? country : undefined)

/** Returns `+233`, or an empty string for an unknown country. */
export function callingCode(country: string): string {
  const known = supported(country)
  return known ? `+${getCountryCallingCode(known)}` : ''
}

/** Splits a stored number for the field. */
export function openPhone(value: string, fallbackCountry: string): TypedPhone {
  const parsed = parsePhoneNumberFromString(value, supported(fallbackCountry))
  return parsed
    ? { country: parsed.country ?? fallbackCountry, national: parsed.formatNational() }
    : { country: fallbackCountry, national: value }
}

/** Returns the number for the server: in international form if it is valid, or else as typed. */
export function closePhone({ country, national }: TypedPhone): string {
  if (national.trim() === '') return ''
  const parsed = parsePhoneNumberFromString(national, supported(country))
  if (parsed) return parsed.number
  return national.startsWith('+') ? national : `${callingCode(country)}${national.replace(/\D/g, '')}`
}

/** Returns the parts of a complete number, pasted or filled in by a password manager, which includes its country. */
export function typePhone(typed: string, before: TypedPhone): TypedPhone {
  if (!typed.trim().startsWith('+')) return { ...before, national: typed }
  const formatter = new AsYouType()
  formatter.input(typed)
  const number = formatter.getNumber()
  return number?.country && number.isValid()
    ? { country: number.country, national: number.formatNational() }
    : { ...before, national: typed }
}

/** Returns whether a number of this length is possible in its country. */
export const isPossiblePhone = (value: string): boolean => parsePhoneNumberFromString(value)?.isPossible() ?? false
