import { sql } from 'kysely'
import type { Tx } from '#platform/db/db'

/** For whom, how many districts on in the church map, beds that stay empty, beds with a name, and the member who leads it. */
const GROUPS = [
  { sponsor: null, district: 2, empty: 6, named: 2, leads: 'user@shiloh.example' },
  { sponsor: null, district: 7, empty: 3, named: 3, leads: null },
  { sponsor: 'Golden Sheaf Ltd', district: null, empty: 2, named: 1, leads: null },
] as const

interface About {
  readonly eventId: string
  readonly leaderId: string
  readonly by: string
  /** Today. */
  readonly day: string
  readonly now: Date
}

/** Holds beds of an event for groups. Some are filled by reservations that have such a bed; the rest goes back in parts. */
export const seedAllotments = async (tx: Tx, { eventId, leaderId, by, day, now }: About): Promise<void> => {
  for (const { sponsor, district, empty, named, leads } of GROUPS) {
    const { rows } = await sql<{ id: string }>`
      insert into allotments (event_id, event_accommodation_id, check_in, check_out, unit_id, sponsor, leader_id, given, held,
        created_by, created_at, updated_at)
      select a.event_id, a.id, a.check_in_from, a.check_out_until,
        case when ${sponsor}::text is null
          then (select id from church_units where level = 'district' order by name, id offset ${district ?? 0} limit 1) end,
        ${sponsor}::text, case when ${sponsor}::text is null
          then coalesce((select id from users where email = ${leads}::text), ${leaderId}::text) end, ${empty + named}, ${empty + named}, ${by}, ${now}, ${now}
      from event_accommodations a
      where a.event_id = ${eventId}
        and (select min(q.capacity - q.claimed) from quotas q where q.ref_id = a.id and q.kind = 'beds') >= ${empty + named}
      order by a.position, a.id limit 1 returning id`.execute(tx)
    const [made] = rows
    if (!made) continue
    const guests = await sql<{ id: string }>`
      insert into allotment_guests (reservation_id, allotment_id, beds, named_by, created_at)
      select r.id, a.id, 1, ${by}, ${now} from allotments a join reservations r on r.event_accommodation_id = a.event_accommodation_id
      where a.id = ${made.id} and r.status = 'active' and r.persons = 1 and r.pending_change is null
        and r.id not in (select reservation_id from allotment_guests)
      order by r.created_at, r.id limit ${named} returning reservation_id as id`.execute(tx)
    const taken = guests.rows.length
    // Somebody who had such a bed before sets one free, so the group keeps a claim on its empty beds only.
    await sql`update allotments set taken = ${taken}, held = given - ${taken} where id = ${made.id}`.execute(tx)
    await sql`
      with nights as (
        select q.id, a.held from allotments a join quotas q on q.ref_id = a.event_accommodation_id and q.kind = 'beds'
          and q.night >= a.check_in and q.night < a.check_out
        where a.id = ${made.id} and a.held > 0),
      claimed as (insert into claims (quota_id, allotment_id, quantity, created_at) select id, ${made.id}, held, ${now} from nights)
      update quotas q set claimed = claimed + n.held from nights n where q.id = n.id`.execute(tx)
    await sql`
      insert into allotment_releases (allotment_id, on_day, beds)
      select a.id, r.on_day, r.beds from allotments a cross join lateral (values
        (greatest(${day}::date + 4, a.check_in - 21), 2), (greatest(${day}::date + 9, a.check_in - 7), null)) r(on_day, beds)
      where a.id = ${made.id} and (r.beds is null or a.held > 2)`.execute(tx)
  }
  await sql`
    insert into allotment_changes (event_id, held_for, kind, beds, reservation_id, done_by, at)
    select a.event_id, coalesce(u.name, a.sponsor), d.kind, d.beds, d.reservation_id, ${by}, ${now}
    from allotments a left join church_units u on u.id = a.unit_id
    cross join lateral (
      select 0 as step, 'given' as kind, a.given as beds, null as reservation_id
      union all select 1, 'named', g.beds, g.reservation_id from allotment_guests g where g.allotment_id = a.id) d
    where a.event_id = ${eventId} order by d.step, 2`.execute(tx)
}
