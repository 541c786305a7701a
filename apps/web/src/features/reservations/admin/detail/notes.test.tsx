// @vitest-environment happy-dom
import { reservationRoutes } from '@shiloh/contract/reservations/reservations'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { showScreen } from '../../../../../test/screen.tsx'
import { sampleDearer } from '../../reserve/sample.ts'
import { Change } from './contents.tsx'
import { Notes } from './notes.tsx'

it('says in one sentence what a change costs that waits, and what of it is due', async () => {
  await showScreen(
    () => <Notes reservation={{ ...sampleDearer, due_now: 4000 }} />,
    () => {},
    { denied: ['events.read'] },
  )
  expect(screen.getByText(/^A change that costs GHS.100\.00 more applies once GHS.40\.00 is paid, by /)).toBeTruthy()
})

it('lets the office take a change back that waits', async () => {
  const { user, server } = await showScreen(
    () => <Change reservation={sampleDearer} />,
    (fake) => fake.answer(reservationRoutes.takeBackChange, sampleDearer),
  )
  await user.click(screen.getByRole('button', { name: 'Take the change back' }))
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Take the change back' }))
  await waitFor(() => expect(server.calls(reservationRoutes.takeBackChange)).toHaveLength(1))
})
