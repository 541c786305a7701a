import { z } from 'zod'
import { DEFAULT_PAGE_SIZE, PAGE_SIZES, type QueryOf, type Route, searchText } from './core.ts'

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
    .meta({ type: 'string', pattern: pattern.source, maxLength: MAX_SORT, default: order.join(',') })
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
