import { type RawBuilder, sql } from 'kysely'
import { shown } from '../auth/denied.store.ts'
import { findsNamesOnly } from '../auth/denied.ts'
import { estimate } from './count.store.ts'
import type { Queryable } from './db.ts'
import { likePattern } from './pages.ts'

const MAX_WORDS = 6

/**
 * Digits as phone numbers are written, at the beginning of a word: after a + or 0, with blanks, dots, slashes, brackets and
 * low lines; or seven of them; or nine with dots, which no date has. Those of an e-mail address and of a number such as
 * GH/2024/001234 stay as they are.
 */
const PHONE =
  /(?<![\p{L}\d+@._/-])(?:(?:\+|0)[\d\s()._\-‐-―/]*\d|\d(?:[\s.]*\d){8,}|\d(?:[\s()\-‐-―]*\d){6,})(?![\p{L}\d._-]*@)/gu

const digitsOf = (phone: string): string =>
  phone
    .replace(/^\s*(\+|00)/, '')
    .replace('(0)', '')
    .replace(/\D/g, '')

/**
 * Splits a search into its words. The digits of a phone number are one word, however they are written. Only the first
 * six words count.
 */
export const wordsOf = (search: string): string[] =>
  search
    .normalize('NFKC')
    // Marks of direction, which come along when a number is copied.
    .replace(/[\u200b-\u200f\u202a-\u202e\u2060-\u2069]/g, '')
    .replace(/(?<![\p{L}\d])tel:/giu, ' ')
    .replace(PHONE, digitsOf)
    .split(/[\s\-‐‑‒–—,;/]+/)
    .filter((word) => /[\p{L}\d]/u.test(word))
    .slice(0, MAX_WORDS)

/** Whether a text, written as a key (`search_key`), has every word of the search, in any order. */
export const hasWords = (search: string, key: RawBuilder<unknown>): RawBuilder<boolean> => {
  const words = wordsOf(search)
  if (words.length === 0) return sql<boolean>`false`
  return sql<boolean>`(${sql.join(
    words.map((word) => sql`${key} like search_pattern(${word})`),
    sql` and `,
  )})`
}

/** Whether these columns and texts together have every word of the search, ignoring case and accents. */
export const contains = (search: string, ...columns: readonly (string | RawBuilder<unknown>)[]): RawBuilder<boolean> =>
  hasWords(
    search,
    sql`search_key(concat_ws(' ', ${sql.join(
      columns.map((column) => (typeof column === 'string' ? sql.ref(column) : column)),
    )}))`,
  )

/** The fewest digits of a whole phone number, without the 0 of its country. */
const WHOLE_PHONE = 9

/**
 * The text that an account is searched in, as a key: its names, phone, e-mail address and staff number. For a query that finds
 * names only, the names, and of the rest what the search has as a whole: who knows it already learns nothing.
 *
 * @param query the query of the caller, as its handler has it
 * @param alias that of the account
 */
export const personKey = (search: string, query: object, alias = 'u'): RawBuilder<unknown> => {
  const of = (column: string) => sql.ref(`${alias}.${column}`)
  if (!findsNamesOnly(query)) return of('search_text')
  const words = wordsOf(search)
  const whole = [search.trim(), ...words].map((word) => word.toLowerCase())
  const phones = words
    .filter((word) => /^\d+$/.test(word))
    .map((word) => word.replace(/^0+/, ''))
    .filter(({ length }) => length >= WHOLE_PHONE)
  return sql`(search_key(concat_ws(' ', ${of('first_name')}, ${of('other_names')}, ${of('last_name')}))
    || case when lower(${of('email')}::text) = any(${whole}::text[]) then search_key(${of('email')}::text) else '' end
    || case when lower(${of('staff_id')}) = any(${whole}::text[]) then search_key(${of('staff_id')}) else '' end
    || case when exists (select from unnest(${phones}::text[]) as d (digits) where right(${of('phone')}, length(d.digits)) = d.digits)
      then phone_key(${of('phone')}) else '' end)`
}

/**
 * Whether an account (`u`) has every word of the search in its names, phone, e-mail address or staff number. The column
 * has a trigram index.
 *
 * @param query that of the caller, which can find names only. Empty for a list that shows phones and addresses itself
 */
