import { paymentRoutes } from '@shiloh/contract/payments/payments'
import { reservationRoutes as routes } from '@shiloh/contract/reservations/reservations'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { asOwner, type BookableEvent, reserve as made, makeEvent } from '../../../test/booking.ts'
import { type TestAccount, type TestApp, testApp } from '../../../test/harness.ts'
import { brokenInvariants } from '../../../test/invariants.ts'

// What a place is after its money was taken back, and what its owner reads about it.

const DEADLINE = '2026-12-20T16:00:00.000Z'

let t: TestApp
let staff: TestAccount
beforeAll(async () => {
  t = await testApp()
  staff = await t.account({
    type: 'admin',
    permissions: [
      'reservations.read',
      'reservations.update',
      'payments.read',
      'payments.take_cash',
      'payments.void_cash',
      'payments.refund',
      'payments.refund_cash',
    ],
  })
})
afterEach(async () => expect(await brokenInvariants(t.app.deps.db)).toEqual([]))
afterAll(() => t.close())

const show = async (id: string) => (await t.call(routes.getReservation, { params: { id }, as: staff })).data
const cash = async (id: string, amount: number) =>
  (await t.call(paymentRoutes.takeCash, { params: { id }, body: { amount }, as: staff })).data
const voidIt = async ({ _id }: { readonly _id: string }) => {
  const { status } = await t.call(paymentRoutes.voidCash, {
    params: { id: _id },
    body: { reason: 'Wrong person' },
    as: staff,
  })
  expect(status).toBe(200)
}
const giveBack = async ({ _id }: { readonly _id: string }, amount: number) => {
  const { status } = await t.call(paymentRoutes.refundPayment, {
    params: { id: _id },
    body: { amount, refundable: amount, reason: 'at the desk', till_reason: 'from the safe' },
    as: staff,
  })
  expect(status).toBe(200)
}
const edit = (id: string, body: object) => t.call(routes.editReservation, { params: { id }, as: staff, body })
const inMinutes = (minutes: number) => new Date(t.clock().getTime() + minutes * 60_000).toISOString()

describe('who pays at the desk', () => {
  const atDesk = (event: BookableEvent) => made(t, event, { pays_at_desk: true })
  const deskEvent = (more: Parameters<typeof makeEvent>[1] = {}) =>
    makeEvent(t, { cashDeadline: DEADLINE, cashPlaces: 1, ...more })

  test('is held until its deadline again after a void and after a part that was given back', async () => {
    const { id } = await atDesk(await deskEvent())
    await voidIt(await cash(id, 1_000))
    expect(await show(id)).toMatchObject({ status: 'pending', paid: 0, hold_expires_at: DEADLINE })
    await giveBack(await cash(id, 1_000), 1_000)
    expect(await show(id)).toMatchObject({ status: 'pending', paid: 0, hold_expires_at: DEADLINE })
    // After the deadline, as long as any hold.
    t.clock.set('2026-12-20T16:00:00Z')
    const late = await atDesk(await deskEvent({ cashDeadline: '2026-12-21T16:00:00Z' }))
    const receipt = await cash(late.id, 1_000)
    t.clock.set('2026-12-21T16:00:00Z')
    await voidIt(receipt)
    expect(await show(late.id)).toMatchObject({ hold_expires_at: inMinutes(30) })
    t.clock.set('2026-11-21T08:00:00Z')
  })

  test('counts at the desk again when a confirmed place is not paid any more', async () => {
    const event = await deskEvent()
    const { id } = await atDesk(event)
    await voidIt(await cash(id, 10_000))
    expect(await show(id)).toMatchObject({ status: 'pending', pays_at_desk: true, hold_expires_at: DEADLINE })
    const next = await t.call(routes.makeReservation, {
      params: { event_id: event.id },
      as: await t.account(),
      body: { participant_type_id: event.typeId, pays_at_desk: true },
    })
    expect([next.code, next.errors[0]?.field]).toEqual(['quota_exhausted', 'pays_at_desk'])
    expect((await edit(id, { arrival_at: '2027-01-10T10:00:00Z' })).status).toBe(200)
  })

  test('is held like other payers where the desk is full, and can still be changed', async () => {
    const event = await deskEvent()
    const { id, user } = await atDesk(event)
    const receipt = await cash(id, 10_000)
    const other = await atDesk(event)
    await voidIt(receipt)
    expect(await show(id)).toMatchObject({ status: 'pending', pays_at_desk: false, hold_expires_at: inMinutes(30) })
    expect((await show(id)).timeline.slice(-2)).toMatchObject([
      { action: 'reverse', actor: 'staff', reason: 'voided', amount: 10_000, changes: [] },
      { action: 'edit', actor: 'system', changes: [{ what: 'pays_at_desk', from: 1, to: 0 }] },
    ])
    expect((await edit(id, { arrival_at: '2027-01-10T10:00:00Z' })).status).toBe(200)
    // The desk has room again.
    await cash(other.id, 10_000)
    const back = await t.call(routes.editMyReservation, { params: { id }, as: user, body: { pays_at_desk: true } })
    expect(back.data).toMatchObject({ pays_at_desk: true, hold_expires_at: DEADLINE })
  })

  test('can change what is left paid in part where the desk is full', async () => {
    const event = await deskEvent()
    const { id } = await atDesk(event)
    const first = await cash(id, 4_000)
    await cash(id, 6_000)
    await atDesk(event)
    await voidIt(first)
    expect(await show(id)).toMatchObject({ status: 'pending', paid: 6_000, hold_expires_at: null })
    expect((await edit(id, { arrival_at: '2027-01-10T10:00:00Z' })).status).toBe(200)
  })
})

