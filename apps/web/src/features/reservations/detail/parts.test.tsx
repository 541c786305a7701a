// @vitest-environment happy-dom
import { paymentRoutes } from '@shiloh/contract/payments/payments'
import { reservationRoutes } from '@shiloh/contract/reservations/reservations'
import type { ReservationView } from '@shiloh/contract/reservations/views'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { type FakeServer, showScreen } from '../../../../test/screen.tsx'
import { sampleDearer, sampleEvent, sampleId, sampleReservation } from '../reserve/sample.ts'
import { Balance, Bring, Guests } from './parts.tsx'
import { Programme } from './programme.tsx'

const activity = (n: number, starts_at: string, title: string) => ({
  ...{
    _id: sampleId(n),
    starts_at,
    ends_at: null,
    title,
    place: 'Main hall',
    speaker: 'Kofi Boateng',
    description: '',
  },
})
const event = {
  ...sampleEvent,
  bring: ['A Bible', 'A towel'],
  arrival_note: 'Main gate, then the key desk',
  activities: [
    activity(1, '2027-01-22T18:30:00Z', 'Opening'),
    activity(2, '2027-01-23T09:00:00Z', 'Teaching'),
    activity(3, '2027-01-23T15:00:00Z', 'Workshops'),
  ],
}

it('says what to bring and where to go, until the reservation has ended', async () => {
  await showScreen(
    () => <Bring reservation={{ ...sampleReservation, status: 'active' }} event={event} />,
    () => {},
  )
  expect(screen.getAllByRole('listitem').map((item) => item.textContent)).toEqual(['A Bible', 'A towel'])
  expect(screen.getByText('Main gate, then the key desk')).toBeDefined()
  cleanup()
  await showScreen(
    () => <Bring reservation={{ ...sampleReservation, status: 'cancelled' }} event={event} />,
    () => {},
  )
  expect(document.body.textContent).not.toContain('Main gate')
})

it('folds the programme, day by day with its times', async () => {
  const { user } = await showScreen(
    () => <Programme event={event} />,
    () => {},
  )
  const folded = screen.getByText('Programme').closest('details')
  expect(folded?.open).toBe(false)
  await user.click(screen.getByText('Programme'))
  expect(folded?.open).toBe(true)
  expect(screen.getAllByRole('heading', { level: 3 }).map((day) => day.textContent)).toEqual([
    'Fri 22 January, 2027',
    'Sat 23 January, 2027',
  ])
  const [, second] = screen.getAllByRole('list')
  expect(within(second ?? document.body).getAllByRole('listitem')[1]?.textContent).toBe(
    '3:00\u00a0PMWorkshopsMain hall, Kofi Boateng',
  )
})

/** The user has no other place at the event, and waits for none. */
const noOther = (server: FakeServer) =>
  server.answer(reservationRoutes.hasReservation, { has_reservation: false, reservation: null, waiting: [] })

it('shows the refund of a cancelled reservation, and offers to reserve again', async () => {
  const refund = {
    _id: sampleId(70),
    amount: 5_000,
    status: 'due',
    kind: 'rule',
    method: 'cash',
    reason: '',
    created_at: '2027-01-02T10:00:00Z',
    expected_at: null,
    settled_at: null,
  } as const
  const cancelled: ReservationView = {
    ...sampleReservation,
    status: 'cancelled',
    refunds: [refund],
    allowed: [],
    standing: { kind: 'cancelled_refund', amount: 5_000, at: null },
  }
  await showScreen(() => <Balance reservation={cancelled} event={event} />, noOther)
  expect(screen.getAllByText(/50\.00/).length).toBeGreaterThan(0)
  expect((await screen.findByRole('link', { name: 'Reserve again' })).getAttribute('href')).toBe(
    `/events/${cancelled.event.slug}/reserve?again=${cancelled._id}`,
  )
})

it('leads to the waiting list instead when the event is full by now', async () => {
  const cancelled: ReservationView = {
    ...sampleReservation,
    status: 'cancelled',
    allowed: [],
    standing: { kind: 'cancelled', amount: 0, at: null },
  }
  await showScreen(() => <Balance reservation={cancelled} event={{ ...event, places_left: 0 }} />, noOther)
  expect((await screen.findByRole('link', { name: 'Join the waiting list' })).getAttribute('href')).toBe(
    `/events/${cancelled.event.slug}/reserve?again=${cancelled._id}`,
  )
})

it('shows what each person of a party costs, and what is still to be paid of it', async () => {
  const [main] = sampleReservation.participants
  if (!main) throw new Error('the sample has one person')
  const party: ReservationView = {
    ...sampleReservation,
    status: 'active',
    paid: 4_000,
    balance: 12_000,
    participants: [
      { ...main, share: { cost: 10_000, paid: 2_500, owed: 7_500 } },
      {
        ...main,
        _id: sampleId(31),
        role: 'spouse',
        name: 'Kofi Mensah',
        share: { cost: 6_000, paid: 1_500, owed: 4_500 },
      },
    ],
  }
  await showScreen(
    () => <Guests reservation={party} />,
    () => {},
  )
  expect(screen.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
    'Ama MensahDelegateOwn share GHS\u00A0100.00GHS\u00A025.00 paid, GHS\u00A075.00 still to pay',
    'Kofi MensahSpouse, DelegateOwn share GHS\u00A060.00GHS\u00A015.00 paid, GHS\u00A045.00 still to pay',
  ])
  cleanup()
  await showScreen(
    () => <Guests reservation={sampleReservation} />,
    () => {},
  )
  expect(screen.queryByText('Own share')).toBeNull()
})

