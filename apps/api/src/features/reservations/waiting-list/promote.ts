import type { TxSql } from '#platform/db/sql.store'
import type { Deps } from '#platform/deps'
import { findWritten } from '../beds/beds.store.ts'
import { findClaimsOfEach, findLiveKeys, releaseInvitations, saveClaims } from '../booking/claims.store.ts'
import { lastMoment } from '../booking/decide.rules.ts'
import type { EventOffer } from '../booking/facts.rules.ts'
import { findNames, findPeople, findRelatives, relativesIn } from '../booking/snapshot.sql.ts'
import {
  type Accepted,
  type Beside,
  beyond,
  decideInvitations,
  lackingOf,
  type Snapshot,
  type WaitingWish,
} from '../booking/wish.rules.ts'
import { lockQuotas } from '../event-offer/event-offer.store.ts'
import { currentOffers, leftOf } from '../event-offer/event-offer.ts'
import { expireHeld } from '../lifecycle/expiry.ts'
import { findExpired, lockReservations } from '../lifecycle/transitions.store.ts'
import { invitationNotice } from '../mails/mails.ts'
import { type Awaited, isPlace, leastOf, refusalBeside, withAwaited } from './beside.rules.ts'
import { readOpenReservation } from './open-reservation.ts'
import { openWish } from './open-wish.ts'
import type { Part } from './part.ts'
import {
  endOffers,
  findBeside,
  findLeftOut,
  lockWaiting,
  noteInvited,
  PORTION,
  saveOffers,
  type WaitingRow,
} from './waiting.store.ts'
import { priceToTell } from './wished.ts'

/** Returns what would become of the reservation that somebody waits beside. */
export const besideOf = async (
  sql: TxSql,
  deps: Deps,
  offer: EventOffer,
  { id, own }: { readonly id: string; readonly own: Beside['own'] },
  awaited: Awaited,
): Promise<Beside> => {
  const [{ standing, change, open }, written] = await Promise.all([
    readOpenReservation(sql, deps, id),
    findWritten(sql, id),
  ])
  return {
    wish: withAwaited(offer, open, awaited) ?? undefined,
    standing: { ...standing, answers: change?.answers ?? standing.answers, open },
    written,
    own,
  }
}

/** Reads what the invitations of these entries are decided on. The caller has locked the quotas. */
export const waitingSnapshot = async (sql: TxSql, deps: Deps, rows: readonly WaitingRow[], now: Date) => {
  const waitingFor = [...new Set(rows.map(({ event_id }) => event_id))]
  const { offers } = await currentOffers(sql, deps, waitingFor, now)
  const left = leftOf(await lockQuotas(sql, waitingFor))
  const reservations = await findBeside(
    sql,
    rows.map(({ id }) => id),
    now,
  )
  const claims = await findClaimsOfEach(sql, [
    ...new Set([...reservations.values()].map(({ reservationId }) => reservationId)),
  ])
  const leftOut = await findLeftOut(
    sql,
    rows.map(({ id }) => id),
  )
  const entries = await Promise.all(
    rows.map(async (row) => {
      const offer = offers.get(row.event_id)
      const wish = openWish(deps, row, offer, now, leftOut.get(row.id))
      const reservation = reservations.get(row.id)
      if (!reservation || !offer || isPlace(row.kind)) return { row, wish }
      const refusal = refusalBeside(offer, reservation.status, now)
      if (refusal) return { row, wish, beside: refusal }
      const awaited = { ...row, wish }
      // As long as nothing of it is free, the reservation is not read: hundreds can wait for the same.
      const own = claims.get(reservation.reservationId) ?? new Map<string, number>()
      const least = lackingOf(left, beyond(left, leastOf(offer, awaited), own))
      if (least.length > 0) return { row, wish, beside: { least } }
      return { row, wish, beside: await besideOf(sql, deps, offer, { id: reservation.reservationId, own }, awaited) }
    }),
  )
  const wishes = entries.flatMap(({ wish, beside }) =>
    beside && 'wish' in beside && beside.wish ? [wish, beside.wish] : [wish],
  )
  const people = await findPeople(sql, [...new Set(rows.map(({ user_id }) => user_id))])
  const relatives = await findRelatives(sql, relativesIn(wishes))
  const names = await findNames(sql, wishes)
  const live = await findLiveKeys(
    sql,
    entries.map(({ row, wish }) => ({ eventId: row.event_id, userId: row.user_id, wish })),
    relatives,
  )
  const snapshot: Snapshot = { now, offers, people, relatives, names, left, live, rooms: new Map() }
  const waitingAt = (offer: EventOffer): WaitingWish[] =>
    entries
      .filter(({ row }) => row.event_id === offer.id)
      .map(({ row, wish, beside }) => ({ id: row.id, userId: row.user_id, part: row, wish, ...(beside && { beside }) }))
  const asInvited = ({ id }: Pick<WaitingWish, 'id'>): Pick<Invitation, 'part' | 'reservationId'> => ({
    part: rows.find((row) => row.id === id) ?? { kind: 'event', ref_id: null, prices: null },
    reservationId: reservations.get(id)?.reservationId,
  })
  return { snapshot, waitingAt, asInvited }
}

