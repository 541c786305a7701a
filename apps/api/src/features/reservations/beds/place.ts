import {
  type BedDecision,
  chooseRoom,
  decideBeds,
  type Party,
  type Room,
} from '@shiloh/contract/reservations/bed-rules'
import { nightsToCome } from '@shiloh/contract/reservations/nights'
import { dayIn } from '@shiloh/contract/text/zone'
import { runWrites, type TxSql } from '#platform/db/sql.store'
import { AppError } from '#platform/errors'
import { resolveAlert } from '#platform/messaging/alerts.store'
import { releaseBeds, savingBeds } from '../booking/claims.store.ts'
import { lockRooms, readRooms } from '../booking/snapshot.sql.ts'
import { findGuests, findRoomIds, findStay, type Guest, type Stay } from './beds.store.ts'
import { hasLostKnown, knownOf, savingKnown } from './known-rooms.store.ts'
import { findLeftBehind } from './left.ts'
import { firstNightIn } from './nights.rules.ts'

/** What happened to the beds of a reservation. */
export type BedOutcome = 'none' | 'kept' | 'moved' | 'lost'

/** Attempts of the second of two concurrent requests for one bed to find another. */
const TRIES = 3

const comingOf = (stay: Stay, now: Date): Stay => nightsToCome(stay, dayIn(now, stay.timeZone))

/** Returns some of a reservation as a party that looks for a room, for the nights to come. */
export const partyOf = (id: string, stay: Stay, guests: readonly Guest[], all: readonly Guest[], now: Date): Party => {
  const { check_in, check_out } = comingOf(stay, now)
  return { id, sleepers: guests, rest: all.filter((guest) => !guests.includes(guest)), check_in, check_out }
}

interface Putting {
  readonly reservationId: string
  readonly stay: Stay
  readonly guests: readonly Guest[]
  readonly room: Room
  readonly beds: readonly number[]
  readonly pinned?: boolean
  readonly actorId?: string | null
}

/** Saves beds that were decided under the room's lock. A row for the same bed is kept. */
const put = async (sql: TxSql, putting: Putting, now: Date): Promise<void> => {
  const { stay, room, guests, beds } = putting
  const coming = comingOf(stay, now)
  const moving = guests.flatMap((guest, index) => {
    const bed = beds[index]
    if (bed === undefined) return []
    const { place } = guest
    const checkIn = firstNightIn(room, bed, place, stay, coming)
    const isSettled =
      place?.roomId === room.id &&
      place.bed === bed &&
      place.check_in === checkIn &&
      place.check_out === stay.check_out &&
      (putting.pinned ?? place.pinned) === place.pinned
    return isSettled ? [] : [{ guest, bed, checkIn }]
  })
  await releaseBeds(
    sql,
    moving.map(({ guest }) => guest.participantId),
    now,
  )
  await runWrites(
    sql,
    savingBeds(
      moving.map(({ guest, bed, checkIn }) => ({
        roomId: room.id,
        bed,
        checkIn,
        checkOut: stay.check_out,
        reservationId: putting.reservationId,
        participantId: guest.participantId,
        pinned: putting.pinned ?? (guest.place?.pinned && guest.place.roomId === room.id) ?? false,
        assignedBy: putting.actorId ?? null,
      })),
      now,
    ),
  )
}

/** Ends the search for a bed for all persons of the reservation. */
const endSearch = async (
  sql: TxSql,
  reservationId: string,
  housed: readonly Guest[],
  all: readonly Guest[],
  now: Date,
): Promise<void> => {
  if (all.every((guest) => guest.place !== null || housed.includes(guest)))
    await resolveAlert(sql, 'bed_lost', reservationId, now)
}

const wantedBeds = (guests: readonly Guest[], roomId: string): (number | undefined)[] =>
  guests.map(({ place }) => (place?.roomId === roomId ? place.bed : undefined))

const idsOf = (guests: readonly Guest[]): string[] => guests.map(({ participantId }) => participantId)

/**
 * Places these guests in one room, under its lock.
 *
 * @throws AppError room_taken, room_unsuitable, invalid_input, with the reasons in its data
 */
export const putInto = async (
  sql: TxSql,
  reservationId: string,
  stay: Stay,
  guests: readonly Guest[],
  all: readonly Guest[],
  roomId: string,
  by: { readonly pinned?: boolean; readonly actorId?: string | null },
  now: Date,
): Promise<void> => {
  const involved = [...new Set([roomId, ...guests.flatMap(({ place }) => (place ? [place.roomId] : []))])]
  const room = (await lockRooms(sql, involved, now, idsOf(guests))).get(roomId)
  const decision = decideBeds(room, partyOf(reservationId, stay, guests, all, now), stay, wantedBeds(guests, roomId))
  if (!room || !('beds' in decision)) throw refusedBeds(decision)
  await put(sql, { reservationId, stay, guests, room, beds: decision.beds, ...by }, now)
  await endSearch(sql, reservationId, guests, all, now)
}

