// @vitest-environment happy-dom
import { publicEventRoutes } from '@shiloh/contract/events/events'
import { paymentRoutes } from '@shiloh/contract/payments/payments'
import { allotmentRoutes } from '@shiloh/contract/reservations/allotments'
import { reservationRoutes } from '@shiloh/contract/reservations/reservations'
import type { GuestRow, MyReservation, MyRow, OwnWaiting, ReservationRow } from '@shiloh/contract/reservations/views'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, it, onTestFinished, vi } from 'vitest'
import { Toasts } from '#ui/feedback/toast'
import { administrator, type FakeServer, showScreen } from '../../../../test/screen.tsx'
import { sampleEvent, sampleGuest, sampleId, sampleReservation } from '../reserve/sample.ts'
import { HomeOwn } from './home-own.tsx'
import type { Begun } from './unfinished.tsx'

const { participants, ...reservation } = sampleReservation
const row: ReservationRow = { ...reservation, viewer: 'owner', persons: 2, refund_due: 0 }
const paid: ReservationRow = {
  ...row,
  _id: sampleId(801),
  status: 'active',
  balance: 0,
  standing: { kind: 'paid', amount: 0, at: null },
  allowed: [],
}
const begun: Begun = {
  event: { ...sampleReservation.event, _id: sampleId(901), name: 'Easter Convention', currency: 'GHS' },
  started: true,
  progress: { step: 'rooms', at: 3, of: 5, persons: 2, total: 80_000 },
  updated_at: '2026-12-01T10:00:00.000Z',
}
const offer: OwnWaiting = {
  _id: sampleId(700),
  event_id: sampleId(902),
  kind: 'event',
  name: '',
  item_id: null,
  reservation: null,
  status: 'offered',
  ahead: 0,
  offer_expires_at: '2027-01-10T18:00:00.000Z',
  created_at: '2026-12-01T10:00:00.000Z',
  keeps_prices: true,
  prices: [],
  lost_answers: [],
  participant_types: [],
  room: null,
  closed_types: [],
  short_of: [],
  event: { ...sampleReservation.event, _id: sampleId(902), name: 'Couples’ Weekend' },
  wish: { participants: [{ role: 'main', participant_type_id: sampleId(10) }] },
}

interface Own {
  rows?: readonly MyRow[]
  trip?: MyReservation
  drafts?: Begun[]
  waiting?: OwnWaiting[]
  room?: string
  bring?: string[]
}

const show = ({ rows = [], drafts = [], waiting = [], room, trip, bring = ['Bible'] }: Own) => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2027-01-09T10:00:00Z') })
  onTestFinished(() => void vi.useRealTimers())
  const arrange = (server: FakeServer) => {
    server.answerList(reservationRoutes.listMyReservations, rows)
    server.answer(reservationRoutes.listDrafts, drafts)
    server.answer(reservationRoutes.listMyWaiting, waiting)
    server.answer(allotmentRoutes.listLedAllotments, [])
    server.answer(reservationRoutes.leaveWaitingList, {})
    server.answer(publicEventRoutes.readUserEvent, { ...sampleEvent, bring })
    server.answer(
      reservationRoutes.getMyReservation,
      trip ?? {
        ...sampleReservation,
        ...paid,
        participants: participants.map((one) => ({
          ...one,
          room: room === undefined ? null : { _id: sampleId(60), name: room, block: 'Bethel', floor: 0, bed: 1 },
        })),
        accommodation: {
          room_category_id: sampleId(1),
          name: 'Standard',
          check_in: '2027-01-22',
          check_out: '2027-01-25',
          room_id: null,
        },
      },
    )
  }
  return showScreen(
    () => (
      <>
        <h1>Home</h1>
        <HomeOwn about={() => ({ cover: null, left: '38 places left' })} aside={<p>Notices</p>} />
        <Toasts />
      </>
    ),
    arrange,
  )
}

const items = async () => {
  const list = await screen.findByRole('region', { name: 'Waiting for you' })
  return within(list).getAllByRole('listitem')
}

it('has unfinished work first: an offer, what is to be paid, what was begun; one button of it is filled', async () => {
  await show({
    rows: [row, paid],
    drafts: [begun],
    waiting: [offer, { ...offer, _id: sampleId(701), status: 'waiting' }],
  })
  const all = await items()
  expect(all.map((item) => within(item).getByRole('heading').textContent)).toEqual([
    'Couples’ Weekend',
    sampleEvent.name,
    'Easter Convention',
  ])
  const [offered, held, draft] = all.map((item) => item.textContent)
  expect(offered).toMatch(/Held for you until Sun\s10\sJanuary,\s2027,\s6:00\sPM\./)
  // The sentence is about the time in the one before.
  expect(held).toMatch(/The place is held until .*is due by then/)
  expect(held).toContain('Pay GHS\u00A030.00')
  expect(draft).toContain('Step 3 of 5, rooms and nights. For 2 people, GHS\u00A0800.00 so far.')
  expect(draft).toContain('No place is held yet. 38 places left')
  const filled = all.map((item) => item.querySelectorAll('[data-variant="filled"]').length)
  expect(filled).toEqual([1, 0, 0])
})

