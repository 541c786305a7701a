import { readScannedCode, type ScannedCode } from '@shiloh/contract/checkin/checkin'
import { type RawBuilder, sql } from 'kysely'
import type { Queryable } from '../db/db.ts'
import { type Hidden, hiddenOf, type Named, type NamedKind, namedByFields } from './denied.ts'

/** What a row belongs to: the columns that refer to it, or a select of the id. */
export interface Belongs {
  readonly payment?: string | RawBuilder<unknown>
  readonly reservation?: string | RawBuilder<unknown>
  readonly event?: string | RawBuilder<unknown>
  readonly center?: string | RawBuilder<unknown>
  readonly person?: string | RawBuilder<unknown>
}

const among = (ids: readonly string[]): RawBuilder<unknown> => sql`any(${[...ids]}::text[])`
const reference = (of: string | RawBuilder<unknown>): RawBuilder<unknown> => (typeof of === 'string' ? sql.ref(of) : of)

/** The condition that a reservation `h` is hidden, by itself, its event or its person. */
const reservationHidden = ({ reservations, events, people }: Hidden): RawBuilder<unknown> =>
  sql`(h.id = ${among(reservations)} or h.event_id = ${among(events)} or h.user_id = ${among(people)})`

const shownTo = (hidden: Hidden, { payment, reservation, event, center, person }: Belongs): RawBuilder<boolean> => {
  const conditions = [
    ...(payment
      ? [
          sql`not exists (select 1 from payments hp join reservations h on h.id = hp.reservation_id
            where hp.id = ${reference(payment)} and (hp.id = ${among(hidden.payments)} or ${reservationHidden(hidden)}))`,
        ]
      : []),
    ...(reservation
      ? [
          sql`not exists (select 1 from reservations h where h.id = ${reference(reservation)} and ${reservationHidden(hidden)})`,
        ]
      : []),
    ...(event ? [sql`coalesce(${reference(event)} <> all(${[...hidden.events]}::text[]), true)`] : []),
    ...(center ? [sql`coalesce(${reference(center)} <> all(${[...hidden.centers]}::text[]), true)`] : []),
    ...(person ? [sql`coalesce(${reference(person)} <> all(${[...hidden.people]}::text[]), true)`] : []),
  ]
  return conditions.length === 0 ? sql<boolean>`true` : sql<boolean>`(${sql.join(conditions, sql` and `)})`
}

/** The condition that a row belongs to nothing that is hidden from the sender of this query. */
export const shown = (query: object, belongs: Belongs): RawBuilder<boolean> => {
  const hidden = hiddenOf(query)
  return hidden ? shownTo(hidden, belongs) : sql<boolean>`true`
}

const reservationOf = (code: ScannedCode): RawBuilder<unknown> => {
  switch (code.kind) {
    case 'qr':
      return sql`(select reservation_id from reservation_participants where qr_id = ${code.qrId})`
    case 'code':
      // At a known event, people may leave out the letters before the hyphen.
      return code.code.includes('-')
        ? sql`(select id from reservations where code = ${code.code})`
        : sql`any(array(select id from reservations where code = ${code.code} or code like ${`%-${code.code}`}))`
    default:
      return sql`null::text`
  }
}

/** @param id of the object, or an expression of it */
const belongsTo = ({ kind, id }: { readonly kind: NamedKind; readonly id: string | RawBuilder<unknown> }): Belongs => {
  switch (kind) {
    case 'payment':
      return { payment: sql`${id}` }
    case 'refund':
      return { payment: sql`(select payment_id from refunds where id = ${id})` }
    case 'reservation':
      return { reservation: sql`${id}` }
    case 'ticket':
      return {
        reservation: typeof id === 'string' ? reservationOf(readScannedCode(id)) : sql`null::text`,
      }
    case 'event':
      return { event: sql`${id}::text` }
    case 'center':
      return { center: sql`${id}::text` }
    case 'block':
      return { center: sql`(select event_center_id from event_blocks where id = ${id})` }
    case 'room':
      return { center: sql`(select event_center_id from event_rooms where id = ${id})` }
    case 'person':
      return { person: sql`${id}::text` }
    case 'question':
      return {
        person: sql`(select user_id from support_tickets where id = ${id})`,
        event: sql`(select event_id from support_tickets where id = ${id})`,
        reservation: sql`(select reservation_id from support_tickets where id = ${id})`,
      }
    case 'task':
      return {
        event: sql`(select event_id from tasks where id = ${id})`,
        reservation: sql`(select reservation_id from tasks where id = ${id})`,
        person: sql`(select coalesce(t.user_id, k.user_id) from tasks t
          left join support_tickets k on k.id = t.ticket_id where t.id = ${id})`,
      }
    case 'waiting':
      return {
        event: sql`(select event_id from waiting_entries where id = ${id})`,
        person: sql`(select user_id from waiting_entries where id = ${id})`,
      }
  }
}

const AN_ID = String.raw`\m[0-9a-f]{24}\M`

/** The kinds of object that records are about. */
const RECORDED = ['payment', 'refund', 'reservation', 'event', 'person', 'question', 'task', 'waiting'] as const

/**
 * `shown` for records about any kind of object.
 *
 * @param id the column of its id
 * @param texts what the record says of it as JSON. Whatever it names belongs to it too: what is deleted, or was about somebody, has
 *   nothing else that says so
 */
export const shownObject = (query: object, id: string, texts: readonly string[]): RawBuilder<boolean> => {
  const hidden = hiddenOf(query)
  if (!hidden) return sql<boolean>`true`
  const all = (of: RawBuilder<unknown>) =>
    sql.join(
      RECORDED.map((kind) => shownTo(hidden, belongsTo({ kind, id: of }))),
      sql` and `,
    )
  const written = sql.join(texts.map((text) => sql`${sql.ref(text)}::text`))
  return sql<boolean>`(${all(sql.ref(id))} and not exists (
    select from regexp_matches(concat_ws(' ', ${written}), ${AN_ID}, 'g') as named (ids)
    where not (${all(sql`named.ids[1]`)})))`
}

/** Returns whether one of these is hidden, or belongs to something hidden. */
export const namesHidden = async (db: Queryable, hidden: Hidden, named: readonly Named[]): Promise<boolean> => {
  if (named.length === 0) return false
  const { rows } = await sql<{ shown: boolean }>`
    select ${sql.join(
      named.map((one) => shownTo(hidden, belongsTo(one))),
      sql` and `,
    )} as shown`.execute(db)
  return rows[0]?.shown === false
}

/**
 * Returns the data of an error for a caller with hidden objects. Rows that belong to hidden objects are removed from
 * its lists and counted as `hidden`. If the error as a whole is about a hidden object, its data are removed.
 */
export const withoutHiddenRows = async (
  db: Queryable,
  hidden: Hidden,
  data: Readonly<Record<string, unknown>>,
): Promise<Readonly<Record<string, unknown>>> => {
  if (await namesHidden(db, hidden, namedByFields(data))) return {}
  const kept: Record<string, unknown> = { ...data }
  let count = 0
  for (const [name, value] of Object.entries(data)) {
    if (!Array.isArray(value)) continue
    const rows: unknown[] = []
    for (const row of value) if (!(await namesHidden(db, hidden, namedByFields(row)))) rows.push(row)
    count += value.length - rows.length
    kept[name] = rows
  }
  return count === 0 ? data : { ...kept, hidden: count }
}
