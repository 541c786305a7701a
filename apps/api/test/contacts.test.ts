import { guestRoutes } from '@shiloh/contract/checkin/guests'
import { insightRoutes } from '@shiloh/contract/insight'
import { tillRoutes } from '@shiloh/contract/payments/till'
import type { Permission } from '@shiloh/contract/permissions'
import { reservationRoutes } from '@shiloh/contract/reservations/reservations'
import { supportRoutes } from '@shiloh/contract/support'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { features } from '../src/features.ts'
import { API_PREFIX } from '../src/platform/config.ts'
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
  await run(`insert into tasks (title, user_id) values ('Call', $1)`)
  await run(`with post as (insert into blogs (slug, title, body, author_id) values ('camp', 'Camp', 'Tents', $1) returning id)
    insert into blog_comments (blog_id, user_id, body, status) select id, $1, 'Lovely', 'pending' from post`)
  await run(`with flow as (insert into workflows (name, trigger) values ('Reminder', 'reservation_made') returning *),
    version as (insert into workflow_versions (workflow_id, version, definition)
      select id, 1, jsonb_build_object('name', name, 'description', '', 'trigger', trigger, 'conditions', conditions, 'steps', steps) from flow)
    insert into workflow_runs (workflow_id, version, subject, subject_id, user_id, occasion, state)
      select id, 1, 'user', $1, $1, 'now', 'failed' from flow`)
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

/** Returns whether a JSON schema has a property `search`, at any depth. */
const hasSearch = (schema: unknown): boolean =>
  typeof schema === 'object' &&
  schema !== null &&
  (Reflect.get(Object(Reflect.get(schema, 'properties')), 'search') !== undefined ||
    Object.values(schema).some(hasSearch))

/** Every route whose body has the filter of a list. */
const ROUTES = features
  .flatMap(({ endpoints }) => endpoints)
  .flatMap(({ route: { method, path, access, body } }) =>
    method !== 'GET' &&
    access.kind === 'can' &&
    hasSearch(z.toJSONSchema(body, { io: 'input', unrepresentable: 'any' }))
      ? [{ method, path, permission: access.permission }]
      : [],
  )

interface Body {
  /** What the body has beside the search. */
  readonly with?: () => { readonly filter?: object; readonly change?: object; readonly reason?: string }
  /** Its rows belong to nobody. */
  readonly isOfNobody?: true
}
const NOBODYS: Body = { isOfNobody: true }
const EDITED_BY_VENDOR: Body = { ...NOBODYS, with: () => ({ change: { vendor_id: null } }) }
const OF_EVENT: Body = { with: () => ({ filter: { event_id: event.id }, reason: 'Rooms' }) }

const BODIES: Readonly<Record<string, Body>> = {
  '/admin/badges': {},
  '/admin/badges/preview': {},
  '/admin/bulk/blogs/archive': NOBODYS,
  '/admin/bulk/blogs/publish': NOBODYS,
  '/admin/bulk/caterers/edit': EDITED_BY_VENDOR,
  '/admin/bulk/comments/approve': {},
  '/admin/bulk/comments/refuse': { with: () => ({ reason: 'Rude' }) },
  '/admin/bulk/event-rooms/edit': { ...NOBODYS, with: () => ({ change: { quiet: true } }) },
  '/admin/bulk/events/archive': NOBODYS,
  '/admin/bulk/events/publish': NOBODYS,
  '/admin/bulk/events/unpublish': NOBODYS,
  '/admin/bulk/faqs/edit': { ...NOBODYS, with: () => ({ change: { published: true } }) },
  '/admin/bulk/products/edit': EDITED_BY_VENDOR,
  '/admin/bulk/reservations/approve': {},
  '/admin/bulk/reservations/cancel': { with: () => ({ reason: 'Rain' }) },
  '/admin/bulk/reservations/edit': { with: () => ({ change: { participant_type_id: event.otherTypeId } }) },
  '/admin/bulk/reservations/edit/try': { with: () => ({ change: { participant_type_id: event.otherTypeId } }) },
  '/admin/bulk/support-tickets/edit': { with: () => ({ change: { status: 'pending' } }) },
  '/admin/bulk/tasks-and-planning/edit': { with: () => ({ change: { due_on: '2026-12-24' } }) },
  '/admin/bulk/users/approve': {},
  '/admin/bulk/users/deactivate': { with: () => ({ reason: 'Gone' }) },
  '/admin/bulk/users/edit': { with: () => ({ change: { title_id: null } }) },
  '/admin/bulk/waiting-list/drop': OF_EVENT,
  '/admin/bulk/waiting-list/invite': OF_EVENT,
  '/admin/bulk/waiting-list/remove': OF_EVENT,
  '/admin/workflow/runs/retry-failed': {},
}

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

  test('every route with a filter in its body is asked', () => {
    expect(ROUTES.map(({ path }) => path).sort()).toEqual(Object.keys(BODIES))
  })

  test.each(ROUTES)('the filter of $method $path finds names and whole contacts only', async (route) => {
    const { method, path, permission } = route
    const { with: others = () => ({}), isOfNobody = false } = BODIES[path] ?? {}
    const clerk = await app.account({ type: 'admin', permissions: [permission] })
    const found = async (search: string, as = clerk) => {
      await app.database.pool.query(`update workflow_runs set state = 'failed'`)
      const { filter, ...rest } = others() as { readonly filter?: object }
      const response = await app.app.server.inject({
        method,
        url: API_PREFIX + path,
        headers: { authorization: `Bearer ${await app.tokenOf(as)}`, 'content-type': 'application/json' },
        payload: path.endsWith('/retry-failed')
          ? { search }
          : { filter: { ...filter, search }, ...(path.startsWith('/admin/badges') && { also_pending: true }), ...rest },
      })
      const { data, errors } = response.json()
      if (response.statusCode === 422) {
        expect(errors).toMatchObject([{ field: 'filter', code: 'not_found' }])
        return false
      }
      expect([200, 202]).toContain(response.statusCode)
      return (data.total ?? data.persons ?? data.retried) > 0
    }
    for (const whole of ['Yaa', '024 516 7203', EMAIL])
      expect([whole, await found(whole)]).toEqual([whole, !isOfNobody])
    for (const part of ['024', '5167203', 'keeper77', 'Yaa 0245'])
      expect([part, await found(part)]).toEqual([part, false])
    const office = await app.account({ type: 'admin', permissions: [permission, 'users.read'] })
    for (const part of ['0245167', 'keeper77']) expect([part, await found(part, office)]).toEqual([part, !isOfNobody])
  })
})
