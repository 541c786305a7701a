import { identityRoutes } from '@shiloh/contract/identity/identity'
import { allotmentRoutes } from '@shiloh/contract/reservations/allotments'
import { reservationRoutes } from '@shiloh/contract/reservations/reservations'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { askFor, type BookableEvent, makeEvent, NIGHTS, reserve } from '../../../../test/booking.ts'
import { type TestAccount, type TestApp, testApp } from '../../../../test/harness.ts'
import { checkBooks } from '../invariants/invariants.store.ts'
import { jobs } from '../jobs.ts'

let t: TestApp
let staff: TestAccount

beforeAll(async () => {
  t = await testApp()
  staff = await t.account({
    type: 'admin',
    permissions: ['reservations.read', 'reservations.update', 'reservations.assign_rooms'],
  })
})
afterAll(() => t.close())
beforeEach(() => t.clock.set('2026-11-21T09:00:00Z'))

const FREE = { price: 0, pricePerNight: 0 } as const
const REST = [{ on_day: '2026-12-20', beds: null }]

const give = (event: BookableEvent, beds: number, over: object = {}) =>
  t.call(allotmentRoutes.giveBeds, {
    as: staff,
    params: { event_id: event.id },
    body: { room_category_id: event.categoryId, ...NIGHTS, sponsor: 'Golden Sheaf', beds, releases: REST, ...over },
  })
const read = async (id: string) => (await t.call(allotmentRoutes.readAllotment, { as: staff, params: { id } })).data
const fill = (id: string, reservation_id: string) =>
  t.call(allotmentRoutes.fillAllotment, { as: staff, params: { id }, body: { reservation_id } })
/** Beds that are free in the fewest of an event's nights. */
const free = async (event: BookableEvent): Promise<number> =>
  (await t.call(allotmentRoutes.listAllotments, { as: staff, params: { event_id: event.id } })).data.accommodations[0]
    ?.free ?? -1
const stay = (event: BookableEvent) => ({ accommodation: { room_category_id: event.categoryId, ...NIGHTS } })
const broken = async (): Promise<string[]> => (await checkBooks(t.app.deps.db)).flatMap(({ samples }) => [...samples])

test('beds of a group are sold to nobody else, and filled by name without anything being sold twice', async () => {
  const event = await makeEvent(t, { ...FREE, beds: 3 })
  const given = await give(event, 3)
  expect(given.data).toMatchObject({
    given: 3,
    empty: 3,
    filled: 0,
    held_for: { kind: 'sponsor', name: 'Golden Sheaf' },
  })
  expect(await free(event)).toBe(0)
  expect((await askFor(t, event, stay(event))).code).toBe('quota_exhausted')
  expect((await give(event, 1)).code).toBe('quota_exhausted')

  const { id } = await reserve(t, event)
  const filled = await fill(given.data._id, id)
  expect(filled.data).toMatchObject({ given: 3, empty: 2, filled: 1 })
  expect(await free(event)).toBe(0)
  expect((await fill(given.data._id, id)).code).toBe('allotment_named')
  const { rows } = await t.database.pool.query(
    `select check_in::text, check_out::text from reservations where id = $1`,
    [id],
  )
  expect(rows).toEqual([NIGHTS])
  expect((await read(given.data._id)).guests).toMatchObject([{ reservation_id: id, beds: 1 }])
  expect(await broken()).toEqual([])
})

test('somebody who has chosen a bed before is named, and sets one free', async () => {
  const event = await makeEvent(t, { ...FREE, beds: 3 })
  const { id } = await reserve(t, event, stay(event))
  const { data } = await give(event, 2)
  expect(await free(event)).toBe(0)
  expect((await fill(data._id, id)).data).toMatchObject({ empty: 1, filled: 1 })
  expect(await free(event)).toBe(1)
  expect(await broken()).toEqual([])
})

test('is led by a member alone, and not given at an archived event', async () => {
  const event = await makeEvent(t, { ...FREE, beds: 3 })
  expect((await give(event, 1, { leader_id: staff.id })).errors).toMatchObject([{ field: 'leader_id' }])
  const leader = await t.account()
  const { data, status } = await give(event, 1, { leader_id: leader.id })
  expect(status).toBe(201)
  const changed = await t.call(allotmentRoutes.changeAllotment, {
    as: staff,
    params: { id: data._id },
    body: { leader_id: staff.id },
  })
  expect(changed.errors).toMatchObject([{ field: 'leader_id' }])
  const old = await makeEvent(t, { ...FREE, beds: 3 })
  await t.database.pool.query(`update events set status = 'archived' where id = $1`, [old.id])
  expect((await give(old, 1)).code).toBe('illegal_transition')
})

