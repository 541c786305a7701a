import { dashboardRoutes } from '@shiloh/contract/dashboard'
import { adminEventRoutes } from '@shiloh/contract/events/events'
import { type Grouping, REPORTS, type ReportView, reportRoutes } from '@shiloh/contract/reports'
import { reservationRoutes as routes } from '@shiloh/contract/reservations/reservations'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { applyPayment } from '#features/reservations'
import { inWork } from '#platform/jobs/work'
import { readTable } from '#platform/tables/table-reader'
import { translator } from '#platform/text/texts'
import {
  type BookableEvent,
  endEvent,
  enterPayment,
  makeEvent,
  makeMember,
  makeSpouse,
  NIGHTS,
  reserve,
} from '../../../test/booking.ts'
import { type TestAccount, type TestApp, testApp } from '../../../test/harness.ts'
import { aboutReport, type Built, reportOf } from './build.ts'
import { reportPdf } from './pdf.ts'
import { bySection } from './people.sql.ts'
import { nextDue } from './schedule.rules.ts'
import { jobs } from './sending.ts'
import { texts } from './texts.ts'

let app: TestApp
let event: BookableEvent
let office: TestAccount
const units: Record<string, string> = {}

const insertUnit = async (level: string, name: string, parent?: string): Promise<string> => {
  const { rows } = await app.database.pool.query<{ id: string }>(
    `insert into church_units (level, name, parent_id) values ($1, $2, $3) returning id`,
    [level, name, parent ?? null],
  )
  return rows[0]?.id ?? ''
}

const PERMISSIONS = ['reservations.report', 'reservations.read', 'payments.read', 'events.read'] as const

beforeAll(async () => {
  app = await testApp()
  event = await makeEvent(app, { holdMinutes: 40_000 })
  office = await app.account({ type: 'admin', permissions: PERMISSIONS })
  const region = await insertUnit('region', 'Volta')
  const area = await insertUnit('area', 'Ho', region)
  const district = await insertUnit('district', 'Hohoe', area)
  units.region = region
  units.district = district
  units.full = await insertUnit('assembly', 'Gbi-Wɛgbe', district)
  units.empty = await insertUnit('assembly', 'Fodome', district)
  const home = { region_id: region, area_id: area, district_id: district, assembly_id: units.full }
  const family = await app.account({ columns: { ...home, first_name: 'Ɔbenewaa', last_name: 'Agyemang-Boateng' } })
  // The spouse and the child have no account: they count where the main person lives.
  const spouse = await makeSpouse(app, family.id)
  const child = await makeMember(app, family.id)
  await reserve(
    app,
    event,
    {
      participant_type_id: undefined,
      participants: [
        { role: 'main', participant_type_id: event.typeId },
        { role: 'spouse', person_id: spouse, participant_type_id: event.typeId },
        { role: 'child', person_id: child, participant_type_id: event.otherTypeId },
      ],
    },
    family,
  )
  const single = await app.account({ columns: { ...home, first_name: 'Yao' } })
  const paid = await reserve(
    app,
    event,
    { accommodation: { room_category_id: event.categoryId, ...NIGHTS }, caterer_id: event.catererId },
    single,
  )
  await enterPayment(app, paid.id, 5000)
  // One without a unit.
  await reserve(app, event, { participant_type_id: event.otherTypeId })
})
afterAll(() => app.close())

const read = async (report: ReportView['report'], query: object = {}, as = office) =>
  (await app.call(reportRoutes.getReport, { as, query: { event_id: event.id, report, ...query } })).data
/** The rows of a report as objects. */
const rowsOf = ({ columns, rows }: ReportView) =>
  rows.map(({ cells }) => Object.fromEntries(columns.map(({ key }, index) => [key, cells[index]])))

