import type { RoomBoard } from '@shiloh/contract/allocation/board'
import {
  freeBeds,
  type Occupant,
  type Party,
  type Room,
  type RoomScope,
  reasonsAgainst,
  type Sleeper,
  withParty,
} from '@shiloh/contract/reservations/bed-rules'
import type { BedReason } from '@shiloh/contract/reservations/beds'
import { nightsToCome } from '@shiloh/contract/reservations/nights'
import { hasSearchWords, searchKey, searchWords, typedText } from '@shiloh/contract/text/search'

/** The board as the browser keeps it. Everything here is pure: an answer of the server makes a new board. */

type WirePerson = RoomBoard['reservations'][number]['persons'][number]
export type BoardRoom = RoomBoard['rooms'][number]
export type Bed = NonNullable<WirePerson['bed']>

export interface BoardStay extends RoomScope {
  readonly category: string
  readonly check_in: string
  readonly check_out: string
}

export interface BoardPerson extends Sleeper {
  readonly reservationId: string
  readonly code: string
  readonly name: string
  readonly type: string
  readonly district: string | null
  readonly quiet: boolean
  readonly here: boolean
  readonly stay: BoardStay
  readonly bed: Bed | null
  /** The room that they have been told of. */
  readonly told: string | null
}

export interface Board {
  readonly cursor: string
  readonly nights: RoomBoard['nights']
  readonly today: string
  /** The persons of each reservation, in the order in which they reserved. */
  readonly parties: ReadonlyMap<string, readonly BoardPerson[]>
  /** In the order of a walk: by block, from the top floor down. */
  readonly rooms: ReadonlyMap<string, BoardRoom>
}

const EMPTY: Board = { cursor: '', nights: null, today: '', parties: new Map(), rooms: new Map() }

/** Returns a board after an answer: of everything, or of what changed. */
export const merged = (before: Board | undefined, answer: RoomBoard): Board => {
  const base = answer.whole || !before ? EMPTY : before
  const parties = new Map(base.parties)
  for (const { _id, code, stay: at, persons } of answer.reservations) {
    const stay = answer.stays[at]
    if (!stay || persons.length === 0) {
      parties.delete(_id)
      continue
    }
    const where: BoardStay = {
      centerId: answer.center_id,
      categoryId: stay.category_id,
      blockIds: stay.block_ids,
      category: stay.category,
      check_in: stay.check_in,
      check_out: stay.check_out,
    }
    parties.set(
      _id,
      persons.map((one) => ({
        participantId: one._id,
        reservationId: _id,
        code,
        name: one.name,
        role: one.role,
        gender: one.gender,
        isChild: one.minor ?? false,
        mobilityIssue: one.low ?? false,
        titleId: one.title_id ?? null,
        designationId: one.designation_id ?? null,
        type: answer.types[one.type] ?? '',
        district: one.district === undefined ? null : (answer.districts[one.district] ?? null),
        quiet: one.quiet ?? false,
        here: one.here ?? false,
        stay: where,
        bed: one.bed ?? null,
        told: one.told ?? null,
      })),
    )
  }
  const rooms = new Map(base.rooms)
  for (const room of answer.rooms) rooms.set(room._id, room)
  return { cursor: answer.cursor, nights: answer.nights, today: answer.today, parties, rooms }
}

/**
 * Returns a board after an answer about what changed since the cursor `since`. A board that was left or loaded again
 * meanwhile stays as it is: the changes alone would look like a board of a few rooms, and older rows would come back.
 */
export const followed = (board: Board | undefined, since: string, answer: RoomBoard): Board | undefined =>
  board?.cursor === since ? merged(board, answer) : board

/** Returns a board after beds changed: `beds` by person. The cursor stays, so the next delta brings the rest. */
export const withBeds = (board: Board, beds: ReadonlyMap<string, Bed | null>): Board => {
  const parties = new Map(board.parties)
  for (const [id, people] of board.parties)
    if (people.some(({ participantId }) => beds.has(participantId)))
      parties.set(
        id,
        people.map((one) => ({
          ...one,
          bed: beds.has(one.participantId) ? (beds.get(one.participantId) ?? null) : one.bed,
        })),
      )
  return { ...board, parties }
}

