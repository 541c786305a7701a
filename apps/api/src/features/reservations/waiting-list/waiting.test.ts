import { adminEventRoutes } from '@shiloh/contract/events/events'
import type { FormDefinition } from '@shiloh/contract/forms/forms'
import { identityRoutes } from '@shiloh/contract/identity/identity'
import { reservationRoutes as routes } from '@shiloh/contract/reservations/reservations'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { API_PREFIX } from '#platform/config'
import { inWork } from '#platform/jobs/work'
import {
  askFor,
  type BookableEvent,
  endEvent,
  enterPayment,
  makeEvent,
  makeMember,
  makeSpouse,
  NIGHTS,
} from '../../../../test/booking.ts'
import { type TestAccount, type TestApp, testApp } from '../../../../test/harness.ts'
import { brokenInvariants } from '../../../../test/invariants.ts'
import { applyPayment, cancel as cancelIt, offerOf, syncQuotas } from '../index.ts'
import { wishContext } from '../sealed.ts'

let t: TestApp
beforeAll(async () => {
  t = await testApp()
})
afterAll(() => t.close())
afterEach(async () => {
  t.clock.set('2026-11-21T08:00:00Z')
  expect(await brokenInvariants(t.app.deps.db)).toEqual([])
})

const reserve = async (event: BookableEvent, body: Record<string, unknown> = {}) => {
  const { user, code, data } = await askFor(t, event, { participant_type_id: event.otherTypeId, ...body })
  return { user, code, id: data?._id }
}
const join = async (event: BookableEvent, body: Record<string, unknown> = {}, as?: TestAccount) => {
  const user = as ?? (await t.account())
  const joined = await t.call(routes.joinWaitingList, {
    params: { id: event.id },
    as: user,
    body: { participant_type_id: event.otherTypeId, ...body },
  })
  return { user, code: joined.code, entry: joined.data, answer: joined }
}
const waitingOf = async (event: BookableEvent, user: TestAccount) =>
  (await t.call(routes.hasReservation, { params: { id: event.id }, as: user })).data.waiting
const cancel = (id: string | undefined, as: TestAccount) =>
  t.call(routes.cancelMyReservation, { params: { id: id ?? '' }, as })
const WORKSHOP = 'e'.repeat(24)
const CHOIR = 'a'.repeat(24)
const DRAMA = 'b'.repeat(24)
/** A form that asks for a workshop, one with a single place. */
const workshops: FormDefinition = {
  sections: [
    {
      _id: 'f'.repeat(24),
      title: 'Extras',
      description: '',
      questions: [
        {
          _id: WORKSHOP,
          label: 'Workshop',
          help: '',
          type: 'radio',
          required: false,
          min_value: null,
          max_value: null,
          min_date: null,
          max_date: null,
          visible_when: null,
          participant_type_ids: [],
          rating_scores: [],
          options: [
            { _id: CHOIR, label: 'Choir', price: 0, capacity: null },
            { _id: DRAMA, label: 'Drama', price: 5000, capacity: 1 },
          ],
        },
      ],
    },
  ],
}
const accept = (event: BookableEvent, as: TestAccount) =>
  t.call(routes.acceptOffer, { params: { id: event.id }, as, body: {} })

