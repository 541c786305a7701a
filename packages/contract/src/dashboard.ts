import { z } from 'zod'
import { can, day, id, route } from './core.ts'

/** What the office sees at a glance: one month of all events or of one, beside a month to compare with. */

/** The years that can be chosen: this one and five before. */
export const DASHBOARD_YEARS = 6

/** Without a month or a year: those of today, in the organisation's time zone. Without an event: all of them. */
const query = z.object({
  event_id: id.optional(),
  month: z.coerce.number().int().min(1).max(12).optional(),
  year: z.coerce.number().int().optional(),
})

const event = z.object({ _id: id, name: z.string() })
const scope = z.object({
  month: z.int(),
  year: z.int(),
  /** Amounts are in this currency. Money in other currencies is not counted. */
  currency: z.string(),
  /**
   * The month that `before` is about: of all events, the same month of the year before. Of one event, the month as far
   * before the last event of the same kind. Null: there is no such event.
   */
  compared: z.object({ month: z.int(), year: z.int(), event: event.nullable() }).nullable(),
})
export type DashboardScope = z.output<typeof scope>

/** A value and the one to compare with. */
const pair = z.object({ now: z.number(), before: z.number().nullable() })
/** Beds taken of beds for sale, summed over nights. */
const beds = z.object({ sold: z.number(), for_sale: z.number() })

const stats = scope.extend({
  /** Reservations made in the month that still hold. */
  reservations: pair,
  /** Their persons. */
  people: pair,
  /** Captured minus given back, in minor units. Null without `payments.read`. */
  paid: pair.nullable(),
  /** Reservations cancelled in the month. */
  cancelled: pair,
  /** Persons let in at a gate in the month. */
  checked_in: pair,
  /** Accounts of members made in the month. Null for one event. */
  accounts: pair.nullable(),
  /** All nights of the event, or the nights of the month. */
  beds: z.object({ now: beds, before: beds.nullable() }),
  /** Persons of the event so far, of all months, and its places. Null for all events. */
  so_far: z.object({ people: z.number(), capacity: z.number().nullable() }).nullable(),
})
export type DashboardStats = z.output<typeof stats>

const graph = scope.extend({
  /** Money of the month by payment provider, in minor units. Null without `payments.read`. */
  methods: z.array(z.object({ method: z.string(), now: z.number(), before: z.number().nullable() })).nullable(),
  /** `before` is the same night of the compared event, counted from the first, or of the compared month. */
  nights: z.array(z.object({ night: day, now: beds, before: beds.nullable() })),
})

const dailyCount = z.object({
  day,
  /** Null for a day to come. */
  now: z.number().nullable(),
  before: z.number().nullable(),
})

const signups = scope.extend({
  /** Accounts of members by day of the month. Empty for one event. */
  accounts: z.array(dailyCount),
  /** Persons of the event, total by week up to its first day. Empty for all events. */
  weeks: z.array(dailyCount),
})

const daily = scope.extend({ days: z.array(dailyCount) })

const read = can('dashboard.read')

export const dashboardRoutes = {
  stats: route({
    method: 'GET',
    path: '/admin/dashboard/stats',
    access: read,
    summary: 'Figures of a month, of all events or of one, beside those of the year before',
    query,
    response: stats,
    errors: ['not_found'],
  }),
  graph: route({
    method: 'GET',
    path: '/admin/dashboard/graph',
    access: read,
    summary: 'Money of a month by method, and beds by night',
    query,
    response: graph,
    errors: ['not_found'],
  }),
  signups: route({
    method: 'GET',
    path: '/admin/dashboard/signups-graph',
    access: read,
    summary: 'Accounts made by day of a month; of one event its persons, total by week',
    query,
    response: signups,
    errors: ['not_found'],
  }),
  daily: route({
    method: 'GET',
    path: '/admin/dashboard/daily-reservations-graph',
    access: read,
    summary: 'Reservations made by day of a month',
    query,
    response: daily,
    errors: ['not_found'],
  }),
}
