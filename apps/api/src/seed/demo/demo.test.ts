import { createHash } from 'node:crypto'
import { verify } from '@node-rs/argon2'
import { PERMISSIONS } from '@shiloh/contract/permissions'
import { REPORTS, type ReportName, type ReportView, reportRoutes } from '@shiloh/contract/reports'
import { reservationRoutes } from '@shiloh/contract/reservations/reservations'
import { RESERVATION_STATUSES } from '@shiloh/contract/reservations/states'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { syncQuotas } from '#features/reservations'
import type { Random } from '#platform/random'
import { type TestApp, testApp, testClock } from '../../../test/harness.ts'
import { brokenInvariants } from '../../../test/invariants.ts'
import { leadsToPage } from '../../../test/web-pages.ts'
import { seedDemo } from './index.ts'

const NOW = '2026-11-21T10:30:00Z'
const opened: TestApp[] = []
/** The demo church. These tests leave it as it is, and share it: making one takes seconds. */
let church: TestApp
/** What it was made of. */
let made: Record<string, string>
beforeAll(async () => {
  church = await seededAt(NOW)
  made = await fingerprints(church)
})
afterAll(async () => {
  for (const app of opened) await app.close()
})

/** A repeatable source: values depend only on how many were drawn before. */
const repeatable = (): Random => {
  let drawn = 0
  const bytes = (size: number): Buffer => {
    const blocks = Array.from({ length: Math.ceil(size / 32) }, () => {
      drawn += 1
      return createHash('sha256').update(`draw ${drawn}`).digest()
    })
    return Buffer.concat(blocks).subarray(0, size)
  }
  return { bytes, below: (limit) => bytes(6).readUIntBE(0, 6) % limit }
}

/** A database with the demo church, made at that instant. */
const seededAt = async (instant: string): Promise<TestApp> => {
  const app = await testApp({ clock: testClock(instant), random: repeatable() })
  opened.push(app)
  await seedDemo(app.app.deps)
  return app
}

const read = async <T extends object>(app: TestApp, text: string, values: unknown[] = []): Promise<T[]> =>
  (await app.database.pool.query<T>(text, values)).rows

const TABLES = [
  'church_units',
  'users',
  'spouses',
  'event_rooms',
  'events',
  'event_activities',
  'reservation_participants',
  'reservation_lines',
  'reservation_transitions',
  'reservation_care',
  'payments',
  'ledger_entries',
  'refunds',
  'scans',
  'bed_assignments',
  'waiting_entries',
  'blogs',
  'tasks',
  'access_logs',
  'messages',
  'payment_events',
  'security_logs',
  'audit_trail',
] as const

/** Returns one hash per table, with rows ordered by their own text. */
const fingerprints = async (app: TestApp): Promise<Record<string, string>> => {
  const found: Record<string, string> = {}
  for (const table of TABLES) {
    // Ignores what the database or password hashing adds from its own clock or randomness.
    const [row] = await read<{ hash: string }>(
      app,
      `select md5(string_agg(t.line, E'\n' order by t.line collate "C")) as hash
       from (select (to_jsonb(x) - 'updated_at' - 'search_text' - 'created_at' - 'password_hash' - 'point_id')::text as line from ${table} x) t`,
    )
    found[table] = row?.hash ?? ''
  }
  return found
}

const count = async (app: TestApp, from: string): Promise<number> => {
  const [row] = await read<{ n: number }>(app, `select count(*)::int as n from ${from}`)
  return row?.n ?? 0
}

test('a wife with an account is linked with her husband on both lists', async () => {
  const app = church
  const links = await count(app, 'spouses where linked_user_id is not null')
  expect(links).toBeGreaterThan(40)
  const mutual = await count(
    app,
    'spouses s join spouses o on o.user_id = s.linked_user_id and o.linked_user_id = s.user_id',
  )
  expect(mutual).toBe(links)
})

