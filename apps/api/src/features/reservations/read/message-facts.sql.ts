import type { Standing } from '@shiloh/contract/reservations/standing'
import { type RawBuilder, sql } from 'kysely'
import type { Queryable } from '#platform/db/db'
import { toldTo } from '#platform/db/languages.store'
import { STANDING_COLUMNS, type StandingColumns, standingOfRow } from '../money/standing.store.ts'

interface FactsRow extends StandingColumns {
  readonly id: string
  readonly user_id: string
  readonly code: string
  readonly currency: string
  readonly event: string
  readonly ends_at: Date
  readonly time_zone: string
  readonly place: string
  readonly participant_type: string
  readonly guests: readonly string[]
  /** The rooms that have been published to its people. */
  readonly room: string | null
}

/** What a message can say about a reservation. */
export interface ReservationFacts extends FactsRow {
  readonly standing: Standing & { readonly balance: number }
}

/** Returns what messages say about these reservations, by id. */
export const findReservationFacts = async (
  db: Queryable,
  ids: readonly string[],
  now: Date,
): Promise<Map<string, ReservationFacts>> => {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<FactsRow>`
    select r.id, r.user_id, r.code, r.currency, ${sql.raw(STANDING_COLUMNS)}, ${toldTo('u', 'e', 'name')} as event, e.ends_at, e.time_zone,
      case when ec.id is null then '' when ec.city = '' then ec.name else ec.name || ', ' || ec.city end as place,
      ${toldTo('u', 'pt', 'name')} as participant_type,
      (select json_agg(p.name order by p.position) from reservation_participants p where p.reservation_id = r.id) as guests,
      (select string_agg(x.room, ', ' order by x.room) from (
        select distinct b.name || ' ' || m.name as room from bed_assignments a
        join known_rooms n on n.participant_id = a.participant_id and n.room_id = a.room_id join event_rooms m on m.id = a.room_id
        join event_blocks b on b.id = m.event_block_id
        where a.reservation_id = r.id and a.released_at is null and not a.for_change) x) as room
    from reservations r join users u on u.id = r.user_id join events e on e.id = r.event_id left join event_centers ec on ec.id = e.event_center_id
    join event_participant_types ept on ept.id = r.event_participant_type_id
    join participant_types pt on pt.id = ept.participant_type_id
    where r.id = any(${[...ids]}::text[])`.execute(db)
  return new Map(rows.map((row) => [row.id, { ...row, standing: standingOfRow(row, now) }]))
}

/** Selects one reservation of each person among `reservations`: a live one first, then the newest. */
export const onePerPerson = (reservations: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  select distinct on (r.user_id) r.user_id, r.id as reservation_id from reservations r
  where r.id in (${reservations})
  order by r.user_id, r.status in ('pending', 'active', 'redeemed') desc, r.created_at desc, r.id`
