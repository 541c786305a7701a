// @vitest-environment happy-dom
import { roomMateRoutes } from '@shiloh/contract/reservations/room-mates'
import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { showScreen } from '../../../../test/screen.tsx'
import { sampleId, sampleReservation } from '../reserve/sample.ts'
import { RoomMates } from './room-mates.tsx'
import { StaffMates } from './staff-mates.tsx'

const accommodation = {
  room_category_id: sampleId(1),
  name: 'Standard',
  check_in: '2027-01-22',
  check_out: '2027-01-25',
  room_id: null,
}

it('says what is missing when nobody is named', async () => {
  const { server, user } = await showScreen(
    () => <RoomMates reservation={{ ...sampleReservation, accommodation }} />,
    (answers) => answers.answer(roomMateRoutes.listRoomMates, { most: 2, mates: [] }),
  )
  await user.click(await screen.findByRole('button', { name: 'Ask' }))
  await screen.findByText('Please enter a phone number or a reservation code.')
  expect(server.calls(roomMateRoutes.askRoomMate)).toEqual([])
})

it('says to the office what is missing when no code is typed', async () => {
  const { server, user } = await showScreen(
    () => <StaffMates reservation={{ ...sampleReservation, accommodation }} />,
    (answers) => {
      answers.answer(roomMateRoutes.readMatesOf, { most: 2, mates: [] })
      answers.answer(roomMateRoutes.listKeptApart, [])
    },
  )
  await user.type(await screen.findByLabelText('Reservation code of the other person', {}, { timeout: 5000 }), 'MC')
  await user.click(screen.getByRole('button', { name: 'Keep apart' }))
  await screen.findByText('Please enter a reservation code.')
  expect(server.calls(roomMateRoutes.keepApart)).toEqual([])
})
