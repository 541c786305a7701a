import { z } from 'zod'
import { flag } from '../admin-resource.ts'
import {
  can,
  currency,
  day,
  done,
  email,
  fileRoute,
  id,
  idParams,
  language,
  line,
  listQuery,
  listRoute,
  money,
  paragraphs,
  personName,
  publicAccess,
  route,
  signedIn,
  timestamp,
} from '../core.ts'
import { REFUND_KINDS } from '../payments/money.ts'
import {
  CONSENT_STATUSES,
  care,
  editedPersons,
  FAMILY_RELATIONS,
  type NewPerson,
  newPersons,
  PARTICIPANT_ROLES,
  personsOf,
  SINGLE_FIELDS,
  wishPerson,
  wishPersons,
} from './party.ts'
import { quoteLine } from './quote.ts'
import { standingView } from './standing.ts'

// ── The life of a reservation ────────────────────────────────────────────────────────────────────────────────────────

export const RESERVATION_STATUSES = ['active', 'failed', 'pending', 'redeemed', 'cancelled', 'archived'] as const
export type ReservationStatus = (typeof RESERVATION_STATUSES)[number]
export const isReservationStatus = (text: string): text is ReservationStatus =>
  RESERVATION_STATUSES.some((status) => status === text)

/** States in which a person has a reservation for the event; at most one at a time. */
export const LIVE_STATUSES = ['pending', 'active', 'redeemed'] as const satisfies readonly ReservationStatus[]
export const isLive = (status: ReservationStatus): boolean => LIVE_STATUSES.some((live) => live === status)

export const RESERVATION_ACTIONS = [
  'make',
  'pay',
  'approve',
  'waive',
  'edit',
  'keep',
  'refund',
  'expire',
  'fail',
  'reverse',
  'cancel',
  'check_in',
  'check_out',
  'archive',
] as const
export type ReservationAction = (typeof RESERVATION_ACTIONS)[number]

/** What a transition depends on beside the state it starts from. */
export interface TransitionFacts {
  /** What is due now is paid or waived: everything, or the deposit. */
  readonly settled: boolean
  /** No approval is asked for, or it was given. */
  readonly approved: boolean
  /** What the reservation held can be claimed anew. */
  readonly free: boolean
}

type Condition = 'always' | 'clear' | 'open' | 'clear_and_free' | 'settled' | 'owing'

interface Transition {
  readonly from: ReservationStatus | null
  readonly action: ReservationAction
  readonly when: Condition
  readonly to: ReservationStatus
}

const CONDITIONS: Readonly<Record<Condition, (facts: TransitionFacts) => boolean>> = {
  always: () => true,
  /** Nothing stands between it and being confirmed. */
  clear: ({ settled, approved }) => settled && approved,
  open: ({ settled, approved }) => !(settled && approved),
  clear_and_free: ({ settled, approved, free }) => settled && approved && free,
  settled: ({ settled }) => settled,
  owing: ({ settled }) => !settled,
}

/**
 * The one transition table: the first row that fits decides, no row means the action is not possible. Nothing else
 * writes a status.
 */
