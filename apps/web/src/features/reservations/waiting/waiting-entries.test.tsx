// @vitest-environment happy-dom
import { reservationRoutes } from '@shiloh/contract/reservations/reservations'
import type { OwnWaiting } from '@shiloh/contract/reservations/views'
import { formatRange } from '@shiloh/contract/text/format'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { Toasts } from '#ui/feedback/toast'
import { idOf, showScreen } from '../../../../test/screen.tsx'
import { sampleReservation, sampleWaiting } from '../reserve/sample.ts'
import { WaitingEntries } from './waiting-entries.tsx'

const type = idOf(10)
const kitchen = idOf(20)
const shirt = idOf(30)
const participants: OwnWaiting['wish']['participants'] = [
  { role: 'main', participant_type_id: type, caterer_id: kitchen },
  { role: 'companion', person_id: idOf(2), participant_type_id: idOf(11) },
]
const accommodation = { room_category_id: idOf(40), check_in: '2027-01-22', check_out: '2027-01-24' }
const nights = formatRange(accommodation.check_in, accommodation.check_out, 'en')

const own = { ...sampleWaiting, event: sampleReservation.event }

it.each([
  [{ kind: 'event', room: 'Executive' }, { participants, accommodation }, `2 places · Executive, ${nights}`],
  [{ kind: 'participant_type', item_id: type }, { participants }, '1 place'],
  [{ kind: 'beds', item_id: idOf(40), room: 'Executive' }, { participants, accommodation }, `For 2 people · ${nights}`],
  [{ kind: 'caterer', item_id: kitchen }, { participants, accommodation }, 'For 1 person'],
  [
    { kind: 'product_option', item_id: shirt },
    { participants, products: [{ product_option_id: shirt, quantity: 3 }] },
    '3 pieces',
  ],
] satisfies [Partial<OwnWaiting>, OwnWaiting['wish'], string][])(
  'says for how many and for which nights somebody waits: %j',
  async (of, wish, words) => {
    const entry: OwnWaiting = { ...own, ...of, wish }
    await showScreen(
      () => <WaitingEntries />,
      (server) => server.answer(reservationRoutes.listMyWaiting, [entry]),
    )
    await screen.findByText('Waiting list')
    expect(screen.getByText((_, element) => element?.tagName === 'P' && element.textContent === words)).toBeTruthy()
  },
)

it.each([
  [{ kind: 'event' }, [['Delegate', 1]], 'Participant type: Delegate'],
  [
    { kind: 'beds', name: 'Executive' },
    [
      ['Delegate', 2],
      ['Visitor', 1],
    ],
    'Participant types: 2\u00a0×\u00a0Delegate and Visitor',
  ],
  [{ kind: 'participant_type', name: 'Delegate' }, [['Delegate', 2]], undefined],
  [{ kind: 'product_option', name: 'T-shirt, XL' }, [['Delegate', 1]], undefined],
] satisfies [Partial<OwnWaiting>, [string, number][], string | undefined][])(
  'says as what somebody waits, unless it is said already: %j %j',
  async (of, types, words) => {
    const participant_types = types.map(([name, count]) => ({ name, count }))
    await showScreen(
      () => <WaitingEntries />,
      (server) =>
        server.answer(reservationRoutes.listMyWaiting, [{ ...own, ...of, participant_types, wish: { participants } }]),
    )
    await screen.findByText('Waiting list')
    expect(screen.queryByText(/^Participant type/)?.textContent).toBe(words)
  },
)

it('says that somebody has left, and gives the focus to the page', async () => {
  const entry: OwnWaiting = { ...own, wish: { participants } }
  const page = () => (
    <>
      <h1>Reservations</h1>
      <WaitingEntries />
      <Toasts />
    </>
  )
  const { user, server } = await showScreen(page, (server) => {
    server.answer(reservationRoutes.listMyWaiting, [entry])
    server.answer(reservationRoutes.leaveWaitingList, {})
  })
  await user.click(await screen.findByRole('button', { name: 'Leave the waiting list' }))
  const dialog = await screen.findByRole('dialog', { name: 'Leave the waiting list?' })
  server.answer(reservationRoutes.listMyWaiting, [])
  await user.click(within(dialog).getByRole('button', { name: 'Leave the waiting list' }))
  expect(await screen.findByText('You have left the waiting list.')).toBeTruthy()
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Reservations'))
})

