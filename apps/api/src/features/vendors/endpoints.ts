import { readScannedCode } from '@shiloh/contract/checkin/checkin'
import { refusalOf } from '@shiloh/contract/checkin/scans'
import { addDays, nightsBetween } from '@shiloh/contract/reservations/nights'
import { DIETARY_PREFERENCES } from '@shiloh/contract/reservations/party'
import { dayIn } from '@shiloh/contract/text/zone'
import { decideFulfilment, decideHandover, type HandoverFacts, orderState } from '@shiloh/contract/vendors/orders'
import {
  showCount,
  type VendorCatering,
  type VendorEvent,
  type VendorOrder,
  type VendorStatement,
  vendorRoutes,
} from '@shiloh/contract/vendors/vendors'
import { figuresOfRow, statusIs, syncGoodsAlert } from '#features/reservations'
import { bind, reads, writes } from '#http/binder'
import type { ReadContext } from '#platform/context'
import { found } from '#platform/db/found'
import { sqlIn } from '#platform/db/sql.store'
import { AppError } from '#platform/errors'
import { userRoom } from '#platform/realtime'
import { findChanges } from './changes.sql.ts'
import {
  countCovers,
  countEaters,
  findMealLines,
  findSittings,
  findSupplied,
  type SuppliedEvent,
} from './covers.sql.ts'
import { cateringFile, statementFile } from './files.ts'
import {
  countProducts,
  findOrder,
  findProductLines,
  findScanned,
  listOrders,
  lockOrder,
  noteHandover,
  type OrderRow,
  saveItems,
} from './orders.store.ts'

const DAY_MS = 86_400_000

const eventView = (event: SuppliedEvent): VendorEvent => ({
  _id: event.id,
  name: event.name,
  status: event.status,
  starts_at: event.starts_at.toISOString(),
  ends_at: event.ends_at.toISOString(),
  time_zone: event.time_zone,
  currency: event.currency,
})

/** The caller, and the language in which they read. */
const vendorOf = ({ caller, language }: Pick<ReadContext, 'caller' | 'language'>) => ({ vendorId: caller.id, language })

/** Returns the chosen event among those that the caller supplies, or the current one. @throws not_found */
const chosenEvent = async (ctx: ReadContext, eventId: string | undefined): Promise<SuppliedEvent | undefined> => {
  const events = await findSupplied(ctx.db, { ...vendorOf(ctx), now: ctx.now })
  return eventId === undefined ? events[0] : found(events.find(({ id }) => id === eventId))
}

/** What decides about an order. A dearer change that waits to be paid is ignored, as at the gate. */
const factsOf = (row: OrderRow, now: Date): HandoverFacts => {
  const { status, balance } = figuresOfRow(row, now, { withoutChange: true })
  // Only reservations that count have something ordered. Those of an archived event are still handed over.
  const isKept = status === 'archived' && row.items.some(({ quantity }) => quantity > 0)
  return { eventId: row.event_id, status: isKept ? 'redeemed' : status, balance, items: row.items }
}

const orderView = (row: OrderRow, now: Date): VendorOrder => ({
  _id: row.id,
  code: row.code,
  event_id: row.event_id,
  state: orderState(row.items),
  unpaid: refusalOf(factsOf(row, now)) === 'unpaid',
  ordered_at: row.created_at.toISOString(),
  prepared_at: row.prepared_at?.toISOString() ?? null,
  delivered_at: row.delivered_at?.toISOString() ?? null,
  items: [...row.items],
})

const readCatering = async (ctx: ReadContext, event: SuppliedEvent | undefined): Promise<VendorCatering> => {
  const since = new Date(ctx.now.getTime() - DAY_MS)
  if (!event) return { event: null, since: since.toISOString(), caterers: [], sittings: [] }
  const vendor = { ...vendorOf(ctx), eventId: event.id }
  const [eaters, sittings] = await Promise.all([
    countEaters(ctx.db, { ...vendor, since, now: ctx.now }),
    findSittings(ctx.db, vendor),
  ])
  const caterers = new Map(eaters.map((row) => [row.id, row]))
  return {
    event: eventView(event),
    since: since.toISOString(),
    caterers: eaters.map(({ id: _, caterer_id, diets, ...row }) => ({
      ...row,
      _id: caterer_id,
      diets: DIETARY_PREFERENCES.map((diet) => ({ diet, ...showCount(diets[diet] ?? 0, row.ordered) })),
    })),
    sittings: sittings.flatMap(({ id, name, starts_at, ends_at, event_caterer_id, ordered, eaten, unordered }) => {
      const caterer = caterers.get(event_caterer_id)
      return caterer
        ? [
            {
              _id: id,
              caterer_id: caterer.caterer_id,
              caterer: caterer.name,
              name,
              day: starts_at && dayIn(starts_at, event.time_zone),
              starts_at: starts_at?.toISOString() ?? null,
              ends_at: ends_at?.toISOString() ?? null,
              ordered: ordered ?? caterer.ordered,
              eaten,
              unordered,
            },
          ]
        : []
    }),
  }
}

