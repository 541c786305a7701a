import {
  decideBeds,
  leftAlone,
  leftBehind,
  type Room,
  type RoomScope,
  type Sleeper,
} from '@shiloh/contract/reservations/bed-rules'
import type { BedReason } from '@shiloh/contract/reservations/beds'
import { nightsToCome } from '@shiloh/contract/reservations/nights'
import { firstNightIn } from './nights.rules.ts'

/** A person of a reservation, and where they sleep. */
export interface Housed extends Sleeper {
  readonly name: string
  readonly place: Place | null
}

export interface Place {
  readonly roomId: string
  readonly room: string
  readonly block: string
  readonly floor: number
  readonly bed: number
  readonly check_in: string
  readonly check_out: string
  readonly pinned: boolean
}

/** A reservation as it is under its lock. `stay` is missing if it has no nights. */
export interface Party {
  readonly id: string
  /** Whether beds can be assigned: the reservation is confirmed. */
  readonly assignable: boolean
  readonly stay:
    | (RoomScope & { readonly check_in: string; readonly check_out: string; readonly today: string })
    | undefined
  readonly guests: readonly Housed[]
}

/** A bed that somebody saw a person in. */
export interface Spot {
  readonly roomId: string
  readonly bed: number
}

/** Persons of one reservation who are to sleep in one room, or in none. All of them or nobody. */
export interface Asked {
  readonly reservationId: string
  readonly people: readonly {
    readonly participantId: string
    /** The bed of the room. Omitted: the current one, or the first that is free. */
    readonly bed?: number | undefined
    /** Where the person was when this was asked. Omitted: anywhere. */
    readonly expected?: Spot | null | undefined
  }[]
  readonly roomId: string | null
  /** Omitted: as it is while they stay in the room. */
  readonly pinned?: boolean | undefined
}

export const PLACE_REFUSALS = [
  'not_found',
  'named_twice',
  'illegal_transition',
  'no_stay',
  'stale',
  'room_taken',
  'room_unsuitable',
  'child_alone',
] as const
export type PlaceRefusal = (typeof PLACE_REFUSALS)[number]

export type PlaceAnswer =
  | { readonly result: 'changed' | 'unchanged' }
  | { readonly result: 'refused'; readonly code: PlaceRefusal; readonly reasons: readonly BedReason[] }

export interface PlacePlan {
  /** One for each question, in the same order. */
  readonly answers: readonly PlaceAnswer[]
  /** The guests of each reservation afterwards. */
  readonly after: ReadonlyMap<string, readonly Housed[]>
}

/** Refusals that can pass once others of the same request have moved. */
const WAITS: readonly PlaceRefusal[] = ['room_taken', 'room_unsuitable', 'child_alone']

const refusedFor = (code: PlaceRefusal, reasons: readonly BedReason[] = []): PlaceAnswer => ({
  result: 'refused',
  code,
  reasons,
})

const isAt = (place: Place | null, spot: Spot | null): boolean =>
  spot === null ? place === null : place?.roomId === spot.roomId && place.bed === spot.bed

/** Returns a room without the beds in which these people are now. What a change holds for them stays taken. */
const without = (room: Room, people: readonly Housed[]): Room => ({
  ...room,
  occupants: room.occupants.filter(
    ({ participantId, bed, check_in }) =>
      !people.some(
        (one) =>
          one.participantId === participantId &&
          one.place?.roomId === room.id &&
          one.place.bed === bed &&
          one.place.check_in === check_in,
      ),
  ),
})

const withPeople = (room: Room, people: readonly Housed[], partyId: string): Room => ({
  ...room,
  occupants: [
    ...room.occupants,
    ...people.flatMap(({ place, ...person }) =>
      place ? [{ ...person, bed: place.bed, check_in: place.check_in, check_out: place.check_out, partyId }] : [],
    ),
  ],
})

