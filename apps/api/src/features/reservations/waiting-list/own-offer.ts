import type { Language } from '@shiloh/contract/core'
import { coveredOf, depositPercentAt } from '@shiloh/contract/payments/money'
import { atKeptPrices } from '@shiloh/contract/reservations/kept-prices'
import { addDays, changedStay, nightsBetween } from '@shiloh/contract/reservations/nights'
import { type QuoteLine, quote, quoteChange, storedOf } from '@shiloh/contract/reservations/quote'
import type { WaitingOfferView } from '@shiloh/contract/reservations/views'
import type { Wish } from '@shiloh/contract/reservations/wish'
import type { Queryable } from '#platform/db/db'
import { type Sql, sqlIn } from '#platform/db/sql.store'
import type { Deps } from '#platform/deps'
import { AppError } from '#platform/errors'
import { clockOf } from '../booking/decide.rules.ts'
import type { EventOffer } from '../booking/facts.rules.ts'
import { findPeople, findRelatives, relativesIn } from '../booking/snapshot.sql.ts'
import { currentOffers } from '../event-offer/event-offer.ts'
import { offerIn } from '../event-offer/offer-in.ts'
import { findRecord } from '../read/records.store.ts'
import { refundIfKept } from '../read/views.ts'
import { withAwaited } from './beside.rules.ts'
import { findClosedTypes } from './closed.ts'
import { besideIn, briefOf, view } from './join.ts'
import { offerBeside, pricesKept } from './kept-prices.ts'
import { readOpenReservation } from './open-reservation.ts'
import { openWish } from './open-wish.ts'
import { possibleWish } from './possible-wish.ts'
import { findShortOf } from './short-of.ts'
import { countAhead, findLeftOut, findOwnWaitingEntry, type WaitingRow } from './waiting.store.ts'

/** Returns the price of what an entry asks for, as it is kept for its owner, without answers that it can no longer have. */
const quoteOf = async (sql: Sql, offer: EventOffer, { row, wish }: { row: WaitingRow; wish: Wish }, now: Date) => {
  const possible = await possibleWish(sql, offer, { id: row.id, wish }, now)
  const priced = {
    ...atKeptPrices(offer, pricesKept(offer, row, false)),
    deposit_percent: depositPercentAt(offer, now),
  }
  return quote(priced, possible, [], clockOf(offer, now))
}

/** Returns a line for a number of persons, rooms or pieces, nights or days. */
const sized = (line: QuoteLine, quantity: number, units: number): QuoteLine => ({
  ...line,
  quantity,
  units,
  amount: quantity * units * line.unit_price,
})

const isSame = (one: QuoteLine, other: QuoteLine): boolean =>
  one.kind === other.kind &&
  one.ref_id === other.ref_id &&
  one.person === other.person &&
  one.unit_price === other.unit_price

const daily = (lines: readonly QuoteLine[]): QuoteLine[] =>
  lines.flatMap((line) =>
    line.from_day && line.until_day
      ? nightsBetween(line.from_day, line.until_day).map((day) => ({
          ...sized(line, line.quantity, 1),
          from_day: day,
          until_day: addDays(day, 1),
        }))
      : [line],
  )

/** Returns lines with one for each night or day, and one for all that is the same. */
const byDay = (lines: readonly QuoteLine[]): QuoteLine[] => {
  const done: QuoteLine[] = []
  for (const line of daily(lines)) {
    const at = done.findIndex((one) => isSame(one, line) && one.from_day === line.from_day && one.units === line.units)
    const known = done[at]
    if (known) done[at] = sized(known, known.quantity + line.quantity, known.units)
    else done.push(line)
  }
  return done
}

/**
 * Returns what lines have that others do not: what is added to them, and the other way round what is given up. So the one less
 * the other is the difference of their totals.
 */
const linesBeyond = (lines: readonly QuoteLine[], others: readonly QuoteLine[]): QuoteLine[] => {
  const had = byDay(others)
  const done: QuoteLine[] = []
  for (const line of byDay(lines)) {
    const same = had.find((one) => isSame(one, line) && one.from_day === line.from_day && one.units === line.units)
    const more = sized(line, line.quantity - (same?.quantity ?? 0), line.units)
    const last = done.at(-1)
    if (more.quantity <= 0) continue
    if (last?.until_day && isSame(last, more) && last.quantity === more.quantity && last.until_day === more.from_day)
      done[done.length - 1] = { ...sized(last, last.quantity, last.units + 1), until_day: more.until_day }
    else done.push(more)
  }
  return done
}