interface Invitation {
  readonly offer: EventOffer
  readonly entry: WaitingWish
  readonly accepted: Accepted
  readonly until: Date
  /** What is offered, and the prices that are kept of it. */
  readonly part: Part & Pick<WaitingRow, 'prices'>
  /** The reservation that it is offered beside. */
  readonly reservationId: string | undefined
}

/**
 * Returns when an invitation ends: never later than it can be taken, by an edit of the reservation or as a new one.
 * @param minutes as long as the event says, if absent
 */
export const heldUntil = (
  offer: EventOffer,
  { reservationId }: Pick<Invitation, 'reservationId'>,
  now: Date,
  minutes = offer.waitingMinutes,
): Date => {
  const last = lastMoment(reservationId === undefined ? offer.closesAt : offer.cancellationDeadline, offer)
  return new Date(Math.min(now.getTime() + minutes * 60_000, last.getTime()))
}

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
    made.flatMap(({ offer, entry, accepted, until, part, reservationId }) => {
      const person = people.get(entry.userId)
      if (!person) return []
      // Beside a reservation, the plan is for all of it.
      const isBeside = reservationId !== undefined
      const wish = isBeside ? entry.wish : accepted.plan.wish
      const price = priceToTell(offer, { row: part, wish, isBeside }, now)
      return [invitationNotice(person, offer, part, { until, entryId: entry.id, reservationId, price })]
    }),
  )
}

/**
 * Invites people on the waiting list to what is free in these events, in order. An invitation holds what it names. The
 * caller has locked the quotas.
 */
export const inviteNext = async (sql: TxSql, deps: Deps, eventIds: readonly string[], now: Date): Promise<void> => {
  let after: string | undefined = '0'
  while (eventIds.length > 0 && after !== undefined) {
    const rows: readonly WaitingRow[] = await lockWaiting(sql, eventIds, after)
    if (rows.length > 0) await inviteOf(sql, deps, rows, now)
    after = rows.length < PORTION ? undefined : rows.at(-1)?.number
  }
}

/** Invites those of some entries whom what is free is enough for. */
const inviteOf = async (sql: TxSql, deps: Deps, rows: readonly WaitingRow[], now: Date): Promise<void> => {
  const { snapshot, waitingAt, asInvited } = await waitingSnapshot(sql, deps, rows, now)
  const made = [...snapshot.offers.values()].flatMap((offer) =>
    decideInvitations(snapshot, offer, waitingAt(offer)).map((one) => {
      const invited = asInvited(one.entry)
      return { ...one, ...invited, offer, until: heldUntil(offer, invited, now) }
    }),
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
  await noteInvited(sql, eventIds, now)
  await inviteNext(sql, deps, eventIds, now)
}
