import { identityRoutes } from '@shiloh/contract/identity/identity'
import { officeLinkRoutes } from '@shiloh/contract/identity/office-links'
import { spouseLinkRoutes as routes } from '@shiloh/contract/identity/spouse-links'
import { reservationRoutes } from '@shiloh/contract/reservations/reservations'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { askFor, type BookableEvent, makeEvent, makeSpouse } from '../../../test/booking.ts'
import { type TestAccount, type TestApp, testApp } from '../../../test/harness.ts'
import { brokenInvariants } from '../../../test/invariants.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

/** A husband with his wife on his spouse list, and her account. */
const couple = async () => {
  const kwame = await app.account({ columns: { gender: 'male' } })
  const esther = await app.account({ columns: { gender: 'female' } })
  const spouseId = await makeSpouse(app, kwame.id, { gender: 'female' })
  return { kwame, esther, spouseId }
}
const invite = (as: TestAccount, spouseId: string, email: string) =>
  app.call(routes.inviteSpouse, { as, params: { id: spouseId }, body: { email } })
const incoming = async (as: TestAccount) => (await app.call(routes.listSpouseInvitations, { as })).data
const accept = (as: TestAccount, id: string, body: { spouse_id?: string } = {}) =>
  app.call(routes.acceptSpouseInvitation, { as, params: { id }, body })
const link = async () => {
  const made = await couple()
  await invite(made.kwame, made.spouseId, made.esther.email)
  const [invitation] = await incoming(made.esther)
  return { ...made, invitationId: invitation?._id ?? '' }
}
const reserve = (as: TestAccount, event: BookableEvent, with_spouse?: string) =>
  askFor(app, event, with_spouse ? { with_spouse } : {}, as)
const ownList = async (as: TestAccount) => (await app.call(identityRoutes.listSpouses, { as })).data

test('an invitation answers the same whether the address has an account or not', async () => {
  const { kwame, esther, spouseId } = await couple()
  const other = await makeSpouse(app, kwame.id, { gender: 'female' })
  const known = await invite(kwame, spouseId, esther.email)
  const unknown = await invite(kwame, other, 'nobody@elsewhere.test')
  const shape = ({ data }: typeof known) => ({
    ...data,
    _id: '',
    created_at: '',
    invitation: { ...data.invitation, sent_to: '' },
  })
  expect(shape(unknown)).toEqual(shape(known))
  expect(known.data.linked).toBe(false)
  // The account gets a notice with the name of the sender. An address without an account gets no mail.
  expect((await app.outbox(esther.email))[0]?.subject).toContain('asks to link')
  expect(await app.outbox('nobody@elsewhere.test')).toEqual([])

  // Declining changes nothing that the other side can see.
  const [invitation] = await incoming(esther)
  await app.call(routes.declineSpouseInvitation, { as: esther, params: { id: invitation?._id ?? '' } })
  const [declined, open] = await ownList(kwame)
  expect(declined?.invitation).not.toBeNull()
  expect(open?.invitation).not.toBeNull()
  expect(await incoming(esther)).toEqual([])
  const before = (await app.outbox(esther.email)).length
  await invite(kwame, spouseId, esther.email)
  expect((await app.outbox(esther.email)).length).toBe(before)
})

test('only an address or phone that was proved to be theirs shows somebody an invitation', async () => {
  const { kwame, spouseId } = await couple()
  const claimed = await app.account({ columns: { phone: '+233244999111', phone_verified_at: null } })
  const proved = await app.account({ columns: { phone: '+233244999111', phone_verified_at: app.clock() } })
  await app.call(routes.inviteSpouse, { as: kwame, params: { id: spouseId }, body: { phone: '024 499 9111' } })
  expect(await incoming(claimed)).toEqual([])
  expect(await incoming(proved)).toHaveLength(1)
  expect((await accept(claimed, (await incoming(proved))[0]?._id ?? '')).status).toBe(404)
})

test('linked people are on both lists, and nobody is twice at one event', async () => {
  const { kwame, esther, invitationId } = await link()
  const accepted = await accept(esther, invitationId)
  expect(accepted.data.spouse.linked).toBe(true)
  const [hers] = await ownList(esther)
  const [his] = await ownList(kwame)
  expect([hers?.linked, his?.linked]).toEqual([true, true])
  // Whose account it is stays with its owner.
  expect(JSON.stringify([hers, his])).not.toMatch(new RegExp(`${kwame.id}|${esther.id}`))
  expect((await accept(esther, invitationId)).status).toBe(404)

  const together = await makeEvent(app)
  expect((await reserve(kwame, together, his?._id)).status).toBe(201)
  expect((await reserve(esther, together)).code).toBe('already_reserved')
  const apart = await makeEvent(app)
  expect((await reserve(esther, apart)).status).toBe(201)
  expect((await reserve(kwame, apart, his?._id)).code).toBe('already_reserved')
  const alone = await makeEvent(app)
  expect((await reserve(kwame, alone)).status).toBe(201)
  expect((await reserve(esther, alone, hers?._id)).code).toBe('already_reserved')

  // Either side can end the link. What was reserved together stays.
  await app.call(routes.unlinkSpouse, { as: esther, params: { id: hers?._id ?? '' } })
  expect((await ownList(kwame))[0]?.linked).toBe(false)
  expect((await ownList(esther))[0]?.linked).toBe(false)
  expect((await reserve(esther, together)).code).toBe('already_reserved')
})

