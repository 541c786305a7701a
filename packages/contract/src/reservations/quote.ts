import { z } from 'zod'
import { currency, day, id, money } from '../core.ts'
import {
  type Answers,
  type Evaluation,
  evaluateForm,
  type FormDefinition,
  questionsOf,
  type StoredAnswers,
} from '../forms/forms.ts'
import { dayIn } from '../text/zone.ts'
import { mealDaysOf } from './meal-days.ts'
import { addDays, countNights, nightsBetween, withoutReturned } from './nights.ts'
import {
  countUnits,
  firstUnits,
  type NightUnits,
  pricedNights,
  pricedUnits,
  type Units,
  unitsAfter,
} from './unit-prices.ts'

/**
 * The price of a reservation: each person's participant type; nights × accommodation; caterer days per person; product
 * options; options of the form. One pure function: the browser shows its result, and the server charges it.
 */

export const CHARGED_PER = ['person', 'room'] as const
export type ChargedPer = (typeof CHARGED_PER)[number]

/** The part of an event that the quote needs. Every view of an event for a person has at least this. */
export interface QuoteOffer {
  readonly currency: string
  /** Null: everything is due immediately. */
  readonly deposit_percent: number | null
  readonly participant_types: readonly { readonly _id: string; readonly name: string; readonly price: number }[]
  readonly accommodations: readonly {
    readonly room_category_id: string
    readonly name: string
    readonly price_per_night: number
    readonly charged_per: ChargedPer
  }[]
  readonly caterers: readonly {
    readonly _id: string
    readonly name: string
    readonly price_per_day: number
    readonly days: number
  }[]
  readonly products: readonly {
    readonly name: string
    readonly options: readonly { readonly _id: string; readonly name: string; readonly price: number }[]
  }[]
  readonly form: FormDefinition | null
  /** The prices that somebody keeps who waits: those of the offer are lower than today's because of them. */
  readonly keeps?: readonly KeptUnits[]
}

/** A price that is kept for a number of persons, nights or pieces. Beyond it, today's counts. */
export interface KeptUnits {
  readonly kind: QuoteLine['kind']
  readonly ref_id: string
  readonly unit_price: number
  /** Null: for any number. */
  readonly quantity: number | null
  readonly today: number
}

/** The part of a choice that costs something. */
export interface QuoteChoice {
  readonly participants: readonly {
    readonly participant_type_id: string
    readonly caterer_id?: string | null | undefined
  }[]
  readonly accommodation?:
    | { readonly room_category_id: string; readonly check_in: string; readonly check_out: string }
    | null
    | undefined
  readonly products?: readonly { readonly product_option_id: string; readonly quantity: number }[] | null | undefined
  readonly answers?: Answers | null | undefined
  /** The answers that a change starts from. Those to questions that the form hides by now still cost what they did. */
  readonly stored?: StoredAnswers | null | undefined
  /** The answers that the agreed lines are for. What stays of them and has no line was free, and stays so. */
  readonly agreedAnswers?: Answers | null | undefined
  /** The change that waits for its payment. What is in it keeps its price as well. */
  readonly waiting?: WaitingPrices | null | undefined
}

/** What was agreed for a change that waits for its payment, beside the lines in force. */
export interface WaitingPrices {
  readonly lines: readonly QuoteLine[]
  readonly answers: readonly { readonly question_id: string; readonly value: unknown }[]
}

/** Returns the answers of a choice as a change of it finds them. */
export const storedOf = ({ participants, answers }: Pick<QuoteChoice, 'participants' | 'answers'>): StoredAnswers => ({
  answers: answers ?? {},
  participantTypeIds: participants.map(({ participant_type_id }) => participant_type_id),
})

