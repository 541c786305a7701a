import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
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

/** How a migration waits for tables that are in use. Milliseconds. */
export interface Patience {
  /** One attempt. Whoever comes after it waits as long, so it is short. */
  readonly lock: number
  /** Between attempts, in which others work. */
  readonly pause: number
  /** After this, the upgrade gives up. */
  readonly total: number
}

const PATIENCE: Patience = { lock: 1000, pause: 2000, total: 900_000 }
/** How often a process asks whether another one has migrated. Milliseconds. */
const ASK_MS = 200

const migrationsFolder = path.resolve(import.meta.dirname, '../../../migrations')
const namePattern = /^(\d{4})_[a-z0-9_]+\.sql$/
/**
 * The first line of a file whose statements run one after the other without a transaction: `create index concurrently`
 * needs it. Each statement ends with a semicolon at the end of a line, and can be repeated.
 */
const bareMark = /^-- no transaction\b/
const formerlyPattern = /^-- formerly ([0-9a-f]{64})$/gm
// Arbitrary, but the same in every process of this product.
const lockKey = 7_446_561
const silent = new Logger(() => () => undefined)

/**
 * Migrates a database to the latest version and returns the names of the applied files. Each file runs in its own
 * transaction. Processes that start simultaneously wait for the first. It uses its own connections, because a migration
 * can take longer than any limit for requests. Others can sell meanwhile: a file that cannot lock its tables within a
 * second lets them go first and is tried again.
 *
 * @param say prints a line for the operator: what an existing database will get, what it waits for, and how long each
 *   file took
 * @throws MigrationRefused when this program does not fit the database, or tables were in use for too long
 */
