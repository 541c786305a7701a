import type { ListQuery } from '@shiloh/contract/core'
import { sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type { Queryable, Tx } from '#platform/db/db'
import { patchSet } from '#platform/db/pages'
import { paginate } from '#platform/db/pages.store'
import { contains } from '#platform/db/search.store'
import { allRows } from '#platform/tables/exports.store'
import { type RowOutcome, upsertByKey } from '#platform/tables/imports.store'

interface ProductFilter {
  readonly search?: string | undefined
  readonly vendor_id?: string | undefined
}

const productOrder = {
  sortable: { name: 'p.name', vendor: 'u.last_name', created_at: 'p.created_at', updated_at: 'p.updated_at' },
  defaultSort: 'name',
  tieBreak: 'p.id',
}

const selectProducts = (db: Queryable, filter: ProductFilter = {}) =>
  db
    .selectFrom('products as p')
    .leftJoin('users as u', 'u.id', 'p.vendor_id')
    .select((eb) => [
      'p.id as _id',
      'p.name',
      'p.description',
      'p.picture_file_id',
      'p.vendor_id',
      sql<string | null>`case when u.id is not null then u.first_name || ' ' || u.last_name end`.as('vendor'),
      'p.created_at',
      'p.updated_at',
      jsonArrayFrom(
        eb
          .selectFrom('product_options as o')
          .select(['o.id as _id', 'o.name'])
          .whereRef('o.product_id', '=', 'p.id')
          .orderBy('o.created_at')
          .orderBy('o.id'),
      ).as('options'),
    ])
    .$if(Boolean(filter.search), (q) => q.where(contains(filter.search ?? '', 'p.name', 'p.description')))
    .$if(filter.vendor_id !== undefined, (q) => q.where('p.vendor_id', '=', filter.vendor_id ?? ''))

export const listProducts = (db: Queryable, query: ProductFilter & ListQuery) =>
  paginate(selectProducts(db, query), query, productOrder)

export const exportProducts = (db: Queryable, query: ProductFilter & { sort?: string | undefined }) =>
  allRows(selectProducts(db, query), query, productOrder)

export const findProduct = (db: Queryable, id: string) => selectProducts(db).where('p.id', '=', id).executeTakeFirst()

export const pickProducts = (db: Queryable, search: string | undefined): Promise<{ _id: string; name: string }[]> =>
  db
    .selectFrom('products as p')
    .select(['p.id as _id', 'p.name'])
    .$if(Boolean(search), (q) => q.where(contains(search ?? '', 'p.name')))
    .orderBy('p.name')
    .limit(200)
    .execute()

interface ProductValues {
  readonly name?: string | undefined
  readonly description?: string | undefined
  readonly vendor_id?: string | null | undefined
  readonly picture_file_id?: string | null
}

export const insertProduct = (tx: Tx, now: Date, values: ProductValues & { name: string }) =>
  tx
    .insertInto('products')
    .values({ ...values, created_at: now, updated_at: now })
    .returning('id')
    .executeTakeFirstOrThrow()

export const updateProduct = async (tx: Tx, now: Date, id: string, values: ProductValues) => {
  await tx
    .updateTable('products')
    .set({ ...patchSet({ ...values }), updated_at: now })
    .where('id', '=', id)
    .execute()
}

export const deleteProduct = async (tx: Tx, id: string) => {
  await tx.deleteFrom('products').where('id', '=', id).execute()
}

export const importProducts = (
  tx: Tx,
  rows: readonly { name: string; description?: string | undefined }[],
  given: ReadonlySet<string>,
) =>
  upsertByKey(
    tx,
    { table: 'products', key: ['name'], columns: ['name', 'description'] },
    rows.map(({ name, description = '' }) => ({ name, description })),
    given,
  )

interface OptionFilter {
  readonly search?: string | undefined
  readonly product_id?: string | undefined
}

const optionOrder = {
  sortable: { name: 'o.name', product: 'p.name', created_at: 'o.created_at', updated_at: 'o.updated_at' },
  defaultSort: 'product,name',
  tieBreak: 'o.id',
}

const filteredOptions = (db: Queryable, filter: OptionFilter) =>
  db
    .selectFrom('product_options as o')
    .innerJoin('products as p', 'p.id', 'o.product_id')
    .$if(Boolean(filter.search), (q) => q.where(contains(filter.search ?? '', 'o.name', 'p.name')))
    .$if(filter.product_id !== undefined, (q) => q.where('o.product_id', '=', filter.product_id ?? ''))

const selectOptions = (db: Queryable, filter: OptionFilter = {}) =>
  filteredOptions(db, filter).select([
    'o.id as _id',
    'o.product_id',
    'p.name as product',
    'o.name',
    'o.created_at',
    'o.updated_at',
  ])

export const listOptions = (db: Queryable, query: OptionFilter & ListQuery) =>
  paginate(selectOptions(db, query), query, optionOrder)

export const exportOptions = (db: Queryable, query: OptionFilter & { sort?: string | undefined }) =>
  allRows(selectOptions(db, query), query, optionOrder)

export const findOption = (db: Queryable, id: string) => selectOptions(db).where('o.id', '=', id).executeTakeFirst()

export const pickOptions = (db: Queryable, filter: OptionFilter): Promise<{ _id: string; name: string }[]> =>
  filteredOptions(db, filter)
    .select(['o.id as _id', sql<string>`p.name || ' · ' || o.name`.as('name')])
    .orderBy('p.name')
    .orderBy('o.name')
    .limit(200)
    .execute()

interface OptionValues {
  readonly product_id?: string | undefined
  readonly name?: string | undefined
}

export const insertOption = (tx: Tx, now: Date, values: Required<{ product_id: string; name: string }>) =>
  tx
    .insertInto('product_options')
    .values({ ...values, created_at: now, updated_at: now })
    .returning('id')
    .executeTakeFirstOrThrow()

export const updateOption = async (tx: Tx, now: Date, id: string, values: OptionValues) => {
  await tx
    .updateTable('product_options')
    .set({ ...patchSet({ ...values }), updated_at: now })
    .where('id', '=', id)
    .execute()
}

export const deleteOption = async (tx: Tx, id: string) => {
  await tx.deleteFrom('product_options').where('id', '=', id).execute()
}

/** Rows name their product; one whose product is not known is refused. */
export const importOptions = async (
  tx: Tx,
  rows: readonly { product: string; name: string }[],
  given: ReadonlySet<string>,
): Promise<RowOutcome[]> => {
  const products = await tx.selectFrom('products').select(['id', 'name']).execute()
  const idOf = new Map(products.map(({ id, name }) => [name.toLowerCase(), id]))
  const known = rows.flatMap(({ product, name }) => {
    const product_id = idOf.get(product.toLowerCase())
    return product_id ? [{ product_id, name }] : []
  })
  const stored = await upsertByKey(
    tx,
    { table: 'product_options', key: ['product_id', 'name'], columns: ['product_id', 'name'] },
    known,
    given,
  )
  const outcomes = stored.values()
  return rows.map(({ product }) =>
    idOf.has(product.toLowerCase())
      ? (outcomes.next().value ?? 'unchanged')
      : [{ field: 'product', code: 'not_found' }],
  )
}
