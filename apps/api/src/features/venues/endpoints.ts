import type { BodyOf } from '@shiloh/contract/core'
import { eventBlockRoutes, eventCenterRoutes, roomCategoryRoutes } from '@shiloh/contract/venues'
import { countryNamed } from '#features/organisation'
import { bind, reads, readsLate, writes } from '#http/binder'
import { recordHandlers } from '#http/records'
import type { Tx } from '#platform/db/db'
import { found } from '#platform/db/found'
import { stamped, stampedPage } from '#platform/db/stamps'
import { invalid } from '#platform/errors'
import { exportRows } from '#platform/tables/exports'
import { declareImport, importRows, knownBy } from '#platform/tables/imports.store'
import {
  deleteBlock,
  exportBlocks,
  findBlock,
  importBlocks,
  insertBlock,
  listBlocks,
  pickBlocks,
  updateBlock,
} from './blocks.store.ts'
import {
  deleteCategory,
  exportCategories,
  findCategory,
  importCategories,
  insertCategory,
  listCategories,
  pickCategories,
  updateCategory,
} from './categories.store.ts'
import {
  deleteCenter,
  exportCenters,
  findCenter,
  importCenters,
  insertCenter,
  listCenters,
  pickCenters,
  updateCenter,
} from './centers.store.ts'
import { blockSheet, categorySheet, centerSheet } from './sheets.ts'

export const centerImport = declareImport(centerSheet, () => ({
  row: centerSheet.row,
  keys: knownBy('name'),
  save: ({ tx }, rows, given) => importCenters(tx, rows, given),
}))

/** Writes a country by its code. @throws invalid naming `country` for one that the church has not enabled */
const withCountry = async <V extends { readonly country?: string | undefined }>(tx: Tx, values: V): Promise<V> => {
  if (values.country === undefined) return values
  const country = await countryNamed(tx, values.country)
  if (!country) throw invalid([{ field: 'country', code: 'unknown_choice' }])
  return { ...values, country: country.code }
}

const center = recordHandlers('event_centers', async (db, id) => stamped(found(await findCenter(db, id))))

export const centerEndpoints = bind(eventCenterRoutes, {
  list: reads(async (ctx, { query }) => stampedPage(await listCenters(ctx.db, query))),
  get: center.get,
  create: center.create(async (tx, now, values: BodyOf<typeof eventCenterRoutes.create>) =>
    insertCenter(tx, now, await withCountry(tx, values)),
  ),
  update: center.update(async (tx, now, id, values: BodyOf<typeof eventCenterRoutes.update>) =>
    updateCenter(tx, now, id, await withCountry(tx, values)),
  ),
  remove: center.remove(deleteCenter),
  query: reads((ctx, { query }) => pickCenters(ctx.db, query)),
  export: readsLate(async (ctx, { query }) =>
    exportRows(ctx, query, {
      ...centerSheet,
      rows: exportCenters(ctx.db, query),
    }),
  ),
  import: writes((ctx, input) => importRows(ctx, input, centerImport)),
})

export const blockImport = declareImport(blockSheet, () => ({
  row: blockSheet.row,
  keys: knownBy('event_center', 'name'),
  save: ({ tx }, rows, given) => importBlocks(tx, rows, given),
}))

const block = recordHandlers('event_blocks', async (db, id) => stamped(found(await findBlock(db, id))))

export const blockEndpoints = bind(eventBlockRoutes, {
  list: reads(async (ctx, { query }) => stampedPage(await listBlocks(ctx.db, query))),
  get: block.get,
  create: block.create(insertBlock),
  update: block.update(updateBlock),
  remove: block.remove(deleteBlock),
  query: reads((ctx, { query }) => pickBlocks(ctx.db, query)),
  export: readsLate(async (ctx, { query }) =>
    exportRows(ctx, query, {
      ...blockSheet,
      rows: exportBlocks(ctx.db, query),
    }),
  ),
  import: writes((ctx, input) => importRows(ctx, input, blockImport)),
})

export const categoryImport = declareImport(categorySheet, () => ({
  row: categorySheet.row,
  keys: knownBy('name'),
  save: ({ tx }, rows, given) => importCategories(tx, rows, given),
}))

const category = recordHandlers('room_categories', async (db, id) => stamped(found(await findCategory(db, id))))

export const categoryEndpoints = bind(roomCategoryRoutes, {
  list: reads(async (ctx, { query }) => stampedPage(await listCategories(ctx.db, query))),
  get: category.get,
  create: category.create(insertCategory),
  update: category.update(updateCategory),
  remove: category.remove(deleteCategory),
  query: reads((ctx, { query }) => pickCategories(ctx.db, ctx.language, query.search)),
  export: readsLate(async (ctx, { query }) =>
    exportRows(ctx, query, {
      ...categorySheet,
      rows: exportCategories(ctx.db, query),
    }),
  ),
  import: writes((ctx, input) => importRows(ctx, input, categoryImport)),
})