export const TRANSITIONS: readonly Transition[] = [
  { from: null, action: 'make', when: 'clear', to: 'active' },
  { from: null, action: 'make', when: 'open', to: 'pending' },

  { from: 'pending', action: 'pay', when: 'clear', to: 'active' },
  { from: 'pending', action: 'pay', when: 'open', to: 'pending' },
  { from: 'pending', action: 'approve', when: 'clear', to: 'active' },
  { from: 'pending', action: 'approve', when: 'open', to: 'pending' },
  { from: 'pending', action: 'waive', when: 'clear', to: 'active' },
  { from: 'pending', action: 'waive', when: 'open', to: 'pending' },
  { from: 'pending', action: 'edit', when: 'clear', to: 'active' },
  { from: 'pending', action: 'edit', when: 'open', to: 'pending' },
  // Somebody who paid a part keeps the place until a date that staff set.
  { from: 'pending', action: 'keep', when: 'always', to: 'pending' },
  { from: 'pending', action: 'refund', when: 'always', to: 'pending' },
  { from: 'pending', action: 'reverse', when: 'always', to: 'pending' },
  { from: 'pending', action: 'expire', when: 'always', to: 'failed' },
  { from: 'pending', action: 'fail', when: 'always', to: 'failed' },
  { from: 'pending', action: 'cancel', when: 'always', to: 'cancelled' },
  { from: 'pending', action: 'archive', when: 'always', to: 'archived' },

  // Money that comes after the hold ran out: everything is claimed anew, or the money goes back.
  { from: 'failed', action: 'pay', when: 'clear_and_free', to: 'active' },
  { from: 'failed', action: 'pay', when: 'always', to: 'failed' },
  { from: 'failed', action: 'archive', when: 'always', to: 'archived' },

  { from: 'active', action: 'pay', when: 'always', to: 'active' },
  { from: 'active', action: 'waive', when: 'always', to: 'active' },
  { from: 'active', action: 'edit', when: 'always', to: 'active' },
  // Money given back as goodwill lowers what is owed: the place stays.
  { from: 'active', action: 'refund', when: 'always', to: 'active' },
  // A payment was taken back (a void, a chargeback): it is owed again, and what is due now may not be covered any more.
  { from: 'active', action: 'reverse', when: 'settled', to: 'active' },
  { from: 'active', action: 'reverse', when: 'owing', to: 'pending' },
  { from: 'active', action: 'cancel', when: 'always', to: 'cancelled' },
  { from: 'active', action: 'check_in', when: 'always', to: 'redeemed' },
  { from: 'active', action: 'archive', when: 'always', to: 'archived' },

  { from: 'redeemed', action: 'pay', when: 'always', to: 'redeemed' },
  { from: 'redeemed', action: 'waive', when: 'always', to: 'redeemed' },
  { from: 'redeemed', action: 'refund', when: 'always', to: 'redeemed' },
  { from: 'redeemed', action: 'reverse', when: 'settled', to: 'redeemed' },
  { from: 'redeemed', action: 'check_in', when: 'always', to: 'redeemed' },
  { from: 'redeemed', action: 'check_out', when: 'always', to: 'redeemed' },
  { from: 'redeemed', action: 'archive', when: 'always', to: 'archived' },

  { from: 'cancelled', action: 'archive', when: 'always', to: 'archived' },
]

/** Where an action leads, or undefined where it is not possible. */
export const nextStatus = (
  from: ReservationStatus | null,
  action: ReservationAction,
  facts: TransitionFacts,
): ReservationStatus | undefined =>
  TRANSITIONS.find((row) => row.from === from && row.action === action && CONDITIONS[row.when](facts))?.to

/** A hold that ran out counts as failed from that instant, whether or not the books say so yet. */
export const effectiveStatus = (status: ReservationStatus, holdExpiresAt: Date | null, now: Date): ReservationStatus =>
  status === 'pending' && holdExpiresAt !== null && holdExpiresAt <= now ? 'failed' : status

// ── What may be done with it ─────────────────────────────────────────────────────────────────────────────────────────

/** What a screen offers; the server checks the same again. */
export const OFFERED_ACTIONS = [
  'pay',
  'edit',
  'cancel',
  'download',
  'approve',
  'waive',
  'take_cash',
  'keep',
  'check_in',
  'check_out',
] as const
export type OfferedAction = (typeof OFFERED_ACTIONS)[number]

export interface ActionFacts {
  /** The effective one. */
  readonly status: ReservationStatus
  readonly balance: number
  readonly paid: number
  readonly needs_approval: boolean
  readonly approved: boolean
  /** The owner's time to change or cancel is over. */
  readonly deadline_passed: boolean
}

/** Who asks: the owner, or staff with what they are permitted. */
export type ActionAsker =
  | { readonly kind: 'owner' }
  | {
      readonly kind: 'staff'
      readonly can: (
        permission:
          | 'reservations.update'
          | 'reservations.cancel'
          | 'reservations.approve'
          | 'reservations.waive'
          | 'reservations.check_in'
          | 'payments.take_cash',
      ) => boolean
    }

const POSSIBLE: Readonly<Record<OfferedAction, (facts: ActionFacts) => boolean>> = {
  pay: ({ status, balance, needs_approval, approved }) =>
    isLive(status) && balance > 0 && (!needs_approval || approved),
  take_cash: ({ status, balance, needs_approval, approved }) =>
    isLive(status) && balance > 0 && (!needs_approval || approved),
  edit: ({ status }) => status === 'pending' || status === 'active',
  cancel: ({ status }) => status === 'pending' || status === 'active',
  download: ({ status }) => isLive(status),
  approve: ({ status, needs_approval, approved }) => status === 'pending' && needs_approval && !approved,
  waive: ({ status, balance }) => isLive(status) && balance > 0,
  keep: ({ status, paid }) => status === 'pending' && paid > 0,
  check_in: ({ status }) => status === 'active' || status === 'redeemed',
  check_out: ({ status }) => status === 'redeemed',
}

const BY_OWNER: readonly OfferedAction[] = ['pay', 'edit', 'cancel', 'download']

