import type { Work } from '#platform/jobs/work'
import type { Held } from './transitions.store.ts'

/** Publishes that data shown elsewhere changed. */
export const announce = (work: Pick<Work, 'publish'>, held: Pick<Held, 'id' | 'userId' | 'eventId'>): void => {
  work.publish(`user:${held.userId}`, 'reservation', { _id: held.id })
  work.publish('staff', 'reservations', { event_id: held.eventId })
}
