import { createHash } from 'node:crypto'
import { inflateRawSync } from 'node:zlib'
import { paymentRoutes } from '@shiloh/contract/payments/payments'
import { reservationRoutes } from '@shiloh/contract/reservations/reservations'
import { ORDER_STATES } from '@shiloh/contract/vendors/orders'
import { vendorRoutes } from '@shiloh/contract/vendors/vendors'
import { afterAll, expect, it } from 'vitest'
import { archiveReservations, syncQuotas } from '#features/reservations'
import { inWork } from '#platform/jobs/work'
import { makeEvent } from '../../../test/booking.ts'
import type { TestAccount } from '../../../test/harness.ts'
import { brokenInvariants } from '../../../test/invariants.ts'
import { openVendors } from '../../../test/vendors.ts'

const { t, staff, vendor, rival, event, query, supply, payCash, order, put, statement, catering } = await openVendors()
afterAll(async () => {
  expect(await brokenInvariants(t.app.deps.db)).toEqual([])
  await t.close()
})

it('makes a statement that adds up: what was booked, changed, cancelled, eaten and is due', async () => {
  const fresh = await makeEvent(t, { cancellationDeadline: '2027-01-05T18:00:00Z' })
  await supply(fresh, vendor.id)
  const adds = async () => {
    const { data } = await t.call(vendorRoutes.statement, { query: { event_id: fresh.id }, as: vendor })
    const sum = (of: readonly { readonly amount: number }[]) => of.reduce((all, { amount }) => all + amount, 0)
    const meals = data.lines.filter(({ kind }) => kind === 'caterer')
    expect(sum(data.days)).toBe(sum(meals))
    expect(data.due).toBe(sum(data.lines))
    for (const { quantity, units, unit_price, amount } of data.lines) expect(quantity * units * unit_price).toBe(amount)
    for (const { kind, name, booked, more, fewer, cancelled, late, ordered } of data.changes) {
      expect(booked + more - fewer - cancelled).toBe(ordered)
      expect(late).toBeLessThanOrEqual(fewer + cancelled)
      const its = data.lines.filter((line) => line.kind === kind && line.name === name)
      expect(its.reduce((all, { quantity }) => all + quantity, 0)).toBe(ordered)
    }
    const [truth] = await query(
      `select coalesce(sum(l.amount), 0)::int as due from reservation_lines l join reservations r on r.id = l.reservation_id
       where r.event_id = $1 and r.status in ('active', 'redeemed') and l.kind in ('caterer', 'product_option')`,
      [fresh.id],
    )
    const back = sum(data.lines.filter(({ kind }) => kind === 'to_return'))
    expect(data.due - back).toBe(truth?.['due'])
    return data
  }
  const edit = (id: string, body: object) =>
    t.call(reservationRoutes.editReservation, { params: { id }, body, as: staff })
  const cancel = (id: string) => t.call(reservationRoutes.cancelReservation, { params: { id }, body: {}, as: staff })
  const shirts = (quantity: number) => ({ products: [{ product_option_id: fresh.optionId, quantity }] })

  t.clock.set('2027-01-02T09:00:00Z')
  expect((await adds()).due).toBe(0)
  const made = []
  for (let n = 0; n < 6; n += 1) made.push(await order({ meals: true, shirts: 1 }, fresh))
  const [stays, early, late, fewer, more, joins] = made
  await order({ meals: true, shirts: 4, paid: false }, fresh)
  await adds()
  t.clock.forward(10)
  await edit(more?.id ?? '', shirts(3))
  expect((await adds()).changes).toMatchObject([
    { booked: 6, ordered: 6 },
    { booked: 6, more: 0, ordered: 6 },
  ])
  await payCash(more?.id ?? '', 7000)
  await cancel(early?.id ?? '')
  await edit(joins?.id ?? '', { caterer_id: null })
  await adds()
  t.clock.set('2027-01-05T18:00:00Z')
  await cancel(late?.id ?? '')
  await put(fewer?.id ?? '', { status: 'delivered' })
  await edit(fewer?.id ?? '', { products: [] })
  const after = await adds()
  expect(after.deadline).toBe('2027-01-05T18:00:00.000Z')
  expect(after.changes).toMatchObject([
    { kind: 'caterer', booked: 6, more: 0, fewer: 1, cancelled: 2, late: 1, ordered: 3 },
    { kind: 'product', booked: 6, more: 2, fewer: 1, cancelled: 2, late: 2, ordered: 5 },
  ])
  expect(after.lines.filter(({ kind }) => kind === 'to_return')).toMatchObject([{ quantity: 1, amount: 3500 }])
  expect(after.days).toHaveLength(3)

  // Who ate and had cancelled is eaten, not ordered, and not due.
  const [point] = await query(
    `insert into scan_points (event_id, kind, rule, name, starts_at, ends_at, caterer_id, position)
     values ($1, 'meal', 'once', 'Lunch', '2027-01-11T12:00:00Z', '2027-01-11T14:00:00Z', null, 5) returning id`,
    [fresh.id],
  )
  for (const [nth, who] of [stays, late].entries())
    await query(
      `insert into scans (scan_id, device_id, event_id, participant_id, reservation_id, point_id, code, direction, result, said, scanned_at)
       select $1, 'hall', $2, p.id, p.reservation_id, $3, 'x', 'in', $4, 'ok', '2027-01-11T12:10:00Z'
       from reservation_participants p where p.reservation_id = $5`,
      [`ate-${nth}-abcdef`, fresh.id, point?.['id'], nth === 0 ? 'ok' : 'cancelled', who?.id],
    )
  expect((await catering(fresh)).sittings).toMatchObject([{ ordered: 3, eaten: 2, unordered: 1 }])
  expect((await adds()).days.filter(({ eaten }) => eaten > 0)).toMatchObject([{ eaten: 2, unordered: 1 }])
  for (const format of ['csv', 'xlsx', 'pdf'] as const)
    expect(
      (await t.call(vendorRoutes.statementFile, { query: { event_id: fresh.id, format }, as: vendor })).status,
    ).toBe(200)
})

