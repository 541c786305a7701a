import { z } from 'zod'
import { flag } from './admin-resource.ts'
import { can, currency, done, id, idParams, paragraphs, route, signedIn, timestamp, USER_TYPES } from './core.ts'
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
  author_id: id.nullable(),
  created_at: timestamp,
  /** Only the author can delete a note. */
  own: z.boolean(),
})
export type PersonNote = z.output<typeof personNote>

/** Sources of a person's timeline, with the permissions to see what comes from them. */
export const STEP_PERMISSIONS = {
  /** What staff or the person did with the account. */
  account: ['audit_trail.read'],
  /** The course of a reservation. */
  reservation: ['reservations.read'],
  /** A room that was given or taken back. */
  room: ['reservations.read'],
  payment: ['payments.read'],
  refund: ['payments.read'],
  ticket: ['support_tickets.read'],
  /** A mail or SMS. */
  message: ['logs.read', 'messages.read'],
} as const satisfies Readonly<Record<string, readonly Permission[]>>
export type StepKind = keyof typeof STEP_PERMISSIONS

/** Steps that the timeline of a person has at most. */
export const MOST_STEPS = 40

const personStep = z.object({
  kind: z.enum(['account', 'reservation', 'room', 'payment', 'refund', 'ticket', 'message'] satisfies StepKind[]),
  /** An action of the audit trail or of a reservation, or the template of a message. Empty for the other kinds. */
  action: z.string(),
  at: timestamp,
  /** Who did it, if somebody is known. */
  by: z.object({ _id: id, name: z.string(), user_type: z.enum(USER_TYPES) }).nullable(),
  reservation: z.object({ _id: id, code: z.string(), event: z.string() }).nullable(),
  ticket: z.object({ _id: id, subject: z.string() }).nullable(),
  /** The room and its block. */
  room: z.string().nullable(),
  /** Minor units. */
  amount: z.int().nullable(),
  currency: currency.nullable(),
})
export type PersonStep = z.output<typeof personStep>

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
  listPersonSteps: route({
    method: 'GET',
    path: '/admin/users/{id}/timeline',
    access: can('users.read'),
    summary:
      'What happened with a person, newest first: account, reservations, rooms, money, tickets and messages, as far as the caller may see them',
    params: idParams,
    response: z.array(personStep).max(MOST_STEPS),
  }),
  addPersonNote: route({
    method: 'POST',
    path: '/admin/users/{id}/notes',
    access: can('users.update'),
    summary: 'Add a note about a person, for staff',
    params: idParams,
    body: z.object({ body: paragraphs(2000).refine((text) => text !== '', { error: 'required' }) }),
    response: personNote,
    errors: ['person_erased'],
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
