import { LANGUAGES } from '@shiloh/contract/core'
import { GENDER_RULES } from '@shiloh/contract/venues'
import type { Queryable } from '#platform/db/db'
import { parsePhone } from '#platform/text/phone'
import { countryCodes, namesOf, unitNames } from './imports.store.ts'

/** What a column takes, where that is a list. */
const CHOICES: Readonly<Record<string, (db: Queryable) => Promise<readonly string[]>>> = {
  title: (db) => namesOf(db, 'titles'),
  designation: (db) => namesOf(db, 'designations'),
  assembly_type: (db) => namesOf(db, 'assembly_types'),
  event_center: (db) => namesOf(db, 'event_centers'),
  event_block: (db) => namesOf(db, 'event_blocks'),
  room_category: (db) => namesOf(db, 'room_categories'),
  product: (db) => namesOf(db, 'products'),
  region: (db) => unitNames(db, 'region'),
  area: (db) => unitNames(db, 'area'),
  district: (db) => unitNames(db, 'district'),
  assembly: (db) => unitNames(db, 'assembly'),
  country: countryCodes,
  language: async () => LANGUAGES,
  gender: async () => ['male', 'female'],
  gender_rule: async () => GENDER_RULES,
}

export const choicesOf = async (db: Queryable, column: string): Promise<readonly string[]> =>
  CHOICES[column]?.(db) ?? []

const plain = (text: string): string =>
  text
    .normalize('NFD')
    .toLowerCase()
    .replace(/ɔ/g, 'o')
    .replace(/ɛ/g, 'e')
    .replace(/[^\p{L}\p{N}]/gu, '')

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

/** Returns the only choice that is near a value, or null. */
export const nearest = (value: string, choices: readonly string[]): string | null => {
  const wanted = plain(value)
  if (wanted === '') return null
  const most = wanted.length < 4 ? 0 : wanted.length < 8 ? 1 : 2
  let best: { choice: string | null; distance: number } = { choice: null, distance: most + 1 }
  for (const choice of choices) {
    const found = distance(wanted, plain(choice), most)
    if (found < best.distance) best = { choice, distance: found }
    else if (found === best.distance && found <= most && best.choice !== choice)
      best = { choice: null, distance: found }
  }
  return best.choice
}

const mendPhone = (value: string, country: string): string | null => {
  const digits = value.replace(/o/gi, '0').replace(/[il|]/gi, '1')
  return digits === value ? null : (parsePhone(digits, country) ?? null)
}

/** Swaps the month and the day where only that makes a date. */
const mendDay = (value: string): string | null => {
  const [, year, day, month] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(value) ?? []
  if (year && day && month && Number(day) > 12 && Number(month) <= 12) return `${year}-${month}-${day}`
  const [, first, second, third] = /^(\d{1,2})[./-](\d{1,2})[./-](\d{4})$/.exec(value) ?? []
  if (first && second && third && Number(second) > 12 && Number(first) <= 12) return `${second}-${first}-${third}`
  return null
}

const mendEmail = (value: string): string | null => {
  const mended = value.replace(/\s+/g, '').replace(/,/g, '.').toLowerCase()
  return mended !== value && /^[^@\s]+@[^@\s]+\.[^@\s]{2,}$/.test(mended) ? mended : null
}

/** Returns a value that is near a refused one and allowed, or null. */
export const proposalFor = (
  column: string,
  value: string,
  choices: readonly string[],
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
