import { fieldMode, questionsOf } from '@shiloh/contract/forms/forms'
import { type Ref, useContext, useId } from 'react'
import { format, I18nContext, useT } from '#platform/i18n'
import type { Told } from './failure.ts'
import { type Coming, ME, personField } from './people.ts'
import classes from './reserve.module.css'
import { fieldId, type StepProps } from './step.ts'
import { texts } from './texts.ts'

const labels = {
  gender: 'your_gender',
  participant_type_id: 'participant_type',
  title_id: 'title',
  designation_id: 'designation',
  committee_type_id: 'committee_type',
  medical_conditions: 'medical_conditions',
  dietary_preference: 'dietary_preference',
  female_related: 'female_related',
  arrival_at: 'arrival',
  departure_at: 'departure',
  caterer_id: 'caterer',
  pays_at_desk: 'how_to_pay',
  room_mates: 'mates',
  'consent.name': 'consent_name',
  'consent.reach': 'consent_reach',
} as const

/** Fields of a person that an error can name. */
const personFields = [
  'person_id',
  'participant_type_id',
  'guardian_id',
  'title_id',
  'designation_id',
  'medical_conditions',
  'dietary_preference',
  'female_related',
  'committee_type_id',
  'gender',
]

const isLabelled = (field: string): field is keyof typeof labels => Object.hasOwn(labels, field)

/** Returns the wording of the question of a field. */
const questionLabel = (event: StepProps['event'], field: string): string | undefined => {
  const id = /^answers\.(.+)$/.exec(field)?.[1]
  return id && event.form ? questionsOf(event.form).find(({ _id }) => _id === id)?.label : undefined
}

/** Returns the name of a field in a list of problems. */
function useFieldName(event: StepProps['event']): (field: string) => string {
  const i18n = useContext(I18nContext)
  return (field) => {
    const ofPerson = /^participants\.\w+\.(\w+)$/.exec(field)?.[1]
    if (ofPerson !== undefined && !isLabelled(ofPerson)) return ''
    // A family answers it in a table with one row each.
    const isRow = ofPerson !== undefined || fieldMode(event.fields, 'spouse') !== 'hidden'
    if ((ofPerson ?? field) === 'participant_type_id' && isRow) return format(i18n, texts, 'takes_part_as')
    if (ofPerson !== undefined && isLabelled(ofPerson)) return format(i18n, texts, labels[ofPerson])
    if (isLabelled(field)) return format(i18n, texts, labels[field])
    if (field.startsWith('accommodation.check')) return format(i18n, texts, 'nights')
    if (field.startsWith('accommodation')) return format(i18n, texts, 'room')
    const option = event.products.flatMap(({ options }) => options).find(({ _id }) => field === `products.${_id}`)
    return option?.name ?? questionLabel(event, field) ?? ''
  }
}

/** Everything that prevents the next step, each a link to its field. It takes the focus. */
export function ProblemSummary({
  event,
  problems,
  coming,
  names = {},
  ref,
}: {
  event: StepProps['event']
  /** `says`: the message says what it is about. */
  problems: readonly (Told & { readonly says?: boolean })[]
  /** A person's fields begin with their name. */
  coming: readonly Coming[]
  /** Labels of fields that only this page has, or labels differently. */
  names?: Readonly<Record<string, string>>
  ref: Ref<HTMLElement>
}) {
  const t = useT(texts)
  const id = useId()
  const nameOf = useFieldName(event)
  const persons = new Map(
    coming.flatMap(({ key, person }) =>
      // The main person's fields have short names, too.
      personFields
        .flatMap((name) => [personField(key, name), ...(key === ME ? [name] : [])])
        .map((field) => [field, person.name] as const),
    ),
  )
  return (
    // Not an alert: it takes the focus, and would be said twice.
    <section ref={ref} tabIndex={-1} aria-labelledby={id} className={classes.problems}>
      <b id={id}>{t('problems', { count: problems.length })}</b>
      <ul>
        {problems.map(({ field, message, says }) => {
          const isOther = field.startsWith('participants.')
          // The main person alone needs no name.
          const name = isOther || coming.length > 1 ? persons.get(field) : undefined
          const label = [name, isOther ? nameOf(field) : says ? message : (names[field] ?? nameOf(field))]
            .filter(Boolean)
            .join(', ')
          // A question has its own mark.
          const after = label.endsWith('?') ? ` ${message}` : t('problem_of', { message })
          return (
            <li key={field}>
              <a
                href={`#${fieldId(field)}`}
                onClick={(click) => {
                  click.preventDefault()
                  const target = document.getElementById(fieldId(field))
                  target?.scrollIntoView({ block: 'center' })
                  const input = target?.matches('input, select, textarea')
                    ? target
                    : target?.querySelector<HTMLElement>('input:checked, input, button')
                  ;(input instanceof HTMLElement ? input : target)?.focus()
                }}
              >
                {label}
              </a>
              {says && !field.startsWith('participants.') ? null : after}
            </li>
          )
        })}
      </ul>
    </section>
  )
}
