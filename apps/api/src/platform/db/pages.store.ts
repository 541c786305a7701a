import type { QueryOf, Route } from '@shiloh/contract/core'
import type { FilterKey, PageQuery, SortKey, SortTerm } from '@shiloh/contract/lists'
import {
  type Expression,
  type RawBuilder,
  type SelectQueryBuilder,
  type Simplify,
  type SqlBool,
  type StringReference,
  sql,
} from 'kysely'
import { hiddenIn } from '../auth/denied.ts'
import { offsetOf, type Page } from './pages.ts'

/** A column (`b.name`), or what is computed from columns. */
type Source<Ref extends string> = Ref | RawBuilder<unknown>
/** The column that equals the value; or a condition, `undefined` where the value leaves nothing out. */
type Filter<Ref extends string, V> = Source<Ref> | ((value: V) => Expression<SqlBool> | undefined)
/** One entry for each key. A key that is also a column of the list's own table may be left out: it means that column. */
type ForKeys<Entries, Own extends PropertyKey> = Omit<Entries, Own> & Partial<Pick<Entries, Own & keyof Entries>>

interface SqlOf<Q, Own extends PropertyKey, Ref extends string> {
  /** The alias of the list's own table. Its `id` breaks ties. */
  readonly table: string
  readonly sort: ForKeys<{ readonly [K in SortKey<Q>]: Source<Ref> }, Own>
  readonly filter: ForKeys<{ readonly [K in FilterKey<Q>]-?: Filter<Ref, NonNullable<Q[K & keyof Q]>> }, Own>
}

/**
 * The SQL of a list: what each key that the contract declares is sorted and filtered by. A key that the contract does not
 * declare does not compile, nor does one that is forgotten here.
 *
 * @typeParam Table the row of the list's own table: a key named like one of its columns needs no entry
 */
export type ListSql<R extends Route, Table = Record<never, never>> = SqlOf<QueryOf<R>, keyof Table, string>

/** The same, checked against the tables of a select: every reference is one of their columns. */
type SqlFor<Q, DB, TB extends keyof DB, A extends string> = SqlOf<
  Q,
  A extends keyof DB ? keyof DB[A] : never,
  StringReference<DB, TB>
> & { readonly table: A }

/** A list's SQL whose keys were checked where it was declared. */
interface CheckedSql {
  readonly table: string
  readonly sort: object
  readonly filter: object
}
interface Sorted {
  readonly sort: readonly SortTerm[]
}

const isCondition = (entry: unknown): entry is (value: unknown) => Expression<SqlBool> | undefined =>
  typeof entry === 'function'
const isExpression = (entry: unknown): entry is RawBuilder<unknown> => typeof entry === 'object' && entry !== null

const sourceOf = (entry: unknown, table: string, key: string): RawBuilder<unknown> =>
  isExpression(entry) ? entry : sql.ref(typeof entry === 'string' ? entry : `${table}.${key}`)

const PAGING = new Set(['page', 'page_size', 'sort', 'format'])

/** The conditions of the filters that a query names. An empty text leaves nothing out. */
export const conditions = (query: object, { table, filter }: CheckedSql): Expression<SqlBool>[] =>
  Object.entries(query).flatMap(([key, value]: [string, unknown]) => {
    if (PAGING.has(key) || value === undefined || value === '') return []
    const entry: unknown = Reflect.get(filter, key)
    const condition = isCondition(entry) ? entry(value) : sql<SqlBool>`${sourceOf(entry, table, key)} = ${value}`
    return condition ? [condition] : []
  })

/** Every table fills these. An index in their order is used only where nothing is said about nulls. */
const NEVER_NULL = new Set(['created_at', 'updated_at'])

/** The select in the order that was asked for, nulls last either way, made complete by the id. */
const inOrder = <DB, TB extends keyof DB, O>(
  select: SelectQueryBuilder<DB, TB, O>,
  { sort }: Sorted,
  list: CheckedSql,
): SelectQueryBuilder<DB, TB, O> => {
  let ordered = select
  for (const { key, direction } of sort)
    ordered = ordered.orderBy(sourceOf(Reflect.get(list.sort, key), list.table, key), (order) => {
      if (direction === 'asc') return order.asc()
      return NEVER_NULL.has(key) ? order.desc() : order.desc().nullsLast()
    })
  return ordered.orderBy(sql.ref(`${list.table}.id`))
}

/** `order by` for a statement written by hand: the terms that were asked for, with commas between them. */
export const orderTerms = ({ sort }: Sorted, list: CheckedSql, nulls?: 'nulls last'): RawBuilder<unknown> =>
  sql.join(
    sort.map(
      ({ key, direction }) =>
        sql`${sourceOf(Reflect.get(list.sort, key), list.table, key)} ${sql.raw(nulls ? `${direction} ${nulls}` : direction)}`,
    ),
  )

/** The rows of a select that a query's filters leave, without those that the caller is denied. */
export const matching = <DB, TB extends keyof DB, O, Q extends object, A extends string>(
  select: SelectQueryBuilder<DB, TB, O>,
  query: Q,
  list: SqlFor<Q, DB, TB, A>,
): SelectQueryBuilder<DB, TB, O> => filtered(select, query, list)

const filtered = <DB, TB extends keyof DB, O>(
  select: SelectQueryBuilder<DB, TB, O>,
  query: object,
  list: CheckedSql,
): SelectQueryBuilder<DB, TB, O> => {
  const hidden = hiddenIn(query)
  const all = conditions(query, list)
  if (hidden.length > 0) all.push(sql<SqlBool>`${sql.ref(`${list.table}.id`)} <> all(${[...hidden]}::text[])`)
  return all.reduce((narrowed, condition) => narrowed.where(condition), select)
}

/**
 * Runs a select as one page of a list: the rows that match, and how many there are in all. The count runs over the same
 * filters without the selected columns.
 */
export const paginate = async <DB, TB extends keyof DB, O, Q extends PageQuery & Sorted, A extends string>(
  select: SelectQueryBuilder<DB, TB, O>,
  query: Q,
  list: SqlFor<Q, DB, TB, A>,
): Promise<Page<O>> => {
  const rows = filtered(select, query, list)
  const items = await inOrder(rows, query, list).limit(query.page_size).offset(offsetOf(query)).execute()
  const counted = await rows
    .clearSelect()
    .select(sql<number>`count(*)::int`.as('total'))
    .$castTo<{ total: number }>()
    .executeTakeFirstOrThrow()
  return { items, total: counted.total }
}

const CHUNK = 1000

/**
 * All rows that match, in the order that was asked for, a thousand at a time: for exports of lists that people keep by
 * hand. Long lists (people, reservations) are read by `inChunks` along an index instead.
 */
export async function* allRows<DB, TB extends keyof DB, O, Q extends Sorted, A extends string>(
  select: SelectQueryBuilder<DB, TB, O>,
  query: Q,
  list: SqlFor<Q, DB, TB, A>,
): AsyncGenerator<Simplify<O>> {
  const ordered = inOrder(filtered(select, query, list), query, list)
  for (let offset = 0; ; offset += CHUNK) {
    const rows = await ordered.limit(CHUNK).offset(offset).execute()
    yield* rows
    if (rows.length < CHUNK) return
  }
}
