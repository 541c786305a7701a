/**
 * Badges as shapes on a card, in millimetres from its upper left corner. The server draws them into a PDF, the browser as
 * SVG. Pure: how wide a text is follows from the fonts that draw it.
 */

export type Face = 'sans' | 'serif'

export interface TextItem {
  readonly kind: 'text'
  /** Where the text begins. */
  readonly x: number
  /** The baseline. */
  readonly y: number
  readonly text: string
  readonly size: number
  readonly face: Face
  /** Drawn with an outline, because the fonts have one weight. */
  readonly strong: boolean
  readonly colour: string
  readonly width: number
}

export type Item =
  | TextItem
  | {
      readonly kind: 'box'
      readonly x: number
      readonly y: number
      readonly width: number
      readonly height: number
      readonly radius: number
      readonly colour: string
    }
  /** A dashed line: where to cut, fold or glue. */
  | { readonly kind: 'cut'; readonly x: number; readonly y: number; readonly toX: number; readonly toY: number }
  /** A path in a square of 24 × 24. */
  | {
      readonly kind: 'mark'
      readonly x: number
      readonly y: number
      readonly size: number
      readonly path: string
      readonly colour: string
      readonly filled: boolean
    }
  /** The code without its quiet zone, which the layouts leave free. */
  | { readonly kind: 'qr'; readonly x: number; readonly y: number; readonly size: number }

/** A card with everything on it. */
export interface Card {
  readonly width: number
  readonly height: number
  readonly items: readonly Item[]
}

/** Returns the width of a text of size 1. */
export type Measure = (text: string, face: Face, strong: boolean) => number

export const INK = '#1D1C22'
export const QUIET = '#4F4C55'
export const GOLD = '#7A560F'
export const WHITE = '#FFFFFF'
export const BLACK = '#000000'

/** Heights above and below the baseline, as parts of the size. Both faces fit into them. */
export const ASCENT = 0.76
export const DESCENT = 0.23
/** Between the lines of a name, as a part of the size of the lower one. */
const LEADING = 0.06
/** Names that would be smaller than this are cut off instead. About 5.5 points. */
export const SMALLEST = 1.95
/** Other text is cut off before it is smaller than this part of its size. */
const LEAST = 0.62

/** The serif face has the letters of Akan and Ewe, and lacks other extended Latin ones. */
const needsSans = (text: string): boolean =>
  /[\u0100-\u0151\u0154-\u0177\u0179-\u02af\u1e00-\u1eff]/u.test(text.replace(/[ŊŋƆƉƐƑƒƓƔƲɔɖɛɣʋ]/gu, ''))

interface Style {
  readonly size: number
  readonly face?: Face
  readonly strong?: boolean
  readonly colour?: string
  /** Text is made smaller to fit, and cut off if it would become too small. */
  readonly most: number
  readonly align?: 'left' | 'right' | 'center'
  /** Text is cut off before it is smaller than this. */
  readonly least?: number
}

/** Part of a line. */
export interface Piece extends Pick<Style, 'face' | 'strong' | 'colour'> {
  readonly text: string
}

interface Set {
  readonly text: string
  readonly size: number
}

/** Words that belong to the name after them. */
const HONOUR = /^(?:nana|naa|nii|maame|paa|papa|mama|togbe|torgbui|oheneba|odeneho|barima) /i

/** Divides a name: what people are called, and the rest. */
export const partsOfName = (name: string): readonly [string, string] => {
  const words = name.trim().replace(/\s+/g, ' ')
  const from = HONOUR.exec(`${words} `)?.[0].length ?? 0
  const space = words.indexOf(' ', from)
  return space < 0 ? [words, ''] : [words.slice(0, space), words.slice(space + 1)]
}

/** Returns the ways to write a text on one or two lines, divided at a space or after a hyphen. */
const arrangements = (text: string): string[][] => [
  [text],
  ...[...text.matchAll(/ |(?<=\p{L})-(?=\p{L})/gu)].map(({ index, 0: at }) => [
    text.slice(0, at === '-' ? index + 1 : index),
    text.slice(index + 1),
  ]),
]

export class Pen {
  readonly items: Item[] = []
  private readonly measure: Measure
  private readonly dx: number

  constructor(measure: Measure, dx = 0, items: Item[] = []) {
    this.measure = measure
    this.dx = dx
    this.items = items
  }

  /** Returns a pen that draws beside this one, on the same card. */
  beside(dx: number): Pen {
    return new Pen(this.measure, this.dx + dx, this.items)
  }

  private faceOf(text: string, face: Face): Face {
    return needsSans(text) ? 'sans' : face
  }

  widthOf(text: string, { size, face = 'sans', strong = false }: Omit<Style, 'most'>): number {
    return this.measure(text, this.faceOf(text, face), strong) * size
  }

