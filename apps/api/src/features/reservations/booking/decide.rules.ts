import type { FieldError } from '@shiloh/contract/errors'
import {
  type Answers,
  evaluateForm,
  type FormDefinition,
  type KeptAnswer,
  questionsOf,
  type StoredAnswers,
} from '@shiloh/contract/forms/forms'
import { depositPercentAt, dueAtOnceOf } from '@shiloh/contract/payments/money'
import { addDays, nightsBetween, returnedNights } from '@shiloh/contract/reservations/nights'
import type { Care } from '@shiloh/contract/reservations/party'
import {
  type EventClock,
  clockOf as eventClock,
  nightsToReturn,
  quote,
  returnedStill,
  storedOf,
} from '@shiloh/contract/reservations/quote'
import { nextStatus } from '@shiloh/contract/reservations/states'
import type { Wish } from '@shiloh/contract/reservations/wish'
import { dayIn } from '@shiloh/contract/text/zone'
import {
  answerKey,
  type Demand,
  type EventOffer,
  type GivenAnswer,
  type Plan,
  type PlannedParticipant,
  type QuotaKind,
  quotaKey,
  type Refusal,
  type WishFacts,
} from './facts.rules.ts'
import {
  bearingOf,
  careOf,
  checkNamed,
  checkPerson,
  checkProducts,
  checkSleeper,
  checkStay,
  checkTravel,
  type Findings,
  fieldOf,
  genderOf,
  guardianOf,
  isTypeOpenTo,
  openOf,
  type PartyFacts,
  standingOf,
  writtenOf,
} from './persons.rules.ts'

const hasCare = (care: Care): boolean =>
  care.medical_conditions.length + care.dietary_preference.length + care.female_related.length > 0

/** Returns the last moment of what can be done until a deadline: the end of the event at the latest. */
export const lastMoment = (deadline: Date | null, { endsAt }: Pick<EventOffer, 'endsAt'>): Date =>
  deadline !== null && deadline < endsAt ? deadline : endsAt

/** Returns whether registration is open at this instant. */
export const isRegistrationOpen = (
  offer: Pick<EventOffer, 'status' | 'opensAt' | 'closesAt' | 'endsAt'>,
  now: Date,
): boolean =>
  offer.status === 'published' &&
  (offer.opensAt === null || offer.opensAt <= now) &&
  now < lastMoment(offer.closesAt, offer)

/** Returns whether the owner can no longer change or cancel without the office. */
export const isDeadlinePassed = (offer: Pick<EventOffer, 'cancellationDeadline' | 'endsAt'>, now: Date): boolean =>
  now >= lastMoment(offer.cancellationDeadline, offer)

const decideWindow = ({ offer, now, by, standing }: WishFacts): Refusal | undefined => {
  if (offer.status === 'draft') return { code: 'not_found', fields: [] }
  if (offer.status !== 'published') return { code: 'registration_closed', fields: [] }
  // An edit has its own deadline. Staff can bypass the registration window, but not the end of the event.
  const isOpen = by === 'staff' || standing ? now < offer.endsAt : isRegistrationOpen(offer, now)
  return isOpen ? undefined : { code: 'registration_closed', fields: [] }
}

/** Returns the stored answers that stay in a wish, also without their questions: all but those that it changes, clears or hides. */
const answersKept = (
  form: FormDefinition | null,
  kept: readonly KeptAnswer[],
  answers: Answers,
  stored: StoredAnswers | undefined,
): ReadonlyMap<string, unknown> => {
  const hidden = new Set((form ? questionsOf(form) : []).map(({ _id }) => _id))
  for (const { question_id } of kept) hidden.delete(question_id)
  return new Map(
    Object.entries(stored?.answers ?? {}).filter(([key, value]) => !hidden.has(key) && answers[key] === value),
  )
}

/** What an existing reservation has of the form. */
interface Answered {
  /** The answers that the wish changes. Those that stay are in its demand, also if their questions are hidden by now. */
  readonly stored?: StoredAnswers | undefined
  /** Those of them, by `answerKey`, that are options with a limit. An answer that stays is in the demand, whatever the form says of it by now. */
  readonly limited?: ReadonlySet<string> | undefined
}

