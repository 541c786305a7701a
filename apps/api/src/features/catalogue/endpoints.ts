import {
  catalogueChoiceRoutes,
  catererRoutes,
  committeeTypeRoutes,
  participantTypeRoutes,
  speakerRoutes,
} from '@shiloh/contract/catalogue'
import { PICTURE_FIELD } from '@shiloh/contract/record-fields'
import { z } from 'zod'
import { bind, type Handlers, reads, writes } from '#http/binder'
import { changed, created, removed } from '#platform/audit/audited'
import type { ReadContext } from '#platform/context'
import { found } from '#platform/db/found'
import { stamped, stampedPage } from '#platform/db/stamps'
import { invalid } from '#platform/errors'
import { fileUrlOrNull } from '#platform/files/files.store'
import { storePublicPicture } from '#platform/files/pictures'
import { exportRows } from '#platform/tables/exports'
import { importRows } from '#platform/tables/imports.store'
import {
  catererChoices,
  deleteCaterer,
  exportCaterers,
  findCaterer,
  importCaterers,
  insertCaterer,
  isVendor,
  listCaterers,
  pickCaterers,
  updateCaterer,
} from './caterers.store.ts'
import {
  deleteSpeaker,
  exportSpeakers,
  findSpeaker,
  importSpeakers,
  insertSpeaker,
  listSpeakers,
  pickSpeakers,
  updateSpeaker,
} from './speakers.store.ts'
import {
  deleteType,
  exportTypes,
  findType,
  importTypes,
  insertType,
  listTypes,
  offeredTypes,
  pickTypes,
  type TypeTable,
  typeChoices,
  updateType,
} from './types.store.ts'

export const nameCell = z.string().max(120)
export const textCell = z.string().max(5000).optional()

/** @throws invalid when the account named as vendor is none */
export const checkVendor = async (ctx: ReadContext, vendorId: string | null | undefined): Promise<void> => {
  if (vendorId && !(await isVendor(ctx.db, vendorId))) throw invalid([{ field: 'vendor_id', code: 'not_found' }])
}

/** Participant types and committee types differ by their table only. */
const typeHandlers = (table: TypeTable): Handlers<typeof participantTypeRoutes> => {
  const view = async (ctx: ReadContext, id: string) => stamped(found(await findType(ctx.db, table, id)))
  return {
    list: reads(async (ctx, { query }) => stampedPage(await listTypes(ctx.db, table, query))),
    get: reads((ctx, { params }) => view(ctx, params.id)),
    create: writes(async (ctx, { body }) => {
      const { id } = await insertType(ctx.tx, table, ctx.now, body)
      return created(ctx, table, await view(ctx, id))
    }),
    update: writes(async (ctx, { params, body }) => {
      const before = await view(ctx, params.id)
      await updateType(ctx.tx, table, ctx.now, params.id, body)
      return changed(ctx, table, before, await view(ctx, params.id))
    }),
    remove: writes(async (ctx, { params }) => {
      const before = await view(ctx, params.id)
      await deleteType(ctx.tx, table, params.id)
      return removed(ctx, table, before)
    }),
    query: reads((ctx, { query }) => pickTypes(ctx.db, table, query.search)),
    export: reads(async (ctx, { query }) =>
      exportRows(ctx, {
        name: table.replace('_', '-'),
        columns: { name: (row) => row.name, description: (row) => row.description },
        rows: exportTypes(ctx.db, table, query),
      }),
    ),
    import: writes((ctx, input) =>
      importRows(ctx, input, {
        resource: table,
        row: z.object({ name: nameCell, description: textCell }),
        required: ['name'],
        save: (tx, rows, given) => importTypes(tx, table, rows, given),
      }),
    ),
  }
}

export const participantTypeEndpoints = bind(participantTypeRoutes, typeHandlers('participant_types'))
export const committeeTypeEndpoints = bind(committeeTypeRoutes, typeHandlers('committee_types'))

const speakerView = async (ctx: ReadContext, id: string) => speakerItem(found(await findSpeaker(ctx.db, id)))
const speakerItem = <T extends { photo_file_id: string | null; created_at: Date; updated_at: Date }>(row: T) => {
  const { photo_file_id, ...rest } = row
  return { ...stamped(rest), picture_url: fileUrlOrNull(photo_file_id) }
}

