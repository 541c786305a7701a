import { z } from 'zod'
import { id, money } from '../core.ts'
import { questionsOf } from '../forms/forms.ts'
import { countNights } from './nights.ts'
import { CHARGED_PER, type KeptUnits, LINE_KINDS, type QuoteChoice, type QuoteOffer } from './quote.ts'

/**
 * The price of one thing on the day on which somebody joined a waiting list: of a participant type, a night, a day of meals, a piece, or an
 * answer. They keep it as long as they wait (docs/adr/0113-who-waits-keeps-the-price.md).
 */
export const keptPrice = z.object({
  kind: z.enum(LINE_KINDS),
  /** The participant type, room category, caterer, product option, or option of a question. */
  ref_id: id,
  unit_price: money,
  /** Of a night: the price of a bed and that of a room cannot be compared. Null: of something else. */
  charged_per: z.enum(CHARGED_PER).nullable(),
  /** For how many persons, nights or pieces. Null: for any number, of an entry from before it was written down. */
  quantity: z.int().min(1).nullable().default(null),
})
export type KeptPrice = z.output<typeof keptPrice>

/** Returns the price of each thing that a choice names, also of what is free. */
export const pricesOf = (
  offer: QuoteOffer,
  { participants, accommodation, products, answers }: QuoteChoice,
): KeptPrice[] => {
  const kept = (kind: KeptPrice['kind'], ref_id: string, unit_price: number, quantity = 1): KeptPrice => ({
    kind,
    ref_id,
    unit_price,
    charged_per: null,
    quantity,
  })
  const typed = (id: string) => participants.filter(({ participant_type_id }) => participant_type_id === id).length
  const eating = (id: string) => participants.filter(({ caterer_id }) => caterer_id === id).length
  const pieces = (id: string) =>
    (products ?? []).reduce((sum, one) => sum + (one.product_option_id === id ? one.quantity : 0), 0)
  const nights = accommodation ? countNights(accommodation.check_in, accommodation.check_out) : 0
  const questions = offer.form ? questionsOf(offer.form) : []
  return [
    ...offer.participant_types
      .filter(({ _id }) => typed(_id) > 0)
      .map(({ _id, price }) => kept('participant_type', _id, price, typed(_id))),
    ...offer.accommodations
      .filter(({ room_category_id }) => nights > 0 && room_category_id === accommodation?.room_category_id)
      .map(({ room_category_id, price_per_night, charged_per }) => ({
        ...kept(
          'accommodation',
          room_category_id,
          price_per_night,
          nights * (charged_per === 'room' ? 1 : participants.length),
        ),
        charged_per,
      })),
    ...offer.caterers
      .filter(({ _id }) => eating(_id) > 0)
      .map(({ _id, price_per_day }) => kept('caterer', _id, price_per_day, eating(_id))),
    ...offer.products
      .flatMap(({ options }) => options)
      .filter(({ _id }) => pieces(_id) > 0)
      .map(({ _id, price }) => kept('product_option', _id, price, pieces(_id))),
    ...questions.flatMap((question) =>
      question.options
        .filter(({ _id }) => answers?.[question._id] === _id)
        .map(({ _id, price }) => kept('question_option', _id, price)),
    ),
  ]
}

/**
 * Returns an offer at the prices that somebody keeps, where they are lower than those of today. Everything else has today's price, also
 * beds that were charged in another way when they joined, and more of something than they keep its price for.
 */
export const atKeptPrices = <O extends QuoteOffer>(offer: O, kept: readonly KeptPrice[]): O => {
  if (kept.length === 0) return offer
  const keeps: KeptUnits[] = []
  const priceOf = (
    kind: KeptPrice['kind'],
    ref_id: string,
    today: number,
    chargedPer: KeptPrice['charged_per'] = null,
  ): number => {
    const lower = kept.filter(
      (one) => one.kind === kind && one.ref_id === ref_id && one.charged_per === chargedPer && one.unit_price < today,
    )
    keeps.push(
      ...lower.map(({ unit_price, quantity }) => ({ kind, ref_id, unit_price, quantity: quantity ?? null, today })),
    )
    return Math.min(today, ...lower.map(({ unit_price }) => unit_price))
  }
  return {
    ...offer,
    keeps,
    participant_types: offer.participant_types.map((type) => ({
      ...type,
      price: priceOf('participant_type', type._id, type.price),
    })),
    accommodations: offer.accommodations.map((lodging) => ({
      ...lodging,
      price_per_night: priceOf('accommodation', lodging.room_category_id, lodging.price_per_night, lodging.charged_per),
    })),
    caterers: offer.caterers.map((caterer) => ({
      ...caterer,
      price_per_day: priceOf('caterer', caterer._id, caterer.price_per_day),
    })),
    products: offer.products.map((product) => ({
      ...product,
      options: product.options.map((option) => ({
        ...option,
        price: priceOf('product_option', option._id, option.price),
      })),
    })),
    form: offer.form && {
      ...offer.form,
      sections: offer.form.sections.map((section) => ({
        ...section,
        questions: section.questions.map((question) => ({
          ...question,
          options: question.options.map((option) => ({
            ...option,
            price: priceOf('question_option', option._id, option.price),
          })),
        })),
      })),
    },
  }
}
