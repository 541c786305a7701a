// @vitest-environment happy-dom
import { reservationRoutes } from '@shiloh/contract/reservations/reservations'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { showScreen } from '../../../../test/screen.tsx'
import { sampleEvent, sampleWaiting } from '../reserve/sample.ts'
import { WaitingOffer } from './waiting-offer.tsx'

it('leaves the waiting list only after asking', async () => {
  const { user, server } = await showScreen(
    () => <WaitingOffer entry={sampleWaiting} event={sampleEvent} />,
    (server) => server.answer(reservationRoutes.leaveWaitingList, {}),
  )
  await user.click(await screen.findByRole('button', { name: 'Leave the waiting list' }))
  const dialog = await screen.findByRole('dialog', { name: 'Leave the waiting list?' })
  expect(server.calls(reservationRoutes.leaveWaitingList)).toEqual([])
  await user.click(within(dialog).getByRole('button', { name: 'Leave the waiting list' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(server.calls(reservationRoutes.leaveWaitingList)).toMatchObject([
    { params: { id: sampleWaiting.event_id }, query: { waiting_id: sampleWaiting._id } },
  ])
})
