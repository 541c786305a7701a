import { buffer } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { openPdf, type PdfDoc, write, writeLine, writeOnBaseline } from './pdf.ts'

const about = { title: 'Test', author: 'Test', language: 'en', now: new Date(0) } as const
const look = { size: 14, colour: '#000000', strong: false } as const

/** Returns the families of the fonts that a document has, without the prefixes of their subsets. */
const familiesOf = async (draw: (doc: PdfDoc) => void): Promise<string[]> => {
  const doc = openPdf(about)
  doc.addPage()
  draw(doc)
  doc.end()
  const names = [...(await buffer(doc)).toString('latin1').matchAll(/\/BaseFont \/[A-Z]{6}\+([A-Za-z]+)/g)]
  return [...new Set(names.map(([, name = '']) => name.replace(/(Regular|Roman|16pt).*/, '')))].sort()
}

test('a name has one typeface, also with letters of Akan and Ewe', async () => {
  const inSerif = await Promise.all(
    ['Nyamekyɛ', 'Gbi-Wɛgbe', 'Dvořák', 'Ama Mensah'].flatMap((name) => [
      familiesOf((doc) => write(doc, name, 0, 20, { face: 'serif' })),
      familiesOf((doc) => writeOnBaseline(doc, name, 0, 20, { ...look, face: 'serif' })),
    ]),
  )
  expect(inSerif.map((families) => families.length)).toEqual(inSerif.map(() => 1))
  const [akan, , , , , , plain] = inSerif
  expect([akan, plain]).toEqual([[expect.stringContaining('Noto')], [expect.stringContaining('Newsreader')]])
  const inLine = await familiesOf((doc) => writeLine(doc, 'Nyamekyɛ', 0, 20, { ...look, width: 200, align: 'left' }))
  expect(inLine).toEqual([expect.stringContaining('Inter')])
})
