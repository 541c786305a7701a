import { once } from 'node:events'
import { PassThrough } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import {
  INK,
  openPdf,
  PAGE_HEIGHT,
  PAGE_WIDTH,
  type PdfDoc,
  QUIET,
  RULE,
  rule,
  widthOf,
  write,
} from '#platform/text/pdf'
import type { Built } from './build.ts'
import type { ReportRow, Sign } from './report.ts'

/** Points. */
const MARGIN = 56
const WIDTH = PAGE_WIDTH - 2 * MARGIN
const FOOT = 40
const ROOM = 190
/** A bed and its nights on the sign of a small room, and of the largest dormitory. */
const LARGEST = 28
const SMALLEST = 9

/** Returns the largest size up to `most` at which a text fits on one line. */
const fitting = (doc: PdfDoc, text: string, most: number, width: number, face: 'sans' | 'serif' = 'sans'): number => {
  const wide = widthOf(doc, text, most, face)
  return wide <= width ? most : Math.max(SMALLEST, Math.floor((most * width) / wide))
}

const drawGuests = (doc: PdfDoc, { guests }: Sign, top: number): void => {
  const room = PAGE_HEIGHT - MARGIN - FOOT - top
  // A dormitory has two columns before its names become small.
  const columns = guests.length > 14 ? 2 : 1
  const rows = Math.ceil(guests.length / columns)
  const height = Math.min(74, room / Math.max(1, rows))
  const size = Math.max(SMALLEST, Math.min(LARGEST, height * 0.4))
  const width = (WIDTH - (columns - 1) * 24) / columns
  guests.forEach(({ bed, name, nights }, index) => {
    const x = MARGIN + Math.floor(index / rows) * (width + 24)
    const y = top + (index % rows) * height
    rule(doc, x, y, width, RULE)
    const named = width - size * 1.6
    const nameSize = fitting(doc, name, size, named)
    const nightsSize = Math.min(12, size * 0.6)
    write(doc, bed, x, y + height * 0.14, { face: 'serif', size, width: size * 1.5 })
    write(doc, name, x + size * 1.6, y + height * 0.14, { size: nameSize, width: named + 8, strong: true })
    write(doc, nights, x + size * 1.6, y + height * 0.14 + size * 1.3, {
      size: nightsSize,
      width: named,
      colour: QUIET,
    })
  })
}

const drawSign = (doc: PdfDoc, sign: Sign, { event, organisation }: { event: string; organisation: string }): void => {
  doc.addPage()
  write(doc, sign.place, MARGIN, MARGIN, { size: 20, width: WIDTH, colour: QUIET })
  const size = fitting(doc, sign.room, ROOM, WIDTH, 'serif')
  const bottom = write(doc, sign.room, MARGIN, MARGIN + 26, { face: 'serif', size, width: WIDTH + 20 })
  rule(doc, MARGIN, bottom + 8, WIDTH, INK)
  drawGuests(doc, sign, bottom + 9)
  write(doc, event, MARGIN, PAGE_HEIGHT - MARGIN, { size: 11, width: WIDTH * 0.7, colour: QUIET })
  write(doc, organisation, MARGIN, PAGE_HEIGHT - MARGIN, { size: 11, width: WIDTH, colour: QUIET, align: 'right' })
}

/** Streams a sign for each room: A4, upright, the number to be read from the other end of the corridor. */
export const signsPdf = (built: Built, signOf: (row: ReportRow) => Sign, organisation: string): PassThrough => {
  const { scope, rows, title } = built
  const out = new PassThrough()
  const draw = async (): Promise<void> => {
    const doc = openPdf({ title, author: organisation, language: scope.language, now: scope.now })
    doc.pipe(out)
    for (const row of rows) {
      if (out.destroyed) return
      drawSign(doc, signOf(row), { event: scope.event.name, organisation })
      if (out.writableNeedDrain) await Promise.race([once(out, 'drain'), once(out, 'close')])
      await setImmediate()
    }
    if (rows.length === 0) {
      doc.addPage()
      write(doc, title, MARGIN, MARGIN, { face: 'serif', size: 28, width: WIDTH })
      write(doc, scope.say('empty'), MARGIN, MARGIN + 48, { size: 12, width: WIDTH, colour: QUIET })
    }
    doc.end()
  }
  draw().catch((error: unknown) => out.destroy(error instanceof Error ? error : new Error(String(error))))
  return out
}
