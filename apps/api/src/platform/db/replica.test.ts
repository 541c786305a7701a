import { contentRoutes } from '@shiloh/contract/content'
import { organisationRoutes } from '@shiloh/contract/organisation'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts'
import { type TestApp, testApp } from '../../../test/harness.ts'
import { openLog } from '../log/log.ts'
import { openDatabase } from './db.ts'
import { DatabaseUnavailable } from './pool.ts'
import { lagOf, type Position, parseLsn, withPosition } from './replica.rules.ts'
import { openReplica } from './replica.ts'

describe('how late a replica is', () => {
  const known: Position[] = [
    { at: 1000, lsn: 10n },
    { at: 2000, lsn: 10n },
    { at: 3000, lsn: 25n },
    { at: 4000, lsn: 40n },
  ]

  test('counts from when the primary was first seen further', () => {
    expect(lagOf(known, 40n, 4200)).toBe(0)
    expect(lagOf(known, 25n, 4200)).toBe(200)
    expect(lagOf(known, 24n, 4200)).toBe(1200)
    expect(lagOf(known, 9n, 4200)).toBe(3200)
  })

  test('is nothing while nobody writes, however long that lasts', () => {
    expect(lagOf(known, 40n, 999_000)).toBe(0)
    expect(lagOf([], 1n, 5)).toBe(0)
  })

  test('forgets what was known of a log that went back', () => {
    expect(withPosition(known, { at: 5000, lsn: 12n })).toEqual([{ at: 5000, lsn: 12n }])
    expect(withPosition(known, { at: 5000, lsn: 40n })).toHaveLength(5)
  })

  test('is read from positions as PostgreSQL writes them', () => {
    expect(parseLsn('16/B374D848')).toBe(0x16b374d848n)
    expect(parseLsn('0/0')).toBe(0n)
  })
})

describe('where late reads go', () => {
  let first: TestDatabase
  let second: TestDatabase
  let databases: ReturnType<typeof openDatabase>
  beforeAll(async () => {
    ;[first, second] = await Promise.all([createTestDatabase(), createTestDatabase()])
    databases = openDatabase(first.url, { replicaUrl: second.url })
  })
  afterAll(async () => {
    await databases.close()
    await Promise.all([first.close(), second.close()])
  })

  let positions: { primary: string | Error; replica: string | null | Error }
  let counted: string[]
  beforeEach(() => {
    positions = { primary: '0/10', replica: '0/10' }
    counted = []
  })
  const opened = (maxLag = 5000) => {
    const { db, replica } = databases
    return openReplica({
      primary: db,
      replica,
      maxLag,
      log: openLog('silent'),
      count: (source) => counted.push(source),
      position: async (asked) => {
        const position = asked === db ? positions.primary : positions.replica
        if (position instanceof Error) throw position
        return position
      },
    })
  }
  const nameOf = async (replica: ReturnType<typeof opened>) =>
    replica.late(async (db) => {
      const found = db === databases.db ? 'primary' : 'replica'
      return found
    })

  test('to the primary before the first look, then to the replica', async () => {
    const replica = opened()
    expect(await nameOf(replica)).toBe('primary')
    await replica.look()
    expect(await nameOf(replica)).toBe('replica')
    expect(counted).toEqual(['primary', 'replica'])
    expect(replica.lag()).toBe(0)
  })

  test('to the primary while the replica is too late, or says nothing', async () => {
    const replica = opened(0)
    positions = { primary: '0/20', replica: '0/10' }
    await replica.look()
    // Seen further just now: some fraction of a millisecond.
    await replica.look()
    expect(replica.isUsed()).toBe(false)
    expect(replica.lag()).toBeGreaterThan(0)
    positions = { primary: '0/20', replica: '0/20' }
    await replica.look()
    expect(replica.isUsed()).toBe(true)
    for (const answer of [null, new Error('no answer')]) {
      positions = { primary: '0/20', replica: answer }
      await replica.look()
      expect([replica.isUsed(), replica.lag()]).toEqual([false, undefined])
    }
  })

  test('to the replica while the primary is away: it does not run ahead', async () => {
    const replica = opened()
    await replica.look()
    positions = { primary: new Error('away'), replica: '0/10' }
    await replica.look()
    expect(await nameOf(replica)).toBe('replica')
  })

  test('to the primary again, if the replica is lost or cancels the statement', async () => {
    const replica = opened()
    await replica.look()
    const conflict = Object.assign(new Error('canceling statement due to conflict with recovery'), { code: '40001' })
    const answered = async (error: Error) =>
      replica.late(async (db) => {
        if (db !== databases.db) throw error
        return 'primary'
      })
    expect(await answered(conflict)).toBe('primary')
    // One statement was in the way. The next one may go there.
    expect(replica.isUsed()).toBe(true)
    expect(await answered(new DatabaseUnavailable('gone'))).toBe('primary')
    expect(replica.isUsed()).toBe(false)
    await replica.look()
    await expect(answered(new Error('a mistake'))).rejects.toThrow('a mistake')
  })

  test('nothing is written there', async () => {
    const { replica } = databases
    if (!replica) throw new Error('it was given')
    const { CompiledQuery } = await import('kysely')
    await expect(
      replica.executeQuery(CompiledQuery.raw(`insert into titles (name) values ('Elder')`)),
    ).rejects.toMatchObject({ code: '25006' })
  })
})

describe('the product with a replica', () => {
  let t: TestApp
  let copy: TestDatabase
  beforeAll(async () => {
    copy = await createTestDatabase()
    t = await testApp({
      env: {
        DATABASE_URL: copy.url,
        DATABASE_REPLICA_URL: copy.url,
        DATABASE_REPLICA_LAG: '60',
        METRICS_TOKEN: 'a-token-for-the-tests',
      },
    })
    const asked = `insert into faqs (question, answer, published) values ($1, 'Yes.', true)`
    await copy.pool.query(asked, ['Is this the replica?'])
    await t.database.pool.query(asked, ['Is this the primary?'])
    const unit = `insert into church_units (level, name, code) values ('region', $1, 'X')`
    await copy.pool.query(unit, ['Only the replica has it'])
  })
  afterAll(() => t.close())

  const question = async () => {
    const { data } = await t.call(contentRoutes.listPublicFaqs, { query: {} })
    return data.map((faq) => faq.question)
  }

  test('answers late reads from it, and from the primary once it is gone', async () => {
    expect(await question()).toEqual(['Is this the primary?'])
    await t.app.deps.replica.look()
    expect(await question()).toEqual(['Is this the replica?'])
    const { data: regions } = await t.call(organisationRoutes.geoRegions, { query: {} })
    expect(regions.map(({ name }) => name)).toEqual(['Only the replica has it'])
    const { text } = await t.app.deps.metrics.read()
    expect(text).toContain('shiloh_replica_used 1')
    expect(text).toMatch(/shiloh_late_reads_total\{source="replica"\} 2/)
    await copy.close()
    expect(await question()).toEqual(['Is this the primary?'])
    expect(t.app.deps.replica.isUsed()).toBe(false)
    await t.app.deps.replica.look()
    expect((await t.app.deps.metrics.read()).text).toMatch(/^shiloh_replica_lag_seconds nan$/im)
    expect(await question()).toEqual(['Is this the primary?'])
  })
})
