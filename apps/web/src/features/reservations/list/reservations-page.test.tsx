// @vitest-environment happy-dom
import { allotmentRoutes } from '@shiloh/contract/reservations/allotments'
import { reservationRoutes } from '@shiloh/contract/reservations/reservations'
import { useIsFetching } from '@tanstack/react-query'
import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { showScreen } from '../../../../test/screen.tsx'
import { ReservationsPage } from './reservations-page.tsx'

/** The page, and how many answers it still waits for. */
function Counted() {
  return (
    <>
      <ReservationsPage />
      <p>Waiting for {useIsFetching()}</p>
    </>
  )
}

it('shows the list together with what is above it, which would push it down', async () => {
  let open = () => {}
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  await showScreen(
    Counted,
    (server) => {
      server.answerList(reservationRoutes.listMyReservations, [])
      server.answer(reservationRoutes.listMyWaiting, [])
      server.answer(allotmentRoutes.listLedAllotments, async () => {
        await opened
        return []
      })
    },
    { path: '/reservations' },
  )
  expect(await screen.findByText('Waiting for 1')).toBeTruthy()
  expect(screen.getByRole('status', { name: 'Loading' })).toBeTruthy()
  expect(screen.queryByText('You have no reservations yet')).toBeNull()
  open()
  expect(await screen.findByText('You have no reservations yet')).toBeTruthy()
  expect(screen.queryByRole('status', { name: 'Loading' })).toBeNull()
})
