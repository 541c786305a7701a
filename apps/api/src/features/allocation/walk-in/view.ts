import type { WalkIn, WalkInDone } from '@shiloh/contract/allocation/walk-in'
import { findMoneyStanding } from '#features/reservations'
import type { Caller } from '#platform/auth/auth.store'
import type { Hidden } from '#platform/auth/denied'
import { toldReason } from '#platform/auth/welfare'
import type { ReadContext } from '#platform/context'
import { found } from '#platform/db/found'
import { sqlIn } from '#platform/db/sql.store'
import type { ReadWork } from '#platform/jobs/work'
import type { LeftReason, PlaceReason } from '../run/model.rules.ts'
import { findNames } from '../run/runs.store.ts'
import { isWhole } from './seek.rules.ts'
import type { Sought } from './seek.ts'
import { findBrief, findPlacesOf, findRoomNames } from './seekers.store.ts'

/** Parts of the nights that are offered when the whole stay is not free. */
const MOST_PARTS = 4

const idsIn = (reason: PlaceReason): readonly string[] =>
  'with' in reason ? reason.with : 'id' in reason ? [reason.id] : []

const leftOf = (reason: LeftReason, { authorization }: Caller) => {
  const base = { code: toldReason(authorization, reason.code), sort: null, night: null, beds: null, others: null }
  switch (reason.code) {
    case 'full':
      return { ...base, sort: reason.sort, night: reason.night }
    case 'ground_floor':
      return { ...base, beds: reason.beds, others: reason.others }
    case 'too_big':
      return { ...base, beds: reason.beds, others: reason.persons }
    default:
      return base
  }
}

/** Returns what was found, as the desk sees it. */
export const walkInView = async (
  { db, caller }: ReadContext,
  sought: Sought,
  hidden: Hidden | undefined,
): Promise<WalkIn> => {
  const { offer, seeker, lodging, groups } = sought
  const options = groups.flatMap((group) => group.options)
  const rooms = await findRoomNames(db, [...new Set(options.map(({ roomId }) => roomId))])
  const names = await findNames(db, [...new Set(options.flatMap(({ reasons }) => reasons.flatMap(idsIn)))], {
    events: hidden?.events ?? [],
    reservations: [...(hidden?.own ?? []), ...(hidden?.reservations ?? [])],
    people: hidden?.people ?? [],
  })
  const nameOf = new Map(seeker.rows.map(({ person, name }) => [person.id, name]))
  return {
    event: { _id: offer.id, name: offer.name, currency: offer.currency },
    reservation: seeker.reservation,
    stay: {
      room_category_id: lodging.room_category_id,
      room_category: lodging.name,
      check_in: sought.check_in,
      check_out: sought.check_out,
    },
    checked_in: sought.changes && seeker.reservation?.status === 'redeemed',
    persons: sought.persons.map(({ person, name }) => ({
      participant_id: seeker.reservation ? person.id : null,
      name,
    })),
    groups: groups.map(({ people, options: found, left }) => ({
      names: people.map(({ id }) => nameOf.get(id) ?? ''),
      rooms: found.flatMap(({ roomId, beds, reasons }) => {
        const room = rooms.get(roomId)
        return room
          ? [
              {
                room_id: room.id,
                room: room.room,
                block: room.block,
                floor: room.floor,
                accessible: room.accessible,
                beds: [...beds],
                reasons: reasons.map((reason) => ({
                  code: reason.code,
                  names: idsIn(reason).flatMap((id) => names.get(id) ?? []),
                })),
              },
            ]
          : []
      }),
      left: left && leftOf(left, caller),
    })),
    price: sought.price,
    categories: sought.categories.map(({ lodging: one, groups: theirs, price }) => ({
      room_category_id: one.room_category_id,
      room_category: one.name,
      beds: Math.min(...theirs.map(({ beds }) => beds)),
      price,
    })),
    other_nights: isWhole(groups)
      ? []
      : sought.otherNights.slice(0, MOST_PARTS).map(({ lodging: one, check_in, check_out }) => ({
          room_category_id: one.room_category_id,
          room_category: one.name,
          check_in,
          check_out,
        })),
  }
}

/** Returns what somebody at the desk has now. */
export const doneView = async ({ db, now }: ReadWork, id: string): Promise<WalkInDone> => {
  const { code, name, status, currency, holdExpiresAt } = found(await findBrief(db, id))
  const standing = found(await findMoneyStanding(sqlIn(db), id, now))
  return {
    reservation: {
      _id: id,
      code,
      name,
      status,
      balance: standing.balance,
      currency,
      hold_expires_at: holdExpiresAt?.toISOString() ?? null,
    },
    places: await findPlacesOf(db, id),
  }
}
