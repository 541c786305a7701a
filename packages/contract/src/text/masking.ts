/** Helpers that hide personal data (docs/domain.md#masking). */

const STAR = '*'

/** All but the last four characters hidden. */
export const maskValue = (value: string): string => {
  const characters = Array.from(value)
  const shown = characters.length > 4 ? characters.slice(-4) : []
  return STAR.repeat(characters.length - shown.length) + shown.join('')
}

/** The first three and the last three digits stay; what is too short to hide anything is hidden whole. */
export const maskPhone = (phone: string): string => {
  const digits = phone.replace(/\D/g, '')
  if (digits.length <= 6) return STAR.repeat(digits.length)
  return `${phone.startsWith('+') ? '+' : ''}${digits.slice(0, 3)}${STAR.repeat(digits.length - 6)}${digits.slice(-3)}`
}

/** Three characters before the @ and four after it stay. */
export const maskEmail = (email: string): string => {
  const at = email.lastIndexOf('@')
  if (at < 0) return maskValue(email)
  const local = email.slice(0, at)
  const domain = email.slice(at + 1)
  // Never the whole of a short name.
  const kept = Math.min(3, Math.max(0, local.length - 1))
  return `${STAR.repeat(local.length - kept)}${local.slice(local.length - kept)}@${domain.slice(0, 4)}${STAR.repeat(Math.max(0, domain.length - 4))}`
}

/** Names of a person as strangers may see them: the first name, and the first letter of each other one. */
export const maskName = (name: string): string => {
  const [first = '', ...others] = name.trim().split(/\s+/)
  return [first, ...others.map((part) => `${Array.from(part)[0] ?? ''}.`)].join(' ')
}
