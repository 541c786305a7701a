// @vitest-environment happy-dom
import type { DataOf } from '@shiloh/contract/core'
import { publicEventRoutes, type UserEvent } from '@shiloh/contract/events/events'
import { type Payment, paymentRoutes } from '@shiloh/contract/payments/payments'
import { mealRoutes } from '@shiloh/contract/reservations/meals'
import { reservationRoutes } from '@shiloh/contract/reservations/reservations'
import type { GuestReservation, MyReservation, OwnWaiting, ReservationView } from '@shiloh/contract/reservations/views'
import { screen, waitFor } from '@testing-library/react'
import { useEffect } from 'react'
import { expect, it, onTestFinished, vi } from 'vitest'
import { keepTicket, readTickets } from '#platform/kept-tickets'
import { samplePayment } from '../../../../test/sample-payment.ts'
import { showScreen } from '../../../../test/screen.tsx'
import { ticketOf } from '../kept/keep.ts'
import { delegate, sampleEvent, sampleGuest, sampleId, sampleReservation, standardRoom } from '../reserve/sample.ts'
import { ReservationPage } from './reservation-page.tsx'

// The page is one of several that listen. A hint reaches all that are on the screen.
const live = vi.hoisted(() => {
  const hints = new Set<() => void>()
  return {
    hints,
    hint: () => {
      for (const hint of hints) hint()
    },
  }
})
vi.mock('#platform/live', () => ({
  useLive: (_topic: string, onHint: () => void) => {
    useEffect(() => {
      live.hints.add(onHint)
      return () => void live.hints.delete(onHint)
    })
  },
}))
/** The payment in the address, after its checkout. */
const returned = vi.hoisted(() => ({ payment: undefined as string | undefined }))
// The page stands at its own address in the app; here it is the only one.
vi.mock('@tanstack/react-router', async (original) => ({
  ...(await original<typeof import('@tanstack/react-router')>()),
  useParams: () => ({ id: sampleReservation._id }),
  useSearch: () => returned,
}))

const now = Date.parse('2026-12-01T10:00:00Z')

/** Shows the page on a phone that has kept the ticket of this reservation. */
const show = async (of: Partial<ReservationView>) => showPage({ ...active, ...of })
const active: ReservationView = { ...sampleReservation, status: 'active' }

const showPage = async (
  view: MyReservation,
  {
    waiting = [],
    width = 390,
    event = sampleEvent,
    attempts = [],
    since = { has_reservation: false, reservation: null, waiting: [] },
    verified,
  }: {
    waiting?: OwnWaiting[]
    width?: number
    event?: UserEvent
    attempts?: Payment[]
    since?: DataOf<typeof reservationRoutes.hasReservation>
    verified?: DataOf<typeof paymentRoutes.verifyPayment>
  } = {},
) => {
  vi.useFakeTimers({ toFake: ['Date'], now })
  onTestFinished(() => void vi.useRealTimers())
  const ticket = ticketOf(active, now)
  if (!ticket) throw new Error('an active reservation has a ticket')
  // Another file may have kept tickets in the same browser.
  localStorage.clear()
  keepTicket(active.user._id, ticket)
  expect(readTickets(now)).toHaveLength(1)
  return showScreen(
    ReservationPage,
    (server) => {
      server.answer(reservationRoutes.getMyReservation, view)
      server.answer(publicEventRoutes.readUserEvent, event)
      server.answer(mealRoutes.listMyMeals, { time_zone: active.event.time_zone, party: 1, sittings: [] })
      server.answer(reservationRoutes.listMyWaiting, waiting)
      server.answer(reservationRoutes.hasReservation, since)
      server.answer(paymentRoutes.listPaymentProviders, ['paystack'])
      server.answer(paymentRoutes.listOwnPayments, attempts)
      if (verified) server.answer(paymentRoutes.verifyPayment, verified)
    },
    { path: `/reservations/${active._id}`, width },
  )
}

const cancellation: ReservationView['timeline'][number] = {
  at: '2026-11-30T09:00:00.000Z',
  from: 'active',
  to: 'cancelled',
  action: 'cancel',
  actor: 'owner',
  by: null,
  reason: '',
  amount: null,
  changes: [],
}

it('drops the ticket from the phone, and offers neither ticket nor calendar, when the reservation is cancelled', async () => {
  await show({
    status: 'cancelled',
    allowed: [],
    timeline: [cancellation],
  })
  expect(await screen.findByText(/^You cancelled this reservation on/)).toBeTruthy()
  await waitFor(() => expect(readTickets(now)).toEqual([]))
  expect(screen.queryByRole('button', { name: /calendar/i })).toBeNull()
  expect(screen.queryByRole('img', { name: /^QR code/ })).toBeNull()
})

