import fc from 'fast-check'
import { expect, it } from 'vitest'
import { addDays, nightsBetween } from '../reservations/nights.ts'
import { type QuoteOffer, quote } from '../reservations/quote.ts'
import { mealsOf, planSittings, sittingsOff, usualMeals } from './sittings.ts'

const auntie = { caterer_id: 'a', name: 'Auntie', days: null }
const uncle = { caterer_id: 'u', name: 'Uncle', days: 1 }
const served = {
  startsAt: '2027-01-10T14:00:00Z',
  endsAt: '2027-01-12T12:00:00Z',
  zone: 'Africa/Accra',
  now: Date.parse('2027-01-01T12:00:00Z'),
  caterers: [auntie],
}
const meals = [
  { name: 'Breakfast', from: '06:30', until: '08:00' },
  { name: 'Supper', from: '18:00', until: '19:30' },
]
const gate = { _id: 'gate', kind: 'gate', name: 'Gate', starts_at: null }

it('makes a sitting for each meal, day and caterer while the event is on, and keeps what is there', () => {
  const made = planSittings([gate], meals, served)
  expect(made.map(({ name, starts_at }) => [name, starts_at])).toEqual([
    ['Gate', null],
    ['Supper', '2027-01-10T18:00:00.000Z'],
    ['Breakfast', '2027-01-11T06:30:00.000Z'],
    ['Supper', '2027-01-11T18:00:00.000Z'],
    ['Breakfast', '2027-01-12T06:30:00.000Z'],
  ])
  const stored = made.map((point, nth) => ({ ...point, _id: String(nth) }))
  expect(mealsOf(stored, served)).toEqual(meals)
  expect(planSittings(stored, meals, served)).toEqual(stored)
  expect(sittingsOff(stored, served)).toEqual({ missing: [], extra: [], changed: [] })

  // Another caterer for one day, and an event that ends a day earlier: ids stay with their sitting.
  const changed = { ...served, endsAt: '2027-01-11T12:00:00Z', caterers: [auntie, uncle] }
  const off = sittingsOff(stored, changed)
  expect([off.missing, off.extra, off.changed].map((some) => some.map(({ name }) => name))).toEqual([
    ['Breakfast, Uncle'],
    ['Supper', 'Breakfast'],
    ['Supper, Auntie', 'Breakfast, Auntie'],
  ])
  const next = planSittings(stored, mealsOf(stored, changed), changed)
  expect(next.map(({ _id, name }) => [_id, name])).toEqual([
    ['0', 'Gate'],
    ['1', 'Supper, Auntie'],
    ['2', 'Breakfast, Auntie'],
    [undefined, 'Breakfast, Uncle'],
  ])
  // Nobody's caterer and no caterer's time are the office's own.
  const own = { kind: 'meal', name: 'Gala', starts_at: '2027-01-11T20:00:00Z', caterer_id: null }
  expect(planSittings([own], [], served)).toEqual([own])
  expect(planSittings(stored, [], { ...served, caterers: [] }).map(({ _id }) => _id)).toEqual(['0'])
})

it('has sittings on the days that the price counts, also for somebody who comes late', () => {
  const first = '2027-01-10'
  const offer = (days: number): QuoteOffer => ({
    currency: 'GHS',
    deposit_percent: null,
    participant_types: [],
    accommodations: [],
    caterers: [{ _id: 'a', name: 'Auntie', price_per_day: 100, days }],
    products: [],
    form: null,
  })
  const choice = { participants: [{ participant_type_id: 't', caterer_id: 'a' }] }
  const whole = [{ name: 'Meals', from: '00:00', until: '23:59' }]
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 12 }),
      fc.integer({ min: 1, max: 15 }),
      fc.integer({ min: -2, max: 11 }),
      (length, days, day) => {
        const today = addDays(first, Math.min(day, length - 1))
        const last = addDays(first, length - 1)
        const made = planSittings([], whole, {
          startsAt: `${first}T00:00:00Z`,
          endsAt: `${last}T23:00:00Z`,
          zone: 'Africa/Accra',
          now: Date.parse(`${today}T00:00:00Z`),
          caterers: [{ caterer_id: 'a', name: 'Auntie', days }],
        })
        const [sold] = quote(offer(days), choice, [], { today, first, last }).lines
        expect(made.map(({ starts_at }) => starts_at?.slice(0, 10))).toHaveLength(sold?.units ?? 0)
        if (sold?.from_day && sold.until_day)
          expect(made.map(({ starts_at }) => starts_at?.slice(0, 10))).toEqual(
            nightsBetween(sold.from_day, sold.until_day),
          )
      },
    ),
  )
})