export const LINE_KINDS = ['participant_type', 'accommodation', 'caterer', 'product_option', 'question_option'] as const
export const quoteLine = z.object({
  kind: z.enum(LINE_KINDS),
  /** The chosen participant type, room category, caterer, product option or option of a question. */
  ref_id: id,
  label: z.string(),
  /** Persons, rooms or pieces. */
  quantity: z.int().min(1),
  /** Nights or days. Otherwise 1. */
  units: z.int().min(1),
  unit_price: money,
  amount: money,
  /** The person of the line, by position in `participants`. Null: the whole reservation. */
  person: z.int().min(0).nullable().default(null),
  /** The first night or day that it is for, and the day after the last. Null: it is not for certain days. */
  from_day: day.nullable().default(null),
  until_day: day.nullable().default(null),
})
export type QuoteLine = z.output<typeof quoteLine>

/** Returns how many pieces of each product option there are. Pieces that were ordered at different prices have a line each. */
export const piecesIn = (lines: readonly Pick<QuoteLine, 'kind' | 'ref_id' | 'quantity'>[]): Map<string, number> => {
  const pieces = new Map<string, number>()
  for (const { kind, ref_id, quantity } of lines)
    if (kind === 'product_option') pieces.set(ref_id, (pieces.get(ref_id) ?? 0) + quantity)
  return pieces
}

/** Returns the label of a question with its answer. A question mark takes no colon after it. */
export const withoutColon = (label: string): string => label.replace('?: ', '? ')

export const quoteSchema = z.object({
  lines: z.array(quoteLine),
  total: money,
  currency,
  /** Due immediately. The rest can follow. */
  deposit: money,
})
export type Quote = z.output<typeof quoteSchema>

/** Returns the part of a total that is due immediately. */
export const depositOf = (total: number, percent: number | null): number =>
  percent === null ? total : Math.ceil((total * percent) / 100)

const line = (
  kind: QuoteLine['kind'],
  ref_id: string,
  label: string,
  quantity: number,
  units: number,
  unit_price: number,
  person: number | null = null,
): QuoteLine => ({
  kind,
  ref_id,
  label,
  quantity,
  units,
  unit_price,
  amount: quantity * units * unit_price,
  person,
  from_day: null,
  until_day: null,
})

/** The days of an event, as it takes place. */
export interface EventClock {
  /** Nights and days before it are over. */
  readonly today: string
  readonly first: string
  readonly last: string
  /** Nights that are over, and that the desk gives back. */
  readonly returned?: readonly string[]
}

/** Returns the days of an event at an instant, in its time zone. */
export const clockOf = (
  event: { readonly starts_at: Date | string; readonly ends_at: Date | string; readonly time_zone: string },
  now: Date,
): EventClock => ({
  today: dayIn(now, event.time_zone),
  first: dayIn(event.starts_at, event.time_zone),
  last: dayIn(event.ends_at, event.time_zone),
})

type Priced = Pick<QuoteLine, 'kind' | 'ref_id' | 'label' | 'quantity' | 'unit_price'>
interface Days {
  readonly from: string
  readonly until: string
}

const lineFor = ({ kind, ref_id, label, quantity, unit_price }: Priced, { from, until }: Days): QuoteLine => ({
  ...line(kind, ref_id, label, quantity, countNights(from, until), unit_price),
  from_day: from,
  until_day: until,
})

const later = (one: string, other: string): string => (one > other ? one : other)

/** Nothing is over. */
const BEFORE: EventClock = { today: '', first: '', last: '' }

/** Returns the part of agreed lines that is over, a line a day. */
const overOf = (agreed: readonly QuoteLine[], { today, returned = [] }: EventClock): QuoteLine[] =>
  agreed.flatMap((known) =>
    known.from_day === null || known.until_day === null
      ? []
      : nightsBetween(known.from_day, known.until_day)
          // A night that nobody slept says nothing about the meals of that day.
          .filter((night) => night < today && !(known.kind === 'accommodation' && returned.includes(night)))
          .map((night) => lineFor(known, { from: night, until: addDays(night, 1) })),
  )

/**
 * Returns the nights that are over, outside a stay, and that the lines still charge: those of another category, or from before
 * the beds were given up. The desk can give them back.
 */
