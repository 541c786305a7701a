import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDays, nightsBetween } from './nights.ts'
import { personsOf, type WishPerson } from './party.ts'
import {
  depositOf,
  type EventClock,
  hasDayOver,
  mealDaysLeft,
  piecesIn,
  type QuoteChoice,
  type QuoteLine,
  type QuoteOffer,
  quote,
  refundFor,
  refundSteps,
} from './quote.ts'

const idOf = (n: number): string => n.toString(16).padStart(24, '0')

const offer: QuoteOffer = {
  currency: 'GHS',
  deposit_percent: 30,
  participant_types: [
    { _id: idOf(1), name: 'Delegate', price: 10_000 },
    { _id: idOf(2), name: 'Visitor', price: 0 },
  ],
  accommodations: [
    { room_category_id: idOf(3), name: 'Standard', price_per_night: 5_000, charged_per: 'person' },
    { room_category_id: idOf(4), name: 'Executive', price_per_night: 9_000, charged_per: 'room' },
  ],
  caterers: [{ _id: idOf(5), name: 'Auntie Muni', price_per_day: 2_000, days: 3 }],
  products: [{ name: 'T-shirt', options: [{ _id: idOf(6), name: 'L', price: 3_500 }] }],
  form: {
    sections: [
      {
        _id: idOf(90),
        title: 'Extras',
        description: '',
        questions: [
          {
            _id: idOf(91),
            label: 'Excursion',
            help: '',
            type: 'radio',
            required: false,
            min_value: null,
            max_value: null,
            min_date: null,
            max_date: null,
            visible_when: null,
            participant_type_ids: [],
            rating_scores: [],
            options: [
              { _id: idOf(92), label: 'Yes', price: 700, capacity: null },
              { _id: idOf(93), label: 'No', price: 0, capacity: null },
            ],
          },
        ],
      },
    ],
  },
}

const stay = (category: number) => ({
  room_category_id: idOf(category),
  check_in: '2027-01-10',
  check_out: '2027-01-13',
})

/** A choice from a body without a list of persons. */
const chosen = ({
  participant_type_id,
  with_spouse,
  caterer_id,
  ...rest
}: Parameters<typeof personsOf>[0] & Omit<QuoteChoice, 'participants'>): QuoteChoice => ({
  ...rest,
  participants: personsOf({ participant_type_id, with_spouse, caterer_id }),
})

