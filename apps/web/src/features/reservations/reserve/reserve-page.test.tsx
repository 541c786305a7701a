// @vitest-environment happy-dom
import { publicEventRoutes } from '@shiloh/contract/events/events'
import { identityRoutes } from '@shiloh/contract/identity/identity'
import { reservationRoutes } from '@shiloh/contract/reservations/reservations'
import { screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { showScreen } from '../../../../test/screen.tsx'
import { ReservePage } from './reserve-page.tsx'
import { sampleEvent, sampleId } from './sample.ts'

const offer = sampleId(700)

// The page stands at its own address in the app; here it is the only one.
vi.mock('@tanstack/react-router', async (original) => ({
  ...(await original<typeof import('@tanstack/react-router')>()),
  useParams: () => ({ id: sampleEvent.slug }),
  useSearch: () => ({ offer }),
}))

it('leads to the page of the offer when that ended on the way to the wizard', async () => {
  await showScreen(
    ReservePage,
    (server) => {
      server.answer(publicEventRoutes.readUserEvent, sampleEvent)
      server.answer(reservationRoutes.hasReservation, { has_reservation: false, reservation: null, waiting: [] })
      server.answer(reservationRoutes.getDraft, { draft: null, updated_at: null })
      server.answer(identityRoutes.listSpouses, [])
      server.answer(identityRoutes.listFamily, [])
    },
    { path: `/events/${sampleEvent.slug}/reserve` },
  )
  expect(await screen.findByText(`Elsewhere: /offers/${offer}`)).toBeTruthy()
})
