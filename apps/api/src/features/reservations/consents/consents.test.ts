import { alertRoutes } from '@shiloh/contract/alerts/alerts'
import { identityRoutes } from '@shiloh/contract/identity/identity'
import { consentRoutes } from '@shiloh/contract/reservations/consents'
import { reservationRoutes as routes } from '@shiloh/contract/reservations/reservations'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type BookableEvent, makeEvent, makeMember } from '../../../../test/booking.ts'
import { type TestAccount, type TestApp, testApp } from '../../../../test/harness.ts'
import { brokenInvariants } from '../../../../test/invariants.ts'

let t: TestApp
let desk: TestAccount
beforeAll(async () => {
  t = await testApp()
  desk = await t.account({
    type: 'admin',
    permissions: ['reservations.create', 'reservations.update', 'reservations.read'],
  })
})
afterAll(() => t.close())
afterEach(async () => {
  expect(await brokenInvariants(t.app.deps.db)).toEqual([])
})

let number = 100
const newPhone = (): string => {
  number += 1
  return `+233244000${number}`
}

const reserve = (event: BookableEvent, as: TestAccount, more: object = {}) =>
  t.call(routes.makeReservation, {
    params: { event_id: event.id },
    as,
    body: { participants: [{ role: 'main', participant_type_id: event.typeId, ...more }] },
  })

/** A 16-year-old who reserved alone, and the link sent to their parent. */
const askedFor = async (email = `parent${newPhone()}@shiloh.test`) => {
  const event = await makeEvent(t, { price: 0 })
  const young = await t.account({ columns: { birth_date: '2010-06-01' } })
  const made = await reserve(event, young, { consent_from: { name: 'Efua Mensah', email } })
  expect([made.status, made.errors]).toEqual([201, []])
  const [mail] = await t.outbox(email)
  const bearer = mail?.links.at(-1)?.split('#')[1] ?? ''
  const params = { id: made.data._id, participant_id: made.data.participants[0]?._id ?? '' }
  return { event, young, made, mail, bearer, email, params }
}
const read = (bearer: string) => t.call(consentRoutes.readConsent, { bearer })
const answer = async (bearer: string, agrees: boolean, wording?: string) =>
  t.call(consentRoutes.answerConsent, {
    bearer,
    body: { agrees, name: 'Efua A. Mensah', wording_id: wording ?? (await read(bearer)).data.wording._id },
  })
const shown = async (id: string) => (await t.call(routes.getReservation, { params: { id }, as: desk })).data

test('somebody under 18 comes alone when a parent is asked; the answer keeps wording, name and time', async () => {
  const { event, young, made, mail, bearer, params } = await askedFor()
  expect(made.data.participants[0]?.consent).toMatchObject({
    status: 'waiting',
    guardian_name: 'Efua Mensah',
    asked_at: null,
  })
  expect(mail?.links.at(-1)).toContain('/consent#')
  // A stranger might read it, so nothing that a user typed is quoted.
  expect(mail?.text).not.toContain('Mensah')
  const list = (query: object) => t.call(routes.listReservations, { as: desk, query: { event_id: event.id, ...query } })
  expect((await list({ without_consent: 'true' })).data.map(({ without_consent }) => without_consent)).toEqual([true])

  const page = await read(bearer)
  expect(page.data).toMatchObject({ age: 16, guardian_name: 'Efua Mensah', wording: { version: 1 } })
  const german = await t.call(consentRoutes.readConsent, { bearer, headers: { 'accept-language': 'de' } })
  expect(german.data.wording.text).toContain('sorgeberechtigt')
  expect((await answer(bearer, true, 'f'.repeat(24))).code).toBe('stale')
  expect((await answer(bearer, true, german.data.wording._id)).status).toBe(200)

  const { rows } = await t.database.pool.query<{ text: string; answered_name: string }>(
    `select w.text, g.answered_name from guardian_consents g join consent_wordings w on w.id = g.wording_id where g.reservation_id = $1`,
    [made.data._id],
  )
  expect(rows).toEqual([{ text: german.data.wording.text, answered_name: 'Efua A. Mensah' }])
  expect((await shown(params.id)).participants[0]?.consent).toMatchObject({
    status: 'given',
    answered_name: 'Efua A. Mensah',
    on_paper: false,
  })
  expect((await list({ without_consent: 'true' })).data).toEqual([])
  expect((await read(bearer)).code).toBe('invalid_token')
  const told = await t.call(identityRoutes.listNotifications, { as: young })
  expect(told.data.map(({ title }) => title).join()).toContain('consent')
})

