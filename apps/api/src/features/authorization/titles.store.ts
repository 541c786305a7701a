import type { Language, QueryOf } from '@shiloh/contract/core'
import type { titleClaimRoutes } from '@shiloh/contract/identity/titles-to-confirm'
import { type RawBuilder, sql } from 'kysely'
import { designationWaits, titleOfSpouseWaits, titleWaits } from '#features/identity'
import { findsNamesOnly, hiddenIn } from '#platform/auth/denied'
import type { Queryable, Tx } from '#platform/db/db'
import { toldIn, toldTo } from '#platform/db/languages.store'
import { type ListSql, paginate } from '#platform/db/pages.store'
import { hasWords } from '#platform/db/search.store'

const claims = {
  table: 'c',
  sort: { name: 'c.last_name', claimed_at: 'c.title_claimed_at' },
  filter: {
    search: (search, query) =>
      hasWords(
        search,
        findsNamesOnly(query)
          ? sql`search_key(concat_ws(' ', c.first_name, c.other_names, c.last_name, u.first_name, u.other_names, u.last_name))`
          : sql.ref('c.search_text'),
      ),
    region_id: 'u.region_id',
    area_id: 'u.area_id',
    district_id: 'u.district_id',
    assembly_id: 'u.assembly_id',
    title_id: 'c.title_id',
    designation_id: 'c.designation_id',
  },
} as const satisfies ListSql<typeof titleClaimRoutes.listTitlesToConfirm>

interface Claimed {
  /** The account, or the person on a spouse list. */
  id: string
  /** The account, or the owner of the spouse list. */
  user_id: string
  spouse_id: string | null
  first_name: string
  last_name: string
  other_names: string | null
  search_text: string
  title_claimed_at: Date | null
  /** What waits. */
  title_id: string | null
  designation_id: string | null
}

/**
 * Accounts with a title or designation that needs confirmation, and people on spouse lists with such a title. Starting
 * from the titles keeps the query off other people.
 */
const CLAIMS = sql<Claimed>`(
  select u.id, u.id as user_id, null as spouse_id, u.first_name, u.last_name, u.other_names, u.search_text, u.title_claimed_at,
    case when ${titleWaits} then u.title_id end as title_id, case when ${designationWaits} then u.designation_id end as designation_id
  from users u where u.id in (
    select b.id from users b join titles t on t.id = b.title_id and t.needs_confirmation where b.title_id is distinct from b.confirmed_title_id
    union
    select b.id from users b join designations d on d.id = b.designation_id and d.needs_confirmation
      where b.designation_id is distinct from b.confirmed_designation_id)
  union all
  select s.id, s.user_id, s.id, s.first_name, s.last_name, s.other_names, s.search_text || ' ' || o.search_text, s.title_claimed_at,
    s.title_id, null
  from titles t join spouses s on s.title_id = t.id join users o on o.id = s.user_id left join users l on l.id = s.linked_user_id
  where t.needs_confirmation and s.removed_at is null and ${titleOfSpouseWaits})`

/** @param told a name in the language of its reader */
const select = (db: Queryable, told: (alias: string) => RawBuilder<string>) =>
  db
    .selectFrom(CLAIMS.as('c'))
    .innerJoin('users as u', 'u.id', 'c.user_id')
    .select(['c.id', 'c.user_id', 'c.spouse_id', 'c.first_name', 'c.last_name', 'c.other_names', 'c.title_claimed_at'])
    .select(['u.first_name as of_first_name', 'u.last_name as of_last_name', 'u.other_names as of_other_names'])
    .select([
      sql<string | null>`case when c.spouse_id is null then u.staff_id end`.as('staff_id'),
      sql<{ _id: string; name: string } | null>`(select json_build_object('_id', t.id, 'name', ${told('t')})
        from titles t where t.id = c.title_id)`.as('title'),
      sql<{ _id: string; name: string } | null>`(select json_build_object('_id', d.id, 'name', ${told('d')})
        from designations d where d.id = c.designation_id)`.as('designation'),
      sql<string | null>`(select c.name from church_units c where c.id = u.region_id)`.as('region'),
      sql<string | null>`(select c.name from church_units c where c.id = u.area_id)`.as('area'),
      sql<string | null>`(select c.name from church_units c where c.id = u.district_id)`.as('district'),
      sql<string | null>`(select c.name from church_units c where c.id = u.assembly_id)`.as('assembly'),
    ])
    .where('u.erased_at', 'is', null)

export const listTitleClaims = (
  db: Queryable,
  query: QueryOf<typeof titleClaimRoutes.listTitlesToConfirm>,
  reader: Language,
) =>
  paginate(
    // A spouse is hidden with the account whose list it is.
    select(db, (alias) => toldIn(reader, alias, 'name')).where(
      sql<boolean>`u.id <> all(${[...hiddenIn(query)]}::text[])`,
    ),
    query,
    claims,
  )

/**
 * Returns those of the given accounts and people on spouse lists that wait for confirmation. Locks the accounts, also those whose
 * lists they are, then the people, each in id order. Titles are in the
 * language of the account that hears of the decision; `own_title` and `own_designation` are in the church's own, for the audit trail.
 */
export const lockTitleClaims = async (tx: Tx, ids: readonly string[]) => {
  const owners = tx.selectFrom('spouses').select('user_id').where('id', 'in', ids)
  await tx
    .selectFrom('users')
    .select('id')
    .where((where) => where.or([where('id', 'in', ids), where('id', 'in', owners)]))
    .orderBy('id')
    .forUpdate()
    .execute()
  await tx.selectFrom('spouses').select('id').where('id', 'in', ids).orderBy('id').forUpdate().execute()
  return select(tx, (alias) => toldTo('u', alias, 'name'))
    .select([
      sql<string | null>`(select t.name from titles t where t.id = c.title_id)`.as('own_title'),
      sql<string | null>`(select d.name from designations d where d.id = c.designation_id)`.as('own_designation'),
    ])
    .where('c.id', 'in', ids)
    .orderBy('c.id')
    .execute()
}
export type TitleClaimRow = Awaited<ReturnType<typeof listTitleClaims>>['items'][number]
export type LockedTitleClaim = Awaited<ReturnType<typeof lockTitleClaims>>[number]
