import { ERROR_STATUS, isFieldCode } from '@shiloh/contract/errors'
import type { Wish } from '@shiloh/contract/reservations'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  decideWish,
  type EventOffer,
  holdEnd,
  isDeadlinePassed,
  isRegistrationOpen,
  type Person,
  purgeDay,
  quotaKey,
  type WishFacts,
  writtenBy,
} from './rules.ts'

const NOW = new Date('2026-11-21T08:00:00Z')
const at = (minutes: number): Date => new Date(NOW.getTime() + minutes * 60_000)

const offer: EventOffer = {
  id: 'event',
  version: '1',
  slug: 'event',
  codePrefix: 'T',
  name: 'Event',
  status: 'published',
  startsAt: new Date('2027-01-10T08:00:00Z'),
  endsAt: new Date('2027-01-13T08:00:00Z'),
  timeZone: 'Africa/Accra',
  place: '',
  opensAt: null,
  closesAt: null,
  centerId: 'center',
  currency: 'GHS',
  holdMinutes: 30,
  cashDeadline: at(600),
  approvalRequired: false,
  deposit_percent: null,
  balanceDueAt: null,
  unpaidRule: 'keep',
  cancellationDeadline: null,
  refundRules: [],
  waitingMinutes: 60,
  careRetentionDays: 30,
  fields: {},
  form: null,
  formVersionId: null,
  participant_types: [
    {
      _id: 'delegate',
      refId: 'delegate-row',
      name: 'Delegate',
      note: '',
      price: 100,
      membersOnly: false,
      titleIds: [],
      designationIds: [],
    },
    {
      _id: 'apostle',
      refId: 'apostle-row',
      name: 'Apostle',
      note: '',
      price: 100,
      membersOnly: false,
      titleIds: ['ap'],
      designationIds: ['head'],
    },
    {
      _id: 'member',
      refId: 'member-row',
      name: 'Member',
      note: '',
      price: 0,
      membersOnly: true,
      titleIds: [],
      designationIds: [],
    },
  ],
  accommodations: [
    {
      room_category_id: 'standard',
      refId: 'standard-row',
      name: 'Standard',
      blockIds: [],
      price_per_night: 50,
      charged_per: 'person',
      check_in_from: '2027-01-10',
      check_out_until: '2027-01-13',
    },
  ],
  caterers: [{ _id: 'muni', refId: 'muni-row', name: 'Auntie Muni', note: '', price_per_day: 20, days: 3 }],
  products: [
    {
      _id: 'shirt',
      name: 'T-shirt',
      options: [{ _id: 'l', refId: 'l-row', name: 'L', price: 10, maxPerReservation: 3 }],
    },
  ],
}
const person: Person = {
  id: 'person',
  status: 'approved',
  name: 'Ama Mensah',
  gender: 'female',
  isNotMember: false,
  titleId: null,
  designationId: null,
  email: null,
  phone: null,
  language: 'en',
  wantsMail: true,
  wantsSms: true,
}
const facts = (change: Partial<WishFacts> = {}): WishFacts => ({
  offer,
  person,
  companion: undefined,
  names: { titles: new Map([['ap', 'Apostle']]), designations: new Map(), committeeTypes: new Map() },
  now: NOW,
  by: 'owner',
  ...change,
})
const codeOf = (given: WishFacts, wish: Wish): string => {
  const decision = decideWish(given, wish)
  return 'code' in decision ? decision.code : 'planned'
}

describe('the window', () => {
  test.each([
    [{}, true],
    [{ status: 'unpublished' as const }, false],
    [{ opensAt: at(1) }, false],
    [{ opensAt: NOW }, true],
    [{ closesAt: NOW }, false],
    [{ closesAt: at(1) }, true],
    [{ endsAt: NOW }, false],
  ])('%j is open: %s', (change, open) => {
    expect(isRegistrationOpen({ ...offer, ...change }, NOW)).toBe(open)
  })

  test('staff go around it, but not around the end of the event, nor into a draft', () => {
    const wish = { participant_type_id: 'delegate' }
    expect(codeOf(facts({ by: 'staff', offer: { ...offer, closesAt: NOW } }), wish)).toBe('planned')
    expect(codeOf(facts({ by: 'staff', offer: { ...offer, endsAt: NOW } }), wish)).toBe('registration_closed')
    expect(codeOf(facts({ by: 'staff', offer: { ...offer, status: 'draft' } }), wish)).toBe('not_found')
  })

  test('to change or cancel ends with the deadline, else with the event', () => {
    expect(isDeadlinePassed(offer, NOW)).toBe(false)
    expect(isDeadlinePassed({ ...offer, cancellationDeadline: NOW }, NOW)).toBe(true)
    expect(isDeadlinePassed({ ...offer, endsAt: NOW }, NOW)).toBe(true)
  })
})

