import { ERROR_STATUS } from '@shiloh/contract/errors'
import type { FormQuestion } from '@shiloh/contract/forms/forms'
import { quote } from '@shiloh/contract/reservations/quote'
import { wishOf } from '@shiloh/contract/reservations/wish'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isFieldCode } from '#platform/errors'
import { decideWish, holdEnd, isDeadlinePassed, isRegistrationOpen, purgeDay } from './decide.rules.ts'
import { type Asker, type EventOffer, type Person, quotaKey, type Relative, type WishFacts } from './facts.rules.ts'
import { writtenBy } from './persons.rules.ts'

const NOW = new Date('2026-11-21T08:00:00Z')
const at = (minutes: number): Date => new Date(NOW.getTime() + minutes * 60_000)

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
  language: 'en',
  waitingMinutes: 60,
  careRetentionDays: 30,
  fields: {},
  form: null,
  formVersionId: null,
  participant_types: [
    {
      _id: 'child',
      refId: 'child-row',
      name: 'Child, 4 to 12',
      note: '',
      translations: {},
      notes: {},
      price: 30,
      membersOnly: false,
      titleIds: [],
      designationIds: [],
      min_age: 4,
      max_age: 12,
    },
    {
      _id: 'delegate',
      refId: 'delegate-row',
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
    {
      _id: 'apostle',
      refId: 'apostle-row',
      name: 'Apostle',
      note: '',
      translations: {},
      notes: {},
      price: 100,
      membersOnly: false,
      titleIds: ['ap'],
      designationIds: ['head'],
      min_age: null,
      max_age: null,
    },
    {
      _id: 'member',
      refId: 'member-row',
      name: 'Member',
      note: '',
      translations: {},
      notes: {},
      price: 0,
      membersOnly: true,
      titleIds: [],
      designationIds: [],
      min_age: null,
      max_age: null,
    },
  ],
  accommodations: [
    {
      room_category_id: 'standard',
      refId: 'standard-row',
      name: 'Standard',
      translations: {},
      blockIds: [],
      price_per_night: 50,
      charged_per: 'person',
      beds_per_room: 2,
      check_in_from: '2027-01-10',
      check_out_until: '2027-01-13',
    },
  ],
  caterers: [{ _id: 'muni', refId: 'muni-row', name: 'Auntie Muni', note: '', notes: {}, price_per_day: 20, days: 3 }],
  products: [
    {
      _id: 'shirt',
      name: 'T-shirt',
      translations: {},
      options: [{ _id: 'l', refId: 'l-row', name: 'L', translations: {}, price: 10, maxPerReservation: 3 }],
    },
  ],
}
const person: Person = {
  id: 'person',
  status: 'approved',
  name: 'Ama Mensah',
  gender: 'female',
  birthDate: '1985-04-01',
  isNotMember: false,
  titleId: null,
  designationId: null,
  email: null,
  phone: null,
  language: 'en',
  wantsMail: true,
  wantsSms: true,
  addresses: [],
}
const facts = (change: Partial<WishFacts> = {}): WishFacts => ({
  offer,
  person,
  relatives: new Map(),
  names: { titles: new Map([['ap', 'Apostle']]), designations: new Map(), committeeTypes: new Map() },
  now: NOW,
  by: 'owner',
  ...change,
})
type Body = Parameters<typeof wishOf>[0]
const codeOf = (given: WishFacts, body: Body): string => {
  const decision = decideWish(given, wishOf(body))
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
    [{ closesAt: at(1), endsAt: NOW }, false],
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
    expect(isDeadlinePassed({ ...offer, cancellationDeadline: at(1), endsAt: NOW }, NOW)).toBe(true)
    expect(isDeadlinePassed({ ...offer, endsAt: NOW }, NOW)).toBe(true)
  })
})

describe('who may', () => {
  test.each<[string, Partial<Person>, WishFacts['by'], Body, string]>([
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
    expect(codeOf(facts({ person: { ...person, ...change }, by, written: writtenBy(by, wishOf(wish)) }), wish)).toBe(
      expected,
    )
  })

  test('who stands as an apostle may change the rest', () => {
    const wish = { participant_type_id: 'apostle' }
    expect(codeOf(facts({ standing: { wish: wishOf(wish), lines: [] } }), wish)).toBe('planned')
  })
})

