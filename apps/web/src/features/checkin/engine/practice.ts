import { SEALED } from '@shiloh/contract/checkin/bundle'
import { packPeople } from '@shiloh/contract/checkin/bundle-people'
import { packRecord } from '@shiloh/contract/checkin/bundle-record'
import { base64Of } from './base64.ts'
import { createCopy, findOf, sealRecord } from './copy.ts'
import type { CopyState } from './db.ts'
import { type Decided, decide } from './decide.ts'
import { PRACTICE_CODE, practiceText } from './practice-code.ts'
import type { KeptScan } from './scans.ts'

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
 * @param nth tells scans of one rehearsal apart
 */
export const scanPractice = async (
  about: CopyState,
  point: CopyState['points'][number],
  name: string,
  at: number,
  nth: number,
): Promise<Practice> => {
  const words: string[] = []
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
      words.push(text)
      return words.length - 1
    },
  )
  const copy = createCopy()
  const nonce = crypto.getRandomValues(new Uint8Array(SEALED.nonce))
  const sealed = await sealRecord(PRACTICE_CODE.signature, nonce, packed)
  const people = packPeople([{ group: 1, records: [{ find: await findOf(PRACTICE_CODE.qrId), sealed }] }])
  copy.add({ parts: [{ words, nonce: base64Of(nonce), people: base64Of(people) }], indexes: [] }, true)
  copy.touch(about)
  const began = performance.now()
  const found = await copy.read(practiceText(location.origin))
  const decided = decide(found, 'in', new Date(at), { about, point, scans: [] })
  const took = performance.now() - began
  if (!decided) throw new Error('this browser cannot open a record')
  return {
    decided,
    took,
    scan: {
      scan_id: `practice-${nth}`,
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
      practice: true,
      notice: null,
    },
  }
}
