// @vitest-environment happy-dom
import { reservationRoutes } from '@shiloh/contract/reservations/reservations'
import type { WaitingOfferView } from '@shiloh/contract/reservations/views'
import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import { expect, it, onTestFinished, vi } from 'vitest'
import { type FakeServer, showScreen } from '../../../../test/screen.tsx'
import { delegate, sampleId, sampleReservation, standardRoom } from '../reserve/sample.ts'
import { Offer } from './offer-page.tsx'

const line = {
  quantity: 1,
  units: 1,
  unit_price: 10_000,
  amount: 10_000,
  person: null,
  from_day: null,
  until_day: null,
}
const offer: WaitingOfferView = {
  _id: sampleId(700),
  event_id: sampleId(902),
  kind: 'event',
  name: '',
  item_id: null,
  reservation: null,
  reserved: null,
  status: 'offered',
  was_offered: true,
  was_left: false,
  published: true,
  opens_at: null,
  closed_types: [],
  short_of: [],
  ahead: 0,
  offer_expires_at: '2027-01-10T08:41:00.000Z',
  created_at: '2026-12-01T10:00:00.000Z',
  keeps_prices: true,
  event: { ...sampleReservation.event, _id: sampleId(902), name: 'Couples’ Weekend' },
  persons: ['Ama Mensah', 'Kofi Mensah'],
  stay: { check_in: '2027-01-22', check_out: '2027-01-24' },
  quote: {
    lines: [
      { ...line, kind: 'participant_type', ref_id: delegate, label: 'Delegate', person: 0 },
      { ...line, kind: 'participant_type', ref_id: delegate, label: 'Delegate', person: 1 },
      {
        ...line,
        kind: 'accommodation',
        ref_id: standardRoom,
        label: 'Standard',
        quantity: 2,
        units: 2,
        unit_price: 5000,
        amount: 20_000,
      },
    ],
    total: 40_000,
    deposit: 12_000,
    currency: 'GHS',
  },
  change: null,
}
/** A cheaper category for the reservation of one person, who has paid for the other. */
const beside: WaitingOfferView = {
  ...offer,
  kind: 'beds',
  name: 'Standard',
  item_id: standardRoom,
  reservation: { _id: sampleId(800), code: 'MW27-K4QX' },
  reserved: { _id: sampleId(800), code: 'MW27-K4QX' },
  persons: ['Ama Mensah'],
  quote: { lines: [], total: 19_000, deposit: 19_000, currency: 'GHS' },
  change: {
    added: [
      {
        ...line,
        kind: 'accommodation',
        ref_id: standardRoom,
        label: 'Standard',
        units: 2,
        unit_price: 4500,
        amount: 9_000,
      },
    ],
    given_up: [
      {
        ...line,
        kind: 'accommodation',
        ref_id: sampleId(77),
        label: 'Executive',
        units: 2,
        unit_price: 9500,
        amount: 19_000,
      },
    ],
    difference: -10_000,
    refund: 10_000,
    balance: 0,
  },
}

const amountAt = (label: string) => screen.getByText(label).closest('dt')?.nextSibling?.textContent

const show = (entry: WaitingOfferView, arrange: (server: FakeServer) => void = () => {}) => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2027-01-09T10:00:00Z') })
  onTestFinished(() => void vi.useRealTimers())
  return showScreen(
    () => <Offer id={entry._id} />,
    (server) => {
      server.answer(reservationRoutes.getMyWaiting, entry)
      arrange(server)
    },
  )
}

it('says what is offered, for whom, until when and for how much, and leads to the wizard', async () => {
  await show(offer)
  expect(await screen.findByRole('heading', { level: 1, name: 'It is your turn' })).toBeTruthy()
  expect(screen.getByText(/2 places with beds are free for you\./)).toBeTruthy()
  expect(screen.getByText(/are held until Sun 10 January, 2027, 8:41/)).toBeTruthy()
  expect(screen.getByText('22 h 41 min left.')).toBeTruthy()
  expect(screen.getByText('Kofi Mensah')).toBeTruthy()
  expect(screen.getByText('2 people, 2 nights at 50.00')).toBeTruthy()
  expect(screen.getByText('Total').nextSibling?.textContent).toBe('GHS\u00a0400.00')
  expect(screen.getByText('Due when you reserve').nextSibling?.textContent).toBe('GHS\u00a0120.00')
  expect(screen.getByRole('link', { name: 'Continue' }).getAttribute('href')).toBe(
    `/events/${offer.event.slug}/reserve?offer=${offer._id}`,
  )
})

