import { guestRoutes } from '@shiloh/contract/checkin/guests'
import { insightRoutes } from '@shiloh/contract/insight'
import { tillRoutes } from '@shiloh/contract/payments/till'
import type { Permission } from '@shiloh/contract/permissions'
import { reservationRoutes } from '@shiloh/contract/reservations/reservations'
import { supportRoutes } from '@shiloh/contract/support'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type BookableEvent, enterPayment, makeEvent, reserve, writeWaiting } from './booking.ts'
import { type TestAccount, type TestApp, testApp } from './harness.ts'

/*
 * A list that shows names, but no phones and addresses, does not tell them by its search: digit after digit, by whether it still
 * has rows.
 */

const PHONE = '+233245167203'
const EMAIL = 'yaa.keeper77@mail.example'

let app: TestApp
let person: TestAccount
let event: BookableEvent

beforeAll(async () => {
  app = await testApp()
  person = await app.account({ email: EMAIL, columns: { first_name: 'Yaa', last_name: 'Keeper', phone: PHONE } })
  event = await makeEvent(app)
  const { id } = await reserve(app, event, {}, person)
  await enterPayment(app, id, 5000)
  const run = (sql: string) => app.database.pool.query(sql, [person.id])
  await run(`insert into access_logs (user_id, route) values ($1, '/events')`)
  await run(`insert into security_logs (user_id, first_at, at, kind, code, method, path, count)
    values ($1, now(), now(), 'refused', 'forbidden', 'GET', '/x', 1)`)
  await run(`insert into import_runs (created_by, resource, file_name, file_sha256, dry_run, status)
    values ($1, 'countries', 'lands.csv', 'x', false, 'completed')`)
  await run(`insert into support_tickets (user_id, subject) values ($1, 'Sleeping')`)
  await writeWaiting(app, event, person.id)
})
afterAll(() => app.close())

type Search = (
  search: string,
  as: TestAccount,
) => Promise<{ readonly status: number; readonly data: readonly object[] }>
const log =
  (type: string): Search =>
  (search, as) =>
    app.call(insightRoutes.listLog, { as, params: { type }, query: { search } })

const LISTS: readonly { readonly list: string; readonly permissions: readonly Permission[]; readonly read: Search }[] =
  [
    { list: 'access log', permissions: ['logs.read', 'system_logs.read'], read: log('access') },
    { list: 'security log', permissions: ['logs.read', 'system_logs.read'], read: log('security') },
    { list: 'log of imports', permissions: ['logs.read', 'system_logs.read'], read: log('imports') },
    {
      list: 'people of the audit trail',
      permissions: ['audit_trail.read'],
      read: (search, as) => app.call(insightRoutes.pickAuditActors, { as, query: { search } }),
    },
    {
      list: 'money',
      permissions: ['payments.read'],
      read: (search, as) => app.call(tillRoutes.listMoney, { as, query: { search } }),
    },
    {
      list: 'tickets',
      permissions: ['support_tickets.read'],
      read: (search, as) => app.call(supportRoutes.listTickets, { as, query: { search } }),
    },
    {
      list: 'waiting list',
      permissions: ['waiting_list.read'],
      read: (search, as) =>
        app.call(reservationRoutes.listWaiting, { as, params: { id: event.id }, query: { search } }),
    },
    {
      list: 'guests at the gate',
      permissions: ['reservations.check_in'],
      read: (search, as) => app.call(guestRoutes.listGuests, { as, params: { id: event.id }, query: { search } }),
    },
  ]

describe('without permission to see people', () => {
  test.each(LISTS)('the $list finds names and whole contacts only', async ({ permissions, read }) => {
    const clerk = await app.account({ type: 'admin', permissions })
    const found = async (search: string, as = clerk) => {
      const { status, data } = await read(search, as)
      expect(status).toBe(200)
      return data.length > 0
    }
    for (const whole of ['Yaa', 'keeper yaa', '024 516 7203', PHONE, '00233245167203', EMAIL, `Yaa ${EMAIL}`])
      expect([whole, await found(whole)]).toEqual([whole, true])
    for (const part of ['024', '02451672', '245167', '5167203', 'keeper77', 'mail.example', 'yaa.keeper7', 'Yaa 0245'])
      expect([part, await found(part)]).toEqual([part, false])
    const office = await app.account({ type: 'admin', permissions: [...permissions, 'users.read'] })
    for (const part of ['0245167', 'keeper77', 'Yaa 0245'])
      expect([part, await found(part, office)]).toEqual([part, true])
  })
})
