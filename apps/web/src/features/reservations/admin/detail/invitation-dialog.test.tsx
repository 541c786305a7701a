// @vitest-environment happy-dom
import { reservationRoutes as routes } from '@shiloh/contract/reservations/reservations'
import { screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { showScreen } from '../../../../../test/screen.tsx'
import { sampleReservation } from '../../reserve/sample.ts'
import { Acts } from './acts.tsx'

const confirmed = {
  ...sampleReservation,
  status: 'active' as const,
  answers: [{ question_id: 'a'.repeat(24), label: 'Passport number', value: 'G1234567', words: null }],
}
const path = '/admin/reservations/$id'

it('asks for the language of the letter, who pays and the answers in it, and downloads it', async () => {
  const { user, server } = await showScreen(
    () => <Acts reservation={confirmed} />,
    (server) => server.answer(routes.invitationLetter, null),
    { path },
  )
  await user.click(screen.getByRole('button', { name: 'More' }))
  await user.click(await screen.findByText('Letter of invitation'))
  await user.click(await screen.findByRole('combobox', { name: 'Language of the letter' }))
  await user.click(await screen.findByRole('option', { name: 'Deutsch' }))
  await user.click(screen.getByRole('combobox', { name: 'Who pays for accommodation' }))
  await user.click(await screen.findByRole('option', { name: 'The church' }))
  await user.click(screen.getByRole('combobox', { name: 'Answers in the letter' }))
  await user.click(await screen.findByRole('option', { name: 'Passport number' }))
  await user.click(screen.getByRole('button', { name: 'Download the letter' }))
  await waitFor(() => expect(server.calls(routes.invitationLetter)).toHaveLength(1))
  expect(server.calls(routes.invitationLetter)[0]).toMatchObject({
    params: { id: confirmed._id },
    query: { language: 'de', lodging: 'church', answers: 'a'.repeat(24) },
  })
})

it('opens by its address, as a task leads there', async () => {
  await showScreen(
    () => <Acts reservation={confirmed} />,
    () => {},
    { path: `${path}?letter=write` },
  )
  expect(await screen.findByRole('button', { name: 'Download the letter' })).toBeDefined()
})

it('asks about the cancellation by its address, as the search leads there', async () => {
  await showScreen(
    () => <Acts reservation={{ ...confirmed, allowed: ['cancel'] }} />,
    () => {},
    { path: `${path}?cancel=ask` },
  )
  expect(await screen.findByText('Cancel the reservation of Ama Mensah?')).toBeDefined()
  expect(screen.getByRole('button', { name: 'Keep the reservation' })).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Cancel' })).toBeNull()
})

it('is not offered before the place is confirmed', async () => {
  const { user } = await showScreen(
    () => <Acts reservation={{ ...confirmed, status: 'pending' }} />,
    () => {},
    { path },
  )
  await user.click(screen.getByRole('button', { name: 'More' }))
  expect(screen.queryByText('Letter of invitation')).toBeNull()
})
