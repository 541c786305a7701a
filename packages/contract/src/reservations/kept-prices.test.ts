import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { atKeptPrices, pricesOf } from './kept-prices.ts'
import { addDays } from './nights.ts'
import { type EventClock, type QuoteChoice, type QuoteOffer, quote } from './quote.ts'

const idOf = (n: number): string => n.toString(16).padStart(24, '0')
const EXCURSION = idOf(91)
const YES = idOf(92)
const NO = idOf(93)

/** Prices in the order of the offer: two types, two categories, a caterer, a product option, two options of a question. */
type Prices = readonly [number, number, number, number, number, number, number, number]

const offerAt = ([delegate, visitor, standard, executive, meals, shirt, yes, no]: Prices): QuoteOffer => ({
  currency: 'GHS',
  deposit_percent: 30,
  participant_types: [
    { _id: idOf(1), name: 'Delegate', price: delegate },
    { _id: idOf(2), name: 'Visitor', price: visitor },
  ],
  accommodations: [
    { room_category_id: idOf(3), name: 'Standard', price_per_night: standard, charged_per: 'person' },
    { room_category_id: idOf(4), name: 'Executive', price_per_night: executive, charged_per: 'room' },
  ],
  caterers: [{ _id: idOf(5), name: 'Auntie Muni', price_per_day: meals, days: 3 }],
  products: [{ name: 'T-shirt', options: [{ _id: idOf(6), name: 'L', price: shirt }] }],
  form: {
    sections: [
      {
        _id: idOf(90),
        title: 'Extras',
        description: '',
        questions: [
          {
            _id: EXCURSION,
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
              { _id: YES, label: 'Yes', price: yes, capacity: null },
              { _id: NO, label: 'No', price: no, capacity: null },
            ],
          },
        ],
      },
    ],
  },
})

const first = '2027-01-10'
const clockAt = (day: number): EventClock => ({ today: addDays(first, day), first, last: addDays(first, 4) })

const price = fc.integer({ min: 0, max: 20_000 })
const prices: fc.Arbitrary<Prices> = fc.tuple(price, price, price, price, price, price, price, price)
const choices = fc
  .record({
    types: fc.array(fc.constantFrom(idOf(1), idOf(2)), { minLength: 1, maxLength: 4 }),
    eats: fc.boolean(),
    category: fc.constantFrom(null, idOf(3), idOf(4)),
    nights: fc.integer({ min: 1, max: 4 }),
    shirts: fc.integer({ min: 0, max: 3 }),
    answer: fc.constantFrom(null, YES, NO),
  })
  .map(
    ({ types, eats, category, nights, shirts, answer }): QuoteChoice => ({
      participants: types.map((participant_type_id) => ({ participant_type_id, caterer_id: eats ? idOf(5) : null })),
      accommodation:
        category === null ? null : { room_category_id: category, check_in: first, check_out: addDays(first, nights) },
      products: shirts > 0 ? [{ product_option_id: idOf(6), quantity: shirts }] : [],
      answers: answer ? { [EXCURSION]: answer } : {},
    }),
  )

const LIST: Prices = [10_000, 6_000, 5_000, 9_000, 2_000, 3_500, 700, 0]
const chosen: QuoteChoice = {
  participants: [{ participant_type_id: idOf(1) }],
  answers: { [EXCURSION]: NO },
}

