import { alertRoutes } from '@shiloh/contract/alerts/alerts'
import { checkinRoutes } from '@shiloh/contract/checkin/checkin'
import { paymentRoutes } from '@shiloh/contract/payments/payments'
import { mealRoutes } from '@shiloh/contract/reservations/meals'
import { reservationRoutes } from '@shiloh/contract/reservations/reservations'
import { orderState } from '@shiloh/contract/vendors/orders'
import { vendorRoutes } from '@shiloh/contract/vendors/vendors'
import { afterAll, expect, it } from 'vitest'
import { syncQuotas } from '#features/reservations'
import { inWork } from '#platform/jobs/work'
import { makeEvent } from '../../../test/booking.ts'
import { brokenInvariants } from '../../../test/invariants.ts'
import { openVendors } from '../../../test/vendors.ts'

const { t, staff, vendor, rival, gate, event, query, supply, payCash, order, put, read, statement, catering } =
  await openVendors()
afterAll(async () => {
  expect(await brokenInvariants(t.app.deps.db)).toEqual([])
  await t.close()
})

it('shows a vendor its own caterers and products, no names, and no dietary count under five', async () => {
  const other = await makeEvent(t, { fields: { dietary_preference: 'optional' } })
  await supply(other, rival.id)
  for (let n = 0; n < 5; n += 1)
    await order({ meals: true, shirts: 1, diets: n < 4 ? ['salt_free', 'oil_free'] : ['oil_free'] })
  for (let n = 0; n < 5; n += 1) await order({ meals: true })
  await order({ meals: true, shirts: 2, paid: false })
  const { data } = await t.call(vendorRoutes.dashboard, { as: vendor })
  expect(data.events.map(({ _id, covers }) => [_id, covers])).toEqual([[event.id, 10]])
  expect(data.products).toMatchObject([{ ordered: 5, left: 5, delivered: 0, unconfirmed: 2 }])
  const covers = await catering()
  expect(covers.caterers).toMatchObject([{ ordered: 10, unconfirmed: 1, days: 3, price_per_day: 2000 }])
  const diets = Object.fromEntries(
    covers.caterers[0]?.diets.map(({ diet, least, most }) => [diet, [least, most]]) ?? [],
  )
  // Four and none look the same.
  expect(diets).toEqual({ salt_free: [0, 4], oil_free: [5, 5], pepper_free: [0, 4], spice_free: [0, 4] })

  const [mine] = (await t.call(vendorRoutes.orders, { as: vendor })).data
  for (const [route, params] of [
    [vendorRoutes.catering, { query: { event_id: event.id } }],
    [vendorRoutes.dashboard, { query: { event_id: event.id } }],
    [vendorRoutes.statement, { query: { event_id: event.id } }],
    [vendorRoutes.statementFile, { query: { event_id: event.id } }],
    [vendorRoutes.updateOrder, { params: { id: mine?._id ?? '' }, body: { status: 'delivered' } }],
  ] as const) {
    expect((await t.call(route, { ...params, as: rival })).status, route.path).toBe(404)
    const own = await t.call(route, { ...params, as: vendor })
    expect(own.status, route.path).toBe(200)
    expect(own.raw.toString()).not.toMatch(/Ama|Mensah|salt_free":4/)
  }
  expect((await t.call(vendorRoutes.orders, { as: rival })).data).toEqual([])
  expect((await t.call(vendorRoutes.orders, { query: { event_id: event.id }, as: rival })).data).toEqual([])
  for (const route of [vendorRoutes.cateringFile, vendorRoutes.statementFile])
    for (const [format, head] of [
      ['pdf', '%PDF'],
      ['xlsx', 'PK'],
      ['csv', '\ufeff'],
    ] as const) {
      const file = await t.call(route, { query: { format }, as: vendor })
      expect([file.status, file.raw.toString().startsWith(head)]).toEqual([200, true])
    }

  // The account loses what it supplied, and gets it back.
  await supply(event, null)
  const empty = await t.call(vendorRoutes.catering, { as: vendor })
  expect([empty.status, empty.data.caterers, empty.data.sittings]).toEqual([200, [], []])
  expect((await t.call(vendorRoutes.orders, { query: { event_id: event.id }, as: vendor })).data).toEqual([])
  expect((await put(mine?._id ?? '', { status: 'prepared' })).status).toBe(404)
  expect((await t.call(vendorRoutes.statementFile, { as: vendor })).status).toBe(200)
  await supply(event, vendor.id)
})

it('counts what has changed since the same time yesterday', async () => {
  const fresh = await makeEvent(t)
  await supply(fresh, vendor.id)
  const [stays, edits, leaves, late, joins] = [
    await order({ meals: true }, fresh),
    await order({ meals: true }, fresh),
    await order({ meals: true }, fresh),
    await order({ meals: true, paid: false }, fresh),
    await order({}, fresh),
  ]
  t.clock.forward(25)
  await payCash(late.id, late.view.total)
  t.clock.forward(23 * 60)
  const changed = async () => {
    const { ordered = 0, more = 0, fewer = 0 } = (await catering(fresh)).caterers[0] ?? {}
    return [ordered, more, fewer]
  }
  // All were made within the last day.
  expect(await changed()).toEqual([4, 4, 0])
  t.clock.forward(59)
  expect(await changed()).toEqual([4, 1, 0])
  t.clock.forward(60)
  expect(await changed()).toEqual([4, 0, 0])
  const edit = (id: string, body: object) =>
    t.call(reservationRoutes.editReservation, { params: { id }, body, as: staff })
  expect((await edit(edits.id, { caterer_id: null })).status).toBe(200)
  expect((await edit(joins.id, { caterer_id: fresh.catererId })).status).toBe(200)
  await payCash(joins.id, 6000)
  expect(
    (await t.call(reservationRoutes.cancelReservation, { params: { id: leaves.id }, body: {}, as: staff })).status,
  ).toBe(200)
  expect(await changed()).toEqual([3, 1, 2])
  // Changed back within the day, it is no change.
  expect((await edit(edits.id, { caterer_id: fresh.catererId })).status).toBe(200)
  expect(await changed()).toEqual([4, 1, 1])
  expect(stays.id).toBeTruthy()
  t.clock.forward(25 * 60)
  expect(await changed()).toEqual([4, 0, 0])
})

it('counts who ordered at the sittings of the days that were sold to them', async () => {
  const fresh = await makeEvent(t)
  await supply(fresh, vendor.id)
  for (const day of ['10', '11', '12', '13'])
    await query(
      `insert into scan_points (event_id, kind, rule, name, starts_at, ends_at, caterer_id, position)
       values ($1, 'meal', 'once', 'Lunch', $2::timestamptz, $2::timestamptz + interval '2 hours', $3, 5)`,
      [fresh.id, `2027-01-${day}T12:00:00Z`, fresh.catererId],
    )
  const early = await order({ meals: true }, fresh)
  await query('update event_caterers set days = 4 where event_id = $1', [fresh.id])
  await inWork(t.app.deps, (work) => syncQuotas(work, fresh.id))
  const late = await order({ meals: true }, fresh)
  const daysOf = async ({ id, user }: typeof early) =>
    (await t.call(mealRoutes.listMyMeals, { params: { id }, as: user })).data.sittings.map(({ day }) => day?.slice(8))
  expect(await daysOf(early)).toEqual(['11', '12', '13'])
  expect(await daysOf(late)).toEqual(['10', '11', '12', '13'])
  expect((await catering(fresh)).sittings.map(({ ordered }) => ordered)).toEqual([1, 2, 2, 2])
  expect((await statement(fresh)).days.map(({ persons, ordered }) => [persons, ordered])).toEqual([
    [1, 1],
    [2, 2],
    [2, 2],
    [2, 2],
  ])
})

it('serves a sitting to those who ordered it, once, at its time, and tells its caterer how many ate', async () => {
  const [sitting, open, others] = await Promise.all(
    [event.catererId, null, null].map(async (caterer, nth) => {
      const at = nth === 2 ? '2027-01-12T12:00:00Z' : '2027-01-11T12:00:00Z'
      const [row] = await query(
        `insert into scan_points (event_id, kind, rule, name, starts_at, ends_at, caterer_id, position)
         values ($1, 'meal', 'once', 'Lunch', $2::timestamptz, $2::timestamptz + interval '2 hours', $3, 5) returning id`,
        [event.id, at, caterer],
      )
      return String(row?.['id'])
    }),
  )
  const [eats, fasts] = [await order({ meals: true }), await order({})]
  t.clock.set('2027-01-11T12:10:00Z')
  let scans = 0
  const scan = async (who: typeof eats, point: string | undefined, device = 'hall-1') => {
    scans += 1
    const body = {
      scan_id: `meal-${scans}-abcdef`,
      device_id: device,
      scanned_at: t.clock().toISOString(),
      point_id: point,
    }
    return (await t.call(checkinRoutes.scan, { params: { id: who.view.qr.url }, body, as: gate })).data.result
  }
  expect(await scan(eats, others)).toBe('not_now')
  expect(await scan(fasts, sitting)).toBe('no_meal')
  expect(await scan(eats, sitting)).toBe('ok')
  expect(await scan(eats, sitting, 'hall-2')).toBe('already_redeemed')
  expect(await scan(eats, open)).toBe('ok')
  t.clock.set('2027-01-11T14:31:00Z')
  expect(await scan(await order({ meals: true }), sitting)).toBe('not_now')

  // The member and the office see the same: what was ordered, with a tick at what was eaten.
  const mine = await t.call(mealRoutes.listMyMeals, { params: { id: eats.id }, as: eats.user })
  const eatenAt = mine.data.sittings.map(({ _id, day, persons }) => [_id, [day, ...persons.map((one) => one.eaten_at)]])
  expect(Object.fromEntries(eatenAt)).toEqual({
    [sitting ?? '']: ['2027-01-11', '2027-01-11T12:10:00.000Z'],
    [open ?? '']: ['2027-01-11', '2027-01-11T12:10:00.000Z'],
    [others ?? '']: ['2027-01-12', null],
  })
  expect((await t.call(mealRoutes.listMeals, { params: { id: eats.id }, as: staff })).data).toEqual(mine.data)
  const without = await t.call(mealRoutes.listMyMeals, { params: { id: fasts.id }, as: fasts.user })
  expect(without.data).toMatchObject({ party: 1, sittings: [] })
  expect((await t.call(mealRoutes.listMyMeals, { params: { id: eats.id }, as: fasts.user })).status).toBe(404)
  const { sittings, caterers } = await catering()
  expect(Object.fromEntries(sittings.map(({ _id, day, eaten }) => [_id, [day, eaten]]))).toEqual({
    [sitting ?? '']: ['2027-01-11', 1],
    [open ?? '']: ['2027-01-11', 1],
    [others ?? '']: ['2027-01-12', 0],
  })
  expect(new Set(sittings.map(({ ordered }) => ordered))).toEqual(new Set([caterers[0]?.ordered]))
  expect((await statement()).days).toMatchObject([
    { day: '2027-01-11', eaten: 2, served: true, amount: 24_000 },
    { day: '2027-01-12', eaten: 0, served: false },
    { day: '2027-01-13', ordered: 0, amount: 24_000 },
  ])
  // An order of the next day includes no meals of the day that is over.
  t.clock.set('2027-01-12T08:00:00Z')
  const late = await order({ meals: true })
  const ofLate = await t.call(mealRoutes.listMyMeals, { params: { id: late.id }, as: late.user })
  expect(ofLate.data.sittings.map(({ day }) => day)).toEqual(['2027-01-12'])
  // Their caterer counts them from that day on.
  const before = new Map(sittings.map(({ _id, ordered }) => [_id, ordered]))
  await payCash(late.id, late.view.balance)
  const more = (await catering()).sittings.map(({ _id, day, ordered }) => [day, ordered - (before.get(_id) ?? 0)])
  expect(more.sort()).toEqual([
    ['2027-01-11', 0],
    ['2027-01-11', 0],
    ['2027-01-12', 1],
  ])
})

it('hands over an order once, however often and at the same time it is asked, and keeps it through edits', async () => {
  const { id, view } = await order({ shirts: 2 })
  const look = async (code: string, as = vendor) =>
    (await t.call(vendorRoutes.scanOrder, { body: { code, event_id: event.id }, as })).data
  expect(await look(view.qr.url)).toMatchObject({
    result: 'ok',
    name: expect.stringContaining('Ama'),
    order: { code: view.code },
  })
  // A typed code could be taken from the list: it shows no name, and neither does a code without its signature.
  expect(await look(view.code.toLowerCase())).toMatchObject({ result: 'ok', name: null })
  expect(await look(view.qr.id)).toMatchObject({ result: 'ok', name: null })
  // The hyphen is far away on a phone, and everybody at the table has the same letters before it.
  expect(await look(view.code.replace('-', ''))).toMatchObject({ result: 'ok', order: { code: view.code } })
  expect(await look(view.code.split('-')[1] ?? '')).toMatchObject({ result: 'ok', order: { code: view.code } })
  // A vendor without an order there learns nothing, neither do forged and unknown codes.
  expect(await look(view.qr.url, rival)).toEqual({ result: 'no_order', order: null, name: null })
  expect(await look(`${view.qr.url}x`)).toEqual({ result: 'invalid', order: null, name: null })
  expect(await look('TEST-ZZZZZZZZ')).toEqual({ result: 'not_found', order: null, name: null })
  const unpaid = await order({ shirts: 1, paid: false })
  expect((await look(unpaid.view.code)).result).toBe('no_order')
  // Their own ticket says that the money is missing: the table sends them to the cash desk.
  expect(await look(unpaid.view.qr.url)).toEqual({ result: 'unpaid', order: null, name: null })
  expect((await look(unpaid.view.qr.url, rival)).result).toBe('no_order')
  expect((await look(unpaid.view.qr.id)).result).toBe('no_order')

  // Ten phones at once: packed by all, handed over by one.
  const packed = await Promise.all(Array.from({ length: 10 }, () => put(id, { status: 'prepared' })))
  expect(packed.map(({ status }) => status)).toEqual(Array(10).fill(200))
  const given = await Promise.all(Array.from({ length: 10 }, () => put(id, { status: 'delivered' })))
  expect(given.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(given.filter(({ code }) => code === 'order_delivered')).toHaveLength(9)
  expect(await look(view.code)).toMatchObject({ result: 'already_delivered', order: { state: 'delivered' } })
  expect((await put(id, { status: 'prepared' })).code).toBe('order_delivered')
  expect((await put(id, { status: 'prepared', taken_back: true })).data.state).toBe('prepared')
  const phone = { status: 'delivered', handover_id: 'phone-1-abcdef' }
  expect((await put(id, phone)).data.state).toBe('delivered')
  expect((await put(id, phone)).data.items).toMatchObject([{ delivered: 2 }])
  // Sent again after another one, or after it was taken back, it is still the same one.
  expect((await put(id, { status: 'ordered', taken_back: true })).data.items).toMatchObject([{ delivered: 0 }])
  expect((await put(id, phone)).data.items).toMatchObject([{ delivered: 0 }])
  expect((await put(id, { status: 'delivered', handover_id: 'phone-2-abcdef' })).data.state).toBe('delivered')

  // An edit after it was prepared and handed over: more is to hand over, fewer has to come back.
  const edit = (quantity: number) =>
    t.call(reservationRoutes.editReservation, {
      params: { id },
      body: { products: quantity === 0 ? [] : [{ product_option_id: event.optionId, quantity }] },
      as: staff,
    })
  expect((await edit(3)).status).toBe(200)
  // The dearer choice waits for its payment, and the old one is in force.
  expect((await read(id))?.state).toBe('delivered')
  await payCash(id, 3500)
  expect(await read(id)).toMatchObject({ state: 'ordered', items: [{ quantity: 3, prepared: 2, delivered: 2 }] })
  const option = (await read(id))?.items[0]?._id
  expect((await put(id, { status: 'delivered', items: [{ _id: option, quantity: 2 }] })).code).toBe('order_delivered')
  expect((await put(id, { status: 'delivered', items: [{ _id: option, quantity: 1 }] })).data.state).toBe('delivered')
  expect((await put(id, { status: 'delivered', items: [{ _id: 'f'.repeat(24) }] })).status).toBe(404)
  expect((await put(id, { status: 'eaten' })).errors).toMatchObject([{ field: 'status' }])
  expect((await edit(1)).status).toBe(200)
  expect(await read(id)).toMatchObject({ state: 'to_return', items: [{ quantity: 1, delivered: 3 }] })

  // The same states in SQL, for the filter.
  const every = (await t.call(vendorRoutes.orders, { as: vendor })).data
  for (const one of every) {
    expect(one.state).toBe(orderState(one.items))
    const found = await t.call(vendorRoutes.orders, { query: { state: one.state, search: one.code }, as: vendor })
    expect(found.data.map(({ _id }) => _id)).toEqual([one._id])
  }

  // Cancelled after it was handed over: it has to come back, and is due until it has.
  expect((await t.call(reservationRoutes.cancelReservation, { params: { id }, body: {}, as: staff })).status).toBe(200)
  expect(await read(id)).toMatchObject({ state: 'to_return', items: [{ quantity: 0, delivered: 3 }] })
  expect((await look(view.code)).result).toBe('cancelled')
  expect((await put(id, { status: 'delivered' })).code).toBe('order_cancelled')
  const owed = await statement()
  expect(owed.lines.filter(({ kind }) => kind === 'to_return')).toMatchObject([{ quantity: 3, amount: 10_500 }])
  const [booked] = await query(
    `select coalesce(sum(l.amount), 0)::int as due from reservation_lines l join reservations r on r.id = l.reservation_id
     where r.event_id = $1 and r.status in ('active', 'redeemed') and l.kind in ('caterer', 'product_option')`,
    [event.id],
  )
  expect(owed.due).toBe(Number(booked?.['due']) + 10_500)
  expect((await put(id, { status: 'put_back', taken_back: true })).data.items).toMatchObject([
    { quantity: 0, prepared: 0, delivered: 0 },
  ])
  expect(await read(id)).toBeUndefined()
  expect((await statement()).due).toBe(booked?.['due'])
})

it('keeps what was packed in sight after the order is reduced or cancelled, until it is put back', async () => {
  const { id, view } = await order({ shirts: 3 })
  const edit = (quantity: number) =>
    t.call(reservationRoutes.editReservation, {
      params: { id },
      body: { products: [{ product_option_id: event.optionId, quantity }] },
      as: staff,
    })
  const figures = async () =>
    (await t.call(vendorRoutes.dashboard, { query: { event_id: event.id }, as: vendor })).data.products[0]
  const before = await figures()
  expect((await put(id, { status: 'prepared' })).data.state).toBe('prepared')
  expect((await figures())?.to_prepare).toBe((before?.to_prepare ?? 0) - 3)
  expect((await edit(1)).status).toBe(200)
  expect(await read(id)).toMatchObject({ state: 'to_put_back', items: [{ quantity: 1, prepared: 3 }] })
  expect((await figures())?.to_put_back).toBe(2)
  const [option] = (await read(id))?.items ?? []
  const found = await t.call(vendorRoutes.orders, {
    query: { event_id: event.id, state: 'to_put_back', option_id: option?._id ?? '' },
    as: vendor,
  })
  expect(found.data.map(({ _id }) => _id)).toEqual([id])
  // Packing and handing over what is still ordered does not put the others back.
  expect((await put(id, { status: 'prepared' })).data.state).toBe('to_put_back')
  expect((await put(id, { status: 'delivered' })).data).toMatchObject({
    state: 'to_put_back',
    items: [{ delivered: 1 }],
  })
  expect((await put(id, { status: 'put_back' })).data).toMatchObject({ state: 'delivered', items: [{ prepared: 1 }] })
  expect((await put(id, { status: 'put_back' })).data).toMatchObject({ state: 'delivered', items: [{ prepared: 1 }] })

  const packed = await order({ shirts: 2 })
  await put(packed.id, { status: 'prepared' })
  const cancelled = { params: { id: packed.id }, body: {}, as: staff }
  expect((await t.call(reservationRoutes.cancelReservation, cancelled)).status).toBe(200)
  expect(await read(packed.id)).toMatchObject({ state: 'to_put_back', items: [{ quantity: 0, prepared: 2 }] })
  expect((await put(packed.id, { status: 'prepared' })).code).toBe('order_cancelled')
  expect((await put(packed.id, { status: 'put_back' }, rival)).status).toBe(404)
  expect((await put(packed.id, { status: 'put_back' })).status).toBe(200)
  expect(await read(packed.id)).toBeUndefined()

  // A reversed payment is no cancellation: the order waits.
  const waits = await order({ shirts: 1 })
  await put(waits.id, { status: 'prepared' })
  await query(`update reservations set status = 'pending' where id = $1`, [waits.id])
  expect(await read(waits.id)).toMatchObject({ state: 'prepared', unpaid: true })
  expect((await put(waits.id, { status: 'delivered' })).code).toBe('order_unpaid')
  await query(`update reservations set status = 'active' where id = $1`, [waits.id])
  expect(view.code).toBeTruthy()
})

it('undoes one handing over and no other, however often it is said', async () => {
  const { id } = await order({ shirts: 3 })
  const option = (await read(id))?.items[0]?._id
  const give = (quantity: number, handover_id: string) =>
    put(id, { status: 'delivered', items: [{ _id: option, quantity }], handover_id })
  const undo = (quantity: number, handover_id: string) =>
    put(id, { status: 'prepared', taken_back: true, items: [{ _id: option, quantity }], handover_id })
  expect((await give(2, 'part-one-abcdef')).data.items).toMatchObject([{ delivered: 2 }])
  expect((await give(1, 'part-two-abcdef')).data.state).toBe('delivered')
  const undone = await Promise.all(Array.from({ length: 5 }, () => undo(1, 'undo-two-abcdef')))
  expect(undone.map(({ status }) => status)).toEqual(Array(5).fill(200))
  expect((await read(id))?.items).toMatchObject([{ quantity: 3, delivered: 2 }])
  expect((await give(1, 'part-two-abcdef')).data.items).toMatchObject([{ delivered: 2 }])
  expect((await give(2, 'part-six-abcdef')).code).toBe('order_delivered')
})

it('lets nobody give up what was handed over to them, and tells the office when it is out', async () => {
  const { id, user } = await order({ shirts: 2 })
  const chief = await t.account({ type: 'admin', permissions: ['reservations.update'] })
  const alerts = async () =>
    (await t.call(alertRoutes.listAlerts, { query: { kind: 'goods_out' }, as: chief })).data.filter(
      ({ link }) => link === `/admin/reservations/${id}`,
    )
  const mine = (products: readonly object[]) =>
    t.call(reservationRoutes.editMyReservation, { params: { id }, body: { products }, as: user })
  await put(id, { status: 'delivered' })
  expect((await mine([])).code).toBe('goods_handed_over')
  expect((await mine([{ product_option_id: event.optionId, quantity: 1 }])).code).toBe('goods_handed_over')
  expect((await t.call(reservationRoutes.cancelMyReservation, { params: { id }, as: user })).code).toBe(
    'goods_handed_over',
  )
  expect(await read(id)).toMatchObject({ state: 'delivered' })
  expect((await mine([{ product_option_id: event.optionId, quantity: 2 }])).status).toBe(200)
  expect(await alerts()).toEqual([])
  expect((await t.call(reservationRoutes.cancelReservation, { params: { id }, body: {}, as: staff })).status).toBe(200)
  expect(await alerts()).toHaveLength(1)
  // A screen from before says it of what is packed: the person has it by now.
  expect((await put(id, { status: 'put_back' })).code).toBe('order_delivered')
  expect(await alerts()).toHaveLength(1)
  expect((await put(id, { status: 'put_back', taken_back: true })).status).toBe(200)
  expect(await alerts()).toEqual([])
})

it('counts a quantity that is packed or put back, and keeps the names of handovers of two vendors apart', async () => {
  const { id } = await order({ shirts: 5 })
  const option = (await read(id))?.items[0]?._id
  const say = (status: string, quantity: number) => put(id, { status, items: [{ _id: option, quantity }] })
  expect((await say('prepared', 2)).data).toMatchObject({ state: 'ordered', items: [{ prepared: 2 }] })
  expect((await say('prepared', 3)).data).toMatchObject({ state: 'prepared', items: [{ prepared: 5 }] })
  await t.call(reservationRoutes.editReservation, {
    params: { id },
    body: { products: [{ product_option_id: event.optionId, quantity: 1 }] },
    as: staff,
  })
  expect((await say('put_back', 1)).data).toMatchObject({ state: 'to_put_back', items: [{ prepared: 4 }] })
  await query(
    `insert into product_handovers (reservation_id, handover_id, by_user, at) values ($1, 'same-name-abcdef', $2, now())`,
    [id, rival.id],
  )
  const phone = { status: 'delivered', handover_id: 'same-name-abcdef' }
  expect((await put(id, phone)).data.items).toMatchObject([{ delivered: 1 }])
  expect((await put(id, phone)).data.items).toMatchObject([{ delivered: 1 }])
})

it('tells the office of goods that are out when a reversed payment ends the reservation', async () => {
  const { id } = await order({ shirts: 2 })
  expect((await put(id, { status: 'delivered' })).data.state).toBe('delivered')
  const [receipt] = await query('select id from payments where reservation_id = $1', [id])
  const desk = await t.account({
    type: 'admin',
    permissions: ['payments.take_cash', 'payments.void_cash', 'payments.read', 'reservations.update'],
  })
  const voided = await t.call(paymentRoutes.voidCash, {
    params: { id: String(receipt?.['id']) },
    body: { reason: 'typed twice' },
    as: desk,
  })
  expect(voided.status).toBe(200)
  t.clock.forward(24 * 60)
  await order({})
  expect(await read(id)).toMatchObject({ state: 'to_return' })
  const { data } = await t.call(alertRoutes.listAlerts, { query: { kind: 'goods_out' }, as: desk })
  expect(data.map(({ link }) => link)).toContain(`/admin/reservations/${id}`)
})
