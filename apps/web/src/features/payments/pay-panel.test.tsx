// @vitest-environment happy-dom
import { type Payment, paymentRoutes } from '@shiloh/contract/payments/payments'
import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { samplePayment } from '../../../test/sample-payment.ts'
import { type FakeServer, idOf, showScreen } from '../../../test/screen.tsx'
import { PayPanel } from './pay-panel.tsx'

const arrange = (payments: readonly Payment[]) => (fake: FakeServer) => {
  fake.answer(paymentRoutes.listPaymentProviders, ['paystack'])
  fake.answer(paymentRoutes.listOwnPayments, [...payments])
  fake.answer(paymentRoutes.startPayment, { reference: 'r', status: 'started', checkout_url: null })
}
const panel = () => <PayPanel reservationId={idOf(7)} balance={100_000} dueNow={40_000} currency="GHS" parts />

it('keeps the amount that was chosen when the payment was declined, and names the ways to pay', async () => {
  const { user, server } = await showScreen(panel, arrange([samplePayment({ amount: 50_000 })]))
  await user.click(await screen.findByRole('button', { name: 'Pay GHS\u00A0500.00' }))
  expect(server.calls(paymentRoutes.startPayment)[0]?.body).toMatchObject({ amount: 50_000, provider: 'paystack' })
  expect(screen.getByRole('button', { name: 'Pay everything, GHS\u00A01,000.00' })).toBeTruthy()
  expect(await screen.findByText('By card or mobile money.')).toBeTruthy()
})

it('offers what is due now first, and everything beside it', async () => {
  await showScreen(panel, arrange([]))
  await screen.findByText('By card or mobile money.')
  expect(screen.getByRole('button', { name: 'Pay GHS\u00A0400.00' })).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Pay everything, GHS\u00A01,000.00' })).toBeTruthy()
})

it('keeps the whole amount that was chosen when its payment was declined', async () => {
  await showScreen(panel, arrange([samplePayment({ amount: 100_000 })]))
  expect(await screen.findByRole('button', { name: 'Pay GHS\u00A01,000.00' })).toBeTruthy()
})

it('offers everything once the deposit is paid', async () => {
  const paid = samplePayment({ status: 'paid', created_at: '2026-11-01T11:00:00.000Z' })
  const rest = () => <PayPanel reservationId={idOf(7)} balance={60_000} dueNow={0} currency="GHS" parts />
  await showScreen(rest, arrange([paid, samplePayment({})]))
  await screen.findByText('By card or mobile money.')
  expect(screen.getByRole('button', { name: 'Pay GHS\u00A0600.00' })).toBeTruthy()
})

it('follows the field for another amount, says what fits, and leads back', async () => {
  const { user, server } = await showScreen(panel, arrange([]))
  await user.click(screen.getByRole('button', { name: 'Pay another amount' }))
  await user.click(screen.getByRole('button', { name: 'Pay' }))
  const field = screen.getByLabelText('Amount in GHS')
  expect(field.getAttribute('aria-invalid')).toBe('true')
  await user.type(field, '450')
  expect(screen.getByRole('button', { name: 'Pay GHS\u00A0450.00' })).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Back' }))
  expect(screen.queryByLabelText('Amount in GHS')).toBeNull()
  expect(screen.getByRole('button', { name: 'Pay GHS\u00A0400.00' })).toBeTruthy()
  expect(server.calls(paymentRoutes.startPayment)).toEqual([])
})
