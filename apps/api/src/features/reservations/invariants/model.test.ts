import { reservationRoutes as routes } from '@shiloh/contract/reservations/reservations'
import type { ReservationStatus } from '@shiloh/contract/reservations/states'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { sqlIn } from '#platform/db/sql.store'
import { inWork } from '#platform/jobs/work'
import { asOwner, type BookableEvent, enterPayment, makeEvent, redeem } from '../../../../test/booking.ts'
import { type TestAccount, type TestApp, testApp } from '../../../../test/harness.ts'
import { brokenInvariants } from '../../../../test/invariants.ts'
import { applyPayment, offerOf } from '../index.ts'

/**
 * The model of one reservation. The money of a cheaper edit goes back in full, because the event has no refund rule.
 */
interface Booking {
  readonly id: string
  readonly user: number
  status: ReservationStatus
  shirts: number
  total: number
  paid: number
  holdEnds: number | null
  /** A dearer edit that waits for its money. */
  change: { shirts: number; total: number } | null
}

interface Model {
  readonly bookings: Booking[]
  readonly capacity: number
  readonly stock: number
  now: number
}

interface Real {
  readonly t: TestApp
  readonly event: BookableEvent
  readonly people: readonly TestAccount[]
}

const PLACE = 10_000
const SHIRT = 3_500
const HOLD = 30
const LIVE: readonly ReservationStatus[] = ['pending', 'active', 'redeemed']
const priceOf = (shirts: number): number => PLACE + shirts * SHIRT

/** Applies the changes that only depend on the clock. */
const settleTime = (model: Model): void => {
  for (const booking of model.bookings) {
    if (booking.holdEnds === null || booking.holdEnds > model.now) continue
    if (booking.status === 'pending') booking.status = 'failed'
    else if (booking.status === 'active' && booking.change) {
      booking.change = null
      booking.holdEnds = null
    }
  }
}
const live = (model: Model): Booking[] => model.bookings.filter(({ status }) => LIVE.includes(status))
const placesLeft = (model: Model): number => model.capacity - live(model).length
const heldShirts = (booking: Booking): number => Math.max(booking.shirts, booking.change?.shirts ?? 0)
const stockLeft = (model: Model): number =>
  model.stock - live(model).reduce((sum, booking) => sum + heldShirts(booking), 0)
const isSettled = (booking: Booking, total = booking.total): boolean => booking.paid >= total

type Command = fc.AsyncCommand<Model, Real>

/** Compares the product with the model and checks the invariants, after each step. */
const agree = async (model: Model, { t, event, people }: Real): Promise<void> => {
  const offer = await offerOf(t.app.deps.db, t.app.deps, event.id, { now: t.clock(), reader: 'en' })
  expect([offer?.places_left, offer?.products[0]?.options[0]?.stock_left]).toEqual([
    placesLeft(model),
    stockLeft(model),
  ])
  for (const booking of model.bookings) {
    const as = people[booking.user]
    const data = asOwner((await t.call(routes.getMyReservation, { params: { id: booking.id }, as })).data)
    expect({
      status: data.status,
      paid: data.paid,
      total: data.total,
      pending: data.pending_change?.total ?? null,
    }).toEqual({
      status: booking.status,
      paid: booking.paid,
      total: booking.change?.total ?? booking.total,
      pending: booking.change?.total ?? null,
    })
  }
  expect(await brokenInvariants(t.app.deps.db)).toEqual([])
}

const command = (
  name: string,
  run: (model: Model, real: Real) => Promise<void>,
  check: (model: Model) => boolean = () => true,
): Command => ({
  check: (model) => check(model),
  run: async (model, real) => {
    settleTime(model)
    await run(model, real)
    await agree(model, real)
  },
  toString: () => name,
})

const pick = (model: Model, index: number): Booking | undefined =>
  model.bookings[index % Math.max(1, model.bookings.length)]

