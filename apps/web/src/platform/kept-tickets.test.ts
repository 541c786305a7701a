import { beforeEach, expect, it, vi } from 'vitest'
import { claimTickets, dropTicket, forgetTickets, type KeptTicket, keepTicket, readTickets } from './kept-tickets.ts'
import { memoryStorage } from './session.ts'
import { hasTickets, ticketsOwner } from './tickets-owner.ts'

const at = Date.parse('2027-01-04T12:00:00Z')
const ticket = (id: string, starts: string, ends: string): KeptTicket => ({
  _id: id,
  code: `LC-${id}`,
  event: { name: id, starts_at: starts, ends_at: ends, time_zone: 'Africa/Accra', place: 'Kumasi' },
  persons: [{ _id: 'p', name: 'Akua Boateng', url: 'HTTPS://SHILOH.TEST/Q/1', room: null }],
  seen_at: '2027-01-01T08:00:00Z',
})
const camp = ticket('camp', '2027-03-01T08:00:00Z', '2027-03-05T12:00:00Z')
const summit = ticket('summit', '2027-01-02T08:00:00Z', '2027-01-04T10:00:00Z')

beforeEach(() => {
  vi.stubGlobal('localStorage', memoryStorage())
})

it('keeps the tickets of one account, the next event first', () => {
  expect(keepTicket('akua', camp)).toBe(true)
  keepTicket('akua', summit)
  keepTicket('akua', { ...camp, code: 'LC-NEW' })
  expect(readTickets(at).map(({ code }) => code)).toEqual(['LC-summit', 'LC-NEW'])
  expect(ticketsOwner()).toBe('akua')
  keepTicket('yaw', camp)
  expect(readTickets(at).map(({ code }) => code)).toEqual(['LC-camp'])
})

it('removes what is over for a day, cancelled, or of somebody who left', () => {
  keepTicket('akua', camp)
  keepTicket('akua', summit)
  expect(readTickets(at + 86_400_000).map(({ _id }) => _id)).toEqual(['camp'])
  expect(readTickets(at).map(({ _id }) => _id)).toEqual(['camp'])
  dropTicket('camp')
  expect(readTickets(at)).toEqual([])
  keepTicket('akua', camp)
  forgetTickets()
  expect(readTickets(at)).toEqual([])
  expect(ticketsOwner()).toBeUndefined()
})

it('belongs to an account before there is a ticket, and to no other then', () => {
  expect(claimTickets('akua')).toBe(true)
  expect(ticketsOwner()).toBe('akua')
  expect(hasTickets()).toBe(false)
  keepTicket('akua', camp)
  claimTickets('akua')
  expect(readTickets(at)).toEqual([camp])
  claimTickets('yaw')
  expect(readTickets(at)).toEqual([])
})

it('reads nothing that another version has written', () => {
  const stored = (owner: unknown, ...tickets: unknown[]) => {
    localStorage.setItem('tickets', JSON.stringify({ owner, tickets }))
    return readTickets(at)
  }
  expect(stored('akua', camp)).toEqual([camp])
  expect(stored(1, camp)).toEqual([])
  expect(stored('akua', { ...camp, code: 1 })).toEqual([])
  expect(stored('akua', camp, { ...camp, event: { ...camp.event, place: null } })).toEqual([])
  expect(stored('akua', { ...camp, persons: [{ ...camp.persons[0], room: 4 }] })).toEqual([])
  expect(stored('akua', { ...camp, persons: undefined })).toEqual([])
  localStorage.setItem('tickets', '[')
  expect(readTickets(at)).toEqual([])
  expect(keepTicket('akua', camp)).toBe(true)
  expect(readTickets(at)).toEqual([camp])
})
