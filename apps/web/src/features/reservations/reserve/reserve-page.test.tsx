// @vitest-environment happy-dom
import { publicEventRoutes } from '@shiloh/contract/events/events'
import { formOnWire } from '@shiloh/contract/forms/forms'
import { identityRoutes } from '@shiloh/contract/identity/identity'
import { paymentRoutes } from '@shiloh/contract/payments/payments'
import { reservationRoutes } from '@shiloh/contract/reservations/reservations'
import type { OwnWaiting } from '@shiloh/contract/reservations/views'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { AccountContext, useAccount } from '#platform/account'
import { keyOf } from '#platform/queries'
import { administrator, type FakeServer, showScreen } from '../../../../test/screen.tsx'
import { emptyChoice } from './choice.ts'
import { ReservePage } from './reserve-page.tsx'
import {
  guestKofi,
  kofi,
  sampleEvent,
  sampleId,
  sampleNow,
  sampleReservation,
  sampleSpouse,
  sampleWaiting,
} from './sample.ts'

const offer = sampleId(700)
const address = vi.hoisted((): { search: { offer?: string; again?: string; step?: string } } => ({ search: {} }))

// The page stands at its own address in the app; here it is the only one.
vi.mock('@tanstack/react-router', async (original) => ({
  ...(await original<typeof import('@tanstack/react-router')>()),
  useParams: () => ({ id: sampleEvent.slug }),
  useSearch: () => address.search,
}))

// Registration for the sample is open.
beforeEach(() => {
  vi.useFakeTimers({ now: sampleNow, toFake: ['Date'] })
  return () => void vi.useRealTimers()
})

it('becomes the steps at the moment that registration opens, and shows the last minutes until it closes', async () => {
  vi.useFakeTimers({ now: sampleNow, shouldAdvanceTime: true })
  address.search = {}
  await showScreen(
    ReservePage,
    (server) => {
      waits([])(server)
      server.answer(publicEventRoutes.readUserEvent, {
        ...sampleEvent,
        _id: sampleId(904),
        registration_open: false,
        registration_opens_at: new Date(sampleNow.getTime() + 60_000).toISOString(),
        registration_closes_at: new Date(sampleNow.getTime() + 120_000).toISOString(),
      })
      server.answer(reservationRoutes.hasReservation, { has_reservation: false, reservation: null, waiting: [] })
      server.answer(reservationRoutes.saveDraft, { updated_at: '2027-01-01T00:00:00.000Z' })
    },
    { path: `/events/${sampleEvent.slug}/reserve` },
  )
  expect(await screen.findByText(/^Registration opens .*Then you can reserve here/)).toBeTruthy()
  await act(() => vi.advanceTimersByTimeAsync(60_000))
  expect(await screen.findByRole('heading', { level: 1, name: 'Who is coming' })).toBeTruthy()
  expect(screen.getByText('Registration closes in').parentElement?.textContent).toMatch(/0[01]:\d\d$/)
  await act(() => vi.advanceTimersByTimeAsync(60_000))
  expect(await screen.findByText('You cannot reserve for this event at the moment.')).toBeTruthy()
})

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

const waits = (closed_types: OwnWaiting['closed_types']) => (server: FakeServer) => {
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
    was_left: false,
    published: true,
    opens_at: null,
    closed_types,
    short_of: [],
    persons: [],
    stay: null,
    quote: { lines: [], total: 46_000, deposit: 46_000, currency: 'GHS' },
  })
}

it('says to somebody who waits already what it costs', async () => {
  address.search = {}
  await showScreen(ReservePage, waits([]), { path: `/events/${sampleEvent.slug}/reserve` })
  expect(await screen.findByText('GHS 460.00. You keep this price. If it falls, you pay the lower one.')).toBeTruthy()
})

