import { z } from 'zod'
import { id, idParams, paragraphs, timestamp } from './core.ts'

/** Text that may be empty; null clears it. */
export const optionalText = (max = 2000) =>
  paragraphs(max)
    .nullable()
    .transform((value) => value ?? '')
    .optional()

/** A few ids, each once; null clears them. */
export const idList = z
  .array(id)
  .max(200)
  .nullable()
  .transform((ids) => [...new Set(ids ?? [])])
  .optional()

/** When a row was made and last changed. */
/** How often it was changed. A change names the version that it began with; an older one is a conflict. */
export const version = z.int()
export const stamps = { created_at: timestamp, updated_at: timestamp }

/** A nested object's address: its own id, and under other names those it stands in. */
export const nestedParams = <const K extends string>(...parents: K[]) =>
  idParams.extend(Object.fromEntries(parents.map((name) => [name, id])) as Record<K, typeof id>)

/** Picture of a public object: its address, or null where the product draws one. */
export const pictureUrl = z.string().nullable()

/** The field of a multipart body that carries a picture. */
export const PICTURE_FIELD = 'picture'
