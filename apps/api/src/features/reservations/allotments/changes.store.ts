import { ALLOTMENT_CHANGES, type AllotmentChange } from '@shiloh/contract/reservations/allotments'
import type { Sql, TxSql } from '#platform/db/sql.store'
import type { HiddenGuests } from './allotments.store.ts'

const NOTE = {
  name: 'allotments_note_change',
  text: `
    insert into allotment_changes (event_id, held_for, kind, beds, reservation_id, done_by, at)
    values ($1, $2, $3, $4, $5, $6, $7)`,
}

interface NewChange {
  readonly event_id: string
  readonly held_for: string
  readonly kind: AllotmentChange['kind']
  readonly beds: number
  readonly reservationId?: string
  /** Null: it happened on its day. */
  readonly by: string | null
}

/** Writes down what happened to the beds of a group. */
export const noteChange = async (sql: TxSql, change: NewChange, now: Date): Promise<void> => {
  const { event_id, held_for, kind, beds, reservationId, by } = change
  await sql(NOTE, [event_id, held_for, kind, beds, reservationId ?? null, by, now])
}

/** As many changes as a page shows. */
const SHOWN = 30

const LIST = {
  name: 'allotments_changes',
  text: `
    select c.id, c.at, c.kind, c.held_for, c.beds, c.reservation_id, p.first_name || ' ' || p.last_name as name,
      case when c.done_by <> all($3::text[]) then b.first_name || ' ' || b.last_name end as by
    from allotment_changes c
    left join reservations r on r.id = c.reservation_id left join users p on p.id = r.user_id
    left join users b on b.id = c.done_by
    where c.event_id = $1 and coalesce(c.reservation_id, '') <> all($2::text[]) and coalesce(r.user_id, '') <> all($3::text[])
    order by c.at desc, c.number desc limit ${SHOWN}`,
}
interface ChangeRow {
  readonly id: string
  readonly at: Date
  readonly kind: string
  readonly held_for: string
  readonly beds: number
  readonly reservation_id: string | null
  readonly name: string | null
  readonly by: string | null
}
/** Lists what happened to the beds of groups at an event, the newest first, without hidden reservations and people. */
export const listChanges = async (sql: Sql, eventId: string, hidden: HiddenGuests): Promise<AllotmentChange[]> =>
  (await sql<ChangeRow>(LIST, [eventId, hidden.reservations, hidden.people])).map((row) => ({
    _id: row.id,
    at: row.at.toISOString(),
    kind: ALLOTMENT_CHANGES.find((kind) => kind === row.kind) ?? 'changed',
    held_for: row.held_for,
    beds: row.beds,
    named: row.reservation_id === null ? null : { reservation_id: row.reservation_id, name: row.name ?? '' },
    by: row.by,
  }))
