import { type DashboardScope, type DashboardStats, dashboardRoutes } from '@shiloh/contract/dashboard'
import { isAllowed } from '@shiloh/contract/permissions'
import { findFormer } from '#features/events'
import { bind, reads } from '#http/binder'
import { refuseHiddenEvent } from '#platform/auth/denied'
import type { ReadContext } from '#platform/context'
import { found } from '#platform/db/found'
import { invalid } from '#platform/errors'
import {
  countCancelled,
  countCheckedIn,
  countReservations,
  countSoFar,
  type EventOf,
  type NightOfBeds,
  type Of,
  type Place,
  readAccounts,
  readBeds,
  readEvent,
  readMoney,
  readPlace,
  readReservations,
  readWeeks,
  sumMoney,
} from './figures.sql.ts'
import { besideDays, besideWeeks, chosenMonth, daysOf, type Month, monthBefore, monthsApart } from './rules.ts'

interface Query {
  readonly event_id?: string | undefined
  readonly month?: number | undefined
  readonly year?: number | undefined
}

/** One side of a comparison. */
interface Side {
  readonly of: Of
  readonly month: Month
  readonly event: EventOf | null
}

interface Scope {
  readonly now: Side
  readonly before: Side | null
  readonly place: Place
  readonly wire: DashboardScope
}

const eventBeforeOf = async (
  { db, language }: ReadContext,
  query: Query,
  eventId: string,
): Promise<EventOf | undefined> => {
  const id = await findFormer(db, eventId, query)
  return id === undefined ? undefined : readEvent(db, query, id, language)
}

/** Returns what is asked for and what it is compared with. @throws not_found for an event that is not there, forbidden for a hidden one */
const openScope = async (ctx: ReadContext, query: Query): Promise<Scope> => {
  const place = found(await readPlace(ctx.db, ctx.now))
  const month = chosenMonth(query, place.today)
  if (!('month' in month)) throw invalid(month)
  const { event_id } = query
  refuseHiddenEvent(query, event_id)
  const event = event_id === undefined ? null : found(await readEvent(ctx.db, query, event_id, ctx.language))
  const eventBefore = event && ((await eventBeforeOf(ctx, query, event.id)) ?? null)
  const { zone } = place
  const currency = event?.currency ?? place.currency
  const sideOf = (one: EventOf | null, of: Month): Side => ({
    of: { query, now: ctx.now, zone, currency, eventId: one?.id ?? null },
    month: of,
    event: one,
  })
  const before = event
    ? eventBefore && sideOf(eventBefore, monthBefore(month, monthsApart(event.starts_on, eventBefore.starts_on)))
    : sideOf(null, monthBefore(month, 12))
  return {
    now: sideOf(event, month),
    before,
    place,
    wire: {
      ...month,
      currency,
      compared: before && {
        ...before.month,
        event: before.event && { _id: before.event.id, name: before.event.name },
      },
    },
  }
}

/** Reads the same on both sides at once. */
const bothSides = async <T>(
  { now, before }: Scope,
  read: (side: Side) => Promise<T>,
): Promise<{ readonly now: T; readonly before: T | null }> => {
  const [a, b] = await Promise.all([read(now), before ? read(before) : null])
  return { now: a, before: b }
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)
const bedsOf = (nights: readonly Omit<NightOfBeds, 'night'>[]): DashboardStats['beds']['now'] => ({
  sold: sum(nights.map(({ sold }) => sold)),
  for_sale: sum(nights.map(({ for_sale }) => for_sale)),
})

/** Sums of money are for those who may read the payments that they count. */
const seesMoney = ({ caller }: ReadContext): boolean => isAllowed(caller.authorization, 'payments.read')

/** The most connections of one dashboard. The others are for the sale. */
const LANES = 2

/** Returns what makes reads wait until a lane is free, so that a side with little to read does not leave its lane empty. */
const openLanes = () => {
  let free = LANES
  const waiting: (() => void)[] = []
  return async <T>(read: () => Promise<T>): Promise<T> => {
    if (free > 0) free -= 1
    else await new Promise<void>((begin) => waiting.push(begin))
    try {
      return await read()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else free += 1
    }
  }
}

