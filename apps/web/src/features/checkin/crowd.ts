import { leaves } from '@shiloh/contract/checkin/scans'
import { changeSince } from './counted.ts'
import type { CopyState } from './engine/db.ts'
import { isDouble, type KeptScan } from './engine/scans.ts'
import type { GateEvent } from './queries.ts'

/** The people at a point: inside now, or served. */
export interface Crowd {
  readonly people: number
  /** Null: there is room for anybody. */
  readonly capacity: number | null
  /** Nobody else has room. */
  readonly isFull: boolean
}

/**
 * Returns the people at a point: those whom the server has counted, and those whom this phone has scanned since.
 * @param at when the server began to count, in milliseconds by its clock
 */
export const crowdOf = (
  counted: GateEvent['points'],
  scans: readonly KeptScan[],
  point: CopyState['points'][number],
  at: number,
): Crowd => {
  const step = ({ direction }: KeptScan) => (direction === 'in' ? 1 : leaves(point.rule) ? -1 : 0)
  const known = counted.find(({ _id }) => _id === point._id)?.people ?? 0
  const since = scans
    .filter((scan) => scan.point_id === point._id && !isDouble(scan))
    .reduce((all, scan) => all + step(scan) * changeSince(scan, at), 0)
  const people = Math.max(0, known + since)
  return { people, capacity: point.capacity, isFull: point.capacity !== null && people >= point.capacity }
}
