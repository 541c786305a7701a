import { bulkEditRoutes } from '@shiloh/contract/bulk-edits'
import { identityRoutes } from '@shiloh/contract/identity/identity'
import { reservationRoutes as routes } from '@shiloh/contract/reservations/reservations'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { inWork } from '#platform/jobs/work'
import { askFor, type BookableEvent, makeEvent, makeSpouse } from '../../../../test/booking.ts'
import { type TestAccount, type TestApp, testApp } from '../../../../test/harness.ts'
import { brokenInvariants } from '../../../../test/invariants.ts'
import { untilWaiting } from '../../../../test/waiting.ts'
import { inviteByHand } from './by-hand.ts'

let t: TestApp
let staff: TestAccount
beforeAll(async () => {
  t = await testApp()
  staff = await t.account({ type: 'admin', permissions: ['waiting_list.read', 'waiting_list.update'] })
})
afterAll(() => t.close())
afterEach(async () => {
  t.clock.set('2026-11-21T08:00:00Z')
  expect(await brokenInvariants(t.app.deps.db)).toEqual([])
})

const reserve = async (event: BookableEvent) => {
  const { user, code, data } = await askFor(t, event, { participant_type_id: event.otherTypeId })
  return { user, code, id: data?._id ?? '' }
}
const join = async (event: BookableEvent, body: Record<string, unknown> = {}, as?: TestAccount) => {
  const user = as ?? (await t.account())
  const { data } = await t.call(routes.joinWaitingList, {
    params: { id: event.id },
    as: user,
    body: { participant_type_id: event.otherTypeId, ...body },
  })
  return { user, id: data._id }
}
const cancel = ({ id, user }: { id: string; user: TestAccount }) =>
  t.call(routes.cancelMyReservation, { params: { id }, as: user })
const list = async (event: BookableEvent) =>
  (await t.call(routes.listWaiting, { params: { id: event.id }, as: staff })).data
const statusOf = async (event: BookableEvent, id: string) => (await list(event)).find(({ _id }) => _id === id)?.status
const invite = (id: string, body: { minutes?: number; reason?: string } = {}) =>
  t.call(routes.inviteWaiting, { params: { id }, as: staff, body })
const remove = (id: string, body: { notify?: boolean; reason?: string } = {}) =>
  t.call(routes.removeWaiting, { params: { id }, as: staff, body })
const move = (id: string, place: number) =>
  t.call(routes.moveWaiting, { params: { id }, as: staff, body: { place, reason: 'Comes from far away' } })
const audited = async (id: string) =>
  (
    await t.database.pool.query(
      `select action, actor_id, after from audit_trail where resource = 'waiting_list' and object_id = $1`,
      [id],
    )
  ).rows
const subjects = async (user: TestAccount) => (await t.outbox(user.email)).map(({ subject }) => subject)

/** Adds a place, and invites nobody yet. */
const addPlace = async ({ id }: BookableEvent) => {
  await t.database.pool.query(`update events set capacity = capacity + 1 where id = $1`, [id])
  await t.database.pool.query(`update quotas set capacity = capacity + 1 where event_id = $1 and kind = 'event'`, [id])
}

/** A couple is first and waits for two places, a single person is next. */
const line = async (others = 0) => {
  const event = await makeEvent(t, { capacity: 2 })
  await reserve(event)
  await reserve(event)
  const first = await t.account()
  const couple = await join(event, { with_spouse: await makeSpouse(t, first.id) }, first)
  const single = await join(event)
  const behind = []
  for (let i = 0; i < others; i += 1) behind.push(await join(event))
  return { event, couple, single, behind }
}

/** The same line with one free place, which nobody is invited to yet. */
const heldUp = async (others = 0) => {
  const made = await line(others)
  await addPlace(made.event)
  return made
}

