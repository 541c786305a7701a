import { dayIn } from '../text/zone.ts'
import type { PointRule } from './points.ts'

/** A scan point as people tell it from others. */
export interface NamedPoint {
  readonly name: string
  /** When its sitting begins. Null: the point has no time. */
  readonly starts_at: string | null
  readonly rule?: PointRule
}

/** Returns which day of an event an instant is, by the event's own calendar, and how many days it has. Before it: 0 or less. */
export const dayOfEvent = (
  {
    starts_at,
    ends_at,
    time_zone,
  }: { readonly starts_at: string; readonly ends_at: string; readonly time_zone: string },
  at: Date,
): { readonly day: number; readonly days: number } => {
  const count = (instant: Date | string) => Date.parse(dayIn(instant, time_zone)) / 86_400_000
  const first = count(starts_at)
  return { day: count(at) - first + 1, days: count(ends_at) - first + 1 }
}

/** Returns the day of a point in the event's zone. Null: it is for every day, as a gate or a daily bus is. */
export const pointDay = ({ starts_at, rule }: Omit<NamedPoint, 'name'>, zone: string): string | null =>
  starts_at === null || rule === 'once_a_day' ? null : dayIn(starts_at, zone)