test('empty beds go back on their day, in parts, to those who wait first; the leader hears of it before', async () => {
  const event = await makeEvent(t, { ...FREE, beds: 3 })
  const leader = await t.account()
  const { data } = await give(event, 3, {
    leader_id: leader.id,
    releases: [
      { on_day: '2026-12-04', beds: 1 },
      { on_day: '2026-12-20', beds: null },
    ],
  })
  const waits = await t.account()
  const joined = await t.call(reservationRoutes.joinWaitingList, {
    as: waits,
    params: { id: event.id },
    body: { participant_type_id: event.typeId, ...stay(event) },
  })
  expect(joined.status).toBe(201)
  const run = async (at: string) => {
    t.clock.set(at)
    // Two processes do it at once.
    await Promise.all([jobs.return_beds?.({}, t.app.deps), jobs.return_beds?.({}, t.app.deps)])
  }
  const kinds = async (as: TestAccount) =>
    (await t.call(identityRoutes.listNotifications, { as })).data.map(({ kind }) => kind)
  await run('2026-11-28T10:00:00Z')
  expect((await read(data._id)).returned).toBe(0)
  await run('2026-11-29T10:00:00Z')
  await run('2026-12-03T23:00:00Z')
  expect(await kinds(leader)).toEqual(['allotment_reminder'])
  await run('2026-12-04T00:05:00Z')
  expect(await read(data._id)).toMatchObject({ given: 3, empty: 2, returned: 1 })
  // The one that went back is offered, not free.
  expect(await free(event)).toBe(0)
  expect(await kinds(waits)).toContain('waiting_offer')
  await run('2026-12-20T08:00:00Z')
  expect(await read(data._id)).toMatchObject({ empty: 0, returned: 3 })
  expect(await broken()).toEqual([])
})

test('beds are added and taken back, never below what is filled; ending keeps the named', async () => {
  const event = await makeEvent(t, { ...FREE, beds: 5 })
  const { data } = await give(event, 2)
  const change = (body: object) =>
    t.call(allotmentRoutes.changeAllotment, { as: staff, params: { id: data._id }, body })
  expect((await change({ beds: 5 })).data).toMatchObject({ given: 5, empty: 5 })
  expect((await change({ beds: 6 })).code).toBe('quota_exhausted')
  const { id } = await reserve(t, event)
  await fill(data._id, id)
  expect((await change({ beds: 1 })).data).toMatchObject({ given: 1, empty: 0, filled: 1 })
  expect(await free(event)).toBe(4)
  await change({ beds: 3 })
  const ended = await t.call(allotmentRoutes.endAllotment, { as: staff, params: { id: data._id } })
  expect(ended.data).toEqual({ returned: 2 })
  expect(await free(event)).toBe(4)
  const own = await t.call(reservationRoutes.getReservation, { as: staff, params: { id } })
  expect(own.data.accommodation).toMatchObject(NIGHTS)
  expect(await broken()).toEqual([])
})

test('says what is wrong with dates, owners and nights', async () => {
  const event = await makeEvent(t, { ...FREE, beds: 2 })
  const fields = async (over: object) => (await give(event, 1, over)).errors.map(({ field }) => field)
  expect(await fields({ releases: [{ on_day: '2026-12-20', beds: 1 }] })).toEqual(['releases.0.beds'])
  expect(await fields({ releases: [{ on_day: '2026-11-21', beds: null }] })).toEqual(['releases.0.on_day'])
  expect(await fields({ releases: [{ on_day: '2027-01-11', beds: null }] })).toEqual(['releases.0.on_day'])
  expect(await fields({ sponsor: null })).toEqual(['unit_id'])
  expect(await fields({ check_out: '2027-01-20' })).toEqual(['room_category_id'])
  const other = await makeEvent(t, FREE)
  const { data } = await give(event, 1)
  const stranger = await reserve(t, other)
  expect((await fill(data._id, stranger.id)).errors.map(({ field }) => field)).toEqual(['reservation_id'])
  const denied = await t.account({ type: 'admin', permissions: ['reservations.assign_rooms'] })
  await t.database.pool.query(
    `insert into special_permissions (user_id, effect, resource, object_id, actions) values ($1, 'deny', 'events', $2, '{read}')`,
    [denied.id, event.id],
  )
  expect((await t.call(allotmentRoutes.readAllotment, { as: denied, params: { id: data._id } })).code).toBe('forbidden')
})

