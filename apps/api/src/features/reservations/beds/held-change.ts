import { nightsToCome } from '@shiloh/contract/reservations/nights'
import { dayIn } from '@shiloh/contract/text/zone'
import { sqlIn, type TxSql } from '#platform/db/sql.store'
import type { Work } from '#platform/jobs/work'
import { findParticipants, releaseChangeBeds } from '../booking/claims.store.ts'
import { participantsOf } from '../booking/decide.rules.ts'
import type { EventOffer, Plan } from '../booking/facts.rules.ts'
import { findPeople, findRelatives, relativesIn } from '../booking/snapshot.sql.ts'
import { openWishOf } from '../lifecycle/cares.ts'
import { type Held, savePendingRoom } from '../lifecycle/transitions.store.ts'
import { isOf } from '../lifecycle/transitions.ts'
import { requireOffer } from '../money/refunds-due.ts'
import { findStanding } from '../read/records.store.ts'
import { findHeldRooms, findWritten } from './beds.store.ts'
import { type HeldRoom, type Holding, holdRooms } from './hold.ts'

/**
 * Holds the beds that a dearer change needs until it is paid, and returns what will happen to the room. `rooms` are those
 * of single persons: asked for, or held until now.
 *
 * @throws room_taken, room_unsuitable for a room that is asked for
 */
export const holdFor = async (
  sql: TxSql,
  held: Pick<Held, 'id'>,
  offer: EventOffer,
  plan: Pick<Plan, 'wish' | 'participants'>,
  now: Date,
  rooms: Partial<Pick<Holding, 'asked' | 'before'>> = {},
): Promise<HeldRoom | null> => {
  const stay = plan.wish.accommodation
  const lodging =
    stay && offer.accommodations.find(({ room_category_id }) => room_category_id === stay.room_category_id)
  if (!stay || !lodging) return null
  const rows = await findParticipants(sql, held.id)
  const sleepers = plan.participants.map((person) => ({
    participantId: rows.find(isOf(person))?.id ?? '',
    role: person.role,
    gender: person.gender,
    isChild: person.minor,
    mobilityIssue: person.care?.medical_conditions.includes('mobility_issue') ?? false,
    ...person.bearing,
  }))
  const { room_category_id: categoryId, room_id: roomId } = stay
  const { check_in, check_out } = nightsToCome(stay, dayIn(now, offer.timeZone))
  const where = { centerId: offer.centerId, categoryId, blockIds: lodging.blockIds, check_in, check_out }
  return holdRooms(
    sql,
    { reservationId: held.id, stay: where, sleepers, roomId, asked: new Map(), before: new Map(), ...rooms },
    now,
  )
}

/**
 * Holds the beds of a pending dearer change again, after rooms or persons changed. Releases what was held until now
 * first. Does nothing without a pending change. The caller has locked the reservation.
 */
export const holdAgain = async (work: Work, held: Held): Promise<void> => {
  const sql = sqlIn(work.tx)
  const { deps, now } = work
  const change = held.pendingChange
  if (!change || (held.holdExpiresAt !== null && held.holdExpiresAt <= now)) return
  const offer = await requireOffer(sql, deps, held.eventId)
  const wish = await openWishOf(sql, deps, held.id, (await findStanding(sql, held.id)).wish, change)
  const person = (await findPeople(sql, [held.userId])).get(held.userId)
  if (!person) return
  const relatives = await findRelatives(sql, relativesIn([wish]))
  const written = await findWritten(sql, held.id)
  const participants = participantsOf({ offer, person, relatives, written }, wish)
  const before = await findHeldRooms(sql, held.id)
  await releaseChangeBeds(sql, held.id, now)
  const room = await holdFor(sql, held, offer, { wish, participants }, now, { before })
  await savePendingRoom(sql, held.id, room, now)
}
