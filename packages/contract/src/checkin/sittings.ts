import { LANGUAGES, type Language } from '../core.ts'
import { mealDaysOf } from '../reservations/meal-days.ts'
import { addDays, nightsBetween } from '../reservations/nights.ts'
import type { Translations } from '../text/translations.ts'
import { dayIn, instantOf, wallTime } from '../text/zone.ts'

/** Makes the sittings of an event from its caterers and the times of its meals, and keeps them in step. Pure. */

/** A meal of every day, by the event's clock. Times are `HH:mm`. */
export interface Meal {
  readonly name: string
  /** The name in the languages that the church does not write in. */
  readonly translations?: Translations<'name'> | undefined
  readonly from: string
  readonly until: string
}

/** In every language: an event keeps all of them, in whatever language its sittings are edited. */
const USUAL_MEALS: readonly (Omit<Meal, 'name' | 'translations'> & Readonly<Record<Language, string>>)[] = [
  { en: 'Breakfast', de: 'Frühstück', fr: 'Petit-déjeuner', pt: 'Pequeno-almoço', from: '06:30', until: '08:00' },
  { en: 'Lunch', de: 'Mittagessen', fr: 'Déjeuner', pt: 'Almoço', from: '12:30', until: '14:00' },
  { en: 'Supper', de: 'Abendessen', fr: 'Dîner', pt: 'Jantar', from: '18:00', until: '19:30' },
]

/** Returns the meals that most events have, named in the church's own language, with the others as translations. */
export const usualMeals = (own: Language): Meal[] =>
  USUAL_MEALS.map(({ from, until, ...names }) => ({
    name: names[own],
    translations: Object.fromEntries(
      LANGUAGES.filter((language) => language !== own).map((language) => [language, { name: names[language] }]),
    ),
    from,
    until,
  }))

interface Sitting {
  readonly _id?: string | undefined
  readonly kind: string
  readonly name: string
  readonly translations?: Translations<'name'> | undefined
  readonly capacity?: number | null | undefined
  readonly starts_at?: string | null | undefined
  readonly ends_at?: string | null | undefined
  readonly caterer_id?: string | null | undefined
}

interface Served {
  readonly startsAt: string
  readonly endsAt: string
  readonly zone: string
  /** Sittings that are over by then stay as they were. Milliseconds since 1970. */
  readonly now: number
  /** `days` of each, the last ones of the event. Null: all of them. */
  readonly caterers: readonly { readonly caterer_id: string; readonly name: string; readonly days: number | null }[]
  /** The event before it is edited. Omitted: as it is. */
  readonly stored?: Pick<Served, 'startsAt' | 'endsAt' | 'caterers'> | undefined
}

const LONGEST_NAME = 80
/** Letters of a caterer in the name of a sitting: the meal comes first, and is never cut off by it. */
const LONGEST_CATERER = 38
/** Letters of the beginning, and of what follows it, where names begin alike. */
const LONGEST_PART = 18

const cutCaterer = (name: string): string => name.slice(0, LONGEST_CATERER).trimEnd()

/** Returns how many letters texts have in common at their beginning. */
const commonStart = ([first = '', ...others]: readonly string[]): number => {
  const differs = [...first].findIndex((_, at) => others.some((other) => other[at] !== first[at]))
  return differs < 0 ? first.length : differs
}

/** Returns the names of caterers in short, each another one: of names that begin alike, the word that tells them apart. */
const shortNames = (caterers: Served['caterers']): ReadonlyMap<string, string> => {
  const short = new Map<string, string>()
  for (const [cut, alike] of Map.groupBy(caterers, ({ name }) => cutCaterer(name))) {
    const [first = ''] = alike.map(({ name }) => name)
    const word = first.slice(0, commonStart(alike.map(({ name }) => name))).lastIndexOf(' ') + 1
    const isSplit = alike.length > 1 && word > LONGEST_PART
    const taken = new Map<string, number>()
    for (const { caterer_id, name } of alike) {
      const part = (from: number) => name.slice(from, from + LONGEST_PART).trim()
      const text = isSplit ? `${part(0)}… ${part(word)}` : cut
      const nth = (taken.get(text) ?? 0) + 1
      taken.set(text, nth)
      const number = nth > 1 ? ` ${nth}` : ''
      short.set(caterer_id, `${text.slice(0, LONGEST_CATERER - number.length).trimEnd()}${number}`)
    }
  }
  return short
}