it('has a line for each price that pieces of one order were ordered at, also where a part is another vendor’s', async () => {
  const fresh = await makeEvent(t, { maxPerReservation: 9 })
  await supply(fresh, vendor.id)
  const { id } = await order({ shirts: 1 }, fresh)
  await query('update event_products set price = 6000 where event_id = $1', [fresh.id])
  await inWork(t.app.deps, (work) => syncQuotas(work, fresh.id))
  const edit = (quantity: number) =>
    t.call(reservationRoutes.editReservation, {
      params: { id },
      body: { products: [{ product_option_id: fresh.optionId, quantity }] },
      as: staff,
    })
  await edit(4)
  await payCash(id, 3 * 6_000)
  const [item] = await query('select id from event_products where event_id = $1', [fresh.id])
  const say = (status: string, quantity: number, taken_back = false) =>
    put(id, { status, items: [{ _id: item?.['id'], quantity }], taken_back })
  const due = async (as = vendor) => {
    const { data } = await t.call(vendorRoutes.statement, { query: { event_id: fresh.id }, as })
    return data.lines.map((line) => [line.kind, line.quantity, line.unit_price, line.delivered, line.amount])
  }
  expect(await due()).toEqual([
    ['product', 3, 6_000, 0, 18_000],
    ['product', 1, 3_500, 0, 3_500],
  ])
  expect((await say('delivered', 2)).status).toBe(200)
  expect(await due()).toEqual([
    ['product', 3, 6_000, 1, 18_000],
    ['product', 1, 3_500, 1, 3_500],
  ])
  // What has to come back was ordered last.
  await edit(1)
  expect(await due()).toEqual([
    ['product', 1, 3_500, 1, 3_500],
    ['to_return', 1, 6_000, 1, 6_000],
  ])
  await say('put_back', 1, true)
  await edit(3)
  await payCash(id, 2 * 6_000)
  await say('delivered', 1)
  await supply(fresh, rival.id)
  expect(await due()).toEqual([
    ['former', 1, 6_000, 1, 6_000],
    ['former', 1, 3_500, 1, 3_500],
  ])
  expect(await due(rival)).toEqual([['product', 1, 6_000, 0, 6_000]])
  await supply(fresh, vendor.id)
})

