import { sql } from 'kysely'
import { shown } from '#platform/auth/denied.store'
import type { Queryable } from '#platform/db/db'

/** An event's name without its digits: `Youth Camp 2027` and `Youth Camp 2026` are one series. */
const series = (table: string) =>
  sql`btrim(regexp_replace(lower(${sql.ref(`${table}.name`)}), '[[:digit:][:space:]]+', ' ', 'g'))`

/**
 * Returns the event with which the figures of this one are compared, on the dashboard and in reports: the latest before it with
 * the same name without its year that had people. If there is none, the latest with the same `kind` at the same center.
 *
 * @param query what is hidden from its sender is not compared
 */
export const findFormer = async (db: Queryable, id: string, query: object): Promise<string | undefined> => {
  const { rows } = await sql<{ id: string }>`
    select e.id from events e join events self on self.id = ${id}
    where e.id <> self.id and e.starts_at < self.starts_at and e.status <> 'draft'
      and (${series('e')} = ${series('self')} or (e.kind = self.kind and e.event_center_id = self.event_center_id))
      and exists (select from reservations r where r.event_id = e.id) and ${shown(query, { event: 'e.id' })}
    order by (${series('e')} = ${series('self')}) desc, e.starts_at desc, e.id limit 1`.execute(db)
  return rows[0]?.id
}
