import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { adminEventRoutes } from '@shiloh/contract/events/events'
import { paymentRoutes } from '@shiloh/contract/payments/payments'
import { PERMISSIONS } from '@shiloh/contract/permissions'
import { reservationRoutes as routes } from '@shiloh/contract/reservations/reservations'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { inWork } from '#platform/jobs/work'
import { askFor, asOwner, type BookableEvent, makeEvent, makeSpouse, reserve } from '../../../../test/booking.ts'
import { type TestAccount, type TestApp, testApp } from '../../../../test/harness.ts'
import { brokenInvariants } from '../../../../test/invariants.ts'
import { syncQuotas } from '../index.ts'

/** A dearer change that is to be paid at the desk: until when it waits, and what it counts there. */

const BEGIN = '2026-11-21T08:00:00.000Z'
const DEADLINE = '2026-12-20T16:00:00.000Z'
const HALF_AN_HOUR = '2026-11-21T08:30:00.000Z'

let t: TestApp
let office: TestAccount
beforeAll(async () => {
  t = await testApp()
  office = await t.account({ type: 'admin', permissions: PERMISSIONS })
})
afterAll(() => t.close())
afterEach(async () => {
  expect(await brokenInvariants(t.app.deps.db)).toEqual([])
  t.clock.set(BEGIN)
})

const deskEvent = (more: Parameters<typeof makeEvent>[1] = {}) =>
  makeEvent(t, { cashDeadline: DEADLINE, cashPlaces: 1, ...more })
const shirts = (event: BookableEvent, quantity: number) => ({
  products: quantity > 0 ? [{ product_option_id: event.optionId, quantity }] : null,
})
const take = async (id: string, amount: number) =>
  (await t.call(paymentRoutes.takeCash, { params: { id }, body: { amount }, as: office })).data._id

/** Somebody who paid for a place in cash, and what they do with it. */
const come = async (event: BookableEvent, wish: object = { pays_at_desk: true }) => {
  const { id, user } = await reserve(t, event, { ...wish })
  await take(id, 10_000)
  const params = { id }
  const change = async (body: object) => {
    const { status, code, errors, data } = await t.call(routes.editMyReservation, { params, as: user, body })
    return status === 200 ? data : { refused: code, field: errors[0]?.field }
  }
  const show = async () => (await t.call(routes.getReservation, { params, as: office })).data
  const ends = async () => {
    const { pending_change } = await show()
    return pending_change && [pending_change.expires_at, pending_change.wish.pays_at_desk ?? false]
  }
  const spouse = async () => [
    { role: 'main', participant_type_id: event.typeId },
    { role: 'spouse', person_id: await makeSpouse(t, user.id), participant_type_id: event.typeId },
  ]
  return { id, user, params, change, show, ends, spouse }
}
const lastMail = async ({ email }: TestAccount) => {
  const [mail] = await t.outbox(email)
  return { subject: mail?.subject, text: mail?.text.replaceAll('\u00A0', ' ') ?? '' }
}
const setEvent = async (event: BookableEvent, body: object) => {
  const { status } = await t.call(adminEventRoutes.updateEvent, { as: office, params: { id: event.id }, body })
  expect(status).toBe(200)
}

describe('of somebody who pays at the desk', () => {
  it('waits until the deadline of the desk, and everybody reads so', async () => {
    const event = await deskEvent({ stock: 1 })
    const one = await come(event)
    expect(await one.change(shirts(event, 1))).toMatchObject({
      total: 13_500,
      standing: { kind: 'change_cash', amount: 3_500, at: DEADLINE },
    })
    expect(await one.ends()).toEqual([DEADLINE, true])
    const { subject, text } = await lastMail(one.user)
    expect(subject).toContain('is not in force yet')
    expect(text).toContain('GHS 35.00 is due by Sun 20 December, 2026, 4:00 PM, in cash at the desk.')
    expect(text).toContain('Where the desk is and when it is open, the church says:')
    const { data } = await t.call(routes.listReservations, {
      as: office,
      query: { event_id: event.id, payment: 'desk' },
    })
    expect(data.map(({ standing }) => standing.kind)).toEqual(['change_cash'])
    // An hour would have been over long before.
    t.clock.set('2026-12-19T08:00:00Z')
    await take(one.id, 3_500)
    expect(await one.show()).toMatchObject({ status: 'active', total: 13_500, balance: 0, pending_change: null })
  })

  it('ends with the deadline', async () => {
    const event = await deskEvent({ stock: 1 })
    const one = await come(event)
    await one.change(shirts(event, 1))
    t.clock.set('2026-12-20T15:59:00Z')
    expect(await one.ends()).toEqual([DEADLINE, true])
    t.clock.set(DEADLINE)
    await t.database.pool.query(`select graphile_worker.add_job('sweep_holds')`)
    expect((await lastMail(one.user)).subject).toContain('was not paid in time')
    expect(await one.show()).toMatchObject({ total: 10_000, pending_change: null })
    const { status } = await t.call(routes.makeReservation, {
      params: { event_id: event.id },
      as: await t.account(),
      body: { participant_type_id: event.typeId, ...shirts(event, 1) },
    })
    expect(status).toBe(201)
  })

  it('is held no longer than others after the deadline, and by card', async () => {
    const event = await deskEvent()
    const one = await come(event)
    expect(await one.change({ ...shirts(event, 1), pays_at_desk: false })).toMatchObject({
      standing: { kind: 'change', at: HALF_AN_HOUR },
    })
    const late = await come(event)
    t.clock.set(DEADLINE)
    await late.change(shirts(event, 1))
    expect(await late.ends()).toEqual(['2026-12-20T16:30:00.000Z', false])
    expect((await late.show()).timeline.at(-1)?.changes).toContainEqual(
      expect.objectContaining({ what: 'pays_at_desk', from: 1, to: 0 }),
    )
  })
})

