import type { ErrorCode, FieldError } from '../errors.ts'
import type { BedReason } from './beds.ts'
import { nightsBetween, staysOverlap } from './nights.ts'

export type Gender = 'male' | 'female'

/** A person of a party with the facts that rooms depend on. */
export interface Sleeper {
  /** Empty until the participant has an id. */
  readonly participantId: string
  /** main, spouse, child or companion. */
  readonly role: string
  readonly gender: Gender | null
  /** Under 18 on the first night. */
  readonly isChild: boolean
  readonly mobilityIssue: boolean
  /** The deciding title and designation: the account's, or what staff recorded. */
  readonly titleId: string | null
  readonly designationId: string | null
  /** Participants with whom they must not share a room. The browser does not know them. */
  readonly apart?: readonly string[]
}

/** A stay in one bed. `partyId` is the reservation, whose persons are one family. */
export interface Occupant extends Sleeper {
  readonly bed: number
  readonly check_in: string
  readonly check_out: string
  readonly partyId: string
}

export interface Room {
  readonly id: string
  readonly name: string
  readonly blockId: string
  readonly blockName: string
  readonly centerId: string
  readonly categoryId: string
  readonly floor: number
  readonly beds: number
  /** Null: the first person placed decides. */
  readonly genderRule: Gender | 'family' | null
  readonly accessible: boolean
  readonly keptForTitleIds: readonly string[]
  readonly keptForDesignationIds: readonly string[]
  /** Nights under maintenance, half-open. */
  readonly maintenance: readonly { readonly check_in: string; readonly check_out: string }[]
  readonly occupants: readonly Occupant[]
}

/** The persons of one reservation who are to share a room: all of them or some. */
export interface Party {
  readonly id: string
  readonly sleepers: readonly Sleeper[]
  /** Persons of the same reservation that this decision does not place. */
  readonly rest?: readonly Sleeper[]
  readonly check_in: string
  readonly check_out: string
}

/** Where a room can be, and its required category. */
export interface RoomScope {
  readonly centerId: string | null
  readonly categoryId: string
  /** Empty means every block of the center. */
  readonly blockIds: readonly string[]
}

export type BedDecision =
  | { readonly beds: readonly number[] }
  | {
      readonly code: ErrorCode
      readonly fields: readonly FieldError[]
      readonly data?: { readonly reasons: readonly BedReason[] }
    }

const FIELD = 'accommodation.room_id'

/**
 * Returns whether these people share a room with nobody else: a couple, men and women of one party, or a party with
 * unknown genders. A mother and her daughter are not a family in this sense: they can sleep among women.
 */
export const isFamily = (people: readonly Pick<Sleeper, 'role' | 'gender'>[]): boolean =>
  people.length > 1 &&
  (people.some(({ role }) => role === 'spouse') ||
    people.some(({ gender }) => gender === null || gender !== people[0]?.gender))

const byParty = (occupants: readonly Occupant[]): Map<string, Occupant[]> => {
  const parties = new Map<string, Occupant[]>()
  for (const occupant of occupants) parties.set(occupant.partyId, [...(parties.get(occupant.partyId) ?? []), occupant])
  return parties
}

/**
 * Returns whether a room has only men, only women, or one family on one night. `mine` are the party's people there,
 * `others` everybody else.
 */
const gendersFit = (room: Room, mine: readonly Sleeper[], others: readonly Occupant[]): boolean => {
  const [first] = mine
  if (!first) return true
  const isAlone = others.length === 0
  if (isFamily(mine) || room.genderRule === 'family')
    return isAlone && (room.genderRule === null || room.genderRule === 'family')
  // A person of unknown gender cannot share a room with strangers.
  if (first.gender === null) return isAlone && room.genderRule === null && room.beds === 1
  if (room.genderRule !== null && room.genderRule !== first.gender) return false
  return (
    others.every(({ gender }) => gender === first.gender) &&
    [...byParty(others).values()].every((party) => !isFamily(party))
  )
}

