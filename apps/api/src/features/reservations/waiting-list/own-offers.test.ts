import { adminEventRoutes } from '@shiloh/contract/events/events'
import { reservationRoutes as routes } from '@shiloh/contract/reservations/reservations'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { askFor, type BookableEvent, makeEvent, makeSpouse } from '../../../../test/booking.ts'
import { type TestAccount, type TestApp, testApp, testClock } from '../../../../test/harness.ts'
import { brokenInvariants } from '../../../../test/invariants.ts'

// Somebody to whom something is offered reserves as if nothing were: what is held for them is theirs, and nobody else has less.

const NOW = '2026-11-21T08:00:00Z'
const OPENING = '2026-11-23T08:00:00Z'
const clock = testClock()

let t: TestApp
let other: TestApp
let staff: TestAccount
beforeAll(async () => {
  t = await testApp({ clock })
  // A second process on the same database.
  other = await testApp({ clock, database: t.database })
  staff = await t.account({
    type: 'admin',
    permissions: ['events.update', 'reservations.create', 'reservations.read', 'waiting_list.read'],
  })
})
afterAll(async () => {
  await other.close()
  await t.close()
})
afterEach(async () => {
  clock.set(NOW)
  expect(await brokenInvariants(t.app.deps.db)).toEqual([])
})

const ask = (event: BookableEvent, as: TestAccount, body: object = {}, process = t) =>
  askFor(process, event, { participant_type_id: event.otherTypeId, ...body }, as)
const reserve = async (event: BookableEvent, body: object = {}) => {
  const user = await t.account()
  const { status, data } = await ask(event, user, body)
  expect(status).toBe(201)
  return { user, id: data._id }
}
const join = async (event: BookableEvent, body: object = {}, as?: TestAccount) => {
  const user = as ?? (await t.account())
  const { status, data } = await t.call(routes.joinWaitingList, {
    params: { id: event.id },
    as: user,
    body: { participant_type_id: event.otherTypeId, ...body },
  })
  expect(status).toBe(201)
  return { user, id: data._id }
}
const cancel = ({ id, user }: { readonly id: string; readonly user: TestAccount }) =>
  t.call(routes.cancelMyReservation, { params: { id }, as: user })
const statusOf = async ({ id, user }: { readonly id: string; readonly user: TestAccount }) =>
  (await t.call(routes.getMyWaiting, { params: { id }, as: user })).data.status
const accept = (event: BookableEvent, as: TestAccount) =>
  t.call(routes.acceptOffer, { params: { id: event.id }, as, body: {} })

/** A full event whose places were given up again before it opens, and those who waited meanwhile. */
const beforeOpening = async (capacity: number, count: number) => {
  const event = await makeEvent(t, { capacity })
  const holders = []
  for (let place = 0; place < capacity; place += 1) holders.push(await reserve(event))
  const waiting = []
  for (let place = 0; place < count; place += 1) waiting.push(await join(event))
  const opens = { registration_opens_at: OPENING }
  expect(
    (await t.call(adminEventRoutes.updateEvent, { params: { id: event.id }, body: opens, as: staff })).status,
  ).toBe(200)
  for (const holder of holders) await cancel(holder)
  return { event, waiting }
}

/** An event with one place, which is offered to the first of some who wait. */
const offered = async (behind = 0, body: object = {}) => {
  const event = await makeEvent(t, { capacity: 1, stock: 1 })
  const holder = await reserve(event, body)
  const first = await join(event, body)
  const others = []
  for (let place = 0; place < behind; place += 1) others.push(await join(event))
  await cancel(holder)
  expect(await statusOf(first)).toBe('offered')
  return { event, first, others }
}

test('who waited for the opening gets the place by reserving in the first moment', async () => {
  const { event, waiting } = await beforeOpening(1, 2)
  const [first, second] = waiting
  if (!first || !second) throw new Error('two of them wait')
  clock.set(OPENING)
  expect((await ask(event, second.user)).code).toBe('event_full')
  const made = await ask(event, first.user)
  expect(made.status).toBe(201)
  expect([await statusOf(first), await statusOf(second)]).toEqual(['taken', 'waiting'])
})

test('at the opening, on two processes, all who waited get their places, and nobody else any', async () => {
  const { event, waiting } = await beforeOpening(4, 5)
  const strangers = await Promise.all(Array.from({ length: 10 }, () => t.account()))
  clock.set(OPENING)
  const people = [...strangers.slice(0, 5), ...waiting.map(({ user }) => user), ...strangers.slice(5)]
  const answers = await Promise.all(
    people.map(async (as, index) => ({ as, ...(await ask(event, as, {}, index % 2 === 0 ? t : other)) })),
  )
  const made = answers.filter(({ status }) => status === 201).map(({ as }) => as.id)
  expect(made.sort()).toEqual(
    waiting
      .slice(0, 4)
      .map(({ user }) => user.id)
      .sort(),
  )
  expect(answers.filter(({ code }) => code === 'event_full')).toHaveLength(11)
})

test('an offer becomes the reservation of who reserves, and accepting it leads there', async () => {
  const { event, first } = await offered()
  const twice = await Promise.all([ask(event, first.user), ask(event, first.user, {}, other)])
  expect(twice.map(({ code }) => code).sort()).toEqual(['already_reserved', undefined])
  const made = twice.find(({ status }) => status === 201)
  expect(await statusOf(first)).toBe('taken')
  expect((await accept(event, first.user)).data._id).toBe(made?.data._id)
})

