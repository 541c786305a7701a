import type { ListQuery } from '@shiloh/contract/core'
import { sql } from 'kysely'
import type { Queryable, Tx } from '#platform/db/db'
import { patchSet } from '#platform/db/pages'
import { paginate } from '#platform/db/pages.store'
import { contains } from '#platform/db/search.store'
import { allRows } from '#platform/tables/exports.store'

/** Countries, titles, designations and kinds of assembly: short lists that people keep by hand. */

interface ListFilter {
  readonly search?: string | undefined
  readonly sort?: string | undefined
}

// ── Countries ────────────────────────────────────────────────────────────────────────────────────────────────────────

const countryOrder = {
  sortable: Object.fromEntries(['name', 'code', 'dial_code', 'enabled', 'created_at', 'updated_at'].map((c) => [c, c])),
  defaultSort: 'name',
  tieBreak: 'id',
}

const countries = (db: Queryable, filter: ListFilter & { enabled?: boolean | undefined } = {}) =>
  db
    .selectFrom('countries')
    .select(['id', 'code', 'name', 'dial_code', 'enabled', 'created_at', 'updated_at'])
    .$if(Boolean(filter.search), (q) => q.where(contains(filter.search ?? '', 'name', 'code', 'dial_code')))
    .$if(filter.enabled !== undefined, (q) => q.where('enabled', '=', filter.enabled ?? true))

export const listCountries = (db: Queryable, query: ListQuery & { enabled?: boolean | undefined }) =>
  paginate(countries(db, query), query, countryOrder)
export const exportCountries = (db: Queryable, query: ListFilter) => allRows(countries(db, query), query, countryOrder)
export const findCountry = (db: Queryable, id: string) => countries(db).where('id', '=', id).executeTakeFirst()
export const enabledCountries = (db: Queryable) => countries(db, { enabled: true }).orderBy('name').execute()

/** The enabled country of this ISO code or name. */
export const countryNamed = (db: Queryable, text: string) =>
  countries(db, { enabled: true })
    .where((eb) => eb.or([eb('code', '=', text.toUpperCase()), eb(eb.fn('lower', ['name']), '=', text.toLowerCase())]))
    .executeTakeFirst()

interface CountryValues {
  readonly code: string
  readonly name: string
  readonly dial_code: string
  readonly enabled: boolean
}
export const insertCountry = (tx: Tx, now: Date, values: CountryValues) =>
  tx
    .insertInto('countries')
    .values({ ...values, created_at: now, updated_at: now })
    .returning('id')
    .executeTakeFirstOrThrow()
export const updateCountry = (
  tx: Tx,
  now: Date,
  id: string,
  patch: { [K in keyof CountryValues]?: CountryValues[K] | undefined },
) =>
  tx
    .updateTable('countries')
    .set({ ...patchSet(patch), updated_at: now })
    .where('id', '=', id)
    .execute()
/** How many accounts and places name this country. */
export const countryUses = async (db: Queryable, code: string): Promise<number> => {
  const { rows } = await sql<{ uses: number }>`
    select (exists (select 1 from users where country_code = ${code}))::int
         + (exists (select 1 from church_units where country_code = ${code}))::int
         + (exists (select 1 from client_groups where country_code = ${code}))::int as uses`.execute(db)
  return rows[0]?.uses ?? 0
}

// ── Titles and designations ──────────────────────────────────────────────────────────────────────────────────────────

const rankedOrder = {
  sortable: Object.fromEntries(['name', 'rank', 'created_at', 'updated_at'].map((column) => [column, column])),
  defaultSort: 'rank,name',
  tieBreak: 'id',
}

const titles = (db: Queryable, filter: ListFilter = {}) =>
  db
    .selectFrom('titles')
    .select(['id', 'name', 'rank', 'minister', 'needs_confirmation', 'created_at', 'updated_at'])
    .$if(Boolean(filter.search), (q) => q.where(contains(filter.search ?? '', 'name')))

export const listTitles = (db: Queryable, query: ListQuery) => paginate(titles(db, query), query, rankedOrder)
export const exportTitles = (db: Queryable, query: ListFilter) => allRows(titles(db, query), query, rankedOrder)
export const findTitle = (db: Queryable, id: string) => titles(db).where('id', '=', id).executeTakeFirst()
export const titlesByRank = (db: Queryable, search?: string | undefined) =>
  titles(db, { search }).orderBy('rank').orderBy('name').limit(500).execute()

interface TitleValues {
  readonly name: string
  readonly rank: number
  readonly minister: boolean
  readonly needs_confirmation: boolean
}
export const insertTitle = (tx: Tx, now: Date, values: TitleValues) =>
  tx
    .insertInto('titles')
    .values({ ...values, created_at: now, updated_at: now })
    .returning('id')
    .executeTakeFirstOrThrow()
export const updateTitle = (
  tx: Tx,
  now: Date,
  id: string,
  patch: { [K in keyof TitleValues]?: TitleValues[K] | undefined },
) =>
  tx
    .updateTable('titles')
    .set({ ...patchSet(patch), updated_at: now })
    .where('id', '=', id)
    .execute()

const designations = (db: Queryable, filter: ListFilter = {}) =>
  db
    .selectFrom('designations')
    .select(['id', 'name', 'rank', 'needs_confirmation', 'created_at', 'updated_at'])
    .$if(Boolean(filter.search), (q) => q.where(contains(filter.search ?? '', 'name')))

export const listDesignations = (db: Queryable, query: ListQuery) =>
  paginate(designations(db, query), query, rankedOrder)
export const exportDesignations = (db: Queryable, query: ListFilter) =>
  allRows(designations(db, query), query, rankedOrder)
export const findDesignation = (db: Queryable, id: string) => designations(db).where('id', '=', id).executeTakeFirst()
export const designationsByRank = (db: Queryable, search?: string | undefined) =>
  designations(db, { search }).orderBy('rank').orderBy('name').limit(500).execute()

interface DesignationValues {
  readonly name: string
  readonly rank: number
  readonly needs_confirmation: boolean
}
export const insertDesignation = (tx: Tx, now: Date, values: DesignationValues) =>
  tx
    .insertInto('designations')
    .values({ ...values, created_at: now, updated_at: now })
    .returning('id')
    .executeTakeFirstOrThrow()
export const updateDesignation = (
  tx: Tx,
  now: Date,
  id: string,
  patch: { [K in keyof DesignationValues]?: DesignationValues[K] | undefined },
) =>
  tx
    .updateTable('designations')
    .set({ ...patchSet(patch), updated_at: now })
    .where('id', '=', id)
    .execute()

/** Deletes a row; a row that something refers to is refused by the database. */
export const removeRow = (
  tx: Tx,
  table: 'countries' | 'titles' | 'designations' | 'assembly_types' | 'church_units',
  id: string,
) => tx.deleteFrom(table).where('id', '=', id).execute()
