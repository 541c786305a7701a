import type { QueryOf, Route } from '@shiloh/contract/core'
import {
  type Choices,
  exportWishes,
  type FilterKey,
  type PageQuery,
  type SortKey,
  type SortTerm,
} from '@shiloh/contract/lists'
import {
  type Expression,
  type RawBuilder,
  type SelectQueryBuilder,
  type Simplify,
  type SqlBool,
  type StringReference,
  sql,
} from 'kysely'
import { z } from 'zod'
import { hiddenIn } from '../auth/denied.ts'
import { countAbout } from './count.store.ts'
import type { Queryable } from './db.ts'
import { offsetOf, type Page } from './pages.ts'

/** A column (`b.name`), or an expression over columns. */
type Source<Ref extends string> = Ref | RawBuilder<unknown>
/** What a list is sorted by: a name by its last and then its first name. */
type Order<Ref extends string> = Source<Ref> | readonly Source<Ref>[]
/** The column that equals the value, or a condition, which the query with all its marks is given too. `undefined` if the value does not filter. */
type Filter<Ref extends string, V> = Source<Ref> | ((value: V, query: object) => Expression<SqlBool> | undefined)
/** One entry per key. A key that is also a column of the list's own table is optional and means that column. */
type ForKeys<Entries, Own extends PropertyKey> = Omit<Entries, Own> & Partial<Pick<Entries, Own & keyof Entries>>

interface SqlOf<Q, Own extends PropertyKey, Ref extends string> {
  /** The alias of the list's own table. Its `id` breaks ties. */
  readonly table: string
  readonly sort: ForKeys<{ readonly [K in SortKey<Q>]: Order<Ref> }, Own>
  readonly filter: ForKeys<{ readonly [K in FilterKey<Q>]-?: Filter<Ref, NonNullable<Q[K & keyof Q]>> }, Own>
  /** The select joins large tables: the rows of the page are found first, and only they are joined. */
  readonly wide?: true
  /** Amounts that are summed over all rows of the filter, if they are in one currency. */
  readonly sum?: { readonly currency: Source<Ref>; readonly of: Readonly<Record<string, Source<Ref>>> }
}

/**
 * The SQL of a list: what each sort and filter key of the contract refers to. An undeclared or missing key does not
 * compile.
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

/** A list's SQL whose keys were checked at its declaration. */
interface CheckedSql {
  readonly table: string
  readonly sort: object
  readonly filter: object
  readonly wide?: true
  readonly sum?: { readonly currency: unknown; readonly of: Readonly<Record<string, unknown>> }
}
interface Sorted {
  readonly sort: readonly SortTerm[]
}

const isCondition = (entry: unknown): entry is (value: unknown, query: object) => Expression<SqlBool> | undefined =>
  typeof entry === 'function'
const isExpression = (entry: unknown): entry is RawBuilder<unknown> => typeof entry === 'object' && entry !== null

const sourcesOf = (entry: unknown, table: string, key: string): RawBuilder<unknown>[] =>
  (Array.isArray(entry) ? entry : [entry]).map((one: unknown) => sourceOf(one, table, key))

const sourceOf = (entry: unknown, table: string, key: string): RawBuilder<unknown> =>
  isExpression(entry) ? entry : sql.ref(typeof entry === 'string' ? entry : `${table}.${key}`)

/** Parameters that do not narrow the rows. */
const NO_FILTERS = new Set(['page', 'page_size', 'sort', ...Object.keys(exportWishes.shape)])

const field = z.union([z.string(), z.number(), z.boolean()])
const choices = z.object({ values: z.array(field), except: z.boolean() })
const range = z.object({ from: field.optional(), to: field.optional() })

/** The condition that a column has one of these values, or none of them. An empty column has none of any. */
const isAnyOf = (source: RawBuilder<unknown>, { values, except }: Choices<unknown>): RawBuilder<SqlBool> =>
  except ? sql<SqlBool>`(${source} = any(${values})) is not true` : sql<SqlBool>`${source} = any(${values})`

const startOf = (day: unknown, later = 0) =>
  sql`((${day}::date + ${sql.lit(later)})::timestamp at time zone (select time_zone from client_groups))`

const isWithin = (source: RawBuilder<unknown>, { from, to }: { from?: unknown; to?: unknown }): RawBuilder<SqlBool> => {
  const ends = [
    from === undefined
      ? []
      : [typeof from === 'string' ? sql`${source} >= ${startOf(from)}` : sql`${source} >= ${from}`],
    to === undefined ? [] : [typeof to === 'string' ? sql`${source} < ${startOf(to, 1)}` : sql`${source} <= ${to}`],
  ]
  return sql<SqlBool>`(${sql.join(ends.flat(), sql` and `)})`
}

/** The condition that a column fits the value of a filter: it equals a plain value. Days are those of an instant. */
export const fits = (source: RawBuilder<unknown>, value: unknown): RawBuilder<SqlBool> => {
  const several = choices.safeParse(value)
  if (several.success) return isAnyOf(source, several.data)
  const ends = range.safeParse(value)
  return ends.success ? isWithin(source, ends.data) : sql<SqlBool>`${source} = ${value}`
}

/** The condition of a filter whose values are conditions of their own. */
export const fitsAny = <T>({ values, except }: Choices<T>, condition: (value: T) => RawBuilder<unknown>) => {
  const any = sql`(${sql.join(values.map(condition), sql` or `)})`
  return except ? sql<SqlBool>`${any} is not true` : sql<SqlBool>`${any}`
}

