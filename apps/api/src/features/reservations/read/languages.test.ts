import { alertRoutes } from '@shiloh/contract/alerts/alerts'
import { boardRoutes } from '@shiloh/contract/allocation/board'
import { occupancyRoutes } from '@shiloh/contract/allocation/occupancy'
import { authorizationRoutes } from '@shiloh/contract/authorization'
import { badgeRoutes } from '@shiloh/contract/badges/badges'
import { gateDeviceRoutes } from '@shiloh/contract/checkin/devices'
import { scanRoutes } from '@shiloh/contract/checkin/scan-list'
import { adminEventRoutes, publicEventRoutes } from '@shiloh/contract/events/events'
import { eventFormRoutes } from '@shiloh/contract/forms/form-definitions'
import { announcementRoutes } from '@shiloh/contract/messaging/announcements'
import { paymentRoutes } from '@shiloh/contract/payments/payments'
import { tillRoutes } from '@shiloh/contract/payments/till'
import { PERMISSIONS } from '@shiloh/contract/permissions'
import { reportRoutes } from '@shiloh/contract/reports'
import { mealRoutes } from '@shiloh/contract/reservations/meals'
import { reservationRoutes as routes } from '@shiloh/contract/reservations/reservations'
import { supportRoutes } from '@shiloh/contract/support'
import { taskRoutes } from '@shiloh/contract/tasks'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { publishForm } from '#features/forms'
import { inWork } from '#platform/jobs/work'
import { raiseAlert } from '#platform/messaging/alerts.store'
import { asOwner, type BookableEvent, enterPayment, makeEvent, NIGHTS, reserve } from '../../../../test/booking.ts'
import { type TestAccount, type TestApp, testApp } from '../../../../test/harness.ts'
import { syncQuotas } from '../index.ts'
import { ticketOf } from '../mails/ticket.ts'

let t: TestApp
let staff: TestAccount
let event: BookableEvent
beforeAll(async () => {
  t = await testApp()
  staff = await t.account({ type: 'admin', permissions: ['reservations.read', 'event_forms.create', 'events.read'] })
  event = await translatedEvent()
})
afterAll(() => t.close())

const HOW = 'a'.repeat(24)
const BUS = 'b'.repeat(24)
const PHONE = 'd'.repeat(24)
const sql = (text: string, values: readonly unknown[]) => t.database.pool.query(text, [...values])
const german = (name: string) => JSON.stringify({ de: { name } })

/** An event whose names, and whose question with a price, are written in German too. */
const translatedEvent = async (): Promise<BookableEvent> => {
  const event = await makeEvent(t)
  const form = await t.call(eventFormRoutes.create, {
    as: staff,
    body: {
      name: `Form ${event.id}`,
      sections: [
        {
          title: 'Travel',
          questions: [
            {
              _id: HOW,
              label: 'How?',
              type: 'radio',
              translations: { de: { label: 'Wie?' } },
              options: [{ _id: BUS, label: 'Bus', price: 500, translations: { de: { label: 'Mit dem Bus' } } }],
            },
          ],
        },
      ],
    },
  })
  await sql(`update events set form_id = $2, translations = $3 where id = $1`, [
    event.id,
    form.data._id,
    german('Tagung'),
  ])
  await sql(`update participant_types set translations = $2 where id = $1`, [event.typeId, german('Delegierte')])
  await sql(`update room_categories set translations = $2 where id = $1`, [event.categoryId, german('Einfach')])
  await inWork(t.app.deps, (work) => publishForm(work, form.data._id))
  await inWork(t.app.deps, (work) => syncQuotas(work, event.id))
  return event
}