export const nightsToReturn = (
  agreed: readonly QuoteLine[],
  stay: QuoteChoice['accommodation'],
  { today }: Pick<EventClock, 'today'>,
): string[] => {
  const nights = agreed.flatMap(({ kind, from_day, until_day }) =>
    kind === 'accommodation' && from_day && until_day ? nightsBetween(from_day, until_day) : [],
  )
  const isInStay = (night: string) => Boolean(stay && night >= stay.check_in && night < stay.check_out)
  return [...new Set(nights)].filter((night) => night < today && !isInStay(night)).sort()
}

/** A reservation as a change finds it. */
interface Agreed {
  readonly lines: readonly QuoteLine[]
  /** Nights that are over and that a change gives back that waits for its payment. */
  readonly returned?: readonly string[] | undefined
}

/** Returns the nights that a change gives back that waits for its payment, and that the next one with this stay gives back, too. */
export const returnedStill = (
  { lines, returned = [] }: Agreed,
  stay: QuoteChoice['accommodation'],
  clock: Pick<EventClock, 'today'>,
): string[] => nightsToReturn(lines, stay, clock).filter((night) => returned.includes(night))

/** Returns whether a line is for the days after another, and they differ in nothing else. */
const follows = (
  { ref_id, quantity, unit_price, until_day }: QuoteLine,
  next: Pick<QuoteLine, 'ref_id' | 'quantity' | 'unit_price' | 'from_day'>,
): boolean =>
  ref_id === next.ref_id && quantity === next.quantity && unit_price === next.unit_price && until_day === next.from_day

/** Joins lines that differ only in their days, where these follow each other. */
const joined = (lines: readonly QuoteLine[]): QuoteLine[] => {
  const done: QuoteLine[] = []
  for (const next of lines) {
    const at = done.findIndex((known) => follows(known, next))
    const from = done[at]?.from_day
    if (from && next.until_day) done[at] = lineFor(next, { from, until: next.until_day })
    else done.push(next)
  }
  return done
}

/**
 * Returns the lines of nights or days of a running event: those that are over stay as they were agreed, and the others follow
 * the choice. Those to come stay in their order, which says what was agreed first.
 */
const linesOver = (
  agreed: readonly QuoteLine[],
  wanted: readonly (Priced & Days)[],
  clock: EventClock,
): QuoteLine[] => {
  const lines = joined(overOf(agreed, clock))
  const places: number[] = []
  for (const one of wanted) {
    const from = later(one.from, clock.today)
    if (from >= one.until) continue
    const at = lines.findIndex((known, index) => !places.includes(index) && follows(known, { ...one, from_day: from }))
    const start = lines[at]?.from_day
    const next = lineFor(one, { from: start ?? from, until: one.until })
    places.push(start ? at : lines.length)
    if (start) lines[at] = next
    else lines.push(next)
  }
  const toCome = places.flatMap((at) => lines[at] ?? [])
  places
    .toSorted((a, b) => a - b)
    .forEach((at, index) => {
      const next = toCome[index]
      if (next) lines[at] = next
    })
  return lines
}

/** Returns the days with meals of a caterer who serves until a day. */
const mealsBefore = (until: string, { first }: EventClock, days: number): Days =>
  mealDaysOf({ first, last: addDays(until, -1) }, days)

/** Returns for how many days a caterer's meals are sold now: in a running event, those of the days that are left. */
export const mealDaysLeft = (clock: EventClock, days: number): number => {
  if (clock.first === '') return days
  const { from, until } = mealDaysOf(clock, days)
  return countNights(clock.today > clock.first ? later(from, clock.today) : from, until)
}

/**
 * Returns the day after the last one with meals of orders without days, which they keep when the office moves the end of an event
 * that has begun. Null: they follow the event.
 */
export const mealsStayUntil = (before: EventClock, after: EventClock): string | null =>
  before.first <= before.today && after.first <= after.today && before.last !== after.last
    ? addDays(before.last, 1)
    : null

