import { activityRoutes } from '@shiloh/contract/activities'
import { bulkEditRoutes as routes } from '@shiloh/contract/bulk-edits'
import { bedRoutes } from '@shiloh/contract/reservations/beds'
import { reservationRoutes } from '@shiloh/contract/reservations/reservations'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { applyPayment, syncQuotas } from '#features/reservations'
import { inWork } from '#platform/jobs/work'
import { type BookableEvent, enterPayment, makeEvent, makeSpouse, NIGHTS, reserve } from '../../../test/booking.ts'
import { type TestAccount, type TestApp, testApp } from '../../../test/harness.ts'
import { brokenInvariants } from '../../../test/invariants.ts'
import { runBulkEdit } from './run.ts'

let app: TestApp
let as: TestAccount
let event: BookableEvent
beforeAll(async () => {
  app = await testApp()
  as = await app.account({
    type: 'admin',
    permissions: ['reservations.read', 'reservations.update', 'reservations.assign_rooms', 'event_rooms.read'],
  })
  event = await makeEvent(app, { price: 0, pricePerNight: 0 })
  await query(
    `insert into event_accommodations (event_id, room_category_id, price_per_night, check_in_from, check_out_until, beds)
     values ($1, $2, 9000, $3, $4, 2)`,
    [event.id, event.otherCategoryId, NIGHTS.check_in, NIGHTS.check_out],
  )
  await inWork(app.app.deps, (work) => syncQuotas(work, event.id))
})
afterAll(() => app.close())

const query = async (text: string, values: readonly unknown[]) =>
  (await app.database.pool.query(text, [...values])).rows
const drained = async ({ data }: { data: { activity_id: string } }) => {
  await app.app.deps.jobs.drain()
  const id = data.activity_id
  const [edit, activity] = await Promise.all([
    app.call(routes.getBulkEdit, { as, params: { id } }),
    app.call(activityRoutes.getActivity, { as, params: { id } }),
  ])
  return { state: activity.data.state, ...activity.data.result, ...edit.data }
}
const stay = () => ({ accommodation: { room_category_id: event.categoryId, ...NIGHTS } })
const edit = (ids: readonly string[], change: object) =>
  app.call(routes.editReservations, { as, body: { filter: { event_id: event.id }, ids: [...ids], change } })
const undo = ({ data }: { data: { activity_id: string } }) =>
  app.call(routes.undoBulkEdit, { as, params: { id: data.activity_id } })
const typesOf = async (id: string): Promise<string[]> =>
  (
    await query(
      `select t.participant_type_id from reservation_participants p join event_participant_types t on t.id = p.event_participant_type_id
       where p.reservation_id = $1 order by p.role = 'spouse'`,
      [id],
    )
  ).map((row) => row.participant_type_id)
const stateOf = async (id: string) => {
  const [row] = await query(
    `select a.room_category_id as category, r.total, r.pending_change->'wish'->'accommodation'->>'room_category_id' as wanted,
       (select b.room_id from bed_assignments b where b.reservation_id = r.id and b.released_at is null and not b.for_change) as room
     from reservations r left join event_accommodations a on a.id = r.event_accommodation_id where r.id = $1`,
    [id],
  )
  return row
}

test('sets the type of a main person and of a spouse who has the same, and takes it back person by person', async () => {
  const couple = await app.account({ columns: { gender: 'female' } })
  const spouse = await makeSpouse(app, couple.id)
  const both = await reserve(app, event, { with_spouse: spouse }, couple)
  const apart = await app.account({ columns: { gender: 'female' } })
  const other = await makeSpouse(app, apart.id)
  const mixed = await reserve(
    app,
    event,
    {
      participant_type_id: undefined,
      participants: [
        { role: 'main', participant_type_id: event.typeId },
        { role: 'spouse', person_id: other, participant_type_id: event.otherTypeId },
      ],
    },
    apart,
  )
  const already = await reserve(app, event, { participant_type_id: event.otherTypeId })
  const done = await edit([both.id, mixed.id, already.id], { participant_type_id: event.otherTypeId })
  expect(await drained(done)).toMatchObject({ updated: 2, unchanged: 1, refused: [], undoable: 2 })
  const all = [event.otherTypeId, event.otherTypeId]
  expect([await typesOf(both.id), await typesOf(mixed.id)]).toEqual([all, all])
  const trail = await query(
    `select actor_id, before->'types'->>'main' as before, after->'types'->>'main' as after from audit_trail
     where action = 'edit' and resource = 'reservations' and object_id = $1`,
    [both.id],
  )
  expect(trail).toEqual([{ actor_id: as.id, before: event.typeId, after: event.otherTypeId }])

  expect(await drained(await undo(done))).toMatchObject({ updated: 2, refused: [] })
  // The spouse who had the other type before keeps it.
  expect([await typesOf(both.id), await typesOf(mixed.id), await typesOf(already.id)]).toEqual([
    [event.typeId, event.typeId],
    [event.typeId, event.otherTypeId],
    [event.otherTypeId],
  ])
  expect(await brokenInvariants(app.app.deps.db)).toEqual([])
})

