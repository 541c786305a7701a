import { z } from 'zod'
import { fileRoute, id, idParams, line, listRoute, route, signedIn, timestamp } from '../core.ts'
import { anyOf, dayRange, declareList, EXPORT_TYPES, exportQuery, listQuery } from '../lists.ts'
import type { Permission } from '../permissions.ts'

/** Tasks and warnings for staff. An alert is raised once and stays open until it is resolved. */

/** `critical`: the product or its books are broken. `act`: somebody must act. `info`: for information only. */
export const ALERT_SEVERITIES = ['critical', 'act', 'info'] as const
export type AlertSeverity = (typeof ALERT_SEVERITIES)[number]

const code = z.string()
const name = z.string()
/** The reservation of an alert about one. */
const reservation = z.object({ reservation_id: id, code })
/** A payment. `reservation_id` leads to the page where it is settled. */
const payment = z.object({
  payment_id: id,
  reference: z.string(),
  mismatch: z.string().nullish(),
  reservation_id: id.optional(),
  code: code.optional(),
  /** Minor units. */
  amount: z.number().optional(),
  currency: z.string().optional(),
})
/** A payment in dispute, and until when it can be answered. */
const disputed = payment.extend({ due_at: z.string().nullable() })
/** One scan of a double entry. */
const entry = z.object({ at: z.string(), device_id: z.string(), device: z.string(), point: z.string() })
const found = z.object({ count: z.number(), samples: z.array(z.string()) })

interface AlertRule<S extends z.ZodType> {
  readonly severity: AlertSeverity
  /** Everybody with this permission sees the alert and is notified. */
  readonly permission: Permission
  /** `cause`: ends only when its cause is gone. `hand`: can also be closed by anybody who sees it. */
  readonly ends: 'cause' | 'hand'
  /** The data that must be given when it is raised. */
  readonly data: S
  /** The admin page where something can be done about it, or null if there is none. */
  readonly place: (data: z.output<S>) => string | null
}

const rule = <S extends z.ZodType>(made: AlertRule<S>): AlertRule<S> => made

const reservationPage = (reservationId: string): string => `/admin/reservations/${reservationId}`
const OPEN_MONEY = '/admin/payments/open'
const paymentPlace = (data: { reservation_id?: string | undefined }): string =>
  data.reservation_id ? reservationPage(data.reservation_id) : OPEN_MONEY

/** The page that lists the rows of an import, by resource. */
const RESOURCE_PAGES: Readonly<Record<string, string>> = {
  regions: '/admin/church-map',
  areas: '/admin/church-map',
  districts: '/admin/church-map',
  assemblies: '/admin/church-map',
  users: '/admin/users',
}

/**
 * Every kind of alert. The subject of an alert depends on its kind: the reservation's id (`refund_due`, `part_payment`,
 * `double_entry`, `bed_lost`, `goods_out`), the payment's reference (`payment_mismatch`, `late_money`, `payment_lost`), the reference
 * of the notice (`notice_not_booked`), the provider's id of a dispute (`payment_disputed`, `payment_charged_back`,
 * `chargeback_returned`, `dispute_overdue`, `dispute_to_compare`), the id of the event, ticket or user, or the name of the task
 * or invariant.
 */
