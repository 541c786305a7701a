import type { Work } from '#platform/jobs/work'
import { userRoom } from '#platform/realtime'
import type { PlannedParticipant } from '../booking/facts.rules.ts'
import type { Held } from './transitions.store.ts'

type Announced = Pick<Held, 'id' | 'userId' | 'eventId'> & Partial<Pick<Held, 'guestIds'>>

/** Publishes that data shown elsewhere changed: to who reserved, to linked spouses who have a place in it, and to staff. */
export const announce = (work: Pick<Work, 'publish'>, held: Announced): void => {
  for (const id of [held.userId, ...(held.guestIds ?? [])]) work.publish(userRoom(id), 'reservation', { _id: held.id })
  work.publish('staff', 'reservations', { event_id: held.eventId })
}

/** Returns the guests who are not among these persons any more. */
export const guestsWithout = (held: Held, persons: readonly Pick<PlannedParticipant, 'userId'>[]): string[] =>
  held.guestIds.filter((id) => persons.every(({ userId }) => userId !== id))

/** Returns a reservation with the guests that it had and those that it has after a change of its persons. */
export const withGuests = (held: Held, persons: readonly Pick<PlannedParticipant, 'userId'>[]): Held => {
  const accounts = persons.flatMap(({ userId }) => (userId === null || userId === held.userId ? [] : [userId]))
  return { ...held, guestIds: [...new Set([...held.guestIds, ...accounts])] }
}