it('lets somebody who waits for one participant type reserve another that is free, and says what ends then', async () => {
  address.search = {}
  const [vip, other] = sampleEvent.participant_types
  if (!vip || !other) throw new Error('The sample has too few types')
  const full = { ...vip, name: 'VIP', places_left: 0, sold_out: true }
  const free = { ...other, name: 'Standard', max_age: null }
  const entry = { ...sampleWaiting, kind: 'participant_type' as const, name: 'VIP', item_id: vip._id }
  const open = async (last: typeof free) => {
    await showScreen(
      ReservePage,
      (server) => {
        waits([])(server)
        server.answer(publicEventRoutes.readUserEvent, {
          ...sampleEvent,
          // Drafts are kept by event.
          _id: sampleId(903),
          fields: { ...sampleEvent.fields, spouse: 'hidden' },
          participant_types: [full, last],
        })
        server.answer(reservationRoutes.saveDraft, { updated_at: '2027-01-01T00:00:00.000Z' })
        server.answer(reservationRoutes.hasReservation, {
          has_reservation: false,
          reservation: null,
          waiting: [entry],
        })
      },
      { path: `/events/${sampleEvent.slug}/reserve` },
    )
  }
  await open(free)
  expect(await screen.findByRole('radio', { name: /^Standard/ })).toBeTruthy()
  expect(
    screen.getByText('You are on the waiting list for “VIP”. When you reserve, your place on it ends.'),
  ).toBeTruthy()
  fireEvent.click(screen.getByRole('radio', { name: /^VIP/ }))
  expect(
    screen.getByText(
      'There are no places left for “VIP”, and you are on the waiting list already. You can choose another participant type that has places left.',
    ),
  ).toBeTruthy()
  expect(screen.queryByText(/your place on it ends/)).toBeNull()
  cleanup()

  // Nothing else is free: only the place in line.
  await open({ ...free, places_left: 0, sold_out: true })
  expect(await screen.findByText(/in line for “VIP”/)).toBeTruthy()
  expect(screen.queryByRole('radio')).toBeNull()
})

it('says what is sold out: one participant type, and not the event', async () => {
  address.search = {}
  const [vip, other] = sampleEvent.participant_types
  if (!vip || !other) throw new Error('The sample has too few types')
  const draft = { ...emptyChoice, participant_type_id: vip._id, room: 'none', caterer: 'none' }
  const event = {
    ...sampleEvent,
    fields: { ...sampleEvent.fields, spouse: 'hidden' as const },
    participant_types: [
      { ...vip, name: 'VIP', places_left: 0, sold_out: true },
      { ...other, name: 'Standard', max_age: null },
    ],
  }
  await showScreen(ReservePage, beginning(event, draft, false), { path: `/events/${sampleEvent.slug}/reserve` })
  expect(
    await screen.findByText(
      'There are no places left for “VIP”. Join the waiting list: we will write to you as soon as a place is free. You can choose another participant type that has places left.',
    ),
  ).toBeTruthy()
  expect(screen.queryByText(/^There are no places left\./)).toBeNull()
})

it('says to somebody who waits for a closed type why nothing is offered, and not what happens next', async () => {
  address.search = {}
  await showScreen(ReservePage, waits([{ name: 'Minister', person: null }]), {
    path: `/events/${sampleEvent.slug}/reserve`,
  })
  expect(await screen.findByText(/^“Minister” is not open to you any more\. Until it is open again/)).toBeTruthy()
  expect(screen.queryByText(/You keep this price|in line/)).toBeNull()
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
      server.answer(identityRoutes.listSpouses, [sampleSpouse])
      server.answer(identityRoutes.listFamily, [])
    },
    { path: `/events/${sampleEvent.slug}/reserve` },
  )
  expect(await screen.findByRole('checkbox', { name: /Kofi Mensah/ })).toHaveProperty('checked', true)
  expect(screen.getByText('We kept what you had chosen.')).toBeTruthy()
})

