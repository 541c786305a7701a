// @vitest-environment happy-dom
import type { ReservationRow } from '@shiloh/contract/reservations/views'
import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { showScreen } from '../../../../test/screen.tsx'
import { sampleReservation } from '../reserve/sample.ts'
import { ReservationCard } from './reservation-card.tsx'

const row: ReservationRow = { ...sampleReservation, viewer: 'owner', persons: 1, refund_due: 0, allowed: ['pay'] }

it.each([
  ['the deposit', 'held', 4000, 'filled'],
  ['the deposit, beside cash', 'held_cash', 4000, 'default'],
  ['the rest', 'overdue', 10_000, 'filled'],
] as const)('offers to pay what is due: %s', async (_, kind, amount, variant) => {
  const standing = { kind, amount, at: '2027-01-05T16:00:00.000Z' }
  await showScreen(
    () => <ReservationCard row={{ ...row, standing }} level={2} />,
    () => {},
  )
  const pay = await screen.findByRole('link', { name: /^Pay/ })
  expect(pay.textContent).toBe(amount === 4000 ? 'Pay GHS\u00A040.00' : 'Pay GHS\u00A0100.00')
  expect(pay.dataset.variant ?? 'filled').toBe(variant)
})
