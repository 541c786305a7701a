import { sql } from 'kysely'
import type { Queryable } from '#platform/db/db'

/** A half-open range of instants. */
export interface Span {
  readonly since: Date | null
  readonly until: Date | null
}

/** Converts days in the organisation's time zone, both included, to instants. */
export const spanOf = async (
  db: Queryable,
  { from, to }: { readonly from?: string | undefined; readonly to?: string | undefined },
): Promise<Span> => {
  if (from === undefined && to === undefined) return { since: null, until: null }
  const { rows } = await sql<{ since: Date | null; until: Date | null }>`
    select ${from ?? null}::date::timestamp at time zone time_zone as since,
      (${to ?? null}::date + 1)::timestamp at time zone time_zone as until
    from client_groups`.execute(db)
  return rows[0] ?? { since: null, until: null }
}
