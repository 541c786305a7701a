import { type LeftBehind, leftBehind } from '@shiloh/contract/reservations/bed-rules'
import type { TxSql } from '#platform/db/sql.store'
import { AppError } from '#platform/errors'
import { lockRooms } from '../booking/snapshot.sql.ts'
import type { Guest } from './beds.store.ts'

/** Returns guests with their rooms, as a refusal names them. */
export const namesOf = (guests: readonly Guest[]) =>
  guests.map(({ name, place }) => ({ name, room: `${place?.block} ${place?.room}` }))

/**
 * Returns those of a reservation who are left in a room where they cannot be without others of it. Locks the rooms in
 * which somebody of it sleeps. Without `before`, also those who were left there earlier.
 */
export const findLeftBehind = async (
  sql: TxSql,
  reservationId: string,
  before: readonly Guest[],
  after: readonly Guest[],
  now: Date,
): Promise<LeftBehind<Guest>[]> => {
  const ids = [...new Set(after.flatMap(({ place }) => (place ? [place.roomId] : [])))]
  return leftBehind(await lockRooms(sql, ids, now), reservationId, before, after)
}

/** @throws child_alone naming the children among unrelated adults, room_unsuitable for a room that is kept for others */
export const requireNobodyBehind = async (
  sql: TxSql,
  reservationId: string,
  before: readonly Guest[],
  after: readonly Guest[],
  now: Date,
): Promise<void> => {
  const behind = await findLeftBehind(sql, reservationId, before, after, now)
  const children = behind.flatMap(({ person, reason }) => (reason === 'child' ? [person] : []))
  if (children.length > 0)
    throw new AppError('child_alone', { data: { people: namesOf(children), reasons: ['child'] } })
  if (behind.length > 0) throw new AppError('room_unsuitable', { data: { reasons: ['kept'] } })
}
