import { sqlIn } from '#platform/db/sql.store'
import { AppError } from '#platform/errors'
import type { Work } from '#platform/jobs/work'
import { releaseInvitations } from '../booking/claims.store.ts'
import { lockQuotas } from '../event-offer/event-offer.store.ts'
import { endOverdue, inviteNext } from './promote.ts'
import { settleWaiting } from './settle.ts'
import { endWaiting, findAllOwnWaiting, findPlacesOfSpouses, waitAgain } from './waiting.store.ts'

// How the waiting list follows accounts (docs/domain.md#waiting-list).

/**
 * Locks the quotas of the events at which these people of spouse lists have places. Returns what ends the waits of the
 * accounts that they are linked to meanwhile, and invites who is next.
 *
 * @throws AppError stale when one of them was given a place at another event in between
 */
export const beforeLink = async (work: Work, spouseIds: readonly string[]): Promise<() => Promise<void>> => {
  const { deps, now } = work
  const sql = sqlIn(work.tx)
  const eventIds = [...new Set((await findPlacesOfSpouses(sql, spouseIds, now)).map(({ eventId }) => eventId))]
  await lockQuotas(sql, eventIds)
  await endOverdue(sql, deps, eventIds, now)
  return async () => {
    const places = await findPlacesOfSpouses(sql, spouseIds, now)
    if (places.some(({ eventId }) => !eventIds.includes(eventId))) throw new AppError('stale')
    const ids = places.map(({ reservationId }) => reservationId)
    await settleWaiting(sql, deps, ids, now, { isNew: false })
    await inviteNext(sql, deps, eventIds, now)
  }
}

/** Takes a person off all waiting lists. What was held for them goes to the next. */
export const beforeErasure = async (work: Work, userId: string): Promise<void> => {
  const { deps, now } = work
  const sql = sqlIn(work.tx)
  const eventIds = [...new Set((await findAllOwnWaiting(sql, userId)).map(({ event_id }) => event_id))]
  await lockQuotas(sql, eventIds)
  await endOverdue(sql, deps, eventIds, now)
  const ids = (await findAllOwnWaiting(sql, userId))
    .filter(({ event_id }) => eventIds.includes(event_id))
    .map(({ id }) => id)
  await releaseInvitations(sql, ids, now)
  await endWaiting(sql, ids, 'withdrawn', now)
  await inviteNext(sql, deps, eventIds, now)
}

/** Takes back what is offered to a person, who keeps their places in the order. Returns what invites the next. */
export const beforeDeactivation = async (work: Work, userId: string): Promise<() => Promise<void>> => {
  const { deps, now } = work
  const sql = sqlIn(work.tx)
  const eventIds = [...new Set((await findAllOwnWaiting(sql, userId)).map(({ event_id }) => event_id))]
  await lockQuotas(sql, eventIds)
  await endOverdue(sql, deps, eventIds, now)
  const ids = (await findAllOwnWaiting(sql, userId))
    .filter(({ event_id, status }) => status === 'offered' && eventIds.includes(event_id))
    .map(({ id }) => id)
  await releaseInvitations(sql, ids, now)
  await waitAgain(sql, ids, now)
  return () => inviteNext(sql, deps, eventIds, now)
}
