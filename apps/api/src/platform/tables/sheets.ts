import { z } from 'zod'
import { type ExportCell, singleSpaced } from './cells.ts'
import { type Choices, choiceCell } from './choices.ts'
import type { FileName } from './file-texts.ts'

/** One column of a resource's spreadsheets. Its key is its header. */
export interface Column {
  /** Reads a cell; an empty cell is undefined. Without it, the column is exported only. */
  readonly read?: z.ZodType
  /** The values that it takes, where they are always the same. */
  readonly choices?: Choices
  /** Writes a cell; without it, the row's field of the same name. `false`: the column is imported only. */
  readonly write?: ((row: never) => ExportCell) | false
  /** `false`: an office does not fill it in, so it is not in the empty file. */
  readonly template?: false
  /** Other headers that offices use for it. */
  readonly aliases?: readonly string[]
}

type Columns = Readonly<Record<string, Column>>

/** The keys whose cells are the row's field of the same name. */
type Plain<C extends Columns> = { [K in keyof C]: C[K] extends { write: unknown } ? never : K }[keyof C]
type Writers<C extends Columns> = {
  [K in keyof C]: C[K] extends { write: (row: infer R) => ExportCell } ? (row: R) => void : never
}[keyof C]

/** A row that is exported: every plain column's field, and what the other columns are made from. */
type Written<C extends Columns> = { readonly [K in Plain<C>]: ExportCell } & (Writers<C> extends (row: infer R) => void
  ? R
  : never)

type Readers<C extends Columns> = {
  -readonly [K in keyof C as C[K] extends { read: z.ZodType } ? K : never]: C[K] extends {
    read: infer S extends z.ZodType
  }
    ? S
    : never
}

/** The spreadsheets of a resource, as `exportRows` and `importRows` take them. */
export interface Sheet<C extends Columns = Columns> {
  readonly name: FileName
  readonly resource: string
  /** One row of the list, as the contract declares it. */
  readonly item: z.ZodObject
  readonly columns: Readonly<Record<string, (row: Written<C>) => ExportCell>>
  readonly notExported: Readonly<Record<string, string>>
  readonly row: z.ZodObject<{ -readonly [K in keyof Readers<C>]: Readers<C>[K] }>
  /** The columns that an import reads. */
  readonly read: readonly string[]
  /** Those of them that an office fills in. */
  readonly template: readonly string[]
  readonly aliases: Readonly<Record<string, string>>
  /** What other lists call one of the rows: the words over their names. */
  readonly one?: string | undefined
  /** Column → the values that it takes, where they are always the same. */
  readonly choices: Readonly<Record<string, Choices>>
  /** The columns that refuse an empty cell. */
  readonly required: readonly string[]
  /** Column → those that can be filled in its place. Without one of them it is needed. */
  readonly neededUnless: Readonly<Record<string, readonly string[]>>
}

/** Returns whether a file needs a column, or others that can be filled in its place. */
export const isNeeded = (
  { required, neededUnless }: Pick<Sheet, 'required' | 'neededUnless'>,
  column: string,
): boolean => required.includes(column) || neededUnless[column] !== undefined

/** Returns the needed columns that a file has neither itself nor by others in their place. */
export const lacking = (
  { required, neededUnless }: Pick<Sheet, 'required' | 'neededUnless'>,
  has: (column: string) => boolean,
): string[] => [
  ...required.filter((column) => !has(column)),
  ...Object.entries(neededUnless).flatMap(([column, others]) => ([column, ...others].some(has) ? [] : [column])),
]

/** What an empty file of a sheet is made from. */
export type Template = Pick<Sheet, 'name' | 'template' | 'required' | 'neededUnless'>

/** A row that is imported: what the columns of a sheet read. */
export type Imported<S extends { readonly row: z.ZodType }> = z.output<S['row']>

/**
 * Declares the spreadsheets of a resource. A field of the item that is neither a column nor in `notExported` does not
 * compile.
 */
export const declareSheet = <const C extends Columns, I extends z.ZodObject>(spec: {
  /** Of the permissions, the audit trail and the log of imports. */
  readonly resource: string
  /** Of the exported file. */
  readonly name: FileName
  readonly item: I
  /** In the order of the exported file. */
  readonly columns: C
  /** Field → why no column has it. */
  readonly notExported: Readonly<Record<Exclude<keyof z.output<I>, keyof C>, string>>
  readonly neededUnless?: Sheet['neededUnless']
  readonly one?: string
}): Sheet<C> => {
  const entries: [string, Column][] = Object.entries(spec.columns)
  const readers = Object.fromEntries(entries.flatMap(([header, { read }]) => (read ? [[header, read]] : [])))
  const writers = entries.flatMap(([header, { write }]) => {
    if (write === false) return []
    // A plain column's field is in every row that this sheet takes; TypeScript loses the names in `entries`.
    return [[header, write ?? ((row: Readonly<Record<string, ExportCell>>) => row[header])]]
  })
  return {
    resource: spec.resource,
    name: spec.name,
    item: spec.item,
    notExported: spec.notExported,
    columns: Object.fromEntries(writers),
    // Object.fromEntries loses the keys; `readers` has those of the columns with `read`.
    row: z.object(readers as Readers<C>),
    read: Object.keys(readers),
    template: entries.flatMap(([header, { read, write, template }]) =>
      read && write !== false && template !== false ? [header] : [],
    ),
    aliases: Object.fromEntries(
      entries.flatMap(([header, { aliases = [] }]) => aliases.map((alias) => [alias, header])),
    ),
    choices: Object.fromEntries(entries.flatMap(([header, { choices }]) => (choices ? [[header, choices]] : []))),
    required: Object.keys(readers).filter((header) => readers[header]?.safeParse(undefined).success === false),
    neededUnless: spec.neededUnless ?? {},
    one: spec.one,
  }
}

/** Why fields that the server sets are in no spreadsheet. */
export const SET_BY_SERVER = {
  _id: 'rows are found by their names',
  created_at: 'the server sets it',
  updated_at: 'the server sets it',
} as const

/** Why translations are in no spreadsheet. */
export const WRITTEN_IN_THE_FORM = {
  translations: 'are written beside the original',
  texts_language: 'is the language of the church',
} as const

/** The usual columns. An optional one gives its default for an empty cell, so that every imported row has all columns. */
export const cell = {
  exported: {},
  /** Text that must be there. */
  name: (max: number) => ({ read: z.string().transform(singleSpaced).pipe(z.string().max(max)) }),
  text: (max: number) => ({ read: z.string().max(max).default('') }),
  textOrNull: (max: number) => ({ read: z.string().max(max).nullable().default(null) }),
  integer: (min: number, max: number) => ({ read: z.coerce.number().pipe(z.int().min(min).max(max)) }),
  flag: { ...choiceCell.flag, read: choiceCell.flag.read.default(false) },
} as const
