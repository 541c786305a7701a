import type { Route } from '@shiloh/contract/core'
import { identityRoutes } from '@shiloh/contract/identity/identity'
import { announcementRoutes } from '@shiloh/contract/messaging/announcements'
import { bulkMessageRoutes } from '@shiloh/contract/messaging/bulk'
import { settingsRoutes } from '@shiloh/contract/organisation'
import type { Permission } from '@shiloh/contract/permissions'
import { reservationRoutes } from '@shiloh/contract/reservations/reservations'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeEvent, NIGHTS } from '../../../test/booking.ts'
import { type TestAccount, type TestApp, testApp } from '../../../test/harness.ts'

let app: TestApp
let editor: TestAccount
beforeAll(async () => {
  app = await testApp()
  editor = await app.account({
    type: 'admin',
    permissions: [
      'notifications.read',
      'notifications.create',
      'messages.read',
      'messages.create',
      'reservations.email',
      'reservations.read',
      'users.read',
    ],
  })
})
afterAll(() => app.close())

const { previewAnnouncement: preview, testAnnouncement, announce, listReaders, getAnnouncement } = announcementRoutes

/** An event with two guests, and an audience of both. */
const guests = async () => {
  const event = await makeEvent(app)
  const notify = '{"mail": true, "sms": true, "muted": []}'
  const people = await Promise.all(
    ['Abena', 'Kofi'].map((first_name) =>
      app.account({ columns: { first_name, last_name: 'Addo', language: 'de', notify } }),
    ),
  )
  for (const as of people)
    await app.call(reservationRoutes.makeReservation, {
      as,
      params: { event_id: event.id },
      body: { participant_type_id: event.typeId, accommodation: { room_category_id: event.categoryId, ...NIGHTS } },
    })
  return { event, people, audience: { event_id: event.id } }
}

const words = {
  title: { en: 'The gate opens at seven', de: 'Das Tor öffnet um sieben' },
  text: { en: 'Dear {{first_name}}, come early.', de: 'Liebe(r) {{first_name}}, kommt früh.' },
}

test('an announcement is read as one of its people before it goes out, with what its SMS cost', async () => {
  const { audience } = await guests()
  const owner = await app.account({ type: 'admin', permissions: ['settings.update'] })
  await app.call(settingsRoutes.updateSettings, {
    as: owner,
    params: { name: 'message_settings' },
    body: { sms_part_price: 4 },
  })
  const body = { ...words, audience, channels: ['app', 'sms'] }
  const { data } = await app.call(preview, { as: editor, body })
  expect(data).toMatchObject({
    people: 2,
    reached: 2,
    channels: { app: 2, sms: 2, mail: 0 },
    languages: { de: 2 },
    sms_parts: 2,
    sms_cost: { amount: 8, currency: 'GHS' },
    reader: { name: 'Abena Addo', app: { subject: words.title.de, body: 'Liebe(r) Abena, kommt früh.' } },
  })
  const second = await app.call(preview, { as: editor, body: { ...body, at: 1, language: 'en' } })
  expect(second.data.reader).toMatchObject({ name: 'Kofi Addo', app: { body: 'Dear Kofi, come early.' } })

  // A test goes to the caller alone, as the reader would get it.
  const sent = await app.call(testAnnouncement, { as: editor, body: { ...body, channels: ['app', 'mail'] } })
  expect(sent.data).toEqual({ sent: ['mail'] })
  expect(await app.outbox(editor.email)).toMatchObject([{ subject: words.title.de }])
  const { rows } = await app.database.pool.query(
    `select count(*)::int as count from messages where template = 'office_mail'`,
  )
  expect(rows).toEqual([{ count: 1 }])
  const empty = await app.call(testAnnouncement, { as: editor, body: { ...body, text: { fr: 'Seul' } } })
  expect(empty.errors).toContainEqual(expect.objectContaining({ field: 'text.en', code: 'required' }))

  // Who is denied the event reads nobody of it.
  const denied = await app.account({ type: 'admin', permissions: ['notifications.create'] })
  await app.database.pool.query(
    `insert into special_permissions (user_id, effect, resource, object_id, actions) values ($1, 'deny', 'events', $2, '{read}')`,
    [denied.id, audience.event_id],
  )
  expect((await app.call(preview, { as: denied, body })).status).toBe(404)
  expect((await app.call(testAnnouncement, { as: denied, body })).status).toBe(404)
})

