import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type EventOffer, type Person, quotaKey, type Relative } from './facts.rules.ts'
import {
  decideBatch,
  decideInvitations,
  impossibleOf,
  lackingOf,
  type QuotaLeft,
  type Snapshot,
  takeAll,
  type WaitingWish,
} from './wish.rules.ts'

const NOW = new Date('2026-11-21T08:00:00Z')
const offer: EventOffer = {
  id: 'event',
  version: '1',
  slug: 'event',
  codePrefix: 'T',
  name: 'Event',
  translations: {},
  status: 'published',
  startsAt: new Date('2027-01-10T08:00:00Z'),
  endsAt: new Date('2027-01-13T08:00:00Z'),
  timeZone: 'Africa/Accra',
  firstDay: '2027-01-10',
  place: '',
  opensAt: null,
  closesAt: null,
  centerId: null,
  currency: 'GHS',
  holdMinutes: 30,
  cashDeadline: null,
  approvalRequired: false,
  deposit_percent: null,
  balanceDueAt: null,
  unpaidRule: 'keep',
  cancellationDeadline: null,
  refundRules: [],
  language: 'en',
  waitingMinutes: 60,
  careRetentionDays: 30,
  fields: {},
  form: null,
  formVersionId: null,
  participant_types: [
    {
      _id: 'type',
      refId: 'type-row',
      name: 'Delegate',
      note: '',
      translations: {},
      notes: {},
      price: 100,
      membersOnly: false,
      titleIds: [],
      designationIds: [],
      min_age: null,
      max_age: null,
    },
  ],
  accommodations: [],
  caterers: [],
  products: [
    {
      _id: 'shirt',
      name: 'T-shirt',
      translations: {},
      options: [
        { _id: 'm', refId: 'm-row', name: 'M', translations: {}, price: 10, maxPerReservation: 9 },
        { _id: 'l', refId: 'l-row', name: 'L', translations: {}, price: 10, maxPerReservation: 9 },
      ],
    },
  ],
}
const person = (id: string): Person => ({
  id,
  status: 'approved',
  name: id,
  gender: null,
  birthDate: null,
  isNotMember: false,
  titleId: null,
  designationId: null,
  email: null,
  phone: null,
  language: 'en',
  wantsMail: true,
  wantsSms: true,
  addresses: [],
})

const relative = (id: string, ownerId: string): Relative => ({
  id,
  relation: 'child',
  ownerId,
  linkedUserId: null,
  name: id,
  gender: 'female',
  birthDate: '2015-01-01',
  titleId: null,
  removed: false,
  addresses: [],
})

const snapshotOf = (
  people: readonly string[],
  limits: { event: number | null; m: number | null; l: number | null },
): Snapshot => ({
  now: NOW,
  offers: new Map([[offer.id, offer]]),
  people: new Map(people.map((id) => [id, person(id)])),
  relatives: new Map(
    people.flatMap((ownerId) =>
      [1, 2, 3].map((n) => [`${ownerId} ${n}`, relative(`${ownerId} ${n}`, ownerId)] as const),
    ),
  ),
  names: { titles: new Map(), designations: new Map(), committeeTypes: new Map() },
  left: new Map<string, QuotaLeft>([
    [quotaKey('event', 'event', null), { id: 'q-event', capacity: limits.event, left: limits.event }],
    [quotaKey('event', 'participant_type', 'type-row'), { id: 'q-type', capacity: null, left: null }],
    [quotaKey('event', 'product_option', 'm-row'), { id: 'q-m', capacity: limits.m, left: limits.m }],
    [quotaKey('event', 'product_option', 'l-row'), { id: 'q-l', capacity: limits.l, left: limits.l }],
  ]),
  live: new Set(),
  rooms: new Map(),
})

const request = (userId: string, m = 0, l = 0, children = 0) => ({
  eventId: 'event',
  userId,
  by: 'owner' as const,
  wish: {
    participants: [
      { role: 'main' as const, participant_type_id: 'type' },
      ...Array.from({ length: children }, (_, n) => ({
        role: 'child' as const,
        person_id: `${userId} ${n + 1}`,
        participant_type_id: 'type',
      })),
    ],
    products: [
      { product_option_id: 'm', quantity: m },
      { product_option_id: 'l', quantity: l },
    ].filter(({ quantity }) => quantity > 0),
  },
})
const codes = (decisions: ReturnType<typeof decideBatch>) =>
  decisions.map((decision) => ('code' in decision ? decision.code : 'made'))

