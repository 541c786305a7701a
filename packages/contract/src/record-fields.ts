import { z } from 'zod'
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

/** When a row was created and last changed. */
/** Number of changes so far. A change names the version that it started from; an outdated one is a conflict. */
export const version = z.int()
export const stamps = { created_at: timestamp, updated_at: timestamp }

/** The parameters of a nested object's path: its own id, and its parents' ids under their names. */
export const nestedParams = <const K extends string>(...parents: K[]) =>
  idParams.extend(Object.fromEntries(parents.map((name) => [name, id])) as Record<K, typeof id>)

/** The image of a public object: its address, or null if the product draws one. */
export const pictureUrl = z.string().nullable()

/** The multipart field that carries an image. */
export const PICTURE_FIELD = 'picture'
