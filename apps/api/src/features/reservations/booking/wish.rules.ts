import type { FieldCode } from '@shiloh/contract/errors'
import { evaluateForm } from '@shiloh/contract/forms/forms'
import { decideBeds, type Party, type Room, withParty } from '@shiloh/contract/reservations/bed-rules'
import { atKeptPrices, type KeptPrice } from '@shiloh/contract/reservations/kept-prices'
import type { Wish } from '@shiloh/contract/reservations/wish'
import { decideWish, demandOf, typesOf } from './decide.rules.ts'
import {
  type Asker,
  type Demand,
  type EventOffer,
  type Names,
  type Person,
  type Plan,
  type PlannedParticipant,
  type QuotaKind,
  quotaKey,
  type Refusal,
  type Relative,
  type WishFacts,
} from './facts.rules.ts'
import { writtenBy } from './persons.rules.ts'

/** What is left of a quota. Null means no limit. */
export interface QuotaLeft {
  readonly id: string
  readonly capacity: number | null
  readonly left: number | null
}

/** Adds up a demand: two fields can ask for the same quota. */
const summed = (demand: readonly Demand[]): Map<string, number> => {
  const sums = new Map<string, number>()
  for (const { key, quantity } of demand) sums.set(key, (sums.get(key) ?? 0) + quantity)
  return sums
}

/** Returns the demands that cannot be met. An unknown quota counts as full. */
export const lackingOf = (left: ReadonlyMap<string, QuotaLeft>, demand: readonly Demand[]): Demand[] => {
  const sums = summed(demand)
  return demand.filter(({ key }) => {
    const quota = left.get(key)
    return !quota || (quota.left !== null && quota.left < (sums.get(key) ?? 0))
  })
}

/** Returns what is left for somebody, including what they hold themselves. */
export const leftWith = (
  left: ReadonlyMap<string, QuotaLeft>,
  own: readonly { readonly quotaId: string; readonly quantity: number }[] | ReadonlyMap<string, number>,
): Map<string, QuotaLeft> => {
  const held = 'get' in own ? own : new Map(own.map(({ quotaId, quantity }) => [quotaId, quantity]))
  return new Map(
    [...left].map(([key, quota]) => [
      key,
      quota.left === null ? quota : { ...quota, left: quota.left + (held.get(quota.id) ?? 0) },
    ]),
  )
}

/**
 * Returns the demands that exceed the whole capacity of their quota, so that they could never be met. A quota with a
 * capacity of 0 is not for sale yet: it says nothing about what there will be.
 */
export const impossibleOf = (left: ReadonlyMap<string, QuotaLeft>, demand: readonly Demand[]): Demand[] => {
  const sums = summed(demand)
  return demand.filter(({ key }) => {
    const capacity = left.get(key)?.capacity ?? 0
    return capacity > 0 && capacity < (sums.get(key) ?? 0)
  })
}

/** Returns the refusal that names everything that is sold out. */
export const soldOut = (lacking: readonly Demand[]): Refusal => {
  const fields = new Map<string, FieldCode>()
  for (const { field } of lacking) if (field !== null) fields.set(field, 'sold_out')
  return {
    code: lacking.some(({ kind }) => kind === 'event') ? 'event_full' : 'quota_exhausted',
    fields: [...fields].map(([field, code]) => ({ field, code })),
    lacking,
  }
}

export interface ReserveRequest {
  readonly eventId: string
  readonly userId: string
  readonly wish: Wish
  /** What the offer of the waiting list that it accepts keeps. */
  readonly prices?: readonly KeptPrice[]
  readonly expectedTotal?: number | null | undefined
  readonly by: Asker
}

/** A snapshot: everything that a batch is decided on, read under the locks of its quotas. */
export interface Snapshot {
  readonly now: Date
  readonly offers: ReadonlyMap<string, EventOffer>
  readonly people: ReadonlyMap<string, Person>
  readonly relatives: ReadonlyMap<string, Relative>
  readonly names: Names
  /** Free quantities, reduced while deciding. */
  readonly left: Map<string, QuotaLeft>
  /** `event/user id` and `event/list id` of everybody in a live reservation, extended while deciding. */
  readonly live: Set<string>
  /** The requested rooms. Occupants are added while deciding. */
  readonly rooms: Map<string, Room>
  /** Who knows where cash is taken, if a wish is to be paid in cash. */
  readonly desk?: string
  /** Participants with whom somebody must not share a room, by the id of their account, or on a spouse or family list. */
  readonly apart?: ReadonlyMap<string, readonly string[]>
  /** One of the people who ask waits for something at the event. */
  readonly waits?: boolean
  /** What is offered to the people who ask, and not expired, by `liveKey`. */
  readonly offered?: ReadonlyMap<string, readonly OwnOffer[]>
}