test('a title on the spouse list waits until it is confirmed on the linked account', async () => {
  const { kwame, esther, spouseId, invitationId } = await link()
  const { pool } = app.database
  const { rows } = await pool.query<{ id: string }>(
    "insert into titles (name, needs_confirmation) values ('Apostle of a spouse', true) returning id",
  )
  const id = rows[0]?.id
  await pool.query('update spouses set title_id = $2 where id = $1', [spouseId, id])
  const waits = async () => (await ownList(kwame)).find(({ _id }) => _id === spouseId)?.title_waits
  expect(await waits()).toBe(true)
  expect((await accept(esther, invitationId)).status).toBe(200)
  expect(await waits()).toBe(true)
  await pool.query('update users set title_id = $2, confirmed_title_id = $2 where id = $1', [esther.id, id])
  expect(await waits()).toBe(false)
})

test('somebody reserved with before the link gives the linked account that place', async () => {
  const { kwame, esther, spouseId, invitationId } = await link()
  const event = await makeEvent(app)
  await reserve(kwame, event, spouseId)
  expect((await accept(esther, invitationId)).status).toBe(200)
  expect((await reserve(esther, event)).code).toBe('already_reserved')
})

test('a link that would leave somebody with two places is refused with their names, until one is given up', async () => {
  const { kwame, esther, spouseId, invitationId } = await link()
  const event = await makeEvent(app, { price: 0 })
  const his = await reserve(kwame, event, spouseId)
  const own = await reserve(esther, event)
  const refused = await accept(esther, invitationId)
  expect([refused.status, refused.code, refused.details]).toMatchObject([
    409,
    'reserved_twice',
    { places: [{ code: his.data.code, other_code: own.data.code }] },
  ])
  // Nothing was saved: neither list has a link, and the invitation can still be answered.
  expect([...(await ownList(kwame)), ...(await ownList(esther))].map((one) => one.linked)).toEqual([false])
  expect(await incoming(esther)).toHaveLength(1)
  await app.call(reservationRoutes.cancelMyReservation, { as: esther, params: { id: own.data._id } })
  expect((await accept(esther, invitationId)).status).toBe(200)
  expect((await reserve(esther, event)).code).toBe('already_reserved')
})

test('a place of somebody whose account is another one by now goes to that account, or the link is refused', async () => {
  const office = await app.account({ type: 'admin', permissions: ['users.read', 'users.update'] })
  const relink = (kwame: TestAccount, spouse_id: string, other: TestAccount) =>
    app.call(officeLinkRoutes.linkSpouses, {
      as: office,
      params: { id: kwame.id },
      body: { other_id: other.id, spouse_id, reason: 'She lost her old phone' },
    })
  for (const leave of ['unlink', 'erase']) {
    const { kwame, esther, spouseId, invitationId } = await link()
    await accept(esther, invitationId)
    const event = await makeEvent(app, { price: 0 })
    const made = await reserve(kwame, event, spouseId)
    if (leave === 'unlink') await app.call(routes.unlinkSpouse, { as: kwame, params: { id: spouseId } })
    else expect((await app.call(identityRoutes.eraseAccount, { as: esther })).status).toBe(200)
    const again = await app.account({ columns: { gender: 'female' } })
    const own = await reserve(again, event)
    expect((await relink(kwame, spouseId, again)).code).toBe('reserved_twice')
    await app.call(reservationRoutes.cancelMyReservation, { as: again, params: { id: own.data._id } })
    expect((await relink(kwame, spouseId, again)).status).toBe(200)
    expect((await reserve(again, event)).code).toBe('already_reserved')
    const edited = await app.call(reservationRoutes.editMyReservation, {
      as: kwame,
      params: { id: made.data._id },
      body: { arrival_at: null },
    })
    expect(edited.status).toBe(200)
  }
  expect(await brokenInvariants(app.app.deps.db)).toEqual([])
})

test('two places at an event that is over do not keep anybody from linking', async () => {
  const { kwame, esther, spouseId, invitationId } = await link()
  const event = await makeEvent(app, { price: 0 })
  await reserve(kwame, event, spouseId)
  await reserve(esther, event)
  await app.database.pool.query(`update events set starts_at = $2, ends_at = $3 where id = $1`, [
    event.id,
    '2026-10-01',
    '2026-10-03',
  ])
  expect((await accept(esther, invitationId)).status).toBe(200)
})

test('a link that is confirmed while both reserve never leaves the account with two places', async () => {
  for (let round = 0; round < 4; round += 1) {
    const { kwame, esther, spouseId, invitationId } = await link()
    const event = await makeEvent(app)
    const [linked] = await Promise.all([
      accept(esther, invitationId),
      reserve(kwame, event, spouseId),
      reserve(esther, event),
    ])
    const { rows } = await app.database.pool.query<{ places: number }>(
      `select count(*)::int as places from reservation_participants p
       where p.event_id = $1 and p.live and (p.user_id = $2 or p.spouse_id = $3)`,
      [event.id, esther.id, spouseId],
    )
    // Two only if both had reserved before. In that case there is no link.
    expect([linked.status, rows[0]?.places]).toEqual(linked.status === 200 ? [200, 1] : [409, 2])
  }
  expect(await brokenInvariants(app.app.deps.db)).toEqual([])
})

test('of two reservations at the same moment, one as the spouse and one alone, one is made', async () => {
  const { kwame, esther, spouseId, invitationId } = await link()
  await accept(esther, invitationId)
  for (let round = 0; round < 4; round += 1) {
    const event = await makeEvent(app)
    const answers = await Promise.all([reserve(kwame, event, spouseId), reserve(esther, event)])
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409])
  }
})