const make = (user: number, shirts: number): Command =>
  command(`make(${user}, ${shirts})`, async (model, { t, event, people }) => {
    const answer = await t.call(routes.makeReservation, {
      params: { event_id: event.id },
      as: people[user],
      body: {
        participant_type_id: event.typeId,
        ...(shirts > 0 ? { products: [{ product_option_id: event.optionId, quantity: shirts }] } : {}),
      },
    })
    const has = live(model).some((booking) => booking.user === user)
    const expected = has
      ? 'already_reserved'
      : placesLeft(model) < 1
        ? 'event_full'
        : stockLeft(model) < shirts
          ? 'quota_exhausted'
          : undefined
    expect(answer.code).toBe(expected)
    if (expected) return
    model.bookings.push({
      id: answer.data._id,
      user,
      status: 'pending',
      shirts,
      total: priceOf(shirts),
      paid: 0,
      holdEnds: model.now + HOLD,
      change: null,
    })
  })

/** A payment of any amount, at any time, in any state. */
const pay = (index: number, part: 'all' | 'short' | 'over'): Command =>
  command(
    `pay(${index}, ${part})`,
    async (model, { t }) => {
      const booking = pick(model, index)
      if (!booking) return
      const due = Math.max(1_000, (booking.change?.total ?? booking.total) - booking.paid)
      const amount = part === 'all' ? due : part === 'short' ? due - 500 : due + 700
      const payment = await enterPayment(t, booking.id, amount)
      const outcome = await inWork(t.app.deps, (work) => applyPayment(work, booking.id))
      booking.paid += amount
      const isLate = booking.status === 'failed'
      const isGone =
        placesLeft(model) < 1 ||
        stockLeft(model) < booking.shirts ||
        live(model).some((other) => other.user === booking.user && other.id !== booking.id)
      const isUseless = booking.status === 'cancelled' || (isLate && (isGone || !isSettled(booking)))
      expect(outcome === 'refund_due').toBe(isUseless)
      // What the payments feature does with money that cannot be applied.
      if (isUseless) {
        await t.database.pool.query(`update payments set status = 'refund_due' where id = $1`, [payment])
        return
      }
      if (booking.change && isSettled(booking, booking.change.total)) {
        booking.shirts = booking.change.shirts
        booking.total = booking.change.total
        booking.change = null
        booking.holdEnds = null
      }
      // Money that arrives ends the hold.
      if (booking.status === 'pending') booking.holdEnds = null
      if ((booking.status === 'pending' || isLate) && isSettled(booking)) {
        booking.status = 'active'
        booking.holdEnds = null
      }
    },
    (model) => model.bookings.length > 0,
  )

/** The browser's return, the webhook and the poller all report the same. */
const sayAgain = (index: number): Command =>
  command(
    `sayAgain(${index})`,
    async (model, { t }) => {
      const booking = pick(model, index)
      if (!booking || booking.status === 'failed' || booking.status === 'cancelled') return
      await Promise.all([1, 2].map(() => inWork(t.app.deps, (work) => applyPayment(work, booking.id))))
    },
    (model) => model.bookings.length > 0,
  )

const cancel = (index: number): Command =>
  command(
    `cancel(${index})`,
    async (model, { t, people }) => {
      const booking = pick(model, index)
      if (!booking) return
      const answer = await t.call(routes.cancelMyReservation, { params: { id: booking.id }, as: people[booking.user] })
      const isPossible = booking.status === 'pending' || booking.status === 'active'
      expect(answer.code).toBe(isPossible ? undefined : 'illegal_transition')
      if (!isPossible) return
      booking.status = 'cancelled'
      booking.change = null
    },
    (model) => model.bookings.length > 0,
  )

const editShirts = (index: number, shirts: number): Command =>
  command(
    `edit(${index}, ${shirts})`,
    async (model, { t, event, people }) => {
      const booking = pick(model, index)
      if (!booking) return
      const answer = await t.call(routes.editMyReservation, {
        params: { id: booking.id },
        as: people[booking.user],
        body: { products: shirts > 0 ? [{ product_option_id: event.optionId, quantity: shirts }] : [] },
      })
      if (booking.status === 'failed') {
        expect(answer.code).toBe('hold_expired')
        return
      }
      if (booking.status !== 'pending' && booking.status !== 'active') {
        expect(answer.code).toBe('illegal_transition')
        return
      }
      const isFree = stockLeft(model) + heldShirts(booking) >= shirts
      expect(answer.code).toBe(isFree ? undefined : 'quota_exhausted')
      if (!isFree) return
      const total = priceOf(shirts)
      if (booking.status === 'active' && booking.paid < total) {
        booking.change = { shirts, total }
        booking.holdEnds = model.now + HOLD
        return
      }
      booking.shirts = shirts
      booking.total = total
      booking.change = null
      if (booking.status === 'active' || booking.paid >= total) {
        booking.status = 'active'
        booking.holdEnds = null
      }
    },
    (model) => model.bookings.length > 0,
  )

