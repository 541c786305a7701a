// @vitest-environment happy-dom
import { publicEventRoutes } from '@shiloh/contract/events/events'
import { identityRoutes } from '@shiloh/contract/identity/identity'
import { announcementRoutes } from '@shiloh/contract/messaging/announcements'
import { allotmentRoutes } from '@shiloh/contract/reservations/allotments'
import { reservationRoutes } from '@shiloh/contract/reservations/reservations'
import { screen, waitFor } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { type FakeServer, idOf, showScreen } from '../../../../test/screen.tsx'
import { type Card, LeadEvent } from './event-list.tsx'
import { HomePage } from './home-page.tsx'

it('shows the next events together with what is one’s own, which would push them down', async () => {
  let open = () => {}
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  await showScreen(HomePage, (server: FakeServer) => {
    server.answerList(publicEventRoutes.listUserEvents, [])
    server.answerList(reservationRoutes.listMyReservations, [])
    server.answer(reservationRoutes.listDrafts, [])
    server.answer(reservationRoutes.listMyWaiting, [])
    server.answer(allotmentRoutes.listLedAllotments, [])
    server.answerList(identityRoutes.listNotifications, [])
    server.answer(announcementRoutes.listPinned, [])
    const answered = globalThis.fetch
    vi.stubGlobal('fetch', async (input: string, init?: RequestInit) => {
      if (input.includes('/user/reservations')) await opened
      return answered(input, init)
    })
  })
  const next = await screen.findByText('Where we are meeting next')
  await screen.findByText('No events are planned at the moment')
  expect(next.closest('[hidden]')).not.toBeNull()
  open()
  await waitFor(() => expect(next.closest('[hidden]')).toBeNull())
  expect(screen.queryByRole('status', { name: 'Loading' })).toBeNull()
})

const card: Card = {
  _id: idOf(1),
  slug: 'youth-camp',
  name: 'Youth camp',
  kind: 'camp',
  summary: '',
  starts_at: '2099-08-03T12:00:00.000Z',
  ends_at: '2099-08-07T12:00:00.000Z',
  time_zone: 'Africa/Accra',
  place: 'Aburi',
  online: false,
  currency: 'GHS',
  price_from: 6_000,
  lodging_from: null,
  places_left: null,
  registration_opens_at: null,
  registration_closes_at: null,
  picture_url: null,
  reservation: { _id: idOf(2), code: 'YC-23456789', status: 'cancelled' },
}

it('says of a badge that it is about the own reservation, not the event', async () => {
  await showScreen(
    () => <LeadEvent card={card} />,
    () => {},
  )
  expect(screen.getByText('Cancelled').parentElement?.textContent).toBe('Your reservation Cancelled')
})
