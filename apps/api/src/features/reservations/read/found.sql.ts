import { type RawBuilder, sql } from 'kysely'
import { findsNamesOnly } from '#platform/auth/denied'
import { codeOf, hasWords, matchesPerson } from '#platform/db/search.store'

interface Within {
  readonly eventId?: string | undefined
  readonly most?: number
  /** That of a caller who may see names, but not phones and addresses. */
  readonly query?: object
}

const ofEvent = (id: string | undefined): RawBuilder<unknown> => (id ? sql`o.event_id = ${id}` : sql`true`)

/**
 * Selects the ids of the reservations that a search finds: by the beginning of the code, by a payment's reference, or
 * by all its words in the names, phone or e-mail address of one person of the party. Each branch has its own index; an
 * "or" of them would read every reservation. An id can occur twice.
 *
 * @param within the event whose guests are looked for; and `most`, how many codes and people are looked at: any of
 *   them, if more match
 */
export const foundBy = (search: string, { eventId, most, query }: Within): RawBuilder<unknown> => {
  const some = most === undefined ? sql`` : sql`limit ${sql.lit(most)}`
  return sql`
    select o.id from reservations o
      where o.user_id in (select u.id from users u where ${matchesPerson(search, query ?? {})} ${some}) and ${ofEvent(eventId)}
    union all
    ${foundOtherwise(search, { eventId, ...(most !== undefined && { most }), ...(query && { query }) })}`
}

/** The same without those whose account matches. */
export const foundOtherwise = (search: string, { eventId, most, query }: Within): RawBuilder<unknown> => {
  const text = search.trim()
  const code = codeOf(search)
  const some = most === undefined ? sql`` : sql`limit ${sql.lit(most)}`
  return sql`
    select reservation_id as id from payments where reference = ${text}
    ${code === undefined ? sql`` : sql`union all ${byCode(code, most)}`}
    union all
    (select ${party('spouses', 'spouse_id', search, eventId, query)} ${some})
    union all
    (select ${party('family_members', 'family_member_id', search, eventId, query)} ${some})`
}

const byCode = (code: string, most: number | undefined): RawBuilder<unknown> =>
  most === undefined
    ? sql`select reservations_by_code(${code})`
    : // The function reads all before it returns the first. In their order, codes can only be read along their index.
      sql`(select f.id::text from reservation_codes(${code}) s (first) cross join lateral (
        select r.id from reservations r where r.code between s.first and s.first || '~' order by r.code limit ${sql.lit(most)}) f
        limit ${sql.lit(most)})`

/**
 * The same as a condition of one reservation `r`, for a search that very many people match: a query that reads along an index
 * has a page after a few rows.
 */
export const foundInRow = (search: string, query: object = {}): RawBuilder<unknown> => {
  const code = codeOf(search)
  return sql`(
    exists (select from users u where u.id = r.user_id and ${matchesPerson(search, query)})
    ${code === undefined ? sql`` : sql`or r.code ^@ any(array(select reservation_codes(${code})))`}
    or exists (select ${party('spouses', 'spouse_id', search, undefined, query)} and o.id = r.id)
    or exists (select ${party('family_members', 'family_member_id', search, undefined, query)} and o.id = r.id))`
}

/** On a spouse list there are phones and addresses too. */
const namedOnly = (search: string, query: object): RawBuilder<unknown> =>
  findsNamesOnly(query)
    ? sql`and ${hasWords(search, sql`search_key(concat_ws(' ', m.first_name, m.other_names, m.last_name))`)}`
    : sql``

/** The persons of a party stand on the list of the one who reserved. */
const party = (
  table: 'spouses' | 'family_members',
  column: 'spouse_id' | 'family_member_id',
  search: string,
  eventId: string | undefined,
  query: object = {},
): RawBuilder<unknown> => sql`
  p.reservation_id from ${sql.table(table)} m
  join reservations o on o.user_id = m.user_id
  join reservation_participants p on p.reservation_id = o.id and ${sql.ref(`p.${column}`)} = m.id
  where ${hasWords(search, sql.ref('m.search_text'))} ${namedOnly(search, query)} and ${ofEvent(eventId)}`