/** What the asker may do now. */
export const allowedActions = (facts: ActionFacts, who: ActionAsker): OfferedAction[] => {
  const isOpenTo: Readonly<Record<OfferedAction, () => boolean>> =
    who.kind === 'owner'
      ? {
          pay: () => true,
          edit: () => !facts.deadline_passed,
          cancel: () => !facts.deadline_passed,
          download: () => true,
          approve: () => false,
          waive: () => false,
          take_cash: () => false,
          keep: () => false,
          check_in: () => false,
          check_out: () => false,
        }
      : {
          pay: () => false,
          edit: () => who.can('reservations.update'),
          cancel: () => who.can('reservations.cancel'),
          download: () => true,
          approve: () => who.can('reservations.approve'),
          waive: () => who.can('reservations.waive'),
          take_cash: () => who.can('payments.take_cash'),
          keep: () => who.can('reservations.update'),
          check_in: () => who.can('reservations.check_in'),
          check_out: () => who.can('reservations.check_in'),
        }
  const candidates = who.kind === 'owner' ? BY_OWNER : OFFERED_ACTIONS
  return candidates.filter((action) => isOpenTo[action]() && POSSIBLE[action](facts))
}

// ── What is sent ─────────────────────────────────────────────────────────────────────────────────────────────────────

export {
  type Care,
  care,
  DIETARY_PREFERENCES,
  FEMALE_RELATED,
  MEDICAL_CONDITIONS,
  PARTICIPANT_ROLES,
  type ParticipantRole,
  type WishPerson,
} from './party.ts'

export const accommodationChoice = z.object({
  room_category_id: id,
  check_in: day,
  check_out: day,
  room_id: id.nullish(),
})
export type AccommodationChoice = z.output<typeof accommodationChoice>

export const MAX_QUANTITY = 100
/** The server counts the price; a price that comes from a browser is refused, not ignored. */
const notYours = z.undefined({ error: 'unsupported' }).optional()

export const productChoice = z.object({
  product_option_id: id,
  quantity: z.int().min(1).max(MAX_QUANTITY),
  price: notYours,
  unit_price: notYours,
  amount: notYours,
})

const MAX_ANSWERS = 300

/** What is chosen for the reservation as a whole. */
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
  /** Pays in cash at a desk, and holds until the event's deadline for that. */
  pays_at_desk: z.boolean().nullish(),
}

/** What a reservation is made of: its persons, each with what is their own, and what they share. */
export const wish = z.object({ participants: z.array(wishPerson).min(1), ...chosenTogether })
export type Wish = z.output<typeof wish>

/** What a body says of it: of each person in `participants`; or of oneself, and of the spouse who comes along as the same. */
const wishBody = z.object({
  participants: wishPersons.nullish(),
  participant_type_id: id.optional(),
  title_id: id.nullish(),
  designation_id: id.nullish(),
  /** Of everybody who names none of their own. */
  caterer_id: id.nullish(),
  /** The id of a person of one's own spouse list who comes along. */
  with_spouse: id.nullish(),
  medical_conditions: care.shape.medical_conditions.nullish(),
  dietary_preference: care.shape.dietary_preference.nullish(),
  female_related: care.shape.female_related.nullish(),
  /** The same three lists of the spouse who comes along. */
  spouse_care: care.partial().nullish(),
  ...chosenTogether,
  total: notYours,
  price: notYours,
  amount: notYours,
  lines: notYours,
  paid: notYours,
  balance: notYours,
  status: notYours,
  /** The total that was shown; another one is answered with 409 `quote_changed` and the new quote. */
  expected_total: money.nullish(),
})
type WishBody = z.output<typeof wishBody>

const isGiven = (value: unknown): boolean => value !== undefined && value !== null

interface Issues {
  readonly value: Partial<WishBody>
  readonly issues: z.core.$ZodRawIssue[]
}

/** Persons are listed, or oneself and the spouse are described: not both. */
const checkOneForm = ({ value, issues }: Issues): void => {
  if (!value.participants) return
  for (const field of SINGLE_FIELDS)
    if (isGiven(value[field])) issues.push({ code: 'custom', path: [field], message: 'unsupported', input: value })
}

/** A new reservation names somebody, and nothing of a spouse who does not come. */
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

export const reserveBody = wishBody.check(checkSomebody)
export type ReserveBody = z.output<typeof reserveBody>

/** The wish of a body: the one place where the two ways to name persons become one. */
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

/** A wish that was stored, also before persons were listed. */
export const storedWish = wishBody.transform(wishOf)

/** undefined keeps, null clears. */
export const editBody = wishBody.check(checkOneForm)
export type EditBody = z.output<typeof editBody>

