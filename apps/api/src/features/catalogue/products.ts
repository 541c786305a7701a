import { productOptionRoutes, productRoutes } from '@shiloh/contract/catalogue'
import type { BodyOf } from '@shiloh/contract/core'
import { PICTURE_FIELD } from '@shiloh/contract/record-fields'
import { bind, reads, readsLate, writes } from '#http/binder'
import { recordChange, recordHandlers } from '#http/records'
import { changed } from '#platform/audit/audited'
import type { Queryable, Tx } from '#platform/db/db'
import { found } from '#platform/db/found'
import { stamped, stampedPage } from '#platform/db/stamps'
import { fileUrlOrNull } from '#platform/files/files.store'
import { storePublicPicture } from '#platform/files/pictures'
import type { ReadWork } from '#platform/jobs/work'
import { exportRows } from '#platform/tables/exports'
import { declareImport, importRows, knownBy } from '#platform/tables/imports.store'
import { checkVendor } from './endpoints.ts'
import {
  deleteOption,
  deleteProduct,
  exportOptions,
  exportProducts,
  findOption,
  findProduct,
  importOptions,
  importProducts,
  insertOption,
  insertProduct,
  listOptions,
  listProducts,
  pickOptions,
  pickProducts,
  updateOption,
  updateProduct,
} from './products.store.ts'
import { optionSheet, productSheet } from './sheets.ts'

export const productImport = declareImport(productSheet, () => ({
  row: productSheet.row,
  keys: knownBy('name'),
  save: ({ tx }, rows, given) => importProducts(tx, rows, given),
}))

const productItem = <T extends { picture_file_id: string | null; created_at: Date; updated_at: Date }>(row: T) => {
  const { picture_file_id, ...rest } = row
  return { ...stamped(rest), picture_url: fileUrlOrNull(picture_file_id) }
}
const productView = async (db: Queryable, id: string) => productItem(found(await findProduct(db, id)))
const product = recordHandlers('products', productView)
const saveProduct = async (tx: Tx, now: Date, id: string, body: BodyOf<typeof productRoutes.update>) => {
  await checkVendor(tx, body.vendor_id)
  await updateProduct(tx, now, id, body)
}
/** Changes a product. @throws not_found, invalid_input when the account named as vendor is none */
export const changeProduct = recordChange('products', productView, saveProduct)
/** Returns what a change of many products can set. */
export const productVendor = async ({ db }: ReadWork, id: string) => ({
  vendor_id: (await productView(db, id)).vendor_id,
})

export const productEndpoints = bind(productRoutes, {
  list: reads(async (ctx, { query }) => {
    const { items, total } = await listProducts(ctx.db, query, ctx.language)
    return { items: items.map(productItem), total }
  }),
  get: reads(async ({ db, language }, { params }) => productItem(found(await findProduct(db, params.id, language)))),
  create: product.create(async (tx, now, body) => {
    await checkVendor(tx, body.vendor_id)
    return insertProduct(tx, now, body)
  }),
  update: product.update(saveProduct),
  remove: product.remove(deleteProduct),
  setPicture: writes(async (ctx, { params, files }) => {
    const before = await productView(ctx.tx, params.id)
    const picture_file_id = await storePublicPicture(ctx, files, PICTURE_FIELD, 'product_picture', 1200)
    await updateProduct(ctx.tx, ctx.now, params.id, { picture_file_id })
    return changed(ctx, 'products', before, await productView(ctx.tx, params.id), 'set_picture')
  }),
  query: reads((ctx, { query }) => pickProducts(ctx.db, ctx.language, query.search)),
  export: readsLate(async (ctx, { query }) =>
    exportRows(ctx, query, {
      ...productSheet,
      rows: exportProducts(ctx.db, query),
    }),
  ),
  import: writes((ctx, input) => importRows(ctx, input, productImport)),
})

export const optionImport = declareImport(optionSheet, () => ({
  row: optionSheet.row,
  keys: knownBy('product', 'name'),
  save: ({ tx }, rows, given) => importOptions(tx, rows, given),
}))

const option = recordHandlers('product_options', async (db, id) => stamped(found(await findOption(db, id))))

export const productOptionEndpoints = bind(productOptionRoutes, {
  list: reads(async (ctx, { query }) => stampedPage(await listOptions(ctx.db, query, ctx.language))),
  get: reads(async ({ db, language }, { params }) => stamped(found(await findOption(db, params.id, language)))),
  create: option.create(insertOption),
  update: option.update(updateOption),
  remove: option.remove(deleteOption),
  query: reads((ctx, { query }) => pickOptions(ctx.db, ctx.language, query)),
  export: readsLate(async (ctx, { query }) =>
    exportRows(ctx, query, {
      ...optionSheet,
      rows: exportOptions(ctx.db, query),
    }),
  ),
  import: writes((ctx, input) => importRows(ctx, input, optionImport)),
})
