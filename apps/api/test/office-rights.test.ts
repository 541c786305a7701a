import { authorizationRoutes } from '@shiloh/contract/authorization'
import { dashboardRoutes } from '@shiloh/contract/dashboard'
import { adminEventRoutes } from '@shiloh/contract/events/events'
import { identityRoutes } from '@shiloh/contract/identity/identity'
import { PERMISSIONS, type Permission } from '@shiloh/contract/permissions'
import { reportRoutes } from '@shiloh/contract/reports'
import { reservationRoutes as routes } from '@shiloh/contract/reservations/reservations'
import { webhookRoutes } from '@shiloh/contract/webhooks'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { applyPayment } from '#features/reservations'
import { inWork } from '#platform/jobs/work'
import { readTable } from '#platform/tables/table-reader'
import { type BookableEvent, enterPayment, makeEvent, makeMember, makeSpouse, reserve } from './booking.ts'
import { type TestAccount, type TestApp, testApp } from './harness.ts'
import { askQuestions } from './questions.ts'

/* What the office sees of money, whom it may still write about, and who cannot be taken from a list. */

let app: TestApp
let office: TestAccount
beforeAll(async () => {
  app = await testApp()
  office = await app.account({ type: 'admin', permissions: PERMISSIONS })
})
afterAll(() => app.close())

const clerk = (...permissions: Permission[]) => app.account({ type: 'admin', permissions })
const deny = (account: TestAccount, resource: string, objectId: string | null = null) =>
  app.database.pool.query(
    `insert into special_permissions (user_id, effect, resource, object_id, actions) values ($1, 'deny', $2, $3, '{read}')`,
    [account.id, resource, objectId],
  )
const pay = async (id: string, amount: number) => {
  await enterPayment(app, id, amount)
  await inWork(app.app.deps, (work) => applyPayment(work, id))
}

describe('payments', () => {
  let event: BookableEvent
  let reservation: string
  beforeAll(async () => {
    event = await makeEvent(app)
    reservation = (await reserve(app, event)).id
    await pay(reservation, 4000)
  })
  const seen = async (as: TestAccount) => {
    const one = await app.call(routes.getReservation, { as, params: { id: reservation } })
    const stats = await app.call(adminEventRoutes.readEventStats, { as, params: { id: event.id } })
    expect([one.status, stats.status]).toEqual([200, 200])
    const unpaid = await app.call(reportRoutes.getReport, { as, query: { event_id: event.id, report: 'unpaid' } })
    return { reservation: one.data, stats: stats.data, unpaid: unpaid.status }
  }

  test('are shown to those who may read them', async () => {
    const { reservation: shown, stats, unpaid } = await seen(office)
    expect(shown.payments).toMatchObject([{ amount: 4000 }])
    expect(shown.refunds).toEqual([])
    expect(stats.money).toMatchObject({ paid: 4000 })
    expect(stats.participant_types[0]).toMatchObject({ amount: expect.any(Number) })
    expect(unpaid).toBe(200)
  })

  test('are nobody else’s, and a denial beats a role', async () => {
    const reader = await clerk('reservations.read', 'events.read', 'reservations.report')
    const denied = await clerk('reservations.read', 'events.read', 'reservations.report', 'payments.read')
    await deny(denied, 'payments')
    for (const one of [reader, denied]) {
      const { reservation: shown, stats, unpaid } = await seen(one)
      expect([shown.payments, shown.refunds, stats.money]).toEqual([null, null, null])
      expect(stats.participant_types.map(({ amount }) => amount)).not.toContainEqual(expect.any(Number))
      expect(unpaid).toBe(403)
      // What it costs, and whether that is settled, is part of a reservation.
      expect(shown).toMatchObject({ total: expect.any(Number), paid: 4000, standing: expect.anything() })
      const reports = await app.call(reportRoutes.listReports, { as: one, query: { event_id: event.id } })
      expect(reports.data.reports.map(({ report }) => report)).not.toContain('unpaid')
      const pdf = await app.call(routes.generatePdf, { as: one, params: { id: reservation } })
      expect(pdf.status).toBe(200)
    }
  })

  test('one that is denied alone is left out', async () => {
    const other = (await reserve(app, event)).id
    await pay(other, 1000)
    await pay(other, 2000)
    const cashier = await clerk('reservations.read', 'payments.read')
    const { data } = await app.call(routes.getReservation, { as: cashier, params: { id: other } })
    const [first] = data.payments ?? []
    await deny(cashier, 'payments', first?._id ?? '')
    const after = await app.call(routes.getReservation, { as: cashier, params: { id: other } })
    expect(after.data.payments).toHaveLength(1)
  })
})

