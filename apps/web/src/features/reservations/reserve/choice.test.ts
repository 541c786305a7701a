import { reserveBody } from '@shiloh/contract/reservations/wish'
import { instantOf } from '@shiloh/contract/text/zone'
import { describe, expect, it } from 'vitest'
import { memoryStorage } from '#platform/session'
import {
  choiceOf,
  choiceSchema,
  emptyChoice,
  type Guest,
  newRequestOf,
  noCare,
  quoteChoice,
  wishOf,
  withOffered,
} from './choice.ts'
import { draftStore, laterDraft, readDraft } from './draft.ts'
import { fitChoice } from './fit.ts'
import type { Relative } from './people.ts'
import { sampleDearer, sampleEvent, sampleId, sampleReservation } from './sample.ts'
import { isStayPossible, offeredNights, tapNight } from './stay.ts'
import { peopleOf, relativesOf } from './step.ts'
import {
  bedsOf,
  firstOpenStep,
  hasCovers,
  mateLimit,
  matesIn,
  piecesOf,
  problemsOf,
  type Situation,
  stepOfField,
  stepsOf,
} from './steps.ts'
import { zonedInstant, zonedText } from './zone.ts'

const id = (n: number) => n.toString(16).padStart(24, '0')
const room = id(1)

const offer: Parameters<typeof fitChoice>[1]['offer'] = {
  currency: 'GHS',
  deposit_percent: null,
  starts_at: '2027-01-22T17:00:00.000Z',
  ends_at: '2027-01-25T12:00:00.000Z',
  time_zone: 'Africa/Accra',
  balance_due_at: null,
  hold_minutes: 30,
  cash_deadline: null,
  approval_required: false,
  registration_open: true,
  places_left: 10,
  participant_types: [
    {
      _id: id(10),
      name: 'Delegate',
      note: '',
      price: 100,
      places_left: null,
      sold_out: false,
      members_only: false,
      title_ids: [],
      designation_ids: [],
      min_age: null,
      max_age: null,
    },
  ],
  accommodations: [
    {
      room_category_id: room,
      name: 'Standard',
      price_per_night: 50,
      charged_per: 'person',
      beds_per_room: 2,
      check_in_from: '2027-01-22',
      check_out_until: '2027-01-25',
      beds_left: 1,
      nights: [
        { night: '2027-01-22', beds_left: 4 },
        { night: '2027-01-23', beds_left: 1 },
        { night: '2027-01-24', beds_left: 4 },
      ],
      sold_out: false,
    },
  ],
  caterers: [],
  products: [],
  form: null,
  fields: { title: 'required', dietary_preference: 'required', designation: 'hidden' },
}
const relative = (n: number, role: Relative['role'], birth_date: string | null = null): Relative => ({
  person_id: id(n),
  role,
  name: `Person ${n}`,
  gender: null,
  birth_date,
  title_id: null,
})
const relatives = [relative(7, 'spouse'), relative(8, 'child', '2017-06-01')]
const guest = (n: number, more: Partial<Guest> = {}): Guest => ({
  role: relatives.find(({ person_id }) => person_id === id(n))?.role ?? 'companion',
  person_id: id(n),
  participant_type_id: id(10),
  title_id: null,
  designation_id: null,
  guardian_id: null,
  care: noCare,
  ...more,
})
const account = { relatives, title_id: null, designation_id: null, now: new Date('2026-12-01T10:00:00Z') }
const situation = (change: Partial<Situation> = {}): Situation => ({
  event: offer,
  me: { name: 'Ama', gender: 'female', birth_date: null },
  relatives,
  choice: fitChoice(emptyChoice, { offer, ...account }),
  kept: null,
  isWaiting: false,
  ...change,
})

