import {
  type BedDecision,
  chooseRoom,
  decideBeds,
  freeBeds,
  isFamily,
  type Party,
  type Room,
  type Sleeper,
} from '@shiloh/contract/reservations/bed-rules'
import { runWrites, type TxSql } from '#platform/db/sql.store'
import { AppError } from '#platform/errors'
import { savingBeds } from '../booking/claims.store.ts'
import { lockRooms, readRooms } from '../booking/snapshot.sql.ts'
import { findGuests, findRoomIds, type Guest } from './beds.store.ts'

/** What will happen to the room when the pending change is paid. Null if the change does not affect a room. */
export interface HeldRoom {
  readonly room: 'kept' | 'moves' | 'lost'
  /** The future room, or the lost one if no room fits. */
  readonly name: string
}

interface HeldStay {
  readonly centerId: string | null
  readonly categoryId: string
  readonly blockIds: readonly string[]
  readonly check_in: string
  readonly check_out: string
}

interface Period {
  readonly check_in: string
  readonly check_out: string
}

const earlier = (one: string, other: string): string => [one, other].sort()[0] ?? one
const later = (one: string, other: string): string => [one, other].sort()[1] ?? one

/** Returns the nights of a stay that are not in another. */
const nightsBeside = (stay: Period, had: Period): Period[] =>
  [
    { check_in: stay.check_in, check_out: earlier(stay.check_out, had.check_in) },
    { check_in: later(stay.check_in, had.check_out), check_out: stay.check_out },
  ].filter(({ check_in, check_out }) => check_in < check_out)

export interface Holding {
  readonly reservationId: string
  readonly stay: HeldStay
  /** The persons of the change. Those who join with it have no id yet. */
  readonly sleepers: readonly Sleeper[]
  /** The room requested with the change. */
  readonly roomId?: string | null | undefined
  /** The rooms requested for single persons. */
  readonly asked: ReadonlyMap<string, string>
  /** The rooms that were held for single persons until now. */
  readonly before: ReadonlyMap<string, string>
}

interface Group {
  readonly home: string | undefined
  readonly sleepers: readonly Sleeper[]
}

const groupsOf = ({ sleepers, roomId, asked, before }: Holding, guests: readonly Guest[]): Group[] => {
  const places = new Map(guests.map(({ participantId, place }) => [participantId, place?.roomId]))
  const first = guests.find(({ place }) => place !== null)?.place?.roomId
  const groups = new Map<string | undefined, Sleeper[]>()
  for (const sleeper of sleepers) {
    const { participantId: id } = sleeper
    const home = asked.get(id) ?? roomId ?? before.get(id) ?? places.get(id) ?? first
    groups.set(home, [...(groups.get(home) ?? []), sleeper])
  }
  return [...groups].map(([home, group]) => ({ home, sleepers: group }))
}

/** Holds what a group needs of a room beyond the beds that it has. */
const hold = async (
  sql: TxSql,
  { reservationId, stay }: Holding,
  { sleepers }: Group,
  room: Room,
  beds: readonly number[],
  guests: readonly Guest[],
  now: Date,
): Promise<void> => {
  const places = new Map(guests.map(({ participantId, place }) => [participantId, place]))
  const bearer = sleepers.find(({ participantId }) => participantId !== '')?.participantId
  if (bearer === undefined) return
  const rowsOf = (participantId: string, bed: number | undefined) => {
    if (bed === undefined) return []
    const had = places.get(participantId)
    const periods = had?.roomId === room.id && had.bed === bed ? nightsBeside(stay, had) : [stay]
    return periods.map(({ check_in, check_out }) => ({
      roomId: room.id,
      bed,
      checkIn: check_in,
      checkOut: check_out,
      reservationId,
      participantId: participantId || bearer,
      forChange: true,
    }))
  }
  const hasNewcomers = sleepers.some(({ participantId }) => participantId === '')
  // Those who join with the change have no row yet. A family that needs the room to itself holds all of it.
  const spare = hasNewcomers && isFamily(sleepers) ? freeBeds(room, stay).filter((bed) => !beds.includes(bed)) : []
  await runWrites(
    sql,
    savingBeds(
      [
        ...sleepers.flatMap(({ participantId }, index) => rowsOf(participantId, beds[index])),
        ...spare.flatMap((bed) => rowsOf('', bed)),
      ],
      now,
    ),
  )
}

/**
 * Holds the beds that a change needs while it waits to be paid: in the current or requested room, else in the best one
 * that fits. The caller has locked the reservation and released what an earlier change held. Holds nothing for people
 * who have no bed and request none.
 *
 * @throws AppError room_taken, room_unsuitable, invalid_input for a requested room
 */
export const holdRooms = async (sql: TxSql, holding: Holding, now: Date): Promise<HeldRoom | null> => {
  const { reservationId, stay, sleepers, roomId, asked, before } = holding
  const guests = await findGuests(sql, reservationId)
  const housed = guests.filter(({ place }) => place !== null)
  if (housed.length === 0 && !roomId && asked.size + before.size === 0) return null
  const known = sleepers.flatMap(({ participantId }) => (participantId === '' ? [] : [participantId]))
  const places = new Map(guests.map(({ participantId, place }) => [participantId, place]))
  const outcomes: HeldRoom[] = []
  for (const group of groupsOf(holding, guests)) {
    const party: Party = {
      id: reservationId,
      sleepers: group.sleepers,
      rest: sleepers.filter((sleeper) => !group.sleepers.includes(sleeper)),
      check_in: stay.check_in,
      check_out: stay.check_out,
    }
    const tryRoom = async (id: string): Promise<Room | BedDecision> => {
      const room = (await lockRooms(sql, [id], now, known)).get(id)
      const wanted = group.sleepers.map(({ participantId }) => {
        const place = places.get(participantId)
        return place?.roomId === id ? place.bed : undefined
      })
      const decision = decideBeds(room, party, stay, wanted)
      if (!room || !('beds' in decision)) return decision
      await hold(sql, holding, group, room, decision.beds, guests, now)
      return room
    }
    const isAsked = Boolean(roomId) || group.sleepers.some(({ participantId }) => asked.has(participantId))
    const had = housed.find(({ place }) => place?.roomId === group.home)?.place
    const kept = group.home === undefined ? undefined : await tryRoom(group.home)
    if (kept && 'id' in kept) {
      outcomes.push({ room: isAsked && had?.roomId !== group.home ? 'moves' : 'kept', name: kept.name })
      continue
    }
    if (isAsked && kept && 'code' in kept)
      throw new AppError(kept.code, { fields: kept.fields, ...(kept.data ? { data: kept.data } : {}) })
    const ids = stay.centerId === null ? [] : await findRoomIds(sql, stay.centerId, stay)
    const best = chooseRoom([...(await readRooms(sql, ids, now, known)).values()], party, stay)
    const found = best && (await tryRoom(best.room.id))
    outcomes.push(
      found && 'id' in found ? { room: 'moves', name: found.name } : { room: 'lost', name: had?.room ?? '' },
    )
  }
  return (
    outcomes.find(({ room }) => room === 'lost') ?? outcomes.find(({ room }) => room === 'moves') ?? outcomes[0] ?? null
  )
}