/** A board with what screens ask of it: computed once for each state. */
export interface Looked {
  readonly board: Board
  readonly people: ReadonlyMap<string, BoardPerson>
  readonly sleeping: ReadonlyMap<string, readonly BoardPerson[]>
  /** The event's center, as every stay names it: the board has rooms of no other. */
  readonly centerId: string
  readonly beds: number
  readonly taken: number
  readonly waiting: number
  /** People who do not know where they sleep, or that they lost their room. */
  readonly untold: number
}

/** Whether somebody does not know where they sleep: they hear of it when rooms are published. */
export const isUntold = ({ bed, told }: Pick<BoardPerson, 'bed' | 'told'>): boolean => (bed?.room_id ?? null) !== told

export const look = (board: Board): Looked => {
  const everybody = [...board.parties.values()].flat()
  const sleeping = Map.groupBy(
    everybody.filter(({ bed }) => bed !== null),
    ({ bed }) => bed?.room_id ?? '',
  )
  const beds = [...board.rooms.values()].reduce((sum, room) => sum + room.beds, 0)
  const waiting = everybody.filter(({ bed }) => bed === null).length
  return {
    board,
    people: new Map(everybody.map((one) => [one.participantId, one])),
    sleeping,
    centerId: everybody[0]?.stay.centerId ?? '',
    beds,
    taken: everybody.length - waiting,
    waiting,
    untold: everybody.filter(isUntold).length,
  }
}

/** Returns a room as the bed rules know it, without these people. */
export const ruleRoom = (of: Looked, room: BoardRoom, without: ReadonlySet<string> = new Set()): Room => ({
  id: room._id,
  name: room.name,
  blockId: room.block_id,
  blockName: room.block,
  centerId: of.centerId,
  categoryId: room.category_id,
  floor: room.floor,
  beds: room.beds,
  genderRule: room.gender_rule,
  accessible: room.accessible,
  keptForTitleIds: room.kept_title_ids,
  keptForDesignationIds: room.kept_designation_ids,
  maintenance: room.maintenance,
  occupants: [
    ...room.others.map(
      (other): Occupant => ({
        participantId: '',
        role: other.role,
        gender: other.gender,
        isChild: other.minor ?? false,
        mobilityIssue: other.low ?? false,
        titleId: other.title_id ?? null,
        designationId: other.designation_id ?? null,
        bed: other.bed,
        check_in: other.check_in,
        check_out: other.check_out,
        partyId: `other ${other.party}`,
      }),
    ),
    ...(of.sleeping.get(room._id) ?? []).flatMap((person): Occupant[] =>
      person.bed && !without.has(person.participantId)
        ? [
            {
              ...person,
              bed: person.bed.bed,
              check_in: person.bed.check_in,
              check_out: person.bed.check_out,
              partyId: person.reservationId,
            },
          ]
        : [],
    ),
  ],
})

export interface Fit {
  /** How many of the people can sleep there, one party after the other. */
  readonly fits: number
  /** What is against the others. */
  readonly reasons: readonly BedReason[]
}

/** Says who of these people can sleep in a room, before anybody is put there. The server decides by the same rules. */
export const fitOf = (of: Looked, room: BoardRoom, ids: ReadonlySet<string>): Fit => {
  const chosen = [...ids].flatMap((id) => of.people.get(id) ?? [])
  let now = ruleRoom(of, room, ids)
  let fits = 0
  const reasons = new Set<BedReason>()
  for (const [reservationId, sleepers] of Map.groupBy(chosen, (one) => one.reservationId)) {
    const [first] = sleepers
    if (!first) continue
    const { check_in, check_out } = nightsToCome(first.stay, of.board.today)
    const party: Party = {
      id: reservationId,
      sleepers,
      rest: (of.board.parties.get(reservationId) ?? []).filter(({ participantId }) => !ids.has(participantId)),
      check_in,
      check_out,
    }
    const against = reasonsAgainst(now, party, first.stay)
    for (const reason of against) reasons.add(reason)
    if (against.length > 0) continue
    fits += sleepers.length
    now = withParty(now, party, freeBeds(now, party))
  }
  return { fits, reasons: [...reasons] }
}

// ── The people without a bed ─────────────────────────────────────────────────────────────────────────────────────────

/** The persons of one reservation who wait for a bed. */
export interface WaitingParty {
  readonly id: string
  readonly people: readonly BoardPerson[]
  /** Where somebody of the party already sleeps. */
  readonly near: string | null
}

