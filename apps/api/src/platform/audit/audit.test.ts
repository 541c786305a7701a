import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '../../../test/harness.ts'
import { brokenInvariants } from '../../../test/invariants.ts'
import { appendAudit } from './audit.store.ts'

let t: TestApp
beforeAll(async () => {
  t = await testApp()
})
afterAll(() => t.close())

test('ten thousand entries of one act are one chain', async () => {
  const { db } = t.app.deps
  const entries = Array.from({ length: 10_000 }, (_, index) => ({
    action: 'assign_beds',
    resource: 'reservations' as const,
    after: { bed: index },
  }))
  const actor = { id: null, name: 'Secretary', ip: '', requestId: '' }
  await db.transaction().execute((tx) => appendAudit(tx, actor, t.clock(), entries))
  const { rows } = await t.database.pool.query(
    `select count(*)::int as n from audit_trail where action = 'assign_beds'`,
  )
  expect(rows).toEqual([{ n: 10_000 }])
  expect(await brokenInvariants(db)).toEqual([])
})
