import type { Language } from '@shiloh/contract/core'
import type { ErrorCode, FieldError } from '@shiloh/contract/errors'
import { type EventField, type EventFields, evaluateForm, fieldMode, type KeptAnswer } from '@shiloh/contract/forms'
import { depositPercentAt, dueAtOnceOf, type UnpaidRule } from '@shiloh/contract/money'
import { addDays, nightsBetween } from '@shiloh/contract/nights'
import { type Quote, type QuoteLine, type QuoteOffer, quote, type RefundRule } from '@shiloh/contract/quote'
import { type Care, nextStatus, type ReservationStatus, type Wish } from '@shiloh/contract/reservations'
import type { Gender } from './beds/rules.ts'

// ── What the rules look at ───────────────────────────────────────────────────────────────────────────────────────────

export const QUOTA_KINDS = [
  'event',
  'desk_holds',
  'participant_type',
  'beds',
  'caterer',
  'product_option',
  'question_option',
] as const
export type QuotaKind = (typeof QUOTA_KINDS)[number]

/** An event with everything it offers. `refId` is the row of the event that a quota limits. */
export interface EventOffer extends QuoteOffer {
  readonly id: string
  /** Changes whenever anything of the offer does. */
  readonly version: string
  readonly slug: string
  readonly codePrefix: string
  readonly name: string
  readonly status: 'draft' | 'published' | 'unpublished' | 'archived'
  readonly startsAt: Date
  readonly endsAt: Date
  readonly timeZone: string
  readonly place: string
  readonly opensAt: Date | null
  readonly closesAt: Date | null
  readonly centerId: string | null
  readonly holdMinutes: number
  /** When the balance after a deposit is due; null: so many days before the start. */
  readonly balanceDueAt: Date | null
  readonly unpaidRule: UnpaidRule
  readonly cashDeadline: Date | null
  readonly approvalRequired: boolean
  readonly cancellationDeadline: Date | null
  readonly refundRules: readonly RefundRule[]
  readonly waitingMinutes: number
  readonly careRetentionDays: number
  readonly fields: EventFields
  readonly formVersionId: string | null
  readonly participant_types: readonly {
    readonly _id: string
    readonly refId: string
    readonly name: string
    readonly note: string
    readonly price: number
    readonly membersOnly: boolean
    readonly titleIds: readonly string[]
    readonly designationIds: readonly string[]
  }[]
  readonly accommodations: readonly {
    readonly room_category_id: string
    readonly refId: string
    readonly name: string
    readonly blockIds: readonly string[]
    readonly price_per_night: number
    readonly charged_per: 'person' | 'room'
    readonly check_in_from: string
    readonly check_out_until: string
  }[]
  readonly caterers: readonly {
    readonly _id: string
    readonly refId: string
    readonly name: string
    readonly note: string
    readonly price_per_day: number
    readonly days: number
  }[]
  readonly products: readonly {
    readonly _id: string
    readonly name: string
    readonly options: readonly {
      readonly _id: string
      readonly refId: string
      readonly name: string
      readonly price: number
      readonly maxPerReservation: number
    }[]
  }[]
}

/** Somebody who takes part, as their account has it. */
export interface Person {
  readonly id: string
  readonly status: 'pending' | 'approved' | 'deactivated'
  readonly name: string
  readonly gender: Gender | null
  readonly isNotMember: boolean
  /** Null while it waits for confirmation. */
  readonly titleId: string | null
  readonly designationId: string | null
  readonly email: string | null
  readonly phone: string | null
  readonly language: Language
  readonly wantsMail: boolean
  readonly wantsSms: boolean
}

/** The title and designation that somebody bears as far as they decide something. */
export interface Bearing {
  readonly titleId: string | null
  readonly designationId: string | null
}

/** A person of somebody's spouse list. */
export interface Companion {
  readonly id: string
  readonly ownerId: string
  readonly linkedUserId: string | null
  readonly name: string
  readonly gender: Gender
  readonly removed: boolean
}

/** Names of the titles, designations and committee types that a wish mentions and that exist. */
export interface Names {
  readonly titles: ReadonlyMap<string, string>
  readonly designations: ReadonlyMap<string, string>
  readonly committeeTypes: ReadonlyMap<string, string>
}

/** Who asks. Staff may go around the registration window and leave required answers open. */
export type Asker = 'owner' | 'staff'

