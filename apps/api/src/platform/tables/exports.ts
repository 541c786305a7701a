import type { FileAnswer, ReadContext } from '../context.ts'
import { type CellValue, writeCsv } from './csv.ts'

/** Rows fetched at a time: memory stays the same however long the export is. */
const CHUNK = 1000

/**
 * Reads a long list in chunks: `next` answers up to `size` rows after `last` (after nothing: from the first), in one
 * fixed order.
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

/** An amount of minor units as a cell: two fractions, a point, no thousands. */
export const amountCell = (minor: number): string => (minor / 100).toFixed(2)

interface Export<T> {
  /** Of the file, without its ending. */
  readonly name: string
  /** Header → cell. Use the names that the import of the same resource takes. */
  readonly columns: Readonly<Record<string, (row: T) => CellValue>>
  readonly rows: AsyncIterable<T>
}

/**
 * Streams rows as a file. The first row is read before this answers: what the query refuses (an unknown column to sort
 * by) is thrown here and answered as an error. What breaks later ends the connection, so that a short file is not taken
 * for a whole one.
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
