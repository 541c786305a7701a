import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'
import type {} from './global-setup.ts'

/** A database of its own for one test or one test file, with the newest schema and nothing in it. */
export interface TestDatabase {
  url: string
  pool: pg.Pool
  /** Drops the database; its connections end. */
  close(): Promise<void>
}

/** Copies the migrated template (some 20 ms). Databases of concurrent tests do not know of each other. */
export async function createTestDatabase(): Promise<TestDatabase> {
  return create(inject('testServer').template)
}

/** A database without any table, for tests of what makes the tables. */
export async function createEmptyDatabase(): Promise<TestDatabase> {
  return create('template0')
}

async function create(template: string): Promise<TestDatabase> {
  const server = inject('testServer')
  const name = `t_${randomBytes(8).toString('hex')}`
  await asAdmin(server.adminUrl, `create database ${name} template ${template} strategy file_copy owner shiloh`)
  const url = new URL(server.url)
  url.pathname = `/${name}`
  const pool = new pg.Pool({ connectionString: url.href })
  // A test may end connections from the server's side; without a listener that would end the test run.
  pool.on('error', () => undefined)
  return {
    url: url.href,
    pool,
    close: async () => {
      await pool.end()
      await asAdmin(server.adminUrl, `drop database ${name} with (force)`)
    },
  }
}

async function asAdmin(adminUrl: string, sql: string): Promise<void> {
  const client = new pg.Client(adminUrl)
  await client.connect()
  try {
    await client.query(sql)
  } finally {
    await client.end()
  }
}