test('counts people where they live, with assemblies from which nobody comes', async () => {
  const all = { status: 'pending,active,redeemed' }
  const view = await read('attendance', { grouping: 'district', ...all })
  expect(rowsOf(view)).toMatchObject([
    { label: 'Hohoe', assemblies: 2, with_no_one: 1, people: 4 },
    { label: 'Not in the church map', people: 1 },
  ])
  expect([view.headline, view.totals?.at(-1)]).toEqual(['5 people', 5])
  expect(view.rows[0]?.links['with_no_one']).toContain(`grouping=empty&unit=${units.district}`)
  expect(rowsOf(await read('attendance', { grouping: 'empty', unit: units.district, ...all }))).toMatchObject([
    { assembly: 'Fodome' },
  ])
  expect(rowsOf(await read('participant_types', { ...all, sort: 'people' })).map(({ people }) => people)).toEqual([
    2, 3,
  ])
  for (const [field, query] of [
    ['sort', { sort: '-nope' }],
    ['grouping', { grouping: 'caterer' }],
    ['unit', { unit: `${units.district},${'f'.repeat(24)}` }],
    ['participant_type', { participant_type: 'f'.repeat(24) }],
    ['until', { report: 'methods', from: '2027-01-02', until: '2027-01-01' }],
    ['nope', { nope: '1' }],
  ] as const)
    for (const route of [reportRoutes.getReport, reportRoutes.downloadReport])
      expect(
        await app.call(route, { as: office, query: { event_id: event.id, report: 'attendance', ...query } }),
      ).toMatchObject({ status: 422, errors: [{ field }] })
  // A filter that a report does not have narrows nothing.
  expect((await read('diets', { unit: units.empty })).filters).toEqual([])
})

test('money is what the reservations say', async () => {
  const view = await read('money', { grouping: 'status' })
  const total = (key: string) => view.totals?.[view.columns.findIndex((column) => column.key === key)]
  const { rows } = await app.database.pool.query<{ total: number }>(
    `select sum(total)::int as total from reservations where event_id = $1`,
    [event.id],
  )
  expect([total('reservations'), total('expected'), total('captured')]).toEqual([3, rows[0]?.total, 5000])
  expect(rowsOf(await read('methods', { grouping: 'method' }))).toMatchObject([
    { label: 'Test payment', captured: 5000 },
  ])
  expect((await read('unpaid')).total).toBe(2)
})

test('an event is compared with the same former one as on the dashboard: of its name, else of its kind', async () => {
  const named = async (name: string, starts_at: string, venueOf?: BookableEvent) => {
    const made = await makeEvent(app, { ...(venueOf && { venueOf }) })
    await reserve(app, made, {}, await app.account())
    await app.database.pool.query(
      `update events set name = $2, starts_at = $3, ends_at = $3::timestamptz + interval '1 day', kind = 'conference' where id = $1`,
      [made.id, name, starts_at],
    )
    return made
  }
  const now = await named('Leaders Conference 2028', '2028-03-10T10:00:00Z')
  const council = await named('Council Meeting', '2028-02-10T10:00:00Z', now)
  const reader = await app.account({ type: 'admin', permissions: [...PERMISSIONS, 'dashboard.read'] })
  const both = async () => {
    const query = { event_id: now.id }
    const [report, figures] = await Promise.all([
      app.call(reportRoutes.getReport, { as: reader, query: { ...query, report: 'attendance' } }),
      app.call(dashboardRoutes.stats, { as: reader, query }),
    ])
    return [report.data.previous?._id, figures.data.compared?.event?._id]
  }
  expect(await both()).toEqual([council.id, council.id])
  const last = await named('Leaders Conference 2026', '2026-03-10T10:00:00Z')
  expect(await both()).toEqual([last.id, last.id])
})