it('fills the waiting list in with it when the event is full by now', async () => {
  const [main] = sampleReservation.participants
  if (!main) throw new Error('The sample has nobody')
  const participants = [main, { ...main, _id: sampleId(45), role: 'spouse' as const, person_id: kofi.person_id }]
  address.search = { again: sampleReservation._id }
  const { user, server } = await showScreen(
    ReservePage,
    (fake) => {
      fake.answer(publicEventRoutes.readUserEvent, { ...sampleEvent, places_left: 0 })
      fake.answer(reservationRoutes.hasReservation, { has_reservation: false, reservation: null, waiting: [] })
      fake.answer(reservationRoutes.getDraft, { draft: null, updated_at: null })
      fake.answer(reservationRoutes.getMyReservation, { ...sampleReservation, status: 'cancelled', participants })
      fake.answer(reservationRoutes.readWaitingList, { waiting: [], offer_minutes: 1440 })
      fake.answer(reservationRoutes.joinWaitingList, sampleWaiting)
      fake.answer(identityRoutes.listSpouses, [sampleSpouse])
      fake.answer(identityRoutes.listFamily, [])
    },
    { path: `/events/${sampleEvent.slug}/reserve` },
  )
  expect(await screen.findByText('The event is full now. You can wait for the same as before.')).toBeTruthy()
  await user.click(await screen.findByRole('button', { name: 'Join the waiting list' }))
  const participant_type_id = sampleReservation.participant_type._id
  expect(server.calls(reservationRoutes.joinWaitingList)).toMatchObject([
    {
      body: {
        participants: [
          { role: 'main', participant_type_id },
          { role: 'spouse', person_id: kofi.person_id, participant_type_id },
        ],
      },
    },
  ])
})

const apostle = sampleId(78)
const [type] = sampleEvent.participant_types
if (!type) throw new Error('The sample has no type')
/** The only type of an event, for one title. */
const minister = { ...type, _id: sampleId(77), name: 'Minister', title_ids: [apostle] }
const spouseOf = (title_waits: boolean) => ({ ...sampleSpouse, title_id: apostle, title_waits })
const beginning = (event: typeof sampleEvent, draft: unknown, title_waits: boolean) => (server: FakeServer) => {
  server.answer(publicEventRoutes.readUserEvent, event)
  server.answer(reservationRoutes.hasReservation, { has_reservation: false, reservation: null, waiting: [] })
  server.answer(reservationRoutes.getDraft, {
    draft: draft ? { choice: draft, step: 'people', key: null, changed_at: '2026-01-01T00:00:00.000Z' } : null,
    updated_at: null,
  })
  server.answer(reservationRoutes.saveDraft, { updated_at: '2027-01-01T00:00:00.000Z' })
  server.answer(identityRoutes.listSpouses, [spouseOf(title_waits)])
  server.answer(identityRoutes.listFamily, [])
}

/** The page of a member whose title the office has not confirmed. */
function PageOfApostle() {
  const account = useAccount()
  const user = { ...administrator([]), title_id: apostle, waiting_for_confirmation: ['title' as const] }
  return (
    <AccountContext value={{ ...account, user }}>
      <ReservePage />
    </AccountContext>
  )
}

it.each([
  ['with guests', 'optional'],
  ['alone', 'hidden'],
] as const)('does not begin with the only type while it is closed, and says why: %s', async (_, spouse) => {
  address.search = {}
  const event = { ...sampleEvent, fields: { ...sampleEvent.fields, spouse }, participant_types: [minister] }
  const { user } = await showScreen(PageOfApostle, beginning(event, null, true), {
    path: `/events/${sampleEvent.slug}/reserve`,
  })
  expect(await screen.findByText(/Your title waits to be confirmed by the office/)).toBeTruthy()
  await user.click(screen.getByRole('button', { name: /^Continue/ }))
  expect(screen.getByRole('region', { name: /attention/ }).textContent).toContain('Choose a participant type.')
})

