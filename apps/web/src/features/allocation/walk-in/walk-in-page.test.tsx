// @vitest-environment happy-dom

import { type WalkIn, type WalkInRoom, walkInRoutes } from '@shiloh/contract/allocation/walk-in'
import { authorizationRoutes } from '@shiloh/contract/authorization'
import { publicEventRoutes } from '@shiloh/contract/events/events'
import { reservationRoutes } from '@shiloh/contract/reservations/reservations'
import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { type FakeServer, idOf, showScreen } from '../../../../test/screen.tsx'
import { Answer } from './answer.tsx'
import { Desk } from './walk-in-page.tsx'

const room = (number: number, extra: Partial<WalkInRoom> = {}): WalkInRoom => ({
  room_id: idOf(50 + number),
  room: `H${number}`,
  block: 'Hope',
  floor: 0,
  accessible: false,
  beds: [2],
  reasons: [{ code: 'fills', names: [] }],
  ...extra,
})
const FOUND: WalkIn = {
  event: { _id: idOf(2), name: 'Easter Camp', currency: 'GHS' },
  reservation: null,
  stay: { room_category_id: idOf(60), room_category: 'Standard', check_in: '2027-01-10', check_out: '2027-01-13' },
  checked_in: false,
  persons: [{ participant_id: null, name: '' }],
  groups: [{ names: [''], rooms: [room(1), room(2)], left: null }],
  price: { nights: 15_000, more: 15_000 },
  categories: [],
  other_nights: [],
}

const show = async (arrange: (server: FakeServer) => void) => {
  const shown = await showScreen(
    () => <Desk eventId={idOf(2)} />,
    (server) => {
      server.refuse(publicEventRoutes.readUserEvent, { status: 404, code: 'not_found', message: 'Not found.' })
      server.answer(reservationRoutes.searchReservations, [])
      server.answer(authorizationRoutes.pickUsers, [])
      arrange(server)
    },
  )
  const { user } = shown
  await user.click(await screen.findByLabelText('Name, phone or code'))
  await user.paste('Akosua Asare')
  await user.click(screen.getByRole('button', { name: 'New person' }))
  await user.click(screen.getByRole('radio', { name: 'Woman' }))
  return shown
}

it('gives the room that was chosen to somebody who is registered with it', async () => {
  const { user, server } = await show((fake) => {
    fake.answer(walkInRoutes.findBed, FOUND)
    fake.answer(walkInRoutes.takeBed, {
      reservation: {
        _id: idOf(70),
        code: 'EC-ABCD2345',
        name: 'Akosua Asare',
        status: 'pending',
        balance: 25_000,
        currency: 'GHS',
        hold_expires_at: '2027-01-10T12:30:00.000Z',
      },
      places: [
        {
          name: 'Akosua Asare',
          room: 'H2',
          block: 'Hope',
          floor: 0,
          bed: 2,
          check_in: '2027-01-10',
          check_out: '2027-01-13',
          held: false,
        },
      ],
    })
  })
  // What was typed to find her is her name.
  expect(screen.getByLabelText('First name')).toHaveProperty('value', 'Akosua')
  expect(screen.getByLabelText('Last name')).toHaveProperty('value', 'Asare')
  await user.click(await screen.findByRole('radio', { name: /Hope H2/ }))
  await user.click(screen.getByRole('button', { name: 'Give this bed' }))
  expect(await screen.findByText('Hope H2, bed B')).toBeTruthy()
  expect(screen.getByText(/To pay: .*250/)).toBeTruthy()
  expect(server.calls(walkInRoutes.takeBed)[0]?.body).toMatchObject({
    room_ids: [idOf(52)],
    person: { first_name: 'Akosua', last_name: 'Asare', gender: 'female', phone: null },
    check_in: '2027-01-10',
    ground_floor: false,
  })
  // The person is shown with the bed, not with fields that do nothing any more.
  expect(screen.getByText('EC-ABCD2345, Hope H2')).toBeTruthy()
  expect(screen.queryByLabelText('First name')).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Next person' }))
  expect(await screen.findByLabelText('Name, phone or code')).toHaveProperty('value', '')
})

