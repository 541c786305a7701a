import { type RawBuilder, sql } from 'kysely'
import { hasWords, matchesPerson } from '#platform/db/search.store'

/**
 * Selects the ids of the reservations that a search finds: by the beginning of the code, by a payment's reference, or
 * by all its words in the names, phone or e-mail address of one person of the party. Each branch has its own index; an
 * "or" of them would read every reservation. An id can occur twice.
 */
export const foundBy = (search: string): RawBuilder<unknown> => {
  const text = search.trim()
  return sql`
    select reservations_by_code(${text.toUpperCase()})
    union all
    select reservation_id from payments where reference = ${text}
    union all
    select id from reservations where user_id in (select u.id from users u where ${matchesPerson(search)})
    union all
    select ${party('spouses', 'spouse_id', search)}
    union all
    select ${party('family_members', 'family_member_id', search)}`
}

/** The persons of a party stand on the list of the one who reserved. */
const party = (
  table: 'spouses' | 'family_members',
  column: 'spouse_id' | 'family_member_id',
  search: string,
): RawBuilder<unknown> => sql`
  p.reservation_id from ${sql.table(table)} m
  join reservations o on o.user_id = m.user_id
  join reservation_participants p on p.reservation_id = o.id and ${sql.ref(`p.${column}`)} = m.id
  where ${hasWords(search, sql.ref('m.search_text'))}`
