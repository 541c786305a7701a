import { existsSync, lchownSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import path from 'node:path'
import pg from 'pg'
import { claim, openHome, release } from './home.ts'
import { chooseOperator } from './operator.ts'

/** Where a copy of a cluster goes. Paths are relative, with `/`. */
export interface CopyTarget {
  folder(name: string): Promise<void>
  /** Copies a file. Resolves to false if it no longer exists. */
  file(name: string, source: string): Promise<boolean>
  text(name: string, content: string): Promise<void>
}

/** Folders whose content belongs to the running server only. The copy has them empty. */
const EMPTIED = [
  'pg_wal',
  'pg_replslot',
  'pg_dynshmem',
  'pg_notify',
  'pg_serial',
  'pg_snapshots',
  'pg_stat_tmp',
  'pg_subtrans',
]
/** Files of the running server, and temporary tables and files. */
const SKIPPED = /(^|\/)(postmaster\.(pid|opts)|pg_internal\.init.*|pgsql_tmp[^/]*|t\d+_\d+(_\w+)?(\.\d+)?)$/
/** Written last, as the manual asks: the server reads from it where to begin. */
const CONTROL = 'global/pg_control'
const SEGMENT = /^[0-9A-F]{24}$/

/**
 * Copies a running cluster as it is at the end of the copy, by PostgreSQL's low-level backup
 * (https://www.postgresql.org/docs/18/continuous-archiving.html#BACKUP-LOWLEVEL-BASE-BACKUP). Clients keep working. The copy holds
 * the WAL that it needs, and can be started by itself.
 *
 * @param adminUrl the superuser of a server on this machine
 */
export async function copyCluster(adminUrl: string, target: CopyTarget): Promise<void> {
  const client = new pg.Client(adminUrl)
  await client.connect()
  try {
    const { rows: settings } = await client.query<{ folder: string }>(
      `select current_setting('data_directory') as folder`,
    )
    const folder = settings[0]?.folder ?? ''
    // Keeps the WAL of the copy until this connection ends.
    await client.query(`select pg_create_physical_replication_slot('backup_' || pg_backend_pid(), true, true)`)
    const { rows: begun } = await client.query<{ segment: string }>(
      `select pg_walfile_name(pg_backup_start('shiloh backup', true)) as segment`,
    )
    await copyFolder(folder, '', target)
    await target.file(CONTROL, path.join(folder, CONTROL))
    const { rows: ended } = await client.query<{ label: string; lsn: string }>(
      `select labelfile as label, lsn::text as lsn from pg_backup_stop(false)`,
    )
    const { rows: last } = await client.query<{ segment: string }>('select pg_walfile_name($1::pg_lsn) as segment', [
      ended[0]?.lsn,
    ])
    await target.text('backup_label', ended[0]?.label ?? '')
    const [from, to] = [begun[0]?.segment ?? '', last[0]?.segment ?? '']
    for (const name of await readdir(path.join(folder, 'pg_wal')))
      if (
        SEGMENT.test(name) &&
        name >= from &&
        name <= to &&
        !(await target.file(`pg_wal/${name}`, path.join(folder, 'pg_wal', name)))
      )
        throw new Error(`The WAL file ${name} disappeared during the copy.`)
  } finally {
    await client.end()
  }
}

async function copyFolder(root: string, within: string, target: CopyTarget): Promise<void> {
  for (const entry of await readdir(path.join(root, within), { withFileTypes: true }).catch(missing)) {
    const name = within === '' ? entry.name : `${within}/${entry.name}`
    if (SKIPPED.test(name) || name === CONTROL) continue
    if (entry.isDirectory()) {
      await target.folder(name)
      if (!EMPTIED.includes(name)) await copyFolder(root, name, target)
      else if (name === 'pg_wal') await target.folder('pg_wal/archive_status')
    } else if (entry.isFile()) {
      // A table that was dropped meanwhile has no file any more, and the WAL says so.
      await target.file(name, path.join(root, name))
    }
  }
}

function missing(error: unknown): [] {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return []
  throw error
}

/**
 * Puts a copied cluster into a folder that has none. The account that runs the server will own it.
 *
 * @param fill writes the cluster into the given empty folder, and the file of the credentials beside it
 * @throws Error when the folder has a cluster, or when another process uses it
 */
export async function placeCluster(
  dataDir: string,
  fill: (places: { readonly cluster: string; readonly credentials: string }) => Promise<void>,
): Promise<void> {
  const operator = chooseOperator(`${dataDir}/cluster`)
  const home = openHome(dataDir, operator)
  claim(home)
  const unfinished = `${home.cluster}.new`
  const credentials = path.join(home.root, 'credentials.json')
  try {
    if (existsSync(home.cluster)) throw new Error(`There is a database in ${home.root} already.`)
    rmSync(unfinished, { recursive: true, force: true })
    mkdirSync(unfinished, { mode: 0o700 })
    await fill({ cluster: unfinished, credentials })
    if (operator)
      for (const file of [...everythingIn(unfinished), credentials]) lchownSync(file, operator.uid, operator.gid)
    renameSync(unfinished, home.cluster)
  } catch (error) {
    rmSync(unfinished, { recursive: true, force: true })
    throw error
  } finally {
    release(home)
  }
}

function everythingIn(folder: string): string[] {
  return [folder, ...readdirSync(folder, { recursive: true }).map((name) => path.join(folder, String(name)))]
}
