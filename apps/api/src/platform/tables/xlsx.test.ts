import { buffer, text as streamText } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { fromBufferPromise } from 'yauzl'
import { ZipFile } from 'yazl'
import { AppError } from '../errors.ts'
import { amountCell, type CellValue, dayCell, momentCell } from './cells.ts'
import { openTable, readTable, type TableRow } from './table-reader.ts'
import { openWorkbook } from './xlsx-reader.ts'
import { writeXlsx } from './xlsx-writer.ts'

const rowsOf = async (bytes: Buffer, accepts?: (headers: readonly string[]) => boolean): Promise<TableRow[]> => {
  const rows = []
  for await (const row of readTable(bytes, accepts)) rows.push(row)
  return rows
}
const cellsOf = async (bytes: Buffer, accepts?: (headers: readonly string[]) => boolean) =>
  (await rowsOf(bytes, accepts)).map(({ row, cells }) => ({ row, cells }))

const written = (headers: readonly string[], rows: readonly (readonly CellValue[])[]): Promise<Buffer> =>
  buffer(writeXlsx({ name: 'people/all', headers }, [rows]))

const zipped = (parts: Readonly<Record<string, string | Buffer>>): Promise<Buffer> => {
  const zip = new ZipFile()
  for (const [path, content] of Object.entries(parts)) zip.addBuffer(Buffer.from(content), path)
  zip.end()
  return buffer(zip.outputStream)
}

const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'

interface Book {
  /** Each sheet: its XML inside `worksheet`, and whether it is hidden. */
  readonly sheets: readonly { readonly xml: string; readonly hidden?: boolean }[]
  readonly strings?: string
  readonly formats?: string
  readonly from1904?: boolean
}

/** A workbook as Excel lays it out: prefixes, shared strings after the sheets, absolute and relative targets. */
const workbook = ({ sheets, strings = '', formats = '', from1904 = false }: Book): Promise<Buffer> =>
  zipped({
    '[Content_Types].xml': '<Types/>',
    '_rels/.rels': `<Relationships><Relationship Id="rId9" Type="${RELATIONS}/officeDocument" Target="/xl/workbook.xml"/></Relationships>`,
    'xl/workbook.xml': `<x:workbook xmlns:x="x"><x:workbookPr date1904="${from1904}"/><x:sheets>${sheets.map(({ hidden }, index) => `<x:sheet name="S${index}" state="${hidden ? 'hidden' : 'visible'}" r:id="rId${index}"/>`).join('')}</x:sheets></x:workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships>${sheets.map((_, index) => `<Relationship Id="rId${index}" Type="${RELATIONS}/worksheet" Target="worksheets/s${index}.xml"/>`).join('')}<Relationship Id="a" Type="${RELATIONS}/sharedStrings" Target="sharedStrings.xml"/><Relationship Id="b" Type="${RELATIONS}/styles" Target="styles.xml"/></Relationships>`,
    ...Object.fromEntries(
      sheets.map(({ xml }, index) => [`xl/worksheets/s${index}.xml`, `<worksheet>${xml}</worksheet>`]),
    ),
    'xl/sharedStrings.xml': `<sst>${strings}</sst>`,
    'xl/styles.xml': `<styleSheet><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs>${formats}</styleSheet>`,
  })

const data = (rows: string) => ({ xml: `<sheetData>${rows}</sheetData>` })
const text = (value: string) => `<c t="inlineStr"><is><t>${value}</t></is></c>`

test('writes typed cells that are read back as they were', async () => {
  const hostile = [
    '=HYPERLINK("x")',
    '+233241234567',
    '@SUM(A1)',
    '007',
    '<&>"',
    'a\nb',
    '_x0041_',
    'Ɔsɛe 🙏',
    '\u0001',
  ]
  const bytes = await written(
    ['text', 'number', 'flag', 'amount', 'day', 'moment', 'empty'],
    hostile.map((value, index) => [
      value,
      index - 1.5,
      index % 2 === 0,
      amountCell(index * 1005),
      dayCell('2027-01-22'),
      momentCell('2026-12-31T23:59:59.999Z'),
      null,
    ]),
  )
  expect(await cellsOf(bytes)).toEqual(
    hostile.map((value, index) => ({
      row: index + 2,
      cells: {
        text: value,
        number: String(index - 1.5),
        flag: String(index % 2 === 0),
        amount: String((index * 1005) / 100),
        day: '2027-01-22',
        moment: '2026-12-31T23:59:59.999Z',
        empty: '',
      },
    })),
  )
})

test('makes columns as wide as their longest value, within limits', async () => {
  const bytes = await written(
    ['Phone', 'N', 'A header that is long', 'Note', 'Paid on', 'Amount'],
    [
      ['+233 24 555 1017', 1, 'a', 'x'.repeat(400), dayCell('2027-01-22'), amountCell(123_456_789)],
      ['', 22, '', 'two\nlines', null, null],
    ],
  )
  const zip = await fromBufferPromise(bytes)
  let sheet = ''
  for await (const entry of zip.eachEntry())
    if (entry.fileName.endsWith('sheet1.xml')) sheet = await streamText(await zip.openReadStreamPromise(entry))
  const widths = [...sheet.matchAll(/<col [^>]*width="(\d+)"/g)].map(([, width]) => Number(width))
  expect(widths).toEqual([18, 8, 26, 60, 12, 15])
})