test('a reservation is told in the language of its reader, and its ticket in that of the person it goes to', async () => {
  const { id, user } = await reserve(t, event, {
    accommodation: { room_category_id: event.categoryId, ...NIGHTS },
    products: [{ product_option_id: event.optionId, quantity: 1 }],
    answers: { [HOW]: BUS },
  })
  // As reservations were stored before.
  await sql(`update reservation_lines set label = 'How?: Bus' where reservation_id = $1 and kind = 'question_option'`, [
    id,
  ])
  const read = async (language: string, as = user) => {
    const asked = { as, params: { id }, headers: { 'accept-language': language } }
    if (as === staff) return (await t.call(routes.getReservation, asked)).data
    return asOwner((await t.call(routes.getMyReservation, asked)).data)
  }
  const german = await read('de')
  expect(german).toMatchObject({
    event: { name: 'Tagung' },
    participant_type: { name: 'Delegierte' },
    accommodation: { name: 'Einfach' },
    answers: [{ question_id: HOW, label: 'Wie?', value: BUS, words: 'Mit dem Bus' }],
  })
  const labels = german.lines.map(({ label }) => label)
  expect(labels).toEqual(expect.arrayContaining(['Delegierte', 'Einfach', 'Wie? Mit dem Bus']))
  // The product has no German name.
  expect(labels.some((label) => /^T-shirt \w+, L$/.test(label))).toBe(true)
  expect((await read('de', staff)).accommodation?.name).toBe('Einfach')

  const english = await read('en')
  expect(english.answers[0]?.label).toBe('How?')
  expect(english.lines.map(({ label }) => label)).toContain('How? Bus')
  expect(english.lines.map(({ amount }) => amount)).toEqual(german.lines.map(({ amount }) => amount))

  await sql(`update reservations set status = 'active', paid = total, hold_expires_at = null where id = $1`, [id])
  expect((await ticketOf(t.app.deps, id, 'de'))?.html).toContain('Delegierte')
  expect((await ticketOf(t.app.deps, id, 'en'))?.html).not.toContain('Delegierte')
})

test('an event says which of its texts are not in the language of its reader', async () => {
  await sql(`update event_participant_types set note = 'For all' where event_id = $1`, [event.id])
  await sql(`update room_categories set description = 'Two beds' where id = $1`, [event.categoryId])
  await inWork(t.app.deps, (work) => syncQuotas(work, event.id))
  const member = await t.account()
  const read = async (language: string) => {
    const headers = { 'accept-language': language }
    const { data: own } = await t.call(publicEventRoutes.readUserEvent, {
      as: member,
      headers,
      params: { id: event.id },
    })
    const { data: everybody } = await t.call(publicEventRoutes.readEvent, { headers, params: { id: event.id } })
    const { data: rooms } = await t.call(routes.listRoomCategories, {
      as: member,
      headers,
      query: { event_id: event.id },
    })
    return { own, everybody, rooms }
  }
  const { own, everybody, rooms } = await read('de')
  expect(own.participant_types[0]).toMatchObject({ name: 'Delegierte', note: 'For all', languages: { note: 'en' } })
  expect(own.accommodations[0]).not.toHaveProperty('languages')
  expect(rooms[0]).toMatchObject({ name: 'Einfach', languages: { description: 'en' } })
  expect(own.products[0]).toMatchObject({ languages: { name: 'en' }, options: [{ languages: { name: 'en' } }] })
  // A caterer has a name of its own, and nothing is said of a note that is empty.
  expect(own.caterers[0]).not.toHaveProperty('languages')
  expect(own.form?.sections[0]).toMatchObject({ title: 'Travel', languages: { title: 'en' } })
  expect(own.form?.sections[0]?.questions[0]).not.toHaveProperty('languages')
  expect(everybody.participant_types).toEqual(own.participant_types)
  expect(everybody.priced_questions).toEqual([
    { _id: HOW, label: 'Wie?', options: [{ _id: BUS, label: 'Mit dem Bus', price: 500, left: null }] },
  ])

  const french = await read('fr')
  expect(french.own.accommodations[0]).toMatchObject({
    name: expect.stringMatching(/^Standard/),
    languages: { name: 'en' },
  })
  expect(french.everybody.priced_questions[0]).toMatchObject({ languages: { label: 'en' } })
  expect(JSON.stringify(await read('en'))).not.toContain('languages')
})

