import { once } from 'node:events'
import { PassThrough } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import { formatDate, formatTime } from '@shiloh/contract/text/format'
import { dayIn } from '@shiloh/contract/text/zone'
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
  writeLine,
} from '#platform/text/pdf'
import { linesIn, measureColumn, shareWidth, type Wish } from '#platform/text/pdf-columns'
import { aboutReport, type Built, cellText, type NamedColumn } from './build.ts'
import { type Cell, cellIn, cellOf, type Known, type ReportRow, type Scope } from './report.ts'

/** Points. */
const MARGIN = 40
const GUTTER = 12
const SIZE = 9
const LINE = 12
const PAD = 4
const SECTION = 30
const FOOT = 26
/** A box to tick before a row. */
const BOX = 9
/** Rows whose cells decide the widths of the columns. */
const MEASURED = 400
/** A table that is wider than this turns the page. */
const PORTRAIT = PAGE_WIDTH - 2 * MARGIN
/** Rows that are measured in one turn of the event loop, so that requests do not wait for a long list. */
const A_TURN = 200

interface Line {
  readonly kind: 'section' | 'row' | 'total'
  readonly cells: readonly string[]
  readonly height: number
  /** Where the person was when it was printed. */
  readonly known?: Known | null
}

interface Layout {
  readonly doc: PdfDoc
  readonly columns: readonly NamedColumn[]
  readonly widths: readonly number[]
  readonly width: number
  readonly height: number
  readonly headHeight: number
  /** What is written by hand, from left to right. Undefined: nothing is. */
  readonly lines: readonly { readonly name: string; readonly width: number }[] | undefined
}

/** On a list to tick, headings of fewer rows than this take more paper than they help. */
const ROWS_A_HEADING = 3

/** Returns whether a list to tick has too few rows for its headings. */
const isSparse = ({ report, rows }: Built): boolean =>
  report.byHand !== undefined && rows.length < ROWS_A_HEADING * new Set(rows.map((row) => cellOf(row, 'section'))).size

/** A time of today, and the day of another one. */
const momentOf = ({ language, dates, event, now }: Scope, at: Date): string => {
  const day = formatDate(at, language, event.time_zone, dates)
  return dayIn(at, event.time_zone) === dayIn(now, event.time_zone) ? formatTime(at, language, event.time_zone) : day
}

const isFigure = ({ kind }: NamedColumn): boolean => kind !== 'text'

const heightOf = (doc: PdfDoc, cells: readonly string[], widths: readonly number[]): number =>
  Math.max(...cells.map((text, index) => linesIn(doc, text, widths[index] ?? 1, SIZE))) * LINE + 2 * PAD

/** The letter of a bed before a name, in a list of names. */
const BED_LETTER = /(^|, )([A-Z]+) /g

/** Shows a cell on paper, where the letter of a bed stays on the line of its name. */
const paperText = (cell: Cell, column: NamedColumn, scope: Scope): string => {
  const text = cellText(cell, column, scope)
  return column.key === 'guests' ? text.replace(BED_LETTER, '$1$2\u00a0') : text
}

/** Measures columns by their first rows. */
const measure = (built: Built, doc: PdfDoc, columns: readonly NamedColumn[]): Wish[] => {
  const { rows, totals, scope } = built
  const some = [...rows.slice(0, MEASURED), ...(totals ? [totals] : [])]
  return columns.map((column) =>
    measureColumn(doc, {
      header: column.name,
      cells: some.map((row) => paperText(cellIn(row, column), column, scope)),
      isFigure: isFigure(column),
      size: SIZE,
    }),
  )
}

/** On a list to tick, a word that no row has takes room from the names. What nobody owes stays: its column says so. */
const isBlank = ({ report, rows }: Built, column: NamedColumn): boolean =>
  report.byHand !== undefined && !isFigure(column) && rows.length > 0 && rows.every((row) => !cellIn(row, column))

/** Returns the width that is written on by hand, with the gutters before it. */
const byHandWidth = (lines: NonNullable<Layout['lines']>): number =>
  lines.reduce((sum, { width }) => sum + GUTTER + width, 0)