/** What is offered to a person at an event. */
export interface OwnOffer {
  readonly id: string
  readonly kind: QuotaKind
  readonly refId: string | null
  /** Whom of the owner's lists it is for, too. */
  readonly personIds: readonly string[]
  /** The prices that its owner keeps. */
  readonly prices: readonly KeptPrice[]
  /** What is held of each quota. */
  readonly claims: ReadonlyMap<string, number>
}

export interface Accepted {
  readonly plan: Plan
  readonly claims: readonly { readonly quotaId: string; readonly quantity: number }[]
  /** One for each participant, if a room was requested. */
  readonly beds: readonly number[]
  /** The offers to its people, which end with it: what they hold has to be released first. */
  readonly offers?: readonly string[]
  /** Those of them that became this reservation. */
  readonly taken?: readonly string[]
}

export const liveKey = (eventId: string, personId: string): string => `${eventId}/${personId}`

const liveKeys = (
  eventId: string,
  participants: readonly PlannedParticipant[],
): { key: string; field: string | null }[] =>
  participants.flatMap((participant, index) =>
    idsOf(participant).map((id) => ({
      key: liveKey(eventId, id),
      field: participant.role === 'main' ? null : `participants.${index}.person_id`,
    })),
  )

/** Returns all ids that a person can have: an account, a row of a spouse list, a row of a family list. */
export const idsOf = ({
  userId,
  spouseId,
  memberId,
}: Pick<PlannedParticipant, 'userId' | 'spouseId' | 'memberId'>): string[] =>
  [userId, spouseId, memberId].filter((id) => id !== null)

/**
 * Takes the whole demand or none of it.
 *
 * @param own what is held for who takes it, which is used first. What is held beyond the demand is nobody's yet: whoever waits is next
 */
export const takeAll = (
  left: Map<string, QuotaLeft>,
  demand: readonly Demand[],
  own: ReadonlyMap<string, number> = new Map(),
): Accepted['claims'] =>
  [...summed(demand)].flatMap(([key, quantity]) => {
    const quota = left.get(key)
    if (!quota) return []
    const more = Math.max(0, quantity - (own.get(quota.id) ?? 0))
    if (quota.left !== null) left.set(key, { ...quota, left: quota.left - more })
    return [{ quotaId: quota.id, quantity }]
  })

/**
 * Returns what offers hold for the people of a plan. Nobody is counted twice, or somebody who comes with them would get the place of those
 * who wait: several offers to one person are for the same people, and what others than the main person are offered counts for
 * themselves alone.
 */
const heldFor = (
  { offered }: Snapshot,
  offer: EventOffer,
  [main, ...others]: readonly PlannedParticipant[],
): { readonly offers: readonly OwnOffer[]; readonly own: readonly OwnOffer[]; readonly held: Map<string, number> } => {
  const to = (userId: string | null | undefined): readonly OwnOffer[] =>
    (userId && offered?.get(liveKey(offer.id, userId))) || []
  const own = to(main?.userId)
  const counted = own.flatMap(({ personIds }) => personIds)
  const held = new Map<string, number>()
  const add = (list: readonly OwnOffer[], most: number): void => {
    const largest = new Map<string, number>()
    for (const [quotaId, quantity] of list.flatMap(({ claims }) => [...claims]))
      largest.set(quotaId, Math.max(largest.get(quotaId) ?? 0, Math.min(quantity, most)))
    for (const [quotaId, quantity] of largest) held.set(quotaId, (held.get(quotaId) ?? 0) + quantity)
  }
  add(own, Number.POSITIVE_INFINITY)
  for (const { userId, spouseId, memberId } of others)
    if (!counted.includes(spouseId ?? memberId ?? '')) add(to(userId), 1)
  return { own, held, offers: [...own, ...others.flatMap(({ userId }) => to(userId))] }
}

/** Returns whether a plan has the place that is offered. What is waited for besides a place is looked at once it is made. */
const hasPlaceOf = ({ participants }: Plan, { kind, refId }: OwnOffer): boolean =>
  kind === 'event' || (kind === 'participant_type' && participants.some(({ typeRef }) => typeRef === refId))

