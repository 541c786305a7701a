import { questionsOf } from '@shiloh/contract/forms/forms'
import { readMissing } from '@shiloh/contract/reservations/party'
import type { ReservationView } from '@shiloh/contract/reservations/views'
import { formatMoney } from '@shiloh/contract/text/format'
import { useLanguage, useT } from '#platform/i18n'
import { useEventForm } from './event-form.ts'
import classes from './parts.module.css'
import { texts } from './texts.ts'
import { useWhen } from './words.ts'

const named = [
  'title',
  'designation',
  'committee_type',
  'spouse',
  'medical_conditions',
  'dietary_preference',
  'female_related',
  'arrival',
  'departure',
] as const
/** Fields can have the event's names or those of the body. */
const nameOf = (field: string) => named.find((one) => field === one || field === `${one}_id` || field === `${one}_at`)

/** Returns a question without its mark, for use inside a sentence. */
const withoutMark = (label: string): string => label.replace(/[\s?.:!…]+$/u, '')

/** What staff should notice first: pending items, deadlines, and questions that were never asked. */
export function Notes({ reservation }: { reservation: ReservationView }) {
  const t = useT(texts)
  const language = useLanguage()
  const when = useWhen(reservation)
  const form = useEventForm(reservation.event_id)
  const {
    status,
    needs_approval,
    approved_at,
    hold_expires_at,
    pending_change: change,
    missing,
    currency,
    due_now,
  } = reservation
  const waits = status === 'pending' && needs_approval && !approved_at
  const fieldName = (field: string): string => {
    const theirs = readMissing(field)
    const person = theirs && reservation.participants.find(({ person_id }) => person_id === theirs.personId)
    if (theirs) return t('missing_of', { field: fieldName(theirs.field), name: person?.name ?? '' })
    const known = nameOf(field)
    if (known) return t(`field_${known}`)
    return (form && questionsOf(form).find(({ _id }) => _id === field)?.label) ?? t('field_other')
  }
  const lines = [
    ...(waits ? [t('waits_for_approval')] : []),
    ...(status === 'pending' && hold_expires_at
      ? [
          [reservation.pays_at_desk ? t('pays_at_desk') : '', t('held_until', { when: when(hold_expires_at) })]
            .filter(Boolean)
            .join(' '),
        ]
      : []),
    ...(change
      ? [
          [
            t('pending_change', {
              amount: formatMoney(change.total - change.previous_total, currency, language),
              due: formatMoney(due_now, currency, language),
              when: when(change.expires_at),
            }),
            change.wish.pays_at_desk ? t('pays_at_desk') : '',
          ]
            .filter(Boolean)
            .join(' '),
          ...(change.room ? [t(`pending_room_${change.room}`, { room: change.room_name ?? '' })] : []),
        ]
      : []),
    ...(missing.length > 0
      ? [t('missing', { fields: [...new Set(missing.map((field) => withoutMark(fieldName(field))))].join('; ') })]
      : []),
  ]
  return (
    <div className={classes.notes}>
      {lines.map((line) => (
        <p key={line}>{line}</p>
      ))}
    </div>
  )
}