test('writes what no cell holds as text that fits', async () => {
  const bytes = await written(['text', 'day'], [['x'.repeat(40_000), dayCell('no day')]])
  const [row] = await cellsOf(bytes)
  expect(row?.cells['text']).toBe(`${'x'.repeat(32_766)}…`)
  expect(row?.cells['day']).toBe('no day')
})

test('reads what other programs write: shared strings, formulas with values, dates, gaps, runs', async () => {
  const bytes = await workbook({
    strings:
      '<si><t>Name</t></si><si><r><t>Date </t></r><r><t>of birth</t></r></si><si><t>Kofi</t><rPh><t>no</t></rPh></si>',
    formats:
      '<numFmts><numFmt numFmtId="170" formatCode="[$-407]dd/mm/yyyy;@"/><numFmt numFmtId="171" formatCode="0.0&quot; days&quot;"/></numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="170"/><xf numFmtId="171"/><xf numFmtId="22"/></cellXfs>',
    sheets: [
      data(`<row r="1"><c r="A1" t="s"><v>0</v></c><c r="C1" t="s"><v>1</v></c>${'<c/>'.repeat(3)}</row><row r="3"/>
        <row r="4"><c r="A4" t="s"><v>2</v></c><c r="C4" s="1"><v>33006</v></c></row>
        <row r="5"><c r="A5" t="str"><f>A4&amp;"x"</f><v>Kofix</v></c><c r="C5" s="2"><v>0.30000000000000004</v></c></row>
        <row r="6"><c r="A6"><v>233241234567</v></c><c r="C6" s="3"><v>33006.5</v></c></row>`),
    ],
  })
  expect(await cellsOf(bytes)).toEqual([
    { row: 4, cells: { name: 'Kofi', date_of_birth: '1990-05-13' } },
    { row: 5, cells: { name: 'Kofix', date_of_birth: '0.3' } },
    { row: 6, cells: { name: '233241234567', date_of_birth: '1990-05-13T12:00:00.000Z' } },
  ])
  const of1904 = await workbook({
    from1904: true,
    formats: '<cellXfs><xf numFmtId="14"/></cellXfs>',
    sheets: [data(`<row>${text('day')}</row><row><c s="0"><v>31544</v></c></row>`)],
  })
  expect((await cellsOf(of1904))[0]?.cells).toEqual({ day: '1990-05-13' })
})

test('finds the header below a title, and on the visible sheet that has it', async () => {
  const bytes = await workbook({
    sheets: [
      { ...data(`<row>${text('name')}</row><row>${text('hidden')}</row>`), hidden: true },
      data(`<row>${text('Remarks')}</row>`),
      {
        xml: `<sheetData><row>${text('Ministers of 2027')}</row><row/><row>${text('Name')}${text('Town')}</row><row>${text('Ama')}${text('Kasoa')}</row></sheetData><mergeCells><mergeCell ref="A1:B1"/></mergeCells>`,
      },
    ],
  })
  expect(await cellsOf(bytes, (headers) => headers.includes('name'))).toEqual([
    { row: 4, cells: { name: 'Ama', town: 'Kasoa' } },
  ])
  // Nothing fits: the first sheet with rows, so that the error names what is missing.
  expect(await cellsOf(bytes, () => false)).toEqual([])
})

test('names the cells that it cannot read', async () => {
  const bytes = await workbook({
    sheets: [
      data(
        `<row>${text('name')}${text('phone')}</row><row r="7">${text('Ama')}<c r="B7"><f>A1</f></c></row><row>${text('Esi')}<c t="e"><v>#REF!</v></c></row>`,
      ),
    ],
  })
  const rows = await rowsOf(bytes)
  expect(rows.map(({ row, problems }) => ({ row, problems }))).toMatchObject([
    { row: 7, problems: [{ field: 'phone', code: 'formula' }] },
    { row: 8, problems: [{ field: 'phone', code: 'cell_error' }] },
  ])
  expect(rows[0]?.problems[0]?.says?.('en')).toMatch(/^B7: A formula without a result/)
  const merged = await workbook({
    sheets: [
      {
        xml: `<sheetData><row>${text('name')}${text('district')}</row><row>${text('Ama')}${text('Kasoa')}</row><row>${text('Esi')}</row></sheetData><mergeCells><mergeCell ref="B2:B3"/></mergeCells>`,
      },
    ],
  })
  await expect(rowsOf(merged)).rejects.toMatchObject({ code: 'spreadsheet_merged' })
  const [error] = await Promise.all([rowsOf(merged).catch((refused: unknown) => refused)])
  expect(Object(error).says('de')).toContain('B2:B3')
})

