import type { authorizationRoutes, peopleFilter } from '@shiloh/contract/authorization'
import type { Language, QueryOf } from '@shiloh/contract/core'
import { sql } from 'kysely'
import type { z } from 'zod'
import type { Users } from '#db'
import { designationWaits, titleWaits } from '#features/identity'
import type { Queryable, Tx } from '#platform/db/db'
import { toldIn } from '#platform/db/languages.store'
import { type ListSql, matching, paginate } from '#platform/db/pages.store'
import { referencesTo } from '#platform/db/references.store'
import { BY_NAME, matchesPersonOrCode } from '#platform/db/search.store'
import { inChunks } from '#platform/tables/exports'

type Routes = typeof authorizationRoutes

/** @param query the query of the caller, from whom reservations can be hidden */
const people = (query: object) =>
  ({
    table: 'u',
    wide: true,
    sort: {
      name: BY_NAME,
      country: 'u.country_code',
      // Tables that only the list joins: the count leaves them out.
      region: sql`by_region.name`,
      area: sql`by_area.name`,
      district: sql`by_district.name`,
      assembly: sql`by_assembly.name`,
      title: sql`by_title.name`,
      designation: sql`by_designation.name`,
    },
    filter: { search: (words) => matchesPersonOrCode(words, query), country: 'u.country_code' },
  }) as const satisfies ListSql<Routes['listUsers'], Users>

const from = (db: Queryable) => db.selectFrom('users as u').where('u.user_type', 'in', ['user', 'vendor'])

const select = (db: Queryable, language?: Language) =>
  from(db)
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
      'u.erased_at',
      'u.created_at',
      'u.updated_at',
    ])
    // Names come from subselects, so that they are looked up only for the rows of the page, not for all counted rows.
    .select([
      sql<string | null>`(select c.name from church_units c where c.id = u.region_id)`.as('region'),
      sql<string | null>`(select c.name from church_units c where c.id = u.area_id)`.as('area'),
      sql<string | null>`(select c.name from church_units c where c.id = u.district_id)`.as('district'),
      sql<string | null>`(select c.name from church_units c where c.id = u.assembly_id)`.as('assembly'),
      sql<
        string | null
      >`(select ${language ? toldIn(language, 't', 'name') : sql`t.name`} from titles t where t.id = u.title_id)`.as(
        'title',
      ),
      sql<
        string | null
      >`(select ${language ? toldIn(language, 'd', 'name') : sql`d.name`} from designations d where d.id = u.designation_id)`.as(
        'designation',
      ),
      titleWaits.as('title_waits'),
      designationWaits.as('designation_waits'),
      sql<boolean>`u.password_hash is not null`.as('has_password'),
      sql<unknown>`(select json_agg(m.method order by m.activated_at) from mfa_methods m
        where m.user_id = u.id and m.activated_at is not null)`.as('mfa_methods'),
    ])

export const listPeople = (db: Queryable, query: QueryOf<Routes['listUsers']>, language: Language) =>
  paginate(
    select(db, language)
      .leftJoin('church_units as by_region', 'by_region.id', 'u.region_id')
      .leftJoin('church_units as by_area', 'by_area.id', 'u.area_id')
      .leftJoin('church_units as by_district', 'by_district.id', 'u.district_id')
      .leftJoin('church_units as by_assembly', 'by_assembly.id', 'u.assembly_id')
      .leftJoin('titles as by_title', 'by_title.id', 'u.title_id')
      .leftJoin('designations as by_designation', 'by_designation.id', 'u.designation_id'),
    query,
    people(query),
    db,
  )

/** Returns what people are called in the list of those that were refused. */
export const findNames = async (db: Queryable, ids: readonly string[]): Promise<Map<string, [string, string]>> => {
  const rows = await from(db)
    .select(['u.id', 'u.email', 'u.phone', 'u.first_name', 'u.last_name'])
    .where('u.id', 'in', [...ids])
    .execute()
  return new Map(rows.map((row) => [row.id, [row.email ?? row.phone ?? '', `${row.first_name} ${row.last_name}`]]))
}

/** Reads these columns of an account as they are stored. */
export const findColumns = <C extends keyof Users & string>(db: Queryable, id: string, columns: readonly C[]) =>
  from(db)
    .select(columns.map((column) => `u.${column}` as const))
    .where('u.id', '=', id)
    .executeTakeFirst()

/** Reads a person, with title and designation in a reader's language, or in the church's own for the audit trail. */
export const findPerson = (db: Queryable, id: string, language?: Language) =>
  select(db, language).where('u.id', '=', id).executeTakeFirst()
export type PersonRow = NonNullable<Awaited<ReturnType<typeof findPerson>>>

export const exportPeople = (db: Queryable, query: QueryOf<Routes['exportUsers']>) =>
  inChunks<PersonRow>((last, size) =>
    matching(select(db), query, people(query))
      .$if(last !== undefined, (q) => q.where('u.id', '>', last?.id ?? ''))
      .orderBy('u.id')
      .limit(size)
      .execute(),
  )

/** Selects the ids of all people of a filter. */
export const selectPeople = (db: Queryable, filter: z.output<typeof peopleFilter>) =>
  matching(from(db), filter, people(filter)).select('u.id')

/** A search with more matches is about everybody: these are enough to choose from. */
const CANDIDATES = 1000

/** Selects people for somebody who chooses one, by name. Of more than a thousand matches, any thousand are in order. */
const choices = (db: Queryable, query: QueryOf<Routes['pickUsers']>) =>
  (query.search
    ? from(db).where('u.id', 'in', matching(from(db), query, people(query)).select('u.id').limit(CANDIDATES))
    : matching(from(db), query, people(query))
  )
    .select(['u.id', 'u.first_name', 'u.last_name', 'u.other_names', 'u.email', 'u.phone', 'u.user_type'])
    .where('u.erased_at', 'is', null)
    .orderBy('u.last_name')
    .orderBy('u.first_name')
    .orderBy('u.id')

export const pickPeople = (db: Queryable, query: QueryOf<Routes['pickUsers']>) => choices(db, query).limit(50).execute()

/** Finds people with their assemblies. */
export const findPeople = (db: Queryable, query: QueryOf<Routes['pickUsers']>, most: number) =>
  choices(db, query)
    .select(sql<string | null>`(select c.name from church_units c where c.id = u.assembly_id)`.as('assembly'))
    .limit(most)
    .execute()

/** Deletes an account. The database refuses while another row refers to it. */
export const removePerson = async (tx: Tx, id: string): Promise<void> => {
  await tx.deleteFrom('users').where('id', '=', id).execute()
}

/** Returns whether an account cannot be deleted because other rows refer to it: reservations, payments, the books. */
export const isInBooks = async (tx: Tx, id: string): Promise<boolean> => {
  const references = await referencesTo(tx, 'users')
  const uses = references.flatMap(({ table, column, restricts }) =>
    restricts ? [sql`exists (select 1 from ${sql.table(table)} where ${sql.ref(column)} = ${id})`] : [],
  )
  const { rows } = await sql<{ is_used: boolean }>`select ${sql.join(uses, sql` or `)} as is_used`.execute(tx)
  return rows[0]?.is_used ?? false
}

/** Takes a vendor off what they supply. What they handed over stays (docs/adr/0085-former-vendors.md). */
export const detachFromOffer = async (tx: Tx, id: string): Promise<void> => {
  await tx.updateTable('caterers').set({ vendor_id: null }).where('vendor_id', '=', id).execute()
  await tx.updateTable('products').set({ vendor_id: null }).where('vendor_id', '=', id).execute()
}