it.each([
  [true, ''],
  [false, minister._id],
])('keeps the type of a spouse in an old draft only while it is open to them: waits %s', async (waits, kept) => {
  address.search = {}
  const guest = { ...guestKofi, participant_type_id: minister._id }
  const draft = { ...emptyChoice, participant_type_id: type._id, guests: [guest], room: 'none', caterer: 'none' }
  const event = { ...sampleEvent, participant_types: [type, minister] }
  await showScreen(ReservePage, beginning(event, draft, waits), { path: `/events/${sampleEvent.slug}/reserve` })
  const row = (await screen.findByRole('checkbox', { name: /Kofi Mensah/ })).closest('li')
  if (!row) throw new Error('Kofi has no row')
  expect(within(row).getByRole('combobox', { name: /^Takes part as/ })).toHaveProperty('value', kept)
})

it('says with the one of a couple whose title it is that a type waits for it, and not with the other one', async () => {
  address.search = {}
  const guest = { ...guestKofi, participant_type_id: type._id }
  const draft = { ...emptyChoice, participant_type_id: type._id, guests: [guest], room: 'none', caterer: 'none' }
  const event = { ...sampleEvent, participant_types: [type, minister] }
  const told = async (spouse: typeof sampleSpouse) => {
    await showScreen(
      PageOfApostle,
      (server) => {
        beginning(event, draft, true)(server)
        server.answer(identityRoutes.listSpouses, [spouse])
      },
      { path: `/events/${sampleEvent.slug}/reserve` },
    )
    const row = (await screen.findByRole('checkbox', { name: /Kofi Mensah/ })).closest('li')
    const own = screen.getByRole('combobox', { name: /^Takes part as .*Administrator|^Takes part as(?!.*Kofi)/ })
    const words = [own.closest('li')?.textContent ?? '', row?.textContent ?? '']
    cleanup()
    return words.map((text) => /Minister: (.* waits to be confirmed by the office)/.exec(text)?.[1])
  }
  const mine = 'Your title waits to be confirmed by the office'
  expect(await told(spouseOf(true))).toEqual([mine, 'The title of Kofi Mensah waits to be confirmed by the office'])
  expect(await told({ ...spouseOf(false), title_id: null })).toEqual([mine, undefined])
})

let client: QueryClient | undefined
function PageWithClient() {
  client = useQueryClient()
  return <ReservePage />
}

it('stays until the page of the new reservation comes, whoever tells it of that reservation first', async () => {
  address.search = { step: 'review' }
  const draft = { ...emptyChoice, participant_type_id: type._id, room: 'none', caterer: 'none' }
  const event = { ...sampleEvent, fields: { ...sampleEvent.fields, spouse: 'hidden' as const } }
  const { _id, code } = sampleReservation
  const { user, server } = await showScreen(
    PageWithClient,
    (fake) => {
      beginning(event, draft, false)(fake)
      fake.answer(reservationRoutes.listRoomCategories, [])
      fake.answer(reservationRoutes.deleteDraft, {})
      fake.answer(paymentRoutes.listPaymentProviders, ['paystack'])
      fake.answer(reservationRoutes.makeReservation, { ...sampleReservation, allowed: [] })
    },
    { path: `/events/${sampleEvent.slug}/reserve` },
  )
  const reserve = await screen.findByRole('button', { name: /^Reserve/ })
  // The answer is still on its way.
  const arrival = Promise.withResolvers<void>()
  const answered = fetch
  vi.stubGlobal('fetch', async (input: string, init?: RequestInit) => {
    const answer = await answered(input, init)
    if (init?.method === 'POST') await arrival.promise
    return answer
  })
  await user.click(reserve)
  await waitFor(() => expect(server.calls(reservationRoutes.makeReservation)).toHaveLength(1))
  const reservation = { _id, code, status: 'pending' as const, reserved_by: null }
  server.answer(reservationRoutes.hasReservation, { has_reservation: true, reservation, waiting: [] })
  await act(async () => client?.invalidateQueries({ queryKey: keyOf(reservationRoutes.hasReservation) }))
  expect(server.calls(reservationRoutes.hasReservation)).toHaveLength(2)
  expect(screen.queryByText(/already have a reservation/)).toBeNull()
  arrival.resolve()
  await screen.findByText(`Elsewhere: /reservations/${_id}`)
})

