import { defineTexts } from '@shiloh/contract/core'
import type { FieldError } from '@shiloh/contract/errors'
import { Parser } from 'htmlparser2'
import { type Entry, fromBufferPromise, type ZipFile } from 'yauzl'
import { AppError } from '../errors.ts'
import { translate } from '../text/texts.ts'
import type { RawRow, RawSheet } from './raw.ts'
import { columnLetters } from './xlsx-writer.ts'

/** Bytes that the parts of a file may unpack to, together. 100,000 people with 18 columns take 130 MB. */
const MAX_UNPACKED = 320 * 1024 * 1024
/** Bytes of every other part than the sheet. */
const MAX_PART = 96 * 1024 * 1024
/** Spreadsheets compress up to 40 times; a file that is made to be unpacked does a thousand times. */
const MAX_RATIO = 120
/** Files that unpack to less are harmless at any ratio. */
const SMALL = 16 * 1024 * 1024
/** No list is wider. */
const MAX_COLUMNS = 1000
/** Elements inside each other: spreadsheets have about ten. The parser's time grows with the square of it. */
const MAX_DEPTH = 64
/** XFD, the last column of a sheet. */
const LAST_COLUMN = 16_384
/** Characters of one cell. */
const MAX_TEXT = 200_000
const MAX_STRINGS = 3_000_000
const MAX_MERGES = 100_000
const DAY_MS = 86_400_000

const texts = defineTexts('server/spreadsheet-cells', {
  too_far: 'Cell {cell} is too far to the right: a list has at most {most, number} columns. Empty this cell.',
})

const unreadable = () => new AppError('file_unreadable')

const tooFar = (cell: string) =>
  new AppError('spreadsheet_too_large', {
    says: (language) => translate(texts.too_far, language, { cell, most: MAX_COLUMNS }),
  })

/** Returns what an element is called without its namespace. */
const local = (name: string): string => name.slice(name.indexOf(':') + 1)

type Attributes = Readonly<Record<string, string>>
interface Handler {
  open?(name: string, attributes: Attributes): void
  text?(text: string): void
  close?(name: string): void
}

const parserOf = (handler: Handler): Parser => {
  let depth = 0
  return new Parser(
    {
      onopentag: (name, attributes) => {
        depth += 1
        if (depth > MAX_DEPTH) throw unreadable()
        handler.open?.(local(name), attributes)
      },
      ontext: (text) => handler.text?.(text),
      onclosetag: (name) => {
        depth -= 1
        handler.close?.(local(name))
      },
    },
    { xmlMode: true },
  )
}

/** The parts of a workbook. They are unpacked while they are read, and never beyond the declared size. */
interface Parts {
  /** @throws AppError file_unreadable, spreadsheet_too_large */
  read(path: string, handler: Handler): Promise<boolean>
  /** Parses a part piece by piece: what the handler has gathered meanwhile can be used between two pieces. */
  pieces(path: string, handler: Handler): AsyncGenerator<void>
  /** Yields the text of a part without parsing it. Characters beyond ASCII are not decoded. */
  texts(path: string): AsyncGenerator<string>
}

const openParts = async (bytes: Buffer): Promise<Parts> => {
  const zip: ZipFile = await fromBufferPromise(bytes)
  const entries = new Map<string, Entry>()
  let total = 0
  for await (const entry of zip.eachEntry()) {
    entries.set(entry.fileName, entry)
    total += entry.uncompressedSize
    if (entries.size > 10_000) throw new AppError('spreadsheet_too_large')
  }
  if (total > MAX_UNPACKED || (total > SMALL && total > bytes.length * MAX_RATIO))
    throw new AppError('spreadsheet_too_large')
  const streamOf = async (path: string): Promise<AsyncIterable<Buffer>> => {
    const entry = entries.get(path)
    if (!entry) throw unreadable()
    return zip.openReadStreamPromise(entry)
  }
  async function* texts(path: string) {
    for await (const piece of await streamOf(path)) yield piece.toString('latin1')
  }
  async function* pieces(path: string, handler: Handler) {
    const parser = parserOf(handler)
    const decoder = new TextDecoder('utf-8', { fatal: true })
    for await (const piece of await streamOf(path)) {
      parser.write(decoder.decode(piece, { stream: true }))
      yield
    }
    parser.end()
  }
  return {
    pieces,
    texts,
    read: async (path, handler) => {
      const entry = entries.get(path)
      if (!entry) return false
      if (entry.uncompressedSize > MAX_PART) throw new AppError('spreadsheet_too_large')
      for await (const _ of pieces(path, handler));
      return true
    },
  }
}

