import { fieldMode, questionsOf } from '@shiloh/contract/forms/forms'
import { addDays, nightsBetween } from '@shiloh/contract/reservations/nights'
import type { OfferView } from '@shiloh/contract/reservations/offer'
import type { Choice, Guest } from './choice.ts'
import { type Relative, withoutGuest } from './people.ts'
import { eventDays, offeredNights, type Stay } from './stay.ts'

type Offer = OfferView & Parameters<typeof eventDays>[0]

interface Known {
  readonly offer: Offer
  /** The people that the user can take along. */
  readonly relatives: readonly Pick<Relative, 'person_id' | 'role'>[]
  /** The facts of the account. */
  readonly title_id: string | null
  readonly designation_id: string | null
}

const among = <T extends string>(value: T | null, ids: readonly string[]): T | null =>
  value !== null && ids.includes(value) ? value : null

/** Returns the nights of a stay that are among others, if any. */
const within = (stay: Stay, all: Stay): Stay | undefined => {
  const nights = nightsBetween(stay.check_in, stay.check_out).filter(
    (night) => night >= all.check_in && night < all.check_out,
  )
  const [first, last] = [nights[0], nights.at(-1)]
  return first && last ? { check_in: first, check_out: addDays(last, 1) } : undefined
}

/**
 * Returns the nights of a draft that are still offered, or else those of the event: who comes earlier or stays longer adds
 * them. All offered nights, if the event has none of its own.
 */
const fitStay = (choice: Choice, offer: Offer): { check_in: string; check_out: string } => {
  const all = offeredNights(offer.accommodations)
  if (!all) return { check_in: '', check_out: '' }
  const { first, last } = eventDays(offer)
  const usual = within({ check_in: first, check_out: last }, all) ?? all
  const { check_in, check_out } = choice
  return within({ check_in: check_in || usual.check_in, check_out: check_out || usual.check_out }, all) ?? usual
}

/** Returns guests who are still on the lists, each with a type that is still offered. */
const fitGuests = (
  guests: readonly Guest[],
  relatives: Known['relatives'],
  types: readonly string[],
  onlyType: string | null,
): Guest[] => {
  const isKnown = ({ person_id, role }: Guest) =>
    relatives.some((relative) => relative.person_id === person_id && relative.role === role)
  return guests
    .filter((guest) => !isKnown(guest))
    .reduce((left, { person_id }) => withoutGuest(left, person_id), [...guests])
    .map((guest) => ({ ...guest, participant_type_id: among(guest.participant_type_id, types) ?? onlyType }))
}

/**
 * Adapts a choice, such as an old draft, to the current offer: unavailable choices are open again, single options are
 * selected, title and designation default to the account's.
 */
export const fitChoice = (choice: Choice, { offer, relatives, ...account }: Known): Choice => {
  const types = offer.participant_types.map(({ _id }) => _id)
  const rooms = ['none', ...offer.accommodations.map(({ room_category_id }) => room_category_id)]
  const caterers = ['none', ...offer.caterers.map(({ _id }) => _id)]
  const options = new Set(offer.products.flatMap((product) => product.options.map(({ _id }) => _id)))
  const questions = new Set(offer.form ? questionsOf(offer.form).map(({ _id }) => _id) : [])
  const isAsked = (field: Parameters<typeof fieldMode>[1]) => fieldMode(offer.fields, field) !== 'hidden'
  const onlyType = types.length === 1 ? (types[0] ?? null) : null
  return {
    ...choice,
    guests: isAsked('spouse')
      ? fitGuests(choice.guests, relatives, types, onlyType).map((guest) => ({
          ...guest,
          title_id: isAsked('title') ? guest.title_id : null,
          designation_id: isAsked('designation') ? guest.designation_id : null,
        }))
      : [],
    participant_type_id: among(choice.participant_type_id, types) ?? onlyType,
    title_id: isAsked('title') ? (choice.title_id ?? account.title_id) : null,
    designation_id: isAsked('designation') ? (choice.designation_id ?? account.designation_id) : null,
    committee_type_id: isAsked('committee_type') ? choice.committee_type_id : null,
    arrival: isAsked('arrival') ? choice.arrival : '',
    departure: isAsked('departure') ? choice.departure : '',
    room: offer.accommodations.length === 0 ? 'none' : among(choice.room, rooms),
    ...fitStay(choice, offer),
    caterer: offer.caterers.length === 0 ? 'none' : among(choice.caterer, caterers),
    products: Object.fromEntries(Object.entries(choice.products).filter(([id]) => options.has(id))),
    answers: Object.fromEntries(Object.entries(choice.answers).filter(([id]) => questions.has(id))),
    pays_at_desk: choice.pays_at_desk && offer.cash_deadline !== null,
  }
}
