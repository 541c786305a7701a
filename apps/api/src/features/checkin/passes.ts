import type { Said, ScanResult } from '@shiloh/contract/checkin/scans'

/** What decides whether a scan let somebody through. */
export interface PassFacts {
  readonly said: Said | null
  readonly result: ScanResult
  /** Staff withdrew it. */
  readonly withdrawn: boolean
  /** When the gate took it back. */
  readonly undone_at: Date | null
}

/** Returns whether the person went through, and nobody took the scan back: as the column `accepted` has it. */
export const passes = ({ said, result, withdrawn, undone_at }: PassFacts): boolean =>
  (said ?? result) === 'ok' && result !== 'wrong_event' && !withdrawn && undone_at === null