describe('the quote', () => {
  test('adds up everything chosen, for one person', () => {
    const { lines, total, deposit } = quote(
      offer,
      chosen({
        participant_type_id: idOf(1),
        accommodation: stay(3),
        caterer_id: idOf(5),
        products: [{ product_option_id: idOf(6), quantity: 2 }],
        answers: { [idOf(91)]: idOf(92) },
      }),
    )
    expect(lines.map(({ label, quantity, units, amount }) => [label, quantity, units, amount])).toEqual([
      ['Delegate', 1, 1, 10_000],
      ['Standard', 1, 3, 15_000],
      ['Auntie Muni', 1, 3, 6_000],
      ['T-shirt, L', 2, 1, 7_000],
      ['Excursion: Yes', 1, 1, 700],
    ])
    expect(total).toBe(38_700)
    expect(deposit).toBe(11_610)
  })

  test('counts persons twice for a couple, a room once', () => {
    const couple = { participant_type_id: idOf(1), with_spouse: idOf(70), caterer_id: idOf(5) }
    expect(quote(offer, chosen({ ...couple, accommodation: stay(3) })).total).toBe(20_000 + 30_000 + 12_000)
    expect(quote(offer, chosen({ ...couple, accommodation: stay(4) })).total).toBe(20_000 + 27_000 + 12_000)
  })

  test('keeps the price that was agreed for what stays chosen', () => {
    const agreed = quote(offer, chosen({ participant_type_id: idOf(1), accommodation: stay(3) })).lines
    const dearer: QuoteOffer = {
      ...offer,
      participant_types: [{ _id: idOf(1), name: 'Delegate', price: 99_000 }],
      accommodations: [{ room_category_id: idOf(3), name: 'Standard', price_per_night: 99_000, charged_per: 'person' }],
    }
    const changed = { ...stay(3), check_out: '2027-01-12' }
    expect(quote(dearer, chosen({ participant_type_id: idOf(1), accommodation: changed }), agreed).total).toBe(20_000)
  })

  test('keeps the words of an answer that stays, and has those of the day for a new one', () => {
    const answer = chosen({ participant_type_id: idOf(2), answers: { [idOf(91)]: idOf(92) } })
    const agreed = quote(offer, answer).lines
    const reworded: QuoteOffer = {
      ...offer,
      form: {
        sections: (offer.form?.sections ?? []).map((section) => ({
          ...section,
          questions: section.questions.map((question) => ({ ...question, label: 'Boat trip?' })),
        })),
      },
    }
    expect(quote(reworded, answer, agreed).lines.map(({ label }) => label)).toContain('Excursion: Yes')
    expect(quote(reworded, answer).lines.map(({ label }) => label)).toContain('Boat trip? Yes')
  })

  describe('of an answer that stays', () => {
    const [section] = offer.form?.sections ?? []
    const [excursion] = section?.questions ?? []
    if (!section || !excursion) throw new Error('the form asks about the excursion')
    const [yes, no] = excursion.options
    if (!yes || !no) throw new Error('the excursion has two options')
    const asking = (...questions: (typeof excursion)[]): QuoteOffer => ({
      ...offer,
      form: { sections: [{ ...section, questions }] },
    })
    const before = (option: string) => {
      const choice = chosen({ participant_type_id: idOf(2), answers: { [excursion._id]: option } })
      return { choice, lines: quote(offer, choice).lines }
    }
    /** What somebody who chose an option pays after a change of these answers, of a form that has changed. */
    const after = (option: string, form: QuoteOffer, answers: Readonly<Record<string, unknown>>): number => {
      const { choice, lines } = before(option)
      const stored = { answers: choice.answers ?? {}, participantTypeIds: [idOf(2)] }
      const edited = chosen({ participant_type_id: idOf(2), answers, stored, agreedAnswers: choice.answers })
      return quote(form, edited, lines).total
    }

    test('is nothing if it was free, until it is answered otherwise', () => {
      const dearer = asking({
        ...excursion,
        options: [
          { ...yes, price: 900 },
          { ...no, price: 300 },
        ],
      })
      expect(after(no._id, dearer, { [excursion._id]: no._id })).toBe(0)
      expect(after(no._id, dearer, { [excursion._id]: yes._id })).toBe(900)
      expect(after(yes._id, dearer, { [excursion._id]: yes._id })).toBe(700)
      expect(after(yes._id, dearer, { [excursion._id]: no._id })).toBe(300)
    })

    test('is the same when its option went to another question', () => {
      const outing = { ...excursion, _id: idOf(94), options: [yes] }
      const moved = asking({ ...excursion, options: [no] }, outing)
      expect(after(yes._id, moved, { [excursion._id]: yes._id })).toBe(700)
      expect(after(yes._id, moved, { [excursion._id]: yes._id, [outing._id]: yes._id })).toBe(1_400)
      expect(after(yes._id, moved, { [excursion._id]: no._id })).toBe(0)
    })
  })

  test('does not count what is not offered, nor a stay without a night', () => {
    expect(quote(offer, chosen({ participant_type_id: idOf(77) })).total).toBe(0)
    const backwards = { room_category_id: idOf(3), check_in: '2027-01-13', check_out: '2027-01-10' }
    expect(quote(offer, chosen({ participant_type_id: idOf(2), accommodation: backwards })).total).toBe(0)
  })

  test('is the sum of its lines, whole, and no dearer for less', () => {
    fc.assert(
      fc.property(
        fc.record({
          type: fc.constantFrom(1, 2),
          nights: fc.integer({ min: 0, max: 20 }),
          category: fc.constantFrom(3, 4),
          caterer: fc.boolean(),
          quantity: fc.integer({ min: 0, max: 50 }),
          spouse: fc.boolean(),
          percent: fc.option(fc.integer({ min: 1, max: 99 }), { nil: null }),
        }),
        ({ type, nights, category, caterer, quantity, spouse, percent }) => {
          const choice = chosen({
            participant_type_id: idOf(type),
            accommodation:
              nights > 0
                ? { room_category_id: idOf(category), check_in: '2027-01-10', check_out: addDays('2027-01-10', nights) }
                : null,
            caterer_id: caterer ? idOf(5) : null,
            products: quantity > 0 ? [{ product_option_id: idOf(6), quantity }] : [],
            with_spouse: spouse ? idOf(70) : null,
          })
          const quoted = quote({ ...offer, deposit_percent: percent }, choice)
          expect(quoted.total).toBe(quoted.lines.reduce((sum, { amount }) => sum + amount, 0))
          expect(Number.isSafeInteger(quoted.total)).toBe(true)
          expect(
            quoted.lines.every(({ quantity: q, units, unit_price, amount }) => amount === q * units * unit_price),
          ).toBe(true)
          expect(quoted.deposit).toBeLessThanOrEqual(quoted.total)
          expect(quote(offer, { ...choice, products: [] }).total).toBeLessThanOrEqual(quoted.total)
          // The quoted price stays if nothing changes.
          expect(quote(offer, choice, quoted.lines).lines).toEqual(quoted.lines)
        },
      ),
    )
  })
})

