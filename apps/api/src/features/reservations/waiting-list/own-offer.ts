import type { Language } from '@shiloh/contract/core'
import { depositPercentAt } from '@shiloh/contract/payments/money'
import { changedStay } from '@shiloh/contract/reservations/nights'
import { depositOf, type QuoteLine, quote } from '@shiloh/contract/reservations/quote'
import type { WaitingOfferView } from '@shiloh/contract/reservations/views'
import type { Wish } from '@shiloh/contract/reservations/wish'
import type { Sql } from '#platform/db/sql.store'
import type { Deps } from '#platform/deps'
import { AppError } from '#platform/errors'
import { clockOf } from '../booking/decide.rules.ts'
import type { EventOffer } from '../booking/facts.rules.ts'
import { findPeople, findRelatives, relativesIn } from '../booking/snapshot.sql.ts'
import { currentOffers } from '../event-offer/event-offer.ts'
import { offerIn } from '../event-offer/offer-in.ts'
import { withAwaited } from './beside.rules.ts'
import { besideIn, briefOf, view } from './join.ts'
import { readOpenReservation } from './open-reservation.ts'
import { openWish } from './open-wish.ts'
import { countAhead, findOwnWaitingEntry, findPlacedElsewhere, type WaitingRow } from './waiting.store.ts'

/** Returns the price of what an entry asks for today. */
const quoteOf = (offer: EventOffer, wish: Wish, now: Date) =>
  quote({ ...offer, deposit_percent: depositPercentAt(offer, now) }, wish, [], clockOf(offer, now))

/** Returns the lines of a price that another one does not have, or what they have more. */
const linesBeyond = (lines: readonly QuoteLine[], before: readonly QuoteLine[]): QuoteLine[] =>
  lines.flatMap((line) => {
    const { kind, ref_id, person } = line
    const same = before.filter((one) => one.kind === kind && one.ref_id === ref_id && one.person === person)
    const had = same.find(({ from_day }) => from_day === line.from_day) ?? same[0]
    if (!had) return [line]
    if (line.amount <= had.amount) return []
    const quantity = line.units === had.units ? line.quantity - had.quantity : line.quantity
    const units = line.quantity === had.quantity ? line.units - had.units : line.units
    const from_day = units === line.units ? line.from_day : line.from_day === had.from_day ? had.until_day : null
    return [
      { ...line, quantity, units, amount: line.amount - had.amount, from_day, until_day: from_day && line.until_day },
    ]
  })

/** Returns what the part that an entry waits for adds to the price of its reservation today. */
const addedTo = async (
  sql: Sql,
  deps: Deps,
  offer: EventOffer,
  entry: { readonly row: WaitingRow; readonly wish: Wish; readonly reservationId: string },
  now: Date,
) => {
  const { standing: agreed, open: before } = await readOpenReservation(sql, deps, entry.reservationId)
  const after = withAwaited(offer, before, { ...entry.row, wish: entry.wish }) ?? before
  const stay = after.accommodation
  const clock = clockOf(offer, now)
  const accommodation = stay && changedStay(stay, before.accommodation, clock)
  const priced = { ...offer, deposit_percent: depositPercentAt(offer, now) }
  const [whole, standing] = [
    quote(priced, { ...after, accommodation }, agreed.lines, clock),
    quote(priced, before, agreed.lines, clock),
  ]
  const total = whole.total - standing.total
  return {
    ...whole,
    lines: linesBeyond(whole.lines, standing.lines),
    total,
    deposit: depositOf(total, priced.deposit_percent),
  }
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
  const { reservation } = shown
  return {
    ...shown,
    ...(isOver && { status: 'expired' as const, offer_expires_at: null }),
    event: briefOf(offer),
    was_offered: row.wasOffered,
    published: own.status === 'published',
    persons: wish.participants.map(
      ({ person_id }) => (person_id ? relatives.get(person_id)?.name : people.get(userId)?.name) ?? '',
    ),
    stay: accommodation ? { check_in: accommodation.check_in, check_out: accommodation.check_out } : null,
    quote: reservation
      ? await addedTo(sql, deps, offer, { row, wish, reservationId: reservation._id }, now)
      : quoteOf(offer, wish, now),
  }
}
