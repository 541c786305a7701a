import type { checkinRoutes } from '@shiloh/contract/checkin/checkin'
import type { DataOf } from '@shiloh/contract/core'
import { sql } from 'kysely'
import type { Queryable } from '#platform/db/db'

export type PeopleAt = DataOf<typeof checkinRoutes.listGateEvents>[number]['points']

/**
 * Counts the people at each point of an event but the gates: who is inside, or was served. Points of the rule `once_a_day`
 * count those of today, by the event's zone. Somebody who was scanned twice is one.
 */
export const countPeople = async (db: Queryable, eventId: string, now: Date): Promise<PeopleAt> => {
  const { rows } = await sql<{ _id: string; people: number }>`
    select p.id as _id, count(l.participant_id)::int as people
    from scan_points p join events e on e.id = p.event_id
    left join lateral (
      select distinct on (s.participant_id) s.participant_id, s.direction from scans s
      where s.point_id = p.id and s.accepted and s.participant_id is not null and (s.direction = 'in' or p.rule in ('in_out', 'count'))
        and (p.rule <> 'once_a_day' or (s.scanned_at at time zone e.time_zone)::date = (${now}::timestamptz at time zone e.time_zone)::date)
      order by s.participant_id, s.scanned_at desc, s.device_id collate "C" desc, s.scan_id collate "C" desc) l on l.direction = 'in'
    where p.event_id = ${eventId} and p.kind <> 'gate' and p.removed_at is null group by p.id, p.position order by p.position, p.id`.execute(
    db,
  )
  return rows
}