const waits: OwnWaiting = { ...offer, _id: sampleId(701), status: 'waiting', ahead: 2, offer_expires_at: null }
const draftOf = ({ _id }: { readonly _id: string }): Begun => ({
  ...begun,
  event: { ...begun.event, _id },
  started: false,
  progress: null,
})

it.each([
  ['an offer', { waiting: [offer], drafts: [draftOf(offer.event)] }],
  ['a place on the waiting list', { waiting: [waits], drafts: [draftOf(waits.event)] }],
  ['a reservation', { rows: [paid], drafts: [draftOf(paid.event)] }],
] satisfies [string, Own][])('asks nobody to go on reserving who has %s at the event', async (_, own) => {
  await show(own)
  await screen.findByText('Notices')
  await waitFor(() => expect(screen.getByText('Notices').closest('[hidden]')).toBeNull())
  expect(screen.queryByText('Continue reserving')).toBeNull()
})

it('lets somebody go on who waits for a part, which is no place at the event', async () => {
  await show({ waiting: [{ ...waits, kind: 'product_option', name: 'T-shirt, XL' }], drafts: [draftOf(waits.event)] })
  expect(await screen.findByText('Continue reserving')).toBeDefined()
})

it('has the place in line, with the way to the event', async () => {
  await show({ waiting: [waits, offer] })
  expect(await screen.findByText(/^2 people are ahead of you\./)).toBeDefined()
  expect(screen.getByRole('heading', { level: 2, name: 'Waiting list' })).toBeDefined()
  expect(screen.getAllByRole('link', { name: waits.event.name })).toHaveLength(1)
  // The offer has its card.
  expect(screen.queryByText('A place is free for you')).toBeNull()
})

it.each([
  ['the checkout, where there is one provider', ['paystack' as const], 'https://checkout.example/1', undefined],
  ['the reservation, where one of several is chosen', ['paystack' as const, 'stripe' as const], undefined, row._id],
])('opens %s, to pay', async (_, providers, checkout, reservation) => {
  const assign = vi.spyOn(location, 'assign').mockImplementation(() => undefined)
  onTestFinished(() => assign.mockRestore())
  const { user, server } = await show({ rows: [row] })
  server.answer(paymentRoutes.listPaymentProviders, providers)
  server.answer(paymentRoutes.startPayment, {
    reference: 'r',
    status: 'started',
    checkout_url: 'https://checkout.example/1',
  })
  await user.click(await screen.findByRole('button', { name: 'Pay GHS\u00A030.00' }))
  if (checkout) await waitFor(() => expect(assign).toHaveBeenCalledWith(checkout))
  if (reservation) expect(await screen.findByText(`Elsewhere: /reservations/${reservation}`)).toBeDefined()
  expect(server.calls(paymentRoutes.startPayment)).toHaveLength(checkout ? 1 : 0)
})

it('has the next trip with its code, the days until it, and the room once it is published', async () => {
  await show({ rows: [paid] })
  const trip = await screen.findByRole('region', { name: 'Your next trip' })
  expect(await within(trip).findByRole('img', { name: 'QR code of Ama Mensah' })).toBeDefined()
  expect([...trip.querySelectorAll('dl > div')].map((fact) => fact.textContent)).toEqual([
    'Starts in13 days',
    'RoomFollows',
    'People2',
  ])
  expect(screen.queryByRole('region', { name: 'Waiting for you' })).toBeNull()
  expect(screen.getByText('Notices')).toBeDefined()
})

it.each([
  ['a list', ['Bible'], 2],
  ['nothing', [], 1],
])('leads to what to bring where there is %s', async (_, bring, count) => {
  await show({ rows: [paid], bring })
  const trip = await screen.findByRole('region', { name: 'Your next trip' })
  const acts = () => within(trip).getAllByRole('link', { name: /^(Show tickets|What to bring)$/ })
  await waitFor(() => expect(acts()).toHaveLength(count))
})

it('names the room of the next trip', async () => {
  await show({ rows: [paid], room: 'Chalet 12' })
  expect(await screen.findByText('Chalet 12')).toBeDefined()
})

