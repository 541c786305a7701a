import { text } from 'node:stream/consumers'
import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import iconv from 'iconv-lite'
import { expect, test } from 'vitest'
import { AppError } from '../errors.ts'
import { guardedCell, readCsv, writeCsv } from './csv.ts'
import { readTable } from './table-reader.ts'

const rowsOf = async (bytes: Buffer | string) => {
  const rows = []
  for await (const { row, cells } of readTable(Buffer.from(bytes))) rows.push({ row, cells })
  return rows
}

test('reads what offices save: marks, encodings, delimiters, quotes, headers in any spelling', async () => {
  const table = 'Name;Other-Names\r\nÀma;"Ọla; Ɛsi"\r\n\r\n;\r\nKofi;\r\n'
  const expected = [
    { row: 2, cells: { name: 'Àma', other_names: 'Ọla; Ɛsi' } },
    { row: 5, cells: { name: 'Kofi', other_names: '' } },
  ]
  expect(await rowsOf(table)).toEqual(expected)
  expect(await rowsOf(`\ufeff${table}`)).toEqual(expected)
  for (const encoding of ['utf16le', 'utf16be'])
    expect(await rowsOf(iconv.encode(table, encoding, { addBOM: true }))).toEqual(expected)
  expect(await rowsOf(iconv.encode('name,town\nJosé,Élmina\n', 'win1252'))).toEqual([
    { row: 2, cells: { name: 'José', town: 'Élmina' } },
  ])
})

test('names a row as a spreadsheet shows it, also below cells of several lines and empty rows', async () => {
  const table = 'name,note\n"Ama","one\ntwo\nthree"\n\nKofi,\n"Esi\r\nMensah",\nYaw,\n'
  expect((await rowsOf(table)).map(({ row, cells }) => [row, cells['name']?.slice(0, 3)])).toEqual([
    [2, 'Ama'],
    [4, 'Kof'],
    [5, 'Esi'],
    [6, 'Yaw'],
  ])
})

test('names the row in which a quote begins that is not closed, and keeps quotes that are part of a text', async () => {
  const said = async (table: string) => {
    const error: unknown = await rowsOf(table).catch((reason: unknown) => reason)
    if (!(error instanceof AppError)) return undefined
    return [error.code, error.says?.('en').match(/row (\d+)/)?.[1]]
  }
  expect(await said('name,bio\n"Ama","one\ntwo"\n"Kofi,x\nEsi,y\n')).toEqual(['file_unreadable', '3'])
  // The next quote would close it, and what follows would be part of the name.
  expect(await said('name,bio\nAma,x\n"Kofi,"abc"\n')).toEqual(['file_unreadable', '3'])
  expect(await said('name;bio\n"Kofi;x\n"Ama";y\n')).toEqual(['file_unreadable', '2'])
  const kept = ['"Hope" Chapel', '5" nail', '"a, b" c', '"']
  const table = 'name,bio\n"Hope" Chapel,x\n5" nail,x\n"""a, b"" c",x\n"""",x\n'
  expect((await rowsOf(table)).map(({ cells }) => cells['name'])).toEqual(kept)
})

test('reads long files without breaking characters apart', async () => {
  const names = Array.from({ length: 30_000 }, (_, index) => `Ɔsɛe 🙏 ${index}`)
  const rows = await rowsOf(`name\n${names.join('\n')}\n`)
  expect(rows.map(({ cells }) => cells['name'])).toEqual(names)
  expect(rows.at(-1)?.row).toBe(30_001)
})

test('refuses what is not a table', async () => {
  await expect(rowsOf(`name\n${'x\n'.repeat(200_001)}`)).rejects.toMatchObject({ code: 'spreadsheet_too_long' })
  await expect(rowsOf('')).rejects.toMatchObject({ code: 'file_unreadable' })
  await expect(rowsOf(Buffer.from([0x50, 0x4b, 3, 4, 0, 0, 0, 1]))).rejects.toMatchObject({ code: 'file_unreadable' })
  // The beginning of a picture, under whatever name.
  const picture = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')
  await expect(rowsOf(picture)).rejects.toMatchObject({ code: 'file_unreadable' })
  // Old programs end a file with a mark of their own.
  expect(await rowsOf('name\r\nAma\r\n\x1a')).toHaveLength(2)
  await expect(rowsOf(`name\n${'x'.repeat(10_000_000)}`)).rejects.toMatchObject({ code: 'file_unreadable' })
})

test('guards formulas without breaking phone numbers, and reads its own guard back', async () => {
  expect(guardedCell('+233241234567')).toBe('+233241234567')
  expect(guardedCell('-12.5')).toBe('-12.5')
  expect(guardedCell('\t=1')).toBe("'\t'=1")
  for (const formula of ['=1+1', '+cmd|x', '-2+3', '@SUM(A1)']) expect(guardedCell(formula)).toBe(`'${formula}`)
  const rows = [['=HYPERLINK("x")', '+233241234567', null]]
  for (const language of ['en', 'de'] as const) {
    const written = await text(writeCsv(['name', 'phone', 'note'], [rows], language))
    expect(await rowsOf(written)).toEqual([
      { row: 2, cells: { name: '=HYPERLINK("x")', phone: '+233241234567', note: '' } },
    ])
  }
})

test('a cell begins no formula under another delimiter either, and is read back as it was', async () => {
  const hostile = ['a;=1+1', 'a,+cmd|x', 'a\t@SUM(A1)', 'x\n=1+1', 'x; "=1+1', '＝1+1', ' =1+1', 'plain; text', '1;-2']
  const rows = hostile.map((cell) => [cell, 'note'])
  for (const language of ['en', 'de'] as const) {
    const written = await text(writeCsv(['cell', 'note'], [rows], language))
    for (const delimiter of [',', ';', '\t', '|'])
      for (const cell of written.split(/[\r\n]/).flatMap((line) => line.split(delimiter)))
        expect(cell.replace(/^["\s]+/, ''), `${language} read with ${JSON.stringify(delimiter)}`).not.toMatch(
          /^[=+\-@＝]/,
        )
    expect((await rowsOf(written)).map(({ cells }) => cells['cell'])).toEqual(hostile.map((cell) => cell.trim()))
  }
})

test('whatever the cells hold, as many rows are read as were written, each with its cells', async () => {
  const piece = fc.constantFrom(...'\n \r \r\n , ; \t | " \' = [x] 🙏 12'.split(' '), ' ')
  const cell = fc.array(piece, { maxLength: 6 }).map((pieces) => pieces.join(''))
  const rows = fc.array(fc.tuple(cell, cell), { maxLength: 5 })
  await fc.assert(
    fc.asyncProperty(rows, fc.constantFrom('en' as const, 'de' as const), async (cells, language) => {
      const written = [
        ['row', 'first', 'second'],
        ...cells.map(([first, second], index) => [`row ${index}`, first, second].map(guardedCell)),
      ]
      const file = await text(
        writeCsv(written[0] ?? [], [cells.map((row, index) => [`row ${index}`, ...row])], language),
      )
      const own = []
      for await (const { values } of readCsv(Buffer.from(file))) own.push(values)
      expect(own).toEqual(written)
      // Spreadsheets end a row at every line end that is not quoted.
      const delimiter = language === 'en' ? ',' : ';'
      expect(parse(file, { bom: true, delimiter, record_delimiter: ['\r\n', '\n', '\r'] })).toEqual(written)
    }),
  )
})