const isSame = (a: Place | null, b: Place | null): boolean =>
  a === b ||
  (a !== null &&
    b !== null &&
    a.roomId === b.roomId &&
    a.bed === b.bed &&
    a.check_in === b.check_in &&
    a.check_out === b.check_out &&
    a.pinned === b.pinned)

const moversOf = ({ people }: Asked, guests: readonly Housed[]): Housed[] =>
  people.flatMap(({ participantId }) => guests.find((one) => one.participantId === participantId) ?? [])

/** Decides where the people of one question sleep afterwards, or why they cannot. */
const decideOne = (
  party: Party | undefined,
  guests: readonly Housed[],
  rooms: ReadonlyMap<string, Room>,
  asked: Asked,
  force: boolean,
): PlaceAnswer | { readonly movers: readonly Housed[]; readonly moved: readonly Housed[] } => {
  const movers = moversOf(asked, guests)
  if (!party || movers.length < asked.people.length) return refusedFor('not_found')
  const { stay } = party
  const isElsewhere = movers.some(({ place }, index) => {
    const expected = asked.people[index]?.expected
    return expected !== undefined && !isAt(place, expected)
  })
  if (isElsewhere) return refusedFor('stale')
  let moved = movers.map((one): Housed => ({ ...one, place: null }))
  if (asked.roomId !== null) {
    if (!party.assignable) return refusedFor('illegal_transition')
    if (!stay) return refusedFor('no_stay')
    const room = rooms.get(asked.roomId)
    if (!room) return refusedFor('not_found')
    const left = without(room, movers)
    const coming = nightsToCome(stay, stay.today)
    const decision = decideBeds(
      left,
      {
        id: party.id,
        sleepers: movers,
        rest: guests.filter((one) => !movers.includes(one)),
        check_in: coming.check_in,
        check_out: coming.check_out,
      },
      stay,
      movers.map(({ place }, index) => asked.people[index]?.bed ?? (place?.roomId === room.id ? place.bed : undefined)),
    )
    if (!('beds' in decision))
      return refusedFor(decision.code === 'room_taken' ? 'room_taken' : 'room_unsuitable', decision.data?.reasons)
    const { beds } = decision
    if (asked.people.some(({ bed }, index) => bed !== undefined && beds[index] !== bed))
      return refusedFor('room_taken', ['full'])
    moved = movers.map((one, index) => ({
      ...one,
      place: {
        roomId: room.id,
        room: room.name,
        block: room.blockName,
        floor: room.floor,
        bed: beds[index] ?? 0,
        check_in: firstNightIn(left, beds[index] ?? 0, one.place, stay, coming),
        check_out: stay.check_out,
        pinned: asked.pinned ?? (one.place?.roomId === room.id && one.place.pinned),
      },
    }))
  }
  if (movers.every(({ place }, index) => isSame(place, moved[index]?.place ?? null))) return { result: 'unchanged' }
  const after = guests.map((one) => moved[movers.indexOf(one)] ?? one)
  const [behind] = leftBehind(rooms, party.id, guests, after)
  if (behind) return refusedFor(behind.reason === 'child' ? 'child_alone' : 'room_unsuitable', [behind.reason])
  if (!force && leftAlone(guests, after).length > 0) return refusedFor('child_alone')
  return { movers, moved }
}

/** Where everybody is while placements are decided. */
interface Housing {
  readonly rooms: Map<string, Room>
  /** The guests of each reservation. */
  readonly after: Map<string, readonly Housed[]>
}

/** Takes people out of the beds in which they are. */
const vacate = ({ rooms }: Housing, movers: readonly Housed[]): void => {
  for (const roomId of new Set(movers.flatMap(({ place }) => place?.roomId ?? []))) {
    const left = rooms.get(roomId)
    if (left) rooms.set(roomId, without(left, movers))
  }
}

