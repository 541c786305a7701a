import type { Sql } from '#platform/db/sql.store'
import type { Deps } from '#platform/deps'
import type { EventOffer } from '../booking/facts.rules.ts'
import { liveKey, type OwnOffer } from '../booking/wish.rules.ts'
import { openWish } from './open-wish.ts'
import { findOfferedTo } from './waiting.store.ts'

/** Returns what is offered to these people at these events, by `liveKey`. The caller has locked the quotas and ended what is overdue. */
export const findOwnOffers = async (
  sql: Sql,
  deps: Deps,
  offers: ReadonlyMap<string, EventOffer>,
  asked: readonly { readonly eventId: string; readonly userId: string }[],
  now: Date,
): Promise<Map<string, OwnOffer[]>> => {
  const rows = await findOfferedTo(sql, asked, now)
  return Map.groupBy(
    rows.map((row) => ({
      id: row.id,
      owner: liveKey(row.event_id, row.user_id),
      kind: row.kind,
      refId: row.ref_id,
      personIds: openWish(deps, row, offers.get(row.event_id), now).participants.flatMap(
        ({ person_id }) => person_id ?? [],
      ),
      prices: row.prices ?? [],
      claims: new Map(Object.entries(row.claims)),
    })),
    ({ owner }) => owner,
  )
}