test('the office sees who has read an announcement, and writes to those who have not', async () => {
  const { audience, event, people } = await guests()
  const [abena, kofi] = people
  const type = { participant_type_id: event.typeId }
  const made = await app.call(announce, {
    as: editor,
    body: { ...words, audience: { ...audience, ...type }, channels: ['app', 'mail'], pinned: true },
  })
  const params = { id: made.data._id }
  expect((await app.call(getAnnouncement, { as: editor, params })).data.participant_type).toEqual({
    _id: event.typeId,
    name: expect.any(String),
  })
  const again = { message_id: made.data._id, result: 'unread' }
  const message = { channels: ['app'], texts: { en: { subject: 'Please read', body: 'It matters.', sms: '' } }, again }
  const early = await app.call(bulkMessageRoutes.previewPeopleMessage, { as: editor, body: message })
  expect(early.status).toBe(404)

  await app.app.deps.jobs.drain()
  const [notice] = (await app.call(announcementRoutes.listPinned, { as: abena })).data
  await app.call(identityRoutes.readNotification, { as: abena, params: { id: notice?._id ?? '' } })
  const readers = async (query: object) =>
    (await app.call(listReaders, { as: editor, params, query })).data.map(({ name, read_at }) => [
      name,
      read_at !== null,
    ])
  expect(await readers({})).toEqual([
    ['Abena Addo', true],
    ['Kofi Addo', false],
  ])
  expect([await readers({ read: true }), await readers({ read: false }), await readers({ search: 'kofi' })]).toEqual([
    [['Abena Addo', true]],
    [['Kofi Addo', false]],
    [['Kofi Addo', false]],
  ])

  const written = async (result: string) =>
    (
      await app.call(bulkMessageRoutes.previewPeopleMessage, {
        as: editor,
        body: { ...message, again: { ...again, result } },
      })
    ).data
  expect(await written('unread')).toMatchObject({ people: 1, reader: { _id: kofi?.id } })
  expect(await written('read')).toMatchObject({ people: 1, reader: { _id: abena?.id } })
  const unseeing = await app.account({ type: 'admin', permissions: ['messages.create', 'users.read'] })
  expect((await app.call(bulkMessageRoutes.previewPeopleMessage, { as: unseeing, body: message })).status).toBe(404)
})

test('a message goes again to those whom it did not reach', async () => {
  const { event, people } = await guests()
  const [, kofi] = people
  const params = { event_id: event.id }
  const texts = { en: { subject: 'Your room', body: 'Dear {{first_name}}', sms: 'Hello {{first_name}}' } }
  const body = { name: 'Rooms', channels: ['sms'], texts }
  const {
    messageReservations: send,
    previewReservationsMessage,
    getBulkMessage,
    saveReservationsDraft,
  } = bulkMessageRoutes
  const made = (await app.call(send, { as: editor, params, body })).data
  app.clock.forward(1)
  await app.app.deps.jobs.drain()
  await app.database.pool.query(
    `update messages set status = 'failed' where id = (select sms_id from bulk_recipients where message_id = $1 and user_id = $2)`,
    [made._id, kofi?.id],
  )
  const again = { message_id: made._id, result: 'not_told' }
  const { figures } = (await app.call(getBulkMessage, { as: editor, params: { id: made._id } })).data
  expect(figures.not_told).toBe(1)
  const asked = { channels: ['mail'], texts, again }
  const found = await app.call(previewReservationsMessage, { as: editor, params, body: asked })
  expect(found.data).toMatchObject({ people: 1, again: 'Rooms', reader: { _id: kofi?.id } })
  // Also where the reservation no longer counts.
  await app.database.pool.query(`update reservations set status = 'archived' where user_id = $1`, [kofi?.id])
  expect((await app.call(previewReservationsMessage, { as: editor, params, body: asked })).data.people).toBe(1)
  await app.database.pool.query(`update reservations set status = 'pending' where user_id = $1`, [kofi?.id])

  const id = 'c'.repeat(24)
  await app.call(saveReservationsDraft, { as: editor, params: { ...params, id }, body: asked })
  expect((await app.call(getBulkMessage, { as: editor, params: { id } })).data.again).toEqual({
    ...again,
    name: 'Rooms',
  })
  const sent = await app.call(send, { as: editor, params, body: { ...asked, name: 'Again', draft_id: id } })
  app.clock.forward(1)
  await app.app.deps.jobs.drain()
  const { data } = await app.call(bulkMessageRoutes.listRecipients, { as: editor, params: { id: sent.data._id } })
  expect(data.map(({ _id }) => _id)).toEqual([kofi?.id])
})

test('who has no text in their language reads the church’s own, and the notice says which one it is', async () => {
  const { audience, people } = await guests()
  await app.database.pool.query(`update client_groups set language = 'fr'`)
  const body = {
    title: { en: 'The gate opens at seven', fr: 'L’entrée ouvre à sept heures' },
    text: { en: 'Come early.', fr: 'Venez tôt.' },
    audience,
    channels: ['app', 'mail'],
    pinned: true,
  }
  expect((await app.call(preview, { as: editor, body })).data.reader?.mail).toMatchObject({
    language: 'fr',
    subject: body.title.fr,
  })
  await app.call(announce, { as: editor, body })
  await app.app.deps.jobs.drain()
  const [as] = people
  const told = { title: body.title.fr, body: body.text.fr, language: 'fr' }
  expect((await app.call(announcementRoutes.listPinned, { as })).data).toMatchObject([told])
  const { data } = await app.call(identityRoutes.listNotifications, { as, query: { search: 'sept heures' } })
  expect(data).toMatchObject([told])
  await app.database.pool.query(`update client_groups set language = 'en'`)
})