/** A wish after an edit. */
export const editedWish = (current: Wish, patch: EditBody): Wish => {
  const { committee_type_id, accommodation, products, answers, arrival_at, departure_at, pays_at_desk } = patch
  const changes = { committee_type_id, accommodation, products, answers, arrival_at, departure_at, pays_at_desk }
  const kept = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined))
  return { ...current, ...kept, participants: editedPersons(current.participants, patch) }
}

/** Somebody who is put on a list comes along, as what they are there. */
const checkNewPersons = ({
  value,
  issues,
}: Issues & { value: { new_persons?: readonly NewPerson[] | null | undefined } }): void => {
  value.new_persons?.forEach(({ key, relation }, index) => {
    if (!value.participants?.some(({ person_id, role }) => person_id === key && role === relation))
      issues.push({ code: 'custom', path: ['new_persons', index, 'key'], message: 'unsupported', input: value })
  })
}

/** Somebody whom the desk registers: no account, e-mail or phone is needed. */
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
  /** Whose is not known counts as grown up. */
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
  .extend({ note: paragraphs(2000).optional(), new_persons: newPersons.nullish() })
  .check(checkOneForm)
  .check(checkNewPersons)

// ── What is answered ─────────────────────────────────────────────────────────────────────────────────────────────────

const named = z.object({ _id: id, name: z.string() })
export const receiptLink = z.object({ id, url: z.string() })

export const eventBrief = z.object({
  _id: id,
  slug: z.string(),
  name: z.string(),
  starts_at: timestamp,
  ends_at: timestamp,
  time_zone: z.string(),
  place: z.string(),
})

export const participantView = z.object({
  _id: id,
  role: z.enum(PARTICIPANT_ROLES),
  /** Of the owner's spouse list or family list; null for the main person. */
  person_id: id.nullable(),
  name: z.string(),
  participant_type: named,
  title: named.nullable(),
  designation: named.nullable(),
  caterer: named.nullable(),
  /** Under 18 on the first day. */
  minor: z.boolean(),
  /** The grown-up of this reservation who answers for a minor. */
  guardian: named.nullable(),
  /** Of a minor without one: the consent of somebody who does not come along; null where nobody was asked. */
  consent: z
    .object({
      status: z.enum(CONSENT_STATUSES),
      guardian_name: z.string(),
      /** Masked; null where nobody is asked by a link. */
      sent_to: z.string().nullable(),
      asked_at: timestamp.nullable(),
      answered_at: timestamp.nullable(),
      answered_name: z.string().nullable(),
      /** Recorded by staff. */
      on_paper: z.boolean(),
    })
    .nullable(),
  /** What is counted for this person alone; what is shared stands with the reservation. */
  lines: z.array(quoteLine),
  qr: receiptLink,
  checked_in_at: timestamp.nullable(),
  checked_out_at: timestamp.nullable(),
  /** Once it is known. */
  room: z.object({ _id: id, name: z.string(), block: z.string(), floor: z.int(), bed: z.int() }).nullable(),
})

export const timelineEntry = z.object({
  at: timestamp,
  from: z.enum(RESERVATION_STATUSES).nullable(),
  to: z.enum(RESERVATION_STATUSES),
  action: z.enum(RESERVATION_ACTIONS),
  actor: z.enum(['owner', 'staff', 'system', 'provider', 'gate']),
  /** The administrator's name, where one acted. */
  by: z.string().nullable(),
  reason: z.string(),
})

/** Money that came, by whom and when. */
const paymentLine = z.object({
  _id: id,
  method: z.string(),
  amount: money,
  receipt_number: z.int().nullable(),
  at: timestamp,
})

/** Money that goes back: `due` is still to be sent, `requested` is on its way. */
const refundLine = z.object({
  _id: id,
  amount: money,
  status: z.string(),
  kind: z.enum(REFUND_KINDS),
  reason: z.string(),
  /** How it was paid, and goes back. */
  method: z.string(),
  created_at: timestamp,
  /** When it should be back at the latest; null once it is. */
  expected_at: timestamp.nullable(),
  settled_at: timestamp.nullable(),
})

/** What becomes of somebody's room when a change that waits is paid. */
export const PENDING_ROOMS = ['kept', 'moves', 'lost'] as const