it('offers cash instead while nothing is paid, where the event takes it', async () => {
  const held = { ...sampleReservation, status: 'pending' as const, allowed: ['pay' as const, 'edit' as const] }
  const cashEvent = { ...event, cash_deadline: '2100-01-01T12:00:00Z' }
  const { user, server } = await showScreen(
    () => <Balance reservation={held} event={cashEvent} />,
    (fake) => {
      fake.answer(paymentRoutes.listPaymentProviders, ['paystack'])
      fake.answer(paymentRoutes.listOwnPayments, [])
      fake.answer(reservationRoutes.editMyReservation, { ...held, pays_at_desk: true })
    },
  )
  await user.click(await screen.findByRole('button', { name: 'Pay in cash at the desk instead' }))
  await waitFor(() =>
    expect(server.calls(reservationRoutes.editMyReservation)).toMatchObject([{ body: { pays_at_desk: true } }]),
  )
  cleanup()
  await showScreen(
    () => <Balance reservation={held} event={{ ...event, cash_deadline: null }} />,
    (fake) => {
      fake.answer(paymentRoutes.listPaymentProviders, ['paystack'])
      fake.answer(paymentRoutes.listOwnPayments, [])
    },
  )
  expect(screen.queryByRole('button', { name: 'Pay in cash at the desk instead' })).toBeNull()
})

it('offers cash for a change that waits, and not where cash is awaited already', async () => {
  const cashEvent = { ...event, cash_deadline: '2100-01-01T12:00:00Z' }
  const change = { ...sampleDearer, allowed: ['pay' as const, 'edit' as const] }
  const begin = (reservation: typeof change) =>
    showScreen(
      () => <Balance reservation={reservation} event={cashEvent} />,
      (fake) => {
        fake.answer(paymentRoutes.listPaymentProviders, ['paystack'])
        fake.answer(paymentRoutes.listOwnPayments, [])
        fake.answer(reservationRoutes.editMyReservation, change)
      },
    )
  const { user, server } = await begin(change)
  await user.click(await screen.findByRole('button', { name: 'Pay in cash at the desk instead' }))
  await waitFor(() =>
    expect(server.calls(reservationRoutes.editMyReservation)).toMatchObject([{ body: { pays_at_desk: true } }]),
  )
  cleanup()
  await begin({ ...change, standing: { ...change.standing, kind: 'change_cash' } })
  expect(await screen.findByText(/in cash at the desk\. Until then/)).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Pay in cash at the desk instead' })).toBeNull()
})

it('names the relation of a guest once', async () => {
  const [main] = sampleReservation.participants
  if (!main) throw new Error('the sample has one person')
  const child = { ...main, _id: sampleId(32), role: 'child' as const, name: 'Esi Mensah' }
  const type = { ...main.participant_type, name: 'Child, 4 to 12' }
  await showScreen(
    () => <Guests reservation={{ ...sampleReservation, participants: [main, { ...child, participant_type: type }] }} />,
    () => {},
  )
  expect(screen.getAllByRole('listitem').at(-1)?.textContent).toBe('Esi MensahChild, 4 to 12')
})

it('says what a change is that waits for its payment, and takes it back after asking', async () => {
  const inForce = { question_id: sampleId(80), label: 'How do you travel?', value: 'By bus', words: null }
  const change = sampleDearer.pending_change
  if (!change) throw new Error('no change waits')
  const reservation: ReservationView = {
    ...sampleDearer,
    answers: [inForce],
    pending_change: { ...change, answers: [{ ...inForce, value: 'By car' }] },
  }
  const { user, server } = await showScreen(
    () => <Balance reservation={reservation} event={sampleEvent} />,
    (fake) => {
      noOther(fake)
      fake.answer(paymentRoutes.listPaymentProviders, ['paystack'])
      fake.answer(paymentRoutes.listOwnPayments, [])
      fake.answer(reservationRoutes.takeBackMyChange, sampleReservation)
    },
  )
  const part = screen.getByRole('heading', { name: 'What would change' }).closest('section')
  expect([...(part?.querySelectorAll('dl > div') ?? [])].map((row) => row.textContent)).toEqual([
    'Standard2 nights at 50.00, 22 – 24 January, 2027100.00',
    'How do you travel?By car',
    'More in allGHS\u00a0100.00',
  ])
  expect(screen.getByText('If it is not paid by then, everything stays as it is now.')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Take the change back' }))
  const dialog = within(await screen.findByRole('dialog'))
  await user.click(dialog.getByRole('button', { name: 'Take the change back' }))
  await waitFor(() => expect(server.calls(reservationRoutes.takeBackMyChange)).toHaveLength(1))
})

it('says what is due without a change that waits for its payment, below which it can be taken back', async () => {
  const reservation = {
    ...sampleDearer,
    paid: 4000,
    balance: 16_000,
    due_at: '2026-12-28T16:00:00.000Z',
    allowed: ['pay' as const],
  }
  await showScreen(
    () => <Balance reservation={reservation} event={sampleEvent} />,
    (fake) => {
      noOther(fake)
      fake.answer(paymentRoutes.listPaymentProviders, ['paystack'])
      fake.answer(paymentRoutes.listOwnPayments, [])
    },
  )
  expect(screen.getByText(/stays as it is now, and GHS\s60\.00 is due by Mon 28 December, 2026\.$/)).toBeTruthy()
  const pay = (await screen.findAllByRole('button', { name: /^Pay/ })).at(-1)
  const back = screen.getByRole('button', { name: 'Take the change back' })
  expect(pay?.compareDocumentPosition(back)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
})