describe('the list of the office', () => {
  /** A couple waits for a place with a room, a meal and a product; then somebody alone. */
  const wishing = async () => {
    const event = await makeEvent(t, { capacity: 2, covers: 20, stock: 9 })
    await reserve(event)
    await reserve(event)
    const first = await t.account()
    const couple = await join(
      event,
      {
        participant_type_id: event.typeId,
        with_spouse: await makeSpouse(t, first.id),
        accommodation: { room_category_id: event.categoryId, check_in: '2027-01-10', check_out: '2027-01-12' },
        caterer_id: event.catererId,
        products: [{ product_option_id: event.optionId, quantity: 2 }],
        medical_conditions: ['diabetic'],
      },
      first,
    )
    const single = await join(event)
    return { event, couple, single }
  }

  test('says who each entry is for and what else they wish, so that the office sees who fits', async () => {
    const { event, couple, single } = await wishing()
    const [one, other] = await list(event)
    expect(one).toMatchObject({
      _id: couple.id,
      people: [
        { role: 'main', name: null, participant_type: expect.stringMatching(/^Delegate/) },
        { role: 'spouse', name: expect.stringMatching(/\w/), participant_type: expect.stringMatching(/^Delegate/) },
      ],
      room: { name: expect.stringMatching(/^Standard/), check_in: '2027-01-10', check_out: '2027-01-12' },
      caterers: [expect.any(String)],
      products: [{ name: expect.stringMatching(/, /), quantity: 2 }],
    })
    expect(other).toMatchObject({
      _id: single.id,
      people: [{ role: 'main', participant_type: expect.stringMatching(/^Visitor/) }],
      room: null,
      caterers: [],
      products: [],
    })
    expect(JSON.stringify([one, other])).not.toContain('diabetic')
  })

  test('is exported with the wishes, and says nothing of one that was erased', async () => {
    const { event, single } = await wishing()
    await t.database.pool.query(`update waiting_entries set wish = '{}', status = 'withdrawn' where id = $1`, [
      single.id,
    ])
    const { raw } = await t.call(routes.exportWaiting, {
      params: { id: event.id },
      query: { columns: 'persons,participant_types,check_in,check_out,products' },
      as: staff,
    })
    expect(raw.toString().replace('\uFEFF', '').split('\r\n')).toMatchObject([
      'persons,participant_types,check_in,check_out,products',
      expect.stringMatching(/^2,2 × Delegate \w+,2027-01-10,2027-01-12,"2 × T-shirt \w+, L"$/),
      ',,,,',
      '',
    ])
    expect((await list(event)).at(-1)).toMatchObject({ people: [], room: null, caterers: [], products: [] })
  })
})