describe('nights', () => {
  const stay = (check_in: string, check_out: string) => ({ check_in, check_out })

  it.each([
    ['nothing chosen', null, '2027-01-23', stay('2027-01-23', '2027-01-24')],
    ['before', stay('2027-01-23', '2027-01-24'), '2027-01-22', stay('2027-01-22', '2027-01-24')],
    ['after', stay('2027-01-22', '2027-01-23'), '2027-01-24', stay('2027-01-22', '2027-01-25')],
    ['first', stay('2027-01-22', '2027-01-25'), '2027-01-22', stay('2027-01-23', '2027-01-25')],
    ['last', stay('2027-01-22', '2027-01-25'), '2027-01-24', stay('2027-01-22', '2027-01-24')],
    ['between', stay('2027-01-22', '2027-01-25'), '2027-01-23', stay('2027-01-22', '2027-01-23')],
    ['the only one', stay('2027-01-22', '2027-01-23'), '2027-01-22', null],
  ])('a tap: %s', (_, before, night, after) => expect(tapNight(before, night)).toEqual(after))

  it('offers every night of any room', () =>
    expect(offeredNights(offer.accommodations)).toEqual(stay('2027-01-22', '2027-01-25')))

  it.each([
    ['the event', '2027-01-22T17:00:00.000Z', '2027-01-25T12:00:00.000Z', stay('2027-01-22', '2027-01-25')],
    ['one that is shorter', '2027-01-23T09:00:00.000Z', '2027-01-24T12:00:00.000Z', stay('2027-01-23', '2027-01-24')],
    ['one that is longer', '2027-01-20T09:00:00.000Z', '2027-01-24T12:00:00.000Z', stay('2027-01-22', '2027-01-24')],
    ['a single day', '2027-01-23T09:00:00.000Z', '2027-01-23T18:00:00.000Z', stay('2027-01-22', '2027-01-25')],
  ])('are those of %s to begin with', (_, starts_at, ends_at, expected) =>
    expect(fitChoice(emptyChoice, { offer: { ...offer, starts_at, ends_at }, ...account })).toMatchObject(expected),
  )

  it.each([
    ['those that are left', emptyChoice, {}, stay('2027-01-23', '2027-01-25')],
    ['an old draft', { ...emptyChoice, ...stay('2027-01-22', '2027-01-24') }, {}, stay('2027-01-23', '2027-01-24')],
    [
      'a draft whose nights are over',
      { ...emptyChoice, ...stay('2027-01-22', '2027-01-23') },
      {},
      stay('2027-01-23', '2027-01-25'),
    ],
    [
      'a reservation that has them',
      { ...emptyChoice, ...stay('2027-01-22', '2027-01-24') },
      { held: stay('2027-01-22', '2027-01-24') },
      stay('2027-01-22', '2027-01-24'),
    ],
    ['the last day', emptyChoice, { now: new Date('2027-01-25T08:00:00Z') }, { ...stay('', ''), room: 'none' }],
  ])('on the second day, begin tonight: %s', (_, choice, more, expected) => {
    const known = { offer, ...account, now: new Date('2027-01-23T10:00:00Z'), ...more }
    expect(fitChoice(choice, known)).toMatchObject(expected)
  })

  it.each([
    [[], 'yes'],
    [[guest(7)], 'sold_out'],
  ] as const)('with the guests %j the fullest night is %s', (guests, expected) => {
    const [standard] = offer.accommodations
    const choice = { guests: [...guests], check_in: '2027-01-22', check_out: '2027-01-25' }
    expect(standard && isStayPossible(standard, choice, { kept: null, today: '2027-01-01' })).toBe(expected)
  })

  it('what one holds already counts as free', () => {
    const [standard] = offer.accommodations
    const choice = { ...emptyChoice, guests: [guest(7)], room, check_in: '2027-01-22', check_out: '2027-01-25' }
    expect(standard && isStayPossible(standard, choice, { kept: choice, today: '2027-01-01' })).toBe('yes')
  })

  it('a room is not there for nights outside its own', () => {
    const [standard] = offer.accommodations
    const choice = { guests: [], check_in: '2027-01-22', check_out: '2027-01-26' }
    expect(standard && isStayPossible(standard, choice, { kept: null, today: '2027-01-01' })).toBe('not_these_nights')
  })
})

