import { byFitness, freeBeds, leftAlone, reasonsAgainst } from '@shiloh/contract/reservations/bed-rules'
import { bedRoutes, type ReservationBeds } from '@shiloh/contract/reservations/beds'
import { bind, reads, writes } from '#http/binder'
import { hiddenOf } from '#platform/auth/denied'
import type { ReadContext } from '#platform/context'
import { found } from '#platform/db/found'
import { sqlIn, type TxSql } from '#platform/db/sql.store'
import { AppError } from '#platform/errors'
import { releaseBeds } from '../booking/claims.store.ts'
import { readRooms } from '../booking/snapshot.sql.ts'
import { announce } from '../lifecycle/announce.ts'
import { lockForChange } from '../lifecycle/transitions.ts'
import { findOwners } from '../read/records.store.ts'
import {
  findCategoryNames,
  findGuests,
  findRoomIds,
  findStay,
  type Guest,
  type Stay,
  seekingFor,
} from './beds.store.ts'
import { namesOf, requireNobodyBehind } from './left.ts'
import { partyOf, putInto } from './place.ts'
import { readPoolBlocks } from './pool.store.ts'
import { roomGuestsView } from './room-guests.ts'

/** Maximum number of rooms in one answer. Others can be found by searching. */
const MAX_ROOMS = 60

/** Returns the named persons, or all. @throws invalid_input for a person of another reservation */
const chosen = (guests: readonly Guest[], ids: readonly string[] | undefined): Guest[] => {
  if (!ids) return [...guests]
  const wanted = new Set(ids)
  const found = guests.filter(({ participantId }) => wanted.has(participantId))
  if (found.length < wanted.size)
    throw new AppError('invalid_input', { fields: [{ field: 'participant_ids', code: 'not_found' }] })
  return found
}

const requireStay = (stay: Stay | undefined): Stay => {
  if (!stay) throw new AppError('no_stay')
  return stay
}

const ASSIGNABLE: readonly string[] = ['active', 'redeemed']

const bedsView = async (
  ctx: ReadContext,
  id: string,
  ids: readonly string[] | undefined,
  search: string | undefined,
): Promise<ReservationBeds> => {
  const sql = sqlIn(ctx.db)
  const { status } = found(await findOwners(sql, id))
  const stay = requireStay(await findStay(sql, id))
  const guests = seekingFor(ctx.caller.authorization, await findGuests(sql, id))
  const group = chosen(guests, ids)
  // Without a search, lists eligible rooms only. A search finds any room of the center and gives the reasons against
  // it.
  const roomIds = stay.centerId === null ? [] : await findRoomIds(sql, stay.centerId, search ? { search } : stay)
  const except = group.map(({ participantId }) => participantId)
  const party = partyOf(id, stay, group, guests, ctx.now)
  const rooms = byFitness([...(await readRooms(sql, roomIds, ctx.now, except)).values()], party, stay)
  const names = await findCategoryNames(sql, [...new Set(rooms.map(({ categoryId }) => categoryId))])
  return {
    stay: {
      room_category_id: stay.categoryId,
      room_category: stay.category,
      check_in: stay.check_in,
      check_out: stay.check_out,
    },
    persons: guests.map(({ participantId, name, role, gender, mobilityIssue, place }) => ({
      participant_id: participantId,
      name,
      role,
      gender,
      needs_ground_floor: mobilityIssue,
      place: place && {
        room_id: place.roomId,
        room: place.room,
        block: place.block,
        floor: place.floor,
        bed: place.bed,
        pinned: place.pinned,
      },
    })),
    assignable: ASSIGNABLE.includes(status),
    rooms: rooms.slice(0, MAX_ROOMS).map((room) => ({
      room_id: room.id,
      room: room.name,
      block: room.blockName,
      floor: room.floor,
      room_category: names.get(room.categoryId) ?? '',
      beds: room.beds,
      beds_left: freeBeds(room, party).length,
      gender_rule: room.genderRule,
      accessible: room.accessible,
      reasons: reasonsAgainst(room, party, stay),
      is_home: guests.some(({ place }) => place?.roomId === room.id),
    })),
    total: rooms.length,
  }
}

/**
 * Judges the rooms that people of a reservation have left. A child alone in a room needs a reason; nothing allows a child
 * among unrelated adults, or somebody in a room that is kept for others.
 *
 * @throws child_alone naming the children, room_unsuitable with the reasons
 */
const judgeLeft = async (
  sql: TxSql,
  id: string,
  before: readonly Guest[],
  after: readonly Guest[],
  { now, force }: { readonly now: Date; readonly force: boolean | undefined },
): Promise<void> => {
  await requireNobodyBehind(sql, id, before, after, now)
  const children = leftAlone(before, after)
  if (children.length > 0 && !force) throw new AppError('child_alone', { data: { people: namesOf(children) } })
}

const placesOf = (guests: readonly Guest[]) =>
  guests.map(({ participantId, place }) => ({
    participant_id: participantId,
    room: place && `${place.block} ${place.room}`,
    bed: place?.bed ?? null,
  }))

export const bedEndpoints = bind(bedRoutes, {
  readBedPool: reads((ctx, { params, query }) =>
    readPoolBlocks(sqlIn(ctx.db), params.id, query, ctx.now.toISOString().slice(0, 10), hiddenOf(query)?.events ?? []),
  ),

  readRoomGuests: reads((ctx, { params, query }) => roomGuestsView(ctx, params.id, query)),

  readBeds: reads((ctx, { params, query }) =>
    bedsView(ctx, params.id, query.participant_ids?.split(','), query.search),
  ),

  assignBeds: writes(async (ctx, { params, body }) => {
    const sql = sqlIn(ctx.tx)
    const held = await lockForChange(sql, ctx.deps, params.id, ctx.now)
    if (!ASSIGNABLE.includes(held.status)) throw new AppError('illegal_transition')
    const stay = requireStay(await findStay(sql, params.id))
    const guests = await findGuests(sql, params.id)
    const group = chosen(guests, body.participant_ids)
    await putInto(
      sql,
      params.id,
      stay,
      group,
      guests,
      body.room_id,
      { pinned: body.pinned, actorId: ctx.caller.id },
      ctx.now,
    )
    const after = await findGuests(sql, params.id)
    await judgeLeft(sql, params.id, guests, after, { now: ctx.now, force: body.force })
    announce(ctx, held)
    ctx.audit({
      action: 'assign_beds',
      resource: 'reservations',
      objectId: params.id,
      before: placesOf(group),
      after: [...placesOf(chosen(after, body.participant_ids)), ...(body.force ? [{ reason: body.reason }] : [])],
    })
    return bedsView(ctx, params.id, body.participant_ids, undefined)
  }),

  takeBeds: writes(async (ctx, { params, body }) => {
    const sql = sqlIn(ctx.tx)
    const held = await lockForChange(sql, ctx.deps, params.id, ctx.now)
    const guests = await findGuests(sql, params.id)
    const group = chosen(guests, body.participant_ids)
    await releaseBeds(
      sql,
      group.map(({ participantId }) => participantId),
      ctx.now,
      body.reason,
    )
    const after = await findGuests(sql, params.id)
    await judgeLeft(sql, params.id, guests, after, { now: ctx.now, force: body.force })
    announce(ctx, held)
    ctx.audit({
      action: 'take_beds',
      resource: 'reservations',
      objectId: params.id,
      before: placesOf(group),
      after: { reason: body.reason ?? '' },
    })
    return {}
  }),
})
