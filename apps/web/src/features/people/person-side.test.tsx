// @vitest-environment happy-dom
import type { DataOf } from '@shiloh/contract/core'
import { supportRoutes } from '@shiloh/contract/support'
import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { idOf, showScreen } from '../../../test/screen.tsx'
import { Tickets } from './person-side.tsx'

const ticket = (n: number, status: 'pending' | 'completed'): DataOf<typeof supportRoutes.listTickets> => ({
  _id: idOf(n),
  subject: `Subject ${n}`,
  category: 'general',
  status,
  messages: 1,
  last_message: 'Hello',
  last_from_staff: false,
  unread: false,
  event: null,
  reservation: null,
  created_at: '2027-01-01T08:00:00.000Z',
  updated_at: '2027-01-01T08:00:00.000Z',
  user: { _id: idOf(9), name: 'Yaw Boateng', email: null, phone: null, language: 'en', active: true },
  assignee: null,
  last_is_note: false,
})

it('says of a ticket what the support desk says', async () => {
  await showScreen(
    () => <Tickets id={idOf(9)} />,
    (server) => server.answerList(supportRoutes.listTickets, [ticket(1, 'pending'), ticket(2, 'completed')]),
  )
  expect(await screen.findByText('Waiting')).toBeDefined()
  expect(screen.getByText('Closed')).toBeDefined()
})
