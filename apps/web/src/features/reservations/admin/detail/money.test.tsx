// @vitest-environment happy-dom
import type { ReservationView } from '@shiloh/contract/reservations/views'
import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { idOf, showScreen } from '../../../../../test/screen.tsx'
import { sampleReservation } from '../../reserve/sample.ts'
import { Money } from './money.tsx'

const show = (changed: Partial<ReservationView>) =>
  showScreen(
    () => <Money reservation={{ ...sampleReservation, ...changed }} />,
    () => {},
  )

it('tells the office, not the guest, that a refund is late, and opens it', async () => {
  const { user } = await show({
    status: 'failed',
    standing: { kind: 'too_late', amount: 10_000, at: null },
    refunds: [
      {
        _id: idOf(5),
        amount: 10_000,
        status: 'due',
        kind: 'owed',
        reason: 'hold_expired',
        method: 'sandbox',
        created_at: '2020-01-01T10:00:00.000Z',
        expected_at: '2020-01-20T10:00:00.000Z',
        settled_at: null,
      },
    ],
  })
  expect(screen.queryByText(/You do not need to do anything/)).toBeNull()
  expect(screen.getByText(/nothing says that it was sent/)).toBeTruthy()
  await user.click(screen.getByRole('button', { name: /Open the refund of GHS/ }))
  expect(await screen.findByRole('dialog')).toBeTruthy()
})

it('offers the office more time or a refund beside a part payment', async () => {
  const { user } = await show({
    paid: 1000,
    standing: { kind: 'part_paid', amount: 2000, at: null },
    allowed: ['keep', 'cancel'],
  })
  expect(screen.queryByText(/Ask the desk/)).toBeNull()
  expect(screen.getByText(/keep the place until a later date or refund/)).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Cancel and refund everything' })).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Keep the place until …' }))
  expect(await screen.findByRole('dialog')).toBeTruthy()
})
