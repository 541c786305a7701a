import { z } from 'zod'
import { flag } from './admin-resource.ts'
import { can, currency, done, id, idParams, paragraphs, route, signedIn, timestamp } from './core.ts'
import type { Permission } from './permissions.ts'

/** The everyday work of the office: what waits for it, and its notes about people. */

/** What can wait for staff, with the permission to see it. */
export const WORK_PERMISSIONS = {
  /** Reservations to approve. */
  approvals: 'reservations.read',
  /** Invitations of the waiting list that nobody has answered. */
  offers: 'waiting_list.read',
  /** Tickets that nobody has taken up. */
  tickets: 'support_tickets.read',
  /** Payments that differ from what was asked for. */
  payments: 'payments.read',
  /** Refunds that are due, or that the provider refused. */
  refunds: 'payments.read',
  /** Own tasks and those of an own role that are not done. */
  tasks: 'tasks.read',
} as const satisfies Readonly<Record<string, Permission>>

/** Alerts have a permission each, and are counted by it. */
export type WorkKind = keyof typeof WORK_PERMISSIONS | 'alerts' | 'critical_alerts'

const WAITING = ['approvals', 'offers', 'tickets', 'payments', 'refunds'] as const satisfies readonly WorkKind[]

/** Alerts about what is counted as work too: a sum of the counts counts it once. */
export const COUNTED_ALERTS = {
  ticket_opened: 'tickets',
  refund_due: 'refunds',
  payment_mismatch: 'payments',
  late_money: 'payments',
  part_payment: 'payments',
} as const satisfies Readonly<Record<string, WorkKind>>

/** What of a kind waits. Unknown of a hundred and more. */
const waiting = z.object({
  /** Since when the oldest waits. */
  since: timestamp,
  /** Minor units, of money in one currency. */
  amount: z.int().nullable(),
  currency: currency.nullable(),
})

/** Higher counts are not told apart. */
export const MOST_COUNTED = 100

const count = z.int().max(MOST_COUNTED).optional()

const personNote = z.object({
  _id: id,
  body: z.string(),
  /** Null if the account of the author is gone. */
  author: z.string().nullable(),
  created_at: timestamp,
  /** Only the author can delete a note. */
  own: z.boolean(),
})
export type PersonNote = z.output<typeof personNote>

export const officeRoutes = {
  countWaitingWork: route({
    method: 'GET',
    path: '/admin/waiting-work',
    access: signedIn('admin'),
    summary:
      'How much work waits, of each kind that the caller can see, 100 at most; of one event where it belongs to one',
    query: z.object({
      event_id: id.optional(),
      /** Tells what waits beside how much. */
      details: flag.default(false),
    }),
    response: z.object({
      approvals: count,
      offers: count,
      tickets: count,
      payments: count,
      refunds: count,
      tasks: count,
      alerts: count,
      critical_alerts: count,
      /** Alerts about work that is counted above (`COUNTED_ALERTS`). */
      counted_alerts: count,
      details: z.partialRecord(z.enum(WAITING), waiting).optional(),
    }),
  }),
  listPersonNotes: route({
    method: 'GET',
    path: '/admin/users/{id}/notes',
    access: can('users.read'),
    summary: 'The notes of the office about a person, newest first',
    params: idParams,
    response: z.array(personNote),
  }),
  addPersonNote: route({
    method: 'POST',
    path: '/admin/users/{id}/notes',
    access: can('users.update'),
    summary: 'Add a note about a person, for staff',
    params: idParams,
    body: z.object({ body: paragraphs(2000).refine((text) => text !== '', { error: 'required' }) }),
    response: personNote,
    idempotent: true,
    status: 201,
  }),
  removePersonNote: route({
    method: 'DELETE',
    path: '/admin/users/{id}/notes/{note_id}',
    access: can('users.update'),
    summary: 'Delete an own note about a person',
    params: idParams.extend({ note_id: id }),
    response: done,
    errors: ['forbidden'],
  }),
}
