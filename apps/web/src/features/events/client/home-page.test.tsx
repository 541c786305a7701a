// @vitest-environment happy-dom
import { publicEventRoutes } from '@shiloh/contract/events/events'
import { identityRoutes } from '@shiloh/contract/identity/identity'
import { announcementRoutes } from '@shiloh/contract/messaging/announcements'
import { allotmentRoutes } from '@shiloh/contract/reservations/allotments'
import { reservationRoutes } from '@shiloh/contract/reservations/reservations'
import { screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { type FakeServer, showScreen } from '../../../../test/screen.tsx'
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
  await vi.waitFor(() => expect(next.closest('[hidden]')).toBeNull())
  expect(screen.queryByRole('status', { name: 'Loading' })).toBeNull()
})