describe('the waiting list', () => {
  test('can be joined only for what is sold out, once, and by people who could reserve', async () => {
    const event = await makeEvent(t, { capacity: 1 })
    expect((await join(event)).code).toBe('still_available')
    const taken = await reserve(event)
    const first = await join(event)
    expect(first.entry).toMatchObject({ kind: 'event', status: 'waiting', ahead: 0 })
    expect((await join(event, {}, first.user)).code).toBe('already_waiting')
    expect((await join(event)).entry).toMatchObject({ ahead: 1 })
    expect((await join(event, {}, taken.user)).code).toBe('already_reserved')
    expect((await join(event, { participant_type_id: 'f'.repeat(24) })).answer.errors[0]?.field).toBe(
      'participant_type_id',
    )
  })

  test('says how many wait for each part, and how long an offer is held', async () => {
    const event = await makeEvent(t, { capacity: 1 })
    const read = async () =>
      (await t.call(routes.readWaitingList, { params: { id: event.id }, as: await t.account() })).data
    await reserve(event)
    expect(await read()).toEqual({ waiting: [], offer_minutes: 1440 })
    const first = await join(event)
    await join(event)
    expect((await read()).waiting).toEqual([{ kind: 'event', name: '', count: 2 }])
    await t.call(routes.leaveWaitingList, { params: { id: event.id }, as: first.user })
    expect((await read()).waiting).toEqual([{ kind: 'event', name: '', count: 1 }])
    await t.database.pool.query(`update events set status = 'unpublished' where id = $1`, [event.id])
    const hidden = await t.call(routes.readWaitingList, { params: { id: event.id }, as: await t.account() })
    expect(hidden.status).toBe(404)
  })

  test('offers a freed place to the first, tells them, and keeps it from everybody else', async () => {
    const event = await makeEvent(t, { capacity: 1 })
    const taken = await reserve(event)
    const first = await join(event)
    const second = await join(event)
    await cancel(taken.id, taken.user)
    const [offer] = await waitingOf(event, first.user)
    expect(offer).toMatchObject({ status: 'offered', offer_expires_at: '2026-11-22T08:00:00.000Z' })
    expect((await waitingOf(event, second.user))[0]).toMatchObject({ status: 'waiting', ahead: 0 })
    expect((await reserve(event)).code).toBe('event_full')
    expect((await offerOf(t.app.deps.db, t.app.deps, event.id, { now: t.clock(), reader: 'en' }))?.places_left).toBe(0)
    const [mail] = await t.outbox(first.user.email)
    expect(mail?.links[0]).toMatch(new RegExp(`/offers/${first.entry._id}$`))
    const made = await accept(event, first.user)
    expect([made.status, made.data.status]).toEqual([201, 'active'])
    expect(await waitingOf(event, first.user)).toEqual([])
    expect((await accept(event, second.user)).code).toBe('still_waiting')
    // A second tap leads to the same reservation.
    const again = await accept(event, first.user)
    expect([again.status, again.data._id]).toEqual([201, made.data._id])
    await cancel(made.data._id, first.user)
    expect((await accept(event, first.user)).status).toBe(404)
  })

  test('offers nothing while the event is not published, and keeps the order until it is again', async () => {
    const event = await makeEvent(t, { capacity: 1 })
    const taken = await reserve(event)
    const first = await join(event)
    const second = await join(event)
    await cancel(taken.id, taken.user)
    const staff = await t.account({ type: 'admin', permissions: ['events.publish', 'events.read'] })
    const show = async ({ user, entry }: typeof first) =>
      (await t.call(routes.getMyWaiting, { params: { id: entry._id }, as: user })).data
    expect(await show(first)).toMatchObject({ status: 'offered', published: true })
    await t.call(adminEventRoutes.unpublishEvent, { params: { id: event.id }, as: staff })
    expect(await show(first)).toMatchObject({ status: 'waiting', was_offered: true, published: false, ahead: 0 })
    expect(await show(second)).toMatchObject({ status: 'waiting', was_offered: false, published: false, ahead: 1 })
    const refused = await accept(event, first.user)
    expect([refused.status, refused.code]).toEqual([409, 'registration_closed'])
    await inWork(t.app.deps, async (work) => work.enqueue('sweep_holds', {}))
    await t.app.deps.jobs.drain()
    expect(await show(first)).toMatchObject({ status: 'waiting' })
    expect((await t.call(adminEventRoutes.publishEvent, { params: { id: event.id }, as: staff })).code).toBeUndefined()
    expect(await show(first)).toMatchObject({ status: 'offered', published: true })
    expect(await show(second)).toMatchObject({ status: 'waiting', ahead: 0 })
    expect((await accept(event, first.user)).status).toBe(201)
  })

  test('offers nothing before registration opens, and keeps the order and what is offered beside a reservation', async () => {
    const event = await makeEvent(t, { capacity: 2, stock: 1 })
    const [taken, other] = [
      await reserve(event, { products: [{ product_option_id: event.optionId, quantity: 1 }] }),
      await reserve(event),
    ]
    const [first, second] = [await join(event), await join(event)]
    const extra = await join(event, { products: [{ product_option_id: event.optionId, quantity: 1 }] }, other.user)
    expect(extra.code).toBeUndefined()
    await cancel(taken.id, taken.user)
    const staff = await t.account({ type: 'admin', permissions: ['events.update', 'events.read'] })
    const show = async ({ user, entry }: typeof first) =>
      (await t.call(routes.getMyWaiting, { params: { id: entry._id }, as: user })).data
    const opens = async (registration_opens_at: string | null) =>
      (
        await t.call(adminEventRoutes.updateEvent, {
          params: { id: event.id },
          body: { registration_opens_at },
          as: staff,
        })
      ).status
    const sweep = async () => {
      await inWork(t.app.deps, async (work) => work.enqueue('sweep_holds', {}))
      await t.app.deps.jobs.drain()
    }
    expect(await show(first)).toMatchObject({ status: 'offered', opens_at: null })
    expect(await opens('2026-11-23T08:00:00.000Z')).toBe(200)
    const paused = { status: 'waiting', was_offered: true, published: true, opens_at: '2026-11-23T08:00:00.000Z' }
    expect(await show(first)).toMatchObject({ ...paused, ahead: 0 })
    expect(await show(extra)).toMatchObject({ status: 'offered', opens_at: null })
    expect((await offerOf(t.app.deps.db, t.app.deps, event.id, { now: t.clock(), reader: 'en' }))?.places_left).toBe(1)
    const refused = await accept(event, first.user)
    expect([refused.status, refused.code]).toEqual([409, 'registration_closed'])
    // The offer would have run out by now.
    t.clock.set('2026-11-23T07:59:00Z')
    await sweep()
    expect(await show(first)).toMatchObject(paused)
    t.clock.set('2026-11-23T08:00:00Z')
    await sweep()
    expect(await show(first)).toMatchObject({
      status: 'offered',
      opens_at: null,
      offer_expires_at: '2026-11-24T08:00:00.000Z',
    })
    expect(await show(second)).toMatchObject({ status: 'waiting', ahead: 0 })
    expect((await accept(event, first.user)).status).toBe(201)
  })

  test('gives nobody who is not on the list a place at the opening, before anything invited it again', async () => {
    const event = await makeEvent(t, { capacity: 1 })
    const taken = await reserve(event)
    const [first, second] = [await join(event), await join(event)]
    await cancel(taken.id, taken.user)
    const staff = await t.account({ type: 'admin', permissions: ['events.update'] })
    const opens = (registration_opens_at: string) =>
      t.call(adminEventRoutes.updateEvent, { params: { id: event.id }, body: { registration_opens_at }, as: staff })
    const show = async ({ user, entry }: typeof first) =>
      (await t.call(routes.getMyWaiting, { params: { id: entry._id }, as: user })).data
    for (const [opening, offered, waiting] of [
      ['2026-11-23T08:00:00Z', first, second],
      // At a second opening, the offer of the first was let go meanwhile: nobody was invited while nothing could be taken.
      ['2026-11-23T09:00:00Z', second, undefined],
    ] as const) {
      expect((await opens(opening)).status).toBe(200)
      expect(await show(offered)).toMatchObject({ status: 'waiting' })
      t.clock.set(opening)
      const strangers = await Promise.all(Array.from({ length: 10 }, () => reserve(event)))
      expect(strangers.map(({ code }) => code)).toEqual(strangers.map(() => 'event_full'))
      expect(await show(offered)).toMatchObject({ status: 'offered' })
      if (!waiting) continue
      expect(await show(waiting)).toMatchObject({ status: 'waiting', ahead: 0 })
      expect((await opens('2026-11-23T09:00:00Z')).status).toBe(200)
      await t.call(routes.leaveWaitingList, { params: { id: event.id }, as: offered.user })
    }
    expect((await accept(event, second.user)).status).toBe(201)
  })

  test('gives whoever is first their place at the opening, before anything invited them, and tells the next that they wait', async () => {
    const event = await makeEvent(t, { capacity: 1 })
    const taken = await reserve(event)
    const [first, second] = [await join(event), await join(event)]
    const staff = await t.account({ type: 'admin', permissions: ['events.update'] })
    const put = await t.call(adminEventRoutes.updateEvent, {
      params: { id: event.id },
      body: { registration_opens_at: '2026-11-23T08:00:00Z' },
      as: staff,
    })
    expect(put.status).toBe(200)
    await cancel(taken.id, taken.user)
    expect((await accept(event, first.user)).code).toBe('registration_closed')
    t.clock.set('2026-11-23T08:00:00Z')
    const early = await accept(event, second.user)
    expect([early.status, early.code, early.message]).toEqual([
      409,
      'still_waiting',
      'Nothing is free for you yet. You keep your place on the waiting list, and will be told as soon as it is your turn.',
    ])
    const stranger = await accept(event, await t.account())
    expect([stranger.status, stranger.code]).toEqual([404, 'not_found'])
    expect((await accept(event, first.user)).status).toBe(201)
    expect((await accept(event, second.user)).code).toBe('still_waiting')
    expect(await waitingOf(event, second.user)).toMatchObject([{ status: 'waiting', ahead: 0 }])
  })

  test('gives a dearer reservation no place of those who waited for the opening', async () => {
    const event = await makeEvent(t, { stock: 1 })
    const [owner, taken] = [
      await reserve(event),
      await reserve(event, { products: [{ product_option_id: event.optionId, quantity: 1 }] }),
    ]
    const first = await join(event, { products: [{ product_option_id: event.optionId, quantity: 1 }] })
    const staff = await t.account({ type: 'admin', permissions: ['events.update'] })
    const put = await t.call(adminEventRoutes.updateEvent, {
      params: { id: event.id },
      body: { registration_opens_at: '2026-11-23T08:00:00Z' },
      as: staff,
    })
    expect(put.status).toBe(200)
    await cancel(taken.id, taken.user)
    t.clock.set('2026-11-23T08:00:00Z')
    const edit = await t.call(routes.editMyReservation, {
      params: { id: owner.id ?? '' },
      body: { products: [{ product_option_id: event.optionId, quantity: 1 }] },
      as: owner.user,
    })
    expect(edit.code).toBe('quota_exhausted')
    const strangers = await reserve(event, { products: [{ product_option_id: event.optionId, quantity: 1 }] })
    expect(strangers.code).toBe('quota_exhausted')
    expect(await waitingOf(event, first.user)).toMatchObject([{ status: 'offered' }])
  })

  test('gives an offer no time of the one before it that a deadline had cut off', async () => {
    const event = await makeEvent(t, { capacity: 1 })
    const taken = await reserve(event)
    const first = await join(event)
    await cancel(taken.id, taken.user)
    const staff = await t.account({ type: 'admin', permissions: ['events.publish', 'events.read', 'events.update'] })
    const update = (body: Record<string, unknown>) =>
      t.call(adminEventRoutes.updateEvent, { params: { id: event.id }, body, as: staff })
    const until = async () => (await waitingOf(event, first.user))[0]?.offer_expires_at
    const closes = '2026-11-21T08:10:00.000Z'
    expect((await update({ registration_closes_at: closes })).status).toBe(200)
    expect(await until()).toBe(closes)
    await t.call(adminEventRoutes.unpublishEvent, { params: { id: event.id }, as: staff })
    await update({ waiting_list_minutes: 30 })
    await t.call(adminEventRoutes.publishEvent, { params: { id: event.id }, as: staff })
    expect(await until()).toBe(closes)
    await update({ registration_closes_at: null })
    expect(await until()).toBe(closes)
  })

  test('offers the nights that are left, and no bed of a night that is over', async () => {
    const event = await makeEvent(t, { capacity: 1, beds: 2 })
    const stay = (check_out: string) => ({
      accommodation: { room_category_id: event.categoryId, check_in: NIGHTS.check_in, check_out },
    })
    const taken = await reserve(event)
    const first = await join(event, stay(NIGHTS.check_out))
    const listOf = async () => (await t.call(routes.listMyWaiting, { as: first.user })).data
    t.clock.set('2027-01-11T20:00:00Z')
    await cancel(taken.id, taken.user)
    expect(await listOf()).toMatchObject([
      { status: 'offered', wish: { accommodation: { check_in: '2027-01-11', check_out: '2027-01-13' } } },
    ])
    // A night later, one is left of those that were offered.
    t.clock.set('2027-01-12T08:00:00Z')
    const made = await accept(event, first.user)
    expect([made.status, made.data.accommodation?.check_in, made.data.total]).toEqual([201, '2027-01-12', 5_000])
    const seen = await offerOf(t.app.deps.db, t.app.deps, event.id, { now: t.clock(), reader: 'en' })
    expect(seen?.accommodations[0]).toMatchObject({ beds_left: 1, nights: [{ beds_left: 2 }, { beds_left: 2 }, {}] })
  })

  test('offers no beds of nights that are all over', async () => {
    const event = await makeEvent(t, { beds: 1 })
    const firstNight = {
      accommodation: { room_category_id: event.categoryId, check_in: NIGHTS.check_in, check_out: '2027-01-11' },
    }
    const taken = await reserve(event, firstNight)
    const waits = await join(event, firstNight)
    t.clock.set('2027-01-11T08:00:00Z')
    await cancel(taken.id, taken.user)
    expect((await waitingOf(event, waits.user))[0]).toMatchObject({ kind: 'beds', status: 'waiting' })
  })

  test('is joined without the answers, which follow when the offer becomes a reservation', async () => {
    const fields = { arrival: 'required' } as const
    const event = await makeEvent(t, { capacity: 1, fields })
    const arrival_at = '2027-01-22T10:00:00.000Z'
    const taken = await reserve(event, { arrival_at })
    const first = await join(event)
    expect(first.entry).toMatchObject({ status: 'waiting', ahead: 0 })
    const listOf = async () => (await t.call(routes.listMyWaiting, { as: first.user })).data
    expect(await listOf()).toMatchObject([
      { _id: first.entry._id, event: { _id: event.id }, wish: { participants: [{ role: 'main' }] } },
    ])
    await cancel(taken.id, taken.user)
    expect(await listOf()).toMatchObject([{ status: 'offered', offer_expires_at: '2026-11-22T08:00:00.000Z' }])
    const incomplete = await accept(event, first.user)
    expect([incomplete.status, incomplete.errors[0]?.field]).toEqual([422, 'arrival_at'])
    const acceptWith = (wish: Record<string, unknown>) =>
      t.call(routes.acceptOffer, {
        params: { id: event.id },
        as: first.user,
        body: { waiting_id: first.entry._id, wish: { participant_type_id: event.otherTypeId, arrival_at, ...wish } },
      })
    const spouse = await makeSpouse(t, first.user.id)
    const more = await acceptWith({ with_spouse: spouse })
    expect([more.status, more.errors[0]?.field]).toEqual([422, 'participants'])
    expect(await listOf()).toMatchObject([{ status: 'offered' }])
    const made = await acceptWith({})
    expect([made.status, made.data.status, made.data.arrival_at]).toEqual([201, 'active', arrival_at])
    expect(await listOf()).toEqual([])
  })

  test('shows an entry to its owner alone, with what it is for and its price, in each of its states', async () => {
    const event = await makeEvent(t, { capacity: 2 })
    const holder = await t.account()
    const held = await askFor(
      t,
      event,
      { participant_type_id: event.otherTypeId, with_spouse: await makeSpouse(t, holder.id) },
      holder,
    )
    const couple = await t.account()
    const stay = { room_category_id: event.categoryId, ...NIGHTS }
    const { entry } = await join(event, { with_spouse: await makeSpouse(t, couple.id), accommodation: stay }, couple)
    const next = await join(event)
    const show = async (id: string | undefined, as: TestAccount) =>
      t.call(routes.getMyWaiting, { params: { id: id ?? '' }, as })
    expect((await show(entry._id, next.user)).status).toBe(404)
    expect((await show(entry._id, couple)).data).toMatchObject({ status: 'waiting', was_offered: false, ahead: 0 })
    expect((await show(next.entry._id, next.user)).data).toMatchObject({ status: 'waiting', ahead: 1 })
    await cancel(held.data._id, holder)
    const offered = (await show(entry._id, couple)).data
    expect(offered).toMatchObject({
      status: 'offered',
      was_offered: true,
      offer_expires_at: '2026-11-22T08:00:00.000Z',
      event: { _id: event.id },
      persons: [expect.any(String), 'Kofi Mensah'],
      stay: NIGHTS,
      reservation: null,
      reserved: null,
    })
    expect(offered.quote.lines.map(({ kind }) => kind)).toEqual([
      'participant_type',
      'participant_type',
      'accommodation',
    ])
    expect(offered.quote.total).toBe(offered.quote.lines.reduce((sum, { amount }) => sum + amount, 0))
    // An offer is over at its hour, before anybody writes it down.
    t.clock.forward(24 * 60)
    expect((await show(entry._id, couple)).data).toMatchObject({ status: 'expired', offer_expires_at: null })
    await reserve(event)
    expect((await show(next.entry._id, next.user)).data).toMatchObject({ status: 'offered' })
    const made = await accept(event, next.user)
    expect((await show(next.entry._id, next.user)).data).toMatchObject({
      status: 'taken',
      reserved: { _id: made.data._id, code: made.data.code },
    })
  })

  test('says the place in line with the first mail', async () => {
    const event = await makeEvent(t, { capacity: 1 })
    await reserve(event)
    await join(event)
    const second = await join(event)
    const [mail] = await t.outbox(second.user.email)
    expect(mail?.text).toContain('You are 2nd in line.')
  })

  test('passes on invitations that expired', async () => {
    const event = await makeEvent(t, { capacity: 1 })
    const taken = await reserve(event)
    const first = await join(event)
    const second = await join(event)
    await cancel(taken.id, taken.user)
    t.clock.forward(24 * 60)
    expect(await waitingOf(event, first.user)).toEqual([])
    const late = await accept(event, first.user)
    expect([late.status, late.code]).toEqual([409, 'offer_ended'])
    // A newcomer finds the place offered to the next in line.
    expect((await reserve(event)).code).toBe('event_full')
    expect((await waitingOf(event, second.user))[0]).toMatchObject({ status: 'offered' })
    expect((await accept(event, second.user)).status).toBe(201)
    // It is the same answer once the books say so, too.
    expect((await accept(event, first.user)).code).toBe('offer_ended')
  })

  test('passes on declined invitations', async () => {
    const event = await makeEvent(t, { capacity: 1 })
    const taken = await reserve(event)
    const first = await join(event)
    const second = await join(event)
    await cancel(taken.id, taken.user)
    await t.call(routes.leaveWaitingList, { params: { id: event.id }, as: first.user })
    const gone = await t.call(routes.getMyWaiting, { params: { id: first.entry._id }, as: first.user })
    expect(gone.data).toMatchObject({ status: 'withdrawn', was_offered: true, was_left: true, reserved: null })
    expect((await waitingOf(event, second.user))[0]).toMatchObject({ status: 'offered' })
    expect((await t.call(routes.leaveWaitingList, { params: { id: event.id }, as: first.user })).status).toBe(404)
  })

  test('passes over who waits for more than is free, and offers it to them first once it is enough', async () => {
    const event = await makeEvent(t, { capacity: 2 })
    const one = await reserve(event)
    const two = await reserve(event)
    const couple = await t.account()
    const spouse = await makeSpouse(t, couple.id)
    await join(event, { with_spouse: spouse }, couple)
    const single = await join(event)
    const next = await join(event)
    await cancel(one.id, one.user)
    expect((await waitingOf(event, couple))[0]).toMatchObject({ status: 'waiting', ahead: 0 })
    expect((await waitingOf(event, single.user))[0]?.status).toBe('offered')
    // No stranger takes what is offered.
    expect((await reserve(event)).code).toBe('event_full')
    const made = await accept(event, single.user)
    await inWork(t.app.deps, async (work) => {
      for (const id of [two.id ?? '', made.data._id])
        await cancelIt(work, id, { actor: 'staff', actorId: null }, { reason: 'Called off' })
    })
    expect((await waitingOf(event, couple))[0]?.status).toBe('waiting')
    expect((await waitingOf(event, next.user))[0]?.status).toBe('offered')
    await t.call(routes.leaveWaitingList, { params: { id: event.id }, as: next.user })
    expect((await waitingOf(event, couple))[0]?.status).toBe('offered')
    expect((await accept(event, couple)).data.participants).toHaveLength(2)
  })

  test('says what of a wish the event no longer offers, and offers the place without it', async () => {
    const event = await makeEvent(t, { capacity: 1 })
    const taken = await reserve(event)
    const participants = [{ role: 'main', participant_type_id: event.otherTypeId, caterer_id: event.catererId }]
    const { user, entry } = await join(event, {
      participant_type_id: undefined,
      participants,
      accommodation: { room_category_id: event.categoryId, ...NIGHTS },
      products: [{ product_option_id: event.optionId, quantity: 1 }],
    })
    const typed = await join(event, { participant_type_id: event.typeId })
    const staff = await t.account({ type: 'admin', permissions: ['waiting_list.read'] })
    const listed = async () => {
      const all = await t.call(routes.listWaiting, { params: { id: event.id }, as: staff })
      return new Map(all.data.map(({ _id, ...row }) => [_id, row]))
    }
    for (const table of ['event_products', 'event_caterers', 'event_accommodations'])
      await t.database.pool.query(`delete from ${table} where event_id = $1`, [event.id])
    await t.database.pool.query(
      'delete from event_participant_types where event_id = $1 and participant_type_id = $2',
      [event.id, event.typeId],
    )
    await inWork(t.app.deps, (work) => syncQuotas(work, event.id))
    const gone = [
      { kind: 'beds', item_id: event.categoryId, name: expect.stringMatching(/^Standard/), is_offered: false },
      { kind: 'caterer', item_id: event.catererId, name: expect.stringMatching(/\w/), is_offered: false },
      { kind: 'product_option', item_id: event.optionId, name: expect.stringMatching(/, /), is_offered: false },
    ]
    const closed = [{ name: expect.stringMatching(/^Delegate/), person: null }]
    await cancel(taken.id, taken.user)
    const shown = async (as: TestAccount, id: string) =>
      (await t.call(routes.getMyWaiting, { params: { id }, as })).data
    expect(await shown(user, entry._id)).toMatchObject({ status: 'waiting', short_of: gone })
    expect((await t.call(routes.listMyWaiting, { as: user })).data).toMatchObject([{ short_of: gone }])
    expect((await listed()).get(entry._id)).toMatchObject({ short_of: gone, closed_types: [] })
    expect(await shown(typed.user, typed.entry._id)).toMatchObject({ closed_types: closed, short_of: [] })
    expect((await listed()).get(typed.entry._id)).toMatchObject({ closed_types: closed })
    const without = gone.map(({ item_id }) => item_id)
    const after = await t.call(routes.waitWithout, { params: { id: entry._id }, as: user, body: { without } })
    expect(after.data).toMatchObject({ _id: entry._id, status: 'offered' })
    expect((await accept(event, user)).status).toBe(201)
  })

  test('cannot be joined for more than there is in total', async () => {
    const event = await makeEvent(t, { capacity: 1, stock: 3 })
    const products = (quantity: number) => ({ products: [{ product_option_id: event.optionId, quantity }] })
    await reserve(event, products(3))
    const couple = await t.account()
    const two = await join(event, { with_spouse: await makeSpouse(t, couple.id) }, couple)
    expect([two.answer.status, two.answer.errors]).toMatchObject([422, [{ field: 'participants' }]])
    expect(two.answer.errors[0]?.message).toMatch(/more than there is in total/)
    const five = await join(event, products(5))
    expect([five.answer.status, five.answer.errors[0]?.field]).toEqual([422, 'products.0.product_option_id'])
  })

  test('says what else of a wish is short while a place is free, and offers the place without it', async () => {
    const event = await makeEvent(t, { capacity: 2, stock: 2 })
    const products = (quantity: number) => ({ products: [{ product_option_id: event.optionId, quantity }] })
    const leaving = await reserve(event)
    const taken = await reserve(event)
    const { user, entry } = await join(event, products(2))
    const other = await join(event, products(1))
    const mine = async (as: TestAccount) => (await t.call(routes.listMyWaiting, { as })).data[0]
    expect(await mine(user)).toMatchObject({ status: 'waiting', short_of: [] })
    await t.database.pool.query(`update event_products set stock = 1 where event_id = $1`, [event.id])
    await inWork(t.app.deps, (work) => syncQuotas(work, event.id))
    expect(await mine(user)).toMatchObject({ status: 'waiting', short_of: [] })
    await cancel(leaving.id, leaving.user)
    // The one behind gets the place, and the last shirt.
    expect(await mine(other.user)).toMatchObject({ status: 'offered', short_of: [] })
    expect(await mine(user)).toMatchObject({ status: 'waiting', short_of: [] })
    await cancel(taken.id, taken.user)
    const short = [
      { kind: 'product_option', item_id: event.optionId, name: expect.stringMatching(/, /), is_offered: true },
    ]
    expect(await mine(user)).toMatchObject({ status: 'waiting', short_of: short })
    const shown = await t.call(routes.getMyWaiting, { params: { id: entry._id }, as: user })
    expect(shown.data.short_of).toMatchObject(short)
    const staff = await t.account({ type: 'admin', permissions: ['waiting_list.read'] })
    const listed = await t.call(routes.listWaiting, {
      params: { id: event.id },
      as: staff,
      query: { status: 'waiting' },
    })
    expect(listed.data).toMatchObject([{ _id: entry._id, short_of: short }])
    const without = (as: TestAccount, items: readonly string[]) =>
      t.call(routes.waitWithout, { params: { id: entry._id }, as, body: { without: [...items] } })
    expect((await without(other.user, [event.optionId])).status).toBe(404)
    expect((await without(user, [event.optionId])).data).toMatchObject({ _id: entry._id, status: 'offered' })
    // A second tap changes nothing.
    expect((await without(user, [event.optionId])).data.status).toBe('offered')
    expect((await accept(event, user)).data.lines.map(({ kind }) => kind)).not.toContain('product_option')
  })

  test('takes nothing out of a wish that the entry itself waits for', async () => {
    const event = await makeEvent(t, { stock: 1 })
    const products = { products: [{ product_option_id: event.optionId, quantity: 1 }] }
    await reserve(event, products)
    const { user, entry } = await join(event, products)
    const refused = await t.call(routes.waitWithout, {
      params: { id: entry._id },
      as: user,
      body: { without: [event.optionId] },
    })
    expect([refused.status, refused.errors[0]?.field]).toEqual([422, 'without'])
  })

  test('passes over an entry that became impossible because a limit was lowered', async () => {
    const event = await makeEvent(t, { stock: 3 })
    const products = (quantity: number) => ({ products: [{ product_option_id: event.optionId, quantity }] })
    const one = await reserve(event, products(1))
    const two = await reserve(event, products(2))
    const impossible = await join(event, products(3))
    await cancel(one.id, one.user)
    await t.database.pool.query(`update event_products set stock = 2 where event_id = $1`, [event.id])
    await inWork(t.app.deps, (work) => syncQuotas(work, event.id))
    const next = await join(event, products(2))
    await cancel(two.id, two.user)
    expect((await waitingOf(event, impossible.user))[0]?.status).toBe('waiting')
    expect((await waitingOf(event, next.user))[0]?.status).toBe('offered')
  })

  test('offers what a change gives up, when it is paid or replaced', async () => {
    const event = await makeEvent(t, { beds: 1, stock: 3 })
    const stay = (check_in: string, check_out: string) => ({
      accommodation: { room_category_id: event.categoryId, check_in, check_out },
    })
    const shirts = (quantity: number) => ({ products: [{ product_option_id: event.optionId, quantity }] })
    const guest = await reserve(event, stay('2027-01-10', '2027-01-11'))
    const id = guest.id ?? ''
    const edit = (body: object) => t.call(routes.editMyReservation, { params: { id }, as: guest.user, body })
    const pay = async (amount: number) => {
      await enterPayment(t, id, amount)
      await inWork(t.app.deps, (work) => applyPayment(work, id))
    }
    await pay(5000)
    expect((await edit(stay('2027-01-11', '2027-01-13'))).data.pending_change?.total).toBe(10_000)
    const night = await join(event, stay('2027-01-10', '2027-01-11'))
    await pay(5000)
    expect((await waitingOf(event, night.user))[0]?.status).toBe('offered')
    await edit(shirts(3))
    const shirt = await join(event, shirts(1))
    expect((await edit(shirts(1))).data.pending_change?.total).toBe(13_500)
    expect((await waitingOf(event, shirt.user))[0]?.status).toBe('offered')
  })

  test('looks at everybody, and offers what somebody may have only now', async () => {
    const event = await makeEvent(t, { capacity: 2, stock: 1 })
    const shirt = { products: [{ product_option_id: event.optionId, quantity: 1 }] }
    const one = await reserve(event, shirt)
    await reserve(event)
    const { pool } = t.database
    // 501 people whose accounts are deactivated are ahead.
    const ahead = await t.account()
    await join(event, {}, ahead)
    const { rows: others } = await pool.query<{ id: string }>(
      `insert into users (first_name, last_name, status, user_type)
       select 'Nana', 'Ahead', 'deactivated', 'user' from generate_series(1, 500) returning id`,
    )
    const wish = JSON.stringify({ participants: [{ role: 'main', participant_type_id: event.otherTypeId }] })
    const sealed = others.map(({ id }) => t.app.deps.crypto.seal(wish, wishContext(id, event.id)))
    await pool.query(
      `insert into waiting_entries (event_id, user_id, kind, wish)
       select $1, id, 'event', jsonb_build_object('sealed', sealed) from unnest($2::text[], $3::text[]) as o(id, sealed)`,
      [event.id, others.map(({ id }) => id), sealed],
    )
    await pool.query(`update users set status = 'deactivated' where id = $1`, [ahead.id])
    const last = await join(event)
    await cancel(one.id, one.user)
    expect((await waitingOf(event, last.user))[0]?.status).toBe('offered')
    await t.call(routes.leaveWaitingList, { params: { id: event.id }, as: last.user })
    await pool.query(`update users set status = 'approved' where id = $1`, [ahead.id])
    await inWork(t.app.deps, async (work) => work.enqueue('sweep_holds', {}))
    await t.app.deps.jobs.drain()
    expect((await waitingOf(event, ahead))[0]?.status).toBe('offered')
  })

  test('waits for beds while places are left, and those who want no bed are not held up', async () => {
    const event = await makeEvent(t, { beds: 1 })
    const stay = { accommodation: { room_category_id: event.categoryId, ...NIGHTS } }
    const sleeper = await reserve(event, stay)
    const waiting = await join(event, { ...stay, medical_conditions: ['ulcer'] })
    expect(waiting.entry).toMatchObject({ kind: 'beds' })
    expect((await reserve(event)).code).toBeUndefined()
    const { rows } = await t.database.pool.query(`select wish::text as wish from waiting_entries where id = $1`, [
      waiting.entry._id,
    ])
    expect(JSON.stringify(rows)).not.toContain('ulcer')
    await cancel(sleeper.id, sleeper.user)
    expect((await waitingOf(event, waiting.user))[0]?.status).toBe('offered')
  })

  test('uses places that the organisers add, and expired holds', async () => {
    const event = await makeEvent(t, { capacity: 1 })
    await reserve(event, { participant_type_id: event.typeId })
    const first = await join(event)
    const second = await join(event)
    await t.database.pool.query(`update events set capacity = 2 where id = $1`, [event.id])
    await inWork(t.app.deps, (work) => syncQuotas(work, event.id))
    expect((await waitingOf(event, first.user))[0]?.status).toBe('offered')
    t.clock.forward(31)
    await inWork(t.app.deps, async (work) => work.enqueue('sweep_holds', {}))
    await t.app.deps.jobs.drain()
    expect((await waitingOf(event, second.user))[0]?.status).toBe('offered')
  })

  test('takes an offer back from somebody to whom its participant type is closed by now, and says so', async () => {
    const { rows } = await t.database.pool.query<{ id: string }>(
      `insert into titles (name, rank) values ('Minister of the list', 3) returning id`,
    )
    const title = rows[0]?.id ?? ''
    const event = await makeEvent(t, { capacity: 1, titleIds: [title] })
    const taken = await reserve(event)
    const minister = await t.account({ columns: { title_id: title } })
    const stay = { accommodation: { room_category_id: event.categoryId, ...NIGHTS } }
    const first = await join(event, { participant_type_id: event.typeId, ...stay }, minister)
    const [before] = (await t.call(routes.listMyWaiting, { as: minister })).data
    expect(before?.room).toMatch(/^Standard/)
    expect(before?.participant_types).toEqual([{ name: expect.any(String), count: 1 }])
    const second = await join(event)
    await cancel(taken.id, taken.user)
    const shown = async () =>
      (await t.call(routes.getMyWaiting, { params: { id: first.entry._id }, as: minister })).data
    const staff = await t.account({ type: 'admin', permissions: ['waiting_list.read'] })
    const listed = async () =>
      (await t.call(routes.listWaiting, { params: { id: event.id }, as: staff })).data.map((row) => [
        row.status,
        row.closed_types.map(({ name, person }) => [name, person]),
      ])
    expect(await shown()).toMatchObject({ status: 'offered', closed_types: [] })
    expect(await listed()).toEqual([
      ['offered', []],
      ['waiting', []],
    ])

    await t.database.pool.query('update users set title_id = null where id = $1', [minister.id])
    const closed = [{ name: expect.stringMatching(/^Delegate/), person: null }]
    expect(await shown()).toMatchObject({ status: 'offered', closed_types: closed })
    expect((await accept(event, minister)).code).toBe('not_eligible')
    await t.app.deps.jobs.drain()
    expect(await shown()).toMatchObject({ status: 'waiting', ahead: 0, closed_types: closed })
    expect((await waitingOf(event, second.user))[0]).toMatchObject({ status: 'offered' })
    expect((await listed()).map(([status]) => status)).toEqual(expect.arrayContaining(['waiting', 'offered']))
    const mine = await t.call(routes.listMyWaiting, { as: minister })
    expect(mine.data).toMatchObject([{ status: 'waiting', closed_types: closed }])
    expect((await t.outbox(minister.email))[0]).toMatchObject({
      subject: expect.stringMatching(/is taken back$/),
      text: expect.stringMatching(/“Delegate.*” is no longer open to you.*you keep your place.*\/offers\//s),
    })

    // What is open again is offered again, in order.
    await t.call(routes.leaveWaitingList, { params: { id: event.id }, as: second.user })
    expect(await shown()).toMatchObject({ status: 'waiting' })
    await t.database.pool.query('update users set title_id = $2 where id = $1', [minister.id, title])
    await inWork(t.app.deps, async (work) => work.enqueue('sweep_holds', {}))
    await t.app.deps.jobs.drain()
    expect(await shown()).toMatchObject({ status: 'offered', closed_types: [] })
  })

  test('tells those who wait when the event stops: whose offer is taken back, and everybody when it ends', async () => {
    const event = await makeEvent(t, { capacity: 1 })
    const taken = await reserve(event)
    const first = await join(event)
    const second = await join(event)
    await cancel(taken.id, taken.user)
    expect((await waitingOf(event, first.user))[0]?.status).toBe('offered')
    const staff = await t.account({ type: 'admin', permissions: ['events.publish', 'events.archive'] })
    const subjects = async (user: TestAccount) => (await t.outbox(user.email)).map(({ subject }) => subject)
    const [before, others] = [await subjects(first.user), await subjects(second.user)]
    const at = { params: { id: event.id }, as: staff }

    expect((await t.call(adminEventRoutes.unpublishEvent, at)).status).toBe(200)
    expect(await subjects(first.user)).toEqual([expect.stringMatching(/is taken back$/), ...before])
    expect((await t.outbox(first.user.email))[0]?.text).toMatch(/Nothing can be reserved at.*You keep your place/s)
    expect(await subjects(second.user)).toEqual(others)

    expect((await t.call(adminEventRoutes.archiveEvent, at)).status).toBe(200)
    for (const { user } of [first, second]) {
      const [mail] = await t.outbox(user.email)
      expect(mail?.subject).toMatch(/^You are no longer on the waiting list for/)
      expect(mail?.text).toMatch(/takes no more reservations/)
    }
    expect(await subjects(second.user)).toHaveLength(others.length + 1)
  })

  test('tells nobody when an event that is over is archived', async () => {
    const event = await makeEvent(t, { capacity: 1 })
    await reserve(event)
    const { user } = await join(event)
    await endEvent(t, event.id)
    const staff = await t.account({ type: 'admin', permissions: ['events.archive'] })
    const before = await t.outbox(user.email)
    expect((await t.call(adminEventRoutes.archiveEvent, { params: { id: event.id }, as: staff })).status).toBe(200)
    expect(await t.outbox(user.email)).toHaveLength(before.length)
  })

  test('holds nothing for whom its owner takes off the list, and is taken without them', async () => {
    const event = await makeEvent(t, { capacity: 0, fields: { spouse: 'optional' } })
    const user = await t.account()
    const spouse = await makeSpouse(t, user.id)
    const child = await makeMember(t, user.id)
    const as = (role: string, person_id?: string) => ({ role, person_id, participant_type_id: event.otherTypeId })
    const participants = [as('main'), as('spouse', spouse), as('child', child)]
    const { entry } = await join(event, { participant_type_id: undefined, participants }, user)
    const others = [await join(event), await join(event)]
    await t.database.pool.query(`update events set capacity = 3 where id = $1`, [event.id])
    await inWork(t.app.deps, (work) => syncQuotas(work, event.id))
    const shown = async () => (await t.call(routes.getMyWaiting, { params: { id: entry._id }, as: user })).data
    const statuses = () => Promise.all(others.map(async (one) => (await waitingOf(event, one.user))[0]?.status))
    expect([(await shown()).persons.length, await statuses()]).toEqual([3, ['waiting', 'waiting']])
    expect((await t.call(identityRoutes.removeSpouse, { params: { id: spouse }, as: user })).status).toBe(200)
    await t.app.deps.jobs.drain()
    expect(await shown()).toMatchObject({ status: 'offered', persons: { length: 2 } })
    expect(await statuses()).toEqual(['offered', 'waiting'])

    expect((await t.call(identityRoutes.removeFamilyMember, { params: { id: child }, as: user })).status).toBe(200)
    expect((await shown()).persons).toHaveLength(1)
    const made = await accept(event, user)
    expect([made.status, made.data.participants.length]).toEqual([201, 1])
    expect(await statuses()).toEqual(['offered', 'offered'])
  })

  test('offers the place also to whom an answer of the form is sold out, and asks it again', async () => {
    const event = await makeEvent(t, { capacity: 2, form: workshops })
    const first = await reserve(event, { answers: { [WORKSHOP]: CHOIR } })
    const other = await reserve(event)
    const waits = await join(event, { answers: { [WORKSHOP]: DRAMA } })
    const answers = { answers: { [WORKSHOP]: DRAMA } }
    const taken = await t.call(routes.editMyReservation, {
      params: { id: other.id ?? '' },
      as: other.user,
      body: answers,
    })
    expect(taken.status).toBe(200)
    await cancel(first.id, first.user)
    const shown = (await t.call(routes.getMyWaiting, { params: { id: waits.entry._id }, as: waits.user })).data
    expect(shown).toMatchObject({ status: 'offered', quote: { total: 0 } })
    const lost = async (as: TestAccount) => (await t.call(routes.listMyWaiting, { as })).data[0]?.lost_answers
    expect(await lost(waits.user)).toEqual([WORKSHOP])
    expect((await reserve(event)).code).toBe('event_full')
    const refused = await accept(event, waits.user)
    expect([refused.code, refused.errors]).toMatchObject(['quota_exhausted', [{ field: `answers.${WORKSHOP}` }]])
    const wish = { participant_type_id: event.otherTypeId, answers: { [WORKSHOP]: CHOIR } }
    const body = { waiting_id: waits.entry._id, wish }
    const made = await t.call(routes.acceptOffer, { params: { id: event.id }, as: waits.user, body })
    expect([made.status, made.data.status]).toEqual([201, 'active'])

    // What is free is held with the place.
    const again = await join(event, answers)
    await t.call(routes.editMyReservation, { params: { id: other.id ?? '' }, as: other.user, body: { answers: {} } })
    await cancel(made.data._id, waits.user)
    const held = (await t.call(routes.getMyWaiting, { params: { id: again.entry._id }, as: again.user })).data
    expect(held).toMatchObject({ status: 'offered', quote: { total: 5000 } })
    expect(await lost(again.user)).toEqual([])
    expect((await accept(event, again.user)).data).toMatchObject({ total: 5000 })
  })

  test('takes an offer back when an edit of the event closes its participant type', async () => {
    const staff = await t.account({ type: 'admin', permissions: ['events.update', 'events.read'] })
    const edit = (event: BookableEvent, body: Record<string, unknown>) =>
      t.call(adminEventRoutes.updateEvent, { params: { id: event.id }, as: staff, body })
    const statusOf = async (event: BookableEvent, ...users: TestAccount[]) =>
      Promise.all(users.map(async (user) => (await waitingOf(event, user))[0]?.status))
    const told = async ({ email }: TestAccount) =>
      (await t.outbox(email)).filter(({ subject }) => /is taken back$/.test(subject)).length

    const event = await makeEvent(t, { capacity: 1 })
    const taken = await reserve(event)
    const guest = await t.account({ columns: { is_not_member: true } })
    await join(event, {}, guest)
    const second = await join(event)
    await cancel(taken.id, taken.user)
    expect(await statusOf(event, guest, second.user)).toEqual(['offered', 'waiting'])
    const types = [
      { participant_type_id: event.typeId, price: 10_000 },
      { participant_type_id: event.otherTypeId, price: 0, members_only: true },
    ]
    expect((await edit(event, { participant_types: types })).status).toBe(200)
    expect(await statusOf(event, guest, second.user)).toEqual(['waiting', 'offered'])
    expect(await told(guest)).toBe(1)

    // The age is that of the first day.
    const later = await makeEvent(t, { capacity: 1, startsAt: '2027-01-10T09:00:00Z' })
    await t.database.pool.query('update event_participant_types set min_age = 16 where event_id = $1', [later.id])
    await inWork(t.app.deps, (work) => syncQuotas(work, later.id))
    const full = await reserve(later)
    const young = await t.account({ columns: { birth_date: '2011-01-09' } })
    await join(later, {}, young)
    const next = await join(later)
    await cancel(full.id, full.user)
    expect(await statusOf(later, young, next.user)).toEqual(['offered', 'waiting'])
    expect((await edit(later, { starts_at: '2027-01-08T09:00:00Z' })).status).toBe(200)
    expect(await statusOf(later, young, next.user)).toEqual(['waiting', 'offered'])
  })

  test('takes back what is offered while the title of its owner is given up', async () => {
    const { rows } = await t.database.pool.query<{ id: string }>(
      `insert into titles (name, rank) values ('Minister of a moment', 4) returning id`,
    )
    const title = rows[0]?.id ?? ''
    const event = await makeEvent(t, { capacity: 1, titleIds: [title] })
    const taken = await reserve(event)
    const minister = await t.account({ columns: { title_id: title } })
    await join(event, { participant_type_id: event.typeId }, minister)
    const second = await join(event)
    const profile = await t.database.pool.connect()
    try {
      await profile.query('begin')
      await profile.query('update users set title_id = null where id = $1', [minister.id])
      await cancel(taken.id, taken.user)
      await profile.query('commit')
    } finally {
      profile.release()
    }
    expect((await waitingOf(event, minister))[0]).toMatchObject({ status: 'offered' })
    await inWork(t.app.deps, async (work) => work.enqueue('sweep_holds', {}))
    await t.app.deps.jobs.drain()
    expect((await waitingOf(event, minister))[0]).toMatchObject({ status: 'waiting' })
    expect((await waitingOf(event, second.user))[0]).toMatchObject({ status: 'offered' })
  })

  test('is read by staff who may, in order', async () => {
    const event = await makeEvent(t, { capacity: 0 })
    const first = await join(event)
    const second = await join(event)
    const staff = await t.account({ type: 'admin', permissions: ['waiting_list.read'] })
    const list = await t.call(routes.listWaiting, { params: { id: event.id }, as: staff })
    expect(list.data.map(({ _id }) => _id)).toEqual([first.entry._id, second.entry._id])
    expect(list.meta.total).toBe(2)

    await t.database.pool.query(`update users set first_name = 'Zoe' where id = $1`, [first.user.id])
    await t.database.pool.query(`update users set first_name = 'Abe' where id = $1`, [second.user.id])
    const ids = async (query: object) =>
      (await t.call(routes.listWaiting, { params: { id: event.id }, query, as: staff })).data.map(({ _id }) => _id)
    expect(await ids({ sort: 'user' })).toEqual([second.entry._id, first.entry._id])
    expect([await ids({ kind: first.entry.kind }), await ids({ kind: 'caterer' })]).toEqual([
      [first.entry._id, second.entry._id],
      [],
    ])
    const file = await t.app.server.inject({
      method: 'GET',
      url: `${API_PREFIX}/admin/events/${event.id}/waiting-list/export?columns=person,status`,
      headers: { authorization: `Bearer ${await t.tokenOf(staff)}` },
    })
    const lines = file.body.replace('\ufeff', '').trim().split('\r\n')
    expect(lines.map((line) => line.split(' ')[0]?.split(',')[0])).toEqual(['person', 'Zoe', 'Abe'])
  })
})

describe('the organisers', () => {
  test('cannot go below what is reserved; the field says where', async () => {
    const event = await makeEvent(t, { capacity: 3, beds: 2, stock: 5 })
    await reserve(event, {
      accommodation: { room_category_id: event.categoryId, ...NIGHTS },
      products: [{ product_option_id: event.optionId, quantity: 4 }],
    })
    const change = async (statement: string): Promise<unknown> =>
      inWork(t.app.deps, async (work) => {
        const { sql } = await import('kysely')
        await sql.raw(statement).execute(work.tx)
        await syncQuotas(work, event.id, { strict: true })
      }).then(
        () => 'done',
        (error: unknown) => error,
      )
    expect(await change(`update events set capacity = 0 where id = '${event.id}'`)).toMatchObject({
      code: 'below_claimed',
      fields: [{ field: 'capacity' }],
    })
    expect(await change(`update event_accommodations set beds = 0 where event_id = '${event.id}'`)).toMatchObject({
      fields: [{ field: 'accommodations.0.beds' }],
    })
    expect(await change(`update event_products set stock = 3 where event_id = '${event.id}'`)).toMatchObject({
      fields: [{ field: 'products.0.stock' }],
    })
    expect(
      await change(`update event_accommodations set check_out_until = '2027-01-12' where event_id = '${event.id}'`),
    ).toMatchObject({ code: 'below_claimed' })
    expect(await change(`update event_accommodations set beds = 999 where event_id = '${event.id}'`)).toMatchObject({
      code: 'invalid_input',
      fields: [{ field: 'accommodations.0.beds', code: 'too_big' }],
    })
    expect(await change(`update events set capacity = null where id = '${event.id}'`)).toBe('done')
    expect(await change(`update events set capacity = 1 where id = '${event.id}'`)).toBe('done')
    expect((await offerOf(t.app.deps.db, t.app.deps, event.id, { now: t.clock(), reader: 'en' }))?.places_left).toBe(0)
  })

  test('cannot remove a participant type that is offered to somebody; the field is the list of types', async () => {
    const event = await makeEvent(t, { capacity: 1 })
    const taken = await reserve(event)
    await join(event, { participant_type_id: event.typeId })
    await cancel(taken.id, taken.user)
    const staff = await t.account({ type: 'admin', permissions: ['events.update', 'events.read'] })
    const body = { participant_types: [{ participant_type_id: event.otherTypeId, price: 0 }] }
    const refused = await t.call(adminEventRoutes.updateEvent, { params: { id: event.id }, as: staff, body })
    expect([refused.code, refused.errors.map(({ field }) => field)]).toEqual(['below_claimed', ['participant_types']])
  })

  test('take nights and products away that nobody chose', async () => {
    const event = await makeEvent(t)
    await t.database.pool.query(`delete from event_products where event_id = $1`, [event.id])
    await t.database.pool.query(`update event_accommodations set check_out_until = '2027-01-11' where event_id = $1`, [
      event.id,
    ])
    await inWork(t.app.deps, (work) => syncQuotas(work, event.id))
    const offer = await offerOf(t.app.deps.db, t.app.deps, event.id, { now: t.clock(), reader: 'en' })
    expect(offer?.products).toEqual([])
    expect(offer?.accommodations[0]?.nights.map(({ night }) => night)).toEqual(['2027-01-10'])
  })
})
