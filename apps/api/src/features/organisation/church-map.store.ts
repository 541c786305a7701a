import type { BodyOf, QueryOf } from '@shiloh/contract/core'
import { CHURCH_LEVELS, type ChurchLevel, type organisationRoutes } from '@shiloh/contract/organisation'
import { sql } from 'kysely'
import { z } from 'zod'
import type { AssemblyTypes, ChurchUnits } from '#db'
import type { Queryable, Tx } from '#platform/db/db'
import { patchSet } from '#platform/db/pages'
import { type ListSql, matching, paginate } from '#platform/db/pages.store'
import { contains, hasWords } from '#platform/db/search.store'
import { nameKey } from '#platform/tables/cells'
import { inChunks } from '#platform/tables/exports'
import type { RowOutcome } from '#platform/tables/imports.store'

const level = z.enum(CHURCH_LEVELS)
export const levelOf = (text: string): ChurchLevel => level.parse(text)

type Routes = typeof organisationRoutes

const listedUnits = {
  table: 'u',
  sort: { parent_name: 'p.name', assembly_type: 't.name', country: 'u.country_code' },
  filter: { search: (words) => hasWords(words, sql.ref('u.search_text')), country: 'u.country_code' },
} as const satisfies ListSql<Routes['listChurchUnits'], ChurchUnits>

const units = (db: Queryable) =>
  db
    .selectFrom('church_units as u')
    .leftJoin('church_units as p', 'p.id', 'u.parent_id')
    .leftJoin('assembly_types as t', 't.id', 'u.assembly_type_id')
    .select([
      'u.id',
      'u.level',
      'u.name',
      'u.code',
      'u.parent_id',
      'p.name as parent_name',
      'u.assembly_type_id',
      't.name as assembly_type',
      'u.country_code as country',
      'u.created_at',
      'u.updated_at',
    ])
    .select(sql<number>`(select count(*)::int from church_units c where c.parent_id = u.id)`.as('children'))

export const listUnits = (db: Queryable, query: QueryOf<Routes['listChurchUnits']>) =>
  paginate(units(db), query, listedUnits)

export const findUnit = (db: Queryable, id: string) => units(db).where('u.id', '=', id).executeTakeFirst()
export const pickUnits = (db: Queryable, query: QueryOf<Routes['pickChurchUnits']>) =>
  matching(units(db), query, listedUnits).orderBy('u.name').limit(200).execute()

const PLACES = { table: 'u', sort: {}, filter: { search: listedUnits.filter.search } } as const

/** Returns the units of one level by name, below a parent if given. */
export const placesOf = (db: Queryable, query: QueryOf<Routes['pickChurchUnits']>) =>
  matching(db.selectFrom('church_units as u').select(['u.id as _id', 'u.name', 'u.code', 'u.parent_id']), query, PLACES)
    .orderBy('u.name')
    .orderBy('u.id')
    .execute()

/** Returns the whole church map with the level of each unit. */
export const wholeMap = (db: Queryable) =>
  db
    .selectFrom('church_units as u')
    .select(['u.id as _id', 'u.level', 'u.name', 'u.code', 'u.parent_id'])
    .orderBy('u.name')
    .orderBy('u.id')
    .execute()

/** Returns the levels and parents of these units. */
export const findPlaces = (db: Queryable, ids: readonly string[]) =>
  db
    .selectFrom('church_units')
    .select(['id', 'level', 'parent_id'])
    .where('id', 'in', [...ids, ''])
    .execute()

/** The same, from the bottom to the top, and kept as they are until the end of the transaction. */
export const holdPlaces = async (db: Queryable, ids: readonly string[]) => {
  const { rows } = await sql<{ id: string; level: string; parent_id: string | null }>`
    select id, level, parent_id from church_units where id = any(${[...ids]}::text[])
    order by array_position(${[...CHURCH_LEVELS]}::text[], level) desc, id for share`.execute(db)
  return rows
}

/** The values of a unit. Omitted ones are null. */
type UnitValues = BodyOf<Routes['createChurchUnit']>

export const insertUnit = (tx: Tx, now: Date, { country, ...values }: UnitValues) =>
  tx
    .insertInto('church_units')
    .values({ ...values, country_code: country, created_at: now, updated_at: now })
    .returning('id')
    .executeTakeFirstOrThrow()

export const updateUnit = (tx: Tx, now: Date, id: string, patch: BodyOf<Routes['updateChurchUnit']>) =>
  tx
    .updateTable('church_units')
    .set({ ...patchSet(patch), updated_at: now })
    .where('id', '=', id)
    .execute()

