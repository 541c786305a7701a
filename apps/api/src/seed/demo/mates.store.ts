import { sql } from 'kysely'
import type { Tx } from '#platform/db/db'

/** Pairs who wish to share a room. Of each four, one has not answered yet. */
const PAIRS = 14

interface About {
  readonly eventId: string
  readonly by: string
  readonly now: Date
}

/**
 * Lets people of an event who have no bed yet wish to share a room, two by two: of one gender and room category, with nights
 * in common. The last two of them must not share one.
 */
export const seedRoomMates = async (tx: Tx, { eventId, by, now }: About): Promise<void> => {
  await sql`
    create temporary table demo_pairs on commit drop as
    with people as (
      select p.id, r.code, r.event_accommodation_id as stay, p.gender, r.check_in, r.check_out, r.created_at,
        row_number() over (partition by r.event_accommodation_id, p.gender order by r.created_at, r.id) as n
      from reservations r
      join reservation_participants p on p.reservation_id = r.id and p.position = 0 and p.gender is not null and not p.minor
      join event_accommodations a on a.id = r.event_accommodation_id
      join events e on e.id = r.event_id
      where r.event_id = ${eventId} and r.status = 'active' and r.persons = 1
        and exists (select from event_rooms m where m.event_center_id = e.event_center_id and m.room_category_id = a.room_category_id and m.beds > 1)
        and not exists (select from bed_assignments b where b.reservation_id = r.id and b.released_at is null))
    select a.id, b.id as other_id, b.code, greatest(a.created_at, b.created_at) as since,
      row_number() over (order by a.stay, a.gender, a.n) as k
    from people a join people b on b.stay = a.stay and b.gender = a.gender and b.n = a.n + 1
      and a.check_in < b.check_out and b.check_in < a.check_out
    where a.n % 2 = 1`.execute(tx)
  await sql`
    insert into room_mate_wishes (event_id, from_participant_id, to_participant_id, way, code, state, asked_at, answered_at, told_at)
    select ${eventId}, id, case when k % 4 <> 0 then other_id end, 'code', code, case when k % 4 <> 0 then 'accepted' else 'asked' end,
      least(since + interval '2 hours', ${now}), case when k % 4 <> 0 then least(since + interval '9 hours', ${now}) end, ${now}
    from demo_pairs where k <= ${PAIRS}`.execute(tx)
  await sql`
    insert into kept_apart (event_id, participant_id, other_id, created_by, created_at)
    select ${eventId}, least(id::text, other_id::text), greatest(id::text, other_id::text), ${by}, ${now}
    from demo_pairs order by (k <= ${PAIRS}), k desc limit 1`.execute(tx)
}
