import type { Language } from '@shiloh/contract/core'
import { depositPercentAt } from '@shiloh/contract/payments/money'
import { depositOf, type QuoteLine, quote } from '@shiloh/contract/reservations/quote'
import type { WaitingOfferView, WaitingView } from '@shiloh/contract/reservations/views'
import type { Wish } from '@shiloh/contract/reservations/wish'
import type { Sql } from '#platform/db/sql.store'
import type { Deps } from '#platform/deps'
import { AppError } from '#platform/errors'
import type { EventOffer } from '../booking/facts.rules.ts'
import { findPeople, findRelatives, relativesIn } from '../booking/snapshot.sql.ts'
import { currentOffers } from '../event-offer/event-offer.ts'
import { offerIn } from '../event-offer/offer-in.ts'
import { besideIn, briefOf, view } from './join.ts'
import { openWish } from './open-wish.ts'
import { countAhead, findOwnWaitingEntry, findPlacedElsewhere } from './waiting.store.ts'

/** The lines of a price by what they can be waited for. */
const LINES: Readonly<Partial<Record<WaitingView['kind'], QuoteLine['kind']>>> = {
  beds: 'accommodation',
  caterer: 'caterer',
  product_option: 'product_option',
}

/** Returns the price of what an entry asks for today: all of the wish, or the part that is added to a reservation. */
const quoteOf = (
  offer: EventOffer,
  wish: Wish,
  part: Pick<WaitingView, 'kind' | 'item_id' | 'reservation'>,
  now: Date,
) => {
  const priced = { ...offer, deposit_percent: depositPercentAt(offer, now) }
  const whole = quote(priced, wish)
  if (!part.reservation) return whole
  const lines = whole.lines.filter(({ kind, ref_id }) => kind === LINES[part.kind] && ref_id === part.item_id)
  const total = lines.reduce((sum, { amount }) => sum + amount, 0)
  return { ...whole, lines, total, deposit: depositOf(total, priced.deposit_percent) }
}

/**
 * Returns somebody's own entry in any state, with what it is for and what that costs today.
 * @throws AppError not_found also for the entries of others
 */
export const readOwnWaiting = async (
  sql: Sql,
  deps: Deps,
  { id, userId }: { readonly id: string; readonly userId: string },
  { now, reader }: { readonly now: Date; readonly reader: Language },
): Promise<Omit<WaitingOfferView, 'reserved'>> => {
  const row = await findOwnWaitingEntry(sql, id, userId)
  const own = row && (await currentOffers(sql, deps, [row.event_id], now)).offers.get(row.event_id)
  if (!row || !own) throw new AppError('not_found')
  const offer = offerIn(own, reader)
  const wish = openWish(deps, row, own, now, (await findPlacedElsewhere(sql, [id])).get(id))
  const [people, relatives, ahead, beside] = await Promise.all([
    findPeople(sql, [userId]),
    findRelatives(sql, relativesIn([wish])),
    countAhead(sql, [id]),
    besideIn(sql, [row], now),
  ])
  const isOver = row.status === 'offered' && row.offer_expires_at !== null && row.offer_expires_at <= now
  const shown = view(offer, row, ahead.get(id) ?? 0, beside(row))
  const { accommodation } = wish
  return {
    ...shown,
    ...(isOver && { status: 'expired' as const, offer_expires_at: null }),
    event: briefOf(offer),
    was_offered: row.wasOffered,
    persons: wish.participants.map(
      ({ person_id }) => (person_id ? relatives.get(person_id)?.name : people.get(userId)?.name) ?? '',
    ),
    stay: accommodation ? { check_in: accommodation.check_in, check_out: accommodation.check_out } : null,
    quote: quoteOf(offer, wish, shown, now),
  }
}