export const ALERT_RULES = {
  /** Money that must be paid back. */
  refund_due: rule({
    severity: 'act',
    permission: 'payments.refund',
    ends: 'cause',
    data: reservation.extend({ amount: z.number(), currency: z.string().optional() }),
    place: (data) => reservationPage(data.reservation_id),
  }),
  /** A provider reports a different amount, currency or reference than requested. */
  payment_mismatch: rule({
    severity: 'act',
    permission: 'payments.read',
    ends: 'hand',
    data: payment,
    place: paymentPlace,
  }),
  /** Money arrived after the reservation that it paid for had ended. */
  late_money: rule({
    severity: 'act',
    permission: 'payments.read',
    ends: 'hand',
    data: payment,
    place: paymentPlace,
  }),
  /** Somebody disputes a payment with their bank. Its end is reported by the provider. */
  payment_disputed: rule({
    severity: 'act',
    permission: 'payments.read',
    ends: 'hand',
    data: disputed,
    place: paymentPlace,
  }),
  /** A dispute was lost: the money was taken back, and the reservation owes it again. */
  payment_charged_back: rule({
    severity: 'act',
    permission: 'payments.read',
    ends: 'hand',
    data: disputed,
    place: paymentPlace,
  }),
  /** A dispute that was lost is won after all: the money came back, and the reservation has it again. */
  chargeback_returned: rule({
    severity: 'act',
    permission: 'payments.read',
    ends: 'hand',
    data: disputed,
    place: paymentPlace,
  }),
  /** The time to answer a dispute is over, and the provider has not said how it ended. It is asked again and again. */
  dispute_overdue: rule({
    severity: 'act',
    permission: 'payments.read',
    ends: 'hand',
    data: disputed,
    place: () => OPEN_MONEY,
  }),
  /** A dispute was lost, and nothing was booked: it is in another currency than its payment, or an earlier one took everything. */
  dispute_to_compare: rule({
    severity: 'act',
    permission: 'payments.read',
    ends: 'hand',
    data: disputed,
    place: paymentPlace,
  }),
  /** A lost dispute took money that was refunded, too. `subject` is the payment's reference. It ends if the refund fails. */
  payment_lost: rule({
    severity: 'act',
    permission: 'payments.read',
    ends: 'hand',
    data: payment,
    place: paymentPlace,
  }),
  /** A provider reported something an hour ago, and the books do not have it yet. It ends when they do. */
  notice_not_booked: rule({
    severity: 'act',
    permission: 'payments.read',
    ends: 'hand',
    data: z.object({
      reference: z.string(),
      provider: z.string(),
      about: z.string(),
      // A notice need not name a payment of ours.
      reservation_id: id.optional(),
      code: code.optional(),
    }),
    place: paymentPlace,
  }),
  /** A part was paid and the hold has expired. Staff keep the place until a date or refund the money. */
  part_payment: rule({
    severity: 'act',
    permission: 'payments.read',
    ends: 'cause',
    data: reservation.extend({ paid: z.number(), balance: z.number(), currency: z.string() }),
    place: (data) => reservationPage(data.reservation_id),
  }),
  event_sold_out: rule({
    severity: 'info',
    permission: 'events.read',
    ends: 'hand',
    data: z.object({ event_id: id, event: name, capacity: z.number() }),
    // Where its places are set. Readers of the waiting list are led there.
    place: (data) => `/admin/events/${data.event_id}?tab=dates`,
  }),
  /**
   * More people have chosen an option of a form than its limit says, since a time when it was not counted. `subject` is `event:option`. It ends
   * when the limit is enough.
   */
  option_oversold: rule({
    severity: 'act',
    permission: 'events.read',
    ends: 'hand',
    data: z.object({
      event_id: id,
      event: name,
      question: name,
      option: name,
      /** The limit in the form, and how many have it. */
      before: z.number(),
      now: z.number(),
    }),
    place: (data) => `/admin/events/${data.event_id}`,
  }),
  /** A queue job failed its last attempt. */
  job_failed: rule({
    severity: 'critical',
    permission: 'system_logs.read',
    ends: 'hand',
    data: z.object({ task: z.string(), error: z.string(), count: z.number() }),
    place: () => '/admin/logs/errors',
  }),
  invariant_broken: rule({
    severity: 'critical',
    permission: 'system_logs.read',
    ends: 'cause',
    data: found.extend({ number: z.number().optional(), name: name.optional() }),
    place: ({ samples }) => {
      const reservationId = /reservation ([0-9a-f]{24})/.exec(samples.join(' '))?.[1]
      return reservationId ? reservationPage(reservationId) : '/admin/logs/errors'
    },
  }),
  audit_chain_broken: rule({
    severity: 'critical',
    permission: 'audit_trail.read',
    ends: 'cause',
    data: found,
    place: () => '/admin/audit-trail',
  }),
  /** Two devices admitted the same person without knowing of each other. */
  double_entry: rule({
    severity: 'act',
    permission: 'reservations.check_in',
    ends: 'hand',
    // Alerts of older versions do not say where.
    data: reservation.extend({ name, event_id: id, first: entry.optional(), second: entry.optional() }),
    place: (data) => reservationPage(data.reservation_id),
  }),
  ticket_opened: rule({
    severity: 'info',
    permission: 'support_tickets.reply',
    ends: 'hand',
    // Alerts of older versions do not name the user.
    data: z.object({ ticket_id: id, user_id: id.optional(), subject: z.string(), name }),
    place: (data) => `/admin/support/${data.ticket_id}`,
  }),
  /** A ticket that waits for its assignee: it was assigned to them, or its owner has written. Nobody else gets it. */
  ticket_assigned: rule({
    severity: 'act',
    permission: 'support_tickets.reply',
    ends: 'hand',
    data: z.object({ ticket_id: id, user_id: id, assignee_id: id, subject: z.string(), name }),
    place: (data) => `/admin/support/${data.ticket_id}`,
  }),
  /** Somebody claims a title or designation that the office must confirm. `subject` is the id of the user, or of the spouse on their list. */
  title_to_confirm: rule({
    severity: 'act',
    permission: 'users.confirm_titles',
    ends: 'cause',
    data: z.object({ user_id: id, name, title: name }),
    place: () => '/admin/titles-to-confirm',
  }),
  /** A guardian refused consent for somebody under 18. `subject` is the participant's id. */
  consent_refused: rule({
    severity: 'act',
    permission: 'reservations.update',
    ends: 'hand',
    data: reservation.extend({ name, event: name }),
    place: (data) => reservationPage(data.reservation_id),
  }),
  import_finished: rule({
    severity: 'info',
    permission: 'logs.read',
    ends: 'hand',
    data: z.object({
      import_id: id,
      resource: z.string(),
      file_name: z.string(),
      created: z.number(),
      updated: z.number(),
      refused: z.number(),
    }),
    place: ({ resource }) => RESOURCE_PAGES[resource] ?? '/admin/logs/imports',
  }),
  /** A reservation lost its bed because a room was closed or its rule changed. */
  bed_lost: rule({
    severity: 'act',
    permission: 'reservations.assign_rooms',
    ends: 'hand',
    data: reservation.extend({ event_id: id, room: z.string() }),
    place: (data) => reservationPage(data.reservation_id),
  }),
  /** Products that were handed over are not ordered any more: the reservation was cancelled or changed. */
  goods_out: rule({
    severity: 'act',
    permission: 'reservations.update',
    ends: 'hand',
    data: reservation.extend({ event_id: id, pieces: z.number() }),
    place: (data) => reservationPage(data.reservation_id),
  }),
  /** A step of a run failed. `subject` is the workflow's id. It ends when no run of the workflow is failed any more. */
  workflow_failed: rule({
    severity: 'act',
    permission: 'workflows.update',
    ends: 'hand',
    data: z.object({ workflow_id: id, name }),
    place: ({ workflow_id }) => `/admin/workflow/runs?workflow_id=${workflow_id}&state=failed`,
  }),
  /** A limit stopped a run, or its author may not continue it. `subject` is the workflow's id. It ends when somebody takes it over. */
  workflow_held: rule({
    severity: 'act',
    permission: 'workflows.update',
    ends: 'hand',
    data: z.object({ workflow_id: id, name, reason: z.string() }),
    place: ({ workflow_id }) => `/admin/workflow/${workflow_id}`,
  }),
  /** The author of a message may not send it any more. `subject` is the message's id. It ends when somebody writes to its people again. */
  message_held: rule({
    severity: 'act',
    permission: 'messages.read',
    ends: 'hand',
    data: z.object({ message_id: id, name, is_announcement: z.boolean() }),
    place: ({ message_id, is_announcement }) =>
      `/admin/${is_announcement ? 'announcements' : 'messages'}/${message_id}`,
  }),
  /**
   * A scheduled report was due, and its author may no longer see it. `subject` is `saved report:event`. It ends when it goes out again
   * for this event, or its schedule ends.
   */
  report_held: rule({
    severity: 'act',
    permission: 'reservations.report',
    ends: 'hand',
    data: z.object({ saved_report_id: id, name, report: z.string(), event_id: id }),
    place: ({ saved_report_id, report, event_id }) =>
      `/admin/reports?event_id=${event_id}&report=${report}&saved=${saved_report_id}`,
  }),
  /** The assignee of an unfinished task, or their role, has gone. `subject` is the task's id. */
  task_unassigned: rule({
    severity: 'act',
    permission: 'tasks.update',
    ends: 'cause',
    data: z.object({
      task_id: id,
      subject: name,
      event_id: id.optional(),
      reservation_id: id.optional(),
      user_id: id.optional(),
    }),
    place: ({ task_id }) => `/admin/tasks-and-planning?task=${task_id}`,
  }),
} as const