/** What follows the meal in the name of a sitting. */
const endOf = (caterer: string): string => `, ${caterer}`

/** Returns the name of a sitting, from which its meal can be read again. */
const sittingName = (meal: string, caterer: string | undefined): string =>
  caterer === undefined
    ? meal.slice(0, LONGEST_NAME)
    : `${meal.slice(0, LONGEST_NAME - endOf(caterer).length).trimEnd()}${endOf(caterer)}`

const withTexts = (text: (language: Language) => string | undefined): Translations<'name'> =>
  Object.fromEntries(
    LANGUAGES.flatMap((language) => {
      const name = text(language)
      return name ? [[language, { name }]] : []
    }),
  )

/** Returns the translations of the names of sittings, from which those of the meal can be read again. */
const sittingTexts = ({ translations }: Meal, caterer: string | undefined): Translations<'name'> =>
  withTexts((language) => {
    const text = translations?.[language]?.name?.trim()
    return text && sittingName(text, caterer)
  })

/** Returns the translations of the meal of a sitting: without the caterer, as in the church's own language. */
const mealTexts = ({ name, translations }: Sitting, meal: string): Translations<'name'> => {
  const end = name.slice(meal.length)
  return withTexts((language) => {
    const text = translations?.[language]?.name
    return text?.endsWith(end) ? text.slice(0, text.length - end.length) : text
  })
}

/** Returns the days on which a caterer serves. */
const daysOf = (
  { startsAt, endsAt, zone }: Pick<Served, 'startsAt' | 'endsAt' | 'zone'>,
  count: number | null,
): string[] => {
  const { from, until } = mealDaysOf({ first: dayIn(startsAt, zone), last: dayIn(endsAt, zone) }, count)
  return nightsBetween(from, until)
}

const timeOf = (instant: string, zone: string): string => wallTime(instant, zone).slice(11, 16)

const isOver = ({ ends_at }: Sitting, now: number): boolean => Boolean(ends_at && Date.parse(ends_at) <= now)

const isSitting = (point: Sitting): boolean => point.kind === 'meal' && Boolean(point.caterer_id && point.starts_at)

/** Returns the ends of a name from each of its commas, shortest first. A caterer can have commas in their name, too. */
const endsOf = (name: string): string[] =>
  [...name.matchAll(/, /g)].flatMap(({ index }) => (index > 0 ? [name.slice(index)] : [])).reverse()

/**
 * Returns what tells the meal of a sitting: its name without the caterer. A caterer can have been renamed since: their
 * former name is what all their sittings end with, or what follows the meal of another one.
 */
const mealNames = (points: readonly Sitting[], caterers: Served['caterers']): ((point: Sitting) => string) => {
  const sittings = points.filter(isSitting)
  const short = shortNames(caterers)
  const present = ({ name, caterer_id }: Sitting): string | undefined => {
    const caterer = caterers.find((one) => one.caterer_id === caterer_id)?.name ?? ''
    // Before another caterer came whose name begins alike, it was cut off.
    const end = [short.get(caterer_id ?? '') ?? '', cutCaterer(caterer)].map(endOf).find((one) => name.endsWith(one))
    return end === undefined ? undefined : name.slice(0, -end.length)
  }
  const meals = new Set(sittings.map(present))
  const ends = new Map<string, string>()
  for (const [id, own] of Map.groupBy(sittings, ({ caterer_id }) => caterer_id ?? '')) {
    const names = [...new Set(own.map(({ name }) => name))]
    const end = endsOf(names[0] ?? '').findLast((one) => names.every((name) => name.endsWith(one)))
    if (end && names.length > 1) ends.set(id, end)
  }
  return (point) => {
    const { name } = point
    const known = present(point)
    if (known !== undefined) return known
    const former = ends.get(point.caterer_id ?? '')
    const end = endsOf(name).find((one) => meals.has(name.slice(0, -one.length)) || one === former)
    return end === undefined ? name : name.slice(0, -end.length)
  }
}

/**
 * Returns whether a sitting still tells its meal when it is over: nothing planned is later. No other day has this meal at
 * another time or one that is new, and the event as it is stored has no time for it on the next day.
 */