test('an announcement is read in the language that its reader has now', async () => {
  const { audience, people } = await guests()
  const [as] = people
  await app.call(announce, { as: editor, body: { ...words, audience, channels: ['app'], pinned: true } })
  await app.app.deps.jobs.drain()
  const german = { title: words.title.de, body: 'Liebe(r) Abena, kommt früh.', language: 'de' }
  const english = { title: words.title.en, body: 'Dear Abena, come early.', language: 'en' }
  for (const [language, told] of [
    ['de', german],
    ['en', english],
    // It was not written in French: it stays as it was sent, and says so.
    ['fr', german],
  ] as const) {
    const headers = { 'accept-language': language }
    expect((await app.call(announcementRoutes.listPinned, { as, headers })).data).toMatchObject([told])
    const { data } = await app.call(identityRoutes.listNotifications, { as, headers })
    expect(data.filter(({ kind }) => kind === 'office_message')).toMatchObject([told])
    // A word of any of its languages finds it.
    const found = await app.call(identityRoutes.listNotifications, { as, headers, query: { search: 'come early' } })
    expect(found.data).toMatchObject([told])
  }
})

test('names and addresses need the permission to see people, and exports that to export them', async () => {
  const { audience, event } = await guests()
  const body = { ...words, audience, channels: ['app', 'mail', 'sms'] }
  const made = await app.call(announce, { as: editor, body })
  const message = { channels: ['app'], texts: { en: { subject: 'Rooms', body: 'Dear {{first_name}}', sms: '' } } }
  const ofEvent = await app.call(bulkMessageRoutes.messageReservations, {
    as: editor,
    params: { event_id: event.id },
    body: { ...message, name: 'Rooms' },
  })
  const ofPeople = await app.call(bulkMessageRoutes.messagePeople, { as: editor, body: { ...message, name: 'News' } })
  app.clock.forward(1)
  await app.app.deps.jobs.drain()
  const { exportReaders } = announcementRoutes
  const { listRecipients, exportRecipients } = bulkMessageRoutes
  const answers = async (...permissions: Permission[]) => {
    const as = await app.account({
      type: 'admin',
      permissions: ['notifications.read', 'notifications.create', 'messages.read', ...permissions],
    })
    const statusOf = async (route: Route, id: string) => (await app.call(route, { as, params: { id } })).status
    return {
      as,
      readers: [await statusOf(listReaders, made.data._id), await statusOf(exportReaders, made.data._id)],
      people: [await statusOf(listRecipients, ofPeople.data._id), await statusOf(exportRecipients, ofPeople.data._id)],
      event: [await statusOf(listRecipients, ofEvent.data._id), await statusOf(exportRecipients, ofEvent.data._id)],
    }
  }
  const { as, ...unseeing } = await answers()
  expect(unseeing).toEqual({ readers: [403, 403], people: [403, 403], event: [403, 403] })
  expect(await answers('users.read')).toMatchObject({ readers: [200, 403], people: [200, 403], event: [200, 403] })
  expect(await answers('users.read', 'users.export')).toMatchObject({
    readers: [200, 200],
    people: [200, 200],
    event: [200, 200],
  })
  expect(await answers('reservations.read', 'reservations.export')).toMatchObject({
    readers: [403, 403],
    people: [403, 403],
    event: [200, 200],
  })

  // Without it, the preview of an announcement shows an example reader, not the person asked for.
  const seen = await app.call(preview, { as, body: { ...body, at: 1, language: 'en' } })
  expect(seen.data).toMatchObject({
    people: 2,
    reader: {
      _id: null,
      at: 0,
      name: 'Isaac Quartey',
      app: { body: 'Dear Isaac, come early.' },
      sms: { language: 'en', parts: 1 },
      left_out: {},
    },
  })
  expect((await app.call(preview, { as: editor, body: { ...body, at: 1 } })).data.reader?.name).toBe('Kofi Addo')
  await app.call(testAnnouncement, { as, body: { ...body, channels: ['app', 'mail'], at: 1, language: 'en' } })
  expect(await app.outbox(as.email)).toMatchObject([{ text: expect.stringContaining('Dear Isaac, come early.') }])
})

test('a channel without a text reaches nobody', async () => {
  const { event } = await guests()
  const { data } = await app.call(bulkMessageRoutes.previewReservationsMessage, {
    as: editor,
    params: { event_id: event.id },
    body: { channels: ['sms'], texts: { en: { subject: 'Rooms', body: 'Dear {{first_name}}', sms: '' } } },
  })
  expect(data).toMatchObject({
    people: 2,
    reached: 0,
    channels: { sms: 0 },
    left_out: [{ channel: 'sms', reason: 'no_text', people: 2 }],
  })
})
