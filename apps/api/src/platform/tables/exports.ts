import type { FileAnswer, ReadContext } from '../context.ts'
import { type CellValue, writeCsv } from './csv.ts'

/** Rows per query: memory use does not depend on the length of the export. */
const CHUNK = 1000

/**
 * Reads a long list in chunks. `next` returns up to `size` rows after `last` (undefined: from the first), in one fixed
 * order.
 */
export async function* inChunks<T>(next: (last: T | undefined, size: number) => Promise<T[]>): AsyncGenerator<T> {
  let last: T | undefined
  for (;;) {
    const rows = await next(last, CHUNK)
    yield* rows
    if (rows.length < CHUNK) return
    last = rows.at(-1)
  }
}

/** Formats minor units as a cell: two decimals, a point, no thousands separators. */
export const amountCell = (minor: number): string => (minor / 100).toFixed(2)

interface Export<T> {
  /** The file name without its extension. */
  readonly name: string
  /** Header → cell. Use the names that the import of the same resource accepts. */
  readonly columns: Readonly<Record<string, (row: T) => CellValue>>
  readonly rows: AsyncIterable<T>
}

/**
 * Streams rows as a file. The first row is read before this returns, so an error of the query (an unknown sort column)
 * is thrown here and answered as an error. A later failure cuts the connection, so that a truncated file is not taken
 * for a complete one.
 */
export const exportRows = async <T>(ctx: ReadContext, { name, columns, rows }: Export<T>): Promise<FileAnswer> => {
  const cells = Object.values(columns)
  const reader = rows[Symbol.asyncIterator]()
  const first = await reader.next()
  async function* records() {
    try {
      for (let next = first; !next.done; next = await reader.next()) yield cells.map((cell) => cell(next.value))
    } finally {
      await reader.return?.()
    }
  }
  return {
    name: `${name}-${ctx.now.toISOString().slice(0, 10)}.csv`,
    mime: 'text/csv; charset=utf-8',
    body: writeCsv(Object.keys(columns), records(), ctx.language),
  }
}
