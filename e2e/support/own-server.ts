import { test as base } from '@playwright/test'
import pg from 'pg'
import { freeAddress, type Server, startServer } from './server.ts'

/** Changes to the server's data that otherwise only time would make. */
export interface Database {
  run(statement: string, ...values: unknown[]): Promise<void>
}

/** Tests that change global state: each of their workers has its own server. */
export const test = base.extend<object, { ownServer: Server; database: Database }>({
  ownServer: [
    async ({ browserName: _ }, use) => {
      const server = await startServer(await freeAddress())
      await use(server)
      await server.stop()
    },
    { scope: 'worker', timeout: 180_000 },
  ],
  database: [
    async ({ ownServer }, use) => {
      const pool = new pg.Pool({ connectionString: ownServer.databaseUrl, max: 1 })
      await use({
        run: async (statement, ...values) => {
          await pool.query(statement, values)
        },
      })
      await pool.end()
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ ownServer }, use) => use(ownServer.address),
})
