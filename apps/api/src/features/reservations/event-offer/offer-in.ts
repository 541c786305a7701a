import { LANGUAGES, type Language } from '@shiloh/contract/core'
import { formInLanguage, questionsOf } from '@shiloh/contract/forms/forms'
import { type QuoteLine, withoutColon } from '@shiloh/contract/reservations/quote'
import { markedIn, type Translations, textIn } from '@shiloh/contract/text/translations'
import type { EventOffer } from '../booking/facts.rules.ts'

/** The translations of a type: of its name, which it has everywhere, and of its note, which it has at one event. */
const ofType = ({ translations, notes }: EventOffer['participant_types'][number]): Translations<'name' | 'note'> =>
  Object.fromEntries(LANGUAGES.map((language) => [language, { ...translations[language], ...notes[language] }]))

const tell = (offer: EventOffer, reader: Language): EventOffer => {
  const reading = { reader, own: offer.language }
  const named = <R extends { readonly name: string; readonly translations: Translations<'name'> }>(row: R): R => ({
    ...row,
    ...markedIn(row, ['name'], reading),
  })
  return {
    ...offer,
    name: textIn(offer, 'name', reader),
    form: offer.form && formInLanguage(offer.form, reading),
    participant_types: offer.participant_types.map((type) => ({
      ...type,
      ...markedIn({ name: type.name, note: type.note, translations: ofType(type) }, ['name', 'note'], reading),
    })),
    accommodations: offer.accommodations.map(named),
    caterers: offer.caterers.map((caterer) => ({
      ...caterer,
      ...markedIn({ note: caterer.note, translations: caterer.notes }, ['note'], reading),
    })),
    products: offer.products.map((product) => ({ ...named(product), options: product.options.map(named) })),
  }
}

/** An offer is cached until it changes, and with it what it is called in each language. */
const told = new WeakMap<EventOffer, Map<Language, EventOffer>>()

/** Returns an offer with its names and texts in the language of a reader, and which of them are not. */
export const offerIn = (offer: EventOffer, reader: Language): EventOffer => {
  const known = told.get(offer) ?? new Map<Language, EventOffer>()
  const found = known.get(reader) ?? tell(offer, reader)
  told.set(offer, known.set(reader, found))
  return found
}

/** Returns the lines of a price with the names of an offer that is told in a language. */
export const linesIn = (offer: EventOffer, lines: readonly QuoteLine[]): QuoteLine[] => {
  const nameOf = ({ kind, ref_id }: QuoteLine): string | undefined => {
    switch (kind) {
      case 'participant_type':
        return offer.participant_types.find(({ _id }) => _id === ref_id)?.name
      case 'accommodation':
        return offer.accommodations.find(({ room_category_id }) => room_category_id === ref_id)?.name
      case 'caterer':
        return offer.caterers.find(({ _id }) => _id === ref_id)?.name
      case 'product_option': {
        const product = offer.products.find(({ options }) => options.some(({ _id }) => _id === ref_id))
        const option = product?.options.find(({ _id }) => _id === ref_id)
        return product && option && `${product.name}, ${option.name}`
      }
      case 'question_option': {
        const questions = offer.form ? questionsOf(offer.form) : []
        const question = questions.find(({ options }) => options.some(({ _id }) => _id === ref_id))
        const option = question?.options.find(({ _id }) => _id === ref_id)
        return question && option && withoutColon(`${question.label}: ${option.label}`)
      }
    }
  }
  return lines.map((line) => ({ ...line, label: nameOf(line) ?? line.label }))
}