it('leads to the edit of the reservation that it is offered beside, and says what is given up and paid back', async () => {
  await show(beside)
  expect(await screen.findByText(/^“Standard” is free for you\./)).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Add it to your reservation' }).getAttribute('href')).toBe(
    `/reservations/${sampleId(800)}/edit?offer=${offer._id}`,
  )
  expect(amountAt('Standard')).toBe('90.00')
  expect(amountAt('Given up: Executive')).toBe('−190.00')
  expect(amountAt('Difference')).toBe('−GHS\u00a0100.00')
  expect(amountAt('Your new total')).toBe('GHS\u00a0190.00')
  expect(screen.getByText('You will get GHS 100.00 back.')).toBeTruthy()
  expect(screen.queryByText('Due when you reserve')).toBeNull()
})

it.each([
  ['is left to pay', { difference: 4_000, balance: 4_000 }, '+GHS\u00a040.00', 'GHS 40.00 is then left to pay.'],
  ['is not paid back', { difference: -4_000, balance: 0 }, '−GHS\u00a040.00', 'Nothing is refunded.'],
])('says what %s beside a reservation', async (_, sums, difference, words) => {
  await show({ ...beside, change: beside.change && { ...beside.change, refund: 0, ...sums } })
  expect(await screen.findByText(words)).toBeTruthy()
  expect(amountAt('Difference')).toBe(difference)
})

it('lets it go only after asking, and says so', async () => {
  const { user, server } = await show(offer, (server) => server.answer(reservationRoutes.leaveWaitingList, {}))
  await user.click(await screen.findByRole('button', { name: 'Let it go to the next person' }))
  const dialog = await screen.findByRole('dialog', { name: 'Let it go to the next person?' })
  expect(server.calls(reservationRoutes.leaveWaitingList)).toEqual([])
  server.answer(reservationRoutes.getMyWaiting, { ...offer, status: 'withdrawn', offer_expires_at: null })
  expect(within(dialog).getByRole('button', { name: 'Keep it' })).toBeTruthy()
  await user.click(within(dialog).getByRole('button', { name: 'Let it go to the next person' }))
  expect(await screen.findByText('This offer is no longer yours')).toBeTruthy()
  const title = screen.getByRole('heading', { level: 1, name: offer.event.name })
  await waitFor(() => expect(document.activeElement).toBe(title))
  expect(server.calls(reservationRoutes.leaveWaitingList)).toMatchObject([
    { params: { id: offer.event_id }, query: { waiting_id: offer._id } },
  ])
})