const lastOf = (
  sittings: readonly Sitting[],
  nameOf: (point: Sitting) => string,
  served: Served,
): ((point: Sitting) => boolean) => {
  const { zone, stored = served } = served
  const all = sittings.map((point) => ({
    point,
    name: nameOf(point),
    day: dayIn(point.starts_at ?? '', zone),
    from: timeOf(point.starts_at ?? '', zone),
  }))
  const namesOf = Map.groupBy(all, ({ day }) => day)
  const isServed = (day: string) =>
    stored.caterers.some(({ days: count }) => daysOf({ ...stored, zone }, count).includes(day))
  const last = new Set(
    all.flatMap(({ point, name, day, from }) => {
      const next = addDays(day, 1)
      const isPlanned = isServed(next) && Date.parse(instantOf(`${next} ${from}:00`, zone)) < Date.parse(stored.endsAt)
      const isReplaced = all.some(
        (later) =>
          later.day > day && (later.name === name || !namesOf.get(day)?.some((same) => same.name === later.name)),
      )
      return isPlanned || isReplaced ? [] : [point]
    }),
  )
  return (point) => last.has(point)
}

/**
 * Returns the meals that the sittings of an event repeat, in order of their time. A caterer who is gone has none. Sittings of
 * one name are one meal, unless a caterer has several of them on one day: then their times tell them apart. What is over
 * can have been another meal, and counts only if nothing later says what the meals are.
 */
export const mealsOf = (points: readonly Sitting[], served: Served): Meal[] => {
  const { zone, caterers, now } = served
  const nameOf = mealNames(points, caterers)
  const days = new Map<string, Meal[]>()
  const sittings = points.filter(isSitting)
  const isLast = lastOf(sittings, nameOf, served)
  for (const point of sittings.filter((one) => !isOver(one, now) || isLast(one))) {
    const name = nameOf(point)
    const { starts_at: from, ends_at: until, caterer_id } = point
    if (!from || !until || !caterers.some((one) => one.caterer_id === caterer_id)) continue
    const key = [name, caterer_id, dayIn(from, zone)].join('\n')
    const translations = mealTexts(point, name)
    days.set(key, [
      ...(days.get(key) ?? []),
      { name, translations, from: timeOf(from, zone), until: timeOf(until, zone) },
    ])
  }
  // The first day that has all of a name says when they are.
  const meals = new Map<string, Meal[]>()
  for (const ofDay of days.values()) {
    const [first] = ofDay
    if (first && ofDay.length > (meals.get(first.name)?.length ?? 0)) meals.set(first.name, ofDay)
  }
  // A language that the first day lacks is taken from another.
  const all = [...days.values()].flat()
  return [...meals.values()]
    .flat()
    .sort((a, b) => (a.from < b.from ? -1 : 1))
    .map(({ translations: own, ...meal }) => {
      const same = all.filter(({ name }) => name === meal.name)
      const translations = withTexts((language) =>
        [own, ...same.map((other) => other.translations)].map((one) => one?.[language]?.name).find(Boolean),
      )
      return Object.keys(translations).length > 0 ? { ...meal, translations } : meal
    })
}

/** Returns which sitting each meal of one name has on a day: the one at its time, or else the first that is left. */
const matched = <P extends Sitting>(
  meals: readonly Meal[],
  sittings: readonly P[],
  zone: string,
): ReadonlyMap<Meal, P> => {
  const left = [...sittings].sort((a, b) => Date.parse(a.starts_at ?? '') - Date.parse(b.starts_at ?? ''))
  const found = new Map<Meal, P>()
  const take = (meal: Meal, index: number) => {
    const [sitting] = index < 0 ? [] : left.splice(index, 1)
    if (sitting) found.set(meal, sitting)
  }
  for (const meal of meals)
    take(
      meal,
      left.findIndex(({ starts_at }) => starts_at && timeOf(starts_at, zone) === meal.from),
    )
  for (const meal of meals) if (!found.has(meal) && left.length > 0) take(meal, 0)
  return found
}

type Made = Sitting & { readonly kind: 'meal'; readonly rule: 'once'; readonly starts_at: string }

