import type { FieldError } from '@shiloh/contract/errors'
import { type EventField, fieldMode } from '@shiloh/contract/forms/forms'
import type { Gender } from '@shiloh/contract/reservations/bed-rules'
import { hasNewPastNight } from '@shiloh/contract/reservations/nights'
import {
  ageOn,
  CARE_LISTS,
  type Care,
  isAskedFemale,
  isForAge,
  isMinorAt,
  isSameMailbox,
  isSamePerson,
  missingOf,
  type PersonField,
  type WishPerson,
} from '@shiloh/contract/reservations/party'
import type { Wish } from '@shiloh/contract/reservations/wish'
import { dayIn } from '@shiloh/contract/text/zone'
import { type Asker, type Bearing, type EventOffer, NO_BEARING, type WishFacts, type Written } from './facts.rules.ts'

/** Returns what staff record when they make a reservation. Empty if the owner makes it. */
export const writtenBy = (by: Asker, { participants }: Pick<Wish, 'participants'>): Written =>
  new Map(
    by === 'staff'
      ? participants.map(({ person_id, title_id, designation_id }) => [
          person_id ?? '',
          { titleId: title_id ?? null, designationId: designation_id ?? null },
        ])
      : [],
  )

/** The facts that the rules about persons use. */
export type PartyFacts = Pick<WishFacts, 'offer' | 'person' | 'relatives' | 'written'>

export const writtenOf = ({ written }: PartyFacts, { person_id }: WishPerson): Bearing =>
  written?.get(person_id ?? '') ?? NO_BEARING

/**
 * Returns the title and designation that decide participant types, prices and kept rooms: what staff recorded, else
 * those of the account or the spouse list. What a request says about them is the answer to a question and decides
 * nothing.
 */
