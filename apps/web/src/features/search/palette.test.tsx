// @vitest-environment happy-dom

import { authorizationRoutes, type Person } from '@shiloh/contract/authorization'
import { reportRoutes } from '@shiloh/contract/reports'
import { reservationRoutes } from '@shiloh/contract/reservations/reservations'
import type { AdminReservationRow } from '@shiloh/contract/reservations/views'
import { type Found, searchRoutes } from '@shiloh/contract/search'
import { screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { type FakeServer, idOf, showScreen } from '../../../test/screen.tsx'
// Loads with the test file: on a busy machine the first test would else wait for it too long.
import './palette.tsx'
import { PaletteButton } from './palette-button.tsx'

const found = (number: number, name: string, more: Partial<Found> = {}): Found => ({
  _id: idOf(number),
  name,
  phone: null,
  place: null,
  event: null,
  ...more,
})
const isaac = found(7, 'Isaac Quartey', { phone: '+233248114402', place: 'Winneba' })
const grace = found(8, 'Grace Quartey')
const day = {
  starts_at: '2099-01-22T10:00:00.000Z',
  ends_at: '2099-01-27T10:00:00.000Z',
  time_zone: 'Africa/Accra',
} as const
const zion = found(9, 'Zion camp', { place: 'Winneba', event: { ...day, status: 'draft' } })
const council = found(10, 'Council', { event: { ...day, status: 'published' } })
const reservation: AdminReservationRow = {
  _id: idOf(20),
  code: 'MW27-C4UW',
  status: 'active',
  event_id: zion._id,
  event: {
    _id: zion._id,
    slug: 'ministers',
    name: 'Ministers',
    starts_at: '2099-01-22T10:00:00.000Z',
    ends_at: '2099-01-27T10:00:00.000Z',
    time_zone: 'Africa/Accra',
    place: '',
  },
  participant_type: { _id: idOf(3), name: 'Minister' },
  persons: 2,
  hold_expires_at: null,
  kept_until: null,
  total: 300000,
  paid: 62000,
  balance: 238000,
  due_at: null,
  refund_due: 0,
  standing: { kind: 'secured', amount: 238000, at: null },
  currency: 'GHS',
  created_at: '2026-01-01T00:00:00.000Z',
  user: { _id: isaac._id, name: 'Isaac Quartey' },
  participants: [
    { name: 'Isaac Quartey', role: 'main', participant_type: 'Minister' },
    { name: 'Grace Quartey', role: 'spouse', participant_type: "Minister's wife" },
  ],
  phone: null,
  email: null,
  assembly: null,
  room_category: null,
  room: '401',
  source: 'self',
  needs_approval: false,
  approved_at: null,
  pays_at_desk: false,
  missing: [],
  without_consent: false,
}

const isaacQuartey: Person = {
  _id: isaac._id,
  user_type: 'user',
  status: 'approved',
  email: null,
  phone: isaac.phone,
  first_name: 'Isaac',
  last_name: 'Quartey',
  other_names: null,
  name: isaac.name,
  gender: 'male',
  birth_date: null,
  language: 'en',
  country: 'GH',
  industry: null,
  avatar_url: null,
  meta: { phone_verified: true, email_confirmed: false },
  has_completed_basic_requirement: true,
  has_completed_additional_requirement: true,
  is_not_member: false,
  region_id: null,
  area_id: null,
  district_id: null,
  assembly_id: null,
  title_id: null,
  designation_id: null,
  waiting_for_confirmation: [],
  mfa_methods: [],
  staff_id: null,
  region: null,
  area: null,
  district: 'Winneba',
  assembly: 'Bethel',
  title: 'Pastor',
  designation: 'Minister',
  has_password: true,
  erased_at: null,
  created_at: '2026-01-01T00:00:00.000Z',
  last_login_at: null,
  updated_at: '2026-01-01T00:00:00.000Z',
}

const church = (server: FakeServer) => {
  server.answer(searchRoutes.autocomplete, ({ params, query }) => {
    const all: Readonly<Record<string, readonly Found[]>> = { users: [isaac, grace], events: [zion, council] }
    const words = query['search']?.toLowerCase() ?? ''
    return (all[params['type'] ?? ''] ?? []).filter(({ name, phone }) =>
      `${name} ${phone?.replace('+233', '0') ?? ''}`.toLowerCase().includes(words),
    )
  })
  server.answer(reservationRoutes.searchReservations, ({ query }) =>
    /quar|mw27/i.test(query['search'] ?? '') ? [reservation] : [],
  )
}
const show = (options: Parameters<typeof showScreen>[2] = {}) => showScreen(() => <PaletteButton />, church, options)
type User = Awaited<ReturnType<typeof show>>['user']

const open = async (user: User) => {
  await user.keyboard('{Control>}k{/Control}')
  await screen.findByRole('combobox', { name: 'Name, phone or code' })
}
const rows = () => screen.queryAllByRole('option').map(({ textContent }) => textContent ?? '')
const active = () => screen.queryByRole('option', { selected: true })?.textContent ?? ''

beforeEach(() => localStorage.clear())

it('opens with Ctrl K, finds in groups, and opens the chosen row with Enter', async () => {
  const { user, address } = await show()
  await open(user)
  await user.keyboard('quar')
  // People and reservations are two answers.
  await waitFor(() =>
    expect(screen.getAllByRole('group').map((group) => group.firstChild?.textContent)).toEqual([
      'People',
      'Reservations',
      'Actions3 of 5',
    ]),
  )
  expect(rows()).toEqual([
    'Isaac QuarteyWinneba · +233 24 811 4402',
    'Grace Quartey',
    expect.stringContaining('Isaac Quartey, 2 peopleMW27-C4UW'),
    'Take cash from Isaac QuarteyMW27-C4UWGHS\u00A02,380.00 due',
    'Reserve for Isaac Quartey+233 24 811 4402',
    'Message Isaac Quartey+233 24 811 4402',
    'Show all 5',
  ])
  await waitFor(() => expect(active()).toContain('Isaac Quartey'))
  await user.keyboard('{ArrowDown}')
  expect(active()).toBe('Grace Quartey')
  await user.keyboard('{ArrowUp}{ArrowUp}')
  expect(active()).toBe('Show all 5')
  await user.keyboard('{ArrowDown}{ArrowDown}{Enter}')
  await waitFor(() => expect(address()).toBe(`/admin/users/${grace._id}`))
})

it('keeps letters that come before its field has the focus, and begins empty the next time', async () => {
  const { user } = await show()
  await open(user)
  const field = () => screen.getByRole<HTMLInputElement>('combobox', { name: 'Name, phone or code' })
  field().blur()
  await user.keyboard('02')
  expect(field().value).toBe('02')
  await user.click(field())
  await user.keyboard('4{Escape}')
  await waitFor(() => expect(screen.queryByRole('combobox')).toBeNull())
  await open(user)
  expect(field().value).toBe('')
})

it('opens the first row of what was typed, also when Enter comes before the answer', async () => {
  const { user, address } = await show()
  await open(user)
  await user.keyboard('0248114402{Enter}')
  await waitFor(() => expect(address()).toBe(`/admin/users/${isaac._id}`))
})

it('opens a new tab with Ctrl Enter, and remembers what this account opened', async () => {
  const opened = vi.spyOn(window, 'open').mockReturnValue(null)
  const { user, address } = await show()
  await open(user)
  await user.keyboard('grace')
  await waitFor(() => expect(active()).toBe('Grace Quartey'))
  await user.keyboard('{Control>}{Enter}{/Control}')
  expect([opened.mock.calls[0]?.[0], address()]).toEqual([`/admin/users/${grace._id}`, '/'])
  await user.clear(screen.getByRole('combobox'))
  await waitFor(() => expect(rows()).toEqual(['Grace Quartey']))
  expect(localStorage.getItem(`remembered:search-${idOf(1)}`)).toContain('Grace Quartey')
  await user.keyboard('quar')
  await waitFor(() => expect(rows().slice(0, 2)).toEqual(['Grace Quartey', 'Isaac QuarteyWinneba · +233 24 811 4402']))
})

it('prepares an act that is typed', async () => {
  const { user, address } = await show()
  await open(user)
  await user.keyboard('take cash quartey')
  await waitFor(() => expect(rows()).toEqual(['Take cash from Isaac QuarteyMW27-C4UWGHS\u00A02,380.00 due']))
  await user.keyboard('{Enter}')
  await waitFor(() => expect(address()).toBe(`/admin/reservations/${reservation._id}?cash=take`))
})

it('cancels a reservation and writes its letter only when asked in words', async () => {
  const { user, address } = await show()
  await open(user)
  await user.keyboard('cancel quartey')
  await waitFor(() => expect(rows()).toEqual(['Cancel the reservation of Isaac QuarteyMW27-C4UW · Ministers']))
  await user.clear(screen.getByRole('combobox'))
  await user.keyboard('letter quartey')
  await waitFor(() => expect(rows()).toEqual(['Letter of invitation for Isaac QuarteyMW27-C4UW · Ministers']))
  await user.clear(screen.getByRole('combobox'))
  await user.keyboard('cancel quartey')
  await waitFor(() => expect(rows()).toEqual([expect.stringMatching(/^Cancel/)]))
  await user.keyboard('{Enter}')
  await waitFor(() => expect(address()).toBe(`/admin/reservations/${reservation._id}?cancel=ask`))
})

it('finds an event that is published already, and a screen whose name begins like an act', async () => {
  const { user } = await show()
  await open(user)
  await user.keyboard('publish council')
  await waitFor(() => expect(rows()).toEqual([expect.stringMatching(/^Council/)]))
  await user.clear(screen.getByRole('combobox'))
  await user.keyboard('message mainten')
  await waitFor(() => expect(rows()).toEqual(['MaintenanceScreen', 'Close the site for maintenanceMaintenance']))
})

it('finds single reports and screens by other words', async () => {
  const { user, server } = await show()
  server.answer(reportRoutes.listReports, {
    reports: [
      { report: 'unpaid', group: 'follow_up', name: 'Balance due', count: 3 },
      { report: 'attendance', group: 'attendance', name: 'By church', count: null },
    ],
    saved: [],
  })
  await open(user)
  await user.keyboard('debt')
  await waitFor(() => expect(rows()).toEqual(['Balance dueReport']))
  await user.clear(screen.getByRole('combobox'))
  await user.keyboard('who has not paid')
  await waitFor(() => expect(rows()).toEqual(['Balance dueReport']))
  await user.clear(screen.getByRole('combobox'))
  await user.keyboard('settings currency')
  await waitFor(() => expect(rows()).toEqual(['CurrencyOrganisation']))
  await user.clear(screen.getByRole('combobox'))
  await user.keyboard('calendar')
  await waitFor(() => expect(rows()).toEqual(['Calendar of tasksScreen']))
  await user.clear(screen.getByRole('combobox'))
  await user.keyboard('import people')
  await waitFor(() => expect(rows()).toEqual(['Import peopleScreen']))
  await user.clear(screen.getByRole('combobox'))
  await user.keyboard('print attendance')
  await waitFor(() => expect(rows()).toEqual(['By churchReport']))
  await user.clear(screen.getByRole('combobox'))
  await user.keyboard('new task')
  await waitFor(() => expect(rows()).toEqual(['Add a task']))
})

it('finds a unit of the church, once for each name, and opens the map at it', async () => {
  const { user, server, address } = await show()
  const unit = (n: number, place: string) => ({ _id: idOf(n), name: 'Winneba', phone: null, place, event: null })
  server.answer(searchRoutes.autocomplete, ({ params }) =>
    params['type'] === 'church_map' ? [unit(71, 'Central'), unit(72, 'Effutu')] : [],
  )
  await open(user)
  await user.keyboard('winneba')
  await waitFor(() => expect(rows()).toEqual(['WinnebaCentral, EffutuChurch unit']))
  await user.keyboard('{Enter}')
  await waitFor(() => expect(address()).toBe('/admin/church-map?search=Winneba'))
})

it('changes the colours at once, and finds sign-out by other words', async () => {
  const { user, address } = await show()
  await open(user)
  await user.keyboard('dark mode')
  await waitFor(() => expect(rows()).toEqual(['Use dark colours']))
  await user.keyboard('{Enter}')
  await waitFor(() => expect(document.documentElement.dataset['mantineColorScheme']).toBe('dark'))
  expect(address()).toBe('/')
  await open(user)
  await user.keyboard('log out')
  await waitFor(() => expect(rows()).toEqual(['Sign out']))
})

it('opens the activity over the page, and adds a person', async () => {
  const { user, address } = await show()
  await open(user)
  await user.keyboard('activity')
  await waitFor(() => expect(rows()[0]).toBe('Activity'))
  await user.keyboard('{Enter}')
  await waitFor(() => expect(address()).toBe('/#activity'))
  await open(user)
  await user.keyboard('new person')
  await waitFor(() => expect(rows()).toEqual(['Add a person']))
  await user.keyboard('{Enter}')
  await waitFor(() => expect(address()).toBe('/admin/users?add=new'))
})

it('publishes nothing by itself, and finds settings and codes', async () => {
  const { user, server } = await show()
  await open(user)
  await user.keyboard('publish zion')
  await waitFor(() => expect(rows()).toEqual([expect.stringMatching(/^Publish Zion camp/)]))
  await user.clear(screen.getByRole('combobox'))
  await user.keyboard('mainten')
  await waitFor(() => expect(rows()).toEqual(['MaintenanceScreen', 'Close the site for maintenanceMaintenance']))
  await user.clear(screen.getByRole('combobox'))
  await user.keyboard('currency')
  await waitFor(() => expect(rows()).toEqual(['CurrencyOrganisation']))
  await user.clear(screen.getByRole('combobox'))
  await user.keyboard('#mw27')
  await waitFor(() => expect(rows()).toEqual([expect.stringContaining('MW27-C4UW')]))
  expect(server.calls(searchRoutes.autocomplete).map(({ query }) => query['search'])).not.toContain('mw27')
})

it('asks from whom, and for whom, and shows a whole group with Tab', async () => {
  const { user, address } = await show()
  await open(user)
  await user.keyboard('take cash')
  await waitFor(() => expect(rows()[0]).toBe('Take cash from …'))
  await user.keyboard('{Enter}')
  await waitFor(() => expect(screen.getByRole('combobox')).toHaveProperty('value', 'take cash from '))
  await screen.findByText('From whom? Type a name, a phone number or a code.')
  await user.keyboard('quartey')
  await waitFor(() => expect(rows()).toEqual([expect.stringContaining('Take cash from Isaac Quartey')]))
  await user.clear(screen.getByRole('combobox'))
  await user.keyboard('>quar')
  // No row is active before the last letter has its answer.
  await waitFor(() => expect([active() !== '', rows().at(-1)]).toEqual([true, 'Show all 5']))
  await user.keyboard('{Tab}')
  await waitFor(() => expect(rows()).toHaveLength(5))
  await user.keyboard('{ArrowUp}')
  await waitFor(() => expect(active()).toBe('Message Grace Quartey'))
  await user.keyboard('{Enter}')
  await waitFor(() => expect(address()).toBe(`/admin/messages/new?to=people&ids=${grace._id}`))
})

it('tells about the chosen row, and acts on it with Ctrl and a digit', async () => {
  const { user, address, server } = await show()
  server.answerList(reservationRoutes.listReservations, [reservation])
  server.answer(authorizationRoutes.getUser, isaacQuartey)
  await open(user)
  await user.keyboard('isaac')
  const panel = await screen.findByRole('complementary', { name: 'About the chosen row' })
  await waitFor(() =>
    expect(panel.textContent).toBe(
      'Isaac QuarteyPastor, MinisterBethel, WinnebaPhone+233 24 811 4402ReservationMW27-C4UWEventMinistersRoom401' +
        'BalanceGHS\u00A02,380.00WithGrace QuarteyDo it from hereTake cash from Isaac Quartey, GHS\u00A02,380.00Ctrl 1' +
        'Message Isaac QuarteyCtrl 2Reserve for Isaac QuarteyCtrl 3',
    ),
  )
  await user.keyboard('{Control>}1{/Control}')
  await waitFor(() => expect(address()).toBe(`/admin/reservations/${reservation._id}?cash=take`))
})

it('offers nothing that would be refused', async () => {
  const { user, server } = await show({
    denied: ['users.read', 'payments.take_cash', 'events.publish', 'settings.read'],
  })
  await open(user)
  await user.keyboard('quar')
  await screen.findByText(/· Ministers · GHS 2,380.00 due/)
  expect(rows()).toHaveLength(1)
  expect(server.calls(searchRoutes.autocomplete).map(({ params }) => params['type'])).not.toContain('users')
})

it('says that nothing is due from those who were found', async () => {
  const { user, server } = await show()
  server.answer(reservationRoutes.searchReservations, [{ ...reservation, balance: 0 }])
  await open(user)
  await user.keyboard('take cash quartey')
  await screen.findByText('Nothing is due from “quartey”')
})

it('says that nothing was found, and what went wrong', async () => {
  const { user, server, address } = await show({ width: 390 })
  await user.click(screen.getByRole('button', { name: /^Search/ }))
  await screen.findByRole('combobox')
  await user.keyboard('xyzzy')
  await screen.findByText('Nothing found for “xyzzy”')
  // What can be done instead, for whoever does not know the words yet.
  expect(rows()).toEqual([
    'Search the list of people for “xyzzy”',
    'Take cash from …',
    'Reserve for …',
    'Message …',
    'Publish …',
    'Cancel the reservation of …',
    'Letter of invitation for …',
    'Add a person',
    'Add a task',
    'Activity',
  ])
  server.refuse(reservationRoutes.searchReservations, {
    status: 400,
    code: 'internal',
    message: 'The server is tired.',
  })
  await user.keyboard('q')
  await screen.findByText('The server is tired.')
  church(server)
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  await screen.findByText('Nothing found for “xyzzyq”')
  await user.type(screen.getByRole('combobox'), '{Enter}')
  expect(address()).toBe('/admin/users?search=xyzzyq')
})
