import { existsSync } from 'node:fs'
import { appendFile, mkdir, readdir, realpath, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { placeCluster } from '@shiloh/embedded-postgres'
import type { Config } from '../config.ts'
import { keyMark } from '../db/key-mark.store.ts'
import { programMigrations } from '../db/migrate.ts'
import { isRestoreUnfinished, unfinishedFile } from '../db/own-database.ts'
import { PARTS, requireEmbedded } from './backup.ts'
import { BackupError, copyFile, MACHINE, type Manifest, readManifest, verifyFiles, verifyManifest } from './manifest.ts'

/** Replays archived WAL after the backup. */
export interface Replay {
  /** The folder of the archive (`WAL_ARCHIVE`). */
  readonly archive: string
  /** The moment to stop at. Undefined: everything that was archived. */
  readonly until: Date | undefined
}

/** The major version of the embedded PostgreSQL, from the cluster that a backup holds. */
const POSTGRES = '18'

/**
 * Refuses a place that has data: nothing is ever overwritten. What an interrupted restore left is no data, and is removed.
 */
const requireEmpty = async (dataDir: string): Promise<void> => {
  if (isRestoreUnfinished(dataDir)) {
    const database = join(dataDir, 'postgres')
    if (existsSync(database)) await rm(join(await realpath(database), 'cluster'), { recursive: true, force: true })
    await rm(join(dataDir, 'uploads'), { recursive: true, force: true })
    return
  }
  const cluster = join(dataDir, 'postgres', 'cluster')
  const uploads = await readdir(join(dataDir, 'uploads')).catch(() => [])
  if (existsSync(cluster) || uploads.length > 0)
    throw new BackupError(
      `There are data in ${dataDir} already. Restore into an empty folder: set DATA_DIR, or move that folder away first.`,
    )
}

const requireFitting = async (manifest: Manifest, config: Config): Promise<void> => {
  const known = new Set(await programMigrations())
  const unknown = manifest.migrations.filter((name) => !known.has(name))
  if (unknown.length > 0)
    throw new BackupError(
      `The backup is newer than this program: it has ${unknown.join(', ')}. Restore it with the newer version.`,
    )
  if (manifest.postgres !== POSTGRES || manifest.machine !== MACHINE)
    throw new BackupError(
      `The backup was made by PostgreSQL ${manifest.postgres} on ${manifest.machine}. It can be restored there only; this is ${POSTGRES} on ${MACHINE}.`,
    )
  if (!config.masterKeys.some((key) => keyMark(key) === manifest.key))
    throw new BackupError(
      'The backup was made with another ENCRYPTION_KEY. Set that one, or health data, second factors and QR codes would be lost.',
    )
}

/** A value in postgresql.conf. */
const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`

const replaying = async (cluster: string, { archive, until }: Replay): Promise<void> => {
  const folder = await realpath(archive)
  // %f is PostgreSQL's own name of a file, and %p its own path.
  const lines = [
    `restore_command = ${quoted(`cp "${folder.replaceAll('%', '%%')}/%f" "%p"`)}`,
    `recovery_target_action = 'promote'`,
    // Nobody connects before it is as of that moment.
    'hot_standby = off',
    ...(until ? [`recovery_target_time = ${quoted(until.toISOString().replace('T', ' ').replace('Z', '+00'))}`] : []),
  ]
  await appendFile(join(cluster, 'postgresql.auto.conf'), `${lines.join('\n')}\n`)
  await writeFile(join(cluster, 'recovery.signal'), '')
}

/**
 * Restores a backup into an empty `DATA_DIR`. Checks all of it before it writes anything.
 * @throws BackupError when the place is not empty, or when the backup is newer, damaged, or needs another key
 */
export const restoreBackup = async (config: Config, folder: string, replay?: Replay): Promise<Manifest> => {
  requireEmbedded(config)
  await requireEmpty(config.dataDir)
  const manifest = await readManifest(folder)
  await requireFitting(manifest, config)
  verifyManifest(manifest, config.masterKeys)
  await verifyFiles(folder, manifest)
  await mkdir(config.dataDir, { recursive: true })
  // Until it is removed, nothing starts here.
  await writeFile(unfinishedFile(config.dataDir), '')
  const within = (part: string) => manifest.files.filter(({ name }) => name.startsWith(`${part}/`))
  const copyAll = async (part: string, target: string) => {
    for (const { name, sha256 } of within(part)) {
      const copied = await copyFile(join(folder, name), join(target, name.slice(part.length + 1)))
      if (copied?.sha256 !== sha256) throw new BackupError(`${name} changed while it was restored.`)
    }
  }
  await copyAll(PARTS.uploads, join(config.dataDir, 'uploads'))
  await placeCluster(join(config.dataDir, 'postgres'), async ({ cluster, credentials }) => {
    for (const name of manifest.folders)
      await mkdir(join(cluster, name.slice(PARTS.cluster.length + 1)), { recursive: true, mode: 0o700 })
    await copyAll(PARTS.cluster, cluster)
    await copyFile(join(folder, PARTS.credentials), credentials)
    if (replay) await replaying(cluster, replay)
  })
  await rm(unfinishedFile(config.dataDir))
  return manifest
}