test('the demo church has everything it is known for', async () => {
  const app = church
  const sizes = {
    regions: await count(app, `church_units where level = 'region'`),
    areas: await count(app, `church_units where level = 'area'`),
    districts: await count(app, `church_units where level = 'district'`),
    rooms: await count(app, 'event_rooms'),
    floors: await count(app, '(select distinct floor from event_rooms) f'),
    venues: await count(app, 'event_centers'),
    events: await count(app, 'events'),
    members: await count(app, `users where user_type = 'user'`),
    reservations: await count(app, 'reservations'),
  }
  expect(sizes).toEqual({
    regions: 16,
    areas: 60,
    districts: 155,
    rooms: 200,
    floors: 6,
    venues: 2,
    events: 8,
    members: 400,
    reservations: 300,
  })
  const mates = await read<{ state: string; count: number }>(
    app,
    'select state, count(*)::int as count from room_mate_wishes group by 1 order by 1',
  )
  expect(mates.map(({ state }) => state)).toEqual(['accepted', 'asked'])
  expect(await count(app, 'kept_apart')).toBe(1)
  // A proposal of rooms waits, with people who have no bed in it.
  const plans = await read<{ state: string; placed: number }>(
    app,
    `select r.state, (select count(*)::int from allocation_places a where a.run_id = r.id and a.state = 'proposed') as placed
     from allocation_runs r`,
  )
  expect(plans).toMatchObject([{ state: 'proposed' }])
  expect(plans[0]?.placed).toBeGreaterThan(10)
  const links = await read<{ link: string }>(app, 'select link from notifications where link is not null')
  expect(links.length).toBeGreaterThan(0)
  expect(links.filter(({ link }) => !leadsToPage(link))).toEqual([])
  expect(await count(app, `church_units where level = 'assembly'`)).toBeGreaterThanOrEqual(400)
  const statuses = await read<{ status: string }>(app, 'select distinct status from events')
  expect(statuses.map(({ status }) => status).sort()).toEqual(['archived', 'draft', 'published', 'unpublished'])
  const states = await read<{ status: string }>(app, 'select distinct status from reservations')
  expect(states.map(({ status }) => status).sort()).toEqual([...RESERVATION_STATUSES].sort())
  expect(await brokenInvariants(app.app.deps.db)).toEqual([])
})

test('every report about every event of the demo church agrees with the books', async () => {
  const app = church
  const staff = await app.account({ type: 'admin', permissions: PERMISSIONS })
  const events = await read<{ id: string }>(app, `select id from events where status <> 'draft'`)
  const report = async (event_id: string, report: ReportName, query: object = {}) => {
    const answer = await app.call(reportRoutes.getReport, { as: staff, query: { event_id, report, ...query } })
    expect([report, query, answer.status, answer.message]).toEqual([report, query, 200, 'OK'])
    // A row without what its first column names says nothing, on paper or in a chart.
    expect([report, answer.data.rows.filter(({ cells }) => cells[0] === null)]).toEqual([report, []])
    return answer.data
  }
  const total = ({ columns, totals }: ReportView, key: string): number =>
    Number(totals?.[columns.findIndex((column) => column.key === key)] ?? 0)
  for (const { id } of events) {
    for (const name of REPORTS) {
      const { groupings } = await report(id, name)
      for (const { value } of groupings.slice(1)) await report(id, name, { grouping: value })
    }
    const books = await read<{ paid: number; waived: number }>(
      app,
      `select paid, waived from reservations where event_id = $1`,
      [id],
    )
    const { data: owed, meta } = await app.call(reservationRoutes.listReservations, {
      as: staff,
      query: { event_id: id, page_size: 500 },
    })
    expect(meta.total).toBe(owed.length)
    const sum = (amounts: readonly number[]) => amounts.reduce((all, one) => all + Number(one), 0)
    for (const grouping of ['participant_type', 'status', 'district'] as const) {
      const money = await report(id, 'money', { grouping })
      expect({
        reservations: total(money, 'reservations'),
        captured: total(money, 'captured') - total(money, 'refunded'),
        due: total(money, 'due'),
        waived: total(money, 'waived'),
      }).toEqual({
        reservations: books.length,
        captured: sum(books.map(({ paid }) => paid)),
        due: sum(owed.map(({ balance }) => balance)),
        waived: sum(books.map(({ waived }) => waived)),
      })
    }
  }
}, 60_000)

