import type { QueryOf } from '@shiloh/contract/core'
import type { titleClaimRoutes } from '@shiloh/contract/identity/titles-to-confirm'
import { sql } from 'kysely'
import type { Users } from '#db'
import { designationWaits, titleWaits } from '#features/identity'
import type { Queryable, Tx } from '#platform/db/db'
import { type ListSql, paginate } from '#platform/db/pages.store'
import { matchesPerson } from '#platform/db/search.store'

const claims = {
  table: 'u',
  sort: { name: 'u.last_name', claimed_at: 'u.title_claimed_at' },
  filter: { search: matchesPerson },
} as const satisfies ListSql<typeof titleClaimRoutes.listTitlesToConfirm, Users>

/**
 * Accounts with a title or designation that needs confirmation. Starting from those keeps the query off other accounts.
 */
const BEARERS = sql<boolean>`u.id in (
  select b.id from users b join titles t on t.id = b.title_id and t.needs_confirmation where b.title_id is distinct from b.confirmed_title_id
  union
  select b.id from users b join designations d on d.id = b.designation_id and d.needs_confirmation
    where b.designation_id is distinct from b.confirmed_designation_id)`

const select = (db: Queryable) =>
  db
    .selectFrom('users as u')
    .select(['u.id', 'u.first_name', 'u.last_name', 'u.other_names', 'u.staff_id', 'u.title_claimed_at'])
    .select([
      sql<{ _id: string; name: string } | null>`case when ${titleWaits} then
        (select json_build_object('_id', t.id, 'name', t.name) from titles t where t.id = u.title_id) end`.as('title'),
      sql<{ _id: string; name: string } | null>`case when ${designationWaits} then
        (select json_build_object('_id', d.id, 'name', d.name) from designations d where d.id = u.designation_id) end`.as(
        'designation',
      ),
      sql<string | null>`(select c.name from church_units c where c.id = u.region_id)`.as('region'),
      sql<string | null>`(select c.name from church_units c where c.id = u.area_id)`.as('area'),
      sql<string | null>`(select c.name from church_units c where c.id = u.district_id)`.as('district'),
      sql<string | null>`(select c.name from church_units c where c.id = u.assembly_id)`.as('assembly'),
    ])
    .where(BEARERS)
    .where('u.erased_at', 'is', null)

export const listTitleClaims = (db: Queryable, query: QueryOf<typeof titleClaimRoutes.listTitlesToConfirm>) =>
  paginate(select(db), query, claims)

/** Returns those of the given accounts that wait for confirmation, locked in id order. */
export const lockTitleClaims = async (tx: Tx, ids: readonly string[]) => {
  await tx.selectFrom('users').select('id').where('id', 'in', ids).orderBy('id').forUpdate().execute()
  return select(tx).where('u.id', 'in', ids).orderBy('u.id').execute()
}
export type TitleClaimRow = Awaited<ReturnType<typeof lockTitleClaims>>[number]
