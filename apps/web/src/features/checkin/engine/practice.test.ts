import { readScannedCode } from '@shiloh/contract/checkin/checkin'
import { ticketPath } from '@shiloh/contract/reservations/ticket-code'
import { expect, it, vi } from 'vitest'
import { scanPractice } from './practice.ts'
import { isPracticeText, practiceText } from './practice-code.ts'

const point = {
  _id: 'gate',
  name: 'Gate',
  kind: 'gate' as const,
  rule: 'in_out' as const,
  capacity: null,
  starts_at: null,
  ends_at: null,
  caterer_id: null,
}
const about = {
  event: {
    _id: 'event',
    name: 'Leaders',
    starts_at: '2027-01-22T06:00:00.000Z',
    ends_at: '2027-01-24T18:00:00.000Z',
    time_zone: 'UTC',
    currency: 'GHS',
    copy_minutes: 30,
  },
  points: [point],
  public_keys: [],
  at: '2027-01-22T06:00:00.000Z',
  cursor: '1.1',
  total: 0,
}

it('scans the same practice code that another phone shows, and no ticket in its place', async () => {
  vi.stubGlobal('location', { origin: 'https://church.example' })
  expect(isPracticeText(practiceText(location.origin))).toBe(true)
  const code = readScannedCode(practiceText(location.origin))
  if (code.kind !== 'qr' || code.signature === null) throw new Error('no code')
  expect(isPracticeText(`https://church.example${ticketPath('a'.repeat(24), code.signature)}`)).toBe(false)
  expect(isPracticeText(`https://church.example${ticketPath(code.qrId, `B${code.signature.slice(1)}`)}`)).toBe(false)
  const at = Date.parse('2027-01-22T08:00:00Z')
  const [first, second] = [
    await scanPractice(about, point, 'Ama Practice', at, 0),
    await scanPractice(about, point, 'Ama Practice', at, 1),
  ]
  expect([first.decided.result, second.decided.result]).toEqual(['ok', 'ok'])
  expect(first.scan.scan_id).not.toBe(second.scan.scan_id)
})