test('a form and the lines of a price are told right after the church changed its language', async () => {
  const speak = (language: string) => sql('update client_groups set language = $1', [language])
  const { id, user } = await reserve(t, event, {
    accommodation: { room_category_id: event.categoryId, ...NIGHTS },
    products: [{ product_option_id: event.optionId, quantity: 1 }],
    answers: { [HOW]: BUS },
  })
  const read = async (language: string, of = id, as = user) => {
    const headers = { 'accept-language': language }
    const view = asOwner((await t.call(routes.getMyReservation, { as, params: { id: of }, headers })).data)
    return { answers: view.answers.map(({ label }) => label), lines: view.lines.map(({ label }) => label) }
  }
  const form = async (language: string) => {
    const headers = { 'accept-language': language }
    const { data } = await t.call(publicEventRoutes.readUserEvent, { as: user, headers, params: { id: event.id } })
    const [section] = data.form?.sections ?? []
    const [question] = section?.questions ?? []
    return [section?.title, section?.languages, question?.label, question?.languages, question?.options[0]?.label]
  }
  const [english, german] = [await read('en'), await read('de')]
  const product = english.lines.find((label) => label.startsWith('T-shirt'))
  await speak('de')
  try {
    for (const reader of ['de', 'fr'])
      expect(await read(reader)).toEqual({
        answers: ['Wie?'],
        lines: expect.arrayContaining(['Delegierte', 'Einfach', 'Wie? Mit dem Bus', product]),
      })
    expect(await read('en')).toEqual(english)

    // The version is the one that was published in English, with its German translations.
    expect(await form('de')).toEqual(['Travel', { title: 'en' }, 'Wie?', undefined, 'Mit dem Bus'])
    expect(await form('en')).toEqual(['Travel', undefined, 'How?', undefined, 'Bus'])
    expect(await form('fr')).toEqual(['Travel', { title: 'en' }, 'Wie?', { label: 'de' }, 'Mit dem Bus'])

    // Saving the form publishes it in German, and leaves what is English in it English.
    const { rows } = await sql('select form_id as id from events where id = $1', [event.id])
    const author = await t.account({ type: 'admin', permissions: ['event_forms.read', 'event_forms.update'] })
    const detail = { as: author, params: { id: String(rows[0].id) } }
    const { data: opened } = await t.call(eventFormRoutes.get, detail)
    const sections = opened.sections.map(({ questions, ...section }) => ({
      ...section,
      questions: questions.map(({ languages: _, question_options: __, ...question }) => question),
    }))
    expect((await t.call(eventFormRoutes.update, { ...detail, body: { sections } })).status).toBe(200)
    expect(await form('de')).toEqual(['Travel', { title: 'en' }, 'Wie?', undefined, 'Mit dem Bus'])

    const made = await reserve(t, event, { answers: { [HOW]: BUS } })
    await speak('en')
    expect(await form('en')).toEqual(['Travel', undefined, 'How?', undefined, 'Bus'])
    expect(await form('de')).toEqual(['Travel', { title: 'en' }, 'Wie?', undefined, 'Mit dem Bus'])
    expect(await form('fr')).toEqual(['Travel', { title: 'en' }, 'How?', { label: 'en' }, 'Bus'])
    for (const reader of ['en', 'fr'])
      expect(await read(reader, made.id, made.user)).toEqual({
        answers: ['How?'],
        lines: expect.arrayContaining(['How? Bus']),
      })
    expect((await read('en', made.id, made.user)).lines).not.toContain('Delegierte')
    expect(await read('de')).toEqual(german)
  } finally {
    await speak('en')
  }
})

test('an answer keeps its words when the question gets others', async () => {
  const { id, user } = await reserve(t, event, { answers: { [HOW]: BUS } })
  await sql(`update form_questions set label = 'Why?' where id = $1`, [HOW])
  const label = async (language: string) => {
    const headers = { 'accept-language': language }
    return asOwner((await t.call(routes.getMyReservation, { as: user, params: { id }, headers })).data).answers[0]
      ?.label
  }
  // In the words of each language that it was asked in.
  expect([await label('en'), await label('de'), await label('fr')]).toEqual(['How?', 'Wie?', 'How?'])
})