export interface Refusal {
  readonly code: ErrorCode
  readonly fields: readonly FieldError[]
  readonly data?: Readonly<Record<string, unknown>>
}

/** So much of one quota, and the field that asked for it. */
export interface Demand {
  readonly key: string
  readonly kind: QuotaKind
  readonly refId: string | null
  readonly quantity: number
  /** Null for the event's places as a whole. */
  readonly field: string | null
}

export interface PlannedParticipant {
  readonly role: 'main' | 'spouse'
  readonly userId: string | null
  readonly spouseId: string | null
  readonly name: string
  readonly gender: Gender | null
  readonly care: Care | null
  readonly bearing: Bearing
  /** Which of the two staff wrote down. */
  readonly written: Bearing
}

/** A wish that the rules accept, worked out: only the quotas have yet to say yes. */
export interface Plan {
  readonly wish: Wish
  readonly participants: readonly PlannedParticipant[]
  readonly quote: Quote
  /** What must be covered before it is active; null: everything. */
  readonly dueAtOnce: number | null
  readonly demand: readonly Demand[]
  readonly answers: readonly KeptAnswer[]
  readonly missing: readonly string[]
  readonly needsApproval: boolean
  readonly paysAtDesk: boolean
  readonly status: ReservationStatus
  readonly holdExpiresAt: Date | null
}

export const quotaKey = (eventId: string, kind: QuotaKind, refId: string | null, night: string | null = null): string =>
  `${eventId}/${kind}/${refId ?? ''}/${night ?? ''}`

// ── One wish ─────────────────────────────────────────────────────────────────────────────────────────────────────────

export interface WishFacts {
  readonly offer: EventOffer
  readonly person: Person
  readonly companion: Companion | undefined
  readonly names: Names
  readonly now: Date
  readonly by: Asker
  /** What staff wrote down about the main person: it decides before what the account says. */
  readonly written?: Bearing | undefined
  /** An edit: what stays chosen keeps its price, and needs not be on offer to new people any more. */
  readonly standing?: { readonly wish: Wish; readonly lines: readonly QuoteLine[] }
}

const NO_CARE: Care = { medical_conditions: [], dietary_preference: [], female_related: [] }
const hasCare = (care: Care): boolean =>
  care.medical_conditions.length + care.dietary_preference.length + care.female_related.length > 0

/** Whether reservations are taken at this instant. */
export const isRegistrationOpen = (
  offer: Pick<EventOffer, 'status' | 'opensAt' | 'closesAt' | 'endsAt'>,
  now: Date,
): boolean =>
  offer.status === 'published' &&
  (offer.opensAt === null || offer.opensAt <= now) &&
  now < (offer.closesAt ?? offer.endsAt)

/** Whether the owner may no longer change or cancel by themself. */
export const isDeadlinePassed = (offer: Pick<EventOffer, 'cancellationDeadline' | 'endsAt'>, now: Date): boolean =>
  now >= (offer.cancellationDeadline ?? offer.endsAt)

const decideWindow = ({ offer, now, by, standing }: WishFacts): Refusal | undefined => {
  if (offer.status === 'draft') return { code: 'not_found', fields: [] }
  if (offer.status !== 'published') return { code: 'registration_closed', fields: [] }
  // An edit has its own deadline; staff go around the window, not around the end of the event.
  const isOpen = by === 'staff' || standing ? now < offer.endsAt : isRegistrationOpen(offer, now)
  return isOpen ? undefined : { code: 'registration_closed', fields: [] }
}

export const NO_BEARING: Bearing = { titleId: null, designationId: null }

/**
 * The title and designation that decide about participant types, prices and kept rooms: what staff wrote down, else the account's.
 * What a request says about them is an answer to a question, and decides nothing.
 */
export const bearingOf = (
  person: Pick<Person, 'titleId' | 'designationId'>,
  written: Bearing = NO_BEARING,
): Bearing => ({
  titleId: written.titleId ?? person.titleId,
  designationId: written.designationId ?? person.designationId,
})

/** What staff write down when they make a reservation; nothing when the owner does. */
export const writtenBy = (by: Asker, wish: Pick<Wish, 'title_id' | 'designation_id'>): Bearing =>
  by === 'staff' ? { titleId: wish.title_id ?? null, designationId: wish.designation_id ?? null } : NO_BEARING

