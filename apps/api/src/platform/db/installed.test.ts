import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createEmptyDatabase, createTestDatabase, type TestDatabase } from '../../../test/database.ts'
import { ConfigError, readConfig } from '../config.ts'
import { onInstalledDatabase } from './installed.ts'

const work = async (database: TestDatabase): Promise<number | undefined> => {
  const config = readConfig({ NODE_ENV: 'test', DATABASE_URL: database.url })
  try {
    return await onInstalledDatabase(config, async (db) => {
      const { rows } = await sql<{ people: number }>`select count(*)::int as people from users`.execute(db)
      return rows[0]?.people
    })
  } finally {
    await database.close()
  }
}

test('a command works on what is installed, and says so where nothing is', async () => {
  expect(await work(await createTestDatabase())).toBeTypeOf('number')
  const nothing = work(await createEmptyDatabase())
  await expect(nothing).rejects.toThrow(ConfigError)
  await expect(nothing).rejects.toThrow('Nothing is installed')
})
