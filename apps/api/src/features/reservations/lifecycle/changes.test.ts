import { adminEventRoutes } from '@shiloh/contract/events/events'
import { eventFormRoutes } from '@shiloh/contract/forms/form-definitions'
import { PERMISSIONS } from '@shiloh/contract/permissions'
import { reservationRoutes as routes } from '@shiloh/contract/reservations/reservations'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { inWork } from '#platform/jobs/work'
import { asOwner, makeEvent, makeSpouse, reserve } from '../../../../test/booking.ts'
import { type TestAccount, type TestApp, testApp } from '../../../../test/harness.ts'
import { brokenInvariants } from '../../../../test/invariants.ts'
import { forgetTexts } from '../people/forget.store.ts'

/** The history of a reservation says what each edit changed, from what to what. */

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

/** A reservation that has been edited: another type, a room, somebody more, two shirts and answers. */
const edited = async (by: 'owner' | 'office' = 'owner') => {
  const event = await makeEvent(t, { price: 0, pricePerNight: 1000, holdMinutes: 600 })
  const ids = { how: newId(), bus: newId(), car: newId(), more: newId() }
  const { data: form } = await t.call(eventFormRoutes.create, {
    as: office,
    body: {
      name: `Form ${ids.how}`,
      sections: [
        {
          title: 'Travel',
          questions: [
            {
              _id: ids.how,
              label: 'How do you come?',
              translations: { de: { label: 'Wie kommen Sie?' } },
              type: 'radio',
              options: [
                { _id: ids.bus, label: 'By bus', translations: { de: { label: 'Mit dem Bus' } } },
                { _id: ids.car, label: 'By car', translations: { de: { label: 'Mit dem Auto' } } },
              ],
            },
            { _id: ids.more, label: 'From where?', type: 'text' },
          ],
        },
      ],
    },
  })
  await t.call(adminEventRoutes.updateEvent, { as: office, params: { id: event.id }, body: { form_id: form._id } })
  const { id, user } = await reserve(t, event, {
    products: [{ product_option_id: event.optionId, quantity: 1 }],
    answers: { [ids.how]: ids.bus },
  })
  const spouse = await makeSpouse(t, user.id)
  t.clock.forward(5)
  const body = {
    participants: [
      { role: 'main', participant_type_id: event.otherTypeId, medical_conditions: ['ulcer'] },
      { role: 'spouse', person_id: spouse, participant_type_id: event.typeId },
    ],
    accommodation: { room_category_id: event.categoryId, check_in: '2027-01-10', check_out: '2027-01-12' },
    products: [{ product_option_id: event.optionId, quantity: 3 }],
    answers: { [ids.how]: ids.car, [ids.more]: 'Tema' },
    arrival_at: '2027-01-10T15:00:00Z',
  }
  const { status } =
    by === 'owner'
      ? await t.call(routes.editMyReservation, { as: user, params: { id }, body })
      : await t.call(routes.editReservation, { as: office, params: { id }, body })
  expect(status).toBe(200)
  return { id, user, event, ids }
}

const EDITED = [
  { what: 'joins', person: expect.stringMatching(/\w/), to: expect.stringMatching(/^Delegate/) },
  { what: 'participant_type', from: expect.stringMatching(/^Delegate/), to: expect.stringMatching(/^Visitor/) },
  { what: 'room', person: null, from: null, to: expect.stringMatching(/^Standard/) },
  { what: 'check_in', from: null, to: '2027-01-10' },
  { what: 'check_out', from: null, to: '2027-01-12' },
  { what: 'product', label: expect.stringMatching(/^T-shirt .*, L$/), from: 1, to: 3 },
  { what: 'answer', label: 'How do you come?', from: 'By bus', to: 'By car' },
  { what: 'answer', label: 'From where?', from: null, to: 'Tema' },
  { what: 'arrival', from: null, to: '2027-01-10T15:00:00.000Z' },
  { what: 'total', from: 3500, to: 14500 },
]

