import { ROOM_NEWS, type RoomNews } from '@shiloh/contract/allocation/publishing'
import { runWrites, sqlIn } from '#platform/db/sql.store'
import type { Work } from '#platform/jobs/work'
import { userRoom } from '#platform/realtime'
import { roomsOf } from '../mails/room-mails.ts'
import { findGuestsOf } from './beds.store.ts'
import { findAddressees, knownOf, nextUntold, savingKnown } from './known-rooms.store.ts'

/** Reservations told in one transaction. */
const PORTION = 200

const TEMPLATES = { given: 'room_given', moved: 'room_changed', taken: 'room_taken' } as const

/** Of several persons of a reservation, the worst news counts. */
const newsOf = (kinds: readonly RoomNews[]): RoomNews => ROOM_NEWS.findLast((kind) => kinds.includes(kind)) ?? 'given'

/** What one portion told. Null: there was nobody left. */
export type Told = Record<RoomNews, number> & { readonly until: string }

/**
 * Tells the next reservations of an event where their people sleep: one message a reservation, by the channels that its
 * owner chose. Beds that were assigned or taken after `at` wait for the next publication. Returns null when everybody
 * knows.
 */
export const tellNextRooms = async (
  work: Work,
  eventId: string,
  since: { readonly after: string | null; readonly at: Date },
): Promise<Told | null> => {
  const sql = sqlIn(work.tx)
  const untold = await nextUntold(sql, eventId, { ...since, limit: PORTION })
  const until = untold.at(-1)?.reservation_id
  if (until === undefined) return null
  const news = Map.groupBy(untold, ({ reservation_id }) => reservation_id)
  const guests = Map.groupBy(await findGuestsOf(sql, [...news.keys()]), ({ reservationId }) => reservationId)
  const addressees = await findAddressees(sql, [...news.keys()])
  await work.send(
    ...addressees.map(({ id, userId, name, code, event }) => ({
      channel: 'notice' as const,
      template: TEMPLATES[newsOf((news.get(id) ?? []).map(({ kind }) => kind))],
      userId,
      data: { name, code, reservation_id: id, event, rooms: roomsOf(guests.get(id) ?? []) },
    })),
  )
  await runWrites(sql, savingKnown(knownOf([...guests.values()].flat()), work.now))
  for (const { id, userId, guestIds } of addressees)
    for (const account of [userId, ...guestIds]) work.publish(userRoom(account), 'reservation', { _id: id })
  work.publish('staff', 'reservations', { event_id: eventId })
  const count = (wanted: RoomNews) => untold.filter(({ kind }) => kind === wanted).length
  return { given: count('given'), moved: count('moved'), taken: count('taken'), until }
}
