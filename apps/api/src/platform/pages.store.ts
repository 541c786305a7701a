import type { ListQuery } from '@shiloh/contract/core'
import { type SelectQueryBuilder, sql } from 'kysely'
import { offsetOf, type Page, parseSort } from './pages.ts'

export interface ListOptions {
  /** Wire name → SQL reference (`name` → `events.name`). Only these may be sorted by. */
  readonly sortable: Readonly<Record<string, string>>
  readonly defaultSort: string
  /** The reference that makes the order complete. */
  readonly tieBreak: string
}

/**
 * Runs a filtered select as one page: the rows, and how many there are in all. The count runs over the same filters
 * without the selected columns.
 */
export const paginate = async <DB, TB extends keyof DB, O>(
  select: SelectQueryBuilder<DB, TB, O>,
  query: ListQuery,
  options: ListOptions,
): Promise<Page<O>> => {
  const terms = parseSort(query.sort, Object.keys(options.sortable), options.defaultSort)
  let ordered = select
  for (const { column, direction } of terms) {
    const reference = options.sortable[column] ?? column
    ordered = ordered.orderBy(sql.ref(reference), (order) =>
      direction === 'desc' ? order.desc().nullsLast() : order.asc().nullsLast(),
    )
  }
  const items = await ordered
    .orderBy(sql.ref(options.tieBreak))
    .limit(query.page_size)
    .offset(offsetOf(query))
    .execute()
  const counted = await select
    .clearSelect()
    .select(sql<number>`count(*)::int`.as('total'))
    .$castTo<{ total: number }>()
    .executeTakeFirstOrThrow()
  return { items, total: counted.total }
}
