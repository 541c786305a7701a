import { publishingRoutes } from '@shiloh/contract/allocation/publishing'
import type { Route } from '@shiloh/contract/core'
import { identityRoutes } from '@shiloh/contract/identity/identity'
import { spouseLinkRoutes } from '@shiloh/contract/identity/spouse-links'
import { bedRoutes } from '@shiloh/contract/reservations/beds'
import { reservationRoutes as routes } from '@shiloh/contract/reservations/reservations'
import { RESERVATION_STATUSES } from '@shiloh/contract/reservations/states'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { inWork } from '#platform/jobs/work'
import { asOwner, enterPayment, makeEvent, makeMember, makeSpouse, NIGHTS } from '../../../../test/booking.ts'
import { type TestAccount, type TestApp, testApp } from '../../../../test/harness.ts'
import { brokenInvariants } from '../../../../test/invariants.ts'
import { features } from '../../../features.ts'
import { API_PREFIX } from '../../../platform/config.ts'
import { applyPayment } from '../index.ts'

let t: TestApp
let staff: TestAccount
beforeAll(async () => {
  t = await testApp()
  staff = await t.account({
    type: 'admin',
    permissions: [
      'reservations.read',
      'reservations.cancel',
      'reservations.update',
      'reservations.assign_rooms',
      'reservations.publish_rooms',
    ],
  })
})
afterAll(() => t.close())
afterEach(async () => expect(await brokenInvariants(t.app.deps.db)).toEqual([]))

/** Kwame reserves for himself, for his linked wife Esther, and for a child. */
const together = async (options: Parameters<typeof makeEvent>[1] = {}) => {
  const event = await makeEvent(t, { roomBeds: 3, ...options })
  const kwame = await t.account({ columns: { first_name: 'Kwame', last_name: 'Asante', gender: 'male' } })
  const esther = await t.account({ columns: { first_name: 'Esther', last_name: 'Asante', gender: 'female' } })
  const spouseId = await makeSpouse(t, kwame.id, { gender: 'female', linkedUserId: esther.id })
  const childId = await makeMember(t, kwame.id)
  const made = await t.call(routes.makeReservation, {
    params: { event_id: event.id },
    as: kwame,
    body: {
      participants: [
        { role: 'main', participant_type_id: event.typeId },
        { role: 'spouse', person_id: spouseId, participant_type_id: event.typeId, caterer_id: event.catererId },
        { role: 'child', person_id: childId, participant_type_id: event.otherTypeId },
      ],
      accommodation: { room_category_id: event.categoryId, ...NIGHTS },
      products: [{ product_option_id: event.optionId, quantity: 1 }],
    },
  })
  if (made.status !== 201) throw new Error(`${made.status} ${made.code} ${JSON.stringify(made.errors)}`)
  return { event, kwame, esther, spouseId, childId, id: made.data._id, made: made.data }
}
const read = (id: string, as: TestAccount) => t.call(routes.getMyReservation, { params: { id }, as })
const guestOf = async (id: string, as: TestAccount) => {
  const { data, code } = await read(id, as)
  if (data?.viewer !== 'guest') throw new Error(`no guest: ${code ?? data?.viewer}`)
  return data
}
const listOf = async (as: TestAccount, query: Parameters<typeof t.call<typeof routes.listMyReservations>>[1] = {}) =>
  (await t.call(routes.listMyReservations, { ...query, as })).data
const standingOf = async (eventId: string, as: TestAccount) =>
  (await t.call(routes.hasReservation, { params: { id: eventId }, as })).data
const pay = async (id: string, amount: number) => {
  await enterPayment(t, id, amount)
  await inWork(t.app.deps, (work) => applyPayment(work, id))
}
const cancel = (id: string, as: TestAccount) => t.call(routes.cancelMyReservation, { params: { id }, as })
const unlink = (as: TestAccount, spouseId: string) =>
  t.call(spouseLinkRoutes.unlinkSpouse, { params: { id: spouseId }, as })

