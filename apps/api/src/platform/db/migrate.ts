import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { Logger, runMigrations } from 'graphile-worker'
import pg from 'pg'
import type { Queryable } from './db.ts'
import { appliedMigrations } from './installed.store.ts'

/** This program does not fit the database. The message says why and what to do. */
export class MigrationRefused extends Error {}

/** One file of the migrations folder. */
interface Migration {
  name: string
  sql: string
  sha256: string
  /** The hashes of earlier wordings with the same effect, each on a line of the file: `-- formerly <sha256>`. */
  formerly: string[]
}

const migrationsFolder = path.resolve(import.meta.dirname, '../../../migrations')
const namePattern = /^(\d{4})_[a-z0-9_]+\.sql$/
const formerlyPattern = /^-- formerly ([0-9a-f]{64})$/gm
// Arbitrary, but the same in every process of this product.
const lockKey = 7_446_561
const silent = new Logger(() => () => undefined)

/**
 * Migrates a database to the latest version and returns the names of the applied files. Each file runs in its own
 * transaction. Processes that start simultaneously wait for the first. It uses its own connections, because a migration
 * can take longer than any limit for requests.
 *
 * @param say prints a line for the operator: what an existing database will get, and how long each file took
 * @throws MigrationRefused when this program does not fit the database
 */
export async function migrate(
  url: string,
  folder: string = migrationsFolder,
  say: (line: string) => void = () => undefined,
): Promise<string[]> {
  const migrations = await readMigrations(folder)
  const pool = new pg.Pool({ connectionString: url, max: 2, application_name: 'shiloh migrations' })
  // The query that meets a lost connection reports it.
  pool.on('error', () => undefined)
  pool.on('connect', (client) => client.on('error', () => undefined))
  try {
    return await pool.connect().then((client) => migrateLocked(pool, client, migrations, say))
  } finally {
    await pool.end()
  }
}

/** Returns the names of the migrations of this program, oldest first. */
export function programMigrations(): Promise<string[]> {
  known ??= readdir(migrationsFolder).then((names) => names.filter((name) => namePattern.test(name)).sort())
  return known
}

/** Returns the names of migrations of this program that a database does not have, oldest first. */
export async function missingMigrations(db: Queryable): Promise<string[]> {
  const applied = new Set(await appliedMigrations(db))
  return (await programMigrations()).filter((name) => !applied.has(name))
}

let known: Promise<string[]> | undefined

async function migrateLocked(
  pool: pg.Pool,
  client: pg.PoolClient,
  migrations: Migration[],
  say: (line: string) => void,
): Promise<string[]> {
  try {
    await client.query('select pg_advisory_lock($1)', [lockKey])
    const applied = await applyMissing(client, migrations, say)
    await runMigrations({ pgPool: pool, logger: silent })
    return applied
  } finally {
    // Closing the connection releases the lock, whatever state a failure left it in.
    client.release(true)
  }
}

async function readMigrations(folder: string): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort()
  // Numbers can have gaps (parallel work lands in any order), but no duplicates.
  names.reduce((before, name) => {
    const number = Number(namePattern.exec(name)?.[1])
    if (Number.isNaN(number)) throw new Error(`The migration ${name} is not named like 0001_what_it_does.sql.`)
    if (number === before) throw new Error(`The migration ${name} has the number of another one.`)
    return number
  }, 0)
  return Promise.all(
    names.map(async (name) => {
      const sql = await readFile(path.join(folder, name), 'utf8')
      const formerly = [...sql.matchAll(formerlyPattern)].map(([, sha256 = '']) => sha256)
      return { name, sql, sha256: createHash('sha256').update(sql).digest('hex'), formerly }
    }),
  )
}

async function applyMissing(
  client: pg.PoolClient,
  migrations: Migration[],
  say: (line: string) => void,
): Promise<string[]> {
  await client.query(`
    create table if not exists schema_migrations (
      name text primary key,
      sha256 text not null,
      applied_at timestamptz not null default now()
    )`)
  const { rows } = await client.query<{ name: string; sha256: string }>('select name, sha256 from schema_migrations')
  const known = new Map(rows.map((row) => [row.name, row.sha256]))
  const missing = migrations.filter((migration) => isMissing(migration, known))
  const files = new Set(migrations.map((migration) => migration.name))
  const unknown = [...known.keys()].filter((name) => !files.has(name))
  if (unknown.length > 0) {
    throw new MigrationRefused(
      `The database is newer than this program: it has ${unknown.join(', ')}. Start the newer version, or restore the backup from before the upgrade.`,
    )
  }
  const isUpgrade = known.size > 0 && missing.length > 0
  if (isUpgrade) say(planOf(missing, await sizeOf(client)))
  for (const migration of missing) {
    const since = performance.now()
    await apply(client, migration)
    if (isUpgrade) say(`${migration.name}: ${((performance.now() - since) / 1000).toFixed(1)} s`)
  }
  return missing.map((migration) => migration.name)
}

function isMissing(migration: Migration, known: Map<string, string>): boolean {
  const sha256 = known.get(migration.name)
  if (sha256 !== undefined && sha256 !== migration.sha256 && !migration.formerly.includes(sha256)) {
    throw new MigrationRefused(
      `The migration ${migration.name} was changed after it had been applied. Undo the change and add a new file.`,
    )
  }
  return sha256 === undefined
}

/** Bytes of the whole database, and the planner's estimate of reservations: counting them would take as long as a migration. */
async function sizeOf(client: pg.PoolClient): Promise<{ bytes: number; reservations: number }> {
  const { rows } = await client.query<{ bytes: string; reservations: number }>(
    `select pg_database_size(current_database()) as bytes,
       coalesce((select greatest(reltuples, 0) from pg_class where oid = to_regclass('reservations')), 0)::float8 as reservations`,
  )
  return { bytes: Number(rows[0]?.bytes), reservations: rows[0]?.reservations ?? 0 }
}

/** Bytes a second at which a small machine rewrites tables with their indexes. */
const REWRITTEN = 50_000_000

/** Says what an upgrade will do. The time is that of rewriting every table once for each file, which hardly any file does. */
function planOf(
  missing: readonly Migration[],
  { bytes, reservations }: { bytes: number; reservations: number },
): string {
  const megabytes = Math.ceil(bytes / 1_000_000)
  const seconds = Math.ceil((missing.length * bytes) / REWRITTEN)
  return [
    `Upgrading the database (${megabytes} MB, about ${Math.round(reservations)} reservations):`,
    `${missing.length} ${missing.length === 1 ? 'migration' : 'migrations'}, ${missing.map(({ name }) => name).join(', ')}.`,
    `It is not served by this process meanwhile: usually seconds, at most about ${seconds} s.`,
  ].join(' ')
}

async function apply(client: pg.PoolClient, migration: Migration): Promise<void> {
  await client.query('begin')
  try {
    await client.query(migration.sql)
    await client.query('insert into schema_migrations (name, sha256) values ($1, $2)', [
      migration.name,
      migration.sha256,
    ])
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw new Error(
      `The migration ${migration.name} failed${placeOf(error, migration.sql)}: ${error instanceof Error ? error.message : String(error)}`,
      {
        cause: error,
      },
    )
  }
}

function placeOf(error: unknown, sql: string): string {
  if (!(error instanceof pg.DatabaseError) || error.position === undefined) return ''
  return ` on line ${sql.slice(0, Number(error.position)).split('\n').length}`
}
