import { eventBlockRoutes, eventCenterRoutes, roomCategoryRoutes } from '@shiloh/contract/venues'
import { z } from 'zod'
import { bind, reads, writes } from '#http/binder'
import { changed, created, removed } from '#platform/audit/audited'
import { found } from '#platform/db/found'
import { stamped, stampedPage } from '#platform/db/stamps'
import { exportRows } from '#platform/tables/exports'
import { importRows } from '#platform/tables/imports.store'
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

const optionalCell = z.string().trim().max(2000).optional()
const nameCell = z.string().trim().min(1, { error: 'required' }).max(120)

export const centerEndpoints = bind(eventCenterRoutes, {
  list: reads(async (ctx, { query }) => stampedPage(await listCenters(ctx.db, query))),
  get: reads(async (ctx, { params }) => stamped(found(await findCenter(ctx.db, params.id)))),
  create: writes(async (ctx, { body }) => {
    const { id } = await insertCenter(ctx.tx, ctx.now, body)
    return created(ctx, 'event_centers', stamped(found(await findCenter(ctx.tx, id))))
  }),
  update: writes(async (ctx, { params, body }) => {
    const before = stamped(found(await findCenter(ctx.tx, params.id)))
    await updateCenter(ctx.tx, ctx.now, params.id, body)
    return changed(ctx, 'event_centers', before, stamped(found(await findCenter(ctx.tx, params.id))))
  }),
  remove: writes(async (ctx, { params }) => {
    const before = found(await findCenter(ctx.tx, params.id))
    await deleteCenter(ctx.tx, params.id)
    return removed(ctx, 'event_centers', before)
  }),
  query: reads((ctx, { query }) => pickCenters(ctx.db, query.search)),
  export: reads(async (ctx, { query }) =>
    exportRows(ctx, {
      name: 'event-centers',
      columns: {
        name: (row) => row.name,
        address: (row) => row.address,
        city: (row) => row.city,
        country: (row) => row.country,
        latitude: (row) => row.latitude,
        longitude: (row) => row.longitude,
        phone: (row) => row.phone,
        description: (row) => row.description,
      },
      rows: exportCenters(ctx.db, query),
    }),
  ),
  import: writes((ctx, input) =>
    importRows(ctx, input, {
      resource: 'event_centers',
      row: z.object({
        name: nameCell,
        address: optionalCell,
        city: optionalCell,
        country: z
          .string()
          .regex(/^[A-Z]{2}$/, { error: 'unknown_choice' })
          .optional(),
        latitude: z.coerce.number().min(-90).max(90).optional(),
        longitude: z.coerce.number().min(-180).max(180).optional(),
        phone: optionalCell,
        description: optionalCell,
      }),
      aliases: { country_code: 'country', town: 'city' },
      required: ['name'],
      save: importCenters,
    }),
  ),
})

export const blockEndpoints = bind(eventBlockRoutes, {
  list: reads(async (ctx, { query }) => stampedPage(await listBlocks(ctx.db, query))),
  get: reads(async (ctx, { params }) => stamped(found(await findBlock(ctx.db, params.id)))),
  create: writes(async (ctx, { body }) => {
    const { id } = await insertBlock(ctx.tx, ctx.now, body)
    return created(ctx, 'event_blocks', stamped(found(await findBlock(ctx.tx, id))))
  }),
  update: writes(async (ctx, { params, body }) => {
    const before = stamped(found(await findBlock(ctx.tx, params.id)))
    await updateBlock(ctx.tx, ctx.now, params.id, body)
    return changed(ctx, 'event_blocks', before, stamped(found(await findBlock(ctx.tx, params.id))))
  }),
  remove: writes(async (ctx, { params }) => {
    const before = found(await findBlock(ctx.tx, params.id))
    await deleteBlock(ctx.tx, params.id)
    return removed(ctx, 'event_blocks', before)
  }),
  query: reads((ctx, { query }) => pickBlocks(ctx.db, query)),
  export: reads(async (ctx, { query }) =>
    exportRows(ctx, {
      name: 'event-blocks',
      columns: { event_center: (row) => row.event_center, name: (row) => row.name, code: (row) => row.code },
      rows: exportBlocks(ctx.db, query),
    }),
  ),
  import: writes((ctx, input) =>
    importRows(ctx, input, {
      resource: 'event_blocks',
      row: z.object({ event_center: nameCell, name: nameCell, code: z.string().max(20).optional() }),
      aliases: { center: 'event_center', block: 'name' },
      required: ['event_center', 'name'],
      save: importBlocks,
    }),
  ),
})

export const categoryEndpoints = bind(roomCategoryRoutes, {
  list: reads(async (ctx, { query }) => stampedPage(await listCategories(ctx.db, query))),
  get: reads(async (ctx, { params }) => stamped(found(await findCategory(ctx.db, params.id)))),
  create: writes(async (ctx, { body }) => {
    const { id } = await insertCategory(ctx.tx, ctx.now, body)
    return created(ctx, 'room_categories', stamped(found(await findCategory(ctx.tx, id))))
  }),
  update: writes(async (ctx, { params, body }) => {
    const before = stamped(found(await findCategory(ctx.tx, params.id)))
    await updateCategory(ctx.tx, ctx.now, params.id, body)
    return changed(ctx, 'room_categories', before, stamped(found(await findCategory(ctx.tx, params.id))))
  }),
  remove: writes(async (ctx, { params }) => {
    const before = found(await findCategory(ctx.tx, params.id))
    await deleteCategory(ctx.tx, params.id)
    return removed(ctx, 'room_categories', before)
  }),
  query: reads((ctx, { query }) => pickCategories(ctx.db, query.search)),
  export: reads(async (ctx, { query }) =>
    exportRows(ctx, {
      name: 'room-categories',
      columns: { name: (row) => row.name, description: (row) => row.description },
      rows: exportCategories(ctx.db, query),
    }),
  ),
  import: writes((ctx, input) =>
    importRows(ctx, input, {
      resource: 'room_categories',
      row: z.object({ name: nameCell, description: optionalCell }),
      required: ['name'],
      save: importCategories,
    }),
  ),
})
