import { questionsOf } from '@shiloh/contract/forms/forms'
import type { QuoteOffer } from '@shiloh/contract/reservations/quote'

/** Returns whether anything that the event offers has a price. A free event shows no payment. */
export const costsAnything = (offer: QuoteOffer): boolean =>
  [
    ...offer.participant_types.map(({ price }) => price),
    ...offer.accommodations.map(({ price_per_night }) => price_per_night),
    ...offer.caterers.map(({ price_per_day }) => price_per_day),
    ...offer.products.flatMap(({ options }) => options.map(({ price }) => price)),
    ...(offer.form ? questionsOf(offer.form).flatMap(({ options }) => options.map(({ price }) => price)) : []),
  ].some((price) => price > 0)
