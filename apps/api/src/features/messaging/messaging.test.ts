import { activityRoutes } from '@shiloh/contract/activities'
import { alertRoutes } from '@shiloh/contract/alerts/alerts'
import { identityRoutes } from '@shiloh/contract/identity/identity'
import { type Announcement, announcementRoutes } from '@shiloh/contract/messaging/announcements'
import { bulkMessageRoutes, EVERY_STATUS } from '@shiloh/contract/messaging/bulk'
import { messageTemplateRoutes } from '@shiloh/contract/messaging/templates'
import { settingsRoutes } from '@shiloh/contract/organisation'
import { reservationRoutes } from '@shiloh/contract/reservations/reservations'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { API_PREFIX } from '#platform/config'
import type { Deps } from '#platform/deps'
import { inWork } from '#platform/jobs/work'
import type { Lease } from '#platform/messaging/messages.store'
import { makeEvent, NIGHTS } from '../../../test/booking.ts'
import { type TestAccount, type TestApp, testApp } from '../../../test/harness.ts'
import { sendTemplate } from './index.ts'
import { bulkJobs, START_MESSAGES } from './sending.ts'

let app: TestApp
let office: TestAccount
beforeAll(async () => {
  app = await testApp()
  office = await app.account({
    type: 'admin',
    permissions: [
      'messages.read',
      'messages.create',
      'messages.update',
      'messages.delete',
      'reservations.email',
      'reservations.read',
      'reservations.export',
      'users.read',
    ],
  })
})
afterAll(() => app.close())

const reserve = async (event: Awaited<ReturnType<typeof makeEvent>>, as: TestAccount) =>
  (
    await app.call(reservationRoutes.makeReservation, {
      as,
      params: { event_id: event.id },
      body: { participant_type_id: event.typeId, accommodation: { room_category_id: event.categoryId, ...NIGHTS } },
    })
  ).data

const reminder = {
  name: 'Balance reminder',
  channels: ['sms', 'mail'],
  texts: {
    en: {
      subject: 'Your balance for {{event}}',
      body: 'Dear {{first_name}},\n\n{{balance}} is still open. {{reservation_link}}',
      sms: '{{first_name}}, {{balance}} is open for {{ code }}.',
    },
    fr: { subject: '', body: '', sms: '{{first_name}}, {{balance}} à payer.' },
  },
}

test('the office keeps templates, and a template reaches one person in their language', async () => {
  const { createMessageTemplate: create, updateMessageTemplate: update } = messageTemplateRoutes
  const refused = await app.call(create, {
    as: office,
    body: { ...reminder, texts: { en: { ...reminder.texts.en, sms: 'Dear {{first_nmae}}' } } },
  })
  expect(refused.errors).toMatchObject([{ field: 'texts.en.sms', code: 'unknown_field' }])
  // As saved replies write it: it would go out as it stands.
  const single = { ...reminder, texts: { en: { ...reminder.texts.en, body: 'Dear {first_name}' } } }
  expect((await app.call(create, { as: office, body: single })).errors).toMatchObject([
    { field: 'texts.en.body', code: 'unknown_field' },
  ])
  const silent = await app.call(create, { as: office, body: { ...reminder, texts: { en: { sms: 'Hello' } } } })
  expect(silent.errors).toMatchObject([{ field: 'texts.en.subject', code: 'required' }])

  const made = await app.call(create, { as: office, body: reminder })
  expect(made.data).toMatchObject({ channels: ['mail', 'sms'], languages: ['en', 'fr'], needed: false })
  const params = { id: made.data._id }
  await app.call(update, { as: office, params, body: { purpose: 'Sent two weeks before' } })

  const event = await makeEvent(app)
  const guest = await app.account({
    columns: { first_name: 'Awa', language: 'fr', notify: JSON.stringify({ mail: true, sms: true, muted: [] }) },
  })
  const reservation = await reserve(event, guest)
  const send = () =>
    inWork(app.app.deps, (work) =>
      sendTemplate(work, { template_id: params.id, to: { reservation_id: reservation._id } }),
    )
  expect(await send()).toEqual({ sent: ['mail', 'sms'], leftOut: {} })
  const [mail] = await app.outbox(guest.email)
  // French has no mail, so English is sent, with its amounts.
  expect(mail).toMatchObject({ subject: expect.stringMatching(/^Your balance for Convention/) })
  expect(mail?.text).toMatch(
    /^Dear Awa,\n\nGHS\u00A0[\d,]+\.00 is still open\. http:\/\/shiloh\.test\/reservations\/[0-9a-f]{24}\n\n/,
  )
  expect(mail?.links.at(-1)).toContain('/auth/account')
  const { rows } = await app.database.pool.query(`select body from messages where template = 'office_sms'`)
  expect(rows[0].body).toMatch(/^Awa, \d.* GHS à payer\.$/)

  // People who opted out get it only where their reservation needs it.
  await app.database.pool.query(
    `update users set notify = '{"mail": true, "sms": false, "muted": ["announcement"]}' where id = $1`,
    [guest.id],
  )
  expect(await send()).toEqual({ sent: [], leftOut: { mail: 'opted_out', sms: 'opted_out' } })
  await app.call(update, { as: office, params, body: { needed: true } })
  expect(await send()).toEqual({ sent: ['mail', 'sms'], leftOut: {} })

  // One that was stored before this was refused is still listed and sent.
  await app.database.pool.query('update message_templates set texts = $2 where id = $1', [
    params.id,
    JSON.stringify(single.texts),
  ])
  const { data: kept } = await app.call(messageTemplateRoutes.getMessageTemplate, { as: office, params })
  expect(kept.texts.en?.body).toBe('Dear {first_name}')
  expect(await send()).toEqual({ sent: ['mail', 'sms'], leftOut: {} })
})

