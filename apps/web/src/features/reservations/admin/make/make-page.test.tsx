// @vitest-environment happy-dom
import { authorizationRoutes } from '@shiloh/contract/authorization'
import type { DataOf } from '@shiloh/contract/core'
import { publicEventRoutes } from '@shiloh/contract/events/events'
import { organisationRoutes } from '@shiloh/contract/organisation'
import { reservationRoutes } from '@shiloh/contract/reservations/reservations'
import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createI18n, translator } from '#platform/i18n'
import { administrator, type FakeServer, showScreen } from '../../../../../test/screen.tsx'
import { delegate, infant, sampleEvent, sampleId, sampleNow, sampleReservation } from '../../reserve/sample.ts'
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

it('speaks of the guest, not to the guest', async () => {
  const { user } = await show()
  await user.click(await screen.findByRole('radio', { name: /^Delegate/ }))
  await user.click(lineOf('Standard'))
  expect(screen.getByText('Choose the nights that the guest will sleep here.')).toBeDefined()
  expect(screen.getByText('Arranges their own meals')).toBeDefined()
  expect(document.body.textContent).not.toMatch(/\byou will\b|\bI (stay|arrange)\b|Your gender|care for you/)
})

it('says why the server refused, and sends it when that is put right', async () => {
  const { user, server, address } = await show((fake) =>
    fake.refuse(reservationRoutes.makeReservationFor, {
      status: 409,
      code: 'quote_changed',
      message: 'Changed.',
      // Of somebody who keeps the prices of a waiting list: the offer alone does not say it.
      data: { quote: { lines: [], total: 12_300, currency: 'GHS', deposit: 12_300 } },
    }),
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
  expect(server.calls(reservationRoutes.makeReservationFor).at(-1)?.body).toMatchObject({ expected_total: 12_300 })
})

const apostle = sampleId(78)
const ministers = {
  ...sampleEvent,
  fields: { ...sampleEvent.fields, title: 'optional' as const },
  participant_types: sampleEvent.participant_types.map((type) =>
    type._id === delegate ? { ...type, name: 'Minister', title_ids: [apostle] } : type,
  ),
}
const withMinisters = (server: FakeServer) => {
  server.answer(publicEventRoutes.readUserEvent, ministers)
  server.answer(organisationRoutes.titlesToChoose, [
    { _id: apostle, name: 'Apostle', minister: true, needs_confirmation: true },
  ])
}

it('closes a type for one title until the office writes that title down', async () => {
  const { user } = await show(withMinisters)
  const minister = await screen.findByRole('radio', { name: /^Minister.*Only for certain titles/ })
  expect(minister).toHaveProperty('disabled', true)
  await user.selectOptions(screen.getByLabelText(t('title')), apostle)
  expect(lineOf('Minister')).toHaveProperty('disabled', false)
  expect(screen.queryByText(/Only for certain titles/)).toBeNull()
})

/** The page for an account, which has no title unless it is given one. */
const showForAccount = (
  relatives: DataOf<typeof reservationRoutes.listRelatives>,
  bearing: object = {},
  arrange?: (server: FakeServer) => void,
) => {
  const { notify: _, password_expired: __, ...person } = administrator([])
  return showScreen(
    () => <MakePage />,
    (server) => {
      withMinisters(server)
      server.answer(reservationRoutes.listRoomCategories, [])
      server.answer(reservationRoutes.listRelatives, relatives)
      server.answer(authorizationRoutes.pickUsers, [])
      server.answer(authorizationRoutes.getUser, {
        ...person,
        user_type: 'user',
        staff_id: null,
        region: null,
        area: null,
        district: null,
        assembly: null,
        title: null,
        designation: null,
        has_password: true,
        erased_at: null,
        last_login_at: null,
        updated_at: '2026-01-01T00:00:00.000Z',
        ...bearing,
      })
      server.answer(reservationRoutes.listKeptPrices, [])
      arrange?.(server)
    },
    { path: `/admin/reservations/new?event_id=${sampleEvent._id}&user_id=${sampleId(1)}` },
  )
}

it('says that the title of an account waits to be confirmed', async () => {
  await showForAccount([], { title_id: apostle, title: 'Apostle', waiting_for_confirmation: ['title'] })
  const minister = await screen.findByRole('radio', { name: /^Minister.*waits to be confirmed by the office/ })
  expect(minister).toHaveProperty('disabled', true)
})

it('says that the title of a spouse waits to be confirmed, until the office writes it down', async () => {
  const { user } = await showForAccount([
    {
      _id: sampleId(40),
      relation: 'spouse',
      name: 'Kofi Mensah',
      gender: 'male',
      birth_date: null,
      title_id: apostle,
      title_waits: true,
      phone: null,
      account_id: null,
      reservation_id: null,
    },
  ])
  await user.click(await screen.findByRole('checkbox', { name: /^Kofi Mensah/ }))
  const types = screen.getByRole('combobox', { name: 'Takes part as Kofi Mensah' })
  expect(within(types).getByRole('option', { name: 'Minister' })).toHaveProperty('disabled', true)
  expect(screen.getByText(/^Minister: The title of Kofi Mensah waits to be confirmed/)).toBeTruthy()
  const kofi = within(screen.getByRole('group', { name: 'Kofi Mensah' }))
  await user.selectOptions(kofi.getByRole('combobox', { name: /^Title/ }), apostle)
  expect(within(types).getByRole('option', { name: /^Minister/ })).toHaveProperty('disabled', false)
  expect(screen.queryByText(/waits to be confirmed/)).toBeNull()
})

it('asks a woman the questions for women, and a man none', async () => {
  const { user } = await show((server) =>
    server.answer(publicEventRoutes.readUserEvent, {
      ...sampleEvent,
      fields: { ...sampleEvent.fields, female_related: 'optional' },
    }),
  )
  const choose = async (name: string) => {
    await user.click(screen.getByRole('combobox', { name: t('gender') }))
    await user.click(await screen.findByRole('option', { name }))
  }
  const asked = () => screen.queryByRole('checkbox', { name: words('pregnant') }) !== null
  await user.click(await screen.findByRole('radio', { name: /^Delegate/ }))
  await choose(t('female'))
  expect(asked()).toBe(true)
  await choose(t('male'))
  expect(asked()).toBe(false)
})

it('shows and sends the price that somebody keeps who waits', async () => {
  const { user, server } = await showForAccount([], {}, (fake) => {
    fake.answer(publicEventRoutes.readUserEvent, sampleEvent)
    fake.answer(reservationRoutes.makeReservationFor, sampleReservation)
    fake.answer(reservationRoutes.listKeptPrices, [
      { kind: 'participant_type', ref_id: delegate, unit_price: 7_000, charged_per: null, quantity: 1 },
    ])
  })
  await user.click(await screen.findByRole('radio', { name: /^Delegate.*70\.00/ }))
  await user.click(lineOf(words('no_lodging')))
  await user.click(button(t('reserve')))
  await screen.findByText(/^Elsewhere/)
  expect(server.calls(reservationRoutes.makeReservationFor)[0]?.body).toMatchObject({ expected_total: 7_000 })
  expect(server.calls(reservationRoutes.listKeptPrices)[0]?.query).toMatchObject({ user_id: sampleId(1) })
})
