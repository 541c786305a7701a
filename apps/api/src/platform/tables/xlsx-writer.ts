import { PassThrough, pipeline, Readable } from 'node:stream'
import { ZipFile } from 'yazl'
import { amountText, type CellValue, type RowChunks } from './cells.ts'

/** Rows of one sheet, the header included, that Excel opens. */
const MAX_ROWS = 1_048_576
/** Characters of one cell that Excel opens. */
const MAX_TEXT = 32_767
/** Characters of XML that are compressed together. */
const PIECE = 65_536
/** A level between speed and size: the highest takes three times as long for a twentieth less. */
const LEVEL = 3
const DAY_MS = 86_400_000
/** Spreadsheets count days from here. */
const EPOCH = Date.UTC(1899, 11, 30)

const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'
const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml'
const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'

/** The entries of `cellXfs` below, by their place. */
const STYLE = { header: 1, text: 2, amount: 3, day: 4, moment: 5 } as const
/** Text cells have the format "text" (49): a phone number that is typed over keeps its zero, and "=1" runs nothing. */
const STYLES = `${HEAD}<styleSheet xmlns="${MAIN}"><numFmts count="2"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd"/><numFmt numFmtId="165" formatCode="yyyy\\-mm\\-dd\\ hh:mm:ss"/></numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="6"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/><xf numFmtId="49" fontId="1" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1"/><xf numFmtId="49" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/><xf numFmtId="4" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/><xf numFmtId="164" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/><xf numFmtId="165" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/></cellXfs></styleSheet>`

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
/** Characters that XML cannot hold, and texts that look like the escape of one. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to escape
const SPECIAL = /[\u0000-\u0008\u000b-\u001f\ufffe\uffff]|_(?=x[0-9A-Fa-f]{4}_)/g

const escaped = (text: string): string =>
  text
    .replace(/[&<>"]/g, (one) => ENTITIES[one] ?? one)
    .replace(SPECIAL, (one) => `_x${one.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`)

const fitting = (text: string): string => (text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT - 1)}…` : text)

/** Returns the letters of a column: A for 0, AA for 26. */
export const columnLetters = (index: number): string =>
  (index >= 26 ? columnLetters(Math.floor(index / 26) - 1) : '') + String.fromCharCode(65 + (index % 26))

const serial = (milliseconds: number): number => (milliseconds - EPOCH) / DAY_MS

const textCell = (at: string, text: string, style: number): string =>
  text === ''
    ? ''
    : `<c r="${at}" t="inlineStr" s="${style}"><is><t xml:space="preserve">${escaped(fitting(text))}</t></is></c>`

const cellXml = (at: string, value: CellValue): string => {
  if (value === null || value === undefined) return ''
  if (typeof value === 'string') return textCell(at, value, STYLE.text)
  if (typeof value === 'number') return `<c r="${at}"><v>${value}</v></c>`
  if (typeof value === 'boolean') return `<c r="${at}" t="b"><v>${value ? 1 : 0}</v></c>`
  if (value instanceof Date) return `<c r="${at}" s="${STYLE.moment}"><v>${serial(value.getTime())}</v></c>`
  if ('minor' in value) return `<c r="${at}" s="${STYLE.amount}"><v>${value.minor / 100}</v></c>`
  const day = serial(Date.parse(value.day))
  return Number.isNaN(day) ? textCell(at, value.day, STYLE.text) : `<c r="${at}" s="${STYLE.day}"><v>${day}</v></c>`
}

/** Rows whose values are measured before the first one is written, because a sheet says its widths first. */
const MEASURED = 5000
/** Characters of a column. A longer text is cut off by the next column, and is read in the cell. */
const WIDTH = { least: 8, most: 60 } as const

/** Returns how many characters a cell shows. */
const lengthOf = (value: CellValue): number => {
  if (value === null || value === undefined) return 0
  if (typeof value === 'string')
    return Math.max(
      ...value
        .slice(0, 500)
        .split('\n')
        .map(({ length }) => length),
    )
  if (value instanceof Date) return 'yyyy-mm-dd hh:mm:ss'.length
  if (typeof value !== 'object') return String(value).length
  // Thousands have a comma.
  return 'minor' in value ? Math.ceil(amountText(value).length * 1.25) : value.day.length
}

interface Sheet {
  /** At most 31 characters, none of `[]:*?/\`. */
  readonly name: string
  readonly headers: readonly string[]
  /** Lines above the header: what the table is about. */
  readonly above?: readonly string[]
  /** Columns without rows to fill in: their cells are text already when they are empty. */
  readonly textColumns?: boolean
}

/**
 * Streams rows as an XLSX file: text stays text, amounts, days and moments (in UTC) are typed cells, the header is
 * frozen and has a filter. Rows beyond what a sheet holds continue on a second one.
 */