test('a balance is due of the same reservations in report, list, sums and statistics', async () => {
  const other = await makeEvent(app)
  const guests = await Promise.all(Array.from({ length: 3 }, () => app.account()))
  const [none, part, whole] = await Promise.all(guests.map((guest) => reserve(app, other, {}, guest)))
  for (const [one, amount] of [
    [part, 4_000],
    [whole, 10_000],
  ] as const) {
    await enterPayment(app, one?.id ?? '', amount)
    await inWork(app.app.deps, (work) => applyPayment(work, one?.id ?? ''))
  }
  const listed = async (payment: string) =>
    (await app.call(routes.listReservations, { as: office, query: { event_id: other.id, payment } })).data.map(
      ({ _id }) => _id,
    )
  const reported = async (name: 'unpaid' | 'money') =>
    (await app.call(reportRoutes.getReport, { as: office, query: { event_id: other.id, report: name } })).data
  const dueIn = async () => ({
    report: (await reported('unpaid')).rows.map(({ links }) => links['code']?.split('/').at(-1)).sort(),
    list: (await listed('due')).sort(),
    sum: rowsOf(await reported('money'))[0]?.['due'],
    stats: (await app.call(adminEventRoutes.readEventStats, { as: office, params: { id: other.id } })).data.money
      ?.balance,
  })
  const both = [none?.id, part?.id].sort()
  expect(await dueIn()).toEqual({ report: both, list: both, sum: 16_000, stats: 16_000 })
  expect([await listed('unpaid'), await listed('part_paid')]).toEqual([[none?.id], [part?.id]])
  // A hold that is over owes nothing, before a sweep has ended it.
  await app.database.pool.query('update reservations set hold_expires_at = $2 where id = $1', [
    none?.id,
    new Date(app.clock().getTime() - 60_000),
  ])
  expect(await dueIn()).toEqual({ report: [part?.id], list: [part?.id], sum: 6_000, stats: 6_000 })
  const { rows } = (
    await app.call(reportRoutes.getReport, {
      as: office,
      query: { event_id: other.id, report: 'money', grouping: 'participant_type' },
    })
  ).data
  // A row counts the types of main persons, the filter those of everybody: no link would lead to the same rows.
  expect(rows.map(({ links }) => links)).toEqual([{}])
  // An event that is archived is owed nothing any more, also in its statistics.
  const admin = await app.account({ type: 'admin', permissions: ['events.archive', 'events.read'] })
  await endEvent(app, other.id)
  const archived = await app.call(adminEventRoutes.archiveEvent, { as: admin, params: { id: other.id } })
  expect(archived.status).toBe(200)
  expect(await dueIn()).toEqual({ report: [], list: [], sum: 0, stats: 0 })
})

test('a dearer change counts until its time is over, and cancelled reservations cost nothing', async () => {
  const other = await makeEvent(app)
  const guest = await app.account()
  const { id } = await reserve(app, other, {}, guest)
  await enterPayment(app, id, 10_000)
  await inWork(app.app.deps, (work) => applyPayment(work, id))
  const accommodation = { room_category_id: other.categoryId, ...NIGHTS }
  const edited = await app.call(routes.editMyReservation, { params: { id }, as: guest, body: { accommodation } })
  expect(edited.data).toMatchObject({ total: 25_000, pending_change: { previous_total: 10_000 } })
  const leaver = await app.account()
  const left = await reserve(app, other, {}, leaver)
  await app.call(routes.cancelMyReservation, { params: { id: left.id }, as: leaver })
  const sums = async () =>
    rowsOf(
      (await app.call(reportRoutes.getReport, { as: office, query: { event_id: other.id, report: 'money' } })).data,
    )
  expect(await sums()).toMatchObject([{ reservations: 2, expected: 25_000, captured: 10_000, due: 15_000 }])
  // What was waived of a reservation that is cancelled is as gone as its price.
  await app.database.pool.query(
    `update reservations set waived = 4000, waived_by = $2, waived_reason = 'A gift' where id = $1`,
    [left.id, office.id],
  )
  expect(await sums()).toMatchObject([{ expected: 25_000, waived: 0, captured: 10_000, due: 15_000, to_refund: 0 }])
  const before = app.clock()
  app.clock.forward(31)
  expect(await sums()).toMatchObject([{ reservations: 2, expected: 10_000, captured: 10_000, due: 0 }])
  app.clock.set(before)
})

test('money, names and events need their permissions', async () => {
  const clerk = await app.account({ type: 'admin', permissions: ['reservations.report'] })
  const ask = (as: TestAccount, report: ReportView['report']) =>
    app.call(reportRoutes.getReport, { as, query: { event_id: event.id, report } })
  expect((await ask(clerk, 'attendance')).status).toBe(200)
  expect([(await ask(clerk, 'money')).code, (await ask(clerk, 'gate_list')).code]).toEqual(['forbidden', 'forbidden'])
  const { data } = await app.call(reportRoutes.listReports, { as: clerk })
  expect(data.reports.map(({ report }) => report)).not.toContain('unpaid')
  const denied = await app.account({ type: 'admin', permissions: PERMISSIONS })
  const deny = (resource: string, id: string) =>
    app.database.pool.query(
      `insert into special_permissions (user_id, effect, resource, object_id, actions) values ($1, 'deny', $2, $3, '{read}')`,
      [denied.id, resource, id],
    )
  const { rows } = await app.database.pool.query<{ id: string }>(
    `select reservation_id as id from reservation_participants where role = 'child'`,
  )
  await deny('reservations', rows[0]?.id ?? '')
  expect((await read('people', { status: 'pending,active' }, denied)).total).toBe(2)
  await deny('events', event.id)
  expect([403, 404]).toContain((await ask(denied, 'attendance')).status)
})

