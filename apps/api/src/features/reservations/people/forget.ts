import type { Work } from '#platform/jobs/work'
import { lockWishes } from '../mates/mates.store.ts'
import { beforeErasure } from '../waiting-list/accounts.ts'
import { findEventsOfWishes, forgetTexts, forgetWishes, lockReservationsOf } from './forget.store.ts'

/**
 * Takes a person off all waiting lists, and forgets what was typed about them in their reservations. Locks in the global order,
 * quotas first.
 */
export const forgetInReservations = async (work: Work, userId: string): Promise<void> => {
  await beforeErasure(work, userId)
  const { tx } = work
  await lockReservationsOf(tx, userId)
  for (const eventId of await findEventsOfWishes(tx, userId)) await lockWishes(tx, eventId)
  await forgetWishes(tx, userId)
  await forgetTexts(tx, userId)
}
