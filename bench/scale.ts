import pg from 'pg'
import { z } from 'zod'
import type { Account } from './accounts.ts'
import type { Figure } from './measure.ts'
import { fillOffice, measureOffice } from './office.ts'
import { measureOrders } from './orders.ts'
import { openWorld, type World } from './world.ts'

const EVENTS = 200
const USERS = 300_000

/**
 * Fills the database with reservations `from` to `to` in bulk, each with its participant, line, claim and transition,
 * so that lists and invariants have the data of a real installation. Foreign keys are not checked meanwhile.
 */
export const fill = async (world: World, from: number, to: number): Promise<void> => {
  const client = new pg.Client(world.adminUrl)
  await client.connect()
  try {
    await client.query(`set session_replication_role = replica`)
    await client.query(
      `create unlogged table if not exists bench_events as
         select row_number() over (order by e.id) - 1 as n, e.id, t.id as type_id, q.id as quota_id
         from events e join event_participant_types t on t.event_id = e.id join quotas q on q.event_id = e.id and q.kind = 'event'`,
    )
    await client.query(
      `create unlogged table if not exists bench_users as
         select row_number() over (order by id) - 1 as n, id, first_name || ' ' || last_name as name from users where user_type = 'user'`,
    )
    await client.query(`create unique index if not exists bench_users_n on bench_users (n)`)
    const step = 100_000
    for (let start = from; start < to; start += step) {
      const end = Math.min(start + step, to)
      await client.query('begin')
      await client.query(
        `create temp table batch on commit drop as
           select i, new_id() as id, new_id() as participant_id, new_id() as qr_id, e.id as event_id, e.type_id, e.quota_id, u.id as user_id, u.name,
                  (array['active', 'active', 'active', 'pending', 'redeemed', 'cancelled', 'failed'])[1 + i % 7] as status,
                  timestamptz '2026-01-01' + i * interval '20 seconds' as at
           from generate_series($1::int, $2::int - 1) i
           join bench_events e on e.n = i % ${EVENTS}
           join bench_users u on u.n = (i / ${EVENTS} + (i % ${EVENTS}) * 1500) % ${USERS}`,
        [start, end],
      )
      await client.query(
        `insert into reservations (id, code, event_id, user_id, payer_id, status, currency, total, paid, event_participant_type_id,
             hold_expires_at, redeemed_at, cancelled_at, created_at, updated_at)
           select id, 'BN-' || lpad(upper(to_hex(i)), 6, '0'), event_id, user_id, user_id, status, 'GHS', 35000,
                  case when status in ('active', 'redeemed') then 35000 else 0 end, type_id,
                  case when status = 'pending' then now() + interval '30 days' end,
                  case when status = 'redeemed' then at end, case when status = 'cancelled' then at end, at, at from batch`,
      )
      await client.query(
        `insert into reservation_participants (id, reservation_id, event_id, role, user_id, name, gender, qr_id, live, event_participant_type_id, checked_in_at)
           select participant_id, id, event_id, 'main', user_id, name, 'male', qr_id, status in ('active', 'pending', 'redeemed'), type_id,
                  case when status = 'redeemed' then at end from batch`,
      )
      // A fifth bring somebody along. Every tenth event has beds, and its guests stay three to five of its nights.
      await client.query(
        `insert into reservation_participants (reservation_id, event_id, role, position, family_member_id, name, qr_id, live, event_participant_type_id)
           select id, event_id, 'companion', 1, new_id(), name || ', companion', new_id(), status in ('active', 'pending', 'redeemed'), type_id
           from batch where i / ${EVENTS} % 5 = 0`,
      )
      await client.query(
        `update reservations r set persons = 1 + (b.i / ${EVENTS} % 5 = 0)::int, event_accommodation_id = a.id,
             check_in = a.check_in_from + b.i / ${EVENTS} % 3, check_out = a.check_out_until - b.i / ${EVENTS} % 2
           from batch b left join event_accommodations a on a.event_id = b.event_id where r.id = b.id and (a.id is not null or b.i / ${EVENTS} % 5 = 0)`,
      )
      await client.query(
        `insert into scans (scan_id, device_id, event_id, participant_id, reservation_id, code, direction, result, scanned_at)
           select 'bench-' || i, 'gate', event_id, participant_id, id, qr_id, 'in', 'ok', at from batch where status = 'redeemed'`,
      )
      await client.query(
        `insert into reservation_lines (reservation_id, kind, ref_id, label, quantity, unit_price, amount, person)
           select id, 'participant_type', type_id, 'Delegate', 1, 35000, 35000, 0 from batch`,
      )
      await client.query(
        `insert into claims (quota_id, reservation_id, quantity, created_at, released_at)
           select quota_id, id, 1 + (i / ${EVENTS} % 5 = 0)::int, at, case when status in ('cancelled', 'failed') then at end from batch`,
      )
      await client.query(
        `insert into reservation_transitions (reservation_id, from_status, to_status, action, actor, at)
           select id, null, case when status in ('active', 'redeemed') then 'pending' else 'pending' end, 'make', 'owner', at from batch`,
      )
      await client.query(
        `insert into reservation_transitions (reservation_id, from_status, to_status, action, actor, at)
           select id, 'pending', case when status = 'redeemed' then 'active' else status end,
                  case status when 'cancelled' then 'cancel' when 'failed' then 'expire' else 'pay' end, 'system', at
           from batch where status <> 'pending'`,
      )
      await client.query(
        `insert into reservation_transitions (reservation_id, from_status, to_status, action, actor, at)
           select id, 'active', 'redeemed', 'check_in', 'gate', at from batch where status = 'redeemed'`,
      )
      await client.query(
        `with paid as (
           insert into payments (reference, reservation_id, payer_id, provider, provider_reference, amount, currency, live, status, captured, created_at, settled_at)
           select 'bench-' || i, id, user_id, 'sandbox', 'bench-' || i, 35000, 'GHS', false, 'paid', 35000, at, at
           from batch where status in ('active', 'redeemed') returning id, reservation_id, created_at)
         insert into ledger_entries (payment_id, reservation_id, kind, amount, currency, at, provider)
         select id, reservation_id, 'capture', 35000, 'GHS', created_at, 'sandbox' from paid`,
      )
      await client.query('commit')
    }
    await client.query(
      `update quotas q set claimed = c.n from (select quota_id, sum(quantity) as n from claims where released_at is null group by quota_id) c where c.quota_id = q.id`,
    )
    await client.query(`set session_replication_role = origin`)
    // The server does the same on its own some time after such a day.
    await client.query('vacuum analyze')
  } finally {
    await client.end()
  }
}

