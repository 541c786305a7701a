import { createHash, randomBytes } from 'node:crypto'
import { accessSync, constants, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type RunningPostgres, sharePostgres, startEmbeddedPostgres } from '@shiloh/embedded-postgres'
import pg from 'pg'
import { z } from 'zod'
import { migrate } from '../src/platform/db/migrate.ts'
import { removeLeftovers } from './leftovers.ts'

/** How a test reaches the PostgreSQL of its run. */
export interface TestServer {
  readonly url: string
  readonly adminUrl: string
  /** A database with the newest schema and without rows, to be copied. */
  readonly template: string
  /** Part of the name of every database of this run: `t_<run>_…`. */
  readonly run: string
}

export interface OpenTestServer {
  readonly server: TestServer
  /** Drops the databases of this run, and stops a server that belongs to this run alone. */
  close(): Promise<void>
}

const root = path.resolve(import.meta.dirname, '../../..')
const folderPrefix = 'shiloh-test-'
const owner = 'shiloh'
const idleMinutes = 15
/** Tells the programs that the run starts which server to use. */
const VARIABLE = 'SHILOH_TEST_POSTGRES'

// Data need not survive a crash, so nothing waits for a disk.
const settings = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
  max_connections: '300',
  autovacuum: 'off',
}

const given = z.object({ url: z.string(), adminUrl: z.string() })

/**
 * Returns the PostgreSQL of this run, with a migrated template: the one that `npm test` has started for all its stages;
 * else one that the runs of this checkout share, which stays up for a while so that the next run starts faster; under
 * CI a separate one.
 */
export const openTestServer = async (): Promise<OpenTestServer> => {
  const named = process.env[VARIABLE]
  const { urls, stop } = named
    ? { urls: given.parse(JSON.parse(named)), stop: async () => undefined }
    : process.env['CI']
      ? await startOwn()
      : { urls: await share(), stop: async () => undefined }
  const run = randomBytes(5).toString('hex')
  // Shows other runs that this one is alive, and keeps a shared server from stopping.
  const presence = new pg.Client({ connectionString: urls.adminUrl, application_name: nameOf(run) })
  presence.on('error', () => undefined)
  await presence.connect()
  const template = await prepareTemplate(urls, presence)
  await dropDatabases(presence, await deadRuns(presence))
  return {
    server: { url: urls.url, adminUrl: urls.adminUrl, template, run },
    close: async () => {
      await dropDatabases(presence, [run])
      await presence.end()
      await stop()
    },
  }
}

/** Returns the environment with which programs of this run use its server. */
export const environmentOf = ({ url, adminUrl }: TestServer): Record<string, string> => ({
  [VARIABLE]: JSON.stringify({ url, adminUrl }),
})

/** Creates a database of the run as a copy of another one. Returns its URL. */
export const createDatabase = async (server: TestServer, template: string): Promise<string> => {
  const name = `t_${server.run}_${randomBytes(6).toString('hex')}`
  await asAdmin(server.adminUrl, `create database ${name} template ${template} strategy file_copy owner ${owner}`)
  const url = new URL(server.url)
  url.pathname = `/${name}`
  return url.href
}

/** Drops a database that {@link createDatabase} has created, and closes its connections. */
export const dropDatabase = (server: TestServer, url: string): Promise<void> =>
  asAdmin(server.adminUrl, `drop database ${new URL(url).pathname.slice(1)} with (force)`)

const nameOf = (run: string): string => `shiloh tests ${run}`

const startOwn = async () => {
  const base = memoryFolder()
  await removeLeftovers(base, folderPrefix)
  const dataDir = mkdtempSync(path.join(base, folderPrefix))
  const log = (line: string) => process.stderr.write(`${line}\n`)
  const urls = await startEmbeddedPostgres({ dataDir, database: owner, settings, log })
  const remove = () => rmSync(dataDir, { recursive: true, force: true })
  process.once('exit', remove)
  return {
    urls,
    stop: async () => {
      await urls.stop()
      process.removeListener('exit', remove)
      remove()
    },
  }
}

/** One server per checkout. */
const share = (): Promise<RunningPostgres> => {
  const checkout = createHash('sha256').update(root).digest('hex').slice(0, 12)
  const dataDir = path.join(memoryFolder(), `shiloh-tests-of-${checkout}`)
  return sharePostgres({ dataDir, database: owner, settings, idleMinutes })
}

/** Migrates a database unless one with exactly these migrations exists. Returns its name. */
const prepareTemplate = async (urls: RunningPostgres, admin: pg.Client): Promise<string> => {
  const name = `schema_${schemaHash()}`
  const exists = async () => (await admin.query('select 1 from pg_database where datname = $1', [name])).rowCount !== 0
  // Two runs that start at the same time migrate one after the other.
  await admin.query('select pg_advisory_lock(1)')
  try {
    if (await exists()) return name
    // A run with other migrations can be in progress. What an interrupted run left unfinished is always dropped.
    const { rows } = await admin.query<{ datname: string }>(
      `select datname from pg_database where datname like 'schema\\_%' and (datname = 'schema_unfinished' or not exists (
         select from pg_stat_activity where application_name like $1 and pid <> pg_backend_pid()))`,
      [nameOf('%')],
    )
    for (const { datname } of rows) {
      await admin.query(`alter database ${datname} with is_template false`)
      await admin.query(`drop database ${datname} with (force)`)
    }
    const unfinished = `schema_unfinished`
    await admin.query(`create database ${unfinished} owner ${owner}`)
    const url = new URL(urls.url)
    url.pathname = `/${unfinished}`
    await migrate(url.href)
    // A database with connections cannot be copied.
    await admin.query(`alter database ${unfinished} with is_template true allow_connections false`)
    await admin.query(`alter database ${unfinished} rename to ${name}`)
    return name
  } finally {
    await admin.query('select pg_advisory_unlock(1)')
  }
}

/** Changes with the migrations, and with the library of the job queue, which adds tables of its own. */
const schemaHash = (): string => {
  const hash = createHash('sha256')
  const folder = path.join(root, 'apps/api/migrations')
  const files = readdirSync(folder).sort()
  for (const file of [...files.map((one) => path.join(folder, one)), path.join(root, 'package-lock.json')])
    hash.update(readFileSync(file)).update('\0')
  return hash.digest('hex').slice(0, 16)
}

/** Returns runs with databases but no process: they were killed. */
const deadRuns = async (admin: pg.Client): Promise<string[]> => {
  const { rows } = await admin.query<{ run: string }>(
    `select distinct split_part(datname, '_', 2) as run from pg_database where datname like 't\\_%'
     except select replace(application_name, $1, '') from pg_stat_activity`,
    [nameOf('')],
  )
  return rows.map(({ run }) => run)
}

const dropDatabases = async (admin: pg.Client, runs: readonly string[]): Promise<void> => {
  const { rows } = await admin.query<{ datname: string }>(
    `select datname from pg_database where datname like 't\\_%' and split_part(datname, '_', 2) = any($1)`,
    [runs],
  )
  for (const { datname } of rows) await admin.query(`drop database if exists ${datname} with (force)`)
}

const asAdmin = async (adminUrl: string, sql: string): Promise<void> => {
  const client = new pg.Client(adminUrl)
  await client.connect()
  try {
    await client.query(sql)
  } finally {
    await client.end()
  }
}

const memoryFolder = (): string => {
  try {
    accessSync('/dev/shm', constants.W_OK)
    return '/dev/shm'
  } catch {
    return tmpdir()
  }
}