describe('what a linked spouse sees of a reservation in which a place was taken for them', () => {
  test('has their own place and who reserved, and of the others no more than their names', async () => {
    const { event, kwame, esther, id, made } = await together()
    await pay(id, made.total)
    await t.database.pool.query(
      `insert into reservation_answers (reservation_id, question_id, label, value) values ($1, $2, 'Why?', '"secret"')`,
      [id, '6'.repeat(24)],
    )
    const view = await guestOf(id, esther)
    const [his, hers, child] = made.participants
    if (!his || !hers || !child) throw new Error('three persons')
    expect(view).toEqual({
      viewer: 'guest',
      reserved_by: 'Kwame Asante',
      _id: id,
      code: made.code,
      status: 'active',
      event_id: event.id,
      event: made.event,
      hold_expires_at: null,
      waits_for_approval: false,
      cancelled: null,
      participants: [
        {
          _id: hers._id,
          name: hers.name,
          participant_type: hers.participant_type,
          title: null,
          designation: null,
          caterer: { _id: event.catererId, name: expect.any(String) },
          lines: [{ ...hers.lines[0], person: 0 }],
          qr: hers.qr,
          checked_in_at: null,
          checked_out_at: null,
          room: null,
          room_state: 'none',
        },
      ],
      others: [his.name, child.name],
      // Her type, a third of the room for three nights, and her meals: as the owner's page divides it.
      share: 10_000 + 15_000 + 6_000,
      currency: 'GHS',
      accommodation: { name: expect.any(String), ...NIGHTS },
      meals: { time_zone: 'Africa/Accra', party: 1, sittings: [] },
    })
    const said = JSON.stringify(view)
    for (const secret of [his.qr.id, child.qr.id, his._id, child._id, kwame.id, kwame.email, 'secret', 'T-shirt'])
      expect(said).not.toContain(secret)
    expect(said).not.toContain(String(made.total))
    // The page behind her code, which everybody can open, has no money either.
    const receipt = (of: string) => t.call(routes.getReceipt, { params: { id: of } })
    expect((await receipt(hers.qr.id)).data).toMatchObject({ total: null, paid: null, balance: null, standing: null })
    expect((await receipt(his.qr.id)).data).toMatchObject({ total: made.total, paid: made.total, balance: 0 })
    // The owner has what he had.
    expect(asOwner((await read(id, kwame)).data).participants).toHaveLength(3)
  })

  test('has their room and bed once they are published', async () => {
    const { event, esther, id, made } = await together({ price: 0, pricePerNight: 0 })
    await pay(id, made.total)
    const [room] = event.roomIds
    const given = await t.call(bedRoutes.assignBeds, {
      params: { id },
      as: staff,
      body: { room_id: room ?? '' },
    })
    expect(given.status).toBe(200)
    expect((await guestOf(id, esther)).participants[0]).toMatchObject({ room: null, room_state: 'none' })
    const hints = vi.spyOn(t.app.deps.realtime, 'publish')
    hints.mockClear()
    await t.call(publishingRoutes.publishRooms, { as: staff, params: { event_id: event.id }, body: {} })
    await t.app.deps.jobs.drain()
    expect(hints.mock.calls.flat(2)).toContainEqual({
      room: `user:${esther.id}`,
      event: 'reservation',
      data: { _id: id },
    })
    const office = await t.call(routes.getReservation, { params: { id }, as: staff })
    const [, hers] = office.data.participants
    expect(hers?.room?._id).toBe(room)
    expect((await guestOf(id, esther)).participants[0]).toMatchObject({ room: hers?.room, room_state: 'published' })
  })

  test('says until when a place is held, and that the hold has expired, before and after it is written down', async () => {
    const { event, esther, id, made } = await together()
    expect(await guestOf(id, esther)).toMatchObject({
      status: 'pending',
      hold_expires_at: made.hold_expires_at,
      waits_for_approval: false,
    })
    t.clock.forward(31 * 60)
    const before = await guestOf(id, esther)
    expect(before).toMatchObject({ status: 'failed', hold_expires_at: null })
    expect(await listOf(esther)).toMatchObject([{ _id: id, viewer: 'guest', status: 'failed', hold_expires_at: null }])
    expect(await standingOf(event.id, esther)).toMatchObject({ has_reservation: false, reservation: null })
    await inWork(t.app.deps, (work) => work.enqueue('sweep_holds', {}))
    await t.app.deps.jobs.drain()
    const { rows } = await t.database.pool.query('select status from reservations where id = $1', [id])
    expect(rows).toEqual([{ status: 'failed' }])
    expect(await guestOf(id, esther)).toEqual(before)
  })

  test('says that it waits for the office', async () => {
    const { esther, id } = await together({ approval: true })
    expect(await guestOf(id, esther)).toMatchObject({ status: 'pending', waits_for_approval: true })
  })

  test.each(['owner', 'office', 'other'] as const)('says who cancelled it: %s', async (by) => {
    const { kwame, esther, id } = await together()
    if (by === 'office')
      await t.call(routes.cancelReservation, { params: { id }, as: staff, body: { reason: 'Kwame is in debt' } })
    else {
      const payer = await t.account()
      if (by === 'other')
        await t.database.pool.query('update reservations set payer_id = $2 where id = $1', [id, payer.id])
      expect((await cancel(id, by === 'owner' ? kwame : payer)).status).toBe(200)
    }
    const view = await guestOf(id, esther)
    expect(view).toMatchObject({ status: 'cancelled', cancelled: { at: t.clock().toISOString(), by } })
    expect(JSON.stringify(view)).not.toContain('debt')
    expect(await listOf(esther, { query: { status: 'cancelled' } })).toMatchObject([{ _id: id, viewer: 'guest' }])
  })

  test('keeps the price of a dearer change to the owner, and the limit of its payment', async () => {
    const { event, kwame, esther, id, made } = await together()
    await pay(id, made.total)
    const before = await guestOf(id, esther)
    const edited = await t.call(routes.editMyReservation, {
      params: { id },
      as: kwame,
      body: { products: [{ product_option_id: event.optionId, quantity: 3 }] },
    })
    expect(edited.data.pending_change).not.toBeNull()
    expect(await guestOf(id, esther)).toEqual(before)
  })
})