describe('the persons of a quote', () => {
  const persons = fc.array(
    fc.record({
      type: fc.constantFrom(1, 2, 77),
      caterer: fc.boolean(),
    }),
    { minLength: 1, maxLength: 20 },
  )

  test('each have a line of their own, and cost together what they cost alone', () => {
    fc.assert(
      fc.property(persons, (people) => {
        const participants = people.map(({ type, caterer }) => ({
          participant_type_id: idOf(type),
          caterer_id: caterer ? idOf(5) : null,
        }))
        const together = quote(offer, { participants, accommodation: stay(3) })
        const alone = participants.map((person) => quote(offer, { participants: [person], accommodation: stay(3) }))
        expect(together.total).toBe(alone.reduce((sum, { total }) => sum + total, 0))
        expect(together.lines.flatMap(({ person }) => (person === null ? [] : [person]))).toEqual(
          people.flatMap(({ type }, index) => (type === 77 ? [] : [index])),
        )
      }),
    )
  })

  test('are the same whether the spouse is named or listed', () => {
    fc.assert(
      fc.property(fc.constantFrom(1, 2), fc.boolean(), fc.boolean(), (type, caterer, spouse) => {
        const own = { participant_type_id: idOf(type), caterer_id: caterer ? idOf(5) : null }
        const listed: WishPerson[] = [
          { role: 'main', ...own },
          ...(spouse ? [{ role: 'spouse' as const, person_id: idOf(70), ...own }] : []),
        ]
        const named = chosen({ ...own, with_spouse: spouse ? idOf(70) : null, accommodation: stay(4) })
        expect(quote(offer, named)).toEqual(
          quote(offer, { participants: personsOf({ participants: listed }), accommodation: stay(4) }),
        )
      }),
    )
  })

  test('may take part at prices of their own', () => {
    const { lines, total } = quote(offer, {
      participants: [{ participant_type_id: idOf(1) }, { participant_type_id: idOf(2) }],
    })
    expect(lines.map(({ label, person, amount }) => [label, person, amount])).toEqual([
      ['Delegate', 0, 10_000],
      ['Visitor', 1, 0],
    ])
    expect(total).toBe(10_000)
  })
})

