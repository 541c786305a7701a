import type { GateParticipant } from '@shiloh/contract/checkin/checkin'
import type { Direction, ScanResult } from '@shiloh/contract/checkin/scans'
import { bedLetter } from '@shiloh/contract/reservations/beds'
import type { CopyState } from './engine/db.ts'
import type { GateAnswer } from './engine/gate.ts'

/** The tone of a result. Each has its own colour, shape, sound and vibration. */
export type Tone = 'ok' | 'used' | 'invalid' | 'undone' | 'paid'

/** The result of one scan, or of all persons of a reservation together. */
export interface Outcome {
  readonly result: ScanResult
  readonly tone: Tone
  readonly direction: Direction
  readonly people: readonly GateParticipant[]
  /** The people whose entry or exit the scan recorded. */
  readonly moved: readonly GateParticipant[]
}

/** Returns the result of a party. Somebody who is already inside does not stop the others. */
function resultOf(answers: readonly GateAnswer[]): ScanResult {
  const obstacle = answers.find(({ result }) => result !== 'ok' && result !== 'already_redeemed')
  if (obstacle) return obstacle.result
  return answers.some(({ result }) => result === 'ok') ? 'ok' : (answers[0]?.result ?? 'not_found')
}

/**
 * Combines the answers of one action.
 * @param isOwn this phone decided, and knows nobody of other events
 */
export function outcomeOf(answers: readonly GateAnswer[], direction: Direction, isOwn = false): Outcome {
  const result = resultOf(answers)
  const known = (some: readonly GateAnswer[]) => some.flatMap(({ reservation }) => (reservation ? [reservation] : []))
  const moved = known(answers.filter((answer) => answer.result === 'ok'))
  const tones: Partial<Record<ScanResult, Tone>> = {
    ok: 'ok',
    already_redeemed: 'used',
    not_now: 'used',
    several: 'used',
    ...(isOwn && { not_found: 'used' }),
    // Somebody who is known goes out twice: nothing is wrong with their code.
    ...(direction === 'out' && known(answers).length > 0 && { invalid: 'used' }),
  }
  return { result, tone: tones[result] ?? 'invalid', direction, people: known(answers), moved }
}

/** Returns the outcome after its entries or exits were taken back. */
export const undoneOf = (outcome: Outcome): Outcome => ({ ...outcome, tone: 'undone', people: outcome.moved })

/** Returns the outcome after what was owed has been paid. Nobody has come in by that. */
export const paidOf = (outcome: Outcome): Outcome => ({ ...outcome, tone: 'paid' })

/** A sitting of the copy. */
type Sitting = Pick<CopyState['points'][number], 'name' | 'kind' | 'caterer_id' | 'starts_at'>

/**
 * Returns the sitting at which somebody has ordered: of those of their caterer, the one whose beginning is nearest.
 * @param now in milliseconds
 */
export function sittingOf<Point extends Sitting>(
  { caterer_id }: Pick<GateParticipant, 'caterer_id'>,
  points: readonly Point[],
  now: number,
): Point | undefined {
  const away = ({ starts_at }: Point) =>
    starts_at === null ? Number.POSITIVE_INFINITY : Math.abs(Date.parse(starts_at) - now)
  const own = points.filter((point) => point.kind === 'meal' && point.caterer_id === caterer_id)
  return caterer_id === null ? undefined : own.sort((a, b) => away(a) - away(b))[0]
}

/** Returns whether somebody is inside, or was served, at a point. */
export const isThere = (person: GateParticipant, isGate: boolean): boolean =>
  isGate ? isInside(person) : person.entered !== null

export interface RoomOfParty {
  readonly name: string
  readonly block: string
  readonly floor: number
  readonly beds: readonly string[]
}

/** Returns the rooms of a party, each with the letters of its beds. */
export function roomsOf(people: readonly Pick<GateParticipant, 'room'>[]): readonly RoomOfParty[] {
  const rooms = new Map<string, RoomOfParty>()
  for (const { room } of people) {
    if (!room) continue
    const place = `${room.block}\n${room.name}`
    const beds = [...(rooms.get(place)?.beds ?? []), bedLetter(room.bed)]
    rooms.set(place, { name: room.name, block: room.block, floor: room.floor, beds: beds.sort() })
  }
  return [...rooms.values()]
}

/** Returns whether somebody is inside now. */
export const isInside = ({ checked_in_at, checked_out_at }: GateParticipant): boolean =>
  checked_in_at !== null && checked_out_at === null

/** Groups people by reservation, keeping the order of the list. */
export function byReservation(people: readonly GateParticipant[]): readonly (readonly GateParticipant[])[] {
  const parties = new Map<string, GateParticipant[]>()
  for (const person of people) {
    const party = parties.get(person.reservation_id)
    if (party) party.push(person)
    else parties.set(person.reservation_id, [person])
  }
  return [...parties.values()]
}
