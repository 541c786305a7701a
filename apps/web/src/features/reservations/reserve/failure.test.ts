import { expect, it } from 'vitest'
import { ApiError } from '#platform/client'
import { emptyChoice, noCare } from './choice.ts'
import { failureOf } from './failure.ts'

const choice = { ...emptyChoice, products: { none: 0, shirt: 2, cloth: 1 } }
const refused = (status: number, code: string, fields: string[] = []) =>
  new ApiError({
    status,
    code,
    message: code,
    fields: fields.map((field) => ({ field, code: 'sold_out', message: 'No longer available.' })),
  })

it.each([
  [0, 'no_connection'],
  [503, 'overloaded'],
  [503, 'locked'],
  [409, 'idempotency_in_flight'],
  [429, 'too_many_requests'],
])('%s %s may have been done: the same attempt is sent again', (status, code) =>
  expect(failureOf(refused(status, code), choice).kind).toBe('lost'),
)

it('another price is told apart', () => expect(failureOf(refused(409, 'quote_changed'), choice).kind).toBe('quote'))

it('somebody who has a reservation is shown it', () =>
  expect(failureOf(refused(409, 'already_reserved'), choice).kind).toBe('already'))

const family = {
  ...choice,
  guests: [
    {
      role: 'child' as const,
      person_id: 'nana',
      participant_type_id: 'c',
      title_id: null,
      designation_id: null,
      guardian_id: null,
      care: noCare,
    },
  ],
}

it.each(['already_reserved', 'guardian_required'])('%s stands at the person, in its own words', (code) =>
  expect(failureOf(refused(409, code, ['participants.1.person_id']), family)).toEqual({
    kind: 'fields',
    gone: false,
    told: [{ field: 'participants.nana.person_id', message: code }],
  }),
)

it.each([
  ['participants.0.title_id', 'title_id'],
  ['participants.0.guardian_id', 'participants.me.guardian_id'],
  ['participants.1.participant_type_id', 'participants.nana.participant_type_id'],
  ['participants.1.caterer_id', 'caterer_id'],
])('%s is %s on the page', (field, told) =>
  expect(failureOf(refused(409, 'quota_exhausted', [field]), family)).toMatchObject({
    gone: true,
    told: [{ field: told }],
  }),
)

it('a product of the list that was sent is the option on the page', () =>
  expect(failureOf(refused(409, 'quota_exhausted', ['products.1.product_option_id']), choice)).toMatchObject({
    told: [{ field: 'products.cloth' }],
  }))

it('invalid input is nothing that went in the meantime', () =>
  expect(failureOf(refused(422, 'invalid_input', ['answers.x']), choice)).toMatchObject({ gone: false }))

it('a full event is said in the server’s words', () =>
  expect(failureOf(refused(409, 'event_full'), choice)).toEqual({ kind: 'other', message: 'event_full', full: true }))
