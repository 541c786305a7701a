// @vitest-environment happy-dom
import { publicEventRoutes } from '@shiloh/contract/events/events'
import { allotmentRoutes } from '@shiloh/contract/reservations/allotments'
import { reservationRoutes } from '@shiloh/contract/reservations/reservations'
import type { GuestRow, MyReservation, MyRow, OwnWaiting, ReservationRow } from '@shiloh/contract/reservations/views'
import { screen, within } from '@testing-library/react'
import { expect, it, onTestFinished, vi } from 'vitest'
import { type FakeServer, showScreen } from '../../../../test/screen.tsx'
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
  lost_answers: [],
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
    () => <HomeOwn about={() => ({ cover: null, left: '38 places left' })} aside={<p>Notices</p>} />,
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
  const filled = all.map((item) => item.querySelectorAll('a[data-variant="filled"]').length)
  expect(filled).toEqual([1, 0, 0])
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
  await vi.waitFor(() => expect(acts()).toHaveLength(count))
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
  await user.click(await screen.findByRole('button', { name: 'Leave it to the next person' }))
  expect(server.calls(reservationRoutes.leaveWaitingList).map(({ params }) => params)).toEqual([{ id: sampleId(902) }])
  // The toast comes with code of its own.
  await vi.dynamicImportSettled()
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