test('ten fight for the last bed of a group, and ten for what it sets free: one gets it', async () => {
  const event = await makeEvent(t, { ...FREE, beds: 1 })
  const { data } = await give(event, 1)
  const ten = await Promise.all(Array.from({ length: 10 }, () => reserve(t, event)))
  const answers = await Promise.all([
    ...ten.map(({ id }) => fill(data._id, id)),
    ...ten.map(async () => askFor(t, event, stay(event))),
  ])
  expect(answers.filter(({ status }) => status < 300)).toHaveLength(1)
  expect(new Set(answers.filter(({ status }) => status >= 300).map(({ code }) => code))).toEqual(
    new Set(['allotment_empty', 'quota_exhausted']),
  )
  expect(await read(data._id)).toMatchObject({ empty: 0, filled: 1 })
  expect(await broken()).toEqual([])
})

test('whatever is given, filled, taken back and returned, the books agree', async () => {
  const act = fc.oneof(
    fc.record({ kind: fc.constant('give' as const), beds: fc.integer({ min: 1, max: 4 }) }),
    fc.record({ kind: fc.constant('resize' as const), beds: fc.integer({ min: 1, max: 6 }) }),
    fc.record({ kind: fc.constant('fill' as const), cancel: fc.boolean() }),
    fc.record({ kind: fc.constant('book' as const) }),
    fc.record({ kind: fc.constant('end' as const) }),
  )
  const office = await t.account({
    type: 'admin',
    permissions: ['reservations.read', 'reservations.update', 'reservations.cancel', 'reservations.assign_rooms'],
  })
  await fc.assert(
    fc.asyncProperty(fc.array(act, { minLength: 3, maxLength: 8 }), async (acts) => {
      const event = await makeEvent(t, { ...FREE, beds: 6 })
      let last: string | undefined
      for (const one of acts) {
        if (one.kind === 'give') {
          const made = await give(event, one.beds)
          if (made.status === 201) last = made.data._id
        } else if (one.kind === 'book') await askFor(t, event, stay(event))
        else if (last !== undefined && one.kind === 'resize')
          await t.call(allotmentRoutes.changeAllotment, { as: office, params: { id: last }, body: { beds: one.beds } })
        else if (last !== undefined && one.kind === 'end') {
          await t.call(allotmentRoutes.endAllotment, { as: office, params: { id: last } })
          last = undefined
        } else if (last !== undefined && one.kind === 'fill') {
          const { id } = await reserve(t, event)
          await fill(last, id)
          if (one.cancel) await t.call(reservationRoutes.cancelReservation, { as: office, params: { id }, body: {} })
        }
      }
      expect(await broken()).toEqual([])
    }),
    { numRuns: 8 },
  )
})

test('the page says what happened and who did it, the file has a row for each name and one for what is empty', async () => {
  const event = await makeEvent(t, { ...FREE, beds: 5 })
  const { data } = await give(event, 4, { releases: [{ on_day: '2026-12-04', beds: 1 }, ...REST] })
  const { id } = await reserve(t, event)
  await fill(data._id, id)
  await t.call(allotmentRoutes.changeAllotment, { as: staff, params: { id: data._id }, body: { beds: 5 } })
  t.clock.set('2026-12-04T00:05:00Z')
  await jobs.return_beds?.({}, t.app.deps)
  const params = { event_id: event.id }
  const changes = async () => (await t.call(allotmentRoutes.listAllotments, { as: staff, params })).data.changes
  expect((await changes()).map(({ kind, beds, by }) => [kind, beds, by !== null])).toEqual([
    ['returned', 1, false],
    ['more', 1, true],
    ['named', 1, true],
    ['given', 4, true],
  ])
  const file = await t.call(allotmentRoutes.exportAllotments, { as: staff, params, query: { format: 'csv' } })
  const [head, named, empty, ...more] = file.raw.toString().trim().split(/\r?\n/)
  expect(head).toContain('held_for')
  expect(named).toContain('Golden Sheaf')
  expect(empty).toContain('2026-12-20')
  expect(more).toEqual([])
  await t.call(allotmentRoutes.endAllotment, { as: staff, params: { id: data._id } })
  expect((await changes())[0]).toMatchObject({ kind: 'ended', held_for: 'Golden Sheaf', beds: 3 })
  expect(await broken()).toEqual([])
})

