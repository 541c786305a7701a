import type { ListQuery } from '@shiloh/contract/core'
import { sql } from 'kysely'
import type { Tx } from '#platform/db/db'
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

const countries = (tx: Tx, filter: ListFilter & { enabled?: boolean | undefined } = {}) =>
  tx
    .selectFrom('countries')
    .select(['id', 'code', 'name', 'dial_code', 'enabled', 'created_at', 'updated_at'])
    .$if(Boolean(filter.search), (q) => q.where(contains(filter.search ?? '', 'name', 'code', 'dial_code')))
    .$if(filter.enabled !== undefined, (q) => q.where('enabled', '=', filter.enabled ?? true))

export const listCountries = (tx: Tx, query: ListQuery & { enabled?: boolean | undefined }) =>
  paginate(countries(tx, query), query, countryOrder)
export const exportCountries = (tx: Tx, query: ListFilter) => allRows(countries(tx, query), query, countryOrder)
export const findCountry = (tx: Tx, id: string) => countries(tx).where('id', '=', id).executeTakeFirst()
export const enabledCountries = (tx: Tx) => countries(tx, { enabled: true }).orderBy('name').execute()

/** The enabled country of this ISO code or name. */
export const countryNamed = (tx: Tx, text: string) =>
  countries(tx, { enabled: true })
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
export const countryUses = async (tx: Tx, code: string): Promise<number> => {
  const { rows } = await sql<{ uses: number }>`
    select (exists (select 1 from users where country_code = ${code}))::int
         + (exists (select 1 from church_units where country_code = ${code}))::int
         + (exists (select 1 from client_groups where country_code = ${code}))::int as uses`.execute(tx)
  return rows[0]?.uses ?? 0
}

// ── Titles and designations ──────────────────────────────────────────────────────────────────────────────────────────

const rankedOrder = {
  sortable: Object.fromEntries(['name', 'rank', 'created_at', 'updated_at'].map((column) => [column, column])),
  defaultSort: 'rank,name',
  tieBreak: 'id',
}

const titles = (tx: Tx, filter: ListFilter = {}) =>
  tx
    .selectFrom('titles')
    .select(['id', 'name', 'rank', 'minister', 'needs_confirmation', 'created_at', 'updated_at'])
    .$if(Boolean(filter.search), (q) => q.where(contains(filter.search ?? '', 'name')))

export const listTitles = (tx: Tx, query: ListQuery) => paginate(titles(tx, query), query, rankedOrder)
export const exportTitles = (tx: Tx, query: ListFilter) => allRows(titles(tx, query), query, rankedOrder)
export const findTitle = (tx: Tx, id: string) => titles(tx).where('id', '=', id).executeTakeFirst()
export const titlesByRank = (tx: Tx, search?: string | undefined) =>
  titles(tx, { search }).orderBy('rank').orderBy('name').limit(500).execute()

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

const designations = (tx: Tx, filter: ListFilter = {}) =>
  tx
    .selectFrom('designations')
    .select(['id', 'name', 'rank', 'needs_confirmation', 'created_at', 'updated_at'])
    .$if(Boolean(filter.search), (q) => q.where(contains(filter.search ?? '', 'name')))

export const listDesignations = (tx: Tx, query: ListQuery) => paginate(designations(tx, query), query, rankedOrder)
export const exportDesignations = (tx: Tx, query: ListFilter) => allRows(designations(tx, query), query, rankedOrder)
export const findDesignation = (tx: Tx, id: string) => designations(tx).where('id', '=', id).executeTakeFirst()
export const designationsByRank = (tx: Tx, search?: string | undefined) =>
  designations(tx, { search }).orderBy('rank').orderBy('name').limit(500).execute()

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
