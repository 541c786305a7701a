/** The three parts of a date as typed. */
export interface DayText {
  readonly day: string
  readonly month: string
  readonly year: string
}

/** Splits `1979-04-06` into its parts. */
export function openDay(value: string): DayText {
  const [, year = '', month = '', day = ''] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(value) ?? []
  return { day: day.replace(/^0/, ''), month: month.replace(/^0/, ''), year }
}

/** Returns the parts as `1979-04-06`: empty if nothing is typed, and an invalid date if the parts are none. */
export function closeDay({ day, month, year }: DayText): string {
  if (!day && !month && !year) return ''
  const text = `${year.padStart(4, '0')}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  const at = new Date(`${text}T00:00:00Z`)
  return year.length === 4 && !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text) ? text : 'invalid'
}

/** The parts of `2027-01-22T14:00`. Each can be empty. */
export function openMoment(value: string): { readonly day: string; readonly time: string } {
  const [, day = '', time = ''] = /^(\d{4}-\d{2}-\d{2})?T(\d{2}:\d{2})?/.exec(value) ?? []
  return { day, time }
}

/** Every half hour of a day: `00:00`, `00:30`, …. */
export const halfHours: readonly string[] = Array.from(
  { length: 48 },
  (_, i) => `${String(Math.floor(i / 2)).padStart(2, '0')}:${i % 2 === 0 ? '00' : '30'}`,
)
