import pg from 'pg'
import { z } from 'zod'
import type { Account } from './accounts.ts'
import type { Figure } from './measure.ts'
import { openWorld, type World } from './world.ts'

const COVERS = 10_000
const ORDERS = 5_000

/**
 * Fills one event with what a vendor sees: 10,000 persons who eat and 5,000 reservations with products, of which some were
 * changed, cancelled, packed and handed over, and the scans of nine sittings. Foreign keys are not checked meanwhile.
 */
const fill = async (world: World, vendor: Account): Promise<string> => {
  const client = new pg.Client(world.adminUrl)
  await client.connect()
  try {
    await client.query('set session_replication_role = replica')
    const one = async (text: string, values: readonly unknown[] = []): Promise<string> =>
      (await client.query<{ id: string }>(text, [...values])).rows[0]?.id ?? ''
    const type = await one(`insert into participant_types (name) values ('Vendor delegate') returning id`)
    const event = await one(
      `insert into events (slug, code_prefix, status, name, starts_at, ends_at, cancellation_deadline, online_url)
       values ('vendors', 'VN', 'published', 'Vendors’ convention', now() - interval '1 day', now() + interval '3 days', now() - interval '3 days',
         'https://stream.example') returning id`,
    )
    const offered = await one(
      `insert into event_participant_types (event_id, participant_type_id, price) values ($1, $2, 0) returning id`,
      [event, type],
    )
    const caterer = await one(`insert into caterers (name, vendor_id) values ('Kitchen', $1) returning id`, [vendor.id])
    const catered = await one(
      `insert into event_caterers (event_id, caterer_id, price_per_day, days, position) values ($1, $2, 2000, 4, 0) returning id`,
      [event, caterer],
    )
    const product = await one(`insert into products (name, vendor_id) values ('Shirt', $1) returning id`, [vendor.id])
    for (const [nth, name] of ['S', 'M', 'L', 'XL'].entries())
      await client.query(
        `with o as (insert into product_options (product_id, name) values ($1, $2) returning id)
         insert into event_products (event_id, product_option_id, price, position) select $3, id, 3500, $4 from o`,
        [product, name, event, nth],
      )
    await client.query(
      `create temp table made as
       select n, new_id() as id, new_id() as participant_id, new_id() as qr_id, u.id as user_id,
         case when n % 20 = 0 then 'cancelled' when n % 11 = 0 then 'redeemed' else 'active' end as status,
         now() - (n % 400) * interval '1 hour' as at
       from (select id, row_number() over (order by id) as n from users where user_type = 'user' order by id limit $1) u`,
      [COVERS],
    )
    await client.query(
      `insert into reservations (id, code, event_id, user_id, payer_id, status, currency, total, paid, event_participant_type_id,
         redeemed_at, cancelled_at, created_at, updated_at)
       select id, 'VN-' || lpad(upper(to_hex(n)), 6, '0'), $1, user_id, user_id, status, 'GHS', 11500, 11500, $2,
         case when status = 'redeemed' then at end, case when status = 'cancelled' then at end, at, at from made`,
      [event, offered],
    )
    await client.query(
      `insert into reservation_participants (id, reservation_id, event_id, role, user_id, name, qr_id, live, event_participant_type_id,
         event_caterer_id, checked_in_at)
       select participant_id, id, $1, 'main', user_id, 'Somebody ' || n, qr_id, status <> 'cancelled', $2, $3,
         case when status = 'redeemed' then at end from made`,
      [event, offered, catered],
    )
    await client.query(
      `insert into reservation_lines (reservation_id, kind, ref_id, label, quantity, units, unit_price, amount)
       select id, 'caterer', $1, 'Kitchen', 1, 4, 2000, 8000 from made`,
      [caterer],
    )
    await client.query(
      `insert into reservation_lines (reservation_id, kind, ref_id, label, quantity, units, unit_price, amount)
       select m.id, 'product_option', x.product_option_id, 'Shirt', 1, 1, 3500, 3500 from made m
       join event_products x on x.event_id = $1 and x.position = m.n % 4 where m.n % 2 = 0 and m.n / 2 <= $2`,
      [event, ORDERS],
    )
    await client.query(
      `insert into reservation_transitions (reservation_id, from_status, to_status, action, actor, at)
       select id, null, 'pending', 'make', 'owner', at from made
       union all select id, 'pending', 'active', 'pay', 'system', at + interval '1 minute' from made
       union all select id, 'active', status, case status when 'cancelled' then 'cancel' else 'check_in' end, 'system', at + interval '2 minutes'
       from made where status <> 'active'`,
    )
    await client.query(
      `insert into reservation_care (participant_id, sealed, ground_floor, quiet_room, diets, purge_after)
       select participant_id, 'x', false, false, array[(array['salt_free', 'oil_free', 'pepper_free'])[1 + n % 3]], current_date + 30
       from made where n % 10 = 0`,
    )
    await client.query(
      `insert into cover_changes (reservation_id, event_caterer_id, delta, at) select id, $1, 1, at + interval '2 minutes' from made where n % 25 = 0`,
      [catered],
    )
    await client.query(
      `insert into product_fulfilments (reservation_id, event_product_id, prepared, delivered, unit_price, prepared_at, delivered_at)
       select m.id, x.id, 1, (m.n % 4 = 0)::int, 3500, m.at, case when m.n % 4 = 0 then m.at end
       from made m join reservation_lines l on l.reservation_id = m.id and l.kind = 'product_option'
       join event_products x on x.event_id = $1 and x.product_option_id = l.ref_id where m.n % 3 = 0`,
      [event],
    )
    await client.query(
      `with point as (
         insert into scan_points (event_id, kind, rule, name, starts_at, ends_at, caterer_id, position)
         select $1, 'meal', 'once', (array['Breakfast', 'Lunch', 'Supper'])[1 + n % 3], now() + (n * 8 - 24) * interval '1 hour',
           now() + (n * 8 - 22) * interval '1 hour', $2, n from generate_series(0, 8) n returning id, position)
       insert into scans (scan_id, device_id, event_id, participant_id, reservation_id, point_id, code, direction, result, scanned_at)
       select 'vendors-' || m.n || '-' || p.position, 'hall', $1, m.participant_id, m.id, p.id, 'x', 'in', 'ok', now() - interval '1 hour'
       from made m, point p where p.position < 3 and m.n % 10 <> p.position`,
      [event, caterer],
    )
    await client.query('set session_replication_role = origin')
    // The server does the same on its own some time after such a day.
    await client.query('vacuum analyze')
    return event
  } finally {
    await client.end()
  }
}