test('a caterer sheet says for whom, for how many days and meals it is', async () => {
  const served = await makeEvent(app)
  const eater = await app.account({ columns: { phone: '+233245551017' } })
  await reserve(app, served, { caterer_id: served.catererId }, eater)
  const ask = async (report: 'caterer_sheet' | 'unpaid') =>
    rowsOf(
      (
        await app.call(reportRoutes.getReport, {
          as: office,
          query: { event_id: served.id, report, status: 'pending,active' },
        })
      ).data,
    )
  const [before] = await ask('caterer_sheet')
  expect(before?.['section']).toMatch(/: 1 person, \d+ days?$/)
  await app.database.pool.query(
    `insert into scan_points (event_id, kind, name, rule, caterer_id, starts_at, ends_at)
     select e.id, 'meal', 'Meal ' || n, 'once', $2, e.starts_at + n * interval '4 hours', e.starts_at + n * interval '4 hours' + interval '1 hour'
     from events e, generate_series(1, 3) n where e.id = $1`,
    [served.id, served.catererId],
  )
  const [after] = await ask('caterer_sheet')
  expect(after?.['section']).toBe(`${before?.['section']}, 3 meals each, 3 covers`)
  // Phone numbers are grouped as on all screens.
  expect(await ask('unpaid')).toMatchObject([{ phone: '+233 24 555 1017' }])
})

/** The number of pages of a PDF. */
const pagesOf = (pdf: Buffer): number => pdf.toString('latin1').match(/\/Type \/Page\b/g)?.length ?? 0

test('downloads have all rows, the title, the event and page numbers', async () => {
  const download = async (query: object, language = 'en') => {
    const { raw, headers, status } = await app.call(reportRoutes.downloadReport, {
      as: office,
      query: { event_id: event.id, report: 'people', status: 'pending,active', ...query },
      headers: { 'accept-language': language },
    })
    expect(status).toBe(200)
    return { raw, headers }
  }
  const xlsx = await download({ format: 'xlsx' })
  const names: unknown[] = []
  for await (const row of readTable(xlsx.raw, (headers) => headers.includes('participant_type'))) names.push(row)
  expect(JSON.stringify(names)).toContain('Gbi-Wɛgbe, Hohoe')
  expect(names).toHaveLength(5)
  const csv = await download({ format: 'csv' }, 'de')
  expect(csv.raw.toString()).toMatch(/^\ufeffGruppe;Name;Titel;Teilnahmeart;Zimmer;Bett\r\n/)
  expect(String(csv.headers['content-disposition'])).toContain(encodeURIComponent('teilnahme-nach-gemeinde-convention'))
  const pdf = await download({ format: 'pdf', page_each: 'true' }, 'de')
  // One page for the assembly, one for those without.
  expect([pdf.raw.subarray(0, 5).toString(), pagesOf(pdf.raw)]).toEqual(['%PDF-', 2])
  expect(pdf.raw.toString('latin1')).toContain('/Lang (de)')
})

test.each(REPORTS)('the report %s names the columns that a phone shows', async (report) => {
  const ask = async (grouping?: Grouping) => {
    const query = { event_id: event.id, report, ...(grouping && { grouping }) }
    return (await app.call(reportRoutes.getReport, { as: office, query })).data
  }
  const { groupings } = await ask()
  for (const grouping of groupings.length > 0 ? groupings.map(({ value }) => value) : [undefined]) {
    const { main, columns } = await ask(grouping)
    const shown = columns.filter(({ key }) => main.includes(key))
    expect(shown.length, grouping).toBeGreaterThan(0)
    expect(shown.length, grouping).toBeLessThanOrEqual(3)
  }
})