export const reservationView = z.object({
  _id: id,
  code: z.string(),
  status: z.enum(RESERVATION_STATUSES),
  event_id: id,
  event: eventBrief,
  user: named,
  hold_expires_at: timestamp.nullable(),
  pays_at_desk: z.boolean(),
  needs_approval: z.boolean(),
  approved_at: timestamp.nullable(),
  total: money,
  paid: z.int(),
  waived: money,
  /** Who waived it. */
  waived_by: z.string().nullable(),
  /** Given back as goodwill; it lowers what is owed. */
  reduced: money,
  /** What the organisation keeps by the refund rule. */
  retained: money,
  /** Nothing where the reservation failed, was cancelled or archived. */
  balance: money,
  /** What is due at once of the balance. */
  due_now: money,
  /** When the rest is due, where the place is secured by a deposit. */
  due_at: timestamp.nullable(),
  /** Until when staff keep a place that is paid in part. */
  kept_until: timestamp.nullable(),
  /** What would go back of the money if it were cancelled now; 0 where it cannot be. */
  refund_if_cancelled: money,
  /** What is said of its money, everywhere in the same words. */
  standing: standingView,
  payments: z.array(paymentLine),
  refunds: z.array(refundLine),
  currency,
  qr: receiptLink,
  participants: z.array(participantView),
  participant_type: named,
  title: named.nullable(),
  designation: named.nullable(),
  committee_type: named.nullable(),
  accommodation: z
    .object({ room_category_id: id, name: z.string(), check_in: day, check_out: day, room_id: id.nullable() })
    .nullable(),
  caterer: named.nullable(),
  with_spouse: id.nullable(),
  arrival_at: timestamp.nullable(),
  departure_at: timestamp.nullable(),
  answers: z.array(z.object({ question_id: id, label: z.string(), value: z.union([z.string(), z.number()]) })),
  lines: z.array(quoteLine),
  /** An edit that costs more: it waits, held, until the balance is paid. */
  pending_change: z
    .object({
      lines: z.array(quoteLine),
      total: money,
      previous_total: money,
      expires_at: timestamp,
      /** What becomes of the room when it is paid; null where it has none. */
      room: z.enum(PENDING_ROOMS).nullable(),
      /** The room it will be; the one that is lost, where none can be held. */
      room_name: z.string().nullable(),
    })
    .nullable(),
  /** Built-in fields and ids of questions that staff left open. */
  missing: z.array(z.string()),
  /** What staff wrote down for each other; null to the owner. */
  note: z.string().nullable(),
  timeline: z.array(timelineEntry),
  created_at: timestamp,
  allowed: z.array(z.enum(OFFERED_ACTIONS)),
})
export type ReservationView = z.output<typeof reservationView>

export const reservationRow = z.object({
  _id: id,
  code: z.string(),
  status: z.enum(RESERVATION_STATUSES),
  event_id: id,
  event: eventBrief,
  participant_type: named,
  persons: z.int(),
  hold_expires_at: timestamp.nullable(),
  kept_until: timestamp.nullable(),
  total: money,
  paid: z.int(),
  balance: money,
  due_at: timestamp.nullable(),
  /** Money that is still to go back. */
  refund_due: money,
  standing: standingView,
  currency,
  created_at: timestamp,
  allowed: z.array(z.enum(OFFERED_ACTIONS)),
})
export type ReservationRow = z.output<typeof reservationRow>

export const PAYMENT_FILTERS = ['paid', 'part_paid', 'unpaid', 'free', 'waived', 'desk'] as const

export const adminReservationRow = reservationRow.omit({ allowed: true }).extend({
  user: named,
  /** Everybody of the reservation, the main person first. */
  participants: z.array(z.object({ name: z.string(), role: z.enum(PARTICIPANT_ROLES), participant_type: z.string() })),
  phone: z.string().nullable(),
  email: z.string().nullable(),
  assembly: z.string().nullable(),
  room_category: z.string().nullable(),
  room: z.string().nullable(),
  source: z.enum(['self', 'staff', 'delegation', 'waiting_list']),
  needs_approval: z.boolean(),
  approved_at: timestamp.nullable(),
  pays_at_desk: z.boolean(),
  missing: z.array(z.string()),
  without_consent: z.boolean(),
})
export type AdminReservationRow = z.output<typeof adminReservationRow>

const reservationFilters = z.object({
  event_id: id.optional(),
  status: z.enum(RESERVATION_STATUSES).optional(),
  /** Participant type. */
  type: id.optional(),
  room: id.optional(),
  payment: z.enum(PAYMENT_FILTERS).optional(),
  /** Confirmed, with nights to sleep at an event still to come, and not a bed for every person in every night. */
  without_room: flag.optional(),
  /** Somebody under 18 comes without a guardian, and nobody has consented yet. */
  without_consent: flag.optional(),
  user_id: id.optional(),
})
export type ReservationFilters = z.output<typeof reservationFilters>

export const WAITING_KINDS = ['event', 'participant_type', 'beds', 'caterer', 'product_option'] as const
export const WAITING_STATUSES = ['waiting', 'offered', 'taken', 'expired', 'withdrawn'] as const
export const waitingView = z.object({
  _id: id,
  event_id: id,
  kind: z.enum(WAITING_KINDS),
  /** What is waited for, as the event calls it; empty for the event itself. */
  name: z.string(),
  status: z.enum(WAITING_STATUSES),
  /** How many wait before; 0 is next. */
  ahead: z.int(),
  offer_expires_at: timestamp.nullable(),
  created_at: timestamp,
})
export type WaitingView = z.output<typeof waitingView>