type MealLines = Awaited<ReturnType<typeof findMealLines>>

/** Adds up sittings by day and caterer, with the price of that day. The prices of a caterer's days make up its lines. */
const daysOf = (
  { event, caterers, sittings }: VendorCatering,
  lines: MealLines,
  now: Date,
): VendorStatement['days'] => {
  if (!event) return []
  const end = addDays(dayIn(event.ends_at, event.time_zone), 1)
  return caterers
    .flatMap(({ _id, name }) => {
      const its = Map.groupBy(
        sittings.filter(({ caterer_id }) => caterer_id === _id),
        ({ day }) => day,
      )
      const prices = lines.flatMap(({ caterer_id, until_day, ...line }) => {
        const until = until_day ?? end
        return caterer_id === _id ? [{ ...line, days: nightsBetween(addDays(until, -line.units), until) }] : []
      })
      const days = new Set([
        ...prices.flatMap((line) => line.days),
        ...[...its.keys()].flatMap((day) => (day === null ? [] : [day])),
      ])
      return [...days].map((day) => {
        const meals = its.get(day) ?? []
        const paid = prices.filter((line) => line.days.includes(day))
        return {
          day,
          caterer: name,
          persons: paid.reduce((sum, { quantity }) => sum + quantity, 0),
          ordered: meals.reduce((sum, { ordered }) => sum + ordered, 0),
          eaten: meals.reduce((sum, { eaten }) => sum + eaten, 0),
          unordered: meals.reduce((sum, { unordered }) => sum + unordered, 0),
          served: meals.some(
            ({ starts_at, eaten }) => eaten > 0 || (starts_at !== null && Date.parse(starts_at) <= now.getTime()),
          ),
          amount: paid.reduce((sum, { quantity, unit_price }) => sum + quantity * unit_price, 0),
        }
      })
    })
    .sort((a, b) => (a.day < b.day ? -1 : a.day > b.day ? 1 : 0))
}

const readStatement = async (ctx: ReadContext, eventId: string | undefined): Promise<VendorStatement> => {
  const supplied = await chosenEvent(ctx, eventId)
  const as_of = ctx.now.toISOString()
  if (!supplied) return { event: null, deadline: null, days: [], lines: [], changes: [], due: 0, as_of }
  const vendor = { ...vendorOf(ctx), eventId: supplied.id }
  const deadline = supplied.cancellation_deadline
  const [catering, meals, products, changes] = await Promise.all([
    readCatering(ctx, supplied),
    findMealLines(ctx.db, vendor),
    findProductLines(ctx.db, vendor),
    findChanges(ctx.db, { ...vendor, deadline }),
  ])
  const lines = [
    ...meals.map(({ caterer_id: _, until_day: __, ...line }) => ({
      ...line,
      kind: 'caterer' as const,
      delivered: null,
    })),
    ...products,
  ]
  return {
    event: catering.event,
    deadline: deadline?.toISOString() ?? null,
    days: daysOf(catering, meals, ctx.now),
    lines,
    changes,
    due: lines.reduce((sum, { amount }) => sum + amount, 0),
    as_of,
  }
}

