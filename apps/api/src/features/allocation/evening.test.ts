import { allocationRoutes } from '@shiloh/contract/allocation/bulk'
import { planRoutes } from '@shiloh/contract/allocation/plans'
import { publishingRoutes } from '@shiloh/contract/allocation/publishing'
import { reservationRoutes } from '@shiloh/contract/reservations/reservations'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type BookableEvent, makeEvent, makeSleeper } from '../../../test/booking.ts'
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
    ],
  })
})
afterAll(() => t.close())

/** Always the same evenings: what fails is the change under test. Another seed walks other ways. */
const SEED = 14

/** What head office does in an evening. Numbers choose among the people, rooms and plans of the event. */
const acts = fc.array(
  fc.oneof(
    fc.record({ act: fc.constant('propose' as const) }),
    fc.record({ act: fc.constant('accept' as const), of: fc.nat(9), some: fc.nat(9) }),
    fc.record({ act: fc.constant('undo' as const), of: fc.nat(9) }),
    fc.record({ act: fc.constant('place' as const), who: fc.nat(9), room: fc.nat(9) }),
    fc.record({ act: fc.constant('take' as const), who: fc.nat(9) }),
    fc.record({ act: fc.constant('cancel' as const), who: fc.nat(9) }),
    fc.record({ act: fc.constant('publish' as const) }),
  ),
  { minLength: 4, maxLength: 14 },
)
type Act = (typeof acts extends fc.Arbitrary<infer All extends readonly unknown[]> ? All : never)[number]

interface Person {
  readonly reservation: string
  readonly person: string
}

const people = async (event: BookableEvent): Promise<Person[]> => {
  const made: Person[] = []
  for (const gender of ['female', 'male', 'female', 'male', 'female'] as const) {
    made.push(await makeSleeper(t, event, { gender }))
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
    fc.asyncProperty(acts, async (evening) => {
      const event = await makeEvent(t, { price: 0, pricePerNight: 0, rooms: 3, roomBeds: 2, beds: 6, capacity: 10 })
      const all = await people(event)
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
            const body = { rows: [{ participant_id: who?.person ?? '', room_id }] }
            return (await t.call(allocationRoutes.changeMany, { as: staff, params, body })).status
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
      for (const one of evening) expect(await perform(one)).toBeLessThan(500)
      expect(await brokenInvariants(t.app.deps.db)).toEqual([])
    }),
    { numRuns: 6, seed: SEED },
  )
}, 120_000)

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
