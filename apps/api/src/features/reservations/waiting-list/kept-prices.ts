import { atKeptPrices, type KeptPrice } from '@shiloh/contract/reservations/kept-prices'
import type { Sql } from '#platform/db/sql.store'
import type { EventOffer } from '../booking/facts.rules.ts'
import { isPlace } from './beside.rules.ts'
import { itemOfPart } from './part.ts'
import { findOwnLive, findOwnWaiting, type WaitingRow } from './waiting.store.ts'

// Who waits keeps the prices of the day they joined (docs/domain.md#waiting-list).

type Priced = Pick<WaitingRow, 'kind' | 'ref_id' | 'prices'>

/**
 * Returns the prices that somebody keeps who waits.
 *
 * @param isBeside they wait beside a reservation: of what they wait for alone, because the reservation has prices of its own for the rest
 */
export const pricesKept = (offer: EventOffer, row: Priced, isBeside: boolean): readonly KeptPrice[] => {
  const prices = row.prices ?? []
  if (!isBeside) return prices
  const kind = row.kind === 'beds' ? 'accommodation' : row.kind
  const item = itemOfPart(offer, row)
  return prices.filter((price) => price.kind === kind && price.ref_id === item)
}

/**
 * Returns the prices that somebody keeps at an event: for what they wait for beside a reservation, or, for a new one, of what is offered to
 * them. Expired offers keep nothing.
 */
const findKept = async (
  sql: Sql,
  offer: EventOffer,
  userId: string,
  { now, isBeside }: { readonly now: Date; readonly isBeside: boolean },
): Promise<readonly KeptPrice[]> => {
  const rows = (await findOwnWaiting(sql, offer.id, userId)).filter(({ kind, offer_expires_at }) =>
    isBeside
      ? !isPlace(kind) && (offer_expires_at === null || offer_expires_at > now)
      : offer_expires_at !== null && offer_expires_at > now,
  )
  return rows.flatMap((row) => pricesKept(offer, row, isBeside))
}

/** Returns the prices that somebody keeps, also for the office, which reserves for them or changes their reservation. */
export const keptAt = async (sql: Sql, offer: EventOffer, userId: string, now: Date): Promise<readonly KeptPrice[]> =>
  findKept(sql, offer, userId, { now, isBeside: (await findOwnLive(sql, offer.id, userId)) !== undefined })

/** Returns an offer at the prices that the owner of a reservation keeps for what they wait for beside it. */
export const offerBeside = async (sql: Sql, offer: EventOffer, userId: string, now: Date): Promise<EventOffer> =>
  atKeptPrices(offer, await findKept(sql, offer, userId, { now, isBeside: true }))

/** Returns an offer at the prices that somebody keeps for a new reservation: those of what is offered to them. */
export const offerFor = async (sql: Sql, offer: EventOffer, userId: string, now: Date): Promise<EventOffer> =>
  atKeptPrices(offer, await findKept(sql, offer, userId, { now, isBeside: false }))
