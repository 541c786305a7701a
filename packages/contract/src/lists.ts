import { z } from 'zod'
import { type DataOf, DEFAULT_PAGE_SIZE, day, PAGE_SIZES, type QueryOf, type Route, searchText } from './core.ts'

/** One term of `sort`: a declared key, and its direction. */
export interface SortTerm<K extends string = string> {
  readonly key: K
  readonly direction: 'asc' | 'desc'
}

/** A term as written: `name` ascending, `-name` descending. */
type WrittenTerm<K extends string> = K | `-${K}`
/** `sort` as written: comma-separated terms. */
export type SortText<K extends string = string> = WrittenTerm<K> | `${WrittenTerm<K>},${string}`

/** The sort keys and filters of a list. Query schema, OpenAPI, SQL, columns and filters are derived from it. */
export interface ListSpec<K extends string, F extends z.ZodRawShape> {
  readonly sort: readonly K[]
  /** The default order. */
  readonly order: readonly WrittenTerm<NoInfer<K>>[]
  /** Query parameters that narrow the list, beside `search`. */
  readonly filter?: F
}

/** Several values of a filter: rows that have one of them, or rows that have none of them. */
export interface Choices<T = string> {
  readonly values: readonly T[]
  readonly except: boolean
}
/** A filter from a value to a value, both included. Text is a day, a number an amount in minor units or a count. */
export interface Range<T extends string | number = string | number> {
  readonly from: T | undefined
  readonly to: T | undefined
}

/** How a filter is written in an address, for screens. */
export type FilterForm = 'choices' | 'days' | 'amounts'
const FORM = 'x-filter'
const KEYS = 'x-sort-keys'
const MAX_CHOICES = 200

/** Reads several values as written: `active,pending`, or `!active,pending` for none of them. */
export const splitChoices = (text: string): Choices => {
  const except = text.startsWith('!')
  return {
    values: text
      .slice(except ? 1 : 0)
      .split(',')
      .filter((value) => value !== ''),
    except,
  }
}
export const joinChoices = ({ values, except }: Choices): string => `${except ? '!' : ''}${values.join(',')}`

/** Reads the ends of a range as written: `a..b`, `a..`, `..b`, or one value for both. A missing end is empty. */
export const splitRange = (text: string): { from: string; to: string } => {
  const [from = '', to = from] = text.split('..')
  return { from, to }
}
export const joinRange = ({ from, to }: { from: string; to: string }): string =>
  from === '' && to === '' ? '' : from === to ? from : `${from}..${to}`

const written = <T extends object>(
  form: FilterForm,
  example: string,
  description: string,
  /** Returns the value, or the code of its problem. */
  read: (text: string) => T | 'invalid' | 'unknown_choice' | 'date_order' | 'amount_order',
) =>
  z
    .string()
    .max(6000)
    .meta({ [FORM]: form, examples: [example], description })
    .transform((text, ctx): T => {
      const value = read(text)
      if (typeof value === 'object') return value
      ctx.addIssue({ code: 'custom', message: value })
      return z.NEVER
    })

/**
 * A filter with several values: `active,pending` finds rows that have one of them, `!active,pending` rows that have none
 * of them. One value is written as it is.
 */
export const anyOf = <S extends z.ZodType<string, string>>(value: S) => {
  const example = 'options' in value && Array.isArray(value.options) ? String(value.options[0]) : ''
  return written<Choices<z.output<S>>>(
    'choices',
    example,
    'Comma-separated values, any of which fits; after ! none of which fits',
    (text) => {
      const { values, except } = splitChoices(text)
      const { data } = z.array(value).min(1).max(MAX_CHOICES).safeParse(values)
      return data ? { values: [...new Set(data)], except } : 'unknown_choice'
    },
  )
}

const rangeOf = <T extends string | number>(
  form: FilterForm,
  example: string,
  description: string,
  read: (text: string) => T | undefined,
  /** Says that the ends are the wrong way round. */
  order: 'date_order' | 'amount_order',
) =>
  written<Range<T>>(form, example, description, (text) => {
    const ends = splitRange(text)
    const [from, to] = [read(ends.from), read(ends.to)]
    const isRead = (part: string, value: T | undefined) => part === '' || value !== undefined
    if ((from === undefined && to === undefined) || !isRead(ends.from, from) || !isRead(ends.to, to)) return 'invalid'
    return from !== undefined && to !== undefined && from > to ? order : { from, to }
  })

/** A filter by days in the organisation's time zone: `2027-01-22..2027-01-27`, `2027-01-22..`, `..2027-01-27`, one day. */
export const dayRange = () =>
  rangeOf(
    'days',
    '2026-11-22',
    'From a day to a day, both included: 2027-01-22..2027-01-27. Either can be missing',
    (text) => day.safeParse(text).data,
    'date_order',
  )

/** A filter by an amount in minor units: `1..5000`, `1..`, `..5000`, or one amount. */
export const amountRange = () =>
  rangeOf(
    'amounts',
    '1..',
    'From an amount to an amount in minor units, both included: 1..5000. Either can be missing',
    (text) => (/^-?\d{1,12}$/.test(text) ? Number(text) : undefined),
    'amount_order',
  )

