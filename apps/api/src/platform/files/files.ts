import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { fileTypeFromBuffer } from 'file-type'
import { Disk } from 'flydrive'
import { FSDriver } from 'flydrive/drivers/fs'
import sharp from 'sharp'
import { sha256 } from '../auth/crypto.ts'
import type { Config } from '../config.ts'
import { AppError, invalid } from '../errors.ts'
import type { Random } from '../random.ts'

/** A file of a multipart request. Its declared type is not trusted. */
export interface Upload {
  readonly field: string
  readonly name: string
  readonly bytes: Buffer
}

/** A file in storage. The feature writes its row in `files`. */
export interface StoredFile {
  readonly storageKey: string
  readonly mime: string
  readonly bytes: number
  readonly sha256: string
  readonly name: string
}

export interface Files {
  /**
   * Detects a picture by its content, rotates it upright, removes its metadata, fits it into `maxSide` pixels and
   * stores it as WebP. @throws AppError invalid_input naming the field when it is not a picture
   */
  storePicture(upload: Upload, maxSide: number): Promise<StoredFile>
  /** Stores an attachment whose content has an allowed type (pictures are re-encoded, PDF and text are kept). */
  storeAttachment(upload: Upload): Promise<StoredFile>
  /** Stores a table that was checked, as it is. */
  storeTable(upload: Upload, mime: string): Promise<StoredFile>
  /** Stores a file of ours while it is written. Nothing is left of one that fails. */
  storeStream(file: {
    readonly name: string
    readonly mime: string
    readonly body: AsyncIterable<Buffer>
  }): Promise<StoredFile>
  /** @throws AppError not_found */
  read(storageKey: string): Promise<Readable>
  remove(storageKey: string): Promise<void>
}

const PICTURES = new Set(['image/jpeg', 'image/png', 'image/webp', 'image/gif', 'image/avif'])
/** A picture with more pixels is refused before it is decoded. */
const MAX_PIXELS = 50_000_000

const safeName = (name: string): string =>
  name
    .normalize('NFC')
    .replace(/[^\p{L}\p{N} ._()-]/gu, '_')
    .replace(/^\.+/, '')
    .slice(-120) || 'file'

export const openFiles = async (config: Config, random: Random): Promise<Files> => {
  // Loaded only when used, because the S3 client would take most of the startup time.
  const disk = new Disk(
    config.s3
      ? new (await import('flydrive/drivers/s3')).S3Driver({
          bucket: config.s3.bucket,
          region: config.s3.region,
          ...(config.s3.endpoint ? { endpoint: config.s3.endpoint, forcePathStyle: true } : {}),
          credentials: { accessKeyId: config.s3.accessKeyId, secretAccessKey: config.s3.secretAccessKey },
          visibility: 'private',
        })
      : new FSDriver({ location: `${config.dataDir}/uploads`, visibility: 'private' }),
  )

  const put = async (bytes: Buffer, mime: string, name: string): Promise<StoredFile> => {
    const hash = sha256(bytes)
    const storageKey = `${hash.slice(0, 2)}/${random.bytes(16).toString('hex')}`
    await disk.put(storageKey, bytes, { contentType: mime })
    return { storageKey, mime, bytes: bytes.length, sha256: hash, name: safeName(name) }
  }

  const picture = async (upload: Upload, maxSide: number): Promise<StoredFile> => {
    const type = await fileTypeFromBuffer(upload.bytes)
    if (!type || !PICTURES.has(type.mime)) throw invalid([{ field: upload.field, code: 'image' }])
    try {
      const bytes = await sharp(upload.bytes, { limitInputPixels: MAX_PIXELS, failOn: 'error' })
        .rotate()
        .resize({ width: maxSide, height: maxSide, fit: 'inside', withoutEnlargement: true })
        .webp({ quality: 82 })
        .toBuffer()
      return await put(bytes, 'image/webp', `${upload.name.replace(/\.[^.]*$/, '')}.webp`)
    } catch (error) {
      if (error instanceof AppError) throw error
      throw invalid([{ field: upload.field, code: 'image' }])
    }
  }

  return {
    storePicture: picture,
    storeAttachment: async (upload) => {
      const type = await fileTypeFromBuffer(upload.bytes)
      if (type && PICTURES.has(type.mime)) return picture(upload, 2400)
      if (type?.mime === 'application/pdf') return put(upload.bytes, 'application/pdf', upload.name)
      const text = upload.bytes.toString('utf8')
      if (!type && !text.includes('\u0000') && !text.includes('\ufffd'))
        return put(upload.bytes, 'text/plain', upload.name)
      throw new AppError('unsupported_media_type', { fields: [{ field: upload.field, code: 'invalid' }] })
    },
    storeTable: (upload, mime) => put(upload.bytes, mime, upload.name),
    storeStream: async ({ name, mime, body }) => {
      const hash = createHash('sha256')
      let bytes = 0
      async function* counted() {
        for await (const chunk of body) {
          hash.update(chunk)
          bytes += chunk.length
          yield chunk
        }
      }
      const key = random.bytes(16).toString('hex')
      const storageKey = `${key.slice(0, 2)}/${key}`
      try {
        await disk.putStream(storageKey, Readable.from(counted(), { objectMode: false }), { contentType: mime })
      } catch (error) {
        await disk.delete(storageKey)
        throw error
      }
      return { storageKey, mime, bytes, sha256: hash.digest('hex'), name: safeName(name) }
    },
    read: async (storageKey) => {
      if (!(await disk.exists(storageKey))) throw new AppError('not_found')
      return disk.getStream(storageKey)
    },
    remove: (storageKey) => disk.delete(storageKey),
  }
}
