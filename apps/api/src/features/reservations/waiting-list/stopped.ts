import type { TxSql } from '#platform/db/sql.store'
import type { Deps } from '#platform/deps'
import type { Notice } from '#platform/messaging/messages.store'
import { releaseInvitations } from '../booking/claims.store.ts'
import { findPeople } from '../booking/snapshot.sql.ts'
import { currentOffers } from '../event-offer/event-offer.ts'
import { endedNotice, pausedNotice } from '../mails/mails.ts'
import { endWaiting, findOpenWaiting, findWaitingEntries, pauseOffers } from './waiting.store.ts'

// What becomes of a waiting list when its event stops for a time, or for good (docs/domain.md#waiting-list).

/**
 * Takes offers of an event back that cannot be taken now (`pauseOffers`), and tells their owners, who keep their places. The caller has
 * locked the quotas.
 */
export const pauseWaiting = async (sql: TxSql, deps: Deps, eventId: string, now: Date): Promise<void> => {
  const ids = await pauseOffers(sql, eventId, now)
  if (ids.length === 0) return
  await releaseInvitations(sql, ids, now)
  const offer = (await currentOffers(sql, deps, [eventId], now)).offers.get(eventId)
  const rows = await findWaitingEntries(sql, ids)
  const people = await findPeople(sql, [...new Set(rows.map(({ user_id }) => user_id))])
  await deps.messenger.tell(
    sql,
    now,
    rows.flatMap((row): Notice[] => {
      const person = people.get(row.user_id)
      return offer && person ? [pausedNotice(person, offer, row)] : []
    }),
  )
}

/**
 * Ends the waiting list of an archived event. If the event is not over, everybody on it is told, once. The caller has locked the
 * quotas.
 */
export const endWaitingList = async (sql: TxSql, deps: Deps, eventId: string, now: Date): Promise<void> => {
  const ids = await findOpenWaiting(sql, eventId)
  if (ids.length === 0) return
  await releaseInvitations(sql, ids, now)
  await endWaiting(sql, ids, 'withdrawn', now)
  const offer = (await currentOffers(sql, deps, [eventId], now)).offers.get(eventId)
  if (!offer || offer.endsAt <= now) return
  const rows = await findWaitingEntries(sql, ids)
  const people = await findPeople(sql, [...new Set(rows.map(({ user_id }) => user_id))])
  await deps.messenger.tell(
    sql,
    now,
    [...people.values()].map((person) => endedNotice(person, offer)),
  )
}
