import { serves } from '@shiloh/contract/checkin/scans'
import { dayIn } from '@shiloh/contract/text/zone'
import type { CopyState } from './engine/db.ts'

type Point = CopyState['points'][number]

const dateOf = (instant: string | null): Date | null => (instant === null ? null : new Date(instant))

type Timed = Pick<Point, 'kind' | 'starts_at' | 'ends_at'>

/**
 * Returns whether a point is of now: a sitting while it serves, and anything else on its day. Points without a time are
 * open always.
 */
export const isOfNow = ({ kind, starts_at, ends_at }: Timed, zone: string, now: Date): boolean => {
  if (starts_at === null) return true
  if (kind === 'meal' && !serves({ startsAt: dateOf(starts_at), endsAt: dateOf(ends_at) }, now)) return false
  return (kind === 'meal' && ends_at !== null) || dayIn(starts_at, zone) === dayIn(now, zone)
}

export interface PointGroups<P> {
  /** Open always, or of today: the one that serves now comes first. */
  readonly today: readonly P[]
  /** Of other days: the next ones first, then those that are over. */
  readonly others: readonly P[]
}

/** Sorts the points of an event for somebody who starts now. */
export function groupPoints<P extends Timed>(points: readonly P[], zone: string, now: Date): PointGroups<P> {
  const isToday = ({ starts_at }: P) => starts_at === null || dayIn(starts_at, zone) === dayIn(now, zone)
  const startOf = ({ starts_at }: P) => (starts_at === null ? 0 : Date.parse(starts_at))
  const isOver = (point: P) => startOf(point) < now.getTime()
  const timed = points.filter(({ starts_at }) => starts_at !== null)
  const ofToday = timed.filter(isToday).sort((a, b) => startOf(a) - startOf(b))
  const others = timed.filter((point) => !isToday(point)).sort((a, b) => startOf(a) - startOf(b))
  const serving = ofToday.filter((point) => point.kind === 'meal' && isOfNow(point, zone, now))
  return {
    today: [
      ...points.filter(({ starts_at }) => starts_at === null),
      ...serving,
      ...ofToday.filter((point) => !serving.includes(point)),
    ],
    others: [...others.filter((point) => !isOver(point)), ...others.filter(isOver).reverse()],
  }
}
