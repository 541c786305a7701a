// @vitest-environment happy-dom
import { type VendorOrder, vendorRoutes } from '@shiloh/contract/vendors/vendors'
import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { createI18n, translator } from '#platform/i18n'
import { type FakeServer, idOf, showScreen } from '../../../test/screen.tsx'
import { VendorOrdersPage } from './orders-page.tsx'
import { texts } from './texts.ts'

const t = translator(createI18n('en'), texts)

const eventOf = (number: number, name: string, products: number) => ({
  _id: idOf(number),
  name,
  status: 'published' as const,
  starts_at: '2027-01-10T16:00:00.000Z',
  ends_at: '2027-01-13T16:00:00.000Z',
  time_zone: 'Africa/Accra',
  currency: 'GHS',
  caterers: [],
  covers: 0,
  products,
})
const [summit, camp] = [eventOf(1, 'Prayer Summit', 0), eventOf(2, 'Youth Camp', 2)]

const figures = {
  price: 6000,
  product: 'T-shirt',
  ordered: 3,
  prepared: 0,
  delivered: 0,
  left: 3,
  to_prepare: 3,
  to_put_back: 1,
  to_return: 0,
  unconfirmed: 0,
}
const shirt = { _id: idOf(10), product: 'T-shirt', option: 'L', quantity: 2, prepared: 0, delivered: 0 }
const order: VendorOrder = {
  _id: idOf(20),
  code: 'YC-ABCDEFGH',
  event_id: camp._id,
  state: 'ordered',
  unpaid: false,
  ordered_at: '2026-12-01T10:00:00.000Z',
  prepared_at: null,
  delivered_at: null,
  items: [shirt],
}

const arrange = (server: FakeServer) => {
  server.answer(vendorRoutes.dashboard, ({ query }) => ({
    events: [summit, camp],
    event_id: query['event_id'] ?? summit._id,
    products: query['event_id'] === camp._id ? [{ ...figures, _id: idOf(10), option: 'L' }] : [],
  }))
  server.answerList(vendorRoutes.orders, [order])
  server.answer(vendorRoutes.updateOrder, order)
}
const show = (path: string) => showScreen(() => <VendorOrdersPage />, arrange, { path })
const line = () => screen.getAllByRole('status').find((one) => /YC-ABCDEFGH/.test(one.textContent ?? ''))

it('leaves a line with the way back after each press, and undoes exactly that', async () => {
  const { user, server } = await show(`/vendor/orders?event_id=${camp._id}`)
  await user.click(await screen.findByRole('button', { name: 'Handed over, YC-ABCDEFGH' }))
  await screen.findByText(/^YC-ABCDEFGH handed over, /)
  const [given] = server.calls(vendorRoutes.updateOrder)
  const items = [{ _id: shirt._id, quantity: 2 }]
  expect(given?.body).toMatchObject({ status: 'delivered', items, handover_id: expect.any(String) })

  await user.click(within(line() ?? document.body).getByRole('button', { name: t('undo') }))
  await screen.findByText(/^YC-ABCDEFGH undone, /)
  expect(server.calls(vendorRoutes.updateOrder).at(-1)?.body).toMatchObject({
    status: 'ordered',
    taken_back: true,
    items,
  })

  await user.click(screen.getByRole('button', { name: 'Packed, YC-ABCDEFGH' }))
  await screen.findByText(/^YC-ABCDEFGH packed, /)
  await user.click(within(line() ?? document.body).getByRole('button', { name: t('undo') }))
  await screen.findByText(/^YC-ABCDEFGH undone, /)
  expect(server.calls(vendorRoutes.updateOrder).at(-1)?.body).toMatchObject({ status: 'ordered', items })
})

it('stays at the event, and says where orders are', async () => {
  const { user, server, address } = await show('/vendor/orders')
  await screen.findByText(t('no_products'))
  expect(server.calls(vendorRoutes.orders)).toEqual([])
  await user.click(screen.getByRole('link', { name: 'Orders of Youth Camp' }))
  await screen.findByText('YC-ABCDEFGH')
  expect(address()).toBe(`/vendor/orders?event_id=${camp._id}`)
})

it('marks one sum for one press', async () => {
  const { user } = await show(`/vendor/orders?event_id=${camp._id}`)
  await user.click(await screen.findByRole('button', { name: '3 × L' }))
  const pressed = () => screen.getAllByRole('button', { pressed: true }).map(({ textContent }) => textContent)
  expect(pressed()).toEqual(['3 × L'])
  await user.click(screen.getByRole('button', { name: '1 × L' }))
  expect(pressed()).toEqual(['1 × L'])
})

it('says what is missing when nothing of a scanned order is chosen', async () => {
  const { user } = await showScreen(
    () => <VendorOrdersPage />,
    (server) => {
      arrange(server)
      server.answer(vendorRoutes.scanOrder, { result: 'ok', name: 'Ama Mensah', order })
    },
    { path: `/vendor/orders?event_id=${camp._id}#scan` },
  )
  await user.type(await screen.findByLabelText(/code/i, { selector: 'input' }), 'YC-ABCDEFGH{Enter}')
  const number = await screen.findByRole('textbox', { name: t('how_many', { item: 'T-shirt, L' }) })
  await user.clear(number)
  await user.type(number, '0')
  await screen.findByText(t('hand_over_none'))
  expect(screen.queryByRole('button', { name: /^Hand over/ })).toBeNull()
})