it('answers the same whatever a small count is, on each page, list and file, however they are combined', async () => {
  const fresh = await makeEvent(t, { fields: { dietary_preference: 'optional' } })
  await supply(fresh, vendor.id)
  const eaters = 13
  for (let n = 0; n < eaters; n += 1)
    await order({ meals: true, shirts: n % 3, diets: ['spice_free'], paid: n !== 12 }, fresh)
  const counted = eaters - 1
  const { rows } = await t.database.pool.query<{ id: string }>(
    `select c.participant_id as id from reservation_care c join reservation_participants p on p.id = c.participant_id
     join reservations r on r.id = p.reservation_id where r.event_id = $1 order by r.status, r.code`,
    [fresh.id],
  )
  const needy = (count: number) =>
    query(
      `update reservation_care set diets = case when array_position($1::text[], participant_id::text) <= $2 then '{salt_free,oil_free}' else '{oil_free}' end::text[]
       where participant_id = any($1::text[])`,
      [rows.map(({ id }) => id), count],
    )
  // Everything that a vendor can read, with each filter of the lists.
  const asked: (readonly [keyof typeof vendorRoutes, Record<string, string>])[] = [
    ...(['dashboard', 'catering', 'statement', 'orders'] as const).map((name) => [name, {}] as const),
    ...(['cateringFile', 'statementFile'] as const).flatMap((name) =>
      ['pdf', 'csv', 'xlsx'].map((format) => [name, { format }] as const),
    ),
    ...ORDER_STATES.map((state) => ['orders', { state }] as const),
    ['orders', { unpaid: 'true' }],
    ['orders', { sort: '-code' }],
  ]
  expect(new Set(asked.map(([name]) => name))).toEqual(
    new Set(Object.entries(vendorRoutes).flatMap(([name, { method }]) => (method === 'GET' ? [name] : []))),
  )
  const answers = async () => {
    const all: string[] = []
    for (const [name, more] of asked) {
      const route = vendorRoutes[name]
      const answer = await t.call(route, { query: { event_id: fresh.id, ...more }, as: vendor })
      expect([name, answer.status]).toEqual([name, 200])
      // The first entry of a workbook is its sheet. The times of a ZIP file are those of the machine.
      const { raw } = answer
      const isZip = more['format'] === 'xlsx'
      const body = isZip ? inflateRawSync(raw.subarray(30 + raw.readUInt16LE(26) + raw.readUInt16LE(28))) : raw
      all.push(`${name} ${JSON.stringify(more)} ${createHash('sha256').update(body).digest('hex')}`)
    }
    return all
  }
  const of = async (count: number) => {
    await needy(count)
    return answers()
  }
  const [none, some] = [await of(0), await of(5)]
  for (const few of [1, 2, 3, 4]) expect(await of(few)).toEqual(none)
  // From here on the cook has to know, and can.
  expect(some).not.toEqual(none)
  const all = await of(counted)
  for (let rest = 1; rest < 5; rest += 1) expect(await of(counted - rest)).toEqual(all)
  expect(await of(counted - 5)).not.toEqual(all)
})

it('keeps two vendors of one reservation apart, and moves a product with what is out to its new vendor', async () => {
  const [product] = await query(
    `with p as (insert into products (name, vendor_id) values ('Song book', $1) returning id),
       o as (insert into product_options (product_id, name) select id, 'Paper' from p returning id, product_id)
     insert into event_products (event_id, product_option_id, price, position) select $2, id, 500, 9 from o returning id, product_option_id`,
    [rival.id, event.id],
  )
  const { id, view } = await order({ shirts: 1 })
  await query(
    `insert into reservation_lines (reservation_id, kind, ref_id, label, quantity, units, unit_price, amount)
     values ($1, 'product_option', $2, 'Song book', 2, 1, 0, 0)`,
    [id, product?.['product_option_id']],
  )
  const its = async (as: TestAccount) =>
    (await t.call(vendorRoutes.orders, { query: { event_id: event.id, search: view.code }, as })).data[0]
  expect((await its(vendor))?.items).toMatchObject([{ quantity: 1 }])
  expect((await its(rival))?.items).toMatchObject([{ product: 'Song book', quantity: 2 }])
  const book = (await its(rival))?.items[0]?._id
  for (const status of ['prepared', 'delivered', 'put_back'])
    expect((await put(id, { status, items: [{ _id: book }] })).status).toBe(404)
  expect((await put(id, { status: 'delivered' })).data.items).toMatchObject([{ delivered: 1 }])
  expect(await its(rival)).toMatchObject({ state: 'ordered', delivered_at: null })
  const asked = { event_id: event.id, option_id: book ?? '' }
  expect((await t.call(vendorRoutes.orders, { query: asked, as: vendor })).data).toEqual([])

  // The office gives the shirts to the other vendor: so is what was handed over.
  expect((await put(id, { status: 'prepared' }, rival)).data.state).toBe('prepared')
  await supply(event, rival.id)
  expect((await put(id, { status: 'prepared', taken_back: true })).status).toBe(404)
  expect((await t.call(vendorRoutes.scanOrder, { body: { code: view.qr.url }, as: vendor })).data).toMatchObject({
    result: 'no_order',
    name: null,
  })
  expect((await its(rival))?.items).toMatchObject([{ delivered: 1 }, { quantity: 2, prepared: 2 }])
  await supply(event, vendor.id)
  await query('delete from product_fulfilments where event_product_id = $1', [product?.['id']])
  await query('delete from reservation_lines where ref_id = $1', [product?.['product_option_id']])
})