describe('an old draft', () => {
  it('opens what is gone and keeps what is not', () => {
    const old = choiceSchema.parse({
      participant_type_id: id(11),
      room: id(2),
      check_in: '2027-01-23',
      check_out: '2027-01-30',
      products: { [id(5)]: 2 },
      answers: { [id(6)]: 'x' },
      with_spouse: id(7),
      spouse_care: { dietary_preference: ['oil_free'] },
      care: { dietary_preference: ['salt_free'], medical_conditions: ['unheard_of'] },
    })
    expect(fitChoice(old, { offer, ...account })).toMatchObject({
      participant_type_id: id(10),
      room: null,
      check_in: '2027-01-23',
      check_out: '2027-01-25',
      products: {},
      answers: {},
      guests: [
        { role: 'spouse', person_id: id(7), participant_type_id: id(10), care: { dietary_preference: ['oil_free'] } },
      ],
      care: { dietary_preference: ['salt_free'], medical_conditions: null },
    })
  })

  it('keeps no type that is closed to the person, not even the only one', () => {
    const old = { ...emptyChoice, participant_type_id: id(10), guests: [guest(7), guest(8)] }
    const me = { name: 'Ama', gender: null, birth_date: null }
    const typesWith = (open: readonly string[], openToChild: readonly string[] = []) => {
      const openTo = (person: object) => ('role' in person && person.role === 'child' ? openToChild : open)
      const { participant_type_id, guests } = fitChoice(old, { offer, ...account, opening: { me, openTo } })
      return [participant_type_id, ...guests.map((one) => one.participant_type_id)]
    }
    expect(typesWith([])).toEqual([null, null, null])
    expect(typesWith([], [id(10)])).toEqual([null, null, id(10)])
    expect(typesWith([id(10)])).toEqual([id(10), id(10), null])
  })

  it('is whatever was changed last', () => {
    const draft = (changed_at: string) => ({ choice: emptyChoice, step: 'people' as const, key: null, changed_at })
    expect(laterDraft(draft('2027-01-01'), draft('2027-01-02'))?.changed_at).toBe('2027-01-02')
    expect(laterDraft(null, draft('2027-01-02'))?.changed_at).toBe('2027-01-02')
    expect(readDraft({ nothing: true })).toBeNull()
  })

  it('keeps health in the tab only, and takes it from the server when the tab is gone', () => {
    const [lasting, tab] = [memoryStorage(), memoryStorage()]
    const store = draftStore(
      'u:e',
      () => lasting,
      () => tab,
    )
    const care = { medical_conditions: ['diabetic' as const], dietary_preference: [], female_related: null }
    const choice = { ...emptyChoice, care, guests: [guest(7, { care: { ...noCare, medical_conditions: ['ulcer'] } })] }
    const draft = { choice, step: 'rooms' as const, key: 'k', changed_at: '2027-01-01' }
    store.write(draft)
    expect(store.read()).toEqual(draft)
    expect(lasting.getItem('draft:u:e')).not.toMatch(/diabetic|ulcer/)
    tab.clear()
    expect(laterDraft(store.read(), draft)).toEqual(draft)
    store.clear()
    expect([store.read(), lasting.length, tab.length]).toEqual([null, 0, 0])
  })

  it('is no draft where the storage is broken', () => {
    const broken = () => {
      throw new Error('forbidden')
    }
    const store = draftStore('u:e', broken, broken)
    store.write({ choice: emptyChoice, step: 'people', key: null, changed_at: '' })
    expect(store.read()).toBeNull()
  })
})

