import { packRecord } from '@shiloh/contract/checkin/bundle'
import { ticketPath } from '@shiloh/contract/reservations/ticket-code'
import { createCopy, sealRecord } from './copy.ts'
import type { CopyState } from './db.ts'
import { type Decided, decide } from './decide.ts'
import type { KeptScan } from './scans.ts'

const hex = (bytes: Uint8Array) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
const random = (length: number) => crypto.getRandomValues(new Uint8Array(length))
const signatureOf = (bytes: Uint8Array) =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')

export interface Practice {
  readonly decided: Decided
  readonly scan: KeptScan
  /** Milliseconds from the code to the decision. */
  readonly took: number
}

/**
 * Scans a practice code without a network: a person who does not exist, sealed as the server seals people, is found and
 * opened by their code and decided upon by the same functions as everybody else.
 * @param name of the person
 * @param at the server's time in milliseconds
 */
export const scanPractice = async (
  about: CopyState,
  point: CopyState['points'][number],
  name: string,
  at: number,
): Promise<Practice> => {
  const code = { qrId: hex(random(12)), signature: signatureOf(random(64)) }
  const words: Record<string, string> = {}
  const packed = packRecord(
    {
      name,
      code: 'PRACTICE',
      role: 'main',
      status: 'active',
      participantType: '',
      title: null,
      room: '\n1\n101',
      bed: 1,
      roomCategory: null,
      catererId: point.caterer_id ?? 'practice',
      caterer: null,
      party: 1,
      balance: 0,
      owed: 0,
      passed: [],
    },
    (text) => {
      const key = `w${Object.keys(words).length}`
      words[key] = text
      return key
    },
  )
  const copy = createCopy()
  copy.add({ words, groups: [['practice', [await sealRecord(code, packed)]]], indexes: [] }, true)
  copy.touch(about)
  const began = performance.now()
  const found = await copy.read(`${location.origin}${ticketPath(code.qrId, code.signature)}`)
  const decided = decide(found, 'in', new Date(at), { about, point, scans: [] })
  const took = performance.now() - began
  if (!decided) throw new Error('this browser cannot open a record')
  return {
    decided,
    took,
    scan: {
      scan_id: `practice-${code.qrId}`,
      device_id: '',
      event_id: about.event._id,
      point_id: point._id,
      direction: 'in',
      scanned_at: new Date(at).toISOString(),
      clock_offset: null,
      at,
      code: null,
      participant_id: null,
      find: null,
      name,
      said: decided.result,
      result: null,
      isOpen: false,
      practice: true,
      notice: null,
    },
  }
}
