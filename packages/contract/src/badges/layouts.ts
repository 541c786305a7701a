import { markPath } from '../events/covers.ts'
import { BLACK, type Card, GOLD, INK, type Measure, Pen, QUIET, SMALLEST, WHITE } from './paint.ts'

/** The six layouts of badges: small definitions over one engine (`paint.ts`). All lengths are millimetres. */

export const BADGE_LAYOUTS = ['a6', 'lanyard', 'label', 'wristband', 'couple', 'sheet'] as const
export type BadgeLayout = (typeof BADGE_LAYOUTS)[number]

/** What is printed of one person, in the words of one language. Diet and health are never among it. */
export interface Badge {
  readonly event: string
  /** The participant type, of a child with the age: "Child, 9". */
  readonly type: string
  /** The place of the type among those of the event: its colour and its mark. Null: a device without a network. */
  readonly tone: number | null
  readonly name: string
  readonly title: string | null
  readonly assembly: string | null
  readonly district: string | null
  /** Of a minor: who answers for them. */
  readonly guardian: string | null
  readonly code: string
  /** How often this person's badge was printed, with this one. */
  readonly times: number
  /** The same in words. Null: it is the first. */
  readonly print: string | null
  readonly room: {
    readonly block: string
    readonly name: string
    readonly bed: string
    readonly floor: string
  } | null
  readonly meals: string | null
}

/** Words of the layouts themselves. */
export interface BadgeWords {
  readonly glue: string
}

/** Colours of participant types. White text on each has a contrast of 5:1 and more. */
export const TONES = ['#1F5A46', '#2E3874', '#6B2A52', '#0B5566', '#70520F', '#4F4C55', '#A03E26', '#1D1C22'] as const
/** A mark for each colour, for printers and eyes without colour: circle, square, triangle, diamond, cross, star, ring, bar. */
export const TONE_MARKS = [
  'M12 3a9 9 0 1 1 0 18a9 9 0 0 1 0 -18z',
  'M4 4h16v16h-16z',
  'M12 3l10 18h-20z',
  'M12 1.5l10.5 10.5l-10.5 10.5l-10.5 -10.5z',
  'M9 3h6v6h6v6h-6v6h-6v-6h-6v-6h6z',
  'M12 2l3 7h7.5l-6 4.8l2.3 7.4l-6.8 -4.5l-6.8 4.5l2.3 -7.4l-6 -4.8h7.5z',
  'M12 3a9 9 0 1 1 0 18a9 9 0 0 1 0 -18zM12 8a4 4 0 1 0 0 8a4 4 0 0 0 0 -8z',
  'M2 8h20v8h-20z',
] as const
const toneOf = ({ tone }: Badge) => TONES[(tone ?? -1) % TONES.length] ?? INK
const typeMark = (pen: Pen, { tone }: Badge, x: number, y: number, size: number, colour: string): void => {
  const path = TONE_MARKS[(tone ?? -1) % TONE_MARKS.length]
  if (path) pen.mark(path, x, y, size, colour, true)
}

const STAIRS = 'M22 5h-5v5h-5v5h-5v5h-5'
const KITCHEN = 'M19 3v12h-5c-.023 -3.681 .184 -7.406 5 -12m0 12v6h-1v-3m-10 -14v17m-3 -17v3a3 3 0 1 0 6 0v-3'

/** Modules of white around a QR code. */
export const QUIET_MODULES = 4

interface Layout {
  readonly width: number
  readonly height: number
  /** Persons on one card. */
  readonly persons: number
  readonly draw: (pen: Pen, badges: readonly Badge[], words: BadgeWords) => void
}

const upperBand = (pen: Pen, badge: Badge, { width, height, size, base, inset, mark }: Band): void => {
  const colour = toneOf(badge)
  pen.box(0, 0, width, height, colour)
  pen.mark(markPath, inset, base - mark * 0.82, mark, WHITE)
  const wide = pen.line(badge.type, width - inset, base, {
    size,
    strong: true,
    colour: WHITE,
    align: 'right',
    most: width - 2 * inset - mark - size * 2,
  })
  typeMark(pen, badge, width - inset - wide - size * 1.25, base - size * 0.76, size * 0.8, WHITE)
}
interface Band {
  readonly width: number
  readonly height: number
  /** Of the word. */
  readonly size: number
  readonly base: number
  readonly inset: number
  readonly mark: number
}