it('adds what is missing in its place, and leaves the order of the office alone', () => {
  const bus = { _id: 'bus', kind: 'bus', name: 'Shuttle', starts_at: null }
  const all = planSittings([gate], meals, served).map((point, nth) => ({ ...point, _id: String(nth) }))
  const stored = [...all.filter(({ _id }) => _id !== '2' && _id !== '3'), bus]
  expect(sittingsOff(stored, served)).toMatchObject({
    missing: [{ starts_at: '2027-01-11T06:30:00.000Z' }, { starts_at: '2027-01-11T18:00:00.000Z' }],
    extra: [],
    changed: [],
  })
  expect(planSittings(stored, meals, served).map(({ _id }) => _id)).toEqual([
    '0',
    '1',
    undefined,
    undefined,
    '4',
    'bus',
  ])
})

it('makes no meals of a caterer who is gone, and knows one who was renamed', () => {
  const two = { ...served, caterers: [auntie, { ...uncle, days: null }] }
  const stored = planSittings([gate], meals, two).map((point, nth) => ({ ...point, _id: String(nth) }))
  expect(stored).toHaveLength(9)
  const gone = sittingsOff(stored, served)
  expect([gone.missing, gone.extra.map(({ name }) => name), gone.changed.map(({ name }) => name)]).toEqual([
    [],
    ['Supper, Uncle', 'Breakfast, Uncle', 'Supper, Uncle', 'Breakfast, Uncle'],
    ['Supper', 'Breakfast', 'Supper', 'Breakfast'],
  ])
  const renamed = {
    ...two,
    caterers: [
      { ...auntie, name: 'Auntie Esi' },
      { ...uncle, days: null },
    ],
  }
  expect(mealsOf(stored, renamed)).toEqual(meals)
  const off = sittingsOff(stored, renamed)
  expect([off.missing, off.extra, off.changed.map(({ name }) => name)]).toEqual([
    [],
    [],
    ['Supper, Auntie Esi', 'Breakfast, Auntie Esi', 'Supper, Auntie Esi', 'Breakfast, Auntie Esi'],
  ])
})

it('knows a caterer who was renamed, also with a comma in the name', () => {
  const kofi = { ...uncle, name: 'Kofi, Sons & Co', days: null }
  const two = { ...served, caterers: [auntie, kofi] }
  const stored = planSittings([gate], meals, two).map((point, nth) => ({ ...point, _id: String(nth) }))
  for (const caterers of [
    [auntie, { ...kofi, name: 'Kofi Ltd' }],
    [
      { ...auntie, name: 'Auntie Esi' },
      { ...kofi, name: 'Kofi, Sons, Daughters & Co' },
    ],
  ]) {
    const renamed = { ...two, caterers }
    expect(mealsOf(stored, renamed)).toEqual(meals)
    expect(planSittings(stored, meals, renamed)).toHaveLength(stored.length)
  }
})

it('tells two sittings of one name, caterer and day apart by their times', () => {
  const snacks = [
    { name: 'Snack', from: '10:00', until: '10:30' },
    { name: 'Snack', from: '16:00', until: '16:30' },
  ]
  const stored = planSittings([gate], snacks, served).map((point, nth) => ({ ...point, _id: String(nth) }))
  expect(mealsOf(stored, served)).toEqual(snacks)
  expect(sittingsOff(stored, served)).toEqual({ missing: [], extra: [], changed: [] })
  expect(planSittings(stored, snacks, served)).toEqual(stored)
  // A day that has only the later one misses the first, and keeps its own.
  const one = stored.filter(({ _id }) => _id !== '1')
  expect(sittingsOff(one, served)).toMatchObject({
    missing: [{ starts_at: stored[1]?.starts_at }],
    extra: [],
    changed: [],
  })
})

it('knows its sittings again by long names, and those of caterers who were all replaced', () => {
  const long = { ...uncle, days: null, name: `Uncle ${'of the large kitchen '.repeat(4)}`.trim() }
  const two = { ...served, caterers: [auntie, long] }
  const named = meals.map((meal) => ({ ...meal, name: `${meal.name} ${'for everybody '.repeat(2)}`.trim() }))
  for (const some of [meals, named]) {
    const stored = planSittings([gate], some, two)
    expect(stored.every(({ name }) => name.length <= 80)).toBe(true)
    expect(mealsOf(stored, two)).toEqual(some)
    expect(sittingsOff(stored, two)).toEqual({ missing: [], extra: [], changed: [] })
    expect(planSittings(stored, some, two)).toEqual(stored)
  }
  const stored = planSittings([gate], meals, two)
  const others = { ...served, caterers: [{ caterer_id: 'c'.repeat(24), name: 'Efua', days: null }] }
  expect(sittingsOff(stored, others).extra).toHaveLength(8)
})

