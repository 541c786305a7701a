// @vitest-environment happy-dom
import { participantTypeRoutes } from '@shiloh/contract/catalogue'
import { type AdminEvent, adminEventRoutes } from '@shiloh/contract/events/events'
import { publicationRoutes } from '@shiloh/contract/events/publication'
import { useQuery } from '@tanstack/react-query'
import { cleanup, screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { z } from 'zod'
import { sampleEvent } from '../../../../test/sample-event.ts'
import { type FakeServer, fill, idOf, showScreen } from '../../../../test/screen.tsx'
import { EventEditor } from './event-editor.tsx'
import { eventQuery } from './queries.ts'

/** The page as the router renders it: the editor follows the cache. */
function Page() {
  const { data } = useQuery(eventQuery(sampleEvent._id))
  return data ? <EventEditor event={data} /> : null
}
const arrange = (server: FakeServer) => {
  server.answer(adminEventRoutes.readAdminEvent, sampleEvent)
  server.answer(participantTypeRoutes.query, [])
}
const show = (tab = 'basics') =>
  showScreen(() => <Page />, arrange, { path: `/admin/events/${sampleEvent._id}?tab=${tab}` })

/** A field by its name in the form. */
const field = async (name: string) => {
  await expect.poll(() => document.querySelector(`[name="${name}"]`)).not.toBeNull()
  const found = document.querySelector<HTMLElement>(`[name="${name}"]`)
  if (!found) throw new Error(`no field ${name}`)
  return found
}
const button = (name: string) => screen.findByRole('button', { name })
const describing = (element: HTMLElement) =>
  (element.getAttribute('aria-describedby') ?? '')
    .split(' ')
    .map((id) => document.getElementById(id)?.textContent)
    .join(' ')

it('lists what is not saved, and sends only that', async () => {
  const { user, server } = await show()
  await fill(user, await field('name'), 'Camp by the Sea')
  const aside = within(screen.getByRole('complementary'))
  expect(aside.getByRole('heading', { name: '1 change not saved' })).toBeDefined()
  expect(aside.getByText('Easter Camp')).toBeDefined()
  const saved: AdminEvent = { ...sampleEvent, name: 'Camp by the Sea', version: 5 }
  server.answer(adminEventRoutes.updateEvent, saved)
  await user.click(await button('Save changes'))
  expect(await screen.findByRole('heading', { level: 1, name: 'Camp by the Sea' })).toBeDefined()
  expect(server.calls(adminEventRoutes.updateEvent).map(({ body }) => body)).toEqual([
    { name: 'Camp by the Sea', texts_language: 'en', version: 4 },
  ])
  expect(screen.queryByRole('button', { name: 'Save changes' })).toBeNull()
})

it('opens the tab of an error, and focuses the field with its words beside it', async () => {
  const { user, server } = await show('programme')
  server.refuse(adminEventRoutes.updateEvent, {
    status: 422,
    code: 'invalid',
    message: 'Some details need your attention.',
    errors: [{ field: 'capacity', code: 'below_claimed', message: 'More places are taken.' }],
  })
  await user.click(await screen.findByRole('tab', { name: 'Dates and places' }))
  await fill(user, await field('capacity'), '20')
  await user.click(screen.getByRole('tab', { name: 'Basics' }))
  await user.click(await button('Save changes'))
  expect((await screen.findByRole('alert')).textContent).toContain('Some details need your attention.')
  const capacity = await field('capacity')
  await expect.poll(() => document.activeElement).toBe(capacity)
  expect(describing(capacity)).toContain('More places are taken.')
  expect(screen.getByRole('tab', { name: /^Dates and places/ }).getAttribute('aria-selected')).toBe('true')
})

it('shows who saved first, keeps what was typed, and saves it over theirs', async () => {
  const { user, server } = await show()
  server.refuse(adminEventRoutes.updateEvent, {
    status: 409,
    code: 'edit_conflict',
    message: 'Somebody else changed this.',
    data: { version: 9, changes: [{ by: 'Esi Boateng', at: '2026-11-22T10:00:00.000Z', fields: ['capacity'] }] },
  })
  const name = await field('name')
  await fill(user, name, 'Mine')
  await user.click(await button('Save changes'))
  const note = await screen.findByRole('alert')
  expect(note.textContent).toMatch(/Esi Boateng.*Dates and places/)
  expect(name).toHaveProperty('value', 'Mine')
  server.answer(adminEventRoutes.updateEvent, { ...sampleEvent, name: 'Mine', version: 10 })
  await user.click(await button('Save mine over it'))
  await expect.poll(() => screen.queryByRole('alert')).toBeNull()
  expect(server.calls(adminEventRoutes.updateEvent).at(-1)?.body).toEqual({
    name: 'Mine',
    texts_language: 'en',
    version: 9,
  })
})

it('moves a row by key and keeps the focus on it; a phone has one bar to save or discard', async () => {
  const [camper] = sampleEvent.participant_types
  if (!camper) throw new Error('no participant type')
  const { user, server } = await showScreen(
    () => <Page />,
    (fake) => {
      arrange(fake)
      const participant_types = [camper, { ...camper, _id: idOf(103), price: 100 }]
      fake.answer(adminEventRoutes.readAdminEvent, { ...sampleEvent, participant_types })
    },
    { path: `/admin/events/${sampleEvent._id}?tab=prices`, width: 390 },
  )
  const down = await button('Move Participant type 1 down')
  down.focus()
  await user.keyboard('{Enter}')
  expect(await field('participant_types.0.price')).toHaveProperty('value', '1.00')
  await expect.poll(() => document.activeElement).toBe(await button('Move Participant type 2 up'))
  await user.click(await button('Discard'))
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Discard' }))
  expect(await field('participant_types.0.price')).toHaveProperty('value', '250.00')
  expect(server.calls(adminEventRoutes.updateEvent)).toEqual([])
})

it('asks about publishing where the command palette leads, unless something is missing', async () => {
  const at = (problems: AdminEvent['problems']) =>
    showScreen(
      () => <Page />,
      (server) => {
        arrange(server)
        server.answer(adminEventRoutes.readAdminEvent, {
          ...sampleEvent,
          ends_at: '2099-03-29T15:00:00.000Z',
          problems,
        })
      },
      { path: `/admin/events/${sampleEvent._id}?tab=publish&act=publish` },
    )
  const { address } = await at([])
  expect(await screen.findByRole('dialog', { name: /^Publish Easter Camp/ }, { timeout: 5000 })).toBeDefined()
  expect(address()).not.toContain('act=')
  cleanup()
  const { address: other } = await at([{ field: 'ends_at', code: 'too_small' }])
  await expect.poll(other, { timeout: 5000 }).not.toContain('act=')
  expect(screen.queryByRole('dialog')).toBeNull()
})

it('says what goes on sale before it is published, when registration opens, and what starts', async () => {
  const [camper] = sampleEvent.participant_types
  if (!camper) throw new Error('no participant type')
  const room = {
    _id: idOf(201),
    room_category_id: idOf(202),
    name: 'Economy',
    block_ids: [],
    price_per_night: 5000,
    charged_per: 'person' as const,
    check_in_from: '2099-03-26',
    check_out_until: '2099-03-29',
    beds: 0,
    all_free: true,
    claimed: 0,
  }
  await showScreen(
    () => <Page />,
    (server) => {
      arrange(server)
      server.answer(adminEventRoutes.readAdminEvent, {
        ...sampleEvent,
        ends_at: '2099-03-29T15:00:00.000Z',
        registration_opens_at: '2099-01-05T08:00:00.000Z',
        participant_types: [camper, { ...camper, _id: idOf(103), name: 'Child', price: 0 }],
        accommodations: [room],
      })
      server.answer(publicationRoutes.readPublication, {
        accommodations: [{ _id: room._id, beds: 42 }],
        waiting: 3,
        workflows: [{ _id: idOf(301), name: 'Print the posters' }],
      })
    },
    { path: `/admin/events/${sampleEvent._id}?tab=publish&act=publish` },
  )
  const dialog = within(await screen.findByRole('dialog', { name: /^Publish Easter Camp/ }, { timeout: 5000 }))
  await dialog.findByText('Economy: 42 beds')
  for (const line of ['100', 'Camper: GHS 250.00', 'Child: free', '3 people are still waiting'])
    expect(dialog.getByText(line.replace('GHS ', 'GHS\u00a0'), { normalizer: (text) => text })).toBeDefined()
  expect(dialog.getByText(/05-01-2099/)).toBeDefined()
  expect(dialog.getByText(/2099, 3:00 PM, when the event ends/)).toBeDefined()
  expect(dialog.getByText('This workflow starts: Print the posters')).toBeDefined()
})

it('folds scan points to a line each, with sittings by day, and opens a new one', async () => {
  const point = (number: number, name: string, more: Partial<AdminEvent['scan_points'][number]>) => ({
    _id: idOf(number),
    kind: 'meal' as const,
    rule: 'once' as const,
    name,
    translations: {},
    capacity: null,
    starts_at: null,
    ends_at: null,
    caterer_id: null,
    ...more,
  })
  const event: AdminEvent = {
    ...sampleEvent,
    time_zone: 'Africa/Accra',
    scan_points: [
      point(201, 'Main gate', { kind: 'gate', rule: 'in_out' }),
      point(202, 'Lunch', { starts_at: '2027-03-26T12:00:00.000Z', ends_at: '2027-03-26T14:00:00.000Z' }),
      point(203, 'Supper', { starts_at: '2027-03-26T18:00:00.000Z' }),
      point(204, 'Lunch', { starts_at: '2027-03-27T12:00:00.000Z' }),
    ],
  }
  const { user } = await showScreen(
    () => <Page />,
    (server) => {
      arrange(server)
      server.answer(adminEventRoutes.readAdminEvent, event)
    },
    { path: `/admin/events/${sampleEvent._id}?tab=check_in` },
  )
  const rows = await screen.findAllByRole('group', { name: /^Scan point \d/ })
  const line = (row: HTMLElement | undefined) => row?.querySelector('summary')?.textContent
  expect(line(rows[0])).toBe('Main gate Gate · In and out')
  expect(line(rows[1])).toMatch(/^Lunch Meal · .*–.* · Once$/)
  expect(document.querySelectorAll('details[open]')).toHaveLength(0)
  const days = screen.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent)
  expect(days.filter((day) => /March/.test(day ?? ''))).toHaveLength(2)
  await user.click(await button('Add a scan point'))
  expect(document.querySelectorAll('details[open]')).toHaveLength(1)
})

