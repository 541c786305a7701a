// @vitest-environment happy-dom
import { contentRoutes } from '@shiloh/contract/content'
import { publicEventRoutes } from '@shiloh/contract/events/events'
import { reservationRoutes } from '@shiloh/contract/reservations/reservations'
import { act, screen } from '@testing-library/react'
import { expect, it, onTestFinished, vi } from 'vitest'
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

const opening = '2026-12-01T10:00:30.000Z'
const closing = '2026-12-01T10:02:00.000Z'

it('lets people reserve at the moment that registration opens, and until it closes, in a page that was open before', async () => {
  vi.useFakeTimers({ now: Date.parse('2026-12-01T10:00:00.000Z'), shouldAdvanceTime: true })
  onTestFinished(() => void vi.useRealTimers())
  await showScreen(
    PageOfMember,
    (server) => {
      server.answer(publicEventRoutes.readUserEvent, {
        ...sampleEvent,
        registration_open: false,
        registration_opens_at: opening,
        registration_closes_at: closing,
      })
      server.answer(reservationRoutes.hasReservation, { has_reservation: false, reservation: null, waiting: [] })
      server.answer(reservationRoutes.getDraft, { draft: null, updated_at: null })
      server.answer(contentRoutes.listPublicFaqs, [])
    },
    { path: `/events/${sampleEvent.slug}` },
  )
  expect((await screen.findByText(/^Registration opens in 00:/)).getAttribute('role')).toBe('timer')
  expect(screen.queryAllByRole('link', { name: 'Reserve a place' })).toEqual([])
  await act(() => vi.advanceTimersByTimeAsync(30_000))
  expect(screen.getAllByRole('link', { name: 'Reserve a place' }).length).toBeGreaterThan(0)
  expect(screen.getByText('Registration is open. You can reserve now.')).toBeTruthy()
  expect(screen.getByText(/^Closes in 01:/)).toBeTruthy()
  await act(() => vi.advanceTimersByTimeAsync(90_000))
  expect(screen.queryAllByRole('link', { name: 'Reserve a place' })).toEqual([])
  expect(screen.getByText('Registration is closed')).toBeTruthy()
})

it('can be reserved from before it is known what is one’s own, as on a slow network', async () => {
  const never = new Promise<never>(() => {})
  await showScreen(
    PageOfMember,
    (server) => {
      server.answer(publicEventRoutes.readUserEvent, {
        ...sampleEvent,
        starts_at: '2099-01-22T10:00:00.000Z',
        ends_at: '2099-01-24T10:00:00.000Z',
      })
      server.answer(reservationRoutes.hasReservation, () => never)
      server.answer(reservationRoutes.getDraft, () => never)
      server.answer(contentRoutes.listPublicFaqs, [])
    },
    { path: `/events/${sampleEvent.slug}` },
  )
  const [link] = await screen.findAllByRole('link', { name: 'Reserve a place' })
  expect(link?.getAttribute('href')).toBe(`/events/${sampleEvent.slug}/reserve`)
})

it.each([
  ['somebody whose reservation was archived with it', 'archived', true],
  ['somebody whose reservation was cancelled', 'archived', false],
  ['somebody whose reservation was cancelled', 'unpublished', false],
] as const)('says what is true to %s: %s', async (_who, status, has) => {
  await showScreen(
    PageOfMember,
    (server) => {
      server.answer(publicEventRoutes.readUserEvent, {
        ...sampleEvent,
        status,
        starts_at: '2099-01-22T10:00:00.000Z',
        ends_at: '2099-01-24T10:00:00.000Z',
        registration_opens_at: null,
        registration_closes_at: null,
      })
      server.answer(reservationRoutes.hasReservation, {
        has_reservation: false,
        reservation: has ? { _id: sampleWaiting._id, code: 'CONV-1', status: 'archived', reserved_by: null } : null,
        waiting: [],
      })
      server.answer(reservationRoutes.getDraft, { draft: null, updated_at: null })
      server.answer(contentRoutes.listPublicFaqs, [])
    },
    { path: `/events/${sampleEvent.slug}` },
  )
  expect((await screen.findAllByText('Registration is closed')).length).toBeGreaterThan(0)
  expect((await screen.findAllByRole('heading', { level: 1 })).length).toBe(1)
  expect(screen.queryAllByRole('link', { name: 'Reserve a place' })).toEqual([])
  expect(screen.queryAllByRole('link', { name: 'See my reservation' }).length > 0).toBe(has)
})
