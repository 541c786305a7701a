import { leaves } from '@shiloh/contract/checkin/scans'
import type { CopyState } from './engine/db.ts'
import { isAccepted, isUndone, type KeptScan, resultOf } from './engine/scans.ts'
import type { GateEvent } from './queries.ts'

/** The people at a point: inside now, or served. */
export interface Crowd {
  readonly people: number
  /** Null: there is room for anybody. */
  readonly capacity: number | null
  /** Nobody else has room. */
  readonly isFull: boolean
}

/** Returns the people at a point: those whom the server has counted, and those whose scans wait on this phone. */
export const crowdOf = (
  counted: GateEvent['points'],
  scans: readonly KeptScan[],
  point: CopyState['points'][number],
): Crowd => {
  const waiting = scans.filter(
    (scan) => scan.waits !== undefined && scan.point_id === point._id && resultOf(scan) === 'ok',
  )
  const step = ({ direction }: KeptScan) => (direction === 'in' ? 1 : leaves(point.rule) ? -1 : 0)
  const sum = (some: readonly KeptScan[]) => some.reduce((all, scan) => all + step(scan), 0)
  // The server has counted what was undone since, if it had answered the scan.
  const undone = waiting.filter((scan) => isUndone(scan) && scan.result !== null)
  const known = counted.find(({ _id }) => _id === point._id)?.people ?? 0
  const people = Math.max(0, known + sum(waiting.filter(isAccepted)) - sum(undone))
  return { people, capacity: point.capacity, isFull: point.capacity !== null && people >= point.capacity }
}