const bedsFor = (snapshot: Snapshot, offer: EventOffer, plan: Plan, partyId: string): Accepted['beds'] | Refusal => {
  const stay = plan.wish.accommodation
  if (!stay?.room_id) return []
  const lodging = offer.accommodations.find(({ room_category_id }) => room_category_id === stay.room_category_id)
  const room = snapshot.rooms.get(stay.room_id)
  const party = partyOf(snapshot, plan, partyId, stay)
  const decision = decideBeds(room, party, {
    centerId: offer.centerId,
    categoryId: stay.room_category_id,
    blockIds: lodging?.blockIds ?? [],
  })
  if (!('beds' in decision)) return decision
  if (room) snapshot.rooms.set(room.id, withParty(room, party, decision.beds))
  return decision.beds
}

/** Returns the people of a plan with the facts that rooms depend on. */
const partyOf = (
  { apart }: Snapshot,
  plan: Plan,
  partyId: string,
  stay: { check_in: string; check_out: string },
): Party => ({
  id: partyId,
  sleepers: plan.participants.map(({ role, gender, minor, care, bearing, ...ids }) => ({
    participantId: '',
    role,
    gender,
    isChild: minor,
    mobilityIssue: care?.medical_conditions.includes('mobility_issue') ?? false,
    apart: idsOf(ids).flatMap((id) => apart?.get(id) ?? []),
    ...bearing,
  })),
  check_in: stay.check_in,
  check_out: stay.check_out,
})

const decideOne = (snapshot: Snapshot, request: ReserveRequest, partyId: string): Accepted | Refusal => {
  const offer = snapshot.offers.get(request.eventId)
  const person = snapshot.people.get(request.userId)
  if (!offer || !person) return { code: 'not_found', fields: [] }
  const { relatives, names, now } = snapshot
  const { by, wish, prices = [] } = request
  const kept = (snapshot.offered?.get(liveKey(offer.id, person.id)) ?? []).flatMap((one) => one.prices)
  const plan = decideWish(
    {
      offer: atKeptPrices(offer, [...prices, ...kept]),
      person,
      relatives,
      names,
      now,
      by,
      written: writtenBy(by, wish),
    },
    wish,
    request.expectedTotal,
  )
  if ('code' in plan) return plan
  const people = liveKeys(offer.id, plan.participants)
  const twice = people.find(({ key }) => snapshot.live.has(key))
  if (twice)
    return { code: 'already_reserved', fields: twice.field === null ? [] : [{ field: twice.field, code: 'taken' }] }
  const { offers, own, held } = heldFor(snapshot, offer, plan.participants)
  const lacking = lackingOf(offers.length > 0 ? leftWith(snapshot.left, held) : snapshot.left, plan.demand)
  if (lacking.length > 0) return soldOut(lacking)
  const beds = bedsFor(snapshot, offer, plan, partyId)
  if ('code' in beds) return beds
  for (const { key } of people) snapshot.live.add(key)
  const claims = takeAll(snapshot.left, plan.demand, held)
  if (offers.length === 0) return { plan, claims, beds }
  const taken = own.filter((one) => hasPlaceOf(plan, one))
  return { plan, claims, beds, offers: offers.map(({ id }) => id), taken: taken.map(({ id }) => id) }
}

/**
 * Decides a batch greedily in order of arrival. Each request gets everything or nothing, and what it takes is gone for
 * the next.
 */
export const decideBatch = (snapshot: Snapshot, requests: readonly ReserveRequest[]): (Accepted | Refusal)[] =>
  requests.map((request, index) => decideOne(snapshot, request, `request ${index}`))

// ── Waiting ──────────────────────────────────────────────────────────────────────────────────────────────────────────

/** The reservation beside which somebody waits for something, and what it would be with it. */
export interface Beside {
  /** Undefined: it cannot have it. */
  readonly wish: Wish | undefined
  readonly standing: WishFacts['standing']
  readonly written: WishFacts['written']
  /** What it has of each quota. */
  readonly own: ReadonlyMap<string, number>
}

export interface WaitingWish {
  readonly id: string
  readonly userId: string
  /** What is waited for. */
  readonly part: { readonly kind: QuotaKind; readonly ref_id: string | null }
  readonly wish: Wish
  /** Set if the person has a reservation. Why nothing can be added to it, or what the addition needs at least. */
  readonly beside?: Beside | Refusal | { readonly least: readonly Demand[] }
}