describe('a running event', () => {
  const [first, last] = ['2027-01-10', '2027-01-14']
  const at = (today: string) => ({ today, first, last })
  const bed = (category: 3 | 4, check_in: string, check_out = '2027-01-15') => ({
    room_category_id: idOf(category),
    check_in,
    check_out,
  })
  const people = (count: number, caterer: number | null = null) =>
    Array.from({ length: count }, () => ({
      participant_type_id: idOf(2),
      caterer_id: caterer === null ? null : idOf(caterer),
    }))
  const shown = (lines: readonly QuoteLine[], kind: QuoteLine['kind']) =>
    lines.flatMap((one) =>
      one.kind === kind ? [[one.label, one.quantity, one.units, one.from_day?.slice(8), one.until_day?.slice(8)]] : [],
    )
  const nights = (choice: QuoteChoice, agreed: readonly QuoteLine[], clock: EventClock) =>
    shown(quote(offer, choice, agreed, clock).lines, 'accommodation')

  const one = { participants: people(1), accommodation: bed(3, first) }
  const before = quote(offer, one, [], at('2027-01-01')).lines

  test('charges a person who is added for the nights to come', () => {
    expect(nights({ ...one, participants: people(2) }, before, at('2027-01-12'))).toEqual([
      ['Standard', 1, 2, '10', '12'],
      ['Standard', 2, 3, '12', '15'],
    ])
    expect(nights(one, before, at('2027-01-12'))).toEqual([['Standard', 1, 5, '10', '15']])
  })

  test('charges another category from tonight, and the nights that were slept as they were', () => {
    const moved = { ...one, accommodation: bed(4, '2027-01-12') }
    const { lines } = quote(offer, moved, before, at('2027-01-12'))
    expect(shown(lines, 'accommodation')).toEqual([
      ['Standard', 1, 2, '10', '12'],
      ['Executive', 1, 3, '12', '15'],
    ])
    // The next day back again.
    expect(nights({ ...one, accommodation: bed(3, '2027-01-13') }, lines, at('2027-01-13'))).toEqual([
      ['Standard', 1, 2, '10', '12'],
      ['Executive', 1, 1, '12', '13'],
      ['Standard', 1, 2, '13', '15'],
    ])
  })

  test('keeps what was slept when the beds are given up, unless the desk gives nights back', () => {
    const none = { ...one, accommodation: null }
    expect(nights(none, before, at('2027-01-12'))).toEqual([['Standard', 1, 2, '10', '12']])
    const later = { ...one, accommodation: bed(3, '2027-01-11') }
    expect(nights(later, before, { ...at('2027-01-12'), returned: ['2027-01-10'] })).toEqual([
      ['Standard', 1, 4, '11', '15'],
    ])
  })

  test('sells the meals of the days that are left, and keeps those that were eaten', () => {
    const meals = (count: number, caterer: number | null, agreed: readonly QuoteLine[], today: string) => {
      const { lines } = quote(offer, { participants: people(count, caterer) }, agreed, at(today))
      return { lines, shown: shown(lines, 'caterer') }
    }
    // Three days of meals: the last three of the event.
    const sold = meals(1, 5, [], '2027-01-10')
    expect(sold.shown).toEqual([['Auntie Muni', 1, 3, undefined, undefined]])
    expect(meals(1, 5, [], '2027-01-11').shown).toEqual([['Auntie Muni', 1, 3, '12', '15']])
    expect(meals(1, 5, [], '2027-01-13').shown).toEqual([['Auntie Muni', 1, 2, '13', '15']])
    const more = meals(2, 5, sold.lines, '2027-01-13')
    expect(more.shown).toEqual([
      ['Auntie Muni', 1, 1, '12', '13'],
      ['Auntie Muni', 2, 2, '13', '15'],
    ])
    expect(meals(2, null, more.lines, '2027-01-14').shown).toEqual([
      ['Auntie Muni', 1, 1, '12', '13'],
      ['Auntie Muni', 2, 1, '13', '14'],
    ])
    expect([5, 3, 1].map((days) => mealDaysLeft(at('2027-01-13'), days))).toEqual([2, 2, 1])
    // No more than the event has, also before it.
    expect(['2027-01-01', '2027-01-10'].map((today) => mealDaysLeft(at(today), 60))).toEqual([5, 5])
  })

  test('keeps the days of ordered meals when the office moves the end of the event, and their number', () => {
    const choice = { participants: people(1, 5) }
    const moved = (agreed: readonly QuoteLine[], last: string, today: string) =>
      quote(offer, choice, agreed, { ...at(today), last })
    const ordered = quote(offer, choice, quote(offer, choice).lines, at('2027-01-12'))
    for (const last of ['2027-01-13', '2027-01-15', '2027-01-17'])
      for (const today of ['2027-01-12', '2027-01-13', '2027-01-14'])
        expect(moved(ordered.lines, last, today).lines).toEqual(ordered.lines)
    // Given up and ordered again, they are those of the days that are left.
    const { lines } = quote(offer, { participants: people(1) }, ordered.lines, at('2027-01-13'))
    expect(shown(moved(lines, '2027-01-16', '2027-01-14').lines, 'caterer')).toEqual([
      ['Auntie Muni', 1, 1, '12', '13'],
      ['Auntie Muni', 1, 3, '14', '17'],
    ])
  })

  test('keeps the days that were sold when the office changes how many a caterer serves, or the end of the event', () => {
    const serving = (days: number, price_per_day = 2_000): QuoteOffer => ({
      ...offer,
      caterers: [{ _id: idOf(5), name: 'Auntie Muni', price_per_day, days }],
    })
    const meals = (days: number, eaters: number, agreed: readonly QuoteLine[], clock: EventClock) => {
      const { lines } = quote(serving(days, 9_000), { participants: people(eaters, 5) }, agreed, clock)
      return { lines, shown: shown(lines, 'caterer') }
    }
    const sold = quote(serving(3), { participants: people(1, 5) }, [], at('2027-01-01')).lines
    for (const today of ['2027-01-02', first, '2027-01-11', '2027-01-13'])
      for (const days of [1, 5])
        for (const clock of [at(today), ...(today < first ? [{ ...at(today), last: '2027-01-12' }] : [])]) {
          const { lines } = meals(days, 1, sold, clock)
          expect(lines.map(({ units, amount }) => [units, amount])).toEqual([
            [1, 0],
            [3, 6_000],
          ])
        }
    // Somebody who orders now has the days and the price of now. One that goes has the last line.
    const two = meals(5, 2, sold, at('2027-01-02'))
    expect(two.shown).toEqual([
      ['Auntie Muni', 1, 3, undefined, undefined],
      ['Auntie Muni', 1, 5, undefined, undefined],
    ])
    expect(meals(4, 2, two.lines, at('2027-01-03')).lines).toEqual(two.lines)
    expect(meals(4, 1, two.lines, at('2027-01-03')).shown).toEqual([['Auntie Muni', 1, 3, undefined, undefined]])
    expect(meals(4, 3, two.lines, at('2027-01-12')).shown).toEqual([
      ['Auntie Muni', 1, 2, '10', '12'],
      ['Auntie Muni', 1, 3, '12', '15'],
      ['Auntie Muni', 2, 3, '12', '15'],
    ])
  })

  test('keeps the meals of a day whose night the desk gives back', () => {
    const choice = { ...one, participants: people(1, 5) }
    const agreed = quote(offer, choice).lines
    const stay = { ...choice, accommodation: bed(3, '2027-01-13') }
    const { lines } = quote(offer, stay, agreed, {
      ...at('2027-01-13'),
      returned: ['2027-01-10', '2027-01-11', '2027-01-12'],
    })
    expect(shown(lines, 'caterer')).toEqual([['Auntie Muni', 1, 3, '12', '15']])
  })

  const choices = fc
    .record({
      persons: fc.integer({ min: 1, max: 4 }),
      category: fc.constantFrom(null, 3 as const, 4 as const),
      from: fc.integer({ min: 0, max: 4 }),
      nights: fc.integer({ min: 1, max: 5 }),
      caterer: fc.constantFrom(null, 5),
    })
    .map(({ persons, category, from, nights: count, caterer }): QuoteChoice => {
      const start = addDays(first, from)
      return {
        participants: people(persons, caterer),
        accommodation: category && bed(category, start, addDays(start, count)),
      }
    })
  const dated = (lines: readonly QuoteLine[], isOver: (day: string) => boolean) =>
    lines
      .flatMap(({ from_day, until_day, ref_id, quantity, unit_price }) =>
        from_day && until_day
          ? nightsBetween(from_day, until_day)
              .filter(isOver)
              .map((day) => `${day} ${ref_id} ${quantity} ${unit_price}`)
          : [],
      )
      .sort()

  test('costs what was agreed, whatever the office changes of caterers and dates', () => {
    const days = fc.integer({ min: 1, max: 6 })
    fc.assert(
      fc.property(
        choices,
        days,
        days,
        fc.integer({ min: 11, max: 16 }),
        fc.integer({ min: 5, max: 12 }),
        (had, ...n) => {
          const [sold, serves, ends, now] = n
          const serving = (count: number): QuoteOffer => ({
            ...offer,
            caterers: offer.caterers.map((caterer) => ({ ...caterer, days: count })),
          })
          const agreed = quote(serving(sold), had, [], at('2027-01-01'))
          const clock = { ...at(`2027-01-${String(now).padStart(2, '0')}`), last: `2027-01-${ends}` }
          expect(quote(serving(serves), had, agreed.lines, clock).total).toBe(agreed.total)
        },
      ),
    )
  })

  test('never sells, moves or gives back a day that is over, however often it is changed', () => {
    fc.assert(
      fc.property(fc.array(choices, { minLength: 2, maxLength: 7 }), (asked) => {
        let lines: readonly QuoteLine[] = []
        asked.forEach((choice, index) => {
          const today = addDays(first, index - 1)
          const then = quote(offer, choice, lines, at(today)).lines
          const isOver = (day: string) => day < today
          if (index > 2) expect(dated(then, isOver)).toEqual(dated(lines, isOver))
          const again = quote(offer, choice, then, at(today))
          expect(again.lines).toEqual(then)
          const slept = then.reduce(
            (sum, { from_day, until_day, quantity, unit_price }) =>
              from_day && until_day
                ? sum + nightsBetween(from_day, until_day).filter(isOver).length * quantity * unit_price
                : sum,
            0,
          )
          expect(quote(offer, { participants: people(1) }, then, at(today)).total).toBe(slept)
          lines = then
        })
      }),
    )
  })

  test('costs the same as any other, as long as nothing is over', () => {
    fc.assert(
      fc.property(choices, choices, (had, choice) => {
        const agreed = quote(offer, had).lines
        expect(quote(offer, choice, agreed, at(first))).toEqual(quote(offer, choice, agreed))
      }),
    )
  })
})