export interface PeopleFilter {
  readonly search: string
  readonly type: string | null
  readonly category: string | null
  readonly district: string | null
  readonly gender: 'male' | 'female' | null
  readonly needs: 'low' | 'quiet' | null
  readonly party: 'one' | 'several' | null
  readonly nights: number | null
}

export const NO_FILTER: PeopleFilter = {
  search: '',
  type: null,
  category: null,
  district: null,
  gender: null,
  needs: null,
  party: null,
  nights: null,
}

export const nightsOf = ({ check_in, check_out }: Pick<BoardStay, 'check_in' | 'check_out'>): number =>
  Math.round((Date.parse(check_out) - Date.parse(check_in)) / 86_400_000)

/** Returns the parties that wait for a bed and match a filter, in the order in which they reserved. */
export const waitingParties = ({ board }: Looked, filter: PeopleFilter): WaitingParty[] => {
  const found: WaitingParty[] = []
  for (const [id, all] of board.parties) {
    const people = all.filter(({ bed }) => bed === null)
    const [first] = people
    if (!first) continue
    if (filter.category !== null && first.stay.category !== filter.category) continue
    if (filter.nights !== null && nightsOf(first.stay) !== filter.nights) continue
    if (filter.party !== null && (filter.party === 'one') !== (all.length === 1)) continue
    if (filter.type !== null && !people.some(({ type }) => type === filter.type)) continue
    if (filter.district !== null && !people.some(({ district }) => district === filter.district)) continue
    if (filter.gender !== null && !people.some(({ gender }) => gender === filter.gender)) continue
    if (filter.needs === 'low' && !people.some(({ mobilityIssue }) => mobilityIssue)) continue
    if (filter.needs === 'quiet' && !people.some(({ quiet }) => quiet)) continue
    if (filter.search !== '') {
      const key = searchKey(people.map(({ name, code }) => `${name} ${code}`).join(' '))
      if (!hasSearchWords(key, filter.search)) continue
    }
    const home = all.find(({ bed }) => bed !== null)?.bed
    const room = home && board.rooms.get(home.room_id)
    found.push({ id, people, near: room ? `${room.block} ${room.name}` : null })
  }
  return found
}

// ── The rooms ────────────────────────────────────────────────────────────────────────────────────────────────────────

export interface RoomFilter {
  readonly block: string | null
  readonly category: string | null
  readonly free: boolean
  readonly accessible: boolean
  readonly search: string
}

/** The night that is looked at, or all of them. Half-open, like a stay. */
export interface Period {
  readonly check_in: string
  readonly check_out: string
}

/** Returns how many beds of a room nobody has on any of these nights that is to come. Of a closed room: none. */
export const freeIn = (of: Looked, room: BoardRoom, nights: Period): number => {
  const period = nightsToCome(nights, of.board.today)
  return room.maintenance.some((closed) => closed.check_in < period.check_out && period.check_in < closed.check_out)
    ? 0
    : freeBeds(ruleRoom(of, room), period).length
}

/** A text as people type the name of a room: `h2` is H-2. */
const plain = (text: string): string => typedText(text).replace(/[\s-]+/g, '')

/** Whether somebody typed exactly the name of this room. */
export const isNamed = ({ name }: BoardRoom, search: string): boolean => plain(name) === plain(search)

/**
 * Returns the rooms that somebody looks for: those whose names begin with what was typed. If there are none, those of which
 * words of the block and the name begin with each word.
 */
const soughtRooms = (rooms: readonly BoardRoom[], search: string): readonly BoardRoom[] => {
  const whole = plain(search)
  if (whole === '') return rooms
  const named = rooms.filter(({ name }) => plain(name).startsWith(whole))
  if (named.length > 0) return named
  const words = searchWords(search)
  return rooms.filter(({ block, name }) => {
    const parts = [...searchWords(`${block} ${name}`), plain(name)]
    return words.every((word) => parts.some((part) => part.startsWith(word)))
  })
}

export const roomsShown = (of: Looked, filter: RoomFilter, period: Period): BoardRoom[] =>
  soughtRooms([...of.board.rooms.values()], filter.search).filter(
    (room) =>
      (filter.block === null || room.block_id === filter.block) &&
      (filter.category === null || room.category_id === filter.category) &&
      (!filter.accessible || room.accessible || room.floor === 0) &&
      (!filter.free || freeIn(of, room, period) > 0),
  )
