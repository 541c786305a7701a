import { z } from 'zod'
import { id, money } from '../core.ts'
import { questionsOf } from '../forms/forms.ts'
import { CHARGED_PER, LINE_KINDS, type QuoteChoice, type QuoteOffer } from './quote.ts'

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
})
export type KeptPrice = z.output<typeof keptPrice>

/** Returns the price of each thing that a choice names, also of what is free. */
export const pricesOf = (
  offer: QuoteOffer,
  { participants, accommodation, products, answers }: QuoteChoice,
): KeptPrice[] => {
  const kept = (kind: KeptPrice['kind'], ref_id: string, unit_price: number): KeptPrice => ({
    kind,
    ref_id,
    unit_price,
    charged_per: null,
  })
  const questions = offer.form ? questionsOf(offer.form) : []
  return [
    ...offer.participant_types
      .filter(({ _id }) => participants.some(({ participant_type_id }) => participant_type_id === _id))
      .map(({ _id, price }) => kept('participant_type', _id, price)),
    ...offer.accommodations
      .filter(({ room_category_id }) => room_category_id === accommodation?.room_category_id)
      .map(({ room_category_id, price_per_night, charged_per }) => ({
        ...kept('accommodation', room_category_id, price_per_night),
        charged_per,
      })),
    ...offer.caterers
      .filter(({ _id }) => participants.some(({ caterer_id }) => caterer_id === _id))
      .map(({ _id, price_per_day }) => kept('caterer', _id, price_per_day)),
    ...offer.products
      .flatMap(({ options }) => options)
      .filter(({ _id }) =>
        products?.some(({ product_option_id, quantity }) => product_option_id === _id && quantity > 0),
      )
      .map(({ _id, price }) => kept('product_option', _id, price)),
    ...questions.flatMap((question) =>
      question.options
        .filter(({ _id }) => answers?.[question._id] === _id)
        .map(({ _id, price }) => kept('question_option', _id, price)),
    ),
  ]
}

/**
 * Returns an offer at the prices that somebody keeps, where they are lower than those of today. Everything else has today's price, also
 * beds that were charged in another way when they joined.
 */
export const atKeptPrices = <O extends QuoteOffer>(offer: O, kept: readonly KeptPrice[]): O => {
  if (kept.length === 0) return offer
  const priceOf = (
    kind: KeptPrice['kind'],
    refId: string,
    price: number,
    chargedPer: KeptPrice['charged_per'] = null,
  ): number =>
    kept.reduce(
      (lowest, one) =>
        one.kind === kind && one.ref_id === refId && one.charged_per === chargedPer
          ? Math.min(lowest, one.unit_price)
          : lowest,
      price,
    )
  return {
    ...offer,
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
