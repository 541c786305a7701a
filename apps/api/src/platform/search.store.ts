import { type RawBuilder, sql } from 'kysely'
import { likePattern } from './pages.ts'

/** Whether any of these columns contains what was searched for, without regard to case and accents. */
export const contains = (search: string, ...columns: readonly string[]): RawBuilder<boolean> =>
  sql<boolean>`(${sql.join(
    columns.map((column) => sql`search_key(${sql.ref(column)}::text) like search_key(${likePattern(search)})`),
    sql` or `,
  )})`