/** Divides the rows into pages. */
const paginate = async (
  built: Built,
  layout: Layout,
  firstTop: number,
  { pageEach, hasHeadings }: { readonly pageEach: boolean; readonly hasHeadings: boolean },
): Promise<Line[][]> => {
  const { doc, columns, widths, height, headHeight } = layout
  const { rows, totals, report, scope } = built
  const cells = (row: ReportRow) =>
    columns.map((column) => {
      const cell = cellIn(row, column)
      // On paper, only what has to be done is written.
      return report.byHand && cell === 0 ? '' : paperText(cell, column, scope)
    })
  const bottom = height - MARGIN - FOOT
  const pages: Line[][] = [[]]
  let y = firstTop + headHeight
  const turn = () => {
    pages.push([])
    y = MARGIN + LINE + 8 + headHeight
  }
  const put = (line: Line, with_ = 0) => {
    if (y + line.height + with_ > bottom && (pages.at(-1)?.length ?? 0) > 0) turn()
    pages.at(-1)?.push(line)
    y += line.height
  }
  let section: string | undefined
  for (const [index, row] of rows.entries()) {
    if (index % A_TURN === 0) await setImmediate()
    const written = cells(row)
    const line: Line = {
      kind: 'row',
      cells: written,
      height: heightOf(doc, written, widths),
      known: report.byHand?.known(row) ?? null,
    }
    const named = hasHeadings ? String(cellOf(row, 'section') ?? '') : undefined
    if (named !== undefined && named !== section) {
      if (pageEach && section !== undefined) turn()
      section = named
      // A heading is not left alone at the foot of a page.
      put({ kind: 'section', cells: [named], height: SECTION }, line.height)
    }
    if (y + line.height > bottom && named !== undefined) {
      turn()
      put({ kind: 'section', cells: [named], height: SECTION })
    }
    put(line)
  }
  if (totals) {
    const written = cells(totals)
    put({ kind: 'total', cells: written, height: heightOf(doc, written, widths) + 4 })
  }
  return pages
}

const drawCells = (layout: Layout, cells: readonly string[], y: number, strong: boolean, colour = INK): void => {
  let x = MARGIN + (layout.lines === undefined ? 0 : BOX + GUTTER)
  layout.columns.forEach((column, index) => {
    const width = layout.widths[index] ?? 0
    const align = isFigure(column) ? 'right' : 'left'
    const text = cells[index] ?? ''
    const style = { size: SIZE, width: width + 1, align, strong, colour } as const
    if (widthOf(layout.doc, text, SIZE) <= width) writeLine(layout.doc, text, x, y, style)
    else write(layout.doc, text, x, y, style)
    x += width + GUTTER
  })
}

const drawHead = (layout: Layout, y: number): number => {
  const names = layout.columns.map(({ name }) => name)
  drawCells(layout, names, y + PAD, true, QUIET)
  let x = MARGIN + layout.width - byHandWidth(layout.lines ?? [])
  for (const { name, width } of layout.lines ?? []) {
    x += GUTTER
    writeLine(layout.doc, name, x, y + PAD, { size: SIZE, width, align: 'left', strong: true, colour: QUIET })
    x += width
  }
  rule(layout.doc, MARGIN, y + layout.headHeight - 2, layout.width, INK)
  return y + layout.headHeight
}

/** Draws a box to tick and the lines to write on; of somebody who is known to be inside or to have left, the time. */
const drawByHand = (
  { doc, width, lines = [] }: Layout,
  y: number,
  known: string | undefined,
  isInside: boolean,
): void => {
  if (!isInside)
    doc
      .lineWidth(0.9)
      .strokeColor(INK)
      .rect(MARGIN, y + PAD + 0.5, BOX, BOX)
      .stroke()
  const all = byHandWidth(lines) - GUTTER
  let x = MARGIN + width - all
  if (known === undefined)
    for (const line of lines) {
      rule(doc, x, y + PAD + LINE, line.width, QUIET)
      x += line.width + GUTTER
    }
  else
    writeLine(doc, known, x, y + PAD, {
      size: SIZE,
      width: all,
      colour: QUIET,
      align: 'left',
      strong: false,
    })
}

const drawLine = ({ scope }: Built, layout: Layout, { kind, cells, known }: Line, y: number): void => {
  const { doc, width } = layout
  if (kind === 'section') {
    write(doc, cells[0] ?? '', MARGIN, y + 10, { face: 'serif', size: 13, width })
    return
  }
  rule(doc, MARGIN, y, width, kind === 'total' ? INK : RULE)
  if (layout.lines !== undefined && kind === 'row')
    drawByHand(
      layout,
      y,
      known ? scope.say(`known_${known.what}`, { when: known.at ? momentOf(scope, known.at) : '' }) : undefined,
      known !== null && known !== undefined && known.what !== 'left',
    )
  drawCells(layout, cells, y + PAD, kind === 'total')
}

