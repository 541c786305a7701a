import { personsOf } from '@shiloh/contract/party'
import type { QuoteChoice } from '@shiloh/contract/quote'
import {
  DIETARY_PREFERENCES,
  FEMALE_RELATED,
  MEDICAL_CONDITIONS,
  type ReservationView,
} from '@shiloh/contract/reservations'
import { z } from 'zod'
import { zonedInstant, zonedText } from './zone.ts'

/**
 * What a person has chosen so far. Everything may still be open; what was never asked is null. Times of arrival and
 * departure are what a field holds (`2027-01-22T14:00`), in the event's time zone.
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
/** Reads a draft of whatever age: what does not fit any more is open again. */
export const choiceSchema = z.object({
  with_spouse: maybe,
  /** What the spouse takes part as, where it is not the same. */
  spouse_type: maybe,
  /** Children and companions of a reservation that stands: they stay as they are. */
  others: z.array(z.object({ participant_type_id: z.string() })).catch([]),
  participant_type_id: maybe,
  title_id: maybe,
  designation_id: maybe,
  committee_type_id: maybe,
  care: careChoice.catch(noCare),
  spouse_care: careChoice.catch(noCare),
  arrival: z.string().catch(''),
  departure: z.string().catch(''),
  answers: z.record(z.string(), z.union([z.string(), z.number()])).catch({}),
  /** Undecided, none, or the room category. */
  room: z
    .union([z.literal('none'), z.string()])
    .nullable()
    .catch(null),
  check_in: z.string().catch(''),
  check_out: z.string().catch(''),
  /** Undecided, none, or the caterer. */
  caterer: z
    .union([z.literal('none'), z.string()])
    .nullable()
    .catch(null),
  products: z.record(z.string(), z.int().min(0)).catch({}),
  pays_at_desk: z.boolean().catch(false),
})
export type Choice = z.output<typeof choiceSchema>

export const emptyChoice: Choice = choiceSchema.parse({})

/** How many take part. */
export const personsIn = ({ with_spouse, others }: Pick<Choice, 'with_spouse' | 'others'>): number =>
  (with_spouse ? 2 : 1) + others.length

const nullable = (value: string | null): string | null => value

const chosenProducts = (choice: Choice) =>
  Object.entries(choice.products)
    .filter(([, quantity]) => quantity > 0)
    .map(([product_option_id, quantity]) => ({ product_option_id, quantity }))

const chosenStay = ({ room, check_in, check_out }: Choice) =>
  room === null || room === 'none' || !check_in || !check_out ? null : { room_category_id: room, check_in, check_out }

/** As the shared quote reads it. */
export const quoteChoice = (choice: Choice): QuoteChoice => ({
  participants: [
    ...personsOf({ participant_type_id: choice.participant_type_id ?? '', with_spouse: choice.with_spouse }).map(
      ({ role, participant_type_id }) => ({
        participant_type_id: (role === 'spouse' ? choice.spouse_type : null) ?? participant_type_id,
      }),
    ),
    ...choice.others,
  ].map((person) => ({ ...person, caterer_id: choice.caterer === 'none' ? null : choice.caterer })),
  accommodation: chosenStay(choice),
  products: chosenProducts(choice),
  answers: choice.answers,
})

/** As the server wants it. An answer that was never asked for stays away; an empty list of conditions is an answer. */
export const wishOf = (choice: Choice, zone: string) => ({
  participant_type_id: choice.participant_type_id ?? '',
  title_id: nullable(choice.title_id),
  designation_id: nullable(choice.designation_id),
  committee_type_id: nullable(choice.committee_type_id),
  accommodation: chosenStay(choice),
  caterer_id: choice.caterer === 'none' ? null : choice.caterer,
  products: chosenProducts(choice),
  with_spouse: choice.with_spouse,
  answers: choice.answers,
  ...choice.care,
  spouse_care: choice.with_spouse
    ? Object.fromEntries(Object.entries(choice.spouse_care).filter(([, list]) => list !== null))
    : null,
  arrival_at: choice.arrival ? zonedInstant(choice.arrival, zone) : null,
  departure_at: choice.departure ? zonedInstant(choice.departure, zone) : null,
  pays_at_desk: choice.pays_at_desk,
})

/** What a standing reservation holds, to be changed. What is sealed about health is not shown again, and stays unless answered anew. */
export const choiceOf = (reservation: ReservationView): Choice => ({
  ...emptyChoice,
  with_spouse: reservation.with_spouse,
  spouse_type:
    reservation.participants.find(
      ({ role, participant_type }) => role === 'spouse' && participant_type._id !== reservation.participant_type._id,
    )?.participant_type._id ?? null,
  others: reservation.participants.flatMap(({ role, participant_type }) =>
    role === 'main' || role === 'spouse' ? [] : [{ participant_type_id: participant_type._id }],
  ),
  participant_type_id: reservation.participant_type._id,
  title_id: reservation.title?._id ?? null,
  designation_id: reservation.designation?._id ?? null,
  committee_type_id: reservation.committee_type?._id ?? null,
  arrival: reservation.arrival_at ? zonedText(reservation.arrival_at, reservation.event.time_zone) : '',
  departure: reservation.departure_at ? zonedText(reservation.departure_at, reservation.event.time_zone) : '',
  answers: Object.fromEntries(reservation.answers.map(({ question_id, value }) => [question_id, value])),
  room: reservation.accommodation?.room_category_id ?? 'none',
  check_in: reservation.accommodation?.check_in ?? '',
  check_out: reservation.accommodation?.check_out ?? '',
  caterer: reservation.caterer?._id ?? 'none',
  products: Object.fromEntries(
    reservation.lines.flatMap(({ kind, ref_id, quantity }) => (kind === 'product_option' ? [[ref_id, quantity]] : [])),
  ),
  pays_at_desk: reservation.pays_at_desk,
})

/** The body of an edit: sealed lists that were not answered anew are left out, which keeps them. */
export const editOf = (choice: Choice, zone: string) => {
  const { medical_conditions, dietary_preference, female_related, spouse_care, ...rest } = wishOf(choice, zone)
  const anew = Object.entries({ medical_conditions, dietary_preference, female_related }).filter(
    ([, list]) => list !== null,
  )
  const spouse = spouse_care && Object.keys(spouse_care).length > 0 ? { spouse_care } : {}
  return { ...rest, ...Object.fromEntries(anew), ...spouse }
}