test('sets the category, answers each row, and gives the room back with the category', async () => {
  const housed = await reserve(app, event, stay())
  const waiting = await reserve(app, event, stay())
  const away = await reserve(app, event)
  const gone = await reserve(app, event, stay())
  const [first = ''] = event.roomIds
  expect(
    await app.call(bedRoutes.assignBeds, {
      as,
      params: { id: housed.id },
      body: { room_id: first, participant_ids: [housed.view.participants[0]?._id ?? ''] },
    }),
  ).toMatchObject({ status: 200 })
  await app.call(reservationRoutes.cancelMyReservation, { as: gone.user, params: { id: gone.id } })

  const done = await edit([housed.id, waiting.id, away.id, gone.id], { room_category_id: event.otherCategoryId })
  const answered = await drained(done)
  expect(answered).toMatchObject({ updated: 2, unchanged: 0, undoable: 2 })
  const reasons = new Map(answered.refused.map(({ _id, reason }) => [_id, reason]))
  expect(reasons).toEqual(
    new Map([
      [away.id, 'This reservation has no nights, or is not confirmed.'],
      [gone.id, expect.any(String)],
    ]),
  )
  // The dearer category of somebody who is confirmed waits for its payment: the bed stays until then.
  const [one, two] = [await stateOf(housed.id), await stateOf(waiting.id)]
  expect(one).toMatchObject({ category: event.categoryId, wanted: event.otherCategoryId, room: first })
  expect(two).toMatchObject({ wanted: event.otherCategoryId, total: '27000' })

  expect(await drained(await undo(done))).toMatchObject({ updated: 2, refused: [] })
  expect(await stateOf(housed.id)).toEqual({ category: event.categoryId, wanted: null, total: '0', room: first })
  expect(await stateOf(waiting.id)).toMatchObject({ category: event.categoryId, wanted: null, total: '0' })

  // A category that costs the same takes effect at once, with a bed of it.
  await query(`update event_accommodations set price_per_night = 0 where event_id = $1`, [event.id])
  await query(`update events set updated_at = now() where id = $1`, [event.id])
  await inWork(app.app.deps, (work) => syncQuotas(work, event.id))
  const free = await edit([housed.id], { room_category_id: event.otherCategoryId })
  expect(await drained(free)).toMatchObject({ updated: 1, refused: [] })
  const moved = await stateOf(housed.id)
  expect([moved.category, moved.room !== first, moved.room !== null]).toEqual([event.otherCategoryId, true, true])
  expect(await drained(await undo(free))).toMatchObject({ updated: 1, refused: [] })
  expect(await stateOf(housed.id)).toMatchObject({ category: event.categoryId, room: first })
  expect(await brokenInvariants(app.app.deps.db)).toEqual([])
})