test('somebody new is reserved for with a bed of the group, all or nothing', async () => {
  const event = await makeEvent(t, { ...FREE, beds: 1 })
  const maker = await t.account({ type: 'admin', permissions: ['reservations.create', 'reservations.assign_rooms'] })
  const { data } = await give(event, 1)
  const make = (first_name: string) =>
    t.call(allotmentRoutes.reserveInAllotment, {
      as: maker,
      params: { id: data._id },
      body: { person: { first_name, last_name: 'Boateng' }, participant_type_id: event.typeId },
    })
  expect((await make('Yaw')).data).toMatchObject({ empty: 0, filled: 1 })
  expect((await read(data._id)).guests).toMatchObject([{ name: 'Yaw Boateng', status: 'active' }])
  const count = async () =>
    (await t.database.pool.query('select count(*)::int as n from reservations where event_id = $1', [event.id])).rows[0]
  expect((await make('Kofi')).code).toBe('allotment_empty')
  expect(await count()).toEqual({ n: 1 })
  expect(await broken()).toEqual([])
})

test('a leader sees their own group, names without what they are missing, and gives empty beds back', async () => {
  const event = await makeEvent(t, { ...FREE, beds: 3 })
  const [leader, other] = [await t.account(), await t.account()]
  const { data } = await give(event, 3, { leader_id: leader.id })
  const { id, user } = await reserve(t, event)
  await fill(data._id, id)
  const list = async (as: TestAccount) =>
    (await t.call(allotmentRoutes.listLedAllotments, { as, params: {} })).data.map((one) => one._id)
  expect([await list(leader), await list(other), await list(user)]).toEqual([[data._id], [], []])
  const params = { id: data._id }
  const seen = await t.call(allotmentRoutes.readLedAllotment, { as: leader, params })
  expect(seen.data).toMatchObject({ given: 3, filled: 1, empty: 2, event: { _id: event.id } })
  expect(seen.data.guests).toMatchObject([{ status: 'active', balance: 0 }])
  expect((await t.call(allotmentRoutes.readLedAllotment, { as: other, params })).status).toBe(404)
  // In the language of the answer, whatever the account speaks.
  await t.database.pool.query(
    `update room_categories set translations = '{"de": {"name": "Mehrbett"}}' where id = $1`,
    [event.categoryId],
  )
  await t.database.pool.query(`update events set translations = '{"de": {"name": "Leiterkonferenz"}}' where id = $1`, [
    event.id,
  ])
  const headers = { 'accept-language': 'de' }
  expect((await t.call(allotmentRoutes.readLedAllotment, { as: leader, params, headers })).data).toMatchObject({
    room_category: 'Mehrbett',
    event: { name: 'Leiterkonferenz' },
  })
  const back = (as: TestAccount, beds: number) => t.call(allotmentRoutes.returnLedBeds, { as, params, body: { beds } })
  expect((await back(other, 1)).status).toBe(404)
  expect((await back(leader, 3)).code).toBe('below_claimed')
  expect((await back(leader, 2)).data).toMatchObject({ empty: 0, returned: 2 })
  expect(await free(event)).toBe(2)
  expect(await broken()).toEqual([])
  t.clock.set('2027-02-01T09:00:00Z')
  expect(await list(leader)).toEqual([])
})

