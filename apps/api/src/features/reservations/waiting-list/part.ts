import { LANGUAGES, type Language } from '@shiloh/contract/core'
import { WAITING_KINDS, type WaitingView } from '@shiloh/contract/reservations/views'
import { formatList } from '@shiloh/contract/text/format'
import { eventNamed } from '#platform/messaging/named'
import type { EventOffer } from '../booking/facts.rules.ts'
import { offerIn } from '../event-offer/offer-in.ts'
import type { WaitingRow } from './waiting.store.ts'

/** Returns whether a kind can be waited for. `WAITING_KINDS` lists the widest first. */
export const isWaitingKind = (kind: string): kind is WaitingView['kind'] =>
  WAITING_KINDS.some((known) => known === kind)

export type Part = Pick<WaitingRow, 'kind' | 'ref_id'>

/** Returns what is waited for, as the event calls it. Empty for the event itself. */
export const nameOfPart = (offer: EventOffer, { kind, ref_id }: Part): string => {
  switch (kind) {
    case 'event':
      return ''
    case 'participant_type':
      return offer.participant_types.find(({ refId }) => refId === ref_id)?.name ?? ''
    case 'beds':
      return offer.accommodations.find(({ refId }) => refId === ref_id)?.name ?? ''
    case 'caterer':
      return offer.caterers.find(({ refId }) => refId === ref_id)?.name ?? ''
    case 'product_option': {
      const product = offer.products.find(({ options }) => options.some(({ refId }) => refId === ref_id))
      const option = product?.options.find(({ refId }) => refId === ref_id)
      return product && option ? `${product.name}, ${option.name}` : ''
    }
  }
}

/** Returns the id by which a wish names what is waited for. */
export const itemOfPart = (offer: EventOffer, { kind, ref_id }: Part): string | null => {
  switch (kind) {
    case 'event':
      return null
    case 'participant_type':
      return offer.participant_types.find(({ refId }) => refId === ref_id)?._id ?? null
    case 'beds':
      return offer.accommodations.find(({ refId }) => refId === ref_id)?.room_category_id ?? null
    case 'caterer':
      return offer.caterers.find(({ refId }) => refId === ref_id)?._id ?? null
    case 'product_option':
      return offer.products.flatMap(({ options }) => options).find(({ refId }) => refId === ref_id)?._id ?? null
  }
}

/** Returns the names of several parts of an event as the data of a message, in each language, with those of the event. */
export const partsNamed = (offer: EventOffer, parts: readonly Part[]) => {
  const { translations = {} } = eventNamed(offer)
  const listed = (language: Language) =>
    formatList(
      parts.map((part) => nameOfPart(offerIn(offer, language), part)),
      language,
    )
  return {
    what: listed('en'),
    translations: Object.fromEntries(
      LANGUAGES.map((language) => [language, { ...translations[language], what: listed(language) }]),
    ),
  }
}

/** Returns the names of an event and of what is waited for there as the data of a message, with their translations. */
export const partNamed = (offer: EventOffer, part: Part) => {
  const { event, translations = {} } = eventNamed(offer)
  const what = nameOfPart(offer, part)
  const others = LANGUAGES.flatMap((language) => {
    const told = nameOfPart(offerIn(offer, language), part)
    const words = { ...translations[language], ...(told === what ? {} : { what: told }) }
    return Object.keys(words).length > 0 ? [[language, words] as const] : []
  })
  return { event, what, ...(others.length > 0 ? { translations: Object.fromEntries(others) } : {}) }
}
