import { defineTexts } from '@shiloh/contract/core'
import type { FieldError } from '@shiloh/contract/errors'
import { EXPORT_TYPES } from '@shiloh/contract/lists'
import { fileTypeFromBuffer } from 'file-type'
import { AppError, invalid } from '../errors.ts'
import { errorText, fieldText, translate } from '../text/texts.ts'
import { cellText, headerName } from './cells.ts'
import { columnLabel } from './column-texts.ts'
import { decodeText, openCsv } from './csv.ts'
import { matchColumns, type Needed } from './match-columns.ts'
import type { RawRow, RawSheet } from './raw.ts'
import { isWorkbook, openWorkbook } from './xlsx-reader.ts'
import { columnLetters } from './xlsx-writer.ts'

const texts = defineTexts('server/spreadsheets', {
  missing: 'The file lacks these columns of the list: {columns}',
  twice: 'Several columns are called “{name}”: {columns}. Give each column its own name.',
  too_long: 'This file has more than {most, number} rows. Divide it into several files.',
  merged: 'The cells {cells} are merged. Separate them, and fill in every row.',
})

/** One row of a table: its number as a spreadsheet shows it, and its cells by normalised header. */
export interface TableRow {
  readonly row: number
  readonly cells: Readonly<Record<string, string>>
  /** Cells whose value cannot be read. */
  readonly problems: readonly FieldError[]
}

/** Rows in which the header is searched: offices put a title above it. */
const SEARCHED = 20

/** A table whose header was found. */
export interface Table {
  /** The normalised headers, in order. Columns without one are ''. */
  readonly headers: readonly string[]
  /** The headers as they are written. */
  readonly labels: readonly string[]
  readonly isAccepted: boolean
  /**
   * Refuses a file that has too many rows before anything is done with them. @throws AppError spreadsheet_too_long,
   * file_unreadable
   */
  checkLength(): Promise<void>
  /**
   * Yields the rows below the header. Empty rows are skipped.
   * @throws AppError file_unreadable, spreadsheet_too_large, spreadsheet_too_long, spreadsheet_merged
   */
  rows(): AsyncGenerator<TableRow>
}

/** Rows that a table may have. */
const MAX_ROWS = 200_000

interface Begun {
  readonly sheet: RawSheet
  readonly header: RawRow
  readonly names: readonly string[]
  /** Rows below the header that were read already. */
  readonly read: readonly RawRow[]
  readonly isAccepted: boolean
}

const namesOf = ({ values }: RawRow) => Array.from(values, (value) => headerName(value ?? ''))

/** Finds the header of a sheet: the first row that is accepted, else the first row. An empty sheet has none. */
const begin = async (sheet: RawSheet, accepts: (headers: readonly string[]) => boolean): Promise<Begun | undefined> => {
  const read: RawRow[] = []
  while (read.length < SEARCHED) {
    const next = await sheet.rows.next()
    if (next.done) break
    read.push(next.value)
  }
  const at = read.findIndex((row) => accepts(namesOf(row)))
  const header = read[Math.max(at, 0)]
  return header && { sheet, header, names: namesOf(header), read: read.slice(Math.max(at, 0) + 1), isAccepted: at >= 0 }
}

/** Returns the first sheet with an accepted header, else the first that is not empty. */
const choose = async (
  sheets: readonly (() => RawSheet)[],
  accepts: (headers: readonly string[]) => boolean,
): Promise<Begun> => {
  let first: Begun | undefined
  for (const open of sheets) {
    const begun = await begin(open(), accepts)
    if (begun?.isAccepted) {
      await first?.sheet.rows.return(undefined)
      return begun
    }
    if (first) await begun?.sheet.rows.return(undefined)
    else first = begun
  }
  if (!first) throw new AppError('file_unreadable')
  return first
}

/** Refuses two columns with one header: which of them counts would be a guess. */
const checkHeaders = (names: readonly string[], labels: readonly string[]): void => {
  const twice = names.findIndex((name, index) => name !== '' && names.indexOf(name) < index)
  if (twice < 0) return
  const places = names.flatMap((name, index) => (name === names[twice] ? [columnLetters(index)] : []))
  throw new AppError('spreadsheet_columns_twice', {
    says: (language) =>
      translate(texts.twice, language, { name: labels[twice] ?? '', columns: places.slice(0, 5).join(', ') }),
  })
}