/** Returns whether a night or a day's meals of these lines are over. */
export const hasDayOver = (lines: readonly QuoteLine[], clock: EventClock): boolean =>
  lines.some(({ kind, from_day, units }) =>
    from_day === null ? kind === 'caterer' && mealDaysOf(clock, units).from < clock.today : from_day < clock.today,
  )

/**
 * Returns the day after the last one with meals. Meals that were ordered and are to come keep theirs: the office can move the
 * end of an event that runs, and an edit of something else would charge or refund days that nobody asked about.
 */
const mealsUntil = (agreed: readonly QuoteLine[], { today, last }: EventClock): string =>
  agreed.reduce(
    (until, { until_day }) => (until_day !== null && until_day > today ? later(until, until_day) : until),
    '',
  ) || addDays(last, 1)

/** Returns the days of ordered meals. A line that has none yet is for the last days, as many as were sold. */
const agreedDays = ({ from_day, until_day, units }: QuoteLine, until: string): Days =>
  from_day === null || until_day === null
    ? { from: addDays(until, -units), until }
    : { from: from_day, until: until_day }

/** Returns ordered meals without those of days that the event does not have any more. Empty: none are left. */
const mealsOfEvent = (ordered: QuoteLine, { first, last }: EventClock): QuoteLine[] => {
  if (ordered.from_day === null || ordered.until_day === null) {
    const { from, until } = mealDaysOf({ first, last }, ordered.units)
    const units = countNights(from, until)
    const { kind, ref_id, label, quantity, unit_price } = ordered
    return units < ordered.units ? [line(kind, ref_id, label, quantity, units, unit_price)] : [ordered]
  }
  const end = addDays(last, 1)
  if (ordered.until_day <= end) return [ordered]
  return ordered.from_day < end ? [lineFor(ordered, { from: ordered.from_day, until: end })] : []
}

/**
 * Returns agreed lines without the nights and the days' meals that are over, of a reservation that nobody could use before
 * `from`, and without meals of days that the event does not have any more. The rest stays as it was agreed.
 */
export const linesToCome = (agreed: readonly QuoteLine[], clock: EventClock, from = clock.today): QuoteLine[] => {
  const served = agreed.flatMap((known) => (known.kind === 'caterer' ? mealsOfEvent(known, clock) : [known]))
  const until = mealsUntil(
    served.filter(({ kind }) => kind === 'caterer'),
    clock,
  )
  return served.flatMap((known) => {
    // Meals begin with the event, nights can begin before it.
    if (known.from_day === null && (known.kind !== 'caterer' || clock.today <= clock.first)) return [known]
    const days = agreedDays(known, until)
    const start = later(days.from, from)
    if (start === days.from) return [known]
    return start < days.until ? [lineFor(known, { from: start, until: days.until })] : []
  })
}

type Meals = Pick<QuoteLine, 'quantity' | 'units' | 'unit_price' | 'from_day' | 'until_day'>

/** Returns meals without those that are over. Empty: all are. */
const mealsToCome = (meals: Meals, today: string): Meals[] => {
  if (meals.from_day === null || meals.until_day === null) return [meals]
  const from_day = later(meals.from_day, today)
  const units = countNights(from_day, meals.until_day)
  return units > 0 ? [{ ...meals, from_day, units }] : []
}

/**
 * Returns the meals of as many persons as eat now: those who ordered keep what they were sold, the others have what is sold now.
 *
 * @param waiting the meals of the change that waits for its payment, which had started from those that were sold
 * @param today the prices of the day of a person who is added
 */
const mealsOfEaters = (
  sold: readonly Meals[],
  waiting: readonly Meals[],
  now: readonly Meals[],
  eaters: number,
  today: readonly Units[],
): Meals[] => {
  const isSame = (one: Meals, other: Meals) =>
    one.units === other.units && one.until_day === other.until_day && one.unit_price === other.unit_price
  const all = firstUnits(sold, eaters)
  const add = (one: Meals): void => {
    const last = all.at(-1)
    if (last && isSame(last, one)) all[all.length - 1] = { ...last, quantity: last.quantity + one.quantity }
    else all.push(one)
  }
  firstUnits(unitsAfter(waiting, countUnits(sold)), eaters - countUnits(all)).forEach(add)
  const added = firstUnits(today, eaters - countUnits(all))
  for (const units of added) for (const meals of now) add({ ...meals, ...units })
  return all
}