test('what an offer holds for another wish goes to the next, the place does not', async () => {
  const event = await makeEvent(t, { capacity: 2, places: 1 })
  const holder = await reserve(event, { participant_type_id: event.typeId })
  const first = await join(event, { participant_type_id: event.typeId })
  const second = await join(event, { participant_type_id: event.typeId })
  await reserve(event)
  await cancel(holder)
  expect([await statusOf(first), await statusOf(second)]).toEqual(['offered', 'waiting'])
  expect((await ask(event, first.user)).status).toBe(201)
  expect([await statusOf(first), await statusOf(second)]).toEqual(['withdrawn', 'waiting'])
  // The place of that type is free, a place at the event is not.
  expect((await ask(event, second.user, { participant_type_id: event.typeId })).code).toBe('event_full')
})

test('a shirt that is offered with a place is offered again to who reserves the place without it', async () => {
  const event = await makeEvent(t, { capacity: 2, stock: 1 })
  const shirt = { products: [{ product_option_id: event.optionId, quantity: 1 }] }
  const holder = await reserve(event, shirt)
  const first = await join(event, shirt)
  await reserve(event)
  await cancel(holder)
  expect(await statusOf(first)).toBe('offered')
  const { status, data } = await ask(event, first.user)
  expect(status).toBe(201)
  const { data: waiting } = await t.call(routes.listMyWaiting, { as: first.user })
  expect(waiting).toMatchObject([{ kind: 'product_option', status: 'offered', reservation: { _id: data._id } }])
})

test('the place of somebody who stays at home goes to the next who waits, not to who asks beside them', async () => {
  const event = await makeEvent(t, { capacity: 2 })
  const holders = [await reserve(event), await reserve(event)]
  const user = await t.account()
  const couple = await join(event, { with_spouse: await makeSpouse(t, user.id) }, user)
  const next = await join(event)
  for (const holder of holders) await cancel(holder)
  // With one free place, the couple was passed over.
  expect([await statusOf(couple), await statusOf(next)]).toEqual(['waiting', 'offered'])
  await t.call(routes.leaveWaitingList, { params: { id: event.id }, as: next.user })
  expect(await statusOf(couple)).toBe('offered')
  const last = await join(event)
  const strangers = await Promise.all(Array.from({ length: 4 }, () => t.account()))
  const answers = await Promise.all([user, ...strangers].map((as) => ask(event, as)))
  expect(answers.map(({ code }) => code)).toEqual([undefined, ...strangers.map(() => 'event_full')])
  expect([await statusOf(couple), await statusOf(last)]).toEqual(['taken', 'offered'])
})

test('several offers to one person are one place, so that nobody comes with them before those who wait', async () => {
  const event = await makeEvent(t, { capacity: 3, places: 1 })
  const special = await reserve(event, { participant_type_id: event.typeId })
  const user = await t.account()
  const ofType = await join(event, { participant_type_id: event.typeId }, user)
  const [one] = [await reserve(event), await reserve(event)]
  const ofEvent = await join(event, {}, user)
  const next = await join(event)
  await cancel(one)
  await cancel(special)
  expect([await statusOf(ofType), await statusOf(ofEvent), await statusOf(next)]).toEqual([
    'offered',
    'offered',
    'waiting',
  ])
  const spouse = await makeSpouse(t, user.id)
  expect((await ask(event, user, { with_spouse: spouse })).code).toBe('event_full')
  expect([await statusOf(ofType), await statusOf(ofEvent)]).toEqual(['offered', 'offered'])
  expect((await ask(event, user)).status).toBe(201)
  expect([await statusOf(ofType), await statusOf(ofEvent), await statusOf(next)]).toEqual([
    'withdrawn',
    'taken',
    'offered',
  ])
})

test('a couple reserves with what is offered to each of them, and with no place for somebody else', async () => {
  const event = await makeEvent(t, { capacity: 2 })
  const holders = [await reserve(event), await reserve(event)]
  const [husband, wife] = [await t.account(), await t.account()]
  const spouse = await makeSpouse(t, husband.id, { gender: 'female', linkedUserId: wife.id })
  const [his, hers] = [await join(event, {}, husband), await join(event, {}, wife)]
  for (const holder of holders) await cancel(holder)
  expect([await statusOf(his), await statusOf(hers)]).toEqual(['offered', 'offered'])
  expect((await ask(event, husband, { with_spouse: spouse })).status).toBe(201)
  expect([await statusOf(his), await statusOf(hers)]).toEqual(['taken', 'withdrawn'])
})

test('an offer that ends in this moment is the next one’s', async () => {
  const { event, first, others } = await offered(1)
  clock.forward(24 * 60)
  expect((await ask(event, first.user)).code).toBe('event_full')
  expect(await statusOf(first)).toBe('expired')
  const [next] = others
  expect(next && (await statusOf(next))).toBe('offered')
  expect(next && (await ask(event, next.user)).status).toBe(201)
})

test('an offer that ends in this moment, for which nobody waits, is everybody’s', async () => {
  const { event, first } = await offered()
  clock.forward(24 * 60)
  expect((await ask(event, first.user)).status).toBe(201)
  expect(await statusOf(first)).toBe('expired')
})

test('a refusal for another reason leaves the offer as it is', async () => {
  const { event, first } = await offered()
  const shirts = { products: [{ product_option_id: event.optionId, quantity: 2 }] }
  expect((await ask(event, first.user, shirts)).code).toBe('quota_exhausted')
  expect(await statusOf(first)).toBe('offered')
  expect((await ask(event, await t.account())).code).toBe('event_full')
})

test('the office reserves for somebody with what is offered to them', async () => {
  const { event, first, others } = await offered(1)
  const made = await t.call(routes.makeReservationFor, {
    params: { event_id: event.id },
    as: staff,
    body: { user_id: first.user.id, participant_type_id: event.otherTypeId },
  })
  expect(made.status).toBe(201)
  const [next] = others
  expect([await statusOf(first), next && (await statusOf(next))]).toEqual(['taken', 'waiting'])
})
