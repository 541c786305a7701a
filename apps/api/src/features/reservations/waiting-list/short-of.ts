import type { Language } from '@shiloh/contract/core'
import type { OwnWaiting } from '@shiloh/contract/reservations/views'
import type { Wish } from '@shiloh/contract/reservations/wish'
import { dayIn } from '@shiloh/contract/text/zone'
import type { Sql } from '#platform/db/sql.store'
import { demandOf, isRegistrationOpen } from '../booking/decide.rules.ts'
import type { EventOffer } from '../booking/facts.rules.ts'
import { lackingOf, withPossibleAnswers } from '../booking/wish.rules.ts'
import { readQuotas } from '../event-offer/event-offer.store.ts'
import { leftOf } from '../event-offer/event-offer.ts'
import { offerIn } from '../event-offer/offer-in.ts'
import { isWaitingKind, itemOfPart, nameOfPart, type Part } from './part.ts'
import type { WaitingRow } from './waiting.store.ts'

const isSame = (one: Part, other: Part): boolean => one.kind === other.kind && one.ref_id === other.ref_id

/**
 * Returns what keeps a free place from somebody: what else there is in their wish that is not free, by its name in the language of
 * the reader. Empty while what they wait for is not free, or nobody can reserve.
 *
 * @param entry one that is not beside a reservation: there, the rest of the wish is not looked at
 */
export const findShortOf = async (
  sql: Sql,
  offer: EventOffer,
  { row, wish }: { readonly row: Pick<WaitingRow, 'kind' | 'ref_id' | 'status'>; readonly wish: Wish },
  { now, reader }: { readonly now: Date; readonly reader: Language },
): Promise<OwnWaiting['short_of']> => {
  if (row.status !== 'waiting' || !isRegistrationOpen(offer, now)) return []
  const left = leftOf(await readQuotas(sql, [offer.id], now))
  const possible = withPossibleAnswers(left, offer, wish)
  const lacking = lackingOf(left, demandOf(offer, possible, false, dayIn(now, offer.timeZone))).flatMap(
    ({ kind, refId }): Part[] => (isWaitingKind(kind) ? [{ kind, ref_id: refId }] : []),
  )
  if (lacking.some((part) => part.kind === 'event' || isSame(part, row))) return []
  const named = offerIn(offer, reader)
  return lacking
    .filter((part, index) => lacking.findIndex((other) => isSame(part, other)) === index)
    .map((part) => ({ kind: part.kind, name: nameOfPart(named, part), item_id: itemOfPart(offer, part) }))
}
