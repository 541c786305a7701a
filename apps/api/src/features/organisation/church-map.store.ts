import type { ListQuery } from '@shiloh/contract/core'
import { CHURCH_LEVELS, type ChurchLevel } from '@shiloh/contract/organisation'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Tx } from '#platform/db'
import { inChunks } from '#platform/exports'
import type { RowOutcome } from '#platform/imports.store'
import { patchSet } from '#platform/pages'
import { paginate } from '#platform/pages.store'
import { contains } from '#platform/search.store'

const level = z.enum(CHURCH_LEVELS)
export const levelOf = (text: string): ChurchLevel => level.parse(text)

interface UnitFilter {
  readonly search?: string | undefined
  readonly level?: ChurchLevel | undefined
  readonly parent_id?: string | undefined
  readonly assembly_type_id?: string | undefined
  readonly country?: string | undefined
}

const units = (tx: Tx, filter: UnitFilter = {}) =>
  tx
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
    .$if(Boolean(filter.search), (q) => q.where(contains(filter.search ?? '', 'u.name', 'u.code')))
    .$if(filter.level !== undefined, (q) => q.where('u.level', '=', filter.level ?? ''))
    .$if(filter.parent_id !== undefined, (q) => q.where('u.parent_id', '=', filter.parent_id ?? ''))
    .$if(filter.assembly_type_id !== undefined, (q) =>
      q.where('u.assembly_type_id', '=', filter.assembly_type_id ?? ''),
    )
    .$if(filter.country !== undefined, (q) => q.where('u.country_code', '=', filter.country ?? ''))

export const listUnits = (tx: Tx, query: ListQuery & UnitFilter) =>
  paginate(units(tx, query), query, {
    sortable: {
      name: 'u.name',
      code: 'u.code',
      level: 'u.level',
      parent_name: 'p.name',
      assembly_type: 't.name',
      country: 'u.country_code',
      created_at: 'u.created_at',
      updated_at: 'u.updated_at',
    },
    defaultSort: 'name',
    tieBreak: 'u.id',
  })

export const findUnit = (tx: Tx, id: string) => units(tx).where('u.id', '=', id).executeTakeFirst()
export const pickUnits = (tx: Tx, filter: UnitFilter) => units(tx, filter).orderBy('u.name').limit(200).execute()

/** Places of one level in order of name; below a parent when one is given. */
export const placesOf = (tx: Tx, filter: UnitFilter) =>
  tx
    .selectFrom('church_units as u')
    .select(['u.id as _id', 'u.name', 'u.code', 'u.parent_id'])
    .$if(filter.level !== undefined, (q) => q.where('u.level', '=', filter.level ?? ''))
    .$if(filter.parent_id !== undefined, (q) => q.where('u.parent_id', '=', filter.parent_id ?? ''))
    .$if(Boolean(filter.search), (q) => q.where(contains(filter.search ?? '', 'u.name', 'u.code')))
    .orderBy('u.name')
    .orderBy('u.id')
    .execute()

/** The whole map with the level of each place. */
export const wholeMap = (tx: Tx) =>
  tx
    .selectFrom('church_units as u')
    .select(['u.id as _id', 'u.level', 'u.name', 'u.code', 'u.parent_id'])
    .orderBy('u.name')
    .orderBy('u.id')
    .execute()

/** The levels and parents of these places. */
export const findPlaces = (tx: Tx, ids: readonly string[]) =>
  tx
    .selectFrom('church_units')
    .select(['id', 'level', 'parent_id'])
    .where('id', 'in', [...ids, ''])
    .execute()

interface UnitValues {
  readonly level: ChurchLevel
  readonly name: string
  readonly code: string | null
  readonly parent_id: string | null
  readonly assembly_type_id: string | null
  readonly country: string
}

export const insertUnit = (tx: Tx, now: Date, { country, ...values }: UnitValues) =>
  tx
    .insertInto('church_units')
    .values({ ...values, country_code: country, created_at: now, updated_at: now })
    .returning('id')
    .executeTakeFirstOrThrow()

export const updateUnit = (
  tx: Tx,
  now: Date,
  id: string,
  patch: {
    name?: string | undefined
    code?: string | null | undefined
    parent_id?: string | null | undefined
    assembly_type_id?: string | null | undefined
  },
) =>
  tx
    .updateTable('church_units')
    .set({ ...patchSet(patch), updated_at: now })
    .where('id', '=', id)
    .execute()

// ── Kinds of assembly ────────────────────────────────────────────────────────────────────────────────────────────────

const assemblyTypes = (tx: Tx, search?: string | undefined) =>
  tx
    .selectFrom('assembly_types as t')
    .select(['t.id as _id', 't.name'])
    .select(sql<number>`(select count(*)::int from church_units u where u.assembly_type_id = t.id)`.as('assemblies'))
    .$if(Boolean(search), (q) => q.where(contains(search ?? '', 't.name')))

export const listAssemblyTypes = (tx: Tx, query: ListQuery) =>
  paginate(assemblyTypes(tx, query.search), query, {
    sortable: { name: 't.name' },
    defaultSort: 'name',
    tieBreak: 't.id',
  })