/** Puts people into the beds that were decided. */
const enter = (
  { rooms, after }: Housing,
  { reservationId, roomId }: Asked,
  { movers, moved }: { readonly movers: readonly Housed[]; readonly moved: readonly Housed[] },
): void => {
  const room = roomId === null ? undefined : rooms.get(roomId)
  if (room) rooms.set(room.id, withPeople(room, moved, reservationId))
  const guests = after.get(reservationId) ?? []
  after.set(
    reservationId,
    guests.map((guest) => moved[movers.indexOf(guest)] ?? guest),
  )
}

/**
 * Finds people who wait for each other's beds in a circle, two who swap for example, and moves them at once. Begins with
 * everybody who waits, and leaves out who has no bed even so, until nobody has to be left out. Undefined: there is none.
 */
const ringIn = (
  parties: ReadonlyMap<string, Party>,
  before: Housing,
  waiting: readonly (readonly [number, Asked])[],
  force: boolean,
): { readonly state: Housing; readonly members: ReadonlySet<number> } | undefined => {
  let ring = waiting.filter(([, one]) =>
    moversOf(one, before.after.get(one.reservationId) ?? []).every(({ place }) => place !== null),
  )
  while (ring.length > 1) {
    const state: Housing = { rooms: new Map(before.rooms), after: new Map(before.after) }
    for (const [, one] of ring) vacate(state, moversOf(one, before.after.get(one.reservationId) ?? []))
    const fitting = ring.filter(([, one]) => {
      const guests = state.after.get(one.reservationId) ?? []
      const decision = decideOne(parties.get(one.reservationId), guests, state.rooms, one, force)
      if ('result' in decision) return false
      enter(state, one, decision)
      return true
    })
    if (fitting.length === ring.length) return { state, members: new Set(ring.map(([index]) => index)) }
    ring = fitting
  }
  return undefined
}

/**
 * Decides many placements as if they were made one after the other: in their order, and where one has to wait for a bed
 * that another leaves, after that one; those who wait for each other move at once. Each is refused alone. Pure: the caller holds the locks of the reservations and
 * of every room in `rooms`, which has the rooms asked for and those that people leave.
 */
export const planPlaces = (
  parties: ReadonlyMap<string, Party>,
  given: ReadonlyMap<string, Room>,
  asked: readonly Asked[],
  { force }: { readonly force: boolean },
): PlacePlan => {
  let state: Housing = {
    rooms: new Map(given),
    after: new Map<string, readonly Housed[]>([...parties].map(([id, { guests }]) => [id, guests])),
  }
  const answers: PlaceAnswer[] = asked.map(() => refusedFor('not_found'))
  let open = [...asked.entries()]
  for (let isMoving = true; isMoving && open.length > 0; ) {
    isMoving = false
    const waiting: [number, Asked][] = []
    for (const [index, one] of open) {
      const guests = state.after.get(one.reservationId) ?? []
      const decision = decideOne(parties.get(one.reservationId), guests, state.rooms, one, force)
      if ('result' in decision) {
        answers[index] = decision
        if (decision.result === 'refused' && WAITS.includes(decision.code)) waiting.push([index, one])
        continue
      }
      vacate(state, decision.movers)
      enter(state, one, decision)
      answers[index] = { result: 'changed' }
      isMoving = true
    }
    open = waiting
    const ring = isMoving ? undefined : ringIn(parties, state, open, force)
    if (!ring) continue
    state = ring.state
    for (const index of ring.members) answers[index] = { result: 'changed' }
    open = open.filter(([index]) => !ring.members.has(index))
    isMoving = true
  }
  const { after } = state
  return { answers, after }
}

/** Returns the persons who sleep elsewhere, or otherwise, than before. */
export const changedPlaces = (before: readonly Housed[], after: readonly Housed[]): readonly Housed[] => {
  const known = new Map(before.map(({ participantId, place }) => [participantId, place]))
  return after.filter(({ participantId, place }) => !isSame(known.get(participantId) ?? null, place))
}