const folderOf = (path: string): string => path.slice(0, path.lastIndexOf('/') + 1)
const resolved = (folder: string, target: string): string =>
  target.startsWith('/') ? target.slice(1) : new URL(target, `file:///${folder}`).pathname.slice(1)

interface Relation {
  readonly id: string
  readonly type: string
  readonly path: string
}

const relationsOf = async (parts: Parts, path: string): Promise<Relation[]> => {
  const folder = folderOf(path)
  const found: Relation[] = []
  await parts.read(`${folder}_rels/${path.slice(folder.length)}.rels`, {
    open: (name, { Id = '', Type = '', Target = '' }) => {
      if (name === 'Relationship')
        found.push({ id: Id, type: Type.slice(Type.lastIndexOf('/') + 1), path: resolved(folder, Target) })
    },
  })
  return found
}

/** Decodes the escapes of characters that XML cannot hold. */
const unescaped = (text: string): string =>
  text.replace(/_x([0-9A-Fa-f]{4})_/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))

const readStrings = async (parts: Parts, path: string): Promise<string[]> => {
  const strings: string[] = []
  let text = ''
  let isText = false
  let isPhonetic = false
  await parts.read(path, {
    open: (name) => {
      if (name === 'si') text = ''
      else if (name === 'rPh') isPhonetic = true
      else if (name === 't') isText = !isPhonetic
    },
    text: (piece) => {
      if (!isText) return
      text += piece
      if (text.length > MAX_TEXT) throw new AppError('spreadsheet_too_large')
    },
    close: (name) => {
      if (name === 't') isText = false
      else if (name === 'rPh') isPhonetic = false
      else if (name === 'si' && strings.push(unescaped(text)) > MAX_STRINGS) throw new AppError('spreadsheet_too_large')
    },
  })
  return strings
}

/** The formats of dates and times that every spreadsheet has. */
const isBuiltInDate = (id: number): boolean =>
  (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 45 && id <= 47) || (id >= 50 && id <= 58)