describe('the hold', () => {
  test('lasts as long as the event says, or until the desk’s deadline', () => {
    expect(holdEnd(offer, false, NOW)).toEqual(at(30))
    expect(holdEnd(offer, true, NOW)).toEqual(at(600))
    expect(holdEnd({ ...offer, cashDeadline: NOW }, true, NOW)).toEqual(at(30))
    const soonOver = { ...offer, endsAt: at(20) }
    expect([holdEnd(soonOver, false, NOW), holdEnd(soonOver, true, NOW)]).toEqual([at(20), at(20)])
    // Taken back after the end.
    expect(holdEnd({ ...offer, endsAt: at(-20), cashDeadline: null }, false, NOW)).toEqual(at(30))
  })

  test('is on what is owed, and as long as the event on what waits for approval', () => {
    const plan = (change: Partial<EventOffer>, type: string) => {
      const decision = decideWish(facts({ offer: { ...offer, ...change } }), wishOf({ participant_type_id: type }))
      return 'code' in decision ? decision.code : [decision.status, decision.holdExpiresAt, decision.needsApproval]
    }
    expect(plan({}, 'delegate')).toEqual(['pending', at(30), false])
    expect(plan({}, 'member')).toEqual(['active', null, false])
    expect(plan({ approvalRequired: true }, 'delegate')).toEqual(['pending', offer.endsAt, true])
    expect(plan({ approvalRequired: true }, 'member')).toEqual(['pending', offer.endsAt, true])
  })
})

const relative = (change: Partial<Relative> = {}): [string, Relative] => {
  const made: Relative = {
    id: 'spouse',
    relation: 'spouse',
    ownerId: 'person',
    linkedUserId: null,
    name: 'Kofi',
    gender: 'male',
    birthDate: null,
    titleId: null,
    removed: false,
    addresses: [],
    ...change,
  }
  return [made.id, made]
}
const family = new Map([
  relative(),
  relative({ id: 'son', relation: 'child', birthDate: '2017-03-02' }),
  relative({ id: 'baby', relation: 'child', birthDate: '2026-05-05' }),
  relative({ id: 'aunt', relation: 'companion', gender: 'female' }),
  relative({ id: 'stranger', relation: 'child', birthDate: '2017-03-02', ownerId: 'somebody else' }),
])

test('what a wish takes: places and covers for each person, beds for each of them and night, pieces', () => {
  const decision = decideWish(
    facts({ relatives: family }),
    wishOf({
      participant_type_id: 'delegate',
      with_spouse: 'spouse',
      accommodation: { room_category_id: 'standard', check_in: '2027-01-11', check_out: '2027-01-13' },
      caterer_id: 'muni',
      products: [{ product_option_id: 'l', quantity: 3 }],
      pays_at_desk: true,
    }),
  )
  if ('code' in decision) throw new Error(decision.code)
  expect(decision.demand.map(({ key, quantity }) => [key, quantity])).toEqual([
    [quotaKey('event', 'event', null), 2],
    [quotaKey('event', 'participant_type', 'delegate-row'), 1],
    [quotaKey('event', 'participant_type', 'delegate-row'), 1],
    [quotaKey('event', 'beds', 'standard-row', '2027-01-11'), 2],
    [quotaKey('event', 'beds', 'standard-row', '2027-01-12'), 2],
    [quotaKey('event', 'caterer', 'muni-row'), 1],
    [quotaKey('event', 'caterer', 'muni-row'), 1],
    [quotaKey('event', 'product_option', 'l-row'), 3],
    [quotaKey('event', 'desk_holds', null), 2],
  ])
})

describe('a bed for somebody whose gender is not known', () => {
  const accommodation = { room_category_id: 'standard', check_in: '2027-01-11', check_out: '2027-01-13' }
  const wish = { participant_type_id: 'delegate', accommodation }
  const decide = (body: Body, change: Partial<WishFacts> = {}) => {
    const decision = decideWish(facts({ person: { ...person, gender: null }, ...change }), wishOf(body))
    return 'code' in decision ? decision.fields : 'planned'
  }

  test('is not reserved before they say it', () => {
    expect(decide(wish)).toEqual([{ field: 'participants.0.gender', code: 'required' }])
    expect(decide(wish, { person })).toBe('planned')
  })

  test('is not needed for a place without a bed', () => {
    expect(decide({ participant_type_id: 'delegate' })).toBe('planned')
  })

  test('can be waited for, given by the desk, and kept in a change', () => {
    expect(decide(wish, { isWaiting: true })).toBe('planned')
    expect(decide(wish, { by: 'staff' })).toBe('planned')
    expect(decide(wish, { standing: { wish: wishOf(wish), lines: [] } })).toBe('planned')
    const before = wishOf({ participant_type_id: 'delegate' })
    expect(decide(wish, { standing: { wish: before, lines: [] } })).not.toBe('planned')
  })
})