interface WaitingPlan {
  readonly plan: Plan
  /** What has to be free. A reservation has the rest of it. */
  readonly demand: readonly Demand[]
}

/** Returns the part of a demand that a reservation does not have yet. */
export const beyond = (
  left: ReadonlyMap<string, QuotaLeft>,
  demand: readonly Demand[],
  own: ReadonlyMap<string, number>,
): Demand[] => {
  const rest = new Map(own)
  return demand.flatMap((one) => {
    const id = left.get(one.key)?.id ?? ''
    const has = Math.min(one.quantity, rest.get(id) ?? 0)
    rest.set(id, (rest.get(id) ?? 0) - has)
    const quantity = one.quantity - has
    return one.kind === 'desk_holds' || quantity === 0 ? [] : [{ ...one, quantity }]
  })
}

/**
 * Returns a wish of the waiting list without the answers that are sold out, or that the form refuses by now. They are asked again
 * when the invitation becomes a reservation: nobody loses a place for one of them.
 */
export const withPossibleAnswers = (left: ReadonlyMap<string, QuotaLeft>, offer: EventOffer, wish: Wish): Wish => {
  if (!wish.answers) return wish
  const { errors } = evaluateForm(offer.form, wish.answers, typesOf(wish), { lenient: true })
  const gone = lackingOf(left, demandOf(offer, wish, false)).filter(({ kind }) => kind === 'question_option')
  const fields = new Set([...errors, ...gone].map(({ field }) => field))
  const answers = Object.entries(wish.answers).filter(([question]) => !fields.has(`answers.${question}`))
  return { ...wish, answers: Object.fromEntries(answers) }
}

/** Returns the plan of an entry, or why it cannot become a reservation. What is free is not looked at. */
const planOf = (snapshot: Snapshot, offer: EventOffer, entry: WaitingWish): WaitingPlan | Refusal => {
  const person = snapshot.people.get(entry.userId)
  if (!person) return { code: 'not_eligible', fields: [] }
  const { relatives, names, now } = snapshot
  const { beside } = entry
  const facts = { offer, person, relatives, names, now, by: 'owner', isWaiting: true } as const
  if (beside) {
    if ('code' in beside) return beside
    if ('least' in beside) return soldOut(beside.least)
    if (!beside.wish) return { code: 'quota_exhausted', fields: [] }
    const plan = decideWish({ ...facts, standing: beside.standing, written: beside.written }, beside.wish)
    return 'code' in plan ? plan : { plan, demand: beyond(snapshot.left, plan.demand, beside.own) }
  }
  const plan = decideWish(facts, withPossibleAnswers(snapshot.left, offer, entry.wish))
  if ('code' in plan) return plan
  if (liveKeys(offer.id, plan.participants).some(({ key }) => snapshot.live.has(key)))
    return { code: 'already_reserved', fields: [] }
  return { plan, demand: plan.demand }
}

/** Offers one entry what it waits for, whoever is ahead of it. Only what is free is offered. */
export const decideInvitation = (snapshot: Snapshot, offer: EventOffer, entry: WaitingWish): Accepted | Refusal => {
  const planned = planOf(snapshot, offer, entry)
  if ('code' in planned) return planned
  const lacking = lackingOf(snapshot.left, planned.demand)
  if (lacking.length > 0) return soldOut(lacking)
  return { plan: planned.plan, claims: takeAll(snapshot.left, planned.demand), beds: [] }
}

/** Returns whether nothing is left of what an entry waits for. Of beds, some nights can be left. */
const isGone = ({ left }: Snapshot, offer: EventOffer, { part: { kind, ref_id } }: WaitingWish): boolean =>
  left.get(quotaKey(offer.id, kind, ref_id))?.left === 0

/**
 * Offers what is free to the waiting list, in order. An entry that needs more than is free is passed over for those behind
 * it, and keeps its place: nothing stays empty for somebody who cannot use it yet.
 */
export const decideInvitations = (
  snapshot: Snapshot,
  offer: EventOffer,
  waiting: readonly WaitingWish[],
): { readonly entry: WaitingWish; readonly accepted: Accepted }[] =>
  waiting.flatMap((entry) => {
    // Hundreds can wait for the same: once it is gone, none of them is worked out.
    if (isGone(snapshot, offer, entry)) return []
    const accepted = decideInvitation(snapshot, offer, entry)
    return 'code' in accepted ? [] : [{ entry, accepted }]
  })