export const speakerEndpoints = bind(speakerRoutes, {
  list: reads(async (ctx, { query }) => {
    const { items, total } = await listSpeakers(ctx.db, query)
    return { items: items.map(speakerItem), total }
  }),
  get: reads((ctx, { params }) => speakerView(ctx, params.id)),
  create: writes(async (ctx, { body }) => {
    const { id } = await insertSpeaker(ctx.tx, ctx.now, body)
    return created(ctx, 'speakers', await speakerView(ctx, id))
  }),
  update: writes(async (ctx, { params, body }) => {
    const before = await speakerView(ctx, params.id)
    await updateSpeaker(ctx.tx, ctx.now, params.id, body)
    return changed(ctx, 'speakers', before, await speakerView(ctx, params.id))
  }),
  remove: writes(async (ctx, { params }) => {
    const before = await speakerView(ctx, params.id)
    await deleteSpeaker(ctx.tx, params.id)
    return removed(ctx, 'speakers', before)
  }),
  setPicture: writes(async (ctx, { params, files }) => {
    const before = await speakerView(ctx, params.id)
    const photo_file_id = await storePublicPicture(ctx, files, PICTURE_FIELD, 'speaker_photo', 800)
    await updateSpeaker(ctx.tx, ctx.now, params.id, { photo_file_id })
    return changed(ctx, 'speakers', before, await speakerView(ctx, params.id), 'set_picture')
  }),
  query: reads((ctx, { query }) => pickSpeakers(ctx.db, query.search)),
  export: reads(async (ctx, { query }) =>
    exportRows(ctx, {
      name: 'speakers',
      columns: {
        honorific: (row) => row.honorific,
        name: (row) => row.name,
        role: (row) => row.role,
        bio: (row) => row.bio,
      },
      rows: exportSpeakers(ctx.db, query),
    }),
  ),
  import: writes((ctx, input) =>
    importRows(ctx, input, {
      resource: 'speakers',
      row: z.object({
        name: nameCell,
        honorific: z.string().max(40).optional(),
        role: z.string().max(160).optional(),
        bio: textCell,
      }),
      aliases: { title: 'honorific' },
      required: ['name'],
      save: importSpeakers,
    }),
  ),
})

const catererView = async (ctx: ReadContext, id: string) => stamped(found(await findCaterer(ctx.db, id)))

export const catererEndpoints = bind(catererRoutes, {
  list: reads(async (ctx, { query }) => stampedPage(await listCaterers(ctx.db, query))),
  get: reads((ctx, { params }) => catererView(ctx, params.id)),
  create: writes(async (ctx, { body }) => {
    await checkVendor(ctx, body.vendor_id)
    const { id } = await insertCaterer(ctx.tx, ctx.now, body)
    return created(ctx, 'caterers', await catererView(ctx, id))
  }),
  update: writes(async (ctx, { params, body }) => {
    const before = await catererView(ctx, params.id)
    await checkVendor(ctx, body.vendor_id)
    await updateCaterer(ctx.tx, ctx.now, params.id, body)
    return changed(ctx, 'caterers', before, await catererView(ctx, params.id))
  }),
  remove: writes(async (ctx, { params }) => {
    const before = await catererView(ctx, params.id)
    await deleteCaterer(ctx.tx, params.id)
    return removed(ctx, 'caterers', before)
  }),
  query: reads((ctx, { query }) => pickCaterers(ctx.db, query.search)),
  export: reads(async (ctx, { query }) =>
    exportRows(ctx, {
      name: 'caterers',
      columns: {
        name: (row) => row.name,
        description: (row) => row.description,
        phone: (row) => row.phone,
        vendor: (row) => row.vendor,
      },
      rows: exportCaterers(ctx.db, query),
    }),
  ),
  import: writes((ctx, input) =>
    importRows(ctx, input, {
      resource: 'caterers',
      row: z.object({ name: nameCell, description: textCell, phone: z.string().max(40).optional() }),
      required: ['name'],
      save: importCaterers,
    }),
  ),
})

export const choiceEndpoints = bind(catalogueChoiceRoutes, {
  caterers: reads((ctx, { query }) => catererChoices(ctx.db, query.event_id)),
  participantTypes: reads((ctx, { query }) =>
    query.event_id ? offeredTypes(ctx.db, query.event_id) : typeChoices(ctx.db, 'participant_types'),
  ),
  committeeTypes: reads((ctx) => typeChoices(ctx.db, 'committee_types')),
})