it('says of a cancelled reservation what it cost, what was paid, kept and refunded', async () => {
  await show({
    status: 'cancelled',
    allowed: [],
    total: 46_000,
    paid: 9_200,
    retained: 9_200,
    balance: 0,
    standing: { kind: 'cancelled', amount: 0, at: null },
    payments: [
      {
        _id: sampleId(40),
        method: 'cash',
        amount: 9_200,
        receipt_number: 7,
        online_number: null,
        reference: null,
        at: '2026-11-20T09:00:00.000Z',
      },
    ],
  })
  const amount = async (label: string) =>
    (await screen.findByText(label)).closest('div')?.querySelector('dd')?.textContent?.replaceAll('\u00a0', ' ')
  expect(await amount('Total before it was cancelled')).toBe('GHS 460.00')
  expect(await amount('Paid')).toBe('GHS 92.00')
  expect(await amount('Kept by the refund rule')).toBe('−92.00')
  expect(await amount('Refund')).toBe('GHS 0.00')
})

it('leads the keyboard to the amount before a ticket that is not valid yet', async () => {
  await showPage(sampleReservation)
  const pay = await screen.findByRole('button', { name: /^Pay/ })
  const save = screen.getByRole('button', { name: 'Save ticket' })
  expect(pay.compareDocumentPosition(save) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy()
})

it('says of a deposit in cash when the rest is due', async () => {
  const standing = { kind: 'held_cash', amount: 3000, at: '2027-01-05T16:00:00.000Z' } as const
  const event = { ...sampleEvent, deposit_percent: 30, balance_due_at: '2027-01-10T00:00:00.000Z' }
  await showPage({ ...sampleReservation, pays_at_desk: true, standing, due_now: 3000, balance: 10_000 }, { event })
  expect(await screen.findByText(/^The rest, GHS\s70\.00, is due by Sun 10 January, 2027\.$/)).toBeTruthy()
})

const cancelled: ReservationView = {
  ...active,
  status: 'cancelled',
  allowed: [],
  timeline: [cancellation],
}

it('leads from a cancelled reservation to the one that the user has now, and offers no other', async () => {
  const other = { _id: sampleId(710), code: 'SH-ANEW', status: 'active' as const, reserved_by: null }
  await showPage(cancelled, { since: { has_reservation: true, reservation: other, waiting: [] } })
  const link = await screen.findByRole('link', { name: 'Open reservation SH-ANEW' })
  expect(link.getAttribute('href')).toBe(`/reservations/${other._id}`)
  expect(screen.getByText('You have a place at this event.')).toBeTruthy()
  expect(screen.queryByRole('link', { name: 'Reserve again' })).toBeNull()
  expect(screen.queryByText(/You can reserve again/)).toBeNull()
})

it.each([
  ['waiting', null, 'On the waiting list: Standard'],
  ['offered', '2026-12-02T10:00:00.000Z', 'Standard: free for you'],
] as const)(
  'says on a cancelled reservation that the user is on the waiting list again: %s',
  async (status, until, words) => {
    const entry = {
      _id: sampleId(711),
      event_id: sampleEvent._id,
      kind: 'beds' as const,
      name: 'Standard',
      item_id: standardRoom,
      reservation: null,
      status,
      ahead: 0,
      offer_expires_at: until,
      created_at: '2026-11-30T10:00:00.000Z',
      keeps_prices: true,
      lost_answers: [],
      participant_types: [],
      room: null,
    }
    await showPage(cancelled, {
      event: { ...sampleEvent, places_left: 0 },
      since: { has_reservation: false, reservation: null, waiting: [entry] },
    })
    expect(await screen.findByText(words)).toBeTruthy()
    expect(screen.queryByRole('link', { name: 'Join the waiting list' })).toBeNull()
    expect(screen.queryByText(/You can wait for a place/)).toBeNull()
  },
)

it('says before cancelling what is no longer waited for then', async () => {
  const entry: OwnWaiting = {
    _id: sampleId(700),
    event_id: sampleEvent._id,
    kind: 'beds',
    name: 'Standard',
    item_id: standardRoom,
    reservation: { _id: active._id, code: active.code },
    status: 'waiting',
    ahead: 0,
    offer_expires_at: null,
    created_at: '2026-11-30T10:00:00.000Z',
    keeps_prices: true,
    prices: [],
    lost_answers: [],
    participant_types: [],
    room: null,
    closed_types: [],
    short_of: [],
    event: active.event,
    wish: { participants: [{ role: 'main', participant_type_id: delegate }] },
  }
  const elsewhere = { ...entry, _id: sampleId(701), name: 'Executive', reservation: null }
  const { user } = await showPage({ ...active, allowed: ['cancel'] }, { waiting: [entry, elsewhere] })
  // One on a phone, one on a desktop: styles show one of them.
  const [button] = await screen.findAllByRole('button', { name: 'Cancel reservation' })
  await user.click(button ?? document.body)
  expect(await screen.findByText('You also leave the waiting list for “Standard”.')).toBeTruthy()
})

it.each([
  ['a phone, before', 390, true],
  ['a wide screen, after', 1440, false],
])('leads the keyboard to the ticket as the eye goes: on %s the course', async (_, width, isFirst) => {
  await showPage(active, { width })
  const save = await screen.findByRole('button', { name: 'Save ticket' })
  const course = document.querySelector('[data-place="progress"]') ?? document.body
  expect((save.compareDocumentPosition(course) & Node.DOCUMENT_POSITION_FOLLOWING) > 0).toBe(isFirst)
})

it('keeps the ticket on the phone while somebody gets in with it', async () => {
  await show({})
  expect(await screen.findByRole('img', { name: /^QR code/ })).toBeTruthy()
  expect(readTickets(now)).toHaveLength(1)
})

/** The page of somebody for whom another person took the place. */
const showGuest = (of: Partial<GuestReservation> = {}) => showPage({ ...sampleGuest, ...of })

it('shows a guest their own ticket, who reserved and whom to ask, and offers nothing that only the owner can do', async () => {
  const { server } = await showGuest()
  expect(await screen.findByRole('heading', { name: 'Reserved by Ama Mensah' })).toBeTruthy()
  expect(screen.getByText('This is your place. Ask Ama Mensah to change or cancel it.')).toBeTruthy()
  expect(screen.getByRole('img', { name: 'QR code of Kofi Mensah' })).toBeTruthy()
  expect(screen.getByText('Meals from').nextSibling?.textContent).toBe('Kitchen')
  expect(screen.getByText('Own share').nextSibling?.textContent).toBe('GHS\u00A0160.00')
  expect(screen.getByRole('link', { name: 'A question about this reservation?' }).getAttribute('href')).toBe(
    `/support/new?reservation=${sampleGuest._id}`,
  )
  const actions = screen.getAllByRole('button').map((button) => button.textContent)
  for (const name of ['Save ticket', 'Send me the ticket', 'Cancel reservation']) expect(actions).not.toContain(name)
  expect(screen.queryByRole('link', { name: 'Change' })).toBeNull()
  expect(server.calls(mealRoutes.listMyMeals)).toEqual([])
  expect(server.calls(paymentRoutes.listOwnPayments)).toEqual([])
})

it('keeps the code of a guest on the phone', async () => {
  await showGuest()
  await screen.findByRole('img', { name: 'QR code of Kofi Mensah' })
  await waitFor(() => expect(readTickets(now)[0]?.persons.map(({ name }) => name)).toEqual(['Kofi Mensah']))
})

it.each([
  [{ by: 'owner' }, /^Ama Mensah cancelled this reservation on/],
  [{ by: 'office' }, /^The office cancelled this reservation on/],
  [{ by: 'other' }, /^This reservation was cancelled on/],
] as const)('tells a guest who cancelled: %o', async ({ by }, words) => {
  await showGuest({ status: 'cancelled', cancelled: { at: '2026-11-30T09:00:00.000Z', by } })
  expect(await screen.findByText(words)).toBeTruthy()
  expect(await screen.findByRole('link', { name: 'Reserve a place' })).toBeTruthy()
  expect(screen.queryByRole('img', { name: /^QR code/ })).toBeNull()
  await waitFor(() => expect(readTickets(now)).toEqual([]))
})

it('tells a guest that the place was not confirmed in time', async () => {
  await showGuest({ status: 'failed' })
  expect(await screen.findByText('The reservation was not confirmed in time.')).toBeTruthy()
})

it('drops the ticket of somebody who may see the reservation no longer', async () => {
  const { server } = await showGuest()
  await screen.findByRole('img', { name: /^QR code/ })
  server.refuse(reservationRoutes.getMyReservation, { status: 404, code: 'not_found', message: 'Not found' })
  live.hint()
  await waitFor(() => expect(screen.queryByRole('img', { name: /^QR code/ })).toBeNull())
  expect(readTickets(now)).toEqual([])
})

it('asks for the rest once a part is paid, not for the part again', async () => {
  const event = { ...sampleEvent, deposit_percent: 10 }
  const owing = { allowed: ['pay' as const], total: 208_000, due_now: 0 }
  const attempt = samplePayment({
    reservation_id: active._id,
    status: 'started',
    amount: 30_000,
    created_at: '2026-12-01T09:50:00.000Z',
  })
  const { server } = await showPage(
    { ...active, ...owing, paid: 100_000, balance: 108_000 },
    { event, attempts: [attempt] },
  )
  expect(await screen.findByRole('button', { name: 'Pay GHS\u00A0300.00' })).toBeTruthy()
  server.answer(reservationRoutes.getMyReservation, { ...active, ...owing, paid: 130_000, balance: 78_000 })
  server.answer(paymentRoutes.listOwnPayments, [{ ...attempt, status: 'paid', captured: 30_000 }])
  live.hint()
  expect(await screen.findByRole('button', { name: 'Pay GHS\u00A0780.00' })).toBeTruthy()
})

/** Shows the page after a checkout that ended like this. */
const showReturn = (status: 'failed' | 'abandoned', of: Partial<ReservationView>) => {
  returned.payment = 'ref-1'
  onTestFinished(() => {
    returned.payment = undefined
  })
  const view: ReservationView = { ...active, ...of }
  const { _id, code, total, paid, balance, currency } = view
  return showPage(view, {
    verified: {
      reference: 'ref-1',
      status,
      reservation: { _id, code, status: view.status, total, paid, balance, currency },
    },
  })
}

it('says nothing of a declined payment once the reservation is cancelled', async () => {
  const { server } = await showReturn('failed', { status: 'cancelled', allowed: [], timeline: [cancellation] })
  expect(await screen.findByText(/^You cancelled this reservation on/)).toBeTruthy()
  await waitFor(() => expect(server.calls(paymentRoutes.verifyPayment)).not.toEqual([]))
  await waitFor(() => expect(screen.queryByText('Checking your payment')).toBeNull())
  expect(screen.queryByText('The payment did not go through')).toBeNull()
})

it('speaks of no hold after a checkout that was left if there is none', async () => {
  await showReturn('abandoned', { status: 'active', hold_expires_at: null })
  expect(await screen.findByText('No money was taken.')).toBeTruthy()
  expect(screen.queryByText(/stay held/)).toBeNull()
})

it('shows how long the place is held after a checkout that was left', async () => {
  await showReturn('abandoned', { status: 'pending', hold_expires_at: '2026-12-01T10:20:00.000Z' })
  expect(await screen.findByText(/stays held for the time shown/)).toBeTruthy()
  expect(await screen.findByRole('timer')).toBeTruthy()
})

it('says once what was paid, with its way, receipt and reference', async () => {
  const paid = { _id: sampleReservation._id, method: 'paystack', amount: 40_000, at: '2026-11-29T09:00:00.000Z' }
  const { server } = await show({
    allowed: [],
    payments: [{ ...paid, receipt_number: 1042, online_number: null, reference: 'PAY-7K2M' }],
  })
  expect((await screen.findByText(/^Mobile money or card, receipt 001042, /)).textContent).toContain('2026')
  expect(screen.getAllByText(/PAY-7K2M/)).toHaveLength(1)
  expect(screen.queryByRole('heading', { name: 'Payments' })).toBeNull()
  expect(server.calls(paymentRoutes.listOwnPayments)).toHaveLength(0)
})

it('numbers the receipt of an online payment with the code of the reservation', async () => {
  const paid = { _id: sampleReservation._id, method: 'paystack', amount: 40_000, at: '2026-11-29T09:00:00.000Z' }
  const online = (online_number: number) => ({
    ...paid,
    _id: sampleId(40 + online_number),
    receipt_number: null,
    online_number,
    reference: `PAY-${online_number}`,
  })
  await show({ allowed: [], payments: [online(1), online(2)] })
  const notes = await screen.findAllByText(/^Mobile money or card, /)
  expect(notes.map(({ textContent }) => /receipt (.*?), /.exec(textContent ?? '')?.[1])).toEqual([
    sampleReservation.code,
    `${sampleReservation.code}/2`,
  ])
  expect(screen.getByText(/PAY-2/)).toBeTruthy()
})

it('has the code for the desk first while cash is awaited, with the amount, the hour and whom to ask', async () => {
  await showPage({
    ...sampleReservation,
    pays_at_desk: true,
    hold_expires_at: '2026-12-10T12:00:00.000Z',
    standing: { kind: 'held_cash', amount: 3000, at: '2026-12-10T12:00:00.000Z' },
  })
  const title = await screen.findByRole('heading', { name: 'Pay at the desk' })
  const words = 'Show this code at the desk and pay GHS 30.00 in cash by Thu 10 December, 2026, 12:00 PM.'
  expect(title.parentElement?.textContent?.replaceAll('\u00a0', ' ')).toContain(words)
  expect(screen.getByText(/^Where the desk is/)).toBeTruthy()
  const pay = await screen.findByRole('button', { name: /^Pay/ })
  expect(title.compareDocumentPosition(pay) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy()
  expect(screen.getByText('You can also pay online now.')).toBeTruthy()
})
