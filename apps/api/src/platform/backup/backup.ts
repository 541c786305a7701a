import { existsSync } from 'node:fs'
import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { copyCluster } from '@shiloh/embedded-postgres'
import pg from 'pg'
import type { Config } from '../config.ts'
import { keyMark } from '../db/key-mark.store.ts'
import { findOwnDatabase, startOwnDatabase } from '../db/own-database.ts'
import { BackupError, type Collected, copyFile, MACHINE, writeManifest } from './manifest.ts'

/** The parts of a backup. */
export const PARTS = {
  cluster: 'database/cluster',
  credentials: 'database/credentials.json',
  uploads: 'uploads',
} as const

interface MadeBackup {
  readonly folder: string
  readonly files: number
  readonly bytes: number
}

const NOT_EMBEDDED =
  'DATABASE_URL is set: this database has its own server. Back it up with that server’s tools (docs/how-to/back-up-and-restore.md).'

/** Refuses a database that is not ours to copy. @throws BackupError */
export const requireEmbedded = ({ databaseUrl }: Pick<Config, 'databaseUrl'>): void => {
  if (databaseUrl) throw new BackupError(NOT_EMBEDDED)
}

/** Copies what a folder has and the backup does not. A file that is removed meanwhile belongs to no row any more. */
const copyUploads = async (source: string, target: string, collected: Collected): Promise<void> => {
  const known = new Set(collected.files.map(({ name }) => name))
  const entries = await readdir(source, { recursive: true, withFileTypes: true }).catch(() => [])
  for (const entry of entries) {
    if (!entry.isFile()) continue
    const file = join(entry.parentPath, entry.name)
    const name = `${PARTS.uploads}/${relative(source, file).replaceAll('\\', '/')}`
    if (known.has(name)) continue
    const copied = await copyFile(file, join(target, name))
    if (copied) collected.files.push({ name, ...copied })
  }
}

const describeDatabase = async (url: string) => {
  const client = new pg.Client(url)
  await client.connect()
  try {
    const { rows: version } = await client.query<{ major: string }>(
      `select split_part(current_setting('server_version'), '.', 1) as major`,
    )
    const { rows } = await client.query<{ name: string }>('select name from schema_migrations order by name')
    return { postgres: version[0]?.major ?? '', migrations: rows.map(({ name }) => name) }
  } catch (error) {
    if (error instanceof pg.DatabaseError && error.code === '42P01')
      throw new BackupError('Nothing is installed in this database yet: start the product first.', { cause: error })
    throw error
  } finally {
    await client.end()
  }
}

/**
 * Writes a backup of the embedded database and the uploads into a new folder, while the product runs or not. The key is
 * not in it. Nothing is left of a backup that fails.
 * @throws BackupError
 */
export const makeBackup = async (config: Config, folder: string, now: Date): Promise<MadeBackup> => {
  requireEmbedded(config)
  if (existsSync(folder)) throw new BackupError(`${folder} exists already. Name a folder that does not exist.`)
  if (existsSync(`${folder}.unfinished`))
    throw new BackupError(
      `Another backup writes ${folder}.unfinished, or was interrupted. If none is under way, delete that folder.`,
    )
  const running = findOwnDatabase(config)
  const started = running ? undefined : await startOwnDatabase(config, () => undefined)
  const { url, adminUrl } = running ?? started ?? { url: '', adminUrl: '' }
  const unfinished = `${folder}.unfinished`
  const collected: Collected = { folders: [], files: [] }
  const place = (name: string) => join(unfinished, name)
  try {
    const described = await describeDatabase(url)
    await mkdir(dirname(folder), { recursive: true })
    await mkdir(unfinished, { mode: 0o700 }).catch((error: unknown) => {
      throw new BackupError(`The folder ${unfinished} cannot be made: ${String(error)}`, { cause: error })
    })
    const uploads = join(config.dataDir, 'uploads')
    // Before and after the database: a file is stored before its row, and removed after it.
    await copyUploads(uploads, unfinished, collected)
    await copyCluster(adminUrl, {
      folder: async (name) => {
        collected.folders.push(`${PARTS.cluster}/${name}`)
        await mkdir(place(`${PARTS.cluster}/${name}`), { recursive: true, mode: 0o700 })
      },
      file: async (name, source) => {
        const copied = await copyFile(source, place(`${PARTS.cluster}/${name}`))
        if (copied) collected.files.push({ name: `${PARTS.cluster}/${name}`, ...copied })
        return copied !== undefined
      },
      text: async (name, content) => {
        const draft = place(`${name}.draft`)
        await writeFile(draft, content, { mode: 0o600 })
        const copied = await copyFile(draft, place(`${PARTS.cluster}/${name}`))
        await rm(draft)
        if (copied) collected.files.push({ name: `${PARTS.cluster}/${name}`, ...copied })
      },
    })
    const credentials = await copyFile(join(config.dataDir, 'postgres', 'credentials.json'), place(PARTS.credentials))
    if (!credentials) throw new BackupError('The credentials of the embedded database are missing.')
    collected.files.push({ name: PARTS.credentials, ...credentials })
    await copyUploads(uploads, unfinished, collected)
    await writeManifest(
      unfinished,
      {
        made_at: now.toISOString(),
        machine: MACHINE,
        key: keyMark(config.masterKeys[0]),
        ...described,
        ...collected,
      },
      config.masterKeys[0],
    )
    await rename(unfinished, folder)
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true })
    throw error
  } finally {
    await started?.stop()
  }
  return {
    folder,
    files: collected.files.length,
    bytes: collected.files.reduce((sum, { bytes }) => sum + bytes, 0),
  }
}
