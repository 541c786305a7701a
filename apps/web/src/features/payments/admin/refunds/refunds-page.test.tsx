// @vitest-environment happy-dom
import { type Refund, refundRoutes } from '@shiloh/contract/payments/refunds'
import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { idOf, showScreen } from '../../../../../test/screen.tsx'
import { RefundsPage } from './refunds-page.tsx'

const refund = (number: number, person: string, given: Partial<Refund>): Refund => ({
  _id: idOf(number),
  payment_id: idOf(100),
  amount: 10_000,
  currency: 'GHS',
  status: 'due',
  reason: 'cancelled',
  way: null,
  provider: 'sandbox',
  due_at: '2026-11-01T10:00:00.000Z',
  requested_at: null,
  expected_at: null,
  settled_at: null,
  slip_number: null,
  reservation_id: idOf(101),
  reservation_code: 'MW27-K4QX',
  reservation_status: 'cancelled',
  event_name: 'Ministers & Wives',
  person,
  person_id: idOf(102),
  reference: 'ref-1',
  note: '',
  requested_by: null,
  settled_by: null,
  paid_to: null,
  asked: 0,
  last_error: null,
  needs_attention: false,
  withdrawn_reason: null,
  allowed: [],
  ...given,
})

const show = (width: number) =>
  showScreen(
    () => <RefundsPage />,
    (server) =>
      server.answerList(
        refundRoutes.listRefunds,
        [
          refund(1, 'Ama Late', { expected_at: '2026-01-06T10:00:00.000Z' }),
          refund(2, 'Kofi Soon', { expected_at: '2099-01-06T10:00:00.000Z', status: 'requested' }),
          refund(3, 'Esi Done', { status: 'done', settled_at: '2026-11-02T10:00:00.000Z' }),
        ],
        { amount: 30_000, due: 10_000, requested: 10_000, done: 10_000, refused: 0, withdrawn: 0 },
      ),
    { width },
  )

it.each([1440, 390])('marks what should have been refunded by now, at %i pixels', async (width) => {
  await show(width)
  await screen.findAllByText(/Ama Late/)
  const marked = screen.getAllByText('Overdue').map((mark) => mark.closest('tr, li')?.textContent ?? '')
  expect(marked).toHaveLength(1)
  expect(marked[0]).toContain('Ama Late')
})

it('sums up each state, and never one with another', async () => {
  await show(1440)
  await screen.findAllByText(/Ama Late/)
  const foot = document.querySelector('tfoot')?.textContent
  expect(foot).toContain('Due 100.00Requested 100.00Done 100.00')
  expect(foot).not.toContain('300.00')
  expect(foot).not.toContain('Refused')
})