/** Reads the figures of a side, the slowest first. */
const readSide = async (ctx: ReadContext, { of, month, event }: Side, inLane: ReturnType<typeof openLanes>) => {
  const { db } = ctx
  const [nights, checkedIn, made, paid, cancelled, accounts, soFar] = await Promise.all([
    inLane(() => readBeds(db, of, month)),
    inLane(() => countCheckedIn(db, of, month)),
    inLane(() => countReservations(db, of, month)),
    seesMoney(ctx) ? inLane(() => sumMoney(db, of, month)) : null,
    inLane(() => countCancelled(db, of, month)),
    event ? null : inLane(() => readAccounts(db, of, month)),
    event ? inLane(() => countSoFar(db, of, event.id, month)) : null,
  ])
  return {
    ...made,
    paid,
    cancelled,
    checked_in: checkedIn,
    accounts: accounts && sum(accounts.map(({ count }) => count)),
    beds: bedsOf(nights),
    soFar,
  }
}

export const endpoints = bind(dashboardRoutes, {
  stats: reads(async (ctx, { query }) => {
    const scope = await openScope(ctx, query)
    const inLane = openLanes()
    const { now, before } = await bothSides(scope, (side) => readSide(ctx, side, inLane))
    const pair = (name: 'reservations' | 'people' | 'cancelled' | 'checked_in') => ({
      now: now[name],
      before: before?.[name] ?? null,
    })
    return {
      ...scope.wire,
      reservations: pair('reservations'),
      people: pair('people'),
      paid: now.paid === null ? null : { now: now.paid, before: before?.paid ?? null },
      cancelled: pair('cancelled'),
      checked_in: pair('checked_in'),
      accounts: now.accounts === null ? null : { now: now.accounts, before: before?.accounts ?? null },
      beds: { now: now.beds, before: before?.beds ?? null },
      so_far: now.soFar === null ? null : { people: now.soFar, capacity: scope.now.event?.capacity ?? null },
    }
  }),
  graph: reads(async (ctx, { query }) => {
    const scope = await openScope(ctx, query)
    const money = seesMoney(ctx) ? await bothSides(scope, ({ of, month }) => readMoney(ctx.db, of, month)) : null
    const beds = await bothSides(scope, ({ of, month }) => readBeds(ctx.db, of, month))
    const amounts = new Map(money?.before?.map(({ method, amount }) => [method, amount]))
    const methods = new Map([
      ...(money?.before ?? []).map(({ method }) => [method, 0] as const),
      ...(money?.now ?? []).map(({ method, amount }) => [method, amount] as const),
    ])
    return {
      ...scope.wire,
      methods:
        money &&
        [...methods]
          .map(([method, now]) => ({ method, now, before: money.before && (amounts.get(method) ?? 0) }))
          .sort((a, b) => b.now - a.now),
      nights: beds.now.map(({ night, ...now }, index) => {
        // Nights of one event are compared by their order, those of all events by their day of the month.
        const before = scope.now.event
          ? beds.before?.[index]
          : beds.before?.find((one) => one.night.slice(8) === night.slice(8))
        return { night, now, before: before ? { sold: before.sold, for_sale: before.for_sale } : null }
      }),
    }
  }),
  signups: reads(async (ctx, { query }) => {
    const scope = await openScope(ctx, query)
    const { now, before, place, wire } = scope
    if (now.event) {
      // Up to the month that is looked at, beside all of the event before.
      const weeks = await bothSides(scope, (side) =>
        side.event
          ? readWeeks(ctx.db, side.of, side.event.id, side.event.starts_on, side === now ? side.month : undefined)
          : Promise.resolve([]),
      )
      const until = [place.today, daysOf(now.month).at(-1) ?? place.today].sort()[0] ?? place.today
      return { ...wire, accounts: [], weeks: besideWeeks(now.event.starts_on, weeks.now, weeks.before, until) }
    }
    const accounts = await bothSides(scope, ({ of, month }) => readAccounts(ctx.db, of, month))
    const other = before && { month: before.month, counts: accounts.before ?? [] }
    return { ...wire, accounts: besideDays(now.month, accounts.now, other, place.today), weeks: [] }
  }),
  daily: reads(async (ctx, { query }) => {
    const scope = await openScope(ctx, query)
    const { now, before, place, wire } = scope
    const days = await bothSides(scope, ({ of, month }) => readReservations(ctx.db, of, month))
    const other = before && { month: before.month, counts: days.before ?? [] }
    return { ...wire, days: besideDays(now.month, days.now, other, place.today) }
  }),
})
