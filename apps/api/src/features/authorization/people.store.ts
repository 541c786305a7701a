import type { ListQuery } from '@shiloh/contract/core'
import { type RawBuilder, sql } from 'kysely'
import { designationWaits, titleWaits } from '#features/identity'
import { hiddenIn } from '#platform/auth/denied'
import type { Queryable, Tx } from '#platform/db/db'
import { paginate } from '#platform/db/pages.store'
import { matchesPerson } from '#platform/db/search.store'
import { inChunks } from '#platform/tables/exports'

interface PeopleFilter {
  readonly search?: string | undefined
  readonly user_type?: 'user' | 'vendor' | undefined
  readonly status?: string | undefined
  readonly gender?: string | undefined
  readonly country?: string | undefined
  readonly is_not_member?: boolean | undefined
  readonly region_id?: string | undefined
  readonly area_id?: string | undefined
  readonly district_id?: string | undefined
  readonly assembly_id?: string | undefined
  readonly title_id?: string | undefined
  readonly designation_id?: string | undefined
}

const EQUAL = [
  'status',
  'gender',
  'region_id',
  'area_id',
  'district_id',
  'assembly_id',
  'title_id',
  'designation_id',
] as const

const conditions = (filter: PeopleFilter): RawBuilder<boolean> => {
  const all: RawBuilder<boolean>[] = [
    filter.user_type
      ? sql<boolean>`u.user_type = ${filter.user_type}`
      : sql<boolean>`u.user_type in ('user', 'vendor')`,
  ]
  if (filter.search) all.push(matchesPerson(filter.search))
  const hidden = hiddenIn(filter)
  if (hidden.length > 0) all.push(sql<boolean>`u.id <> all(${[...hidden]}::text[])`)
  for (const column of EQUAL) {
    const value = filter[column]
    if (value !== undefined) all.push(sql<boolean>`${sql.ref(`u.${column}`)} = ${value}`)
  }
  if (filter.country !== undefined) all.push(sql<boolean>`u.country_code = ${filter.country}`)
  if (filter.is_not_member !== undefined) all.push(sql<boolean>`u.is_not_member = ${filter.is_not_member}`)
  return sql<boolean>`(${sql.join(all, sql` and `)})`
}

const select = (db: Queryable, filter: PeopleFilter = {}) =>
  db
    .selectFrom('users as u')
    .select([
      'u.id',
      'u.user_type',
      'u.status',
      'u.email',
      'u.phone',
      'u.first_name',
      'u.last_name',
      'u.other_names',
      'u.gender',
      'u.birth_date',
      'u.language',
      'u.country_code',
      'u.industry',
      'u.avatar_file_id',
      'u.phone_verified_at',
      'u.email_confirmed_at',
      'u.has_completed_basic_requirement',
      'u.has_completed_additional_requirement',
      'u.is_not_member',
      'u.region_id',
      'u.area_id',
      'u.district_id',
      'u.assembly_id',
      'u.title_id',
      'u.designation_id',
      'u.staff_id',
      'u.last_login_at',
      'u.created_at',
      'u.updated_at',
    ])
    // Names come by sub-selects: they are looked up for the rows of the page only, not for all that are counted.
    .select([
      sql<string | null>`(select c.name from church_units c where c.id = u.region_id)`.as('region'),
      sql<string | null>`(select c.name from church_units c where c.id = u.area_id)`.as('area'),
      sql<string | null>`(select c.name from church_units c where c.id = u.district_id)`.as('district'),
      sql<string | null>`(select c.name from church_units c where c.id = u.assembly_id)`.as('assembly'),
      sql<string | null>`(select t.name from titles t where t.id = u.title_id)`.as('title'),
      sql<string | null>`(select d.name from designations d where d.id = u.designation_id)`.as('designation'),
      titleWaits.as('title_waits'),
      designationWaits.as('designation_waits'),
      sql<boolean>`u.password_hash is not null`.as('has_password'),
      sql<unknown>`(select json_agg(m.method order by m.activated_at) from mfa_methods m
        where m.user_id = u.id and m.activated_at is not null)`.as('mfa_methods'),
    ])
    .where(conditions(filter))

export const listPeople = (db: Queryable, query: ListQuery & PeopleFilter) =>
  paginate(select(db, query), query, {
    sortable: {
      name: 'u.last_name',
      first_name: 'u.first_name',
      last_name: 'u.last_name',
      email: 'u.email',
      phone: 'u.phone',
      status: 'u.status',
      user_type: 'u.user_type',
      country: 'u.country_code',
      last_login_at: 'u.last_login_at',
      created_at: 'u.created_at',
      updated_at: 'u.updated_at',
    },
    defaultSort: '-created_at',
    tieBreak: 'u.id',
  })

export const findPerson = (db: Queryable, id: string) => select(db).where('u.id', '=', id).executeTakeFirst()
export type PersonRow = NonNullable<Awaited<ReturnType<typeof findPerson>>>

export const exportPeople = (db: Queryable, filter: PeopleFilter) =>
  inChunks<PersonRow>((last, size) =>
    select(db, filter)
      .$if(last !== undefined, (q) => q.where('u.id', '>', last?.id ?? ''))
      .orderBy('u.id')
      .limit(size)
      .execute(),
  )

export const pickPeople = (
  db: Queryable,
  filter: { search?: string | undefined; user_type?: 'user' | 'vendor' | undefined },
) =>
  db
    .selectFrom('users as u')
    .select(['u.id', 'u.first_name', 'u.last_name', 'u.other_names', 'u.email', 'u.phone', 'u.user_type'])
    .where(conditions(filter))
    .orderBy('u.last_name')
    .orderBy('u.first_name')
    .orderBy('u.id')
    .limit(50)
    .execute()

/** Deletes an account that nothing refers to; else the database refuses. */
export const removePerson = async (tx: Tx, id: string): Promise<void> => {
  await tx.deleteFrom('users').where('id', '=', id).execute()
}
