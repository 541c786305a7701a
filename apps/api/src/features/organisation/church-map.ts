import { CHURCH_LEVELS, type ChurchLevel, type organisationRoutes } from '@shiloh/contract/organisation'
import { type Handlers, reads, readsLate, writes } from '#http/binder'
import { changed, created, removed } from '#platform/audit/audited'
import type { ReadContext } from '#platform/context'
import type { Queryable } from '#platform/db/db'
import { found } from '#platform/db/found'
import { AppError, invalid } from '#platform/errors'
import { exportRows } from '#platform/tables/exports'
import { declareImport, importRows } from '#platform/tables/imports.store'
import { byName } from '#platform/text/by-name'
import {
  type ChurchRow,
  exportUnits,
  findAssemblyType,
  findPlaces,
  findUnit,
  holdPlaces,
  importUnits,
  insertAssemblyType,
  insertUnit,
  levelOf,
  listAssemblyTypes,
  listUnits,
  pickUnits,
  placesOf,
  updateAssemblyType,
  updateUnit,
  wholeMap,
} from './church-map.store.ts'
import { followParents, lockMove, readMove, readTree } from './church-tree.store.ts'
import { removeRow } from './lists.store.ts'
import { type Belonging, belongingProblems, pathProblems, placementProblems } from './rules.ts'
import { countryExists } from './settings.store.ts'
import { churchSheet } from './sheets.ts'

type Names =
  | 'geoData'
  | 'listRegions'
  | 'listAreasOf'
  | 'listDistrictsOf'
  | 'listAssembliesOf'
  | 'geoRegions'
  | 'geoAreas'
  | 'geoDistricts'
  | 'geoAssemblies'
  | 'listChurchUnits'
  | 'createChurchUnit'
  | 'getChurchUnit'
  | 'updateChurchUnit'
  | 'removeChurchUnit'
  | 'pickChurchUnits'
  | 'readChurchTree'
  | 'moveChurchUnit'
  | 'readChurchMove'
  | 'exportChurchMap'
  | 'importChurchMap'
  | 'listAssemblyTypes'
  | 'createAssemblyType'
  | 'updateAssemblyType'
  | 'removeAssemblyType'

type UnitRow = NonNullable<Awaited<ReturnType<typeof findUnit>>>

const unitView = ({ id, level, created_at, updated_at, ...rest }: UnitRow) => ({
  _id: id,
  level: levelOf(level),
  ...rest,
  created_at: created_at.toISOString(),
  updated_at: updated_at.toISOString(),
})

const unit = async (db: Queryable, id: string) => unitView(found(await findUnit(db, id)))

/** Refuses a unit at a position that is not allowed. */
const checkPlacement = async (
  db: Queryable,
  level: UnitRow['level'],
  parentId: string | null,
  assemblyTypeId: string | null,
): Promise<void> => {
  const [parent] = parentId === null ? [] : await findPlaces(db, [parentId])
  const problems = placementProblems(
    levelOf(level),
    parentId,
    parent && { level: levelOf(parent.level) },
    assemblyTypeId !== null,
  )
  if (problems.length > 0) throw invalid(problems)
}

/**
 * Refuses units that do not exist, are of another level, or do not contain each other. None of them is moved before the end of
 * the transaction.
 */
export const checkBelonging = async (db: Queryable, belonging: Belonging): Promise<void> => {
  const ids = [belonging.region_id, belonging.area_id, belonging.district_id, belonging.assembly_id].flatMap((id) =>
    id ? [id] : [],
  )
  if (ids.length === 0) return
  const places = await holdPlaces(db, ids)
  const problems = belongingProblems(
    belonging,
    places.map((place) => ({ ...place, level: levelOf(place.level) })),
  )
  if (problems.length > 0) throw invalid(problems)
}

/**
 * Returns the unit with those above it, as the columns of a person. Those below it are empty, and none of them is moved before
 * the end of the transaction. @throws invalid_input
 */