/** Returns the demand of the answers of a wish. */
const optionDemand = (offer: EventOffer, wish: Wish, { stored, limited }: Answered): Demand[] => {
  const answers = wish.answers ?? {}
  const { options, kept } = evaluateForm(offer.form, answers, typesOf(wish), { lenient: true, stored })
  const wanted = new Map<string, string>()
  for (const [question, value] of limited ? answersKept(offer.form, kept, answers, stored) : [])
    if (typeof value === 'string' && limited?.has(answerKey(question, value))) wanted.set(question, value)
  for (const { question, option } of options) if (option.capacity !== null) wanted.set(question._id, option._id)
  return [...wanted].map(([question, refId]) => ({
    key: quotaKey(offer.id, 'question_option', refId),
    kind: 'question_option',
    refId,
    quantity: 1,
    field: `answers.${question}`,
  }))
}

/**
 * Returns the demand of a wish: a place, a bed per night and a cover for each person, and one place of each person's
 * own type. Nights before `today` are not in it: nobody can have one that is over, and whoever has one keeps its claim.
 */
export const demandOf = (
  offer: EventOffer,
  wish: Wish,
  holdsAtDesk: boolean,
  { today = '', ...answered }: Answered & { readonly today?: string } = {},
): Demand[] => {
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
      if (night >= today) add('beds', lodging.refId, persons, 'accommodation.room_category_id', night)
  wish.participants.forEach(({ caterer_id }, index) => {
    const caterer = offer.caterers.find(({ _id }) => _id === caterer_id)
    if (caterer) add('caterer', caterer.refId, 1, fieldOf(index, 'caterer_id'))
  })
  const options = offer.products.flatMap((product) => product.options)
  wish.products?.forEach(({ product_option_id, quantity }, index) => {
    const option = options.find(({ _id }) => _id === product_option_id)
    if (option) add('product_option', option.refId, quantity, `products.${index}.product_option_id`)
  })
  demand.push(...optionDemand(offer, wish, answered))
  if (holdsAtDesk) demand.push(...deskDemand(offer.id, persons))
  return demand
}

/** Returns the demand of places that are held until they are paid at the desk. */
export const deskDemand = (eventId: string, persons: number): Demand[] =>
  persons > 0
    ? [
        {
          key: quotaKey(eventId, 'desk_holds', null),
          kind: 'desk_holds',
          refId: null,
          quantity: persons,
          field: 'pays_at_desk',
        },
      ]
    : []

/** Returns the participant types of a wish, in the order of its persons. */
export const typesOf = (wish: Wish): string[] => wish.participants.map(({ participant_type_id }) => participant_type_id)

/** Returns the persons of a wish as they are stored. */
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

/** Returns answers with their wording: that which they were given to, or for those that are new or changed, that of now. */
const worded = ({ offer, standing }: WishFacts, kept: readonly KeptAnswer[]): readonly GivenAnswer[] => {
  const given = standing?.answers ?? []
  return kept.map(
    (answer) =>
      given.find(({ question_id, value }) => question_id === answer.question_id && value === answer.value) ?? {
        ...answer,
        form_version_id: offer.formVersionId,
      },
  )
}

/**
 * Returns the answers that an edit finds: those of the change that waits for its payment, or where the wish goes back to one that
 * is in force, that one. Both stay whatever became of their questions.
 */
const storedIn = (standing: NonNullable<WishFacts['standing']>, wish: Wish): StoredAnswers => {
  const { answers, participantTypeIds } = storedOf(standing.open ?? standing.wish)
  const back = Object.entries(standing.wish.answers ?? {}).filter(([id, value]) => wish.answers?.[id] === value)
  return { answers: { ...answers, ...Object.fromEntries(back) }, participantTypeIds }
}

/** Returns the stored answers that stay although the form does not have their questions any more. */
const answersLeft = ({ offer, standing }: WishFacts, wish: Wish): readonly GivenAnswer[] => {
  const asked = new Set((offer.form ? questionsOf(offer.form) : []).map(({ _id }) => _id))
  const left = (standing?.answers ?? []).filter(
    ({ question_id, value }) => !asked.has(question_id) && wish.answers?.[question_id] === value,
  )
  return left.filter((one, at) => left.findIndex(({ question_id }) => question_id === one.question_id) === at)
}

/** Returns the days of an event at an instant. */
export const clockOf = (offer: Pick<EventOffer, 'startsAt' | 'endsAt' | 'timeZone'>, now: Date): EventClock =>
  eventClock({ starts_at: offer.startsAt, ends_at: offer.endsAt, time_zone: offer.timeZone }, now)