/** What the last message to a person says: its subject and its text. */
const lastMail = async ({ email }: TestAccount) => {
  const [mail] = await t.outbox(email)
  return { subject: mail?.subject.replaceAll('\u00A0', ' '), text: mail?.text.replaceAll('\u00A0', ' ') }
}

describe('the owner', () => {
  test('reads that a receipt was voided, what is owed, until when the place is held, and where to pay', async () => {
    const event = await makeEvent(t)
    const { id, user, view } = await made(t, event)
    const receipt = await cash(id, 10_000)
    await voidIt(receipt)
    const { subject, text } = await lastMail(user)
    expect(subject).toContain('A payment of GHS 100.00')
    expect(text).toContain(
      `The office has voided receipt number ${String(receipt.receipt_number).padStart(6, '0')} of GHS 100.00`,
    )
    expect(text).toContain(view.code)
    expect(text).toContain('The place is held until Sat 21 November, 2026, 8:30 AM. ')
    expect(text).toContain('GHS 100.00 is due by then to confirm it.')
    expect(text).toContain(`/reservations/${id}`)
    const { rows } = await t.database.pool.query<{ title: string }>(
      `select title from notifications where user_id = $1 and kind = 'payment_reversed'`,
      [user.id],
    )
    expect(rows.map(({ title }) => title.includes('was taken back'))).toEqual([true])
    expect((await show(id)).timeline.at(-1)).toMatchObject({ action: 'reverse', actor: 'staff', reason: 'voided' })
  })

  test('reads at the desk’s deadline that cash is due there, and who knows where that is', async () => {
    const event = await makeEvent(t, { cashDeadline: DEADLINE })
    const { id, user } = await made(t, event, { pays_at_desk: true })
    await voidIt(await cash(id, 10_000))
    const { text } = await lastMail(user)
    expect(text).toContain('The place is held until Sun 20 December, 2026, 4:00 PM. ')
    expect(text).toContain('in cash at the desk')
    expect(text).toContain('Where the desk is and when it is open, the church says:')
  })

  test('reads until when the place is held when a part of the payment is given back', async () => {
    const { id, user } = await made(t, await makeEvent(t))
    await giveBack(await cash(id, 1_000), 1_000)
    const { text } = await lastMail(user)
    expect(text).toContain('you were given GHS 10.00 in cash')
    expect(text).toContain('The place is held until Sat 21 November, 2026, 8:30 AM. ')
    expect(text).toContain('GHS 100.00 is due by then to confirm it.')
  })

  test('whose account is erased does not prevent that a receipt is voided', async () => {
    const { id, user } = await made(t, await makeEvent(t))
    const receipt = await cash(id, 10_000)
    await t.database.pool.query(
      `update users set erased_at = now(), status = 'deactivated', email = null, pending_email = null, email_confirmed_at = null, phone = null,
         phone_verified_at = null, password_hash = null, password_changed_at = null, first_name = 'Erased', last_name = 'person',
         other_names = null, gender = null, birth_date = null, industry = null, region_id = null, area_id = null, district_id = null,
         assembly_id = null, title_id = null, designation_id = null, staff_id = null, avatar_file_id = null
       where id = $1`,
      [user.id],
    )
    await voidIt(receipt)
    expect(await show(id)).toMatchObject({ status: 'pending', paid: 0 })
  })
})

test('the timeline says what each payment and refund was, to who may see payments', async () => {
  const { id, user } = await made(t, await makeEvent(t))
  const first = await cash(id, 4_000)
  t.clock.forward(1)
  await cash(id, 6_000)
  t.clock.forward(1)
  await giveBack(first, 4_000)
  t.clock.forward(1)
  const amounts = [
    ['make', null],
    ['pay', 4_000],
    ['pay', 6_000],
    ['refund', 4_000],
  ]
  const said = ({ timeline }: Awaited<ReturnType<typeof show>>) =>
    timeline.map(({ action, amount }) => [action, amount])
  expect(said(await show(id))).toEqual(amounts)
  const own = await t.call(routes.getMyReservation, { params: { id }, as: user })
  expect(said(asOwner(own.data))).toEqual(amounts)
  const clerk = await t.account({ type: 'admin', permissions: ['reservations.read'] })
  expect(said((await t.call(routes.getReservation, { params: { id }, as: clerk })).data)).toEqual(
    amounts.map(([action]) => [action, null]),
  )
})