describe('an invitation by hand', () => {
  test('before somebody’s turn needs a reason, which the log keeps, and holds as long as the office says', async () => {
    const { event, couple, single } = await heldUp()
    const bare = await invite(single.id)
    expect([bare.status, bare.errors]).toMatchObject([422, [{ field: 'reason', code: 'required' }]])
    const made = await invite(single.id, { minutes: 120, reason: 'Leads the choir' })
    expect(made.data).toMatchObject({
      status: 'offered',
      place: null,
      offer_expires_at: '2026-11-21T10:00:00.000Z',
      by: expect.stringMatching(/\w+/),
      reason: 'Leads the choir',
    })
    expect(await audited(single.id)).toMatchObject([
      { action: 'invite_waiting', actor_id: staff.id, after: { passed_over: 1, reason: 'Leads the choir' } },
    ])
    expect(await subjects(single.user)).toContainEqual(expect.stringMatching(/is free for you$/))
    expect(await statusOf(event, couple.id)).toBe('waiting')
    expect((await invite(single.id, { reason: 'Again' })).code).toBe('illegal_transition')
    // The deadline of the office is the one that counts.
    t.clock.forward(121)
    expect((await reserve(event)).code).toBeUndefined()
    expect(await statusOf(event, single.id)).toBe('expired')
  })

  test('is refused when the place is gone, and nobody is then invited', async () => {
    const { event, couple, single } = await heldUp()
    expect((await reserve(event)).code).toBeUndefined()
    const gone = await invite(single.id, { reason: 'Leads the choir' })
    expect([gone.status, gone.code]).toEqual([409, 'event_full'])
    expect([await statusOf(event, couple.id), await statusOf(event, single.id)]).toEqual(['waiting', 'waiting'])
    expect(await audited(single.id)).toEqual([])
  })

  test('goes to one of ten who are invited at the same moment', async () => {
    const { event, single, behind } = await heldUp(9)
    const answers = await Promise.all(
      [single, ...behind].map(({ id }) => invite(id, { reason: 'The first to answer' })),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array<number>(9).fill(409)])
    expect((await list(event)).filter(({ status }) => status === 'offered')).toHaveLength(1)
  })

  test('goes to somebody whose invitation expired, before the next in line', async () => {
    const event = await makeEvent(t, { capacity: 1 })
    const taken = await reserve(event)
    const first = await join(event)
    const second = await join(event)
    await cancel(taken)
    t.clock.forward(24 * 60)
    const again = await invite(first.id, { reason: 'Was ill' })
    expect(again.data).toMatchObject({ status: 'offered', reason: 'Was ill' })
    expect(await statusOf(event, second.id)).toBe('waiting')
    const accepted = await t.call(routes.acceptOffer, { params: { id: event.id }, as: first.user, body: {} })
    expect(accepted.status).toBe(201)
  })

  test('is refused for somebody whose account was erased since theirs expired, and reaches the others', async () => {
    const event = await makeEvent(t, { capacity: 1 })
    const taken = await reserve(event)
    const gone = await join(event)
    const other = await join(event)
    await t.database.pool.query('update events set waiting_list_minutes = 10 where id = $1', [event.id])
    await cancel(taken)
    t.clock.forward(10)
    expect((await reserve(event)).code).toBe('event_full')
    expect([await statusOf(event, gone.id), await statusOf(event, other.id)]).toEqual(['expired', 'offered'])
    const again = await join(event)
    expect((await t.call(identityRoutes.eraseAccount, { as: gone.user })).status).toBe(200)
    expect(await list(event)).toContainEqual(expect.objectContaining({ _id: gone.id, status: 'expired' }))
    await addPlace(event)
    const refusal = await invite(gone.id, { reason: 'Was ill' })
    expect([refusal.status, refusal.code]).toEqual([409, 'person_erased'])
    const { data } = await t.call(bulkEditRoutes.inviteWaiting, {
      as: staff,
      body: { filter: { event_id: event.id }, ids: [gone.id, again.id], reason: 'A place was added' },
    })
    await t.app.deps.jobs.drain()
    const edit = await t.call(bulkEditRoutes.getBulkEdit, { as: staff, params: { id: data.activity_id } })
    expect(edit.data.refused).toMatchObject([{ _id: gone.id, reason: expect.stringContaining('erased') }])
    expect(await statusOf(event, again.id)).toBe('offered')
  })

  test('ends with the account that is erased at the same moment', async () => {
    const event = await makeEvent(t, { capacity: 1 })
    const taken = await reserve(event)
    const gone = await join(event)
    await t.database.pool.query('update events set waiting_list_minutes = 10 where id = $1', [event.id])
    await cancel(taken)
    t.clock.forward(10)
    await t.app.deps.jobs.drain()
    expect((await reserve(event)).code).toBeUndefined()
    await addPlace(event)
    const [invited, met] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const inviting = inWork(t.app.deps, async (work) => {
      await inviteByHand(work, gone.id, { id: staff.id, reason: 'Was ill' })
      invited.resolve()
      await met.promise
    })
    await invited.promise
    const erasing = t.call(identityRoutes.eraseAccount, { as: gone.user })
    await untilWaiting(t, 1)
    met.resolve()
    await inviting
    expect((await erasing).status).toBe(200)
    expect(await statusOf(event, gone.id)).toBe('withdrawn')
    expect((await reserve(event)).code).toBeUndefined()
  })

  test('is refused in words for the office, not for the person', async () => {
    const { single } = await heldUp()
    const refusal = async () => {
      const { code, message } = await invite(single.id, { reason: 'Leads the choir' })
      return { code, message }
    }
    const set = (status: string) =>
      t.database.pool.query(`update users set status = $2 where id = $1`, [single.user.id, status])
    await set('deactivated')
    expect(await refusal()).toEqual({
      code: 'person_deactivated',
      message: 'The account of this person is deactivated. Activate it first.',
    })
    await set('pending')
    expect(await refusal()).toMatchObject({ code: 'person_pending' })
    await set('approved')
    expect((await invite(single.id, { reason: 'Leads the choir' })).status).toBe(200)
  })

  test('is refused for an old entry when the person joined again', async () => {
    const event = await makeEvent(t, { capacity: 1 })
    const taken = await reserve(event)
    const first = await join(event)
    await join(event)
    await cancel(taken)
    t.clock.forward(24 * 60)
    await join(event, {}, first.user)
    const again = await invite(first.id, { reason: 'Was ill' })
    expect([again.status, again.code]).toEqual([409, 'person_waits'])
  })

  test('is for callers with the permission, at events that they may see', async () => {
    const { event, single } = await heldUp()
    const reader = await t.account({ type: 'admin', permissions: ['waiting_list.read'] })
    const params = { id: single.id }
    expect((await t.call(routes.inviteWaiting, { params, as: reader, body: { reason: 'x' } })).status).toBe(403)
    const blind = await t.account({ type: 'admin', permissions: ['waiting_list.read', 'waiting_list.update'] })
    await t.database.pool.query(
      `insert into special_permissions (user_id, effect, resource, object_id, actions) values ($1, 'deny', 'events', $2, '{read}')`,
      [blind.id, event.id],
    )
    expect((await t.call(routes.removeWaiting, { params, as: blind, body: {} })).status).toBe(403)
    const shown = await t.call(routes.listWaitingOf, { params: { id: single.user.id }, as: blind })
    expect(shown.data).toEqual([])
    const known = await t.call(routes.listWaitingOf, { params: { id: single.user.id }, as: reader })
    expect(known.data).toMatchObject([{ _id: single.id, place: 2, event: { _id: event.id } }])
  })
})