/** Returns the sittings that the meals, days and caterers of an event ask for, each with the point that it has already. */
const wantedOf = <P extends Sitting>(
  points: readonly P[],
  meals: readonly Meal[],
  served: Served,
): { readonly made: Made; readonly known: P | undefined }[] => {
  const { zone, caterers, now } = served
  const before = points.filter(isSitting)
  const nameOf = mealNames(points, caterers)
  const short = shortNames(caterers)
  const wanted = caterers.flatMap(({ caterer_id, days: count }) =>
    daysOf(served, count).flatMap((day) => {
      const ofDay = before.filter(
        (point) => point.caterer_id === caterer_id && point.starts_at && dayIn(point.starts_at, zone) === day,
      )
      const knownOf = new Map(
        [...Map.groupBy(meals, (meal) => meal.name)].flatMap(([name, ofName]) => [
          ...matched(
            ofName,
            ofDay.filter((point) => nameOf(point) === name),
            zone,
          ),
        ]),
      )
      return meals.flatMap((meal) => {
        const starts_at = instantOf(`${day} ${meal.from}:00`, zone)
        // A late supper ends after midnight.
        const ends_at = instantOf(`${meal.until > meal.from ? day : addDays(day, 1)} ${meal.until}:00`, zone)
        if (Date.parse(ends_at) <= Date.parse(served.startsAt) || Date.parse(starts_at) >= Date.parse(served.endsAt))
          return []
        const known = knownOf.get(meal)
        if (known && isOver(known, now)) return []
        if (!known && Date.parse(ends_at) <= now) return []
        const caterer = caterers.length > 1 ? short.get(caterer_id) : undefined
        const translations = sittingTexts(meal, caterer)
        const made = {
          ...known,
          kind: 'meal' as const,
          rule: 'once' as const,
          name: sittingName(meal.name, caterer),
          ...((known?.translations || Object.keys(translations).length > 0) && { translations }),
          starts_at,
          ends_at,
          caterer_id,
          capacity: known?.capacity ?? null,
        }
        return [{ made, known }]
      })
    }),
  )
  return wanted.sort((a, b) => Date.parse(a.made.starts_at) - Date.parse(b.made.starts_at))
}

/**
 * Returns the points of an event with a sitting for each meal, day and caterer. Points that stay keep their id and their
 * place; a new sitting comes after the one before it. Those of these meals that are not wanted any more, or whose caterer
 * is gone, are left out. Sittings for those of any caterer, without a time, and those that are over, are not touched.
 */
export const planSittings = <P extends Sitting>(
  points: readonly P[],
  meals: readonly Meal[],
  served: Served,
): (P | Made)[] => {
  const { now } = served
  const wanted = wantedOf(points, meals, served)
  const kept = new Map(wanted.flatMap(({ made, known }) => (known ? [[known, made] as const] : [])))
  const planned = points.flatMap((point): (P | Made)[] => {
    const made = kept.get(point)
    if (made) return [made]
    return isSitting(point) && !isOver(point, now) ? [] : [point]
  })
  for (const { made, known } of wanted) {
    if (known) continue
    const isBefore = (point: P | Made) =>
      isSitting(point) && Date.parse(point.starts_at ?? '') <= Date.parse(made.starts_at)
    const [after, first] = [planned.findLastIndex(isBefore), planned.findIndex(isSitting)]
    planned.splice(after >= 0 ? after + 1 : first >= 0 ? first : planned.length, 0, made)
  }
  return planned
}

/** What would bring the sittings of an event in step with its dates and caterers. */
export interface SittingsOff<P> {
  readonly missing: readonly Made[]
  /** Outside the dates, or of a caterer who is gone. */
  readonly extra: readonly P[]
  /** With another name, translation or time than the meal has. */
  readonly changed: readonly Made[]
}

/** Returns what a sitting says, to compare: its name in every language and its times. */
export const sittingText = ({ name, translations, starts_at, ends_at }: Omit<Sitting, 'kind'>): string =>
  JSON.stringify([
    name,
    LANGUAGES.map((language) => translations?.[language]?.name ?? ''),
    ...[starts_at, ends_at].map((at) => (at ? Date.parse(at) : null)),
  ])

/** Returns which sittings would be added, removed or changed to bring them in step. */
export const sittingsOff = <P extends Sitting>(points: readonly P[], served: Served): SittingsOff<P> => {
  const meals = mealsOf(points, served)
  const isOpen = (point: P) => isSitting(point) && !isOver(point, served.now)
  // All caterers are others now: what they serve has to be said first.
  if (meals.length === 0) return { missing: [], extra: points.filter(isOpen), changed: [] }
  const wanted = wantedOf(points, meals, served)
  const known = new Set(wanted.map((one) => one.known))
  return {
    missing: wanted.flatMap((one) => (one.known ? [] : [one.made])),
    extra: points.filter((point) => isOpen(point) && !known.has(point)),
    changed: wanted.flatMap((one) => (one.known && sittingText(one.known) !== sittingText(one.made) ? [one.made] : [])),
  }
}