const text = (sms: string) => ({
  en: { subject: 'From the office', body: 'Dear {{first_name}}, {{code}}: {{balance}}', sms },
})

test('a message reaches everybody of a filter once, also after a crash in the middle', async () => {
  const event = await makeEvent(app, { capacity: 200 })
  const members = await Promise.all(
    ['Abena', 'Akua', 'Esi', 'Kofi'].map((first_name) =>
      app.account({ columns: { first_name, region_id: null, notify: '{"mail": true, "sms": true, "muted": []}' } }),
    ),
  )
  for (const member of members) await reserve(event, member)
  const [abena, akua, esi, kofi] = members
  const set = (columns: string, id: string | undefined) =>
    app.database.pool.query(`update users set ${columns} where id = $1`, [id])
  await set(`notify = '{"mail": true, "sms": true, "muted": ["announcement"]}'`, akua?.id)
  await set('email = null', esi?.id)
  await app.database.pool.query(`update reservations set pays_at_desk = true where user_id <> $1 and event_id = $2`, [
    kofi?.id,
    event.id,
  ])

  const { previewReservationsMessage: preview, messageReservations: send, listRecipients } = bulkMessageRoutes
  const params = { event_id: event.id }
  const body = {
    channels: ['app', 'mail', 'sms'],
    texts: text('{{first_name}}: {{balance}}'),
    filter: { payment: 'desk' },
  }
  const seen = await app.call(preview, { as: office, params, body: { ...body, at: 1 } })
  // The filter means what it means in the list.
  const staff = await app.account({ type: 'admin', permissions: ['reservations.read'] })
  const list = await app.call(reservationRoutes.listReservations, {
    as: staff,
    query: { event_id: event.id, payment: 'desk' },
  })
  expect(seen.data).toMatchObject({
    people: list.meta.total,
    reached: 3,
    channels: { app: 3, mail: 1, sms: 2 },
    left_out: expect.arrayContaining([
      { channel: 'mail', reason: 'opted_out', people: 1 },
      { channel: 'mail', reason: 'no_address', people: 1 },
    ]),
    sms_parts: 2,
    reader: { at: 1, sms: { parts: 1 } },
  })
  const wrong = await app.call(preview, { as: office, params, body: { ...body, filter: { payment: 'later' } } })
  expect(wrong.errors).toMatchObject([{ field: 'filter.payment' }])
  // A filter that the list does not have would select everybody.
  const misspelt = { ...body, name: 'Unpaid', filter: { payment: 'desk', nope: 1 } }
  for (const route of [preview, send]) {
    const refused = await app.call(route, { as: office, params, body: misspelt })
    expect([refused.status, refused.errors]).toMatchObject([422, [{ field: 'filter.nope' }]])
  }
  const toPeople = { ...misspelt, texts: { en: { subject: 'Hello', body: 'Hello', sms: 'Hello' } } }
  const refused = await app.call(bulkMessageRoutes.messagePeople, { as: office, body: toPeople })
  expect(refused.errors).toMatchObject([{ field: 'filter.payment' }, { field: 'filter.nope' }])

  const made = await app.call(send, { as: office, params, body: { ...body, name: 'Unpaid' } })
  expect(made.data).toMatchObject({ status: 'scheduled', people: 0 })
  const { deps } = app.app
  await bulkJobs[START_MESSAGES]?.({}, deps)
  const message = { id: made.data._id }
  const shown = async () => (await app.call(bulkMessageRoutes.getBulkMessage, { as: office, params: message })).data
  // It can still be stopped for some seconds.
  expect(await shown()).toMatchObject({ status: 'scheduled' })
  app.clock.forward(1)
  await bulkJobs[START_MESSAGES]?.({}, deps)
  // The process dies while it writes the second half: what it had committed stays, the rest is rolled back.
  const { activity_id } = await shown()
  const crashing = {
    ...deps,
    messenger: {
      ...deps.messenger,
      deliverLeased: async (_: Deps, write: (lease: Lease) => Promise<unknown>) => {
        await write({ until: new Date(app.clock().getTime() + 600_000), by: 'gone-1' })
        throw new Error('killed')
      },
    },
  }
  await expect(bulkJobs.send_bulk_message?.({ activity_id }, crashing)).rejects.toThrow('killed')
  await bulkJobs.send_bulk_message?.({ activity_id }, deps)
  await bulkJobs.send_bulk_message?.({ activity_id }, deps)
  expect(await shown()).toMatchObject({
    status: 'done',
    people: 3,
    told: 3,
    figures: {
      under_way: { mail: 1, sms: 2 },
      left_out: [
        { channel: 'mail', reason: 'no_address', people: 1 },
        { channel: 'mail', reason: 'opted_out', people: 1 },
        { channel: 'sms', reason: 'opted_out', people: 1 },
      ],
    },
  })
  // Stopped before the last one: nothing is sent to them, which is not the same as nobody to send to.
  const stop = (state: string, from: string) =>
    app.database.pool.query(
      `update bulk_recipients set state = $2 where (message_id, user_id) in
        (select message_id, user_id from bulk_recipients where message_id = $1 and state = $3 order by user_id limit 1)`,
      [message.id, state, from],
    )
  await stop('stopped', 'sent')
  expect((await shown()).figures).toMatchObject({ stopped: 1, waiting: 0, unreached: 0 })
  await stop('sent', 'stopped')
  app.clock.forward(11)
  expect(await app.outbox(abena?.email ?? '')).toHaveLength(2)
  const outbox = await app.database.pool.query(
    `select channel, recipient from messages where template like 'office_%' and user_id = any($1)`,
    [members.map(({ id }) => id)],
  )
  expect(outbox.rows).toHaveLength(3)
  const notices = await app.database.pool.query(`select body from notifications where message_id = $1`, [message.id])
  expect(notices.rows).toHaveLength(3)
  const results = await app.call(listRecipients, { as: office, params: message })
  expect(results.data.map(({ result, app: inApp, mail, sms }) => [result, inApp, mail, sms]).sort()).toEqual([
    ['delivered', 'delivered', 'delivered', 'delivered'],
    ['delivered', 'delivered', 'no_address', 'delivered'],
    ['delivered', 'delivered', 'opted_out', 'opted_out'],
  ])
})