describe('removing by hand', () => {
  test('frees what was held for the next, tells the person the reason, and happens once', async () => {
    const event = await makeEvent(t, { capacity: 1 })
    const taken = await reserve(event)
    const first = await join(event)
    const second = await join(event)
    await cancel(taken)
    const answers = await Promise.all([
      remove(first.id, { reason: 'Registered twice' }),
      remove(first.id, { reason: 'Registered twice' }),
    ])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(await statusOf(event, first.id)).toBe('withdrawn')
    expect(await statusOf(event, second.id)).toBe('offered')
    const mails = (await t.outbox(first.user.email)).filter(({ subject }) => subject.includes('no longer'))
    expect(mails.map(({ text }) => text)).toEqual([expect.stringContaining('Reason: Registered twice')])
  })

  test('can be done without telling the person', async () => {
    const { event, single } = await heldUp()
    expect((await remove(single.id, { notify: false })).data).toMatchObject({
      status: 'withdrawn',
      by: expect.stringMatching(/\w+/),
    })
    expect(await subjects(single.user)).toEqual([expect.stringMatching(/^You are on the waiting list/)])
    expect(await audited(single.id)).toMatchObject([{ action: 'remove_waiting', after: { notify: false } }])
    expect((await list(event)).map(({ place }) => place)).toEqual([1, null])
  })
})

