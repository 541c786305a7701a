import { boardRoutes } from '@shiloh/contract/checkin/board'
import { guestRoutes } from '@shiloh/contract/checkin/guests'
import { paperDevice } from '@shiloh/contract/checkin/paper'
import type { BodyIn } from '@shiloh/contract/core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type BookableEvent, reserve as made, makeEvent } from '../../../test/booking.ts'
import { type TestAccount, type TestApp, testApp } from '../../../test/harness.ts'
import { brokenInvariants } from '../../../test/invariants.ts'

let t: TestApp
let event: BookableEvent
let desk: TestAccount
let colleague: TestAccount
let gate: string
let meal: string

beforeAll(async () => {
  t = await testApp()
  event = await makeEvent(t, { capacity: 500 })
  desk = await t.account({ type: 'admin', permissions: ['reservations.check_in'] })
  colleague = await t.account({ type: 'admin', permissions: ['reservations.check_in'] })
  const { rows } = await t.database.pool.query<{ id: string }>(
    `with meal as (insert into scan_points (event_id, kind, rule, name, position) values ($1, 'meal', 'once', 'Supper', 1) returning id)
     select id from scan_points where event_id = $1 union all select id from meal`,
    [event.id],
  )
  gate = rows[0]?.id ?? ''
  meal = rows[1]?.id ?? ''
})
afterAll(async () => {
  expect(await brokenInvariants(t.app.deps.db)).toEqual([])
  await t.close()
})

const reserve = async (typeId = event.otherTypeId) => {
  const user = await t.account()
  const { view } = await made(t, event, { participant_type_id: typeId }, user)
  return { _id: view._id, code: view.code, id: view.participants[0]?._id ?? '', user }
}
const minutesAgo = (minutes: number) => new Date(t.clock().getTime() - minutes * 60_000).toISOString()
const enter = (
  participant_ids: string[],
  more: Partial<BodyIn<typeof guestRoutes.enterPaper>> = {},
  as = desk,
  id = event.id,
) =>
  t.call(guestRoutes.enterPaper, {
    params: { id },
    body: { point_id: gate, at: minutesAgo(30), participant_ids, ...more },
    as,
  })
const board = async () => (await t.call(boardRoutes.liveBoard, { params: { id: event.id }, as: desk })).data
const guests = async (query = {}, as = desk) =>
  (await t.call(guestRoutes.listGuests, { params: { id: event.id }, query, as })).data

it('enters a list once, even if two people enter it, and says of each person what the server knows', async () => {
  const [first, second, unpaid] = [await reserve(), await reserve(), await reserve(event.typeId)]
  const elsewhere = await makeEvent(t)
  const all = [first.id, unpaid.id, 'f'.repeat(24), second.id]
  const { data } = await enter(all)
  expect(data).toMatchObject([
    { outcome: 'entered', result: 'ok', double_entry: null },
    { outcome: 'entered', result: 'unpaid', balance: 10_000, currency: 'GHS' },
    { outcome: 'not_found', result: null, scan: null },
    { outcome: 'entered', result: 'ok' },
  ])
  const seen = await board()
  expect(seen.counters).toMatchObject({ expected: 3, in: 3, inside: 3 })
  expect(seen.corrections).toMatchObject([{ code: unpaid.code, device_id: paperDevice(gate) }])
  // The same list again, by somebody else, at once and later.
  for (const answers of [await Promise.all([enter(all, {}, colleague), enter(all)]), [await enter(all, {}, colleague)]])
    expect(answers.map((answer) => answer.data.map(({ outcome }) => outcome))).toEqual(
      answers.map(() => ['known', 'known', 'not_found', 'known']),
    )
  expect((await board()).counters).toEqual(seen.counters)
  // Another time on a second copy of the list is no second entry.
  expect((await enter([first.id], { at: minutesAgo(20) })).data).toMatchObject([
    { outcome: 'entered', double_entry: null },
  ])
  expect((await board()).double_entries).toEqual([])
  expect((await guests({ state: 'inside', sort: 'district,name' })).map(({ code }) => code).sort()).toEqual(
    [first, second, unpaid].map(({ code }) => code).sort(),
  )
  expect((await enter([first.id], { direction: 'out', at: minutesAgo(5) })).data).toMatchObject([{ result: 'ok' }])
  expect(await guests({ state: 'left', search: first.code })).toMatchObject([
    { code: first.code, checked_out_at: minutesAgo(5) },
  ])
  expect((await enter(all, {}, desk, elsewhere.id)).errors).toMatchObject([{ field: 'point_id', code: 'not_found' }])
})

it('takes an entry back, and enters it again', async () => {
  const { id, code } = await reserve()
  const [row] = (await enter([id])).data
  const withdraw = { params: { id: event.id }, body: { act: 'withdraw', scan_ids: [row?.scan ?? ''] } } as const
  await t.call(boardRoutes.reviewScans, { ...withdraw, as: colleague })
  expect(await guests({ search: code })).toMatchObject([{ checked_in_at: null }])
  // By somebody else than the first time: it is their entry to take back now.
  expect((await enter([id], {}, colleague)).data).toMatchObject([{ outcome: 'entered', scan: row?.scan }])
  expect(await guests({ search: code })).toMatchObject([{ checked_in_at: minutesAgo(30) }])
})

it('refuses a time that cannot be, a way out of a meal, and people without the permission', async () => {
  const { id, _id } = await reserve()
  const problems = async (more: Parameters<typeof enter>[1]) =>
    (await enter([id], more)).errors.map(({ field, code }) => [field, code])
  expect(await problems({ at: minutesAgo(-10) })).toEqual([['at', 'in_future']])
  expect(await problems({ at: '2020-01-10T09:00:00Z' })).toEqual([['at', 'too_early']])
  expect(await problems({ point_id: meal, direction: 'out' })).toEqual([['direction', 'not_offered']])
  expect((await enter([id], { point_id: meal })).data).toMatchObject([{ outcome: 'entered', result: 'no_meal' }])
  const reader = await t.account({ type: 'admin', permissions: ['reservations.read'] })
  expect((await enter([id], {}, reader)).status).toBe(403)
  // A reservation that is denied to somebody is no guest for them.
  await t.database.pool.query(
    `insert into special_permissions (user_id, effect, resource, object_id, actions) values ($1, 'deny', 'reservations', $2, '{read,check_in}')`,
    [colleague.id, _id],
  )
  expect((await enter([id], {}, colleague)).data).toMatchObject([{ outcome: 'not_found' }])
  expect((await guests({}, colleague)).some(({ reservation_id }) => reservation_id === _id)).toBe(false)
})
