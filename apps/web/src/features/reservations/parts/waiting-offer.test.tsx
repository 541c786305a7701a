// @vitest-environment happy-dom
import { reservationRoutes } from '@shiloh/contract/reservations/reservations'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { showScreen } from '../../../../test/screen.tsx'
import { sampleEvent, sampleId } from '../reserve/sample.ts'
import { WaitingOffer } from './waiting-offer.tsx'

it('leaves the waiting list only after asking', async () => {
  const entry = {
    _id: sampleId(700),
    event_id: sampleEvent._id,
    kind: 'event',
    name: '',
    item_id: null,
    reservation: null,
    status: 'waiting',
    ahead: 7,
    offer_expires_at: null,
    created_at: '2026-12-01T10:00:00.000Z',
  } as const
  const { user, server } = await showScreen(
    () => <WaitingOffer entry={entry} event={sampleEvent} />,
    (server) => server.answer(reservationRoutes.leaveWaitingList, {}),
  )
  await user.click(await screen.findByRole('button', { name: 'Leave the waiting list' }))
  const dialog = await screen.findByRole('dialog', { name: 'Leave the waiting list?' })
  expect(server.calls(reservationRoutes.leaveWaitingList)).toEqual([])
  await user.click(within(dialog).getByRole('button', { name: 'Leave the waiting list' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(server.calls(reservationRoutes.leaveWaitingList)).toMatchObject([
    { params: { id: entry.event_id }, query: { waiting_id: entry._id } },
  ])
})