/** Returns whether no child sleeps in a room with unrelated adults without a guardian, an adult of their own party. */
const childrenAreSafe = (mine: readonly Sleeper[], others: readonly Occupant[]): boolean => {
  const parties: (readonly Sleeper[])[] = [mine, ...byParty(others).values()]
  return parties.every(
    (party) =>
      party.every(({ isChild }) => !isChild) ||
      party.some(({ isChild }) => !isChild) ||
      parties.every((other) => other === party || other.every(({ isChild }) => isChild)),
  )
}

interface Placed extends Pick<Sleeper, 'participantId' | 'isChild'> {
  readonly place: { readonly roomId: string; readonly check_in: string; readonly check_out: string } | null
}

/** Returns the children of one party who sleep, on at least one night, in a room without an adult of the party. */
const alone = <T extends Placed>(party: readonly T[]): T[] =>
  party.filter(
    ({ isChild, place }) =>
      isChild &&
      place !== null &&
      nightsBetween(place.check_in, place.check_out).some(
        (night) =>
          !party.some(
            (other) =>
              !other.isChild &&
              other.place?.roomId === place.roomId &&
              other.place.check_in <= night &&
              night < other.place.check_out,
          ),
      ),
  )

/** Returns the children that a change of beds leaves alone in a room, without those who were alone before. */
export const leftAlone = <T extends Placed>(before: readonly T[], after: readonly T[]): T[] => {
  const known = new Map(alone(before).map(({ participantId, place }) => [participantId, place?.roomId]))
  return alone(after).filter(({ participantId, place }) => known.get(participantId) !== place?.roomId)
}

/** Returns whether a room is kept for others. A kept room is open to those it is kept for and their company. */
const isKeptFrom = (room: Room, people: readonly Sleeper[]): boolean =>
  room.keptForTitleIds.length + room.keptForDesignationIds.length > 0 &&
  !people.some(
    ({ titleId, designationId }) =>
      (titleId !== null && room.keptForTitleIds.includes(titleId)) ||
      (designationId !== null && room.keptForDesignationIds.includes(designationId)),
  )

interface Housed extends Sleeper, Placed {}

/** Somebody of a party in a room where they cannot be without others of the party, and why. */
export interface LeftBehind<T> {
  readonly person: T
  readonly reason: Extract<BedReason, 'kept' | 'child'>
}

/** Returns who of a party is in a room that is kept for others, or is a child among unrelated adults without one of the party. */
const misplaced = <T extends Housed>(
  rooms: ReadonlyMap<string, Room>,
  partyId: string,
  party: readonly T[],
): LeftBehind<T>[] =>
  party.flatMap((person): LeftBehind<T>[] => {
    const { place, isChild } = person
    const room = place && rooms.get(place.roomId)
    if (!place || !room) return []
    const company = party.filter((one) => one.place?.roomId === room.id && staysOverlap(one.place, place))
    if (isKeptFrom(room, company)) return [{ person, reason: 'kept' }]
    const isAmongStrangers = nightsBetween(place.check_in, place.check_out).some((night) => {
      const isThere = (stay: { readonly check_in: string; readonly check_out: string } | null): boolean =>
        stay !== null && stay.check_in <= night && night < stay.check_out
      return (
        !company.some((one) => !one.isChild && isThere(one.place)) &&
        room.occupants.some((other) => other.partyId !== partyId && !other.isChild && isThere(other))
      )
    })
    return isChild && isAmongStrangers ? [{ person, reason: 'child' }] : []
  })

/**
 * Judges the rooms that people of a party leave: returns those whom they leave behind where nobody may be without them,
 * without those who were like that before. Nothing allows it.
 */
