import type { Said, ScanResult } from '@shiloh/contract/checkin/scans'
import { expect, it } from 'vitest'
import { verdictOf } from './words.ts'

interface Judged {
  readonly said: Said | null
  readonly result: ScanResult
  readonly name: string | null
  readonly label: ReturnType<typeof verdictOf>['label']
}

it.each<Judged>([
  { said: null, result: 'ok', name: 'Ama', label: 'result_ok' },
  { said: 'ok', result: 'ok', name: 'Ama', label: 'result_ok' },
  // The person was sent away, and counts by a scan of their own if they came in later.
  { said: 'kept', result: 'ok', name: 'Ama', label: 'result_kept' },
  { said: 'unpaid', result: 'ok', name: 'Ama', label: 'result_unpaid' },
  // Why nobody could have gone through says more than that it was kept.
  { said: 'kept', result: 'unpaid', name: 'Ama', label: 'result_unpaid' },
  { said: 'ok', result: 'cancelled', name: 'Ama', label: 'result_cancelled' },
  { said: 'ok', result: 'wrong_event', name: 'Ama', label: 'result_point_removed' },
  { said: null, result: 'wrong_event', name: null, label: 'result_wrong_event' },
])('a scan is $label where the device said $said and the server $result', ({ label, ...scan }) => {
  expect(verdictOf({ ...scan, direction: 'in', point_kind: 'gate' }).label).toBe(label)
})
