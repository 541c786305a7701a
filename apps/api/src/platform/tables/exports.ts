import { EXPORT_TYPES, type ExportWishes, type PageQuery } from '@shiloh/contract/lists'
import { formatPhone } from '@shiloh/contract/text/phone-text'
import type { FileAnswer, ReadContext } from '../context.ts'
import type { Page } from '../db/pages.ts'
import { invalid } from '../errors.ts'
import { withErasedNamed } from '../text/texts.ts'
import { type CellValue, type ExportCell, isWords } from './cells.ts'
import { columnLabel } from './column-texts.ts'
import { writeCsv } from './csv.ts'
import { type FileName, namedFile } from './file-texts.ts'
import { isNeeded, type Template } from './sheets.ts'
import { holdHeapSmall } from './small-heap.ts'
import { wordLabel } from './word-texts.ts'
import { writeXlsx } from './xlsx-writer.ts'

/** Rows per query: memory use does not depend on the length of the export. PostgreSQL plans each query again, which few rows do not repay. */
const CHUNK = 1000

/**
 * Reads a long list in chunks. `next` returns up to `size` rows after `last` (undefined: from the first), in one fixed
 * order.
 */
export async function* inChunks<T>(next: (last: T | undefined, size: number) => Promise<T[]>): AsyncGenerator<T[]> {
  let last: T | undefined
  for (;;) {
    const rows = await next(last, CHUNK)
    if (rows.length > 0) yield rows
    if (rows.length < CHUNK) return
    last = rows.at(-1)
  }
}

/** Rows per page of `eachPage`. */
const PAGE = 500

/** Reads a list page by page: for exports of lists that stay short, with the filters and the order of the screen. */
export async function* eachPage<T>(list: (page: PageQuery) => Promise<Page<T>>): AsyncGenerator<T[]> {
  for (let page = 1; ; page += 1) {
    const { items } = await list({ page, page_size: PAGE })
    if (items.length > 0) yield items
    if (items.length < PAGE) return
  }
}

/** Converts the rows of each chunk. */
export async function* eachOf<T, R>(chunks: AsyncIterable<readonly T[]>, convert: (row: T) => R): AsyncGenerator<R[]> {
  for await (const rows of chunks) yield rows.map(convert)
}

interface Export<T> {
  /** What the file is called, and what tells it from others; the latter also from its first row. */
  readonly name: FileName
  readonly about?: string | ((first: T) => string | undefined)
  /** Header → cell. Use the names that the import of the same resource accepts. */
  readonly columns: Readonly<Record<string, (row: T) => ExportCell>>
  /** What columns are called in words whose names are not the product's: questions of a form, products. */
  readonly labels?: Readonly<Record<string, string>>
  readonly rows: AsyncIterable<readonly T[]>
}

/** Returns headers of which no two are the same: a spreadsheet that filters or sums by them needs them apart. */
const apart = (headers: readonly string[]): string[] => {
  const seen = new Set<string>()
  return headers.map((header) => {
    let name = header
    for (let count = 2; seen.has(name.toLowerCase()); count += 1) name = `${header} (${count})`
    seen.add(name.toLowerCase())
    return name
  })
}

/** Returns the wanted columns in the wanted order, or all. @throws invalid_input when none of the wanted ones exists */
const chosen = <C>(columns: Readonly<Record<string, C>>, wanted: readonly string[] | undefined): [string, C][] => {
  const named = [...new Set(wanted)].flatMap((name): [string, C][] => {
    const column = Object.hasOwn(columns, name) ? columns[name] : undefined
    return column === undefined ? [] : [[name, column]]
  })
  if (named.length > 0) return named
  // A misspelt column must not export everything.
  if (wanted?.some((name) => name !== '')) throw invalid([{ field: 'columns', code: 'unknown_choice' }])
  return Object.entries(columns)
}

/**
 * Streams rows as a file of the wanted format, with the wanted columns and headers. The first rows are read before this
 * returns, so an error of the query (an unknown sort column) is thrown here and answered as an error. A later failure
 * cuts the connection, so that a truncated file is not taken for a complete one.
 */
export const exportRows = async <T>(
  ctx: ReadContext,
  { format, headers, columns: wanted }: ExportWishes,
  { name, about, columns, labels = {}, rows }: Export<T>,
): Promise<FileAnswer> => {
  const written = chosen(columns, wanted)
  const cells = written.map(([column, cell]) =>
    // With headings in words, people read them; with names, programs do.
    headers === 'words' && PHONES.has(column) ? (row: T) => withGroups(cell(row)) : cell,
  )
  const reader = rows[Symbol.asyncIterator]()
  const first = await reader.next()
  async function* records() {
    const release = holdHeapSmall()
    try {
      for (let next = first; !next.done; next = await reader.next()) {
        const { value } = next
        ctx.onRows?.(value.length)
        yield value.map((row) => cells.map((cell) => plain(cell(row))))
      }
    } finally {
      release()
      await reader.return?.()
    }
  }
  const plain = (cell: ExportCell): CellValue => {
    const inWords = headers === 'words'
    if (typeof cell === 'boolean' && inWords) return wordLabel(cell ? 'yes' : 'no', ctx.language)
    if (typeof cell === 'string') return withErasedNamed(cell, ctx.language)
    if (!isWords(cell)) return cell
    return inWords
      ? (cell.said ?? cell.words).map((word) => wordLabel(word, ctx.language)).join(', ')
      : cell.words.join(', ')
  }
  const head = apart(
    written.map(([column]) => (headers === 'words' ? (labels[column] ?? columnLabel(column, ctx.language)) : column)),
  )
  const wish = { language: ctx.language, headers }
  const [row] = first.done ? [] : first.value
  const what = typeof about === 'function' ? row && about(row) : about
  return {
    name: `${namedFile(name, wish, what, ctx.now.toISOString().slice(0, 10))}.${format}`,
    mime: format === 'csv' ? `${EXPORT_TYPES.csv}; charset=utf-8` : EXPORT_TYPES.xlsx,
    body:
      format === 'csv'
        ? writeCsv(head, records(), ctx.language)
        : writeXlsx({ name: namedFile(name, wish, what), headers: head }, records()),
  }
}

/** Columns of phones. People read them in groups. */
const PHONES: ReadonlySet<string> = new Set(['phone', 'main_phone'])
const withGroups = (cell: ExportCell): ExportCell => (typeof cell === 'string' ? formatPhone(cell) : cell)

/** Returns the empty file that an import reads: in words, a star marks each required column. */
export const exportTemplate = (
  { language }: ReadContext,
  { format, headers }: Omit<ExportWishes, 'columns'>,
  sheet: Template,
): FileAnswer => {
  const { template } = sheet
  const name = namedFile(sheet.name, { language, headers })
  const head = template.map((column) =>
    headers === 'names' ? column : `${columnLabel(column, language)}${isNeeded(sheet, column) ? ' *' : ''}`,
  )
  return {
    name: `${name}.${format}`,
    mime: EXPORT_TYPES[format],
    body: format === 'csv' ? writeCsv(head, [], language) : writeXlsx({ name, headers: head, textColumns: true }, []),
  }
}