describe('who may', () => {
  test.each<[string, Partial<Person>, WishFacts['by'], Wish, string]>([
    [
      'an account that waits for approval',
      { status: 'pending' },
      'owner',
      { participant_type_id: 'delegate' },
      'account_pending',
    ],
    ['the same, by staff', { status: 'pending' }, 'staff', { participant_type_id: 'delegate' }, 'planned'],
    [
      'a deactivated account',
      { status: 'deactivated' },
      'staff',
      { participant_type_id: 'delegate' },
      'account_deactivated',
    ],
    ['a guest among members', { isNotMember: true }, 'owner', { participant_type_id: 'member' }, 'not_eligible'],
    ['a member', {}, 'owner', { participant_type_id: 'member' }, 'planned'],
    ['anybody as an apostle', {}, 'owner', { participant_type_id: 'apostle' }, 'not_eligible'],
    ['who says to be an apostle', {}, 'owner', { participant_type_id: 'apostle', title_id: 'ap' }, 'not_eligible'],
    ['whom staff write down as an apostle', {}, 'staff', { participant_type_id: 'apostle', title_id: 'ap' }, 'planned'],
    ['an apostle', { titleId: 'ap' }, 'owner', { participant_type_id: 'apostle' }, 'planned'],
    ['who holds the office', { designationId: 'head' }, 'owner', { participant_type_id: 'apostle' }, 'planned'],
  ])('%s', (_, change, by, wish, expected) => {
    expect(codeOf(facts({ person: { ...person, ...change }, by, written: writtenBy(by, wish) }), wish)).toBe(expected)
  })

  test('who stands as an apostle may change the rest', () => {
    const wish = { participant_type_id: 'apostle' }
    expect(codeOf(facts({ standing: { wish, lines: [] } }), wish)).toBe('planned')
  })
})

describe('the hold', () => {
  test('lasts as long as the event says, or until the desk’s deadline', () => {
    expect(holdEnd(offer, false, NOW)).toEqual(at(30))
    expect(holdEnd(offer, true, NOW)).toEqual(at(600))
    expect(holdEnd({ ...offer, cashDeadline: NOW }, true, NOW)).toEqual(at(30))
  })

  test('is only on what is owed and approved', () => {
    const plan = (change: Partial<EventOffer>, type: string) => {
      const decision = decideWish(facts({ offer: { ...offer, ...change } }), { participant_type_id: type })
      return 'code' in decision ? decision.code : [decision.status, decision.holdExpiresAt, decision.needsApproval]
    }
    expect(plan({}, 'delegate')).toEqual(['pending', at(30), false])
    expect(plan({}, 'member')).toEqual(['active', null, false])
    expect(plan({ approvalRequired: true }, 'delegate')).toEqual(['pending', null, true])
    expect(plan({ approvalRequired: true }, 'member')).toEqual(['pending', null, true])
  })
})

test('what a wish takes: places and covers for each person, beds for each of them and night, pieces', () => {
  const companion = {
    id: 'spouse',
    ownerId: 'person',
    linkedUserId: null,
    name: 'Kofi',
    gender: 'male' as const,
    removed: false,
  }
  const decision = decideWish(facts({ companion }), {
    participant_type_id: 'delegate',
    with_spouse: 'spouse',
    accommodation: { room_category_id: 'standard', check_in: '2027-01-11', check_out: '2027-01-13' },
    caterer_id: 'muni',
    products: [{ product_option_id: 'l', quantity: 3 }],
    pays_at_desk: true,
  })
  if ('code' in decision) throw new Error(decision.code)
  expect(decision.demand.map(({ key, quantity }) => [key, quantity])).toEqual([
    [quotaKey('event', 'event', null), 2],
    [quotaKey('event', 'participant_type', 'delegate-row'), 2],
    [quotaKey('event', 'beds', 'standard-row', '2027-01-11'), 2],
    [quotaKey('event', 'beds', 'standard-row', '2027-01-12'), 2],
    [quotaKey('event', 'caterer', 'muni-row'), 2],
    [quotaKey('event', 'product_option', 'l-row'), 3],
    [quotaKey('event', 'desk_holds', null), 2],
  ])
})