/** What was published to somebody, and the notices and mails that they got. */
const watch = async (as: TestAccount) => {
  const hints = vi.spyOn(t.app.deps.realtime, 'publish')
  hints.mockClear()
  return async () => {
    await t.app.deps.jobs.drain()
    const notices = (await t.call(identityRoutes.listNotifications, { as })).data
    const mails = (await t.outbox(as.email)).filter(({ text }) => text.includes('/events/'))
    return {
      hints: hints.mock.calls.flat(2).filter(({ room, event }) => room === `user:${as.id}` && event === 'reservation'),
      notices: notices.map(({ title, body, link }) => ({ title, body, link })),
      mails: mails.map(({ text }) => text),
    }
  }
}

describe('news for a linked spouse', () => {
  const hintOf = (id: string, to: TestAccount) => ({ room: `user:${to.id}`, event: 'reservation', data: { _id: id } })
  const without = async (
    { event, kwame, childId, id }: Awaited<ReturnType<typeof together>>,
    more: { products?: { product_option_id: string; quantity: number }[] } = {},
  ) =>
    t.call(routes.editMyReservation, {
      params: { id },
      as: kwame,
      body: {
        participants: [
          { role: 'main', participant_type_id: event.typeId },
          { role: 'child', person_id: childId, participant_type_id: event.otherTypeId },
        ],
        ...more,
      },
    })

  test('is that a reservation with a place for them was made, paid and changed', async () => {
    const hints = vi.spyOn(t.app.deps.realtime, 'publish')
    const of = await together()
    const { kwame, esther, id, made } = of
    expect(hints.mock.calls.flat(2)).toContainEqual(hintOf(id, esther))
    const paid = await watch(esther)
    await pay(id, made.total)
    expect(await paid()).toEqual({ hints: [hintOf(id, esther)], notices: [], mails: [] })
    const changed = await watch(esther)
    const { event } = of
    const edited = await t.call(routes.editMyReservation, {
      params: { id },
      as: kwame,
      body: { products: [] },
    })
    expect([edited.status, event.id]).toEqual([200, made.event_id])
    expect(await changed()).toEqual({ hints: [hintOf(id, esther)], notices: [], mails: [] })
  })

  test.each(['owner', 'office'] as const)('is that it was cancelled, without the reason: %s', async (by) => {
    const { event, kwame, esther, id, made } = await together()
    const told = await watch(esther)
    if (by === 'owner') await cancel(id, kwame)
    else await t.call(routes.cancelReservation, { params: { id }, as: staff, body: { reason: 'Kwame is in debt' } })
    const { hints, notices, mails } = await told()
    expect(hints).toContainEqual(hintOf(id, esther))
    const body = `The reservation ${made.code} of Kwame Asante for ${made.event.name} is cancelled, and with it your place.`
    expect(notices).toEqual([
      { title: `Your place at ${made.event.name} is cancelled`, body, link: `/events/${event.slug}` },
    ])
    expect(mails).toHaveLength(1)
    expect(mails[0]).toContain(body)
    expect(mails[0]).not.toContain('debt')
  })

  test('is that a change took them out', async () => {
    const of = await together()
    const { kwame, esther, id, made } = of
    const told = await watch(esther)
    expect((await without(of)).status).toBe(200)
    const { hints, notices, mails } = await told()
    expect(hints).toContainEqual(hintOf(id, esther))
    const body = `You no longer have a place in the reservation ${made.code} of Kwame Asante for ${made.event.name}.`
    expect(notices).toMatchObject([{ body }])
    expect(mails).toHaveLength(1)
    // From then on it is none of their business.
    const later = await watch(esther)
    await cancel(id, kwame)
    expect(await later()).toMatchObject({ hints: [], notices: [{ body }] })
  })

  test('is that a change took them out, when it is paid and not before', async () => {
    const of = await together({ maxPerReservation: 50 })
    const { event, esther, id, made } = of
    await pay(id, made.total)
    const asked = await watch(esther)
    const edited = await without(of, { products: [{ product_option_id: event.optionId, quantity: 20 }] })
    expect(edited.data.pending_change).not.toBeNull()
    expect(await asked()).toMatchObject({ notices: [] })
    const paid = await watch(esther)
    await pay(id, edited.data.total - made.total)
    expect(await paid()).toMatchObject({ hints: [hintOf(id, esther), hintOf(id, esther)], notices: [{}] })
    expect((await read(id, esther)).code).toBe('not_found')
  })

  test('is nothing once the link has ended', async () => {
    const { kwame, esther, spouseId, id } = await together()
    await unlink(kwame, spouseId)
    await t.app.deps.jobs.drain()
    const before = await (await watch(esther))()
    const told = await watch(esther)
    await cancel(id, kwame)
    expect(await told()).toEqual({ ...before, hints: [] })
  })
})

