import { valuesOf } from '@shiloh/contract/forms/forms'
import { GENDERS } from '@shiloh/contract/identity/account'
import { changedStay } from '@shiloh/contract/reservations/nights'
import { DIETARY_PREFERENCES, FEMALE_RELATED, MEDICAL_CONDITIONS } from '@shiloh/contract/reservations/party'
import { piecesIn, type QuoteChoice } from '@shiloh/contract/reservations/quote'
import type { OwnWaiting, ReservationView } from '@shiloh/contract/reservations/views'
import { z } from 'zod'
import { mateNamed } from '../parts/named-mate.ts'
import { zonedInstant, zonedText } from './zone.ts'

/**
 * A person's choice so far. Everything can still be open; null was never asked. Times of arrival and departure are
 * field values (`2027-01-22T14:00`) in the event's time zone.
 */
const careLists = {
  medical_conditions: z.array(z.enum(MEDICAL_CONDITIONS)).nullable().catch(null),
  dietary_preference: z.array(z.enum(DIETARY_PREFERENCES)).nullable().catch(null),
  female_related: z.array(z.enum(FEMALE_RELATED)).nullable().catch(null),
}
export const careChoice = z.object(careLists)
export type CareChoice = z.output<typeof careChoice>
export const noCare: CareChoice = { medical_conditions: null, dietary_preference: null, female_related: null }

const maybe = z.string().nullable().catch(null)
/** Somebody who comes along. */
const guest = z.object({
  role: z.enum(['spouse', 'child', 'companion']),
  person_id: z.string(),
  participant_type_id: maybe,
  title_id: maybe,
  designation_id: maybe,
  /** For a minor: an adult who also comes along. Null: the main person, or the first adult. */
  guardian_id: maybe,
  care: careChoice.catch(noCare),
})
export type Guest = z.output<typeof guest>