/**
 * Returns the lines of meals. Orders have no days until the event has begun: as many of the last ones as were sold. Those who
 * ordered keep them, however many days the caterer serves by now.
 *
 * @param waiting the lines of the change that waits for its payment
 * @param pricesOf the prices of the day of a caterer, for a number of persons each
 */
const mealLines = (
  { caterers }: Pick<QuoteOffer, 'caterers'>,
  participants: QuoteChoice['participants'],
  { ordered, waiting }: { readonly ordered: readonly QuoteLine[]; readonly waiting: readonly QuoteLine[] },
  clock: EventClock,
  pricesOf: (refId: string, price: number) => readonly Units[],
): QuoteLine[] => {
  const isDated = clock.today > clock.first || ordered.some(({ from_day }) => from_day !== null)
  const until = isDated ? mealsUntil(ordered, clock) : ''
  const dated = (lines: readonly QuoteLine[]) =>
    isDated ? lines.map((known) => (known.from_day === null ? lineFor(known, agreedDays(known, until)) : known)) : lines
  const before = dated(ordered)
  const later = dated(waiting)
  const meals = caterers.flatMap(({ _id, name, price_per_day, days }) => {
    const eaters = participants.filter(({ caterer_id }) => caterer_id === _id).length
    const priced = { kind: 'caterer' as const, ref_id: _id, label: name }
    const now = isDated
      ? lineFor({ ...priced, quantity: eaters, unit_price: price_per_day }, mealsBefore(until, clock, days))
      : line('caterer', _id, name, eaters, mealDaysLeft(clock, days), price_per_day)
    const toCome = (lines: readonly QuoteLine[]) =>
      lines.filter(({ ref_id }) => ref_id === _id).flatMap((one) => mealsToCome(one, clock.today))
    return mealsOfEaters(toCome(before), toCome(later), toCome([now]), eaters, pricesOf(_id, price_per_day)).map(
      (one) => ({ ...one, ...priced }),
    )
  })
  return isDated
    ? linesOver(
        before,
        meals.flatMap(({ from_day, until_day, ...one }) =>
          from_day && until_day ? [{ ...one, from: from_day, until: until_day }] : [],
        ),
        clock,
      )
    : meals.map(({ kind, ref_id, label, quantity, units, unit_price }) =>
        line(kind, ref_id, label, quantity, units, unit_price),
      )
}

/** Returns the agreed lines of answers that stay although the form does not have their question any more, or not with that option. */
const linesWithoutOption = (
  form: FormDefinition | null,
  answers: Answers,
  { kept, options }: Pick<Evaluation, 'kept' | 'options'>,
  agreed: readonly QuoteLine[],
): QuoteLine[] => {
  const others = new Set((form ? questionsOf(form) : []).map(({ _id }) => _id))
  for (const { question_id } of kept) others.delete(question_id)
  for (const { question } of options) others.add(question._id)
  return Object.entries(answers).flatMap(([question, value]) => {
    const known = agreed.find(({ kind, ref_id }) => kind === 'question_option' && ref_id === value)
    return known && !others.has(question) ? [known] : []
  })
}

/** Returns the prices of the day of one thing: what is kept for a number of it, the lowest first, and then today's. */
const pricesOfDay = ({ keeps = [] }: QuoteOffer, kind: QuoteLine['kind'], refId: string, price: number): Units[] => {
  const kept = keeps.filter((one) => one.kind === kind && one.ref_id === refId)
  const units: Units[] = []
  for (const { quantity, unit_price } of kept.toSorted((a, b) => a.unit_price - b.unit_price)) {
    const more = (quantity ?? Number.POSITIVE_INFINITY) - countUnits(units)
    if (more > 0) units.push({ quantity: more, unit_price })
    if (quantity === null) return units
  }
  return [...units, { quantity: Number.POSITIVE_INFINITY, unit_price: kept[0]?.today ?? price }]
}