export const belongingTo = async (db: Queryable, unitId: string) => {
  const chain: Record<`${ChurchLevel}_id`, string | null> = {
    region_id: null,
    area_id: null,
    district_id: null,
    assembly_id: null,
  }
  for (let next: string | null = unitId; next !== null; ) {
    const [place] = await holdPlaces(db, [next])
    if (!place) throw invalid([{ field: 'church_unit_id', code: 'not_found' }])
    chain[`${levelOf(place.level)}_id`] = place.id
    next = place.parent_id
  }
  return chain
}

const importRow = churchSheet.row.transform(
  ({ region, area, district, assembly, code, assembly_type, country }, check): ChurchRow => {
    const path = Object.fromEntries(
      Object.entries({ region, area, district, assembly }).filter(([, value]) => value !== undefined),
    )
    for (const { field, code: problem } of pathProblems(path))
      check.addIssue({ code: 'custom', path: [field], message: problem })
    if (assembly_type !== null && assembly === undefined)
      check.addIssue({ code: 'custom', path: ['assembly_type'], message: 'unsupported' })
    return { path, code, assembly_type, country }
  },
)

export const churchImport = declareImport({ ...churchSheet, required: ['region'] }, () => ({
  row: importRow,
  keys: ({ path }) => {
    const levels = CHURCH_LEVELS.filter((level) => path[level] !== undefined)
    // As it is written: names that differ in case only are two units, where the map has both.
    const key = levels.map((level) => path[level]).join('\n')
    return [{ field: levels.at(-1) ?? 'region', key, decides: true }]
  },
  save: ({ tx }, rows, given) => importUnits(tx, rows, given),
}))

const isBelow = async (db: Queryable, parentId: string, ancestors: readonly string[]): Promise<boolean> => {
  const places = await findPlaces(db, [parentId, ...ancestors])
  const parents = new Map(places.map((place) => [place.id, place.parent_id]))
  return [parentId, ...ancestors].every((id, index, chain) => {
    const above = chain[index + 1]
    return parents.has(id) && (above === undefined || parents.get(id) === above)
  })
}

type Where = Parameters<typeof placesOf>[1]

/** Returns places in the order of the reader's language. */
const placesFor = async (ctx: Pick<ReadContext, 'db' | 'language'>, where: Where) =>
  byName(await placesOf(ctx.db, where), ctx.language)

/** Returns the units below a chain of parents, or none if the chain is not connected. */
const below = async (ctx: Pick<ReadContext, 'db' | 'language'>, parentId: string, ...ancestors: string[]) =>
  (await isBelow(ctx.db, parentId, ancestors)) ? placesFor(ctx, { parent_id: parentId }) : []

