import { PERMISSIONS } from '@shiloh/contract/permissions'
import type { WishPerson } from '@shiloh/contract/reservations/party'
import { reservationRoutes as routes } from '@shiloh/contract/reservations/reservations'
import type { EditBody } from '@shiloh/contract/reservations/wish'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { inWork } from '#platform/jobs/work'
import { enterPayment, makeEvent, makeSpouse, NIGHTS, reserve } from '../../../../test/booking.ts'
import { type TestAccount, type TestApp, testApp } from '../../../../test/harness.ts'
import { brokenInvariants } from '../../../../test/invariants.ts'
import { giveForm } from '../../../../test/questions.ts'
import { applyPayment } from '../index.ts'

/** An edit without a difference changes nothing, and nobody hears of it. */

let t: TestApp
let office: TestAccount
beforeAll(async () => {
  t = await testApp()
  office = await t.account({ type: 'admin', permissions: PERMISSIONS })
})
afterAll(() => t.close())
afterEach(async () => {
  expect(await brokenInvariants(t.app.deps.db)).toEqual([])
})

const newId = () => t.app.deps.random.bytes(12).toString('hex')

/** A reservation of two who sleep, eat, order and answer, the category of another price, and the answers. */
const made = async () => {
  const event = await makeEvent(t, { price: 0, pricePerNight: 1000, holdMinutes: 60 })
  const ids = { how: newId(), bus: newId(), car: newId(), more: newId() }
  await giveForm(t, event, office, [
    {
      _id: ids.how,
      label: 'How do you come?',
      type: 'radio',
      options: [
        { _id: ids.bus, label: 'By bus' },
        { _id: ids.car, label: 'By car' },
      ],
    },
    { _id: ids.more, label: 'From where?', type: 'text' },
  ])
  const user = await t.account({
    columns: { gender: 'female', phone: `+2332447${ids.how.replace(/\D/g, '').padEnd(5, '0').slice(0, 5)}` },
  })
  const spouse = await makeSpouse(t, user.id)
  const participant_type_id = event.typeId
  const main: WishPerson = {
    role: 'main',
    participant_type_id,
    caterer_id: event.catererId,
    dietary_preference: ['oil_free', 'salt_free'],
  }
  const beside: WishPerson = { role: 'spouse', person_id: spouse, participant_type_id, medical_conditions: ['ulcer'] }
  const wish = {
    participants: [main, beside],
    accommodation: { room_category_id: event.categoryId, ...NIGHTS },
    products: [{ product_option_id: event.optionId, quantity: 2 }],
    answers: { [ids.how]: ids.bus, [ids.more]: 'Tema' },
    arrival_at: '2027-01-10T15:00:00Z',
  } satisfies EditBody
  const { id, view } = await reserve(t, event, { ...wish, participant_type_id: undefined }, user)
  await enterPayment(t, id, view.total)
  await inWork(t.app.deps, (work) => applyPayment(work, id))
  return { event, ids, user, spouse, main, beside, wish, id }
}

/** What a reservation is, and what was said and noted of it. */
const traces = async (id: string) => {
  await t.app.deps.jobs.drain()
  const { rows } = await t.database.pool.query(
    `select r.total::int, r.due_at_once::int, r.hold_expires_at, r.pending_change, r.updated_at,
      array(select x.action from reservation_transitions x where x.reservation_id = r.id order by x.id) as steps,
      (select count(*)::int from messages) as messages, (select count(*)::int from notifications) as notices
     from reservations r where r.id = $1`,
    [id],
  )
  return rows[0]
}