it('makes the usual sittings in every language, and takes another name of a meal over to all of its days', async () => {
  const event: AdminEvent = {
    ...sampleEvent,
    time_zone: 'Africa/Accra',
    starts_at: '2099-03-26T06:00:00.000Z',
    ends_at: '2099-03-27T20:00:00.000Z',
    caterers: [
      {
        _id: idOf(301),
        caterer_id: idOf(302),
        name: 'Auntie',
        price_per_day: 100,
        days: 2,
        covers: null,
        claimed: 0,
        note: '',
        translations: {},
      },
    ],
  }
  const { user, server } = await showScreen(
    () => <Page />,
    (fake) => {
      arrange(fake)
      fake.answer(adminEventRoutes.readAdminEvent, event)
      fake.answer(adminEventRoutes.updateEvent, event)
    },
    { path: `/admin/events/${sampleEvent._id}?tab=check_in`, width: 1440 },
  )
  // They are planned beside the caterers, too.
  await user.click(await screen.findByRole('tab', { name: /^Meals/ }))
  await button('Make the sittings')
  await user.click(await button('See all sittings under “Check-in”'))
  await user.click(await button('Make the sittings'))
  await user.click(await button('Translate: Lunch'))
  // In place: never a dialog over a dialog.
  expect(screen.getAllByRole('dialog')).toHaveLength(1)
  const lunch = await screen.findByRole('group', { name: 'Lunch' })
  // A meal that is gone is not brought back unasked, and Lunch stays unfolded in its new place.
  await user.click(await button('Remove Breakfast'))
  await user.keyboard('{Escape}')
  await user.click(await button('Keep editing'))
  const german = within(lunch).getByRole('textbox', { name: 'Name, Deutsch' })
  expect(german).toHaveProperty('value', 'Mittagessen')
  await user.clear(german)
  await user.type(german, 'Mittag')
  // A new row is not wrong before it was left empty.
  await user.click(await button('Add a meal'))
  const added = within(screen.getByRole('dialog')).getAllByRole('textbox', { name: 'Name' }).at(-1)
  if (!added) throw new Error('No row was added')
  expect(screen.queryByText('Check this')).toBeNull()
  // A button that waits for something says for what.
  const make = within(screen.getByRole('dialog')).getByRole('button', { name: 'Make the sittings' })
  expect(make).toHaveProperty('disabled', true)
  const why = document.getElementById(make.getAttribute('aria-describedby') ?? '')
  expect(why?.textContent).toBe('Each meal needs a name and both times.')
  await user.click(added)
  await user.tab()
  expect(screen.getByText('Check this')).toBeTruthy()
  await user.click(
    within(screen.getByRole('dialog'))
      .getAllByRole('button', { name: /^Remove/ })
      .at(-1) ?? added,
  )
  await user.click(
    within(await screen.findByRole('dialog', { name: 'Sittings' })).getByRole('button', { name: 'Make the sittings' }),
  )
  await user.click(await button('Save changes'))
  await expect.poll(() => server.calls(adminEventRoutes.updateEvent)).toHaveLength(1)
  const { scan_points } = z
    .object({ scan_points: z.array(z.object({ name: z.string(), translations: z.unknown() })) })
    .parse(server.calls(adminEventRoutes.updateEvent)[0]?.body)
  const lunches = scan_points.filter(({ name }) => name === 'Lunch')
  expect(lunches).toHaveLength(2)
  for (const { translations } of lunches)
    expect(translations).toEqual({ de: { name: 'Mittag' }, fr: { name: 'Déjeuner' }, pt: { name: 'Almoço' } })
})
