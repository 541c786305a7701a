import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { makeBackup } from '#platform/backup/backup'
import { BackupError } from '#platform/backup/manifest'
import { restoreBackup } from '#platform/backup/restore'
import { systemClock } from '#platform/clock'
import { ConfigError, readConfig } from '#platform/config'

// npm run backup [-- FOLDER]
// npm run restore -- FOLDER [--wal ARCHIVE [--until 2026-11-24T10:00:00Z]]

const USAGE = `Usage:
  npm run backup [-- FOLDER]
  npm run restore -- FOLDER [--wal ARCHIVE [--until 2026-11-24T10:00:00Z]]`

const say = (line: string) => process.stdout.write(`${line}\n`)

/** Returns a moment, or undefined if none was given. @throws BackupError */
const moment = (text: string | undefined): Date | undefined => {
  if (text === undefined) return undefined
  const at = new Date(text)
  if (Number.isNaN(at.getTime()) || !/(Z|[+-]\d\d:\d\d)$/.test(text))
    throw new BackupError(`--until: "${text}" is no moment with a time zone, such as 2026-11-24T10:00:00Z.`)
  return at
}

const backup = async (given: string | undefined): Promise<void> => {
  const config = readConfig(process.env)
  const now = systemClock()
  const name = `shiloh-${now.toISOString().slice(0, 19).replaceAll(':', '-')}Z`
  const folder = resolve(given ?? join('backups', name))
  const { files, bytes } = await makeBackup(config, folder, now)
  const seconds = ((systemClock().getTime() - now.getTime()) / 1000).toFixed(1)
  say(`Backed up into ${folder}: ${files} files, ${(bytes / 1e6).toFixed(1)} MB, ${seconds} s.`)
  say('The ENCRYPTION_KEY is not in it. Keep it in another place: without it, the backup cannot be restored.')
}

const restore = async (folder: string, archive: string | undefined, until: Date | undefined): Promise<void> => {
  // Reading the configuration would make a key, which cannot be that of the backup.
  const dataDir = resolve(process.env['DATA_DIR'] || '.data')
  if (!process.env['ENCRYPTION_KEY'] && !existsSync(join(dataDir, 'encryption.key')))
    throw new BackupError(
      `Set ENCRYPTION_KEY to that of the backup. Of a development installation it is in the file encryption.key of its DATA_DIR: copy that to ${dataDir}.`,
    )
  const config = readConfig(process.env)
  const { made_at } = await restoreBackup(
    config,
    resolve(folder),
    archive === undefined ? undefined : { archive, until },
  )
  say(`Restored the backup of ${made_at} into ${config.dataDir}.`)
  say('Now, with the same ENCRYPTION_KEY: npm run check:invariants, then npm start.')
}

const run = async (): Promise<void> => {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { wal: { type: 'string' }, until: { type: 'string' } },
  })
  const [act, folder, ...more] = positionals
  if (act === 'backup' && more.length === 0) return backup(folder)
  if (act !== 'restore' || folder === undefined || more.length > 0 || (values.until && !values.wal))
    throw new BackupError(USAGE)
  return restore(folder, values.wal, moment(values.until))
}

run().then(
  () => process.exit(0),
  (error: unknown) => {
    const isExpected = error instanceof BackupError || error instanceof ConfigError
    const reason = error instanceof Error && !isExpected ? (error.stack ?? error.message) : error
    process.stderr.write(`${reason instanceof Error ? reason.message : String(reason)}\n`)
    process.exit(1)
  },
)