it('says what of it could not be kept, and why', async () => {
  const [main] = sampleReservation.participants
  if (!main) throw new Error('The sample has nobody')
  const closed = { ...minister, title_ids: [sampleId(79)] }
  const of = { _id: closed._id, name: 'Minister' }
  address.search = { again: sampleReservation._id }
  await showScreen(
    ReservePage,
    (server) => {
      beginning({ ...sampleEvent, participant_types: [type, closed] }, null, false)(server)
      server.answer(reservationRoutes.getMyReservation, {
        ...sampleReservation,
        status: 'cancelled',
        participant_type: of,
        participants: [
          { ...main, participant_type: of },
          { ...main, _id: sampleId(45), name: 'Esi Adu', role: 'child', person_id: sampleId(46) },
        ],
        caterer: { _id: sampleId(47), name: 'Green Kitchen' },
        lines: [
          {
            kind: 'product_option',
            ref_id: sampleId(48),
            label: 'Hymnal',
            quantity: 1,
            units: 1,
            unit_price: 500,
            amount: 500,
            person: null,
            from_day: null,
            until_day: null,
          },
        ],
      })
    },
    { path: `/events/${sampleEvent.slug}/reserve` },
  )
  const note = (await screen.findByText(/except for this/)).closest('[role=status]')
  if (!(note instanceof HTMLElement)) throw new Error('Nothing is announced')
  expect(
    within(note)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual([
    '“Minister” is not open to you any more.',
    'Esi Adu is not on your spouse or family list any more.',
    '“Green Kitchen” is not offered any more.',
    '“Hymnal” is not offered any more.',
  ])
})

const workshop = {
  _id: sampleId(60),
  label: 'Workshop',
  help: '',
  type: 'radio' as const,
  required: true,
  min_value: null,
  max_value: null,
  min_date: null,
  max_date: null,
  visible_when: null,
  participant_type_ids: [],
  rating_scores: [],
  options: [
    { _id: sampleId(61), label: 'Choir', price: 0, capacity: null, left: null },
    { _id: sampleId(62), label: 'Drama', price: 5000, capacity: 1, left: 0 },
  ],
}
const workshops = { sections: [{ _id: sampleId(63), title: 'Extras', description: '', questions: [workshop] }] }
/** A product with two sizes, of which one is sold out. */
const cap = {
  _id: sampleId(64),
  name: 'Cap',
  note: '',
  image_url: null,
  options: [
    { _id: sampleId(65), name: 'Small', price: 900, max_per_reservation: 5, stock_left: 0, sold_out: true },
    { _id: sampleId(66), name: 'Large', price: 900, max_per_reservation: 5, stock_left: 0, sold_out: true },
  ],
}
const soldOut = { ...sampleEvent, form: formOnWire(workshops), products: [cap] }

/** Returns what the note says that could not be kept. */
const lostOnes = async () => {
  const note = (await screen.findByText(/except for this/)).closest('[role=status]')
  if (!(note instanceof HTMLElement)) throw new Error('Nothing is announced')
  return within(note)
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent)
}

