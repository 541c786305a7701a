import type { Language } from '@shiloh/contract/core'
import type { ErrorCode, FieldError } from '@shiloh/contract/errors'
import {
  type EventField,
  type EventFields,
  evaluateForm,
  fieldMode,
  type KeptAnswer,
} from '@shiloh/contract/forms/forms'
import { depositPercentAt, dueAtOnceOf, type UnpaidRule } from '@shiloh/contract/payments/money'
import { addDays, nightsBetween } from '@shiloh/contract/reservations/nights'
import {
  ageOn,
  CARE_LISTS,
  type Care,
  type ConsentContact,
  isAskedFemale,
  isForAge,
  isMinorAt,
  isSameMailbox,
  isSamePerson,
  missingOf,
  type ParticipantRole,
  type PersonField,
  type WishPerson,
} from '@shiloh/contract/reservations/party'
import {
  type Quote,
  type QuoteLine,
  type QuoteOffer,
  quote,
  type RefundRule,
} from '@shiloh/contract/reservations/quote'
import { nextStatus, type ReservationStatus } from '@shiloh/contract/reservations/states'
import type { Wish } from '@shiloh/contract/reservations/wish'
import type { Gender } from './beds.rules.ts'

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
  /** The day on which it begins, in its time zone: ages are counted on it. */
  readonly firstDay: string
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
    readonly min_age: number | null
    readonly max_age: number | null
  }[]
  readonly accommodations: readonly {
    readonly room_category_id: string
    readonly refId: string
    readonly name: string
    readonly blockIds: readonly string[]
    readonly price_per_night: number
    readonly charged_per: 'person' | 'room'
    /** Of the largest room. */
    readonly beds_per_room: number
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
  readonly birthDate: string | null
  readonly isNotMember: boolean
  /** Null while it waits for confirmation. */
  readonly titleId: string | null
  readonly designationId: string | null
  readonly email: string | null
  readonly phone: string | null
  /** The addresses of their account: e-mail, e-mail to be confirmed, phone. */
  readonly addresses: readonly (string | null)[]
  readonly language: Language
  readonly wantsMail: boolean
  readonly wantsSms: boolean
}

/** The title and designation that somebody bears as far as they decide something. */
export interface Bearing {
  readonly titleId: string | null
  readonly designationId: string | null
}

/** A person of somebody's spouse list or family list. */
export interface Relative {
  readonly id: string
  readonly relation: 'spouse' | 'child' | 'companion'
  readonly ownerId: string
  readonly linkedUserId: string | null
  readonly name: string
  readonly gender: Gender
  readonly birthDate: string | null
  readonly titleId: string | null
  readonly removed: boolean
  /** The addresses of the account that they are linked to. */
  readonly addresses: readonly (string | null)[]
}

/** Names of the titles, designations and committee types that a wish mentions and that exist. */
export interface Names {
  readonly titles: ReadonlyMap<string, string>
  readonly designations: ReadonlyMap<string, string>
  readonly committeeTypes: ReadonlyMap<string, string>
  /** Titles and designations among them that count only once the office has confirmed them. */
  readonly toConfirm?: ReadonlySet<string>
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
  readonly role: ParticipantRole
  readonly userId: string | null
  readonly spouseId: string | null
  readonly memberId: string | null
  readonly name: string
  readonly gender: Gender | null
  /** The event's row of what they take part as. */
  readonly typeRef: string
  readonly titleId: string | null
  readonly designationId: string | null
  readonly catererRef: string | null
  readonly minor: boolean
  /** Of a minor: the place of their guardian among the participants. */
  readonly guardian: number | null
  /** Of a minor without a guardian: who is asked for consent. */
  readonly consentFrom: ConsentContact | null
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
  /** Those whom the wish names of the person's lists, by id. */
  readonly relatives: ReadonlyMap<string, Relative>
  readonly names: Names
  readonly now: Date
  readonly by: Asker
  /** What staff wrote down about the persons: it decides before what accounts and lists say. */
  readonly written?: Written | undefined
  /** An edit: what stays chosen keeps its price, and needs not be on offer to new people any more. */
  readonly standing?: {
    readonly wish: Wish
    readonly lines: readonly QuoteLine[]
    /** What was never asked; everything else was answered, also with nothing. */
    readonly missing?: readonly string[]
  }
}

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