const list = z.object({ data: z.array(z.object({ _id: z.string(), code: z.string() })) })

const ROUNDS = 20
const GOAL_MS = 300

/** Measures each page and list of a vendor over HTTP, one call at a time, beside an answer without any work. */
export const vendors = async (): Promise<Figure[]> => {
  const world = await openWorld()
  try {
    const [vendor] = await world.accounts(1, 'vendor')
    if (!vendor) throw new Error('no vendor')
    await world.accounts(COVERS)
    const event = await fill(world, vendor)
    const time = async (call: () => Promise<unknown>): Promise<number> => {
      const times: number[] = []
      for (let round = 0; round < ROUNDS; round += 1) {
        const start = performance.now()
        await call()
        times.push(performance.now() - start)
      }
      return times.sort((a, b) => a - b)[Math.ceil(ROUNDS * 0.95) - 1] ?? 0
    }
    const ok = async (method: 'GET' | 'POST' | 'PUT', path: string, body?: unknown) => {
      const answer = await world.call(method, path, { as: vendor, ...(body !== undefined && { body }) })
      if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${JSON.stringify(answer.body)}`)
      return answer.body
    }
    const file = async (path: string) => {
      const answer = await fetch(`${world.baseUrl}/api/v1${path}`, {
        headers: { authorization: `Bearer ${vendor.token}` },
      })
      if (!answer.ok) throw new Error(`${path}: ${answer.status}`)
      await answer.arrayBuffer()
    }
    const of = `event_id=${event}`
    const [order] = list.parse(await ok('GET', `/vendor/orders?${of}&state=ordered`)).data
    if (!order) throw new Error('no order')
    const calls: readonly (readonly [string, () => Promise<unknown>])[] = [
      ['covers', () => ok('GET', `/vendor/catering?${of}`)],
      ['events and sums of products', () => ok('GET', `/vendor/dashboard?${of}`)],
      ['statement', () => ok('GET', `/vendor/statement?${of}`)],
      ['orders, all', () => ok('GET', `/vendor/orders?${of}`)],
      ['orders to pack', () => ok('GET', `/vendor/orders?${of}&state=ordered`)],
      ['orders, last page', () => ok('GET', `/vendor/orders?${of}&page=90&page_size=50`)],
      ['orders by code', () => ok('GET', `/vendor/orders?${of}&search=${order.code}`)],
      ['look up a code', () => ok('POST', '/vendor/orders/scan', { code: order.code, event_id: event })],
      ['pack an order', () => ok('PUT', `/vendor/orders/${order._id}`, { status: 'prepared' })],
      ['covers as PDF', () => file(`/vendor/catering/export?${of}`)],
      ['statement as XLSX', () => file(`/vendor/statement/export?${of}&format=xlsx`)],
    ]
    const empty = await time(() => world.call('GET', '/health'))
    const figures: Figure[] = []
    for (const [name, call] of calls) {
      const value = await time(call)
      figures.push({
        name: `vendor: ${name}`,
        value,
        unit: 'ms',
        goal: `< ${GOAL_MS} ms, p95`,
        met: value < GOAL_MS,
        ceiling: { what: 'an empty answer', value: empty },
      })
    }
    return figures
  } finally {
    await world.close()
  }
}