test('a scheduled message is changed and cancelled until it starts, and asks for its permission again', async () => {
  const event = await makeEvent(app)
  const member = await app.account()
  await reserve(event, member)
  const { messageReservations: send, changeBulkMessage: change, cancelBulkMessage: cancel } = bulkMessageRoutes
  const sender = await app.account({
    type: 'admin',
    permissions: ['reservations.email', 'reservations.read', 'messages.read', 'messages.update'],
  })
  const starts_at = (minutes: number) => new Date(app.clock().getTime() + minutes * 60_000).toISOString()
  const body = { name: 'Later', channels: ['app'], texts: text(''), starts_at: starts_at(60) }
  const make = async () => (await app.call(send, { as: sender, params: { event_id: event.id }, body })).data._id
  const run = () => bulkJobs[START_MESSAGES]?.({}, app.app.deps)
  const status = async (id: string) =>
    (await app.call(bulkMessageRoutes.getBulkMessage, { as: office, params: { id } })).data.status
  const late = await app.call(send, {
    as: sender,
    params: { event_id: event.id },
    body: { ...body, starts_at: starts_at(-1) },
  })
  expect(late.errors).toMatchObject([{ field: 'starts_at' }])

  const [moved, cancelled, orphan] = [await make(), await make(), await make()]
  // People who reserve before it starts are counted.
  const expected = async (id: string) => {
    const { data } = await app.call(bulkMessageRoutes.getBulkMessage, { as: office, params: { id } })
    const list = await app.call(bulkMessageRoutes.listBulkMessages, { as: office, query: { event_id: event.id } })
    expect(list.data.find(({ _id }) => _id === id)?.expected).toBe(data.expected)
    return data.expected
  }
  expect(await expected(moved)).toBe(1)
  await reserve(event, await app.account())
  expect(await expected(moved)).toBe(2)
  await app.call(change, { as: sender, params: { id: moved }, body: { starts_at: starts_at(120), name: 'Much later' } })
  expect((await app.call(cancel, { as: sender, params: { id: cancelled } })).status).toBe(200)
  expect(await expected(cancelled)).toBe(null)
  await app.database.pool.query('delete from user_roles where user_id = $1', [sender.id])
  expect(await expected(moved)).toBe(null)
  app.clock.forward(61)
  await run()
  expect([await status(moved), await status(cancelled), await status(orphan)]).toEqual([
    'scheduled',
    'stopped',
    'stopped',
  ])
  await app.app.deps.jobs.drain()
  const [work] = (await app.call(activityRoutes.listActivities, { as: office })).data.filter(
    ({ about }) => 'name' in about && about.name === 'Later',
  )
  expect(work).toMatchObject({ state: 'failed', error: expect.stringContaining('cannot do this any more') })
  const again = await app.call(cancel, { as: office, params: { id: orphan } })
  expect(again.code).toBe('illegal_transition')
})