test('a file has its own language, whatever the app speaks', async () => {
  const header = async (language?: 'fr') => {
    const query = {
      event_id: event.id,
      report: 'people',
      format: 'csv' as const,
      ...(language && { language }),
    } as const
    const { raw } = await app.call(reportRoutes.downloadReport, {
      as: office,
      query,
      headers: { 'accept-language': 'de' },
    })
    return raw.toString('utf8').split('\n')[0]
  }
  expect(await header()).toMatch(/Zimmer/)
  expect(await header('fr')).toMatch(/Chambre/)
})

test.each(REPORTS)('the report %s is a PDF too, with its line of totals', async (report) => {
  const query = { event_id: event.id, report, format: 'pdf' } as const
  const { raw, status } = await app.call(reportRoutes.downloadReport, { as: office, query })
  expect([status, raw.subarray(0, 5).toString()]).toEqual([200, '%PDF-'])
})

test('the list for the wall is in the order of its headings, with those without an assembly last', () => {
  const row = (assembly: string | null, district: string, name: string) => ({
    assembly,
    section: assembly === null ? 'No assembly' : `${assembly}, ${district}`,
    name,
  })
  const rows = [
    row('Zion', 'Asokwa', 'Ama'),
    row(null, '', 'Abena'),
    row('Bethel 10', 'Bantama', 'Kofi'),
    row('Bethel 2', 'Tema', 'Yaw'),
    row('Bethel 2', 'Tema', 'Éric'),
  ]
  expect(rows.sort(bySection).map(({ name }) => name)).toEqual(['Éric', 'Yaw', 'Kofi', 'Ama', 'Abena'])
})

test('a gate list says what it is, and has no heading for each person', async () => {
  const query = { event_id: event.id, report: 'gate_list', grouping: 'district' } as const
  const { data } = await app.call(reportRoutes.getReport, { as: office, query })
  expect([data.title, data.columns[0]?.name]).toEqual(['Gate list by district', 'District'])
  const byName = await app.call(reportRoutes.getReport, { as: office, query: { ...query, grouping: 'name' } })
  expect(byName.data.title).toBe('Gate list by name')
  const now = new Date('2026-11-23T15:00:00Z')
  const say = translator(texts, 'en')
  const time_zone = 'Africa/Accra'
  const built = (statuses?: Built['scope']['filters']['status']): Built => ({
    report: reportOf('gate_list'),
    choices: { participant_type: [], caterer: [], room_category: [], block: [], question: [] },
    scope: {
      ...{
        db: app.app.deps.db,
        now,
        language: 'en',
        dates: 'dd-MM-yyyy',
        previous: null,
        grouping: 'district',
        query: {},
        say,
      },
      event: { id: '', name: 'Summit', kind: '', starts_at: now, ends_at: now, time_zone, currency: 'GHS' },
      filters: { status: statuses ?? ['pending', 'active', 'redeemed'] },
    },
    title: 'Gate list by district',
    headline: '43 people',
    filtered: [{ key: 'status', name: 'Status', values: [{ value: 'active', name: 'Active' }] }],
    columns: [
      { key: 'section', kind: 'text', name: 'District' },
      { key: 'name', kind: 'text', name: 'Name' },
    ],
    rows: Array.from({ length: 43 }, (_, nth) => ({
      section: `District ${nth}`,
      name: `Guest ${nth}`,
      ...(nth === 1 && { checked_in_at: now }),
      ...(nth === 2 && { checked_in_at: now, checked_out_at: now }),
    })),
    totals: null,
    sort: '',
  })
  const pages = async (pageEach: boolean, list = built()) => {
    const chunks: Buffer[] = []
    for await (const chunk of reportPdf(list, { organisation: 'Church', pageEach })) chunks.push(Buffer.from(chunk))
    return pagesOf(Buffer.concat(chunks))
  }
  expect([await pages(false), await pages(true)]).toEqual([2, 43])
  // Rooms and beds that nobody has take no room from names and codes, whose rows would need two lines.
  const whole: Built = {
    ...built(),
    columns: [
      ...built().columns,
      { key: 'code', kind: 'text', name: 'Code' },
      { key: 'participant_type', kind: 'text', name: 'Participant type' },
      { key: 'room', kind: 'text', name: 'Room' },
      { key: 'bed', kind: 'text', name: 'Bed' },
      { key: 'balance', kind: 'amount', name: 'Balance (GHS)' },
    ],
    rows: Array.from({ length: 50 }, (_, nth) => ({
      section: `Dzodze-Penyi ${nth}`,
      name: 'Emmanuel Nyarko-Sarpong',
      ...{ code: 'PS-8HFS4DRH', participant_type: 'Delegate', room: null, bed: null, balance: null },
    })),
  }
  expect(await pages(false, whole)).toBe(2)
  // A volunteer is not shown the usual statuses, and is shown others.
  expect(aboutReport(built(), 'made').join()).not.toContain('Status')
  expect(aboutReport(built(['active']), 'made').join()).toContain('Status: Active')
})