// ── Kinds of assembly ────────────────────────────────────────────────────────────────────────────────────────────────

const listedTypes = {
  table: 't',
  sort: {},
  filter: { search: (words) => contains(words, 't.name') },
} as const satisfies ListSql<Routes['listAssemblyTypes'], AssemblyTypes>

const assemblyTypes = (db: Queryable) =>
  db
    .selectFrom('assembly_types as t')
    .select(['t.id as _id', 't.name'])
    .select(sql<number>`(select count(*)::int from church_units u where u.assembly_type_id = t.id)`.as('assemblies'))

export const listAssemblyTypes = (db: Queryable, query: QueryOf<Routes['listAssemblyTypes']>) =>
  paginate(assemblyTypes(db), query, listedTypes)
export const findAssemblyType = (db: Queryable, id: string) =>
  assemblyTypes(db).where('t.id', '=', id).executeTakeFirst()
export const insertAssemblyType = (tx: Tx, now: Date, name: string) =>
  tx
    .insertInto('assembly_types')
    .values({ name, created_at: now, updated_at: now })
    .returning('id')
    .executeTakeFirstOrThrow()
export const updateAssemblyType = (tx: Tx, now: Date, id: string, name: string) =>
  tx.updateTable('assembly_types').set({ name, updated_at: now }).where('id', '=', id).execute()

// ── Import and export: one row a place, with the names of what it belongs to ─────────────────────────────────────────

/** The names from the region down to the unit itself, without missing levels. */
export type ChurchPath = Readonly<Partial<Record<ChurchLevel, string>>>

export interface ChurchRow {
  readonly path: ChurchPath
  readonly code: string | null
  readonly assembly_type: string | null
  readonly country: string
}

interface ExportedUnit extends ChurchRow {
  readonly id: string
}

const exportedUnits = { ...listedUnits, sort: { ...listedUnits.sort, parent_name: 'p1.name' } } as const

/** Returns every unit with its path, by id. */
export const exportUnits = (db: Queryable, query: QueryOf<Routes['exportChurchMap']>): AsyncGenerator<ExportedUnit[]> =>
  inChunks<ExportedUnit>(async (last, size) => {
    const rows = await db
      .selectFrom('church_units as u')
      .leftJoin('assembly_types as t', 't.id', 'u.assembly_type_id')
      .leftJoin('church_units as p1', 'p1.id', 'u.parent_id')
      .leftJoin('church_units as p2', 'p2.id', 'p1.parent_id')
      .leftJoin('church_units as p3', 'p3.id', 'p2.parent_id')
      .select(['u.id', 'u.level', 'u.name', 'u.code', 't.name as assembly_type', 'u.country_code as country'])
      .select(['p1.level as l1', 'p1.name as n1', 'p2.level as l2', 'p2.name as n2', 'p3.level as l3', 'p3.name as n3'])
      .$if(last !== undefined, (q) => q.where('u.id', '>', last?.id ?? ''))
      .$call((q) => matching(q, query, exportedUnits))
      .orderBy('u.id')
      .limit(size)
      .execute()
    return rows.map(({ id, code, assembly_type, country, ...row }) => ({
      id,
      code,
      assembly_type,
      country,
      path: Object.fromEntries(
        [
          [row.level, row.name],
          [row.l1, row.n1],
          [row.l2, row.n2],
          [row.l3, row.n3],
        ].filter(([at]) => at !== null),
      ),
    }))
  })

interface UpsertUnit {
  readonly parent_id: string | null
  readonly name: string
  readonly country_code: string
  /** Whether the row is about this unit. If not, the row only names it as a parent. */
  readonly own: boolean
  readonly code: string | null
  readonly assembly_type_id: string | null
}

const unitKey = (unit: { parent_id: string | null; name: string }) => `${unit.parent_id ?? ''}\n${unit.name}`