export type AlertKind = keyof typeof ALERT_RULES
export const isAlertKind = (kind: string): kind is AlertKind => Object.hasOwn(ALERT_RULES, kind)
export const ALERT_KINDS = Object.keys(ALERT_RULES).filter(isAlertKind)
const kindOf = z.string().refine(isAlertKind, { error: 'unknown_choice' })

/** The data of an alert of this kind. */
export type AlertData<K extends AlertKind> = z.input<(typeof ALERT_RULES)[K]['data']>

/** Returns the one value that identifies the alert among others of its kind: a code, a name or a reference. */
export const alertAbout = (data: Readonly<Record<string, unknown>>): string => {
  const first = ['code', 'event', 'subject', 'name', 'reference', 'task', 'file_name']
    .map((field) => data[field])
    .find((value) => typeof value === 'string' && value !== '')
  return typeof first === 'string' ? first : ''
}

/** Returns the one person whom an alert is for. Undefined if it is for everybody with its permission. */
export const alertAssignee = ({ assignee_id }: Readonly<Record<string, unknown>>): string | undefined =>
  typeof assignee_id === 'string' ? assignee_id : undefined

const placeOf =
  <S extends z.ZodType>({ data: schema, place }: AlertRule<S>) =>
  (data: unknown): string | null => {
    const parsed = schema.safeParse(data)
    return parsed.success ? place(parsed.data) : null
  }