it('shows an archived event only when it is asked for, and days by the clock of the event', async () => {
  const far = await makeEvent(t)
  await supply(far, vendor.id)
  await query(
    `update events set time_zone = 'Pacific/Auckland', starts_at = '2027-01-10T11:30:00Z', ends_at = '2027-01-12T10:00:00Z' where id = $1`,
    [far.id],
  )
  const { id } = await order({ meals: true, shirts: 1 }, far)
  // A supper from half past eleven until one o'clock in the night.
  await query(
    `insert into scan_points (event_id, kind, rule, name, starts_at, ends_at, caterer_id, position)
     values ($1, 'meal', 'once', 'Supper', '2027-01-11T10:30:00Z', '2027-01-11T12:00:00Z', $2, 5)`,
    [far.id, far.catererId],
  )
  expect((await catering(far)).sittings).toMatchObject([{ day: '2027-01-11', ordered: 1 }])
  expect((await statement(far)).days.map(({ day, ordered }) => [day, ordered])).toEqual([
    ['2027-01-11', 1],
    ['2027-01-12', 0],
  ])
  await query(`update events set status = 'archived' where id = $1`, [far.id])
  await inWork(t.app.deps, (work) => archiveReservations(work, far.id, { actor: 'system', actorId: null }))
  const all = await t.call(vendorRoutes.orders, { query: {}, as: vendor })
  expect(all.data.some(({ event_id }) => event_id === far.id)).toBe(false)
  const old = await t.call(vendorRoutes.orders, { query: { event_id: far.id }, as: vendor })
  expect(old.data.map(({ _id }) => _id)).toEqual([id])
  expect((await put(id, { status: 'delivered' })).data.state).toBe('delivered')
  expect((await statement(far)).due).toBe(2 * 2000 + 3500)
})

it('owes nothing for an order whose payment was reversed, and calls it neither late nor ordered', async () => {
  const fresh = await makeEvent(t, { cancellationDeadline: '2026-12-01T00:00:00Z' })
  await supply(fresh, vendor.id)
  const { id } = await order({ meals: true, shirts: 3 }, fresh)
  expect((await put(id, { status: 'prepared' })).status).toBe(200)
  expect((await statement(fresh)).due).toBe(3 * 2000 + 3 * 3500)
  const [receipt] = await query('select id from payments where reservation_id = $1', [id])
  const desk = await t.account({ type: 'admin', permissions: ['payments.void_cash'] })
  const params = { id: String(receipt?.['id']) }
  expect((await t.call(paymentRoutes.voidCash, { params, body: { reason: 'typed twice' }, as: desk })).status).toBe(200)
  const waits = await statement(fresh)
  expect([waits.due, waits.lines]).toEqual([0, []])
  const none = { cancelled: 1, late: 0, ordered: 0 }
  expect(waits.changes).toMatchObject([none, { ...none, cancelled: 3 }])
  // It is still to be packed when it is paid, and counted once.
  const { data } = await t.call(vendorRoutes.dashboard, { query: { event_id: fresh.id }, as: vendor })
  expect(data.products).toMatchObject([{ ordered: 3, unconfirmed: 0, to_put_back: 0 }])
  await inWork(t.app.deps, (work) => archiveReservations(work, fresh.id, { actor: 'system', actorId: null }))
  const after = await statement(fresh)
  expect([after.due, after.changes]).toEqual([0, waits.changes])
})

