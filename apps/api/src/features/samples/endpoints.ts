import { buffer } from 'node:stream/consumers'
import { isAllowed } from '@shiloh/contract/permissions'
import { IMPORTED, type ImportedResource, SAMPLE_FIELD, sampleFileRoutes } from '@shiloh/contract/sample-files'
import { userSheet } from '#features/authorization'
import { catererSheet, optionSheet, productSheet, speakerSheet, typeSheets } from '#features/catalogue'
import { churchSheet, countrySheet, designationSheet, titleSheet } from '#features/organisation'
import { blockSheet, categorySheet, centerSheet, roomSheet } from '#features/venues'
import { bind, reads, readsLate, writes } from '#http/binder'
import { changed, created, removed } from '#platform/audit/audited'
import type { WriteContext } from '#platform/context'
import type { Queryable } from '#platform/db/db'
import { found } from '#platform/db/found'
import { AppError, invalid } from '#platform/errors'
import type { Upload } from '#platform/files/files'
import { removeFile, saveFile } from '#platform/files/files.store'
import { momentCell, wordCell } from '#platform/tables/cells'
import { eachOf, eachPage, exportRows, exportTemplate } from '#platform/tables/exports'
import type { Sheet, Template } from '#platform/tables/sheets'
import { checkTable } from '#platform/tables/table-reader'
import * as store from './samples.store.ts'

/** The columns of each import. */
const SHEETS: Readonly<Record<ImportedResource, Template & Pick<Sheet, 'read' | 'aliases'>>> = {
  users: userSheet,
  church_map: churchSheet,
  countries: countrySheet,
  titles: titleSheet,
  designations: designationSheet,
  event_centers: centerSheet,
  event_blocks: blockSheet,
  event_rooms: roomSheet,
  room_categories: categorySheet,
  speakers: speakerSheet,
  caterers: catererSheet,
  products: productSheet,
  product_options: optionSheet,
  ...typeSheets,
}

const view = ({
  resource,
  file_id: _,
  mime: __,
  storage_key: ___,
  created_at,
  updated_at,
  ...row
}: store.SampleRow) => ({
  ...row,
  // A resource that is no longer imported would be an error of a migration.
  resource: IMPORTED.find((one) => one === resource) ?? IMPORTED[0],
  created_at: created_at.toISOString(),
  updated_at: updated_at.toISOString(),
})
const fileOf = ({ file_id, storage_key }: store.SampleRow) => ({ id: file_id, storage_key })
const sample = async (db: Queryable, id: string) => view(found(await store.findSample(db, id)))

/** Stores the uploaded table and returns its id, or undefined if there is none. */
const storeTable = async (
  ctx: WriteContext,
  files: readonly Upload[],
  resource: ImportedResource,
): Promise<string | undefined> => {
  const upload = files.find(({ field }) => field === SAMPLE_FIELD)
  if (!upload) return undefined
  const stored = await ctx.deps.files.storeTable(upload, await checkTable(upload.bytes, SAMPLE_FIELD, SHEETS[resource]))
  return saveFile(ctx.tx, ctx.now, stored, { ownerId: ctx.caller.id, purpose: 'sample_csv', visibility: 'staff' })
}

export const sampleEndpoints = bind(sampleFileRoutes, {
  list: reads(async (ctx, { query }) => {
    const { items, total } = await store.listSamples(ctx.db, query)
    return { items: items.map(view), total }
  }),
  export: readsLate((ctx, { query }) =>
    exportRows(ctx, query, {
      name: 'sample-files',
      columns: {
        title: (row) => row.title,
        resource: (row) => wordCell(row.resource),
        description: (row) => row.description,
        file: (row) => row.file_name,
        created_at: (row) => momentCell(row.created_at),
        updated_at: (row) => momentCell(row.updated_at),
      },
      rows: eachOf(
        eachPage((page) => store.listSamples(ctx.db, { ...query, ...page })),
        view,
      ),
    }),
  ),
  create: writes(async (ctx, { body, files }) => {
    const file_id = await storeTable(ctx, files, body.resource)
    if (file_id === undefined) throw invalid([{ field: SAMPLE_FIELD, code: 'required' }])
    const { id } = await store.insertSample(ctx.tx, ctx.now, { ...body, file_id })
    return created(ctx, 'sample_csv_files', await sample(ctx.tx, id))
  }),
  get: reads((ctx, { params }) => sample(ctx.db, params.id)),
  update: writes(async (ctx, { params, body, files }) => {
    const before = found(await store.lockSample(ctx.tx, params.id))
    const { resource } = view(before)
    const file_id = await storeTable(ctx, files, body.resource ?? resource)
    // The file that stays is offered for the other import, so it has to fit there.
    if (file_id === undefined && body.resource !== undefined && body.resource !== resource)
      await checkTable(await buffer(await ctx.deps.files.read(before.storage_key)), SAMPLE_FIELD, SHEETS[body.resource])
    await store.updateSample(ctx.tx, ctx.now, params.id, { ...body, ...(file_id !== undefined && { file_id }) })
    if (file_id !== undefined) await removeFile(ctx, fileOf(before))
    return changed(ctx, 'sample_csv_files', view(before), await sample(ctx.tx, params.id))
  }),
  remove: writes(async (ctx, { params }) => {
    const before = found(await store.lockSample(ctx.tx, params.id))
    await store.deleteSample(ctx.tx, params.id)
    await removeFile(ctx, fileOf(before))
    return removed(ctx, 'sample_csv_files', view(before))
  }),
  download: reads(async (ctx, { params }) => {
    const { file_name, mime, storage_key } = found(await store.findSample(ctx.db, params.id))
    return { name: file_name, mime, body: await ctx.deps.files.read(storage_key) }
  }),
  template: reads(async (ctx, { params: { resource }, query }) => {
    if (!isAllowed(ctx.caller.authorization, `${resource}.import`)) throw new AppError('forbidden')
    return exportTemplate(ctx, query, SHEETS[resource])
  }),
})