test('what the demo church writes is complete in every language', async () => {
  const app = church
  const tables = await read<{ name: string }>(
    app,
    `select c.table_name as name from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
     where c.table_schema = 'public' and c.column_name = 'translations' and t.table_type = 'BASE TABLE' order by 1`,
  )
  const missing: string[] = []
  for (const { name } of tables) {
    // The fields that the table translates are those of its translations. A row is in English, or in the language it names.
    const rows = await read<{ gap: string }>(
      app,
      `with t as (select to_jsonb(x) as own, translations as said from ${name} x),
         fields as (select distinct f.key as field from t, jsonb_each(said) l, jsonb_each(l.value) f)
       select concat_ws(' ', lang, field, own->>field) as gap from t, fields, unnest('{en,de,fr,pt}'::text[]) lang
       where lang <> coalesce(own->>'language', 'en') and coalesce(own->>field, '') <> ''
         and coalesce(said->lang->>field, '') = ''`,
    )
    missing.push(...rows.map(({ gap }) => `${name} ${gap}`))
  }
  for (const table of ['bulk_messages', 'message_templates', 'support_replies']) {
    const rows = await read<{ gap: string }>(
      app,
      `select concat_ws(' ', name, lang) as gap from ${table}, unnest('{en,de,fr,pt}'::text[]) lang where not texts ? lang`,
    )
    missing.push(...rows.map(({ gap }) => `${table} ${gap}`))
  }
  expect(tables.length).toBeGreaterThan(15)
  expect(missing).toEqual([])
})

test('one event is full with people waiting, one is free, and its gate is open now', async () => {
  const app = church
  expect(
    await read(
      app,
      `select q.capacity - q.claimed as left, count(*) filter (where w.status = 'waiting')::int as waiting,
         count(*) filter (where w.status = 'offered')::int as offered
       from events e join quotas q on q.event_id = e.id and q.kind = 'event' join waiting_entries w on w.event_id = e.id
       where e.status = 'published' group by q.capacity, q.claimed`,
    ),
  ).toEqual([{ left: 0, waiting: 7, offered: 1 }])
  const free = await read<{ open: boolean }>(
    app,
    `select starts_at < $1 and ends_at > $1 as open from events e where status = 'published'
       and not exists (select 1 from event_participant_types t where t.event_id = e.id and t.price > 0)`,
    [NOW],
  )
  expect(free).toEqual([{ open: true }])
})

test('a family of four and a couple come at prices of their own, the family in one room', async () => {
  const app = church
  const parties = await read<{ persons: string[]; prices: number[]; codes: number; rooms: number }>(
    app,
    `select array_agg(p.role || ' ' || t.name order by p.position) as persons, count(distinct p.qr_id)::int as codes,
       (select array_agg(l.amount::int order by l.person) from reservation_lines l
         where l.reservation_id = r.id and l.kind = 'participant_type') as prices,
       (select count(distinct room_id)::int from bed_assignments b where b.reservation_id = r.id and b.released_at is null) as rooms
     from reservations r join reservation_participants p on p.reservation_id = r.id
     join event_participant_types e on e.id = p.event_participant_type_id join participant_types t on t.id = e.participant_type_id
     where r.status = 'active' and e.price > 0 group by r.id having count(distinct t.id) > 1 order by count(*)`,
  )
  expect(parties).toEqual([
    {
      persons: ['main Minister', 'spouse Minister’s wife'],
      prices: [25_000, 20_000],
      codes: 2,
      rooms: expect.any(Number),
    },
    {
      persons: ['main Minister', 'spouse Minister’s wife', 'child Child, 4 to 12', 'child Child, 4 to 12'],
      prices: [25_000, 20_000, 6000, 6000],
      codes: 4,
      rooms: 1,
    },
  ])
  const list = await read(
    app,
    `select f.relation, f.first_name from family_members f join users u on u.id = f.user_id where u.email = 'user@shiloh.example' order by f.birth_date`,
  )
  expect(list).toEqual([
    { relation: 'child', first_name: 'Nana Kofi' },
    { relation: 'child', first_name: 'Akosua' },
  ])
})