export const writeXlsx = (sheet: Sheet, rows: RowChunks): Readable => {
  const letters = sheet.headers.map((_, index) => columnLetters(index))
  const above = sheet.above ?? []
  /** The row of the header. */
  const head = above.length === 0 ? 1 : above.length + 2
  const name = escaped(sheet.name.replace(/[[\]:*?/\\]/g, ' ').slice(0, 28))
  const zip = new ZipFile()
  const reader = (async function* () {
    yield* rows
  })()
  /** Chunks that were read to be measured, and are not written yet. */
  const ahead: (readonly (readonly CellValue[])[])[] = []
  let widths: readonly number[] | undefined
  let chunk: readonly (readonly CellValue[])[] = []
  /** The next row of the chunk. */
  let at = 0
  let sheets = 0
  let open: Readable | undefined

  const readMore = async (): Promise<boolean> => {
    while (at === chunk.length) {
      const known = ahead.shift()
      const next = known ? { value: known, done: false as const } : await reader.next()
      if (next.done) return false
      chunk = next.value
      at = 0
    }
    return true
  }

  /** Each column is as wide as its longest value, and its header beside the arrow of the filter. */
  const measure = async (): Promise<readonly number[]> => {
    const longest = sheet.headers.map((header) => header.length + 3)
    for (let rows = 0; rows < MEASURED; ) {
      const next = await reader.next()
      if (next.done) break
      ahead.push(next.value)
      rows += next.value.length
      for (const row of next.value.slice(0, MEASURED))
        longest.forEach((length, index) => {
          longest[index] = Math.max(length, lengthOf(row[index]))
        })
    }
    return longest.map((length) => Math.min(WIDTH.most, Math.max(WIDTH.least, length + 2)))
  }

  async function* sheetXml() {
    widths ??= await measure()
    let xml = `${HEAD}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="${head}" topLeftCell="A${head + 1}" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><sheetFormatPr defaultRowHeight="15"/><cols>${widths.map((width, index) => `<col min="${index + 1}" max="${index + 1}" width="${width}" customWidth="1"${sheet.textColumns ? ` style="${STYLE.text}"` : ''}/>`).join('')}</cols><sheetData>${above.map((line, index) => `<row r="${index + 1}">${textCell(`A${index + 1}`, line, index === 0 ? STYLE.header : STYLE.text)}</row>`).join('')}<row r="${head}">${sheet.headers.map((header, index) => textCell(`${letters[index]}${head}`, header, STYLE.header)).join('')}</row>`
    let row = head
    while (row < MAX_ROWS && (at < chunk.length || (await readMore()))) {
      const values = chunk[at] ?? []
      at += 1
      row += 1
      xml += `<row r="${row}">`
      for (let index = 0; index < letters.length; index += 1) xml += cellXml(`${letters[index]}${row}`, values[index])
      xml += '</row>'
      if (xml.length > PIECE) {
        yield Buffer.from(xml)
        xml = ''
      }
    }
    yield Buffer.from(`${xml}</sheetData><autoFilter ref="A${head}:${letters.at(-1) ?? 'A'}${row}"/></worksheet>`)
    if (await readMore()) addSheet()
    else addRest()
  }

  const addSheet = () => {
    sheets += 1
    open = Readable.from(sheetXml(), { objectMode: false })
    // The file library does not listen to the streams that it is given.
    open.on('error', (error) => file.destroy(error))
    zip.addReadStream(open, `xl/worksheets/sheet${sheets}.xml`, { compressionLevel: LEVEL })
  }
  const addRest = () => {
    const numbers = Array.from({ length: sheets }, (_, index) => index + 1)
    const add = (path: string, xml: string) => zip.addBuffer(Buffer.from(xml), path)
    add(
      'xl/workbook.xml',
      `${HEAD}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets>${numbers.map((n) => `<sheet name="${n === 1 ? name : `${name} ${n}`}" sheetId="${n}" r:id="rId${n}"/>`).join('')}</sheets></workbook>`,
    )
    add(
      'xl/_rels/workbook.xml.rels',
      `${HEAD}<Relationships xmlns="${PACKAGE}/relationships">${numbers.map((n) => `<Relationship Id="rId${n}" Type="${OFFICE}/worksheet" Target="worksheets/sheet${n}.xml"/>`).join('')}<Relationship Id="rId${sheets + 1}" Type="${OFFICE}/styles" Target="styles.xml"/></Relationships>`,
    )
    add('xl/styles.xml', STYLES)
    add(
      '_rels/.rels',
      `${HEAD}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    )
    add(
      '[Content_Types].xml',
      `${HEAD}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${TYPE}.sheet.main+xml"/>${numbers.map((n) => `<Override PartName="/xl/worksheets/sheet${n}.xml" ContentType="${TYPE}.worksheet+xml"/>`).join('')}<Override PartName="/xl/styles.xml" ContentType="${TYPE}.styles+xml"/></Types>`,
    )
    zip.end()
  }

  const file = new PassThrough()
  zip.on('error', (error: Error) => file.destroy(error))
  // A reader who goes away ends the rows too.
  pipeline(zip.outputStream, file, () => {
    open?.destroy()
    void reader.return()
  })
  addSheet()
  return file
}
