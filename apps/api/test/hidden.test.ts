import { alertRoutes } from '@shiloh/contract/alerts/alerts'
import type { Route } from '@shiloh/contract/core'
import { insightRoutes } from '@shiloh/contract/insight'
import { paymentRoutes } from '@shiloh/contract/payments/payments'
import { PERMISSIONS } from '@shiloh/contract/permissions'
import { reservationRoutes } from '@shiloh/contract/reservations/reservations'
import { taskRoutes } from '@shiloh/contract/tasks'
import { eventRoomRoutes } from '@shiloh/contract/venues'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { jobs as alertJobs } from '../src/features/alerts/jobs.ts'
import { features } from '../src/features.ts'
import { API_PREFIX } from '../src/platform/config.ts'
import { inWork } from '../src/platform/jobs/work.ts'
import { raiseAlert } from '../src/platform/messaging/alerts.store.ts'
import { enterPayment, makeEvent, NIGHTS, writeWaiting } from './booking.ts'
import { type TestAccount, type TestApp, testApp } from './harness.ts'

/**
 * Whatever belongs to a denied object can be neither seen nor acted on, with any permission: the money, beds and alerts
 * of a reservation; the reservations of an event or of a person. The sweep covers all routes of the contract.
 */
const routes = features
  .flatMap((feature) => feature.endpoints)
  .map(({ route }) => route)
  .filter(({ path }) => path.startsWith('/admin/'))
  .filter(({ access }) => access.kind === 'can' || (access.kind === 'signedIn' && access.who.includes('admin')))

interface Story {
  readonly event: string
  readonly user: string
  readonly reservation: string
  readonly code: string
  readonly qr: string
  readonly payment: string
  readonly refund: string
  readonly alert: string
  readonly ticket: string
  readonly room: string
  readonly center: string
  readonly task: string
}

let app: TestApp
let shown: Story
let hidden: Story
/** Where the hidden story can be read. */
let open: readonly string[]

const one = async (text: string, values: readonly unknown[]): Promise<string> => {
  const { rows } = await app.database.pool.query<{ id: string }>(text, [...values])
  const id = rows[0]?.id
  if (!id) throw new Error(`no row: ${text}`)
  return id
}

/** A reservation with everything that can belong to one. */
const story = async (name: string, staff: TestAccount): Promise<Story> => {
  const event = await makeEvent(app)
  const member = await app.account({ columns: { last_name: name } })
  const made = await app.call(reservationRoutes.makeReservation, {
    as: member,
    params: { event_id: event.id },
    body: {
      participant_type_id: event.typeId,
      accommodation: { room_category_id: event.categoryId, room_id: event.roomIds[0], ...NIGHTS },
    },
  })
  const { _id, code, qr, total } = made.data
  const cash = await app.call(paymentRoutes.takeCash, { as: staff, params: { id: _id }, body: { amount: total } })
  await app.call(reservationRoutes.editReservation, {
    as: staff,
    params: { id: _id },
    body: { participant_type_id: event.otherTypeId },
  })
  const online = await enterPayment(app, _id, 100)
  const { pool } = app.database
  await pool.query(
    `insert into payment_events (provider, dedupe_key, reference, payload) select 'sandbox', reference, reference, '{}' from payments where id = $1`,
    [online],
  )
  await pool.query(
    `insert into scans (scan_id, device_id, event_id, participant_id, reservation_id, code, direction, result, scanned_at)
     select 'scan-' || id, 'gate', $2, id, reservation_id, $3, 'in', 'unpaid', now() from reservation_participants where reservation_id = $1`,
    [_id, event.id, code],
  )
  await writeWaiting(app, event, member.id)
  await pool.query(
    `insert into access_logs (user_id, route, comment, ip, user_agent) values ($1, '/home', '', '', '')`,
    [member.id],
  )
  const gate = await app.account({ type: 'checkin_user' })
  await pool.query(`insert into check_in_user_events (user_id, event_id) values ($1, $2)`, [gate.id, event.id])
  const { deps } = app.app
  await inWork(deps, ({ tx, now }) =>
    raiseAlert(tx, 'bed_lost', _id, { reservation_id: _id, code, event_id: event.id, room: 'A1' }, now),
  )
  await deps.jobs.drain()
  return {
    event: event.id,
    center: event.centerId,
    user: member.id,
    reservation: _id,
    code,
    qr: qr.id,
    payment: cash.data._id,
    refund: await one(`select id from refunds where payment_id = $1`, [cash.data._id]),
    alert: await one(`select id from alerts where kind = 'bed_lost' and subject = $1`, [_id]),
    task: await one(`insert into tasks (title, reservation_id) values ('Call', $1) returning id`, [_id]),
    ticket: await one(`insert into support_tickets (user_id, subject) values ($1, 'Help') returning id`, [member.id]),
    room: await one(`select room_id as id from bed_assignments where reservation_id = $1 and released_at is null`, [
      _id,
    ]),
  }
}