test('a report whose filter names what is gone is not saved, planned or sent', async () => {
  const { saveReport, scheduleReport, updateSaved } = reportRoutes
  const { pool } = app.database
  const made = await pool.query<{ id: string }>(`insert into room_categories (name) values ('Soon gone') returning id`)
  const category = made.rows[0]?.id ?? ''
  const body = { name: 'Soon gone', report: 'rooming', filters: { room_category: category }, shared: false } as const
  const { data: saved } = await app.call(saveReport, { as: office, body })
  const { rows } = await pool.query<{ role_id: string }>(`select role_id from user_roles where user_id = $1`, [
    office.id,
  ])
  const daily = {
    event_id: event.id,
    every: 'day',
    on_day: null,
    hour: 6,
    format: 'pdf',
    role_id: rows[0]?.role_id ?? '',
  } as const
  const params = { id: saved._id }
  const third = await app.call(scheduleReport, { as: office, params, body: { ...daily, on_day: 3 } })
  expect(third.errors).toMatchObject([{ field: 'on_day', code: 'leave_empty' }])
  expect((await app.call(scheduleReport, { as: office, params, body: daily })).status).toBe(200)
  // As before the database kept what a report names.
  await pool.query('delete from listed_references where source_id = $1', [saved._id])
  await pool.query('delete from room_categories where id = $1', [category])
  await pool.query(`update report_schedules set next_at = now() - interval '1 year' where saved_report_id = $1`, [
    saved._id,
  ])
  await jobs.send_reports?.({}, app.app.deps)
  const sent = await pool.query('select last_at, last_readers from report_schedules where saved_report_id = $1', [
    saved._id,
  ])
  expect(sent.rows).toEqual([{ last_at: null, last_readers: 0 }])
  const gone = { status: 422, errors: [{ field: 'filters.room_category', code: 'not_found' }] }
  expect(await app.call(scheduleReport, { as: office, params, body: daily })).toMatchObject(gone)
  expect(await app.call(updateSaved, { as: office, params, body: { name: 'Gone' } })).toMatchObject(gone)
  expect(await app.call(saveReport, { as: office, body: { ...body, name: 'Again' } })).toMatchObject(gone)
  await app.call(reportRoutes.removeSaved, { as: office, params })
})