export const bearingOf = (facts: PartyFacts, one: WishPerson): Bearing => {
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

/** Returns the age on the event's first day, or null if the birth date is unknown. */
const ageOf = ({ offer, person, relatives }: PartyFacts, { role, person_id }: WishPerson): number | null => {
  const birthDate = role === 'main' ? person.birthDate : (relatives.get(person_id ?? '')?.birthDate ?? null)
  return birthDate === null ? null : ageOn(birthDate, offer.firstDay)
}

/** Returns the persons of a wish whose titles count for one of them: a couple shares theirs. */
const bearersOf = ({ participants }: Wish, one: WishPerson): readonly WishPerson[] => {
  if (one.role === 'main') return [one, ...participants.filter(({ role }) => role === 'spouse')]
  return one.role === 'spouse' ? [one, ...participants.slice(0, 1)] : [one]
}

/**
 * Returns whether the participant type is open to one person of the wish. A type for holders of a title is open to
 * their spouses too, whichever of the two reserves.
 */
export const isTypeOpenTo = (
  type: EventOffer['participant_types'][number],
  facts: PartyFacts,
  wish: Wish,
  one: WishPerson,
): boolean => {
  if (type.membersOnly && facts.person.isNotMember) return false
  if (!isForAge(type, ageOf(facts, one))) return false
  if (type.titleIds.length === 0 && type.designationIds.length === 0) return true
  return bearersOf(wish, one).some((bearer) => {
    const { titleId, designationId } = bearingOf(facts, bearer)
    return (
      (titleId !== null && type.titleIds.includes(titleId)) ||
      (designationId !== null && type.designationIds.includes(designationId))
    )
  })
}

export interface Findings {
  readonly fields: FieldError[]
  readonly missing: string[]
}

/** How a question was answered: not at all, with the answer that is already stored, or with another one. */
type Given = 'nothing' | 'the_same' | 'another'

const givenOf = <T>(value: T | null | undefined, isStored: (value: T) => boolean): Given => {
  if (value === null || value === undefined) return 'nothing'
  return isStored(value) ? 'the_same' : 'another'
}

/**
 * Checks a built-in question: hidden ones take no new answer, required ones need one (staff can add it later). A stored
 * answer stays when the event hides its question.
 */
const checkField = (
  { offer, by, isWaiting }: WishFacts,
  findings: Findings,
  name: EventField,
  field: string,
  given: Given,
): void => {
  const mode = fieldMode(offer.fields, name)
  if (mode === 'hidden' && given === 'another') findings.fields.push({ field, code: 'not_offered' })
  if (mode === 'required' && given === 'nothing') {
    if (by === 'staff' || isWaiting) findings.missing.push(field.replace(/^participants\.0\./, ''))
    else findings.fields.push({ field, code: 'required' })
  }
}

export const checkNamed = (
  facts: WishFacts,
  findings: Findings,
  name: EventField,
  field: string,
  value: string | null | undefined,
  stored: string | null | undefined,
  known: ReadonlyMap<string, string>,
): void => {
  const given = givenOf(value, (one) => one === stored)
  checkField(facts, findings, name, field, given)
  if (value && given === 'another' && !known.has(value)) findings.fields.push({ field, code: 'not_found' })
}

/**
 * Checks the stay. A night that is over is neither charged nor claimed, unless the reservation has it already: somebody who is
 * there since yesterday can still change the rest. Another category begins tonight.
 */
export const checkStay = ({ offer, now, standing }: WishFacts, { fields }: Findings, wish: Wish): void => {
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
  const held = [standing?.wish.accommodation, standing?.open?.accommodation].flatMap((one) =>
    one?.room_category_id === stay.room_category_id ? [one] : [],
  )
  // Nights from before the category was changed or the beds were given up.
  const slept = (standing?.lines ?? []).flatMap(({ kind, ref_id, from_day, until_day }) =>
    kind === 'accommodation' && ref_id === stay.room_category_id && from_day && until_day
      ? [{ check_in: from_day, check_out: until_day }]
      : [],
  )
  if (hasNewPastNight(stay, dayIn(now, offer.timeZone), [...held, ...slept]))
    fields.push({ field: 'accommodation.check_in', code: 'past_night' })
}

/**
 * Requires the gender of the owner before they take a bed: rooms are for women or for men. Everybody on their lists has one.
 * A bed that they have already does not prevent a change, and the desk can ask later.
 */
export const checkSleeper = (
  { person, by, isWaiting, standing }: WishFacts,
  { fields }: Findings,
  wish: Wish,
): void => {
  const before = standing?.open ?? standing?.wish
  if (by === 'owner' && !isWaiting && wish.accommodation && !before?.accommodation && person.gender === null)
    fields.push({ field: 'participants.0.gender', code: 'required' })
}

export const checkProducts = ({ offer, standing }: WishFacts, { fields }: Findings, wish: Wish): void => {
  const options = offer.products.flatMap((product) => product.options)
  const seen = new Set<string>()
  const ordered = (id: string): number =>
    [...(standing?.wish.products ?? []), ...(standing?.open?.products ?? [])]
      .filter(({ product_option_id }) => product_option_id === id)
      .reduce((most, { quantity }) => Math.max(most, quantity), 0)
  wish.products?.forEach(({ product_option_id, quantity }, index) => {
    const option = options.find(({ _id }) => _id === product_option_id)
    if (!option) fields.push({ field: `products.${index}.product_option_id`, code: 'not_offered' })
    else if (quantity > Math.max(option.maxPerReservation, ordered(product_option_id)))
      fields.push({ field: `products.${index}.quantity`, code: 'too_big' })
    if (seen.has(product_option_id)) fields.push({ field: `products.${index}.product_option_id`, code: 'invalid' })
    seen.add(product_option_id)
  })
}

export const fieldOf = (index: number, name: keyof WishPerson): string => `participants.${index}.${name}`

export const careOf = (one: WishPerson): Care => ({
  medical_conditions: one.medical_conditions ?? [],
  dietary_preference: one.dietary_preference ?? [],
  female_related: one.female_related ?? [],
})

export const standingOf = ({ standing }: WishFacts, one: WishPerson): WishPerson | undefined =>
  standing?.wish.participants.find((before) => isSamePerson(before, one))

/** Returns a person of the wish that an edit starts from. */
export const openOf = ({ standing }: WishFacts, one: WishPerson): WishPerson | undefined =>
  (standing?.open ?? standing?.wish)?.participants.find((before) => isSamePerson(before, one))

/**
 * Requires companions to be on the owner's lists, in the role of the list. A person removed from the list can stay in a
 * reservation, also when the event asks for nobody any more.
 */
const checkRelative = (facts: WishFacts, { fields }: Findings, one: WishPerson, index: number): void => {
  if (one.role === 'main') return
  const field = fieldOf(index, 'person_id')
  if (!openOf(facts, one) && fieldMode(facts.offer.fields, 'spouse') === 'hidden')
    fields.push({ field, code: 'not_offered' })
  const relative = facts.relatives.get(one.person_id ?? '')
  const isKnown = relative && relative.ownerId === facts.person.id && relative.relation === one.role
  if (!isKnown || (relative.removed && !standingOf(facts, one) && !openOf(facts, one)))
    fields.push({ field, code: 'not_found' })
}

export const genderOf = ({ person, relatives }: PartyFacts, one: WishPerson): Gender | null =>
  one.role === 'main' ? person.gender : (relatives.get(one.person_id ?? '')?.gender ?? null)

const missingName = ({ role, person_id }: WishPerson, field: PersonField): string =>
  role === 'main' ? field : missingOf(person_id ?? '', field)

/** Returns whether a list about a person's health was answered before. An empty answer leaves no other trace. */
const wasAnswered = (facts: WishFacts, one: WishPerson, field: PersonField): boolean =>
  standingOf(facts, one) !== undefined && !(facts.standing?.missing ?? []).includes(missingName(one, field))

/** Marks required answers that staff did not know as missing. The person is asked later. */
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

const hasSame = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((choice) => other.includes(choice))

const checkCare = (facts: WishFacts, findings: Findings, one: WishPerson, index: number): void => {
  const care = careOf(one)
  const isFemale = isAskedFemale(genderOf(facts, one), ageOf(facts, one))
  const before = openOf(facts, one)
  const stored = before && careOf(before)
  for (const list of CARE_LISTS) {
    const field = fieldOf(index, list)
    const isForThem = list !== 'female_related' || isFemale
    const given = care[list].length > 0
    const isSame = given && stored !== undefined && hasSame(care[list], stored[list])
    // An answer given before a child's age was known is kept and does not prevent an edit.
    const isKept = isSame || (before !== undefined && genderOf(facts, one) !== 'male')
    if (given && !isForThem && !isKept) findings.fields.push({ field, code: 'not_eligible' })
    // An empty list is an answer: none of these.
    const isAnswered = given || (one[list] !== undefined && one[list] !== null) || wasAnswered(facts, one, list)
    const answer = !isAnswered ? 'nothing' : given && !isSame ? 'another' : 'the_same'
    if (isForThem && one.role === 'main') checkField(facts, findings, list, field, answer)
    else if (given && !isSame && fieldMode(facts.offer.fields, list) === 'hidden')
      findings.fields.push({ field, code: 'not_offered' })
    else if (isForThem) checkLater(facts, findings, one, list, isAnswered)
  }
}

/** Refuses a guardian's address that belongs to a minor of the reservation. */
const checkContact = (facts: WishFacts, findings: Findings, wish: Wish, one: WishPerson, index: number): void => {
  const { consent_from } = one
  const address = consent_from?.email ?? consent_from?.phone
  if (!consent_from || !address) return
  const before = standingOf(facts, one)?.consent_from
  const known = before?.email ?? before?.phone
  // A change of something else keeps the reservation's guardian.
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

/** Checks one person: their type, names, meals and details. */
export const checkPerson = (facts: WishFacts, findings: Findings, wish: Wish, one: WishPerson, index: number): void => {
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
    if (isAsked) checkNamed(facts, findings, name, fieldOf(index, key), value, openOf(facts, one)?.[key], known)
    else if (!isMinorAt(ageOf(facts, one))) checkLater(facts, findings, one, key, false)
  }
  if (one.caterer_id && !offer.caterers.some(({ _id }) => _id === one.caterer_id))
    fields.push({ field: fieldOf(index, 'caterer_id'), code: 'not_offered' })
  // The owner's guardian gets a link. The desk can have a consent on paper.
  const { consent_from } = one
  const isNew = consent_from?.name !== standingOf(facts, one)?.consent_from?.name
  if (consent_from && isNew && facts.by === 'owner' && !consent_from.email && !consent_from.phone)
    fields.push({ field: `${fieldOf(index, 'consent_from')}.phone`, code: 'required' })
  checkContact(facts, findings, wish, one, index)
  checkRelative(facts, findings, one, index)
  checkCare(facts, findings, one, index)
}

/**
 * Returns the position of a minor's guardian: the one the wish names, else the main person, else the first adult.
 * Returns -1 without a guardian, and null for an adult.
 */
export const guardianOf = (facts: PartyFacts, wish: Wish, one: WishPerson): number | null => {
  if (!isMinorAt(ageOf(facts, one))) return null
  const isGuardian = (other: WishPerson) => !isMinorAt(ageOf(facts, other))
  if (!one.guardian_id) return wish.participants.findIndex(isGuardian)
  return wish.participants.findIndex(
    (other) => other.role !== 'main' && other.person_id === one.guardian_id && isGuardian(other),
  )
}

export const checkTravel = (facts: WishFacts, findings: Findings, wish: Wish): void => {
  const { arrival_at, departure_at } = wish
  const stored = facts.standing?.open ?? facts.standing?.wish
  const isAt = (before: string | null | undefined) => (at: string) =>
    before != null && Date.parse(before) === Date.parse(at)
  checkField(facts, findings, 'arrival', 'arrival_at', givenOf(arrival_at, isAt(stored?.arrival_at)))
  checkField(facts, findings, 'departure', 'departure_at', givenOf(departure_at, isAt(stored?.departure_at)))
  if (arrival_at && departure_at && Date.parse(departure_at) < Date.parse(arrival_at))
    findings.fields.push({ field: 'departure_at', code: 'departure_order' })
}