test('a message of an author who was deactivated does not start, and stops where it is', async () => {
  const event = await makeEvent(app)
  const members = []
  for (let i = 0; i < 2; i += 1) members.push(await app.account())
  for (const member of members) await reserve(event, member)
  const author = async () =>
    app.account({ type: 'admin', permissions: ['reservations.email', 'reservations.read', 'messages.read'] })
  const run = () => bulkJobs[START_MESSAGES]?.({}, app.app.deps)
  const deactivate = ({ id }: TestAccount) =>
    app.database.pool.query(`update users set status = 'deactivated' where id = $1`, [id])
  const make = async (as: TestAccount) => {
    const starts_at = new Date(app.clock().getTime() + 60_000).toISOString()
    const body = { name: 'Gone', channels: ['app'], texts: text(''), starts_at }
    const sent = await app.call(bulkMessageRoutes.messageReservations, { as, params: { event_id: event.id }, body })
    app.clock.forward(2)
    return sent.data._id
  }
  const result = async (id: string) => {
    const { data } = await app.call(bulkMessageRoutes.getBulkMessage, { as: office, params: { id } })
    return { status: data.status, told: data.told }
  }
  const [before, during] = [await author(), await author()]
  const early = await make(before)
  await deactivate(before)
  await run()
  await app.app.deps.jobs.drain()
  expect(await result(early)).toEqual({ status: 'stopped', told: 0 })
  // Whom it was for and why it stopped is known, and somebody else takes it over.
  const held = (await app.call(bulkMessageRoutes.getBulkMessage, { as: office, params: { id: early } })).data
  expect(held).toMatchObject({
    people: 2,
    error: expect.stringContaining('no longer in use'),
    figures: { stopped: 2, not_told: 2 },
  })
  const alerts = async () =>
    (await app.call(alertRoutes.listAlerts, { as: office })).data
      .filter(({ kind }) => kind === 'message_held')
      .map(({ about, link }) => ({ about, link }))
  expect(await alerts()).toContainEqual({ about: 'Gone', link: `/admin/messages/${early}` })
  const taken = await app.call(bulkMessageRoutes.messageReservations, {
    as: office,
    params: { event_id: event.id },
    body: { name: 'Taken over', channels: ['app'], texts: text(''), again: { message_id: early, result: 'not_told' } },
  })
  expect(taken.data.expected).toBe(2)
  expect((await alerts()).map(({ link }) => link)).not.toContain(`/admin/messages/${early}`)

  const late = await make(during)
  await run()
  await deactivate(during)
  await app.app.deps.jobs.drain()
  expect(await result(late)).toEqual({ status: 'stopped', told: 0 })
})

test('a message whose filter the list no longer has is not sent, and says so', async () => {
  const event = await makeEvent(app)
  await reserve(event, await app.account())
  const starts_at = new Date(app.clock().getTime() + 60_000).toISOString()
  const body = { name: 'Lost filter', channels: ['app'], texts: text(''), starts_at, filter: { payment: 'unpaid' } }
  const params = { event_id: event.id }
  const { data: made } = await app.call(bulkMessageRoutes.messageReservations, { as: office, params, body })
  await app.database.pool.query(`update bulk_messages set filter = '{"choir":"yes"}' where id = $1`, [made._id])
  app.clock.forward(2)
  await bulkJobs[START_MESSAGES]?.({}, app.app.deps)
  await app.app.deps.jobs.drain()
  const { data } = await app.call(bulkMessageRoutes.getBulkMessage, { as: office, params: { id: made._id } })
  expect(data).toMatchObject({ status: 'stopped', people: 0, error: expect.stringContaining('its filter names') })
  const [work] = (await app.call(activityRoutes.listActivities, { as: office })).data.filter(
    ({ about }) => 'name' in about && about.name === 'Lost filter',
  )
  expect(work).toMatchObject({ state: 'failed', error: data.error, link: `/admin/messages/${made._id}` })
})

test('whoever waited for a message that was stopped can be written to again at once', async () => {
  const event = await makeEvent(app)
  const members = [await app.account(), await app.account()]
  for (const member of members) await reserve(event, member)
  const { messageReservations, previewReservationsMessage, getBulkMessage, listRecipients } = bulkMessageRoutes
  const params = { event_id: event.id }
  const body = { name: 'Too early', channels: ['app'], texts: text('') }
  const made = await app.call(messageReservations, { as: office, params, body })
  app.clock.forward(1)
  await bulkJobs[START_MESSAGES]?.({}, app.app.deps)
  const id = { id: made.data._id }
  const shown = async () => (await app.call(getBulkMessage, { as: office, params: id })).data
  const { activity_id, figures } = await shown()
  expect(figures).toMatchObject({ waiting: 2, stopped: 0, not_told: 0 })
  const act = { id: activity_id ?? '', act: 'stop' as const }
  expect((await app.call(activityRoutes.controlActivity, { as: office, params: act })).data.state).toBe('stopped')

  const seen = async () => {
    const { status, figures: now } = await shown()
    const people = (await app.call(listRecipients, { as: office, params: id, query: { result: 'stopped' } })).data
    const again = { message_id: made.data._id, result: 'not_told' }
    const asked = { ...body, at: 0, again }
    const preview = await app.call(previewReservationsMessage, { as: office, params, body: asked })
    return { status, now, people: people.map(({ app: inApp }) => inApp), again: preview.data.people }
  }
  const stopped = {
    status: 'stopped',
    now: { waiting: 0, stopped: 2, not_told: 2 },
    people: ['stopped', 'stopped'],
    again: 2,
  }
  expect(await seen()).toMatchObject(stopped)
  await bulkJobs[START_MESSAGES]?.({}, app.app.deps)
  expect(await seen()).toMatchObject(stopped)
})