const PLACES: Readonly<Record<AlertKind, (data: unknown) => string | null>> = {
  refund_due: placeOf(ALERT_RULES.refund_due),
  payment_mismatch: placeOf(ALERT_RULES.payment_mismatch),
  late_money: placeOf(ALERT_RULES.late_money),
  payment_disputed: placeOf(ALERT_RULES.payment_disputed),
  payment_charged_back: placeOf(ALERT_RULES.payment_charged_back),
  chargeback_returned: placeOf(ALERT_RULES.chargeback_returned),
  dispute_overdue: placeOf(ALERT_RULES.dispute_overdue),
  dispute_to_compare: placeOf(ALERT_RULES.dispute_to_compare),
  payment_lost: placeOf(ALERT_RULES.payment_lost),
  notice_not_booked: placeOf(ALERT_RULES.notice_not_booked),
  part_payment: placeOf(ALERT_RULES.part_payment),
  event_sold_out: placeOf(ALERT_RULES.event_sold_out),
  option_oversold: placeOf(ALERT_RULES.option_oversold),
  job_failed: placeOf(ALERT_RULES.job_failed),
  invariant_broken: placeOf(ALERT_RULES.invariant_broken),
  audit_chain_broken: placeOf(ALERT_RULES.audit_chain_broken),
  double_entry: placeOf(ALERT_RULES.double_entry),
  ticket_opened: placeOf(ALERT_RULES.ticket_opened),
  ticket_assigned: placeOf(ALERT_RULES.ticket_assigned),
  title_to_confirm: placeOf(ALERT_RULES.title_to_confirm),
  import_finished: placeOf(ALERT_RULES.import_finished),
  bed_lost: placeOf(ALERT_RULES.bed_lost),
  goods_out: placeOf(ALERT_RULES.goods_out),
  consent_refused: placeOf(ALERT_RULES.consent_refused),
  workflow_failed: placeOf(ALERT_RULES.workflow_failed),
  workflow_held: placeOf(ALERT_RULES.workflow_held),
  message_held: placeOf(ALERT_RULES.message_held),
  report_held: placeOf(ALERT_RULES.report_held),
  task_unassigned: placeOf(ALERT_RULES.task_unassigned),
}

