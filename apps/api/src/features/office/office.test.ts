import { officeRoutes } from '@shiloh/contract/office'
import { paymentRoutes } from '@shiloh/contract/payments/payments'
import { PERMISSIONS } from '@shiloh/contract/permissions'
import { reservationRoutes } from '@shiloh/contract/reservations/reservations'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type BookableEvent, makeEvent } from '../../../test/booking.ts'
import { type TestAccount, type TestApp, testApp } from '../../../test/harness.ts'

let app: TestApp
let staff: TestAccount
let guest: TestAccount
let event: BookableEvent
let reservation: string

const query = async (text: string, values: readonly unknown[] = []) => app.database.pool.query(text, [...values])
/** Somebody with every permission who does not see this object. */
const without = async (resource: string, id: string): Promise<TestAccount> => {
  const account = await app.account({ type: 'admin', permissions: PERMISSIONS })
  await query(
    `insert into special_permissions (user_id, effect, resource, object_id, actions) values ($1, 'deny', $2, $3, '{read}')`,
    [account.id, resource, id],
  )
  return account
}
const count = async (as = staff, event_id?: string) =>
  (await app.call(officeRoutes.countWaitingWork, { as, query: { event_id } })).data
const describeWork = async (as = staff) =>
  (await app.call(officeRoutes.countWaitingWork, { as, query: { details: 'true' } })).data

beforeAll(async () => {
  app = await testApp()
  staff = await app.account({
    type: 'admin',
    permissions: PERMISSIONS,
    columns: { first_name: 'Efua', last_name: 'Ansah' },
  })
  guest = await app.account()
  event = await makeEvent(app)
  const made = await app.call(reservationRoutes.makeReservation, {
    as: guest,
    params: { event_id: event.id },
    body: { participant_type_id: event.typeId },
  })
  reservation = made.data._id
  await app.call(paymentRoutes.takeCash, { as: staff, params: { id: reservation }, body: { amount: 100 } })
})
afterAll(() => app.close())

it('counts what waits, of one event, and nothing that the caller cannot see', async () => {
  expect(await count()).toMatchObject({ approvals: 0, offers: 0, tickets: 0, payments: 0, refunds: 0 })
  await query(`update reservations set needs_approval = true, status = 'pending' where id = $1`, [reservation])
  await query(
    `insert into waiting_entries (event_id, user_id, kind, wish, status, offer_expires_at) values ($1, $2, 'event', '{}', 'offered', now() + interval '1 day')`,
    [event.id, guest.id],
  )
  await query(`insert into support_tickets (user_id, subject) select $1, 'Help' from generate_series(1, 120)`, [
    guest.id,
  ])
  await query(`update payments set mismatch = 'over' where reservation_id = $1`, [reservation])
  await query(`insert into tasks (title, assignee_id, status) values ('Call', $1, 'open'), ('Was', $1, 'done')`, [
    staff.id,
  ])
  await query(`insert into tasks (title, assignee_id, event_id) values ('Print', $1, $2)`, [staff.id, event.id])
  await query(
    `insert into refunds (payment_id, amount, currency, status, reason)
     select id, 50, currency, 'due', 'goodwill' from payments where reservation_id = $1`,
    [reservation],
  )
  expect(await count()).toMatchObject({ approvals: 1, offers: 1, tickets: 100, payments: 1, refunds: 1, tasks: 2 })
  expect(await count(staff, event.id)).toMatchObject({ approvals: 1, refunds: 1, tasks: 1 })
  expect(await count(staff, 'f'.repeat(24))).toMatchObject({
    approvals: 0,
    offers: 0,
    tickets: 100,
    payments: 1,
    refunds: 0,
  })
  // Of a hundred and more nothing is told. An alert about a ticket is counted once.
  const { details } = await describeWork()
  expect(details).toMatchObject({ payments: { amount: 100, currency: 'GHS' }, approvals: { amount: null } })
  expect(details?.tickets).toBeUndefined()
  const before = await count()
  await query(`insert into alerts (kind, subject, data) values ('ticket_opened', 'x', '{}'), ('job_failed', 'x', '{}')`)
  expect(await count()).toMatchObject({
    counted_alerts: (before.counted_alerts ?? 0) + 1,
    alerts: (before.alerts ?? 0) + 2,
  })
  // Of an event without refunds, an alert about one is not about what is counted.
  const elsewhere = await count(staff, 'f'.repeat(24))
  await query(`insert into alerts (kind, subject, data) values ('refund_due', 'x', '{}')`)
  expect(await count(staff, 'f'.repeat(24))).toMatchObject({
    alerts: (elsewhere.alerts ?? 0) + 1,
    counted_alerts: elsewhere.counted_alerts,
  })
  await query(`delete from alerts where subject = 'x'`)
  const desk = await app.account({ type: 'admin', permissions: ['reservations.read'] })
  expect(await count(desk)).toEqual({ approvals: 1, alerts: 0, critical_alerts: 0, counted_alerts: 0 })
  expect(await count(await without('users', guest.id))).toMatchObject({
    approvals: 0,
    offers: 0,
    tickets: 0,
    payments: 0,
  })
})

