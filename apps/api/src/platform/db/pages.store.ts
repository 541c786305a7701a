import type { ListQuery } from '@shiloh/contract/core'
import { type SelectQueryBuilder, sql } from 'kysely'
import { hiddenIn } from '../auth/denied.ts'
import { offsetOf, type Page, parseSort } from './pages.ts'

export interface ListOptions {
  /** Wire name → SQL reference (`name` → `events.name`). Only these may be sorted by. */
  readonly sortable: Readonly<Record<string, string>>
  readonly defaultSort: string
  /** The reference that makes the order complete. */
  readonly tieBreak: string
}

/** Every table fills these: an index in their order is only used where nothing is said about gaps. */
const NEVER_EMPTY = new Set(['created_at', 'updated_at'])

/** The select in the order that was asked for, made complete by the tie break; gaps come last either way. */
export const inOrder = <DB, TB extends keyof DB, O>(
  select: SelectQueryBuilder<DB, TB, O>,
  query: Pick<ListQuery, 'sort'>,
  options: ListOptions,
): SelectQueryBuilder<DB, TB, O> => {
  let ordered = select
  for (const { column, direction } of parseSort(query.sort, Object.keys(options.sortable), options.defaultSort)) {
    const reference = sql.ref(options.sortable[column] ?? column)
    ordered = ordered.orderBy(reference, (order) => {
      if (direction === 'asc') return order.asc()
      return NEVER_EMPTY.has(column) ? order.desc() : order.desc().nullsLast()
    })
  }
  return ordered.orderBy(sql.ref(options.tieBreak))
}

/** Leaves out what the caller is denied, by the id that the tie break names. */
export const withoutDenied = <DB, TB extends keyof DB, O>(
  select: SelectQueryBuilder<DB, TB, O>,
  query: object,
  tieBreak: string,
): SelectQueryBuilder<DB, TB, O> => {
  const hidden = hiddenIn(query)
  return hidden.length === 0 ? select : select.where(sql<boolean>`${sql.ref(tieBreak)} <> all(${[...hidden]}::text[])`)
}

/**
 * Runs a filtered select as one page: the rows, and how many there are in all. The count runs over the same filters
 * without the selected columns.
 */
export const paginate = async <DB, TB extends keyof DB, O>(
  filtered: SelectQueryBuilder<DB, TB, O>,
  query: ListQuery,
  options: ListOptions,
): Promise<Page<O>> => {
  const select = withoutDenied(filtered, query, options.tieBreak)
  const items = await inOrder(select, query, options).limit(query.page_size).offset(offsetOf(query)).execute()
  const counted = await select
    .clearSelect()
    .select(sql<number>`count(*)::int`.as('total'))
    .$castTo<{ total: number }>()
    .executeTakeFirstOrThrow()
  return { items, total: counted.total }
}