/** Returns the page that an alert leads to. Returns null if its kind has no page or its data does not fit the kind. */
export const alertPlace = (kind: AlertKind, data: unknown): string | null => {
  return PLACES[kind](data)
}

export const ALERT_STATES = ['open', 'snoozed', 'resolved'] as const

export const alert = z.object({
  _id: id,
  kind: kindOf,
  severity: z.enum(ALERT_SEVERITIES),
  state: z.enum(ALERT_STATES),
  /** In the reader's language. */
  title: z.string(),
  todo: z.string(),
  about: z.string(),
  link: z.string().nullable(),
  created_at: timestamp,
  updated_at: timestamp,
  snoozed_until: timestamp.nullable(),
  resolved_at: timestamp.nullable(),
  /** Null if it ended because its cause is gone. */
  resolved_by: z.object({ _id: id, name: z.string() }).nullable(),
  resolution: z.string(),
  allowed: z.array(z.enum(['resolve', 'snooze'])),
})
export type Alert = z.output<typeof alert>

const alertList = declareList({
  sort: ['created_at', 'kind'],
  order: ['-created_at'],
  filter: {
    state: z.enum(ALERT_STATES).default('open'),
    kind: anyOf(kindOf).optional(),
    severity: anyOf(z.enum(ALERT_SEVERITIES)).optional(),
    created_at: dayRange().optional(),
  },
})

/** Administrators only see the alerts whose kinds their permissions cover. */
export const alertRoutes = {
  listAlerts: listRoute({
    method: 'GET',
    path: '/admin/alerts',
    access: signedIn('admin'),
    summary: 'Alerts for staff, newest first',
    query: listQuery(alertList),
    response: alert,
  }),
  exportAlerts: fileRoute({
    method: 'GET',
    path: '/admin/alerts/export',
    access: signedIn('admin'),
    summary: 'Export the alerts that the caller sees, as CSV or XLSX, streamed',
    fileTypes: Object.values(EXPORT_TYPES),
    query: exportQuery(alertList),
  }),
  countAlerts: route({
    method: 'GET',
    path: '/admin/alerts/count',
    access: signedIn('admin'),
    summary: 'Number of the caller’s open alerts',
    response: z.object({ open: z.number(), critical: z.number() }),
  }),
  resolveAlert: route({
    method: 'PUT',
    path: '/admin/alerts/{id}/resolve',
    access: signedIn('admin'),
    summary: 'Close an alert by hand, with a note of what was done',
    params: idParams,
    body: z.object({ resolution: line(500) }),
    response: alert,
    errors: ['illegal_transition'],
  }),
  reopenAlert: route({
    method: 'PUT',
    path: '/admin/alerts/{id}/reopen',
    access: signedIn('admin'),
    summary: 'Undo the caller’s own closing of an alert, unless it was raised again',
    params: idParams,
    response: alert,
    errors: ['illegal_transition', 'stale'],
  }),
  snoozeAlert: route({
    method: 'PUT',
    path: '/admin/alerts/{id}/snooze',
    access: signedIn('admin'),
    summary: 'Snooze an alert for some days; null ends the snooze',
    params: idParams,
    body: z.object({ days: z.int().min(1).max(30).nullable() }),
    response: alert,
    errors: ['illegal_transition'],
  }),
} as const