describe('steps', () => {
  it('skips what asks nothing', () => {
    const silent: Situation['event'] = {
      ...offer,
      accommodations: [],
      fields: {
        title: 'hidden',
        designation: 'hidden',
        committee_type: 'hidden',
        spouse: 'hidden',
        medical_conditions: 'hidden',
        dietary_preference: 'hidden',
        female_related: 'optional',
        arrival: 'hidden',
        departure: 'hidden',
      },
    }
    expect(stepsOf(situation({ event: silent }))).toEqual(['details', 'review'])
    expect(stepsOf(situation({ event: silent, me: { name: 'Kofi', gender: 'male', birth_date: null } }))).toEqual([
      'review',
    ])
  })

  it('says what is open, step by step', () => {
    const open = situation()
    expect(problemsOf('people', open)).toEqual([{ field: 'title_id', code: 'choose' }])
    expect(problemsOf('details', open)).toEqual([{ field: 'dietary_preference', code: 'choose' }])
    expect(problemsOf('rooms', open)).toEqual([{ field: 'accommodation.room_category_id', code: 'choose' }])
    expect(firstOpenStep(open)).toBe('people')
    const done = {
      ...open.choice,
      title_id: id(3),
      care: { ...open.choice.care, dietary_preference: [] },
      room: 'none',
    }
    expect(firstOpenStep(situation({ choice: done }))).toBeUndefined()
  })

  it('nobody takes part as nothing, and no child without a grown-up or somebody to ask', () => {
    const choice = { ...situation().choice, title_id: id(3), guests: [guest(8, { participant_type_id: null })] }
    const field = (name: string) => ({ field: `participants.${id(8)}.${name}`, code: 'choose' })
    expect(problemsOf('people', situation({ choice }))).toEqual([field('participant_type_id')])
    const me = { name: 'Ama', gender: 'female' as const, birth_date: '2012-01-01' }
    expect(problemsOf('people', situation({ me, choice }))).toEqual([
      field('participant_type_id'),
      { field: 'consent.name', code: 'required' },
      { field: 'consent.reach', code: 'required' },
    ])
    const consent = { name: 'Efua', reach: '0244 123 456', email: null, phone: '+233244123456' }
    expect(problemsOf('people', situation({ me, choice: { ...choice, consent } }))).toEqual([
      field('participant_type_id'),
    ])
    // In a change, the server knows who came alone before.
    expect(problemsOf('people', situation({ me, choice, kept: choice }))).toEqual([field('participant_type_id')])
  })

  it('somebody who waits for a place can wait for a room with it', () => {
    const couple = { ...fitChoice(emptyChoice, { offer, ...account }), guests: [guest(7)], room }
    expect(problemsOf('rooms', situation({ choice: couple }))).toEqual([
      { field: 'accommodation.room_category_id', code: 'sold_out' },
    ])
    expect(problemsOf('rooms', situation({ choice: couple, isWaiting: true }))).toEqual([])
  })

  it.each([
    ['accommodation.room_category_id', 'rooms'],
    ['products.0.quantity', 'extras'],
    ['answers.abc', 'details'],
    [`participants.${id(7)}.guardian_id`, 'people'],
    ['consent.reach', 'people'],
    [`participants.${id(7)}.medical_conditions`, 'details'],
    ['pays_at_desk', 'review'],
  ])('%s stands on %s', (field, step) => expect(stepOfField(field)).toBe(step))
})

describe('what is sent', () => {
  const choice = {
    ...fitChoice(emptyChoice, { offer, ...account }),
    room,
    products: { [id(5)]: 2, [id(6)]: 0 },
    arrival: '2027-01-22T14:00',
    guests: [guest(7, { care: { ...noCare, dietary_preference: [] } }), guest(8, { guardian_id: id(7) })],
  }

  it('is what the contract takes', () => {
    const sent = wishOf(choice, 'Africa/Accra')
    expect(reserveBody.safeParse(sent).error).toBeUndefined()
    expect(sent).toMatchObject({
      products: [{ product_option_id: id(5), quantity: 2 }],
      arrival_at: '2027-01-22T14:00:00.000Z',
      participants: [
        { role: 'main', participant_type_id: id(10) },
        { role: 'spouse', person_id: id(7), dietary_preference: [] },
        { role: 'child', person_id: id(8), guardian_id: id(7) },
      ],
      caterer_id: null,
    })
    expect(sent.participants[1]).not.toHaveProperty('medical_conditions')
  })

  it('names who is asked for consent, with everybody', () => {
    const consent = { name: 'Efua', reach: 'efua@shiloh.test', email: 'efua@shiloh.test', phone: null }
    const sent = wishOf({ ...choice, consent }, 'Africa/Accra')
    expect(reserveBody.safeParse(sent).error).toBeUndefined()
    expect(sent.participants.map((one) => one.consent_from)).toEqual(
      sent.participants.map(() => ({ name: 'Efua', email: 'efua@shiloh.test', phone: null })),
    )
  })

  it('is quoted the same', () =>
    expect(quoteChoice(choice)).toMatchObject({
      accommodation: { room_category_id: room },
      participants: [{}, {}, {}],
    }))
})

