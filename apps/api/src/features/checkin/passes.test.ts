import { SAID, SCAN_RESULTS } from '@shiloh/contract/checkin/scans'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type TestApp, testApp } from '../../../test/harness.ts'
import { type PassFacts, passes } from './passes.ts'

let t: TestApp

beforeAll(async () => {
  t = await testApp()
})
afterAll(() => t.close())

it('says of each kind of scan what the column of the table says', async () => {
  const { id } = await t.account({ type: 'checkin_user' })
  const now = t.clock()
  const each = SCAN_RESULTS.flatMap((result) =>
    [null, ...SAID].flatMap((said) =>
      [false, true].flatMap((withdrawn) =>
        [null, now].map((undone_at): PassFacts => ({ result, said, withdrawn, undone_at })),
      ),
    ),
  )
  const { rows } = await t.database.pool.query<{ accepted: boolean }>(
    `insert into scans (scan_id, device_id, code, direction, scanned_at, received_at, result, said, withdrawn_at, withdrawn_by, undone_at, undone_by)
     select 'kind-of-scan-' || nth, 'column', 'x', 'in', $2, $2, k.result, k.said,
       case when k.withdrawn then $2::timestamptz end, case when k.withdrawn then $3::oid24 end,
       k.undone_at, case when k.undone_at is not null then $3::oid24 end
     from json_to_recordset($1::json) as k(nth int4, result text, said text, withdrawn boolean, undone_at timestamptz) order by nth
     returning accepted`,
    [JSON.stringify(each.map((kind, nth) => ({ ...kind, nth }))), now, id],
  )
  expect(rows.map(({ accepted }) => accepted)).toEqual(each.map(passes))
  expect(each.filter(passes)).not.toEqual([])
  await t.database.pool.query(`delete from scans where device_id = 'column'`)
})
