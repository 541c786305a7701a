/** Helpers that hide personal data (docs/domain.md#masking). */

const STAR = '*'

/** Hides all but the last four characters. */
export const maskValue = (value: string): string => {
  const characters = Array.from(value)
  const shown = characters.length > 4 ? characters.slice(-4) : []
  return STAR.repeat(characters.length - shown.length) + shown.join('')
}

/** Keeps the first three and the last three digits. Hides a number that is too short completely. */
export const maskPhone = (phone: string): string => {
  const digits = phone.replace(/\D/g, '')
  if (digits.length <= 6) return STAR.repeat(digits.length)
  return `${phone.startsWith('+') ? '+' : ''}${digits.slice(0, 3)}${STAR.repeat(digits.length - 6)}${digits.slice(-3)}`
}

/** Keeps three characters before the @ and four after it. */
export const maskEmail = (email: string): string => {
  const at = email.lastIndexOf('@')
  if (at < 0) return maskValue(email)
  const local = email.slice(0, at)
  const domain = email.slice(at + 1)
  // Never shows a short name completely.
  const kept = Math.min(3, Math.max(0, local.length - 1))
  return `${STAR.repeat(local.length - kept)}${local.slice(local.length - kept)}@${domain.slice(0, 4)}${STAR.repeat(Math.max(0, domain.length - 4))}`
}

/** Returns a person's names for strangers: the first name, and the initials of the others. */
export const maskName = (name: string): string => {
  const [first = '', ...others] = name.trim().split(/\s+/)
  return [first, ...others.map((part) => `${Array.from(part)[0] ?? ''}.`)].join(' ')
}