describe('another way of paying', () => {
  it('can be chosen while it waits: the desk until its deadline, the card for as long as any', async () => {
    const event = await deskEvent()
    const one = await come(event, {})
    await one.change(shirts(event, 1))
    expect(await one.ends()).toEqual([HALF_AN_HOUR, false])
    t.clock.forward(10)
    await one.change({ pays_at_desk: true })
    expect(await one.ends()).toEqual([DEADLINE, true])
    await one.change(shirts(event, 2))
    expect(await one.ends()).toEqual([DEADLINE, true])
    await one.change({ pays_at_desk: false })
    expect(await one.ends()).toEqual(['2026-11-21T08:40:00.000Z', false])
    t.clock.forward(10)
    await one.change(shirts(event, 1))
    expect(await one.ends()).toEqual(['2026-11-21T08:40:00.000Z', false])
    await one.change({ pays_at_desk: true })
    expect(await one.ends()).toEqual([DEADLINE, true])
    const { pending_change, ...own } = asOwner(
      (await t.call(routes.getMyReservation, { params: one.params, as: one.user })).data,
    )
    expect([pending_change?.total, own.pays_at_desk]).toEqual([13_500, false])
  })

  it('is refused where the event takes no cash', async () => {
    const event = await makeEvent(t)
    const one = await come(event, {})
    expect(await one.change({ ...shirts(event, 1), pays_at_desk: true })).toEqual({
      refused: 'invalid_input',
      field: 'pays_at_desk',
    })
  })

  it('begins a time of its own, also while the event ends sooner', async () => {
    const event = await deskEvent({ holdMinutes: 1440, startsAt: '2026-11-21T07:00:00Z' })
    const move = async (endsAt: string) => {
      await t.database.pool.query('update events set ends_at = $2 where id = $1', [event.id, endsAt])
      await inWork(t.app.deps, (work) => syncQuotas(work, event.id))
    }
    const one = await come(event, {})
    await one.change(shirts(event, 1))
    const soon = '2026-11-21T09:00:00.000Z'
    await move(soon)
    expect(await one.ends()).toEqual([soon, false])
    await one.change({ pays_at_desk: true })
    expect(await one.ends()).toEqual([soon, true])
    await move('2027-01-13T12:00:00Z')
    expect(await one.ends()).toEqual([soon, true])
  })
})

describe('the places at the desk', () => {
  it('count those whom a change adds, and nobody whose place is paid', async () => {
    const event = await deskEvent()
    const [one, two, three] = [await come(event), await come(event), await come(event, {})]
    expect(await one.change({ participants: await one.spouse() })).toMatchObject({ total: 20_000 })
    expect(await one.ends()).toEqual([DEADLINE, true])
    const asked = () => askFor(t, event, { pays_at_desk: true })
    expect((await asked()).code).toBe('quota_exhausted')
    await two.change(shirts(event, 1))
    expect(await two.ends()).toEqual([DEADLINE, true])
    // Who asks for the desk is told that it is full; who only paid there once is held like others.
    const full = { refused: 'quota_exhausted', field: 'pays_at_desk' }
    expect(await two.change({ participants: await two.spouse() })).toEqual(full)
    expect(await three.change({ participants: await three.spouse(), pays_at_desk: true })).toEqual(full)
    const four = await come(event, {})
    await t.database.pool.query('update reservations set pays_at_desk = true where id = $1', [four.id])
    await four.change({ participants: await four.spouse() })
    expect(await four.ends()).toEqual([HALF_AN_HOUR, false])
    // A part of it that is waived leaves it waiting, and its place taken.
    const body = { amount: 1_000, reason: 'A gift' }
    await t.call(routes.waiveBalance, { params: one.params, as: office, body })
    expect((await asked()).code).toBe('quota_exhausted')
    // Paid, it makes room.
    await take(one.id, 9_000)
    expect(await one.show()).toMatchObject({ status: 'active', total: 20_000, pending_change: null })
    expect((await asked()).status).toBe(201)
  })

  it('are free again when it is taken back', async () => {
    const event = await deskEvent()
    const one = await come(event)
    await one.change({ participants: await one.spouse() })
    expect((await askFor(t, event, { pays_at_desk: true })).code).toBe('quota_exhausted')
    expect((await t.call(routes.takeBackMyChange, { params: one.params, as: one.user })).status).toBe(200)
    await reserve(t, event, { pays_at_desk: true })
  })
})