/**
 * Returns the nights that are over and that a change gives back. Only the desk can say that nobody slept. A night that it names
 * has to be charged, and not to be one of the chosen stay. What a change gives back that waits for its payment, the next one does, too.
 */
const givenBack = (
  { offer, now, by, standing, returned = [] }: WishFacts,
  findings: Findings,
  wish: Wish,
): string[] => {
  const today = dayIn(now, offer.timeZone)
  const possible = nightsToReturn(standing?.lines ?? [], wish.accommodation, { today })
  returned.forEach((night, index) => {
    if (by !== 'staff' || !possible.includes(night))
      findings.fields.push({ field: `returned_nights.${index}`, code: 'unsupported' })
  })
  const before = standing ? returnedStill(standing, wish.accommodation, { today }) : []
  const named =
    by === 'staff' ? [...returnedNights(wish.accommodation, standing?.wish.accommodation, today), ...returned] : []
  return [...new Set([...before, ...named])]
}

/** Returns the persons of a wish whose participant type is not open to them, and the type. */
export const closedTypesIn = (facts: PartyFacts, wish: Wish) =>
  wish.participants.flatMap((one, index) => {
    const type = facts.offer.participant_types.find(({ _id }) => _id === one.participant_type_id)
    return type && !isTypeOpenTo(type, facts, wish, one) ? [{ type, one, index }] : []
  })

/** Decides one wish by all rules except the quotas. */
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
  const before = standing?.open ?? standing?.wish
  const stored = standing && storedIn(standing, wish)
  const { committee_type_id } = wish
  checkNamed(
    facts,
    findings,
    'committee_type',
    'committee_type_id',
    committee_type_id,
    before?.committee_type_id,
    names.committeeTypes,
  )
  checkStay(facts, findings, wish)
  checkSleeper(facts, findings, wish)
  checkProducts(facts, findings, wish)
  checkTravel(facts, findings, wish)
  const returned = givenBack(facts, findings, wish)
  const paysAtDesk = wish.pays_at_desk ?? false
  if (paysAtDesk && !before?.pays_at_desk && !takesCash(offer, now))
    findings.fields.push({ field: 'pays_at_desk', code: 'not_offered' })
  const evaluation = evaluateForm(offer.form, wish.answers ?? {}, typesOf(wish), {
    lenient: by === 'staff' || facts.isWaiting === true,
    stored,
  })
  findings.fields.push(...evaluation.errors)
  if (findings.fields.length > 0) return { code: 'invalid_input', fields: findings.fields }

  const closedTo = closedTypesIn(facts, wish).flatMap(({ one, index }): FieldError[] =>
    [standingOf(facts, one), openOf(facts, one)].some((had) => had?.participant_type_id === one.participant_type_id)
      ? []
      : [{ field: fieldOf(index, 'participant_type_id'), code: 'not_eligible' }],
  )
  if (closedTo.length > 0) return { code: 'not_eligible', fields: closedTo }
  const alone = wish.participants.flatMap((one, index): FieldError[] => {
    const known = standingOf(facts, one)
    // A minor who took part without a guardian before guardians were required can still change other things.
    const wasAlone = standing && known && guardianOf(facts, standing.wish, known) === -1
    const isAlone = !facts.isWaiting && guardianOf(facts, wish, one) === -1 && !wasAlone && !one.consent_from
    return isAlone ? [{ field: fieldOf(index, 'guardian_id'), code: 'required' }] : []
  })
  if (alone.length > 0) return { code: 'guardian_required', fields: alone }

  const deposit_percent = depositPercentAt(offer, now)
  const clock = { ...clockOf(offer, now), returned }
  const agreedAnswers = standing?.wish.answers
  const answered = { stored, agreedAnswers, waiting: standing?.waiting }
  const quoted = quote({ ...offer, deposit_percent }, { ...wish, ...answered }, standing?.lines, clock)
  if (expectedTotal !== null && expectedTotal !== undefined && expectedTotal !== quoted.total)
    return { code: 'quote_changed', fields: [], data: { quote: quoted } }

  const participants = participantsOf(facts, wish)
  const needsApproval = offer.approvalRequired && by === 'owner'
  const status =
    nextStatus(null, 'make', { settled: quoted.total === 0, approved: !needsApproval, free: true }) ?? 'pending'
  const holdExpiresAt = status === 'pending' ? (needsApproval ? offer.endsAt : holdEnd(offer, paysAtDesk, now)) : null
  return {
    wish,
    participants,
    quote: quoted,
    returned: clock.returned,
    dueAtOnce: dueAtOnceOf(quoted.total, deposit_percent),
    demand: demandOf(offer, wish, paysAtDesk && status === 'pending', {
      today: clock.today,
      stored,
      limited: standing?.limited,
    }),
    answers: [...worded(facts, evaluation.kept), ...answersLeft(facts, wish)],
    missing: [...findings.missing, ...evaluation.missing],
    needsApproval,
    paysAtDesk,
    status,
    holdExpiresAt,
  }
}

