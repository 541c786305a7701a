import { expect, it } from 'vitest'
import { guestsOf } from './guests.ts'

it('finds the reservations of the rows, each once', () => {
  const [ama, ben] = ['a'.repeat(24), 'b'.repeat(24)]
  expect(
    guestsOf([
      { links: { code: `/admin/reservations/${ama}`, name: `/admin/users/${'c'.repeat(24)}` } },
      { links: { code: `/admin/reservations/${ben}` } },
      { links: { code: `/admin/reservations/${ama}` } },
      { links: { count: `/admin/reservations?event_id=${ben}` } },
    ]),
  ).toEqual([ama, ben])
})