it('begins the kitchen list with the day that the reader looks at, and puts what is over behind', async () => {
  const fresh = await makeEvent(t)
  await supply(fresh, vendor.id)
  await order({ meals: true }, fresh)
  for (const day of ['10', '11', '12'])
    await query(
      `insert into scan_points (event_id, kind, rule, name, starts_at, ends_at, caterer_id, position)
       values ($1, 'meal', 'once', $2, $3, $4, $5, 5)`,
      [fresh.id, `Lunch ${day}`, `2027-01-${day}T12:00:00Z`, `2027-01-${day}T14:00:00Z`, fresh.catererId],
    )
  const list = async (more: { readonly day?: string }) => {
    const asked = { event_id: fresh.id, format: 'csv' as const, ...more }
    const { raw } = await t.call(vendorRoutes.cateringFile, { query: asked, as: vendor })
    return [...raw.toString().matchAll(/Lunch \d+|Meals before/g)].map(([text]) => text)
  }
  t.clock.set('2027-01-11T09:00:00Z')
  expect(await list({})).toEqual(['Lunch 11', 'Lunch 12', 'Meals before', 'Lunch 10'])
  expect(await list({ day: '2027-01-12' })).toEqual(['Lunch 12', 'Meals before', 'Lunch 10', 'Lunch 11'])
  expect(await list({ day: '2027-01-10' })).toEqual(['Lunch 10', 'Lunch 11', 'Lunch 12'])
  // Afterwards it is all of it.
  t.clock.set('2027-02-01T09:00:00Z')
  expect(await list({})).toEqual(['Lunch 10', 'Lunch 11', 'Lunch 12'])
})

it('leaves what was handed over on the statement of its vendor when the product goes to another one', async () => {
  t.clock.set('2027-01-02T09:00:00Z')
  const fresh = await makeEvent(t)
  await supply(fresh, vendor.id)
  const made = await order({ shirts: 3 }, fresh)
  const whole = await order({ shirts: 1 }, fresh)
  const { optionId } = fresh
  const [item] = await query('select id from event_products where event_id = $1 and product_option_id = $2', [
    fresh.id,
    optionId,
  ])
  const give = (id: string, quantity: number, as: TestAccount) =>
    put(id, { status: 'delivered', items: [{ _id: item?.['id'], quantity }] }, as)
  const of = async (as: TestAccount) => {
    const answer = await t.call(vendorRoutes.statement, { query: { event_id: fresh.id }, as })
    if (answer.status === 404) return null
    const { lines, changes, due } = answer.data
    expect(due).toBe(lines.reduce((sum, { amount }) => sum + amount, 0))
    for (const { booked, more, fewer, cancelled, by_others, ordered } of changes)
      expect(booked + more - fewer - cancelled - by_others).toBe(ordered)
    return {
      due,
      lines: lines.map(({ kind, quantity, delivered }) => [kind, quantity, delivered]),
      ordered: changes.map(({ by_others, ordered }) => [by_others, ordered]),
    }
  }
  expect((await give(made.id, 2, vendor)).status).toBe(200)
  expect(await of(rival)).toBeNull()
  await supply(fresh, rival.id)
  expect(await of(vendor)).toEqual({ due: 2 * 3500, lines: [['former', 2, 2]], ordered: [] })
  expect(await of(rival)).toEqual({ due: 2 * 3500, lines: [['product', 2, 0]], ordered: [[2, 2]] })
  const { data } = await t.call(vendorRoutes.dashboard, { as: vendor })
  expect(data.events.find(({ _id }) => _id === fresh.id)).toMatchObject({ products: 0, covers: 0 })
  // The other one hands over the rest. The former one can do nothing any more.
  expect((await give(made.id, 1, vendor)).status).toBe(404)
  expect((await give(made.id, 1, rival)).status).toBe(200)
  expect((await give(whole.id, 1, rival)).status).toBe(200)
  expect(await of(rival)).toEqual({ due: 2 * 3500, lines: [['product', 2, 2]], ordered: [[2, 2]] })

  // It comes back, and each is due what each handed over.
  await supply(fresh, vendor.id)
  expect(await of(vendor)).toEqual({ due: 2 * 3500, lines: [['product', 2, 2]], ordered: [[2, 2]] })
  expect(await of(rival)).toEqual({ due: 2 * 3500, lines: [['former', 2, 2]], ordered: [] })
  // Cancelled: what is out is due until it is back, the last first.
  await t.call(reservationRoutes.cancelReservation, { params: { id: made.id }, body: {}, as: staff })
  expect(await of(vendor)).toEqual({ due: 2 * 3500, lines: [['to_return', 2, 2]], ordered: [[1, 0]] })
  expect(await of(rival)).toEqual({
    due: 2 * 3500,
    lines: [
      ['former', 1, 1],
      ['to_return', 1, 1],
    ],
    ordered: [],
  })
  const back = { status: 'put_back', taken_back: true, items: [{ _id: item?.['id'], quantity: 1 }] }
  expect((await put(made.id, back)).status).toBe(200)
  expect((await of(rival))?.lines).toEqual([['former', 1, 1]])
  expect((await put(made.id, { status: 'put_back', taken_back: true })).status).toBe(200)
  expect((await of(vendor))?.lines).toEqual([])
  expect((await of(rival))?.due).toBe(3500)

  // An account that is gone leaves its pieces to nobody.
  await query(
    `insert into users (id, user_type, first_name, last_name, email)
     select $1, user_type, first_name, last_name, 'gone@vendor.test' from users where id = $2`,
    ['d'.repeat(24), vendor.id],
  )
  await supply(fresh, 'd'.repeat(24))
  const late = await order({ shirts: 2 }, fresh)
  await query(
    `insert into product_fulfilments (reservation_id, event_product_id, prepared, delivered, unit_price) values ($1, $2, 1, 1, 3500)`,
    [late.id, item?.['id']],
  )
  await query('delete from users where id = $1', ['d'.repeat(24)])
  await supply(fresh, vendor.id)
  expect(await of(vendor)).toEqual({ due: 3500, lines: [['product', 1, 0]], ordered: [[2, 1]] })
})