describe('the lists of a linked spouse', () => {
  test('mark the reservation with who made it, and have no money of it', async () => {
    const { event, esther, id, made } = await together()
    const [row, ...more] = await listOf(esther)
    expect(more).toEqual([])
    expect(row).toEqual({
      viewer: 'guest',
      reserved_by: 'Kwame Asante',
      _id: id,
      code: made.code,
      status: 'pending',
      event_id: event.id,
      event: made.event,
      participant_type: made.participants[1]?.participant_type,
      persons: 3,
      hold_expires_at: made.hold_expires_at,
      created_at: made.created_at,
    })
    expect(await standingOf(event.slug, esther)).toMatchObject({
      has_reservation: true,
      reservation: { _id: id, code: made.code, status: 'pending', reserved_by: 'Kwame Asante' },
    })
    for (const status of RESERVATION_STATUSES)
      expect(await listOf(esther, { query: { status } })).toHaveLength(status === 'pending' ? 1 : 0)
  })

  test('have the type of their own place', async () => {
    const { kwame, esther, event, spouseId } = await together()
    const other = await makeEvent(t)
    await t.call(routes.makeReservation, {
      params: { event_id: other.id },
      as: kwame,
      body: {
        participants: [
          { role: 'main', participant_type_id: other.typeId },
          { role: 'spouse', person_id: spouseId, participant_type_id: other.otherTypeId },
        ],
      },
    })
    const types = new Map((await listOf(esther)).map((row) => [row.event_id, row.participant_type._id]))
    expect(types).toEqual(
      new Map([
        [event.id, event.typeId],
        [other.id, other.otherTypeId],
      ]),
    )
    expect(new Set((await listOf(kwame)).map(({ participant_type }) => participant_type._id))).toEqual(
      new Set([event.typeId, other.typeId]),
    )
  })

  test('have nothing twice when both have one of their own', async () => {
    const { event, kwame, esther, id, spouseId } = await together()
    // She reserved before, and cancelled; he cancelled once, too, and reserved again.
    await cancel(id, kwame)
    const own = await t.call(routes.makeReservation, {
      params: { event_id: event.id },
      as: esther,
      body: { participant_type_id: event.typeId },
    })
    expect(own.status).toBe(201)
    await cancel(own.data._id, esther)
    const again = await t.call(routes.makeReservation, {
      params: { event_id: event.id },
      as: kwame,
      body: { participant_type_id: event.typeId, with_spouse: spouseId },
    })
    const rows = await listOf(esther)
    expect(rows.map(({ _id, viewer, status }) => [_id, viewer, status]).sort()).toEqual(
      [
        [id, 'guest', 'cancelled'],
        [own.data._id, 'owner', 'cancelled'],
        [again.data._id, 'guest', 'pending'],
      ].sort(),
    )
    expect((await listOf(kwame)).map(({ _id, viewer }) => [_id, viewer]).sort()).toEqual(
      [
        [id, 'owner'],
        [again.data._id, 'owner'],
      ].sort(),
    )
    expect((await standingOf(event.id, esther)).reservation).toMatchObject({ _id: again.data._id })
  })
})

