import { publishingRoutes } from '@shiloh/contract/allocation/publishing'
import { identityRoutes } from '@shiloh/contract/identity/identity'
import { bedRoutes } from '@shiloh/contract/reservations/beds'
import { reservationRoutes as routes } from '@shiloh/contract/reservations/reservations'
import { supportRoutes } from '@shiloh/contract/support'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { smsParts } from '../src/platform/messaging/gsm.ts'
import { type BookableEvent, reserve as made, makeEvent, makeSpouse, NIGHTS } from './booking.ts'
import { type TestAccount, type TestApp, testApp } from './harness.ts'

let t: TestApp
beforeAll(async () => {
  t = await testApp()
})
afterAll(() => t.close())

const phoneOf = async (user: TestAccount) =>
  String((await t.database.pool.query('select phone from users where id = $1', [user.id])).rows[0].phone)
const person = (notify: object, columns: object = {}) =>
  t.account({ columns: { notify: JSON.stringify(notify), ...columns } })
const reserve = async (event: BookableEvent, as: TestAccount, typeId = event.typeId) =>
  (await made(t, event, { participant_type_id: typeId }, as)).view
const notices = async (user: TestAccount) =>
  (await t.call(identityRoutes.listNotifications, { as: user })).data.map(({ kind, link }) => ({ kind, link }))
const sent = async (user: TestAccount) => ({
  mail: (await t.outbox(user.email)).length,
  sms: (await t.outbox(await phoneOf(user))).length,
})

describe('a notice', () => {
  test('is in the app, and goes by the channels that the person chose', async () => {
    const event = await makeEvent(t)
    const both = await person({ mail: true, sms: true })
    const mailOnly = await person({ mail: true, sms: false })
    const smsOnly = await person({ mail: false, sms: true })
    for (const user of [both, mailOnly, smsOnly]) await reserve(event, user)
    expect(await sent(both)).toEqual({ mail: 1, sms: 1 })
    expect(await sent(mailOnly)).toEqual({ mail: 1, sms: 0 })
    expect(await sent(smsOnly)).toEqual({ mail: 0, sms: 1 })
    for (const user of [both, mailOnly, smsOnly])
      expect(await notices(user)).toEqual([
        { kind: 'reservation_made', link: expect.stringMatching(/^\/reservations\/[0-9a-f]{24}$/) },
      ])
  })

  test('falls back to a channel that reaches a person whose chosen channel does not', async () => {
    const event = await makeEvent(t)
    const noPhone = await person({ mail: false, sms: true }, { phone: null, phone_verified_at: null })
    const noMail = await person({ mail: true, sms: false }, { email: null, email_confirmed_at: null })
    const neither = await person({ mail: true, sms: true }, { email: null, phone: null })
    for (const user of [noPhone, noMail, neither]) await reserve(event, user)
    expect(await t.outbox(noPhone.email)).toHaveLength(1)
    expect(await t.outbox(await phoneOf(noMail))).toHaveLength(1)
    expect(await notices(neither)).toHaveLength(1)
  })

  test('is written for every event of a reservation, and every text fits into two SMS', async () => {
    const event = await makeEvent(t, { capacity: 1 })
    const user = await person({ mail: false, sms: true }, { language: 'fr' })
    const waiting = await person({ mail: false, sms: true }, { language: 'pt' })
    const made = await reserve(event, user, event.otherTypeId)
    await t.call(routes.editMyReservation, {
      params: { id: made._id },
      body: { caterer_id: event.catererId },
      as: user,
    })
    await t.call(routes.joinWaitingList, {
      params: { id: event.id },
      body: { participant_type_id: event.otherTypeId },
      as: waiting,
    })
    await t.call(routes.cancelMyReservation, { params: { id: made._id }, body: {}, as: user })
    await t.app.deps.jobs.drain()
    expect((await notices(user)).map(({ kind }) => kind).sort()).toEqual([
      'reservation_cancelled',
      'reservation_changed',
      'reservation_made',
    ])
    expect((await notices(waiting)).map(({ kind }) => kind).sort()).toEqual(['waiting_joined', 'waiting_offer'])
    const texts = [...(await t.outbox(await phoneOf(user))), ...(await t.outbox(await phoneOf(waiting)))]
    expect(texts).toHaveLength(5)
    for (const { text } of texts) expect(smsParts(text)).toBeLessThanOrEqual(2)
  })

  test('about an answered ticket waits in the app for somebody who does not want it elsewhere', async () => {
    const user = await person({ mail: true, sms: true, muted: ['support'] })
    const desk = await t.account({ type: 'admin', permissions: ['support_tickets.read', 'support_tickets.reply'] })
    const ticket = await t.call(supportRoutes.openTicket, {
      body: { subject: 'A bed', body: 'May I have one?' },
      as: user,
      files: [],
    })
    await t.call(supportRoutes.replyToTicket, {
      params: { id: ticket.data._id },
      body: { body: 'You have one.' },
      as: desk,
      files: [],
    })
    expect(await sent(user)).toEqual({ mail: 0, sms: 0 })
    expect(await notices(user)).toEqual([{ kind: 'ticket_answered', link: `/support/${ticket.data._id}` }])
  })
})