test('what is sent again, or saved as it is, by the member or the office, leaves no trace', async () => {
  const { id, user, main, beside, wish, event, ids, spouse } = await made()
  await t.call(routes.editReservation, { as: office, params: { id }, body: { note: 'Calls on Friday' } })
  // The prices of now are for those who change what they have.
  await t.database.pool.query('update event_participant_types set price = 9900 where event_id = $1', [event.id])
  const before = await traces(id)
  t.clock.forward(2)
  const same: EditBody[] = [
    {},
    wish,
    { accommodation: { ...wish.accommodation, room_id: null } },
    { products: [{ product_option_id: event.optionId, quantity: 2 }] },
    { answers: { [ids.more]: 'Tema', [ids.how]: ids.bus } },
    { arrival_at: '2027-01-10T15:00:00.000Z', departure_at: null, committee_type_id: null, pays_at_desk: false },
    {
      with_spouse: spouse,
      dietary_preference: ['salt_free', 'oil_free'],
      medical_conditions: [],
      spouse_care: { medical_conditions: ['ulcer'] },
    },
    {
      participants: [
        { ...main, title_id: null, guardian_id: null, consent_from: null },
        { ...beside, dietary_preference: [] },
      ],
    },
  ]
  for (const body of same) {
    const mine = await t.call(routes.editMyReservation, { as: user, params: { id }, body })
    expect([body, mine.status, mine.errors, mine.data?.total]).toEqual([body, 200, [], before.total])
    const theirs = await t.call(routes.editReservation, {
      as: office,
      params: { id },
      body: { ...body, note: 'Calls on Friday' },
    })
    expect([body, theirs.status, theirs.data?.total]).toEqual([body, 200, before.total])
    expect([body, await traces(id)]).toEqual([body, before])
  }
  expect(before.steps.filter((step: string) => step === 'edit')).toEqual([])
})

test('each difference counts, and only once', async () => {
  const { id, user, ids, main, beside, wish, event } = await made()
  const other: EditBody[] = [
    { answers: { ...wish.answers, [ids.more]: 'Kumasi' } },
    { answers: { [ids.how]: ids.car } },
    { arrival_at: '2027-01-10T16:00:00Z' },
    { departure_at: '2027-01-13T10:00:00Z' },
    { medical_conditions: ['diabetic'] },
    { spouse_care: { medical_conditions: [] } },
    { products: [] },
    { caterer_id: null },
    { accommodation: { ...wish.accommodation, check_out: '2027-01-12' } },
    { accommodation: { ...wish.accommodation, check_out: '2027-01-12', room_id: event.roomIds[3] ?? null } },
    {
      participants: [{ ...main, participant_type_id: event.otherTypeId }, beside],
    },
    { with_spouse: null },
    { accommodation: null },
  ]
  for (const body of other) {
    const before = await traces(id)
    t.clock.forward(2)
    const send = () => t.call(routes.editMyReservation, { as: user, params: { id }, body })
    const first = await send()
    expect([body, first.status, first.errors]).toEqual([body, 200, []])
    const after = await traces(id)
    expect([body, after.steps.length]).toEqual([body, before.steps.length + 1])
    t.clock.forward(2)
    expect((await send()).data).toEqual(first.data)
    expect([body, await traces(id)]).toEqual([body, after])
  }
  // What staff enter about a title counts, also if it is the one that they have.
  const title = await t.database.pool.query<{ id: string }>(`insert into titles (name) values ('Deacon') returning id`)
  await t.database.pool.query('update users set title_id = $2 where id = $1', [user.id, title.rows[0]?.id])
  const steps = (await traces(id)).steps.length
  for (const _ of [1, 2])
    await t.call(routes.editReservation, { as: office, params: { id }, body: { title_id: title.rows[0]?.id ?? null } })
  expect((await traces(id)).steps).toHaveLength(steps + 1)
})

test('a change that waits for its payment is not made again, nor held longer', async () => {
  const { id, user, event } = await made()
  const body = { products: [{ product_option_id: event.optionId, quantity: 3 }] }
  const first = await t.call(routes.editMyReservation, { as: user, params: { id }, body })
  expect(first.data.pending_change).not.toBeNull()
  const before = await traces(id)
  t.clock.forward(10)
  expect((await t.call(routes.editMyReservation, { as: user, params: { id }, body })).status).toBe(200)
  expect((await t.call(routes.editReservation, { as: office, params: { id }, body })).status).toBe(200)
  expect(await traces(id)).toEqual(before)
  // What they had before is another choice again.
  await t.call(routes.editMyReservation, {
    as: user,
    params: { id },
    body: { products: [{ product_option_id: event.optionId, quantity: 2 }] },
  })
  expect(await traces(id)).toMatchObject({ pending_change: null, steps: [...before.steps, 'edit'] })
})