test('an announcement that was called off is neither shown nor over, and nothing of it changes', async () => {
  const { announce, changeAnnouncement, listAnnouncements, removeAnnouncement } = announcementRoutes
  const editor = await app.account({ type: 'admin', permissions: ['notifications.read', 'notifications.create'] })
  const made = await app.call(announce, {
    as: editor,
    body: {
      title: { en: 'Bus strike' },
      text: { en: 'Come early.' },
      audience: { roles: ['vendor'] },
      channels: ['app'],
      starts_at: new Date(app.clock().getTime() + 3_600_000).toISOString(),
      pinned: true,
    },
  })
  const params = { id: made.data._id }
  expect((await app.call(removeAnnouncement, { as: editor, params })).status).toBe(200)
  const listed = async (state: Announcement['state']) =>
    (await app.call(listAnnouncements, { as: editor, query: { search: 'Bus strike', state } })).data.length
  expect([await listed('called_off'), await listed('ended'), await listed('live')]).toEqual([1, 0, 0])
  for (const body of [{ ends_at: new Date(app.clock().getTime() + 7_200_000).toISOString() }, { pinned: false }])
    expect((await app.call(changeAnnouncement, { as: editor, params, body })).code).toBe('illegal_transition')
  app.clock.forward(60)
  await app.app.deps.jobs.drain()
  expect([await listed('called_off'), await listed('ended')]).toEqual([1, 0])
})

test('an announcement whose author may not send it any more says so', async () => {
  const { announce, getAnnouncement, listAnnouncements } = announcementRoutes
  const editor = await app.account({ type: 'admin', permissions: ['notifications.read', 'notifications.create'] })
  const event = await makeEvent(app)
  await reserve(event, await app.account())
  const words = { title: { en: 'Held' }, text: { en: 'Nobody hears of it.' }, audience: { event_id: event.id } }
  const made = await app.call(announce, { as: editor, body: { ...words, channels: ['app'], pinned: false } })
  expect(made.data).toMatchObject({ state: 'planned', error: null })
  await app.database.pool.query(`delete from user_roles where user_id = $1`, [editor.id])
  app.clock.forward(1)
  await bulkJobs[START_MESSAGES]?.({}, app.app.deps)
  await app.app.deps.jobs.drain()
  const params = { id: made.data._id }
  const colleague = await app.account({ type: 'admin', permissions: ['notifications.read'] })
  const held = await app.call(getAnnouncement, { as: colleague, params, headers: { 'accept-language': 'de' } })
  expect(held.data).toMatchObject({ state: 'ended', people: 0, error: expect.stringContaining('Konto') })
  const listed = await app.call(listAnnouncements, { as: colleague, query: { search: 'Held' } })
  expect(listed.data).toMatchObject([{ error: expect.stringContaining('no longer in use') }])
})

