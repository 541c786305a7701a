import type { Language } from '@shiloh/contract/core'
import { atKeptPrices } from '@shiloh/contract/reservations/kept-prices'
import { quote } from '@shiloh/contract/reservations/quote'
import type { WaitingWish } from '@shiloh/contract/reservations/views'
import type { Wish } from '@shiloh/contract/reservations/wish'
import type { Sql } from '#platform/db/sql.store'
import type { Deps } from '#platform/deps'
import { clockOf } from '../booking/decide.rules.ts'
import type { EventOffer } from '../booking/facts.rules.ts'
import { findRelatives, relativesIn } from '../booking/snapshot.sql.ts'
import { currentOffers } from '../event-offer/event-offer.ts'
import { offerIn } from '../event-offer/offer-in.ts'
import { isPlace } from './beside.rules.ts'
import { pricesKept } from './kept-prices.ts'
import { openWish } from './open-wish.ts'
import { itemOfPart } from './part.ts'
import { findBeside, findLeftOut, hasWish, type WaitingRow } from './waiting.store.ts'

/** What is left of a wish that was erased. */
export const NO_WISH: WaitingWish = { people: [], room: null, caterers: [], products: [], price: null }

/** Returns what a wish costs for its owner: at the prices that are kept, or at today's. Beside a reservation, what is waited for alone. */
const priceWished = (
  offer: EventOffer,
  {
    row,
    wish,
    isBeside,
  }: {
    readonly row: Pick<WaitingRow, 'kind' | 'ref_id' | 'prices'>
    readonly wish: Wish
    readonly isBeside: boolean
  },
  now: Date,
): NonNullable<WaitingWish['price']> => {
  const { lines, currency } = quote(
    atKeptPrices(offer, pricesKept(offer, row, isBeside)),
    wish,
    [],
    clockOf(offer, now),
  )
  const kind = row.kind === 'beds' ? 'accommodation' : row.kind
  const item = itemOfPart(offer, row)
  const counted = isBeside ? lines.filter((line) => line.kind === kind && line.ref_id === item) : lines
  return {
    amount: counted.reduce((sum, { amount }) => sum + amount, 0),
    currency,
    is_kept: row.prices !== null,
  }
}

/** The same for a message. Null: it costs nothing. */
export const priceToTell = (...of: Parameters<typeof priceWished>): WaitingWish['price'] => {
  const price = priceWished(...of)
  return price.amount > 0 ? price : null
}

/** Returns what a wish costs that can become a reservation. */
const priceOf = (
  offer: EventOffer,
  entry: { readonly row: WaitingRow; readonly wish: Wish; readonly isBeside: boolean },
  now: Date,
): WaitingWish['price'] =>
  entry.row.status === 'taken' || entry.row.status === 'withdrawn' ? null : priceWished(offer, entry, now)

/**
 * Returns what some entries ask for, by their ids and in the language of the reader. Health data of the wish is left out, and so is
 * an entry whose wish was erased.
 */
export const findWished = async (
  sql: Sql,
  deps: Deps,
  rows: readonly WaitingRow[],
  { now, reader }: { readonly now: Date; readonly reader: Language },
): Promise<ReadonlyMap<string, WaitingWish>> => {
  const kept = rows.filter(hasWish)
  if (kept.length === 0) return new Map()
  const { offers } = await currentOffers(sql, deps, [...new Set(kept.map(({ event_id }) => event_id))], now)
  const leftOut = await findLeftOut(
    sql,
    kept.map(({ id }) => id),
  )
  const beside = await findBeside(
    sql,
    kept.filter(({ kind }) => !isPlace(kind)).map(({ id }) => id),
    now,
  )
  const entries = kept.flatMap((row) => {
    const offer = offers.get(row.event_id)
    if (!offer) return []
    const wish = openWish(deps, row, offer, now, leftOut.get(row.id))
    const price = priceOf(offer, { row, wish, isBeside: beside.has(row.id) }, now)
    return [{ id: row.id, offer: offerIn(offer, reader), wish, price }]
  })
  const relatives = await findRelatives(sql, relativesIn(entries.map(({ wish }) => wish)))
  return new Map(
    entries.map(
      ({ id, offer, price, wish: { participants, accommodation: stay, products } }): [string, WaitingWish] => {
        const options = offer.products.flatMap((product) => product.options.map((option) => ({ product, option })))
        const catererIds = new Set(participants.map(({ caterer_id }) => caterer_id))
        return [
          id,
          {
            people: participants.map(({ role, person_id, participant_type_id }) => ({
              role,
              name: person_id ? (relatives.get(person_id)?.name ?? null) : null,
              participant_type: offer.participant_types.find(({ _id }) => _id === participant_type_id)?.name ?? '',
            })),
            room: stay
              ? {
                  name:
                    offer.accommodations.find(({ room_category_id }) => room_category_id === stay.room_category_id)
                      ?.name ?? '',
                  check_in: stay.check_in,
                  check_out: stay.check_out,
                }
              : null,
            caterers: offer.caterers.filter(({ _id }) => catererIds.has(_id)).map(({ name }) => name),
            products: (products ?? []).flatMap(({ product_option_id, quantity }) => {
              const chosen = options.find(({ option }) => option._id === product_option_id)
              return chosen ? [{ name: `${chosen.product.name}, ${chosen.option.name}`, quantity }] : []
            }),
            price,
          },
        ]
      },
    ),
  )
}
