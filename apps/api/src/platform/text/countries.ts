import { getCountries, getCountryCallingCode, isSupportedCountry } from 'libphonenumber-js'

const dialCodes = new Set(getCountries().map((code) => `+${getCountryCallingCode(code)}`))

/** Returns whether a country has this code: two capital letters of ISO 3166-1. */
export const isCountryCode = (code: string): boolean => isSupportedCountry(code)

/** Returns whether phone numbers of a country begin with this. The countries of +1 are also told apart by their area: +1809. */
export const isDialCode = (dialCode: string): boolean => dialCodes.has(dialCode) || /^\+1\d{3}$/.test(dialCode)