/** Returns the price of a reservation with the part that an entry waits for, as its owner keeps it, and what that changes in it. */
const priceBeside = async (
  db: Queryable,
  deps: Deps,
  offer: EventOffer,
  entry: { readonly row: WaitingRow; readonly wish: Wish; readonly reservationId: string },
  { now, reader }: { readonly now: Date; readonly reader: Language },
): Promise<Pick<WaitingOfferView, 'quote' | 'change'>> => {
  const record = await findRecord(db, entry.reservationId, reader)
  if (!record) throw new AppError('not_found')
  const {
    standing: {
      lines,
      wish: { answers: agreedAnswers },
    },
    change,
    open: before,
  } = await readOpenReservation(sqlIn(db), deps, entry.reservationId)
  const after = withAwaited(offer, before, { ...entry.row, wish: entry.wish }) ?? before
  const stay = after.accommodation
  const clock = clockOf(offer, now)
  const accommodation = stay && changedStay(stay, before.accommodation, clock)
  const kept = await offerBeside(sqlIn(db), offer, entry.row.user_id, now)
  const priced = { ...kept, deposit_percent: depositPercentAt(offer, now) }
  const agreed = { lines, returned: change?.returned }
  const answered = { stored: storedOf(before), agreedAnswers, waiting: change }
  const whole = quoteChange(priced, { ...after, ...answered, accommodation }, agreed, clock)
  const standing = quoteChange(priced, { ...before, ...answered }, agreed, clock)
  const backAt = (total: number) => refundIfKept(record, total, now)
  return {
    quote: whole,
    change: {
      added: linesBeyond(whole.lines, standing.lines),
      given_up: linesBeyond(standing.lines, whole.lines),
      difference: whole.total - standing.total,
      // What goes back anyway is not because of it.
      refund: Math.max(0, backAt(whole.total) - backAt(standing.total)),
      balance: Math.max(0, whole.total - coveredOf(record)),
    },
  }
}

/**
 * Returns somebody's own entry in any state, with what it is for and what that costs them.
 * @throws AppError not_found also for the entries of others
 */
export const readOwnWaiting = async (
  db: Queryable,
  deps: Deps,
  { id, userId }: { readonly id: string; readonly userId: string },
  { now, reader }: { readonly now: Date; readonly reader: Language },
): Promise<Omit<WaitingOfferView, 'reserved'>> => {
  const sql = sqlIn(db)
  const row = await findOwnWaitingEntry(sql, id, userId)
  const own = row && (await currentOffers(sql, deps, [row.event_id], now)).offers.get(row.event_id)
  if (!row || !own) throw new AppError('not_found')
  const offer = offerIn(own, reader)
  const wish = openWish(deps, row, own, now, (await findLeftOut(sql, [id])).get(id))
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
  const closed = await findClosedTypes(sql, deps, [row], { now, reader })
  return {
    ...shown,
    ...(isOver && { status: 'expired' as const, offer_expires_at: null }),
    event: briefOf(offer),
    was_offered: row.wasOffered,
    was_left: row.wasLeft,
    published: own.status === 'published',
    opens_at: !reservation && own.opensAt !== null && own.opensAt > now ? own.opensAt.toISOString() : null,
    closed_types: [...(closed.get(id) ?? [])],
    short_of: reservation ? [] : await findShortOf(sql, own, { row, wish }, { now, reader }),
    persons: wish.participants.map(
      ({ person_id }) => (person_id ? relatives.get(person_id)?.name : people.get(userId)?.name) ?? '',
    ),
    stay: accommodation ? { check_in: accommodation.check_in, check_out: accommodation.check_out } : null,
    ...(reservation
      ? await priceBeside(db, deps, offer, { row, wish, reservationId: reservation._id }, { now, reader })
      : { quote: await quoteOf(sql, offer, { row, wish }, now), change: null }),
  }
}