test('a schedule sends once for each time, to those who can see it', async () => {
  const { saveReport, scheduleReport, listReports, removeSaved, updateSaved } = reportRoutes
  const body = { name: 'Who owes', report: 'unpaid', filters: { unit: units.region ?? '' }, shared: true } as const
  const { data: saved } = await app.call(saveReport, { as: office, body })
  expect((await app.call(saveReport, { as: office, body })).code).toBe('duplicate')
  const wrong = { ...body, name: 'x', grouping: 'method', filters: { unit: 'zzz' } } as const
  expect((await app.call(saveReport, { as: office, body: wrong })).errors.map(({ field }) => field)).toEqual([
    'filters.unit.0',
    'grouping',
  ])
  const { rows } = await app.database.pool.query<{ role_id: string }>(
    `select role_id from user_roles where user_id = $1`,
    [office.id],
  )
  const role_id = rows[0]?.role_id ?? ''
  // Of the role, one can see the report and one is denied the event.
  const denied = await app.account({ type: 'admin' })
  await app.database.pool.query(`insert into user_roles values ($1, $2)`, [denied.id, role_id])
  await app.database.pool.query(
    `insert into special_permissions (user_id, effect, resource, object_id, actions) values ($1, 'deny', 'events', $2, '{read}')`,
    [denied.id, event.id],
  )
  const weekly = { event_id: event.id, every: 'week', on_day: 1, hour: 7, format: 'csv', role_id } as const
  const { data } = await app.call(scheduleReport, { as: office, params: { id: saved._id }, body: weekly })
  // Today is Saturday 21-11-2026.
  expect(data.schedule).toMatchObject({ readers: 1, next_at: '2026-11-23T07:00:00.000Z', last_at: null })

  const send = () => jobs.send_reports?.({}, app.app.deps)
  const queued = async () =>
    (await app.database.pool.query(`select recipient from messages where template = 'scheduled_report'`)).rows
  await send()
  expect(await queued()).toEqual([])
  // The platform was down for three Mondays, and two processes start at once.
  app.clock.set('2026-12-09T10:00:00Z')
  await Promise.all([send(), send()])
  await send()
  expect(await queued()).toEqual([{ recipient: office.email }])
  const [mail] = await app.outbox(office.email)
  expect(mail?.subject).toContain('Who owes')
  const { rows: files } = await app.database.pool.query<{ name: string; content: Buffer }>(
    `select a.name, a.content from message_attachments a join messages m on m.id = a.message_id
     where m.template = 'scheduled_report' and a.name like '%.csv'`,
  )
  expect(files[0]?.content.toString().trim().split('\r\n')).toHaveLength(3)

  const other = await app.account({ type: 'admin', permissions: PERMISSIONS })
  const { data: seen } = await app.call(listReports, { as: other, query: { event_id: event.id } })
  expect(seen.saved).toMatchObject([
    { name: 'Who owes', own: false, schedule: { next_at: '2026-12-14T07:00:00.000Z', last_readers: 1 } },
  ])
  expect(seen.reports.find(({ report }) => report === 'unpaid')?.count).toBe(2)
  for (const route of [updateSaved, removeSaved])
    expect((await app.call(route, { as: other, params: { id: saved._id }, body: {} })).code).toBe('not_found')
  // While its owner cannot see the report, nobody gets it, and the office is told.
  const held = async () =>
    (
      await app.database.pool.query<{ data: unknown; open: boolean }>(
        `select data, resolved_at is null as open from alerts where kind = 'report_held' order by created_at`,
      )
    ).rows
  await app.database.pool.query(`insert into user_roles values ($1, $2)`, [other.id, role_id])
  const deny = `insert into special_permissions (user_id, effect, resource, object_id, actions) values ($1, 'deny', 'events', $2, '{read}')`
  await app.database.pool.query(deny, [office.id, event.id])
  app.clock.set('2026-12-15T10:00:00Z')
  await send()
  expect(await queued()).toHaveLength(1)
  const alerted = { saved_report_id: saved._id, name: 'Who owes', report: 'unpaid', event_id: event.id }
  expect(await held()).toEqual([{ data: alerted, open: true }])
  await app.database.pool.query(`delete from special_permissions where user_id = $1`, [office.id])
  // Nor while the account of its owner is deactivated.
  const status = `update users set status = $2 where id = $1`
  await app.database.pool.query(status, [office.id, 'deactivated'])
  app.clock.set('2026-12-15T11:00:00Z')
  await app.database.pool.query(`update report_schedules set next_at = '2026-12-15T10:30:00Z'`)
  await send()
  expect(await queued()).toHaveLength(1)
  await app.database.pool.query(status, [office.id, 'approved'])
  await app.database.pool.query(`delete from user_roles where user_id = $1`, [other.id])
  // A crash before the commit repeats the whole run: it neither sends twice nor moves on.
  await app.database.pool.query(
    `create function crash() returns trigger language plpgsql as $$ begin raise 'crash'; end $$;
     create trigger crash before update on report_schedules for each row execute function crash()`,
  )
  app.clock.set('2026-12-21T06:59:00Z')
  const due = `update report_schedules set next_at = '2026-12-20T07:00:00Z'`
  await app.database.pool.query(
    `alter table report_schedules disable trigger crash; ${due}; alter table report_schedules enable trigger crash`,
  )
  await expect(send()).rejects.toThrow('crash')
  expect(await queued()).toHaveLength(1)
  await app.database.pool.query(`drop trigger crash on report_schedules`)
  await send()
  await send()
  expect(await queued()).toHaveLength(2)
  expect(await held()).toEqual([{ data: alerted, open: false }])
  // Paused, the next Monday sends nothing.
  await app.call(scheduleReport, { as: office, params: { id: saved._id }, body: { ...weekly, paused: true } })
  app.clock.set('2026-12-21T10:00:00Z')
  await send()
  expect(await queued()).toHaveLength(2)
  expect((await app.call(removeSaved, { as: office, params: { id: saved._id } })).status).toBe(200)
})

