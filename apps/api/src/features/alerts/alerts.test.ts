import { alertRoutes as routes } from '@shiloh/contract/alerts/alerts'
import { identityRoutes } from '@shiloh/contract/identity/identity'
import { supportRoutes } from '@shiloh/contract/support'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { inWork } from '#platform/jobs/work'
import { raiseAlert, resolveAlert } from '#platform/messaging/alerts.store'
import { makeEvent } from '../../../test/booking.ts'
import { type TestAccount, type TestApp, testApp } from '../../../test/harness.ts'
import { jobs } from './jobs.ts'

let t: TestApp
beforeAll(async () => {
  t = await testApp()
})
afterAll(() => t.close())

const run = (name: 'watch_alerts' | 'mail_alerts') => jobs[name]?.({}, t.app.deps)
const RESERVATION = '0123456789abcdef01234567'

test('each sees the alerts of their permissions, and closes by hand only what has no cause', async () => {
  const treasurer = await t.account({ type: 'admin', permissions: ['payments.refund', 'payments.read'] })
  const registrar = await t.account({ type: 'admin', permissions: ['reservations.read'] })
  await inWork(t.app.deps, async ({ tx, now }) => {
    await raiseAlert(tx, 'refund_due', RESERVATION, { reservation_id: RESERVATION, code: 'A-1', amount: 500 }, now)
    await raiseAlert(tx, 'refund_due', RESERVATION, { reservation_id: RESERVATION, code: 'A-1', amount: 700 }, now)
    await raiseAlert(tx, 'late_money', 'ref-1', { payment_id: RESERVATION, reference: 'ref-1' }, now)
  })
  const list = await t.call(routes.listAlerts, { as: treasurer })
  expect(list.data.map(({ kind, link, allowed }) => ({ kind, link, allowed }))).toEqual(
    expect.arrayContaining([
      { kind: 'refund_due', link: `/admin/reservations/${RESERVATION}`, allowed: ['snooze'] },
      { kind: 'late_money', link: '/admin/payments/open', allowed: ['resolve', 'snooze'] },
    ]),
  )
  expect(list.data).toHaveLength(2)
  expect((await t.call(routes.countAlerts, { as: treasurer })).data).toEqual({ open: 2, critical: 0 })
  expect((await t.call(routes.listAlerts, { as: registrar })).data).toEqual([])

  const of = (kind: string) => ({ id: list.data.find((one) => one.kind === kind)?._id ?? '' })
  const body = { resolution: 'Sent back by hand' }
  expect((await t.call(routes.resolveAlert, { params: of('late_money'), body, as: registrar })).status).toBe(404)
  expect((await t.call(routes.resolveAlert, { params: of('refund_due'), body, as: treasurer })).code).toBe(
    'illegal_transition',
  )
  const closed = await t.call(routes.resolveAlert, { params: of('late_money'), body, as: treasurer })
  expect(closed.data).toMatchObject({ state: 'resolved', resolution: 'Sent back by hand', allowed: [] })
  // The person who closed it can undo that; nobody else, and not what ended with its cause.
  const again = () => t.call(routes.reopenAlert, { params: of('late_money'), as: treasurer })
  const colleague = await t.account({ type: 'admin', permissions: ['payments.read'] })
  expect((await t.call(routes.reopenAlert, { params: of('late_money'), as: colleague })).code).toBe(
    'illegal_transition',
  )
  expect((await again()).data).toMatchObject({ state: 'open', resolution: '', resolved_by: null })
  expect((await again()).code).toBe('illegal_transition')
  await t.call(routes.resolveAlert, { params: of('late_money'), body, as: treasurer })
  const off = await t.call(routes.snoozeAlert, { params: of('refund_due'), body: { days: 2 }, as: treasurer })
  expect(off.data.state).toBe('snoozed')
  expect((await t.call(routes.countAlerts, { as: treasurer })).data.open).toBe(0)
  t.clock.forward(3 * 24 * 60)
  expect((await t.call(routes.countAlerts, { as: treasurer })).data.open).toBe(1)
})

test('staff are told once: in the app at once, in one mail an hour, and only of what they may see', async () => {
  const desk = await t.account({ type: 'admin', permissions: ['support_tickets.read', 'support_tickets.reply'] })
  const other = await t.account({ type: 'admin', permissions: ['events.read'] })
  const quiet = await t.account({
    type: 'admin',
    permissions: ['support_tickets.read', 'support_tickets.reply'],
    columns: { notify: JSON.stringify({ mail: true, sms: true, muted: ['alert'] }) },
  })
  const member = await t.account()
  const open = () =>
    t.call(supportRoutes.openTicket, { body: { subject: 'A bed', body: 'Please' }, as: member, files: [] })
  const ticket = await open()
  await open()
  await run('watch_alerts')
  await run('watch_alerts')
  const seen = await t.call(identityRoutes.adminListNotifications, { as: desk })
  expect(seen.data.map(({ kind }) => kind)).toEqual(['ticket_opened', 'ticket_opened'])
  expect((await t.call(identityRoutes.adminListNotifications, { as: quiet })).data).toHaveLength(2)
  expect((await t.call(identityRoutes.adminListNotifications, { as: other })).data).toEqual([])
  expect(await t.outbox(desk.email)).toEqual([])
  await run('mail_alerts')
  await run('mail_alerts')
  expect((await t.outbox(desk.email)).map(({ subject }) => subject)).toEqual(['2 alerts are waiting for you'])
  expect(await t.outbox(quiet.email)).toEqual([])
  await t.call(supportRoutes.replyToTicket, {
    params: { id: ticket.data._id },
    body: { body: 'Yes' },
    as: desk,
    files: [],
  })
  expect((await t.call(routes.listAlerts, { as: desk })).data).toHaveLength(1)
})

