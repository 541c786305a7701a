import type { ListQuery } from '@shiloh/contract/core'
import { sql } from 'kysely'
import { designationWaits, titleWaits } from '#features/identity'
import type { Queryable, Tx } from '#platform/db/db'
import { paginate } from '#platform/db/pages.store'
import { matchesPerson } from '#platform/db/search.store'

interface ClaimFilter {
  readonly search?: string | undefined
  readonly region_id?: string | undefined
  readonly area_id?: string | undefined
  readonly district_id?: string | undefined
  readonly assembly_id?: string | undefined
  readonly title_id?: string | undefined
  readonly designation_id?: string | undefined
}

const EQUAL = ['region_id', 'area_id', 'district_id', 'assembly_id', 'title_id', 'designation_id'] as const

/** Accounts that bear something to be confirmed: found by what they bear, so that nobody else is looked at. */
const BEARERS = sql<boolean>`u.id in (
  select b.id from users b join titles t on t.id = b.title_id and t.needs_confirmation where b.title_id is distinct from b.confirmed_title_id
  union
  select b.id from users b join designations d on d.id = b.designation_id and d.needs_confirmation
    where b.designation_id is distinct from b.confirmed_designation_id)`

const select = (db: Queryable, filter: ClaimFilter = {}) => {
  let query = db
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
  if (filter.search) query = query.where(matchesPerson(filter.search))
  for (const column of EQUAL) {
    const value = filter[column]
    if (value !== undefined) query = query.where(`u.${column}`, '=', value)
  }
  return query
}

export const listTitleClaims = (db: Queryable, query: ListQuery & ClaimFilter) =>
  paginate(select(db, query), query, {
    sortable: { name: 'u.last_name', claimed_at: 'u.title_claimed_at' },
    defaultSort: 'claimed_at,name',
    tieBreak: 'u.id',
  })

/** The accounts of these ids that wait for something, locked in the order of their ids. */
export const lockTitleClaims = async (tx: Tx, ids: readonly string[]) => {
  await tx.selectFrom('users').select('id').where('id', 'in', ids).orderBy('id').forUpdate().execute()
  return select(tx).where('u.id', 'in', ids).orderBy('u.id').execute()
}
export type TitleClaimRow = Awaited<ReturnType<typeof lockTitleClaims>>[number]
