import { reservationRoutes as routes } from '@shiloh/contract/reservations/reservations'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeEvent, reserve } from '../../../../test/booking.ts'
import { type TestAccount, type TestApp, testApp } from '../../../../test/harness.ts'

let t: TestApp
let staff: TestAccount
beforeAll(async () => {
  t = await testApp()
  staff = await t.account({ type: 'admin', permissions: ['reservations.read', 'reservations.update'] })
})
afterAll(() => t.close())

test('a note for staff is written whatever became of the reservation, and changes nothing else', async () => {
  const event = await makeEvent(t, { price: 10_000 })
  const { id } = await reserve(t, event)
  const note = (words: string) => t.call(routes.editReservation, { params: { id }, body: { note: words }, as: staff })
  const { total } = (await note('Calls on Friday')).data
  // The prices of today are for those who change what they have.
  await t.database.pool.query(`update event_participant_types set price = price * 2 where event_id = $1`, [event.id])
  await t.database.pool.query(
    `update events set starts_at = now() - interval '9 days', ends_at = now() - interval '2 days' where id = $1`,
    [event.id],
  )
  expect(await note('Came on foot')).toMatchObject({ status: 200, data: { note: 'Came on foot', total } })
  await t.database.pool.query(`update reservations set status = 'archived' where id = $1`, [id])
  expect(await note('Wants the photographs')).toMatchObject({ status: 200, data: { note: 'Wants the photographs' } })
  const { rows } = await t.database.pool.query(
    `select before, after from audit_trail where action = 'edit' and object_id = $1 order by seq`,
    [id],
  )
  expect(rows.at(-1)).toEqual({ before: { note: 'Came on foot' }, after: { note: 'Wants the photographs' } })
  expect(
    (await t.call(routes.editReservation, { params: { id: 'f'.repeat(24) }, body: { note: 'x' }, as: staff })).status,
  ).toBe(404)
})