test('an answer keeps the words of its option when it gets others, and when it is gone', async () => {
  const { id, user } = await reserve(t, event, { answers: { [HOW]: BUS } })
  const words = async (language: string) => {
    const headers = { 'accept-language': language }
    return asOwner((await t.call(routes.getMyReservation, { as: user, params: { id }, headers })).data).answers[0]
      ?.words
  }
  expect([await words('en'), await words('de')]).toEqual(['Bus', 'Mit dem Bus'])
  await sql(`update question_options set label = 'Coach', translations = '{}' where id = $1`, [BUS])
  expect([await words('en'), await words('de')]).toEqual(['Bus', 'Mit dem Bus'])
  await sql(`delete from question_options where id = $1`, [BUS])
  expect([await words('en'), await words('de')]).toEqual(['Bus', 'Mit dem Bus'])
  await sql(
    `insert into question_options (id, question_id, label, price, translations) values ($1, $2, 'Bus', 500, $3)`,
    [BUS, HOW, JSON.stringify({ de: { label: 'Mit dem Bus' } })],
  )
})

test('the answer of reserving is in the language of the asker, and the mail in that of its reader', async () => {
  const german = await t.account({ columns: { language: 'de' } })
  const made = await t.call(routes.makeReservation, {
    as: german,
    params: { event_id: event.id },
    body: { participant_type_id: event.typeId, answers: { [HOW]: BUS } },
    headers: { 'accept-language': 'de' },
  })
  expect(made.data).toMatchObject({ event: { name: 'Tagung' }, participant_type: { name: 'Delegierte' } })
  expect(made.data.lines.map(({ label }) => label)).toEqual(expect.arrayContaining(['Delegierte', 'Wie? Mit dem Bus']))
  expect((await t.outbox(german.email))[0]?.text).toContain('Tagung')

  // Made by staff who read English, for somebody who reads German.
  const reader = await t.account({ columns: { language: 'de' } })
  const desk = await t.account({ type: 'admin', permissions: ['reservations.create', 'reservations.read'] })
  const forReader = await t.call(routes.makeReservationFor, {
    as: desk,
    params: { event_id: event.id },
    body: { user_id: reader.id, participant_type_id: event.typeId },
    headers: { 'accept-language': 'en' },
  })
  expect(forReader.status).toBe(201)
  const [told] = await t.outbox(reader.email)
  expect(told?.subject).toContain('Tagung')
  expect(told?.text).toContain('Tagung')

  const [english] = await t.outbox((await reserve(t, event)).user.email)
  expect(english?.text).not.toContain('Tagung')
})

test('the office finds, chooses and works on an event under the name of its reader’s language', async () => {
  const office = await t.account({ type: 'admin', permissions: ['events.read'] })
  const inGerman = { as: office, headers: { 'accept-language': 'de' } }
  const { data: picked } = await t.call(adminEventRoutes.pickEvents, { ...inGerman, query: { search: 'Tagung' } })
  expect(picked).toContainEqual({ _id: event.id, name: 'Tagung' })
  const { data: current } = await t.call(adminEventRoutes.findCurrentEvent, {
    ...inGerman,
    query: { event_id: event.id },
  })
  expect(current?.name).toBe('Tagung')
})

test('meals of a reservation, and where a device scans, have names in the language of their reader', async () => {
  const event = await makeEvent(t)
  const { id, user, view } = await reserve(t, event, { caterer_id: event.catererId })
  await sql(`update reservations set status = 'active', paid = total, hold_expires_at = null where id = $1`, [id])
  await sql(
    `insert into scan_points (event_id, kind, rule, name, translations, caterer_id) values ($1, 'meal', 'once', 'Lunch', $2, $3)`,
    [event.id, german('Mittagessen'), event.catererId],
  )
  const meals = async (language: string) => {
    const headers = { 'accept-language': language }
    const { data } = await t.call(mealRoutes.listMyMeals, { as: user, headers, params: { id: view._id } })
    return data.sittings.map(({ name }) => name)
  }
  expect(await meals('de')).toEqual(['Mittagessen'])
  expect(await meals('fr')).toEqual(['Lunch'])

  const gate = await t.account({ type: 'checkin_user' })
  await sql(
    `insert into gate_devices (id, user_id, name, may_search, registered_at, seen_at) values ($1, $2, 'Phone', true, now(), now())`,
    [PHONE, gate.id],
  )
  await sql(`insert into gate_device_events (device_id, event_id) values ($1, $2)`, [PHONE, event.id])
  await sql(
    `insert into scans (scan_id, device_id, event_id, point_id, code, direction, result, said, scanned_at)
     select 'at-lunch', $2, event_id, id, 'x', 'in', 'not_found', 'not_found', now() from scan_points where event_id = $1 and name = 'Lunch'`,
    [event.id, PHONE],
  )
  const all = await t.account({ type: 'admin', permissions: PERMISSIONS })
  const devices = await t.call(gateDeviceRoutes.listDevices, {
    as: all,
    headers: { 'accept-language': 'de' },
    params: { id: event.id },
  })
  expect(devices.data.map(({ point }) => point)).toEqual(['Mittagessen'])
})

