// @vitest-environment happy-dom
import { afterEach, expect, it, vi } from 'vitest'
import { ticketsKey } from '#platform/tickets-owner'
import { comesAhead } from './drawer-ahead.ts'

afterEach(() => {
  localStorage.clear()
  Reflect.deleteProperty(navigator, 'connection')
  vi.restoreAllMocks()
})

it.each([
  ['fast', { effectiveType: '4g' }, false, true],
  ['of a browser that does not tell', undefined, false, true],
  ['slow', { effectiveType: '3g' }, false, false],
  ['slow, of a phone with tickets', { effectiveType: '3g' }, true, true],
  ['of somebody who saves data', { effectiveType: '4g', saveData: true }, true, false],
])('over a network that is %s', (_, connection, hasTicket, is) => {
  if (connection) Object.defineProperty(navigator, 'connection', { value: connection, configurable: true })
  if (hasTicket) localStorage.setItem(ticketsKey, JSON.stringify({ owner: 'akua', tickets: [{}] }))
  expect(comesAhead()).toBe(is)
})
