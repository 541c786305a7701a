import { allocationRoutes } from '@shiloh/contract/allocation/bulk'
import { planRoutes } from '@shiloh/contract/allocation/plans'
import { publishingRoutes } from '@shiloh/contract/allocation/publishing'
import { bedRoutes } from '@shiloh/contract/reservations/beds'
import { reservationRoutes } from '@shiloh/contract/reservations/reservations'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type BookableEvent, makeEvent, makeMember, makeSleeper, NIGHTS, reserve } from '../../../test/booking.ts'
import { type TestAccount, type TestApp, testApp } from '../../../test/harness.ts'
import { brokenInvariants } from '../../../test/invariants.ts'

let t: TestApp
let staff: TestAccount

beforeAll(async () => {
  t = await testApp()
  staff = await t.account({
    type: 'admin',
    permissions: [
      'reservations.read',
      'reservations.assign_rooms',
      'reservations.publish_rooms',
      'reservations.cancel',
      'reservations.update',
    ],
  })
})
afterAll(() => t.close())

/** Always the same evenings: what fails is the change under test. Another seed walks other ways. */
const SEED = 14

/** With a reason for a child alone, pinned, and by the page of the reservation instead of the board. */
const how = { force: fc.boolean(), pin: fc.boolean(), single: fc.boolean() }

/** What head office does in an evening. Numbers choose among the people, rooms and plans of the event. */
const acts = fc.array(
  fc.oneof(
    fc.record({ act: fc.constant('propose' as const) }),
    fc.record({ act: fc.constant('accept' as const), of: fc.nat(9), some: fc.nat(9) }),
    fc.record({ act: fc.constant('undo' as const), of: fc.nat(9) }),
    fc.record({ act: fc.constant('place' as const), who: fc.nat(9), room: fc.nat(9), ...how }),
    fc.record({ act: fc.constant('take' as const), who: fc.nat(9), ...how }),
    fc.record({ act: fc.constant('together' as const), who: fc.nat(9), room: fc.nat(9) }),
    fc.record({
      act: fc.constant('edit' as const),
      who: fc.nat(9),
      nights: fc.constantFrom(1, 2, 3),
      leave: fc.boolean(),
    }),
    fc.record({
      act: fc.constant('account' as const),
      who: fc.nat(9),
      born: fc.constantFrom('1990-01-01', '2015-01-01'),
    }),
    fc.record({ act: fc.constant('cancel' as const), who: fc.nat(9) }),
    fc.record({ act: fc.constant('publish' as const) }),
  ),
  { minLength: 6, maxLength: 18 },
)
type Act = (typeof acts extends fc.Arbitrary<infer All extends readonly unknown[]> ? All : never)[number]

interface Person {
  readonly reservation: string
  readonly person: string
  readonly user: string
}

/** Somebody and a person of their family list, in one reservation. The first person of an answer is the main one. */
const pair = async (
  event: BookableEvent,
  columns: Readonly<Record<string, unknown>>,
  other: Parameters<typeof makeMember>[2],
): Promise<Person[]> => {
  const user = await t.account({ columns })
  const member = await makeMember(t, user.id, other)
  const { id, view } = await reserve(
    t,
    event,
    {
      accommodation: { room_category_id: event.categoryId, ...NIGHTS },
      participant_type_id: undefined,
      participants: [
        { role: 'main', participant_type_id: event.typeId },
        { role: other?.relation ?? 'child', person_id: member, participant_type_id: event.typeId },
      ],
    },
    user,
  )
  return view.participants.map(({ _id }) => ({ reservation: id, person: _id, user: user.id }))
}

/** A mother with a daughter, an apostle with a companion in the one room that is kept for him, and others. */
const families = async (event: BookableEvent): Promise<Person[]> => {
  const { rows } = await t.database.pool.query<{ id: string }>(
    `insert into titles (name) values ('Apostle ' || new_id()) returning id`,
  )
  const title_id = rows[0]?.id
  await t.database.pool.query(`update event_rooms set kept_for_title_ids = array[$2]::oid24[] where id = $1`, [
    event.roomIds[0],
    title_id,
  ])
  const made = [
    ...(await pair(event, { gender: 'female' }, { gender: 'female' })),
    ...(await pair(event, { gender: 'male', title_id }, { relation: 'companion', gender: 'male' })),
  ]
  for (const gender of ['female', 'male'] as const) {
    const { user, ...one } = await makeSleeper(t, event, { gender })
    made.push({ ...one, user: user.id })
  }
  return made
}

const people = async (event: BookableEvent): Promise<Person[]> => {
  const made: Person[] = []
  for (const gender of ['female', 'male', 'female', 'male', 'female'] as const) {
    const { user, ...one } = await makeSleeper(t, event, { gender })
    made.push({ ...one, user: user.id })
  }
  return made
}

/** Returns who sleeps where at an event, pins included. */
const bedsOf = async (event: BookableEvent) => {
  const { rows } = await t.database.pool.query(
    `select b.participant_id, b.room_id, b.bed, b.nights::text, b.pinned from bed_assignments b
     join reservations r on r.id = b.reservation_id where r.event_id = $1 and b.released_at is null order by 1, 2, 3`,
    [event.id],
  )
  return rows
}

const newPlan = async (event: BookableEvent): Promise<string> => {
  const params = { event_id: event.id }
  const { data } = await t.call(planRoutes.proposeRooms, { as: staff, params, body: { weights: {} } })
  await t.app.deps.jobs.drain()
  return data._id
}

