import { storedWish, type Wish } from '@shiloh/contract/reservations/wish'
import type { TxSql } from '#platform/db/sql.store'
import type { Deps } from '#platform/deps'
import { findLiveKeys, releaseInvitations, saveClaims } from '../booking/claims.store.ts'
import type { EventOffer } from '../booking/facts.rules.ts'
import { findNames, findPeople, findRelatives, relativesIn } from '../booking/snapshot.sql.ts'
import { decideInvitations, type WaitingWish } from '../booking/wish.rules.ts'
import { lockQuotas } from '../event-offer/event-offer.store.ts'
import { currentOffers, leftOf } from '../event-offer/event-offer.ts'
import { expireHeld } from '../lifecycle/expiry.ts'
import { findExpired, lockReservations } from '../lifecycle/transitions.store.ts'
import { invitationNotice } from '../mails/mails.ts'
import { wishContext } from '../sealed.ts'
import { endOffers, lockWaiting, saveOffers, sealedWish, type WaitingRow } from './waiting.store.ts'

/** Returns the wish of an entry. It is stored sealed because it can contain health data. */
export const openWish = (deps: Deps, row: WaitingRow): Wish =>
  storedWish.parse(JSON.parse(deps.crypto.unseal(sealedWish(row), wishContext(row.user_id, row.event_id))))

/**
 * Invites people on the waiting list to what is free in these events, in order. An invitation holds what it names. The
 * caller has locked the quotas.
 */
export const inviteNext = async (sql: TxSql, deps: Deps, eventIds: readonly string[], now: Date): Promise<void> => {
  const rows = eventIds.length === 0 ? [] : await lockWaiting(sql, eventIds)
  if (rows.length === 0) return
  const entries = rows.map((row) => ({ row, wish: openWish(deps, row) }))
  const wishes = entries.map(({ wish }) => wish)
  const waitingFor = [...new Set(rows.map(({ event_id }) => event_id))]
  const { offers } = await currentOffers(sql, deps, waitingFor, now)
  const people = await findPeople(sql, [...new Set(rows.map(({ user_id }) => user_id))])
  const relatives = await findRelatives(sql, relativesIn(wishes))
  const names = await findNames(sql, wishes)
  const live = await findLiveKeys(
    sql,
    entries.map(({ row, wish }) => ({ eventId: row.event_id, userId: row.user_id, wish })),
    relatives,
  )
  const left = leftOf(await lockQuotas(sql, waitingFor))
  const snapshot = { now, offers, people, relatives, names, left, live, rooms: new Map() }
  const made = [...offers.values()].flatMap((offer) => {
    const waiting: WaitingWish[] = entries
      .filter(({ row }) => row.event_id === offer.id)
      .map(({ row, wish }) => ({ id: row.id, userId: row.user_id, wish }))
    return decideInvitations(snapshot, offer, waiting).map(({ entry, accepted }) => ({ offer, entry, accepted }))
  })
  if (made.length === 0) return
  const until = (offer: EventOffer) => new Date(now.getTime() + offer.waitingMinutes * 60_000)
  await saveClaims(
    sql,
    made.flatMap(({ entry, accepted }) => accepted.claims.map((claim) => ({ ...claim, waitingEntryId: entry.id }))),
    now,
  )
  await saveOffers(
    sql,
    made.map(({ offer, entry }) => ({ id: entry.id, until: until(offer) })),
    now,
  )
  await deps.messenger.tell(
    sql,
    now,
    made.flatMap(({ offer, entry }) => {
      const person = people.get(entry.userId)
      return person ? [invitationNotice(person, offer, until(offer))] : []
    }),
  )
}

/**
 * Expires overdue holds and invitations of these events, and offers what became free to the waiting list. The caller
 * has locked the quotas.
 */
export const expireIn = async (sql: TxSql, deps: Deps, eventIds: readonly string[], now: Date): Promise<void> => {
  await expireHeld(sql, deps, await lockReservations(sql, await findExpired(sql, eventIds, now)), now)
  await releaseInvitations(sql, await endOffers(sql, eventIds, now), now)
  await inviteNext(sql, deps, eventIds, now)
}