/** A parent or guardian who stays at home: the typed text and its parsed form. */
const consent = z.object({
  name: z.string(),
  reach: z.string(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
})
const noConsent = { name: '', reach: '', email: null, phone: null }

const choiceFields = z.object({
  guests: z.array(guest).catch([]),
  /** Asked for the minors of a reservation without an adult. */
  consent: consent.catch(noConsent),
  /** Of the main person, whose account has none. It is stored with the account. */
  gender: z.enum(GENDERS).nullable().catch(null),
  participant_type_id: maybe,
  title_id: maybe,
  designation_id: maybe,
  committee_type_id: maybe,
  care: careChoice.catch(noCare),
  arrival: z.string().catch(''),
  departure: z.string().catch(''),
  answers: z.record(z.string(), z.union([z.string(), z.number()])).catch({}),
  /** In an edit: questions that are not asked any more, and whose answers are taken back. */
  cleared: z.array(z.string()).catch([]),
  /** Undecided, none, or the room category. */
  room: z
    .union([z.literal('none'), z.string()])
    .nullable()
    .catch(null),
  check_in: z.string().catch(''),
  check_out: z.string().catch(''),
  /** Whom they would like to share a room with: phones in wire form, and codes of reservations. */
  mates: z.array(z.string().max(30)).catch([]),
  /** Typed, and not added yet. */
  mate: z.string().max(30).catch(''),
  /** Undecided, none, or the caterer. */
  caterer: z
    .union([z.literal('none'), z.string()])
    .nullable()
    .catch(null),
  products: z.record(z.string(), z.int().min(0)).catch({}),
  pays_at_desk: z.boolean().catch(false),
})

const couple = z.object({
  with_spouse: z.string(),
  spouse_type: maybe,
  participant_type_id: maybe,
  spouse_care: z.unknown(),
})

/** Converts a draft from before there was a list of persons, which names a spouse. */
const withGuests = (kept: unknown): unknown => {
  const { data } = couple.safeParse(kept)
  if (!data || typeof kept !== 'object' || kept === null || Object.hasOwn(kept, 'guests')) return kept
  const { with_spouse, spouse_type, participant_type_id, spouse_care } = data
  const spouse = {
    role: 'spouse',
    person_id: with_spouse,
    participant_type_id: spouse_type ?? participant_type_id,
    care: spouse_care,
  }
  return { ...kept, guests: [spouse] }
}

/** Reads a draft of any age. Fields that no longer fit are open again. */
export const choiceSchema = z.preprocess(withGuests, choiceFields)
export type Choice = z.output<typeof choiceSchema>

export const emptyChoice: Choice = choiceSchema.parse({})

/** Returns the number of persons. */
export const personsIn = ({ guests }: Pick<Choice, 'guests'>): number => 1 + guests.length

/** Returns the chosen participant types. Questions depend on them. */
export const typesIn = ({ participant_type_id, guests }: Pick<Choice, 'participant_type_id' | 'guests'>): string[] =>
  [participant_type_id, ...guests.map((one) => one.participant_type_id)].map((id) => id ?? '')

const chosenProducts = (choice: Choice) =>
  Object.entries(choice.products)
    .filter(([, quantity]) => quantity > 0)
    .map(([product_option_id, quantity]) => ({ product_option_id, quantity }))

const chosenStay = ({ room, check_in, check_out }: Choice) =>
  room === null || room === 'none' || !check_in || !check_out ? null : { room_category_id: room, check_in, check_out }

/** Returns the answers as they are sent. Those that are not mentioned stay if they are not asked for any more. */
const sentAnswers = ({ answers, cleared }: Choice) => ({
  ...Object.fromEntries(cleared.map((question) => [question, null])),
  ...answers,
})

/** Returns the choice for the shared quote. */
export const quoteChoice = (choice: Choice): QuoteChoice => ({
  participants: typesIn(choice).map((participant_type_id) => ({
    participant_type_id,
    caterer_id: choice.caterer === 'none' ? null : choice.caterer,
  })),
  accommodation: chosenStay(choice),
  products: chosenProducts(choice),
  answers: choice.answers,
})

/** Returns the lists that were answered. An empty list is an answer. */
const answered = (lists: CareChoice): Partial<CareChoice> =>
  Object.fromEntries(Object.entries(lists).filter(([, list]) => list !== null))

/** Returns who is asked for consent. The server applies it to those who need it. */
const consentFrom = ({ consent: { name, email, phone } }: Choice) =>
  name.trim() === '' ? {} : { consent_from: { name, email, phone } }

/** Returns the wish for the server, the main person first. */
export const wishOf = (choice: Choice, zone: string) => ({
  participants: [
    {
      role: 'main' as const,
      participant_type_id: choice.participant_type_id ?? '',
      title_id: choice.title_id,
      designation_id: choice.designation_id,
      ...consentFrom(choice),
      ...answered(choice.care),
    },
    ...choice.guests.map(({ role, person_id, participant_type_id, title_id, designation_id, guardian_id, care }) => ({
      role,
      person_id,
      participant_type_id: participant_type_id ?? '',
      title_id,
      designation_id,
      guardian_id,
      ...consentFrom(choice),
      ...answered(care),
    })),
  ],
  committee_type_id: choice.committee_type_id,
  accommodation: chosenStay(choice),
  caterer_id: choice.caterer === 'none' ? null : choice.caterer,
  products: chosenProducts(choice),
  answers: sentAnswers(choice),
  arrival_at: choice.arrival ? zonedInstant(choice.arrival, zone) : null,
  departure_at: choice.departure ? zonedInstant(choice.departure, zone) : null,
  pays_at_desk: choice.pays_at_desk,
})

/**
 * Returns the body of a request that creates or changes a reservation. The server rejects it if its total differs from
 * the one shown.
 */
export const requestOf = (choice: Choice, zone: string, expected_total: number) => ({
  ...wishOf(choice, zone),
  expected_total,
})

/** Returns the body of a request that creates a reservation, with the room-mates to ask. */
export const newRequestOf = (choice: Choice, zone: string, expected_total: number, mates: readonly string[]) => ({
  ...requestOf(choice, zone, expected_total),
  ...(mates.length > 0 && { room_mates: mates.map(mateNamed) }),
})

/** Returns the choice of a wish on the waiting list. */
export const choiceOfWish = (wish: OwnWaiting['wish'], zone: string): Choice => {
  const [main] = wish.participants
  const careOf = (one: (typeof wish.participants)[number]): CareChoice => ({
    medical_conditions: one.medical_conditions ?? null,
    dietary_preference: one.dietary_preference ?? null,
    female_related: one.female_related ?? null,
  })
  const stay = wish.accommodation
  return choiceFields.parse({
    ...emptyChoice,
    guests: wish.participants.flatMap((one) =>
      one.role === 'main' || !one.person_id
        ? []
        : [
            {
              role: one.role,
              person_id: one.person_id,
              participant_type_id: one.participant_type_id,
              title_id: one.title_id ?? null,
              designation_id: one.designation_id ?? null,
              guardian_id: one.guardian_id ?? null,
              care: careOf(one),
            },
          ],
    ),
    participant_type_id: main?.participant_type_id ?? null,
    title_id: main?.title_id ?? null,
    designation_id: main?.designation_id ?? null,
    committee_type_id: wish.committee_type_id ?? null,
    care: main ? careOf(main) : noCare,
    arrival: wish.arrival_at ? zonedText(wish.arrival_at, zone) : '',
    departure: wish.departure_at ? zonedText(wish.departure_at, zone) : '',
    answers: wish.answers ?? {},
    room: stay?.room_category_id ?? 'none',
    check_in: stay?.check_in ?? '',
    check_out: stay?.check_out ?? '',
    caterer: main?.caterer_id ?? 'none',
    products: Object.fromEntries(
      (wish.products ?? []).map(({ product_option_id, quantity }) => [product_option_id, quantity]),
    ),
    pays_at_desk: wish.pays_at_desk ?? false,
  })
}

/** Returns a choice with what the waiting list offers beside it. `today` is the day at the event. */
export const withOffered = (choice: Choice, { kind, item_id, wish }: OwnWaiting, today: string): Choice => {
  if (item_id === null) return choice
  switch (kind) {
    case 'product_option': {
      const asked = wish.products?.find(({ product_option_id }) => product_option_id === item_id)?.quantity ?? 1
      const quantity = Math.max(asked, choice.products[item_id] ?? 0)
      return { ...choice, products: { ...choice.products, [item_id]: quantity } }
    }
    case 'caterer':
      return { ...choice, caterer: item_id }
    case 'beds': {
      const stay = wish.accommodation
      if (!stay) return choice
      const { check_in, check_out } = changedStay(stay, chosenStay(choice), { today })
      return { ...choice, room: item_id, check_in, check_out }
    }
    case 'event':
    case 'participant_type':
      return choice
  }
}

type Bears = Pick<ReservationView['participants'][number], 'title' | 'designation'> &
  Partial<Pick<ReservationView['participants'][number], 'chosen'>>

/** Returns the title and designation of a person: what the owner chose, even if it is not shown yet. */
const bearsOf = ({ title, designation, chosen }: Bears): Pick<Choice, 'title_id' | 'designation_id'> =>
  chosen ?? { title_id: title?._id ?? null, designation_id: designation?._id ?? null }

/**
 * Returns the choice that is in force in a reservation. Encrypted health data is not shown again, and stays unless it is
 * answered again.
 */
export const choiceInForce = (reservation: ReservationView): Choice => ({
  ...emptyChoice,
  guests: reservation.participants.flatMap(({ role, person_id, participant_type, guardian, ...one }) =>
    role === 'main' || person_id === null
      ? []
      : [
          {
            role,
            person_id,
            participant_type_id: participant_type._id,
            ...bearsOf(one),
            guardian_id: reservation.participants.find(({ _id }) => _id === guardian?._id)?.person_id ?? null,
            care: noCare,
          },
        ],
  ),
  participant_type_id: reservation.participant_type._id,
  ...bearsOf(reservation.participants[0] ?? reservation),
  committee_type_id: reservation.committee_type?._id ?? null,
  arrival: reservation.arrival_at ? zonedText(reservation.arrival_at, reservation.event.time_zone) : '',
  departure: reservation.departure_at ? zonedText(reservation.departure_at, reservation.event.time_zone) : '',
  answers: valuesOf(reservation.answers),
  room: reservation.accommodation?.room_category_id ?? 'none',
  check_in: reservation.accommodation?.check_in ?? '',
  check_out: reservation.accommodation?.check_out ?? '',
  caterer: reservation.caterer?._id ?? 'none',
  products: Object.fromEntries(piecesIn(reservation.lines)),
  pays_at_desk: reservation.pays_at_desk,
})

/** Returns the choice that a change of a reservation starts from: what waits for its payment, or else what is in force. */
export const choiceOf = (reservation: ReservationView): Choice =>
  reservation.pending_change
    ? choiceOfWish(reservation.pending_change.wish, reservation.event.time_zone)
    : choiceInForce(reservation)

/**
 * Returns what a reservation has beside the change that waits for its payment: it is its own until then, also where it is sold
 * out. A room of the category that the change has counts with the nights of the change.
 */
export const choiceBeside = (reservation: ReservationView): Choice | undefined => {
  if (!reservation.pending_change) return undefined
  const inForce = choiceInForce(reservation)
  return { ...inForce, room: inForce.room === choiceOf(reservation).room ? 'none' : inForce.room }
}

/** Returns the price that is in force: without the change that waits for its payment. */
export const priceInForce = ({
  total,
  pending_change,
}: {
  readonly total: number
  readonly pending_change?: Pick<NonNullable<ReservationView['pending_change']>, 'previous_total'> | null
}): number => pending_change?.previous_total ?? total