it('asks again when its time is over', async () => {
  const entry = { ...offer, offer_expires_at: '2027-01-09T10:00:00.000Z' }
  let asked = 0
  const over: WaitingOfferView = { ...offer, status: 'expired', offer_expires_at: null }
  await show(entry, (server) =>
    server.answer(reservationRoutes.getMyWaiting, () => {
      asked += 1
      return asked === 1 ? entry : over
    }),
  )
  expect(await screen.findByText('The time for this offer is over')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Go to event' })).toBeTruthy()
})

it('says that a participant type is closed by now, and leads to another choice', async () => {
  await show({
    ...offer,
    closed_types: [
      { name: 'Minister', person: null },
      { name: 'Minister', person: 'Kofi Mensah' },
    ],
  })
  expect(
    await screen.findByText(
      '“Minister” is not open to you any more. “Minister” is not open to Kofi Mensah any more. So this offer cannot be taken as it is. Choose another participant type, or let it go to the next person.',
    ),
  ).toBeTruthy()
  expect(screen.queryByRole('link', { name: 'Continue' })).toBeNull()
  expect(screen.getByRole('link', { name: 'Choose another participant type' }).getAttribute('href')).toBe(
    `/events/${offer.event.slug}/reserve?offer=${offer._id}`,
  )
})

it('says to somebody who waits for a closed type why nothing is offered, and not what happens next', async () => {
  const closed_types = [{ name: 'Minister', person: null }]
  await show({ ...offer, status: 'waiting', was_offered: false, offer_expires_at: null, closed_types }, (server) =>
    server.answer(reservationRoutes.readWaitingList, { waiting: [], offer_minutes: 1440 }),
  )
  expect(await screen.findByText(/^“Minister” is not open to you any more\. Until it is open again/)).toBeTruthy()
  expect(screen.queryByText(/You keep this price|in line/)).toBeNull()
})

const ended = { ...offer, offer_expires_at: null }
const reserved = { _id: sampleId(800), code: 'MW27-K4QX' }
it.each([
  ['taken', { ...ended, status: 'taken', reserved } as const, 'You have taken this offer', 'See my reservation'],
  [
    'let go by its owner, who is not asked whether it was them',
    { ...ended, status: 'withdrawn', was_left: true } as const,
    'You let this offer go',
    'Go to event',
  ],
  [
    'left by its owner before anything was offered',
    { ...ended, status: 'withdrawn', was_offered: false, was_left: true } as const,
    'You have left this waiting list',
    'Go to event',
  ],
  [
    'ended by somebody else',
    { ...ended, status: 'withdrawn' } as const,
    'This offer is no longer yours',
    'Go to event',
  ],
  [
    'ended without an offer',
    { ...ended, status: 'withdrawn', was_offered: false } as const,
    'You are no longer on this waiting list',
    'Go to event',
  ],
  [
    'taken back while the event is not published',
    { ...ended, status: 'waiting', published: false } as const,
    'Nothing is offered at the moment',
    'See your reservations',
  ],
  [
    'ended with its event',
    { ...ended, status: 'withdrawn', published: false } as const,
    'This waiting list is closed',
    'See your reservations',
  ],
])('says that it was %s, with the way on', async (_, entry, title, way) => {
  await show(entry)
  expect(await screen.findByText(title)).toBeTruthy()
  expect(screen.getByRole('link', { name: way })).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Let it go to the next person' })).toBeNull()
})

it('says when registration opens, if an offer was taken back until then', async () => {
  await show({ ...ended, status: 'waiting', opens_at: '2027-01-12T08:00:00.000Z' })
  expect(await screen.findByText('Nothing is offered at the moment')).toBeTruthy()
  expect(screen.getByText(/^Registration opens Tue 12 January, 2027, 8:00 AM\. You keep your place/)).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Go to event' })).toBeTruthy()
})

it('shows the place in line from the moment that registration opens', async () => {
  await show({ ...ended, status: 'waiting', opens_at: '2027-01-12T08:00:00.000Z' }, (server) =>
    server.answer(reservationRoutes.readWaitingList, { waiting: [], offer_minutes: 1440 }),
  )
  await screen.findByText('Nothing is offered at the moment')
  vi.setSystemTime('2027-01-12T08:00:00.000Z')
  // The phone was in a pocket.
  act(() => void document.dispatchEvent(new Event('visibilitychange')))
  expect(await screen.findByRole('button', { name: 'Leave the waiting list' })).toBeTruthy()
  expect(screen.queryByText('Nothing is offered at the moment')).toBeNull()
})

it('says that an offer of somebody else is not in this account', async () => {
  await show(offer, (server) =>
    server.refuse(reservationRoutes.getMyWaiting, { status: 404, code: 'not_found', message: 'Not found.' }),
  )
  expect(await screen.findByText('This offer is not in your account')).toBeTruthy()
})

it('says which prices are kept, where any are and it costs something', async () => {
  const kept = /You keep the price/
  await show(offer)
  expect(
    await screen.findByText(
      'You keep the prices of Tue 01 December, 2026, when you joined the waiting list. If one is lower today, you pay the lower one. What you choose in addition has today’s price.',
    ),
  ).toBeTruthy()
  cleanup()
  await show({ ...offer, keeps_prices: false })
  expect(await screen.findByText('Total')).toBeTruthy()
  expect(screen.queryByText(kept)).toBeNull()
  cleanup()
  const free = offer.quote.lines.map((one) => ({ ...one, unit_price: 0, amount: 0 }))
  await show({ ...offer, quote: { ...offer.quote, lines: free, total: 0, deposit: 0 } })
  expect(await screen.findByText('Total')).toBeTruthy()
  expect(screen.queryByText(kept)).toBeNull()
  cleanup()
  await show(beside)
  expect(
    await screen.findByText(
      'You keep the price of Tue 01 December, 2026 for “Standard”, when you joined the waiting list. If it is lower today, you pay the lower one.',
    ),
  ).toBeTruthy()
})
