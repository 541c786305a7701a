import type { Language } from '@shiloh/contract/core'
import type { OwnWaiting } from '@shiloh/contract/reservations/views'
import type { Wish } from '@shiloh/contract/reservations/wish'
import { dayIn } from '@shiloh/contract/text/zone'
import type { Sql } from '#platform/db/sql.store'
import type { Deps } from '#platform/deps'
import { demandOf, isRegistrationOpen } from '../booking/decide.rules.ts'
import type { EventOffer } from '../booking/facts.rules.ts'
import { lackingOf, withPossibleAnswers } from '../booking/wish.rules.ts'
import { readQuotas } from '../event-offer/event-offer.store.ts'
import { currentOffers, leftOf } from '../event-offer/event-offer.ts'
import { offerIn } from '../event-offer/offer-in.ts'
import { openWish } from './open-wish.ts'
import { isWaitingKind, itemOfPart, nameOfPart, type Part } from './part.ts'
import { findLeftOut, type WaitingRow } from './waiting.store.ts'

interface Entry {
  readonly row: Pick<WaitingRow, 'kind' | 'ref_id' | 'status'>
  readonly wish: Wish
}

interface Asked {
  readonly now: Date
  readonly reader: Language
}

const isSame = (one: Part, other: Part): boolean => one.kind === other.kind && one.ref_id === other.ref_id

/**
 * Returns what keeps a free place from somebody: what else there is in their wish that is not free, by its name in the language of
 * the reader. Empty while what they wait for is not free, or nobody can reserve.
 *
 * @param left what is left of the event
 */
const shortOf = (
  left: ReturnType<typeof leftOf>,
  offer: EventOffer,
  { row, wish }: Entry,
  { now, reader }: Asked,
): OwnWaiting['short_of'] => {
  const possible = withPossibleAnswers(left, offer, wish)
  const lacking = lackingOf(left, demandOf(offer, possible, false, { today: dayIn(now, offer.timeZone) })).flatMap(
    ({ kind, refId }): Part[] => (isWaitingKind(kind) ? [{ kind, ref_id: refId }] : []),
  )
  if (lacking.some((part) => part.kind === 'event' || isSame(part, row))) return []
  const named = offerIn(offer, reader)
  return lacking
    .filter((part, index) => lacking.findIndex((other) => isSame(part, other)) === index)
    .map((part) => ({ kind: part.kind, name: nameOfPart(named, part), item_id: itemOfPart(offer, part) }))
}

const canBeOffered = ({ status }: Pick<WaitingRow, 'status'>, offer: EventOffer, now: Date): boolean =>
  status === 'waiting' && isRegistrationOpen(offer, now)

/**
 * Returns what an entry is short of (`shortOf`).
 *
 * @param entry one that is not beside a reservation: there, the rest of the wish is not looked at
 */
export const findShortOf = async (
  sql: Sql,
  offer: EventOffer,
  entry: Entry,
  asked: Asked,
): Promise<OwnWaiting['short_of']> => {
  if (!canBeOffered(entry.row, offer, asked.now)) return []
  return shortOf(leftOf(await readQuotas(sql, [offer.id], asked.now)), offer, entry, asked)
}

/** Returns what each of some entries is short of, by its id. None of them is beside a reservation. */
export const findShortOfEach = async (
  sql: Sql,
  deps: Deps,
  rows: readonly WaitingRow[],
  asked: Asked,
): Promise<ReadonlyMap<string, OwnWaiting['short_of']>> => {
  const { now } = asked
  const { offers } = await currentOffers(sql, deps, [...new Set(rows.map(({ event_id }) => event_id))], now)
  const open = rows.flatMap((row) => {
    const offer = offers.get(row.event_id)
    return offer && canBeOffered(row, offer, now) ? [{ row, offer }] : []
  })
  if (open.length === 0) return new Map()
  const leftOut = await findLeftOut(
    sql,
    open.map(({ row }) => row.id),
  )
  const left = leftOf(await readQuotas(sql, [...new Set(open.map(({ offer }) => offer.id))], now))
  return new Map(
    open.map(({ row, offer }) => {
      const wish = openWish(deps, row, offer, now, leftOut.get(row.id))
      return [row.id, shortOf(left, offer, { row, wish }, asked)]
    }),
  )
}