test('any evening at head office ends with every invariant, and without an answer that is an error of ours', async () => {
  await fc.assert(
    fc.asyncProperty(acts, fc.boolean(), async (evening, areHoused) => {
      const event = await makeEvent(t, { price: 0, pricePerNight: 0, rooms: 3, roomBeds: 3, beds: 9, capacity: 10 })
      const all = await families(event)
      const plans: string[] = []
      const at = <T>(list: readonly T[], index: number): T | undefined => list[index % Math.max(1, list.length)]
      const perform = async (one: Act): Promise<number> => {
        const params = { event_id: event.id }
        switch (one.act) {
          case 'propose':
            plans.push(await newPlan(event))
            return 200
          case 'accept':
          case 'undo': {
            const id = at(plans, one.of)
            if (id === undefined) return 200
            const person = one.act === 'accept' && one.some < 5 ? at(all, one.some)?.person : undefined
            const body = person === undefined ? {} : { participant_ids: [person] }
            const route = one.act === 'accept' ? planRoutes.acceptRoomPlan : planRoutes.undoRoomPlan
            return (await t.call(route, { as: staff, params: { id }, body })).status
          }
          case 'place':
          case 'take': {
            const who = at(all, one.who)
            const room_id = one.act === 'place' ? (at(event.roomIds, one.room) ?? null) : null
            const forced = one.force ? { force: true, reason: 'The mother comes late' } : {}
            if (one.single && who) {
              const act = { as: staff, params: { id: who.reservation } }
              const body = { participant_ids: [who.person], ...forced }
              return room_id === null
                ? (await t.call(bedRoutes.takeBeds, { ...act, body })).status
                : (await t.call(bedRoutes.assignBeds, { ...act, body: { ...body, room_id, pinned: one.pin } })).status
            }
            const pinned = one.pin && room_id !== null ? { pinned: true } : {}
            const body = { rows: [{ participant_id: who?.person ?? '', room_id, ...pinned }], ...forced }
            return (await t.call(allocationRoutes.changeMany, { as: staff, params, body })).status
          }
          case 'together': {
            const reservation_id = at(all, one.who)?.reservation ?? ''
            const body = { rows: [{ reservation_id, room_id: at(event.roomIds, one.room) ?? null }] }
            return (await t.call(allocationRoutes.changeMany, { as: staff, params, body })).status
          }
          case 'edit': {
            const id = at(all, one.who)?.reservation ?? ''
            const check_out = `2027-01-1${one.nights}`
            const body = {
              accommodation: { room_category_id: event.categoryId, check_in: NIGHTS.check_in, check_out },
              ...(one.leave ? { participants: [{ role: 'main', participant_type_id: event.typeId }] } : {}),
            }
            const { status } = await t.call(reservationRoutes.editReservation, { as: staff, params: { id }, body })
            return status
          }
          case 'account': {
            await t.database.pool.query('update users set birth_date = $2, title_id = null where id = $1', [
              at(all, one.who)?.user,
              one.born,
            ])
            await t.app.deps.jobs.drain()
            return 200
          }
          case 'cancel': {
            const id = at(all, one.who)?.reservation ?? ''
            return (await t.call(reservationRoutes.cancelReservation, { as: staff, params: { id }, body: {} })).status
          }
          case 'publish': {
            const { status } = await t.call(publishingRoutes.publishRooms, { as: staff, params, body: {} })
            await t.app.deps.jobs.drain()
            return status
          }
        }
      }
      // The companion of the apostle, and the daughter beside a woman, are where they can only be with somebody.
      const [mother, , apostle, , woman] = all
      if (areHoused)
        await t.call(allocationRoutes.changeMany, {
          as: staff,
          params: { event_id: event.id },
          body: {
            rows: [
              { reservation_id: mother?.reservation, room_id: event.roomIds[1] },
              { reservation_id: apostle?.reservation, room_id: event.roomIds[0] },
              { reservation_id: woman?.reservation, room_id: event.roomIds[1] },
            ],
          },
        })
      for (const one of evening) {
        expect(await perform(one)).toBeLessThan(500)
        expect(await brokenInvariants(t.app.deps.db)).toEqual([])
      }
    }),
    { numRuns: 12, seed: SEED },
  )
}, 240_000)

test('the undo of a plan gives back the state before, whatever was placed before it', async () => {
  await fc.assert(
    fc.asyncProperty(fc.uniqueArray(fc.nat(4), { maxLength: 3 }), fc.boolean(), async (housed, inParts) => {
      const event = await makeEvent(t, { price: 0, pricePerNight: 0, rooms: 4, roomBeds: 2, beds: 8, capacity: 10 })
      const all = await people(event)
      for (const index of housed)
        await t.call(allocationRoutes.changeMany, {
          as: staff,
          params: { event_id: event.id },
          body: {
            rows: [{ participant_id: all[index]?.person ?? '', room_id: event.roomIds[index % 4] ?? null }],
          },
        })
      const before = await bedsOf(event)
      expect(before.length).toBeGreaterThanOrEqual(Math.min(1, housed.length))
      const id = await newPlan(event)
      const accept = (body: { participant_ids?: string[] }) =>
        t.call(planRoutes.acceptRoomPlan, { as: staff, params: { id }, body })
      if (inParts) await accept({ participant_ids: all.slice(0, 2).map(({ person }) => person) })
      await accept({})
      expect((await bedsOf(event)).length).toBe(all.length)
      expect((await t.call(planRoutes.undoRoomPlan, { as: staff, params: { id }, body: {} })).status).toBe(200)
      expect(await bedsOf(event)).toEqual(before)
      expect(await brokenInvariants(t.app.deps.db)).toEqual([])
    }),
    { numRuns: 5, seed: SEED },
  )
}, 120_000)