/** Returns the nights of lines that are to come, by night. Lines from before lines had days do not say which they are. */
const nightsOf = (lines: readonly QuoteLine[], { today }: EventClock): NightUnits[] =>
  lines.flatMap(({ quantity, units, unit_price, from_day, until_day }): NightUnits[] =>
    from_day === null || until_day === null
      ? [{ quantity: quantity * units, unit_price, night: null }]
      : nightsBetween(later(from_day, today), until_day).map((night) => ({ quantity, unit_price, night })),
  )

/**
 * Quotes a choice. A choice that the event does not offer costs nothing here: the rules reject it. `agreed` are the
 * lines of an existing reservation. What was agreed, also in the change that waits, keeps its price for as many persons, nights and pieces as it
 * was agreed for, and what is added has today's. With a `clock`, nights and meals that are over stay as they were agreed, and only those to come
 * are sold (docs/domain.md#price).
 */
export const quote = (
  offer: QuoteOffer,
  choice: QuoteChoice,
  agreed: readonly QuoteLine[] = [],
  clock = BEFORE,
): Quote => {
  const { participants } = choice
  const waiting = choice.waiting ?? { lines: [], answers: [] }
  const agreedOf = (kind: QuoteLine['kind'], refId: string): QuoteLine | undefined =>
    [...agreed, ...waiting.lines].find((known) => known.kind === kind && known.ref_id === refId)
  const linesFor = (lines: readonly QuoteLine[], kind: QuoteLine['kind'], refId: string) =>
    lines.filter((known) => known.kind === kind && known.ref_id === refId)
  /** What was agreed, and then what the change that waits has beyond it: it had started from the same prices. */
  const withWaiting = <U extends Units>(had: readonly U[], waits: readonly U[]): U[] => [
    ...had,
    ...unitsAfter(waits, countUnits(had)),
  ]
  const unitsOf = (kind: QuoteLine['kind'], refId: string, count: number, price: number): Units[] =>
    pricedUnits(
      count,
      withWaiting(linesFor(agreed, kind, refId), linesFor(waiting.lines, kind, refId)),
      pricesOfDay(offer, kind, refId, price),
    )
  const lines: QuoteLine[] = []

  const ofTypes = new Map(
    offer.participant_types.map(({ _id, price }) => {
      const count = participants.filter(({ participant_type_id }) => participant_type_id === _id).length
      return [_id, unitsOf('participant_type', _id, count, price)]
    }),
  )
  participants.forEach(({ participant_type_id }, person) => {
    const type = offer.participant_types.find(({ _id }) => _id === participant_type_id)
    const units = type && ofTypes.get(type._id)
    const [first] = units ?? []
    if (!type || !units || !first) return
    lines.push(line('participant_type', type._id, type.name, 1, 1, first.unit_price, person))
    ofTypes.set(type._id, unitsAfter(units, 1))
  })

  const stay = choice.accommodation
  const lodging =
    stay && offer.accommodations.find(({ room_category_id }) => room_category_id === stay.room_category_id)
  const ofKind = (known: readonly QuoteLine[], kind: QuoteLine['kind']) => known.filter((one) => one.kind === kind)
  const nightsFor = ({
    room_category_id: ref_id,
    name,
    charged_per,
    price_per_night,
  }: QuoteOffer['accommodations'][number]) =>
    pricedNights(
      nightsBetween(later(stay?.check_in ?? '', clock.today), stay?.check_out ?? ''),
      charged_per === 'room' ? 1 : participants.length,
      withWaiting(
        nightsOf(linesFor(agreed, 'accommodation', ref_id), clock),
        nightsOf(linesFor(waiting.lines, 'accommodation', ref_id), clock),
      ),
      pricesOfDay(offer, 'accommodation', ref_id, price_per_night),
    ).map((one) => ({ ...one, kind: 'accommodation' as const, ref_id, label: name }))
  lines.push(...linesOver(ofKind(agreed, 'accommodation'), lodging ? nightsFor(lodging) : [], clock))

  lines.push(
    ...mealLines(
      offer,
      participants,
      { ordered: ofKind(agreed, 'caterer'), waiting: ofKind(waiting.lines, 'caterer') },
      clock,
      (id, price) => pricesOfDay(offer, 'caterer', id, price),
    ),
  )

  const pieces = new Map<string, number>()
  for (const { product_option_id, quantity } of choice.products ?? [])
    pieces.set(product_option_id, (pieces.get(product_option_id) ?? 0) + quantity)
  for (const [optionId, count] of pieces) {
    const product = offer.products.find(({ options }) => options.some(({ _id }) => _id === optionId))
    const option = product?.options.find(({ _id }) => _id === optionId)
    if (product && option)
      for (const { quantity, unit_price } of unitsOf('product_option', option._id, count, option.price))
        lines.push(line('product_option', option._id, `${product.name}, ${option.name}`, quantity, 1, unit_price))
  }

  const types = participants.map(({ participant_type_id }) => participant_type_id)
  const answers = choice.answers ?? {}
  const evaluation = evaluateForm(offer.form, answers, types, { lenient: true, stored: choice.stored })
  for (const { question, option } of evaluation.options) {
    const stays =
      choice.agreedAnswers?.[question._id] === option._id || waiting.answers.some(({ value }) => value === option._id)
    const price = agreedOf('question_option', option._id)?.unit_price ?? (stays ? 0 : option.price)
    // An answer that stays keeps its words (docs/domain.md#forms).
    const label = agreedOf('question_option', option._id)?.label ?? withoutColon(`${question.label}: ${option.label}`)
    if (price > 0) lines.push(line('question_option', option._id, label, 1, 1, price))
  }
  lines.push(...linesWithoutOption(offer.form, answers, evaluation, [...agreed, ...waiting.lines]))

  const total = lines.reduce((sum, { amount }) => sum + amount, 0)
  return { lines, total, currency: offer.currency, deposit: depositOf(total, offer.deposit_percent) }
}