const code = (pen: Pen, badge: Badge, x: number, y: number, { size, most, colour = GOLD }: Code): number =>
  pen.run(
    [
      { text: badge.code, strong: true, colour },
      ...(badge.print ? [{ text: `  ${badge.print}`, colour: colour === GOLD ? INK : colour }] : []),
    ],
    x,
    y,
    { size, most },
  )
interface Code {
  readonly size: number
  readonly most: number
  readonly colour?: string
}

/** Writes assembly and district on a line, or on two if they are long. */
const church = (pen: Pen, { assembly, district }: Badge, x: number, y: number, { size, most }: Code): void => {
  const style = { size, colour: QUIET, most }
  const both = [assembly, district].filter((one) => one !== null)
  if (pen.widthOf(both.join(', '), style) <= most) pen.line(both.join(', '), x, y, style)
  else for (const [index, one] of both.entries()) pen.line(one, x, y + index * size * 1.3, style)
}

/** Returns where somebody sleeps, as much of it as fits: the building is what can be left out. */
const roomText = (pen: Pen, room: NonNullable<Badge['room']>, style: { size: number; most: number }): string => {
  const short = [room.name, room.bed].filter(Boolean).join(', ')
  const whole = `${room.block} ${short}`
  return pen.widthOf(whole, style) * ROOM_LEAST <= style.most ? whole : short
}
/** The building is left out before the text is smaller than this part of its size. */
const ROOM_LEAST = 0.85

type Line = readonly [base: number, size: number]

/** Writes building, room and bed below each other so that they end at `x`. Each line has its base and its size. */
const roomColumn = (
  pen: Pen,
  room: NonNullable<Badge['room']>,
  x: number,
  most: number,
  [block, name, bed]: readonly [block: Line, name: Line, bed: Line],
): void => {
  pen.line(room.block, x, block[0], { size: block[1], colour: QUIET, align: 'right', most })
  pen.line(room.name, x, name[0], { size: name[1], least: 3.4, face: 'serif', colour: GOLD, align: 'right', most })
  pen.line(room.bed, x, bed[0], { size: bed[1], align: 'right', most })
}

/** Writes the floor and the paid meals, each with its mark, so that they end at `x`. */
const marks = (pen: Pen, { room, meals }: Badge, x: number, y: number, { size, most, gap }: Marks): void => {
  const lines = [
    ...(room ? [[STAIRS, room.floor] as const] : []),
    ...(meals === null ? [] : [[KITCHEN, meals] as const]),
  ]
  lines.forEach(([path, text], index) => {
    const base = y - (lines.length - 1 - index) * gap
    const wide = pen.line(text, x, base, { size, align: 'right', most: most - size * 1.6 })
    pen.mark(path, x - wide - size * 1.5, base - size * 0.92, size * 1.12, INK)
  })
}
interface Marks {
  readonly size: number
  readonly most: number
  readonly gap: number
}

const a6: Layout = {
  width: 105,
  height: 148,
  persons: 1,
  draw: (pen, [badge]) => {
    if (!badge) return
    const [left, right] = [5.5, 99.5]
    const most = right - left
    upperBand(pen, badge, { width: 105, height: 20, size: 6.4, base: 12.4, inset: left, mark: 7 })
    pen.line(badge.event, left, 28.4, { size: 4.2, colour: QUIET, most })
    const below = pen.name(badge.name, { x: left, y: 32.4, width: most, height: 40 }, 25)
    let y = below + 6
    if (badge.title) {
      pen.line(badge.title, left, y, { size: 4.8, strong: true, most })
      y += 6.4
    }
    church(pen, badge, left, y, { size: 4.4, most })
    pen.qr(left, 96.6, 38)
    code(pen, badge, left, 142.6, { size: 4.6, most: 41 })
    const { room } = badge
    const column = right - 49
    if (room)
      roomColumn(pen, room, right, column, [
        [100, 4.4],
        [117.4, 21],
        [126.2, 4.6],
      ])
    marks(pen, badge, right, 142.6, { size: 4.2, most: column, gap: 7 })
  },
}

const lanyard: Layout = {
  width: 74,
  height: 105,
  persons: 1,
  draw: (pen, [badge]) => {
    if (!badge) return
    const [left, right] = [4, 70]
    const most = right - left
    upperBand(pen, badge, { width: 74, height: 17, size: 5, base: 12.8, inset: left, mark: 5.4 })
    // Punched out for the clip.
    pen.box(30, 2.2, 14, 2.6, WHITE, 1.3)
    const below = pen.name(badge.name, { x: left, y: 20, width: most, height: 27 }, 16.5)
    let y = below + 4.4
    if (badge.title) {
      pen.line(badge.title, left, y, { size: 3.5, strong: true, most })
      y += 4.7
    }
    church(pen, badge, left, y, { size: 3.3, most })
    pen.qr(left, 65, 28)
    code(pen, badge, left, 100.6, { size: 4, most: 30 })
    const { room } = badge
    const column = right - 36.5
    if (room)
      roomColumn(pen, room, right, column, [
        [68.6, 3.7],
        [80.4, 14],
        [86.8, 3.8],
      ])
    marks(pen, badge, right, 100.6, { size: 3.6, most: column, gap: 6 })
  },
}

