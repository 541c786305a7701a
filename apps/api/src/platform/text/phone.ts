import { type CountryCode, isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js'
import { invalid } from '../errors.ts'

/**
 * Returns a phone number in E.164, or undefined when it cannot be one. Repairs what people and spreadsheets write:
 * spaces, a leading 0, 00233…, +2330…, 233… without a plus sign, only the nine digits.
 */
export const parsePhone = (text: string, country: string): string | undefined => {
  const plain = text.replace(/[^\d+]/g, '').replace(/^00/, '+')
  const home: CountryCode | undefined = isSupportedCountry(country) ? country : undefined
  for (const attempt of [plain, `+${plain.replace(/^\+/, '')}`]) {
    const parsed = parsePhoneNumberFromString(attempt, home)
    // The library's numbering plans lag behind: a possible length is enough.
    if (parsed?.isPossible() && (attempt === plain || parsed.isValid())) return parsed.number
  }
  return undefined
}

/** Like parsePhone. @throws invalid naming `field` */
export const phoneField = (text: string, country: string, field = 'phone'): string => {
  const parsed = parsePhone(text, country)
  if (parsed === undefined) throw invalid([{ field, code: 'phone' }])
  return parsed
}