test('an announcement reaches its audience, is pinned until its end, and counts its readers', async () => {
  const { announce, listAnnouncements, changeAnnouncement, listPinned } = announcementRoutes
  const editor = await app.account({ type: 'admin', permissions: ['notifications.read', 'notifications.create'] })
  const event = await makeEvent(app)
  const [coming, other] = [await app.account({ columns: { language: 'de' } }), await app.account()]
  await reserve(event, coming)
  const body = {
    title: { en: 'Bring a blanket', de: 'Bitte eine Decke mitbringen' },
    text: { en: 'The nights are cold.', de: 'Die Nächte sind kalt.' },
    audience: { event_id: event.id },
    channels: ['app'],
    pinned: true,
    ends_at: new Date(app.clock().getTime() + 3600_000).toISOString(),
  }
  const wrong = await app.call(announce, { as: editor, body: { ...body, ends_at: app.clock().toISOString() } })
  expect(wrong.errors).toMatchObject([{ field: 'ends_at', code: 'date_order' }])
  const nobody = '0'.repeat(24)
  const unknown = { unit_ids: [nobody], event_id: nobody, participant_type_id: nobody }
  const refused: [object, string, string][] = [
    [{ audience: unknown }, 'audience.unit_ids', 'not_found'],
    [{ audience: unknown }, 'audience.event_id', 'not_found'],
    [{ audience: unknown }, 'audience.participant_type_id', 'not_found'],
    [{ starts_at: '2020-01-01T00:00:00.000Z' }, 'starts_at', 'too_early'],
    [{ title: { de: 'Nur Deutsch' }, text: { en: 'English only' } }, 'title.en', 'required'],
  ]
  for (const [change, field, code] of refused)
    expect((await app.call(announce, { as: editor, body: { ...body, ...change } })).errors).toContainEqual(
      expect.objectContaining({ field, code }),
    )
  const made = await app.call(announce, { as: editor, body })
  expect(made.data).toMatchObject({ state: 'planned', event: { _id: event.id } })
  // Into the past it would go out at once, and could not be called off. With its own start the rest can change.
  const moved = (starts_at: string) =>
    app.call(changeAnnouncement, { as: editor, params: { id: made.data._id }, body: { starts_at, pinned: true } })
  expect((await moved('2020-01-01T00:00:00.000Z')).errors).toMatchObject([{ field: 'starts_at', code: 'too_early' }])
  expect((await moved(made.data.starts_at)).status).toBe(200)
  await app.app.deps.jobs.drain()
  const pinned = async (as: TestAccount) => (await app.call(listPinned, { as })).data
  expect(await pinned(coming)).toMatchObject([{ title: 'Bitte eine Decke mitbringen', read_at: null }])
  expect(await pinned(other)).toEqual([])
  await app.call(identityRoutes.readNotification, { as: coming, params: { id: (await pinned(coming))[0]?._id ?? '' } })
  const [row] = (await app.call(listAnnouncements, { as: editor })).data
  expect(row).toMatchObject({ state: 'live', people: 1, readers: 1 })
  const params = { id: made.data._id }
  expect((await app.call(changeAnnouncement, { as: editor, params, body: { title: { en: 'No' } } })).code).toBe(
    'illegal_transition',
  )
  const backwards = { as: editor, params, body: { ends_at: '2020-01-01T00:00:00.000Z' } }
  expect((await app.call(changeAnnouncement, backwards)).errors).toMatchObject([
    { field: 'ends_at', code: 'date_order' },
  ])
  app.clock.forward(1)
  const ended = await app.call(changeAnnouncement, { as: editor, params, body: { ends_at: app.clock().toISOString() } })
  expect(ended.data.state).toBe('ended')
  expect(await pinned(coming)).toEqual([])

  // Somebody who is denied the event sees neither the work of it nor how many people it has.
  const permissions = ['messages.update', 'notifications.read', 'notifications.create'] as const
  const [denied, colleague] = [
    await app.account({ type: 'admin', permissions: [...permissions] }),
    await app.account({ type: 'admin', permissions: [...permissions] }),
  ]
  await app.database.pool.query(
    `insert into special_permissions (user_id, effect, resource, object_id, actions) values ($1, 'deny', 'events', $2, '{read}')`,
    [denied.id, event.id],
  )
  const works = async (as: TestAccount) =>
    (await app.call(activityRoutes.listActivities, { as })).data.filter(
      ({ about }) => 'name' in about && about.name === body.title.en,
    )
  const count = async (as: TestAccount) =>
    (await app.call(announcementRoutes.countAudience, { as, body: { audience: body.audience } })).status
  expect([await works(colleague), await count(colleague)]).toMatchObject([[{ about: { event_id: event.id } }], 200])
  expect([await works(denied), await count(denied)]).toEqual([[], 404])

  // An announcement waits for its time, and its author was denied the event meanwhile.
  const later = { ...body, title: { en: 'Later' }, starts_at: new Date(app.clock().getTime() + 60_000).toISOString() }
  const planned = (await app.call(announce, { as: colleague, body: { ...later, ends_at: null } })).data
  await app.database.pool.query(
    `insert into special_permissions (user_id, effect, resource, object_id, actions) values ($1, 'deny', 'events', $2, '{read}')`,
    [colleague.id, event.id],
  )
  app.clock.forward(2)
  await app.app.deps.jobs.drain()
  const kept = (await app.call(listAnnouncements, { as: editor })).data.find(({ _id }) => _id === planned._id)
  expect(kept).toMatchObject({ state: 'ended', people: 0, readers: 0 })
  expect(await pinned(coming)).toEqual([])
})

test('a message to people without a reservation has no fields of one', async () => {
  const reader = await app.account()
  const { messagePeople: create, previewPeopleMessage: preview, testPeopleMessage: tryOut } = bulkMessageRoutes
  const plain = { en: { subject: 'Hello', body: 'Dear {{first_name}}', sms: '' } }
  const texts = { en: { subject: 'Hello', body: 'Balance {{balance}} for {{code}}', sms: '{{event}}' } }
  const body = { name: 'All', channels: ['mail'], texts, ids: [reader.id] }
  const made = (await app.call(create, { as: office, body: { ...body, texts: plain } })).data
  const errors = [
    { field: 'texts.en.body', code: 'unknown_field' },
    { field: 'texts.en.sms', code: 'unknown_field' },
  ]
  for (const route of [create, preview, tryOut])
    expect((await app.call(route, { as: office, body })).errors).toMatchObject(errors)
  const changed = { as: office, params: { id: made._id }, body: { texts } }
  expect((await app.call(bulkMessageRoutes.changeBulkMessage, changed)).errors).toMatchObject(errors)
  const announcement = { title: { en: 'Hello {{code}}' }, text: { en: '{{balance}}' }, audience: {}, channels: ['app'] }
  const editor = await app.account({ type: 'admin', permissions: ['notifications.create'] })
  expect((await app.call(announcementRoutes.announce, { as: editor, body: announcement })).errors).toMatchObject([
    { field: 'title.en', code: 'unknown_field' },
    { field: 'text.en', code: 'unknown_field' },
  ])
})