test('refuses files that are something else', async () => {
  const refusal = async (bytes: Buffer) => rowsOf(bytes).catch((error: unknown) => Object(error).code)
  expect(await refusal(Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1]))).toBe('spreadsheet_unsupported')
  expect(await refusal(await zipped({ 'content.xml': '<office/>' }))).toBe('spreadsheet_unsupported')
  expect(await refusal(await workbook({ sheets: [{ ...data(''), hidden: true }] }))).toBe('spreadsheet_unsupported')
  expect(await refusal(await workbook({ sheets: [data('')] }))).toBe('file_unreadable')
  const whole = await written(['name'], [['Ama'], ['Esi']])
  expect(await refusal(whole.subarray(0, whole.length - 30))).toBe('file_unreadable')
  const broken = Buffer.from(whole)
  broken.fill(0x55, 60, 90)
  expect(await refusal(broken)).toBe('file_unreadable')
})

test('unpacks no bombs', async () => {
  const refusal = async (bytes: Buffer) => rowsOf(bytes).catch((error: unknown) => Object(error).code)
  // 18 MB of one letter take 18 kB.
  const bomb = await workbook({ sheets: [data(`<row>${text('name')}</row><!--${'x'.repeat(18_000_000)}-->`)] })
  expect(bomb.length).toBeLessThan(100_000)
  expect(await refusal(bomb)).toBe('spreadsheet_too_large')
  // The same with a declared size that is a lie: the directory says one kilobyte.
  const liar = Buffer.from(bomb)
  for (let at = liar.indexOf('PK\u0001\u0002'); at >= 0; at = liar.indexOf('PK\u0001\u0002', at + 4))
    liar.writeUInt32LE(Math.min(1024, liar.readUInt32LE(at + 24)), at + 24)
  expect(await refusal(liar)).toBe('file_unreadable')
  expect(await refusal(await workbook({ sheets: [data(`<row>${text('y'.repeat(300_000))}</row>`)] }))).toBe(
    'spreadsheet_too_large',
  )
  expect(await refusal(await workbook({ sheets: [data('<row><c r="XFD1"><v>1</v></c></row>')] }))).toBe(
    'spreadsheet_too_large',
  )
  // Dividing the file would not help: the cell is named.
  const stray = await workbook({ sheets: [data('<row r="4"><c r="XFD4"><v>1</v></c></row>')] })
  const error = await rowsOf(stray).catch((refused: unknown) => refused)
  expect(error instanceof AppError && error.says?.('en')).toContain('Cell XFD4 is too far to the right')
  const far = `<row><c r="${'Z'.repeat(250)}2" t="e"><v>#N/A</v></c></row>`
  expect(await refusal(await workbook({ sheets: [data(far)] }))).toBe('file_unreadable')
  const deep = await workbook({ sheets: [{ xml: '<a>'.repeat(1_000_000) }] })
  expect(await refusal(deep)).toBe('file_unreadable')
  // Twenty sheets that are one part are read once.
  const named = '<x:sheet name="S" r:id="rId0"/>'
  const repeated = await zipped({
    '_rels/.rels': `<Relationships><Relationship Id="r" Type="${RELATIONS}/officeDocument" Target="w.xml"/></Relationships>`,
    'w.xml': `<x:workbook>${named.repeat(20)}</x:workbook>`,
    '_rels/w.xml.rels': `<Relationships><Relationship Id="rId0" Type="${RELATIONS}/worksheet" Target="s.xml"/></Relationships>`,
    's.xml': '<worksheet/>',
  })
  expect(await openWorkbook(repeated)).toHaveLength(1)
  // Entities of a document type are not expanded.
  const entity = await workbook({
    sheets: [{ xml: `<!DOCTYPE a [<!ENTITY a "boom">]><sheetData><row>${text('&a;')}</row></sheetData>` }],
  })
  expect(await refusal(entity)).toEqual([])
})

test('a sheet that is too long is refused before a row is read; empty rows do not count', async () => {
  const filled = (count: number) =>
    Array.from({ length: count }, (_, row) => `<x:row r="${row + 1}">${text('A')}</x:row>`)
  const long = await openTable(await workbook({ sheets: [data(filled(200_100).join(''))] }))
  await expect(long.checkLength()).rejects.toMatchObject({ code: 'spreadsheet_too_long' })
  const styled = Array.from({ length: 210_000 }, (_, row) => `<row r="${row + 11}"><c r="A${row + 11}" s="1"/></row>`)
  const short = await openTable(await workbook({ sheets: [data([...filled(10), ...styled].join(''))] }))
  await short.checkLength()
  expect(await rowsOf(await workbook({ sheets: [data([...filled(3), ...styled].join(''))] }))).toHaveLength(2)
})

test.each([
  ['a PDF', '%PDF-1.4'],
  ['a page that is called XLS', '\ufeff <HTML><table><tr><td>name'],
  ['a picture', Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')],
])('%s is no table', async (_, bytes) => {
  await expect(openTable(Buffer.from(bytes))).rejects.toMatchObject({ code: 'spreadsheet_unsupported' })
})