const refusedBeds = (decision: BedDecision): AppError =>
  'beds' in decision
    ? new AppError('not_found')
    : new AppError(decision.code, { fields: decision.fields, ...(decision.data ? { data: decision.data } : {}) })

/** Finds a room for these guests, preferring their current one, and places them there. Returns false if none fits. */
const findHome = async (
  sql: TxSql,
  reservationId: string,
  stay: Stay,
  guests: readonly Guest[],
  all: readonly Guest[],
  first: string | undefined,
  now: Date,
): Promise<'kept' | 'moved' | undefined> => {
  const party = partyOf(reservationId, stay, guests, all, now)
  const tryRoom = async (roomId: string): Promise<boolean> => {
    const involved = [...new Set([roomId, ...(first ? [first] : [])])]
    const room = (await lockRooms(sql, involved, now, idsOf(guests))).get(roomId)
    const decision = decideBeds(room, party, stay, wantedBeds(guests, roomId))
    if (!room || !('beds' in decision)) return false
    await put(sql, { reservationId, stay, guests, room, beds: decision.beds }, now)
    return true
  }
  if (first && (await tryRoom(first))) return 'kept'
  const ids = stay.centerId === null ? [] : await findRoomIds(sql, stay.centerId, stay)
  for (let tries = 0; tries < TRIES; tries += 1) {
    const best = chooseRoom([...(await readRooms(sql, ids, now, idsOf(guests))).values()], party, stay)
    if (!best) return undefined
    if (await tryRoom(best.room.id)) return 'moved'
  }
  return undefined
}

/** Moves those whom others of the reservation left where they cannot be alone, or takes their beds away. */
const moveLeftBehind = async (
  sql: TxSql,
  reservationId: string,
  stay: Stay,
  now: Date,
): Promise<('moved' | 'lost')[]> => {
  const all = await findGuests(sql, reservationId)
  const behind = await findLeftBehind(sql, reservationId, [], all, now)
  const outcomes: ('moved' | 'lost')[] = []
  for (const [, some] of Map.groupBy(behind, ({ person }) => person.place?.roomId)) {
    const group = some.map(({ person }) => person)
    const found = await findHome(sql, reservationId, stay, group, all, undefined, now)
    if (!found) await releaseBeds(sql, idsOf(group), now, 'unfit')
    outcomes.push(found ? 'moved' : 'lost')
  }
  return outcomes
}

/**
 * Checks the beds of a reservation after its people, their needs, titles or nights changed. A person who still fits
 * keeps the room, and the bed if it is free. The others move to a room that fits, or lose the bed. A couple and those
 * who joined it move together. The caller has locked the reservation and saved everything else of the change. `held`
 * are the rooms held for it, by person. Nobody stays where they can only be with somebody who moved.
 */
export const refitBeds = async (
  sql: TxSql,
  reservationId: string,
  now: Date,
  held: ReadonlyMap<string, string> = new Map(),
): Promise<BedOutcome> => {
  const guests = await findGuests(sql, reservationId)
  const housed = guests.filter(({ place }) => place !== null)
  if (housed.length === 0 && held.size === 0) return 'none'
  const stay = await findStay(sql, reservationId)
  if (!stay) {
    await releaseBeds(sql, [reservationId], now, 'no stay')
    await resolveAlert(sql, 'bed_lost', reservationId, now)
    // Who gives up the nights knows that the room is gone with them: nothing was lost.
    if (await hasLostKnown(sql, reservationId))
      await runWrites(sql, savingKnown(knownOf(guests.map((guest) => ({ ...guest, place: null }))), now))
    return 'none'
  }
  const homeOf = ({ participantId, place }: Guest): string | undefined => held.get(participantId) ?? place?.roomId
  // People without a bed join those with one: couples stay together, children go to their parents.
  const home = guests.map(homeOf).find((room) => room !== undefined)
  const groups = new Map<string | undefined, Guest[]>()
  for (const guest of guests) {
    const room = homeOf(guest) ?? home
    groups.set(room, [...(groups.get(room) ?? []), guest])
  }
  const outcomes: BedOutcome[] = []
  for (const [room, group] of groups) {
    const before = group.filter(({ place }) => place !== null)
    const found =
      (await findHome(sql, reservationId, stay, group, guests, room, now)) ??
      // Nobody loses a bed because others have none: the newcomers wait for a room.
      (before.length > 0 && before.length < group.length
        ? await findHome(sql, reservationId, stay, before, guests, room, now)
        : undefined)
    if (!found) await releaseBeds(sql, idsOf(group), now, 'unfit')
    const isElsewhere = before.some(({ place }) => place?.roomId !== room)
    outcomes.push(found === 'kept' && isElsewhere ? 'moved' : (found ?? 'lost'))
  }
  outcomes.push(...(await moveLeftBehind(sql, reservationId, stay, now)))
  if (outcomes.includes('lost')) return 'lost'
  return outcomes.includes('moved') ? 'moved' : 'kept'
}