test('an act on an account shows nothing of it to somebody who may not read it', async () => {
  const columns = { phone: '+233245550123', birth_date: '1980-02-03' }
  const acts = {
    updateUser: 'users.update',
    removeUserAvatar: 'users.update',
    resendUserConfirmation: 'users.update',
    approveUser: 'users.approve',
    deactivateUser: 'users.deactivate',
    endUserSessions: 'users.deactivate',
    resetUserMfa: 'users.reset_mfa',
    resetUserPassword: 'users.reset_password',
  } as const
  for (const [act, permission] of Object.entries(acts) as [keyof typeof acts, Permission][]) {
    const ask = async (...permissions: Permission[]) => {
      const { id } = await app.account({ columns })
      const as = await clerk(...permissions)
      const { status, data } = await app.call(authorizationRoutes[act], { as, params: { id }, body: {} })
      expect([act, status]).toEqual([act, 200])
      return data
    }
    const hidden = { email: null, phone: null, birth_date: null, last_login_at: null }
    expect([act, await ask(permission)]).toMatchObject([act, { name: expect.any(String), ...hidden }])
    expect(await ask(permission, 'users.read')).toMatchObject({ ...columns, email: expect.any(String) })
  }
  for (const [act, permission, type] of [
    ['updateAdminUser', 'admin_users.update', 'admin'],
    ['endAdminSessions', 'admin_users.update', 'admin'],
    ['updateCheckinUser', 'checkin_users.update', 'checkin_user'],
    ['endCheckinUserSessions', 'checkin_users.update', 'checkin_user'],
  ] as const) {
    const { id } = await app.account({ type, columns: { phone: columns.phone } })
    const as = await clerk(permission)
    const { status, data } = await app.call(authorizationRoutes[act], { as, params: { id }, body: {} })
    expect([act, status, data]).toMatchObject([act, 200, { name: expect.any(String), email: null, phone: null }])
  }
})

test('a report about an event that is denied is forbidden, as its page is', async () => {
  const event = await makeEvent(app)
  const reader = await clerk('reservations.report', 'reservations.read', 'events.read', 'dashboard.read')
  await deny(reader, 'events', event.id)
  const asked = { as: reader, query: { event_id: event.id } }
  const answers = await Promise.all([
    app.call(adminEventRoutes.readAdminEvent, { as: reader, params: { id: event.id } }),
    app.call(reportRoutes.getReport, { ...asked, query: { ...asked.query, report: 'roomless' } }),
    app.call(reportRoutes.downloadReport, { ...asked, query: { ...asked.query, report: 'roomless', format: 'csv' } }),
    app.call(dashboardRoutes.stats, asked),
  ])
  expect(answers.map(({ status }) => status)).toEqual([403, 403, 403, 403])
  const nowhere = await app.call(reportRoutes.getReport, {
    as: reader,
    query: { event_id: 'f'.repeat(24), report: 'roomless' },
  })
  expect(nowhere.status).toBe(404)
})

test('nothing is written any more about somebody whose account is erased', async () => {
  const event = await makeEvent(app)
  const person = await app.account()
  const { id } = await reserve(app, event, {}, person)
  const cancelled = await app.call(routes.cancelReservation, {
    as: office,
    params: { id },
    body: { reason: 'Is ill' },
  })
  expect(cancelled.status).toBe(200)
  expect((await app.call(identityRoutes.eraseAccount, { as: person })).status).toBe(200)
  const note = await app.call(routes.editReservation, { as: office, params: { id }, body: { note: 'Was ill' } })
  expect(note).toMatchObject({ status: 409, code: 'person_erased' })
  const write = (text: string) => app.database.pool.query(text, [id])
  await expect(write(`update reservations set note = 'Was ill' where id = $1`)).rejects.toThrow('erased')
  await expect(write(`update reservations set waived_reason = 'Was ill' where id = $1`)).rejects.toThrow('erased')
  await expect(
    write(`insert into reservation_transitions (reservation_id, from_status, to_status, action, actor, reason, at)
      values ($1, 'cancelled', 'cancelled', 'cancel', 'staff', 'Was ill', now())`),
  ).rejects.toThrow('erased')
  // What nobody typed is written: the archive of the event, and an empty note.
  await write(`update reservations set note = '' where id = $1`)
  const { data } = await app.call(routes.getReservation, { as: office, params: { id } })
  expect([data.note, data.timeline.map(({ reason }) => reason).join('')]).toEqual(['', ''])
})

test('who only joins with a change that waits for its payment stays on the list', async () => {
  const event = await makeEvent(app)
  const user = await app.account()
  const [child, wife] = [await makeMember(app, user.id), await makeSpouse(app, user.id)]
  const main = { role: 'main', participant_type_id: event.typeId }
  const { id } = await reserve(app, event, {}, user)
  await pay(id, 10_000)
  const edit = (participants: object[]) =>
    app.call(routes.editMyReservation, { params: { id }, as: user, body: { participants } })
  const asked = await edit([
    main,
    { role: 'spouse', person_id: wife, participant_type_id: event.typeId },
    { role: 'child', person_id: child, participant_type_id: event.typeId },
  ])
  expect(asked.data.pending_change?.joins).toHaveLength(2)
  const remove = async () => [
    await app.call(identityRoutes.removeFamilyMember, { as: user, params: { id: child } }),
    await app.call(identityRoutes.removeSpouse, { as: user, params: { id: wife } }),
  ]
  expect((await remove()).map(({ code }) => code)).toEqual(['in_use', 'in_use'])
  expect((await app.call(routes.takeBackMyChange, { as: user, params: { id } })).status).toBe(200)
  expect((await remove()).map(({ status }) => status)).toEqual([200, 200])
})

