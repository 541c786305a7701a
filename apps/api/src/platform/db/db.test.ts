import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts'
import { type Database, type Db, openDatabase, type Queryable, type Tx } from './db.ts'
import { type Sql, sqlIn, sqlOnPool, type TxSql } from './sql.store.ts'

let server: TestDatabase
let database: Database
beforeAll(async () => {
  server = await createTestDatabase()
  database = openDatabase(server.url)
})
afterAll(async () => {
  await database.close()
  await server.close()
})

const writes = (_tx: Tx) => undefined
const writesBySql = (_sql: TxSql) => undefined
const reads = (_db: Queryable) => undefined
const readsBySql = (_sql: Sql) => undefined
const needsPool = (_db: Db) => undefined
// @ts-expect-error what is there to read from does not write
const _writesToRead = (db: Queryable) => db.deleteFrom('titles')
// @ts-expect-error nor opens a transaction
const _opensOnRead = (db: Queryable) => db.transaction()

test('the compiler refuses the pool where a transaction is asked for, and a transaction where the pool is', async () => {
  const { db, pipelines } = database
  // @ts-expect-error the pool is no transaction
  writes(db)
  // @ts-expect-error nor are statements on whichever connection is free
  writesBySql(sqlOnPool(pipelines))
  // @ts-expect-error nor are statements on the pool by way of Kysely
  writesBySql(sqlIn(db))
  reads(db)
  readsBySql(sqlIn(db))
  needsPool(db)
  await db.transaction().execute(async (tx) => {
    writes(tx)
    writesBySql(sqlIn(tx))
    reads(tx)
    readsBySql(sqlIn(tx))
    // @ts-expect-error statements of a transaction are not committed one by one
    needsPool(tx)
    expect(tx.isTransaction).toBe(true)
  })
  expect(db.isTransaction).toBe(false)
})
