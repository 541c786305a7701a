import { formatAmount, formatCount, formatDay, formatRange, formatTime } from '@shiloh/contract/text/format'
import { dayIn } from '@shiloh/contract/text/zone'
import {
  FEWEST_SHOWN,
  type ShownCount,
  type Sitting,
  VENDOR_FILES,
  type VendorCatering,
  type VendorEvent,
  type VendorStatement,
} from '@shiloh/contract/vendors/vendors'
import type { FileAnswer, ReadContext } from '#platform/context'
import { amountCell, type CellValue, dayCell } from '#platform/tables/cells'
import { writeCsv } from '#platform/tables/csv'
import { writeXlsx } from '#platform/tables/xlsx-writer'
import { INK, openPdf, PAGE_HEIGHT, PAGE_WIDTH, type PdfDoc, QUIET, rule, write } from '#platform/text/pdf'
import { linesIn, measureColumn, shareWidth } from '#platform/text/pdf-columns'
import { translator } from '#platform/text/texts'
import { findOrganisationName } from './covers.sql.ts'
import { texts } from './texts.ts'

/** The files of vendors: a few small tables, as PDF or on one sheet. */

type Format = keyof typeof VENDOR_FILES

/** A cell of a sheet, and the same in words. */
interface Cell {
  readonly value: CellValue
  readonly text: string
}

interface Table {
  readonly name: string
  readonly headers: readonly string[]
  /** The first column of figures: these are at the right. */
  readonly figures: number
  readonly rows: readonly (readonly Cell[])[]
  readonly total?: readonly Cell[]
}

interface Paper {
  readonly name: 'covers' | 'statement'
  readonly title: string
  readonly about: readonly string[]
  readonly tables: readonly Table[]
}

const word = (text: string): Cell => ({ value: text, text })

const toolsOf = (ctx: ReadContext, event: VendorEvent | null) => {
  const say = translator(texts, ctx.language)
  const zone = event?.time_zone ?? 'UTC'
  const count = (value: number): Cell => ({ value, text: formatCount(value, ctx.language) })
  return {
    say,
    count,
    amount: (minor: number): Cell => ({ value: amountCell(minor), text: formatAmount(minor, ctx.language) }),
    day: (day: string | null): Cell =>
      day === null ? word('') : { value: dayCell(day), text: formatDay(`${day}T12:00:00Z`, ctx.language, 'UTC') },
    time: (from: string | null, until: string | null): Cell =>
      word([from, until].flatMap((at) => (at === null ? [] : [formatTime(at, ctx.language, zone)])).join(' – ')),
    shown: ({ least, most }: ShownCount): Cell => {
      if (least === most) return count(least)
      return word(least === 0 ? say('fewer_than', { count: most + 1 }) : say('at_least', { count: least }))
    },
    named:
      event === null
        ? say('no_events')
        : `${event.name}, ${formatRange(event.starts_at, event.ends_at, ctx.language, zone)}`,
    asOf: say('as_of', {
      date: formatDay(ctx.now, ctx.language, zone),
      time: formatTime(ctx.now, ctx.language, zone),
    }),
  }
}

/** The covers of an event. It begins with the meals from a day on; those before come last, unless there are no others. */
export const cateringFile = (
  ctx: ReadContext,
  { event, caterers, sittings }: VendorCatering,
  {
    format,
    day: from = dayIn(ctx.now, event?.time_zone ?? 'UTC'),
  }: { readonly format: Format; readonly day?: string | undefined },
) => {
  const { say, count, day, time, shown, named, asOf } = toolsOf(ctx, event)
  const isBefore = (one: Sitting) => one.day !== null && one.day < from
  const before = sittings.filter(isBefore)
  const ahead = sittings.filter((one) => !isBefore(one))
  const mealsTable = (name: string, rows: readonly Sitting[]): Table => ({
    name,
    headers: [
      say('day'),
      say('time'),
      say('meal'),
      say('caterer'),
      say('ordered'),
      say('eaten_column'),
      say('unordered'),
    ],
    figures: 4,
    rows: rows.map((one) => [
      day(one.day),
      time(one.starts_at, one.ends_at),
      word(one.name),
      word(one.caterer),
      count(one.ordered),
      one.eaten === 0 && isAhead(one.starts_at, ctx.now) ? word(say('not_yet')) : count(one.eaten),
      count(one.unordered),
    ]),
  })
  const signed = (value: number) => `${value < 0 ? '−' : '+'}${Math.abs(value)}`
  return paperFile(ctx, format, event, {
    name: 'covers',
    title: say('covers'),
    about: [named, asOf, say('covers_note', { count: FEWEST_SHOWN })],
    tables: [
      mealsTable(say('meals'), ahead.length > 0 ? ahead : sittings),
      {
        name: say('ordered_by'),
        headers: [say('caterer'), say('persons'), say('since_yesterday')],
        figures: 1,
        rows: caterers.map((one) => [
          word(one.name),
          count(one.ordered),
          { value: one.more - one.fewer, text: signed(one.more - one.fewer) },
        ]),
      },
      {
        name: say('diets'),
        headers: [say('caterer'), say('need'), say('persons')],
        figures: 2,
        rows: caterers.flatMap((one) => one.diets.map((need) => [word(one.name), word(say(need.diet)), shown(need)])),
      },
      ...(ahead.length > 0 && before.length > 0
        ? [mealsTable(say('meals_before', { date: day(from).text }), before)]
        : []),
    ],
  })
}

