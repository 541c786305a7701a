import {
  catalogueChoiceRoutes,
  catererRoutes,
  committeeTypeRoutes,
  participantTypeRoutes,
  speakerRoutes,
} from '@shiloh/contract/catalogue'
import type { BodyOf } from '@shiloh/contract/core'
import { PICTURE_FIELD } from '@shiloh/contract/record-fields'
import { bind, type Handlers, reads, readsLate, writes } from '#http/binder'
import { recordChange, recordHandlers } from '#http/records'
import { changed } from '#platform/audit/audited'
import type { Queryable, Tx } from '#platform/db/db'
import { found } from '#platform/db/found'
import { stamped, stampedPage } from '#platform/db/stamps'
import { invalid } from '#platform/errors'
import { fileUrlOrNull } from '#platform/files/files.store'
import { storePublicPicture } from '#platform/files/pictures'
import type { ReadWork } from '#platform/jobs/work'
import { exportRows } from '#platform/tables/exports'
import { declareImport, importRows, knownBy } from '#platform/tables/imports.store'
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
import { catererSheet, speakerSheet, typeSheets } from './sheets.ts'
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

/** @throws invalid when the account named as vendor is none */
export const checkVendor = async (db: Queryable, vendorId: string | null | undefined): Promise<void> => {
  if (vendorId && !(await isVendor(db, vendorId))) throw invalid([{ field: 'vendor_id', code: 'not_found' }])
}

const typeImport = (table: TypeTable) =>
  declareImport(typeSheets[table], () => ({
    row: typeSheets[table].row,
    keys: knownBy('name'),
    save: ({ tx }, rows, given) => importTypes(tx, table, rows, given),
  }))
export const typeImports = {
  participant_types: typeImport('participant_types'),
  committee_types: typeImport('committee_types'),
}

/** Participant types and committee types differ only in their table. */
const typeHandlers = (table: TypeTable): Handlers<typeof participantTypeRoutes> => {
  const type = recordHandlers(table, async (db, id) => stamped(found(await findType(db, table, id))))
  return {
    list: reads(async (ctx, { query }) => stampedPage(await listTypes(ctx.db, table, query))),
    get: type.get,
    create: type.create((tx, now, body) => insertType(tx, table, now, body)),
    update: type.update((tx, now, id, body) => updateType(tx, table, now, id, body)),
    remove: type.remove((tx, id) => deleteType(tx, table, id)),
    query: reads((ctx, { query }) => pickTypes(ctx.db, table, ctx.language, query.search)),
    export: readsLate(async (ctx, { query }) =>
      exportRows(ctx, query, {
        ...typeSheets[table],
        rows: exportTypes(ctx.db, table, query),
      }),
    ),
    import: writes((ctx, input) => importRows(ctx, input, typeImports[table])),
  }
}

export const participantTypeEndpoints = bind(participantTypeRoutes, typeHandlers('participant_types'))
export const committeeTypeEndpoints = bind(committeeTypeRoutes, typeHandlers('committee_types'))

export const speakerImport = declareImport(speakerSheet, () => ({
  row: speakerSheet.row,
  keys: knownBy('name'),
  save: ({ tx }, rows, given) => importSpeakers(tx, rows, given),
}))

const speakerItem = <T extends { photo_file_id: string | null; created_at: Date; updated_at: Date }>(row: T) => {
  const { photo_file_id, ...rest } = row
  return { ...stamped(rest), picture_url: fileUrlOrNull(photo_file_id) }
}
const speakerView = async (db: Queryable, id: string) => speakerItem(found(await findSpeaker(db, id)))
const speaker = recordHandlers('speakers', speakerView)

export const speakerEndpoints = bind(speakerRoutes, {
  list: reads(async (ctx, { query }) => {
    const { items, total } = await listSpeakers(ctx.db, query)
    return { items: items.map(speakerItem), total }
  }),
  get: speaker.get,
  create: speaker.create(insertSpeaker),
  update: speaker.update(updateSpeaker),
  remove: speaker.remove(deleteSpeaker),
  setPicture: writes(async (ctx, { params, files }) => {
    const before = await speakerView(ctx.tx, params.id)
    const photo_file_id = await storePublicPicture(ctx, files, PICTURE_FIELD, 'speaker_photo', 800)
    await updateSpeaker(ctx.tx, ctx.now, params.id, { photo_file_id })
    return changed(ctx, 'speakers', before, await speakerView(ctx.tx, params.id), 'set_picture')
  }),
  query: reads((ctx, { query }) => pickSpeakers(ctx.db, ctx.language, query.search)),
  export: readsLate(async (ctx, { query }) =>
    exportRows(ctx, query, {
      ...speakerSheet,
      rows: exportSpeakers(ctx.db, query),
    }),
  ),
  import: writes((ctx, input) => importRows(ctx, input, speakerImport)),
})

export const catererImport = declareImport(catererSheet, () => ({
  row: catererSheet.row,
  keys: knownBy('name'),
  save: ({ tx }, rows, given) => importCaterers(tx, rows, given),
}))

const catererView = async (db: Queryable, id: string) => stamped(found(await findCaterer(db, id)))
const caterer = recordHandlers('caterers', catererView)
const saveCaterer = async (tx: Tx, now: Date, id: string, body: BodyOf<typeof catererRoutes.update>) => {
  await checkVendor(tx, body.vendor_id)
  await updateCaterer(tx, now, id, body)
}
/** Changes a caterer. @throws not_found, invalid_input when the account named as vendor is none */
export const changeCaterer = recordChange('caterers', catererView, saveCaterer)
/** Returns what a change of many caterers can set. */
export const catererVendor = async ({ db }: ReadWork, id: string) => ({
  vendor_id: (await catererView(db, id)).vendor_id,
})

export const catererEndpoints = bind(catererRoutes, {
  list: reads(async (ctx, { query }) => stampedPage(await listCaterers(ctx.db, query))),
  get: caterer.get,
  create: caterer.create(async (tx, now, body) => {
    await checkVendor(tx, body.vendor_id)
    return insertCaterer(tx, now, body)
  }),
  update: caterer.update(saveCaterer),
  remove: caterer.remove(deleteCaterer),
  query: reads((ctx, { query }) => pickCaterers(ctx.db, query.search)),
  export: readsLate(async (ctx, { query }) =>
    exportRows(ctx, query, {
      ...catererSheet,
      rows: exportCaterers(ctx.db, query),
    }),
  ),
  import: writes((ctx, input) => importRows(ctx, input, catererImport)),
})

export const choiceEndpoints = bind(catalogueChoiceRoutes, {
  caterers: reads((ctx, { query }) => catererChoices(ctx.db, ctx.language, query.event_id)),
  participantTypes: reads((ctx, { query }) =>
    query.event_id
      ? offeredTypes(ctx.db, query.event_id, ctx.language)
      : typeChoices(ctx.db, 'participant_types', ctx.language),
  ),
  committeeTypes: reads((ctx) => typeChoices(ctx.db, 'committee_types', ctx.language)),
})
