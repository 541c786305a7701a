import { isAccepted, isDouble, isUndone, type KeptScan, resultOf } from './engine/scans.ts'
import type { GateEvent } from './queries.ts'

type Counters = GateEvent['counters']

/** Returns whether counters of this time have a scan of this phone. Milliseconds, by the server's clock. */
const wasCounted = (scan: KeptScan, at: number): boolean => {
  if (scan.practice || resultOf(scan) !== 'ok' || scan.result === null) return false
  const isUndoHeard = isUndone(scan) && scan.waits === undefined && (scan.settled_at ?? 0) <= at
  return (scan.answered_at ?? 0) <= at && !isUndoHeard
}

/** Returns by how much a scan of this phone changes counters of this time: 1, 0 or -1. */
export const changeSince = (scan: KeptScan, at: number): number =>
  (isAccepted(scan) ? 1 : 0) - (wasCounted(scan, at) ? 1 : 0)

const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0)

/**
 * Returns the counters of an event with what this phone has scanned or taken back since the server counted: it can have
 * heard of that, and its counters are older than its answer.
 * @param at when the server began to count, in milliseconds by its clock
 * @param isGate whether a point is one of the gates
 */
export function countersHere(
  counters: Counters,
  scans: readonly KeptScan[],
  { at, isGate }: { readonly at: number; readonly isGate: (pointId: string | null) => boolean },
): Counters {
  const own = scans.filter((scan) => isGate(scan.point_id) && !isDouble(scan))
  const people = (test: (scan: KeptScan) => boolean) =>
    new Set(own.flatMap((scan) => (scan.direction === 'in' && scan.find !== null && test(scan) ? [scan.find] : [])))
  const [before, now] = [people((scan) => wasCounted(scan, at)), people(isAccepted)]
  const change = (way: KeptScan['direction']) =>
    sum(own.filter(({ direction }) => direction === way).map((scan) => changeSince(scan, at)))
  const without = (some: ReadonlySet<string>, others: ReadonlySet<string>) =>
    [...some].filter((find) => !others.has(find)).length
  const [arrived, gone] = [without(now, before), without(before, now)]
  const [came, left] = [change('in'), change('out')]
  return {
    ...counters,
    in: Math.max(0, counters.in + arrived - gone),
    out: Math.max(0, counters.out + left),
    inside: Math.max(0, counters.inside + came - left),
  }
}