export const leftBehind = <T extends Housed>(
  rooms: ReadonlyMap<string, Room>,
  partyId: string,
  before: readonly T[],
  after: readonly T[],
): LeftBehind<T>[] => {
  const known = new Map(
    misplaced(rooms, partyId, before).map(({ person }) => [person.participantId, person.place?.roomId]),
  )
  return misplaced(rooms, partyId, after).filter(
    ({ person }) => known.get(person.participantId) !== person.place?.roomId,
  )
}

/** Returns the beds that are free in every one of these nights. */
export const freeBeds = (room: Room, stay: { readonly check_in: string; readonly check_out: string }): number[] => {
  const used = new Set(room.occupants.filter((occupant) => staysOverlap(occupant, stay)).map(({ bed }) => bed))
  return Array.from({ length: room.beds }, (_, index) => index + 1).filter((bed) => !used.has(bed))
}

const isCouple = (role: string): boolean => role === 'main' || role === 'spouse'

/** Returns whether a placement would separate a couple. */
const partsCouple = ({ sleepers, rest = [] }: Party, mine: readonly Sleeper[]): boolean =>
  sleepers.some(({ role }) => isCouple(role)) &&
  rest.some(
    ({ role, participantId }) =>
      isCouple(role) &&
      (role === 'spouse' || sleepers.some((sleeper) => sleeper.role === 'spouse')) &&
      !mine.some((person) => person.participantId === participantId),
  )

/** Returns every reason against a room for this party, in the order of display. An empty list means that it fits. */
export const reasonsAgainst = (room: Room, party: Party, scope: RoomScope): BedReason[] => {
  const reasons: BedReason[] = []
  if (room.categoryId !== scope.categoryId) reasons.push('category')
  if (room.centerId !== scope.centerId || (scope.blockIds.length > 0 && !scope.blockIds.includes(room.blockId)))
    reasons.push('place')
  if (room.maintenance.some((period) => staysOverlap(period, party))) reasons.push('maintenance')
  const there = room.occupants.filter((occupant) => staysOverlap(occupant, party))
  const family = there.filter(({ partyId }) => partyId === party.id)
  const mine = [...party.sleepers, ...family]
  if (isKeptFrom(room, mine)) reasons.push('kept')
  if (party.sleepers.some(({ mobilityIssue }) => mobilityIssue) && room.floor !== 0 && !room.accessible)
    reasons.push('floor')
  if (room.beds < party.sleepers.length) reasons.push('too_small')
  else if (freeBeds(room, party).length < party.sleepers.length) reasons.push('full')
  const nights = nightsBetween(party.check_in, party.check_out).map((night) => {
    const tonight = there.filter(({ check_in, check_out }) => check_in <= night && night < check_out)
    return {
      mine: [...party.sleepers, ...tonight.filter(({ partyId }) => partyId === party.id)],
      others: tonight.filter(({ partyId }) => partyId !== party.id),
    }
  })
  if (nights.some((night) => !gendersFit(room, night.mine, night.others)))
    reasons.push(mine.some(({ gender }) => gender === null) ? 'gender_unknown' : 'gender')
  if (nights.some((night) => !childrenAreSafe(night.mine, night.others))) reasons.push('child')
  if (partsCouple(party, mine)) reasons.push('couple')
  // Where something else is against the room, nobody learns of this: not by a reason, and not by the order of rooms.
  if (
    reasons.length === 0 &&
    there.some((other) => party.sleepers.some(({ apart }) => apart?.includes(other.participantId)))
  )
    reasons.push('apart')
  return reasons
}

/** Returns the bed of each person: their current one if it is free all nights, else the first free one. */
const shareOut = (free: readonly number[], wanted: readonly (number | undefined)[]): number[] => {
  const kept = new Set(wanted.filter((bed) => bed !== undefined && free.includes(bed)))
  const rest = free.filter((bed) => !kept.has(bed))
  return wanted.map((bed) => (bed !== undefined && kept.delete(bed) ? bed : (rest.shift() ?? 0)))
}

