import { sql } from 'kysely'
import type { Crypto } from '#platform/auth/crypto'
import type { Tx } from '#platform/db/db'
import type { Calendar } from './chance.ts'
import { insertRows } from './insert.store.ts'

/** How many of those who eat need what: some counts are shown to the caterer, and some are too small. */
const DIETS = [
  ['salt_free', 7],
  ['oil_free', 5],
  ['pepper_free', 3],
  ['spice_free', 1],
] as const

/** Lets some of those who eat at an event need something else, and some have changed their mind since yesterday. */
export const varyMeals = async (tx: Tx, crypto: Crypto, calendar: Calendar, eventId: string): Promise<void> => {
  await sql`update events set fields = fields || '{"dietary_preference": "optional"}' where id = ${eventId}`.execute(tx)
  const { rows } = await sql<{ id: string; reservation_id: string; event_caterer_id: string; created_at: Date }>`
    select p.id, p.reservation_id, p.event_caterer_id, r.created_at from reservation_participants p join reservations r on r.id = p.reservation_id
    where p.event_id = ${eventId} and p.event_caterer_id is not null order by r.code, p.position`.execute(tx)
  const wanted = DIETS.flatMap(([diet, count]) => Array.from({ length: count }, () => diet))
  await insertRows(
    tx,
    'reservation_care',
    rows.slice(0, wanted.length).map(({ id, created_at }, nth) => {
      const diets = wanted.slice(nth, nth + 1)
      const care = { medical_conditions: [], dietary_preference: diets, female_related: [] }
      return {
        participant_id: id,
        sealed: crypto.seal(JSON.stringify(care), `care:${id}`),
        ground_floor: false,
        quiet_room: false,
        diets,
        purge_after: calendar.day(34),
        created_at,
      }
    }),
  )
  const at = new Date(calendar.now.getTime() - 5 * 3_600_000)
  const [caterer] = rows
  // Four joined the meals, and one left them: who left eats no more, so any other reservation stands in for it.
  await sql`
    with joined as (select distinct reservation_id, true as more from json_to_recordset(${JSON.stringify(rows.slice(-4))}::json) as j(reservation_id text)),
    gone as (
      select r.id, false from reservations r where r.event_id = ${eventId} and r.status in ('active', 'redeemed')
        and not exists (select from reservation_participants p where p.reservation_id = r.id and p.event_caterer_id is not null)
      order by r.code limit 1),
    changed as (
      insert into cover_changes (reservation_id, event_caterer_id, delta, at)
      select reservation_id, ${caterer?.event_caterer_id}, case when more then 1 else -1 end, ${at}::timestamptz
      from (select * from joined union all select * from gone) c
      where ${caterer?.event_caterer_id ?? null}::text is not null returning reservation_id)
    update reservations set updated_at = ${at} where id in (select reservation_id from changed)`.execute(tx)
}
