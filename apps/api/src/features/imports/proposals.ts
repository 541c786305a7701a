import { type Language, localeOf } from '@shiloh/contract/core'
import { formatMonth } from '@shiloh/contract/text/format'
import type { Queryable } from '#platform/db/db'
import { countryName, countryNames, namesOfChoice, wordKey } from '#platform/tables/choices'
import type { Importer } from '#platform/tables/imports.store'
import { parsePhone } from '#platform/text/phone'
import { translator } from '#platform/text/texts'
import { countryCodes, namesOf, unitNames } from './imports.store.ts'
import { texts } from './texts.ts'

/** A value that a column takes. */
export interface Choice {
  readonly value: string
  /** How a reader knows it. */
  readonly label: string
  /** Other names of it. */
  readonly names?: readonly string[]
}

/** What a column takes, where that is a list. */
const CHOICES: Readonly<Record<string, (db: Queryable) => Promise<readonly string[]>>> = {
  title: (db) => namesOf(db, 'titles'),
  designation: (db) => namesOf(db, 'designations'),
  assembly_type: (db) => namesOf(db, 'assembly_types'),
  event_center: (db) => namesOf(db, 'event_centers'),
  event_block: (db) => namesOf(db, 'event_blocks'),
  room_category: (db) => namesOf(db, 'room_categories'),
  product: (db) => namesOf(db, 'products'),
}

const LEVELS = ['region', 'area', 'district', 'assembly'] as const

/** Units of the church map. One whose name others have too is named with the unit above it, as `people-import` reads it. */
const unitChoices = async (db: Queryable, level: (typeof LEVELS)[number]): Promise<Choice[]> => {
  const units = await unitNames(db, level)
  const count = new Map<string, number>()
  for (const { name } of units) count.set(name, (count.get(name) ?? 0) + 1)
  return units.map(({ name, above }) => {
    if ((count.get(name) ?? 0) < 2 || above === null) return { value: name, label: name }
    const value = `${name}, ${above}`
    return { value, label: value, names: [name] }
  })
}

const countryChoices = async (db: Queryable, language: Language): Promise<Choice[]> =>
  (await countryCodes(db))
    .map((value) => ({
      value,
      label: `${value}, ${countryName(value, language)}`,
      names: countryNames(value),
    }))
    .sort((a, b) => a.label.slice(4).localeCompare(b.label.slice(4), localeOf(language)))

export const choicesOf = async (
  db: Queryable,
  { choices }: Pick<Importer, 'choices'>,
  column: string,
  language: Language,
): Promise<readonly Choice[]> => {
  const fixed = choices[column]
  if (fixed)
    return fixed.values.map((value) => ({
      value,
      label: fixed.label(value, language),
      names: namesOfChoice(fixed, value),
    }))
  if (column === 'country') return countryChoices(db, language)
  const level = LEVELS.find((one) => one === column)
  if (level) return unitChoices(db, level)
  const values = (await CHOICES[column]?.(db)) ?? []
  return values.map((value) => ({ value, label: value }))
}

/** As `wordKey`, and with the letters that a keyboard without ɔ and ɛ has. */
const plain = (text: string): string => wordKey(text).replaceAll('ɔ', 'o').replaceAll('ɛ', 'e')

/** The number of letters to change, up to `most`; more count as `most + 1`. */
const distance = (a: string, b: string, most: number): number => {
  if (Math.abs(a.length - b.length) > most) return most + 1
  let before = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i]
    for (let j = 1; j <= b.length; j += 1)
      row[j] = Math.min(
        (before[j] ?? 0) + 1,
        (row[j - 1] ?? 0) + 1,
        (before[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1),
      )
    if (Math.min(...row) > most) return most + 1
    before = row
  }
  return before[b.length] ?? most + 1
}

/** Choices of which hardly two are alike. */
const FEW = 8

/** Returns the only choice that is near a value, or that alone begins like it, or null. */
export const nearest = (value: string, choices: readonly Choice[]): string | null => {
  const wanted = plain(value)
  if (wanted === '') return null
  const most = wanted.length < 4 ? 0 : wanted.length < (choices.length <= FEW ? 6 : 8) ? 1 : 2
  const names = choices.flatMap((choice) =>
    [choice.value, ...(choice.names ?? [])].map((name) => ({ choice, name: plain(name) })),
  )
  let best: { value: string | null; distance: number } = { value: null, distance: most + 1 }
  for (const { choice, name } of names) {
    const found = distance(wanted, name, most)
    if (found < best.distance) best = { value: choice.value, distance: found }
    else if (found === best.distance && found <= most && best.value !== choice.value)
      best = { value: null, distance: found }
  }
  if (best.value !== null || best.distance <= most || wanted.length < 3) return best.value
  const begun = new Set(names.filter(({ name }) => name.startsWith(wanted)).map(({ choice }) => choice.value))
  const [only] = begun
  return begun.size === 1 ? (only ?? null) : null
}

