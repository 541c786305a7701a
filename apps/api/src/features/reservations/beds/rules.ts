import type { ErrorCode, FieldError } from '@shiloh/contract/errors'
import { staysOverlap } from '@shiloh/contract/nights'

/** A stay in one bed. `partyId` is the reservation: who shares it is family. */
export interface Occupant {
  readonly bed: number
  readonly check_in: string
  readonly check_out: string
  readonly gender: Gender | null
  readonly partyId: string
}
export type Gender = 'male' | 'female'

export interface Room {
  readonly id: string
  readonly name: string
  readonly blockId: string
  readonly blockName: string
  readonly centerId: string
  readonly categoryId: string
  readonly floor: number
  readonly beds: number
  /** Null: whoever is placed first decides. */
  readonly genderRule: Gender | 'family' | null
  readonly accessible: boolean
  readonly keptForTitleIds: readonly string[]
  readonly keptForDesignationIds: readonly string[]
  /** Nights under maintenance, half-open. */
  readonly maintenance: readonly { readonly check_in: string; readonly check_out: string }[]
  readonly occupants: readonly Occupant[]
}

/** One person alone, or a couple: they sleep in one room. */
export interface Party {
  readonly id: string
  readonly genders: readonly (Gender | null)[]
  readonly mobilityIssue: boolean
  readonly titleId: string | null
  readonly designationId: string | null
  readonly check_in: string
  readonly check_out: string
}

/** Where a room may lie and of which category it must be. */
export interface RoomScope {
  readonly centerId: string | null
  readonly categoryId: string
  /** Empty: every block of the centre. */
  readonly blockIds: readonly string[]
}

export type BedDecision =
  | { readonly beds: readonly number[] }
  | { readonly code: ErrorCode; readonly fields: readonly FieldError[] }

const FIELD = 'accommodation.room_id'
const unsuitable: BedDecision = { code: 'room_unsuitable', fields: [{ field: FIELD, code: 'not_eligible' }] }
const taken: BedDecision = { code: 'room_taken', fields: [{ field: FIELD, code: 'sold_out' }] }

/** Men, women, or one family: whoever already sleeps there on one of these nights decides; else the room's own rule. */
const genderFits = (room: Room, party: Party): boolean => {
  const there = room.occupants.filter((occupant) => staysOverlap(occupant, party))
  const isCouple = party.genders.length > 1
  if (isCouple || room.genderRule === 'family')
    return there.length === 0 && (room.genderRule === null || room.genderRule === 'family')
  const [gender] = party.genders
  if (gender === null || gender === undefined) return there.length === 0 && room.genderRule === null && room.beds === 1
  if (room.genderRule !== null && room.genderRule !== gender) return false
  const parties = there.map(({ partyId }) => partyId)
  const hasCouple = parties.some((id, index) => parties.indexOf(id) !== index)
  return !hasCouple && there.every((occupant) => occupant.gender === gender)
}

/** A room that is kept goes to whom it is kept for. */
const isKeptFromThem = (room: Room, party: Party): boolean => {
  if (room.keptForTitleIds.length === 0 && room.keptForDesignationIds.length === 0) return false
  const bears = (ids: readonly string[], id: string | null) => id !== null && ids.includes(id)
  return !bears(room.keptForTitleIds, party.titleId) && !bears(room.keptForDesignationIds, party.designationId)
}

/** The beds that are free in every one of these nights. */
export const freeBeds = (room: Room, stay: { readonly check_in: string; readonly check_out: string }): number[] => {
  const used = new Set(room.occupants.filter((occupant) => staysOverlap(occupant, stay)).map(({ bed }) => bed))
  return Array.from({ length: room.beds }, (_, index) => index + 1).filter((bed) => !used.has(bed))
}

/** Whether this party may sleep in this room, and in which beds. */
export const decideBeds = (room: Room | undefined, party: Party, scope: RoomScope): BedDecision => {
  if (!room) return { code: 'invalid_input', fields: [{ field: FIELD, code: 'not_found' }] }
  const isInScope =
    room.categoryId === scope.categoryId &&
    room.centerId === scope.centerId &&
    (scope.blockIds.length === 0 || scope.blockIds.includes(room.blockId))
  if (!isInScope) return { code: 'invalid_input', fields: [{ field: FIELD, code: 'not_offered' }] }
  if (room.maintenance.some((period) => staysOverlap(period, party))) return unsuitable
  if (isKeptFromThem(room, party)) return unsuitable
  if (party.mobilityIssue && room.floor !== 0 && !room.accessible) return unsuitable
  if (room.beds < party.genders.length) return unsuitable
  const free = freeBeds(room, party)
  if (free.length < party.genders.length) return taken
  if (!genderFits(room, party)) return unsuitable
  return { beds: free.slice(0, party.genders.length) }
}