const NO_BEARING: Bearing = { titleId: null, designationId: null }

/** What staff wrote down of each person's title and designation: by their id on the owner's lists, the main person by ''. */
export type Written = ReadonlyMap<string, Bearing>

/** What staff write down when they make a reservation; nothing when the owner does. */
export const writtenBy = (by: Asker, { participants }: Pick<Wish, 'participants'>): Written =>
  new Map(
    by === 'staff'
      ? participants.map(({ person_id, title_id, designation_id }) => [
          person_id ?? '',
          { titleId: title_id ?? null, designationId: designation_id ?? null },
        ])
      : [],
  )

/** What is looked at of the persons of a wish. */
type PartyFacts = Pick<WishFacts, 'offer' | 'person' | 'relatives' | 'written'>

const writtenOf = ({ written }: PartyFacts, { person_id }: WishPerson): Bearing =>
  written?.get(person_id ?? '') ?? NO_BEARING

/**
 * The title and designation that decide about participant types, prices and kept rooms: what staff wrote down, else the account's
 * or the spouse list's. What a request says about them is an answer to a question, and decides nothing.
 */
const bearingOf = (facts: PartyFacts, one: WishPerson): Bearing => {
  const written = writtenOf(facts, one)
  const known =
    one.role === 'main'
      ? facts.person
      : { titleId: facts.relatives.get(one.person_id ?? '')?.titleId ?? null, designationId: null }
  return {
    titleId: written.titleId ?? known.titleId,
    designationId: written.designationId ?? known.designationId,
  }
}

/** The age on the event's first day; null where the birth date is not known. */
const ageOf = ({ offer, person, relatives }: PartyFacts, { role, person_id }: WishPerson): number | null => {
  const birthDate = role === 'main' ? person.birthDate : (relatives.get(person_id ?? '')?.birthDate ?? null)
  return birthDate === null ? null : ageOn(birthDate, offer.firstDay)
}

/** Whether the participant type is open to one person of the wish. What is for those who bear a title is for their spouses too. */
const isTypeOpenTo = (
  type: EventOffer['participant_types'][number],
  facts: WishFacts,
  wish: Wish,
  one: WishPerson,
): boolean => {
  if (type.membersOnly && facts.person.isNotMember) return false
  if (!isForAge(type, ageOf(facts, one))) return false
  if (type.titleIds.length === 0 && type.designationIds.length === 0) return true
  const bearers = one.role === 'spouse' ? [one, ...wish.participants.slice(0, 1)] : [one]
  return bearers.some((bearer) => {
    const { titleId, designationId } = bearingOf(facts, bearer)
    return (
      (titleId !== null && type.titleIds.includes(titleId)) ||
      (designationId !== null && type.designationIds.includes(designationId))
    )
  })
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
    if (by === 'staff') findings.missing.push(field.replace(/^participants\.0\./, ''))
    else findings.fields.push({ field, code: 'required' })
  }
}

