import type { Wish } from '@shiloh/contract/reservations/wish'
import type { Sql } from '#platform/db/sql.store'
import { findInvitationClaims } from '../booking/claims.store.ts'
import type { EventOffer } from '../booking/facts.rules.ts'
import { leftWith, withPossibleAnswers } from '../booking/wish.rules.ts'
import { readQuotas } from '../event-offer/event-offer.store.ts'
import { leftOf } from '../event-offer/event-offer.ts'

/** Returns what an entry asks for without the answers that it can no longer have. What it holds it can have. */
export const possibleWish = async (
  sql: Sql,
  offer: EventOffer,
  { id, wish }: { readonly id: string; readonly wish: Wish },
  now: Date,
): Promise<Wish> => {
  const [quotas, held] = await Promise.all([readQuotas(sql, [offer.id], now), findInvitationClaims(sql, [id])])
  return withPossibleAnswers(leftWith(leftOf(quotas), held), offer, wish)
}

/** Returns the questions of an offered entry whose answer it can no longer have. The wizard asks them again. */
export const findLostAnswers = async (
  sql: Sql,
  offer: EventOffer,
  entry: { readonly id: string; readonly status: string; readonly wish: Wish },
  now: Date,
): Promise<string[]> => {
  const asked = Object.keys(entry.wish.answers ?? {})
  if (entry.status !== 'offered' || asked.length === 0) return []
  const { answers } = await possibleWish(sql, offer, entry, now)
  return asked.filter((question) => answers?.[question] === undefined)
}
