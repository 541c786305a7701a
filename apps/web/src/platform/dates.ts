import type { Language } from '@shiloh/contract/core'
import * as written from '@shiloh/contract/text/format'

type Written = Parameters<typeof written.formatDate>[0]

/** The choice of the organisation, in every page of this browser. */
let format: written.DateFormat = written.DEFAULT_DATE_FORMAT

/** Writes the dates of fields and tables as the organisation chose (docs/domain.md#dates-and-times). */
export function writeDatesAs(chosen: written.DateFormat): void {
  format = chosen
}

/** `22-01-2027`, or as the organisation chose. */
export const formatDate = (value: Written, language: Language, zone?: string): string =>
  written.formatDate(value, language, zone, format)

/** `22-01`, or as the organisation chose. */
export const formatDayAndMonth = (value: Written, language: Language): string =>
  written.formatDayAndMonth(value, language, format)

/** The pattern that date fields show and read, for the calendar's library: `DD-MM-YYYY`. */
export const fieldPattern = (language: Language): string => written.datePattern(format, language).toUpperCase()

/** Returns whether an event has begun and is not over: somebody who reserves now comes later than the others. */
export const hasBegun = (
  { starts_at, ends_at }: { readonly starts_at: string; readonly ends_at: string },
  now: number = Date.now(),
): boolean => Date.parse(starts_at) <= now && now < Date.parse(ends_at)
