import type { AdminEvent } from '@shiloh/contract/events/events'
import { type TextKey, useT } from '#platform/i18n'
import { useProblems } from './problem.ts'
import { texts } from './texts.ts'

/** Requirements for publication, and the fields by which the server reports them. */
export const requirements: readonly {
  readonly label: Extract<TextKey<typeof texts>, `check_${string}`>
  readonly fields: readonly string[]
}[] = [
  {
    label: 'check_dates',
    fields: [
      'starts_at',
      'ends_at',
      'registration_opens_at',
      'registration_closes_at',
      'cash_deadline',
      'cancellation_deadline',
    ],
  },
  { label: 'check_venue', fields: ['event_center_id', 'online_url'] },
  { label: 'check_types', fields: ['participant_types'] },
  { label: 'check_rooms', fields: ['accommodations'] },
  { label: 'check_form', fields: ['questions', 'form_id'] },
]

/** Requirements that belong to the event rather than to a field. */
const lacks: Readonly<Record<string, Extract<TextKey<typeof texts>, `lack_${string}`>>> = {
  'ends_at.too_small': 'lack_over',
  'registration_closes_at.too_small': 'lack_closed',
  'event_center_id.required': 'lack_venue',
  'participant_types.required': 'lack_types',
  'beds.too_big': 'lack_beds',
}
/** Returns the text of a requirement that has one of its own. */
export const lackOf = (field: string, code: string) =>
  lacks[`${field}.${code}`] ?? lacks[`${field.split('.').at(-1)}.${code}`]

/** Returns a function that says what prevents the publication of an event. */
export function useLacks(): (event: AdminEvent) => string[] {
  const t = useT(texts)
  const sayProblem = useProblems()
  return (event) =>
    requirements.flatMap(({ label, fields }) =>
      event.problems
        .filter(({ field }) => fields.includes(field.split('.')[0] ?? ''))
        .map(({ field, code }) => {
          const lack = lackOf(field, code)
          return lack ? t(lack) : `${t(label)}: ${sayProblem(code)}`
        }),
    )
}
