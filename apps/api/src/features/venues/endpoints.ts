import { eventBlockRoutes, eventCenterRoutes, roomCategoryRoutes } from '@shiloh/contract/venues'
import { z } from 'zod'
import { bind, reads, writes } from '#http/binder'
import { recordHandlers } from '#http/records'
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

const center = recordHandlers('event_centers', async (db, id) => stamped(found(await findCenter(db, id))))

export const centerEndpoints = bind(eventCenterRoutes, {
  list: reads(async (ctx, { query }) => stampedPage(await listCenters(ctx.db, query))),
  get: center.get,
  create: center.create(insertCenter),
  update: center.update(updateCenter),
  remove: center.remove(deleteCenter),
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

const block = recordHandlers('event_blocks', async (db, id) => stamped(found(await findBlock(db, id))))

export const blockEndpoints = bind(eventBlockRoutes, {
  list: reads(async (ctx, { query }) => stampedPage(await listBlocks(ctx.db, query))),
  get: block.get,
  create: block.create(insertBlock),
  update: block.update(updateBlock),
  remove: block.remove(deleteBlock),
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

const category = recordHandlers('room_categories', async (db, id) => stamped(found(await findCategory(db, id))))

export const categoryEndpoints = bind(roomCategoryRoutes, {
  list: reads(async (ctx, { query }) => stampedPage(await listCategories(ctx.db, query))),
  get: category.get,
  create: category.create(insertCategory),
  update: category.update(updateCategory),
  remove: category.remove(deleteCategory),
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
