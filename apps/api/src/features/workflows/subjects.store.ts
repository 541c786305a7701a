import type { Anchor, Facts, Moment, Subject } from '@shiloh/contract/workflows'
import { sql } from 'kysely'
import { shown } from '#platform/auth/denied.store'
import type { Queryable, Tx } from '#platform/db/db'

/** What a run is about, as it is now. */
export interface About {
  readonly subject: Subject
  readonly id: string
  readonly name: string
  /** Whose record it is. Null of an event. */
  readonly person: string | null
  readonly code: string | null
  readonly reservationId: string | null
  readonly userId: string | null
  readonly ticketId: string | null
  readonly eventId: string | null
  /** Of a reservation. */
  readonly status: string | null
  readonly isErased: boolean
  readonly facts: Facts
}

interface Row {
  id: string
  name: string
  person: string | null
  code: string | null
  reservation_id: string | null
  user_id: string | null
  ticket_id: string | null
  event_id: string | null
  status: string | null
  is_erased: boolean
  facts: Facts
}

const person = sql`'country', u.country_code, 'language', u.language, 'title', u.title_id, 'is_not_member', u.is_not_member`
const personName = sql`trim(u.first_name || ' ' || u.last_name)`
const daysTo = (now: Date) =>
  sql`(e.starts_at at time zone e.time_zone)::date - (${now}::timestamptz at time zone e.time_zone)::date`

const selectOf = (subject: Subject, now: Date) => {
  switch (subject) {
    case 'reservation':
      return sql`
        select v.id, ${personName} as name, ${personName} as person, v.code, v.id as reservation_id, v.user_id, null as ticket_id, v.event_id, v.status,
          u.erased_at is not null as is_erased,
          json_build_object('event', v.event_id, 'status', v.status, 'total', v.total, 'paid', v.paid,
            'balance', greatest(0, v.total - v.paid - v.waived - v.reduced), 'committee_type', v.committee_type_id,
            'participant_type', (select t.participant_type_id from event_participant_types t where t.id = v.event_participant_type_id),
            'guests', v.persons,
            'has_room', exists (select from bed_assignments b where b.reservation_id = v.id and b.released_at is null),
            'days_to_event', ${daysTo(now)}, ${person}) as facts
        from reservations v join events e on e.id = v.event_id join users u on u.id = v.user_id where v.id`
    case 'user':
      return sql`
        select u.id, ${personName} as name, ${personName} as person, null as code, null as reservation_id, u.id as user_id, null as ticket_id,
          null as event_id, null as status, u.erased_at is not null as is_erased, json_build_object(${person}) as facts
        from users u where u.id`
    case 'ticket':
      return sql`
        select k.id, k.subject as name, ${personName} as person, null as code, null as reservation_id, k.user_id, k.id as ticket_id, null as event_id,
          null as status, u.erased_at is not null as is_erased,
          json_build_object('ticket_category', k.category, 'ticket_subject', k.subject, 'country', u.country_code, 'language', u.language) as facts
        from support_tickets k join users u on u.id = k.user_id where k.id`
    case 'event':
      return sql`
        select e.id, e.name, null as person, null as code, null as reservation_id, null as user_id, null as ticket_id, e.id as event_id,
          null as status, false as is_erased, json_build_object('event', e.id, 'days_to_event', ${daysTo(now)}) as facts
        from events e where e.id`
  }
}

/** Returns the records of these ids that exist, with everything that a condition can ask. */
export const findAbout = async (
  db: Queryable,
  subject: Subject,
  ids: readonly string[],
  now: Date,
): Promise<Map<string, About>> => {
  const { rows } = await sql<Row>`${selectOf(subject, now)} = any(${[...ids]}::text[])`.execute(db)
  return new Map(
    rows.map(({ reservation_id, user_id, ticket_id, event_id, is_erased, ...row }) => [
      row.id,
      {
        subject,
        ...row,
        reservationId: reservation_id,
        userId: user_id,
        ticketId: ticket_id,
        eventId: event_id,
        isErased: is_erased,
      },
    ]),
  )
}

