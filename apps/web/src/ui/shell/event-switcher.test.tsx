// @vitest-environment happy-dom

import { adminEventRoutes, type EventBrief } from '@shiloh/contract/events/events'
import { searchRoutes } from '@shiloh/contract/search'
import { screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { type FakeServer, idOf, showScreen } from '../../../test/screen.tsx'
import { EventSwitcher } from './event-switcher.tsx'

const eventOf = (number: number, name: string, year: number): EventBrief => ({
  _id: idOf(number),
  name,
  status: 'published',
  starts_at: `${year}-01-22T10:00:00.000Z`,
  ends_at: `${year}-01-27T10:00:00.000Z`,
  time_zone: 'Africa/Accra',
})
const ministers = eventOf(7, 'Ministers 2099', 2099)
const zion = eventOf(8, 'Zion camp', 2098)
const old = eventOf(9, 'Zion camp 2020', 2020)

const church = (server: FakeServer) => {
  server.answer(
    adminEventRoutes.findCurrentEvent,
    ({ query }) => [ministers, zion, old].find(({ _id }) => _id === query['event_id']) ?? zion,
  )
  server.answer(searchRoutes.autocomplete, ({ query }) =>
    [zion, ministers, old]
      .filter(({ name }) => name.toLowerCase().includes(query['search']?.toLowerCase() ?? ''))
      .map(({ _id, name, ...event }) => ({ _id, name, phone: null, place: null, event })),
  )
}
const show = (options: Parameters<typeof showScreen>[2]) => showScreen(() => <EventSwitcher />, church, options)
const options = () => screen.getAllByRole('option').map(({ textContent }) => textContent)

beforeEach(() => localStorage.clear())

it('begins with the next event, finds past ones by their name, and remembers what is chosen', async () => {
  const { user, server, address } = await show({
    path: '/desk?event_id=&search=ama&page=3',
    ofEvent: { in: 'search', name: 'event_id' },
  })
  await user.click(await screen.findByRole('button', { name: /Zion camp/ }))
  await waitFor(() =>
    expect(options()).toEqual([expect.stringMatching(/^Zion camp22/), expect.stringMatching(/^Ministers 2099/)]),
  )
  await user.keyboard('zion')
  await waitFor(() =>
    expect(options()).toEqual([expect.stringMatching(/^Zion camp22/), expect.stringMatching(/^Zion camp 2020/)]),
  )
  await user.keyboard('{ArrowDown}{ArrowDown}{Enter}')
  await screen.findByRole('button', { name: /Zion camp 2020/ })
  // The screen and its search stay; the page of the list begins again.
  expect(address()).toBe(`/desk?search=ama&event_id=${old._id}`)
  expect(localStorage.getItem(`remembered:event:${idOf(1)}`)).toBe(JSON.stringify(old._id))
  // Its name and dates were in the list already.
  expect(server.calls(adminEventRoutes.findCurrentEvent)).toHaveLength(1)
})

it('drops what the address said of the previous event', async () => {
  const { user, address } = await show({
    path: `/occupancy?event_id=${zion._id}&from=2098-02-01&search=ama`,
    ofEvent: { in: 'search', name: 'event_id', drops: ['from'] },
  })
  await user.click(await screen.findByRole('button', { name: /Zion camp/ }))
  await user.click(await screen.findByRole('option', { name: /Ministers 2099/ }))
  await screen.findByRole('button', { name: /Ministers 2099/ })
  expect(address()).toBe(`/occupancy?event_id=${ministers._id}&search=ama`)
})

it('leads from a row of one event to the list of the chosen one', async () => {
  const { user, address } = await show({
    path: '/reservations/7?search=ama',
    rowOf: { to: '/reservations', name: 'event_id' },
  })
  await user.click(await screen.findByRole('button', { name: /Zion camp/ }))
  await user.click(await screen.findByRole('option', { name: /Ministers 2099/ }))
  await waitFor(() => expect(address()).toBe(`/reservations?event_id=${ministers._id}`))
})

it('follows the address, and stays with its event', async () => {
  localStorage.setItem(`remembered:event:${idOf(1)}`, JSON.stringify(zion._id))
  const { server } = await show({
    path: `/board?event_id=${ministers._id}`,
    ofEvent: { in: 'search', name: 'event_id' },
  })
  await screen.findByRole('button', { name: /Ministers 2099/ })
  expect(server.calls(adminEventRoutes.findCurrentEvent)).toHaveLength(1)
  await waitFor(() => expect(localStorage.getItem(`remembered:event:${idOf(1)}`)).toBe(JSON.stringify(ministers._id)))
})

it('asks nothing without the permission to read events', async () => {
  const { server } = await show({ denied: ['events.read'] })
  expect(screen.queryByRole('button')).toBeNull()
  expect(server.calls(adminEventRoutes.findCurrentEvent)).toHaveLength(0)
})