export const prepare = async (world: World): Promise<Account> => {
  const [admin] = await world.accounts(1, 'admin')
  if (!admin) throw new Error('no administrator')
  await world.db.query(
    `insert into users (user_type, status, email, first_name, last_name, phone, gender)
     select 'user', 'approved', 'scale-' || n || '@shiloh.example',
       (array['Kofi', 'Ama', 'Kwame', 'Abena', 'Yaw', 'Esi', 'Kojo', 'Akua'])[1 + n % 8],
       (array['Mensah', 'Owusu', 'Boateng', 'Asante', 'Agyeman', 'Darko', 'Ofori'])[1 + n % 7] || ' ' || n,
       '+23355' || lpad(n::text, 7, '0'), 'male' from generate_series(1, $1::int) n`,
    [USERS],
  )
  await world.db.query(
    `with type as (
         insert into participant_types (name) select unnest('{Scale delegate,Scale minister,Scale child,Scale steward,Scale guest}'::text[]) returning id),
       numbered as (select id, row_number() over (order by id) as n from type),
       made as (
         insert into events (slug, code_prefix, status, name, starts_at, ends_at, online_url)
         select 'scale-' || n, 'BN', 'published', 'Scale convention ' || n, now() + interval '60 days', now() + interval '64 days', 'https://stream.example'
         from generate_series(1, $1::int) n returning id),
       offered as (
         insert into event_participant_types (event_id, participant_type_id, price)
         select made.id, numbered.id, 35000 from (select id, row_number() over (order by id) as n from made) made
           join numbered on numbered.n = 1 + made.n % 5 returning id),
       category as (insert into room_categories (name) values ('Scale dormitory') returning id),
       -- The beds of a tenth of the events, in one week of the month that the dashboard is measured with.
       lodging as (
         insert into event_accommodations (event_id, room_category_id, price_per_night, check_in_from, check_out_until, beds)
         select made.id, category.id, 0, '2026-03-22', '2026-03-27', 9000
         from category, (select id from made order by id limit $1::int / 10) made returning id, event_id),
       nights as (
         insert into quotas (event_id, kind, ref_id, night, capacity)
         select l.event_id, 'beds', l.id, night::date, 9000
         from lodging l, generate_series(timestamp '2026-03-22', '2026-03-26', '1 day') night)
     insert into quotas (event_id, kind, capacity) select id, 'event', null from made`,
    [EVENTS],
  )
  return admin
}