export async function migrate(
  url: string,
  folder: string = migrationsFolder,
  say: (line: string) => void = () => undefined,
  patience: Patience = PATIENCE,
): Promise<string[]> {
  const migrations = await readMigrations(folder)
  const pool = new pg.Pool({ connectionString: url, max: 2, application_name: 'shiloh migrations' })
  // The query that meets a lost connection reports it.
  pool.on('error', () => undefined)
  pool.on('connect', (client) => client.on('error', () => undefined))
  try {
    return await pool.connect().then((client) => migrateLocked(pool, client, migrations, say, patience))
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
  patience: Patience,
): Promise<string[]> {
  try {
    await takeTurn(client)
    const applied = await applyMissing(client, migrations, say, patience)
    await runMigrations({ pgPool: pool, logger: silent })
    return applied
  } finally {
    // Closing the connection releases the lock, whatever state a failure left it in.
    client.release(true)
  }
}

/**
 * Waits until no other process migrates. It asks again and again: a statement that waits for a lock has a snapshot, which
 * `create index concurrently` of the other process would wait for.
 */
async function takeTurn(client: pg.PoolClient): Promise<void> {
  for (;;) {
    const { rows } = await client.query<{ mine: boolean }>('select pg_try_advisory_lock($1) as mine', [lockKey])
    if (rows[0]?.mine) return
    await delay(ASK_MS)
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
  patience: Patience,
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
    await applyPatiently(client, migration, say, patience)
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

/**
 * Bytes of the whole database and of its tables with their indexes, and the planner's estimate of reservations. They are
 * counted only while there is no estimate, which means that they are new: counting a million takes as long as a migration.
 */
async function sizeOf(client: pg.PoolClient): Promise<Size> {
  const { rows } = await client.query<{ bytes: string; estimate: number | null }>(
    `select pg_database_size(current_database()) as bytes,
       (select reltuples from pg_class where oid = to_regclass('reservations'))::float8 as estimate`,
  )
  const sized = await client.query<{ name: string; bytes: string }>(
    `select relname as name, pg_total_relation_size(oid) as bytes from pg_class
     where relkind in ('r', 'm') and relnamespace = 'public'::regnamespace`,
  )
  const [{ bytes, estimate } = { bytes: '0', estimate: null }] = rows
  const counted =
    estimate === -1 ? await client.query<{ count: string }>('select count(*) from reservations') : undefined
  return {
    bytes: Number(bytes),
    tables: new Map(sized.rows.map((table) => [table.name, Number(table.bytes)])),
    reservations: Number(counted?.rows[0]?.count ?? estimate ?? 0),
  }
}

interface Size {
  readonly bytes: number
  readonly tables: ReadonlyMap<string, number>
  readonly reservations: number
}

/** Bytes a second at which a small machine rewrites tables with their indexes. */
const REWRITTEN = 50_000_000

/** Returns the names after the words of a migration that can work through a table, outside of functions and comments. */
export function namedTables(sql: string): Set<string> {
  const own = sql.replace(/--[^\n]*|(\$\w*\$)[\s\S]*?\1/g, ' ').toLowerCase()
  const named = /\b(?:update|alter table|on|from|join|using)\s+(?:only\s+|if exists\s+)?"?([a-z_]\w*)/g
  return new Set([...own.matchAll(named)].map(([, name = '']) => name))
}

/** Says what an upgrade will do. The time is that of rewriting each table that a file names, which hardly any file does. */
function planOf(missing: readonly Migration[], { bytes, tables, reservations }: Size): string {
  const megabytes = Math.ceil(bytes / 1_000_000)
  const rewritten = missing
    .flatMap(({ sql }) => [...namedTables(sql)])
    .reduce((sum, name) => sum + (tables.get(name) ?? 0), 0)
  const seconds = Math.max(1, missing.length / 10, rewritten / REWRITTEN)
  return [
    `Upgrading the database (${megabytes} MB, about ${Math.round(reservations)} reservations):`,
    `${missing.length} ${missing.length === 1 ? 'migration' : 'migrations'}, ${missing.map(({ name }) => name).join(', ')}.`,
    `It is not served by this process meanwhile: usually seconds, at most about ${Math.ceil(seconds)} s, and longer while tables are in use.`,
  ].join(' ')
}

/** PostgreSQL's codes of a lock that was not given: in time, or because two waited for each other. */
const NOT_LOCKED = ['55P03', '40P01']

/** Applies a file as soon as its tables are free. @throws MigrationRefused when they were in use for too long */
async function applyPatiently(
  client: pg.PoolClient,
  migration: Migration,
  say: (line: string) => void,
  patience: Patience,
): Promise<void> {
  const began = performance.now()
  for (let attempt = 1; ; attempt += 1) {
    try {
      await (bareMark.test(migration.sql) ? applyBare(client, migration) : apply(client, migration, patience.lock))
      return
    } catch (error) {
      if (!(error instanceof pg.DatabaseError) || !NOT_LOCKED.includes(error.code ?? '')) throw failed(migration, error)
      const user = await oldestOther(client)
      if (performance.now() - began > patience.total)
        throw new MigrationRefused(
          `The migration ${migration.name} gave up: its tables have been in use for too long, at the moment by ${user}. Nothing of it was applied. End that, and start again.`,
        )
      if (attempt === 1) say(`${migration.name} waits for tables that are in use by ${user}. Others go on meanwhile.`)
      await delay(patience.pause)
    }
  }
}

/** Names the other connection whose transaction is the oldest: most likely, it is what a migration waits for. */
async function oldestOther(client: pg.PoolClient): Promise<string> {
  const { rows } = await client.query<{ pid: number; name: string; seconds: number }>(
    `select pid, application_name as name, extract(epoch from now() - xact_start)::int as seconds from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid() and xact_start is not null order by xact_start limit 1`,
  )
  const [oldest] = rows
  return oldest
    ? `the connection ${oldest.pid} ("${oldest.name}", a transaction of ${oldest.seconds} s)`
    : 'another connection'
}

const failed = (migration: Migration, error: unknown): Error =>
  new Error(
    `The migration ${migration.name} failed${placeOf(error, migration.sql)}: ${error instanceof Error ? error.message : String(error)}`,
    { cause: error },
  )

const noteApplied = (client: pg.PoolClient, { name, sha256 }: Migration) =>
  client.query('insert into schema_migrations (name, sha256) values ($1, $2)', [name, sha256])

async function apply(client: pg.PoolClient, migration: Migration, lockMs: number): Promise<void> {
  await client.query('begin')
  try {
    await client.query(`set local lock_timeout = ${Math.ceil(lockMs)}`)
    await client.query(migration.sql)
    await noteApplied(client, migration)
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw error
  }
}

/** Runs the statements of a file one by one. None of them stops others, so they may wait. */
async function applyBare(client: pg.PoolClient, migration: Migration): Promise<void> {
  for (const statement of migration.sql.split(/;[ \t]*$/m)) await client.query(statement)
  await noteApplied(client, migration)
}

function placeOf(error: unknown, sql: string): string {
  if (!(error instanceof pg.DatabaseError) || error.position === undefined || bareMark.test(sql)) return ''
  return ` on line ${sql.slice(0, Number(error.position)).split('\n').length}`
}
