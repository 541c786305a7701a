import { adminEventRoutes } from '@shiloh/contract/events/events'
import { reservationRoutes as routes } from '@shiloh/contract/reservations/reservations'
import { wishOf } from '@shiloh/contract/reservations/wish'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { inWork } from '#platform/jobs/work'
import { askFor, type BookableEvent, enterPayment, makeEvent, NIGHTS } from '../../../../test/booking.ts'
import { type TestAccount, type TestApp, testApp, testClock } from '../../../../test/harness.ts'
import { brokenInvariants } from '../../../../test/invariants.ts'
import { applyPayment } from '../index.ts'

let one: TestApp
let two: TestApp
let people: TestAccount[]
const clock = testClock()

beforeAll(async () => {
  one = await testApp({ clock })
  // A second process on the same database.
  two = await testApp({ clock, database: one.database })
  people = await Promise.all(Array.from({ length: 64 }, () => one.account()))
})
afterAll(async () => {
  await two.close()
  await one.close()
})

const reserve = (t: TestApp, event: BookableEvent, as: TestAccount, body: Record<string, unknown> = {}) =>
  askFor(t, event, body, as)

const tally = (answers: readonly { status: number; code: string | undefined }[]): Record<string, number> => {
  const counts: Record<string, number> = {}
  for (const { code } of answers) counts[code ?? 'made'] = (counts[code ?? 'made'] ?? 0) + 1
  return counts
}

describe('an application', () => {
  test('answers at its close whatever waits in a batch, and only then leaves the database', async () => {
    const own = await testApp({ clock, database: one.database })
    const event = await makeEvent(one, { capacity: null })
    const answers = Promise.all(
      people.slice(0, 8).map(({ id }) =>
        own.app.deps.services.reservations.batcher.ask({
          eventId: event.id,
          userId: id,
          payerId: id,
          wish: wishOf({ participant_type_id: event.typeId }),
          expectedTotal: null,
          by: 'owner',
          actorId: id,
          source: 'self',
          note: '',
          language: 'en',
          idempotency: null,
        }),
      ),
    )
    await own.close()
    expect(await answers).toHaveLength(8)
    expect(await brokenInvariants(one.app.deps.db)).toEqual([])
  })

  test('shares nothing in memory with another in the same process', () => {
    const { services } = one.app.deps
    for (const [name, service] of Object.entries(services)) {
      const other: unknown = Reflect.get(two.app.deps.services, name)
      expect(other, name).not.toBe(service)
      for (const part of Object.values(service).filter((value) => typeof value === 'object'))
        expect(Object.values(Object(other)), name).not.toContain(part)
    }
  })
})