it('chooses the only hit by Enter, and asks no money for nights that are paid', async () => {
  const { user, server } = await showScreen(
    () => <Desk eventId={idOf(2)} />,
    (fake) => {
      fake.refuse(publicEventRoutes.readUserEvent, { status: 404, code: 'not_found', message: 'Not found.' })
      fake.answer(reservationRoutes.searchReservations, [])
      fake.answer(authorizationRoutes.pickUsers, [
        { _id: idOf(9), name: 'Alfred Bawa', phone: '+233240000001', email: null, user_type: 'user' },
      ])
      fake.answer(walkInRoutes.findBed, {
        ...FOUND,
        reservation: { _id: idOf(70), code: 'EC-ABCD2345', status: 'active' },
        price: { nights: 15_000, more: 0 },
      })
    },
  )
  await user.click(await screen.findByLabelText('Name, phone or code'))
  await user.paste('Alfred Bawa')
  // Before the answer came.
  await user.keyboard('{Enter}')
  expect(await screen.findByText('3 nights in Standard: nothing more to pay', {}, { timeout: 10_000 })).toBeTruthy()
  expect(server.calls(walkInRoutes.findBed)[0]?.body).toMatchObject({ user_id: idOf(9) })
})

it('says that a room was taken a moment ago, and shows the next', async () => {
  let rooms = [room(1), room(2)]
  const { user } = await show((fake) => {
    fake.answer(walkInRoutes.findBed, () => ({ ...FOUND, groups: [{ names: [''], rooms, left: null }] }))
    fake.refuse(walkInRoutes.takeBed, { status: 409, code: 'room_taken', message: 'Taken.' })
  })
  const give = await screen.findByRole('button', { name: 'Give this bed' })
  rooms = [room(2)]
  await user.click(give)
  expect((await screen.findByRole('alert')).textContent).toBe(
    'Hope H1 was taken a moment ago. This is the best bed now.',
  )
  expect(await screen.findByText('Hope H2')).toBeTruthy()
})

it('says why there is no bed, and takes what is free instead', async () => {
  const { user, server } = await show((fake) => {
    fake.answer(walkInRoutes.findBed, {
      ...FOUND,
      groups: [
        {
          names: [''],
          rooms: [],
          left: { code: 'full', sort: 'female', night: '2027-01-12', beds: null, others: null },
        },
      ],
      categories: [
        { room_category_id: idOf(61), room_category: 'Executive', beds: 3, price: { nights: 27_000, more: 27_000 } },
      ],
      other_nights: [
        { room_category_id: idOf(60), room_category: 'Standard', check_in: '2027-01-10', check_out: '2027-01-12' },
      ],
    })
  })
  expect(await screen.findByText(/No bed for women is free on Tue/)).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Give this bed' })).toBeNull()
  await user.click(screen.getByRole('button', { name: /Executive, 3 beds free/ }))
  await expect
    .poll(() => server.calls(walkInRoutes.findBed).at(-1)?.body, { timeout: 5000 })
    .toMatchObject({ room_category_id: idOf(61), check_out: '2027-01-13' })
})

it('says which room somebody has who needs none', async () => {
  await showScreen(
    () => (
      <Answer
        found={{ ...FOUND, persons: [], groups: [] }}
        home={{ name: 'Millicent Boateng', room: 'B-002' }}
        eachNight={5000}
        type={undefined}
        chosen={[]}
        busy={false}
        onChoose={() => {}}
        onWant={() => {}}
        formId="walk-in"
      />
    ),
    () => {},
  )
  expect(await screen.findByRole('heading', { name: 'Millicent Boateng has B-002.' })).toBeTruthy()
})

it('says the price of a night, of the place, and all that is to be paid, before the bed is given', async () => {
  await showScreen(
    () => (
      <Answer
        found={FOUND}
        home={null}
        eachNight={5000}
        type={{ name: 'Delegate', price: 10_000 }}
        chosen={[]}
        busy={false}
        onChoose={() => {}}
        onWant={() => {}}
        formId="walk-in"
      />
    ),
    () => {},
  )
  expect(await screen.findByText(/50.00 per night/)).toBeTruthy()
  expect(screen.getByText(/To pay in all: GHS.250.00/)).toBeTruthy()
})