const checkNamed = (
  facts: WishFacts,
  findings: Findings,
  name: EventField,
  field: string,
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

const fieldOf = (index: number, name: keyof WishPerson): string => `participants.${index}.${name}`

const careOf = (one: WishPerson): Care => ({
  medical_conditions: one.medical_conditions ?? [],
  dietary_preference: one.dietary_preference ?? [],
  female_related: one.female_related ?? [],
})

const standingOf = ({ standing }: WishFacts, one: WishPerson): WishPerson | undefined =>
  standing?.wish.participants.find((before) => isSamePerson(before, one))

/** Who comes along is of one's own lists, in the role they have there. Who was taken off stays where they take part already. */
const checkRelative = (facts: WishFacts, { fields }: Findings, one: WishPerson, index: number): void => {
  if (one.role === 'main') return
  const field = fieldOf(index, 'person_id')
  if (fieldMode(facts.offer.fields, 'spouse') === 'hidden') fields.push({ field, code: 'not_offered' })
  const relative = facts.relatives.get(one.person_id ?? '')
  const isKnown = relative && relative.ownerId === facts.person.id && relative.relation === one.role
  if (!isKnown || (relative.removed && !standingOf(facts, one))) fields.push({ field, code: 'not_found' })
}

const genderOf = ({ person, relatives }: PartyFacts, one: WishPerson): Gender | null =>
  one.role === 'main' ? person.gender : (relatives.get(one.person_id ?? '')?.gender ?? null)

const missingName = ({ role, person_id }: WishPerson, field: PersonField): string =>
  role === 'main' ? field : missingOf(person_id ?? '', field)

/** Whether a list about somebody's health was answered before: of an empty answer nothing else is kept. */
const wasAnswered = (facts: WishFacts, one: WishPerson, field: PersonField): boolean =>
  standingOf(facts, one) !== undefined && !(facts.standing?.missing ?? []).includes(missingName(one, field))

/** What the event requires of everybody and staff did not know of somebody who comes along: they are asked later. */
const checkLater = (
  facts: WishFacts,
  { missing }: Findings,
  one: WishPerson,
  field: PersonField,
  isAnswered: boolean,
): void => {
  const asks = field === 'title_id' ? 'title' : field === 'designation_id' ? 'designation' : field
  if (isAnswered || fieldMode(facts.offer.fields, asks) !== 'required') return
  const name = missingName(one, field)
  if (standingOf(facts, one) ? facts.standing?.missing?.includes(name) : facts.by === 'staff') missing.push(name)
}

const checkCare = (facts: WishFacts, findings: Findings, one: WishPerson, index: number): void => {
  const care = careOf(one)
  const isFemale = isAskedFemale(genderOf(facts, one), ageOf(facts, one))
  for (const list of CARE_LISTS) {
    const field = fieldOf(index, list)
    const isForThem = list !== 'female_related' || isFemale
    const given = care[list].length > 0
    // What was said before a child's age was known stands, and keeps no edit from being saved.
    const isKept = standingOf(facts, one) !== undefined && genderOf(facts, one) !== 'male'
    if (given && !isForThem && !isKept) findings.fields.push({ field, code: 'not_eligible' })
    // An empty list is an answer: nothing of the kind.
    const isAnswered = given || (one[list] !== undefined && one[list] !== null) || wasAnswered(facts, one, list)
    if (isForThem && one.role === 'main') checkField(facts, findings, list, field, isAnswered)
    else if (given && fieldMode(facts.offer.fields, list) === 'hidden')
      findings.fields.push({ field, code: 'not_offered' })
    else if (isForThem) checkLater(facts, findings, one, list, isAnswered)
  }
}

/** Refuses a guardian's address that is the address of a minor in the reservation. */
const checkContact = (facts: WishFacts, findings: Findings, wish: Wish, one: WishPerson, index: number): void => {
  const { consent_from } = one
  const address = consent_from?.email ?? consent_from?.phone
  if (!consent_from || !address) return
  const before = standingOf(facts, one)?.consent_from
  const known = before?.email ?? before?.phone
  // A change of something else keeps the guardian that the reservation has.
  if (known && isSameMailbox(known, address)) return
  const isTheirs = wish.participants
    .filter((other) => isMinorAt(ageOf(facts, other)))
    .some((minor) => {
      const account = minor.role === 'main' ? facts.person : facts.relatives.get(minor.person_id ?? '')
      return account?.addresses.some((own) => own !== null && isSameMailbox(own, address))
    })
  const way = consent_from.email ? 'email' : 'phone'
  if (isTheirs) findings.fields.push({ field: `${fieldOf(index, 'consent_from')}.${way}`, code: 'own_contact' })
}

/** What stands with one person: what they take part as, are called and eat, and who they are. */
const checkPerson = (facts: WishFacts, findings: Findings, wish: Wish, one: WishPerson, index: number): void => {
  const { offer, names } = facts
  const { fields } = findings
  if (!offer.participant_types.some(({ _id }) => _id === one.participant_type_id))
    fields.push({ field: fieldOf(index, 'participant_type_id'), code: 'not_offered' })
  for (const [name, key, known] of [
    ['title', 'title_id', names.titles],
    ['designation', 'designation_id', names.designations],
  ] as const) {
    const value = one[key]
    const isAsked = one.role === 'main' || (value !== null && value !== undefined)
    if (isAsked) checkNamed(facts, findings, name, fieldOf(index, key), value, known)
    else if (!isMinorAt(ageOf(facts, one))) checkLater(facts, findings, one, key, false)
  }
  if (one.caterer_id && !offer.caterers.some(({ _id }) => _id === one.caterer_id))
    fields.push({ field: fieldOf(index, 'caterer_id'), code: 'not_offered' })
  // The owner's guardian is asked by a link; the desk may have a consent on paper.
  const { consent_from } = one
  const isNew = consent_from?.name !== standingOf(facts, one)?.consent_from?.name
  if (consent_from && isNew && facts.by === 'owner' && !consent_from.email && !consent_from.phone)
    fields.push({ field: `${fieldOf(index, 'consent_from')}.phone`, code: 'required' })
  checkContact(facts, findings, wish, one, index)
  checkRelative(facts, findings, one, index)
  checkCare(facts, findings, one, index)
}

/**
 * Who answers for a minor: whom the wish names, else the main person, else the first grown-up. -1 where nobody does, null for a
 * grown-up.
 */
const guardianOf = (facts: PartyFacts, wish: Wish, one: WishPerson): number | null => {
  if (!isMinorAt(ageOf(facts, one))) return null
  const isGuardian = (other: WishPerson) => !isMinorAt(ageOf(facts, other))
  if (!one.guardian_id) return wish.participants.findIndex(isGuardian)
  return wish.participants.findIndex(
    (other) => other.role !== 'main' && other.person_id === one.guardian_id && isGuardian(other),
  )
}

const checkTravel = (facts: WishFacts, findings: Findings, wish: Wish): void => {
  const { arrival_at, departure_at } = wish
  checkField(facts, findings, 'arrival', 'arrival_at', arrival_at !== null && arrival_at !== undefined)
  checkField(facts, findings, 'departure', 'departure_at', departure_at !== null && departure_at !== undefined)
  if (arrival_at && departure_at && Date.parse(departure_at) < Date.parse(arrival_at))
    findings.fields.push({ field: 'departure_at', code: 'date_order' })
}

/** What a wish takes of the event's quotas: a place, a bed a night, a cover for each person; one place of their own type each. */
export const demandOf = (offer: EventOffer, wish: Wish, holdsAtDesk: boolean): Demand[] => {
  const demand: Demand[] = []
  const add = (
    kind: QuotaKind,
    refId: string | null,
    quantity: number,
    field: string | null,
    night: string | null = null,
  ) => demand.push({ key: quotaKey(offer.id, kind, refId, night), kind, refId, quantity, field })
  const persons = wish.participants.length
  add('event', null, persons, null)
  wish.participants.forEach(({ participant_type_id }, index) => {
    const type = offer.participant_types.find(({ _id }) => _id === participant_type_id)
    if (type) add('participant_type', type.refId, 1, fieldOf(index, 'participant_type_id'))
  })
  const stay = wish.accommodation
  const lodging =
    stay && offer.accommodations.find(({ room_category_id }) => room_category_id === stay.room_category_id)
  if (stay && lodging)
    for (const night of nightsBetween(stay.check_in, stay.check_out))
      add('beds', lodging.refId, persons, 'accommodation.room_category_id', night)
  wish.participants.forEach(({ caterer_id }, index) => {
    const caterer = offer.caterers.find(({ _id }) => _id === caterer_id)
    if (caterer) add('caterer', caterer.refId, 1, fieldOf(index, 'caterer_id'))
  })
  const options = offer.products.flatMap((product) => product.options)
  wish.products?.forEach(({ product_option_id, quantity }, index) => {
    const option = options.find(({ _id }) => _id === product_option_id)
    if (option) add('product_option', option.refId, quantity, `products.${index}.product_option_id`)
  })
  const { options: chosen } = evaluateForm(offer.form, wish.answers ?? {}, typesOf(wish), { lenient: true })
  for (const { question, option } of chosen)
    if (option.capacity !== null) add('question_option', option._id, 1, `answers.${question._id}`)
  if (holdsAtDesk) add('desk_holds', null, persons, 'pays_at_desk')
  return demand
}

const typesOf = (wish: Wish): string[] => wish.participants.map(({ participant_type_id }) => participant_type_id)

/** The persons of a wish, as they are written down. */
export const participantsOf = (facts: PartyFacts, wish: Wish): PlannedParticipant[] =>
  wish.participants.map((one) => {
    const { offer, person, relatives } = facts
    const relative = one.role === 'main' ? undefined : relatives.get(one.person_id ?? '')
    const care = careOf(one)
    const guardian = guardianOf(facts, wish, one)
    return {
      role: one.role,
      userId: one.role === 'main' ? person.id : (relative?.linkedUserId ?? null),
      spouseId: relative?.relation === 'spouse' ? relative.id : null,
      memberId: relative && relative.relation !== 'spouse' ? relative.id : null,
      name: relative?.name ?? person.name,
      gender: genderOf(facts, one),
      typeRef: offer.participant_types.find(({ _id }) => _id === one.participant_type_id)?.refId ?? '',
      titleId: one.title_id ?? null,
      designationId: one.designation_id ?? null,
      catererRef: offer.caterers.find(({ _id }) => _id === one.caterer_id)?.refId ?? null,
      minor: guardian !== null,
      guardian: guardian !== null && guardian >= 0 ? guardian : null,
      consentFrom: guardian === -1 ? (one.consent_from ?? null) : null,
      care: hasCare(care) ? care : null,
      bearing: bearingOf(facts, one),
      written: writtenOf(facts, one),
    }
  })

/** Decides one wish by every rule that needs no counting. */
export const decideWish = (facts: WishFacts, wish: Wish, expectedTotal?: number | null): Plan | Refusal => {
  const { offer, person, names, now, by, standing } = facts
  const closed = decideWindow(facts)
  if (closed) return closed
  if (person.status === 'deactivated') return { code: 'account_deactivated', fields: [] }
  if (person.status === 'pending' && by === 'owner') return { code: 'account_pending', fields: [] }

  const findings: Findings = { fields: [], missing: [] }
  wish.participants.forEach((one, index) => {
    checkPerson(facts, findings, wish, one, index)
  })
  checkNamed(facts, findings, 'committee_type', 'committee_type_id', wish.committee_type_id, names.committeeTypes)
  checkStay(facts, findings, wish)
  checkProducts(facts, findings, wish)
  checkTravel(facts, findings, wish)
  const paysAtDesk = wish.pays_at_desk ?? false
  if (paysAtDesk && !standing?.wish.pays_at_desk && (offer.cashDeadline === null || offer.cashDeadline <= now))
    findings.fields.push({ field: 'pays_at_desk', code: 'not_offered' })
  const evaluation = evaluateForm(offer.form, wish.answers ?? {}, typesOf(wish), { lenient: by === 'staff' })
  findings.fields.push(...evaluation.errors)
  if (findings.fields.length > 0) return { code: 'invalid_input', fields: findings.fields }

  const closedTo = wish.participants.flatMap((one, index): FieldError[] => {
    const type = offer.participant_types.find(({ _id }) => _id === one.participant_type_id)
    const keepsType = standingOf(facts, one)?.participant_type_id === one.participant_type_id
    if (!type || keepsType || isTypeOpenTo(type, facts, wish, one)) return []
    return [{ field: fieldOf(index, 'participant_type_id'), code: 'not_eligible' }]
  })
  if (closedTo.length > 0) return { code: 'not_eligible', fields: closedTo }
  const alone = wish.participants.flatMap((one, index): FieldError[] => {
    const before = standingOf(facts, one)
    // Who took part without one before this was asked may go on changing other things.
    const wasAlone = standing && before && guardianOf(facts, standing.wish, before) === -1
    const isAlone = guardianOf(facts, wish, one) === -1 && !wasAlone && !one.consent_from
    return isAlone ? [{ field: fieldOf(index, 'guardian_id'), code: 'required' }] : []
  })
  if (alone.length > 0) return { code: 'guardian_required', fields: alone }

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
    demand: demandOf(offer, wish, paysAtDesk && status === 'pending'),
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
