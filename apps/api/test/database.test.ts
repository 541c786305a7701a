import { describe, expect, it } from 'vitest'
import { createTestDatabase } from './database.ts'

describe('createTestDatabase', () => {
  it('gives each caller the whole schema and nobody else’s rows', async () => {
    const [one, other] = await Promise.all([createTestDatabase(), createTestDatabase()])
    await one.pool.query('create table mine (n int)')
    const { rows } = await other.pool.query(
      "select to_regclass('mine') as mine, to_regclass('schema_migrations') as applied",
    )
    expect(rows).toEqual([{ mine: null, applied: 'schema_migrations' }])
    await Promise.all([one.close(), other.close()])
  })

  it('finds words with Ghanaian letters by their trigrams', async () => {
    const database = await createTestDatabase()
    const { rows } = await database.pool.query(
      "select similarity('Ɛkɔm', 'Ɛkɔmfo') > 0.3 as alike, lower('Ɔ') as small",
    )
    expect(rows).toEqual([{ alike: true, small: 'ɔ' }])
    await database.close()
  })
})
