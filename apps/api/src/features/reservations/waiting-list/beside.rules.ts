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

/** Returns the smallest demand of what an entry waits for: as long as it cannot be met, nothing else has to be looked at. */
export const leastOf = (offer: EventOffer, { kind, ref_id, wish }: Awaited): Demand[] =>
  demandOf(offer, wish, false).flatMap((demand) =>
    demand.kind === kind && demand.refId === ref_id ? [{ ...demand, quantity: 1 }] : [],
  )

/** Returns why the owner cannot change a reservation now, so that nothing is offered beside it. */
export const refusalBeside = (offer: EventOffer, status: string, now: Date): Refusal | undefined => {
  if (status === 'redeemed') return { code: 'illegal_transition', fields: [] }
  return isDeadlinePassed(offer, now) ? { code: 'cancellation_closed', fields: [] } : undefined
}