/** Returns the conditions of the filters in a query. An empty text does not filter. */
export const conditions = (query: object, { table, filter }: CheckedSql): Expression<SqlBool>[] =>
  Object.entries(query).flatMap(([key, value]: [string, unknown]) => {
    if (NO_FILTERS.has(key) || value === undefined || value === '') return []
    const entry: unknown = Reflect.get(filter, key)
    const condition = isCondition(entry) ? entry(value, query) : fits(sourceOf(entry, table, key), value)
    return condition ? [condition] : []
  })

/** Columns that are never null. An index in their order is used only without a `nulls` clause. */
const NEVER_NULL = new Set(['created_at', 'updated_at', 'name', 'person'])

/** Indexes in order of time are `desc`, with ids in order: oldest first, they are read backwards. */
const NEWEST_FIRST = new Set(['created_at', 'updated_at'])

/** Orders a select as requested, nulls last in both directions, with the id as the tie-breaker. */
const inOrder = <DB, TB extends keyof DB, O>(
  select: SelectQueryBuilder<DB, TB, O>,
  { sort }: Sorted,
  list: CheckedSql,
): SelectQueryBuilder<DB, TB, O> => {
  let ordered = select
  for (const { key, direction } of sort)
    for (const source of sourcesOf(Reflect.get(list.sort, key), list.table, key))
      ordered = ordered.orderBy(source, (order) => {
        if (direction === 'asc') return order.asc()
        return NEVER_NULL.has(key) ? order.desc() : order.desc().nullsLast()
      })
  const last = sort.at(-1)
  const isBackwards = last !== undefined && last.direction === 'asc' && NEWEST_FIRST.has(last.key)
  return ordered.orderBy(sql.ref(`${list.table}.id`), isBackwards ? 'desc' : 'asc')
}

/**
 * Returns `order by` terms for a handwritten statement: the requested terms, separated by commas.
 *
 * @param nullable the keys whose values can be missing. They come last; the others keep the order of their index
 */
export const orderTerms = (
  { sort }: Sorted,
  list: CheckedSql,
  nullable: ReadonlySet<string> = new Set(),
): RawBuilder<unknown> =>
  sql.join(
    sort.flatMap(({ key, direction }) =>
      sourcesOf(Reflect.get(list.sort, key), list.table, key).map(
        (source) => sql`${source} ${sql.raw(nullable.has(key) ? `${direction} nulls last` : direction)}`,
      ),
    ),
  )

/** Applies a query's filters to a select, and excludes rows that are denied to the caller. */
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
 * Runs a select as one page of a list: the matching rows and their total. The count uses the same filters without the
 * selected columns.
 *
 * @param long the database, for a list without sums that can be very long: more than ten thousand rows are counted
 *   approximately
 */
export const paginate = async <DB, TB extends keyof DB, O, Q extends PageQuery & Sorted, A extends string>(
  select: SelectQueryBuilder<DB, TB, O>,
  query: Q,
  list: SqlFor<Q, DB, TB, A>,
  long?: Queryable,
): Promise<Page<O>> => {
  const rows = filtered(select, query, list)
  const page = <P>(of: SelectQueryBuilder<DB, TB, P>) =>
    inOrder(of, query, list).limit(query.page_size).offset(offsetOf(query))
  const id = sql.ref<string>(`${list.table}.id`)
  const items = await (list.wide
    ? inOrder(
        select.where(sql<SqlBool>`${id} = any(array(${page(rows.clearSelect().select(id.as('id')))}))`),
        query,
        list,
      )
    : page(rows)
  ).execute()
  if (long)
    return { items, total: await countAbout(long, sql`from (${rows.clearSelect().select(id.as('id'))}) as found`) }
  const counted = await rows
    .clearSelect()
    .select([sql<number>`count(*)::int`.as('total'), sumsOf(list).as('sums')])
    .$castTo<{ total: number; sums: Record<string, number> | null }>()
    .executeTakeFirstOrThrow()
  return { items, total: counted.total, ...(counted.sums && { sums: counted.sums }) }
}

/** Returns the sums of a list as JSON, or null if it has none or its rows are in several currencies. */
const sumsOf = ({ table, sum }: CheckedSql): RawBuilder<unknown> => {
  if (!sum) return sql`null::json`
  const amounts = Object.entries(sum.of).flatMap(([name, source]) => [
    sql`${name}::text`,
    sql`coalesce(sum(${sourceOf(source, table, name)}), 0)`,
  ])
  return sql`case when count(distinct ${sourceOf(sum.currency, table, 'currency')}) <= 1 then json_build_object(${sql.join(amounts)}) end`
}

const CHUNK = 1000

/**
 * Yields all matching rows in the requested order, in chunks of a thousand: for exports of lists that staff maintain. Long
 * lists (people, reservations) are read by `inChunks` along an index instead.
 */
export async function* allRows<DB, TB extends keyof DB, O, Q extends Sorted, A extends string>(
  select: SelectQueryBuilder<DB, TB, O>,
  query: Q,
  list: SqlFor<Q, DB, TB, A>,
): AsyncGenerator<Simplify<O>[]> {
  const ordered = inOrder(filtered(select, query, list), query, list)
  for (let offset = 0; ; offset += CHUNK) {
    const rows = await ordered.limit(CHUNK).offset(offset).execute()
    if (rows.length > 0) yield rows
    if (rows.length < CHUNK) return
  }
}
