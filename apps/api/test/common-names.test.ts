import type { QueryIn } from '@shiloh/contract/core'
import { tillRoutes } from '@shiloh/contract/payments/till'
import { reservationRoutes } from '@shiloh/contract/reservations/reservations'
import { workflowRoutes } from '@shiloh/contract/workflows'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { matchesMany } from '#platform/db/search.store'
import { makeEvent } from './booking.ts'
import { type TestAccount, type TestApp, testApp } from './harness.ts'

/** Lists look for a name that thousands have along their order, and for any other name along the index of names. Both find the same. */

let t: TestApp
let office: TestAccount
let eventId: string
beforeAll(async () => {
  t = await testApp()
  office = await t.account({ type: 'admin', permissions: ['payments.read', 'reservations.read', 'workflows.read'] })
  const event = await makeEvent(t)
  eventId = event.id
  await t.database.pool.query(
    `insert into users (user_type, status, email, first_name, last_name, phone, gender)
     select 'user', 'approved', 'many-' || n || '@example.org', case when n <= 20 then 'Zebulon' else 'Zachary' end, 'Many ' || n,
       '+23356' || lpad(n::text, 7, '0'), 'male' from generate_series(1, 4000) n`,
  )
  // Of each name, some reserved and paid, and a run is about them.
  await t.database.pool.query(
    `with guests as (
       select id, first_name, row_number() over (order by email) as n from users where last_name in ('Many 1', 'Many 2', 'Many 3', 'Many 30', 'Many 31')),
     made as (
       insert into reservations (code, event_id, user_id, payer_id, status, currency, total, paid, event_participant_type_id)
       select 'MANY-' || n, $1::text, id, id, 'active', 'GHS', 10000, 10000,
         (select id from event_participant_types where event_id = $1::text and participant_type_id = $2::text) from guests returning id, user_id, code, event_id, event_participant_type_id),
     parties as (
       insert into reservation_participants (reservation_id, event_id, role, user_id, name, qr_id, live, event_participant_type_id)
       select id, event_id, 'main', user_id, code, new_id(), true, event_participant_type_id from made),
     paid as (
       insert into payments (reference, reservation_id, payer_id, provider, amount, currency, live, status, captured, settled_at)
       select 'ref-' || code, id, user_id, 'sandbox', 10000, 'GHS', false, 'paid', 10000, now() from made returning id, reservation_id),
     booked as (
       insert into ledger_entries (payment_id, reservation_id, kind, amount, currency, at, provider)
       select id, reservation_id, 'capture', 10000, 'GHS', now(), 'sandbox' from paid),
     flow as (insert into workflows (name, trigger) values ('Reminder', 'reservation_made') returning *),
     version as (
       insert into workflow_versions (workflow_id, version, definition)
       select id, 1, jsonb_build_object('name', name, 'description', '', 'trigger', trigger,
           'conditions', conditions, 'steps', steps) from flow)
     insert into workflow_runs (workflow_id, version, subject, subject_id, reservation_id, user_id, occasion, state, started_at, finished_at)
     select flow.id, 1, 'reservation', made.id, made.id, made.user_id, made.id, 'done', now(), now() from flow, made`,
    [event.id, event.typeId],
  )
  await t.database.pool.query('analyze users, reservations, ledger_entries, workflow_runs')
})
afterAll(() => t.close())

test('which names are common', async () => {
  const { db } = t.app.deps
  expect(
    await Promise.all(['zachary', 'zach', 'zebulon', 'zachary 31', '?'].map((name) => matchesMany(db, name))),
  ).toEqual([true, true, false, false, false])
})

test.each([
  ['zachary', 2],
  ['many', 5],
  ['zebulon', 3],
  ['zachary 31', 1],
  ['MANY-1', 1],
  ['nobody here', 0],
])('lists find %s', async (search, count) => {
  const as = office
  const money = await t.call(tillRoutes.listMoney, { as, query: { search } })
  const reservations = await t.call(reservationRoutes.listReservations, { as, query: { search } })
  const runs = await t.call(workflowRoutes.listRuns, { as, query: { search } })
  expect([money, reservations, runs].map(({ status }) => status)).toEqual([200, 200, 200])
  expect([money, reservations, runs].map(({ data }) => data.length)).toEqual([count, count, count])
  expect(new Set(money.data.map(({ reservation_code }) => reservation_code)).size).toBe(count)
})

test('a common name together with other filters, pages, and the reference of a payment', async () => {
  const as = office
  const of = async (query: QueryIn<typeof tillRoutes.listMoney>) =>
    (await t.call(tillRoutes.listMoney, { as, query })).data.length
  expect(await of({ search: 'many', event_id: eventId })).toBe(5)
  expect(await of({ search: 'many', event_id: 'f'.repeat(24) })).toBe(0)
  expect(await of({ search: 'many', amount: '20000..' })).toBe(0)
  const first = await t.call(workflowRoutes.listRuns, { as, query: { search: 'many', page_size: 50, page: 2 } })
  expect(first.data).toEqual([])
  const reference = await t.call(tillRoutes.listMoney, { as, query: { search: 'ref-MANY-2' } })
  expect(reference.data).toHaveLength(1)
})

test('a search of reservations counts and sums each once, in any order, with other filters', async () => {
  const list = async (query: QueryIn<typeof reservationRoutes.listReservations>) => {
    const { data, meta } = await t.call(reservationRoutes.listReservations, { as: office, query })
    return [data.map(({ code }) => code), meta?.total, meta?.sums?.['total']]
  }
  // A reference that is also the name of the guest finds the reservation in two ways.
  await t.database.pool.query(
    `update payments set reference = 'zebulon-many-3' where payer_id = (select id from users where last_name = 'Many 3')`,
  )
  expect((await list({ search: 'zebulon-many-3' })).slice(1)).toEqual([1, 10_000])
  for (const sort of ['code', 'guest', '-total', 'created_at'] as const) {
    const [codes, total, sum] = await list({ search: 'zebulon', status: 'active', event_id: eventId, sort })
    expect([codes, total, sum]).toEqual([expect.any(Array), 3, 30_000])
    expect(codes).toHaveLength(3)
  }
  expect(await list({ search: 'many', status: 'cancelled' })).toEqual([[], 0, undefined])
  expect((await list({ search: 'many', payment: 'paid', sort: 'code' }))[0]).toHaveLength(5)
})
