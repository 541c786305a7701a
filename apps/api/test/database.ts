import pg from 'pg'
import { inject } from 'vitest'
import type {} from './global-setup.ts'
import { createDatabase, dropDatabase } from './test-server.ts'

/** A separate database for one test or test file, with the newest schema and no rows. */
export interface TestDatabase {
  url: string
  pool: pg.Pool
  /** Drops the database and closes its connections. */
  close(): Promise<void>
}

/** Copies the migrated template (some 20 ms). Databases of concurrent tests are independent. */
export async function createTestDatabase(): Promise<TestDatabase> {
  return create(inject('testServer').template)
}

/** A database without tables, for tests of the migrations. */
export async function createEmptyDatabase(): Promise<TestDatabase> {
  return create('template0')
}

async function create(template: string): Promise<TestDatabase> {
  const server = inject('testServer')
  const url = await createDatabase(server, template)
  const pool = new pg.Pool({ connectionString: url })
  // A test can end connections from the server's side. Without a listener that would end the test run.
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