test('a draft of somebody who has a place by now is not offered any more, until they have none', async () => {
  const of = await together()
  const { kwame, esther, id } = of
  await cancel(id, kwame)
  const draft = { step: 'people' }
  await t.call(routes.saveDraft, { params: { id: of.event.id }, as: esther, body: { draft } })
  const drafts = async () => (await t.call(routes.listDrafts, { as: esther })).data
  expect(await drafts()).toHaveLength(1)
  const again = await t.call(routes.makeReservation, {
    params: { event_id: of.event.id },
    as: kwame,
    body: { participant_type_id: of.event.typeId, with_spouse: of.spouseId },
  })
  expect(again.status).toBe(201)
  expect(await drafts()).toEqual([])
  await cancel(again.data._id, kwame)
  expect(await drafts()).toHaveLength(1)
})

describe('who sees no more of it', () => {
  test('is who was unlinked, by either of the two, until they are linked again', async () => {
    const { event, kwame, esther, spouseId, id } = await together()
    const hints = vi.spyOn(t.app.deps.realtime, 'publish')
    await unlink(kwame, spouseId)
    // Who looks at it now asks again.
    expect(hints.mock.calls.flat(2)).toContainEqual({ room: `user:${esther.id}`, event: 'reservation', data: {} })
    expect((await read(id, esther)).code).toBe('not_found')
    expect(await listOf(esther)).toEqual([])
    // The place is hers all the same: she cannot take a second one.
    expect(await standingOf(event.id, esther)).toMatchObject({ has_reservation: true, reservation: null })

    await t.call(spouseLinkRoutes.inviteSpouse, { params: { id: spouseId }, as: kwame, body: { email: esther.email } })
    const [invitation] = (await t.call(spouseLinkRoutes.listSpouseInvitations, { as: esther })).data
    await t.call(spouseLinkRoutes.acceptSpouseInvitation, {
      params: { id: invitation?._id ?? '' },
      as: esther,
      body: {},
    })
    expect(await guestOf(id, esther)).toMatchObject({ status: 'pending' })

    const [his] = (await t.call(identityRoutes.listSpouses, { as: esther })).data
    await unlink(esther, his?._id ?? '')
    expect((await read(id, esther)).code).toBe('not_found')
  })

  test('is who was taken out of it', async () => {
    const { event, kwame, esther, childId, id } = await together()
    const edited = await t.call(routes.editMyReservation, {
      params: { id },
      as: kwame,
      body: {
        participants: [
          { role: 'main', participant_type_id: event.typeId },
          { role: 'child', person_id: childId, participant_type_id: event.otherTypeId },
        ],
      },
    })
    expect([edited.status, edited.data.participants.length]).toEqual([200, 2])
    expect((await read(id, esther)).code).toBe('not_found')
    expect(await listOf(esther)).toEqual([])
    expect(await standingOf(event.id, esther)).toMatchObject({ has_reservation: false, reservation: null })
  })

  test('is the spouse of an account that was erased', async () => {
    const { kwame, esther, id } = await together()
    await cancel(id, kwame)
    await guestOf(id, esther)
    const gone = await t.call(identityRoutes.eraseAccount, { as: kwame })
    expect(gone.status).toBe(200)
    expect((await read(id, esther)).code).toBe('not_found')
    expect(await listOf(esther)).toEqual([])
  })

  test('is a linked spouse for whom no place was taken in it, and everybody else', async () => {
    const { kwame, esther, id } = await together()
    await cancel(id, kwame)
    const event = await makeEvent(t)
    const alone = await t.call(routes.makeReservation, {
      params: { event_id: event.id },
      as: kwame,
      body: { participant_type_id: event.typeId },
    })
    expect((await read(alone.data._id, esther)).code).toBe('not_found')
    expect((await listOf(esther)).map(({ _id }) => _id)).toEqual([id])
    const other = await together()
    expect((await read(id, other.esther)).code).toBe('not_found')
    expect((await read(id, await t.account())).code).toBe('not_found')
  })

  test('who pays for it sees it as who pays', async () => {
    const { esther, id } = await together()
    await t.database.pool.query('update reservations set payer_id = $2 where id = $1', [id, esther.id])
    expect(asOwner((await read(id, esther)).data).participants).toHaveLength(3)
    expect((await listOf(esther)).map(({ viewer }) => viewer)).toEqual(['owner'])
    expect((await cancel(id, esther)).status).toBe(200)
  })
})