export const churchMapHandlers: Pick<Handlers<typeof organisationRoutes>, Names> = {
  geoData: readsLate(async (ctx) => {
    const map = byName(await wholeMap(ctx.db), ctx.language)
    const at = (wanted: string) => map.flatMap(({ level, ...place }) => (level === wanted ? [place] : []))
    return { regions: at('region'), areas: at('area'), districts: at('district'), assemblies: at('assembly') }
  }),
  listRegions: readsLate((ctx) => placesFor(ctx, { level: 'region' })),
  listAreasOf: readsLate((ctx, { params }) => below(ctx, params.id)),
  listDistrictsOf: readsLate((ctx, { params }) => below(ctx, params.area_id, params.id)),
  listAssembliesOf: readsLate((ctx, { params }) => below(ctx, params.district_id, params.area_id, params.id)),
  geoRegions: readsLate((ctx, { query }) => placesFor(ctx, { ...query, level: 'region' })),
  geoAreas: readsLate((ctx, { query }) => placesFor(ctx, { ...query, level: 'area' })),
  geoDistricts: readsLate((ctx, { query }) => placesFor(ctx, { ...query, level: 'district' })),
  geoAssemblies: readsLate((ctx, { query }) => placesFor(ctx, { ...query, level: 'assembly' })),

  listChurchUnits: reads(async (ctx, { query }) => {
    const { items, total } = await listUnits(ctx.db, query)
    return { items: items.map(unitView), total }
  }),
  createChurchUnit: writes(async (ctx, { body }) => {
    const values = {
      ...body,
      code: body.code ?? null,
      parent_id: body.parent_id ?? null,
      assembly_type_id: body.assembly_type_id ?? null,
    }
    if (!(await countryExists(ctx.tx, values.country))) throw invalid([{ field: 'country', code: 'country_code' }])
    await checkPlacement(ctx.tx, values.level, values.parent_id, values.assembly_type_id)
    const { id } = await insertUnit(ctx.tx, ctx.now, values)
    return created(ctx, 'church_map', await unit(ctx.tx, id))
  }),
  getChurchUnit: reads((ctx, { params }) => unit(ctx.db, params.id)),
  updateChurchUnit: writes(async (ctx, { params, body }) => {
    if (body.parent_id !== undefined) await lockMove(ctx.tx, params.id, body.parent_id)
    const before = await unit(ctx.tx, params.id)
    await checkPlacement(
      ctx.tx,
      before.level,
      body.parent_id === undefined ? before.parent_id : body.parent_id,
      body.assembly_type_id === undefined ? before.assembly_type_id : body.assembly_type_id,
    )
    await updateUnit(ctx.tx, ctx.now, params.id, body)
    if (body.parent_id !== undefined && body.parent_id !== before.parent_id)
      await followParents(ctx.tx, params.id, ctx.now)
    return changed(ctx, 'church_map', before, await unit(ctx.tx, params.id))
  }),
  removeChurchUnit: writes(async (ctx, { params }) => {
    const before = await unit(ctx.tx, params.id)
    await removeRow(ctx.tx, 'church_units', params.id)
    return removed(ctx, 'church_map', before)
  }),
  pickChurchUnits: reads(async (ctx, { query }) =>
    byName(await pickUnits(ctx.db, query), ctx.language).map((row) => ({
      _id: row.id,
      name: row.parent_name === null ? row.name : `${row.name} (${row.parent_name})`,
      level: levelOf(row.level),
    })),
  ),
  readChurchTree: reads(async (ctx, { query }) => byName(await readTree(ctx.db, query), ctx.language)),
  moveChurchUnit: writes(async (ctx, { params, body }) => {
    await lockMove(ctx.tx, params.id, body.parent_id)
    const before = await unit(ctx.tx, params.id)
    if (body.was !== undefined && body.was !== before.parent_id) throw new AppError('stale')
    await checkPlacement(ctx.tx, before.level, body.parent_id, before.assembly_type_id)
    await updateUnit(ctx.tx, ctx.now, params.id, { parent_id: body.parent_id })
    const moved = await followParents(ctx.tx, params.id, ctx.now)
    return { ...changed(ctx, 'church_map', before, await unit(ctx.tx, params.id)), moved }
  }),
  readChurchMove: reads(async (ctx, { params, query }) => {
    const { level, assembly_type_id } = await unit(ctx.db, params.id)
    await checkPlacement(ctx.db, level, query.parent_id, assembly_type_id)
    return readMove(ctx.db, ctx.now, params.id, query.parent_id, ctx.caller.id)
  }),
  exportChurchMap: readsLate(async (ctx, { query }) =>
    exportRows(ctx, query, {
      ...churchSheet,
      rows: exportUnits(ctx.db, query),
    }),
  ),
  importChurchMap: writes((ctx, input) => importRows(ctx, input, churchImport)),

  listAssemblyTypes: reads((ctx, { query }) => listAssemblyTypes(ctx.db, query)),
  createAssemblyType: writes(async (ctx, { body }) => {
    const { id } = await insertAssemblyType(ctx.tx, ctx.now, body.name)
    return created(ctx, 'church_map', found(await findAssemblyType(ctx.tx, id)))
  }),
  updateAssemblyType: writes(async (ctx, { params, body }) => {
    const before = found(await findAssemblyType(ctx.tx, params.id))
    if (body.name !== undefined) await updateAssemblyType(ctx.tx, ctx.now, params.id, body.name)
    return changed(ctx, 'church_map', before, found(await findAssemblyType(ctx.tx, params.id)))
  }),
  removeAssemblyType: writes(async (ctx, { params }) => {
    const before = found(await findAssemblyType(ctx.tx, params.id))
    await removeRow(ctx.tx, 'assembly_types', params.id)
    return removed(ctx, 'church_map', before)
  }),
}
