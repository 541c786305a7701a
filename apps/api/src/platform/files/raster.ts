import { buffer } from 'node:stream/consumers'
import sharp from 'sharp'
import type { Files } from './files.ts'

/** A picture for a file or a mail, which show neither WebP nor SVG. */
export interface Raster {
  readonly bytes: Buffer
  readonly mime: 'image/png' | 'image/jpeg'
}

interface Wanted {
  /** Where the uploaded picture is. Null: there is none. */
  readonly storageKey: string | null
  /** The SVG that takes its place. */
  readonly drawn: string
  readonly width: number
  readonly height: number
}

/** Pictures of one process. A conference sends its band with thousands of tickets. */
const MOST = 40
const made = new Map<string, Promise<Raster>>()

/** Returns a picture cut to a size: photographs as JPEG, drawings of few colours as PNG. Lost photographs are drawn. */
export const rasterOf = (files: Files, wanted: Wanted): Promise<Raster> => {
  const { storageKey, drawn, width, height } = wanted
  const key = `${storageKey ?? drawn} ${width} ${height}`
  const known = made.get(key)
  if (known) return known
  const drawing = async (): Promise<Raster> => ({
    bytes: await sharp(Buffer.from(drawn)).resize(width, height, { fit: 'cover' }).png({ palette: true }).toBuffer(),
    mime: 'image/png',
  })
  const raster =
    storageKey === null
      ? drawing()
      : files
          .read(storageKey)
          .then(buffer)
          .then((bytes) =>
            sharp(bytes)
              .resize(width, height, { fit: 'cover' })
              .flatten({ background: '#FFFFFF' })
              .jpeg({ quality: 78 })
              .toBuffer(),
          )
          .then((bytes): Raster => ({ bytes, mime: 'image/jpeg' }))
          .catch(drawing)
  const [oldest] = made.keys()
  if (made.size >= MOST && oldest !== undefined) made.delete(oldest)
  made.set(key, raster)
  raster.catch(() => made.delete(key))
  return raster
}

/** Returns an uploaded picture as PNG at most this high, or null if it is lost. */
export const pngOf = async (files: Files, storageKey: string, height: number): Promise<Buffer | null> => {
  try {
    const bytes = await buffer(await files.read(storageKey))
    return await sharp(bytes).resize({ height, withoutEnlargement: true }).png().toBuffer()
  } catch {
    return null
  }
}