/** Quotes what the owner of a reservation changes in it. */
export const quoteChange = (offer: QuoteOffer, choice: QuoteChoice, agreed: Agreed, clock: EventClock): Quote => {
  const accommodation = choice.accommodation && withoutReturned(choice.accommodation, agreed.returned ?? [])
  const returned = returnedStill(agreed, accommodation, clock)
  return quote(offer, { ...choice, accommodation }, agreed.lines, { ...clock, returned })
}

export const refundRule = z.object({ until: z.iso.datetime({ offset: true }), percent: z.int().min(0).max(100) })
export type RefundRule = z.output<typeof refundRule>

/** What a cancellation gives back until an instant. Null: without an end. */
export interface RefundStep {
  readonly until: string | null
  readonly percent: number
}

/**
 * Returns what a cancellation gives back from now on, in order of time. After the last step
 * nothing is given back, unless it has no end. Empty: nothing at all.
 */
export const refundSteps = (
  rules: readonly RefundRule[],
  deadline: string | Date | null,
  now: Date,
): readonly RefundStep[] => {
  const steps: readonly RefundStep[] =
    rules.length === 0 ? [{ until: deadline && new Date(deadline).toISOString(), percent: 100 }] : rules
  return steps
    .filter(({ until }) => until === null || now < new Date(until))
    .toSorted((a, b) => Date.parse(a.until ?? '') - Date.parse(b.until ?? ''))
}

/**
 * Returns the refund of `paid` for a cancellation now: the percentage of the first rule that has not ended. An event
 * without rules refunds everything until its cancellation deadline (none: always), then nothing.
 */
export const refundFor = (
  rules: readonly RefundRule[],
  deadline: string | Date | null,
  paid: number,
  now: Date,
): number => {
  if (paid <= 0) return 0
  const [step] = refundSteps(rules, deadline, now)
  return step ? Math.floor((paid * step.percent) / 100) : 0
}