test('drafts and entries of the waiting list are told in the language of their reader', async () => {
  const member = await t.account()
  const asked = { as: member, headers: { 'accept-language': 'de' } }
  await t.call(routes.saveDraft, { ...asked, params: { id: event.id }, body: { draft: { step: 1 } } })
  expect((await t.call(routes.listDrafts, asked)).data).toMatchObject([{ event: { name: 'Tagung' } }])
  const full = await makeEvent(t, { places: 1 })
  await sql(`update events set translations = $2 where id = $1`, [full.id, german('Freizeit')])
  await sql(`update participant_types set translations = $2 where id = $1`, [full.typeId, german('Jugend')])
  await reserve(t, full)
  const joined = await t.call(routes.joinWaitingList, {
    ...asked,
    params: { id: full.id },
    body: { participant_type_id: full.typeId },
  })
  expect(joined.data).toMatchObject({ kind: 'participant_type', name: 'Jugend' })
  expect((await t.call(routes.listMyWaiting, asked)).data).toMatchObject([
    { name: 'Jugend', event: { name: 'Freizeit' } },
  ])
})

test('lists of the office name the event in the language of their reader', async () => {
  const all = await t.account({ type: 'admin', permissions: PERMISSIONS })
  const guest = await reserve(t, event)
  await enterPayment(t, guest.id, 5000)
  await t.call(taskRoutes.create, { as: all, body: { title: 'Print badges', event_id: event.id } })
  const asked = { as: all, headers: { 'accept-language': 'de' } }
  const query = { event_id: event.id }
  const money = await t.call(tillRoutes.listMoney, { ...asked, query })
  expect(money.data.map(({ event_name }) => event_name)).toEqual(['Tagung'])
  const own = await t.call(paymentRoutes.listPersonPayments, { ...asked, params: { id: guest.user.id }, query: {} })
  expect(own.data.map(({ event_name }) => event_name)).toEqual(['Tagung'])
  const tasks = await t.call(taskRoutes.list, { ...asked, query })
  expect(tasks.data.map(({ event: of }) => of?.name)).toEqual(['Tagung'])
  const night = await t.call(occupancyRoutes.readOccupancy, { ...asked, query })
  expect(night.data.events.map(({ name }) => name)).toEqual(['Tagung'])
})

test('tickets, announcements, badges and alerts name the event and its types in the language of their reader', async () => {
  const all = await t.account({ type: 'admin', permissions: PERMISSIONS })
  const asked = { as: all, headers: { 'accept-language': 'de' } }
  const guest = await reserve(t, event)
  await sql(`update reservations set status = 'active', paid = total, hold_expires_at = null where id = $1`, [guest.id])
  const opened = await t.call(supportRoutes.openTicket, {
    as: guest.user,
    headers: { 'accept-language': 'de' },
    body: { subject: 'Arrival', body: 'When?', reservation_id: guest.id },
  })
  expect(opened.data.event?.name).toBe('Tagung')
  const tickets = await t.call(supportRoutes.listTickets, { ...asked, query: {} })
  expect(tickets.data.map(({ event: of }) => of?.name)).toEqual(['Tagung'])

  const text = { de: 'Bitte bringt Decken mit.' }
  const announced = await t.call(announcementRoutes.announce, {
    ...asked,
    body: {
      title: text,
      text,
      audience: { event_id: event.id, participant_type_id: event.typeId },
      channels: ['app'],
      pinned: false,
      starts_at: '2099-01-01T00:00:00.000Z',
    },
  })
  expect([announced.data.event?.name, announced.data.participant_type?.name]).toEqual(['Tagung', 'Delegierte'])
  const announcements = await t.call(announcementRoutes.listAnnouncements, { ...asked, query: {} })
  expect(announcements.data[0]).toMatchObject({ event: { name: 'Tagung' }, participant_type: { name: 'Delegierte' } })

  const badges = await t.call(badgeRoutes.previewBadges, {
    ...asked,
    body: { filter: { event_id: event.id } },
  })
  expect(badges.data.sample[0]).toMatchObject({ event: 'Tagung', type: 'Delegierte' })

  await inWork(t.app.deps, ({ tx, now }) =>
    raiseAlert(tx, 'event_sold_out', event.id, { event_id: event.id, event: 'Conference', capacity: 9 }, now),
  )
  await inWork(t.app.deps, ({ tx, now }) =>
    raiseAlert(
      tx,
      'import_finished',
      'e'.repeat(24),
      { import_id: 'e'.repeat(24), resource: 'users', file_name: 'people.csv', created: 1, updated: 0, refused: 3 },
      now,
    ),
  )
  const alerts = await t.call(alertRoutes.listAlerts, { ...asked, query: {} })
  expect(alerts.data.map(({ about }) => about)).toEqual(
    expect.arrayContaining(['Tagung', 'people.csv, 3 Zeilen abgelehnt']),
  )
})

