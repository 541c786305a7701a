import type { BodyOf, QueryOf } from '@shiloh/contract/core'
import type { organisationRoutes } from '@shiloh/contract/organisation'
import { sql } from 'kysely'
import type { Countries, Designations, Titles } from '#db'
import type { Queryable, Tx } from '#platform/db/db'
import { inOthers, textsLanguage, translationsIn } from '#platform/db/languages.store'
import { patchSet } from '#platform/db/pages'
import { allRows, type ListSql, matching, paginate } from '#platform/db/pages.store'
import { contains } from '#platform/db/search.store'

/** Countries, titles, designations and assembly types: short lists that staff maintain. */

type Routes = typeof organisationRoutes

// ── Countries ────────────────────────────────────────────────────────────────────────────────────────────────────────

const listedCountries = {
  table: 'c',
  sort: {},
  filter: { search: (words) => contains(words, 'c.name', 'c.code', 'c.dial_code') },
} as const satisfies ListSql<Routes['listCountries'], Countries>

const countries = (db: Queryable) =>
  db
    .selectFrom('countries as c')
    .select(['c.id', 'c.code', 'c.name', 'c.dial_code', 'c.enabled', 'c.created_at', 'c.updated_at'])

export const listCountries = (db: Queryable, query: QueryOf<Routes['listCountries']>) =>
  paginate(countries(db), query, listedCountries)
export const exportCountries = (db: Queryable, query: QueryOf<Routes['exportCountries']>) =>
  allRows(countries(db), query, listedCountries)
export const findCountry = (db: Queryable, id: string) => countries(db).where('c.id', '=', id).executeTakeFirst()

const enabled = (db: Queryable) => countries(db).where('c.enabled', '=', true)
/** Returns the enabled countries by name, all or those that a search finds. */
export const enabledCountries = (db: Queryable, search?: string) =>
  enabled(db)
    .$if(Boolean(search), (q) => q.where(listedCountries.filter.search(search ?? '')))
    .orderBy('c.name')
    .execute()

/** Returns the enabled country with this ISO code or name. */
export const countryNamed = (db: Queryable, text: string) =>
  enabled(db)
    .where((eb) =>
      eb.or([eb('c.code', '=', text.toUpperCase()), eb(eb.fn('lower', ['c.name']), '=', text.toLowerCase())]),
    )
    .executeTakeFirst()

export const insertCountry = (tx: Tx, now: Date, values: BodyOf<Routes['createCountry']>) =>
  tx
    .insertInto('countries')
    .values({ ...values, created_at: now, updated_at: now })
    .returning('id')
    .executeTakeFirstOrThrow()
export const updateCountry = (tx: Tx, now: Date, id: string, patch: BodyOf<Routes['updateCountry']>) =>
  tx
    .updateTable('countries')
    .set({ ...patchSet(patch), updated_at: now })
    .where('id', '=', id)
    .execute()
/** Counts the accounts and units that refer to this country. */
export const countryUses = async (db: Queryable, code: string): Promise<number> => {
  const { rows } = await sql<{ uses: number }>`
    select (exists (select 1 from users where country_code = ${code}))::int
         + (exists (select 1 from church_units where country_code = ${code}))::int
         + (exists (select 1 from client_groups where country_code = ${code}))::int as uses`.execute(db)
  return rows[0]?.uses ?? 0
}

// ── Titles and designations ──────────────────────────────────────────────────────────────────────────────────────────

const listedTitles = {
  table: 't',
  sort: {},
  filter: { search: (words) => contains(words, 't.name', inOthers('t', 'name')) },
} as const satisfies ListSql<Routes['listTitles'], Titles>

const titles = (db: Queryable) =>
  db
    .selectFrom('titles as t')
    .select(['t.id', 't.name', 't.rank', 't.minister', 't.needs_confirmation', 't.created_at', 't.updated_at'])
    .select([translationsIn<'name'>('t').as('translations'), textsLanguage.as('texts_language')])

export const listTitles = (db: Queryable, query: QueryOf<Routes['listTitles']>) =>
  paginate(titles(db), query, listedTitles)
export const exportTitles = (db: Queryable, query: QueryOf<Routes['exportTitles']>) =>
  allRows(titles(db), query, listedTitles)
export const findTitle = (db: Queryable, id: string) => titles(db).where('t.id', '=', id).executeTakeFirst()
export const titlesByRank = (db: Queryable, query: QueryOf<Routes['pickTitles']> = {}) =>
  matching(titles(db), query, listedTitles).orderBy('t.rank').orderBy('t.name').limit(500).execute()

export const insertTitle = (tx: Tx, now: Date, values: BodyOf<Routes['createTitle']>) =>
  tx
    .insertInto('titles')
    .values({ ...values, created_at: now, updated_at: now })
    .returning('id')
    .executeTakeFirstOrThrow()
export const updateTitle = (tx: Tx, now: Date, id: string, patch: BodyOf<Routes['updateTitle']>) =>
  tx
    .updateTable('titles')
    .set({ ...patchSet(patch), updated_at: now })
    .where('id', '=', id)
    .execute()

const listedDesignations = {
  table: 'd',
  sort: {},
  filter: { search: (words) => contains(words, 'd.name', inOthers('d', 'name')) },
} as const satisfies ListSql<Routes['listDesignations'], Designations>

const designations = (db: Queryable) =>
  db
    .selectFrom('designations as d')
    .select(['d.id', 'd.name', 'd.rank', 'd.needs_confirmation', 'd.created_at', 'd.updated_at'])
    .select([translationsIn<'name'>('d').as('translations'), textsLanguage.as('texts_language')])

export const listDesignations = (db: Queryable, query: QueryOf<Routes['listDesignations']>) =>
  paginate(designations(db), query, listedDesignations)
export const exportDesignations = (db: Queryable, query: QueryOf<Routes['exportDesignations']>) =>
  allRows(designations(db), query, listedDesignations)
export const findDesignation = (db: Queryable, id: string) => designations(db).where('d.id', '=', id).executeTakeFirst()
export const designationsByRank = (db: Queryable, query: QueryOf<Routes['pickDesignations']> = {}) =>
  matching(designations(db), query, listedDesignations).orderBy('d.rank').orderBy('d.name').limit(500).execute()

export const insertDesignation = (tx: Tx, now: Date, values: BodyOf<Routes['createDesignation']>) =>
  tx
    .insertInto('designations')
    .values({ ...values, created_at: now, updated_at: now })
    .returning('id')
    .executeTakeFirstOrThrow()
export const updateDesignation = (tx: Tx, now: Date, id: string, patch: BodyOf<Routes['updateDesignation']>) =>
  tx
    .updateTable('designations')
    .set({ ...patchSet(patch), updated_at: now })
    .where('id', '=', id)
    .execute()

/** Deletes a row. The database refuses while another row refers to it. */
export const removeRow = (
  tx: Tx,
  table: 'countries' | 'titles' | 'designations' | 'assembly_types' | 'church_units',
  id: string,
) => tx.deleteFrom(table).where('id', '=', id).execute()
