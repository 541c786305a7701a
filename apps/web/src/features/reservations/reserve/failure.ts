import { ApiError } from '#platform/client'
import type { Choice } from './choice.ts'
import { ME, personField } from './people.ts'

/** The problem of a field, in words. */
export interface Told {
  readonly field: string
  readonly message: string
}

/** The meaning of a rejected or lost request for the user. */
export type Failure =
  /** No response, or no final one: the same attempt can be sent again. */
  | { readonly kind: 'lost'; readonly message: string }
  /** The price differs from the one shown. */
  | { readonly kind: 'quote' }
  | { readonly kind: 'already' }
  /** Problems at fields. The first one decides the step that opens. */
  | { readonly kind: 'fields'; readonly told: readonly Told[]; readonly gone: boolean }
  | { readonly kind: 'other'; readonly message: string; readonly full: boolean }

const unsettled = new Set([
  'idempotency_in_flight',
  'overloaded',
  'locked',
  'not_ready',
  'too_many_requests',
  'unreadable_answer',
])

/** Fields that appear once on the page, for everybody or the main person. */
const standsOnce = new Set([
  'gender',
  'participant_type_id',
  'title_id',
  'designation_id',
  'caterer_id',
  'medical_conditions',
  'dietary_preference',
  'female_related',
])

/** Returns the field on the page. Persons and products are sent as lists; on the page each has its own field. */
const fieldOnPage = (field: string, choice: Choice): string => {
  const [, person, name = ''] = /^participants\.(\d+)\.(\w+)/.exec(field) ?? []
  if (name === 'consent_from') return field.endsWith('.name') ? 'consent.name' : 'consent.reach'
  if (field.startsWith('room_mates')) return 'room_mates'
  if (name === 'caterer_id' || (person === '0' && standsOnce.has(name))) return name
  if (person !== undefined) return personField(choice.guests[Number(person) - 1]?.person_id ?? ME, name)
  const index = /^products\.(\d+)/.exec(field)?.[1]
  if (index === undefined) return field
  const sent = Object.entries(choice.products).filter(([, quantity]) => quantity > 0)
  return `products.${sent[Number(index)]?.[0] ?? ''}`
}

/** Errors of a person rather than of their choices. */
const atPerson = new Set(['already_reserved', 'guardian_required', 'not_eligible', 'person_not_approved'])

/** Classifies a failure of creating, changing or waiting. */
export const failureOf = (error: unknown, choice: Choice): Failure => {
  if (!(error instanceof ApiError))
    return { kind: 'other', message: error instanceof Error ? error.message : '', full: false }
  if (error.status === 0 || error.status >= 500 || error.code === 'no_connection' || unsettled.has(error.code))
    return { kind: 'lost', message: error.message }
  if (error.code === 'quote_changed') return { kind: 'quote' }
  if (error.fields.length > 0)
    return {
      kind: 'fields',
      gone: error.status === 409 && !atPerson.has(error.code),
      told: error.fields.map(({ field, message }) => ({
        field: fieldOnPage(field, choice),
        // The error is more specific than "already taken" or "required".
        message: atPerson.has(error.code) ? error.message : message,
      })),
    }
  if (error.code === 'already_reserved') return { kind: 'already' }
  return {
    kind: 'other',
    message: error.message,
    full: error.code === 'event_full' || error.code === 'quota_exhausted',
  }
}