it('names what is sold out by now, and lets it be chosen anew', async () => {
  address.search = { again: sampleReservation._id, step: 'details' }
  await showScreen(
    ReservePage,
    (server) => {
      beginning(soldOut, null, false)(server)
      server.answer(reservationRoutes.getMyReservation, {
        ...sampleReservation,
        status: 'cancelled',
        answers: [{ question_id: workshop._id, label: 'Workshop', value: sampleId(62), words: null }],
        lines: [
          {
            kind: 'product_option',
            ref_id: sampleId(65),
            label: 'Cap, Small',
            quantity: 1,
            units: 1,
            unit_price: 900,
            amount: 900,
            person: null,
            from_day: null,
            until_day: null,
          },
        ],
      })
    },
    { path: `/events/${sampleEvent.slug}/reserve` },
  )
  expect(await lostOnes()).toEqual(
    expect.arrayContaining(['Workshop: “Drama” is no longer available.', '“Cap, Small” is out of stock.']),
  )
  expect(screen.queryByRole('radio', { checked: true, name: /Drama/ })).toBeNull()
})

it.each([
  [
    'names an answer that an offer could not keep, and keeps what it holds',
    [workshop._id],
    ['Workshop: “Drama” is no longer available.'],
  ],
  ['names nothing of an offer that holds all of it', [], undefined],
])('%s', async (_, lost_answers, expected) => {
  address.search = { offer, step: 'details' }
  const entry = {
    ...sampleWaiting,
    _id: offer,
    status: 'offered' as const,
    offer_expires_at: '2099-01-01T00:00:00.000Z',
  }
  await showScreen(
    ReservePage,
    (server) => {
      beginning(soldOut, null, false)(server)
      server.answer(reservationRoutes.hasReservation, { has_reservation: false, reservation: null, waiting: [entry] })
      server.answer(reservationRoutes.listMyWaiting, [
        {
          ...entry,
          event: { ...sampleReservation.event, _id: sampleEvent._id },
          wish: {
            participants: [{ role: 'main', participant_type_id: type._id }],
            answers: { [workshop._id]: sampleId(62) },
            products: [{ product_option_id: sampleId(66), quantity: 2 }],
          },
          lost_answers,
        },
      ])
    },
    { path: `/events/${sampleEvent.slug}/reserve` },
  )
  const drama = await screen.findByRole('radio', { name: /Drama/ })
  expect(drama).toHaveProperty('checked', expected === undefined)
  if (expected) expect(await lostOnes()).toEqual(expected)
  else expect(screen.queryByText(/except for this/)).toBeNull()
})

it('shows the prices that an offer keeps, and sends their total', async () => {
  address.search = { offer, step: 'people' }
  const entry = {
    ...sampleWaiting,
    _id: offer,
    status: 'offered' as const,
    offer_expires_at: '2099-01-01T00:00:00.000Z',
  }
  const free = {
    ...sampleEvent,
    fields: { ...sampleEvent.fields, spouse: 'hidden' as const },
    accommodations: [],
    caterers: [],
  }
  await showScreen(
    ReservePage,
    (server) => {
      beginning(free, null, false)(server)
      server.answer(reservationRoutes.hasReservation, { has_reservation: false, reservation: null, waiting: [entry] })
      server.answer(reservationRoutes.listMyWaiting, [
        {
          ...entry,
          event: { ...sampleReservation.event, _id: sampleEvent._id },
          wish: { participants: [{ role: 'main', participant_type_id: type._id }] },
          prices: [{ kind: 'participant_type', ref_id: type._id, unit_price: 6_000, charged_per: null, quantity: 1 }],
        },
      ])
    },
    { path: `/events/${sampleEvent.slug}/reserve` },
  )
  expect(await screen.findByRole('radio', { name: /^Delegate.*60\.00/ })).toBeTruthy()
  expect(screen.queryByText(/100\.00/)).toBeNull()
  const summary = screen.getByRole('complementary', { name: 'Your reservation' })
  expect(summary.textContent).toContain('GHS\u00a060.00')
  expect(
    screen.getByText(
      'You keep the prices of Tue 01 December, 2026, when you joined the waiting list. If one is lower today, you pay the lower one. What you choose in addition has today’s price.',
    ),
  ).toBeTruthy()
})