test('a new reservation names whom to ask, and how', async () => {
  const event = await makeEvent(t, { price: 0 })
  const young = await t.account({ columns: { birth_date: '2010-06-01' } })
  expect((await reserve(event, young)).code).toBe('guardian_required')
  expect(await reserve(event, young, { consent_from: { name: 'Efua Mensah' } })).toMatchObject({
    status: 422,
    errors: [{ field: 'participants.0.consent_from.phone', code: 'required' }],
  })
  // An adult needs no consent.
  const grown = await reserve(event, await t.account(), { consent_from: { name: 'Efua Mensah', phone: newPhone() } })
  expect([grown.status, grown.data.participants[0]?.consent]).toEqual([201, null])
})

test('staff hear of a refusal, and another guardian is asked; the older link ends', async () => {
  const { young, made, bearer, params } = await askedFor()
  expect((await answer(bearer, false)).status).toBe(200)
  const open = async () =>
    (await t.call(alertRoutes.listAlerts, { as: desk, query: { kind: 'consent_refused' } })).data.filter(
      ({ about }) => about === made.data.code,
    )
  expect(await open()).toHaveLength(1)
  const phone = newPhone()
  const asked = await t.call(consentRoutes.askMyGuardian, {
    params,
    as: young,
    body: { contact: { name: 'Yaw Mensah', phone } },
  })
  expect([asked.status, asked.data.participants[0]?.consent?.status]).toEqual([201, 'waiting'])
  expect(await open()).toHaveLength(0)
  const linkOf = async () => (await t.outbox(phone))[0]?.links[0]?.split('#')[1] ?? ''
  const first = await linkOf()
  await t.call(consentRoutes.askGuardian, { params, as: desk, body: {} })
  const second = await linkOf()
  expect([(await read(first)).code, (await read(second)).status]).toEqual(['invalid_token', 200])
  // Of two concurrent answers, one counts.
  const wording = (await read(second)).data.wording._id
  const both = await Promise.all([answer(second, true, wording), answer(second, false, wording)])
  expect(both.filter(({ status }) => status === 200)).toHaveLength(1)
  // Somebody else's reservation is not found.
  const strange = await t.call(consentRoutes.askMyGuardian, { params, as: await t.account(), body: {} })
  expect(strange.status).toBe(404)
})

test('guardians are not flooded with requests', async () => {
  const { young, params, email } = await askedFor()
  const again = () => t.call(consentRoutes.askGuardian, { params, as: desk, body: {} })
  const codes: number[] = []
  for (let i = 0; i < 6; i += 1) codes.push((await again()).status)
  expect(codes).toEqual([201, 201, 201, 201, 201, 429])
  const event = await makeEvent(t, { price: 0 })
  const made = await reserve(event, young, { consent_from: { name: 'Efua Mensah', email } })
  expect(made.status).toBe(201)
  expect(await t.outbox(email)).toHaveLength(6)
})

test('taking somebody out and putting them in again asks nobody more often', async () => {
  const event = await makeEvent(t, { price: 0 })
  const young = await t.account({ columns: { birth_date: '2010-06-01' } })
  const aside = { name: 'Efua Mensah', phone: newPhone() }
  const made = await reserve(event, young, { consent_from: aside })
  const params = { id: made.data._id }
  const friend = await makeMember(t, young.id, { relation: 'companion', birthDate: '2011-01-01' })
  const mine = { role: 'main' as const, participant_type_id: event.typeId }
  const ask = async (email: string) => {
    const theirs = { ...mine, role: 'companion' as const, person_id: friend, consent_from: { name: 'A B', email } }
    const edit = (participants: object[]) =>
      t.call(routes.editMyReservation, { params, as: young, body: { participants } })
    expect((await edit([mine, theirs])).status).toBe(200)
    await t.app.deps.jobs.drain()
    expect((await edit([mine])).status).toBe(200)
  }
  const one = `one${newPhone()}@shiloh.test`
  for (let index = 0; index < 7; index += 1) await ask(one)
  expect(await t.outbox(one)).toHaveLength(6)
})

test('nobody under 18 is named as a guardian by the address or number of their own account', async () => {
  const event = await makeEvent(t, { price: 0 })
  const phone = newPhone()
  const columns = { birth_date: '2010-06-01', phone, pending_email: `next${phone}@shiloh.test` }
  const young = await t.account({ columns })
  const wrong = [
    [young.email, 'email'],
    [young.email.toUpperCase(), 'email'],
    [young.email.replace('@', '+mum@'), 'email'],
    [columns.pending_email, 'email'],
    [phone, 'phone'],
    [phone.replace('+233', '+2330'), 'phone'],
  ] as const
  for (const [address, way] of wrong)
    expect(await reserve(event, young, { consent_from: { name: 'Efua Mensah', [way]: address } })).toMatchObject({
      status: 422,
      errors: [{ field: `participants.0.consent_from.${way}`, code: 'own_contact' }],
    })
  const made = await reserve(event, young, { consent_from: { name: 'Efua Mensah', phone: newPhone() } })
  const params = { id: made.data._id, participant_id: made.data.participants[0]?._id ?? '' }
  for (const [address, way] of wrong)
    expect(
      await t.call(consentRoutes.askMyGuardian, {
        params,
        as: young,
        body: { contact: { name: 'Efua Mensah', [way]: address } },
      }),
    ).toMatchObject({ status: 422, errors: [{ field: `contact.${way}`, code: 'own_contact' }] })
  // Nor with a friend who is also under 18.
  const friend = await makeMember(t, young.id, { relation: 'companion', birthDate: '2011-01-01' })
  const mine = { role: 'main' as const, participant_type_id: event.typeId }
  const theirs = { ...mine, role: 'companion' as const, person_id: friend }
  const both = await t.call(routes.editMyReservation, {
    params: { id: made.data._id },
    as: young,
    body: { participants: [mine, { ...theirs, consent_from: { name: 'Efua Mensah', email: young.email } }] },
  })
  expect(both.errors).toMatchObject([{ field: 'participants.1.consent_from.email', code: 'own_contact' }])
})

