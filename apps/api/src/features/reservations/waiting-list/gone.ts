import { defineTexts, LANGUAGES, type Language } from '@shiloh/contract/core'
import type { WaitingView } from '@shiloh/contract/reservations/views'
import type { Wish } from '@shiloh/contract/reservations/wish'
import type { Sql } from '#platform/db/sql.store'
import { translate } from '#platform/text/texts'
import type { EventOffer } from '../booking/facts.rules.ts'
import { findNamesOfItems } from './waiting.store.ts'

// What somebody waits for that the event no longer offers (docs/domain.md#waiting-list).

const texts = defineTexts('server/waiting-gone', {
  participant_type: 'a participant type',
  beds: 'a room category',
  caterer: 'a caterer',
  product_option: 'a product',
})

/** A thing of a wish, by the id that the wish has for it. */
export interface GonePart {
  readonly kind: Exclude<WaitingView['kind'], 'event'>
  readonly item_id: string
}

/** Returns what a wish asks for that the event no longer offers, each thing once. */
export const goneIn = (offer: EventOffer, wish: Wish): GonePart[] => {
  const asked: Record<GonePart['kind'], readonly (string | null | undefined)[]> = {
    participant_type: wish.participants.map(({ participant_type_id }) => participant_type_id),
    beds: [wish.accommodation?.room_category_id],
    caterer: wish.participants.map(({ caterer_id }) => caterer_id),
    product_option: (wish.products ?? []).map(({ product_option_id }) => product_option_id),
  }
  const options = offer.products.flatMap((product) => product.options)
  const offered: Record<GonePart['kind'], readonly string[]> = {
    participant_type: offer.participant_types.map(({ _id }) => _id),
    beds: offer.accommodations.map(({ room_category_id }) => room_category_id),
    caterer: offer.caterers.map(({ _id }) => _id),
    product_option: options.map(({ _id }) => _id),
  }
  const kinds = ['participant_type', 'beds', 'caterer', 'product_option'] as const
  return kinds.flatMap((kind) =>
    [...new Set(asked[kind])].flatMap((item_id) =>
      item_id && !offered[kind].includes(item_id) ? [{ kind, item_id }] : [],
    ),
  )
}

/** Returns how these things are called, for readers of each language. What was deleted is called by its kind. */
export const findGoneNames = async (
  sql: Sql,
  parts: readonly GonePart[],
): Promise<(part: GonePart, reader: Language) => string> => {
  const rows = parts.length === 0 ? [] : await findNamesOfItems(sql, parts, LANGUAGES)
  const names = new Map(rows.map(({ kind, id, language, name }) => [`${kind}/${id}/${language}`, name]))
  return ({ kind, item_id }, reader) => names.get(`${kind}/${item_id}/${reader}`) || translate(texts[kind], reader)
}
