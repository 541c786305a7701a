import { type Sql, sqlIn } from '#platform/db/sql.store'
import { AppError } from '#platform/errors'
import type { Work } from '#platform/jobs/work'
import { releaseInvitations } from '../booking/claims.store.ts'
import { lockQuotas } from '../event-offer/event-offer.store.ts'
import { endOverdue, inviteNext } from './promote.ts'
import { settleWaiting } from './settle.ts'
import {
  endWaiting,
  findAllOwnWaiting,
  findEventsToInvite,
  findPlacesOf,
  findPlacesOfSpouses,
  findWaitsOf,
  waitAgain,
} from './waiting.store.ts'

// How the waiting list follows accounts (docs/domain.md#waiting-list).

/**
 * Locks the quotas of the events at which these people of spouse lists have places, or the accounts of the couple wait. Returns what
 * ends the waits of the accounts that they are linked to meanwhile, gives up what is offered to the owners for those who have
 * places, and invites who is next.
 *
 * @throws AppError stale when there is a place or a wait at another event in between
 */
export const beforeLink = async (
  work: Work,
  spouseIds: readonly string[],
  couple: readonly string[],
): Promise<() => Promise<void>> => {
  const { deps, now } = work
  const sql = sqlIn(work.tx)
  const read = async () => {
    const places = await findPlacesOfSpouses(sql, spouseIds, now)
    const waits = await findWaitsOf(sql, couple, now)
    return { places, eventIds: [...new Set([...places.map(({ eventId }) => eventId), ...waits])] }
  }
  const { eventIds } = await read()
  await lockQuotas(sql, eventIds)
  await endOverdue(sql, deps, eventIds, now)
  return async () => {
    const after = await read()
    if (after.eventIds.some((eventId) => !eventIds.includes(eventId))) throw new AppError('stale')
    const own = await findPlacesOf(sql, couple, eventIds)
    const ids = [...new Set([...after.places.map(({ reservationId }) => reservationId), ...own])]
    await settleWaiting(sql, deps, ids, now, { isNew: false })
    await inviteNext(sql, deps, eventIds, now)
  }
}

const findEventsOfOpen = async (sql: Sql, userId: string): Promise<string[]> => [
  ...new Set((await findAllOwnWaiting(sql, userId)).map(({ event_id }) => event_id)),
]

/** Locks the quotas of the events at which a person waits, ends what is overdue, and returns the entries that are left. */
export const lockOwnWaiting = async ({ tx, deps, now }: Work, userId: string, findEvents = findEventsOfOpen) => {
  const sql = sqlIn(tx)
  const eventIds = await findEvents(sql, userId)
  await lockQuotas(sql, eventIds)
  await endOverdue(sql, deps, eventIds, now)
  const rows = (await findAllOwnWaiting(sql, userId)).filter(({ event_id }) => eventIds.includes(event_id))
  return { sql, eventIds, rows }
}

/**
 * Takes a person off all waiting lists. What was held for them goes to the next. Until they are erased, the office can invite them by
 * no entry that has expired, either.
 */
export const beforeErasure = async (work: Work, userId: string): Promise<void> => {
  const { sql, eventIds, rows } = await lockOwnWaiting(work, userId, findEventsToInvite)
  const ids = rows.map(({ id }) => id)
  await releaseInvitations(sql, ids, work.now)
  await endWaiting(sql, ids, 'withdrawn', work.now)
  await inviteNext(sql, work.deps, eventIds, work.now)
}

/** Takes back what is offered to a person, who keeps their places in the order. Returns what invites the next. */
export const beforeDeactivation = async (work: Work, userId: string): Promise<() => Promise<void>> => {
  const { sql, eventIds, rows } = await lockOwnWaiting(work, userId)
  const ids = rows.filter(({ status }) => status === 'offered').map(({ id }) => id)
  await releaseInvitations(sql, ids, work.now)
  await waitAgain(sql, ids, work.now)
  return () => inviteNext(sql, work.deps, eventIds, work.now)
}
