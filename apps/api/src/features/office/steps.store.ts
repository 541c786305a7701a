import type { Language, UserType } from '@shiloh/contract/core'
import { MOST_STEPS, type StepKind } from '@shiloh/contract/office'
import { type RawBuilder, sql } from 'kysely'
import { type Belongs, shown } from '#platform/auth/denied.store'
import type { Queryable } from '#platform/db/db'
import { toldIn } from '#platform/db/languages.store'

export interface StepRow {
  readonly kind: StepKind
  readonly action: string
  readonly at: Date
  readonly actor_id: string | null
  readonly actor_name: string | null
  readonly actor_type: UserType | null
  readonly reservation_id: string | null
  readonly code: string | null
  readonly event: string | null
  readonly ticket_id: string | null
  readonly subject: string | null
  readonly room: string | null
  readonly amount: number | null
  readonly currency: string | null
}

/** Actions of the audit trail by which a reservation gets a room or loses it. */
const ROOM_ACTIONS = ['assign_beds', 'take_beds', 'refit_beds']

const RESERVATION: Belongs = { reservation: 'r.id', event: 'r.event_id', person: 'r.user_id' }

/**
 * The steps of each kind, along an index of its own table. `own` are the reservations of the person. Each selects kind, action,
 * time, actor, reservation, ticket, subject, room, amount and currency.
 */
const STEPS: Readonly<Record<StepKind, (userId: string, query: object) => RawBuilder<unknown>>> = {
  account: (userId) => sql`
    select 'account', a.action, a.at, a.actor_id, null, null, null, null, null::bigint, null from audit_trail a
    where a.object_id = ${userId} and a.action <> 'read'`,
  // The money of a payment or refund has a step of its own.
  reservation: (_, query) => sql`
    select 'reservation', t.action, t.at, t.actor_id, r.id, null, null, null, null::bigint, null
    from own join reservations r on r.id = own.id join reservation_transitions t on t.reservation_id = r.id
    where t.action not in ('pay', 'refund') and ${shown(query, RESERVATION)}`,
  room: (_, query) => sql`
    select 'room', a.action, a.at, a.actor_id, r.id, null, null,
      case when jsonb_typeof(a.after) = 'array' then a.after -> 0 ->> 'room' end, null::bigint, null
    from own join reservations r on r.id = own.id join audit_trail a on a.object_id = r.id
    where a.action = any(${ROOM_ACTIONS}::text[]) and ${shown(query, RESERVATION)}`,
  payment: (_, query) => sql`
    select 'payment', '', p.settled_at, p.cashier_id, r.id, null, null, null, p.captured, p.currency
    from own join reservations r on r.id = own.id join payments p on p.reservation_id = r.id
    where p.settled_at is not null and p.captured > 0 and p.status <> 'void'
      and ${shown(query, { ...RESERVATION, payment: 'p.id' })}`,
  refund: (_, query) => sql`
    select 'refund', '', f.settled_at, f.requested_by, r.id, null, null, null, f.amount, f.currency
    from own join reservations r on r.id = own.id join payments p on p.reservation_id = r.id
      join refunds f on f.payment_id = p.id
    where f.settled_at is not null and f.status = 'refunded' and ${shown(query, { ...RESERVATION, payment: 'p.id' })}`,
  ticket: (userId, query) => sql`
    select 'ticket', '', t.created_at, null, null, t.id, t.subject, null, null::bigint, null from support_tickets t
    where t.user_id = ${userId}
      and ${shown(query, { person: 't.user_id', event: 't.event_id', reservation: 't.reservation_id' })}`,
  // A mail and an SMS with the same words are one step.
  message: (userId) => sql`
    select 'message', m.template, min(m.sent_at), null, null, null, null, null, null::bigint, null from messages m
    where m.user_id = ${userId} and m.sent_at is not null and m.status = 'sent'
    group by m.template, date_trunc('minute', m.created_at)`,
}

/** Returns the latest steps of these kinds, the newest first. */
export const listSteps = async (
  db: Queryable,
  userId: string,
  kinds: readonly StepKind[],
  query: object,
  language: Language,
): Promise<readonly StepRow[]> => {
  if (kinds.length === 0) return []
  const parts = kinds.map(
    (kind) =>
      sql`select * from (${STEPS[kind](userId, query)}) as s(kind, action, at, actor_id, reservation_id, ticket_id, subject, room, amount, currency)
        order by at desc limit ${MOST_STEPS}`,
  )
  const { rows } = await sql<StepRow>`
    with own as materialized (
      select id from reservations where user_id = ${userId} union
      select reservation_id from reservation_participants where user_id = ${userId}
    )
    select s.kind, s.action, s.at, u.id as actor_id, u.first_name || ' ' || u.last_name as actor_name,
      u.user_type as actor_type, s.reservation_id, r.code, ${toldIn(language, 'e', 'name')} as event, s.ticket_id, s.subject, s.room, s.amount, s.currency
    from (${sql.join(
      parts.map((part) => sql`(${part})`),
      sql` union all `,
    )}) s
      left join users u on u.id = s.actor_id left join reservations r on r.id = s.reservation_id
      left join events e on e.id = r.event_id
    order by s.at desc, s.kind limit ${MOST_STEPS}`.execute(db)
  return rows
}