it('leaves sittings that are over as they were, and makes none for a time that is past', () => {
  const stored = planSittings([gate], meals, served).map((point, nth) => ({ ...point, _id: String(nth) }))
  const running = { ...served, now: Date.parse('2027-01-11T10:00:00Z') }
  const times = (points: readonly { name: string; starts_at?: string | null | undefined }[]) =>
    points.map(({ name, starts_at }) => `${name} ${starts_at?.slice(8, 16)}`)
  // Breakfast of the 11th and supper of the 10th are over.
  const later = [{ name: 'Supper', from: '20:00', until: '21:30' }]
  const next = planSittings(stored, later, running)
  expect(times(next)).toEqual(['Gate undefined', 'Supper 10T18:00', 'Breakfast 11T06:30', 'Supper 11T20:00'])
  expect(mealsOf(next, running)).toEqual(later)
  expect(sittingsOff(next, running)).toEqual({ missing: [], extra: [], changed: [] })
  expect(planSittings(next, later, running)).toEqual(next)
  // A caterer who is gone served what is over. One who serves one day serves the last.
  expect(times(planSittings(stored, meals, { ...running, caterers: [uncle] }))).toEqual([
    'Gate undefined',
    'Supper 10T18:00',
    'Breakfast 11T06:30',
    'Breakfast 12T06:30',
  ])
  expect(times(planSittings([gate], meals, running))).toEqual([
    'Gate undefined',
    'Supper 11T18:00',
    'Breakfast 12T06:30',
  ])
})

it('keeps caterers apart whose names begin alike, and their sittings when they are renamed for it', () => {
  const kitchen = 'Kitchen of the Women of the Central Assembly'
  const [north, south] = [`${kitchen}, North Gate`, `${kitchen}, South Gate`]
  const first = { caterer_id: 'n', name: north, days: null }
  const second = { caterer_id: 's', name: south, days: null }
  const alike = { ...served, caterers: [auntie, first, second] }
  const long = meals.map((meal) => ({
    ...meal,
    name: `${meal.name} ${'for everybody '.repeat(4)}`.trim().slice(0, 40),
  }))
  for (const some of [meals, long]) {
    const stored = planSittings([gate], some, alike).map((point, nth) => ({ ...point, _id: String(nth) }))
    const names = stored.map(({ name, starts_at }) => `${name} ${starts_at}`)
    expect(new Set(names).size).toBe(names.length)
    expect(stored.every(({ name }) => name.length <= 80)).toBe(true)
    expect(mealsOf(stored, alike)).toEqual(some)
    expect(sittingsOff(stored, alike)).toEqual({ missing: [], extra: [], changed: [] })
    expect(planSittings(stored, some, alike)).toEqual(stored)
    // The second one joins later: the sittings of the first get another name, and stay.
    const before = { ...served, caterers: [auntie, first] }
    const points = planSittings([gate], some, before).map((point, nth) => ({ ...point, _id: String(nth) }))
    const off = sittingsOff(points, alike)
    expect([off.missing, off.extra, off.changed].map(({ length }) => length)).toEqual([4, 0, 4])
  }
  const suppers = planSittings([gate], meals, alike).flatMap(({ name, starts_at }) =>
    starts_at?.startsWith('2027-01-10') ? [name] : [],
  )
  expect(suppers).toEqual([
    'Supper, Auntie',
    'Supper, Kitchen of the Wom… North Gate',
    'Supper, Kitchen of the Wom… South Gate',
  ])
  // Nothing but their place tells these two.
  const twins = { ...served, caterers: [first, { ...second, name: north }] }
  expect(new Set(planSittings([], meals.slice(1), twins).map(({ name }) => name)).size).toBe(2)
})