/** Returns how a filter of a query is written in an address. Undefined for a filter with one plain value. */
export const filterForm = (query: z.ZodType, name: string): FilterForm | undefined => {
  let schema: unknown = query instanceof z.ZodObject ? query.shape[name] : undefined
  if (schema instanceof z.ZodOptional) schema = schema.unwrap()
  if (schema instanceof z.ZodPipe) schema = schema.in
  const form: unknown = schema instanceof z.ZodType ? schema.meta()?.[FORM] : undefined
  return form === 'choices' || form === 'days' || form === 'amounts' ? form : undefined
}

/** Returns the keys that the list of a query is sorted by. */
export const sortKeysOf = (query: z.ZodType): readonly string[] => {
  let schema: unknown = query instanceof z.ZodObject ? query.shape['sort'] : undefined
  if (schema instanceof z.ZodPipe) schema = schema.in
  if (schema instanceof z.ZodOptional) schema = schema.unwrap()
  return z.array(z.string()).safeParse(schema instanceof z.ZodType ? schema.meta()?.[KEYS] : undefined).data ?? []
}

/** Declares a list that several routes share, such as the list itself and its export. */
export const declareList = <const K extends string, F extends z.ZodRawShape = Record<never, never>>(
  spec: ListSpec<K, F>,
): ListSpec<K, F> => spec

const MAX_SORT = 200

const sortParameter = <K extends string>({ sort, order }: ListSpec<K, z.ZodRawShape>) => {
  const term = `-?(${sort.join('|')})`
  const pattern = new RegExp(`^${term}(,${term})*$`)
  return z
    .custom<SortText<K>>((text) => typeof text === 'string' && text.length <= MAX_SORT && pattern.test(text), {
      error: 'sort',
    })
    .meta({ type: 'string', pattern: pattern.source, maxLength: MAX_SORT, default: order.join(','), [KEYS]: sort })
    .optional()
    .transform((text): SortTerm<K>[] =>
      (text?.split(',') ?? order).flatMap((written) =>
        sort
          .filter((key) => key === written.replace(/^-/, ''))
          .map((key) => ({ key, direction: written.startsWith('-') ? 'desc' : 'asc' })),
      ),
    )
}

const listed = <K extends string, F extends z.ZodRawShape>(spec: ListSpec<K, F>) => ({
  sort: sortParameter(spec),
  search: searchText.optional(),
  // Without a filter the shape is empty, as the default type argument tells the compiler.
  ...((spec.filter ?? {}) as F),
})

/** The query of a list without sort keys. */
export const pageQuery = z.object({
  page: z.coerce.number().int().min(1).max(100_000).default(1),
  page_size: z.coerce
    .number()
    .refine((size) => PAGE_SIZES.some((allowed) => allowed === size), { error: 'page_size' })
    .default(DEFAULT_PAGE_SIZE),
})
export type PageQuery = z.output<typeof pageQuery>

/** The query of a list: page, `sort` (`-created_at,name`), `search`, and its filters by name. */
export const listQuery = <const K extends string, F extends z.ZodRawShape = Record<never, never>>(
  spec: ListSpec<K, F>,
) => z.object({ ...pageQuery.shape, ...listed(spec) })

/**
 * The filter of a list as an object: `search` and its filters by name, each as in an address. For calls that act on all
 * rows of a filter.
 */
export const listFilter = <const K extends string, F extends z.ZodRawShape = Record<never, never>>(
  spec: ListSpec<K, F>,
) => {
  const { sort: _, ...filters } = listed(spec)
  return z.strictObject(filters)
}

/** The types of the files that an export makes. */
export const EXPORT_TYPES = {
  csv: 'text/csv',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const

/** How an export is written. It narrows no rows. */
export const exportWishes = z.object({
  /** A CSV file has the delimiter of the caller's language. */
  format: z.enum(['csv', 'xlsx']).default('csv'),
  /** The headers of the columns: their names in the API, or words in the caller's language. Imports read both. */
  headers: z.enum(['names', 'words']).default('names'),
  /** The wanted columns, comma-separated, in this order. Names that the export does not have are left out. */
  columns: z
    .string()
    .max(2000)
    .optional()
    .transform((text) => text?.split(',').filter((name) => name !== '')),
})
export type ExportWishes = z.output<typeof exportWishes>

/** The query of a list's export: the whole list, sorted and filtered as on the screen. */
export const exportQuery = <const K extends string, F extends z.ZodRawShape = Record<never, never>>(
  spec: ListSpec<K, F>,
) => z.object({ ...exportWishes.shape, ...listed(spec) })

/** The sort keys of a query. */
export type SortKey<Q> = Q extends { readonly sort: readonly SortTerm<infer K>[] } ? K : never
/** The filters of a query, including `search`. */
export type FilterKey<Q> = Exclude<keyof Q & string, 'page' | 'page_size' | 'sort' | keyof ExportWishes>

/** The sort keys of a route's list. */
export type SortKeyOf<R extends Route> = SortKey<QueryOf<R>>
/** The filters of a route's list, without `search`. */
export type FilterKeyOf<R extends Route> = Exclude<FilterKey<QueryOf<R>>, 'search'>
/** Columns beside the fields of a row: its buttons, and what it is called in the reader's language. */
export const OTHER_COLUMNS = ['acts', 'label'] as const
type FieldOf<Row> = Row extends unknown ? keyof Row & string : never
/** The names of the columns that a route's list can have: its sort keys, its filters and the fields of its rows. */
export type ColumnKeyOf<R extends Route> =
  | SortKeyOf<R>
  | FilterKeyOf<R>
  | FieldOf<DataOf<R>>
  | (typeof OTHER_COLUMNS)[number]