const drawTitle = (built: Built, layout: Layout, organisation: string): number => {
  const { doc, width } = layout
  const { language, dates, event, now, say } = built.scope
  const madeAt = say('as_of', {
    date: formatDate(now, language, event.time_zone, dates),
    time: formatTime(now, language, event.time_zone),
  })
  let y = write(doc, organisation, MARGIN, MARGIN - 4, { size: 9.5, colour: QUIET, width }) + 6
  y = write(doc, built.title, MARGIN, y, { face: 'serif', size: 22, width }) + 4
  const { byHand } = built.report
  const explained = byHand && built.rows.length > 0 ? [say(byHand.explained)] : []
  for (const line of [...aboutReport(built, madeAt), ...explained])
    y = write(doc, line, MARGIN, y, { size: 9.5, colour: QUIET, width }) + 2
  return write(doc, built.headline, MARGIN, y + 8, { face: 'serif', size: 13, width }) + 8
}

/** Ends when the reader has taken what was written, or is gone. */
const taken = async (out: PassThrough): Promise<void> => {
  if (out.destroyed || !out.writableNeedDrain) return
  await Promise.race([once(out, 'drain'), once(out, 'close')])
}

const draw = async (
  built: Built,
  { organisation, pageEach }: { readonly organisation: string; readonly pageEach: boolean },
  out: PassThrough,
): Promise<void> => {
  const { scope, report } = built
  const hasHeadings = report.sections === true && (pageEach || !isSparse(built))
  // Without headings a column says the district. Initials need none.
  const isLeftOut = report.sections && (hasHeadings || scope.grouping === 'name')
  const columns = built.columns.filter((one) => !(isLeftOut && one.key === 'section') && !isBlank(built, one))
  const about = { title: built.title, author: organisation, language: scope.language, now: scope.now }
  // Widths are measured with a document of their own: only what is drawn decides between upright and across.
  const wishes = measure(built, openPdf(about), columns)
  const gutters = GUTTER * (columns.length - 1)
  const needs = wishes.reduce((sum, { natural }) => sum + natural, gutters)
  // A list to tick stays upright: long names take a second line.
  const landscape = !report.byHand && needs > PORTRAIT * 1.06
  const doc = openPdf({ ...about, landscape })
  doc.pipe(out)
  const [pageWidth, height] = landscape ? [PAGE_HEIGHT, PAGE_WIDTH] : [PAGE_WIDTH, PAGE_HEIGHT]
  const width = pageWidth - 2 * MARGIN
  const lines = report.byHand?.lines.map(([text, width]) => ({ name: scope.say(text), width }))
  const widths = shareWidth(wishes, width - gutters - (lines ? BOX + GUTTER + byHandWidth(lines) : 0))
  const names = columns.map(({ name }) => name)
  const layout: Layout = {
    doc,
    columns,
    widths,
    width,
    height,
    headHeight: heightOf(doc, names, widths) + 2,
    lines,
  }
  doc.addPage()
  const top = drawTitle(built, layout, organisation)
  const pages = await paginate(built, layout, top, { pageEach, hasHeadings })
  for (const [index, lines] of pages.entries()) {
    if (out.destroyed) return
    if (index > 0) {
      doc.addPage()
      write(doc, `${built.title}, ${scope.event.name}`, MARGIN, MARGIN - 4, { size: 8.5, colour: QUIET, width })
    }
    let y = drawHead(layout, index > 0 ? MARGIN + LINE + 8 : top)
    for (const line of lines) {
      drawLine(built, layout, line, y)
      y += line.height
    }
    if (built.rows.length === 0) write(doc, scope.say('empty'), MARGIN, y + 8, { size: 11, colour: QUIET, width })
    const page = scope.say('page', { page: String(index + 1), pages: String(pages.length) })
    write(doc, page, MARGIN, height - MARGIN, { size: 8.5, colour: QUIET, width, align: 'right' })
    write(doc, organisation, MARGIN, height - MARGIN, { size: 8.5, colour: QUIET, width: width / 2 })
    await taken(out)
    await setImmediate()
  }
  doc.end()
}

/**
 * Streams a report as PDF: A4, upright or across, the head on every page. Pages are drawn one by one, as the reader
 * takes them.
 */
export const reportPdf = (
  built: Built,
  of: { readonly organisation: string; readonly pageEach: boolean },
): PassThrough => {
  const out = new PassThrough()
  draw(built, of, out).catch((error: unknown) => out.destroy(error instanceof Error ? error : new Error(String(error))))
  return out
}
