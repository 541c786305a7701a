import { expect, it } from 'vitest'
import { reservationIn, TICKETS_PATH, ticketPath } from './paths.ts'

const id = '0123456789abcdef01234567'

it.each([
  [`/reservations/${id}`, id],
  [`/reservations/${id}/edit`, id],
  ['/reservations', undefined],
  ['/reservations/tickets', undefined],
  ['/home', undefined],
])('%s is about %s', (path, expected) => expect(reservationIn(path)).toBe(expected))

it('is one page for all tickets: the reservation is in the hash', () => {
  expect(ticketPath(id)).toBe(`${TICKETS_PATH}#${id}`)
  expect(ticketPath(undefined)).toBe(TICKETS_PATH)
})