/** Returns whether a number format shows a date or time: it has such a letter outside of quotes and brackets. */
const isDateFormat = (code: string): boolean =>
  /[dmyhs]/i.test(code.replace(/"[^"]*"|\\.|\[(?!h+\]|m+\]|s+\])[^\]]*\]/gi, '').split(';')[0] ?? '')

/** Returns for each cell style whether it shows dates. */
const readDateStyles = async (parts: Parts, path: string): Promise<boolean[]> => {
  const dates = new Set<number>()
  const styles: boolean[] = []
  let isCellStyle = false
  await parts.read(path, {
    open: (name, { numFmtId = '0', formatCode = '' }) => {
      const id = Number(numFmtId)
      if (name === 'numFmt' && isDateFormat(formatCode)) dates.add(id)
      else if (name === 'cellXfs') isCellStyle = true
      else if (name === 'xf' && isCellStyle) styles.push(isBuiltInDate(id) || dates.has(id))
    },
    close: (name) => {
      if (name === 'cellXfs') isCellStyle = false
    },
  })
  return styles
}

/** Returns a day as `2027-01-22`, a time as `08:30`, and both as in JSON. */
const dateText = (serial: number, from1904: boolean): string => {
  // The calendar of 1900 has a 29 February that never was.
  const days = from1904 ? serial + 1462 : serial < 60 && serial >= 1 ? serial + 1 : serial
  const date = new Date(Date.UTC(1899, 11, 30) + Math.round(days * DAY_MS))
  if (Number.isNaN(date.getTime())) return String(serial)
  if (days < 1) return date.toISOString().slice(11, 16)
  return Number.isInteger(days) ? date.toISOString().slice(0, 10) : date.toISOString()
}

interface Reading {
  readonly strings: readonly string[]
  readonly dateStyles: readonly boolean[]
  readonly from1904: boolean
}

/** Returns the place of a cell in its row: 0 for A1, 27 for AB1. */
const columnOf = (reference: string): number => {
  let column = 0
  for (const letter of reference) {
    const value = letter.charCodeAt(0) - 64
    if (value < 1 || value > 26) break
    column = column * 26 + value
  }
  if (column < 1 || column > LAST_COLUMN) throw unreadable()
  return column - 1
}

/** A row, or something that fills one: a value, a text, a formula. */
const TAGS = /<(?:\w+:)?(row|v|t|f)[\s>]/g
/** Characters of a tag that two pieces can divide. */
const LONGEST_TAG = 40

/** Counts rows that have a filled cell, without parsing them, up to the first one beyond `most`. */
const countsMore = async (pieces: AsyncIterable<string>, most: number): Promise<boolean> => {
  let count = 0
  let isEmpty = false
  let rest = ''
  for await (const piece of pieces) {
    const text = rest + piece
    let end = 0
    for (const { 1: name, index, 0: tag } of text.matchAll(TAGS)) {
      end = index + tag.length
      if (name === 'row') isEmpty = true
      else if (isEmpty) {
        isEmpty = false
        count += 1
        if (count > most) return true
      }
    }
    rest = text.slice(Math.max(end, text.length - LONGEST_TAG))
  }
  return false
}

interface Merge {
  readonly reference: string
  readonly lastRow: number
}

/** Gathers the rows of a sheet while its XML is parsed. */
const sheetHandler = ({ strings, dateStyles, from1904 }: Reading) => {
  const rows: RawRow[] = []
  const merges: Merge[] = []
  let row = 0
  let column = -1
  let values: string[] = []
  let problems = new Map<number, FieldError['code']>()
  let type = ''
  let style = 0
  let text = ''
  let isValue = false
  let isFormula = false
  let isPhonetic = false
  let hasValue = false

  const textOf = (): string => {
    if (type === 's') return strings[Number(text)] ?? ''
    if (type === 'inlineStr' || type === 'str') return unescaped(text)
    if (type === 'b') return text === '1' || text === 'true' ? 'true' : 'false'
    const number = Number(text)
    if (text.trim() === '' || Number.isNaN(number)) return text
    if (type === 'd') return text
    // Spreadsheets compute with 15 digits and store 17.
    const rounded = Number(number.toPrecision(15))
    return dateStyles[style] ? dateText(rounded, from1904) : String(rounded)
  }
  const closeCell = () => {
    if (type === 'e') problems.set(column, 'cell_error')
    else if (isFormula && !hasValue) problems.set(column, 'formula')
    else if (text !== '') {
      if (column >= MAX_COLUMNS) throw tooFar(`${columnLetters(column)}${row}`)
      while (values.length < column) values.push('')
      values[column] = textOf()
    }
  }
  const handler: Handler = {
    open: (name, attributes) => {
      if (name === 'c') {
        column = attributes['r'] === undefined ? column + 1 : columnOf(attributes['r'])
        type = attributes['t'] ?? ''
        style = Number(attributes['s'] ?? 0)
        text = ''
        isFormula = false
        hasValue = false
      } else if (name === 'v' || name === 't') {
        isValue = !isPhonetic
        hasValue = true
      } else if (name === 'row') {
        row = attributes['r'] === undefined ? row + 1 : Number(attributes['r'])
        if (!Number.isSafeInteger(row)) throw unreadable()
        column = -1
        values = []
        problems = new Map()
      } else if (name === 'f') isFormula = true
      else if (name === 'rPh') isPhonetic = true
      else if (name === 'mergeCell') {
        const reference = attributes['ref'] ?? ''
        const lastRow = Number(/\d+$/.exec(reference)?.[0] ?? 0)
        if (merges.push({ reference, lastRow }) > MAX_MERGES) throw new AppError('spreadsheet_too_large')
      }
    },
    text: (piece) => {
      if (!isValue) return
      text += piece
      if (text.length > MAX_TEXT) throw new AppError('spreadsheet_too_large')
    },
    close: (name) => {
      if (name === 'c') closeCell()
      else if (name === 'v' || name === 't') isValue = false
      else if (name === 'rPh') isPhonetic = false
      else if (name === 'row' && (problems.size > 0 || values.some((value) => value !== '')))
        rows.push({ row, values, problems })
    },
  }
  return { handler, rows, merges }
}

const MAGIC = { zip: Buffer.from([0x50, 0x4b, 3, 4]), ole: Buffer.from([0xd0, 0xcf, 0x11, 0xe0]) }

/** Returns whether a file is a workbook of a spreadsheet program, which may still be of an unsupported kind. */
export const isWorkbook = (bytes: Buffer): boolean =>
  bytes.subarray(0, 4).equals(MAGIC.zip) || bytes.subarray(0, 4).equals(MAGIC.ole)

/**
 * Opens the visible sheets of an XLSX file. Rows are parsed as they are asked for, so that memory does not grow with
 * them. Dates are read as `2027-01-22`, formulas as the value that was stored with them.
 * @throws AppError file_unreadable, spreadsheet_unsupported, spreadsheet_too_large
 */
export const openWorkbook = async (bytes: Buffer): Promise<(() => RawSheet)[]> => {
  // The old format of Excel, and every file with a password.
  if (bytes.subarray(0, 4).equals(MAGIC.ole)) throw new AppError('spreadsheet_unsupported')
  const parts = await readable(() => openParts(bytes))
  return readable(async () => {
    const [workbook] = (await relationsOf(parts, '')).filter(({ type }) => type === 'officeDocument')
    if (!workbook) throw new AppError('spreadsheet_unsupported')
    const relations = await relationsOf(parts, workbook.path)
    // A workbook that names one part many times would have it read as often.
    const sheets = new Set<string>()
    let from1904 = false
    await parts.read(workbook.path, {
      open: (name, attributes) => {
        if (name === 'workbookPr') from1904 = ['1', 'true'].includes(attributes['date1904'] ?? '')
        if (name !== 'sheet' || (attributes['state'] ?? 'visible') !== 'visible') return
        const relation = relations.find(({ id, type }) => id === attributes['r:id'] && type === 'worksheet')
        if (relation) sheets.add(relation.path)
      },
    })
    const pathOf = (wanted: string) => relations.find(({ type }) => type === wanted)?.path ?? ''
    const reading: Reading = {
      strings: await readStrings(parts, pathOf('sharedStrings')),
      dateStyles: await readDateStyles(parts, pathOf('styles')),
      from1904,
    }
    if (sheets.size === 0) throw new AppError('spreadsheet_unsupported')
    return [...sheets].map((path) => () => {
      const { handler, rows, merges } = sheetHandler(reading)
      async function* read() {
        const pieces = parts.pieces(path, handler)
        try {
          for (;;) {
            const { done } = await readable(() => pieces.next())
            yield* rows.splice(0)
            if (done) return
          }
        } finally {
          await pieces.return(undefined)
        }
      }
      const hasMoreThan = (most: number) => readable(() => countsMore(parts.texts(path), most))
      return { rows: read(), hasMoreThan, mergedBelow: (row) => merges.find(({ lastRow }) => lastRow > row)?.reference }
    })
  })
}

/** Runs what reads a file. What goes wrong inside is the file's fault. @throws AppError file_unreadable */
const readable = async <T>(read: () => Promise<T>): Promise<T> => {
  try {
    return await read()
  } catch (error) {
    throw error instanceof AppError ? error : unreadable()
  }
}
