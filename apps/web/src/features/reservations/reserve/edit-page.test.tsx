// @vitest-environment happy-dom
import { reservationRoutes } from '@shiloh/contract/reservations/reservations'
import { screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { showScreen } from '../../../../test/screen.tsx'
import { EditPage } from './edit-page.tsx'
import { sampleGuest } from './sample.ts'

// The page stands at its own address in the app; here it is the only one.
vi.mock('@tanstack/react-router', async (original) => ({
  ...(await original<typeof import('@tanstack/react-router')>()),
  useParams: () => ({ id: sampleGuest._id }),
  useSearch: () => ({}),
}))

it('says to a guest that who reserved can change it, with the way back to the reservation', async () => {
  await showScreen(
    EditPage,
    (server) => {
      server.answer(reservationRoutes.getMyReservation, sampleGuest)
      server.answer(reservationRoutes.listMyWaiting, [])
    },
    { path: `/reservations/${sampleGuest._id}/edit` },
  )
  expect(
    await screen.findByRole('heading', { name: 'Ama Mensah has reserved a place for you at this event.' }),
  ).toBeTruthy()
  expect(screen.getByText('Only Ama Mensah can change or cancel this reservation.')).toBeTruthy()
  expect(screen.getByRole('heading', { level: 1, name: sampleGuest.event.name })).toBeTruthy()
  expect(screen.getByRole('link', { name: 'See my reservation' }).getAttribute('href')).toBe(
    `/reservations/${sampleGuest._id}`,
  )
  expect(screen.queryByText('This reservation cannot be changed')).toBeNull()
})