test('a message reaches reservations that count, says what its SMS cost, and its result is a file', async () => {
  const event = await makeEvent(app, { capacity: 200 })
  const members = await Promise.all(
    ['Adwoa', 'Yaw'].map((first_name) =>
      app.account({ columns: { first_name, notify: '{"mail": true, "sms": true, "muted": []}' } }),
    ),
  )
  const [stays, gone] = members
  for (const member of members) await reserve(event, member)
  await app.database.pool.query(`update reservations set status = 'cancelled' where user_id = $1`, [gone?.id])
  const { previewReservationsMessage: preview, messageReservations: send } = bulkMessageRoutes
  const params = { event_id: event.id }
  const body = { channels: ['sms'], texts: text('Hello {{first_name}}') }
  const seen = async (extra: object) =>
    (await app.call(preview, { as: office, params, body: { ...body, ...extra } })).data
  // Nobody was asked for: those who cancelled get nothing. A filter or a selection is taken as it is.
  expect(await seen({})).toMatchObject({ people: 1, sms_parts: 1, sms_cost: null, reader: { _id: stays?.id } })
  expect(await seen({ filter: { payment: 'unpaid' } })).toMatchObject({ people: 1 })
  expect(await seen({ filter: { status: 'cancelled' } })).toMatchObject({ people: 1, reader: { _id: gone?.id } })
  expect(await seen({ filter: { status: EVERY_STATUS } })).toMatchObject({ people: 2 })
  const { rows: cancelled } = await app.database.pool.query('select id from reservations where user_id = $1', [
    gone?.id,
  ])
  expect(await seen({ ids: [cancelled[0].id] })).toMatchObject({ people: 1, reader: { _id: gone?.id } })

  const owner = await app.account({ type: 'admin', permissions: ['settings.update', 'settings.read'] })
  const price = (sms_part_price: number | null) =>
    app.call(settingsRoutes.updateSettings, {
      as: owner,
      params: { name: 'message_settings' },
      body: { sms_part_price },
    })
  expect((await app.call(settingsRoutes.readSettings, { as: owner })).data.message_settings).toEqual({
    sms_part_price: null,
  })
  await price(4)
  expect(await seen({ filter: { status: EVERY_STATUS } })).toMatchObject({ sms_cost: { amount: 8, currency: 'GHS' } })

  const made = await app.call(send, { as: office, params, body: { ...body, name: 'Hello' } })
  app.clock.forward(1)
  await app.app.deps.jobs.drain()
  // What it cost is known from when it started.
  await price(null)
  const id = { id: made.data._id }
  const { data } = await app.call(bulkMessageRoutes.getBulkMessage, { as: office, params: id })
  expect(data).toMatchObject({ people: 1, figures: { sms_parts: 1, sms_cost: { amount: 4, currency: 'GHS' } } })
  // One whom the provider refused: the file says what the outbox says, and no more.
  await app.database.pool.query(
    `update messages set status = 'failed', error = 'unknown number' where id = (select sms_id from bulk_recipients where message_id = $1)`,
    [id.id],
  )
  const file = async (query: string) =>
    (
      await app.app.server.inject({
        method: 'GET',
        url: `${API_PREFIX}/admin/bulk-messages/${id.id}/recipients/export?${query}`,
        headers: { authorization: `Bearer ${await app.tokenOf(office)}` },
      })
    ).body
      .replace('\ufeff', '')
      .trim()
      .split('\r\n')
  const [header, line] = await file('columns=name,result,sms,sms_error,sms_parts,mail')
  expect([header, line]).toEqual([
    'name,result,sms,sms_error,sms_parts,mail',
    expect.stringMatching(/^Adwoa Mensah[ \d]*,failed,failed,unknown number,1,$/),
  ])
  expect(await file('result=delivered&columns=name')).toEqual(['name'])
})

test('somebody writes to people whom they may see, and deactivated accounts are left out', async () => {
  const { previewPeopleMessage: preview, previewReservationsMessage: previewGuests } = bulkMessageRoutes
  const [event, active, gone] = [await makeEvent(app), await app.account(), await app.account()]
  await app.database.pool.query(`update users set status = 'deactivated' where id = $1`, [gone.id])
  const texts = { en: { subject: 'Hello', body: 'Dear {{first_name}}', sms: 'Hello' } }
  const body = { channels: ['mail'], texts, ids: [active.id, gone.id], at: 0 }
  expect((await app.call(preview, { as: office, body })).data).toMatchObject({ people: 1, reader: { _id: active.id } })
  const writer = await app.account({ type: 'admin', permissions: ['messages.create', 'reservations.email'] })
  expect((await app.call(preview, { as: writer, body })).code).toBe('forbidden')
  const guests = { as: writer, params: { event_id: event.id }, body: { ...body, ids: undefined } }
  expect((await app.call(previewGuests, guests)).code).toBe('forbidden')
})

