import { identityRoutes } from '@shiloh/contract/identity/identity'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { lockTitleClaims } from '../src/features/authorization/titles.store.ts'
import { lockSpouses } from '../src/features/identity/spouse-links.store.ts'
import { endTitleAlert, raiseTitleAlert } from '../src/features/identity/titles.ts'
import { sqlIn } from '../src/platform/db/sql.store.ts'
import { inWork, type Work } from '../src/platform/jobs/work.ts'
import { lockAddressees } from '../src/platform/messaging/notices.store.ts'
import { makeSpouse } from './booking.ts'
import { type TestAccount, type TestApp, testApp } from './harness.ts'
import { untilWaiting } from './waiting.ts'

// An erasure takes its locks in the same order as whoever writes to the same people.

let t: TestApp
beforeAll(async () => {
  t = await testApp()
})
afterAll(() => t.close())

test.each([
  [
    'a title of theirs is confirmed',
    (work: Work, { id }: TestAccount) => lockTitleClaims(work.tx, [id]),
    (work: Work, { id }: TestAccount) => endTitleAlert(work, id),
  ],
  [
    'a title of their spouse is confirmed',
    (work: Work, _: TestAccount, spouseId: string) => lockTitleClaims(work.tx, [spouseId]),
    (work: Work, { id }: TestAccount) => lockAddressees(sqlIn(work.tx), [id]),
  ],
  [
    'they are unlinked',
    (work: Work, _: TestAccount, spouseId: string) => lockSpouses(work.tx, [spouseId]),
    (work: Work, { id }: TestAccount) => lockAddressees(sqlIn(work.tx), [id]),
  ],
] as const)('people erase their accounts while %s, and neither is refused', async (_, first, then) => {
  const person = await t.account({ columns: { first_name: 'Zorrina', last_name: 'Quorn' } })
  const spouseId = await makeSpouse(t, person.id)
  await inWork(t.app.deps, (work) => raiseTitleAlert(work, { id: person.id, name: 'Zorrina Quorn' }, 'Elder'))
  const [begun, waits] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const beside = inWork(t.app.deps, async (work) => {
    await first(work, person, spouseId)
    begun.resolve()
    await waits.promise
    await then(work, person)
  })
  await begun.promise
  const erasing = t.call(identityRoutes.eraseAccount, { as: person })
  await untilWaiting(t, 1)
  waits.resolve()
  await beside
  expect((await erasing).status).toBe(200)
  const { rows } = await t.database.pool.query(`select 1 from alerts where data::text like '%Quorn%'`)
  expect(rows).toEqual([])
})
