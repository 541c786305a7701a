import { identityRoutes } from '@shiloh/contract/identity/identity'
import { reservationRoutes as routes } from '@shiloh/contract/reservations/reservations'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { askFor, type BookableEvent, makeEvent } from '../../../../test/booking.ts'
import { type TestAccount, type TestApp, testApp } from '../../../../test/harness.ts'

let t: TestApp
beforeAll(async () => {
  t = await testApp()
})
afterAll(() => t.close())

let people = 0
/** Registers somebody, and confirms the address. */
const register = async (event?: string) => {
  people += 1
  const email = `newcomer-${people}@example.com`
  const password = 'Harmattan-Drum-41'
  const made = await t.call(identityRoutes.register, {
    body: {
      email,
      password,
      password_confirmation: password,
      first_name: 'Esi',
      last_name: 'Quaye',
      phone: `+23324${4_000_000 + people}`,
      country: 'GH',
      accept_terms: true,
      ...(event !== undefined && { event }),
    },
  })
  expect(made.status).toBe(201)
  const [mail] = await t.outbox(email)
  const bearer = new URL(mail?.links[0] ?? '').searchParams.get('token') ?? ''
  const confirmed = await t.call(identityRoutes.confirmEmail, { bearer, body: {} })
  const login = await t.call(identityRoutes.login, { body: { email, password } })
  if (!('access_token' in login.data)) throw new Error('a session was expected')
  return { email, mail, confirmed: confirmed.data, bearer: login.data.access_token, user: login.data.user }
}
const slugOf = async (event: BookableEvent): Promise<string> => {
  const { rows } = await t.database.pool.query(`select slug from events where id = $1`, [event.id])
  return String(rows[0]?.slug)
}
const listed = async (caller: { bearer: string } | { as: TestAccount }) =>
  (await t.call(routes.listDrafts, caller)).data.map(({ event, started }) => ({ id: event._id, started }))

test('the event that somebody registers for is found in any browser', async () => {
  const event = await makeEvent(t)
  const slug = await slugOf(event)
  for (const named of [slug, event.id]) {
    const { mail, confirmed, user, bearer } = await register(named)
    expect(mail?.text).toMatch(/Then you can reserve your place at Convention/)
    expect([confirmed.wanted_event?.slug, user.wanted_event?.slug]).toEqual([slug, slug])
    expect(await listed({ bearer })).toEqual([{ id: event.id, started: false }])
  }
})

test('an unknown event, or none, changes nothing about a registration', async () => {
  for (const named of ['no-such-event', undefined]) {
    const { mail, user, bearer } = await register(named)
    expect(mail?.text).not.toContain('reserve your place')
    expect(user.wanted_event).toBeNull()
    expect(await listed({ bearer })).toEqual([])
  }
})

test('once something is chosen it is a draft like any other, until it is discarded', async () => {
  const event = await makeEvent(t)
  const { bearer } = await register(event.id)
  await t.call(routes.saveDraft, { bearer, params: { id: event.id }, body: { draft: { step: 'rooms' } } })
  const account = await t.call(identityRoutes.check, { body: { web_token: bearer } })
  expect(account.data.user?.wanted_event).toBeNull()
  expect(await listed({ bearer })).toEqual([{ id: event.id, started: true }])
  await t.call(routes.deleteDraft, { bearer, params: { id: event.id } })
  expect(await listed({ bearer })).toEqual([])
})

test('events that are over or closed are not offered, nor anybody else’s', async () => {
  const [event, closed] = [await makeEvent(t), await makeEvent(t)]
  const user = await t.account()
  for (const { id } of [event, closed])
    await t.call(routes.saveDraft, { as: user, params: { id }, body: { draft: { step: 'people' } } })
  await t.database.pool.query(`update events set registration_closes_at = $2 where id = $1`, [
    closed.id,
    new Date(t.clock().getTime() - 1000),
  ])
  expect(await listed({ as: user })).toEqual([{ id: event.id, started: true }])
  expect(await listed({ as: await t.account() })).toEqual([])
})

test('a stranger cannot point somebody else’s account at an event', async () => {
  const event = await makeEvent(t)
  const { email, bearer } = await register()
  const password = 'Another-Drum-42-x'
  await t.call(identityRoutes.register, {
    body: {
      email,
      password,
      password_confirmation: password,
      first_name: 'Kofi',
      last_name: 'Mensah',
      phone: '+233244999999',
      country: 'GH',
      accept_terms: true,
      event: event.id,
    },
  })
  // The mail leads whoever has the mailbox on to it.
  const [mail] = await t.outbox(email)
  expect(mail?.links.map((link) => new URL(link).pathname)).toEqual([`/events/${await slugOf(event)}/reserve`])
  expect(await listed({ bearer })).toEqual([])
})

test('a draft says how far it is, if it is one that says so', async () => {
  const event = await makeEvent(t)
  const user = await t.account()
  const progress = { step: 'rooms', at: 3, of: 5, persons: 2, total: 80_000 } as const
  const keep = (draft: Record<string, unknown>) =>
    t.call(routes.saveDraft, { as: user, params: { id: event.id }, body: { draft } })
  const [said, unsaid, wrong] = [{ progress }, { step: 'rooms' }, { progress: { ...progress, persons: 0 } }]
  const told = async (draft: Record<string, unknown>) => {
    await keep(draft)
    return (await t.call(routes.listDrafts, { as: user })).data.map((one) => [one.progress, one.event.currency])
  }
  expect(await told(said)).toEqual([[progress, 'GHS']])
  expect(await told(unsaid)).toEqual([[null, 'GHS']])
  expect(await told(wrong)).toEqual([[null, 'GHS']])
})

test('who has waited for a place is not sent on to reserve by having registered', async () => {
  const event = await makeEvent(t, { capacity: 1 })
  await askFor(t, event, { participant_type_id: event.otherTypeId })
  const { bearer } = await register(event.id)
  expect(await listed({ bearer })).toEqual([{ id: event.id, started: false }])
  const params = { id: event.id }
  const body = { participant_type_id: event.otherTypeId }
  const joined = await t.call(routes.joinWaitingList, { bearer, params, body })
  expect(joined.data.kind).toBe('event')
  const account = async () => (await t.call(identityRoutes.check, { body: { web_token: bearer } })).data.user
  expect((await account())?.wanted_event).toBeNull()
  await t.call(routes.leaveWaitingList, { bearer, params })
  expect(await listed({ bearer })).toEqual([])

  // Somebody who joined when the registration was still kept.
  await t.call(routes.joinWaitingList, { bearer, params, body })
  await t.call(routes.saveDraft, { bearer, params, body: { draft: null } })
  await t.call(routes.leaveWaitingList, { bearer, params })
  expect(await listed({ bearer })).toEqual([])

  // What was chosen is not lost.
  await t.call(routes.saveDraft, { bearer, params, body: { draft: { step: 'rooms' } } })
  await t.call(routes.joinWaitingList, { bearer, params, body })
  await t.call(routes.leaveWaitingList, { bearer, params })
  expect(await listed({ bearer })).toEqual([{ id: event.id, started: true }])
})

test('a discarded draft can be saved again, also one without a choice', async () => {
  const event = await makeEvent(t)
  const { bearer } = await register(event.id)
  const params = { id: event.id }
  await t.call(routes.deleteDraft, { bearer, params })
  expect((await t.call(routes.saveDraft, { bearer, params, body: { draft: null } })).status).toBe(200)
  expect(await listed({ bearer })).toEqual([{ id: event.id, started: false }])
  expect((await t.call(routes.getDraft, { bearer, params })).data.draft).toBeNull()
})