const LISTS = [
  { name: 'reservations, newest first', path: '/admin/reservations' },
  { name: 'reservations, by name', path: '/admin/reservations?search=Boateng%201234&sort=-created_at' },
  { name: 'reservations, by code', path: '/admin/reservations?search=BN-0F42&sort=created_at' },
  { name: 'reservations, by status', path: '/admin/reservations?status=pending&sort=created_at' },
  { name: 'reservations, by participant type', path: '/admin/reservations?sort=type' },
  { name: 'reservations, by what was paid', path: '/admin/reservations?sort=-paid' },
  { name: 'users, sorted by district', path: '/admin/users?sort=district' },
  { name: 'users, by name', path: '/admin/users?search=Owusu%20777&sort=-created_at' },
] as const

const meta = z.object({ meta: z.object({ total: z.number() }) })

const measureLists = async (
  world: World,
  admin: Account,
): Promise<Map<string, { milliseconds: number; total: number }>> => {
  const found = new Map<string, { milliseconds: number; total: number }>()
  for (const { name, path } of LISTS) {
    const times: number[] = []
    let total = 0
    for (let round = 0; round < 7; round += 1) {
      const start = performance.now()
      const { status, body } = await world.call('GET', path, { as: admin })
      if (status === 404) break
      if (status !== 200) throw new Error(`${path}: ${status} ${JSON.stringify(body)}`)
      times.push(performance.now() - start)
      total = meta.parse(body).meta.total
    }
    const middle = times.sort((a, b) => a - b)[Math.floor(times.length / 2)]
    if (middle !== undefined) found.set(name, { milliseconds: middle, total })
  }
  return found
}

const DASHBOARD = ['stats', 'graph', 'signups-graph', 'daily-reservations-graph'] as const

/** Measures the dashboard of a month with 130,000 reservations: of all events, and of one. */
const measureDashboard = async (world: World, admin: Account): Promise<Figure[]> => {
  const { rows } = await world.db.query<{ id: string }>(`select id from events where name like 'Scale %' limit 1`)
  const figures: Figure[] = []
  for (const [of, filter] of [
    ['all events', ''],
    ['one event', `&event_id=${rows[0]?.id}`],
  ] as const)
    for (const name of DASHBOARD) {
      const times: number[] = []
      for (let round = 0; round < 20; round += 1) {
        const start = performance.now()
        const { status } = await world.call('GET', `/admin/dashboard/${name}?month=3&year=2026${filter}`, { as: admin })
        if (status !== 200) throw new Error(`dashboard/${name}: ${status}`)
        times.push(performance.now() - start)
      }
      times.sort((a, b) => a - b)
      const p95 = times[Math.ceil(times.length * 0.95) - 1] ?? 0
      figures.push({
        name: `dashboard: ${name}, ${of}`,
        value: p95,
        unit: 'ms',
        goal: '< 300 ms, p95',
        met: p95 < 300,
        note: `median ${Math.round(times[times.length / 2] ?? 0)} ms; over HTTP`,
      })
    }
  return figures
}

/**
 * Measures lists at 10,000 and at 1,000,000 reservations with 300,000 users, and the twelve invariants over all of it.
 */
export const scale = async (): Promise<Figure[]> => {
  const world = await openWorld()
  try {
    const admin = await prepare(world)
    await fill(world, 0, 10_000)
    const small = await measureLists(world, admin)
    await fill(world, 10_000, 1_000_000)
    const large = await measureLists(world, admin)
    const figures: Figure[] = [...large].map(([name, { milliseconds, total }]) => {
      const before = small.get(name)?.milliseconds ?? milliseconds
      return {
        name: `list: ${name}`,
        value: milliseconds,
        unit: 'ms',
        goal: '< 100 ms, ≤ 2 × at 10,000',
        met: milliseconds < 100 && milliseconds <= 2 * before,
        ceiling: { what: 'at 10,000', value: before },
        note: `${total.toLocaleString('en')} rows match; over HTTP`,
      }
    })
    figures.push(...(await measureDashboard(world, admin)))
    await fillOffice(world, admin)
    figures.push(...(await measureOffice(world, admin)), ...(await measureOrders(world)))
    const { runInvariants } = await import('../apps/api/src/features/reservations/index.ts')
    const { openDatabase } = await import('../apps/api/src/platform/db/db.ts')
    const database = openDatabase(world.databaseUrl, { max: 4, statementTimeoutMs: 120_000 })
    const start = performance.now()
    const report = await runInvariants(database.db)
    const seconds = (performance.now() - start) / 1000
    await database.close()
    const broken = report.reduce((sum, { count }) => sum + count, 0)
    figures.push({
      name: 'the twelve invariants, 1,000,000 reservations',
      value: seconds,
      unit: 's',
      goal: '< 10 s',
      met: seconds < 10,
      note: `${broken} violations`,
    })
    return figures
  } finally {
    await world.close()
  }
}
