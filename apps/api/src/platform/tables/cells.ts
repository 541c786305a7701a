/** An amount of money in minor units. A file shows it with two decimals. */
interface Amount {
  readonly minor: number
}

/** A day without a time, `2027-01-22`. */
interface Day {
  readonly day: string
}

/** Words of the API, such as `pending`. A file with headings in words has them in the reader's language. */
interface Words {
  readonly words: readonly string[]
  /** What they are called in the reader's language, where that is not their own name. */
  readonly said?: readonly string[]
}

/** A cell of a file. A Date is a moment. */
export type CellValue = string | number | boolean | Date | Amount | Day | null | undefined
/** The cells of a file, many rows at a time: a promise for each row takes longer than writing it. */
export type RowChunks = AsyncIterable<readonly (readonly CellValue[])[]> | Iterable<readonly (readonly CellValue[])[]>
/** A cell of an export, before its words are in the language of the file. */
export type ExportCell = CellValue | Words

/** Returns minor units as a cell: two decimals, a point, no thousands separators. */
export const amountCell = (minor: number): Amount => ({ minor })

/** Returns a word of the API as a cell. `said` is the word for it where the same one means something else elsewhere. */
export const wordCell = (word: string | null, said?: string): Words | null =>
  word === null ? null : { words: [word], ...(said !== undefined && { said: [said] }) }

/** Returns several words of the API as one cell. */
export const wordsCell = (words: readonly string[]): Words => ({ words })

export const isWords = (cell: ExportCell): cell is Words =>
  typeof cell === 'object' && cell !== null && !(cell instanceof Date) && 'words' in cell

/** Returns a day, written `2027-01-22`, as a cell. */
export const dayCell = (day: string | null): Day | null => (day === null ? null : { day })

/** Returns a moment, written as in JSON, as a cell. */
export const momentCell = (iso: string | null): Date | null => (iso === null ? null : new Date(iso))

/** Returns the text of an amount, as `12.50`. */
export const amountText = ({ minor }: Amount): string => (minor / 100).toFixed(2)

/**
 * Returns a cell's text without the apostrophe that keeps spreadsheets (also with our own exports) from running a
 * formula.
 */
export const cellText = (text: string): string =>
  text
    .normalize('NFC')
    .trim()
    .replace(/^'(?=\s*[=+\-@＝＋－＠0-9])/, '')
    .replace(/([,;\t|\r\n]["'\s]*)'(?=[=+\-@＝＋－＠])/g, '$1')
    .trim()

/** Returns a name with single spaces. */
export const singleSpaced = (name: string): string => name.replace(/\s+/g, ' ').trim()

/** Returns what two spellings of a name have in common, as `unit_name_key` of the database does. */
export const nameKey = (name: string): string => singleSpaced(name).toLowerCase()

/** `Other Names`, `other-names` and `OTHER_NAMES` are the same column. */
export const headerName = (text: string): string =>
  text
    .normalize('NFC')
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '_')
    .replace(/^_+|_+$/g, '')