/** Returns whether a file is a document of another kind: a PDF, a picture, a page that is called XLS. */
const isOtherKind = async (bytes: Buffer): Promise<boolean> => {
  if (isWorkbook(bytes)) return false
  const begin = decodeText(bytes.subarray(0, 1024))
    .replace(/^\ufeff/, '')
    .trimStart()
  return /^(%PDF-|\{\\rtf|<(!doctype|html|\?xml|table))/i.test(begin) || (await fileTypeFromBuffer(bytes)) !== undefined
}

const tooLong = (): AppError =>
  new AppError('spreadsheet_too_long', { says: (language) => translate(texts.too_long, language, { most: MAX_ROWS }) })

/**
 * Opens a CSV or XLSX file and finds its header.
 *
 * @param accepts says whether the normalised headers are those of the wanted table. The first row and sheet that has
 * them counts
 * @throws AppError file_unreadable, spreadsheet_unsupported, spreadsheet_too_large, spreadsheet_columns_twice
 */
export const openTable = async (
  bytes: Buffer,
  accepts: (headers: readonly string[]) => boolean = () => true,
): Promise<Table> => {
  if (await isOtherKind(bytes)) throw new AppError('spreadsheet_unsupported')
  const sheets = isWorkbook(bytes) ? await openWorkbook(bytes) : [(): RawSheet => openCsv(bytes)]
  const { sheet, header, names, read, isAccepted } = await choose(sheets, accepts)
  if (!names.some((name) => name !== '')) throw new AppError('file_unreadable')
  const labels = Array.from(header.values, (value) => (value ?? '').trim())
  checkHeaders(names, labels)
  async function* rows(): AsyncGenerator<TableRow> {
    let count = 0
    async function* rest() {
      yield* read
      yield* sheet.rows
    }
    for await (const { row, values, problems } of rest()) {
      const cells: Record<string, string> = {}
      names.forEach((name, index) => {
        if (name !== '') cells[name] = cellText(values[index] ?? '')
      })
      const found = [...(problems ?? [])].map(
        ([column, code]): FieldError => ({
          field: names[column] ?? '',
          code,
          says: (language) => `${columnLetters(column)}${row}: ${fieldText(code, language)}`,
        }),
      )
      if (found.length === 0 && Object.values(cells).every((cell) => cell === '')) continue
      count += 1
      if (count > MAX_ROWS) throw tooLong()
      yield { row, cells, problems: found }
    }
    const merged = sheet.mergedBelow(header.row)
    if (merged !== undefined)
      throw new AppError('spreadsheet_merged', {
        says: (language) => translate(texts.merged, language, { cells: merged }),
      })
  }
  const checkLength = async (): Promise<void> => {
    // Rows above the header do not count. A file that is longer by less is refused when its rows are read.
    if (await sheet.hasMoreThan(MAX_ROWS + SEARCHED)) throw tooLong()
  }
  return { headers: names, labels, isAccepted, checkLength, rows }
}

/** Yields the rows of a CSV or XLSX file below its header. @throws what `openTable` and its rows throw */
export async function* readTable(
  bytes: Buffer,
  accepts?: (headers: readonly string[]) => boolean,
): AsyncGenerator<TableRow> {
  yield* (await openTable(bytes, accepts)).rows()
}

/** Returns the columns of a table that a header lacks. */
export const missingIn = (needed: Needed & { readonly required: readonly string[] }, headers: readonly string[]) => {
  const { columns } = matchColumns(needed, headers)
  return { missing: needed.required.filter((column) => columns[column] === undefined), found: Object.keys(columns) }
}

/** Returns the same refusal with the field that the file was sent in. */
const naming = ({ code, says, data }: AppError, field: string): AppError =>
  new AppError(code, {
    fields: [{ field, code: 'invalid', says: says ?? ((language) => errorText(code, language)) }],
    ...(says && { says }),
    ...(data && { data }),
  })

/**
 * Returns the type of a table that is stored as it is. Its header is read, its rows are not.
 *
 * @param field is named when the table lacks what it needs
 * @throws AppError file_unreadable, spreadsheet_unsupported, spreadsheet_too_large, invalid_input
 */
export const checkTable = async (
  bytes: Buffer,
  field: string,
  needed: Needed & { readonly required: readonly string[] },
): Promise<(typeof EXPORT_TYPES)[keyof typeof EXPORT_TYPES]> => {
  const isNeeded = (headers: readonly string[]) => {
    const { missing, found } = missingIn(needed, headers)
    return missing.length === 0 && found.length > 0
  }
  const { headers, isAccepted } = await openTable(bytes, isNeeded).catch((error: unknown) => {
    throw error instanceof AppError ? naming(error, field) : error
  })
  if (!isAccepted) {
    const { missing } = missingIn(needed, headers)
    const wanted = missing.length > 0 ? missing : needed.read
    throw invalid([
      {
        field,
        code: 'invalid',
        says: (language) =>
          translate(texts.missing, language, {
            columns: wanted.map((column) => columnLabel(column, language)).join(', '),
          }),
      },
    ])
  }
  return isWorkbook(bytes) ? EXPORT_TYPES.xlsx : EXPORT_TYPES.csv
}
