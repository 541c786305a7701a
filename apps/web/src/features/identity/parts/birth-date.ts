/** The three parts of a date as typed. */
export interface DateParts {
  readonly day: string
  readonly month: string
  readonly year: string
}

/** Splits `1979-04-06` into its parts. */
export function openDate(value: string): DateParts {
  const [, year = '', month = '', day = ''] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(value) ?? []
  return { day: day.replace(/^0/, ''), month: month.replace(/^0/, ''), year }
}

/** Returns the parts as `1979-04-06`: empty if nothing is typed, and an invalid date if the parts are none. */
export function closeDate({ day, month, year }: DateParts): string {
  if (!day && !month && !year) return ''
  const text = `${year.padStart(4, '0')}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  const at = new Date(`${text}T00:00:00Z`)
  return year.length === 4 && !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text) ? text : 'invalid'
}
