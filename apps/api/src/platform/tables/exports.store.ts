import type { ListQuery } from '@shiloh/contract/core'
import type { SelectQueryBuilder, Simplify } from 'kysely'
import { inOrder, type ListOptions, withoutDenied } from '../db/pages.store.ts'

const CHUNK = 1000

/**
 * All rows of a filtered select, in the order that was asked for, a thousand at a time: for exports of lists that
 * people keep by hand. Long lists (people, reservations) are read by `inChunks` along an index instead.
 */
export async function* allRows<DB, TB extends keyof DB, O>(
  select: SelectQueryBuilder<DB, TB, O>,
  query: Pick<ListQuery, 'sort'>,
  options: ListOptions,
): AsyncGenerator<Simplify<O>> {
  const ordered = inOrder(withoutDenied(select, query, options.tieBreak), query, options)
  for (let offset = 0; ; offset += CHUNK) {
    const rows = await ordered.limit(CHUNK).offset(offset).execute()
    yield* rows
    if (rows.length < CHUNK) return
  }
}