test('a cancellation of many spares whoever was given a bed before their turn came', async () => {
  const staff = await app.account({ type: 'admin', permissions: ['reservations.read', 'reservations.cancel'] })
  const open = await makeEvent(app, { price: 0, pricePerNight: 0 })
  const beds = { accommodation: { room_category_id: open.categoryId, ...NIGHTS } }
  const [given, other] = [await reserve(app, open, beds), await reserve(app, open, beds)]
  const ids = [given.id, other.id]
  app.clock.forward(1)
  const body = { filter: { event_id: open.id }, ids }
  const asked = await app.call(routes.cancelReservations, { as: staff, body })
  app.clock.forward(1)
  const [room = ''] = open.roomIds
  const bed = { room_id: room, participant_ids: [given.view.participants[0]?._id ?? ''] }
  expect((await app.call(bedRoutes.assignBeds, { as, params: { id: given.id }, body: bed })).status).toBe(200)
  await app.app.deps.jobs.drain()
  const { data } = await app.call(routes.getBulkEdit, { as: staff, params: { id: asked.data.activity_id } })
  expect(data.refused).toMatchObject([
    { _id: given.id, reason: 'Somebody changed this in the meantime. Please check it again.' },
  ])
  expect(await query('select id, status from reservations where id = any($1) order by status', [ids])).toEqual([
    { id: given.id, status: 'active' },
    { id: other.id, status: 'cancelled' },
  ])
})

test('says what is sold out by its name, in the language of the reader', async () => {
  const full = await makeEvent(app, { price: 0, pricePerNight: 0 })
  await query(
    `insert into event_accommodations (event_id, room_category_id, price_per_night, check_in_from, check_out_until, beds)
     values ($1, $2, 0, $3, $4, 1)`,
    [full.id, full.otherCategoryId, NIGHTS.check_in, NIGHTS.check_out],
  )
  await query(`update event_participant_types set places = 0 where event_id = $1 and participant_type_id = $2`, [
    full.id,
    full.otherTypeId,
  ])
  const rename = (table: string, id: string, name: string, de: string) =>
    query(`update ${table} set name = $2, translations = $3 where id = $1`, [id, name, { de: { name: de } }])
  await rename('room_categories', full.otherCategoryId, 'Executive', 'Gehoben')
  await rename('participant_types', full.otherTypeId, 'Visitor', 'Gast')
  await query(`update events set updated_at = now() where id = $1`, [full.id])
  await inWork(app.app.deps, (work) => syncQuotas(work, full.id))
  const beds = { accommodation: { room_category_id: full.categoryId, ...NIGHTS } }
  const ids = [await reserve(app, full, beds), await reserve(app, full, beds)].map(({ id }) => id)
  const refusals = async (change: object) => {
    const done = await app.call(routes.editReservations, { as, body: { filter: { event_id: full.id }, ids, change } })
    await drained(done)
    return Promise.all(
      ['en', 'de'].map(async (language) => {
        const params = { id: done.data.activity_id }
        const answer = await app.call(routes.getBulkEdit, { as, params, headers: { 'accept-language': language } })
        return answer.data.refused.map(({ reason }) => reason)
      }),
    )
  }
  expect(await refusals({ room_category_id: full.otherCategoryId })).toEqual([
    ['Sold out: Executive.'],
    ['Ausgebucht: Gehoben.'],
  ])
  expect(await refusals({ room_category_id: full.categoryId, participant_type_id: full.otherTypeId })).toEqual([
    ['Sold out: Visitor.', 'Sold out: Visitor.'],
    ['Ausgebucht: Gast.', 'Ausgebucht: Gast.'],
  ])
})

test('needs a value, and the permission for every row', async () => {
  const { id } = await reserve(app, event)
  expect(await edit([id], {})).toMatchObject({ status: 422, errors: [{ field: 'change', code: 'required' }] })
  await query(
    `insert into special_permissions (user_id, effect, resource, object_id, actions) values ($1, 'deny', 'reservations', $2, '{update}')`,
    [as.id, id],
  )
  const denied = await edit([id], { participant_type_id: event.otherTypeId })
  expect(await drained(denied)).toMatchObject({ updated: 0, refused: [{ _id: id }] })
  expect(await typesOf(id)).toEqual([event.typeId])
  const reader = await app.account({ type: 'admin', permissions: ['reservations.read'] })
  expect(
    await app.call(routes.editReservations, {
      as: reader,
      body: { filter: {}, change: { participant_type_id: event.otherTypeId } },
    }),
  ).toMatchObject({ status: 403 })
})

