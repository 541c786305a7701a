import { type Gender, type Room, reasonsAgainst } from '@shiloh/contract/reservations/bed-rules'
import type { RoomGuests, RoomSeeker } from '@shiloh/contract/reservations/beds'
import { findsNamesOnly, hiddenOf } from '#platform/auth/denied'
import type { ReadContext } from '#platform/context'
import { found } from '#platform/db/found'
import { sqlIn } from '#platform/db/sql.store'
import { readRooms } from '../booking/snapshot.sql.ts'
import {
  findCategoryNames,
  findCenterName,
  findGuestsOf,
  findRoomGuests,
  findSeekers,
  type Guest,
  type Seeker,
  seekingFor,
} from './beds.store.ts'

/** Maximum number of reservations that are checked and returned. Others can be found by searching. */
const MAX_LOOKED_AT = 200
const MAX_SEEKERS = 50

/** Returns the gender of a room if its rule or its guests determine it. */
const genderOf = ({ genderRule, occupants }: Room, today: string): Gender | null =>
  genderRule === 'male' || genderRule === 'female'
    ? genderRule
    : (occupants.find(({ check_out }) => check_out > today)?.gender ?? null)

const seekerOf = (room: Room, stay: Seeker, guests: readonly Guest[]): RoomSeeker & { readonly rank: number } => {
  const sleepers = guests.filter(({ place }) => place === null)
  const placed = guests.flatMap(({ place }) => (place ? [place] : []))
  const { check_in, check_out } = stay
  const party = {
    id: stay.reservationId,
    sleepers,
    rest: guests.filter(({ place }) => place !== null),
    check_in,
    check_out,
  }
  const reasons = reasonsAgainst(room, party, stay)
  const [near] = placed
  const isHome = placed.some(({ roomId }) => roomId === room.id)
  const isNext = placed.some(({ block, floor }) => block === room.blockName && floor === room.floor)
  return {
    reservation_id: stay.reservationId,
    code: stay.code,
    event: stay.event,
    room_category: stay.category,
    check_in,
    check_out,
    persons: sleepers.map(({ participantId, name }) => ({ participant_id: participantId, name })),
    reasons,
    near: near ? `${near.block} ${near.room}` : null,
    rank: reasons.length * 4 + (isHome ? 0 : isNext ? 1 : 2),
  }
}

/**
 * Returns a room with its guests and candidates. Those who fit come first, and among them those with a party nearby.
 * @throws not_found
 */
export const roomGuestsView = async (
  ctx: ReadContext,
  id: string,
  query: { readonly search?: string | undefined },
): Promise<RoomGuests> => {
  const sql = sqlIn(ctx.db)
  const today = ctx.now.toISOString().slice(0, 10)
  const room = found((await readRooms(sql, [id], ctx.now)).get(id))
  const denied = hiddenOf(query)
  const hidden = {
    reservations: [...(denied?.own ?? []), ...(denied?.reservations ?? [])],
    events: denied?.events ?? [],
    people: denied?.people ?? [],
  }
  const gender = genderOf(room, today)
  const stays = await findSeekers(sql, room, {
    search: query.search ?? '',
    byContact: !findsNamesOnly(query),
    gender,
    hidden,
    limit: MAX_LOOKED_AT,
    now: ctx.now,
    language: ctx.language,
  })
  const guests = Map.groupBy(
    await findGuestsOf(
      sql,
      stays.map(({ reservationId }) => reservationId),
    ),
    ({ reservationId }) => reservationId,
  )
  const seekers = stays
    .map((stay) => seekerOf(room, stay, seekingFor(ctx.caller.authorization, guests.get(stay.reservationId) ?? [])))
    .sort((a, b) => a.rank - b.rank)
    .slice(0, MAX_SEEKERS)
    .map(({ rank: _, ...seeker }) => seeker)
  return {
    room: {
      _id: room.id,
      name: room.name,
      block: room.blockName,
      center: await findCenterName(sql, room.centerId),
      floor: room.floor,
      room_category: (await findCategoryNames(sql, [room.categoryId])).get(room.categoryId) ?? '',
      beds: room.beds,
      gender_rule: room.genderRule,
      accessible: room.accessible,
      maintenance: room.maintenance.filter(({ check_out }) => check_out > today),
    },
    guests: await findRoomGuests(sql, id, today, hidden, ctx.language),
    seekers,
    total: stays[0]?.total ?? 0,
  }
}
