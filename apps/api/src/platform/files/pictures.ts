import type { WriteContext } from '../context.ts'
import { saveFile } from './files.store.ts'
import type { Upload } from './files.ts'

/** Stores the public picture uploaded as `field` and returns its id, or null if there is none. */
export const storePublicPicture = async (
  ctx: WriteContext,
  files: readonly Upload[],
  field: string,
  purpose: 'event_picture' | 'speaker_photo' | 'product_picture' | 'blog_picture',
  maxSide: number,
): Promise<string | null> => {
  const upload = files.find((file) => file.field === field)
  if (!upload) return null
  const stored = await ctx.deps.files.storePicture(upload, maxSide)
  return saveFile(ctx.tx, ctx.now, stored, { ownerId: null, purpose, visibility: 'public' })
}
