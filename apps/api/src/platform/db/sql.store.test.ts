import { afterEach, beforeEach, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts'
import { type Database, openDatabase } from './db.ts'
import { type TxSql, transactionOn } from './sql.store.ts'

const ADD = { name: 'add', text: 'insert into notes (id) values ($1)' }
const ALL = { name: 'all', text: 'select id from notes order by id' }

let server: TestDatabase
let database: Database
beforeEach(async () => {
  server = await createTestDatabase()
  database = openDatabase(server.url)
  await server.pool.query('create table notes (id int primary key)')
})
afterEach(async () => {
  await database.close()
  await server.close()
})

const stored = async () => (await server.pool.query<{ id: number }>(ALL.text)).rows.map(({ id }) => id)

test('statements that are sent together are worked on in their order', async () => {
  const seen = await transactionOn(database.pipelines, async (sql) => {
    const [, between] = await Promise.all([sql(ADD, [1]), sql<{ id: number }>(ALL, []), sql(ADD, [2])])
    return between
  })
  expect(seen).toEqual([{ id: 1 }])
  expect(await stored()).toEqual([1, 2])
})

test('one that fails undoes all, and the connection goes on', async () => {
  const failing = transactionOn(database.pipelines, (sql) => Promise.all([sql(ADD, [1]), sql(ADD, [1]), sql(ADD, [2])]))
  await expect(failing).rejects.toMatchObject({ code: '23505' })
  expect(await stored()).toEqual([])
  for (const id of [3, 4, 5, 6]) await transactionOn(database.pipelines, (sql) => sql(ADD, [id]))
  expect(await stored()).toEqual([3, 4, 5, 6])
})

test('of several that fail because of one, that one is the reason', async () => {
  const failing = transactionOn(database.pipelines, async (sql) => {
    const add = async () => {
      await Promise.all([sql(ADD, [1]), sql(ADD, [1])])
    }
    // The second is refused because of the first, and is heard of sooner.
    await Promise.all([add(), sql(ADD, [2])])
  })
  await expect(failing).rejects.toMatchObject({ code: '23505' })
})

test('the last writes are committed with what they are sent with', async () => {
  const events: string[] = []
  const result = await transactionOn(database.pipelines, async (sql, commitWith) => {
    await sql(ADD, [1])
    await commitWith([{ statement: ADD, values: [2] }], () => events.push('written'))
    events.push('committed')
    return stored()
  })
  expect([result, events]).toEqual([
    [1, 2],
    ['written', 'committed'],
  ])
})

test('one of the last writes that fails undoes all', async () => {
  const events: string[] = []
  const failing = transactionOn(database.pipelines, async (sql, commitWith) => {
    await sql(ADD, [1])
    const writes = [2, 1, 3].map((id) => ({ statement: ADD, values: [id] }))
    await commitWith(writes, () => events.push('written'))
  })
  await expect(failing).rejects.toMatchObject({ code: '23505' })
  expect([await stored(), events]).toEqual([[], []])
})

test('what a failed transaction leads to later does not run behind its rollback', async () => {
  let late: Promise<unknown> = Promise.resolve()
  const addTwo = async (sql: TxSql) => {
    await sql(ALL, [])
    await sql(ALL, [])
    await sql(ADD, [2])
  }
  const failing = transactionOn(database.pipelines, (sql) => {
    late = addTwo(sql)
    return Promise.all([sql(ADD, [1]), sql(ADD, [1]), late])
  })
  await expect(failing).rejects.toThrow()
  await expect(late).rejects.toThrow()
  expect(await stored()).toEqual([])
})