it('leaves what a caterer served at past events to the vendor that it had then', async () => {
  const [past, ahead] = [await makeEvent(t), await makeEvent(t)]
  // Both offer the same caterer.
  await query('update event_caterers set caterer_id = $2 where event_id = $1', [ahead.id, past.catererId])
  await supply(past, vendor.id)
  await order({ meals: true }, past)
  await order({ meals: true }, { ...ahead, catererId: past.catererId })
  await query(`update events set starts_at = '2020-01-10', ends_at = '2020-01-13' where id = $1`, [past.id])
  const due = async (at: typeof past, as: TestAccount) => {
    const answer = await t.call(vendorRoutes.statement, { query: { event_id: at.id }, as })
    return answer.status === 404 ? null : answer.data.lines.reduce((sum, { amount }) => sum + amount, 0)
  }
  const [was, will] = [await due(past, vendor), await due(ahead, vendor)]
  expect(was).toBeGreaterThan(0)
  await query('update caterers set vendor_id = $2 where id = $1', [past.catererId, rival.id])
  expect([await due(past, vendor), await due(past, rival)]).toEqual([was, null])
  expect([await due(ahead, vendor), await due(ahead, rival)]).toEqual([null, will])
  expect((await t.call(vendorRoutes.catering, { query: { event_id: past.id }, as: rival })).status).toBe(404)
})

it('names events, meals and products in the language of the reader', async () => {
  const fresh = await makeEvent(t)
  await supply(fresh, vendor.id)
  const made = await order({ meals: true, shirts: 1 }, fresh)
  const german = (name: string) => JSON.stringify({ de: { name } })
  await query('update events set translations = $2 where id = $1', [fresh.id, german('Gebetsgipfel')])
  await query('update caterers set translations = $2 where id = $1', [fresh.catererId, german('Küche')])
  await query('update product_options set translations = $2 where id = $1', [fresh.optionId, german('Groß')])
  await query(
    'update products set translations = $2 where id = (select product_id from product_options where id = $1)',
    [fresh.optionId, german('Hemd')],
  )
  await query(
    `insert into scan_points (event_id, kind, rule, name, translations, starts_at, ends_at, caterer_id, position)
     values ($1, 'meal', 'once', 'Lunch', $2, '2027-01-10T12:00:00Z', '2027-01-10T14:00:00Z', null, 5)`,
    [fresh.id, german('Mittagessen')],
  )
  const read = { query: { event_id: fresh.id }, as: vendor, headers: { 'accept-language': 'de' } }
  const { events, products } = (await t.call(vendorRoutes.dashboard, read)).data
  expect(events.find(({ _id }) => _id === fresh.id)).toMatchObject({ name: 'Gebetsgipfel', caterers: ['Küche'] })
  expect(products).toMatchObject([{ product: 'Hemd', option: 'Groß' }])
  const served = (await t.call(vendorRoutes.catering, read)).data
  expect(served).toMatchObject({ event: { name: 'Gebetsgipfel' }, caterers: [{ name: 'Küche' }] })
  expect(served.sittings).toMatchObject([{ name: 'Mittagessen', caterer: 'Küche' }])
  const orders = (await t.call(vendorRoutes.orders, read)).data
  expect(orders.find(({ _id }) => _id === made.id)?.items).toMatchObject([{ product: 'Hemd', option: 'Groß' }])
  const { lines, changes } = (await t.call(vendorRoutes.statement, read)).data
  for (const rows of [lines, changes]) expect(rows.map(({ name }) => name).sort()).toEqual(['Hemd, Groß', 'Küche'])
})
