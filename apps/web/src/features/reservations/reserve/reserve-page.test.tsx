// @vitest-environment happy-dom
import { publicEventRoutes } from '@shiloh/contract/events/events'
import { identityRoutes } from '@shiloh/contract/identity/identity'
import { reservationRoutes } from '@shiloh/contract/reservations/reservations'
import { screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { showScreen } from '../../../../test/screen.tsx'
import { ReservePage } from './reserve-page.tsx'
import { kofi, sampleEvent, sampleId, sampleReservation, sampleWaiting } from './sample.ts'

const offer = sampleId(700)
const address = vi.hoisted((): { search: { offer?: string; again?: string } } => ({ search: {} }))

// The page stands at its own address in the app; here it is the only one.
vi.mock('@tanstack/react-router', async (original) => ({
  ...(await original<typeof import('@tanstack/react-router')>()),
  useParams: () => ({ id: sampleEvent.slug }),
  useSearch: () => address.search,
}))

it('leads to the page of the offer when that ended on the way to the wizard', async () => {
  address.search = { offer }
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

it('says to somebody who waits already what it costs', async () => {
  address.search = {}
  await showScreen(
    ReservePage,
    (server) => {
      server.answer(publicEventRoutes.readUserEvent, sampleEvent)
      server.answer(reservationRoutes.hasReservation, {
        has_reservation: false,
        reservation: null,
        waiting: [sampleWaiting],
      })
      server.answer(reservationRoutes.getDraft, { draft: null, updated_at: null })
      server.answer(identityRoutes.listSpouses, [])
      server.answer(identityRoutes.listFamily, [])
      server.answer(reservationRoutes.readWaitingList, { waiting: [], offer_minutes: 1440 })
      server.answer(reservationRoutes.getMyWaiting, {
        ...sampleWaiting,
        event: { ...sampleReservation.event, _id: sampleEvent._id },
        reserved: null,
        change: null,
        was_offered: false,
        published: true,
        persons: [],
        stay: null,
        quote: { lines: [], total: 46_000, deposit: 46_000, currency: 'GHS' },
      })
    },
    { path: `/events/${sampleEvent.slug}/reserve` },
  )
  expect(await screen.findByText('GHS 460.00 at today’s prices')).toBeTruthy()
})

it('leads to the edit of the reservation that an offer is for', async () => {
  address.search = { offer }
  const reservation = { _id: sampleId(800), code: 'MW27-K4QX' }
  await showScreen(
    ReservePage,
    (server) => {
      server.answer(publicEventRoutes.readUserEvent, sampleEvent)
      server.answer(reservationRoutes.hasReservation, {
        has_reservation: true,
        reservation: { ...reservation, status: 'active', reserved_by: null },
        waiting: [{ ...sampleWaiting, _id: offer, status: 'offered', reservation }],
      })
      server.answer(reservationRoutes.getDraft, { draft: null, updated_at: null })
      server.answer(identityRoutes.listSpouses, [])
      server.answer(identityRoutes.listFamily, [])
    },
    { path: `/events/${sampleEvent.slug}/reserve` },
  )
  const way = await screen.findByRole('link', { name: 'Add it to your reservation' })
  expect(way.getAttribute('href')).toBe(`/reservations/${reservation._id}/edit?offer=${offer}`)
})

it('is filled in with what a reservation had that was cancelled', async () => {
  const [main] = sampleReservation.participants
  if (!main) throw new Error('The sample has nobody')
  const participants = [main, { ...main, _id: sampleId(45), role: 'spouse' as const, person_id: kofi.person_id }]
  address.search = { again: sampleReservation._id }
  await showScreen(
    ReservePage,
    (server) => {
      server.answer(publicEventRoutes.readUserEvent, sampleEvent)
      server.answer(reservationRoutes.hasReservation, { has_reservation: false, reservation: null, waiting: [] })
      server.answer(reservationRoutes.getDraft, { draft: null, updated_at: null })
      server.answer(reservationRoutes.getMyReservation, { ...sampleReservation, status: 'cancelled', participants })
      server.answer(identityRoutes.listSpouses, [
        {
          _id: kofi.person_id,
          first_name: 'Kofi',
          last_name: 'Mensah',
          other_names: null,
          name: kofi.name,
          gender: 'male',
          birth_date: kofi.birth_date,
          phone: null,
          email: null,
          title_id: null,
          title_waits: false,
          linked: false,
          invitation: null,
          created_at: '2026-01-01T00:00:00.000Z',
        },
      ])
      server.answer(identityRoutes.listFamily, [])
    },
    { path: `/events/${sampleEvent.slug}/reserve` },
  )
  expect(await screen.findByRole('checkbox', { name: /Kofi Mensah/ })).toHaveProperty('checked', true)
  expect(screen.getByText('We kept what you had chosen.')).toBeTruthy()
})
