import { expect, it } from 'vitest'
import { reservationIn, TICKETS_PATH, ticketPath, wantedPage } from './paths.ts'

const id = '0123456789abcdef01234567'

it.each([
  [`/reservations/${id}`, id],
  [`/reservations/${id}/edit`, id],
  ['/reservations', undefined],
  ['/reservations/tickets', undefined],
  ['/home', undefined],
])('%s is about %s', (path, expected) => expect(reservationIn(path)).toBe(expected))

it.each([
  [`/reservations/${id}`, '?step=2', `${TICKETS_PATH}?wanted=%2Freservations%2F${id}%3Fstep%3D2#${id}`],
  ['/events/camp', '', `${TICKETS_PATH}?wanted=%2Fevents%2Fcamp`],
  ['/support/new', '?about=1', `${TICKETS_PATH}?wanted=%2Fsupport%2Fnew%3Fabout%3D1`],
  ['/', '', `${TICKETS_PATH}?wanted=%2F`],
])(
  'is one page for all tickets: of %s the hash has the reservation, the query the page',
  (pathname, search, expected) => {
    expect(ticketPath({ pathname, search })).toBe(expected)
    expect(wantedPage(new URL(expected, 'https://church.example').searchParams.get('wanted') ?? undefined)).toBe(
      pathname + search,
    )
  },
)

it.each([
  undefined,
  '',
  'home',
  '//evil.example',
  '/\\evil.example',
  '//[',
  '/\t/evil.example',
  'https://evil.example',
  '/admin',
  '/admin/events?page=2',
  '/check-in',
  '/vendor/orders',
  '/api/v1/user/reservations',
  '/reservations/tickets',
  '/reservations/tickets?wanted=%2Fhome',
])('leads to no page but those that a worker answers: %s', (wanted) => expect(wantedPage(wanted)).toBeUndefined())
