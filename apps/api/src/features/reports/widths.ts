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