it('keeps notes about a person, which only their author deletes', async () => {
  const params = { id: guest.id }
  const empty = await app.call(officeRoutes.addPersonNote, { as: staff, params, body: { body: '  ' } })
  expect(empty).toMatchObject({ status: 422, errors: [{ field: 'body', code: 'required' }] })
  const { data: note } = await app.call(officeRoutes.addPersonNote, {
    as: staff,
    params,
    body: { body: 'Call after 6 PM.' },
  })
  expect(note).toMatchObject({ body: 'Call after 6 PM.', author: 'Efua Ansah', author_id: staff.id, own: true })
  const other = await app.account({ type: 'admin', permissions: PERMISSIONS })
  const listed = await app.call(officeRoutes.listPersonNotes, { as: other, params })
  expect(listed.data).toEqual([{ ...note, own: false }])
  const gone = { ...params, note_id: note._id }
  expect((await app.call(officeRoutes.removePersonNote, { as: other, params: gone })).status).toBe(403)
  // A note is found only with the person it is about.
  const wrong = { id: (await app.account()).id, note_id: note._id }
  expect((await app.call(officeRoutes.removePersonNote, { as: staff, params: wrong })).status).toBe(404)
  expect((await app.call(officeRoutes.listPersonNotes, { as: staff, params: { id: staff.id } })).status).toBe(404)
  expect((await app.call(officeRoutes.removePersonNote, { as: staff, params: gone })).status).toBe(200)
  expect((await app.call(officeRoutes.listPersonNotes, { as: staff, params })).data).toEqual([])
  const { rows } = await query(
    `select action from audit_trail where object_id = $1 and action like '%note' order by seq`,
    [guest.id],
  )
  expect(rows).toEqual([{ action: 'add_note' }, { action: 'remove_note' }])
})

it('tells what happened with a person, as far as the caller may see it', async () => {
  const steps = async (as: TestAccount) =>
    (await app.call(officeRoutes.listPersonSteps, { as, params: { id: guest.id } })).data
  await query(`delete from support_tickets`)
  await query(`insert into support_tickets (user_id, subject) values ($1, 'Help')`, [guest.id])
  await query(
    `insert into messages (channel, recipient, template, language, data, user_id, status, sent_at)
     select channel, 'ama@example.com', 'balance_reminder', 'en', '{}', $1, 'sent', now() from unnest(array['mail', 'sms']) channel`,
    [guest.id],
  )
  await query(
    `insert into audit_trail (seq, at, actor_id, action, resource, object_id, after, hash, previous_hash)
     select max(seq) + 1, max(at), $1, 'assign_beds', 'reservations', $2, '[{"room": "Bethel B-12"}]', 'x', 'y' from audit_trail`,
    [staff.id, reservation],
  )
  const all = await steps(staff)
  const of = (kind: string) => all.filter((step) => step.kind === kind)
  expect(all.map(({ at }) => at)).toEqual(all.map(({ at }) => at).sort((a, b) => b.localeCompare(a)))
  expect(of('reservation').at(-1)).toMatchObject({ action: 'make', reservation: { _id: reservation } })
  expect(of('payment')).toMatchObject([{ amount: 100, currency: 'GHS', by: { name: 'Efua Ansah' } }])
  expect(of('room')).toMatchObject([{ room: 'Bethel B-12', by: { _id: staff.id } }])
  expect(of('ticket')[0]).toMatchObject({ ticket: { subject: 'Help' } })
  expect(of('account').map(({ action }) => action)).toContain('add_note')
  // The same words by mail and SMS are one step.
  expect(of('message').filter(({ action }) => action === 'balance_reminder')).toHaveLength(1)
  const desk = await app.account({ type: 'admin', permissions: ['users.read', 'payments.read'] })
  expect(new Set((await steps(desk)).map(({ kind }) => kind))).toEqual(new Set(['payment']))
  const kinds = new Set((await steps(await without('events', event.id))).map(({ kind }) => kind))
  for (const kind of ['reservation', 'payment', 'room'] as const) expect(kinds).not.toContain(kind)
})

it('tells it in the language of the caller', async () => {
  await query(`update events set translations = '{"de": {"name": "Tagung"}}' where id = $1`, [event.id])
  const { data } = await app.call(officeRoutes.listPersonSteps, {
    as: staff,
    params: { id: guest.id },
    headers: { 'accept-language': 'de' },
  })
  expect(data.find(({ kind }) => kind === 'reservation')?.reservation).toMatchObject({ event: 'Tagung' })
})

it('lists the payments of a person, without those of a hidden event', async () => {
  const list = async (as: TestAccount) =>
    (await app.call(paymentRoutes.listPersonPayments, { as, params: { id: guest.id } })).data
  expect(await list(staff)).toMatchObject([{ amount: 100, provider: 'cash', reservation_id: reservation }])
  expect(await list(await without('events', event.id))).toEqual([])
})