/** What can be sent again, and how. */
export const SENT_AGAIN = ['confirmation', 'ticket', 'receipt'] as const
const sendAgain = z.object({ what: z.enum(SENT_AGAIN), channel: z.enum(['mail', 'sms']).default('mail') })
export type SendAgain = z.output<typeof sendAgain>
/** An address or number that replaces what the account has, for this time. */
const sendAgainTo = z.object({ to: line(254).optional() })
export type SendAgainTo = z.output<typeof sendAgainTo>

export const pdfFile = z.object({ file_name: z.string(), mime: z.literal('application/pdf'), base64: z.string() })

export const receiptView = z.object({
  _id: id,
  code: z.string(),
  status: z.enum(RESERVATION_STATUSES),
  event: eventBrief,
  role: z.enum(PARTICIPANT_ROLES),
  name: z.string(),
  phone: z.string(),
  email: z.string(),
  participant_type: z.string(),
  total: money,
  paid: z.int(),
  balance: money,
  currency,
  standing: standingView,
  checked_in: z.boolean(),
  /** The signature of the link is ours; null where the link had none. */
  genuine: z.boolean().nullable(),
})
export type ReceiptView = z.output<typeof receiptView>

const roomOffer = z.object({
  _id: id,
  name: z.string(),
  block: named,
  floor: z.int(),
  room_category: named,
  beds: z.int(),
  beds_left: z.int(),
  gender: z.enum(['male', 'female', 'family']).nullable(),
  accessible: z.boolean(),
})

const roomNight = z.object({
  room_id: id,
  room: z.string(),
  block: z.string(),
  night: day,
  beds: z.int(),
  taken: z.int(),
})

const eventParams = z.object({ event_id: id })
const CREATE_ERRORS = [
  'event_full',
  'quota_exhausted',
  'already_reserved',
  'registration_closed',
  'not_eligible',
  'guardian_required',
  'quote_changed',
  'room_taken',
  'room_unsuitable',
] as const
/** What refuses a change of a reservation, whoever makes it. */
export const EDIT_ERRORS = [...CREATE_ERRORS, 'illegal_transition', 'hold_expired', 'refund_under_way'] as const

// ── Routes ───────────────────────────────────────────────────────────────────────────────────────────────────────────

