import { paymentRoutes } from '@shiloh/contract/payments/payments'
import { vendorRoutes } from '@shiloh/contract/vendors/vendors'
import { type BookableEvent, makeEvent, reserve } from './booking.ts'
import { testApp } from './harness.ts'

/** What a visitor orders. Those who are not `paid` still owe all of it. */
interface Wanted {
  readonly meals?: boolean
  readonly shirts?: number
  readonly diets?: readonly string[]
  readonly paid?: boolean
}

/** Opens an app with an event whose meals and shirts a vendor supplies, another vendor, and staff who take the money. */
export const openVendors = async () => {
  const t = await testApp()
  const staff = await t.account({
    type: 'admin',
    permissions: ['payments.take_cash', 'reservations.update', 'reservations.cancel', 'reservations.read'],
  })
  const vendor = await t.account({ type: 'vendor' })
  const rival = await t.account({ type: 'vendor' })
  const gate = await t.account({ type: 'checkin_user' })
  const event = await makeEvent(t, { capacity: 500, fields: { dietary_preference: 'optional' } })

  const query = async (text: string, values: readonly unknown[] = []) =>
    (await t.database.pool.query<Record<string, unknown>>(text, [...values])).rows

  /** Gives what an event offers to a vendor. */
  const supply = async ({ catererId, optionId }: BookableEvent, id: string | null) => {
    await query('update caterers set vendor_id = $2 where id = $1', [catererId, id])
    await query(
      'update products set vendor_id = $2 where id = (select product_id from product_options where id = $1)',
      [optionId, id],
    )
  }
  const payCash = async (id: string, amount: number) => {
    if (amount > 0) await t.call(paymentRoutes.takeCash, { params: { id }, body: { amount }, as: staff })
  }
  /** Reserves for a visitor, who pays for meals and shirts only. */
  const order = async (of: Wanted, at = event) => {
    const made = await reserve(t, at, {
      participant_type_id: at.otherTypeId,
      ...(of.meals && { caterer_id: at.catererId }),
      ...(of.shirts && { products: [{ product_option_id: at.optionId, quantity: of.shirts }] }),
      ...(of.diets && { dietary_preference: of.diets }),
    })
    if (of.paid !== false) await payCash(made.id, made.view.total)
    return made
  }
  const put = (id: string, body: object, as = vendor) => t.call(vendorRoutes.updateOrder, { params: { id }, body, as })
  const read = async (id: string) => {
    const { data } = await t.call(vendorRoutes.orders, { query: { event_id: event.id }, as: vendor })
    return data.find(({ _id }) => _id === id)
  }
  const statement = async (at = event) =>
    (await t.call(vendorRoutes.statement, { query: { event_id: at.id }, as: vendor })).data
  const catering = async (at = event) =>
    (await t.call(vendorRoutes.catering, { query: { event_id: at.id }, as: vendor })).data

  await supply(event, vendor.id)
  await query('insert into check_in_user_events values ($1, $2)', [gate.id, event.id])
  return { t, staff, vendor, rival, gate, event, query, supply, payCash, order, put, read, statement, catering }
}
