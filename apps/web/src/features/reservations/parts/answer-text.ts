import type { Language } from '@shiloh/contract/core'
import type { ReservationView } from '@shiloh/contract/reservations/views'
import { formatDate } from '#platform/dates'

/** Returns an answer as it is read: the words of the chosen option, a day as the organisation writes days, or what was typed. */
export const answerText = (
  { value, words }: Pick<ReservationView['answers'][number], 'value' | 'words'>,
  language: Language,
): string => words ?? (/^\d{4}-\d{2}-\d{2}$/.test(String(value)) ? formatDate(String(value), language) : String(value))