export const findAssemblyType = (tx: Tx, id: string) => assemblyTypes(tx).where('t.id', '=', id).executeTakeFirst()
export const insertAssemblyType = (tx: Tx, now: Date, name: string) =>
  tx
    .insertInto('assembly_types')
    .values({ name, created_at: now, updated_at: now })
    .returning('id')
    .executeTakeFirstOrThrow()
export const updateAssemblyType = (tx: Tx, now: Date, id: string, name: string) =>
  tx.updateTable('assembly_types').set({ name, updated_at: now }).where('id', '=', id).execute()

// ── Import and export: one row a place, with the names of what it belongs to ─────────────────────────────────────────

/** The names from the region down to the place itself; levels that are missing are absent. */
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

/** Every place with its path, by id. */
export const exportUnits = (tx: Tx, filter: UnitFilter): AsyncGenerator<ExportedUnit> =>
  inChunks<ExportedUnit>(async (last, size) => {
    const rows = await tx
      .selectFrom('church_units as u')
      .leftJoin('assembly_types as t', 't.id', 'u.assembly_type_id')
      .leftJoin('church_units as p1', 'p1.id', 'u.parent_id')
      .leftJoin('church_units as p2', 'p2.id', 'p1.parent_id')
      .leftJoin('church_units as p3', 'p3.id', 'p2.parent_id')
      .select(['u.id', 'u.level', 'u.name', 'u.code', 't.name as assembly_type', 'u.country_code as country'])
      .select(['p1.level as l1', 'p1.name as n1', 'p2.level as l2', 'p2.name as n2', 'p3.level as l3', 'p3.name as n3'])
      .$if(last !== undefined, (q) => q.where('u.id', '>', last?.id ?? ''))
      .$if(filter.level !== undefined, (q) => q.where('u.level', '=', filter.level ?? ''))
      .$if(filter.parent_id !== undefined, (q) => q.where('u.parent_id', '=', filter.parent_id ?? ''))
      .$if(Boolean(filter.search), (q) => q.where(contains(filter.search ?? '', 'u.name', 'u.code')))
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
  readonly level: ChurchLevel
  readonly parent_id: string | null
  readonly name: string
  readonly country_code: string
  /** The row is about this place itself; else it only names it on the way. */
  readonly own: boolean
  readonly code: string | null
  readonly assembly_type_id: string | null
}

const unitKey = (unit: { parent_id: string | null; name: string }) => `${unit.parent_id ?? ''}\n${unit.name}`

/** Makes or changes places of one level, in one statement; answers id and outcome by parent and name. */
const upsertUnits = async (tx: Tx, wanted: readonly UpsertUnit[], given: ReadonlySet<string>) => {
  const json = JSON.stringify(wanted)
  const { rows } = await sql<{
    id: string
    parent_id: string | null
    name: string
    outcome: 'created' | 'updated' | 'unchanged'
  }>`
    with wanted as (
      select * from json_to_recordset(${json}::json)
        as w(level text, parent_id text, name text, country_code text, own boolean, code text, assembly_type_id text)
    ), stored as (
      insert into church_units as u (level, parent_id, name, country_code, code, assembly_type_id)
      select level, parent_id, name, country_code, code, assembly_type_id from wanted
      on conflict (level, parent_id, name) do update set
        code = case when ${given.has('code')} then excluded.code else u.code end,
        assembly_type_id = case when ${given.has('assembly_type')} then excluded.assembly_type_id else u.assembly_type_id end,
        updated_at = now()
      where (select w.own from wanted w where w.name = excluded.name and w.parent_id is not distinct from excluded.parent_id)
        and ((${given.has('code')} and u.code is distinct from excluded.code)
          or (${given.has('assembly_type')} and u.assembly_type_id is distinct from excluded.assembly_type_id))
      returning u.id, u.parent_id, u.name, case when u.xmax = 0 then 'created' else 'updated' end as outcome
    )
    select id, parent_id, name, outcome from stored
    union all
    select u.id, u.parent_id, u.name, 'unchanged' from church_units u
    join wanted w on w.level = u.level and w.name = u.name and w.parent_id is not distinct from u.parent_id
    where not exists (select 1 from stored s where s.id = u.id)`.execute(tx)
  return new Map(rows.map((row) => [unitKey(row), row]))
}

/**
 * Stores rows of the church map: what a row names on the way to its place is made where it is missing; the same name
 * in two districts is two places.
 */
export const importUnits = async (
  tx: Tx,
  rows: readonly ChurchRow[],
  given: ReadonlySet<string>,
): Promise<RowOutcome[]> => {
  const types = await tx.selectFrom('assembly_types').select(['id', 'name']).execute()
  const typeIds = new Map(types.map((type) => [type.name.toLowerCase(), type.id]))
  const progress = rows.map((row) => ({
    row,
    typeId: row.assembly_type === null ? null : typeIds.get(row.assembly_type.toLowerCase()),
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
        level: at,
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
    const stored = await upsertUnits(tx, [...distinct.values()], given)
    for (const { entry, unit } of here) {
      const found = stored.get(unitKey(unit))
      if (!found) continue
      entry.parentId = found.id
      if (unit.own) entry.outcome = found.outcome
    }
  }
  return progress.map(({ outcome }) => outcome)
}