/** Whether the participant type is open to this person. */
const isTypeOpenTo = (
  type: EventOffer['participant_types'][number],
  person: Pick<Person, 'isNotMember'>,
  { titleId, designationId }: Bearing,
): boolean => {
  if (type.membersOnly && person.isNotMember) return false
  if (type.titleIds.length === 0 && type.designationIds.length === 0) return true
  return (
    (titleId !== null && type.titleIds.includes(titleId)) ||
    (designationId !== null && type.designationIds.includes(designationId))
  )
}

interface Findings {
  readonly fields: FieldError[]
  readonly missing: string[]
}

/** A built-in question: hidden ones take no answer, required ones need one (from staff, later). */
const checkField = (
  { offer, by }: WishFacts,
  findings: Findings,
  name: EventField,
  field: string,
  given: boolean,
): void => {
  const mode = fieldMode(offer.fields, name)
  if (mode === 'hidden' && given) findings.fields.push({ field, code: 'not_offered' })
  if (mode === 'required' && !given) {
    if (by === 'staff') findings.missing.push(field)
    else findings.fields.push({ field, code: 'required' })
  }
}

const checkNamed = (
  facts: WishFacts,
  findings: Findings,
  name: EventField,
  field: 'title_id' | 'designation_id' | 'committee_type_id',
  value: string | null | undefined,
  known: ReadonlyMap<string, string>,
): void => {
  checkField(facts, findings, name, field, value !== null && value !== undefined)
  if (value && !known.has(value)) findings.fields.push({ field, code: 'not_found' })
}

const checkStay = ({ offer }: WishFacts, { fields }: Findings, wish: Wish): void => {
  const stay = wish.accommodation
  if (!stay) return
  const offered = offer.accommodations.find(({ room_category_id }) => room_category_id === stay.room_category_id)
  if (!offered) {
    fields.push({ field: 'accommodation.room_category_id', code: 'not_offered' })
    return
  }
  if (stay.check_out <= stay.check_in) {
    fields.push({ field: 'accommodation.check_out', code: 'date_order' })
    return
  }
  if (stay.check_in < offered.check_in_from || stay.check_in >= offered.check_out_until)
    fields.push({ field: 'accommodation.check_in', code: 'not_offered' })
  if (stay.check_out > offered.check_out_until) fields.push({ field: 'accommodation.check_out', code: 'not_offered' })
}

const checkProducts = ({ offer }: WishFacts, { fields }: Findings, wish: Wish): void => {
  const options = offer.products.flatMap((product) => product.options)
  const seen = new Set<string>()
  wish.products?.forEach(({ product_option_id, quantity }, index) => {
    const option = options.find(({ _id }) => _id === product_option_id)
    if (!option) fields.push({ field: `products.${index}.product_option_id`, code: 'not_offered' })
    else if (quantity > option.maxPerReservation) fields.push({ field: `products.${index}.quantity`, code: 'too_big' })
    if (seen.has(product_option_id)) fields.push({ field: `products.${index}.product_option_id`, code: 'invalid' })
    seen.add(product_option_id)
  })
}

const checkSpouse = (facts: WishFacts, { fields }: Findings, wish: Wish): void => {
  if (!wish.with_spouse) {
    if (wish.spouse_care && hasCare({ ...NO_CARE, ...wish.spouse_care }))
      fields.push({ field: 'spouse_care', code: 'unsupported' })
    return
  }
  if (fieldMode(facts.offer.fields, 'spouse') === 'hidden') fields.push({ field: 'with_spouse', code: 'not_offered' })
  const { companion, person, standing } = facts
  const isKnown = companion && companion.ownerId === person.id && companion.id === wish.with_spouse
  // Somebody taken off the list stays in the reservation they are part of.
  if (!isKnown || (companion.removed && standing?.wish.with_spouse !== companion.id))
    fields.push({ field: 'with_spouse', code: 'not_found' })
}

/** Care of the main person, and of the spouse when one comes along. */
const caresOf = (wish: Wish): { main: Care; spouse: Care } => ({
  main: {
    medical_conditions: wish.medical_conditions ?? [],
    dietary_preference: wish.dietary_preference ?? [],
    female_related: wish.female_related ?? [],
  },
  spouse: { ...NO_CARE, ...wish.spouse_care },
})

