// @vitest-environment happy-dom
import { bulkEditRoutes } from '@shiloh/contract/bulk-edits'
import { participantTypeRoutes } from '@shiloh/contract/catalogue'
import type { DataOf } from '@shiloh/contract/core'
import { reservationRoutes } from '@shiloh/contract/reservations/reservations'
import type { AdminReservationRow } from '@shiloh/contract/reservations/views'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { idOf, showScreen } from '../../../../../test/screen.tsx'
import { sampleReservation } from '../../reserve/sample.ts'
import { ReservationsPage } from './reservations-page.tsx'

const row = (_id: string, code: string, event_id: string): AdminReservationRow => ({
  ...sampleReservation,
  _id,
  code,
  event_id,
  persons: 1,
  refund_due: 0,
  participants: [{ name: 'Ama Mensah', role: 'main', participant_type: 'Delegate' }],
  phone: null,
  email: null,
  assembly: null,
  room_category: null,
  room: null,
  source: 'self',
  missing: [],
  without_consent: false,
  created_at: '2026-11-01T10:00:00.000Z',
})

it('keeps a message or badges for one event from a selection over several', async () => {
  const { user, address } = await showScreen(
    ReservationsPage,
    (server) =>
      server.answerList(reservationRoutes.listReservations, [
        row(idOf(801), 'MW27-0001', idOf(900)),
        row(idOf(802), 'LC27-0002', idOf(901)),
      ]),
    { path: '/admin/reservations?event_id=all', denied: ['events.read'] },
  )
  const mark = async (code: string) => user.click(await screen.findByRole('checkbox', { name: new RegExp(code) }))
  const act = (name: string) => screen.getByRole('button', { name })
  await mark('MW27-0001')
  expect(act('Badges').getAttribute('aria-disabled')).toBeNull()
  await mark('LC27-0002')
  for (const name of ['Send a message', 'Badges']) {
    expect(act(name).getAttribute('aria-disabled')).toBe('true')
    await user.click(act(name))
    // After a touch the button has the focus, and says why.
    const reason = await screen.findByRole('tooltip')
    expect(reason.textContent).toContain('of one event. Choose one in the filter.')
    act(name).blur()
    await waitFor(() => expect(screen.queryByRole('tooltip')).toBeNull())
  }
  expect(address()).toBe('/admin/reservations?event_id=all')
  await mark('LC27-0002')
  await user.click(act('Send a message'))
  expect(address()).toBe(`/admin/messages/new?event_id=${idOf(900)}&ids=${idOf(801)}`)
})

it('begins an edit of many only when it says what that changes', async () => {
  const sum = Promise.withResolvers<DataOf<typeof bulkEditRoutes.tryReservations>>()
  const { user, server } = await showScreen(
    ReservationsPage,
    (served) => {
      served.answerList(reservationRoutes.listReservations, [row(idOf(801), 'MW27-0001', idOf(900))])
      served.answer(participantTypeRoutes.query, [{ _id: idOf(701), name: 'Minister' }])
      served.answer(bulkEditRoutes.tryReservations, () => sum.promise)
    },
    { path: '/admin/reservations?event_id=all', denied: ['events.read'] },
  )
  await user.click(await screen.findByRole('checkbox', { name: /MW27-0001/ }))
  await user.click(screen.getByRole('button', { name: 'Edit' }))
  await user.click(await screen.findByRole('combobox', { name: 'Participant type' }))
  await user.click(await screen.findByRole('option', { name: 'Minister' }))
  await screen.findByText('Working out what changes…')
  const begin = screen.getByRole<HTMLButtonElement>('button', { name: 'Change 1 row' })
  expect(begin.disabled).toBe(true)
  await user.keyboard('{Control>}{Enter}{/Control}')
  sum.resolve({ total: 1, tried: 1, changed: 1, unchanged: 0, refused: 0, prices: [] })
  await screen.findByText('1 reservation changes')
  expect(begin.disabled).toBe(false)
  expect(server.calls(bulkEditRoutes.editReservations)).toEqual([])
})

it('has the answers below their question, and names both once one is chosen', async () => {
  const question = 'Do you come by bus?'
  const choice = (value: string, answer: string | null, asked = question) => ({
    value,
    question: asked,
    answer,
    is_none: answer === null,
  })
  const { user } = await showScreen(
    ReservationsPage,
    (server) => {
      server.answerList(reservationRoutes.listReservations, [row(idOf(801), 'MW27-0001', idOf(900))])
      server.answer(reservationRoutes.listAnswerChoices, [
        choice(`${idOf(1)}.${idOf(2)}`, 'Yes'),
        choice(`${idOf(1)}.none`, null),
        choice(`${idOf(3)}.${idOf(4)}`, 'Yes', 'Choir'),
      ])
    },
    { path: `/admin/reservations?event_id=${idOf(900)}`, denied: ['events.read'] },
  )
  await user.click(await screen.findByRole('button', { name: 'Filter' }))
  await user.click(await screen.findByRole('option', { name: 'Answer to the form' }))
  const below = await screen.findByRole('group', { name: question })
  expect(within(below).getAllByRole('checkbox')).toHaveLength(2)
  const choir = screen.getByRole('group', { name: 'Choir' })
  await user.click(within(choir).getByRole('checkbox', { name: /Yes/ }))
  expect(await screen.findByText('Choir: Yes')).toBeTruthy()
  await user.click(within(below).getByRole('checkbox', { name: /Yes/ }))
  expect(await screen.findByText(`Choir: Yes, ${question} Yes`)).toBeTruthy()
})
