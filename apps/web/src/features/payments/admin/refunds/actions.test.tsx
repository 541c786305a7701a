// @vitest-environment happy-dom
import { type Refund, refundRoutes } from '@shiloh/contract/payments/refunds'
import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { Toasts } from '#ui/feedback/toast'
import { idOf, showScreen } from '../../../../../test/screen.tsx'
import { RefundButtons } from './actions.tsx'

const requested: Refund = {
  _id: idOf(1),
  payment_id: idOf(100),
  amount: 10_000,
  currency: 'GHS',
  status: 'requested',
  reason: 'cancelled',
  way: 'provider',
  provider: 'sandbox',
  due_at: '2026-11-01T10:00:00.000Z',
  requested_at: '2026-11-01T11:00:00.000Z',
  expected_at: null,
  settled_at: null,
  slip_number: null,
  reservation_id: idOf(101),
  reservation_code: 'MW27-K4QX',
  reservation_status: 'cancelled',
  event_name: 'Ministers & Wives',
  person: 'Ama Mensah',
  person_id: idOf(102),
  reference: 'ref-1',
  note: '',
  requested_by: null,
  settled_by: null,
  paid_to: null,
  asked: 1,
  last_error: null,
  needs_attention: false,
  withdrawn_reason: null,
  allowed: ['ask'],
}

it('says that a refund was asked about, and not that it is requested again', async () => {
  const page = () => (
    <>
      <RefundButtons refund={requested} />
      <Toasts />
    </>
  )
  const { user } = await showScreen(page, (server) => server.answer(refundRoutes.askAboutRefund, requested))
  await user.click(screen.getByRole('button', { name: 'Ask the provider' }))
  expect(
    await screen.findByText(/^The provider was asked about the refund of GHS.100\.00\. It is not done yet\.$/),
  ).toBeTruthy()
})
