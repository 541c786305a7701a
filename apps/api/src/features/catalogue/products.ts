import { productOptionRoutes, productRoutes } from '@shiloh/contract/catalogue'
import { PICTURE_FIELD } from '@shiloh/contract/record-fields'
import { z } from 'zod'
import { bind, reads, writes } from '#http/binder'
import { changed, created, removed } from '#platform/audit/audited'
import type { ReadContext } from '#platform/context'
import { found } from '#platform/db/found'
import { stamped, stampedPage } from '#platform/db/stamps'
import { fileUrlOrNull } from '#platform/files/files.store'
import { storePublicPicture } from '#platform/files/pictures'
import { exportRows } from '#platform/tables/exports'
import { importRows } from '#platform/tables/imports.store'
import { checkVendor, nameCell, textCell } from './endpoints.ts'
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

const productItem = <T extends { picture_file_id: string | null; created_at: Date; updated_at: Date }>(row: T) => {
  const { picture_file_id, ...rest } = row
  return { ...stamped(rest), picture_url: fileUrlOrNull(picture_file_id) }
}
const productView = async (ctx: ReadContext, id: string) => productItem(found(await findProduct(ctx.db, id)))

export const productEndpoints = bind(productRoutes, {
  list: reads(async (ctx, { query }) => {
    const { items, total } = await listProducts(ctx.db, query)
    return { items: items.map(productItem), total }
  }),
  get: reads((ctx, { params }) => productView(ctx, params.id)),
  create: writes(async (ctx, { body }) => {
    await checkVendor(ctx, body.vendor_id)
    const { id } = await insertProduct(ctx.tx, ctx.now, body)
    return created(ctx, 'products', await productView(ctx, id))
  }),
  update: writes(async (ctx, { params, body }) => {
    const before = await productView(ctx, params.id)
    await checkVendor(ctx, body.vendor_id)
    await updateProduct(ctx.tx, ctx.now, params.id, body)
    return changed(ctx, 'products', before, await productView(ctx, params.id))
  }),
  remove: writes(async (ctx, { params }) => {
    const before = await productView(ctx, params.id)
    await deleteProduct(ctx.tx, params.id)
    return removed(ctx, 'products', before)
  }),
  setPicture: writes(async (ctx, { params, files }) => {
    const before = await productView(ctx, params.id)
    const picture_file_id = await storePublicPicture(ctx, files, PICTURE_FIELD, 'product_picture', 1200)
    await updateProduct(ctx.tx, ctx.now, params.id, { picture_file_id })
    return changed(ctx, 'products', before, await productView(ctx, params.id), 'set_picture')
  }),
  query: reads((ctx, { query }) => pickProducts(ctx.db, query.search)),
  export: reads(async (ctx, { query }) =>
    exportRows(ctx, {
      name: 'products',
      columns: {
        name: (row) => row.name,
        description: (row) => row.description,
        options: (row) => row.options.map(({ name }) => name).join(', '),
        vendor: (row) => row.vendor,
      },
      rows: exportProducts(ctx.db, query),
    }),
  ),
  import: writes((ctx, input) =>
    importRows(ctx, input, {
      resource: 'products',
      row: z.object({ name: nameCell, description: textCell }),
      required: ['name'],
      save: importProducts,
    }),
  ),
})

const optionView = async (ctx: ReadContext, id: string) => stamped(found(await findOption(ctx.db, id)))

export const productOptionEndpoints = bind(productOptionRoutes, {
  list: reads(async (ctx, { query }) => stampedPage(await listOptions(ctx.db, query))),
  get: reads((ctx, { params }) => optionView(ctx, params.id)),
  create: writes(async (ctx, { body }) => {
    const { id } = await insertOption(ctx.tx, ctx.now, body)
    return created(ctx, 'product_options', await optionView(ctx, id))
  }),
  update: writes(async (ctx, { params, body }) => {
    const before = await optionView(ctx, params.id)
    await updateOption(ctx.tx, ctx.now, params.id, body)
    return changed(ctx, 'product_options', before, await optionView(ctx, params.id))
  }),
  remove: writes(async (ctx, { params }) => {
    const before = await optionView(ctx, params.id)
    await deleteOption(ctx.tx, params.id)
    return removed(ctx, 'product_options', before)
  }),
  query: reads((ctx, { query }) => pickOptions(ctx.db, query)),
  export: reads(async (ctx, { query }) =>
    exportRows(ctx, {
      name: 'product-options',
      columns: { product: (row) => row.product, name: (row) => row.name },
      rows: exportOptions(ctx.db, query),
    }),
  ),
  import: writes((ctx, input) =>
    importRows(ctx, input, {
      resource: 'product_options',
      row: z.object({ product: nameCell, name: nameCell }),
      aliases: { option: 'name' },
      required: ['product', 'name'],
      save: importOptions,
    }),
  ),
})