const checkCare = (facts: WishFacts, findings: Findings, wish: Wish): void => {
  const { main, spouse } = caresOf(wish)
  const lists = ['medical_conditions', 'dietary_preference', 'female_related'] as const
  for (const list of lists) {
    const isForThem = list !== 'female_related' || facts.person.gender !== 'male'
    const given = main[list].length > 0
    if (given && !isForThem) findings.fields.push({ field: list, code: 'not_eligible' })
    // An empty list is an answer: nothing of the kind.
    if (isForThem) checkField(facts, findings, list, list, given || (wish[list] !== undefined && wish[list] !== null))
    if (spouse[list].length > 0 && fieldMode(facts.offer.fields, list) === 'hidden')
      findings.fields.push({ field: `spouse_care.${list}`, code: 'not_offered' })
  }
  if (spouse.female_related.length > 0 && facts.companion?.gender === 'male')
    findings.fields.push({ field: 'spouse_care.female_related', code: 'not_eligible' })
}

const checkTravel = (facts: WishFacts, findings: Findings, wish: Wish): void => {
  const { arrival_at, departure_at } = wish
  checkField(facts, findings, 'arrival', 'arrival_at', arrival_at !== null && arrival_at !== undefined)
  checkField(facts, findings, 'departure', 'departure_at', departure_at !== null && departure_at !== undefined)
  if (arrival_at && departure_at && Date.parse(departure_at) < Date.parse(arrival_at))
    findings.fields.push({ field: 'departure_at', code: 'date_order' })
}

/** What a wish takes of the event's quotas. */
export const demandOf = (offer: EventOffer, wish: Wish, persons: number, holdsAtDesk: boolean): Demand[] => {
  const demand: Demand[] = []
  const add = (
    kind: QuotaKind,
    refId: string | null,
    quantity: number,
    field: string | null,
    night: string | null = null,
  ) => demand.push({ key: quotaKey(offer.id, kind, refId, night), kind, refId, quantity, field })
  add('event', null, persons, null)
  const type = offer.participant_types.find(({ _id }) => _id === wish.participant_type_id)
  if (type) add('participant_type', type.refId, persons, 'participant_type_id')
  const stay = wish.accommodation
  const lodging =
    stay && offer.accommodations.find(({ room_category_id }) => room_category_id === stay.room_category_id)
  if (stay && lodging)
    for (const night of nightsBetween(stay.check_in, stay.check_out))
      add('beds', lodging.refId, persons, 'accommodation.room_category_id', night)
  const caterer = offer.caterers.find(({ _id }) => _id === wish.caterer_id)
  if (caterer) add('caterer', caterer.refId, persons, 'caterer_id')
  const options = offer.products.flatMap((product) => product.options)
  wish.products?.forEach(({ product_option_id, quantity }, index) => {
    const option = options.find(({ _id }) => _id === product_option_id)
    if (option) add('product_option', option.refId, quantity, `products.${index}.product_option_id`)
  })
  const { options: chosen } = evaluateForm(offer.form, wish.answers ?? {}, wish.participant_type_id, { lenient: true })
  for (const { question, option } of chosen)
    if (option.capacity !== null) add('question_option', option._id, 1, `answers.${question._id}`)
  if (holdsAtDesk) add('desk_holds', null, persons, 'pays_at_desk')
  return demand
}

const participantsOf = ({ person, companion, written }: WishFacts, wish: Wish): PlannedParticipant[] => {
  const { main, spouse } = caresOf(wish)
  return [
    {
      role: 'main',
      userId: person.id,
      spouseId: null,
      name: person.name,
      gender: person.gender,
      care: hasCare(main) ? main : null,
      bearing: bearingOf(person, written),
      written: written ?? NO_BEARING,
    },
    ...(wish.with_spouse && companion
      ? [
          {
            role: 'spouse' as const,
            userId: companion.linkedUserId,
            spouseId: companion.id,
            name: companion.name,
            gender: companion.gender,
            care: hasCare(spouse) ? spouse : null,
            bearing: NO_BEARING,
            written: NO_BEARING,
          },
        ]
      : []),
  ]
}

