import type { OfferView } from '@shiloh/contract/reservations/offer'
import type { ReservationView } from '@shiloh/contract/reservations/views'
import type { Translate } from '#platform/i18n'
import type { Choice } from './choice.ts'
import { soldOutOf } from './fit.ts'
import type { Relative } from './people.ts'
import type { texts } from './texts.ts'

/** Something of a former choice that cannot be chosen any more. Names are null where nobody knows them. */
export type Lost =
  | { readonly kind: 'type'; readonly name: string | null; readonly isClosed: boolean; readonly who: string | null }
  | { readonly kind: 'room' | 'meals' | 'product'; readonly name: string | null }
  | { readonly kind: 'sold_out' | 'out_of_stock'; readonly name: string }
  | { readonly kind: 'guest'; readonly name: string | null }
  | { readonly kind: 'answer'; readonly question: string; readonly name: string }
  | { readonly kind: 'nights' }

interface Known {
  readonly offer: Pick<OfferView, 'form' | 'products' | 'caterers'> & {
    readonly participant_types: readonly { readonly _id: string; readonly name: string }[]
  }
  readonly relatives: readonly Relative[]
}

/** Returns the names of what a reservation had, by id. */
export const namesIn = ({
  participants,
  accommodation,
  caterer,
  lines,
}: ReservationView): ReadonlyMap<string, string> =>
  new Map([
    ...lines.map(({ ref_id, label }) => [ref_id, label] as const),
    ...participants.map(({ participant_type }) => [participant_type._id, participant_type.name] as const),
    ...participants.flatMap(({ person_id, name }) => (person_id === null ? [] : [[person_id, name] as const])),
    ...(accommodation ? [[accommodation.room_category_id, accommodation.name] as const] : []),
    ...(caterer ? [[caterer._id, caterer.name] as const] : []),
  ])

/**
 * Returns what `fitChoice` and `withoutSoldOut` took out of a choice.
 *
 * @param names of what is not offered any more, by id
 */
export const lostIn = (
  before: Choice,
  after: Choice,
  { offer, relatives }: Known,
  names: ReadonlyMap<string, string> = new Map(),
): Lost[] => {
  const nameOf = (id: string) => names.get(id) ?? null
  const typeLost = (was: string | null, is: string | null, who: string | null): Lost[] => {
    if (was === null || was === is) return []
    const offered = offer.participant_types.find(({ _id }) => _id === was)
    return [{ kind: 'type', name: offered?.name ?? nameOf(was), isClosed: offered !== undefined, who }]
  }
  const itemLost = (kind: 'room' | 'meals', was: string | null, is: string | null): Lost[] => {
    if (was === null || was === 'none' || was === is) return []
    const caterer = kind === 'meals' ? offer.caterers.find(({ _id }) => _id === was) : undefined
    return caterer ? [{ kind: 'sold_out', name: caterer.name }] : [{ kind, name: nameOf(was) }]
  }
  const productLost = (id: string): Lost => {
    const product = offer.products.find(({ options }) => options.some(({ _id }) => _id === id))
    const option = product?.options.find(({ _id }) => _id === id)
    // What is offered and was still not kept is out of stock.
    return option
      ? { kind: 'out_of_stock', name: `${product?.name}, ${option.name}` }
      : { kind: 'product', name: nameOf(id) }
  }
  const keepsRoom = before.room !== 'none' && before.room === after.room
  return [
    ...typeLost(before.participant_type_id, after.participant_type_id, null),
    ...before.guests.flatMap(({ person_id, participant_type_id }): Lost[] => {
      const kept = after.guests.find((guest) => guest.person_id === person_id)
      const name = relatives.find((one) => one.person_id === person_id)?.name ?? nameOf(person_id)
      return kept ? typeLost(participant_type_id, kept.participant_type_id, name) : [{ kind: 'guest', name }]
    }),
    ...itemLost('room', before.room, after.room),
    ...(keepsRoom &&
    before.check_in !== '' &&
    (before.check_in !== after.check_in || before.check_out !== after.check_out)
      ? [{ kind: 'nights' } as const]
      : []),
    ...itemLost('meals', before.caterer, after.caterer),
    ...Object.entries(before.products).flatMap(([id, quantity]): Lost[] =>
      quantity > 0 && after.products[id] === undefined ? [productLost(id)] : [],
    ),
    ...soldOutOf(offer).flatMap(({ question: { _id, label }, option }): Lost[] =>
      before.answers[_id] === option._id && after.answers[_id] === undefined
        ? [{ kind: 'answer', question: label, name: option.label }]
        : [],
    ),
  ]
}

/** Says what could not be kept, and why. */
export const sayLost = (lost: Lost, t: Translate<typeof texts>): string => {
  if (lost.kind === 'nights') return t('lost_nights')
  if (lost.kind === 'answer') return t('lost_option', { question: lost.question, name: lost.name })
  if (lost.kind === 'sold_out') return t('lost_sold_out', { name: lost.name })
  if (lost.kind === 'out_of_stock') return t('lost_product', { name: lost.name })
  const { kind, name } = lost
  if (kind === 'guest') return name === null ? t('lost_somebody') : t('lost_guest', { name })
  if (name === null) return t('lost_unnamed', { kind })
  if (kind !== 'type' || !lost.isClosed) return t('lost_gone', { name })
  return lost.who === null ? t('lost_closed', { name }) : t('lost_closed_to', { name, who: lost.who })
}