/** The words of a name, each as it is compared. */
const wordsOf = (text: string): string[] => text.split(/[\s,/()-]+/).flatMap((word) => plain(word) || [])

/**
 * Returns the choices of a long list that a value may have meant, the nearest first: each of its words begins a word of the
 * choice, or is hardly different from one.
 */
export const alike = (value: string, choices: readonly Choice[], most: number): Choice[] => {
  const wanted = wordsOf(value).filter((word) => word.length > 1)
  if (wanted.length === 0) return []
  const farOf = (choice: Choice): number => {
    const words = [choice.value, ...(choice.names ?? [])].flatMap(wordsOf)
    let far = 0
    for (const word of wanted) {
      const one = word.length < 5 ? 0 : word.length < 8 ? 1 : 2
      const nearest = Math.min(
        ...words.map((own) => (own === word ? 0 : own.startsWith(word) ? 0.5 : distance(word, own, one))),
      )
      if (nearest > one && nearest > 0.5) return Number.POSITIVE_INFINITY
      far += nearest
    }
    // Of two that have all words, the one with fewer others is nearer.
    return far + Math.max(0, words.length - wanted.length) / 100
  }
  return choices
    .map((choice) => ({ choice, far: farOf(choice) }))
    .filter(({ far }) => Number.isFinite(far))
    .sort((a, b) => a.far - b.far)
    .slice(0, most)
    .map(({ choice }) => choice)
}

const mendPhone = (value: string, country: string): string | null => {
  const digits = value.replace(/o/gi, '0').replace(/[il|]/gi, '1')
  return digits === value ? null : (parsePhone(digits, country) ?? null)
}

/** Returns a day as everybody reads it here, dd-mm-yyyy, if a text is one of an API. */
export const shownDay = (text: string): string => text.replace(/^(\d{4})-(\d{2})-(\d{2})$/, '$3-$2-$1')

/** The day, month and year that a text names, as far as it has three numbers. */
const partsOfDay = (value: string) => {
  const [, year, month, day] = /^(\d{4})[./-](\d{1,2})[./-](\d{1,2})$/.exec(value) ?? []
  if (year && month && day) return { day: Number(day), month: Number(month), year: Number(year) }
  const [, first, second, third] = /^(\d{1,2})[./-](\d{1,2})[./-](\d{4})$/.exec(value) ?? []
  if (first && second && third) return { day: Number(first), month: Number(second), year: Number(third) }
  return undefined
}

const daysIn = (year: number, month: number): number => new Date(Date.UTC(year, month, 0)).getUTCDate()

/** A time after a day: "1990-05-13 00:00:00", "13.05.1990T08:30Z", "5/13/1990, 8:30 AM". */
const TIME = /[T,\s]+\d{1,2}:\d{2}(:\d{2}(\.\d+)?)?\s*([ap]\.?m\.?)?\s*(z|[+-]\d{2}:?\d{2})?$/i

/** Leaves a time out, and swaps the month and the day where only that makes a date. */
const mendDay = (value: string): string | null => {
  const alone = value.trim().replace(TIME, '')
  const parts = partsOfDay(alone)
  if (!parts) return null
  const { day, month, year } = parts
  const two = (number: number) => String(number).padStart(2, '0')
  if (alone !== value && month >= 1 && month <= 12 && day >= 1 && day <= daysIn(year, month))
    return `${two(day)}-${two(month)}-${year}`
  if (month <= 12 || day < 1 || day > 12 || month > daysIn(year, day)) return null
  return `${two(month)}-${two(day)}-${year}`
}

/** Says why a text is no birth date, and how one is written. */
export const dayProblem = (value: string, language: Language): string => {
  const say = translator(texts, language)
  const parts = partsOfDay(value)
  if (!parts) return say('day_form')
  const { day, month, year } = parts
  if (month < 1 || month > 12) return say('day_month')
  const days = daysIn(year, month)
  if (day >= 1 && day <= days) return say('day_past')
  return say('day_days', { month: formatMonth(new Date(Date.UTC(year, month - 1)), language), days })
}

const mendEmail = (value: string): string | null => {
  const mended = value.replace(/\s+/g, '').replace(/,/g, '.').toLowerCase()
  return mended !== value && /^[^@\s]+@[^@\s]+\.[^@\s]{2,}$/.test(mended) ? mended : null
}

/** Returns a value that is near a refused one and allowed, or null. */
export const proposalFor = (
  column: string,
  value: string,
  choices: readonly Choice[],
  homeCountry: string,
): string | null => {
  if (value === '') return null
  switch (column) {
    case 'phone':
      return mendPhone(value, homeCountry)
    case 'birth_date':
      return mendDay(value)
    case 'email':
      return mendEmail(value)
    default:
      return nearest(value, choices)
  }
}