/** Decides one wish by every rule that needs no counting. */
export const decideWish = (facts: WishFacts, wish: Wish, expectedTotal?: number | null): Plan | Refusal => {
  const { offer, person, names, now, by, standing } = facts
  const closed = decideWindow(facts)
  if (closed) return closed
  if (person.status === 'deactivated') return { code: 'account_deactivated', fields: [] }
  if (person.status === 'pending' && by === 'owner') return { code: 'account_pending', fields: [] }

  const findings: Findings = { fields: [], missing: [] }
  const type = offer.participant_types.find(({ _id }) => _id === wish.participant_type_id)
  if (!type) findings.fields.push({ field: 'participant_type_id', code: 'not_offered' })
  checkNamed(facts, findings, 'title', 'title_id', wish.title_id, names.titles)
  checkNamed(facts, findings, 'designation', 'designation_id', wish.designation_id, names.designations)
  checkNamed(facts, findings, 'committee_type', 'committee_type_id', wish.committee_type_id, names.committeeTypes)
  checkStay(facts, findings, wish)
  if (wish.caterer_id && !offer.caterers.some(({ _id }) => _id === wish.caterer_id))
    findings.fields.push({ field: 'caterer_id', code: 'not_offered' })
  checkProducts(facts, findings, wish)
  checkSpouse(facts, findings, wish)
  checkCare(facts, findings, wish)
  checkTravel(facts, findings, wish)
  const paysAtDesk = wish.pays_at_desk ?? false
  if (paysAtDesk && !standing?.wish.pays_at_desk && (offer.cashDeadline === null || offer.cashDeadline <= now))
    findings.fields.push({ field: 'pays_at_desk', code: 'not_offered' })
  const evaluation = evaluateForm(offer.form, wish.answers ?? {}, wish.participant_type_id, { lenient: by === 'staff' })
  findings.fields.push(...evaluation.errors)
  if (findings.fields.length > 0) return { code: 'invalid_input', fields: findings.fields }

  const keepsType = standing?.wish.participant_type_id === wish.participant_type_id
  if (type && !keepsType && !isTypeOpenTo(type, person, bearingOf(person, facts.written)))
    return { code: 'not_eligible', fields: [{ field: 'participant_type_id', code: 'not_eligible' }] }

  const deposit_percent = depositPercentAt(offer, now)
  const quoted = quote({ ...offer, deposit_percent }, wish, standing?.lines)
  if (expectedTotal !== null && expectedTotal !== undefined && expectedTotal !== quoted.total)
    return { code: 'quote_changed', fields: [], data: { quote: quoted } }

  const participants = participantsOf(facts, wish)
  const needsApproval = offer.approvalRequired && by === 'owner'
  const status =
    nextStatus(null, 'make', { settled: quoted.total === 0, approved: !needsApproval, free: true }) ?? 'pending'
  const isHeld = status === 'pending' && !needsApproval
  const holdExpiresAt = isHeld ? holdEnd(offer, paysAtDesk, now) : null
  return {
    wish,
    participants,
    quote: quoted,
    dueAtOnce: dueAtOnceOf(quoted.total, deposit_percent),
    demand: demandOf(offer, wish, participants.length, paysAtDesk && status === 'pending'),
    answers: evaluation.kept,
    missing: [...findings.missing, ...evaluation.missing],
    needsApproval,
    paysAtDesk,
    status,
    holdExpiresAt,
  }
}

/** Until when something unpaid is held. */
export const holdEnd = (
  offer: Pick<EventOffer, 'cashDeadline' | 'holdMinutes'>,
  paysAtDesk: boolean,
  now: Date,
): Date =>
  paysAtDesk && offer.cashDeadline !== null && offer.cashDeadline > now
    ? offer.cashDeadline
    : new Date(now.getTime() + offer.holdMinutes * 60_000)

/** The day after which the sealed data of an event's people are deleted. */
export const purgeDay = (offer: Pick<EventOffer, 'endsAt' | 'careRetentionDays'>): string =>
  addDays(offer.endsAt.toISOString().slice(0, 10), offer.careRetentionDays)

/** What staff need of the sealed data, and nothing more. */
export const needsOf = (care: Care): { groundFloor: boolean; quietRoom: boolean; diets: readonly string[] } => ({
  groundFloor: care.medical_conditions.includes('mobility_issue'),
  quietRoom: care.female_related.length > 0,
  diets: care.dietary_preference,
})
