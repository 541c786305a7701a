import type { Wish } from '@shiloh/contract/reservations/wish'
import type { Sql, TxSql } from '#platform/db/sql.store'
import type { Deps } from '#platform/deps'
import { releaseInvitations, saveClaims } from '../booking/claims.store.ts'
import { demandOf } from '../booking/decide.rules.ts'
import type { EventOffer } from '../booking/facts.rules.ts'
import { takeAll, withPossibleAnswers } from '../booking/wish.rules.ts'
import { lockQuotas } from '../event-offer/event-offer.store.ts'
import { currentOffers, leftOf } from '../event-offer/event-offer.ts'
import { isPlace, takesMore, withAwaited } from './beside.rules.ts'
import { readOpenReservation } from './open-reservation.ts'
import { openWish, sealWish } from './open-wish.ts'
import {
  endWaiting,
  findBeside,
  findLeftOut,
  findOfferedToSpouses,
  findOpenOfPersons,
  type OpenWaiting,
  saveWaitingWish,
  type WaitingRow,
  waitAgain,
} from './waiting.store.ts'

/** Returns the wish of an entry for the person that its owner is in the reservation. */
const wishIn = (deps: Deps, offer: EventOffer, row: OpenWaiting, now: Date): Wish => {
  const wish = openWish(deps, row, offer, now)
  if (row.own) return wish
  const main = wish.participants.find(({ role }) => role === 'main')
  return { ...wish, participants: main ? [{ ...main, role: row.role, person_id: row.personId }] : [] }
}

/** Returns whether a reservation, with its pending change, has what an entry waits for. */
const isServed = async (
  sql: TxSql,
  deps: Deps,
  offer: EventOffer | undefined,
  row: OpenWaiting,
  now: Date,
): Promise<boolean> => {
  // Whose the products of a reservation are is not known.
  if (!offer || (!row.own && row.kind === 'product_option')) return false
  const { open } = await readOpenReservation(sql, deps, row.reservationId)
  return withAwaited(offer, open, { ...row, wish: wishIn(deps, offer, row, now) }) === null
}

const idsOf = (rows: readonly OpenWaiting[]): string[] => rows.map(({ id }) => id)

/** Returns those of some offers that hold something for people who are left out of them by now, each with what is left. */
export const findLarger = async (sql: Sql, deps: Deps, rows: readonly WaitingRow[], now: Date) => {
  if (rows.length === 0) return []
  const ids = rows.map(({ id }) => id)
  const { offers } = await currentOffers(sql, deps, [...new Set(rows.map(({ event_id }) => event_id))], now)
  const [leftOut, beside] = [await findLeftOut(sql, ids), await findBeside(sql, ids, now)]
  return rows.flatMap((row) => {
    const offer = offers.get(row.event_id)
    const wish = openWish(deps, row, offer, now, leftOut.get(row.id))
    const isSmaller = wish.participants.length < openWish(deps, row, offer, now).participants.length
    // Offers beside a reservation hold nothing for anybody else.
    return offer && isSmaller && !beside.has(row.id) ? [{ row, offer, wish }] : []
  })
}

/**
 * Gives up what offers hold for people who are left out of them by now: they stay for the others, until the same time. The caller has
 * locked the quotas. Returns the events at which anything was given up.
 */
export const shrinkOffers = async (
  sql: TxSql,
  deps: Deps,
  rows: readonly WaitingRow[],
  now: Date,
): Promise<string[]> => {
  const larger = await findLarger(sql, deps, rows, now)
  for (const { row, offer, wish } of larger) {
    await releaseInvitations(sql, [row.id], now)
    const left = leftOf(await lockQuotas(sql, [offer.id]))
    const claims = takeAll(left, demandOf(offer, withPossibleAnswers(left, offer, wish), false))
    await saveClaims(
      sql,
      claims.map((claim) => ({ ...claim, waitingEntryId: row.id })),
      now,
    )
    // When the place of the spouse ends, this offer still holds no place for them.
    await saveWaitingWish(sql, { id: row.id, sealed: sealWish(deps, row, wish), now })
  }
  return [...new Set(larger.map(({ offer }) => offer.id))]
}

/**
 * Brings the waiting list in line with new or changed reservations. Who has a place waits for none. What a reservation
 * has by now is served. The rest is waited for beside the reservation: an offer that was made before there was one holds
 * a place too, so it is taken back and made again for what is missing. In the reservation of somebody else, nothing is
 * offered to them until they leave it.
 *
 * The caller has locked the quotas and invites who is next. Returns whether anything was released.
 */
export const settleWaiting = async (
  sql: TxSql,
  deps: Deps,
  reservationIds: readonly string[],
  now: Date,
  { isNew }: { readonly isNew: boolean },
): Promise<boolean> => {
  const hasShrunk = (await shrinkOffers(sql, deps, await findOfferedToSpouses(sql, reservationIds), now)).length > 0
  const open = await findOpenOfPersons(sql, reservationIds)
  if (open.length === 0) return hasShrunk
  const { offers } = await currentOffers(sql, deps, [...new Set(open.map(({ event_id }) => event_id))], now)
  const over = open.filter(({ kind }) => isPlace(kind))
  const served: OpenWaiting[] = []
  for (const row of open)
    if (!over.includes(row) && (await isServed(sql, deps, offers.get(row.event_id), row, now))) served.push(row)
  const again = open.filter(
    (row) => row.status === 'offered' && (isNew || !row.own) && !over.includes(row) && !served.includes(row),
  )
  await releaseInvitations(sql, idsOf([...over, ...served, ...again]), now)
  await endWaiting(sql, idsOf(over), 'withdrawn', now)
  await endWaiting(sql, idsOf(served), 'taken', now)
  await waitAgain(sql, idsOf(again), now)
  return hasShrunk || [...over, ...served, ...again].some(({ status }) => status === 'offered')
}

/**
 * Releases what is offered beside a reservation and is taken by this change of it, all of it or a part. The change claims
 * it in the same transaction. Returns whether anything was released.
 */
export const releaseTaken = async (
  sql: TxSql,
  deps: Deps,
  offer: EventOffer,
  id: string,
  change: { readonly before: Wish; readonly after: Wish },
  now: Date,
): Promise<boolean> => {
  const taken = (await findOpenOfPersons(sql, [id])).filter(
    (row) =>
      row.own &&
      row.status === 'offered' &&
      (takesMore(offer, change, row) ||
        withAwaited(offer, change.after, { ...row, wish: openWish(deps, row, offer, now) }) === null),
  )
  await releaseInvitations(sql, idsOf(taken), now)
  await endWaiting(sql, idsOf(taken), 'taken', now)
  return taken.length > 0
}

/** Ends what the owners of reservations waited for beside them. Returns it. */
export const endBeside = async (sql: TxSql, reservationIds: readonly string[], now: Date): Promise<OpenWaiting[]> => {
  const own = (await findOpenOfPersons(sql, reservationIds)).filter((row) => row.own)
  await releaseInvitations(sql, idsOf(own), now)
  await endWaiting(sql, idsOf(own), 'withdrawn', now)
  return own
}

/**
 * Expires what was offered beside reservations whose holds have expired. What is not offered yet is waited for as before
 * the reservation.
 */
export const expireBeside = async (sql: TxSql, reservationIds: readonly string[], now: Date): Promise<void> => {
  if (reservationIds.length === 0) return
  const offered = (await findOpenOfPersons(sql, reservationIds)).filter((row) => row.own && row.status === 'offered')
  await releaseInvitations(sql, idsOf(offered), now)
  await endWaiting(sql, idsOf(offered), 'expired', now)
}
