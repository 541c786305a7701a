import pg from 'pg'
import { inject } from 'vitest'
import type {} from './global-setup.ts'
import { createDatabase, dropDatabase } from './test-server.ts'

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
  const url = await createDatabase(server, template)
  const pool = new pg.Pool({ connectionString: url })
  // A test may end connections from the server's side; without a listener that would end the test run.
  pool.on('error', () => undefined)
  return {
    url,
    pool,
    close: async () => {
      await pool.end()
      await dropDatabase(server, url)
    },
  }
}
