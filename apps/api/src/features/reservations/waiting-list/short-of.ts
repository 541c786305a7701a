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
import { findGoneNames, goneIn } from './gone.ts'
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
    .map((part) => ({
      kind: part.kind,
      name: nameOfPart(named, part),
      item_id: itemOfPart(offer, part),
      is_offered: true,
    }))
}

const canBeOffered = ({ status }: Pick<WaitingRow, 'status'>, offer: EventOffer, now: Date): boolean =>
  status === 'waiting' && isRegistrationOpen(offer, now)

/** An entry with the offer of its event. */
interface Asking extends Entry {
  readonly offer: EventOffer
}

/**
 * Returns what each entry asks for that its event no longer offers. Participant types are not in it: they are closed (`findClosedTypes`).
 * What the entry itself waits for has no id: it cannot be taken out of the wish.
 */
const findGoneOfEach = async (sql: Sql, entries: readonly Asking[], reader: Language) => {
  const found = entries.map(({ offer, wish, row }) =>
    row.status === 'waiting' ? goneIn(offer, wish).filter(({ kind }) => kind !== 'participant_type') : [],
  )
  const nameOf = await findGoneNames(sql, found.flat())
  return entries.map(({ offer, row }, index): OwnWaiting['short_of'] =>
    (found[index] ?? []).map((part) => ({
      kind: part.kind,
      name: nameOf(part, reader),
      item_id: part.kind === row.kind && itemOfPart(offer, row) === null ? null : part.item_id,
      is_offered: false,
    })),
  )
}

/** Returns what each of some entries is short of, in their order: what is not offered any more, then what is not free (`shortOf`). */
const findShort = async (sql: Sql, entries: readonly Asking[], asked: Asked): Promise<OwnWaiting['short_of'][]> => {
  const gone = await findGoneOfEach(sql, entries, asked.reader)
  const open = entries.filter(({ row, offer }) => canBeOffered(row, offer, asked.now))
  const left =
    open.length === 0
      ? undefined
      : leftOf(await readQuotas(sql, [...new Set(open.map(({ offer }) => offer.id))], asked.now))
  return entries.map((entry, index) => [
    ...(gone[index] ?? []),
    ...(left && open.includes(entry) ? shortOf(left, entry.offer, entry, asked) : []),
  ])
}

/**
 * Returns what keeps an entry from being offered: what the event no longer offers, and what is not free (`shortOf`).
 *
 * @param entry one that is not beside a reservation: there, the rest of the wish is not looked at
 */
export const findShortOf = async (
  sql: Sql,
  offer: EventOffer,
  entry: Entry,
  asked: Asked,
): Promise<OwnWaiting['short_of']> => (await findShort(sql, [{ ...entry, offer }], asked))[0] ?? []

/** Returns what each of some entries is short of, by its id. None of them is beside a reservation. */
export const findShortOfEach = async (
  sql: Sql,
  deps: Deps,
  rows: readonly WaitingRow[],
  asked: Asked,
): Promise<ReadonlyMap<string, OwnWaiting['short_of']>> => {
  const waiting = rows.filter(({ status }) => status === 'waiting')
  if (waiting.length === 0) return new Map()
  const { offers } = await currentOffers(sql, deps, [...new Set(waiting.map(({ event_id }) => event_id))], asked.now)
  const leftOut = await findLeftOut(
    sql,
    waiting.map(({ id }) => id),
  )
  const entries = waiting.flatMap((row) => {
    const offer = offers.get(row.event_id)
    return offer ? [{ row, offer, wish: openWish(deps, row, offer, asked.now, leftOut.get(row.id)) }] : []
  })
  const short = await findShort(sql, entries, asked)
  return new Map(entries.map(({ row }, index) => [row.id, short[index] ?? []]))
}