it('lets an offer go to the next person, after asking', async () => {
  const { user, server } = await show({ waiting: [offer] })
  const [card] = await items()
  await user.click(within(card ?? document.body).getByRole('button', { name: 'Let it go to the next person' }))
  expect(server.calls(reservationRoutes.leaveWaitingList)).toEqual([])
  server.answer(reservationRoutes.listMyWaiting, [])
  // What else is asked again comes after the card has gone.
  let answerMine = () => {}
  const mine = new Promise<void>((resolve) => {
    answerMine = resolve
  })
  const answered = globalThis.fetch
  vi.stubGlobal('fetch', async (input: string, init?: RequestInit) => {
    if (input.includes('/user/reservations')) await mine
    return answered(input, init)
  })
  const dialog = await screen.findByRole('dialog', { name: 'Let it go to the next person?' })
  await user.click(within(dialog).getByRole('button', { name: 'Let it go to the next person' }))
  expect(server.calls(reservationRoutes.leaveWaitingList).map(({ params }) => params)).toEqual([{ id: sampleId(902) }])
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Waiting for you' })).toBeNull())
  answerMine()
  expect(await screen.findByText('It goes to the next person.')).toBeDefined()
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Home'))
})

it('has the place that a spouse took, with its own code and who reserved', async () => {
  const guest: GuestRow = {
    viewer: 'guest',
    reserved_by: 'Ama Mensah',
    _id: sampleGuest._id,
    code: sampleGuest.code,
    status: 'active',
    event_id: sampleGuest.event_id,
    event: sampleGuest.event,
    participant_type: { _id: sampleId(10), name: 'Delegate' },
    persons: 2,
    hold_expires_at: null,
    created_at: sampleReservation.created_at,
  }
  const held: GuestRow = {
    ...guest,
    _id: sampleId(802),
    status: 'pending',
    event: { ...guest.event, name: 'Summit' },
    hold_expires_at: '2027-01-10T18:00:00.000Z',
  }
  await show({ rows: [guest, held], trip: sampleGuest })
  const trip = await screen.findByRole('region', { name: 'Your next trip' })
  expect(await within(trip).findByRole('img', { name: 'QR code of Kofi Mensah' })).toBeDefined()
  expect(within(trip).getByText('Reserved by Ama Mensah')).toBeDefined()
  // Nothing waits for them: what is to be paid is the owner's.
  expect(screen.queryByRole('region', { name: 'Waiting for you' })).toBeNull()
  expect(screen.getByText(/^Reserved by Ama Mensah\. Held until Sun 10 January, 2027/)).toBeDefined()
})

it.each([
  ['with all that was chosen', begun, { step: 'rooms', choice: { room: sampleId(1) } }],
  ['as a registration, without a choice', draftOf({ _id: begun.event._id }), null],
])('discards what was begun, and brings it back %s', async (_, one, draft) => {
  const { user, server } = await show({ drafts: [one] })
  server.answer(reservationRoutes.getDraft, { draft, updated_at: null })
  server.answer(reservationRoutes.deleteDraft, {})
  server.answer(reservationRoutes.saveDraft, { updated_at: begun.updated_at })
  const key = `draft:${administrator([])._id}:${one.event._id}`
  localStorage.setItem(key, 'what was chosen')
  onTestFinished(() => localStorage.clear())
  server.answer(reservationRoutes.deleteDraft, () => {
    server.answer(reservationRoutes.listDrafts, [])
    return {}
  })
  await user.click(await screen.findByRole('button', { name: 'Discard: Easter Convention' }))
  expect(await screen.findByText('Discarded: Easter Convention')).toBeDefined()
  expect(screen.queryByText('Continue reserving')).toBeNull()
  expect(localStorage.getItem(key)).toBeNull()
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Home'))

  server.answer(reservationRoutes.saveDraft, () => {
    server.answer(reservationRoutes.listDrafts, [one])
    return { updated_at: begun.updated_at }
  })
  await user.click(screen.getByRole('button', { name: 'Undo' }))
  expect(await screen.findByText('Continue reserving')).toBeDefined()
  expect(server.calls(reservationRoutes.saveDraft)).toMatchObject([{ params: { id: one.event._id }, body: { draft } }])
  expect(localStorage.getItem(key)).toBe('what was chosen')
})

it('shows the refund of a reservation that was cancelled until it is back, with its amount and what it is', async () => {
  const cancelled: ReservationRow = {
    ...paid,
    status: 'cancelled',
    standing: { kind: 'cancelled_refund', amount: 6_000, at: null },
    refund_due: 6_000,
  }
  const back: ReservationRow = {
    ...cancelled,
    _id: sampleId(803),
    standing: { kind: 'refunded', amount: 6_000, at: null },
    refund_due: 0,
  }
  await show({ rows: [cancelled, back] })
  expect(await screen.findByText(/^GHS\s60\.00 will be refunded\. The place is given up\./)).toBeTruthy()
  expect(screen.getAllByText('Cancelled')).toHaveLength(1)
})
