import { completionRoutes as routes } from '@shiloh/contract/completion'
import type { FormDefinition } from '@shiloh/contract/forms'
import { identityRoutes } from '@shiloh/contract/identity'
import { reservationRoutes } from '@shiloh/contract/reservations'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeEvent } from '../../../test/booking.ts'
import { type TestAccount, type TestApp, testApp } from '../../../test/harness.ts'

let app: TestApp
let desk: TestAccount
const ARRIVES = 'a'.repeat(24)
const BUS = 'b'.repeat(24)

const question = (_id: string, label: string, visible_when: { question_id: string; any_of: string[] } | null) => ({
  _id,
  label,
  help: '',
  type: 'text' as const,
  required: true,
  min_value: null,
  max_value: null,
  min_date: null,
  max_date: null,
  visible_when,
  participant_type_ids: [],
  rating_scores: [],
  options: [],
})
const form: FormDefinition = {
  sections: [
    {
      _id: 'c'.repeat(24),
      title: 'Travel',
      description: '',
      questions: [
        question(ARRIVES, 'How do you arrive?', null),
        question(BUS, 'Which bus?', { question_id: ARRIVES, any_of: ['bus'] }),
      ],
    },
  ],
}

beforeAll(async () => {
  app = await testApp()
  desk = await app.account({
    type: 'admin',
    permissions: ['reservations.create', 'reservations.update', 'reservations.read'],
  })
})
afterAll(() => app.close())

/** Somebody whom the desk registered with nothing but a name and a phone. */
const registered = async () => {
  const event = await makeEvent(app, { form, price: 0, fields: { medical_conditions: 'required' } })
  const made = await app.call(reservationRoutes.makeReservationFor, {
    as: desk,
    params: { event_id: event.id },
    body: {
      person: { first_name: 'Abena', last_name: 'Sarpong', phone: '+233244123999' },
      participant_type_id: event.typeId,
    },
  })
  expect(made.status).toBe(201)
  expect([...made.data.missing].sort()).toEqual([ARRIVES, 'medical_conditions'])
  return made.data._id
}
const makeLink = async (id: string, send?: 'mail' | 'sms') => {
  const answer = await app.call(routes.makeCompletionLink, { as: desk, params: { id }, body: send ? { send } : {} })
  expect(answer.status).toBe(201)
  return { ...answer.data, bearer: answer.data.link.split('#')[1] ?? '' }
}
const read = (bearer: string) => app.call(routes.readCompletion, { bearer })
const give = (bearer: string, body: object) => app.call(routes.complete, { bearer, body })
const reservation = async (id: string) =>
  (await app.call(reservationRoutes.getReservation, { as: desk, params: { id } })).data

test('what is missing is given from the link, question by question, and the link ends when nothing is', async () => {
  const id = await registered()
  const { bearer, link } = await makeLink(id)
  expect(link).toContain('/complete#')
  const seen = await read(bearer)
  expect(seen.data).toMatchObject({ name: 'Abena S.', fields: ['medical_conditions'], complete: false })
  expect(seen.data.form?.sections.flatMap(({ questions }) => questions.map(({ _id }) => _id))).toEqual([ARRIVES])
  // Nothing else of the person is in the answer.
  expect(seen.raw.toString()).not.toMatch(/Sarpong|233244/)

  const half = await give(bearer, { answers: { [ARRIVES]: 'bus' }, medical_conditions: ['mobility_issue'] })
  expect(half.data).toMatchObject({ complete: false, fields: [] })
  expect(half.data.form?.sections[0]?.questions.map(({ label }) => label)).toEqual(['Which bus?'])
  const whole = await give(bearer, { answers: { [BUS]: 'From Kumasi' } })
  expect(whole.data.complete).toBe(true)

  const after = await reservation(id)
  expect(after.missing).toEqual([])
  expect(after.answers.map(({ value }) => value)).toEqual(['bus', 'From Kumasi'])
  const { rows } = await app.database.pool.query<{ sealed: string; ground_floor: boolean }>(
    `select c.sealed, c.ground_floor from reservation_care c join reservation_participants p on p.id = c.participant_id
     where p.reservation_id = $1`,
    [id],
  )
  expect(rows[0]?.ground_floor).toBe(true)
  expect(rows[0]?.sealed).not.toContain('mobility')
  expect((await read(bearer)).code).toBe('invalid_token')
  const told = await app.call(identityRoutes.adminListNotifications, { as: desk })
  expect(told.data.map(({ kind }) => kind)).toContain('registration_completed')
})

test('nothing that is known can be changed from a link', async () => {
  const { bearer } = await makeLink(await registered())
  for (const body of [
    { arrival_at: '2027-01-10T08:00:00Z' },
    { answers: { [BUS]: 'x' } },
    { title_id: 'd'.repeat(24) },
  ])
    expect((await give(bearer, body)).status).toBe(422)
})

test('a link ends with a newer one, when staff end it, by time, and when the reservation is cancelled', async () => {
  const id = await registered()
  const first = await makeLink(id)
  const second = await makeLink(id)
  expect((await read(first.bearer)).code).toBe('invalid_token')
  expect((await read(second.bearer)).status).toBe(200)
  await app.call(routes.endCompletionLink, { as: desk, params: { id } })
  expect((await read(second.bearer)).code).toBe('invalid_token')

  const { bearer } = await makeLink(id)
  await app.database.pool.query(`update one_time_tokens set expires_at = $2 where reservation_id = $1`, [
    id,
    app.clock(),
  ])
  expect((await read(bearer)).code).toBe('invalid_token')

  const other = await makeLink(id)
  await app.database.pool.query(`update reservations set status = 'cancelled', cancelled_at = now() where id = $1`, [
    id,
  ])
  expect((await read(other.bearer)).code).toBe('token_expired')
  expect((await give(other.bearer, { medical_conditions: [] })).code).toBe('token_expired')
  expect((await app.call(routes.makeCompletionLink, { as: desk, params: { id }, body: {} })).code).toBe(
    'illegal_transition',
  )
})

test('the link goes to the person’s phone, in few words', async () => {
  const id = await registered()
  const { sent_to } = await makeLink(id, 'sms')
  expect(sent_to).toBe('+233******999')
  const [sms] = await app.outbox('+233244123999')
  expect(sms?.links[0]).toContain('/complete#')
  const none = await app.call(routes.makeCompletionLink, { as: desk, params: { id }, body: { send: 'mail' } })
  expect(none.errors[0]).toMatchObject({ field: 'email', code: 'required' })
})