test('a participant type is for the people whom it names', async () => {
  const app = church
  // What is open to the persons of a reservation: their age on the first day, and their title or that of the main person.
  const persons = await read<{ type: string; role: string; whose: string; age: number; fits: boolean }>(
    app,
    `select t.name as type, x.role, x.whose, x.age,
       x.age between coalesce(o.min_age, 0) and coalesce(o.max_age, 120)
         and (o.title_ids = '{}' or x.title_id = any(o.title_ids)
           or (x.role = 'spouse' and x.main_title_id = any(o.title_ids))) as fits
     from event_participant_types o join participant_types t on t.id = o.participant_type_id join events e on e.id = o.event_id,
       lateral (
         select 'main' as role, u.email::text as whose, u.birth_date, u.title_id, null as main_title_id from users u
         union all select 'spouse', u.email::text, s.birth_date, s.title_id, u.title_id from spouses s join users u on u.id = s.user_id
         union all select f.relation, u.email::text, f.birth_date, null, null from family_members f join users u on u.id = f.user_id
       ) p, lateral (select p.*, extract(year from age(e.starts_at, p.birth_date))::int as age) x
     where e.slug like 'leaders-conference-%' and x.whose = 'user@shiloh.example'`,
  )
  const openTo = (role: string) =>
    new Set(persons.filter((one) => one.role === role && one.fits).map(({ type }) => type))
  expect([...openTo('main')].toSorted()).toEqual([
    'Delegate',
    'International delegate',
    'Minister',
    'Student',
    'Visitor',
  ])
  expect(openTo('spouse')).toContain('Minister’s wife')
  expect([...openTo('child')].toSorted()).toEqual(['Child, 4 to 12', 'Visitor'])
  const closed = await read(
    app,
    `select r.code, t.name, p.name as person from reservation_participants p join reservations r on r.id = p.reservation_id
     join users u on u.id = r.user_id join events e on e.id = r.event_id
     left join spouses s on s.id = p.spouse_id left join family_members f on f.id = p.family_member_id
     join event_participant_types o on o.id = p.event_participant_type_id join participant_types t on t.id = o.participant_type_id,
       lateral (select extract(year from age(e.starts_at,
         case p.role when 'main' then u.birth_date when 'spouse' then s.birth_date else f.birth_date end))::int as age) a
     where a.age < o.min_age or a.age > o.max_age
       or (o.title_ids <> '{}' and p.role = 'main' and not coalesce(u.title_id = any(o.title_ids), false))
       or (o.title_ids <> '{}' and p.role = 'spouse'
         and not coalesce(s.title_id = any(o.title_ids) or u.title_id = any(o.title_ids), false))`,
  )
  expect(closed).toEqual([])
})

test('at the running event a couple and a family have rooms, somebody owes, and its kitchen is due something', async () => {
  const app = church
  const running = `select id from events where status = 'published' and starts_at < $1 and ends_at > $1`
  const [figures] = await read(
    app,
    `select bool_or(parties.persons = 2 and rooms > 0) as couple, bool_or(parties.persons > 2 and rooms > 0) as family, bool_or(owes) as debtor
     from (select r.id, count(*)::int as persons, count(b.id)::int as rooms, bool_or(r.status = 'active' and r.paid < r.total) as owes
       from reservations r join reservation_participants p on p.reservation_id = r.id
       left join bed_assignments b on b.participant_id = p.id and b.released_at is null
       where r.event_id in (${running}) group by r.id) parties`,
    [NOW],
  )
  expect(figures).toEqual({ couple: true, family: true, debtor: true })
  const [due] = await read<{ meals: number; shirts: number }>(
    app,
    `select coalesce(sum(l.amount) filter (where l.kind = 'caterer'), 0)::int as meals,
       coalesce(sum(l.amount) filter (where l.kind = 'product_option'), 0)::int as shirts
     from reservations r join reservation_lines l on l.reservation_id = r.id
     where r.event_id in (${running}) and r.status in ('active', 'redeemed')`,
    [NOW],
  )
  expect(due?.meals).toBeGreaterThan(0)
  expect(due?.shirts).toBeGreaterThan(0)
})

test('receipt numbers of cash have no gap, and the counter is at the last one', async () => {
  const app = church
  const [row] = await read(
    app,
    `select count(*)::int = max(receipt_number) as gapless, max(receipt_number) = (select value from counters where name = 'cash_receipt') as counted,
       bool_and(in_order) as in_order
     from (select receipt_number, receipt_number = row_number() over (order by created_at) as in_order from payments where provider = 'cash') p`,
  )
  expect(row).toEqual({ gapless: true, counted: true, in_order: true })
})

