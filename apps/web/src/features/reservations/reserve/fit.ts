import { fieldMode, questionsOf } from '@shiloh/contract/forms/forms'
import { addDays, hasNewPastNight, nightsBetween, nightsFrom } from '@shiloh/contract/reservations/nights'
import type { OfferView } from '@shiloh/contract/reservations/offer'
import { dayIn } from '@shiloh/contract/text/zone'
import type { Choice, Guest } from './choice.ts'
import { type Person, type Relative, spouseIn, withoutGuest } from './people.ts'
import { eventDays, offeredNights, type Stay } from './stay.ts'

type Offer = OfferView & Parameters<typeof eventDays>[0]

interface Known {
  readonly offer: Offer
  /** The people that the user can take along. */
  readonly relatives: readonly Relative[]
  /** The facts of the account. */
  readonly title_id: string | null
  readonly designation_id: string | null
  /** Who is asked which participant types are open to them. Without it, all are. */
  readonly opening?: {
    readonly me: Person
    readonly openTo: (person: Person | Relative, spouse?: Relative) => readonly string[]
  }
  /** The nights and answers that the reservation has, in a change of one. */
  readonly held?: Stay & Partial<Pick<Choice, 'answers'>>
  readonly now?: Date
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
 * them. All offered nights, if the event has none of its own. No night that is over, unless the reservation has it.
 */
const fitStay = ({ check_in, check_out }: Choice, { offer, held, now }: Known): Stay => {
  const none = { check_in: '', check_out: '' }
  const all = offeredNights(offer.accommodations)
  if (!all) return none
  const today = dayIn(now ?? new Date(), offer.time_zone)
  const open = nightsFrom(all, today)
  const { first, last } = eventDays(offer)
  const usual = open && (within({ check_in: first, check_out: last }, open) ?? open)
  const wanted = within(
    { check_in: check_in || (usual?.check_in ?? ''), check_out: check_out || (usual?.check_out ?? '') },
    all,
  )
  if (!wanted) return usual ?? none
  return (hasNewPastNight(wanted, today, held ? [held] : []) ? nightsFrom(wanted, today) : wanted) ?? usual ?? none
}

/** Returns guests who are still on the lists, each with a type that is still offered to them. */
const fitGuests = (
  guests: readonly Guest[],
  relatives: Known['relatives'],
  typeOf: (wanted: string | null, person: Relative | undefined) => string | null,
): Guest[] => {
  const isKnown = ({ person_id, role }: Guest) =>
    relatives.some((relative) => relative.person_id === person_id && relative.role === role)
  return guests
    .filter((guest) => !isKnown(guest))
    .reduce((left, { person_id }) => withoutGuest(left, person_id), [...guests])
    .map((guest) => {
      const person = relatives.find(({ person_id }) => person_id === guest.person_id)
      return { ...guest, participant_type_id: typeOf(guest.participant_type_id, person) }
    })
}

/** Returns the options of a form that are sold out, each with its question. */
export const soldOutOf = ({ form }: Pick<OfferView, 'form'>) =>
  (form ? questionsOf(form) : []).flatMap((question) =>
    question.options.flatMap((option) => (option.left === 0 ? [{ question, option }] : [])),
  )

/** Returns the options of the products that are sold out, each with its product. `held` is what somebody has already. */
export const soldOutProductsOf = ({ products }: Pick<OfferView, 'products'>, held?: Choice) =>
  products.flatMap((product) =>
    product.options.flatMap((option) => {
      const left = option.stock_left === null ? null : option.stock_left + (held?.products[option._id] ?? 0)
      return left === 0 ? [{ product, option }] : []
    }),
  )

/**
 * Returns a choice without answers and products that are sold out.
 *
 * @param held what an offer of the waiting list keeps for somebody. Whoever reserves anew has none of it
 */
export const withoutSoldOut = (choice: Choice, offer: Pick<OfferView, 'form' | 'products'>, held?: Choice): Choice => {
  const gone = soldOutOf(offer)
  const goneProducts = soldOutProductsOf(offer, held)
  const isGone = (id: string, value: unknown) =>
    held?.answers[id] !== value && gone.some(({ question, option }) => question._id === id && option._id === value)
  return {
    ...choice,
    products: Object.fromEntries(
      Object.entries(choice.products).filter(([id]) => !goneProducts.some(({ option }) => option._id === id)),
    ),
    answers: Object.fromEntries(Object.entries(choice.answers).filter(([id, value]) => !isGone(id, value))),
  }
}

/**
 * Adapts a choice, such as an old draft, to the current offer: unavailable choices are open again, single options are
 * selected, title and designation default to the account's.
 */
export const fitChoice = (choice: Choice, known: Known): Choice => {
  const { offer, relatives, opening, ...account } = known
  const stored = known.held?.answers ?? {}
  const stay = fitStay(choice, known)
  const types = offer.participant_types.map(({ _id }) => _id)
  const rooms = ['none', ...offer.accommodations.map(({ room_category_id }) => room_category_id)]
  const caterers = ['none', ...offer.caterers.map(({ _id }) => _id)]
  const options = new Set(offer.products.flatMap((product) => product.options.map(({ _id }) => _id)))
  const questions = new Set(offer.form ? questionsOf(offer.form).map(({ _id }) => _id) : [])
  const isAsked = (field: Parameters<typeof fieldMode>[1]) => fieldMode(offer.fields, field) !== 'hidden'
  const spouse = isAsked('spouse') ? spouseIn(relatives, choice.guests) : undefined
  const typeOf = (wanted: string | null, person: Person | Relative | undefined): string | null => {
    const open = opening && person ? opening.openTo(person, spouse) : types
    return among(wanted, open) ?? (types.length === 1 ? among(types[0] ?? null, open) : null)
  }
  return {
    ...choice,
    guests: isAsked('spouse')
      ? fitGuests(choice.guests, relatives, typeOf).map((guest) => ({
          ...guest,
          title_id: isAsked('title') ? guest.title_id : null,
          designation_id: isAsked('designation') ? guest.designation_id : null,
        }))
      : [],
    participant_type_id: typeOf(choice.participant_type_id, opening?.me),
    title_id: isAsked('title') ? (choice.title_id ?? account.title_id) : null,
    designation_id: isAsked('designation') ? (choice.designation_id ?? account.designation_id) : null,
    committee_type_id: isAsked('committee_type') ? choice.committee_type_id : null,
    arrival: isAsked('arrival') ? choice.arrival : '',
    departure: isAsked('departure') ? choice.departure : '',
    // Without a night to sleep, there is nothing to choose.
    room: stay.check_in === '' ? 'none' : among(choice.room, rooms),
    ...stay,
    caterer: offer.caterers.length === 0 ? 'none' : among(choice.caterer, caterers),
    products: Object.fromEntries(Object.entries(choice.products).filter(([id]) => options.has(id))),
    // A change keeps those that are not asked for any more.
    answers: Object.fromEntries(
      Object.entries(choice.answers).filter(([id, value]) => questions.has(id) || stored[id] === value),
    ),
    cleared: choice.cleared.filter((id) => stored[id] !== undefined),
    pays_at_desk: choice.pays_at_desk && offer.cash_deadline !== null,
  }
}

/** The same for a change of a reservation. Its steps do not ask how it is paid, and what was chosen stays when the desk takes no more. */
export const fitChange = (choice: Choice, known: Known & { readonly held: Choice }): Choice => ({
  ...fitChoice(choice, known),
  pays_at_desk: known.held.pays_at_desk,
})
