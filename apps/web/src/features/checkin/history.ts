import { DIRECTIONS, SCAN_RESULTS } from '@shiloh/contract/checkin/scans'
import { z } from 'zod'
import type { Outcome } from './outcome.ts'
import { nameOfScan, type Scan } from './scan.ts'

const kept = 50

const entry = z.object({
  scan_id: z.string(),
  event_id: z.string(),
  at: z.string(),
  direction: z.enum(DIRECTIONS),
  result: z.enum(SCAN_RESULTS),
  undoes: z.boolean(),
  /** The person's name, or the code if nobody was found. */
  name: z.string(),
  code: z.string(),
})
export type HistoryEntry = z.output<typeof entry>

/** The scans of this device, newest first. */
export const historySchema = z.array(entry)

/** Adds a scan. A repeated scan is added once. */
export function addToHistory(history: readonly HistoryEntry[], scan: Scan, outcome: Outcome): HistoryEntry[] {
  const { scan_id, event_id, scanned_at: at, direction, undoes } = scan
  const name = outcome.people.map((person) => person.name).join(', ') || nameOfScan(scan)
  const code = outcome.people[0]?.code ?? ''
  const others = history.filter((one) => one.scan_id !== scan_id)
  return [{ scan_id, event_id, at, direction, result: outcome.result, undoes, name, code }, ...others].slice(0, kept)
}
