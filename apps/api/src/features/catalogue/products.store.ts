import type { productOptionRoutes, productRoutes, suppliedFilter } from '@shiloh/contract/catalogue'
import type { BodyOf, Language, QueryOf } from '@shiloh/contract/core'
import { sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type { z } from 'zod'
import type { ProductOptions, Products } from '#db'
import type { Queryable, Tx } from '#platform/db/db'
import { inOthers, textsLanguage, toldIn, translationsIn } from '#platform/db/languages.store'
import { patchSet } from '#platform/db/pages'
import { allRows, type ListSql, matching, paginate } from '#platform/db/pages.store'
import { contains } from '#platform/db/search.store'
import { nameKey } from '#platform/tables/cells'
import { type RowOutcome, upsertByKey } from '#platform/tables/imports.store'
import type { Imported } from '#platform/tables/sheets'
import type { optionSheet, productSheet } from './sheets.ts'

/** The editable columns of a product. The picture has a call of its own. */
type ProductValues = BodyOf<typeof productRoutes.update> & { readonly picture_file_id?: string | null }

const products = {
  table: 'p',
  sort: { vendor: 'u.last_name' },
  filter: { search: (words) => contains(words, 'p.name', 'p.description', inOthers('p', 'name')) },
} as const satisfies ListSql<typeof productRoutes.list, Products>

/** A name as it was written, or in the language of a reader. */
const nameOf = (alias: string, reader: Language | undefined) =>
  reader === undefined ? sql<string>`${sql.ref(`${alias}.name`)}` : toldIn(reader, alias, 'name')

/** @param reader in whose language options are named. If absent, in the church's own */
const selectProducts = (db: Queryable, reader?: Language) =>
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
      translationsIn<'name' | 'description'>('p').as('translations'),
      textsLanguage.as('texts_language'),
      'p.created_at',
      'p.updated_at',
      jsonArrayFrom(
        eb
          .selectFrom('product_options as o')
          .select(['o.id as _id', nameOf('o', reader).as('name')])
          .whereRef('o.product_id', '=', 'p.id')
          .orderBy('o.created_at')
          .orderBy('o.id'),
      ).as('options'),
    ])

/** Selects the ids of the products of a filter. */
export const selectProductIds = (db: Queryable, filter: z.output<typeof suppliedFilter>) =>
  matching(selectProducts(db), filter, products).clearSelect().select('p.id')

export const listProducts = (db: Queryable, query: QueryOf<typeof productRoutes.list>, reader: Language) =>
  paginate(selectProducts(db, reader), query, products)

export const exportProducts = (db: Queryable, query: QueryOf<typeof productRoutes.export>) =>
  allRows(selectProducts(db), query, products)

export const findProduct = (db: Queryable, id: string, reader?: Language) =>
  selectProducts(db, reader).where('p.id', '=', id).executeTakeFirst()

/** Lists products by name, in the language of the reader. */
export const pickProducts = (db: Queryable, language: Language, search: string | undefined) =>
  db
    .selectFrom('products as p')
    .select(['p.id as _id', toldIn(language, 'p', 'name').as('name')])
    .$if(Boolean(search), (q) => q.where(contains(search ?? '', 'p.name', inOthers('p', 'name'))))
    .orderBy('name')
    .limit(200)
    .execute()

export const insertProduct = (tx: Tx, now: Date, values: BodyOf<typeof productRoutes.create>) =>
  tx
    .insertInto('products')
    .values({ ...values, created_at: now, updated_at: now })
    .returning('id')
    .executeTakeFirstOrThrow()

export const updateProduct = async (tx: Tx, now: Date, id: string, values: ProductValues) => {
  await tx
    .updateTable('products')
    .set({ ...patchSet(values), updated_at: now })
    .where('id', '=', id)
    .execute()
}

export const deleteProduct = async (tx: Tx, id: string) => {
  await tx.deleteFrom('products').where('id', '=', id).execute()
}

export const importProducts = (tx: Tx, rows: readonly Imported<typeof productSheet>[], given: ReadonlySet<string>) =>
  upsertByKey(tx, { table: 'products', key: ['name'] }, rows, given)

const options = {
  table: 'o',
  sort: { product: 'p.name' },
  filter: { search: (words) => contains(words, 'o.name', 'p.name', inOthers('o', 'name'), inOthers('p', 'name')) },
} as const satisfies ListSql<typeof productOptionRoutes.list, ProductOptions>

const fromOptions = (db: Queryable) =>
  db.selectFrom('product_options as o').innerJoin('products as p', 'p.id', 'o.product_id')

/** @param reader in whose language products are named. If absent, in the church's own */
const selectOptions = (db: Queryable, reader?: Language) =>
  fromOptions(db)
    .select(['o.id as _id', 'o.product_id', 'o.name', 'o.created_at', 'o.updated_at'])
    .select(nameOf('p', reader).as('product'))
    .select([translationsIn<'name'>('o').as('translations'), textsLanguage.as('texts_language')])

export const listOptions = (db: Queryable, query: QueryOf<typeof productOptionRoutes.list>, reader: Language) =>
  paginate(selectOptions(db, reader), query, options)

export const exportOptions = (db: Queryable, query: QueryOf<typeof productOptionRoutes.export>) =>
  allRows(selectOptions(db), query, options)

export const findOption = (db: Queryable, id: string, reader?: Language) =>
  selectOptions(db, reader).where('o.id', '=', id).executeTakeFirst()

/** Lists options by product and name, in the language of the reader. */
export const pickOptions = (db: Queryable, language: Language, query: QueryOf<typeof productOptionRoutes.query>) =>
  matching(fromOptions(db), query, options)
    .select([
      'o.id as _id',
      sql<string>`${toldIn(language, 'p', 'name')} || ' · ' || ${toldIn(language, 'o', 'name')}`.as('name'),
    ])
    .orderBy('name')
    .limit(200)
    .execute()

export const insertOption = (tx: Tx, now: Date, values: BodyOf<typeof productOptionRoutes.create>) =>
  tx
    .insertInto('product_options')
    .values({ ...values, created_at: now, updated_at: now })
    .returning('id')
    .executeTakeFirstOrThrow()

export const updateOption = async (
  tx: Tx,
  now: Date,
  id: string,
  values: BodyOf<typeof productOptionRoutes.update>,
) => {
  await tx
    .updateTable('product_options')
    .set({ ...patchSet(values), updated_at: now })
    .where('id', '=', id)
    .execute()
}

export const deleteOption = async (tx: Tx, id: string) => {
  await tx.deleteFrom('product_options').where('id', '=', id).execute()
}

/** Imports product options. A row that names an unknown product is refused. */
export const importOptions = async (
  tx: Tx,
  rows: readonly Imported<typeof optionSheet>[],
  given: ReadonlySet<string>,
): Promise<RowOutcome[]> => {
  const products = await tx.selectFrom('products').select(['id', 'name']).execute()
  const idOf = new Map(products.map(({ id, name }) => [nameKey(name), id]))
  const known = rows.flatMap(({ product, ...option }) => {
    const product_id = idOf.get(nameKey(product))
    return product_id ? [{ product_id, ...option }] : []
  })
  const stored = await upsertByKey(tx, { table: 'product_options', key: ['product_id', 'name'] }, known, given)
  const outcomes = stored.values()
  return rows.map(({ product }) =>
    idOf.has(nameKey(product)) ? (outcomes.next().value ?? 'unchanged') : [{ field: 'product', code: 'not_found' }],
  )
}
