import type { Language } from '@shiloh/contract/core'
import { sql } from 'kysely'
import type { Queryable } from '#platform/db/db'
import { toldIn } from '#platform/db/languages.store'

/** One person at one sitting of their event. */
export interface MealRow {
  /** The scan point. */
  readonly id: string
  readonly name: string
  readonly starts_at: Date | null
  readonly ends_at: Date | null
  readonly participant_id: string
  readonly person: string
  readonly caterer: string | null
  readonly eaten_at: Date | null
}

/**
 * Returns the sittings of a reservation's persons, by time: those of the caterer that each ordered from, while the
 * reservation stands, and all at which they were counted. Those of an order begin on its first day: of one without days, these are
 * the last ones, as many as were sold.
 */
export const findMeals = async (db: Queryable, reservationId: string, language: Language): Promise<MealRow[]> => {
  const { rows } = await sql<MealRow>`
    select sp.id, ${toldIn(language, 'sp', 'name')} as name, sp.starts_at, sp.ends_at, p.id as participant_id, p.name as person, w.caterer, e.eaten_at
    from reservations r join events ev on ev.id = r.event_id join reservation_participants p on p.reservation_id = r.id
    join scan_points sp on sp.event_id = r.event_id and sp.kind = 'meal'
    left join lateral (
      select ${toldIn(language, 'c', 'name')} as caterer from event_caterers o join caterers c on c.id = o.caterer_id
      where o.id = p.event_caterer_id and (sp.caterer_id is null or sp.caterer_id = o.caterer_id)
        and r.status not in ('cancelled', 'failed')
        and coalesce((sp.starts_at at time zone ev.time_zone)::date >= (
          select min(coalesce(l.from_day, (ev.ends_at at time zone ev.time_zone)::date + 1 - l.units)) from reservation_lines l
          where l.reservation_id = r.id and l.kind = 'caterer' and l.ref_id = o.caterer_id), true)) w on true
    left join lateral (
      select min(s.scanned_at) as eaten_at from scans s
      where s.point_id = sp.id and s.participant_id = p.id and s.accepted and s.direction = 'in') e on true
    where r.id = ${reservationId} and (w.caterer is not null and sp.removed_at is null or e.eaten_at is not null)
    order by sp.starts_at nulls last, sp.position, sp.id, p.position`.execute(db)
  return rows
}
