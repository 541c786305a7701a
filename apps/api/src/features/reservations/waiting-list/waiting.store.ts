import type { WaitingView } from '@shiloh/contract/reservations/views'
import { z } from 'zod'
import type { RowOf } from '#platform/db/rows'
import type { Sql, TxSql } from '#platform/db/sql.store'

type Columns = 'event_id' | 'kind' | 'status' | 'offer_expires_at' | 'created_at'
export interface WaitingRow extends RowOf<Pick<WaitingView, Columns>, 'offer_expires_at' | 'created_at'> {
  readonly id: string
  readonly user_id: string
  readonly ref_id: string | null
  readonly wish: unknown
}

const sealed = z.object({ sealed: z.string() })
/** Returns the sealed text of a stored wish, which can contain health data. */
export const sealedWish = (row: WaitingRow): string => sealed.parse(row.wish).sealed

const COLUMNS = `id, event_id, user_id, kind, ref_id, wish, status, offer_expires_at, created_at`

/**
 * Maximum number of entries that are considered when something becomes free. Later entries have their turn once earlier
 * ones are served.
 */
const MAX_LOOKED_AT = 500
const WAITING = {
  name: 'reservations_waiting',
  text: `
    select ${COLUMNS} from waiting_entries where event_id = any($1) and status = 'waiting'
    order by number limit ${MAX_LOOKED_AT} for update`,
}
export const lockWaiting = (sql: TxSql, eventIds: readonly string[]): Promise<WaitingRow[]> =>
  sql<WaitingRow>(WAITING, [eventIds])

const EXPIRE = {
  name: 'reservations_expire_offers',
  text: `
    update waiting_entries set status = 'expired', offer_expires_at = null, updated_at = $2
    where event_id = any($1) and status = 'offered' and offer_expires_at <= $2 returning id`,
}
/** Ends expired invitations. Returns their ids. */
export const endOffers = async (sql: TxSql, eventIds: readonly string[], now: Date): Promise<string[]> =>
  (await sql<{ id: string }>(EXPIRE, [eventIds, now])).map(({ id }) => id)

const OFFER = {
  name: 'reservations_offer',
  text: `
    update waiting_entries w set status = 'offered', offered_at = $2, offer_expires_at = o.until, updated_at = $2
    from json_to_recordset($1::json) as o(id text, until timestamptz) where w.id = o.id`,
}
export const saveOffers = async (
  sql: TxSql,
  offers: readonly { id: string; until: Date }[],
  now: Date,
): Promise<void> => {
  await sql(OFFER, [JSON.stringify(offers), now])
}

const JOIN = {
  name: 'reservations_join_waiting',
  text: `
    insert into waiting_entries (event_id, user_id, kind, ref_id, wish, created_at, updated_at)
    values ($1, $2, $3, $4, $5::jsonb, $6, $6) returning id`,
}
export const insertWaiting = async (
  sql: TxSql,
  row: {
    readonly eventId: string
    readonly userId: string
    readonly kind: WaitingView['kind']
    readonly refId: string | null
    readonly sealed: string
    readonly now: Date
  },
): Promise<string> => {
  const [made] = await sql<{ id: string }>(JOIN, [
    row.eventId,
    row.userId,
    row.kind,
    row.refId,
    JSON.stringify({ sealed: row.sealed }),
    row.now,
  ])
  if (!made) throw new Error('an insert answers its id')
  return made.id
}

const OWN = {
  name: 'reservations_own_waiting',
  text: `
    select ${COLUMNS} from waiting_entries
    where event_id = $1 and user_id = $2 and status in ('waiting', 'offered') order by number`,
}
export const findOwnWaiting = (sql: Sql, eventId: string, userId: string): Promise<WaitingRow[]> =>
  sql<WaitingRow>(OWN, [eventId, userId])

const OWN_EVERYWHERE = {
  name: 'reservations_all_own_waiting',
  text: `
    select ${COLUMNS} from waiting_entries where user_id = $1 and status in ('waiting', 'offered') order by number`,
}
export const findAllOwnWaiting = (sql: Sql, userId: string): Promise<WaitingRow[]> =>
  sql<WaitingRow>(OWN_EVERYWHERE, [userId])

const END = {
  name: 'reservations_end_waiting',
  text: `update waiting_entries set status = $2, offer_expires_at = null, updated_at = $3 where id = any($1)`,
}
export const endWaiting = async (
  sql: TxSql,
  ids: readonly string[],
  status: 'taken' | 'withdrawn',
  now: Date,
): Promise<void> => {
  if (ids.length > 0) await sql(END, [ids, status, now])
}

const OPEN_OF_EVENT = {
  name: 'reservations_open_waiting',
  text: `select id from waiting_entries where event_id = $1 and status in ('waiting', 'offered')`,
}
export const findOpenWaiting = async (sql: Sql, eventId: string): Promise<string[]> =>
  (await sql<{ id: string }>(OPEN_OF_EVENT, [eventId])).map(({ id }) => id)

const AHEAD = {
  name: 'reservations_waiting_ahead',
  text: `
    select w.id, (select count(*)::int from waiting_entries b
      where b.event_id = w.event_id and b.status = 'waiting' and b.kind = w.kind and b.ref_id is not distinct from w.ref_id
        and b.number < w.number) as ahead
    from waiting_entries w where w.id = any($1) and w.status = 'waiting'`,
}
/** Counts how many wait for the same ahead of each of these. */
export const countAhead = async (sql: Sql, ids: readonly string[]): Promise<Map<string, number>> =>
  new Map((await sql<{ id: string; ahead: number }>(AHEAD, [ids])).map((row) => [row.id, row.ahead]))
