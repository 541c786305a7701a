import type { Sql } from '#platform/db/sql.store'
import type { Deps } from '#platform/deps'
import { type EventOffer, quotaKey } from '../booking/facts.rules.ts'
import type { QuotaLeft } from '../booking/wish.rules.ts'
import { findVersions, loadOffers, type QuotaRow } from './event-offer.store.ts'

/** More events than are ever reserved at a time. A cache beyond this size is cleared. */
const MAX_CACHED = 500

/**
 * Returns events with their offers as this transaction sees them. An offer is cached per version: reading hundreds of
 * rows for every batch would cost more than the batch itself. `due`: events whose books still show an expired hold
 * or change as held, or whose waiting list has to be invited since registration opened.
 */
export const currentOffers = async (
  sql: Sql,
  deps: Deps,
  ids: readonly string[],
  now: Date,
): Promise<{ offers: Map<string, EventOffer>; changed: boolean; due: string[] }> => {
  const cache = deps.services.reservations.eventOffers
  const found = await findVersions(sql, ids, now)
  const versions = new Map(found.map(({ id, version }) => [id, version]))
  const stale = [...versions].filter(([id, version]) => cache.get(id)?.version !== version).map(([id]) => id)
  if (cache.size + stale.length > MAX_CACHED) cache.clear()
  const missing = [...versions.keys()].filter((id) => cache.get(id)?.version !== versions.get(id))
  for (const offer of await loadOffers(sql, missing)) cache.set(offer.id, offer)
  const offers = new Map(
    [...versions.keys()].flatMap((id) => {
      const offer = cache.get(id)
      return offer ? [[id, offer] as const] : []
    }),
  )
  const due = found.filter((event) => event.due).map(({ id }) => id)
  return { offers, changed: stale.length > 0, due }
}

/** Returns one event's offer, or undefined. */
export const currentOffer = async (sql: Sql, deps: Deps, id: string): Promise<EventOffer | undefined> =>
  (await currentOffers(sql, deps, [id], deps.clock())).offers.get(id)

/** Returns what is left of each quota. */
export const leftOf = (rows: readonly QuotaRow[]): Map<string, QuotaLeft> =>
  new Map(
    rows.map((row) => [
      quotaKey(row.event_id, row.kind, row.ref_id, row.night),
      { id: row.id, capacity: row.capacity, left: row.capacity === null ? null : row.capacity - row.claimed },
    ]),
  )