test('a named person who does not pay in time gives the bed back to the group, and can be named again', async () => {
  const event = await makeEvent(t, { price: 0, pricePerNight: 2000, beds: 3 })
  const maker = await t.account({ type: 'admin', permissions: ['reservations.create', 'reservations.assign_rooms'] })
  const { data } = await give(event, 2)
  const { id } = await reserve(t, event)
  expect((await fill(data._id, id)).data).toMatchObject({ empty: 1, filled: 1 })
  expect((await fill(data._id, id)).code).toBe('allotment_named')
  const made = await t.call(allotmentRoutes.reserveInAllotment, {
    as: maker,
    params: { id: data._id },
    body: { person: { first_name: 'Yaw', last_name: 'Boateng' }, participant_type_id: event.typeId },
  })
  expect(made.data).toMatchObject({ empty: 0, filled: 2 })
  t.clock.set('2026-11-21T10:00:00Z')
  await jobs.sweep_holds?.({}, t.app.deps)
  expect(await read(data._id)).toMatchObject({ given: 2, empty: 2, filled: 0, returned: 0, guests: [] })
  const { changes } = (await t.call(allotmentRoutes.listAllotments, { as: staff, params: { event_id: event.id } })).data
  expect(changes.filter(({ kind }) => kind === 'lapsed')).toMatchObject([{ beds: 1 }, { beds: 1 }])
  expect(await free(event)).toBe(1)
  expect((await fill(data._id, id)).data).toMatchObject({ empty: 1, filled: 1 })
  expect(await broken()).toEqual([])
  // The date has taken the rest: what lapses after it is everybody's.
  t.clock.set('2026-12-19T23:50:00Z')
  await jobs.sweep_holds?.({}, t.app.deps)
  expect((await fill(data._id, id)).data).toMatchObject({ empty: 1, filled: 1 })
  t.clock.set('2026-12-20T00:10:00Z')
  await jobs.return_beds?.({}, t.app.deps)
  t.clock.set('2026-12-20T01:00:00Z')
  await jobs.sweep_holds?.({}, t.app.deps)
  expect(await read(data._id)).toMatchObject({ given: 2, empty: 0, filled: 0, returned: 2 })
  expect(await free(event)).toBe(3)
  expect(await broken()).toEqual([])
})

test('who gave the bed of a group up can be named for another one', async () => {
  const event = await makeEvent(t, { ...FREE, beds: 3 })
  const { data } = await give(event, 2)
  const { id } = await reserve(t, event)
  await fill(data._id, id)
  await t.call(reservationRoutes.editReservation, { as: staff, params: { id }, body: { accommodation: null } })
  expect(await free(event)).toBe(2)
  expect(await read(data._id)).toMatchObject({ given: 2, empty: 1, filled: 0, returned: 1, guests: [] })
  expect((await fill(data._id, id)).data).toMatchObject({ given: 2, empty: 0, filled: 1, returned: 1 })
  expect(await broken()).toEqual([])
})

test('a named person who cancels is off the group, whose leader reads that the bed went to everybody', async () => {
  const event = await makeEvent(t, { ...FREE, beds: 3 })
  const { data } = await give(event, 2)
  const { id } = await reserve(t, event)
  await fill(data._id, id)
  const office = await t.account({ type: 'admin', permissions: ['reservations.read', 'reservations.cancel'] })
  await t.call(reservationRoutes.cancelReservation, { as: office, params: { id }, body: {} })
  expect(await read(data._id)).toMatchObject({ given: 2, empty: 1, filled: 0, returned: 1, guests: [] })
  expect(await free(event)).toBe(2)
  expect(await broken()).toEqual([])
})

test('beds that are given after the last date need a date of their own', async () => {
  const event = await makeEvent(t, { ...FREE, beds: 5 })
  const { data } = await give(event, 2)
  t.clock.set('2026-12-20T08:00:00Z')
  await jobs.return_beds?.({}, t.app.deps)
  const change = (body: object) =>
    t.call(allotmentRoutes.changeAllotment, { as: staff, params: { id: data._id }, body })
  const refused = await change({ beds: 4 })
  expect(refused.errors).toMatchObject([{ field: 'releases', code: 'required' }])
  const later = { beds: 4, releases: [{ on_day: '2027-01-05', beds: null }] }
  expect((await change(later)).data).toMatchObject({ given: 4, empty: 2, returned: 2 })
  // The database says it too.
  const undated = t.database.pool.query('update allotment_releases set done_at = now() where allotment_id = $1', [
    data._id,
  ])
  await expect(undated).rejects.toMatchObject({ constraint: 'allotments_dated' })
  expect(await broken()).toEqual([])
})