it('says why nothing is offered, instead of the place in line', async () => {
  const closed_types = [{ name: 'Minister’s wife', person: 'Abena Mensah' }]
  const entry: OwnWaiting = { ...own, closed_types, wish: { participants } }
  await showScreen(
    () => <WaitingEntries />,
    (server) => server.answer(reservationRoutes.listMyWaiting, [entry]),
  )
  expect(
    await screen.findByText(/^“Minister’s wife” is not open to Abena Mensah any more\. Until it is open/),
  ).toBeTruthy()
  expect(screen.queryByText(/You are next/)).toBeNull()
})

it('says what of the wish is short while a place is free, and takes it out', async () => {
  const short_of: OwnWaiting['short_of'] = [
    { kind: 'product_option', name: 'T-shirt, XL', item_id: shirt, is_offered: true },
  ]
  const entry: OwnWaiting = {
    ...own,
    kind: 'participant_type',
    name: 'Delegate',
    item_id: type,
    short_of,
    wish: { participants },
  }
  const { user, server } = await showScreen(
    () => <WaitingEntries />,
    (server) => {
      server.answer(reservationRoutes.listMyWaiting, [entry])
      server.answer(reservationRoutes.waitWithout, own)
    },
  )
  expect(await screen.findByText(/^A place is free, but there is not enough left .*: T-shirt, XL\./)).toBeTruthy()
  expect(screen.queryByText(/You are next/)).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Continue without “T-shirt, XL”' }))
  await waitFor(() =>
    expect(server.calls(reservationRoutes.waitWithout)).toMatchObject([
      { params: { id: entry._id }, body: { without: [shirt] } },
    ]),
  )
})

it('says what of the wish the event no longer offers, and takes it out with what is short', async () => {
  const short_of: OwnWaiting['short_of'] = [
    { kind: 'product_option', name: 'T-shirt, XL', item_id: shirt, is_offered: false },
    { kind: 'caterer', name: 'Kitchen', item_id: kitchen, is_offered: true },
  ]
  const entry: OwnWaiting = { ...own, short_of, wish: { participants } }
  const { user, server } = await showScreen(
    () => <WaitingEntries />,
    (server) => {
      server.answer(reservationRoutes.listMyWaiting, [entry])
      server.answer(reservationRoutes.waitWithout, own)
    },
  )
  expect(await screen.findByText(/^The event no longer offers this: T-shirt, XL\. You keep your place/)).toBeTruthy()
  expect(screen.queryByText(/You are next/)).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Continue without “T-shirt, XL” and “Kitchen”' }))
  await waitFor(() =>
    expect(server.calls(reservationRoutes.waitWithout)).toMatchObject([{ body: { without: [shirt, kitchen] } }]),
  )
})

it('offers no way without a participant type that somebody of the wish would have', async () => {
  const short_of: OwnWaiting['short_of'] = [
    { kind: 'participant_type', name: 'Guest', item_id: idOf(11), is_offered: true },
  ]
  const entry: OwnWaiting = {
    ...own,
    kind: 'participant_type',
    name: 'Delegate',
    item_id: type,
    short_of,
    wish: { participants },
  }
  await showScreen(
    () => <WaitingEntries />,
    (server) => server.answer(reservationRoutes.listMyWaiting, [entry]),
  )
  expect(await screen.findByText(/^A place is free, but there is not enough left .*: Guest\./)).toBeTruthy()
  expect(screen.queryByRole('button', { name: /Continue without/ })).toBeNull()
})
