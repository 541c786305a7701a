import { type RawBuilder, sql } from 'kysely'
import { likePattern } from './pages.ts'

/** Whether any of these columns contains the search text, ignoring case and accents. */
export const contains = (search: string, ...columns: readonly string[]): RawBuilder<boolean> =>
  sql<boolean>`(${sql.join(
    columns.map((column) => sql`search_key(${sql.ref(column)}::text) like search_key(${likePattern(search)})`),
    sql` or `,
  )})`

const MAX_WORDS = 6

/**
 * Whether an account (`u`) has every word of the search in its names or phone, or the whole search in its e-mail
 * address. Both columns have a trigram index.
 */
export const matchesPerson = (search: string): RawBuilder<boolean> => {
  // Phones are stored as +233…, so spaces and a leading 0 are removed from the search.
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
