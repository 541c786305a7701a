import { isSamePerson } from '@shiloh/contract/reservations/party'
import type { WaitingView } from '@shiloh/contract/reservations/views'
import type { Wish } from '@shiloh/contract/reservations/wish'
import { demandOf, isDeadlinePassed } from '../booking/decide.rules.ts'
import type { Demand, EventOffer, Refusal } from '../booking/facts.rules.ts'

// What somebody waits for beside a reservation of theirs (docs/domain.md#waiting-list).

/** What an entry is for. The wish has the quantity, the nights and the persons. */
export interface Awaited {
  readonly kind: WaitingView['kind']
  readonly ref_id: string | null
  readonly wish: Wish
}

/** Returns whether it is the place itself that is waited for. Everything else can be added to a reservation. */
export const isPlace = (kind: WaitingView['kind']): boolean => kind === 'event' || kind === 'participant_type'

const piecesIn = (wish: Wish, optionId: string): number =>
  (wish.products ?? []).reduce(
    (sum, { product_option_id, quantity }) => sum + (product_option_id === optionId ? quantity : 0),
    0,
  )

/**
 * Returns a reservation's wish with what an entry waits for added to it. Null if it is in it already. Undefined if nobody
 * of the reservation could use it, or the event does not offer it any more.
 */
export const withAwaited = (offer: EventOffer, wish: Wish, { kind, ref_id, wish: asked }: Awaited) => {
  switch (kind) {
    case 'product_option': {
      const option = offer.products.flatMap(({ options }) => options).find(({ refId }) => refId === ref_id)
      if (!option) return undefined
      const quantity = Math.max(1, piecesIn(asked, option._id))
      if (piecesIn(wish, option._id) >= quantity) return null
      const others = (wish.products ?? []).filter(({ product_option_id }) => product_option_id !== option._id)
      return { ...wish, products: [...others, { product_option_id: option._id, quantity }] }
    }
    case 'caterer': {
      const caterer = offer.caterers.find(({ refId }) => refId === ref_id)
      if (!caterer) return undefined
      const eats = wish.participants.map((one) =>
        asked.participants.some((other) => isSamePerson(one, other) && other.caterer_id === caterer._id),
      )
      if (!eats.includes(true)) return undefined
      if (wish.participants.every(({ caterer_id }, index) => !eats[index] || caterer_id === caterer._id)) return null
      return {
        ...wish,
        participants: wish.participants.map((one, index) => (eats[index] ? { ...one, caterer_id: caterer._id } : one)),
      }
    }
    case 'beds': {
      const stay = asked.accommodation
      const lodging = offer.accommodations.find(({ refId }) => refId === ref_id)
      if (!lodging || stay?.room_category_id !== lodging.room_category_id) return undefined
      const { accommodation: current } = wish
      const isThere =
        current?.room_category_id === stay.room_category_id &&
        current.check_in <= stay.check_in &&
        current.check_out >= stay.check_out
      return isThere ? null : { ...wish, accommodation: { ...stay, room_id: null } }
    }
    case 'event':
    case 'participant_type':
      return undefined
  }
}

/** Returns the demand of a wish for what an entry waits for. */
const demandFor = (offer: EventOffer, wish: Wish, { kind, ref_id }: Pick<Awaited, 'kind' | 'ref_id'>): Demand[] =>
  demandOf(offer, wish, false).filter((demand) => demand.kind === kind && demand.refId === ref_id)

/**
 * Returns the least that an entry can need of what it waits for, with what its reservation has of it. As long as the rest
 * of it cannot be met, nothing else has to be looked at.
 */
export const leastOf = (offer: EventOffer, awaited: Awaited): Demand[] =>
  demandFor(offer, awaited.wish, awaited).map((demand) =>
    // Pieces are counted for the reservation. Its persons can be fewer than those of the entry.
    demand.kind === 'product_option' ? demand : { ...demand, quantity: 1 },
  )

/** Returns whether a change of a reservation takes more of what an entry waits for than it had, on any night. */
export const takesMore = (
  offer: EventOffer,
  { before, after }: { readonly before: Wish; readonly after: Wish },
  awaited: Pick<Awaited, 'kind' | 'ref_id'>,
): boolean => {
  const had = new Map<string, number>()
  for (const { key, quantity } of demandFor(offer, before, awaited)) had.set(key, (had.get(key) ?? 0) + quantity)
  return demandFor(offer, after, awaited).some(({ key, quantity }) => {
    const left = (had.get(key) ?? 0) - quantity
    had.set(key, left)
    return left < 0
  })
}

/** Returns why the owner cannot change a reservation now, so that nothing is offered beside it. */
export const refusalBeside = (offer: EventOffer, status: string, now: Date): Refusal | undefined => {
  if (status === 'redeemed') return { code: 'illegal_transition', fields: [] }
  return isDeadlinePassed(offer, now) ? { code: 'cancellation_closed', fields: [] } : undefined
}
