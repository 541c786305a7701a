import { pointDay } from '@shiloh/contract/checkin/point-days'
import { serves } from '@shiloh/contract/checkin/scans'
import { dayIn } from '@shiloh/contract/text/zone'
import type { CopyState } from './engine/db.ts'

type Point = CopyState['points'][number]

const dateOf = (instant: string | null): Date | null => (instant === null ? null : new Date(instant))

type Timed = Pick<Point, 'kind' | 'rule' | 'starts_at' | 'ends_at'>

/**
 * Returns whether a point is of now: a sitting while it serves, and anything else on its day. Points of every day are open
 * always.
 */
export const isOfNow = (point: Timed, zone: string, now: Date): boolean => {
  const { kind, starts_at, ends_at } = point
  const day = pointDay(point, zone)
  if (day === null) return true
  if (kind === 'meal' && !serves({ startsAt: dateOf(starts_at), endsAt: dateOf(ends_at) }, now)) return false
  return (kind === 'meal' && ends_at !== null) || day === dayIn(now, zone)
}

export interface PointGroups<P> {
  /** Open always, or of today: the one that serves now comes first. */
  readonly today: readonly P[]
  /** Of other days: the next ones first, then those that are over. */
  readonly others: readonly P[]
}

/** Sorts the points of an event for somebody who starts now. */
export function groupPoints<P extends Timed>(points: readonly P[], zone: string, now: Date): PointGroups<P> {
  const isToday = (point: P) => pointDay(point, zone) === dayIn(now, zone)
  const startOf = ({ starts_at }: P) => (starts_at === null ? 0 : Date.parse(starts_at))
  const isOver = (point: P) => startOf(point) < now.getTime()
  const daily = points.filter((point) => pointDay(point, zone) === null)
  const timed = points.filter((point) => !daily.includes(point))
  const ofToday = timed.filter(isToday).sort((a, b) => startOf(a) - startOf(b))
  const others = timed.filter((point) => !isToday(point)).sort((a, b) => startOf(a) - startOf(b))
  const serving = ofToday.filter((point) => point.kind === 'meal' && isOfNow(point, zone, now))
  return {
    today: [...daily, ...serving, ...ofToday.filter((point) => !serving.includes(point))],
    others: [...others.filter((point) => !isOver(point)), ...others.filter(isOver).reverse()],
  }
}