describe('a night that is over', () => {
  // The second evening in Accra.
  const evening = new Date('2027-01-11T20:00:00Z')
  const stay = (check_in: string, check_out = '2027-01-13') =>
    wishOf({ participant_type_id: 'delegate', accommodation: { room_category_id: 'standard', check_in, check_out } })
  const decide = (wish: ReturnType<typeof wishOf>, change: Partial<WishFacts> = {}) => {
    const decision = decideWish(facts({ now: evening, ...change }), wish)
    return 'code' in decision ? decision.fields : decision.quote.total
  }
  const refused = [{ field: 'accommodation.check_in', code: 'past_night' }]

  test('is refused for a new reservation by anybody; tonight and later are charged', () => {
    expect(decide(stay('2027-01-10'))).toEqual(refused)
    expect(decide(stay('2027-01-10'), { by: 'staff' })).toEqual(refused)
    expect(decide(stay('2027-01-10', '2027-01-11'))).toEqual(refused)
    expect(decide(stay('2027-01-11'))).toBe(200)
    expect(decide(stay('2027-01-10'), { now: new Date('2027-01-10T23:59:00Z') })).toBe(250)
    // The day changes with the event, not in UTC.
    expect(decide(stay('2027-01-11'), { offer: { ...offer, timeZone: 'Asia/Tokyo' } })).toEqual(refused)
  })

  test('stays in a reservation that has it, also in its open change, and none is added', () => {
    const wish = stay('2027-01-10', '2027-01-12')
    const standing = { wish, lines: quote(offer, wish).lines }
    expect(decide(stay('2027-01-10'), { standing })).toBe(250)
    const later = { wish: stay('2027-01-12'), lines: [] }
    expect(decide(stay('2027-01-10'), { standing: later, by: 'staff' })).toEqual(refused)
    expect(decide(stay('2027-01-10'), { standing: { ...later, open: stay('2027-01-10', '2027-01-11') } })).toBe(200)
    expect(
      decide(stay('2027-01-10'), { standing: { wish: wishOf({ participant_type_id: 'delegate' }), lines: [] } }),
    ).toEqual(refused)
  })

  test('can be chosen again by who has paid for it, after another category or none', () => {
    const lines = quote(offer, stay('2027-01-10')).lines
    for (const accommodation of [null, stay('2027-01-11').accommodation]) {
      const wish = { ...stay('2027-01-11'), accommodation }
      expect(decide(stay('2027-01-10'), { standing: { wish, lines } })).toBe(250)
      expect(decide(stay('2027-01-09'), { standing: { wish, lines } })).not.toBe(250)
    }
    const others = lines.map((line) => (line.kind === 'accommodation' ? { ...line, ref_id: 'executive' } : line))
    expect(decide(stay('2027-01-10'), { standing: { wish: stay('2027-01-11'), lines: others } })).toEqual(refused)
  })
})