describe('the place in the line', () => {
  test('is changed among those who wait for the same, and the first of the new order is invited', async () => {
    const { event, couple, single, behind } = await line(1)
    const [third = single] = behind
    expect((await move(third.id, 2)).data).toMatchObject({ place: 2, status: 'waiting', reason: 'Comes from far away' })
    expect((await list(event)).map(({ _id }) => _id)).toEqual([couple.id, third.id, single.id])
    const ahead = await t.call(routes.hasReservation, { params: { id: event.id }, as: single.user })
    expect(ahead.data.waiting).toMatchObject([{ ahead: 2 }])
    // Past the end is the end.
    expect((await move(couple.id, 99)).data).toMatchObject({ place: 3 })
    expect((await list(event)).map(({ _id }) => _id)).toEqual([third.id, single.id, couple.id])
    await addPlace(event)
    await move(single.id, 2)
    expect(await statusOf(event, third.id)).toBe('offered')
    expect((await move(third.id, 1)).code).toBe('illegal_transition')
    expect(await audited(couple.id)).toMatchObject([{ action: 'move_waiting', after: { place: 99 } }])
  })

  test('stays a line without gaps and doubles when many are moved at the same moment', async () => {
    const event = await makeEvent(t, { capacity: 0 })
    const all = []
    for (let i = 0; i < 8; i += 1) {
      t.clock.forward(1)
      all.push(await join(event))
    }
    await Promise.all(all.map(({ id }, index) => move(id, 8 - index)))
    const after = await list(event)
    expect(after.map(({ place }) => place)).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
    expect(new Set(after.map(({ _id }) => _id)).size).toBe(8)
    const last = await join(event)
    expect((await list(event)).at(-1)?._id).toBe(last.id)
  })
})

test('who was invited by a colleague before their turn came stays on the list', async () => {
  const { event, single, behind } = await heldUp(1)
  const [last] = behind
  const { data } = await t.call(bulkEditRoutes.dropWaiting, {
    as: staff,
    body: { filter: { event_id: event.id }, ids: [single.id, last?.id ?? ''] },
  })
  t.clock.forward(1)
  await invite(single.id, { reason: 'Leads the choir' })
  await t.app.deps.jobs.drain()
  const edit = await t.call(bulkEditRoutes.getBulkEdit, { as: staff, params: { id: data.activity_id } })
  expect(edit.data.refused).toMatchObject([{ _id: single.id }])
  expect([await statusOf(event, single.id), await statusOf(event, last?.id ?? '')]).toEqual(['offered', 'withdrawn'])
})

test('many are invited in their order as far as it is free, and the others are answered', async () => {
  const event = await makeEvent(t, { capacity: 3 })
  for (let i = 0; i < 3; i += 1) await reserve(event)
  const first = await t.account()
  const couple = await join(event, { with_spouse: await makeSpouse(t, first.id) }, first)
  const second = await join(event)
  const third = await join(event)
  await addPlace(event)
  const elsewhere = await makeEvent(t, { capacity: 0 })
  const other = await join(elsewhere)
  const invited = await t.call(bulkEditRoutes.inviteWaiting, {
    as: staff,
    body: { filter: { event_id: event.id, status: 'waiting' }, exclude: [couple.id], reason: 'Agreed with the board' },
  })
  expect(invited.data.total).toBe(2)
  await t.app.deps.jobs.drain()
  const edit = await t.call(bulkEditRoutes.getBulkEdit, { as: staff, params: { id: invited.data.activity_id } })
  expect(edit.data.refused).toMatchObject([{ _id: third.id, name: expect.stringMatching(/\w+/) }])
  expect([await statusOf(event, second.id), await statusOf(event, third.id)]).toEqual(['offered', 'waiting'])
  // The ids of another event's list are not part of the filter.
  const foreign = await t.call(bulkEditRoutes.dropWaiting, {
    as: staff,
    body: { filter: { event_id: event.id }, ids: [other.id] },
  })
  expect(foreign.status).toBe(422)
  await t.call(bulkEditRoutes.removeWaiting, {
    as: staff,
    body: { filter: { event_id: event.id }, ids: [second.id, third.id], reason: 'The event is cancelled' },
  })
  await t.app.deps.jobs.drain()
  expect([await statusOf(event, second.id), await statusOf(event, third.id)]).toEqual(['withdrawn', 'withdrawn'])
  expect(await subjects(third.user)).toContainEqual(expect.stringMatching(/^You are no longer on the waiting list/))
})