test('naming another guardian ends the link of the one before at once, and the refusal', async () => {
  const { event, young, made, bearer, params } = await askedFor()
  const wording = (await read(bearer)).data.wording._id
  const body = (consent_from: object) => ({
    participants: [{ role: 'main' as const, participant_type_id: event.typeId, consent_from }],
  })
  const paper = await t.call(routes.editReservation, { params, as: desk, body: body({ name: 'Ama Four' }) })
  expect([paper.status, paper.data.participants[0]?.consent?.guardian_name]).toEqual([200, 'Ama Four'])
  expect((await read(bearer)).code).toBe('invalid_token')
  expect((await answer(bearer, true, wording)).code).toBe('invalid_token')

  const rename = (contact: object) => t.call(routes.editMyReservation, { params, as: young, body: body(contact) })
  const phone = newPhone()
  const linkOf = async (to: string) => (await t.outbox(to))[0]?.links[0]?.split('#')[1] ?? ''
  expect((await rename({ name: 'Yaw Mensah', phone })).status).toBe(200)
  expect((await answer(await linkOf(phone), false)).status).toBe(200)
  const open = async () =>
    (await t.call(alertRoutes.listAlerts, { as: desk, query: { kind: 'consent_refused' } })).data.filter(
      ({ about }) => about === made.data.code,
    )
  const next = newPhone()
  expect((await rename({ name: 'Kojo Mensah', phone: next })).status).toBe(200)
  expect((await answer(await linkOf(next), true)).status).toBe(200)
  expect(await open()).toEqual([])
})

test('staff record a consent on paper; the link ends with it', async () => {
  const { young, bearer, params } = await askedFor()
  const recorded = await t.call(consentRoutes.recordConsent, {
    params,
    as: desk,
    body: { guardian_name: 'Efua Mensah' },
  })
  expect(recorded.data.participants[0]?.consent).toMatchObject({ status: 'given', on_paper: true })
  expect((await read(bearer)).code).toBe('invalid_token')
  const asked = await t.call(consentRoutes.askGuardian, { params, as: desk, body: {} })
  expect(asked.code).toBe('illegal_transition')
  // It has no address, and its owner can still change other things.
  const edited = await t.call(routes.editMyReservation, { params, as: young, body: { arrival_at: null } })
  expect([edited.status, edited.data.participants[0]?.consent?.status]).toEqual([200, 'given'])
})

test('the consent is needed no more when a grown-up comes along or the reservation is cancelled, and again when they leave', async () => {
  const { event, young, bearer, params } = await askedFor()
  const aunt = await makeMember(t, young.id, { relation: 'companion' })
  const mine = { role: 'main' as const, participant_type_id: event.typeId }
  const edit = (participants: object[]) =>
    t.call(routes.editMyReservation, { params, as: young, body: { participants } })
  const together = await edit([mine, { role: 'companion', person_id: aunt, participant_type_id: event.typeId }])
  expect([together.status, together.data.participants[0]?.consent]).toEqual([200, null])
  expect((await read(bearer)).code).toBe('token_expired')
  // The named parent is known: the same consent is still waited for, and nobody is asked twice.
  const apart = await edit([mine])
  expect([apart.status, apart.data.participants[0]?.consent?.guardian_name]).toEqual([200, 'Efua Mensah'])
  expect((await read(bearer)).status).toBe(200)
  const phone = newPhone()
  const alone = await edit([{ ...mine, consent_from: { name: 'Yaw Mensah', phone } }])
  expect([alone.status, alone.data.participants[0]?.consent?.guardian_name]).toEqual([200, 'Yaw Mensah'])
  const link = (await t.outbox(phone))[0]?.links[0]?.split('#')[1] ?? ''
  expect((await read(link)).status).toBe(200)
  await t.call(routes.cancelMyReservation, { params, as: young })
  expect((await read(link)).code).toBe('token_expired')
  expect((await answer(link, true, 'f'.repeat(24))).code).toBe('token_expired')
})