describe('what was agreed', () => {
  const first = '2027-01-10'
  const price = fc.integer({ min: 0, max: 9 }).map((n) => n * 1_000)
  const [section] = offer.form?.sections ?? []
  /** The offer on a day with prices of its own: of a delegate, a night of each category, a day of meals, a shirt. */
  const priced = ([type, night, room, meal, shirt]: readonly number[]): QuoteOffer => ({
    ...offer,
    participant_types: offer.participant_types.map((one, index) => ({
      ...one,
      price: index === 0 ? (type ?? 0) : 500,
    })),
    accommodations: offer.accommodations.map((one, index) => ({
      ...one,
      price_per_night: (index === 0 ? night : room) ?? 0,
    })),
    caterers: offer.caterers.map((one) => ({ ...one, price_per_day: meal ?? 0 })),
    products: [{ name: 'T-shirt', options: [{ _id: idOf(6), name: 'L', price: shirt ?? 0 }] }],
    form: section ? { sections: [section] } : null,
  })
  const days = fc.array(price, { minLength: 5, maxLength: 5 }).map(priced)
  const choices = fc
    .record({
      persons: fc.integer({ min: 1, max: 4 }),
      eaters: fc.integer({ min: 0, max: 4 }),
      category: fc.constantFrom(null, 3, 4),
      from: fc.integer({ min: 0, max: 3 }),
      nights: fc.integer({ min: 1, max: 5 }),
      shirts: fc.integer({ min: 0, max: 40 }),
    })
    .map(({ persons, eaters, category, from, nights, shirts }): QuoteChoice => {
      const check_in = addDays(first, from)
      return {
        participants: Array.from({ length: persons }, (_, index) => ({
          participant_type_id: idOf(1),
          caterer_id: index < eaters ? idOf(5) : null,
        })),
        accommodation:
          category === null
            ? null
            : { room_category_id: idOf(category), check_in, check_out: addDays(check_in, nights) },
        products: shirts > 0 ? [{ product_option_id: idOf(6), quantity: shirts }] : [],
      }
    })
  const edits = fc.array(fc.tuple(days, choices), { minLength: 1, maxLength: 5 })
  /** The lines after edits on days with prices of their own. */
  const after = (all: readonly (readonly [QuoteOffer, QuoteChoice])[]): readonly QuoteLine[] =>
    all.reduce<readonly QuoteLine[]>((lines, [then, choice]) => quote(then, choice, lines).lines, [])
  const shirts = (quantity: number): QuoteChoice => ({
    participants: [{ participant_type_id: idOf(2) }],
    products: quantity > 0 ? [{ product_option_id: idOf(6), quantity }] : [],
  })
  const shirtsAt = (shirt: number) => priced([0, 0, 0, 0, shirt])
  const shown = (lines: readonly QuoteLine[], kind: QuoteLine['kind']) =>
    lines.flatMap((one) => (one.kind === kind ? [[one.quantity, one.units, one.unit_price]] : []))

  test('is one shirt at its price, and thirty-nine at the price of the day on which they are added', () => {
    const one = quote(shirtsAt(3_000), shirts(1)).lines
    const forty = quote(shirtsAt(5_000), shirts(40), one).lines
    expect(shown(forty, 'product_option')).toEqual([
      [1, 1, 3_000],
      [39, 1, 5_000],
    ])
    // Cheaper by then: so are those that are added, and the first one stays.
    expect(shown(quote(shirtsAt(1_000), shirts(3), one).lines, 'product_option')).toEqual([
      [1, 1, 3_000],
      [2, 1, 1_000],
    ])
    // What was added last is given up first, and what was given up has today's price.
    const ten = quote(shirtsAt(6_000), shirts(10), forty).lines
    expect(shown(ten, 'product_option')).toEqual([
      [1, 1, 3_000],
      [9, 1, 5_000],
    ])
    expect(shown(quote(shirtsAt(6_000), shirts(11), ten).lines, 'product_option')).toEqual([
      [1, 1, 3_000],
      [9, 1, 5_000],
      [1, 1, 6_000],
    ])
  })

  test('is a number of nights, persons and eaters, and not certain ones', () => {
    const early = priced([10_000, 5_000, 9_000, 2_000, 0])
    const late = priced([15_000, 8_000, 9_500, 3_000, 0])
    const party = (persons: number, check_in: string, check_out: string, eaters = persons): QuoteChoice => ({
      participants: Array.from({ length: persons }, (_, index) => ({
        participant_type_id: idOf(1),
        caterer_id: index < eaters ? idOf(5) : null,
      })),
      accommodation: { room_category_id: idOf(3), check_in, check_out },
    })
    const couple = quote(early, party(2, '2027-01-10', '2027-01-13')).lines
    const nights = (choice: QuoteChoice) => shown(quote(late, choice, couple).lines, 'accommodation')
    expect(nights(party(2, '2027-01-12', '2027-01-15'))).toEqual([[2, 3, 5_000]])
    expect(nights(party(2, '2027-01-10', '2027-01-15'))).toEqual([
      [2, 3, 5_000],
      [2, 2, 8_000],
    ])
    const three = quote(late, party(3, '2027-01-10', '2027-01-13'), couple).lines
    expect(shown(three, 'participant_type')).toEqual([
      [1, 1, 10_000],
      [1, 1, 10_000],
      [1, 1, 15_000],
    ])
    expect(shown(three, 'accommodation')).toEqual([
      [2, 3, 5_000],
      [1, 3, 8_000],
    ])
    expect(shown(three, 'caterer')).toEqual([
      [2, 3, 2_000],
      [1, 3, 3_000],
    ])
    expect(quote(late, party(2, '2027-01-10', '2027-01-13'), three).lines).toEqual(couple)
  })

  test('costs what it did for an unchanged choice, after any edits and at any prices of the day', () => {
    fc.assert(
      fc.property(edits, days, (all, today) => {
        const lines = after(all)
        expect(quote(today, all.at(-1)?.[1] ?? shirts(0), lines).lines).toEqual(lines)
      }),
    )
  })

  test('stays, and what is added costs what it costs today', () => {
    fc.assert(
      fc.property(edits, days, fc.integer({ min: 1, max: 39 }), (all, today, more) => {
        const lines = after(all)
        const had = all.at(-1)?.[1] ?? shirts(0)
        const { total } = quote(today, had, lines)
        const [product] = today.products
        const pieces = piecesIn(lines).get(idOf(6)) ?? 0
        const added = { ...had, products: [{ product_option_id: idOf(6), quantity: pieces + more }] }
        expect(quote(today, added, lines).total).toBe(total + more * (product?.options[0]?.price ?? 0))
        const stay = had.accommodation
        const lodging = today.accommodations.find(({ room_category_id }) => room_category_id === stay?.room_category_id)
        if (stay && lodging) {
          const longer = { ...had, accommodation: { ...stay, check_out: addDays(stay.check_out, more) } }
          const beds = lodging.charged_per === 'room' ? 1 : had.participants.length
          expect(quote(today, longer, lines).total).toBe(total + more * beds * lodging.price_per_night)
        }
        const person = { participant_type_id: idOf(1), caterer_id: idOf(5) }
        const larger = { ...had, accommodation: null, participants: [...had.participants, person] }
        const [type] = today.participant_types
        const [caterer] = today.caterers
        expect(quote(today, larger, lines).total).toBe(
          quote(today, { ...had, accommodation: null }, lines).total +
            (type?.price ?? 0) +
            (caterer?.price_per_day ?? 0) * (caterer?.days ?? 0),
        )
      }),
    )
  })

  test('comes back when an addition is taken back, and not when a part was given up', () => {
    fc.assert(
      fc.property(edits, days, days, choices, (all, today, tomorrow, other) => {
        const lines = after(all)
        const had = all.at(-1)?.[1] ?? shirts(0)
        const pieces = piecesIn(lines).get(idOf(6)) ?? 0
        const with_ = (quantity: number) => ({ ...had, products: [{ product_option_id: idOf(6), quantity }] })
        const most = Math.max(pieces, 1) + 3
        const back = quote(tomorrow, had, quote(today, with_(most), lines).lines)
        expect(back.lines).toEqual(lines)
        // Whatever is given up and taken again costs no less than what it was agreed at or costs that day.
        const again = quote(today, had, quote(today, other, lines).lines).total
        const anew = quote(today, had).total
        expect(again).toBeGreaterThanOrEqual(Math.min(quote(cheaper(today, lines), had).total, anew))
      }),
    )
  })

  /** The offer with the lowest price of each thing that was agreed or that it has. */
  const cheaper = (today: QuoteOffer, lines: readonly QuoteLine[]): QuoteOffer => {
    const lowest = (kind: QuoteLine['kind'], id: string, now: number) =>
      lines.reduce((low, one) => (one.kind === kind && one.ref_id === id ? Math.min(low, one.unit_price) : low), now)
    return {
      ...today,
      participant_types: today.participant_types.map((one) => ({
        ...one,
        price: lowest('participant_type', one._id, one.price),
      })),
      accommodations: today.accommodations.map((one) => ({
        ...one,
        price_per_night: lowest('accommodation', one.room_category_id, one.price_per_night),
      })),
      caterers: today.caterers.map((one) => ({ ...one, price_per_day: lowest('caterer', one._id, one.price_per_day) })),
      products: today.products.map((one) => ({
        ...one,
        options: one.options.map((option) => ({
          ...option,
          price: lowest('product_option', option._id, option.price),
        })),
      })),
    }
  }

  test('costs no less by less and then again on a day that is no cheaper', () => {
    fc.assert(
      fc.property(edits, fc.integer({ min: 0, max: 40 }), (all, fewer) => {
        const lines = after(all)
        const had = { ...(all.at(-1)?.[1] ?? shirts(0)) }
        const dearest = Math.max(0, ...lines.map(({ unit_price }) => unit_price))
        const today = priced([dearest, dearest, dearest, dearest, dearest])
        const less = { ...had, products: [{ product_option_id: idOf(6), quantity: fewer }] }
        const shorter = { ...less, accommodation: null }
        const { total } = quote(today, had, lines)
        expect(quote(today, had, quote(today, shorter, lines).lines).total).toBeGreaterThanOrEqual(total)
      }),
    )
  })

  test('is also that of the change that waits, which another edit starts from', () => {
    fc.assert(
      fc.property(edits, days, choices, days, choices, (all, then, changed, today, other) => {
        const lines = after(all)
        const waiting = { lines: quote(then, changed, lines).lines, answers: [] }
        expect(quote(today, { ...changed, waiting }, lines).lines).toEqual(waiting.lines)
        // What is in force keeps its price beside it.
        const had = all.at(-1)?.[1] ?? shirts(0)
        expect(quote(today, { ...had, waiting }, lines).lines).toEqual(lines)
        expect(quote(today, { ...other, waiting }, lines).total).toBe(
          quote(today, { ...other, waiting }, lines).lines.reduce((sum, { amount }) => sum + amount, 0),
        )
      }),
    )
  })
})