beforeAll(async () => {
  app = await testApp()
  const staff = await app.account({ type: 'admin', permissions: PERMISSIONS })
  shown = await story('Shown', staff)
  hidden = await story('Hidden', staff)
  open = await readable(staff)
})
afterAll(() => app.close())

/** What the ids in the paths of a folder refer to. */
const OF_FOLDER: Readonly<Record<string, (of: Story) => string>> = {
  '/admin/reservations': ({ reservation }) => reservation,
  '/admin/payments': ({ payment }) => payment,
  '/admin/refunds': ({ refund }) => refund,
  '/admin/events': ({ event }) => event,
  '/admin/check-in': ({ event }) => event,
  '/admin/users': ({ user }) => user,
  '/admin/alerts': ({ alert }) => alert,
  '/admin/event-rooms': ({ room }) => room,
  '/admin/event-centers': ({ center }) => center,
  '/admin/auth/support-tickets': ({ ticket }) => ticket,
  '/admin/tasks-and-planning': ({ task }) => task,
}

const folderOf = ({ path }: Route): string => path.slice(0, path.indexOf('/{'))

/** Returns the paths of a route's calls for this story. */
const addressOf = (route: Route, of: Story): string | undefined => {
  const [, name] = /\{(\w+)\}/.exec(route.path) ?? []
  if (name === undefined) return route.path
  if (name === 'event_id') return route.path.replace('{event_id}', of.event)
  if (route.path.includes('scanned-check-in')) return route.path.replace('{id}', of.qr)
  const id = OF_FOLDER[folderOf(route)]?.(of)
  return id && /^[^{]*\{id\}[^{]*$/.test(route.path) ? route.path.replace('{id}', id) : undefined
}

const LOGS = ['access', 'mail', 'sms', 'payments', 'imports', 'errors', 'security']

/** The stories are found by the last names of their people and by their events. */
const SEARCHES = ['/admin/search/reservations?search=', '/admin/search/users/autocomplete?search='].flatMap((path) =>
  ['Shown', 'Hidden'].map((name) => path + name),
)

const addresses = (route: Route): string[] => {
  if (route.path.startsWith('/admin/search/'))
    return [...SEARCHES, '/admin/search/events/autocomplete'].filter((address) =>
      new RegExp(route.path.replace(/\{\w+\}/, '\\w+')).test(address),
    )
  if (route.path.includes('/logs/{type}')) return LOGS.map((type) => route.path.replace('{type}', type))
  const found = [addressOf(route, shown), addressOf(route, hidden)]
  return [...new Set(found.flatMap((address) => (address === undefined ? [] : [address])))]
}

const send = async (method: Route['method'], address: string, as: TestAccount, payload = '{}') =>
  app.app.server.inject({
    method,
    url: API_PREFIX + address,
    headers: {
      authorization: `Bearer ${await app.tokenOf(as)}`,
      ...(method === 'GET' ? {} : { 'content-type': 'application/json' }),
    },
    ...(method === 'GET' ? {} : { payload }),
  })

/** Returns the paths whose answers contain one of these words. */
const showing = async (as: TestAccount, words: readonly string[], among: readonly string[]): Promise<string[]> => {
  const found: string[] = []
  for (const address of among) {
    const { body } = await send('GET', address, as)
    if (words.some((word) => body.includes(word))) found.push(address)
  }
  return found
}

/** Returns the paths where somebody without denials can read something of the story. */
const readable = async (as: TestAccount): Promise<string[]> => {
  const all = routes.filter(({ method }) => method === 'GET').flatMap(addresses)
  const { event, user, reservation, code, payment, refund } = hidden
  return showing(
    as,
    [event, user, reservation, code, payment, refund],
    [...all, `/admin/cash/till?cashier_id=${as.id}`],
  )
}

/**
 * A person who can do everything except see this object. Without access to the list of administrators, which shows what
 * is denied to them.
 */
const denied = async (resource: string, id: string): Promise<TestAccount> => {
  const permissions = PERMISSIONS.filter((permission) => !permission.startsWith('admin_users.'))
  const staff = await app.account({ type: 'admin', permissions })
  await app.database.pool.query(
    `insert into special_permissions (user_id, effect, resource, object_id, actions) values ($1, 'deny', $2, $3, '{read}')`,
    [staff.id, resource, id],
  )
  return staff
}

/** Returns actions on hidden objects that were not refused. */
const acting = async (as: TestAccount, folders: readonly string[]): Promise<string[]> => {
  const failed: string[] = []
  for (const route of routes.filter((one) => folders.includes(folderOf(one)) && /^[^{]*\{\w+\}[^{]*$/.test(one.path))) {
    const address = addressOf(route, hidden)
    if (address === undefined) continue
    const response = await send(route.method, address, as)
    if (response.statusCode !== 403) failed.push(`${route.method} ${route.path}: ${response.statusCode}`)
  }
  return failed
}

it('every folder of addresses is known to name one kind of object', () => {
  const resources = new Map<string, Set<string>>()
  for (const route of routes) {
    if (route.access.kind !== 'can' || !/\/\{(id|event_id)\}/.test(route.path)) continue
    const [resource = ''] = route.access.permission.split('.')
    resources.set(folderOf(route), (resources.get(folderOf(route)) ?? new Set()).add(resource))
  }
  const mixed = [...resources].filter(([, found]) => found.size > 1).map(([folder]) => folder)
  // A folder whose routes require permissions on several resources belongs in FOLDERS of platform/auth/denied.ts.
  expect(mixed.filter((folder) => !(folder in OF_FOLDER))).toEqual([])
})

/**
 * Calls that name an event, which is not hidden. Messages, placements, plans and the board leave hidden people and
 * reservations out.
 */
const OF_THE_EVENT = [
  ...['/bulk-emails', '/bulk-emails/preview', '/bulk-emails/test'].map(
    (path) => `POST /admin/reservations/{event_id}${path}: 422`,
  ),
  'GET /admin/reservations/{event_id}/kept-prices: 422',
  'POST /admin/reservations/{event_id}: 422',
  'GET /admin/reservations/{event_id}/allotments: 200',
  'GET /admin/reservations/{event_id}/allotments/download: 200',
  'POST /admin/reservations/{event_id}/allotments: 422',
  ...['/bulk', '/bulk/unassign'].map((path) => `PUT /admin/reservations/{event_id}${path}: 422`),
  'GET /admin/reservations/{event_id}/board: 200',
  'POST /admin/reservations/{event_id}/room-plans: 422',
  'GET /admin/reservations/{event_id}/room-plans: 200',
  'GET /admin/reservations/{event_id}/room-publication: 200',
  'POST /admin/reservations/{event_id}/room-publication: 409',
  ...['POST', 'PUT'].map((method) => `${method} /admin/reservations/{event_id}/walk-in: 422`),
]

describe('what belongs to an object that is denied', () => {
  it('is shown where nothing is denied', () => {
    // The story is readable in enough places for the sweeps below to mean anything.
    expect(open).toEqual(
      expect.arrayContaining([
        '/admin/payments/open',
        '/admin/refunds',
        '/admin/cash/entries',
        expect.stringContaining('/admin/cash/till'),
        '/admin/reservations/cash-payments',
        '/admin/alerts',
        '/admin/audit-trail',
        '/admin/audit-trail/export',
        '/admin/logs/access',
        '/admin/logs/mail',
        '/admin/logs/payments',
        '/admin/auth/support-tickets',
        '/admin/tasks-and-planning',
        '/admin/tasks-and-planning/export',
        '/admin/search/reservations?search=Hidden',
        '/admin/search/users/autocomplete?search=Hidden',
        '/admin/search/events/autocomplete',
        `/admin/events/${hidden.event}/waiting-list`,
        `/admin/reservations/${hidden.reservation}/payments`,
        `/admin/check-in/${hidden.event}/board`,
        `/admin/event-rooms/${hidden.room}/occupants`,
        `/admin/event-rooms/${hidden.room}/occupants/export`,
      ]),
    )
  })

  it('a reservation', async () => {
    const staff = await denied('reservations', hidden.reservation)
    expect(await showing(staff, [hidden.reservation, hidden.code, hidden.payment, hidden.refund], open)).toEqual([])
    expect(await showing(staff, [shown.code], open)).toContain('/admin/payments/open')
    const folders = ['/admin/reservations', '/admin/payments', '/admin/refunds', '/admin/tasks-and-planning']
    expect(await acting(staff, folders)).toEqual([
      // The event of the new reservation, or of the message, is not hidden.
      ...OF_THE_EVENT,
    ])
  })

  it('an alert about it', async () => {
    const staff = await denied('reservations', hidden.reservation)
    const act = (id: string) => app.call(alertRoutes.snoozeAlert, { as: staff, params: { id }, body: { days: 1 } })
    expect((await act(hidden.alert)).code).toBe('not_found')
    expect((await act(shown.alert)).status).toBe(200)
  })

  it('an event', async () => {
    const staff = await denied('events', hidden.event)
    expect(await showing(staff, [hidden.event, hidden.reservation, hidden.code, hidden.payment], open)).toEqual([])
    const folders = ['/admin/events', '/admin/check-in', '/admin/reservations', '/admin/payments', '/admin/refunds']
    expect(await acting(staff, folders)).toEqual([])
  })

  it('a person', async () => {
    const staff = await denied('users', hidden.user)
    expect(await showing(staff, [hidden.user, hidden.reservation, hidden.code, hidden.payment], open)).toEqual([])
    const folders = ['/admin/users', '/admin/reservations', '/admin/payments', '/admin/refunds']
    expect(await acting(staff, [...folders, '/admin/auth/support-tickets'])).toEqual(OF_THE_EVENT)
    const create = (ticket_id: string) =>
      app.call(taskRoutes.create, { as: staff, body: { title: 'About a question', ticket_id } })
    expect((await create(hidden.ticket)).code).toBe('forbidden')
    expect((await create(shown.ticket)).status).toBe(201)
    const pricesOf = (user_id: string) =>
      app.call(reservationRoutes.listKeptPrices, { as: staff, params: { event_id: hidden.event }, query: { user_id } })
    expect((await pricesOf(hidden.user)).code).toBe('forbidden')
    expect((await pricesOf(shown.user)).status).toBe(200)
  })

  it('a person, also in the audit trail of what is about them', async () => {
    const office = await app.account({ type: 'admin', permissions: PERMISSIONS })
    const staff = await denied('users', hidden.user)
    const noted = async (of: Story, title: string) => {
      const about = async (body: { title: string; user_id?: string; reservation_id?: string; ticket_id?: string }) =>
        (await app.call(taskRoutes.create, { as: office, body })).data._id
      const id = await about({ title, user_id: of.user })
      await app.call(taskRoutes.update, { as: office, params: { id }, body: { description: title } })
      // It names the person no more, but did.
      await app.call(taskRoutes.update, { as: office, params: { id }, body: { user_id: null } })
      await about({ title, reservation_id: of.reservation })
      const called = await about({ title: 'Call', reservation_id: of.reservation })
      await app.call(taskRoutes.comment, { as: office, params: { id: called }, body: { body: title } })
      const asked = await about({ title, ticket_id: of.ticket })
      await app.call(taskRoutes.remove, { as: office, params: { id: asked } })
    }
    await noted(shown, 'Visit somebody')
    await noted(hidden, 'Visit them')
    const rows = async (search: string, as: TestAccount) =>
      (await app.call(insightRoutes.listAuditTrail, { as, query: { search } })).data
    const every = await rows('Visit them', office)
    expect(every.length).toBe(6)
    expect((await rows('Visit somebody', staff)).length).toBe(every.length)
    expect(await rows('Visit them', staff)).toEqual([])
    for (const { _id } of every)
      expect((await app.call(insightRoutes.readAuditEntry, { as: staff, params: { id: Number(_id) } })).status).toBe(
        404,
      )
    expect(await showing(staff, ['Visit them'], ['/admin/audit-trail/export'])).toEqual([])
  })

  it('a centre', async () => {
    const staff = await denied('event_centers', hidden.center)
    expect(await acting(staff, ['/admin/event-centers', '/admin/event-rooms'])).toEqual([])
    // Its events are objects of their own: they can be denied too.
    const venues = [
      ...open,
      '/admin/search/event_rooms/autocomplete',
      '/admin/search/event_blocks/autocomplete',
    ].filter((address) => /^\/admin\/(event-(rooms|blocks|centers)|search)/.test(address))
    expect(venues.length).toBeGreaterThan(7)
    expect(await showing(staff, [hidden.center, hidden.room], venues)).toEqual([])
    const edited = await send(
      'POST',
      '/admin/bulk/event-rooms/edit',
      staff,
      JSON.stringify({ filter: { event_center_id: hidden.center }, change: { gender_rule: 'female' } }),
    )
    expect([edited.statusCode, edited.json().errors]).toMatchObject([422, [{ field: 'filter', code: 'not_found' }]])
  })

  it('a payment', async () => {
    const staff = await denied('payments', hidden.payment)
    expect(await showing(staff, [hidden.payment, hidden.refund], open)).toEqual([])
    expect(await acting(staff, ['/admin/payments', '/admin/refunds'])).toEqual([])
  })

  it('is not told to staff who are denied it', async () => {
    const staff = await denied('reservations', hidden.reservation)
    await app.database.pool.query(`update alerts set told_at = null, mailed_at = null`)
    await alertJobs.watch_alerts?.({}, app.app.deps)
    const { rows } = await app.database.pool.query<{ title: string }>(
      `select title from notifications where user_id = $1`,
      [staff.id],
    )
    expect(rows.map(({ title }) => title).join(' ')).toContain(shown.code)
    expect(rows.map(({ title }) => title).join(' ')).not.toContain(hidden.code)
  })

  it.each([
    ['a reservation', 'reservations', () => hidden.reservation],
    ['an event', 'events', () => hidden.event],
  ] as const)('%s is counted, not named, where it keeps a change from happening', async (_, resource, id) => {
    const change = (as: TestAccount) =>
      app.call(eventRoomRoutes.update, {
        as,
        params: { id: hidden.room },
        body: { maintenance: [{ from: NIGHTS.check_in, until: NIGHTS.check_out, reason: 'Roof' }] },
      })
    const refused = await change(await denied(resource, id()))
    expect([refused.code, refused.details]).toEqual(['room_occupied', { people: [], hidden: 1 }])
    const told = await change(await app.account({ type: 'admin', permissions: PERMISSIONS }))
    expect(told.details).toMatchObject({ people: [{ code: hidden.code }] })
  })

  it('cannot be named in a body', async () => {
    const staff = await denied('users', hidden.user)
    const answer = await app.call(reservationRoutes.makeReservationFor, {
      as: staff,
      params: { event_id: shown.event },
      body: { user_id: hidden.user, participant_type_id: shown.event },
    })
    expect(answer.code).toBe('forbidden')
  })
})