export const matchesPerson = (search: string, query: object): RawBuilder<boolean> => {
  const matches = hasWords(search, sql.ref('u.search_text'))
  return findsNamesOnly(query) ? sql<boolean>`(${matches} and ${hasWords(search, personKey(search, query))})` : matches
}

/**
 * Whether a search is for an account (`u`) and nobody else: its name, in either order, its address, or its phone. A phone is typed in
 * many ways: its digits from the right count.
 */
export const namesOnly = (search: RawBuilder<unknown>): RawBuilder<boolean> => sql<boolean>`exists (
  select from (select lower(${search}) as words) s
  cross join lateral (select ltrim(regexp_replace(replace(words, '(0)', ''), '[^0-9]', '', 'g'), '0') as digits) d
  where words in (lower(u.first_name || ' ' || u.last_name), lower(u.last_name || ' ' || u.first_name), lower(u.email::text))
    or words !~ '[[:alpha:]]' and length(digits) >= 7 and right(u.phone, length(digits)) = digits)`

/** With more people than these, a list is read along its order, row by row. With fewer, what belongs to them is found first. */
const MANY_PEOPLE = 3000
/** So many are looked at before the planner is believed that a name is common. */
const SEEN_PEOPLE = 1000

/** Returns whether thousands of people match a search: a first name, or a single letter. */
export const matchesMany = async (db: Queryable, search: string): Promise<boolean> => {
  if (wordsOf(search).length === 0) return false
  const from = sql`from users u where ${matchesPerson(search, {})}`
  if ((await estimate(db, from)) <= MANY_PEOPLE) return false
  const { rows } = await sql<{ people: number }>`
    select count(*)::int as people from (select 1 ${from} limit ${sql.lit(SEEN_PEOPLE)}) as found`.execute(db)
  return rows[0]?.people === SEEN_PEOPLE
}

/** Several short words are a name, not a code that was typed with blanks. */
const SHORTEST_SPACED_CODE = 8
/** The fewest characters of a whole code, without the letters of its event. */
const SHORTEST_WHOLE_CODE = 6

/**
 * Returns the letters and digits of a search as the code of a reservation has them, without its dash. Undefined if the
 * search cannot be one.
 */
export const codeOf = (search: string): string | undefined => {
  // The number of a receipt is the code with the number of its payment: `MW27-K4QX/2`.
  const text = search
    .trim()
    .replace(/\/\d+$/, '')
    .toUpperCase()
  const plain = text.replace(/[\s\-‐‑‒–—_.]/g, '')
  if (!/^[A-Z0-9]+$/.test(plain)) return undefined
  return /\s/.test(text) && plain.length < SHORTEST_SPACED_CODE ? undefined : plain
}

/** Returns the parts of a search that is the number of one receipt for a payment through a provider: `MW27-K4QX/2`. */
export const onlineReceiptOf = (search: string): { readonly code: string; readonly number: number } | undefined => {
  const number = /\/(\d{1,6})$/.exec(search.trim())?.[1]
  const code = number && codeOf(search)
  return code ? { code, number: Number(number) } : undefined
}

/** Whether the code of a reservation contains the search, with or without its dash. */
export const hasCode = (search: string, column: string | RawBuilder<unknown>): RawBuilder<boolean> => {
  const code = codeOf(search)
  return code === undefined
    ? sql<boolean>`false`
    : sql<boolean>`replace(${typeof column === 'string' ? sql.ref(column) : column}, '-', '') like ${likePattern(code)}`
}

/**
 * Whether an account (`u`) has every word of the search, or made the reservation with this code. Only a whole code
 * finds somebody: its beginning would list the guests of an event.
 *
 * @param query the query of the caller, from whom reservations can be hidden, and which can find names only
 */
export const matchesPersonOrCode = (search: string, query: object): RawBuilder<boolean> => {
  const code = codeOf(search)
  if (code === undefined || code.length < SHORTEST_WHOLE_CODE) return matchesPerson(search, query)
  return sql<boolean>`(${matchesPerson(search, query)} or u.id = any(array(
    select r.user_id from reservations r
    where r.code = any(array(select reservation_codes(${code}))) and ${shown(query, { reservation: 'r.id' })})))`
}

/** The columns that a list is sorted by for the name of an account (`u`): the last name first. Indexed in this order. */
export const BY_NAME = ['u.last_name', 'u.first_name'] as const