it('that waited before the desk had changes is held like one that is paid online', async () => {
  const one = await come(await deskEvent(), {})
  await one.change({ participants: await one.spouse() })
  const { pool } = t.database
  await pool.query(
    `update reservations set pending_change = jsonb_set(pending_change, '{wish,pays_at_desk}', 'true') where id = $1`,
    [one.id],
  )
  expect(await brokenInvariants(t.app.deps.db)).not.toEqual([])
  const migration = path.join(import.meta.dirname, '../../../../migrations/1020_changes_that_wait_are_paid_online.sql')
  await pool.query(`begin; ${await readFile(migration, 'utf8')}; commit`)
  expect(await one.ends()).toEqual([HALF_AN_HOUR, false])
})

describe('a deadline of the desk that is moved', () => {
  it('takes what is held until then with it when it is later, and takes no time away when it is sooner', async () => {
    const event = await deskEvent({ cashPlaces: 3 })
    const [desk, card, pending] = [
      await come(event),
      await come(event, {}),
      await reserve(t, event, { pays_at_desk: true }),
    ]
    for (const one of [desk, card]) await one.change(shirts(event, 1))
    const all = async () => [
      ...((await desk.ends()) ?? []),
      ...((await card.ends()) ?? []),
      (await t.call(routes.getReservation, { params: { id: pending.id }, as: office })).data.hold_expires_at,
    ]
    expect(await all()).toEqual([DEADLINE, true, HALF_AN_HOUR, false, DEADLINE])
    const later = '2026-12-22T16:00:00.000Z'
    await setEvent(event, { cash_deadline: later })
    expect(await all()).toEqual([later, true, HALF_AN_HOUR, false, later])
    await setEvent(event, { cash_deadline: '2026-12-01T16:00:00.000Z' })
    expect(await all()).toEqual([later, true, HALF_AN_HOUR, false, later])
    // The next edit of a change that waits ends with the time to pay of now.
    await desk.change(shirts(event, 2))
    expect(await desk.ends()).toEqual(['2026-12-01T16:00:00.000Z', true])
  })
})

describe('a desk that takes no more cash', () => {
  const arrival = { arrival_at: '2027-01-10T10:00:00.000Z' }

  it.each([
    ['removed', null],
    ['past', '2026-11-20T08:00:00.000Z'],
  ])('because its deadline is %s refuses no edit of something else, and takes no time away', async (_, deadline) => {
    const event = await deskEvent({ cashPlaces: 3 })
    const spouse = await come(event)
    const [waits, pending] = [await come(event, {}), await reserve(t, event, { pays_at_desk: true })]
    await waits.change({ ...shirts(event, 1), pays_at_desk: true })
    await spouse.change({ participants: await spouse.spouse() })
    await setEvent(event, { cash_deadline: deadline })
    for (const body of [arrival, shirts(event, 2), { pays_at_desk: true }]) {
      expect(await waits.change(body)).not.toHaveProperty('refused')
      expect(await waits.ends()).toEqual([DEADLINE, true])
    }
    expect(await spouse.change(arrival)).not.toHaveProperty('refused')
    expect(await spouse.ends()).toEqual([DEADLINE, true])
    const edited = await t.call(routes.editMyReservation, {
      params: { id: pending.id },
      as: pending.user,
      body: { ...arrival, pays_at_desk: true },
    })
    expect(edited.data).toMatchObject({ pays_at_desk: true, hold_expires_at: DEADLINE })
  })

  it('has no room for whom an edit adds: it is held like one that is paid online', async () => {
    const event = await deskEvent()
    const { id, user } = await reserve(t, event, { pays_at_desk: true })
    const participants = [
      { role: 'main', participant_type_id: event.typeId },
      { role: 'spouse', person_id: await makeSpouse(t, user.id), participant_type_id: event.typeId },
    ]
    const add = () => t.call(routes.editMyReservation, { params: { id }, as: user, body: { participants } })
    const full = await add()
    expect([full.code, full.errors[0]?.field]).toEqual(['quota_exhausted', 'pays_at_desk'])
    await setEvent(event, { cash_deadline: null })
    expect((await add()).data).toMatchObject({ total: 20_000, pays_at_desk: false, hold_expires_at: HALF_AN_HOUR })
  })
})