/** Creates or updates units of one level. Returns id and outcome by parent and name. */
const upsertUnits = async (tx: Tx, level: ChurchLevel, wanted: readonly UpsertUnit[], given: ReadonlySet<string>) => {
  const incoming = sql`json_to_recordset(${JSON.stringify(wanted.map((unit, place) => ({ ...unit, place })))}::json)
    as w(parent_id text, name text, country_code text, own boolean, code text, assembly_type_id text, place int)`
  const sameParent = level === 'region' ? sql`u.parent_id is null` : sql`u.parent_id = w.parent_id`
  // In one order, so that imports at the same time wait for each other instead of in a circle.
  const { rows: made } = await sql<{ id: string }>`
    insert into church_units (level, parent_id, name, country_code, code, assembly_type_id)
    select ${level}, parent_id, name, country_code, code, assembly_type_id from ${incoming}
    order by parent_id, unit_name_key(name), name
    on conflict do nothing
    returning id`.execute(tx)
  // The unit that is spelled the same, which may be a twin from before the rule, else the one of that name. Each is found by
  // its unique index, however large the map is.
  const siblings = sql`select u.id from church_units u where u.level = ${level} and ${sameParent}`
  const meant = sql`select coalesce(
    (${siblings} and u.name = w.name),
    (${siblings} and unit_name_key(u.name) = unit_name_key(w.name) and u.is_twin is not true)) as id`
  const changes = [
    ...(given.has('code') ? [sql`code`] : []),
    ...(given.has('assembly_type') ? [sql`assembly_type_id`] : []),
  ]
  const { rows: changed } =
    changes.length === 0
      ? { rows: [] }
      : await sql<{ id: string }>`
          update church_units u set ${sql.join(changes.map((column) => sql`${column} = w.${column}`))}, updated_at = now()
          from (
            select distinct on (meant.id) meant.id, w.code, w.assembly_type_id
            from ${incoming} cross join lateral (${meant}) meant where w.own order by meant.id, w.place desc) w
          where u.id = w.id
            and (${sql.join(changes.map((column) => sql`u.${column}`))}) is distinct from (${sql.join(changes.map((column) => sql`w.${column}`))})
          returning u.id`.execute(tx)
  const { rows } = await sql<{ id: string; parent_id: string | null; name: string }>`
    select meant.id, w.parent_id, w.name from ${incoming} cross join lateral (${meant}) meant`.execute(tx)
  const isNew = new Set(made.map(({ id }) => id))
  const isChanged = new Set(changed.map(({ id }) => id))
  const outcomeOf = (id: string) =>
    isNew.has(id) ? ('created' as const) : isChanged.has(id) ? ('updated' as const) : ('unchanged' as const)
  return new Map(rows.map((row) => [unitKey(row), { id: row.id, outcome: outcomeOf(row.id) }]))
}

/** Imports rows of the church map. Missing parents are created. The same name in two districts is two units. */
export const importUnits = async (
  tx: Tx,
  rows: readonly ChurchRow[],
  given: ReadonlySet<string>,
): Promise<RowOutcome[]> => {
  const types = await tx.selectFrom('assembly_types').select(['id', 'name']).execute()
  const typeIds = new Map(types.map((type) => [nameKey(type.name), type.id]))
  const progress = rows.map((row) => ({
    row,
    typeId: row.assembly_type === null ? null : typeIds.get(nameKey(row.assembly_type)),
    own: CHURCH_LEVELS.findLast((at) => row.path[at] !== undefined),
    parentId: null as string | null,
    outcome: 'unchanged' as RowOutcome,
  }))
  for (const entry of progress)
    if (entry.typeId === undefined) entry.outcome = [{ field: 'assembly_type', code: 'not_found' }]
  for (const at of CHURCH_LEVELS) {
    const here = progress.flatMap((entry) => {
      const name = entry.row.path[at]
      if (name === undefined || entry.typeId === undefined) return []
      const own = entry.own === at
      const unit: UpsertUnit = {
        parent_id: entry.parentId,
        name,
        country_code: entry.row.country,
        own,
        code: own ? entry.row.code : null,
        assembly_type_id: own ? entry.typeId : null,
      }
      return [{ entry, unit }]
    })
    if (here.length === 0) continue
    const distinct = new Map<string, UpsertUnit>()
    for (const { unit } of here) if (unit.own || !distinct.has(unitKey(unit))) distinct.set(unitKey(unit), unit)
    const stored = await upsertUnits(tx, at, [...distinct.values()], given)
    const answered = new Set<string>()
    for (const { entry, unit } of here) {
      const found = stored.get(unitKey(unit))
      if (!found) continue
      entry.parentId = found.id
      if (!unit.own) continue
      // A row that repeats it, in whichever spelling, is the same.
      entry.outcome = answered.has(found.id) ? 'unchanged' : found.outcome
      answered.add(found.id)
    }
  }
  return progress.map(({ outcome }) => outcome)
}
