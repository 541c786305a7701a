import { type RawBuilder, sql } from 'kysely'
import { likePattern } from './pages.ts'

/** Whether any of these columns contains what was searched for, without regard to case and accents. */
export const contains = (search: string, ...columns: readonly string[]): RawBuilder<boolean> =>
  sql<boolean>`(${sql.join(
    columns.map((column) => sql`search_key(${sql.ref(column)}::text) like search_key(${likePattern(search)})`),
    sql` or `,
  )})`

const MAX_WORDS = 6

/**
 * Whether an account (`u`) has every word of this in its names or phone, or all of it in its e-mail address. Both
 * columns have a trigram index.
 */
export const matchesPerson = (search: string): RawBuilder<boolean> => {
  // Phones are stored as +233…: what is typed with spaces or a leading 0 is looked for without them.
  const digits = search.replace(/[\s-]/g, '')
  const words = /^\+?\d{4,}$/.test(digits)
    ? [digits.replace(/^0/, '')]
    : search.split(/\s+/).filter(Boolean).slice(0, MAX_WORDS)
  const inNames = sql.join(
    words.map((word) => sql`u.search_text like search_key(${likePattern(word)})`),
    sql` and `,
  )
  return sql<boolean>`((${inNames}) or u.email::text like lower(${likePattern(search)}))`
}
