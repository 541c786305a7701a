// @vitest-environment happy-dom
import { reservationRoutes } from '@shiloh/contract/reservations/reservations'
import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { showScreen } from '../../../../test/screen.tsx'
import { delegate, kofi, sampleEvent, sampleWaiting } from '../reserve/sample.ts'
import type { Lists } from '../reserve/step.ts'
import { WaitingForm } from './waiting-form.tsx'

const { person_id } = kofi
const spouse: Lists['spouses'][number] = {
  _id: person_id,
  first_name: 'Kofi',
  last_name: 'Mensah',
  other_names: null,
  name: kofi.name,
  gender: 'male',
  birth_date: kofi.birth_date,
  phone: null,
  email: null,
  title_id: null,
  linked: false,
  invitation: null,
  created_at: '2026-01-01T00:00:00.000Z',
}
const lists: Lists = {
  titles: [],
  designations: [],
  committees: [],
  spouses: [spouse],
  family: [],
}
const full = {
  ...sampleEvent,
  places_left: 0,
  participant_types: sampleEvent.participant_types.filter(({ _id }) => _id === delegate),
}

const show = (among: Lists) =>
  showScreen(
    () => <WaitingForm event={full} lists={among} onJoined={() => undefined} />,
    (server) => {
      server.answer(reservationRoutes.readWaitingList, { waiting: [], offer_minutes: 1440 })
      server.answer(reservationRoutes.joinWaitingList, sampleWaiting)
    },
  )

it('waits for as many places as are wanted: the family list fills them', async () => {
  const { user, server } = await show(lists)
  expect(await screen.findByText('For Ama Mensah')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'One more: How many places?' }))
  expect(screen.getByText('For Ama Mensah and Kofi Mensah')).toBeTruthy()
  expect(screen.getByText(/Everybody on your family list is coming/)).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Join the waiting list' }))
  expect(server.calls(reservationRoutes.joinWaitingList)).toMatchObject([
    { body: { participants: [{ role: 'main' }, { role: 'spouse', person_id }] } },
  ])
})

it('waits for one place less again', async () => {
  const { user } = await show(lists)
  await user.click(await screen.findByRole('checkbox', { name: /Kofi Mensah/ }))
  expect(screen.getByText('For Ama Mensah and Kofi Mensah')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'One fewer: How many places?' }))
  expect(screen.getByText('For Ama Mensah')).toBeTruthy()
})