test('statistics, board, scans and check-in users have names in the language of their reader', async () => {
  const all = await t.account({ type: 'admin', permissions: PERMISSIONS })
  const { id } = await reserve(t, event, { accommodation: { room_category_id: event.categoryId, ...NIGHTS } })
  await sql(`update reservations set status = 'active', paid = total, hold_expires_at = null where id = $1`, [id])
  await sql(
    `insert into scan_points (event_id, kind, rule, name, translations) values ($1, 'hall', 'count', 'Hall', $2)`,
    [event.id, german('Halle')],
  )
  await sql(
    `insert into scans (scan_id, device_id, event_id, point_id, code, direction, result, said, scanned_at)
     select 'told-in-german', 'gate', event_id, id, 'x', 'in', 'not_found', 'not_found', now() from scan_points where event_id = $1 and name = 'Hall'`,
    [event.id],
  )
  const asked = { as: all, headers: { 'accept-language': 'de' } }
  const stats = await t.call(adminEventRoutes.readEventStats, { ...asked, params: { id: event.id } })
  expect(stats.data.participant_types.map(({ name }) => name)).toContain('Delegierte')
  expect(stats.data.accommodations.map(({ name }) => name)).toEqual(['Einfach'])
  await sql(`insert into titles (name, translations) values ('Elder', $1)`, [german('Älteste')])
  await sql(
    `update event_rooms set kept_for_title_ids = array(select id from titles where name = 'Elder')
     where event_center_id = (select event_center_id from events where id = $1)`,
    [event.id],
  )
  const board = await t.call(boardRoutes.readBoard, { ...asked, params: { event_id: event.id }, query: {} })
  expect(board.data.types).toEqual(['Delegierte'])
  expect(board.data.stays.map(({ category }) => category)).toEqual(['Einfach'])
  expect(board.data.rooms.flatMap(({ kept_for }) => kept_for)).toContain('Älteste')
  const report = { ...asked, query: { event_id: event.id, report: 'attendance' } } as const
  expect((await t.call(reportRoutes.getReport, report)).data.columns.map(({ name }) => name)).toContain('Delegierte')
  const types = { ...asked, query: { event_id: event.id, report: 'participant_types' } } as const
  expect((await t.call(reportRoutes.getReport, types)).data.rows.map(({ cells }) => cells[0])).toContain('Delegierte')
  expect(
    (await t.call(adminEventRoutes.listAdminEvents, { ...asked, query: {} })).data.map(({ name }) => name),
  ).toContain('Tagung')

  const scans = await t.call(scanRoutes.listScans, { ...asked, params: { id: event.id }, query: {} })
  expect(scans.data.map(({ point }) => point)).toEqual(['Halle'])
  const gate = await t.account({ type: 'checkin_user' })
  await sql('insert into check_in_user_events (user_id, event_id) values ($1, $2)', [gate.id, event.id])
  const users = await t.call(authorizationRoutes.listCheckinUsers, { ...asked, query: {} })
  expect(users.data.flatMap(({ events }) => events.map(({ name }) => name))).toEqual(['Tagung'])
})
