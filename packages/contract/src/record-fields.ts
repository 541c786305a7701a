import { z } from 'zod'
import { flag } from './admin-resource.ts'
import { id, idParams, paragraphs, timestamp } from './core.ts'

/** Text that can be empty. Null clears it. */
export const optionalText = (max = 2000) =>
  paragraphs(max)
    .nullable()
    .transform((value) => value ?? '')
    .optional()

/** A few distinct ids. Null clears them. */
export const idList = z
  .array(id)
  .max(200)
  .nullable()
  .transform((ids) => [...new Set(ids ?? [])])
  .optional()

/** An event by its name and its days, as screens about it show it. */
export const datedEvent = z.object({
  _id: id,
  name: z.string(),
  starts_at: timestamp,
  ends_at: timestamp,
  time_zone: z.string(),
})

/** Number of changes so far. A change names the version that it started from; an outdated one is a conflict. */
export const version = z.int()
/** When a row was created and last changed. */
export const stamps = { created_at: timestamp, updated_at: timestamp }

/** The parameters of a nested object's path: its own id, and its parents' ids under their names. */
export const nestedParams = <const K extends string>(...parents: K[]) =>
  idParams.extend(Object.fromEntries(parents.map((name) => [name, id])) as Record<K, typeof id>)

/** The image of a public object: its address, or null if the product draws one. */
export const pictureUrl = z.string().nullable()

/** The multipart field that carries an image. */
export const PICTURE_FIELD = 'picture'

/** One field of a record in its three places. */
interface FieldSpec {
  /** In a response. */
  readonly item: z.ZodType
  /** In the body of a new record. */
  readonly write: z.ZodType
  /** As a filter of the list. Without it the list is not filtered by the field. */
  readonly filter?: z.ZodType
}

type Filtered<F extends Readonly<Record<string, FieldSpec>>> = {
  -readonly [K in keyof F as F[K] extends { readonly filter: z.ZodType } ? K : never]: F[K] extends {
    readonly filter: infer S extends z.ZodType
  }
    ? S
    : never
}

/** Declares fields once, and returns their names and the shapes of the response, of the body, and of the list's filters. */
export const declareFields = <const F extends Readonly<Record<string, FieldSpec>>>(fields: F) => {
  const shape = (place: keyof FieldSpec) =>
    Object.fromEntries(
      Object.entries(fields).flatMap(([name, { [place]: schema }]) => (schema ? [[name, schema]] : [])),
    )
  // Object.keys and Object.fromEntries lose the names.
  return {
    names: Object.keys(fields) as (keyof F & string)[],
    item: shape('item') as { -readonly [K in keyof F]: F[K]['item'] },
    write: shape('write') as { -readonly [K in keyof F]: F[K]['write'] },
    filter: shape('filter') as Filtered<F>,
  }
}

/** A yes-or-no field that can be filtered by. Without a value it is no. */
export const flagField = { item: z.boolean(), write: z.boolean().optional(), filter: flag.optional() } as const