const anchorOf = (anchor: Anchor) => {
  switch (anchor) {
    case 'starts':
      return sql<Date | null>`e.starts_at`
    case 'ends':
      return sql<Date | null>`e.ends_at`
    case 'registration_closes':
      return sql<Date | null>`e.registration_closes_at`
    case 'balance_due':
      return sql<Date | null>`least(e.starts_at, greatest(e.cash_deadline, coalesce(e.balance_due_at, e.starts_at - interval '14 days')))`
  }
}

/** Hour of the day, where the event is, at which a day relative to it begins for workflows. */
const HOUR = 8
const instantOf = ({ anchor, days }: Moment) =>
  sql<Date | null>`((((${anchorOf(anchor)} at time zone e.time_zone)::date + ${days}::int) + make_interval(hours => ${HOUR})) at time zone e.time_zone)`

/** Returns when a day relative to an event is, or null if the event has no such date. */
export const momentOf = async (db: Queryable, eventId: string, at: Moment): Promise<Date | null> => {
  const { rows } = await sql<{
    at: Date | null
  }>`select ${instantOf(at)} as at from events e where e.id = ${eventId}`.execute(db)
  return rows[0]?.at ?? null
}

/** A date is not acted on when the server was away, or the workflow off, for longer. */
const LATEST = sql`interval '2 days'`

/** Returns live reservations for which the day of a workflow has come and that have no run of it yet. */
export const findReached = async (
  tx: Tx,
  workflowId: string,
  at: Moment,
  now: Date,
  after: string,
  limit: number,
): Promise<string[]> => {
  const { rows } = await sql<{ id: string }>`
    select v.id from events e join reservations v on v.event_id = e.id
    where e.status in ('published', 'unpublished') and v.status in ('pending', 'active', 'redeemed')
      and ${instantOf(at)} <= ${now} and ${instantOf(at)} > ${now}::timestamptz - ${LATEST}
      and v.id > ${after}
      and not exists (select from workflow_runs r where r.workflow_id = ${workflowId} and r.subject_id = v.id and r.occasion = 'event_date')
    order by v.id limit ${limit}`.execute(tx)
  return rows.map(({ id }) => id)
}

/** Returns the committee type that a reservation has. */
export const findCommittee = async (tx: Tx, reservationId: string): Promise<string | null> => {
  const row = await tx
    .selectFrom('reservations')
    .select('committee_type_id')
    .where('id', '=', reservationId)
    .executeTakeFirst()
  return row?.committee_type_id ?? null
}

const NAMED = { role: 'roles', committee_type: 'committee_types', template: 'message_templates' } as const
/** Returns the name of a role, committee type or template, or undefined if it is gone. */
export const nameOf = async (db: Queryable, kind: keyof typeof NAMED, id: string): Promise<string | undefined> => {
  const { rows } = await sql<{ name: string }>`select name from ${sql.table(NAMED[kind])} where id = ${id}`.execute(db)
  return rows[0]?.name
}

/** A record that a definition names, and the part that names it. */
export interface Named {
  readonly path: string
  readonly kind: 'event' | 'participant_type' | 'committee_type' | 'title' | 'country' | 'role' | 'template'
  readonly id: string
}
const keyOf = ({ kind, id }: Pick<Named, 'kind' | 'id'>) => `${kind}:${id}`

/** Returns a test of whether a named record still exists. An event that is hidden by the query counts as gone. */
export const findExisting = async (
  db: Queryable,
  query: object,
  named: readonly Named[],
): Promise<(one: Named) => boolean> => {
  if (named.length === 0) return () => true
  const has = (kind: Named['kind'], table: string, of = sql.ref('x.id')) =>
    sql`(n.kind = ${sql.lit(kind)} and exists (select from ${sql.table(table)} x where ${of} = n.id))`
  const { rows } = await sql<Pick<Named, 'kind' | 'id'>>`
    select n.kind, n.id from unnest(${named.map(({ kind }) => kind)}::text[], ${named.map(({ id }) => id)}::text[]) as n (kind, id)
    where ${has('participant_type', 'participant_types')} or ${has('committee_type', 'committee_types')}
      or ${has('title', 'titles')} or ${has('country', 'countries', sql.ref('x.code'))}
      or ${has('role', 'roles')} or ${has('template', 'message_templates')}
      or (${has('event', 'events')} and ${shown(query, { event: 'n.id' })})`.execute(db)
  const existing = new Set(rows.map(keyOf))
  return (one) => existing.has(keyOf(one))
}
