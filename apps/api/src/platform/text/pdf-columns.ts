import { type PdfDoc, widthOf } from './pdf.ts'

/** The width that a column of a printed table would like. Points. */
export interface Wish {
  /** With every cell on one line. */
  readonly natural: number
  /** With every word whole. */
  readonly least: number
  readonly isFigure: boolean
}

const sumOf = (widths: readonly number[]): number => widths.reduce((sum, one) => sum + one, 0)

/**
 * Shares a width among columns: figures get what they need, texts no less than their longest word, and by what more they
 * would like.
 * @param room without the space between columns
 */
export const shareWidth = (columns: readonly Wish[], room: number): number[] => {
  const wanted = sumOf(columns.map(({ natural }) => natural))
  if (wanted <= room) {
    // What is left goes to the texts, so that figures stand at the right edge.
    const texts = columns.filter(({ isFigure }) => !isFigure).length
    const more = (room - wanted) / (texts || columns.length)
    return columns.map(({ natural, isFigure }) => (isFigure && texts > 0 ? natural : natural + more))
  }
  const least = sumOf(columns.map((column) => column.least))
  // Too narrow even so: all give way alike.
  if (least >= room) return columns.map((column) => (column.least * room) / least)
  const share = (room - least) / (wanted - least)
  return columns.map((column) => column.least + (column.natural - column.least) * share)
}

/** Returns how many lines a text takes in a width, broken between words. */
export const linesIn = (doc: PdfDoc, text: string, width: number, size: number): number => {
  if (widthOf(doc, text, size) <= width) return 1
  const space = widthOf(doc, ' ', size)
  let lines = 1
  let used = 0
  for (const word of text.split(' ')) {
    const wide = widthOf(doc, word, size)
    if (used > 0 && used + space + wide > width) {
      lines += 1
      used = 0
    }
    // A word that is longer than the column is broken by letters.
    lines += Math.max(0, Math.ceil(wide / width) - 1)
    used += (used > 0 ? space : 0) + Math.min(wide, width)
  }
  return lines
}

/** The longest word of a text, which is not broken. */
const longestWord = (doc: PdfDoc, text: string, size: number): number =>
  Math.max(...text.split(' ').map((word) => widthOf(doc, word, size)))

/** Narrowest and widest that a column likes to be. Points. */
const NARROW = 18
const WIDE = 220

/** Measures a column by some of its cells. Headers break between words, and never within one. */
export const measureColumn = (
  doc: PdfDoc,
  { header, cells, isFigure, size }: { header: string; cells: readonly string[]; isFigure: boolean; size: number },
): Wish => {
  const narrowest = Math.max(longestWord(doc, header, size), NARROW)
  const widest = (widths: readonly number[]) => Math.min(WIDE, Math.max(narrowest, ...widths)) + 2
  const natural = widest(cells.map((text) => widthOf(doc, text, size)))
  if (isFigure) return { natural, least: natural, isFigure }
  return { natural, least: widest(cells.map((text) => longestWord(doc, text, size))), isFigure }
}