/** Returns whether a sitting has not begun. */
const isAhead = (startsAt: string | null, now: Date): boolean =>
  startsAt !== null && Date.parse(startsAt) > now.getTime()

export const statementFile = (
  ctx: ReadContext,
  { event, deadline, days, lines, changes, due }: VendorStatement,
  format: Format,
) => {
  const { say, count, amount, day, named, asOf } = toolsOf(ctx, event)
  const currency = event?.currency ?? ''
  const zone = event?.time_zone ?? 'UTC'
  const late =
    deadline === null
      ? ''
      : say('late', { date: formatDay(deadline, ctx.language, zone), time: formatTime(deadline, ctx.language, zone) })
  const nameOf = ({ kind, name }: VendorStatement['lines'][number]) => {
    if (kind === 'to_return') return say('not_ordered_now', { name })
    return kind === 'former' ? say('former', { name }) : name
  }
  const hasOthers = changes.some(({ by_others }) => by_others > 0)
  return paperFile(ctx, format, event, {
    name: 'statement',
    title: say('statement'),
    about: [named, asOf, say('due_note')],
    tables: [
      {
        name: say('due'),
        headers: [
          say('item'),
          say('quantity'),
          say('days'),
          say('price', { currency }),
          say('delivered'),
          say('amount', { currency }),
        ],
        figures: 1,
        rows: lines.map((line) => [
          word(nameOf(line)),
          count(line.quantity),
          line.kind === 'caterer' ? count(line.units) : word(''),
          amount(line.unit_price),
          line.delivered === null ? word('') : count(line.delivered),
          amount(line.amount),
        ]),
        total: [word(say('total')), word(''), word(''), word(''), word(''), amount(due)],
      },
      {
        name: say('how'),
        headers: [
          say('item'),
          say('booked'),
          say('more'),
          say('fewer'),
          say('cancelled'),
          ...(hasOthers ? [say('by_others')] : []),
          say('ordered'),
          late,
        ],
        figures: 1,
        rows: changes.map((one) => [
          word(one.name),
          count(one.booked),
          count(one.more),
          count(one.fewer),
          count(one.cancelled),
          ...(hasOthers ? [count(one.by_others)] : []),
          count(one.ordered),
          deadline === null ? word('') : count(one.late),
        ]),
      },
      {
        name: say('by_day'),
        headers: [
          say('day'),
          say('caterer'),
          say('persons'),
          say('meals_ordered'),
          say('eaten_column'),
          say('unordered'),
          say('amount', { currency }),
        ],
        figures: 2,
        rows: days.map((one) => [
          day(one.day),
          word(one.caterer),
          count(one.persons),
          count(one.ordered),
          one.served ? count(one.eaten) : word(say('not_yet')),
          one.served ? count(one.unordered) : word(''),
          amount(one.amount),
        ]),
      },
    ],
  })
}

const fileName = (event: VendorEvent | null, paper: Paper, now: Date, format: Format): string =>
  `${[paper.name, (event?.name ?? '').normalize('NFD').replace(/[^A-Za-z0-9]+/g, '-'), now.toISOString().slice(0, 10)]
    .filter((part) => part !== '')
    .join('-')
    .toLowerCase()}.${format}`