/** For thermal printers: black only. */
const label: Layout = {
  width: 62,
  height: 40,
  persons: 1,
  draw: (pen, [badge]) => {
    if (!badge) return
    const left = 3.4
    const most = 27.6
    const below = pen.name(badge.name, { x: left, y: 3.2, width: most, height: 18 }, 9.4)
    const wide = pen.line(badge.type, left + 4, below + 4.6, { size: 3.7, strong: true, most: most - 4, colour: BLACK })
    if (wide > 0) typeMark(pen, badge, left, below + 1.9, 2.8, BLACK)
    if (badge.title) pen.line(badge.title, left, below + 9, { size: 3.3, most, colour: BLACK })
    pen.qr(34.4, 3, 24)
    const { room } = badge
    const used = code(pen, badge, left, 36.4, { size: 3.8, most: 30, colour: BLACK })
    if (room) {
      const style = { size: 3.6, strong: true, most: 58.6 - left - used - 2.5 }
      pen.line(roomText(pen, room, style), 58.6, 36.4, { ...style, align: 'right', colour: BLACK })
    }
  },
}

/**
 * For children too small for a lanyard. The code is 20.5 mm: with 21 mm a band of 25 mm would have less than four modules of
 * white above and below it.
 */
const wristband: Layout = {
  width: 250,
  height: 25,
  persons: 1,
  draw: (pen, [badge], words) => {
    if (!badge) return
    pen.box(0, 0, 34, 25, toneOf(badge))
    typeMark(pen, badge, 3, 9.9, 4.6, WHITE)
    pen.line(badge.type, 9.4, 14, { size: 5, strong: true, colour: WHITE, most: 22.4 })
    pen.qr(37.4, 2.25, 20.5)
    const left = 62.6
    pen.line(badge.name, left, 11.6, { size: 8.6, least: SMALLEST, face: 'serif', most: 120 })
    const who = badge.guardian ?? [badge.title, badge.assembly].filter(Boolean).join(', ')
    pen.run(
      [
        { text: who === '' ? '' : `${who}, ` },
        { text: badge.code, strong: true, colour: GOLD },
        ...(badge.print ? [{ text: ` (${badge.print})` }] : []),
        ...(badge.room ? [{ text: `. ${badge.room.block} ${badge.room.name}, ${badge.room.bed}` }] : []),
      ],
      left,
      19.4,
      { size: 4.4, most: 120 },
    )
    marks(pen, badge, 224, 16.9, { size: 4, most: 38, gap: 6.6 })
    pen.cut(228.4, 0, 228.4, 25)
    pen.line(words.glue, 239.2, 13.8, { size: 3.3, colour: QUIET, align: 'center', most: 19 })
  },
}

/** Two lanyards side by side: those of one reservation, or of two people who come alone. */
const couple: Layout = {
  width: 148,
  height: 105,
  persons: 2,
  draw: (pen, badges, words) => {
    for (const [index, badge] of badges.entries()) lanyard.draw(pen.beside(index * 74), [badge], words)
    pen.cut(74, 0, 74, 105)
  },
}

/** One of 24 labels on a sheet. */
const sheet: Layout = {
  width: 70,
  height: 37,
  persons: 1,
  draw: (pen, [badge]) => {
    if (!badge) return
    const left = 5.2
    const most = 32.6
    pen.box(0, 0, 2, 37, toneOf(badge))
    const below = pen.name(badge.name, { x: left, y: 4.2, width: most, height: 16 }, 8)
    typeMark(pen, badge, left, below + 2, 2.6, INK)
    pen.line(badge.type, left + 3.8, below + 4.4, { size: 3.4, strong: true, most: most - 3.8 })
    pen.line([badge.title, badge.assembly].filter(Boolean).join(', '), left, below + 8.6, {
      size: 3,
      least: 2.3,
      colour: QUIET,
      most,
    })
    const { room } = badge
    if (room) pen.line(roomText(pen, room, { size: 3.2, most }), left, 33, { size: 3.2, colour: INK, most })
    pen.qr(41.4, 2.9, 24.5)
    code(pen, badge, 41.4, 33, { size: 3.2, most: 24.5 })
  },
}

