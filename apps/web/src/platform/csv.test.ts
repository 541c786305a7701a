import { expect, it } from 'vitest'
import { csvFile } from './csv.ts'

it('writes what a spreadsheet reads back as it was, and runs nothing', async () => {
  const rows = [
    ['Row', 'Problem'],
    ['2', 'says "no", twice'],
    ['3', '=1+1'],
  ]
  const { blob, name } = csvFile('Users', rows, 'en')
  expect(name).toBe('Users.csv')
  const bytes = new Uint8Array(await blob.arrayBuffer())
  expect([...bytes.slice(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
  expect(new TextDecoder().decode(bytes)).toBe(`Row,Problem\r\n2,"says ""no"", twice"\r\n3,'=1+1\r\n`)
  expect(await csvFile('Personen', rows, 'de').blob.text()).toContain(`3;'=1+1`)
})