describe('what the office does by hand', () => {
  const stayed = (event: BookableEvent, as: TestAccount, extra: object = {}) =>
    t.call(routes.makeReservation, {
      params: { event_id: event.id },
      body: {
        participant_type_id: event.typeId,
        accommodation: { room_category_id: event.categoryId, ...NIGHTS },
        ...extra,
      },
      as,
    })

  test('with a room reaches the person when it is published: given, moved, taken away; a bed that stays is no news', async () => {
    const event = await makeEvent(t, { price: 0, pricePerNight: 0 })
    const user = await person({ mail: true, sms: true }, { gender: 'female' })
    const desk = await t.account({
      type: 'admin',
      permissions: ['reservations.assign_rooms', 'reservations.publish_rooms'],
    })
    const spouse = await makeSpouse(t, user.id)
    const { data } = await stayed(event, user, { with_spouse: spouse })
    const params = { id: data._id }
    const give = (room_id: string | undefined) =>
      t.call(bedRoutes.assignBeds, { params, body: { room_id: room_id ?? '' }, as: desk })
    const publish = async () => {
      const body = { params: { event_id: event.id }, body: {}, as: desk }
      const { status } = await t.call(publishingRoutes.publishRooms, body)
      await t.app.deps.jobs.drain()
      return status
    }
    expect((await give(event.roomIds[0])).status).toBe(200)
    expect(await publish()).toBe(200)
    expect((await give(event.roomIds[0])).status).toBe(200)
    expect(await publish()).toBe(409)
    expect((await give(event.roomIds[1])).status).toBe(200)
    expect(await publish()).toBe(200)
    expect((await t.call(bedRoutes.takeBeds, { params, body: {}, as: desk })).status).toBe(200)
    expect(await publish()).toBe(200)
    expect((await t.call(bedRoutes.takeBeds, { params, body: {}, as: desk })).status).toBe(200)
    expect(await publish()).toBe(409)
    expect((await notices(user)).map(({ kind }) => kind).sort()).toEqual([
      'reservation_made',
      'room_changed',
      'room_given',
      'room_taken',
    ])
    const mails = await t.outbox(user.email)
    const about = (words: string) => mails.find(({ subject }) => subject.includes(words))
    const [given, changed, taken] = ['You have a room', 'another room', 'no room'].map(about)
    expect(given?.text).toMatch(/: Block A, A1, bed A\n.*Kofi Mensah: Block A, A1, bed B/)
    expect(changed?.text).toContain('Block A, A2, bed A')
    expect(taken?.text).toContain('still confirmed')
    const texts = await t.outbox(await phoneOf(user))
    expect(texts).toHaveLength(4)
    expect(texts.map(({ text }) => text)).toContainEqual(expect.stringContaining('Block A, A1 http'))
    for (const { text } of texts) expect(smsParts(text)).toBeLessThanOrEqual(2)
  })

  test('with money reaches the person: what is waived confirms the place, and the ticket comes', async () => {
    const event = await makeEvent(t)
    const user = await person({ mail: true, sms: false })
    const desk = await t.account({ type: 'admin', permissions: ['reservations.waive'] })
    const made = await reserve(event, user)
    const waive = (amount: number) =>
      t.call(routes.waiveBalance, { params: { id: made._id }, body: { reason: 'Sponsored', amount }, as: desk })
    expect((await waive(4_000)).data.status).toBe('pending')
    expect(await t.outbox(user.email)).toHaveLength(2)
    expect((await waive(6_000)).data.status).toBe('active')
    const mails = await t.outbox(user.email)
    const [part, all] = ['40.00', '60.00'].map((sum) => mails.find(({ subject }) => subject.includes(sum)))
    expect(part?.text).toContain('GHS\u00A060.00 is due by then')
    expect(all?.text).toContain('Nothing more to pay')
    expect(all?.links[0]).toBe(`http://shiloh.test/reservations/${made._id}`)
    const { rows } = await t.database.pool.query(
      `select 1 from message_attachments a join messages m on m.id = a.message_id where m.recipient = $1 and a.mime = 'application/pdf'`,
      [user.email],
    )
    expect(rows).toHaveLength(1)
  })
})

test('somebody without any channel does not exist: not through the API, not in the database', async () => {
  const user = await person({ mail: true, sms: false })
  const off = await t.call(identityRoutes.updateProfile, { body: { notify: { mail: false } }, as: user })
  expect([off.status, off.errors[0]?.field, off.errors[0]?.code]).toEqual([422, 'notify', 'channel_needed'])
  const swapped = await t.call(identityRoutes.updateProfile, {
    body: { notify: { mail: false, sms: true, muted: ['announcement'] } },
    as: user,
  })
  expect(swapped.data.notify).toEqual({ mail: false, sms: true, muted: ['announcement'] })
  await expect(
    t.database.pool.query(`update users set notify = '{"mail": false, "sms": false}' where id = $1`, [user.id]),
  ).rejects.toThrow('users_notify_somehow')
})