const checkIn = (index: number): Command =>
  command(
    `checkIn(${index})`,
    async (model, { t }) => {
      const booking = pick(model, index)
      if (!booking) return
      const done = await inWork(t.app.deps, (work) =>
        redeem({ ...work, sql: sqlIn(work.tx) }, 'check_in', [booking.id], null),
      ).then(
        () => true,
        () => false,
      )
      const isPossible = (booking.status === 'active' && !booking.change) || booking.status === 'redeemed'
      if (booking.change) expect(done).toBe(true)
      else expect(done).toBe(isPossible)
      if (done) booking.status = 'redeemed'
    },
    (model) => model.bookings.length > 0 && model.bookings.every(({ change }) => change === null),
  )

const wait = (minutes: number): Command =>
  command(`wait(${minutes})`, async (model, { t }) => {
    t.clock.forward(minutes)
    model.now += minutes
    settleTime(model)
  })

const sweep = (): Command =>
  command('sweep', async (_, { t }) => {
    await inWork(t.app.deps, (work) => work.enqueue('sweep_holds', {}))
    await t.app.deps.jobs.drain()
  })

/** Many parallel requests: which of them win is open, how many is not. */
const rush = (from: number): Command =>
  command(`rush(${from})`, async (model, { t, event, people }) => {
    const users = [0, 1, 2, 3].map((step) => (from + step) % people.length)
    const before = live(model)
    const answers = await Promise.all(
      [...users, ...users].map(async (user) => ({
        user,
        answer: await t.call(routes.makeReservation, {
          params: { event_id: event.id },
          as: people[user],
          body: { participant_type_id: event.typeId },
        }),
      })),
    )
    const free = users.filter((user) => !before.some((booking) => booking.user === user))
    const made = answers.filter(({ answer }) => answer.status === 201)
    expect(made).toHaveLength(Math.min(free.length, placesLeft(model)))
    for (const { user, answer } of made)
      model.bookings.push({
        id: answer.data._id,
        user,
        status: 'pending',
        shirts: 0,
        total: PLACE,
        paid: 0,
        holdEnds: model.now + HOLD,
        change: null,
      })
  })

const index = fc.nat({ max: 11 })
const commands = fc.commands(
  [
    fc.tuple(fc.nat({ max: 5 }), fc.nat({ max: 3 })).map(([user, shirts]) => make(user, shirts)),
    fc
      .tuple(index, fc.constantFrom('all' as const, 'all' as const, 'short' as const, 'over' as const))
      .map(([n, part]) => pay(n, part)),
    index.map(sayAgain),
    index.map(cancel),
    fc.tuple(index, fc.nat({ max: 4 })).map(([n, shirts]) => editShirts(n, shirts)),
    index.map(checkIn),
    fc.constantFrom(1, 10, 29, 31).map(wait),
    fc.constant(null).map(sweep),
    fc.nat({ max: 5 }).map(rush),
  ],
  { size: '+1', maxCommands: 35 },
)

test('whatever happens, in whatever order: the product does what the model says', { timeout: 180_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(commands, async (steps) => {
      // A separate database per run, so that a failed run cannot disturb the search for the shortest one.
      const t = await testApp()
      try {
        const people = await Promise.all(Array.from({ length: 6 }, () => t.account()))
        const event = await makeEvent(t, { capacity: 4, stock: 6 })
        await fc.asyncModelRun(
          () => ({ model: { bookings: [], capacity: 4, stock: 6, now: 0 }, real: { t, event, people } }),
          steps,
        )
      } finally {
        await t.close()
      }
    }),
    { numRuns: 14, interruptAfterTimeLimit: 120_000 },
  )
})
