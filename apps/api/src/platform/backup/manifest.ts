import { createHash, createHmac } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { lstat, mkdir, open, readdir, readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { z } from 'zod'
import { sameText } from '../auth/crypto.ts'

/** The form of a backup. A change that older programs cannot read raises it. */
const FORMAT = 1
const FILE = 'manifest.json'

/** A path within the backup, of one of its parts: nothing leads out of it. */
const inside = z
  .string()
  .regex(/^(database\/cluster\/|uploads\/|database\/credentials\.json$)/)
  .refine((name) => name.split('/').every((part) => part !== '..' && part !== '.') && !/[\\\0]/.test(name))

const contents = z.object({
  format: z.number().int(),
  /** UTC. */
  made_at: z.iso.datetime(),
  /** The major version of PostgreSQL and the machine: its files fit no other. */
  postgres: z.string(),
  machine: z.string(),
  /** The migrations of the database. */
  migrations: z.array(z.string()),
  /** Identifies the ENCRYPTION_KEY that the data need, without telling it. */
  key: z.string(),
  folders: z.array(inside),
  files: z.array(z.object({ name: inside, bytes: z.number().int(), sha256: z.string() })),
})
export type Manifest = z.output<typeof contents>

/** Signs a manifest: a backup of somebody else could bring settings that run a program. */
const signatureOf = (manifest: Manifest, masterKey: Buffer): string =>
  createHmac('sha256', masterKey).update('the manifest of a backup').update(JSON.stringify(manifest)).digest('hex')

const signed = contents.extend({ signature: z.string() })

/** A backup that cannot be made or restored. The message says why and what to do. */
export class BackupError extends Error {}

/** The machine as far as PostgreSQL's files depend on it. */
export const MACHINE = `${process.platform} ${process.arch}`

/** Collects the files of a backup while they are written. */
export interface Collected {
  readonly folders: string[]
  readonly files: { name: string; bytes: number; sha256: string }[]
}

const isMissing = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'ENOENT'

/**
 * Copies a file to the disk, and returns its size and hash. Returns undefined if the source no longer exists.
 */
export const copyFile = async (
  source: string,
  target: string,
): Promise<{ readonly bytes: number; readonly sha256: string } | undefined> => {
  const reading = await open(source).catch((error: unknown) => {
    if (isMissing(error)) return undefined
    throw error
  })
  if (!reading) return undefined
  await mkdir(dirname(target), { recursive: true, mode: 0o700 })
  const hash = createHash('sha256')
  let bytes = 0
  await pipeline(
    reading.createReadStream(),
    async function* (chunks: AsyncIterable<Buffer>) {
      for await (const chunk of chunks) {
        hash.update(chunk)
        bytes += chunk.length
        yield chunk
      }
    },
    createWriteStream(target, { mode: 0o600, flush: true }),
  )
  return { bytes, sha256: hash.digest('hex') }
}

const hashOf = async (file: string): Promise<string> => {
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(file)) hash.update(chunk)
  return hash.digest('hex')
}

/** Writes the manifest, signed with the key. A backup without it is unfinished. */
export const writeManifest = async (
  folder: string,
  given: Omit<Manifest, 'format'>,
  masterKey: Buffer,
): Promise<void> => {
  const manifest = contents.parse({ format: FORMAT, ...given })
  const file = await open(join(folder, FILE), 'wx', 0o600)
  await file.writeFile(`${JSON.stringify({ ...manifest, signature: signatureOf(manifest, masterKey) }, null, 1)}\n`)
  await file.sync()
  await file.close()
}

/** Reads a manifest and its signature. @throws BackupError when there is none, or one of a newer form */
export const readManifest = async (folder: string): Promise<Manifest & { readonly signature: string }> => {
  const text = await readFile(join(folder, FILE), 'utf8').catch((error: unknown) => {
    if (isMissing(error)) throw new BackupError(`There is no finished backup in ${folder}: it has no ${FILE}.`)
    throw error
  })
  const format = z.object({ format: z.number() }).safeParse(parsed(text))
  if (format.success && format.data.format > FORMAT)
    throw new BackupError('The backup was made by a newer version of this program. Restore it with that version.')
  const found = signed.safeParse(parsed(text))
  if (!found.success) throw new BackupError(`The ${FILE} of the backup is damaged. Use another backup.`)
  return found.data
}

/** @throws BackupError when none of the keys signed the manifest */
export const verifyManifest = (
  { signature, ...manifest }: Manifest & { readonly signature: string },
  masterKeys: readonly Buffer[],
): void => {
  if (!masterKeys.some((key) => sameText(signatureOf(manifest, key), signature)))
    throw new BackupError(`The ${FILE} of the backup was changed after it was made. Use another backup.`)
}

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Compares every file with the manifest. @throws BackupError naming the files that differ, at most five */
export const verifyFiles = async (folder: string, { files }: Manifest): Promise<void> => {
  const known = new Set(files.map(({ name }) => name))
  const wrong: string[] = []
  for (const { name, bytes, sha256 } of files) {
    const found = await lstat(join(folder, name)).catch(() => undefined)
    if (!found?.isFile() || found.size !== bytes || (await hashOf(join(folder, name))) !== sha256) wrong.push(name)
  }
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const name = join(entry.parentPath, entry.name)
      .slice(folder.length + 1)
      .replaceAll('\\', '/')
    if (!entry.isDirectory() && name !== FILE && !known.has(name)) wrong.push(name)
  }
  if (wrong.length > 0)
    throw new BackupError(
      `The backup is damaged: ${wrong.length} of its files are missing, changed or foreign (${wrong.slice(0, 5).join(', ')}). Use another backup.`,
    )
}
