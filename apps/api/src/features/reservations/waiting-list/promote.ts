import { storedWish, type Wish } from '@shiloh/contract/reservations/wish'
import type { TxSql } from '#platform/db/sql.store'
import type { Deps } from '#platform/deps'
import { findLiveKeys, releaseInvitations, saveClaims } from '../booking/claims.store.ts'
import type { EventOffer } from '../booking/facts.rules.ts'
import { findNames, findPeople, findRelatives, relativesIn } from '../booking/snapshot.sql.ts'
import { type Accepted, decideInvitations, type Snapshot, type WaitingWish } from '../booking/wish.rules.ts'
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

/** Reads what the invitations of these entries are decided on. The caller has locked the quotas. */
export const waitingSnapshot = async (sql: TxSql, deps: Deps, rows: readonly WaitingRow[], now: Date) => {
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
  const snapshot: Snapshot = { now, offers, people, relatives, names, left, live, rooms: new Map() }
  const waitingAt = (offer: EventOffer): WaitingWish[] =>
    entries
      .filter(({ row }) => row.event_id === offer.id)
      .map(({ row, wish }) => ({ id: row.id, userId: row.user_id, wish }))
  return { snapshot, waitingAt }
}

interface Invitation {
  readonly offer: EventOffer
  readonly entry: WaitingWish
  readonly accepted: Accepted
  readonly until: Date
}

/** Returns when an invitation ends. @param minutes as long as the event says, if absent */
export const heldUntil = (offer: EventOffer, now: Date, minutes = offer.waitingMinutes): Date =>
  new Date(now.getTime() + minutes * 60_000)

/** Holds what was offered, and tells the people. */
export const saveInvitations = async (
  sql: TxSql,
  deps: Deps,
  { people }: Snapshot,
  made: readonly Invitation[],
  now: Date,
): Promise<void> => {
  await saveClaims(
    sql,
    made.flatMap(({ entry, accepted }) => accepted.claims.map((claim) => ({ ...claim, waitingEntryId: entry.id }))),
    now,
  )
  await saveOffers(
    sql,
    made.map(({ entry, until }) => ({ id: entry.id, until })),
    now,
  )
  await deps.messenger.tell(
    sql,
    now,
    made.flatMap(({ offer, entry, until }) => {
      const person = people.get(entry.userId)
      return person ? [invitationNotice(person, offer, until)] : []
    }),
  )
}

/**
 * Invites people on the waiting list to what is free in these events, in order. An invitation holds what it names. The
 * caller has locked the quotas.
 */
export const inviteNext = async (sql: TxSql, deps: Deps, eventIds: readonly string[], now: Date): Promise<void> => {
  const rows = eventIds.length === 0 ? [] : await lockWaiting(sql, eventIds)
  if (rows.length === 0) return
  const { snapshot, waitingAt } = await waitingSnapshot(sql, deps, rows, now)
  const made = [...snapshot.offers.values()].flatMap((offer) =>
    decideInvitations(snapshot, offer, waitingAt(offer)).map((one) => ({
      ...one,
      offer,
      until: heldUntil(offer, now),
    })),
  )
  if (made.length > 0) await saveInvitations(sql, deps, snapshot, made, now)
}

/** Expires overdue holds and invitations of these events. The caller has locked the quotas, and invites who is next. */
export const endOverdue = async (sql: TxSql, deps: Deps, eventIds: readonly string[], now: Date): Promise<void> => {
  await expireHeld(sql, deps, await lockReservations(sql, await findExpired(sql, eventIds, now)), now)
  await releaseInvitations(sql, await endOffers(sql, eventIds, now), now)
}

/**
 * Expires overdue holds and invitations of these events, and offers what became free to the waiting list. The caller
 * has locked the quotas.
 */
export const expireIn = async (sql: TxSql, deps: Deps, eventIds: readonly string[], now: Date): Promise<void> => {
  await endOverdue(sql, deps, eventIds, now)
  await inviteNext(sql, deps, eventIds, now)
}
