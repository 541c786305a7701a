import type { DeskPerson } from '@shiloh/contract/reservations'
import { isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js/min'

/** Somebody without an account, as far as the desk has typed. */
export interface TypedPerson {
  readonly first_name: string
  readonly last_name: string
  readonly phone: string
  readonly email: string
  readonly gender: 'male' | 'female' | null
  readonly language: NonNullable<DeskPerson['language']>
  readonly is_not_member: boolean
}

/** A number as people write it in the organisation's country, as it travels; what cannot be read goes as it is. */
export function wirePhone(typed: string, country: string): string | null {
  if (typed.trim() === '') return null
  const parsed = parsePhoneNumberFromString(typed, isSupportedCountry(country) ? country : undefined)
  return parsed?.number ?? typed.trim()
}

/** The person as the server wants them. */
export const personOf = (typed: TypedPerson, country: string) => ({
  first_name: typed.first_name,
  last_name: typed.last_name,
  gender: typed.gender,
  phone: wirePhone(typed.phone, country),
  email: typed.email.trim() || null,
  language: typed.language,
  is_not_member: typed.is_not_member,
})
