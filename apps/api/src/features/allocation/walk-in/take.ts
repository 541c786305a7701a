import type { WalkInDone, walkInRoutes } from '@shiloh/contract/allocation/walk-in'
import type { BodyOf } from '@shiloh/contract/core'
import { isAllowed, type Permission } from '@shiloh/contract/permissions'
import type { BedReason } from '@shiloh/contract/reservations/beds'
import { editReservation, lockRooms, lockRows, makeFor, placeMany } from '#features/reservations'
import type { Hidden } from '#platform/auth/denied'
import type { WriteContext } from '#platform/context'
import { sqlIn } from '#platform/db/sql.store'
import { AppError } from '#platform/errors'
import type { LeftReason } from '../run/model.rules.ts'
import { isWhole } from './seek.rules.ts'
import { type Sought, seek } from './seek.ts'
import { findHeldChange, findRoomsOf } from './seekers.store.ts'
import { doneView } from './view.ts'

type Body = BodyOf<typeof walkInRoutes.takeBed>

/** How often another room is looked for, when the rooms that were found were all taken before they could be locked. */
const TRIES = 3

const need = ({ caller }: WriteContext, permission: Permission, id?: string): void => {
  const { authorization } = caller
  if (!authorization || !isAllowed(authorization, permission, id)) throw new AppError('forbidden')
}

/** Why a room is impossible, for what keeps somebody from every room. */
const REASONS: Partial<Record<LeftReason['code'], BedReason>> = {
  gender_unknown: 'gender_unknown',
  ground_floor: 'floor',
  kept: 'kept',
  apart: 'apart',
  children: 'child',
  too_big: 'too_small',
  no_rooms: 'category',
  family_apart: 'couple',
}

const refusedBeds = (sought: Sought | undefined): AppError => {
  const reasons = sought?.groups.flatMap(({ left }) => (left && REASONS[left.code]) ?? []) ?? []
  return reasons.length > 0 ? new AppError('room_unsuitable', { data: { reasons } }) : new AppError('room_taken')
}

/**
 * Finds rooms and locks them, so that they are still free when the beds are written. The event's quotas are locked by the
 * caller: nobody else at this event is looking. Rooms that another event of the center took meanwhile are looked for
 * again.
 *
 * @throws room_taken, room_unsuitable with the reasons
 */
const lockBest = async (
  ctx: WriteContext,
  eventId: string,
  body: Body,
  hidden: Hidden | undefined,
): Promise<Sought> => {
  const tries = body.room_ids ? 1 : TRIES
  let last: Sought | undefined
  for (let at = 0; at < tries; at += 1) {
    const before = body.room_ids ? undefined : await seek(ctx, eventId, body, hidden)
    const ids = body.room_ids ?? (before ? roomsIn(before) : [])
    await lockRooms(sqlIn(ctx.tx), ids, ctx.now)
    const sought = await seek(ctx, eventId, body, hidden, ids)
    if (isWhole(sought.groups) || sought.persons.length === 0) return sought
    last = before ?? sought
    if (ids.length === 0) break
  }
  throw refusedBeds(last)
}

const roomsIn = ({ groups }: Sought): string[] => [
  ...new Set(groups.flatMap(({ options }) => options.map(({ roomId }) => roomId))),
]

/** Gives the best room of each group to those of a confirmed reservation who have no bed. @throws what a placement is refused for */
const placeIn = async (ctx: WriteContext, sought: Sought, hidden: Hidden | undefined): Promise<void> => {
  const rows = sought.groups.flatMap(({ people, options }) =>
    people.map(({ id }) => ({ participantId: id, roomId: options[0]?.roomId ?? null, expected: null })),
  )
  const placed = await placeMany(ctx, rows, { eventId: sought.offer.id, actorId: ctx.caller.id, hidden })
  for (const { answer } of placed)
    if (answer.result === 'refused')
      throw new AppError(answer.code === 'stale' ? 'room_taken' : answer.code, {
        ...(answer.reasons.length > 0 ? { data: { reasons: answer.reasons } } : {}),
      })
}

/** Returns the best room of each person. */
const roomsByPerson = ({ groups }: Sought): Map<string, string> =>
  new Map(
    groups.flatMap(({ people, options: [best] }) =>
      best ? people.map(({ id }): [string, string] => [id, best.roomId]) : [],
    ),
  )

/** Returns whether these very rooms and nights are held for a reservation until it is paid. */
const isHeld = async ({ tx, now }: WriteContext, id: string, sought: Sought): Promise<boolean> => {
  const { lodging, check_in, check_out } = sought
  const held = await findHeldChange(tx, id, now)
  const isSame = held.every(
    (one) =>
      one.room_category_id === lodging.room_category_id && one.check_in === check_in && one.check_out === check_out,
  )
  return (
    isSame &&
    [...roomsByPerson(sought)].every(([person, room]) =>
      held.some(({ participantId, roomId }) => participantId === person && roomId === room),
    )
  )
}

/**
 * Gives somebody at the desk a bed: makes the reservation that they lack or adds the nights, and assigns the bed, all in
 * one transaction and nothing of it if a part is refused. Nothing is sold twice: the quotas and the rooms are locked.
 * Who asks again for what is held for them until it is paid gets the same answer, and no more time.
 *
 * @throws room_taken when no bed is free, or the room that was shown is taken; not_found; no_stay; forbidden without the
 *   permission to reserve, or to change a reservation; what a reservation or its change is refused for
 */
export const takeBed = async (
  ctx: WriteContext,
  eventId: string,
  body: Body,
  hidden: Hidden | undefined,
): Promise<WalkInDone> => {
  const { reservation_id: reservationId } = body
  const known = await lockRows(ctx, reservationId === undefined ? [] : [{ reservationId }], { eventId, hidden })
  if (reservationId !== undefined && !known.has(reservationId)) throw new AppError('not_found')
  const sought = await lockBest(ctx, eventId, body, hidden)
  const { seeker, lodging, groups, check_in, check_out } = sought
  // The answer names the bed that they have for these nights already. The board moves people to another room.
  if (reservationId !== undefined && sought.persons.length === 0) {
    const rooms = await findRoomsOf(ctx.tx, reservationId)
    if (body.room_ids?.some((room) => !rooms.includes(room))) throw new AppError('room_taken')
    return doneView(ctx, reservationId)
  }
  const accommodation = {
    room_category_id: lodging.room_category_id,
    check_in,
    check_out,
    // Those who are not registered yet are one person, with one room.
    room_id: reservationId === undefined ? (groups[0]?.options[0]?.roomId ?? null) : null,
  }
  let id = reservationId
  if (id === undefined) {
    need(ctx, 'reservations.create')
    const { user_id, person, participant_type_id, expected_total } = body
    id = await makeFor(ctx, eventId, { user_id, person, participant_type_id, accommodation, expected_total })
  } else if (sought.changes || seeker.reservation?.status === 'pending') {
    need(ctx, 'reservations.update', id)
    if (await isHeld(ctx, id, sought)) return doneView(ctx, id)
    await editReservation(ctx, {
      id,
      patch: { accommodation, expected_total: body.expected_total },
      asker: 'staff',
      by: { actor: 'staff', actorId: ctx.caller.id },
      // A party can need several rooms: each is given, or held until it is paid.
      rooms: roomsByPerson(sought),
    })
  } else await placeIn(ctx, sought, hidden)
  const done = await doneView(ctx, id)
  ctx.audit({
    action: 'walk_in',
    resource: 'reservations',
    objectId: id,
    after: { beds: done.places.map(({ name, block, room, bed }) => ({ name, room: `${block} ${room}`, bed })) },
  })
  return done
}