test('who is deactivated while a message is paused gets nothing, unless it is about a reservation', async () => {
  const [event, active, gone] = [await makeEvent(app), await app.account(), await app.account()]
  await reserve(event, gone)
  const writer = await app.account({
    type: 'admin',
    permissions: ['messages.create', 'messages.read', 'users.read', 'reservations.read', 'reservations.email'],
  })
  const { messagePeople, messageReservations, getBulkMessage, listRecipients } = bulkMessageRoutes
  const texts = { en: { subject: 'Hello', body: 'Dear {{first_name}}', sms: 'Hello' } }
  const body = { name: 'News', channels: ['mail', 'app'], texts, needed: true }
  const before = (await app.outbox(gone.email)).length
  const made = [
    await app.call(messagePeople, { as: writer, body: { ...body, ids: [active.id, gone.id] } }),
    await app.call(messageReservations, { as: writer, params: { event_id: event.id }, body }),
  ]
  app.clock.forward(1)
  const { deps } = app.app
  await bulkJobs[START_MESSAGES]?.({}, deps)
  await app.database.pool.query(`update users set status = 'deactivated' where id = $1`, [gone.id])
  const results = []
  for (const { data } of made) {
    const params = { id: data._id }
    const { activity_id } = (await app.call(getBulkMessage, { as: writer, params })).data
    await bulkJobs.send_bulk_message?.({ activity_id }, deps)
    const { figures, told } = (await app.call(getBulkMessage, { as: writer, params })).data
    const rows = (await app.call(listRecipients, { as: writer, params })).data
    const row = rows.find(({ _id }) => _id === gone.id)
    results.push({ told, left: figures.left_out, of: [row?.result, row?.app, row?.mail, row?.sms] })
  }
  expect(results).toMatchObject([
    {
      told: 1,
      left: [
        { channel: 'app', reason: 'deactivated', people: 1 },
        { channel: 'mail', reason: 'deactivated', people: 1 },
      ],
      of: ['unreached', 'deactivated', 'deactivated', null],
    },
    { told: 1, left: [], of: ['delivered', 'delivered', 'delivered', null] },
  ])
  expect((await app.outbox(gone.email)).length - before).toBe(1)
})

test('an event that is not there is not found, whatever is sent to its guests', async () => {
  const event_id = '404'.padStart(24, '0')
  const texts = { en: { subject: 'Hello', body: 'Dear {{first_name}}', sms: '' } }
  const body = { name: 'To nobody', channels: ['mail'], texts }
  const { messageReservations, previewReservationsMessage, saveReservationsDraft } = bulkMessageRoutes
  const codes = [
    await app.call(messageReservations, { as: office, params: { event_id }, body }),
    await app.call(previewReservationsMessage, { as: office, params: { event_id }, body }),
    await app.call(saveReservationsDraft, { as: office, params: { event_id, id: '405'.padStart(24, '0') }, body }),
  ].map(({ status }) => status)
  expect(codes).toEqual([404, 404, 404])
})

test('a draft is kept by many saves at once, is its author’s, and is sent once', async () => {
  const event = await makeEvent(app)
  await reserve(event, await app.account())
  const permissions = ['reservations.email', 'reservations.read', 'messages.read'] as const
  const author = await app.account({ type: 'admin', permissions: [...permissions] })
  const other = await app.account({ type: 'admin', permissions: [...permissions] })
  const id = 'a'.repeat(24)
  const { saveReservationsDraft: save, messageReservations: send, listBulkMessages, getBulkMessage } = bulkMessageRoutes
  const { discardDraft } = bulkMessageRoutes
  const params = { event_id: event.id, id }
  const unfinished = { filter: { payment: 'unpaid' }, channels: [], texts: { en: { sms: 'Hello {{first_' } } }
  const saves = await Promise.all(
    Array.from({ length: 10 }, (_, index) =>
      app.call(save, { as: author, params, body: { ...unfinished, name: `Draft ${index}` } }),
    ),
  )
  expect(saves.map(({ status }) => status)).toEqual(Array(10).fill(200))
  const list = async (as: TestAccount) =>
    (await app.call(listBulkMessages, { as, query: { status: 'draft' } })).data.map(({ _id }) => _id)
  expect([await list(author), await list(other), await list(office)]).toEqual([[id], [], [id]])
  expect((await app.call(getBulkMessage, { as: author, params: { id } })).data).toMatchObject({
    status: 'draft',
    starts_at: null,
    channels: [],
    texts: unfinished.texts,
    filter: unfinished.filter,
  })
  // A colleague needs the permission for it.
  const foreign = [
    await app.call(getBulkMessage, { as: other, params: { id } }),
    await app.call(save, { as: other, params, body: unfinished }),
    await app.call(discardDraft, { as: other, params: { id } }),
  ]
  expect(foreign.map(({ status }) => status)).toEqual([404, 404, 404])

  const message = { name: 'Ready', channels: ['app'], texts: text(''), draft_id: id }
  const sending = { as: author, params: { event_id: event.id }, body: message }
  expect((await app.call(send, { ...sending, as: other })).status).toBe(404)
  const sent = await Promise.all([app.call(send, sending), app.call(send, sending)])
  expect(sent.map(({ status }) => status).sort()).toEqual([201, 409])
  expect((await app.call(save, { as: author, params, body: unfinished })).code).toBe('illegal_transition')
  expect((await app.call(discardDraft, { as: author, params: { id } })).code).toBe('illegal_transition')
  expect([await list(author), (await app.call(getBulkMessage, { as: author, params: { id } })).data]).toMatchObject([
    [],
    { status: 'scheduled', name: 'Ready' },
  ])

  const second = { event_id: event.id, id: 'b'.repeat(24) }
  await app.call(save, { as: author, params: second, body: unfinished })
  expect((await app.call(discardDraft, { as: office, params: { id: second.id } })).status).toBe(200)
  expect(await list(author)).toEqual([])
})
