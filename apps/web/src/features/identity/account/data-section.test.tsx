// @vitest-environment happy-dom
import { reservationRoutes } from '@shiloh/contract/reservations/reservations'
import { screen, within } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { visitor } from '#platform/account'
import { administrator, idOf, showScreen } from '../../../../test/screen.tsx'
import { DataSection } from './data-section.tsx'

/** A cancelled reservation in the list of a member. */
const row = {
  viewer: 'owner' as const,
  _id: idOf(89),
  code: 'NC-ABCDEFGH',
  status: 'cancelled' as const,
  event_id: idOf(1),
  event: {
    _id: idOf(1),
    slug: 'retreat',
    name: 'Retreat',
    starts_at: '2027-08-10T08:00:00.000Z',
    ends_at: '2027-08-12T12:00:00.000Z',
    time_zone: 'Africa/Accra',
    place: 'Accra',
  },
  participant_type: { _id: idOf(2), name: 'Delegate' },
  persons: 1,
  hold_expires_at: null,
  kept_until: null,
  total: 25_000,
  paid: 25_000,
  balance: 0,
  due_at: null,
  refund_due: 25_000,
  standing: { kind: 'refund' as const, amount: 25_000, at: null },
  currency: 'GHS',
  created_at: '2027-01-10T08:00:00.000Z',
  allowed: [],
}

vi.mock('#platform/account', async (original) => ({
  ...(await original<typeof import('#platform/account')>()),
  useAccount: () => ({ ...visitor, user: { ...administrator([]), user_type: 'user' } }),
}))

it('says which money is still to come and how many places on waiting lists go, before an account is deleted', async () => {
  const { user } = await showScreen(DataSection, (server) => {
    server.answerList(reservationRoutes.listMyReservations, [row, { ...row, _id: idOf(90), refund_due: 0 }])
    server.answer(reservationRoutes.listMyWaiting, [])
  })
  await user.click(await screen.findByRole('button', { name: 'Delete my account' }))
  const question = await screen.findByRole('dialog', { name: 'Delete your account?' })
  expect(await within(question).findByText(/^Still to be refunded for .*: GHS 250\.00\./)).toBeTruthy()
  expect(within(question).getAllByText(/^Still to be refunded/)).toHaveLength(1)
  expect(within(question).queryByText(/waiting list/)).toBeNull()
})
