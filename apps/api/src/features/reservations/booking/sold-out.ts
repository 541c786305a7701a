import { defineTexts, type Language } from '@shiloh/contract/core'
import { questionsOf } from '@shiloh/contract/forms/forms'
import { formatList } from '@shiloh/contract/text/format'
import { translate } from '#platform/text/texts'
import { offerIn } from '../event-offer/offer-in.ts'
import { nameOfPart } from '../waiting-list/part.ts'
import type { Demand, EventOffer } from './facts.rules.ts'

const texts = defineTexts('server/sold-out', {
  named: 'Sold out: {things}.',
  goods: 'Out of stock: {things}.',
  options: 'No longer available: {things}.',
  desk: 'places that are paid for at the desk',
})

/** Returns what a demand asks for, as the event calls it. Empty for the event as a whole. */
const nameOf = (offer: EventOffer, { kind, refId }: Pick<Demand, 'kind' | 'refId'>, language: Language): string => {
  if (kind === 'desk_holds') return translate(texts.desk, language)
  if (kind !== 'question_option') return nameOfPart(offer, { kind, ref_id: refId })
  const options = offer.form ? questionsOf(offer.form).flatMap((question) => question.options) : []
  return options.find(({ _id }) => _id === refId)?.label ?? ''
}

/** How the end of each kind is named: places are sold out, goods are out of stock. */
const textOf = ({ kind }: Pick<Demand, 'kind'>) => {
  if (kind === 'product_option') return texts.goods
  return kind === 'question_option' ? texts.options : texts.named
}

/** Returns sentences that name what is not free, each thing once. Undefined if nothing of it has a name. */
export const sayLacking = (
  offer: EventOffer,
  lacking: readonly Pick<Demand, 'kind' | 'refId'>[],
  language: Language,
): string | undefined => {
  const told = offerIn(offer, language)
  const sentences = [texts.named, texts.goods, texts.options].flatMap((text) => {
    const named = lacking.filter((demand) => textOf(demand) === text).map((demand) => nameOf(told, demand, language))
    const names = new Set(named.filter((name) => name !== ''))
    return names.size > 0 ? [translate(text, language, { things: formatList([...names], language) })] : []
  })
  return sentences.length > 0 ? sentences.join(' ') : undefined
}