describe('a day that is over', () => {
  const meals = quote(
    { ...offer, form: null },
    {
      participants: [{ participant_type_id: idOf(1), caterer_id: idOf(5) }],
    },
  ).lines
  const seen = (today: string, first: string, last: string) => hasDayOver(meals, { today, first, last })

  test('is one of the meals that were ordered for the last days', () => {
    // Three days of meals: 11 to 13.
    expect(seen('2027-01-11', '2027-01-10', '2027-01-13')).toBe(false)
    expect(seen('2027-01-12', '2027-01-10', '2027-01-13')).toBe(true)
  })

  test('is none of an event that was shortened to fewer days and has not begun', () => {
    expect(seen('2027-01-01', '2027-01-10', '2027-01-11')).toBe(false)
    expect(seen('2027-01-10', '2027-01-10', '2027-01-11')).toBe(false)
    expect(seen('2027-01-11', '2027-01-10', '2027-01-11')).toBe(true)
  })
})

describe('the deposit', () => {
  test('is rounded up, and all of it where there are no part payments', () => {
    expect(depositOf(1001, 50)).toBe(501)
    expect(depositOf(1001, null)).toBe(1001)
  })
})

describe('the refund', () => {
  const rules = [
    { until: '2027-01-05T00:00:00Z', percent: 50 },
    { until: '2027-01-01T00:00:00Z', percent: 100 },
  ]
  const at = (text: string) => new Date(text)

  test('follows the first rule that has not ended', () => {
    expect(refundFor(rules, null, 1001, at('2026-12-31T23:59:59Z'))).toBe(1001)
    expect(refundFor(rules, null, 1001, at('2027-01-01T00:00:00Z'))).toBe(500)
    expect(refundFor(rules, null, 1001, at('2027-01-05T00:00:00Z'))).toBe(0)
  })

  test('without rules is everything until the deadline, then nothing', () => {
    expect(refundFor([], '2027-01-01T00:00:00Z', 900, at('2026-12-31T00:00:00Z'))).toBe(900)
    expect(refundFor([], '2027-01-01T00:00:00Z', 900, at('2027-01-01T00:00:00Z'))).toBe(0)
    expect(refundFor([], null, 900, at('2030-01-01T00:00:00Z'))).toBe(900)
    expect(refundFor([], null, -5, at('2030-01-01T00:00:00Z'))).toBe(0)
  })

  test('is said before one reserves as it is computed when one cancels', () => {
    const day = fc.integer({ min: 1, max: 20 }).map((n) => at(`2027-01-${String(n).padStart(2, '0')}T12:00:00Z`))
    const rule = fc.record({ until: day.map((date) => date.toISOString()), percent: fc.integer({ min: 0, max: 100 }) })
    fc.assert(
      fc.property(
        fc.uniqueArray(rule, { maxLength: 4, selector: ({ until }) => until }),
        fc.option(day.map((date) => date.toISOString())),
        day,
        day,
        (rules, deadline, now, then) => {
          fc.pre(then >= now)
          const step = refundSteps(rules, deadline, now).find(({ until }) => until === null || then < new Date(until))
          expect(refundFor(rules, deadline, 100, then)).toBe(step?.percent ?? 0)
        },
      ),
    )
  })

  test('is never more than was paid, and never grows with time when the rules fall', () => {
    const falling = fc.uniqueArray(fc.integer({ min: 1, max: 365 }), { maxLength: 4 }).chain((days) =>
      fc.array(fc.integer({ min: 0, max: 100 }), { minLength: days.length, maxLength: days.length }).map((percents) => {
        const sorted = [...percents].sort((a, b) => b - a)
        return [...days]
          .sort((a, b) => a - b)
          .map((day, index) => ({
            until: new Date(Date.UTC(2027, 0, day)).toISOString(),
            percent: sorted[index] ?? 0,
          }))
      }),
    )
    fc.assert(
      fc.property(
        falling,
        fc.nat(1_000_000),
        fc.integer({ min: -10, max: 400 }),
        fc.nat(30),
        (list, paid, day, later) => {
          const now = refundFor(list, null, paid, new Date(Date.UTC(2027, 0, day)))
          const then = refundFor(list, null, paid, new Date(Date.UTC(2027, 0, day + later)))
          expect(now).toBeLessThanOrEqual(paid)
          expect(now).toBeGreaterThanOrEqual(0)
          expect(then).toBeLessThanOrEqual(now)
        },
      ),
    )
  })
})