describe('the prices of who waits', () => {
  test('never make the same choice dearer than on the day of joining, nor than today', () => {
    fc.assert(
      fc.property(
        prices,
        prices,
        choices,
        fc.integer({ min: -30, max: 3 }),
        fc.nat({ max: 30 }),
        (then, now, choice, joined, days) => {
          const kept = atKeptPrices(offerAt(now), pricesOf(offerAt(then), choice))
          const { total } = quote(kept, choice, [], clockAt(joined + days))
          expect(total).toBeLessThanOrEqual(quote(offerAt(then), choice, [], clockAt(joined)).total)
          expect(total).toBeLessThanOrEqual(quote(offerAt(now), choice, [], clockAt(joined + days)).total)
        },
      ),
    )
  })

  test('are those of what was chosen alone: what is new has the price of today', () => {
    const today = offerAt([20_000, 8_000, 7_000, 9_000, 2_000, 4_000, 900, 300])
    const kept = atKeptPrices(today, pricesOf(offerAt(LIST), chosen))
    expect(quote(kept, chosen).total).toBe(10_000)
    const other: QuoteChoice = {
      participants: [...chosen.participants, { participant_type_id: idOf(2) }],
      products: [{ product_option_id: idOf(6), quantity: 1 }],
      answers: { [EXCURSION]: YES },
    }
    expect(quote(kept, other).total).toBe(10_000 + 8_000 + 4_000 + 900)
  })

  test('are for as much as they were waiting for: more of it has the price of today', () => {
    const stay = (nights: number) => ({ room_category_id: idOf(3), check_in: first, check_out: addDays(first, nights) })
    const party = (persons: number, nights: number, shirts: number): QuoteChoice => ({
      participants: Array.from({ length: persons }, () => ({ participant_type_id: idOf(1), caterer_id: idOf(5) })),
      accommodation: stay(nights),
      products: [{ product_option_id: idOf(6), quantity: shirts }],
    })
    const today = offerAt([20_000, 8_000, 7_000, 9_000, 3_000, 4_000, 900, 300])
    const kept = atKeptPrices(today, pricesOf(offerAt(LIST), party(1, 2, 1)))
    expect(quote(kept, party(1, 2, 1)).total).toBe(10_000 + 2 * 5_000 + 3 * 2_000 + 3_500)
    expect(quote(kept, party(2, 2, 1)).total).toBe(30_000 + 2 * 5_000 + 2 * 7_000 + 3 * 2_000 + 3 * 3_000 + 3_500)
    expect(quote(kept, party(1, 3, 4)).total).toBe(10_000 + 2 * 5_000 + 7_000 + 3 * 2_000 + 3_500 + 3 * 4_000)
    // What was agreed before counts as well: the price is kept for the first shirts, and this is the second one.
    const one = quote(today, party(1, 2, 1)).lines
    expect(quote(kept, party(1, 2, 2), one).total).toBe(20_000 + 2 * 7_000 + 3 * 3_000 + 2 * 4_000)
    // An entry from before the number was written down keeps its price for any.
    const before = pricesOf(offerAt(LIST), party(1, 2, 1)).map((price) => ({ ...price, quantity: null }))
    expect(quote(atKeptPrices(today, before), party(2, 2, 3)).total).toBe(20_000 + 4 * 5_000 + 6 * 2_000 + 3 * 3_500)
  })

  test('leave an answer free that was free, and take no price of a room for that of a bed', () => {
    const today = offerAt([10_000, 6_000, 5_000, 9_000, 2_000, 3_500, 700, 300])
    const stay = { room_category_id: idOf(4), check_in: first, check_out: addDays(first, 1) }
    const couple = { ...chosen, participants: [...chosen.participants, ...chosen.participants], accommodation: stay }
    const seen = pricesOf(offerAt(LIST), couple)
    expect(quote(atKeptPrices(today, seen), couple).total).toBe(20_000 + 9_000)
    const perPerson: QuoteOffer = {
      ...today,
      accommodations: [{ room_category_id: idOf(4), name: 'Executive', price_per_night: 9_500, charged_per: 'person' }],
    }
    expect(quote(atKeptPrices(perPerson, seen), couple).total).toBe(20_000 + 19_000)
  })

  test('are nothing for what is offered no longer', () => {
    const today: QuoteOffer = { ...offerAt(LIST), participant_types: [], form: null }
    expect(quote(atKeptPrices(today, pricesOf(offerAt(LIST), chosen)), chosen).total).toBe(0)
  })
})
