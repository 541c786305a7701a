// @vitest-environment happy-dom
import { boardRoutes } from '@shiloh/contract/checkin/board'
import { type Guest, guestRoutes } from '@shiloh/contract/checkin/guests'
import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { type FakeServer, idOf, showScreen } from '../../../../test/screen.tsx'
import { PaperPage } from './paper-page.tsx'

const guestOf = (number: number, name: string): Guest => ({
  _id: idOf(number),
  reservation_id: idOf(100 + number),
  name,
  role: 'main',
  code: `PS-${number}`,
  status: 'active',
  participant_type: 'Delegate',
  district: null,
  assembly: null,
  balance: 0,
  currency: 'GHS',
  checked_in_at: null,
  checked_out_at: null,
})
const guests = [guestOf(1, 'Ama Owusu'), guestOf(2, 'Kofi Boateng')]

const arrange = (server: FakeServer) => {
  server.answer(boardRoutes.liveBoard, {
    event: {
      name: 'Prayer Summit',
      starts_at: '2027-01-10T16:00:00.000Z',
      ends_at: '2027-01-13T16:00:00.000Z',
      time_zone: 'Africa/Accra',
      copy_minutes: 60,
    },
    counters: { expected: 2, in: 0, out: 0, inside: 0 },
    points: [],
    quarters: [],
    double_entries: [],
    corrections: [],
    latest: [],
  })
  server.answerList(guestRoutes.listGuests, ({ query }) =>
    guests.filter(({ name }) => name.toLowerCase().includes((query['search'] ?? '').toLowerCase())),
  )
}
const show = () => showScreen(() => <PaperPage />, arrange, { path: '/admin/check-in/$id/paper' })
const field = () => screen.findByRole('searchbox', { name: 'Find a guest' })

it('ticks the first one found on an Enter directly after the last letter', async () => {
  const { user } = await show()
  const search = await field()
  await screen.findByText('Ama Owusu')
  await user.type(search, 'kofi{Enter}')
  await screen.findByRole('toolbar', { name: '1 person ticked' })
  expect(search).toHaveProperty('value', '')
  expect(await screen.findByRole('checkbox', { name: /Kofi Boateng/ })).toHaveProperty('checked', true)
  expect(await screen.findByRole('checkbox', { name: /Ama Owusu/ })).toHaveProperty('checked', false)
})

it('forgets an Enter when nobody is found, or something else is typed', async () => {
  const { user } = await show()
  const search = await field()
  await screen.findByText('Ama Owusu')
  await user.type(search, 'zzz{Enter}')
  await screen.findByText(/nobody/i)
  await user.clear(search)
  await user.type(search, 'kof{Enter}i')
  await screen.findByRole('checkbox', { name: /Kofi Boateng/ })
  expect(screen.queryByRole('toolbar')).toBeNull()
  expect(search).toHaveProperty('value', 'kofi')
})
