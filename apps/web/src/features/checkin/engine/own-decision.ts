import { readScannedCode } from '@shiloh/contract/checkin/checkin'
import type { Decided } from './decide.ts'
import type { ScanTarget } from './gate.ts'
import { type KeptScan, keepOpen } from './scans.ts'

/** What this phone says of a scan by itself. Pure. */

/** Returns the label of a scan whose person is not known. */
export const labelOf = (target: ScanTarget): string => {
  if (target.kind === 'person') return target.name
  const code = readScannedCode(target.text)
  return code.kind === 'code' ? code.code : ''
}

/** Whether this phone has nothing of its own to say about a scan: it cannot check the code, or has nobody with it. */
export const knowsNobody = (own: Decided | undefined): boolean =>
  own === undefined || (own.person === null && (own.result === 'not_found' || own.result === 'invalid'))

/** Adds what this device decided, unless the server has answered by now. */
export const told = (scan: KeptScan, own: Decided | undefined): KeptScan => {
  // A couple shares its printed code: the server enters the one whose name this phone shows.
  const isShared = scan.code !== null && readScannedCode(scan.code).kind === 'code'
  // The server knows that it is open who has come: this phone's own guess is nobody's name.
  const person = scan.result === 'several' ? null : own?.person
  const known = {
    ...scan,
    find: person?.find ?? null,
    name: person?.record.name ?? scan.name,
    participant_id: (isShared ? person?.participantId : null) ?? scan.participant_id,
  }
  if (scan.waits === undefined || scan.said !== null) return known
  return keepOpen({ ...known, said: own?.result ?? null })
}