it('still knows on the last day what was eaten before, so that one more day has all meals', () => {
  const lunch = { name: 'Lunch', from: '11:00', until: '12:00' }
  const all = [meals[0], lunch, meals[1]].flatMap((meal) => (meal ? [meal] : []))
  const stored = planSittings([gate], all, served).map((point, nth) => ({ ...point, _id: String(nth) }))
  // Breakfast of the 12th is over, lunch is not, and the event ends before supper.
  const last = { ...served, now: Date.parse('2027-01-12T09:00:00Z') }
  expect(mealsOf(stored, last)).toEqual(all)
  expect(sittingsOff(stored, last)).toEqual({ missing: [], extra: [], changed: [] })
  const longer = { ...last, endsAt: '2027-01-13T12:00:00Z', stored: last }
  const days = (points: readonly { name: string; starts_at?: string | null | undefined }[]) =>
    points.map(({ name, starts_at }) => `${name} ${starts_at?.slice(8, 10)}`)
  expect(days(sittingsOff(stored, longer).missing)).toEqual(['Supper 12', 'Breakfast 13', 'Lunch 13'])
  const next = planSittings(stored, mealsOf(stored, longer), longer)
  // What is over keeps its point, and with it who was scanned there.
  for (const point of stored) expect(next).toContainEqual(point)
  // In the evening, too.
  expect(mealsOf(stored, { ...last, now: Date.parse('2027-01-12T20:00:00Z') })).toEqual(all)

  // What the office has changed since is not brought back: another name, another time, or no such meal.
  const noon = { ...served, now: Date.parse('2027-01-11T10:00:00Z') }
  const changed = [
    [{ name: 'Brunch', from: '09:00', until: '10:30' }, lunch, ...meals.slice(1)],
    [{ name: 'Breakfast', from: '06:00', until: '07:00' }, lunch, { name: 'Supper', from: '17:00', until: '18:00' }],
    [lunch, ...meals.slice(1)],
  ]
  for (const some of changed) {
    const points = planSittings(stored, some, noon)
    expect(mealsOf(points, noon)).toEqual(some)
    const left = some.filter(({ name }) => name !== 'Brunch' && name !== 'Breakfast')
    for (const now of ['2027-01-12T05:00:00Z', '2027-01-12T11:30:00Z'])
      expect(mealsOf(points, { ...last, now: Date.parse(now) })).toEqual(expect.arrayContaining(left))
    expect(mealsOf(points, { ...last, now: Date.parse('2027-01-12T11:30:00Z') })).toEqual(some)
  }
})

it('gives every sitting the translations of its meal, with the caterer as in the church’s own language', () => {
  const usual = usualMeals('en')
  const two = { ...served, caterers: [auntie, { ...uncle, days: null }] }
  const stored = planSittings([gate], usual, two).map((point, nth) => ({ ...point, _id: String(nth) }))
  expect(stored.find(({ name }) => name === 'Supper, Uncle')).toMatchObject({
    translations: { de: { name: 'Abendessen, Uncle' }, fr: { name: 'Dîner, Uncle' }, pt: { name: 'Jantar, Uncle' } },
  })
  expect(mealsOf(stored, two)).toEqual(usual)
  expect(planSittings(stored, usual, two)).toEqual(stored)
  expect(sittingsOff(stored, two)).toEqual({ missing: [], extra: [], changed: [] })

  // One caterer is left, and another was renamed: the languages follow.
  const one = planSittings(stored, mealsOf(stored, served), served)
  expect(one.find(({ name }) => name === 'Supper')).toMatchObject({ translations: { de: { name: 'Abendessen' } } })
  const renamed = { ...two, caterers: [auntie, { ...uncle, name: 'Onkel', days: null }] }
  expect(mealsOf(stored, renamed)).toEqual(usual)
  expect(
    planSittings(stored, mealsOf(stored, renamed), renamed).find(({ name }) => name === 'Lunch, Onkel'),
  ).toMatchObject({ translations: { fr: { name: 'Déjeuner, Onkel' } } })
})

it('names the usual meals in the language of the church, whatever that is', () => {
  expect(usualMeals('de')[0]).toMatchObject({ name: 'Frühstück', translations: { en: { name: 'Breakfast' } } })
  expect(usualMeals('de')[0]?.translations).not.toHaveProperty('de')
})

it('sees a translation that is missing or another, and takes it away where a meal lost it', () => {
  const german = meals.map((meal) => ({ ...meal, translations: { de: { name: `${meal.name} de` } } }))
  const stored = planSittings([gate], german, served).map((point, nth) => ({ ...point, _id: String(nth) }))
  const forgotten = stored.map((point) => (point._id === '1' ? { ...point, translations: {} } : point))
  expect(mealsOf(forgotten, served)).toEqual(german)
  expect(sittingsOff(forgotten, served)).toMatchObject({ missing: [], extra: [], changed: [{ _id: '1' }] })
  expect(planSittings(forgotten, german, served)).toEqual(stored)
  expect(planSittings(stored, meals, served).slice(1)).toEqual(
    stored.slice(1).map((point) => ({ ...point, translations: {} })),
  )
})