export const endpoints = bind(vendorRoutes, {
  dashboard: reads(async (ctx, { query }) => {
    const [events, covers] = await Promise.all([
      findSupplied(ctx.db, { ...vendorOf(ctx), now: ctx.now }),
      countCovers(ctx.db, ctx.caller.id),
    ])
    const event = query.event_id === undefined ? events[0] : found(events.find(({ id }) => id === query.event_id))
    return {
      events: events.map((one) => ({
        ...eventView(one),
        caterers: [...one.caterers],
        covers: covers.get(one.id) ?? 0,
        products: one.products,
      })),
      event_id: event?.id ?? null,
      products: event ? await countProducts(ctx.db, { ...vendorOf(ctx), eventId: event.id, now: ctx.now }) : [],
    }
  }),
  catering: reads(async (ctx, { query }) => readCatering(ctx, await chosenEvent(ctx, query.event_id))),
  cateringFile: reads(async (ctx, { query }) =>
    cateringFile(ctx, await readCatering(ctx, await chosenEvent(ctx, query.event_id)), query),
  ),
  orders: reads(async (ctx, { query }) => {
    const events = await findSupplied(ctx.db, { ...vendorOf(ctx), now: ctx.now })
    // An archived event has to be asked for.
    const chosen = events
      .filter(({ id, status }) => (query.event_id === undefined ? status !== 'archived' : id === query.event_id))
      .map(({ id }) => id)
    const { items, total } = await listOrders(ctx.db, vendorOf(ctx), chosen, query)
    return { items: items.map((row) => orderView(row, ctx.now)), total }
  }),
  scanOrder: reads(async (ctx, { body }) => {
    const code = readScannedCode(body.code)
    const nothing = { order: null, name: null }
    if (code.kind === 'nothing') return { ...nothing, result: 'invalid' as const }
    const forged =
      code.kind === 'qr' && code.signature !== null && !ctx.deps.crypto.verifySignature(code.qrId, code.signature)
    const person = await findScanned(ctx.db, code, body.event_id ?? null)
    const row = person && (await findOrder(ctx.db, vendorOf(ctx), person.id))
    // Codes are on the list: only the ticket itself, by its signature, shows a name, and that something waits to be paid.
    const isTicket = code.kind === 'qr' && code.signature !== null && !forged
    const unpaid =
      person && !row && isTicket
        ? await findOrder(ctx.db, vendorOf(ctx), person.id, statusIs('pending', ctx.now))
        : undefined
    if (unpaid) {
      const facts = factsOf(unpaid, ctx.now)
      return { ...nothing, result: decideHandover(facts, { eventId: body.event_id ?? null, forged }) }
    }
    const facts = row ? factsOf(row, ctx.now) : person ? { eventId: '', status: '', balance: 0, items: [] } : null
    const result = decideHandover(facts, { eventId: body.event_id ?? null, forged })
    const isShown = row !== undefined && !forged && result !== 'wrong_event'
    return isShown
      ? { result, order: orderView(row, ctx.now), name: isTicket ? (person?.name ?? null) : null }
      : { ...nothing, result }
  }),
  updateOrder: writes(async (ctx, { params, body }) => {
    const vendorId = ctx.caller.id
    // Somebody else's order is not locked.
    found(await findOrder(ctx.tx, vendorOf(ctx), params.id))
    await lockOrder(ctx.tx, vendorId, params.id)
    const before = found(await findOrder(ctx.tx, vendorOf(ctx), params.id))
    const { handover_id: handoverId } = body
    const said = { reservationId: params.id, by: vendorId, now: ctx.now }
    if (handoverId && !(await noteHandover(ctx.tx, { ...said, handoverId }))) return orderView(before, ctx.now)
    const decided = decideFulfilment(factsOf(before, ctx.now), body)
    if (typeof decided === 'string') throw new AppError(decided)
    await saveItems(ctx.tx, said, decided)
    await syncGoodsAlert(sqlIn(ctx.tx), { id: before.id, code: before.code, eventId: before.event_id }, ctx.now)
    // Cancelled, and everything came back: the order is no more.
    const after = (await findOrder(ctx.tx, vendorOf(ctx), params.id)) ?? {
      ...before,
      items: before.items.map((item) => ({ ...item, prepared: 0, delivered: 0 })),
    }
    ctx.audit({
      action: body.taken_back && body.status !== 'put_back' ? 'take_back' : body.status,
      resource: 'products',
      objectId: params.id,
      before: before.items,
      after: after.items,
    })
    ctx.publish(userRoom(vendorId), 'orders', { event_id: before.event_id })
    return orderView(after, ctx.now)
  }),
  statement: reads((ctx, { query }) => readStatement(ctx, query.event_id)),
  statementFile: reads(async (ctx, { query }) =>
    statementFile(ctx, await readStatement(ctx, query.event_id), query.format),
  ),
})