describe('a batch', () => {
  test('is served in the order of arrival, each whole or not at all', () => {
    const snapshot = snapshotOf(['a', 'b', 'c'], { event: 10, m: 3, l: 1 })
    expect(codes(decideBatch(snapshot, [request('a', 2), request('b', 2, 1), request('c', 1, 1)]))).toEqual([
      'made',
      'quota_exhausted',
      'made',
    ])
    expect(snapshot.left.get(quotaKey('event', 'product_option', 'l-row'))?.left).toBe(0)
  })

  test('refuses the same person twice, also within itself', () => {
    const snapshot = snapshotOf(['a'], { event: 10, m: null, l: null })
    expect(codes(decideBatch(snapshot, [request('a'), request('a')]))).toEqual(['made', 'already_reserved'])
  })

  test('gives what is offered to somebody to them alone, and what is left of it to nobody who asks beside them', () => {
    const snapshot: Snapshot = {
      ...snapshotOf(['a', 'b', 'c'], { event: 1, m: 0, l: null }),
      offered: new Map([
        [
          'event/b',
          [
            {
              id: 'one',
              kind: 'event',
              refId: null,
              personIds: ['b 1'],
              prices: [],
              claims: new Map([['q-event', 2]]),
            },
            {
              id: 'two',
              kind: 'product_option',
              refId: 'm-row',
              personIds: [],
              prices: [],
              claims: new Map([['q-m', 1]]),
            },
          ],
        ],
      ]),
    }
    const decisions = decideBatch(snapshot, [request('a'), request('a', 1), request('b', 1), request('c')])
    expect(codes(decisions)).toEqual(['made', 'already_reserved', 'made', 'event_full'])
    expect(decisions[2]).toMatchObject({ offers: ['one', 'two'], taken: ['one'] })
    expect(snapshot.left.get(quotaKey('event', 'event', null))?.left).toBe(0)
  })

  test('takes families whole: the last places go to whom they are enough for', () => {
    const snapshot = snapshotOf(['a', 'b', 'c', 'd'], { event: 7, m: null, l: null })
    const decisions = decideBatch(snapshot, [
      request('a', 0, 0, 3),
      request('b', 0, 0, 3),
      request('c', 0, 0, 2),
      request('d'),
    ])
    expect(codes(decisions)).toEqual(['made', 'event_full', 'made', 'event_full'])
    expect(snapshot.left.get(quotaKey('event', 'event', null))?.left).toBe(0)
    expect(codes(decideBatch(snapshotOf(['a'], { event: 9, m: null, l: null }), [request('a', 0, 0, 1)]))).toEqual([
      'made',
    ])
  })

  test('refuses a child who is there already, also within itself', () => {
    const snapshot = snapshotOf(['a'], { event: 9, m: null, l: null })
    snapshot.live.add('event/a 2')
    const [decision] = decideBatch(snapshot, [request('a', 0, 0, 3)])
    expect(decision).toMatchObject({ code: 'already_reserved', fields: [{ field: 'participants.2.person_id' }] })
  })

  test('finds nothing where a quota is missing', () => {
    const snapshot = snapshotOf(['a'], { event: 10, m: null, l: null })
    snapshot.left.delete(quotaKey('event', 'event', null))
    expect(codes(decideBatch(snapshot, [request('a')]))).toEqual(['event_full'])
  })

  test('never takes more than there is, never leaves out what would still fit, and counts what it took', () => {
    const limit = fc.option(fc.integer({ min: 0, max: 12 }), { nil: null })
    const wanted = fc.array(
      fc.tuple(
        fc.integer({ min: 0, max: 12 }),
        fc.integer({ min: 0, max: 9 }),
        fc.integer({ min: 0, max: 9 }),
        fc.integer({ min: 0, max: 3 }),
      ),
      {
        maxLength: 25,
      },
    )
    fc.assert(
      fc.property(limit, limit, limit, wanted, (event, m, l, list) => {
        const snapshot = snapshotOf(
          list.map(([who]) => `user ${who}`),
          { event, m, l },
        )
        const requests = list.map(([who, a, b, children]) => request(`user ${who}`, a, b, children))
        const decisions = decideBatch(snapshot, requests)
        const taken = new Map<string, number>()
        const seen = new Set<string>()
        decisions.forEach((decision, index) => {
          const made = requests[index]
          if (!made) return
          const limits: [string, number | null, number][] = [
            ['q-event', event, 1 + (list[index]?.[3] ?? 0)],
            ['q-m', m, list[index]?.[1] ?? 0],
            ['q-l', l, list[index]?.[2] ?? 0],
          ]
          const fits = limits.every(
            ([id, max, quantity]) => max === null || (taken.get(id) ?? 0) + quantity <= max || quantity === 0,
          )
          if ('code' in decision) {
            expect(seen.has(made.userId) || !fits).toBe(true)
            return
          }
          expect(fits && !seen.has(made.userId)).toBe(true)
          seen.add(made.userId)
          for (const { quotaId, quantity } of decision.claims) taken.set(quotaId, (taken.get(quotaId) ?? 0) + quantity)
        })
        for (const [id, max] of [
          ['q-event', event],
          ['q-m', m],
          ['q-l', l],
        ] as const)
          if (max !== null) expect(taken.get(id) ?? 0).toBeLessThanOrEqual(max)
      }),
    )
  })
})