const paperFile = async (
  ctx: ReadContext,
  format: Format,
  event: VendorEvent | null,
  paper: Paper,
): Promise<FileAnswer> => {
  const file = { name: fileName(event, paper, ctx.now, format), mime: VENDOR_FILES[format] }
  const organisation = await findOrganisationName(ctx.db)
  if (format === 'pdf') return { ...file, body: paperPdf(ctx, paper, organisation) }
  const [first, ...others] = paper.tables
  const values = (cells: readonly Cell[]) => cells.map(({ value }) => value)
  const rowsOf = ({ rows, total }: Table) => [...rows.map(values), ...(total ? [values(total)] : [])]
  const records = [
    ...(first ? rowsOf(first) : []),
    ...others.flatMap((table) => [[], [table.name], [...table.headers], ...rowsOf(table)]),
  ]
  if (format === 'csv') return { ...file, body: writeCsv(first?.headers ?? [], [records], ctx.language) }
  return {
    ...file,
    body: writeXlsx(
      { name: paper.title, headers: first?.headers ?? [], above: [paper.title, organisation, ...paper.about] },
      [records],
    ),
  }
}

/** Points. */
const MARGIN = 40
const SIZE = 9.5
const LINE = 13
const PAD = 4
const GUTTER = 10
const WIDTH = PAGE_WIDTH - 2 * MARGIN

type Style = { readonly strong?: boolean; readonly colour?: string }

/** Returns how a table stands on the page: how high a row will be, and what draws it. */
const layOut = (doc: PdfDoc, { headers, rows, total, figures }: Table) => {
  const all = [...rows, ...(total ? [total] : [])]
  const wishes = headers.map((header, index) =>
    measureColumn(doc, {
      header,
      cells: all.map((row) => row[index]?.text ?? ''),
      isFigure: index >= figures,
      size: SIZE,
    }),
  )
  const widths = shareWidth(wishes, WIDTH - GUTTER * (headers.length - 1))
  return {
    heightOf: (cells: readonly string[]): number =>
      Math.max(...cells.map((text, index) => linesIn(doc, text, widths[index] ?? 1, SIZE))) * LINE + 2 * PAD,
    draw: (cells: readonly string[], y: number, { strong = false, colour = INK }: Style = {}): void => {
      let x = MARGIN
      for (const [index, width] of widths.entries()) {
        const align = index >= figures ? 'right' : 'left'
        // A point more: what was measured to fit must not break.
        write(doc, cells[index] ?? '', x, y + PAD, { size: SIZE, width: width + 1, align, strong, colour })
        x += width + GUTTER
      }
    },
  }
}

const paperPdf = (ctx: ReadContext, paper: Paper, organisation: string): PdfDoc => {
  const doc = openPdf({ title: paper.title, author: organisation, language: ctx.language, now: ctx.now })
  doc.addPage()
  let y = write(doc, organisation, MARGIN, MARGIN - 4, { size: SIZE, colour: QUIET, width: WIDTH }) + 6
  y = write(doc, paper.title, MARGIN, y, { face: 'serif', size: 22, width: WIDTH }) + 4
  for (const line of paper.about) y = write(doc, line, MARGIN, y, { size: SIZE, colour: QUIET, width: WIDTH }) + 2
  const turnBefore = (height: number): boolean => {
    if (y + height <= PAGE_HEIGHT - MARGIN) return false
    doc.addPage()
    y = MARGIN
    return true
  }
  for (const table of paper.tables.filter(({ rows }) => rows.length > 0)) {
    const { heightOf, draw } = layOut(doc, table)
    const put = (cells: readonly string[], style?: Style) => {
      draw(cells, y, style)
      y += heightOf(cells)
    }
    const head = () => {
      put(table.headers, { strong: true, colour: QUIET })
      rule(doc, MARGIN, y, WIDTH, INK)
    }
    turnBefore(5 * LINE + heightOf(table.headers))
    y = write(doc, table.name, MARGIN, y + 18, { face: 'serif', size: 14, width: WIDTH }) + 4
    head()
    for (const row of table.rows) {
      const cells = row.map(({ text }) => text)
      if (turnBefore(heightOf(cells))) head()
      put(cells)
      rule(doc, MARGIN, y, WIDTH)
    }
    if (table.total) {
      const cells = table.total.map(({ text }) => text)
      turnBefore(heightOf(cells))
      rule(doc, MARGIN, y, WIDTH, INK)
      put(cells, { strong: true })
    }
  }
  doc.end()
  return doc
}