describe('a change in a running event', () => {
  const evening = new Date('2027-01-11T20:00:00Z')
  const wish = (persons: number, from: number, until: number) =>
    wishOf({
      participant_type_id: 'delegate',
      with_spouse: persons > 1 ? 'spouse' : null,
      accommodation: {
        room_category_id: 'standard',
        check_in: `2027-01-${from}`,
        check_out: `2027-01-${until}`,
      },
    })

  test('claims no night that is over, whatever is asked for and by whom', () => {
    const nights = fc.constantFrom([10, 11], [10, 12], [10, 13], [11, 12], [11, 13], [12, 13])
    const persons = fc.constantFrom(1, 2)
    const askers = fc.constantFrom<Asker>('owner', 'staff')
    fc.assert(
      fc.property(
        nights,
        nights,
        persons,
        persons,
        askers,
        ([had = 10, hadTo = 11], [from = 10, to = 11], was, is, by) => {
          const before = wish(was, had, hadTo)
          const standing = { wish: before, lines: quote(offer, before).lines }
          const plan = decideWish(facts({ now: evening, relatives: family, standing, by }), wish(is, from, to))
          // Only a night that was not there before is refused.
          expect('code' in plan).toBe(from === 10 && had > 10)
          if ('code' in plan) return
          expect(plan.demand.flatMap(({ key, kind, quantity }) => (kind === 'beds' ? [[key, quantity]] : []))).toEqual(
            [11, 12]
              .filter((night) => night >= from && night < to)
              .map((night) => [quotaKey('event', 'beds', 'standard-row', `2027-01-${night}`), is]),
          )
          // The night that is over stays as it was, unless the desk gives it back.
          const isGivenBack = by === 'staff' && from > 10
          const lines = plan.quote.lines.filter(({ kind }) => kind === 'accommodation')
          const first = lines.find(({ from_day }) => from_day === '2027-01-10')
          expect(first?.quantity).toBe(had === 10 && !isGivenBack ? was : undefined)
          expect(plan.returned).toEqual(had === 10 && isGivenBack ? ['2027-01-10'] : [])
        },
      ),
    )
  })
})

describe('a family', () => {
  type Others = NonNullable<Body['participants']>
  const decide = (others: Others, change: Partial<WishFacts> = {}, type = 'delegate') =>
    decideWish(
      facts({ relatives: family, ...change }),
      wishOf({ participants: [{ role: 'main', participant_type_id: type }, ...others] }),
    )
  const refusal = (others: Others, change: Partial<WishFacts> = {}, type?: string) => {
    const decision = decide(others, change, type)
    return 'code' in decision ? [decision.code, decision.fields.map(({ field }) => field)] : 'planned'
  }
  const son = { role: 'child' as const, person_id: 'son', participant_type_id: 'child' }

  test('takes part each at their own price, the children with a guardian', () => {
    const decision = decide([
      { role: 'spouse', person_id: 'spouse', participant_type_id: 'member' },
      son,
      { role: 'companion', person_id: 'aunt', participant_type_id: 'delegate', caterer_id: 'muni' },
    ])
    if ('code' in decision) throw new Error(decision.code)
    expect(decision.quote.lines.map(({ label, amount, person: whose }) => [label, amount, whose])).toEqual([
      ['Delegate', 100, 0],
      ['Member', 0, 1],
      ['Child, 4 to 12', 30, 2],
      ['Delegate', 100, 3],
      ['Auntie Muni', 60, null],
    ])
    expect(
      decision.participants.map(({ typeRef, minor, guardian, catererRef }) => [typeRef, minor, guardian, catererRef]),
    ).toEqual([
      ['delegate-row', false, null, null],
      ['member-row', false, null, null],
      ['child-row', true, 0, null],
      ['delegate-row', false, null, 'muni-row'],
    ])
  })

  test('names whom a child sleeps beside', () => {
    const decision = decide([
      { ...son, guardian_id: 'aunt' },
      { role: 'companion', person_id: 'aunt', participant_type_id: 'delegate' },
    ])
    expect('code' in decision ? decision.code : decision.participants[1]?.guardian).toBe(2)
  })

  test.each<[string, Others, unknown]>([
    ['a child of somebody else', [{ ...son, person_id: 'stranger' }], ['invalid_input', ['participants.1.person_id']]],
    ['a child as a spouse', [{ ...son, role: 'spouse' }], ['invalid_input', ['participants.1.person_id']]],
    ['nobody we know', [{ ...son, person_id: 'nobody' }], ['invalid_input', ['participants.1.person_id']]],
    [
      'a baby as a child of 4 to 12',
      [{ ...son, person_id: 'baby' }],
      ['not_eligible', ['participants.1.participant_type_id']],
    ],
    [
      'a grown-up as a child',
      [{ role: 'companion', person_id: 'aunt', participant_type_id: 'child' }],
      ['not_eligible', ['participants.1.participant_type_id']],
    ],
    [
      'a type that is not offered',
      [{ ...son, participant_type_id: 'nothing' }],
      ['invalid_input', ['participants.1.participant_type_id']],
    ],
    [
      'a child as the guardian',
      [
        { ...son, guardian_id: 'baby' },
        { role: 'child', person_id: 'baby', participant_type_id: 'delegate' },
      ],
      ['guardian_required', ['participants.1.guardian_id']],
    ],
    [
      'what no child is',
      [{ ...son, female_related: ['pregnant'] }],
      ['invalid_input', ['participants.1.female_related']],
    ],
    [
      'what no man is',
      [{ role: 'spouse', person_id: 'spouse', participant_type_id: 'delegate', female_related: ['pregnant'] }],
      ['invalid_input', ['participants.1.female_related']],
    ],
  ])('is refused with %s', (_, others, expected) => {
    expect(refusal(others)).toEqual(expected)
  })

  test('does not come to an event for oneself alone', () => {
    const alone = { ...offer, fields: { spouse: 'hidden' as const } }
    expect(refusal([son], { offer: alone })).toEqual(['invalid_input', ['participants.1.person_id']])
  })

  test('shares what is open to those who bear a title with the spouse, not with the children', () => {
    const apostle = { person: { ...person, titleId: 'ap' } }
    const spouse = { role: 'spouse' as const, person_id: 'spouse', participant_type_id: 'apostle' }
    expect(refusal([spouse], apostle, 'apostle')).toBe('planned')
    // The main person can be the spouse of who bears it.
    const bearer = { relatives: new Map([relative({ titleId: 'ap' })]) }
    expect(refusal([{ ...spouse, participant_type_id: 'delegate' }], bearer, 'apostle')).toBe('planned')
    expect(refusal([], bearer, 'apostle')).toEqual(['not_eligible', ['participants.0.participant_type_id']])
    expect(refusal([spouse])).toEqual(['not_eligible', ['participants.1.participant_type_id']])
    expect(refusal([{ ...son, participant_type_id: 'apostle' }], apostle)).toEqual([
      'not_eligible',
      ['participants.1.participant_type_id'],
    ])
  })

  test('needs a grown-up; who took part alone before may change the rest', () => {
    const young = { person: { ...person, birthDate: '2010-01-11' } }
    expect(refusal([], young)).toEqual(['guardian_required', ['participants.0.guardian_id']])
    expect(refusal([], { person: { ...person, birthDate: '2009-01-10' } })).toBe('planned')
    const aunt = { role: 'companion' as const, person_id: 'aunt', participant_type_id: 'delegate' }
    expect(refusal([aunt], young)).toBe('planned')
    const standing = (others: Others) => ({
      ...young,
      standing: {
        wish: wishOf({ participants: [{ role: 'main', participant_type_id: 'delegate' }, ...others] }),
        lines: [],
      },
    })
    expect(refusal([], standing([]))).toBe('planned')
    expect(refusal([], standing([aunt]))).toEqual(['guardian_required', ['participants.0.guardian_id']])
  })
})