test('all five accounts open with the printed password, and the owner is an owner', async () => {
  const app = church
  const { accounts, password } = await seedDemo(app.app.deps)
  const rows = await read<{ email: string; password_hash: string; roles: string[] }>(
    app,
    `select u.email, u.password_hash, coalesce(array_agg(r.name) filter (where r.is_owner), '{}') as roles
     from users u left join user_roles ur on ur.user_id = u.id left join roles r on r.id = ur.role_id
     where u.password_hash is not null and u.status = 'approved' and u.email_confirmed_at is not null group by u.id order by u.email`,
  )
  expect(rows.map(({ email }) => email)).toEqual([...accounts].sort())
  expect(rows.filter(({ roles }) => roles.length > 0).map(({ email }) => email)).toEqual(['admin@shiloh.example'])
  expect(await verify(rows[0]?.password_hash ?? '', password)).toBe(true)
})

test('a second start changes nothing', async () => {
  const app = church
  const before = await fingerprints(app)
  app.clock.forward(60)
  onTestFinished(() => app.clock.set(NOW))
  await seedDemo(app.app.deps)
  expect(await fingerprints(app)).toEqual(before)
})

test('the same instant makes the same church', async () => {
  expect(await fingerprints(await seededAt(NOW))).toEqual(made)
})

test('quotas match the events', async () => {
  const app = church
  const { deps } = app.app
  const quotas = () => read(app, 'select id, capacity, claimed from quotas order by id')
  const before = await quotas()
  for (const { id } of await read<{ id: string }>(app, 'select id from events'))
    await deps.db.transaction().execute((tx) => syncQuotas({ tx, now: app.clock(), deps }, id))
  expect(await quotas()).toEqual(before)
})

test.each(['2027-01-01T00:00:20Z', '2027-12-31T23:59:40Z', '2028-02-29T05:00:00Z', '2029-07-08T18:45:00Z'])(
  'made at %s nothing happens in the future, and no rule is broken',
  async (instant) => {
    const app = await seededAt(instant)
    expect(await brokenInvariants(app.app.deps.db)).toEqual([])
    const late = await read(
      app,
      `select 'made' as what, created_at as at from reservations where created_at > $1
       union all select 'changed', at from reservation_transitions where at > $1
       union all select 'paid', settled_at from payments where settled_at > $1
       union all select 'refunded', settled_at from refunds where settled_at > $1
       union all select 'scanned', scanned_at from scans where scanned_at > $1
       union all select 'registered', created_at from users where created_at > $1
       union all select 'placed', created_at from bed_assignments where created_at > $1
       union all select 'reserved before they registered', r.created_at from reservations r join users u on u.id = r.user_id where r.created_at < u.created_at
       union all select 'steps out of order', t.at from (
         select at, lag(at) over (partition by reservation_id order by id) as before from reservation_transitions) t where t.at < t.before
       union all select 'an expired hold is still open', hold_expires_at from reservations where status = 'pending' and hold_expires_at <= $1`,
      [instant],
    )
    expect(late).toEqual([])
  },
)

test('each event with caterers has its sittings, named as the meal, and few people try one that they did not order', async () => {
  const app = church
  const without = await read<{ slug: string }>(
    app,
    `select e.slug from events e where exists (select from event_caterers c where c.event_id = e.id)
       and not exists (select from scan_points p where p.event_id = e.id and p.kind = 'meal' and p.caterer_id is not null)`,
  )
  expect(without).toEqual([])
  const names = await read<{ meal: string }>(
    app,
    `select distinct split_part(name, ', ', 1) as meal from scan_points where kind = 'meal' order by 1`,
  )
  expect(names.map(({ meal }) => meal)).toEqual(['Breakfast', 'Lunch', 'Supper'])
  const [tried] = await read<{ share: number }>(
    app,
    `select 100.0 * count(distinct s.participant_id) filter (where s.result = 'no_meal') / count(distinct s.participant_id) as share
     from scans s`,
  )
  expect(Number(tried?.share)).toBeGreaterThan(0)
  expect(Number(tried?.share)).toBeLessThan(15)
})