describe('the ticket mail', () => {
  const attachments = async (user: TestAccount) => {
    await t.app.deps.jobs.drain()
    const { rows } = await t.database.pool.query<{ name: string; content: Buffer; content_id: string | null }>(
      `select a.name, a.content, a.content_id from message_attachments a join messages m on m.id = a.message_id
       where m.recipient = $1 order by m.created_at, a.position`,
      [user.email],
    )
    return rows
  }

  test('carries the QR as a picture and the PDF, once there is something to admit with', async () => {
    const event = await makeEvent(t)
    const user = await person({ mail: true, sms: false })
    const pending = await reserve(event, user)
    expect(pending.status).toBe('pending')
    expect(await attachments(user)).toEqual([])
    await t.call(routes.editMyReservation, {
      params: { id: pending._id },
      body: { participant_type_id: event.otherTypeId },
      as: user,
    })
    const [qr, cover, pdf, html] = await attachments(user)
    expect(qr).toMatchObject({ name: `${pending.code}-qr.png`, content_id: 'ticket-qr' })
    expect(await sharp(qr?.content).metadata()).toMatchObject({ format: 'png' })
    expect(cover).toMatchObject({ name: `${pending.code}-cover.png`, content_id: 'ticket-band' })
    expect(cover?.content.length).toBeLessThan(40_000)
    expect(pdf?.name).toBe(`${pending.code}.pdf`)
    expect(pdf?.content.subarray(0, 5).toString()).toBe('%PDF-')
    expect(pdf?.content.length).toBeLessThan(500_000)
    expect(html?.content.toString()).toContain('cid:ticket-qr')
    // Never an image from elsewhere: mail programs block them, and they would reveal who reads the mail.
    expect(html?.content.toString()).not.toMatch(/<img[^>]+src="(?!cid:)/)
    const [mail] = await t.outbox(user.email)
    expect(mail?.text).toContain(pending.code)
    expect(mail?.links[0]).toBe(`http://shiloh.test/reservations/${pending._id}`)
  })
})

test('the outbox names what is attached, and gives it', async () => {
  const event = await makeEvent(t)
  const user = await person({ mail: true, sms: false })
  const made = await reserve(event, user, event.otherTypeId)
  await t.app.deps.jobs.drain()
  const get = async (url: string) => t.app.server.inject({ method: 'GET', url })
  const [message] = (await get(`/api/v1/dev/outbox?to=${user.email}`)).json().data
  expect(message.attachments).toEqual([
    { name: `${made.code}-qr.png`, mime: 'image/png', size: expect.any(Number), inline: true, url: expect.any(String) },
    {
      name: `${made.code}-cover.png`,
      mime: 'image/png',
      size: expect.any(Number),
      inline: true,
      url: expect.any(String),
    },
    {
      name: `${made.code}.pdf`,
      mime: 'application/pdf',
      size: expect.any(Number),
      inline: false,
      url: expect.any(String),
    },
  ])
  const [qr, , pdf] = message.attachments
  expect((await get(pdf.url)).rawPayload.subarray(0, 5).toString()).toBe('%PDF-')
  expect((await get(message.html)).body).toContain(`src="${qr.url}"`)
  expect((await get('/api/v1/dev/outbox/0123456789abcdef01234567/0')).statusCode).toBe(404)
  expect((await get('/dev/outbox')).body).toContain(`${made.code}.pdf`)
})

test('a ticket is sent again: by its owner to what they confirmed, by staff to a corrected address', async () => {
  const event = await makeEvent(t)
  const user = await person({ mail: true, sms: false })
  const stranger = await person({ mail: true, sms: false })
  const desk = await t.account({ type: 'admin', permissions: ['reservations.email'] })
  const made = await reserve(event, user, event.otherTypeId)
  const params = { id: made._id }
  const body = { what: 'ticket' }
  expect((await t.call(routes.sendMineAgain, { params, body, as: stranger })).status).toBe(404)
  expect((await t.call(routes.sendMineAgain, { params, body, as: user })).status).toBe(200)
  expect((await t.outbox(user.email)).map(({ subject }) => subject)[0]).toContain('Your ticket')
  expect((await t.call(routes.sendMineAgain, { params, body: { what: 'receipt' }, as: user })).code).toBe(
    'illegal_transition',
  )
  const to = 'right@shiloh.test'
  expect((await t.call(routes.sendAgain, { params, body: { ...body, to }, as: desk })).status).toBe(200)
  expect(await t.outbox(to)).toHaveLength(1)
  expect(
    (await t.call(routes.sendAgain, { params, body: { ...body, to: 'not one' }, as: desk })).errors[0]?.field,
  ).toBe('to')
  const log = await t.database.pool.query(`select 1 from audit_trail where action = 'send_again' and object_id = $1`, [
    made._id,
  ])
  expect(log.rowCount).toBe(2)
  await t.database.pool.query('update users set email_confirmed_at = null where id = $1', [user.id])
  expect((await t.call(routes.sendMineAgain, { params, body, as: user })).status).toBe(422)
  for (let left = 0; left < 3; left += 1) await t.call(routes.sendMineAgain, { params, body, as: user })
  expect((await t.call(routes.sendMineAgain, { params, body, as: user })).status).toBe(429)
})
