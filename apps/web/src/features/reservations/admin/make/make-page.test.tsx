// @vitest-environment happy-dom
import { publicEventRoutes } from '@shiloh/contract/events/events'
import { reservationRoutes } from '@shiloh/contract/reservations/reservations'
import { screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createI18n, translator } from '#platform/i18n'
import { type FakeServer, showScreen } from '../../../../../test/screen.tsx'
import { delegate, infant, sampleEvent, sampleNow, sampleReservation } from '../../reserve/sample.ts'
import { texts as reserve } from '../../reserve/texts.ts'
import { MakePage } from './make-page.tsx'
import { texts } from './texts.ts'

const i18n = createI18n('en')
const t = translator(i18n, texts)
const words = translator(i18n, reserve)

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: sampleNow }))
afterEach(() => void vi.useRealTimers())

const show = (arrange?: (server: FakeServer) => void) =>
  showScreen(
    () => <MakePage />,
    (server) => {
      server.answer(publicEventRoutes.readUserEvent, sampleEvent)
      server.answer(reservationRoutes.listRoomCategories, [])
      server.answer(reservationRoutes.makeReservationFor, sampleReservation)
      arrange?.(server)
    },
    { path: `/admin/reservations/new?event_id=${sampleEvent._id}`, denied: ['users.read'] },
  )
const button = (name: string) => screen.getByRole('button', { name })
const lineOf = (title: string) => screen.getByRole('radio', { name: new RegExp(`^${title}`) })

type User = Awaited<ReturnType<typeof show>>['user']
/** Pastes a text into a field: typing would render the whole form after every letter. */
const fill = async (user: User, field: HTMLElement, text: string) => {
  await user.click(field)
  await user.paste(text)
}

it('reserves for somebody without an account, with a child who is on no list', async () => {
  const { user, server, address } = await show()
  await fill(user, await screen.findByLabelText(t('first_name')), 'Yaw')
  await user.click(button(t('reserve')))
  const missing = screen.getAllByRole('link').map((link) => link.textContent)
  expect(missing).toEqual([t('last_name'), t('participant_type'), words('room')])
  await fill(user, screen.getByLabelText(t('last_name')), 'Boateng')
  await user.click(lineOf('Delegate'))
  await user.click(lineOf(words('no_lodging')))

  await user.click(button(words('add_somebody')))
  await fill(user, screen.getAllByLabelText(words('first_name'))[1] ?? document.body, 'Esi')
  await user.click(screen.getByRole('radio', { name: words('female') }))
  await user.type(screen.getByLabelText(words('birth_date')), '01-03-2025')
  await user.click(button(t('add_person')))
  await fill(user, screen.getByLabelText(t('note')), 'Comes late.')
  await user.click(button(t('reserve')))
  await screen.findByText(`Elsewhere: /admin/reservations/${sampleReservation._id}`)
  expect(address()).not.toContain('cash')

  const [made] = server.calls(reservationRoutes.makeReservationFor)
  expect(made?.body).toMatchObject({
    expected_total: 10_000,
    note: 'Comes late.',
    person: { first_name: 'Yaw', last_name: 'Boateng' },
    participants: [
      { role: 'main', participant_type_id: delegate },
      { role: 'child', participant_type_id: infant },
    ],
    new_persons: [{ relation: 'child', first_name: 'Esi', last_name: 'Boateng', birth_date: '2025-03-01' }],
    accommodation: null,
  })
})

it('says why the server refused, and sends it when that is put right', async () => {
  const { user, server, address } = await show((fake) =>
    fake.refuse(reservationRoutes.makeReservationFor, { status: 409, code: 'quote_changed', message: 'Changed.' }),
  )
  await fill(user, await screen.findByLabelText(t('first_name')), 'Yaw')
  await fill(user, screen.getByLabelText(t('last_name')), 'Boateng')
  await user.click(lineOf('Delegate'))
  await user.click(lineOf('Standard'))
  await user.click(button(t('reserve_and_cash')))
  await screen.findByText(t('quote_changed'))
  // The offer is loaded again, because its prices have changed.
  await waitFor(() => expect(server.calls(publicEventRoutes.readUserEvent)).toHaveLength(2))
  server.answer(reservationRoutes.makeReservationFor, sampleReservation)
  await user.click(button(t('reserve_and_cash')))
  await screen.findByText(/^Elsewhere/)
  expect(address()).toBe(`/admin/reservations/${sampleReservation._id}?cash=take`)
})