  /** Returns the largest size at which a text fits, and the text without what does not fit at the smallest size. */
  private fit(text: string, style: Style, least: number): Set {
    const wide = this.widthOf(text, { ...style, size: 1 })
    const size = wide === 0 ? style.size : Math.min(style.size, style.most / wide)
    if (size >= least) return { text, size }
    const letters = [...text]
    let [fits, fails] = [0, letters.length]
    while (fails - fits > 1) {
      const middle = (fits + fails) >> 1
      if (this.widthOf(`${letters.slice(0, middle).join('')}…`, { ...style, size: least }) <= style.most) fits = middle
      else fails = middle
    }
    return { text: `${letters.slice(0, fits).join('').trimEnd()}…`, size: least }
  }

  private put(set: Set, x: number, y: number, style: Style): number {
    const { face = 'sans', strong = false, colour = INK, align = 'left' } = style
    const width = this.widthOf(set.text, { ...style, size: set.size })
    const from = align === 'right' ? x - width : align === 'center' ? x - width / 2 : x
    this.items.push({
      kind: 'text',
      x: this.dx + from,
      y,
      ...set,
      face: this.faceOf(set.text, face),
      strong,
      colour,
      width,
    })
    return width
  }

  /** Writes a line with its baseline at `y`. With `align: 'right'` it ends at `x`. Returns its width. */
  line(text: string, x: number, y: number, style: Style): number {
    return text === '' ? 0 : this.put(this.fit(text, style, style.least ?? style.size * LEAST), x, y, style)
  }

  /** Writes pieces one after the other at one size. If they do not fit at a smaller one, the first gives way. */
  run(pieces: readonly Piece[], x: number, y: number, { size, most }: Pick<Style, 'size' | 'most'>): number {
    const widths = pieces.map((piece) => this.widthOf(piece.text, { ...piece, size: 1 }))
    const whole = widths.reduce((sum, one) => sum + one, 0)
    const set = Math.max(size * LEAST, Math.min(size, whole === 0 ? size : most / whole))
    const rest = (whole - (widths[0] ?? 0)) * set
    let at = x
    pieces.forEach((piece, index) => {
      const left = index === 0 ? Math.max(0, most - rest) : x + most - at
      if (left > 0 && piece.text !== '') {
        const style = { ...piece, size: set, most: left }
        at += this.put(this.fit(piece.text, style, set * 0.999), at, y, style)
      }
    })
    return at - x
  }

  /**
   * Writes a name as large as it fits into a box: what people are called alone on the first line, the rest on one or two
   * lines below. Returns the lowest point of its letters.
   */
  name(name: string, at: { x: number; y: number; width: number; height: number }, largest: number): number {
    const [first, rest] = partsOfName(name)
    // A name with a letter that the serif lacks is set in the other face as a whole, and stronger.
    const isSans = needsSans(name)
    const style = { face: isSans ? 'sans' : 'serif', strong: isSans, most: at.width } as const
    const head = this.fit(first, { ...style, size: isSans ? largest * 0.92 : largest }, SMALLEST)
    const ways = rest === '' ? [[]] : arrangements(rest)
    const set = ways.map((lines) => {
      const below = lines.map((line) =>
        this.fit(line, { ...style, size: Math.min(largest * 0.62, head.size) }, Math.min(SMALLEST, head.size)),
      )
      // One size for the rest of the name, whichever of its lines is longer.
      const size = Math.min(...below.map((one) => one.size), head.size)
      const isCut = below.some((one, index) => one.text !== lines[index])
      const height = (head.size + below.length * size) * (ASCENT + DESCENT) + below.length * size * LEADING
      const scale = Math.min(1, at.height / height)
      return { below, size, scale, isCut, reads: size * scale * (below.length > 1 ? 0.72 : 1) * (isCut ? 0.1 : 1) }
    })
    const best = set.reduce((one, other) => (other.reads > one.reads ? other : one))
    let y = at.y + head.size * best.scale * ASCENT
    this.put({ ...head, size: head.size * best.scale }, at.x, y, { ...style, size: 1 })
    const size = best.size * best.scale
    let above = head.size * best.scale
    for (const { text } of best.below) {
      y += above * DESCENT + size * (ASCENT + LEADING)
      this.put({ text, size }, at.x, y, { ...style, size: 1 })
      above = size
    }
    return y + above * DESCENT
  }

  box(x: number, y: number, width: number, height: number, colour: string, radius = 0): void {
    this.items.push({ kind: 'box', x: this.dx + x, y, width, height, colour, radius })
  }

  cut(x: number, y: number, toX: number, toY: number): void {
    this.items.push({ kind: 'cut', x: this.dx + x, y, toX: this.dx + toX, toY })
  }

  mark(path: string, x: number, y: number, size: number, colour: string, filled = false): void {
    this.items.push({ kind: 'mark', x: this.dx + x, y, size, path, colour, filled })
  }

  qr(x: number, y: number, size: number): void {
    this.items.push({ kind: 'qr', x: this.dx + x, y, size })
  }
}