test('the alert of a report that is held for one event stays when it is sent for another', async () => {
  const { saveReport, scheduleReport, unscheduleReport, removeSaved } = reportRoutes
  const { pool } = app.database
  const other = await makeEvent(app)
  const author = await app.account({ type: 'admin', permissions: PERMISSIONS })
  const role_id = (await pool.query(`select role_id from user_roles where user_id = $1`, [author.id])).rows[0].role_id
  const body = { name: 'Of two events', report: 'unpaid', filters: {}, shared: true } as const
  const { data: saved } = await app.call(saveReport, { as: author, body })
  const params = { id: saved._id }
  const daily = { every: 'day', on_day: null, hour: 7, format: 'csv', role_id } as const
  for (const { id } of [event, other])
    await app.call(scheduleReport, { as: author, params, body: { ...daily, event_id: id } })
  const deny = `insert into special_permissions (user_id, effect, resource, object_id, actions) values ($1, 'deny', 'events', $2, '{read}')`
  const send = async () => {
    await pool.query(`update report_schedules set next_at = now() - interval '1 year' where saved_report_id = $1`, [
      saved._id,
    ])
    await jobs.send_reports?.({}, app.app.deps)
  }
  const open = async () =>
    (
      await pool.query<{ event_id: string }>(
        `select data ->> 'event_id' as event_id from alerts
         where kind = 'report_held' and data ->> 'saved_report_id' = $1 and resolved_at is null order by 1`,
        [saved._id],
      )
    ).rows.map(({ event_id }) => event_id)

  await pool.query(deny, [author.id, event.id])
  await send()
  // The other event's schedule was sent in the same run.
  expect(await open()).toEqual([event.id])
  await pool.query(deny, [author.id, other.id])
  await send()
  expect(await open()).toEqual([event.id, other.id].sort())
  await pool.query('delete from special_permissions where user_id = $1', [author.id])
  const unscheduled = await app.call(unscheduleReport, { as: author, params: { ...params, event_id: other.id } })
  expect(unscheduled.status).toBe(200)
  expect(await open()).toEqual([event.id])
  await send()
  expect(await open()).toEqual([])
  await pool.query(deny, [author.id, event.id])
  await send()
  expect(await open()).toEqual([event.id])
  await app.call(removeSaved, { as: author, params })
  expect(await open()).toEqual([])
})

test.each([
  [{ every: 'day', on_day: null, hour: 7 }, 'Africa/Accra', '2026-11-21T07:00:00Z', '2026-11-22T07:00:00.000Z'],
  [{ every: 'week', on_day: 7, hour: 0 }, 'Africa/Accra', '2026-11-21T07:00:00Z', '2026-11-22T00:00:00.000Z'],
  [{ every: 'month', on_day: 31, hour: 18 }, 'Africa/Accra', '2027-02-01T00:00:00Z', '2027-02-28T18:00:00.000Z'],
  // The clocks go forward in that night: the hour is the wall's.
  [{ every: 'day', on_day: null, hour: 7 }, 'Europe/Berlin', '2027-03-27T20:00:00Z', '2027-03-28T05:00:00.000Z'],
] as const)('%o in %s after %s is due at %s', (times, zone, after, due) => {
  expect(nextDue(times, zone, new Date(after)).toISOString()).toBe(due)
})

test('no heading says twice by what it is grouped', async () => {
  const titled = async (report: (typeof REPORTS)[number], grouping: Grouping) =>
    (await app.call(reportRoutes.getReport, { as: office, query: { event_id: event.id, report, grouping } })).data.title
  expect([
    await titled('titles', 'title'),
    await titled('titles', 'designation'),
    await titled('days', 'week'),
    await titled('caterers', 'day'),
    await titled('methods', 'method'),
    await titled('cashiers', 'day'),
    await titled('rooms', 'night'),
    await titled('attendance', 'region'),
  ]).toEqual([
    'Titles',
    'Designations',
    'Week by week',
    'Meals by day',
    'By method',
    'By cashier and day',
    'Rooms: Night',
    'Attendance: Region',
  ])
})