test('sealed data are kept for a set time after the event', () => {
  expect(purgeDay(offer)).toBe('2027-02-12')
})

describe('any wish', () => {
  const id = fc.constantFrom('delegate', 'apostle', 'member', 'standard', 'muni', 'l', 'spouse', 'ap', 'nobody')
  const day = fc.constantFrom('2027-01-09', '2027-01-10', '2027-01-11', '2027-01-13', '2027-01-14')
  const maybe = <T>(of: fc.Arbitrary<T>) => fc.option(of, { nil: undefined })
  const anyWish: fc.Arbitrary<Body> = fc.record(
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
        relatives: family,
      }),
    )

  test('is refused with a known code and fields, or planned with a place for each person and the whole price', () => {
    fc.assert(
      fc.property(anyFacts, anyWish, (given, body) => {
        const wish = wishOf(body)
        const decision = decideWish(given, wish)
        if ('code' in decision) {
          expect(ERROR_STATUS[decision.code]).toBeGreaterThanOrEqual(400)
          for (const { code } of decision.fields) expect(isFieldCode(code)).toBe(true)
          if (decision.code === 'invalid_input') expect(decision.fields.length).toBeGreaterThan(0)
          return
        }
        const persons = wish.participants.length
        expect(persons).toBe(body.with_spouse ? 2 : 1)
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

  const possible: fc.Arbitrary<Body> = fc.record(
    {
      participant_type_id: fc.constantFrom('delegate', 'apostle', 'member'),
      title_id: fc.constant('ap'),
      designation_id: fc.constant('head'),
      committee_type_id: fc.constant('ushers'),
      accommodation: fc.constant({ room_category_id: 'standard', check_in: '2027-01-10', check_out: '2027-01-12' }),
      caterer_id: fc.constant('muni'),
      products: fc.integer({ min: 1, max: 3 }).map((quantity) => [{ product_option_id: 'l', quantity }]),
      with_spouse: fc.constant('spouse'),
      answers: fc.record({ food: fc.constant('rice'), travel: fc.constant('bus') }, { requiredKeys: [] }),
      medical_conditions: fc.constantFrom<('ulcer' | 'diabetic')[]>([], ['ulcer'], ['ulcer', 'diabetic']),
      dietary_preference: fc.constantFrom<'salt_free'[]>([], ['salt_free']),
      female_related: fc.constantFrom<'pregnant'[]>([], ['pregnant']),
      arrival_at: fc.constant('2027-01-10T08:00:00Z'),
      departure_at: fc.constant('2027-01-12T08:00:00Z'),
    },
    { requiredKeys: ['participant_type_id'] },
  )
  const modes = fc.constantFrom('hidden' as const, 'optional' as const, 'required' as const)
  const anyFields = fc.record(
    {
      title: modes,
      designation: modes,
      committee_type: modes,
      medical_conditions: modes,
      dietary_preference: modes,
      female_related: modes,
      spouse: modes,
      arrival: modes,
      departure: modes,
    },
    { requiredKeys: [] },
  )
  const question = (_id: string, type: 'text' | 'radio'): FormQuestion => ({
    _id,
    label: _id,
    help: '',
    type,
    required: false,
    min_value: null,
    max_value: null,
    min_date: null,
    max_date: null,
    visible_when: null,
    participant_type_ids: [],
    rating_scores: [],
    options: type === 'radio' ? [{ _id: 'bus', label: 'Bus', price: 20, capacity: 3 }] : [],
  })
  const asking = (...questions: FormQuestion[]) => ({
    sections: [{ _id: 'section', title: '', description: '', questions }],
  })
  const travel = question('travel', 'radio')
  const forms = fc.constantFrom(
    null,
    asking(question('food', 'text')),
    asking(travel),
    asking({ ...travel, options: [] }),
    asking({ ...question('food', 'text'), max_value: 2 }),
  )

  test('that was planned once prevents no edit later, whatever the event asks for by then', () => {
    fc.assert(
      fc.property(
        fc.record({
          body: possible,
          fields: anyFields,
          form: forms,
          most: fc.integer({ min: 1, max: 3 }),
          gender: fc.constantFrom('male' as const, 'female' as const, null),
        }),
        ({ body, fields, form, most, gender }) => {
          const wish = wishOf(body)
          const asked = asking(question('food', 'text'), travel)
          const known = {
            titles: new Map([['ap', 'Apostle']]),
            designations: new Map([['head', 'Area Head']]),
            committeeTypes: new Map([['ushers', 'Ushering']]),
          }
          const made = decideWish(
            facts({
              by: 'staff',
              relatives: family,
              person: { ...person, titleId: 'ap' },
              names: known,
              offer: { ...offer, form: asked },
            }),
            wish,
          )
          if ('code' in made) throw new Error(`not possible: ${made.code} ${JSON.stringify(made.fields)}`)
          const products = offer.products.map((product) => ({
            ...product,
            options: product.options.map((option) => ({ ...option, maxPerReservation: most })),
          }))
          const again = decideWish(
            facts({
              by: 'staff',
              relatives: family,
              person: { ...person, gender },
              names: { titles: new Map(), designations: new Map(), committeeTypes: new Map() },
              offer: { ...offer, fields, form, products },
              standing: { wish, open: wish, lines: made.quote.lines, missing: made.missing, answers: made.answers },
            }),
            wish,
          )
          if ('code' in again) throw new Error(`${again.code} ${JSON.stringify(again.fields)}`)
          expect(again.participants.map(({ care, titleId }) => [care, titleId])).toEqual(
            made.participants.map(({ care, titleId }) => [care, titleId]),
          )
          expect(again.quote.total).toBe(made.quote.total)
          expect(again.answers.map(({ question_id, value }) => [question_id, value]).sort()).toEqual(
            made.answers.map(({ question_id, value }) => [question_id, value]).sort(),
          )
        },
      ),
      { numRuns: 1_000 },
    )
  })
})