describe('a demand', () => {
  test('that names one quota twice is added up', () => {
    const left = new Map<string, QuotaLeft>([['k', { id: 'q', capacity: 3, left: 3 }]])
    const part = { key: 'k', kind: 'product_option' as const, refId: 'r', quantity: 2, field: 'products.0' }
    expect(lackingOf(left, [part, part])).toHaveLength(2)
    expect(lackingOf(left, [part])).toEqual([])
    expect(takeAll(left, [part])).toEqual([{ quotaId: 'q', quantity: 2 }])
    expect(left.get('k')?.left).toBe(1)
  })

  test('is impossible beyond the whole capacity, unless nothing is for sale yet', () => {
    const part = { key: 'k', kind: 'product_option' as const, refId: 'r', quantity: 2, field: 'products.0' }
    const of = (capacity: number | null) => new Map<string, QuotaLeft>([['k', { id: 'q', capacity, left: 0 }]])
    expect(impossibleOf(of(3), [part, part])).toHaveLength(2)
    expect(impossibleOf(of(4), [part, part])).toEqual([])
    expect(impossibleOf(of(null), [part])).toEqual([])
    expect(impossibleOf(of(0), [part])).toEqual([])
  })
})

describe('offers', () => {
  const part = { kind: 'event', ref_id: null } as const
  const waiting = (id: string, m: number, l = 0): WaitingWish => ({
    id: `entry ${id}`,
    userId: id,
    part,
    wish: request(id, m, l).wish,
  })
  const served = (snapshot: Snapshot, list: readonly WaitingWish[]) =>
    decideInvitations(snapshot, offer, list).map(({ entry }) => entry.userId)

  test('go in order, and who needs more than is free is passed over', () => {
    expect(
      served(snapshotOf(['a', 'b', 'c'], { event: 9, m: 2, l: 5 }), [
        waiting('a', 3),
        waiting('b', 1),
        waiting('c', 0, 2),
      ]),
    ).toEqual(['b', 'c'])
    expect(
      served(snapshotOf(['a', 'b', 'c'], { event: 9, m: 4, l: 5 }), [
        waiting('a', 3),
        waiting('b', 1),
        waiting('c', 1),
      ]),
    ).toEqual(['a', 'b'])
  })

  test('leave nobody out who would still fit, and let nobody take what somebody ahead could have had', () => {
    const entries = fc.array(fc.tuple(fc.nat(6), fc.nat(6)), { maxLength: 12 })
    fc.assert(
      fc.property(fc.nat(12), fc.nat(12), fc.nat(12), entries, (event, m, l, wanted) => {
        const people = wanted.map((_, index) => `user ${index}`)
        const offered = served(
          snapshotOf(people, { event, m, l }),
          wanted.map(([a, b], index) => waiting(`user ${index}`, a, b)),
        )
        const free = { event, m, l }
        wanted.forEach(([a, b], index) => {
          const fits = free.event >= 1 && free.m >= a && free.l >= b
          expect(offered.includes(`user ${index}`)).toBe(fits)
          if (!fits) return
          free.event -= 1
          free.m -= a
          free.l -= b
        })
      }),
    )
  })

  test('end with what is waited for: nobody behind is worked out', () => {
    const behind: WaitingWish = {
      id: 'entry c',
      userId: 'c',
      part,
      get wish(): never {
        throw new Error('it was worked out')
      },
    }
    const snapshot = snapshotOf(['a', 'b', 'c'], { event: 2, m: null, l: null })
    expect(served(snapshot, [waiting('a', 0), waiting('b', 0), behind])).toEqual(['a', 'b'])
  })

  test('skip people who are not permitted, or have reserved in the meantime', () => {
    const snapshot = snapshotOf(['a', 'b'], { event: 1, m: null, l: null })
    snapshot.live.add('event/a')
    expect(served(snapshot, [waiting('a', 0), waiting('b', 0)])).toEqual(['b'])
  })
})
