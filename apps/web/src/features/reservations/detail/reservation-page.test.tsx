// @vitest-environment happy-dom
import { publicEventRoutes } from '@shiloh/contract/events/events'
import { paymentRoutes } from '@shiloh/contract/payments/payments'
import { mealRoutes } from '@shiloh/contract/reservations/meals'
import { reservationRoutes } from '@shiloh/contract/reservations/reservations'
import type { ReservationView } from '@shiloh/contract/reservations/views'
import { screen, waitFor } from '@testing-library/react'
import { expect, it, onTestFinished, vi } from 'vitest'
import { keepTicket, readTickets } from '#platform/kept-tickets'
import { showScreen } from '../../../../test/screen.tsx'
import { ticketOf } from '../kept/keep.ts'
import { sampleEvent, sampleReservation } from '../reserve/sample.ts'
import { ReservationPage } from './reservation-page.tsx'

vi.mock('#platform/live', () => ({ useLive: () => {} }))
// The page stands at its own address in the app; here it is the only one.
vi.mock('@tanstack/react-router', async (original) => ({
  ...(await original<typeof import('@tanstack/react-router')>()),
  useParams: () => ({ id: sampleReservation._id }),
  useSearch: () => ({}),
}))

const now = Date.parse('2026-12-01T10:00:00Z')

/** Shows the page on a phone that has kept the ticket of this reservation. */
const show = async (of: Partial<ReservationView>) => {
  vi.useFakeTimers({ toFake: ['Date'], now })
  onTestFinished(() => void vi.useRealTimers())
  const active: ReservationView = { ...sampleReservation, status: 'active' }
  const ticket = ticketOf(active, now)
  if (!ticket) throw new Error('an active reservation has a ticket')
  keepTicket(active.user._id, ticket)
  expect(readTickets(now)).toHaveLength(1)
  return showScreen(
    ReservationPage,
    (server) => {
      server.answer(reservationRoutes.getMyReservation, { ...active, ...of })
      server.answer(publicEventRoutes.readUserEvent, sampleEvent)
      server.answer(mealRoutes.listMyMeals, { time_zone: active.event.time_zone, party: 1, sittings: [] })
      server.answer(reservationRoutes.listMyWaiting, [])
      server.answer(paymentRoutes.listOwnPayments, [])
    },
    { path: `/reservations/${active._id}`, width: 390 },
  )
}

it('drops the ticket from the phone, and offers neither ticket nor calendar, when the reservation is cancelled', async () => {
  await show({
    status: 'cancelled',
    allowed: [],
    timeline: [
      {
        at: '2026-11-30T09:00:00.000Z',
        from: 'active',
        to: 'cancelled',
        action: 'cancel',
        actor: 'owner',
        by: null,
        reason: '',
      },
    ],
  })
  expect(await screen.findByText(/^You cancelled this reservation on/)).toBeTruthy()
  await waitFor(() => expect(readTickets(now)).toEqual([]))
  expect(screen.queryByRole('button', { name: /calendar/i })).toBeNull()
  expect(screen.queryByRole('img', { name: /^QR code/ })).toBeNull()
})

it('keeps the ticket on the phone while somebody gets in with it', async () => {
  await show({})
  expect(await screen.findByRole('img', { name: /^QR code/ })).toBeTruthy()
  expect(readTickets(now)).toHaveLength(1)
})