describe('64 people at once', () => {
  test('for ten places: ten get one, the others are told', async () => {
    const event = await makeEvent(one, { capacity: 10 })
    const answers = await Promise.all(people.map((as) => reserve(one, event, as)))
    expect(tally(answers)).toEqual({ made: 10, event_full: 54 })
    expect(await brokenInvariants(one.app.deps.db)).toEqual([])
  })

  test('on two processes: none is sold twice', async () => {
    const event = await makeEvent(one, { capacity: 20, beds: 8, stock: 9 })
    const answers = await Promise.all(
      people.map((as, index) =>
        reserve(index % 2 === 0 ? one : two, event, as, {
          ...(index % 3 === 0 ? { accommodation: { room_category_id: event.categoryId, ...NIGHTS } } : {}),
          ...(index % 5 === 0 ? { products: [{ product_option_id: event.optionId, quantity: 3 }] } : {}),
        }),
      ),
    )
    const { made = 0 } = tally(answers)
    expect(made).toBe(20)
    expect(await brokenInvariants(one.app.deps.db)).toEqual([])
  })

  test('at the opening, on two processes: none takes a place of those who waited for it', async () => {
    const event = await makeEvent(one, { capacity: 3 })
    const holders = await Promise.all(people.slice(0, 3).map((as) => reserve(one, event, as)))
    const waiting = people.slice(3, 5)
    for (const as of waiting)
      expect(
        await one.call(routes.joinWaitingList, {
          params: { id: event.id },
          as,
          body: { participant_type_id: event.typeId },
        }),
      ).toMatchObject({ status: 201 })
    const staff = await one.account({ type: 'admin', permissions: ['events.update'] })
    await one.call(adminEventRoutes.updateEvent, {
      params: { id: event.id },
      body: { registration_opens_at: '2026-11-22T08:00:00Z' },
      as: staff,
    })
    for (const [index, { data }] of holders.entries())
      await one.call(routes.cancelMyReservation, { params: { id: data._id }, as: people[index] })
    clock.set('2026-11-22T08:00:00Z')
    const strangers = people.slice(5, 25)
    const answers = await Promise.all(strangers.map((as, index) => reserve(index % 2 === 0 ? one : two, event, as)))
    expect(tally(answers)).toEqual({ made: 1, event_full: 19 })
    for (const as of waiting)
      expect((await one.call(routes.hasReservation, { params: { id: event.id }, as })).data.waiting).toMatchObject([
        { status: 'offered' },
      ])
    expect(await brokenInvariants(one.app.deps.db)).toEqual([])
  })

  test('each twice, on both processes: one reservation each', async () => {
    const event = await makeEvent(one, { capacity: null })
    const answers = await Promise.all(
      people.slice(0, 20).flatMap((as) => [one, two, one].map((t) => reserve(t, event, as))),
    )
    expect(tally(answers)).toEqual({ made: 20, already_reserved: 40 })
    expect(await brokenInvariants(one.app.deps.db)).toEqual([])
  })

  test('for the same room, through two events that share the centre', async () => {
    const event = await makeEvent(one, { rooms: 8, roomBeds: 4, beds: 16 })
    const other = await makeEvent(one, { venueOf: event, beds: 16 })
    const answers = await Promise.all(
      people.slice(0, 24).map((as, index) => {
        const at = index % 2 === 0 ? event : other
        return reserve(index % 3 === 0 ? two : one, at, as, {
          accommodation: { room_category_id: event.categoryId, ...NIGHTS, room_id: event.roomIds[0] },
        })
      }),
    )
    expect(tally(answers)).toEqual({ made: 4, room_taken: 20 })
    expect(await brokenInvariants(one.app.deps.db)).toEqual([])
  })

  test('one request that the database refuses does not affect others', async () => {
    const event = await makeEvent(one, { capacity: null })
    const bad = people[0]
    if (!bad) throw new Error('there are people')
    // A trigger simulates any failure that the rules cannot foresee.
    await one.database.pool.query(`
      create function refuse_one() returns trigger language plpgsql as $$
        begin if new.user_id = '${bad.id}' then raise exception 'no' using errcode = '23514'; end if; return new; end $$;
      create trigger refuse_one before insert on reservations for each row execute function refuse_one()`)
    const answers = await Promise.all(people.slice(0, 30).map((as) => reserve(one, event, as)))
    await one.database.pool.query('drop trigger refuse_one on reservations')
    expect(tally(answers)).toEqual({ made: 29, invalid_input: 1 })
    expect(await brokenInvariants(one.app.deps.db)).toEqual([])
  })

  test('reserving, paying, editing and cancelling in parallel does not deadlock', async () => {
    const event = await makeEvent(one, { capacity: 40, beds: 8, stock: 30 })
    const life = async (as: TestAccount, index: number): Promise<string> => {
      const t = index % 2 === 0 ? one : two
      const made = await reserve(t, event, as)
      if (made.status !== 201) return String(made.code)
      const id = made.data._id
      if (index % 4 === 1) {
        const edited = await t.call(routes.editMyReservation, {
          params: { id },
          as,
          body: { products: [{ product_option_id: event.optionId, quantity: 1 }] },
        })
        if (edited.status >= 500) return `edit ${edited.code}`
      }
      if (index % 4 === 2) {
        await enterPayment(one, id, 10_000)
        await inWork(t.app.deps, (work) => applyPayment(work, id))
      }
      if (index % 4 === 3) {
        const cancelled = await t.call(routes.cancelMyReservation, { params: { id }, as })
        if (cancelled.status >= 500) return `cancel ${cancelled.code}`
      }
      return 'done'
    }
    const outcomes = await Promise.all(people.map(life))
    expect(new Set(outcomes)).toEqual(
      new Set(outcomes.filter((outcome) => outcome === 'done' || outcome === 'event_full')),
    )
    expect(await brokenInvariants(one.app.deps.db)).toEqual([])
  })
})