test('does not tell names to somebody who cannot read them', async () => {
  const { id } = await reserve(app, event)
  const blind = await app.account({ type: 'admin', permissions: ['reservations.update'] })
  const { data } = await app.call(routes.editReservations, {
    as: blind,
    body: { filter: { event_id: event.id }, ids: [id], change: { participant_type_id: event.categoryId } },
  })
  await app.app.deps.jobs.drain()
  const edit = await app.call(routes.getBulkEdit, { as: blind, params: { id: data.activity_id } })
  expect(edit.data.refused).toMatchObject([{ _id: id, name: '' }])
})

test('says before an edit how many it would change, and their prices before and after; and keeps nothing of it', async () => {
  const priced = await makeEvent(app, { price: 10_000 })
  const one = await reserve(app, priced)
  const two = await reserve(app, priced)
  const already = await reserve(app, priced, { participant_type_id: priced.otherTypeId })
  const gone = await reserve(app, priced)
  await app.call(reservationRoutes.cancelMyReservation, { as: gone.user, params: { id: gone.id } })
  const count = () =>
    query(
      `select (select count(*)::int from notifications) as notices,
        (select count(*)::int from audit_trail) as audited`,
      [],
    )
  const before = await count()
  const answer = await app.call(routes.tryReservations, {
    as,
    body: { filter: { event_id: priced.id }, change: { participant_type_id: priced.otherTypeId } },
  })
  expect(answer).toMatchObject({ status: 200 })
  expect(answer.data).toEqual({
    total: 4,
    tried: 4,
    changed: 2,
    unchanged: 1,
    refused: 1,
    prices: [{ currency: 'GHS', before: 20_000, after: 0 }],
  })
  expect(await typesOf(one.id)).toEqual([priced.typeId])
  expect(await typesOf(two.id)).toEqual([priced.typeId])
  expect(await typesOf(already.id)).toEqual([priced.otherTypeId])
  expect(await count()).toEqual(before)
})

test('tells a guest of an edit that is taken back in one message', async () => {
  const plain = await makeEvent(app, { price: 0 })
  const { id } = await reserve(app, plain)
  const done = await app.call(routes.editReservations, {
    as,
    body: { filter: { event_id: plain.id }, ids: [id], change: { participant_type_id: plain.otherTypeId } },
  })
  expect(await drained(done)).toMatchObject({ updated: 1 })
  const messages = () => query('select kind from notifications where link like $1 order by created_at, id', [`%${id}%`])
  const first = await messages()
  expect(await drained(await undo(done))).toMatchObject({ updated: 1 })
  const all = await messages()
  expect(all.slice(first.length)).toHaveLength(1)
})

test('keeps for undo only what the edit itself changed, also when two come at once', async () => {
  const { id } = await reserve(app, event)
  const both = [await edit([id], { participant_type_id: event.otherTypeId })]
  both.push(await edit([id], { participant_type_id: event.otherTypeId }))
  await Promise.all(both.map(({ data }) => runBulkEdit({ activity_id: data.activity_id }, app.app.deps)))
  const answers = await Promise.all(both.map(drained))
  expect(answers.map(({ undoable }) => undoable).sort()).toEqual([0, 1])
})

test('refuses to take back a change whose price would have to be paid again', async () => {
  const dear = await makeEvent(app, { price: 10_000 })
  const { id } = await reserve(app, dear)
  await enterPayment(app, id, 10_000)
  await inWork(app.app.deps, (work) => applyPayment(work, id))
  const done = await app.call(routes.editReservations, {
    as,
    body: { filter: { event_id: dear.id }, ids: [id], change: { participant_type_id: dear.otherTypeId } },
  })
  expect(await drained(done)).toMatchObject({ updated: 1, refused: [] })
  // The old type is dearer now: its price would have to be paid first.
  await query(`update event_participant_types set price = 20000 where event_id = $1 and participant_type_id = $2`, [
    dear.id,
    dear.typeId,
  ])
  await inWork(app.app.deps, (work) => syncQuotas(work, dear.id))
  const back = await drained(await undo(done))
  expect(back).toMatchObject({ updated: 0, refused: [{ _id: id }] })
  expect(await typesOf(id)).toEqual([dear.otherTypeId])
})
