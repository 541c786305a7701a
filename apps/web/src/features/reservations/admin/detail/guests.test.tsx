// @vitest-environment happy-dom
import { badgeRoutes } from '@shiloh/contract/badges/badges'
import type { ReservationView } from '@shiloh/contract/reservations/views'
import { screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { showScreen } from '../../../../../test/screen.tsx'
import { sampleId, sampleReservation } from '../../reserve/sample.ts'
import { Guests } from './guests.tsx'

// The page stands at its own address in the app; here it is the only one.
vi.mock('@tanstack/react-router', async (original) => ({
  ...(await original<typeof import('@tanstack/react-router')>()),
  useSearch: () => ({}),
  useParams: () => ({ id: sampleReservation._id }),
}))

const [main] = sampleReservation.participants
if (!main) throw new Error('The sample has nobody')

const show = (changed: Partial<ReservationView>) =>
  showScreen(
    () => <Guests reservation={{ ...sampleReservation, ...changed }} />,
    (server) => server.answer(badgeRoutes.listBadgePrints, []),
  )

it.each([
  ['active', true],
  ['cancelled', false],
  ['failed', false],
] as const)(
  'says of a reservation that is %s whether its guests are still expected: %s',
  async (status, isExpected) => {
    await show({ status, allowed: [] })
    expect(screen.getByRole('link', { name: 'QR receipt' })).toBeTruthy()
    expect(screen.queryByText(/^Not here yet/) !== null).toBe(isExpected)
  },
)

it('names the role of a guest unless the participant type says it', async () => {
  const child = (id: number, type: string) => ({
    ...main,
    _id: sampleId(id),
    role: 'child' as const,
    participant_type: { _id: sampleId(id), name: type },
  })
  await show({ participants: [main, child(41, 'Child, 4 to 12'), child(42, 'Infant')] })
  expect(screen.getByText('Child, 4 to 12')).toBeTruthy()
  expect(screen.getByText('Child, Infant')).toBeTruthy()
})
