/** Calling codes of one or two digits (ITU-T E.164, List of assigned country codes). All others have three. */
const SHORT_CODES = /^(?:[17]|2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58])/

/** Groups the digits of a number as people read them: the last four together, the others in threes. */
const grouped = (digits: string): string =>
  digits.length <= 5 ? digits : `${digits.slice(0, -4).replace(/\B(?=(\d{3})+$)/g, ' ')} ${digits.slice(-4)}`

/** Returns a phone number in E.164 with spaces: `+233 24 555 1017`. Another text stays as it is. */
export const formatPhone = (phone: string): string => {
  const digits = /^\+(\d{7,15})$/.exec(phone)?.[1]
  if (digits === undefined) return phone
  const code = SHORT_CODES.exec(digits)?.[0] ?? digits.slice(0, 3)
  return `+${code} ${grouped(digits.slice(code.length))}`
}