describe('a change of a reservation', () => {
  it('goes on with the title that was chosen, even if it is not shown yet', () => {
    const [main] = sampleReservation.participants
    if (!main) throw new Error('nobody comes')
    const chosen = { title_id: sampleId(71), designation_id: sampleId(72) }
    expect(choiceOf({ ...sampleReservation, participants: [{ ...main, chosen }] })).toMatchObject(chosen)
    expect(
      choiceOf({
        ...sampleReservation,
        participants: [{ ...main, title: { _id: sampleId(73), name: 'Elder' }, chosen: null }],
      }),
    ).toMatchObject({ title_id: sampleId(73), designation_id: null })
  })
})

it('a change of a change that waits for its payment keeps who comes only with it', () => {
  const change = sampleDearer.pending_change
  if (!change) throw new Error('no change waits')
  const [main] = change.wish.participants
  if (!main) throw new Error('nobody comes')
  const kofi = { person_id: sampleId(81), role: 'spouse' as const }
  const participants = [main, { ...kofi, participant_type_id: main.participant_type_id }]
  const reservation = {
    ...sampleDearer,
    pending_change: { ...change, wish: { ...change.wish, participants }, joins: [{ ...kofi, name: 'Kofi Mensah' }] },
  }
  const relatives = relativesOf({ spouses: [], family: [] }, peopleOf(reservation))
  const own = choiceOf(reservation)
  const known = { offer: sampleEvent, held: own, relatives, title_id: null, designation_id: null }
  expect(relatives).toMatchObject([{ ...kofi, name: 'Kofi Mensah' }])
  expect(fitChoice(own, known).guests).toMatchObject([kofi])
})

describe('times in the zone of the event', () => {
  it.each([
    ['2027-01-22T14:00', 'Africa/Accra', '2027-01-22T14:00:00.000Z'],
    ['2027-07-01T09:30', 'Europe/Berlin', '2027-07-01T07:30:00.000Z'],
    ['2027-03-28T12:00', 'Europe/Berlin', '2027-03-28T10:00:00.000Z'],
    ['2027-01-01T00:00', 'Pacific/Auckland', '2026-12-31T11:00:00.000Z'],
  ])('%s in %s', (text, zone, instant) => {
    expect(zonedInstant(text, zone)).toBe(instant)
    expect(zonedText(instant, zone)).toBe(text)
  })

  it('agrees with the rest of the app where clocks change', () => {
    for (const zone of ['Europe/Berlin', 'America/New_York', 'Pacific/Auckland', 'Africa/Casablanca'])
      for (const day of ['2027-03-14', '2027-03-28', '2027-04-04', '2027-09-26', '2027-10-31', '2027-11-07'])
        for (const time of ['00:30', '01:30', '02:00', '02:30', '03:00', '12:00'])
          expect(zonedInstant(`${day}T${time}`, zone), `${day} ${time} ${zone}`).toBe(
            instantOf(`${day} ${time}:00`, zone),
          )
    // A repeated hour means its first occurrence; a skipped hour is moved later by the shift.
    expect(zonedInstant('2027-10-31T02:30', 'Europe/Berlin')).toBe('2027-10-31T00:30:00.000Z')
    expect(zonedInstant('2027-03-28T02:30', 'Europe/Berlin')).toBe('2027-03-28T01:30:00.000Z')
  })

  it('no time is none', () => expect(zonedInstant('tomorrow', 'UTC')).toBeNull())
})

