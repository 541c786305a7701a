import { z } from 'zod'
import { can, done, fileRoute, idParams, listRoute, pick, pickQuery, route } from './core.ts'
import type { ErrorCode } from './errors.ts'
import { EXPORT_TYPES, exportQuery, type ListSpec, listQuery } from './lists.ts'
import type { Permission, RESOURCES, Resource } from './permissions.ts'

/** Resources that support every given action. */
type ResourceWith<A extends string> = {
  [R in Resource]: [A] extends [(typeof RESOURCES)[R][number]] ? R : never
}[Resource]

/** A boolean as JSON or as a form field sends it. */
export const flag = z.union([z.boolean(), z.stringbool()])

/**
 * Fields sent with an import's file. A dry run returns the same report and changes nothing. What is not known is refused:
 * a misspelt `dry_run` would import everything.
 */
export const importBody = z.strictObject({ dry_run: flag.default(false) })

/**
 * The result of an import or of a dry run. `errors` uses the spreadsheet's row numbers and holds at most 500 entries.
 */
export const importReport = z.object({
  _id: z.string(),
  dry_run: z.boolean(),
  total: z.number(),
  created: z.number(),
  updated: z.number(),
  unchanged: z.number(),
  refused: z.number(),
  errors: z.array(z.object({ row: z.number(), field: z.string(), code: z.string(), message: z.string() })),
})
export type ImportReport = z.output<typeof importReport>

/** The multipart field that carries the file of an import. */
export const IMPORT_FIELD = 'file'

/** Bytes of an import's file: 100,000 people with 18 columns take 8 MB as XLSX and 12 MB as CSV. */
export const MAX_IMPORT = 32 * 1024 * 1024

/** What can be wrong with the file of an import. */
export const IMPORT_ERRORS = [
  'file_unreadable',
  'spreadsheet_unsupported',
  'spreadsheet_too_large',
  'spreadsheet_too_long',
  'spreadsheet_columns_twice',
  'spreadsheet_merged',
] as const

export const importRoute = (path: string, permission: Permission, name: string) =>
  route({
    method: 'POST',
    path,
    access: can(permission),
    summary: `Import ${name} from CSV or XLSX`,
    body: importBody,
    response: importReport,
    files: [IMPORT_FIELD],
    maxFile: MAX_IMPORT,
    errors: IMPORT_ERRORS,
  })

export const exportRoute = <K extends string, F extends z.ZodRawShape>(
  path: string,
  permission: Permission,
  name: string,
  list: ListSpec<K, F>,
) =>
  fileRoute({
    method: 'GET',
    path,
    access: can(permission),
    summary: `Export ${name} as CSV or XLSX, streamed`,
    fileTypes: Object.values(EXPORT_TYPES),
    query: exportQuery(list),
  })

export const pickRoute = <F extends z.ZodRawShape = Record<never, never>>(
  path: string,
  permission: Permission,
  name: string,
  filter?: F,
) =>
  route({
    method: 'GET',
    path,
    access: can(permission),
    summary: `Short list of ${name} for pickers`,
    query: pickQuery.extend((filter ?? {}) as F),
    response: z.array(pick),
  })

interface AdminResourceSpec<
  I extends z.ZodType,
  C extends z.ZodType,
  U extends z.ZodType,
  K extends string,
  F extends z.ZodRawShape,
> {
  readonly path: string
  readonly resource: ResourceWith<'read' | 'create' | 'update' | 'delete'>
  /** Plural, for the summaries. */
  readonly name: string
  /** One row of the list, and the response of the other calls. */
  readonly item: I
  readonly create: C
  readonly update: U
  /** The sort keys and filters of the list. */
  readonly list: ListSpec<K, F>
  /** The church writes it in several languages: its bodies have `texts_language`. */
  readonly hasTexts?: boolean
  /** Errors of a change or a deletion beyond the usual ones. */
  readonly errors?: readonly ErrorCode[]
}

const LANGUAGE_ERRORS = ['texts_language_changed'] as const

/** Declares the five routes that every managed resource has. The feature supplies their handlers. */
export const adminResource = <
  I extends z.ZodType,
  C extends z.ZodType,
  U extends z.ZodType,
  K extends string,
  F extends z.ZodRawShape,
>({
  path,
  resource,
  name,
  item,
  create,
  update,
  list,
  hasTexts = false,
  errors = [],
}: AdminResourceSpec<I, C, U, K, F>) => ({
  list: listRoute({
    method: 'GET',
    path,
    access: can(`${resource}.read`),
    summary: `List ${name}`,
    query: listQuery(list),
    response: item,
  }),
  create: route({
    method: 'POST',
    path,
    access: can(`${resource}.create`),
    summary: `Create one of ${name}`,
    body: create,
    response: item,
    errors: ['duplicate', ...(hasTexts ? LANGUAGE_ERRORS : [])],
    idempotent: true,
    status: 201,
  }),
  get: route({
    method: 'GET',
    path: `${path}/{id}`,
    access: can(`${resource}.read`),
    summary: `Read one of ${name}`,
    params: idParams,
    response: item,
  }),
  update: route({
    method: 'PUT',
    path: `${path}/{id}`,
    access: can(`${resource}.update`),
    summary: `Change one of ${name}: omitted fields stay, null clears`,
    params: idParams,
    body: update,
    response: item,
    errors: ['duplicate', 'in_use', ...(hasTexts ? LANGUAGE_ERRORS : []), ...errors],
  }),
  remove: route({
    method: 'DELETE',
    path: `${path}/{id}`,
    access: can(`${resource}.delete`),
    summary: `Delete one of ${name}; rejected while in use`,
    params: idParams,
    response: done,
    errors: ['in_use', ...errors],
  }),
})
