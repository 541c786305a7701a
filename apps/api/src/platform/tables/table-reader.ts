import { defineTexts } from '@shiloh/contract/core'
import type { FieldError } from '@shiloh/contract/errors'
import { EXPORT_TYPES } from '@shiloh/contract/lists'
import { AppError } from '../errors.ts'
import { fieldText, translate } from '../text/texts.ts'
import { cellText, headerName } from './cells.ts'
import { readCsv } from './csv.ts'
import type { RawRow, RawSheet } from './raw.ts'
import { isWorkbook, openWorkbook } from './xlsx-reader.ts'
import { columnLetters } from './xlsx-writer.ts'

const texts = defineTexts('server/spreadsheets', {
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

interface Begun {
  readonly sheet: RawSheet
  /** The normalised header, and the row that it is in. */
  readonly header: { readonly row: number; readonly names: readonly string[] }
  /** Rows below the header that were read already. */
  readonly read: readonly RawRow[]
  readonly isAccepted: boolean
}

/** Finds the header of a sheet: the first row that is accepted, else the first row. An empty sheet has none. */
const begin = async (sheet: RawSheet, accepts: (headers: readonly string[]) => boolean): Promise<Begun | undefined> => {
  const read: RawRow[] = []
  while (read.length < SEARCHED) {
    const next = await sheet.rows.next()
    if (next.done) break
    read.push(next.value)
  }
  const namesOf = ({ values }: RawRow) => Array.from(values, (value) => headerName(value ?? ''))
  const at = read.findIndex((row) => accepts(namesOf(row)))
  const header = read[Math.max(at, 0)]
  return (
    header && {
      sheet,
      header: { row: header.row, names: namesOf(header) },
      read: read.slice(Math.max(at, 0) + 1),
      isAccepted: at >= 0,
    }
  )
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

/**
 * Yields the rows of a CSV or XLSX file below its header. Empty rows are skipped.
 *
 * @param accepts says whether the normalised headers are those of the wanted table. The first row and sheet that has
 * them counts
 * @throws AppError file_unreadable, spreadsheet_unsupported, spreadsheet_too_large, spreadsheet_merged
 */
export async function* readTable(
  bytes: Buffer,
  accepts: (headers: readonly string[]) => boolean = () => true,
): AsyncGenerator<TableRow> {
  const sheets = isWorkbook(bytes)
    ? await openWorkbook(bytes)
    : [(): RawSheet => ({ rows: readCsv(bytes), mergedBelow: () => undefined })]
  const { sheet, header, read } = await choose(sheets, accepts)
  if (!header.names.some((name) => name !== '')) throw new AppError('file_unreadable')
  async function* rest() {
    yield* read
    yield* sheet.rows
  }
  for await (const { row, values, problems } of rest()) {
    const cells: Record<string, string> = {}
    header.names.forEach((name, index) => {
      if (name !== '') cells[name] = cellText(values[index] ?? '')
    })
    const found = [...(problems ?? [])].map(
      ([column, code]): FieldError => ({
        field: header.names[column] ?? '',
        code,
        says: (language) => `${columnLetters(column)}${row}: ${fieldText(code, language)}`,
      }),
    )
    if (found.length > 0 || Object.values(cells).some((cell) => cell !== '')) yield { row, cells, problems: found }
  }
  const merged = sheet.mergedBelow(header.row)
  if (merged !== undefined)
    throw new AppError('spreadsheet_merged', {
      says: (language) => translate(texts.merged, language, { cells: merged }),
    })
}

/**
 * Returns the type of a table that is stored as it is. Its header is read, its rows are not.
 * @throws AppError file_unreadable, spreadsheet_unsupported, spreadsheet_too_large
 */
export const checkTable = async (bytes: Buffer): Promise<(typeof EXPORT_TYPES)[keyof typeof EXPORT_TYPES]> => {
  for await (const _ of readTable(bytes)) break
  return isWorkbook(bytes) ? EXPORT_TYPES.xlsx : EXPORT_TYPES.csv
}
