import { Readable } from 'node:stream'
import { defineTexts, type Language } from '@shiloh/contract/core'
import { type CsvError, parse } from 'csv-parse'
import iconv from 'iconv-lite'
import { AppError } from '../errors.ts'
import { translate } from '../text/texts.ts'
import { amountText, type CellValue, type RowChunks } from './cells.ts'
import type { RawRow, RawSheet } from './raw.ts'

const texts = defineTexts('server/csv', {
  open_quote: 'A quotation mark that begins in row {row, number} is not closed. Close it there, or take it out.',
})

interface ParsedRecord {
  readonly raw: string
  readonly record: string[]
}

const MAX_RECORD = 200_000
const SLICE = 65_536
const DELIMITERS = [',', ';', '\t', '|']

/** Decodes a file as offices save it: UTF-8 or UTF-16 with or without a byte order mark, else Windows-1252. */
export const decodeText = (bytes: Buffer): string => {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return iconv.decode(bytes, 'utf16le')
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return iconv.decode(bytes, 'utf16be')
  // Without a byte order mark: in UTF-16, every second byte of Latin text is zero.
  if (bytes.length > 3 && bytes[1] === 0 && bytes[3] === 0 && bytes[0] !== 0) return iconv.decode(bytes, 'utf16le')
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return iconv.decode(bytes, 'win1252')
  }
}

/** Returns the delimiter that is most frequent in the first line, outside of quotes. */
const delimiterOf = (text: string): string => {
  const end = /\r?\n/.exec(text)?.index ?? text.length
  const line = text.slice(0, end).replace(/"[^"]*"/g, '')
  const counts = DELIMITERS.map((delimiter) => line.split(delimiter).length)
  return DELIMITERS[counts.indexOf(Math.max(...counts))] ?? ','
}

/** Provided in slices, so that only a few rows at a time are in memory. */
const slicesOf = (text: string): Readable => {
  const bytes = Buffer.from(text)
  function* slices() {
    for (let at = 0; at < bytes.length; at += SLICE) yield bytes.subarray(at, at + SLICE)
  }
  return Readable.from(slices())
}

/** A control character that no text has, but at its end: a picture or a program, under whatever name. */
const NO_TEXT = /[^\P{Cc}\t\n\v\f\r\u007f-\u009f](?!$)/u

/** Returns whether a cell of a record goes on behind its closing quote, and had swallowed other cells or rows before it. */
const isTorn = (raw: string, delimiter: string): boolean => {
  const ends = (char: string | undefined) => char === undefined || char === delimiter || char === '\r' || char === '\n'
  const quoted = /"([^"]*(?:""[^"]*)*)"/y
  for (let at = 0; at < raw.length; at += 1) {
    quoted.lastIndex = at
    const found = quoted.exec(raw)
    if (found) {
      at += found[0].length
      if (!ends(raw[at]) && Array.from(found[1] ?? '').some(ends)) return true
    }
    while (!ends(raw[at])) at += 1
  }
  return false
}

const openQuote = (row: number): AppError =>
  new AppError('file_unreadable', { says: (language) => translate(texts.open_quote, language, { row }) })

/**
 * Yields the rows of a CSV file with the texts of their cells. Rows are counted as a spreadsheet does: also empty ones,
 * and one of several lines once.
 * @throws AppError file_unreadable, with the row if a quote is not closed
 */
export async function* readCsv(bytes: Buffer): AsyncGenerator<RawRow> {
  const text = decodeText(bytes).replace(/^\ufeff/, '')
  if (text.includes('\u0000') || NO_TEXT.test(text.slice(0, 1024))) throw new AppError('file_unreadable')
  const delimiter = delimiterOf(text)
  let parsed = 0
  const parser = slicesOf(text).pipe(
    parse({
      delimiter,
      raw: true,
      relax_column_count: true,
      relax_quotes: true,
      max_record_size: MAX_RECORD,
      // Rows that were parsed and not read yet are lost when a later one fails.
      on_record: (record) => {
        parsed += 1
        return record
      },
    }),
  )
  try {
    let row = 0
    for await (const { raw, record: values } of parser as AsyncIterable<ParsedRecord>) {
      row += 1
      if (values.length === 1 && values[0] === '') continue
      if (values.some((value) => value.startsWith('"')) && isTorn(raw, delimiter)) throw openQuote(row)
      yield { row, values }
    }
  } catch (error) {
    if (!isCsvError(error)) throw error
    throw error.code === 'CSV_QUOTE_NOT_CLOSED' ? openQuote(parsed + 1) : new AppError('file_unreadable')
  }
}

const LINE_END = 10

/** Opens a CSV file as a sheet. */
export const openCsv = (bytes: Buffer): RawSheet => ({
  rows: readCsv(bytes),
  mergedBelow: () => undefined,
  hasMoreThan: async (rows) => {
    let lines = 1
    for (let at = bytes.indexOf(LINE_END); at >= 0 && lines <= rows; at = bytes.indexOf(LINE_END, at + 1)) lines += 1
    if (lines <= rows) return false
    // Cells can have line ends too.
    let count = 0
    for await (const { values } of readCsv(bytes)) {
      if (values.some((value) => value !== '')) count += 1
      if (count > rows) return true
    }
    return false
  },
})

const isCsvError = (error: unknown): error is CsvError =>
  error instanceof Error && 'code' in error && String(error.code).startsWith('CSV_')

/**
 * Returns a value as a cell. Text that a spreadsheet would run as a formula gets an apostrophe as a prefix. Phone
 * numbers and plain numbers stay unchanged. The same applies after a delimiter or a line break inside the text: a
 * spreadsheet with another delimiter starts a cell there, quoted or not.
 */
export const guardedCell = (value: CellValue): string => {
  if (value === null || value === undefined) return ''
  if (value instanceof Date) return value.toISOString()
  if (typeof value === 'object') return 'minor' in value ? amountText(value) : value.day
  const text = String(value)
  if (/^[+-]?[\d ]+([.,]\d+)?$/.test(text)) return text
  const guarded = text.replace(/([,;\t|\r\n]["'\s]*)(?=[=+\-@＝＋－＠])/g, "$1'")
  return /^\s*[=+\-@＝＋－＠\t\r]/.test(guarded) ? `'${guarded}` : guarded
}

/**
 * Streams rows as CSV, with a byte order mark so that Excel reads UTF-8, and the delimiter that Excel expects there.
 */
export const writeCsv = (headers: readonly string[], rows: RowChunks, language: Language): Readable => {
  const delimiter = language === 'en' ? ',' : ';'
  // A spreadsheet ends the row at a line feed or carriage return alone, too.
  const isQuoted = delimiter === ',' ? /[",\r\n]/ : /[";\r\n]/
  const field = (text: string) => (isQuoted.test(text) ? `"${text.replaceAll('"', '""')}"` : text)
  const lines = (records: readonly (readonly string[])[]) =>
    records.map((record) => `${record.map(field).join(delimiter)}\r\n`).join('')
  async function* pieces() {
    yield Buffer.from(`\ufeff${lines([headers])}`)
    for await (const chunk of rows)
      if (chunk.length > 0) yield Buffer.from(lines(chunk.map((row) => row.map(guardedCell))))
  }
  return Readable.from(pieces(), { objectMode: false })
}