test('sealed data are kept for a set time after the event', () => {
  expect(purgeDay(offer)).toBe('2027-02-12')
})

describe('any wish', () => {
  const id = fc.constantFrom('delegate', 'apostle', 'member', 'standard', 'muni', 'l', 'spouse', 'ap', 'nobody')
  const day = fc.constantFrom('2027-01-09', '2027-01-10', '2027-01-11', '2027-01-13', '2027-01-14')
  const maybe = <T>(of: fc.Arbitrary<T>) => fc.option(of, { nil: undefined })
  const anyWish: fc.Arbitrary<Wish> = fc.record(
    {
      participant_type_id: id,
      title_id: maybe(id),
      designation_id: maybe(id),
      committee_type_id: maybe(id),
      accommodation: maybe(fc.record({ room_category_id: id, check_in: day, check_out: day })),
      caterer_id: maybe(id),
      products: maybe(
        fc.array(fc.record({ product_option_id: id, quantity: fc.integer({ min: 1, max: 5 }) }), { maxLength: 3 }),
      ),
      with_spouse: maybe(id),
      answers: maybe(fc.dictionary(fc.constantFrom('q', 'constructor'), fc.anything(), { maxKeys: 2 })),
      medical_conditions: maybe(fc.constant<['ulcer']>(['ulcer'])),
      female_related: maybe(fc.constant<['pregnant']>(['pregnant'])),
      pays_at_desk: maybe(fc.boolean()),
    },
    { requiredKeys: ['participant_type_id'] },
  )
  const anyFacts = fc
    .record({
      by: fc.constantFrom('owner' as const, 'staff' as const),
      gender: fc.constantFrom('male' as const, 'female' as const, null),
      approvalRequired: fc.boolean(),
      hidden: fc.constantFrom('title', 'spouse', 'medical_conditions', 'arrival' as const),
      mode: fc.constantFrom('hidden' as const, 'required' as const, 'optional' as const),
    })
    .map(({ by, gender, approvalRequired, hidden, mode }) =>
      facts({
        by,
        person: { ...person, gender },
        offer: { ...offer, approvalRequired, fields: { [hidden]: mode } },
        companion: {
          id: 'spouse',
          ownerId: 'person',
          linkedUserId: null,
          name: 'Kofi',
          gender: 'male',
          removed: false,
        },
      }),
    )

  test('is refused with a known code and fields, or planned with a place for each person and the whole price', () => {
    fc.assert(
      fc.property(anyFacts, anyWish, (given, wish) => {
        const decision = decideWish(given, wish)
        if ('code' in decision) {
          expect(ERROR_STATUS[decision.code]).toBeGreaterThanOrEqual(400)
          for (const { code } of decision.fields) expect(isFieldCode(code)).toBe(true)
          if (decision.code === 'invalid_input') expect(decision.fields.length).toBeGreaterThan(0)
          return
        }
        const persons = wish.with_spouse ? 2 : 1
        expect(decision.participants).toHaveLength(persons)
        expect(decision.demand.find(({ kind }) => kind === 'event')?.quantity).toBe(persons)
        expect(decision.demand.every(({ quantity }) => Number.isInteger(quantity) && quantity > 0)).toBe(true)
        expect(decision.quote.total).toBe(decision.quote.lines.reduce((sum, { amount }) => sum + amount, 0))
        expect(decision.status === 'active').toBe(decision.quote.total === 0 && !decision.needsApproval)
        if (given.by === 'owner') expect(decision.missing).toEqual([])
      }),
      { numRuns: 500 },
    )
  })
})