const entryOf = async (id: string, as: TestAccount, language = 'en') => {
  const { data } = await t.call(routes.getReservation, { as, params: { id }, headers: { 'accept-language': language } })
  return data.timeline.find(({ action }) => action === 'edit')
}

test('an edit says what it changed, for the office and in the words of each reader', async () => {
  const { id, user } = await edited()
  expect((await entryOf(id, office))?.changes.filter(({ what }) => what !== 'care')).toMatchObject(EDITED)
  expect((await entryOf(id, office, 'de'))?.changes).toContainEqual({
    what: 'answer',
    person: null,
    label: 'Wie kommen Sie?',
    from: 'Mit dem Bus',
    to: 'Mit dem Auto',
  })
  const { data } = await t.call(routes.getMyReservation, { as: user, params: { id } })
  const own = asOwner(data).timeline.find(({ action }) => action === 'edit')
  expect(own?.changes.filter(({ what }) => what !== 'care')).toMatchObject(EDITED)
})

test('that health data changed is said without the data, and only to those who may read them', async () => {
  const { id, user } = await edited()
  const desk = await t.account({ type: 'admin', permissions: ['reservations.read'] })
  const said = (entry: { changes: readonly { what: string }[] } | undefined) =>
    entry?.changes.filter(({ what }) => what === 'care')
  expect(said(await entryOf(id, office))).toEqual([
    { what: 'care', person: expect.stringMatching(/\w/), label: null, from: null, to: null },
  ])
  expect(said(await entryOf(id, desk))).toEqual([])
  const { data } = await t.call(routes.getMyReservation, { as: user, params: { id } })
  expect(said(asOwner(data).timeline.find(({ action }) => action === 'edit'))).toHaveLength(1)
  const kept = async (as: TestAccount) =>
    (await t.call(routes.getReservation, { as, params: { id } })).data.participants.map(
      ({ health_kept }) => health_kept,
    )
  expect(await kept(office)).toEqual([true, false])
  expect(await kept(desk)).toEqual([null, null])
  expect(asOwner(data).participants.map(({ health_kept }) => health_kept)).toEqual([true, false])
  const { rows } = await t.database.pool.query(
    'select changes::text from reservation_transitions where changes is not null',
  )
  expect(JSON.stringify(rows)).not.toContain('ulcer')
})

test('entries from before say what the audit trail and the orders have of them', async () => {
  const forget = (id: string) =>
    t.database.pool.query('update reservation_transitions set changes = null where reservation_id = $1', [id])
  const byOffice = await edited('office')
  await forget(byOffice.id)
  const told = (await entryOf(byOffice.id, office))?.changes
  expect(told).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ what: 'room', from: null, to: expect.stringMatching(/^Standard/) }),
      expect.objectContaining({ what: 'product', from: 1, to: 3 }),
      expect.objectContaining({ what: 'total', from: 3500, to: 14500 }),
    ]),
  )
  const byOwner = await edited()
  await forget(byOwner.id)
  expect((await entryOf(byOwner.id, office))?.changes).toMatchObject([
    { what: 'product', label: expect.stringMatching(/, L$/), from: 1, to: 3 },
  ])
})

test('a second edit says what it changed since the first', async () => {
  const { id, user, event } = await edited()
  t.clock.forward(5)
  await t.call(routes.editMyReservation, {
    as: user,
    params: { id },
    body: { products: [{ product_option_id: event.optionId, quantity: 2 }] },
  })
  const { data } = await t.call(routes.getReservation, { as: office, params: { id } })
  expect(data.timeline.at(-1)?.changes).toMatchObject([
    { what: 'product', from: 3, to: 2 },
    { what: 'total', from: 14500, to: 11000 },
  ])
})

test('an erasure takes what the history has of somebody’s answers', async () => {
  const { id, user } = await edited()
  await inWork(t.app.deps, ({ tx }) => forgetTexts(tx, user.id))
  const { rows } = await t.database.pool.query(
    'select changes from reservation_transitions where reservation_id = $1',
    [id],
  )
  expect(rows.map(({ changes }) => changes)).toEqual([null, null])
})