export const LAYOUTS: Readonly<Record<BadgeLayout, Layout>> = { a6, lanyard, label, wristband, couple, sheet }

/** Draws a card of one person or, for couples, of two. */
export const drawCard = (layout: BadgeLayout, badges: readonly Badge[], words: BadgeWords, measure: Measure): Card => {
  const { width, height, draw } = LAYOUTS[layout]
  const pen = new Pen(measure)
  draw(pen, badges, words)
  return { width, height, items: pen.items }
}

/** The sheet before the badges of a district. */
export interface Cover {
  readonly event: string
  readonly district: string
  readonly count: string
  /** The assemblies, each with its number. */
  readonly assemblies: readonly (readonly [name: string, count: string])[]
  /** For those that do not fit. */
  readonly more: (count: number) => string
}

/** Draws a cover onto a card or a page of this size. */
export const drawCover = (
  { width, height }: { readonly width: number; readonly height: number },
  { event, district, count, assemblies, more }: Cover,
  measure: Measure,
): Card => {
  const pen = new Pen(measure)
  const unit = Math.min(width, height) / 25
  const inset = Math.max(3, Math.min(width, height) * 0.08)
  const most = width - 2 * inset
  const small = Math.max(2.4, Math.min(4.4, unit * 1.1))
  let y = inset + small
  pen.line(event, inset, y, { size: small, colour: QUIET, most })
  const large = Math.min(14, Math.max(4.6, unit * 3))
  y += large * 1.15
  pen.line(district, inset, y, { size: large, face: 'serif', most })
  y += small * 1.9
  pen.line(count, inset, y, { size: small * 1.15, strong: true, most })
  const step = small * 1.7
  const fits = Math.max(0, Math.floor((height - inset - y - step * 0.6) / step))
  const shown = assemblies.length <= fits ? assemblies : assemblies.slice(0, Math.max(0, fits - 1))
  y += step * 0.6
  for (const [name, of] of shown) {
    y += step
    pen.line(name, inset, y, { size: small, most: most * 0.82 })
    pen.line(of, width - inset, y, { size: small, align: 'right', most: most * 0.16 })
  }
  if (shown.length > 0 && shown.length < assemblies.length)
    pen.line(more(assemblies.length - shown.length), inset, y + step, { size: small, colour: QUIET, most })
  return { width, height, items: pen.items }
}

export const PAPERS = ['card', 'a4'] as const
export type Paper = (typeof PAPERS)[number]

/** How cards lie on a page. */
export interface Imposition {
  readonly width: number
  readonly height: number
  /** The upper left corner of each card. */
  readonly places: readonly { readonly x: number; readonly y: number }[]
}

const grid = (
  page: readonly [number, number],
  card: { readonly width: number; readonly height: number },
): Imposition => {
  const [width, height] = page
  const columns = Math.floor(width / card.width)
  const rows = Math.floor(height / card.height)
  const [x, y] = [(width - columns * card.width) / 2, (height - rows * card.height) / 2]
  return {
    width,
    height,
    places: Array.from({ length: columns * rows }, (_, index) => ({
      x: x + (index % columns) * card.width,
      y: y + Math.floor(index / columns) * card.height,
    })),
  }
}

/** Lays cards onto pages: one on each page of its own size, or as many as an A4 page takes, upright or across. */
export const impose = (layout: BadgeLayout, paper: Paper): Imposition => {
  const { width, height } = LAYOUTS[layout]
  if (paper === 'card' && layout !== 'sheet') return { width, height, places: [{ x: 0, y: 0 }] }
  const [upright, across] = [grid([210, 297], LAYOUTS[layout]), grid([297, 210], LAYOUTS[layout])]
  return across.places.length > upright.places.length ? across : upright
}

/**
 * Returns the pages of a file. With covers, each district begins on a new page behind its own; on a sheet of labels the
 * cover is one label.
 * @param districts the number of cards in each
 */
export const pagesOf = (layout: BadgeLayout, paper: Paper, covers: boolean, districts: readonly number[]): number => {
  const places = impose(layout, paper).places.length
  const cards = districts.reduce((sum, one) => sum + one, 0)
  if (!covers) return Math.ceil(cards / places)
  if (layout === 'sheet') return Math.ceil((cards + districts.length) / places)
  return districts.reduce((sum, one) => sum + 1 + Math.ceil(one / places), 0)
}
