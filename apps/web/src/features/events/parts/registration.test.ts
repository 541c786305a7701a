import type { PublicEventCard } from '@shiloh/contract/events/public-pages'
import { describe, expect, it } from 'vitest'
import { nextTurn, registrationOf } from './registration.ts'

const event: PublicEventCard = {
  _id: '0123456789abcdef01234567',
  slug: 'conference',
  name: 'Conference',
  kind: 'conference',
  summary: '',
  starts_at: '2027-01-22T13:00:00Z',
  ends_at: '2027-01-27T12:00:00Z',
  time_zone: 'Africa/Accra',
  place: 'Gomoa Fetteh',
  online: false,
  currency: 'GHS',
  price_from: 35000,
  lodging_from: null,
  places_left: 62,
  registration_opens_at: '2026-11-01T00:00:00Z',
  registration_closes_at: '2027-01-20T00:00:00Z',
  picture_url: null,
}

describe('registrationOf', () => {
  it.each([
    ['2026-10-31T23:59:59Z', 62, 'not-yet'],
    ['2026-11-01T00:00:00Z', 62, 'open'],
    ['2026-11-01T00:00:00Z', null, 'open'],
    ['2026-11-01T00:00:00Z', 0, 'sold-out'],
    ['2027-01-19T23:59:59Z', 62, 'open'],
    ['2027-01-20T00:00:00Z', 62, 'closed'],
    ['2027-01-20T00:00:01Z', 0, 'closed'],
    ['2027-01-28T00:00:00Z', 62, 'over'],
  ] as const)('at %s with %s places is %s', (now, places_left, expected) => {
    expect(registrationOf({ ...event, places_left }, now)).toBe(expected)
  })
})

describe('an event that is archived or unpublished', () => {
  it.each(['archived', 'unpublished'])('is closed until it is over: %s', (status) => {
    const hidden = { ...event, status }
    expect(registrationOf(hidden, '2026-10-01T00:00:00Z')).toBe('closed')
    expect(registrationOf(hidden, '2026-11-02T00:00:00Z')).toBe('closed')
    expect(registrationOf(hidden, '2027-01-28T00:00:00Z')).toBe('over')
    expect(nextTurn(hidden, '2026-10-01T00:00:00Z')).toBe(event.ends_at)
    expect(nextTurn(hidden, '2027-01-28T00:00:00Z')).toBeNull()
  })
})

describe('nextTurn', () => {
  it.each([
    ['2026-10-31T23:59:59Z', event.registration_opens_at],
    ['2026-11-01T00:00:00Z', event.registration_closes_at],
    ['2027-01-20T00:00:00Z', event.ends_at],
    ['2027-01-27T12:00:00Z', null],
  ])('after %s is %s', (now, expected) => {
    expect(nextTurn(event, now)).toBe(expected)
  })
})
