import { RESERVATION_STATUSES } from '@shiloh/contract/reservations/states'
import { type TextRef, text } from '#platform/i18n'
import { texts as common } from '../../ui/base/texts.ts'
import { texts } from './texts.ts'

const VALUES = [
  'en',
  'de',
  'fr',
  'pt',
  'general',
  'registration',
  'payment',
  'rooms',
  'travel',
  'account',
  'other',
] as const

/** The name of a value that is known to the product: a status, a language, a category of tickets. */
export const valueName = (value: string): TextRef => {
  const status = RESERVATION_STATUSES.find((known) => known === value)
  if (status) return text(common, `status_${status}`)
  const known = VALUES.find((one) => one === value)
  return known ? text(texts, `value_${known}`) : () => value
}