describe('room-mates', () => {
  const women = [{ ...relative(9, 'companion'), gender: 'female' as const }]
  const chosen = { ...fitChoice(emptyChoice, { offer, ...account }), room }
  const large = {
    ...offer,
    accommodations: offer.accommodations.map((one) => ({ ...one, beds_per_room: 3 })),
  }
  const at = (change: Partial<Situation>) => situation({ event: large, choice: chosen, ...change })

  it('are as many as the largest room has other beds, and none for families, edits and people who wait', () => {
    expect(mateLimit(at({}))).toBe(2)
    expect(mateLimit(at({ event: offer }))).toBe(1)
    const with_daughter = { ...chosen, guests: [guest(9, { role: 'companion' })] }
    expect(mateLimit(at({ relatives: women, choice: with_daughter }))).toBe(1)
    expect(mateLimit(at({ choice: { ...chosen, guests: [guest(7)] } }))).toBe(0)
    expect(mateLimit(at({ choice: { ...chosen, room: 'none' } }))).toBe(0)
    expect(mateLimit(at({ kept: chosen }))).toBe(0)
    expect(mateLimit(at({ isWaiting: true }))).toBe(0)
  })

  it('beyond the beds of another room are not asked', () => {
    const mates = ['+233245551234', 'LC27-K4QX7TMP']
    expect(matesIn(at({ choice: { ...chosen, mates } }))).toEqual(mates)
    expect(matesIn(at({ event: offer, choice: { ...chosen, mates } }))).toEqual(['+233245551234'])
    expect(newRequestOf(chosen, 'Africa/Accra', 0, mates).room_mates).toEqual([
      { phone: '+233245551234' },
      { code: 'LC27-K4QX7TMP' },
    ])
    expect(newRequestOf(chosen, 'Africa/Accra', 0, [])).not.toHaveProperty('room_mates')
  })

  it('typed and not added are not lost on the way', () => {
    const open = { ...chosen, room, check_in: '2027-01-22', check_out: '2027-01-25', mate: 'who?' }
    expect(problemsOf('rooms', at({ choice: open }))).toEqual([{ field: 'room_mates', code: 'phone' }])
    expect(problemsOf('rooms', at({ choice: { ...open, mate: ' ' } }))).toEqual([])
  })
})

describe('what the waiting list offers beside a reservation', () => {
  const kept = {
    ...emptyChoice,
    room: id(80),
    check_in: '2027-01-22',
    check_out: '2027-01-23',
    products: { [id(81)]: 1 },
  }
  const today = '2027-01-10'
  const entry: Parameters<typeof withOffered>[1] = {
    _id: id(90),
    event_id: id(91),
    kind: 'product_option',
    name: 'Conference shirt, M',
    item_id: id(82),
    status: 'offered',
    ahead: 0,
    offer_expires_at: '2026-12-02T10:00:00.000Z',
    created_at: '2026-12-01T10:00:00.000Z',
    keeps_prices: true,
    prices: [],
    lost_answers: [],
    participant_types: [],
    room: null,
    closed_types: [],
    short_of: [],
    reservation: { _id: id(92), code: 'LC27-K4QX7TMP' },
    event: { ...offer, _id: id(91), slug: 'a', name: 'A', time_zone: 'Africa/Accra', place: '' },
    wish: {
      participants: [{ role: 'main', participant_type_id: id(93) }],
      products: [{ product_option_id: id(82), quantity: 2 }],
      accommodation: { room_category_id: room, check_in: '2027-01-22', check_out: '2027-01-25' },
    },
  }

  it('keeps the nights that are over', () => {
    const begun = { ...kept, room, check_in: '2027-01-19', check_out: '2027-01-23' }
    const stayOf = (now: string) => {
      const { check_in, check_out } = withOffered(begun, { ...entry, kind: 'beds', item_id: room }, now)
      return [check_in, check_out]
    }
    expect(stayOf('2027-01-22')).toEqual(['2027-01-19', '2027-01-25'])
    // Before the event, other nights are other nights.
    expect(stayOf('2027-01-10')).toEqual(['2027-01-22', '2027-01-25'])
  })

  it('is added to what the reservation has', () => {
    expect(withOffered(kept, entry, today).products).toEqual({ [id(81)]: 1, [id(82)]: 2 })
    expect(withOffered(kept, { ...entry, kind: 'caterer', item_id: id(83) }, today)).toEqual({
      ...kept,
      caterer: id(83),
    })
    const moved = withOffered(kept, { ...entry, kind: 'beds', item_id: room }, today)
    expect([moved.room, moved.check_out]).toEqual([room, '2027-01-25'])
    expect(withOffered(kept, { ...entry, item_id: null }, today)).toBe(kept)
  })

  it('can be chosen although it is sold out, and so can what the reservation has', () => {
    const held = { ...withOffered(kept, entry, today), room, caterer: id(83) }
    const both = { kept, held }
    expect([piecesOf(both, id(81)), piecesOf(both, id(82)), piecesOf({ kept }, id(82))]).toEqual([1, 2, 0])
    expect([bedsOf(both, room), bedsOf(both, id(80)), bedsOf({ kept }, room)]).toEqual([held, kept, null])
    expect([hasCovers(both, id(83)), hasCovers({ kept }, id(83))]).toEqual([true, false])
  })
})