test('an alert can end twice in one millisecond', async () => {
  const data = { reservation_id: RESERVATION, code: 'A-2', amount: 500 }
  await inWork(t.app.deps, async ({ tx, now }) => {
    for (const amount of [500, 700]) {
      await raiseAlert(tx, 'refund_due', 'ended twice', { ...data, amount }, now)
      await resolveAlert(tx, 'refund_due', 'ended twice', now)
    }
    await raiseAlert(tx, 'refund_due', 'ended twice', data, now)
    await raiseAlert(tx, 'refund_due', 'ended twice', { ...data, amount: 900 }, now)
  })
  const { rows } = await t.database.pool.query(
    `select data->'amount' as amount, resolved_at is null as open from alerts where subject = 'ended twice' order by 1`,
  )
  expect(rows).toEqual([
    { amount: 500, open: false },
    { amount: 700, open: false },
    { amount: 900, open: true },
  ])
})

test('what nobody reports is found, and ends when it is gone', async () => {
  const chief = await t.account({ type: 'admin', permissions: ['events.read', 'system_logs.read'] })
  const event = await makeEvent(t, { capacity: 2 })
  const { pool } = t.database
  const kinds = async () => {
    await run('watch_alerts')
    return (await t.call(routes.listAlerts, { as: chief })).data.map(({ kind }) => kind).sort()
  }
  await pool.query(`update quotas set claimed = capacity where event_id = $1 and kind = 'event'`, [event.id])
  await pool.query(`select graphile_worker.add_job('purge_care', max_attempts => 1)`)
  await pool.query(`update graphile_worker._private_jobs set attempts = 1, last_error = 'no disk'`)
  expect(await kinds()).toEqual(['event_sold_out', 'job_failed'])
  await pool.query(`update quotas set claimed = 0 where event_id = $1 and kind = 'event'`, [event.id])
  await pool.query(`delete from graphile_worker._private_jobs`)
  expect(await kinds()).toEqual([])
})

test('leads from an event that is sold out to its waiting list, and others to its places', async () => {
  const clerk = await t.account({ type: 'admin', permissions: ['events.read', 'waiting_list.read'] })
  const planner = await t.account({ type: 'admin', permissions: ['events.read'] })
  const event = await makeEvent(t)
  await inWork(t.app.deps, ({ tx, now }) =>
    raiseAlert(tx, 'event_sold_out', event.id, { event_id: event.id, event: 'Camp', capacity: 9 }, now),
  )
  const linksFor = async (as: TestAccount) =>
    (await t.call(routes.listAlerts, { as, query: { kind: 'event_sold_out' } })).data.map(({ link }) => link)
  expect(await linksFor(clerk)).toEqual([`/admin/waiting-list?event_id=${event.id}`])
  expect(await linksFor(planner)).toEqual([`/admin/events/${event.id}?tab=dates`])
})

test('leads from an import to its page whoever may open it, and others to the list', async () => {
  const clerk = await t.account({ type: 'admin', permissions: ['logs.read', 'titles.read', 'titles.import'] })
  const auditor = await t.account({ type: 'admin', permissions: ['logs.read', 'titles.read'] })
  const counts = { created: 1, updated: 0, refused: 2 }
  await inWork(t.app.deps, ({ tx, now }) =>
    raiseAlert(
      tx,
      'import_finished',
      RESERVATION,
      { import_id: RESERVATION, resource: 'titles', file_name: 'titles.csv', ...counts },
      now,
    ),
  )
  const linkFor = async (as: typeof clerk) =>
    (await t.call(routes.listAlerts, { as, query: { kind: 'import_finished' } })).data.map(({ link }) => link)
  expect(await linkFor(clerk)).toEqual([`/admin/imports/${RESERVATION}`])
  expect(await linkFor(auditor)).not.toEqual([`/admin/imports/${RESERVATION}`])

  await run('watch_alerts')
  await run('mail_alerts')
  const told = await t.call(identityRoutes.adminListNotifications, { as: clerk })
  expect(told.data.map(({ title, link }) => [title, link])).toEqual([
    ['Import finished: titles.csv, 2 rows refused', `/admin/imports/${RESERVATION}`],
  ])
  const mailed = async (person: typeof clerk) => (await t.outbox(person.email))[0]?.text
  expect(await mailed(clerk)).toContain(
    `titles.csv, 2 rows refused\n${t.app.deps.config.publicUrl}/admin/imports/${RESERVATION}\n`,
  )
  expect(await mailed(auditor)).not.toContain('/admin/imports/')
})