/** What decides until when a place is held. */
export type HoldTerms = Pick<EventOffer, 'cashDeadline' | 'holdMinutes' | 'endsAt'>

/** Returns whether a place can still be held until it is paid at the desk. */
export const takesCash = ({ cashDeadline }: Pick<HoldTerms, 'cashDeadline'>, now: Date): boolean =>
  cashDeadline !== null && cashDeadline > now

/**
 * Returns until when an unpaid reservation, or a dearer change of one, is held: never beyond the end of its event, so that nobody
 * pays for one that is over. What is owed again after the end, because money was taken back, is held as long as ever.
 */
export const holdEnd = (offer: HoldTerms, paysAtDesk: boolean, now: Date): Date => {
  const end =
    paysAtDesk && offer.cashDeadline !== null && takesCash(offer, now)
      ? offer.cashDeadline
      : new Date(now.getTime() + offer.holdMinutes * 60_000)
  return end > offer.endsAt && offer.endsAt > now ? offer.endsAt : end
}

/** What an approval decides about. */
interface Asked {
  readonly needsApproval: boolean
  readonly approvedAt: Date | null
}

/** Returns whether nobody has decided about a request yet. Its place is held as long as its event (docs/domain.md#approval). */
export const waitsForApproval = ({ needsApproval, approvedAt }: Asked): boolean => needsApproval && approvedAt === null

/**
 * Returns until when an unpaid reservation is held after a change. Cash begun is held until its deadline; cash given up
 * no longer counts in the limit of the desk, so it is held no longer than a new card payment. Null: it is not on hold.
 */
export const changedHold = (
  held: Asked & { readonly holdExpiresAt: Date | null; readonly paysAtDesk: boolean },
  offer: HoldTerms,
  paysAtDesk: boolean,
  now: Date,
): Date | null => {
  const { holdExpiresAt } = held
  if (holdExpiresAt === null || paysAtDesk === held.paysAtDesk || waitsForApproval(held)) return holdExpiresAt
  const end = holdEnd(offer, paysAtDesk, now)
  return paysAtDesk || end < holdExpiresAt ? end : holdExpiresAt
}

/**
 * Returns until when a dearer change is held. An edit of one that waits keeps its end: edited again and again it would hold what others wait
 * for, and nobody would ever pay (docs/adr/0115). Cash begun is held until the deadline of the desk. Whoever waits until then keeps it when
 * the desk takes no more (docs/adr/0128).
 *
 * @param waits the change that this one replaces: until when it waits, and whether it is to be paid at the desk
 */
export const changeEnd = (
  waits: { readonly until: Date; readonly atDesk: boolean } | null,
  offer: HoldTerms,
  atDesk: boolean,
  now: Date,
): Date => {
  const end = holdEnd(offer, atDesk, now)
  if (waits === null || (atDesk && !waits.atDesk)) return end
  const isKept = waits.until < end || (atDesk && !takesCash(offer, now))
  return isKept ? waits.until : end
}

/** Returns the day after which the sealed data of an event's people are deleted. */
export const purgeDay = (offer: Pick<EventOffer, 'endsAt' | 'careRetentionDays'>): string =>
  addDays(offer.endsAt.toISOString().slice(0, 10), offer.careRetentionDays)

/** Returns what staff need to know of the sealed data, and nothing more. */
export const needsOf = (care: Care): { groundFloor: boolean; quietRoom: boolean; diets: readonly string[] } => ({
  groundFloor: care.medical_conditions.includes('mobility_issue'),
  quietRoom: care.female_related.length > 0,
  diets: care.dietary_preference,
})
