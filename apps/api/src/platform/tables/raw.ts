import type { FieldError } from '@shiloh/contract/errors'

/** One row as a file has it: its number as a spreadsheet shows it, and its cells in order. */
export interface RawRow {
  readonly row: number
  readonly values: readonly string[]
  /** Cells without a value that can be read, by their place in `values`. */
  readonly problems?: ReadonlyMap<number, FieldError['code']>
}

/** The rows of one sheet. */
export interface RawSheet {
  readonly rows: AsyncGenerator<RawRow>
  /** Returns whether the sheet has more filled rows than that. It looks at no cell, and stops at the first row beyond. */
  readonly hasMoreThan: (rows: number) => Promise<boolean>
  /**
   * Returns the first merged cells that reach below a row, once all rows were read. Their other cells are empty in the
   * file, although a reader sees the same value in them.
   */
  readonly mergedBelow: (row: number) => string | undefined
}