const documented = z.object({
  paths: z.record(
    z.string(),
    z.record(
      z.string(),
      z.object({
        requestBody: z.object({ content: z.record(z.string(), z.object({ example: z.unknown() })) }).optional(),
      }),
    ),
  ),
})

describe('every other route of one reservation', () => {
  const ofOne: readonly Route[] = features
    .flatMap(({ endpoints }) => endpoints.map(({ route }) => route))
    .filter(({ path }) => path.startsWith('/user/reservations/{id}'))
  const act = ofOne.filter((route) => route !== routes.getMyReservation)

  test('does not know it for a guest, with a body that it would take', async () => {
    expect(act.length).toBeGreaterThan(10)
    const { kwame, esther, id, made, spouseId } = await together()
    const other = await together()
    const former = await together()
    await unlink(former.kwame, former.spouseId)
    const document = documented.parse(
      (await t.app.server.inject({ method: 'GET', url: `${API_PREFIX}/openapi.json` })).json(),
    )
    const ask = async (route: Route, as: TestAccount, of: string) => {
      const content = document.paths[route.path]?.[route.method.toLowerCase()]?.requestBody?.content
      const [example] = Object.values(content ?? {}).map((one) => one.example)
      const params = { id: of, participant_id: made.participants[1]?._id, wish_id: spouseId }
      const { status, code } = await t.call(route, {
        params,
        as,
        ...(route.method !== 'GET' && { body: example ?? {} }),
        headers: { 'idempotency-key': t.app.deps.random.bytes(12).toString('hex') },
      })
      return `${route.method} ${route.path}: ${status} ${code}`
    }
    const known: string[] = []
    for (const route of act) {
      const answers = [
        await ask(route, esther, id),
        await ask(route, other.esther, id),
        await ask(route, former.esther, former.id),
      ]
      known.push(...answers.filter((answer) => !answer.endsWith(': 404 not_found')))
    }
    expect(known).toEqual([])
    // Nothing happened to it.
    expect(asOwner((await read(id, kwame)).data)).toEqual(made)
  })
})
