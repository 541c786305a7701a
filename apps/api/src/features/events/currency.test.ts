import { adminEventRoutes } from '@shiloh/contract/events/events'
import { organisationRoutes } from '@shiloh/contract/organisation'
import { deskRoutes } from '@shiloh/contract/payments/desk'
import { paymentRoutes } from '@shiloh/contract/payments/payments'
import { CURRENCIES } from '@shiloh/contract/text/currencies'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { makeEvent, reserve } from '../../../test/booking.ts'
import { type TestAccount, type TestApp, testApp } from '../../../test/harness.ts'

let t: TestApp
let boss: TestAccount
beforeAll(async () => {
  t = await testApp()
  boss = await t.account({
    type: 'admin',
    permissions: ['events.read', 'events.create', 'events.update', 'settings.update', 'settings.read'],
  })
})
afterAll(() => t.close())

/** Without cents, with three decimals, in whole units at a provider, and none at all. */
const OTHERS = ['XOF', 'JPY', 'KWD', 'MGA', 'ZZZ']
const refusal = [expect.objectContaining({ field: 'currency', code: 'currency_decimals' })]

it('is one list here and in the database', async () => {
  const all = Intl.supportedValuesOf('currency')
  const { rows } = await t.database.pool.query<{ code: string }>(
    'select code from unnest($1::text[]) as code where has_hundredths(code) order by code',
    [[...new Set([...all, ...CURRENCIES, ...OTHERS])]],
  )
  expect(rows.map(({ code }) => code)).toEqual([...CURRENCIES].sort())
})

it('has two decimals, of an event and of the church', async () => {
  const create = (currency: string) =>
    t.call(adminEventRoutes.createEvent, {
      as: boss,
      body: { name: `In ${currency}`, starts_at: '2027-02-01T09:00:00Z', ends_at: '2027-02-04T12:00:00Z', currency },
    })
  const settle = (currency: string) =>
    t.call(organisationRoutes.updateSettings, { as: boss, params: { name: 'client_group' }, body: { currency } })
  for (const currency of OTHERS) {
    const made = await create(currency)
    expect([made.status, made.errors], currency).toEqual([422, refusal])
    const settled = await settle(currency)
    expect([settled.status, settled.errors], currency).toEqual([422, refusal])
  }
  expect((await create('EUR')).status).toBe(201)
  const event = await makeEvent(t)
  const change = (body: object) =>
    t.call(adminEventRoutes.updateEvent, { as: boss, params: { id: event.id }, body: { ...body } })
  expect((await change({ currency: 'XOF' })).errors).toEqual(refusal)
  expect((await change({ currency: 'USD' })).status).toBe(200)
})

it('of an older event stays, and nothing is paid online in it', async () => {
  const event = await makeEvent(t)
  await t.database.pool.query('alter table events disable trigger events_currency')
  await t.database.pool.query(`update events set currency = 'XOF' where id = $1`, [event.id])
  await t.database.pool.query('alter table events enable trigger events_currency')
  const body = { summary: 'The same currency', currency: 'XOF' }
  const changed = await t.call(adminEventRoutes.updateEvent, { as: boss, params: { id: event.id }, body })
  expect(changed.data).toMatchObject(body)
  const { user, id, view } = await reserve(t, event)
  const started = await t.call(paymentRoutes.startPayment, { params: { id }, body: {}, as: user })
  expect([started.status, started.code]).toEqual([409, 'currency_not_online'])
  const gate = await t.account({ type: 'checkin_user' })
  await t.database.pool.query(
    'insert into check_in_user_events (user_id, event_id, takes_payments) values ($1, $2, true)',
    [gate.id, event.id],
  )
  const prompted = await t.call(deskRoutes.promptAtGate, {
    params: { code: view.code },
    body: { phone: '0241234567', network: 'mtn' },
    as: gate,
  })
  expect(prompted.code).toBe('currency_not_online')
})
