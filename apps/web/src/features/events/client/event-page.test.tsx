// @vitest-environment happy-dom
import { contentRoutes } from '@shiloh/contract/content'
import { publicEventRoutes } from '@shiloh/contract/events/events'
import { reservationRoutes } from '@shiloh/contract/reservations/reservations'
import { screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { AccountContext, useAccount } from '#platform/account'
import { sampleEvent, sampleWaiting } from '../../../../test/sample-member-event.ts'
import { administrator, showScreen } from '../../../../test/screen.tsx'
import { EventPage } from './event-page.tsx'

// The page stands at its own address in the app; here it is the only one.
vi.mock('@tanstack/react-router', async (original) => ({
  ...(await original<typeof import('@tanstack/react-router')>()),
  useParams: () => ({ id: sampleEvent.slug }),
}))

function PageOfMember() {
  const account = useAccount()
  return (
    <AccountContext value={{ ...account, user: { ...administrator([]), user_type: 'user' } }}>
      <EventPage />
    </AccountContext>
  )
}

const [vip, other] = sampleEvent.participant_types
if (!vip || !other) throw new Error('The sample has too few types')

it.each([
  [false, true],
  [true, false],
])('offers the other participant types to somebody who waits for one: sold out %s', async (sold_out, isOffered) => {
  await showScreen(
    PageOfMember,
    (server) => {
      server.answer(publicEventRoutes.readUserEvent, {
        ...sampleEvent,
        starts_at: '2099-01-22T10:00:00.000Z',
        ends_at: '2099-01-24T10:00:00.000Z',
        registration_closes_at: null,
        participant_types: [
          { ...vip, places_left: 0, sold_out: true },
          { ...other, max_age: null, sold_out },
        ],
      })
      server.answer(reservationRoutes.hasReservation, {
        has_reservation: false,
        reservation: null,
        waiting: [{ ...sampleWaiting, kind: 'participant_type', name: vip.name, item_id: vip._id }],
      })
      server.answer(reservationRoutes.getDraft, { draft: null, updated_at: null })
      server.answer(contentRoutes.listPublicFaqs, [])
    },
    { path: `/events/${sampleEvent.slug}` },
  )
  expect(await screen.findByText('On the waiting list: Delegate')).toBeTruthy()
  // Beside the text, and on phones below it.
  expect(screen.queryAllByRole('link', { name: 'Reserve a place' }).length > 0).toBe(isOffered)
})
