import type { FormDefinition } from '@shiloh/contract/forms/forms'
import { identityRoutes } from '@shiloh/contract/identity/identity'
import { completionRoutes as routes } from '@shiloh/contract/reservations/completion'
import { reservationRoutes } from '@shiloh/contract/reservations/reservations'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { inWork } from '#platform/jobs/work'
import { makeEvent, makeSpouse } from '../../../../test/booking.ts'
import { type TestAccount, type TestApp, testApp } from '../../../../test/harness.ts'
import { brokenInvariants } from '../../../../test/invariants.ts'

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
      translations: { de: { title: 'Anreise' } },
      questions: [
        {
          ...question(ARRIVES, 'How do you arrive?', null),
          translations: { de: { label: 'Wie kommen Sie an?' } },
        },
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

/** A person registered at the desk with only a name and a phone. */
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
  // The answer has nothing else about the person.
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

test('the open questions are in the language of the reader', async () => {
  const { bearer } = await makeLink(await registered())
  const seen = await app.call(routes.readCompletion, { bearer, headers: { 'accept-language': 'de-DE' } })
  const [section] = seen.data.form?.sections ?? []
  expect(section).toMatchObject({ title: 'Anreise', questions: [{ label: 'Wie kommen Sie an?' }] })
  expect(seen.raw.toString()).not.toContain('translations')
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

test('each person’s open fields are given from the link, and every view of it leaves a trace', async () => {
  const fields = { medical_conditions: 'required', title: 'required' } as const
  const event = await makeEvent(app, { price: 0, fields })
  const [wife, son] = ['a'.repeat(24), 'b'.repeat(24)]
  const made = await app.call(reservationRoutes.makeReservationFor, {
    as: desk,
    params: { event_id: event.id },
    body: {
      person: { first_name: 'Kojo', last_name: 'Sarpong', gender: 'male' },
      participants: [
        { role: 'main', participant_type_id: event.typeId },
        { role: 'spouse', person_id: wife, participant_type_id: event.otherTypeId },
        { role: 'child', person_id: son, participant_type_id: event.otherTypeId },
      ],
      new_persons: [
        { key: wife, relation: 'spouse', first_name: 'Efua', last_name: 'Sarpong', gender: 'female' },
        {
          key: son,
          relation: 'child',
          first_name: 'Yaw',
          last_name: 'Sarpong',
          gender: 'male',
          birth_date: '2018-02-03',
        },
      ],
    },
  })
  expect([made.status, made.errors]).toEqual([201, []])
  const [, efua, yaw] = made.data.participants.map(({ person_id }) => person_id ?? '')
  const { bearer } = await makeLink(made.data._id)
  const seen = await read(bearer)
  expect([seen.data.fields, seen.data.persons]).toEqual([
    ['title_id', 'medical_conditions'],
    [
      { person_id: efua, name: 'Efua S.', role: 'spouse', fields: ['title_id', 'medical_conditions'] },
      { person_id: yaw, name: 'Yaw S.', role: 'child', fields: ['medical_conditions'] },
    ],
  ])
  const stranger = await give(bearer, { persons: [{ person_id: yaw, title_id: 'd'.repeat(24) }] })
  expect(stranger).toMatchObject({ status: 422, errors: [{ field: 'persons.0.title_id', code: 'not_offered' }] })

  const { rows: titles } = await app.database.pool.query<{ id: string }>(
    `insert into titles (name) values ('Deaconess of Efua') returning id`,
  )
  const title_id = titles[0]?.id
  const half = await give(bearer, { persons: [{ person_id: efua, title_id, medical_conditions: ['ulcer'] }] })
  expect([half.data.persons.map((one) => one.person_id), half.data.complete]).toEqual([[yaw], false])
  const whole = await give(bearer, {
    title_id,
    medical_conditions: [],
    persons: [{ person_id: yaw, medical_conditions: [] }],
  })
  expect(whole.data.complete).toBe(true)
  const after = await reservation(made.data._id)
  expect([after.missing, after.participants.map(({ title }) => title?._id)]).toEqual([
    [],
    [title_id, title_id, undefined],
  ])
  // A title claimed through a link does not count as confirmed by the office.
  const { rows } = await app.database.pool.query<{ by_staff: boolean }>(
    `select bool_or(title_by_staff) as by_staff from reservation_participants where reservation_id = $1`,
    [made.data._id],
  )
  expect(rows[0]?.by_staff).toBe(false)
  const { rows: views } = await app.database.pool.query<{ count: number }>(
    `select count(*)::int as count from audit_trail where action = 'view_completion' and object_id = $1`,
    [made.data._id],
  )
  expect(views[0]?.count).toBe(1)

  // "None of these" was an answer: another edit does not ask again.
  const noted = await app.call(reservationRoutes.editReservation, {
    as: desk,
    params: { id: made.data._id },
    body: { arrival_at: null },
  })
  expect(noted.data.missing).toEqual([])
})

test('an answer of nothing is kept when its owner changes something else', async () => {
  const event = await makeEvent(app, { price: 0, fields: { medical_conditions: 'required' } })
  const user = await app.account()
  const body = { participants: [{ role: 'main' as const, participant_type_id: event.typeId }] }
  const bare = await app.call(reservationRoutes.makeReservation, { as: user, params: { event_id: event.id }, body })
  expect(bare.status).toBe(422)
  const made = await app.call(reservationRoutes.makeReservation, {
    as: user,
    params: { event_id: event.id },
    body: { participants: [{ ...body.participants[0], medical_conditions: [] }] },
  })
  const changed = await app.call(reservationRoutes.editMyReservation, {
    as: user,
    params: { id: made.data._id },
    body: { participant_type_id: event.otherTypeId },
  })
  expect([changed.status, changed.errors]).toEqual([200, []])
})

test('a link adds what it was asked for to a change that waits for its payment, and to what stands without it', async () => {
  const [ramp, more] = ['1'.repeat(24), '2'.repeat(24)]
  const event = await makeEvent(app, {
    price: 0,
    holdMinutes: 60,
    fields: { medical_conditions: 'required', arrival: 'required' },
    form: {
      sections: [
        {
          _id: '3'.repeat(24),
          title: 'Access',
          description: '',
          translations: {},
          questions: [question(ramp, 'Ramp?', null), question(more, 'Tell us more', null)],
        },
      ],
    },
  })
  const user = await app.account()
  const spouse = await makeSpouse(app, user.id)
  const { data: made } = await app.call(reservationRoutes.makeReservationFor, {
    as: desk,
    params: { event_id: event.id },
    body: { user_id: user.id, participant_type_id: event.typeId, answers: { [ramp]: 'Yes' } },
  })
  expect([...made.missing].sort()).toEqual([more, 'arrival_at', 'medical_conditions'])
  const { bearer } = await makeLink(made._id)
  const changed = await app.call(reservationRoutes.editMyReservation, {
    as: user,
    params: { id: made._id },
    body: {
      with_spouse: spouse,
      products: [{ product_option_id: event.optionId, quantity: 1 }],
      answers: { [ramp]: 'No', [more]: 'A lift' },
      arrival_at: '2027-01-10T12:00:00.000Z',
      medical_conditions: ['ulcer'],
    },
  })
  expect([changed.status, changed.errors]).toEqual([200, []])
  const state = async () => {
    const { data } = await app.call(reservationRoutes.getReservation, { as: desk, params: { id: made._id } })
    const { rows } = await app.database.pool.query(
      `select pending_change, (select json_object_agg(question_id, value) from reservation_answers where reservation_id = r.id) as answers
       from reservations r where id = $1`,
      [made._id],
    )
    const { pending_change, answers } = rows[0]
    return {
      standing: { answers, missing: data.missing, arrival_at: data.arrival_at },
      pending: pending_change && {
        answers: Object.fromEntries(
          pending_change.answers.map(({ question_id, value }: { question_id: string; value: string }) => [
            question_id,
            value,
          ]),
        ),
        arrival_at: pending_change.wish.arrival_at,
        persons: pending_change.wish.participants.length,
        products: pending_change.wish.products,
        total: pending_change.total,
      },
    }
  }
  const before = await state()
  expect(before.pending).toMatchObject({
    answers: { [ramp]: 'No', [more]: 'A lift' },
    persons: 2,
    total: changed.data.total,
  })

  // What has no price stands at once. Only the answer is still asked for.
  expect((await give(bearer, { answers: { [more]: 'Stairs' } })).data).toMatchObject({ complete: true })
  const after = await state()
  expect(after).toEqual({
    standing: { ...before.standing, answers: { [ramp]: 'Yes', [more]: 'Stairs' }, missing: [] },
    pending: { ...before.pending, answers: { [ramp]: 'No', [more]: 'Stairs' } },
  })
  // Without the payment the change is dropped. What was answered stays.
  app.clock.forward(120)
  await inWork(app.app.deps, async (work) => work.enqueue('sweep_holds', {}))
  await app.app.deps.jobs.drain()
  expect(await state()).toEqual({ pending: null, standing: after.standing })
  expect(JSON.stringify(await brokenInvariants(app.app.deps.db))).not.toContain(made._id)
})