test('a text that looks like a day stays a text in a spreadsheet', async () => {
  const event = await makeEvent(app)
  const { ids, rewrite } = await askQuestions(app, event, office)
  const answers = { [ids.more]: '2027-02-30', [ids.day]: '2027-02-03' }
  await reserve(app, event, { answers })
  const sheet = async () => {
    const query = { event_id: event.id, format: 'xlsx' } as const
    const { raw } = await app.call(routes.exportReservations, { as: office, query })
    const rows = []
    for await (const { cells } of readTable(raw)) rows.push(cells)
    return Object.entries(rows[0] ?? {}).flatMap(([column, cell]) =>
      column.startsWith('answer_') && cell ? [cell] : [],
    )
  }
  expect(await sheet()).toEqual(['2027-02-03', '2027-02-30'])
  // Of a question that asks something else by now, too.
  await rewrite((question) => ({ ...question, label: `${question.label} (new)`, translations: {} }))
  expect((await sheet()).sort()).toEqual(['2027-02-03', '2027-02-30'])
})

test('a webhook to our own network is refused when it is saved', async () => {
  const strict = await testApp({ database: app.database })
  await app.database.pool.query('update sessions set confirmed_at = $1 where id = $2', [
    strict.clock(),
    office.sessionId,
  ])
  const made = (url: string) =>
    strict.call(webhookRoutes.createWebhook, {
      as: office,
      body: { name: url, url, events: ['event.published'], enabled: true },
    })
  for (const url of [
    'https://127.0.0.1/',
    'https://[::1]/x',
    'https://0x7f.1/',
    'https://localhost/',
    'https://a.localhost.:8443/',
    'https://10.0.0.7/',
  ])
    expect([url, await made(url)]).toMatchObject([url, { code: 'invalid_input', errors: [{ field: 'url' }] }])
  const hook = await made('https://example.org/hook')
  expect(hook.status).toBe(201)
  const moved = await strict.call(webhookRoutes.updateWebhook, {
    as: office,
    params: { id: hook.data._id },
    body: { name: 'Moved', url: 'https://192.168.1.2/', events: ['event.published'], enabled: true },
  })
  expect(moved).toMatchObject({ code: 'invalid_input', errors: [{ field: 'url' }] })
  await strict.close()
})

describe('the tokens of an administrator', () => {
  const token = async (name: string, by: TestAccount) => {
    const { pool } = app.database
    await pool.query(
      `with account as (
         insert into users (user_type, status, email, first_name, last_name) values ('service', 'approved', $1 || '@token.invalid', $1, 'API') returning id),
       session as (
         insert into sessions (user_id, refresh_hash, expires_at) select id, $1, now() + interval '30 days' from account returning id, user_id)
       insert into api_tokens (user_id, session_id, name, token_hash, hint, created_by, created_at, expires_at)
       select user_id, id, $1, $1, '1234', $2, now(), now() + interval '30 days' from session`,
      [name, by.id],
    )
    return async () => {
      const { rows } = await pool.query<{ states: boolean[] }>(
        `select array[t.revoked_at is null, s.revoked_at is null, u.status = 'approved'] as states
         from api_tokens t join sessions s on s.id = t.session_id join users u on u.id = t.user_id where t.name = $1`,
        [name],
      )
      return rows[0]?.states
    }
  }

  test.each(['deactivated', 'deleted'])('end when the account is %s, and are named before', async (how) => {
    const maker = await app.account({ type: 'admin' })
    const [website, other] = [`Website ${how}`, `Letters ${how}`]
    const live = await token(website, maker)
    const unconcerned = await token(other, office)
    const params = { id: maker.id }
    const before = await app.call(authorizationRoutes.getAdminUser, { as: office, params })
    expect(before.data.api_tokens).toEqual([website])
    const act =
      how === 'deleted'
        ? app.call(authorizationRoutes.removeAdminUser, { as: office, params })
        : app.call(authorizationRoutes.updateAdminUser, { as: office, params, body: { status: 'deactivated' } })
    expect((await act).status).toBe(200)
    expect(await live()).toEqual([false, false, false])
    expect(await unconcerned()).toEqual([true, true, true])
    const { rows } = await app.database.pool.query(
      `select action, before ->> 'name' as name from audit_trail where resource = 'integrations' order by seq desc limit 1`,
    )
    expect(rows).toEqual([{ action: 'revoke', name: website }])
  })
})