/**
 * Decides whether this party can sleep in this room, and in which beds, one per person. `wanted` are the beds that they
 * would like to keep. The refusal's data has the reasons.
 */
export const decideBeds = (
  room: Room | undefined,
  party: Party,
  scope: RoomScope,
  wanted: readonly (number | undefined)[] = [],
): BedDecision => {
  if (!room) return { code: 'invalid_input', fields: [{ field: FIELD, code: 'not_found' }] }
  const reasons = reasonsAgainst(room, party, scope)
  const [reason] = reasons
  switch (reason) {
    case undefined:
      return {
        beds: shareOut(
          freeBeds(room, party),
          party.sleepers.map((_, index) => wanted[index]),
        ),
      }
    case 'category':
    case 'place':
      return { code: 'invalid_input', fields: [{ field: FIELD, code: 'not_offered' }], data: { reasons } }
    case 'full':
      return { code: 'room_taken', fields: [{ field: FIELD, code: 'sold_out' }], data: { reasons } }
    default:
      return { code: 'room_unsuitable', fields: [{ field: FIELD, code: 'not_eligible' }], data: { reasons } }
  }
}

/** Returns the room with these people in these beds, for the next decision of the same batch. */
export const withParty = (room: Room, party: Party, beds: readonly number[]): Room => ({
  ...room,
  occupants: [
    ...room.occupants,
    ...party.sleepers.flatMap((sleeper, index): Occupant[] => {
      const bed = beds[index]
      return bed === undefined
        ? []
        : [{ ...sleeper, bed, check_in: party.check_in, check_out: party.check_out, partyId: party.id }]
    }),
  ],
})

/**
 * Orders rooms for a proposal: those that fit first; then rooms where the party already sleeps, the same block, rooms
 * in use, rooms that nobody needs more (ground floor and accessible rooms are for those who cannot climb), and the
 * fewest beds left over.
 */
export const byFitness = (rooms: readonly Room[], party: Party, scope: RoomScope): Room[] => {
  const homes = rooms.filter(({ occupants }) => occupants.some(({ partyId }) => partyId === party.id))
  const needsLow = party.sleepers.some(({ mobilityIssue }) => mobilityIssue)
  const rank = (room: Room): number[] => {
    const isOpen = room.occupants.some((occupant) => staysOverlap(occupant, party))
    return [
      reasonsAgainst(room, party, scope).length,
      homes.includes(room) ? 0 : 1,
      homes.some(({ blockId, floor }) => blockId === room.blockId && floor === room.floor) ? 0 : 1,
      homes.some(({ blockId }) => blockId === room.blockId) ? 0 : 1,
      room.keptForTitleIds.length + room.keptForDesignationIds.length > 0 ? 0 : 1,
      !needsLow && (room.floor === 0 || room.accessible) ? 1 : 0,
      isOpen ? 0 : 1,
      freeBeds(room, party).length,
    ]
  }
  const ranks = new Map(rooms.map((room) => [room, rank(room)]))
  const compare = (a: Room, b: Room): number => {
    const [left = [], right = []] = [ranks.get(a), ranks.get(b)]
    const at = left.findIndex((value, index) => value !== right[index])
    if (at >= 0) return (left[at] ?? 0) - (right[at] ?? 0)
    return `${a.blockName} ${a.name} ${a.id}` < `${b.blockName} ${b.name} ${b.id}` ? -1 : 1
  }
  return [...rooms].sort(compare)
}

/** Returns the best room that fits, with the beds, or undefined. */
export const chooseRoom = (
  rooms: readonly Room[],
  party: Party,
  scope: RoomScope,
): { readonly room: Room; readonly beds: readonly number[] } | undefined => {
  const [room] = byFitness(rooms, party, scope)
  const decision = room && decideBeds(room, party, scope)
  return room && decision && 'beds' in decision ? { room, beds: decision.beds } : undefined
}
