import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { Logger, runMigrations } from 'graphile-worker'
import pg from 'pg'

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
 */
export async function migrate(url: string, folder: string = migrationsFolder): Promise<string[]> {
  const migrations = await readMigrations(folder)
  const pool = new pg.Pool({ connectionString: url, max: 2, application_name: 'shiloh migrations' })
  // The query that meets a lost connection reports it.
  pool.on('error', () => undefined)
  pool.on('connect', (client) => client.on('error', () => undefined))
  try {
    return await pool.connect().then((client) => migrateLocked(pool, client, migrations))
  } finally {
    await pool.end()
  }
}

async function migrateLocked(pool: pg.Pool, client: pg.PoolClient, migrations: Migration[]): Promise<string[]> {
  try {
    await client.query('select pg_advisory_lock($1)', [lockKey])
    const applied = await applyMissing(client, migrations)
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

async function applyMissing(client: pg.PoolClient, migrations: Migration[]): Promise<string[]> {
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
    throw new Error(`The database is newer than this program: it has ${unknown.join(', ')}. Start the newer version.`)
  }
  for (const migration of missing) await apply(client, migration)
  return missing.map((migration) => migration.name)
}

function isMissing(migration: Migration, known: Map<string, string>): boolean {
  const sha256 = known.get(migration.name)
  if (sha256 !== undefined && sha256 !== migration.sha256 && !migration.formerly.includes(sha256)) {
    throw new Error(
      `The migration ${migration.name} was changed after it had been applied. Undo the change and add a new file.`,
    )
  }
  return sha256 === undefined
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