export const reservationRoutes = {
  listMyReservations: listRoute({
    method: 'GET',
    path: '/user/reservations',
    access: signedIn('user'),
    summary: 'Own reservations, newest first',
    query: listQuery.extend({ status: z.enum(RESERVATION_STATUSES).optional() }),
    response: reservationRow,
  }),
  makeReservation: route({
    method: 'POST',
    path: '/user/reservations/{event_id}',
    access: signedIn('user'),
    summary: 'Reserve at an event',
    params: eventParams,
    body: reserveBody,
    response: reservationView,
    errors: [...CREATE_ERRORS, 'account_pending', 'idempotency_key_reused', 'idempotency_in_flight', 'overloaded'],
    idempotent: true,
    status: 201,
  }),
  getMyReservation: route({
    method: 'GET',
    path: '/user/reservations/{id}',
    access: signedIn('user'),
    summary: 'One own reservation',
    params: idParams,
    response: reservationView,
  }),
  editMyReservation: route({
    method: 'PUT',
    path: '/user/reservations/{id}',
    access: signedIn('user'),
    summary: 'Change an own reservation: what is left out stays, null clears',
    params: idParams,
    body: editBody,
    response: reservationView,
    errors: [...EDIT_ERRORS, 'cancellation_closed'],
  }),
  cancelMyReservation: route({
    method: 'DELETE',
    path: '/user/reservations/{id}',
    access: signedIn('user'),
    summary: 'Cancel an own reservation and free what it held',
    params: idParams,
    response: reservationView,
    errors: ['illegal_transition', 'cancellation_closed'],
  }),
  generateMyPdf: route({
    method: 'POST',
    path: '/user/reservations/{id}/generate-pdf',
    access: signedIn('user'),
    summary: 'Receipt and tickets as a PDF, base64',
    params: idParams,
    response: pdfFile,
    errors: ['illegal_transition'],
  }),
  sendMineAgain: route({
    method: 'POST',
    path: '/user/reservations/{id}/send-again',
    access: signedIn('user'),
    summary: 'Send the confirmation, ticket or receipt again to the own confirmed address or number',
    params: idParams,
    body: sendAgain,
    response: done,
    errors: ['illegal_transition'],
    limits: [{ points: 5, seconds: 3600, by: 'caller' }],
  }),
  hasReservation: route({
    method: 'GET',
    path: '/user/events/{id}/has-reservation',
    access: signedIn('user'),
    summary: 'Whether the caller has a live reservation or waits for a place',
    params: idParams,
    response: z.object({
      has_reservation: z.boolean(),
      reservation: z.object({ _id: id, code: z.string(), status: z.enum(RESERVATION_STATUSES) }).nullable(),
      waiting: z.array(waitingView),
    }),
  }),
  getDraft: route({
    method: 'GET',
    path: '/user/events/{id}/draft',
    access: signedIn('user'),
    summary: 'What the caller has chosen so far',
    params: idParams,
    response: z.object({ draft: z.record(z.string(), z.unknown()).nullable(), updated_at: timestamp.nullable() }),
  }),
  saveDraft: route({
    method: 'PUT',
    path: '/user/events/{id}/draft',
    access: signedIn('user'),
    summary: 'Keep what the caller has chosen so far',
    params: idParams,
    body: z.object({
      draft: z.record(z.string().max(100), z.unknown()).refine((value) => JSON.stringify(value).length <= 50_000, {
        error: 'too_big',
      }),
    }),
    response: z.object({ updated_at: timestamp }),
  }),
  deleteDraft: route({
    method: 'DELETE',
    path: '/user/events/{id}/draft',
    access: signedIn('user'),
    summary: 'Forget the draft',
    params: idParams,
    response: done,
  }),
  joinWaitingList: route({
    method: 'POST',
    path: '/user/events/{id}/waiting-list',
    access: signedIn('user'),
    summary: 'Wait for what is sold out of a wish',
    params: idParams,
    body: reserveBody,
    response: waitingView,
    errors: [...CREATE_ERRORS, 'already_waiting', 'still_available', 'account_pending'],
    idempotent: true,
    status: 201,
  }),
  acceptOffer: route({
    method: 'POST',
    path: '/user/events/{id}/waiting-list/accept',
    access: signedIn('user'),
    summary: 'Take what the waiting list offers: makes the reservation with what is held for it',
    params: idParams,
    body: z.object({ waiting_id: id.optional() }),
    response: reservationView,
    errors: [...CREATE_ERRORS, 'hold_expired', 'account_pending'],
    idempotent: true,
    status: 201,
  }),
  leaveWaitingList: route({
    method: 'DELETE',
    path: '/user/events/{id}/waiting-list',
    access: signedIn('user'),
    summary: 'Stop waiting; an offer goes to the next',
    params: idParams,
    response: done,
  }),
  listBookableRooms: route({
    method: 'GET',
    path: '/user/rooms',
    access: signedIn(),
    summary: 'Rooms of an event that have a free bed for these nights',
    query: z.object({
      event_id: id,
      room_category_id: id.optional(),
      check_in: day.optional(),
      check_out: day.optional(),
    }),
    response: z.array(roomOffer),
  }),
  listRoomNights: route({
    method: 'GET',
    path: '/shared/event-rooms-reservations',
    access: signedIn(),
    summary: 'How full the rooms of an event are, night by night, without names',
    query: z.object({ event_id: id }),
    response: z.array(roomNight),
  }),
  listEventBlocks: route({
    method: 'GET',
    path: '/shared/event-blocks',
    access: signedIn(),
    summary: 'Buildings of an event’s venue, or of all venues',
    query: z.object({ event_id: id.optional() }),
    response: z.array(z.object({ _id: id, name: z.string(), code: z.string(), event_center: named })),
  }),
  listRoomCategories: route({
    method: 'GET',
    path: '/shared/room-categories',
    access: signedIn(),
    summary: 'Room categories that an event offers, or all',
    query: z.object({ event_id: id.optional() }),
    response: z.array(z.object({ _id: id, name: z.string(), description: z.string() })),
  }),
  getReceipt: route({
    method: 'GET',
    path: '/qr/{id}',
    access: publicAccess,
    summary: 'The receipt behind a QR code; personal data is masked',
    params: idParams,
    query: z.object({ s: z.string().max(200).optional() }),
    response: receiptView,
  }),

  listReservations: listRoute({
    method: 'GET',
    path: '/admin/reservations',
    access: can('reservations.read'),
    summary: 'All reservations',
    query: listQuery.extend(reservationFilters.shape),
    response: adminReservationRow,
  }),
  exportReservations: fileRoute({
    method: 'GET',
    path: '/admin/reservations/export',
    access: can('reservations.export'),
    summary: 'The filtered reservations as CSV, streamed',
    fileTypes: ['text/csv'],
    query: listQuery.pick({ search: true }).extend({
      format: z.enum(['csv']).default('csv'),
      /** A row for each reservation, so that amounts add up; or one for each person who comes. */
      rows: z.enum(['reservations', 'persons']).default('reservations'),
      ...reservationFilters.shape,
    }),
  }),
  listRelatives: route({
    method: 'GET',
    path: '/admin/users/{id}/relatives',
    access: can('users.read'),
    summary: 'Whom a person can take along: their spouse list, and their children and companions',
    params: idParams,
    response: z.array(
      z.object({
        _id: id,
        relation: z.enum(['spouse', ...FAMILY_RELATIONS]),
        name: z.string(),
        gender: z.enum(['male', 'female']),
        birth_date: day.nullable(),
        title_id: id.nullable(),
      }),
    ),
  }),
  makeReservationFor: route({
    method: 'POST',
    path: '/admin/reservations/{event_id}',
    access: can('reservations.create'),
    summary: 'Reserve for a user, or for somebody without account',
    params: eventParams,
    body: staffReserveBody,
    response: reservationView,
    errors: [...CREATE_ERRORS, 'email_taken'],
    idempotent: true,
    status: 201,
  }),
  getReservation: route({
    method: 'GET',
    path: '/admin/reservations/{id}',
    access: can('reservations.read'),
    summary: 'One reservation with its history',
    params: idParams,
    response: reservationView,
  }),
  editReservation: route({
    method: 'PUT',
    path: '/admin/reservations/{id}',
    access: can('reservations.update'),
    summary: 'Change a reservation: what is left out stays, null clears',
    params: idParams,
    body: staffEditBody,
    response: reservationView,
    errors: EDIT_ERRORS,
  }),
  cancelReservation: route({
    method: 'DELETE',
    path: '/admin/reservations/{id}',
    access: can('reservations.cancel'),
    summary: 'Cancel a reservation and free what it held',
    params: idParams,
    body: z.object({
      reason: line(300).optional(),
      /** What goes back of the money: by the event's rule, or everything. */
      refund: z.enum(['rule', 'full']).optional(),
    }),
    response: reservationView,
    errors: ['illegal_transition'],
  }),
  keepReservation: route({
    method: 'PUT',
    path: '/admin/reservations/{id}/hold',
    access: can('reservations.update'),
    summary:
      'Keep the place of somebody who paid a part until a date; after it, the reservation is on the open list again',
    params: idParams,
    body: z.object({ until: timestamp }),
    response: reservationView,
    errors: ['illegal_transition'],
  }),
  approveReservation: route({
    method: 'POST',
    path: '/admin/reservations/{id}/approve',
    access: can('reservations.approve'),
    summary: 'Approve a reservation that waits for it',
    params: idParams,
    response: reservationView,
    errors: ['illegal_transition'],
    idempotent: true,
  }),
  waiveBalance: route({
    method: 'POST',
    path: '/admin/reservations/{id}/waive',
    access: can('reservations.waive'),
    summary: 'Waive what is still owed, or part of it, with a reason',
    params: idParams,
    body: z.object({ amount: z.int().min(1).optional(), reason: line(300) }),
    response: reservationView,
    errors: ['illegal_transition', 'nothing_to_pay'],
    idempotent: true,
  }),
  generatePdf: route({
    method: 'POST',
    path: '/admin/reservations/{id}/generate-pdf',
    access: can('reservations.read'),
    summary: 'Receipt and tickets as a PDF, base64',
    params: idParams,
    response: pdfFile,
    errors: ['illegal_transition'],
  }),
  sendAgain: route({
    method: 'POST',
    path: '/admin/reservations/{id}/send-again',
    access: can('reservations.email'),
    summary: 'Send the confirmation, ticket or receipt again, also to a corrected address or number',
    params: idParams,
    body: sendAgain.extend(sendAgainTo.shape),
    response: done,
    errors: ['illegal_transition'],
    limits: [{ points: 120, seconds: 3600, by: 'caller' }],
  }),
  readCare: route({
    method: 'GET',
    path: '/admin/reservations/{id}/care',
    access: can('care.read'),
    summary: 'Medical conditions and diets of the persons of a reservation; every reading is recorded',
    params: idParams,
    response: z.array(care.extend({ participant_id: id, name: z.string() })),
  }),
  listWaiting: listRoute({
    method: 'GET',
    path: '/admin/events/{id}/waiting-list',
    access: can('waiting_list.read'),
    summary: 'Who waits for what at an event, in order',
    params: idParams,
    query: listQuery.extend({ status: z.enum(WAITING_STATUSES).optional() }),
    response: waitingView.omit({ ahead: true }).extend({ user: named }),
  }),
} as const
