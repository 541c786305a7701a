import { z } from 'zod'
import { day, email, id, language, money, paragraphs, personName, timestamp } from '../core.ts'
import {
  care,
  editedPersons,
  type NewPerson,
  newPersons,
  personsOf,
  SINGLE_FIELDS,
  wishPerson,
  wishPersons,
} from './party.ts'

export const accommodationChoice = z.object({
  room_category_id: id,
  check_in: day,
  check_out: day,
  room_id: id.nullish(),
})
export type AccommodationChoice = z.output<typeof accommodationChoice>

export const MAX_QUANTITY = 100
/** The server computes the price. A price from a browser is rejected, not ignored. */
const notYours = z.undefined({ error: 'unsupported' }).optional()

export const productChoice = z.object({
  product_option_id: id,
  quantity: z.int().min(1).max(MAX_QUANTITY),
  price: notYours,
  unit_price: notYours,
  amount: notYours,
})

const MAX_ANSWERS = 300

/** Choices for the reservation as a whole. */
const chosenTogether = {
  committee_type_id: id.nullish(),
  accommodation: accommodationChoice.nullish(),
  products: z.array(productChoice).max(100).nullish(),
  answers: z
    .record(z.string().max(100), z.unknown())
    .refine((answers) => Object.keys(answers).length <= MAX_ANSWERS, { error: 'too_big' })
    .nullish(),
  arrival_at: timestamp.nullish(),
  departure_at: timestamp.nullish(),
  /** Pays in cash at a desk, and is held until the event's deadline for that. */
  pays_at_desk: z.boolean().nullish(),
}

/** The content of a reservation: its persons, each with their own choices, and their shared choices. */
export const wish = z.object({ participants: z.array(wishPerson).min(1), ...chosenTogether })
export type Wish = z.output<typeof wish>

/**
 * The choices in a body: of each person in `participants`, or of oneself and a spouse with the same participant type.
 */
const wishBody = z.object({
  participants: wishPersons.nullish(),
  participant_type_id: id.optional(),
  title_id: id.nullish(),
  designation_id: id.nullish(),
  /** The caterer of everybody who names none. */
  caterer_id: id.nullish(),
  /** The id of the person on one's own spouse list who comes along. */
  with_spouse: id.nullish(),
  medical_conditions: care.shape.medical_conditions.nullish(),
  dietary_preference: care.shape.dietary_preference.nullish(),
  female_related: care.shape.female_related.nullish(),
  /** The same three lists for the spouse who comes along. */
  spouse_care: care.partial().nullish(),
  ...chosenTogether,
  total: notYours,
  price: notYours,
  amount: notYours,
  lines: notYours,
  paid: notYours,
  balance: notYours,
  status: notYours,
  /** The total that was shown. A different one fails with 409 `quote_changed` and the new quote. */
  expected_total: money.nullish(),
})
type WishBody = z.output<typeof wishBody>

const isGiven = (value: unknown): boolean => value !== undefined && value !== null

interface Issues {
  readonly value: Partial<WishBody>
  readonly issues: z.core.$ZodRawIssue[]
}

/** Rejects a body that both lists persons and describes oneself and the spouse. */
const checkOneForm = ({ value, issues }: Issues): void => {
  if (!value.participants) return
  for (const field of SINGLE_FIELDS)
    if (isGiven(value[field])) issues.push({ code: 'custom', path: [field], message: 'unsupported', input: value })
}

/** Requires a new reservation to name somebody, and rejects fields of a spouse who does not come. */
const checkSomebody = (payload: Issues): void => {
  const { value, issues } = payload
  checkOneForm(payload)
  if (value.participants) return
  if (value.participant_type_id === undefined)
    issues.push({ code: 'custom', path: ['participant_type_id'], message: 'required', input: value })
  const spouseCare = Object.values(value.spouse_care ?? {})
  if (!value.with_spouse && spouseCare.some((list) => list !== undefined && list.length > 0))
    issues.push({ code: 'custom', path: ['spouse_care'], message: 'unsupported', input: value })
}

/** Wishes for room-mates that a reservation can have at the same time. */
export const MOST_WISHES = 10

/** A person whom somebody would like to share a room with: by phone, or by the code of their reservation. */
export const mateName = {
  phone: z.string().trim().min(5).max(30).optional(),
  code: z.string().trim().min(4).max(30).optional(),
}

