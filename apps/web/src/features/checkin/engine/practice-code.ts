import { readScannedCode } from '@shiloh/contract/checkin/checkin'
import { ticketPath } from '@shiloh/contract/reservations/ticket-code'

/** The practice code, of nobody and the same everywhere: one phone shows it, and another one scans it. */
export const PRACTICE_CODE = {
  qrId: '5a1f0c93d7e24b8860f3a915',
  signature: 'cHJhY3RpY2Ugb25seTogbm9ib2R5IGNvbWVzIGluIHdpdGggdGhpcyBjb2RlIG9mIHRoZSByZWhlYXJzYWwuLg',
}

/** Returns the text of the practice code. */
export const practiceText = (origin: string): string =>
  `${origin}${ticketPath(PRACTICE_CODE.qrId, PRACTICE_CODE.signature)}`

export const isPracticeText = (text: string): boolean => {
  const code = readScannedCode(text)
  return code.kind === 'qr' && code.qrId === PRACTICE_CODE.qrId && code.signature === PRACTICE_CODE.signature
}
