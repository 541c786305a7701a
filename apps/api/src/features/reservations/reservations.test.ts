import { reservationRoutes as routes } from '@shiloh/contract/reservations'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type BookableEvent, makeEvent, makeSpouse, NIGHTS } from '../../../test/booking.ts'
import { type TestApp, testApp } from '../../../test/harness.ts'
import { brokenInvariants } from '../../../test/invariants.ts'

let t: TestApp
beforeAll(async () => {
  t = await testApp()
})
afterAll(() => t.close())
afterEach(async () => {
  expect(await brokenInvariants(t.app.deps.db)).toEqual([])
})

const wishFor = (event: BookableEvent) => ({ participant_type_id: event.typeId })

describe('making a reservation', () => {
  test('holds what was chosen, at the price the server counts', async () => {
    const event = await makeEvent(t)
    const user = await t.account()
    const made = await t.call(routes.makeReservation, {
      params: { event_id: event.id },
      as: user,
      body: {
        ...wishFor(event),
        accommodation: { room_category_id: event.categoryId, ...NIGHTS },
        caterer_id: event.catererId,
        products: [{ product_option_id: event.optionId, quantity: 2 }],
        expected_total: 38_000,
      },
    })
    expect(made.status).toBe(201)
    expect(made.data).toMatchObject({ status: 'pending', total: 38_000, paid: 0, balance: 38_000, currency: 'GHS' })
    expect(made.data.lines.map(({ kind, amount }) => [kind, amount])).toEqual([
      ['participant_type', 10_000],
      ['accommodation', 15_000],
      ['caterer', 6_000],
      ['product_option', 7_000],
    ])
    expect(made.data.hold_expires_at).toBe('2026-11-21T08:30:00.000Z')
    expect(made.data.allowed).toEqual(['pay', 'edit', 'cancel', 'download'])
    const read = await t.call(routes.getMyReservation, { params: { id: made.data._id }, as: user })
    expect(read.data).toEqual(made.data)
    const [mail] = await t.outbox(user.email)
    expect(mail?.text).toContain(made.data.code)
  })

  test('is active at once when there is nothing to pay', async () => {
    const event = await makeEvent(t)
    const user = await t.account()
    const made = await t.call(routes.makeReservation, {
      params: { event_id: event.id },
      as: user,
      body: { participant_type_id: event.otherTypeId },
    })
    expect(made.data).toMatchObject({ status: 'active', total: 0, hold_expires_at: null })
  })

  test('takes two places, two beds in one room and two QR codes for a couple', async () => {
    const event = await makeEvent(t)
    const user = await t.account()
    const spouse = await makeSpouse(t, user.id)
    const made = await t.call(routes.makeReservation, {
      params: { event_id: event.id },
      as: user,
      body: {
        ...wishFor(event),
        with_spouse: spouse,
        accommodation: { room_category_id: event.categoryId, ...NIGHTS, room_id: event.roomIds[0] },
      },
    })
    expect([made.code, made.errors]).toEqual([undefined, []])
    expect(made.data.total).toBe(50_000)
    const [main, other] = made.data.participants
    expect(main?.room?._id).toBe(event.roomIds[0])
    expect(other?.room?._id).toBe(event.roomIds[0])
    expect(main?.room?.bed).not.toBe(other?.room?.bed)
    expect(main?.qr.id).not.toBe(other?.qr.id)
  })
})