/** Allows room-mates only to those who sleep at the event. */
const checkMates = ({ value, issues }: { value: MatesBody; issues: z.core.$ZodRawIssue[] }): void => {
  if (value.room_mates?.length && !value.accommodation)
    issues.push({ code: 'custom', path: ['room_mates'], message: 'unsupported', input: value })
}
interface MatesBody {
  readonly room_mates?: readonly unknown[] | null | undefined
  readonly accommodation?: unknown
}

export const reserveBody = wishBody
  .extend({
    /** They are asked when the reservation is made. The answer is the same whether or not there are such people. */
    room_mates: z
      .array(
        z
          .object(mateName)
          .refine(({ phone, code }) => (phone === undefined) !== (code === undefined), { error: 'required' }),
      )
      .max(MOST_WISHES)
      .nullish(),
  })
  .check(checkSomebody)
  .check(checkMates)
export type ReserveBody = z.output<typeof reserveBody>

/** Returns the wish of a body. The only place where the two ways to name persons become one. */
export const wishOf = (body: Omit<ReserveBody, 'expected_total'>): Wish => {
  const { committee_type_id, accommodation, products, answers, arrival_at, departure_at, pays_at_desk } = body
  return {
    participants: personsOf(body),
    committee_type_id,
    accommodation,
    products,
    answers,
    arrival_at,
    departure_at,
    pays_at_desk,
  }
}

/** A stored wish, including those from before persons were listed. */
export const storedWish = wishBody.transform(wishOf)

/** Undefined keeps, null clears. */
export const editBody = wishBody
  /** Only the desk gives back a night. */
  .extend({ returned_nights: notYours })
  .check(checkOneForm)
export type EditBody = z.output<typeof editBody>

/** Returns a wish after an edit. */
export const editedWish = (current: Wish, patch: EditBody): Wish => {
  const { committee_type_id, accommodation, products, answers, arrival_at, departure_at, pays_at_desk } = patch
  const changes = { committee_type_id, accommodation, products, answers, arrival_at, departure_at, pays_at_desk }
  const kept = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined))
  return { ...current, ...kept, participants: editedPersons(current.participants, patch) }
}

/** Requires everybody who is added to a list to come along, in the same role. */
const checkNewPersons = ({
  value,
  issues,
}: Issues & { value: { new_persons?: readonly NewPerson[] | null | undefined } }): void => {
  value.new_persons?.forEach(({ key, relation }, index) => {
    if (!value.participants?.some(({ person_id, role }) => person_id === key && role === relation))
      issues.push({ code: 'custom', path: ['new_persons', index, 'key'], message: 'unsupported', input: value })
  })
}

/** Somebody registered by the desk. No account, e-mail address or phone is needed. */
export const deskPerson = z.object({
  first_name: personName(100),
  last_name: personName(100),
  other_names: personName(100).nullish(),
  gender: z.enum(['male', 'female']).nullish(),
  phone: z
    .string()
    .regex(/^\+[1-9][0-9]{6,14}$/, { error: 'phone' })
    .nullish(),
  email: email.nullish(),
  language: language.optional(),
  is_not_member: z.boolean().optional(),
  /** An unknown birth date counts as adult. */
  birth_date: day.nullish(),
})
export type DeskPerson = z.output<typeof deskPerson>

export const staffReserveBody = wishBody
  .extend({
    user_id: id.optional(),
    person: deskPerson.optional(),
    event_id: id.optional(),
    note: paragraphs(2000).optional(),
    new_persons: newPersons.nullish(),
  })
  .check(checkSomebody)
  .check(checkNewPersons)
  .refine((body) => (body.user_id === undefined) !== (body.person === undefined), {
    path: ['user_id'],
    error: 'required',
  })
export type StaffReserveBody = z.output<typeof staffReserveBody>

export const staffEditBody = wishBody
  .extend({
    note: paragraphs(2000).optional(),
    new_persons: newPersons.nullish(),
    /** Nights that are over, outside the chosen stay, and that nobody slept: they are given back, in whatever category. */
    returned_nights: z.array(day).max(366).nullish(),
  })
  .check(checkOneForm)
  .check(checkNewPersons)
