import type { Language } from '@shiloh/contract/core'
import { type AnswerValue, questionsOf } from '@shiloh/contract/forms/forms'
import { balanceDueAt } from '@shiloh/contract/payments/money'
import type { Room } from '@shiloh/contract/reservations/bed-rules'
import type { KeptPrice } from '@shiloh/contract/reservations/kept-prices'
import type { Wish } from '@shiloh/contract/reservations/wish'
import type { IdempotencyKey } from '#platform/context'
import { runWrites, type TxSql, transactionOn, type Write } from '#platform/db/sql.store'
import type { Deps } from '#platform/deps'
import { AppError, isOfErased } from '#platform/errors'
import { gather } from '#platform/gather'
import { DELIVER_BATCHES } from '#platform/messaging/messages.store'
import { newId, type Random } from '#platform/random'
import { errorText } from '#platform/text/texts'
import { savingKnown } from '../beds/known-rooms.store.ts'
import { askingGuardians } from '../consents/asking.ts'
import type { ConsentRow } from '../consents/consents.store.ts'
import { lockQuotas } from '../event-offer/event-offer.store.ts'
import { currentOffers, leftOf } from '../event-offer/event-offer.ts'
import { linesIn, offerIn } from '../event-offer/offer-in.ts'
import { findDesk } from '../mails/desk.store.ts'
import { madeNotice } from '../mails/mails.ts'
import { askingMates, type MateRow } from '../mates/asking.ts'
import type { Named } from '../mates/mates.ts'
import type { ReservationRecord } from '../read/views.ts'
import { careContext } from '../sealed.ts'
import { findOwnOffers } from '../waiting-list/own-offers.ts'
import { expireIn, inviteNext } from '../waiting-list/promote.ts'
import { settleWaiting } from '../waiting-list/settle.ts'
import { endWaiting, findWhetherWaiting } from '../waiting-list/waiting.store.ts'
import { addingJob, insertingReservations, isCodeCollision, lockKeys, type NewReservations } from './book.store.ts'
import { type CareRow, savingCare } from './choice.store.ts'
import { type BedRow, findLiveKeys, releaseInvitations, savingBeds } from './claims.store.ts'
import { needsOf, purgeDay } from './decide.rules.ts'
import type { Asker, EventOffer, Person, Refusal } from './facts.rules.ts'
import { findApart, findNames, findPeople, findRelatives, lockRooms, relativesIn } from './snapshot.sql.ts'
import { sayLacking } from './sold-out.ts'
import { type Accepted, decideBatch, type Snapshot } from './wish.rules.ts'

/** One request to reserve, from any source. */
export interface NewReservation {
  readonly eventId: string
  readonly userId: string
  readonly payerId: string
  readonly wish: Wish
  /** What the offer of the waiting list that it accepts keeps. */
  readonly prices?: readonly KeptPrice[]
  /** Whom they would like to share a room with. */
  readonly mates?: readonly Named[]
  readonly expectedTotal: number | null | undefined
  readonly by: Asker
  readonly actorId: string
  readonly source: 'self' | 'staff' | 'waiting_list'
  readonly note: string
  readonly language: Language
  readonly idempotency: IdempotencyKey | null
  /** The trace of the request (`Trace.here`). */
  readonly trace?: string | undefined
}

/** A reservation that was made now, or earlier by the same request. */
export type Made = { readonly record: ReservationRecord } | { readonly madeBefore: string }

/** Converts a refusal to the caller's error. What is sold out is named as the event calls it. */
export const refused = ({ code, fields, data, lacking = [] }: Refusal, offer: EventOffer): AppError =>
  new AppError(code, {
    fields,
    ...(data ? { data } : {}),
    ...(lacking.length > 0 &&
      code === 'quota_exhausted' && {
        says: (language) => sayLacking(offer, lacking, language) ?? errorText(code, language),
      }),
  })

/** Letters and digits that are not confused with each other when read aloud or in print. */
const CODE_ALPHABET = '23456789ABCDEFGHJKMNPQRSTVWXYZ'
const CODE_LENGTH = 8

const newCode = (offer: EventOffer, random: Random): string =>
  `${offer.codePrefix}-${Array.from({ length: CODE_LENGTH }, () => CODE_ALPHABET[random.below(CODE_ALPHABET.length)]).join('')}`

const unique = <T>(values: readonly T[]): T[] => [...new Set(values)]
const given = (values: readonly (string | null | undefined)[]): string[] =>
  unique(values.flatMap((value) => (value ? [value] : [])))

/** Returns the people of these wishes who have accounts, each with the event. */
const withLinked = (
  requests: readonly { readonly eventId: string; readonly userId: string; readonly wish: Wish }[],
  relatives: Snapshot['relatives'],
) =>
  requests.flatMap(({ eventId, userId, wish }) =>
    given([userId, ...wish.participants.map(({ person_id }) => relatives.get(person_id ?? '')?.linkedUserId)]).map(
      (id) => ({ eventId, userId: id }),
    ),
  )

/** Writes reservations of people who wait: what is offered to them ends, what they wait for beside is settled, and what that frees is offered. */
const writeAndSettle = async (
  sql: TxSql,
  deps: Deps,
  { results, writes, offers, taken }: ReturnType<typeof makeAll>,
  now: Date,
): Promise<void> => {
  await releaseInvitations(sql, offers, now)
  await endWaiting(sql, taken, 'taken', now)
  await runWrites(sql, writes)
  const records = results.flatMap((one) => ('record' in one ? [one.record] : []))
  const ids = records.map(({ id }) => id)
  const hasFreed = await settleWaiting(sql, deps, ids, now, { isNew: true })
  if (hasFreed || offers.length > 0) await inviteNext(sql, deps, unique(records.map(({ event }) => event.id)), now)
}

/**
 * Locks and reads everything that these wishes are decided on. The statements are sent together and run in order: the
 * quotas are locked before anything is read.
 */
export const takeSnapshot = async (
  sql: TxSql,
  deps: Deps,
  requests: readonly { readonly eventId: string; readonly userId: string; readonly wish: Wish }[],
  now: Date,
): Promise<Snapshot> => {
  const eventIds = unique(requests.map(({ eventId }) => eventId))
  const userIds = unique(requests.map(({ userId }) => userId))
  const wishes = requests.map(({ wish }) => wish)
  const relativeIds = relativesIn(wishes)
  const locking = lockQuotas(sql, eventIds)
  const reading = findRelatives(sql, relativeIds)
  const [locked, { offers, changed, due }, people, relatives, names, found, waits, desk] = await Promise.all([
    locking,
    currentOffers(sql, deps, eventIds, now),
    findPeople(sql, userIds),
    reading,
    findNames(sql, wishes),
    relativeIds.length === 0
      ? findLiveKeys(sql, requests, new Map())
      : reading.then((known) => findLiveKeys(sql, requests, known)),
    relativeIds.length === 0
      ? findWhetherWaiting(sql, requests)
      : reading.then((known) => findWhetherWaiting(sql, withLinked(requests, known))),
    wishes.some(({ pays_at_desk }) => pays_at_desk) ? findDesk(sql) : '',
  ])
  if (due.length > 0) await expireIn(sql, deps, due, now)
  // Expired holds are free now, or offered to those who waited for the opening. Quotas that were added while we waited for
  // the lock are read with the new offer.
  const quotas = due.length > 0 || changed ? await lockQuotas(sql, eventIds) : locked
  const live = due.length > 0 ? await findLiveKeys(sql, requests, relatives) : found
  const rooms: Map<string, Room> = await lockRooms(sql, given(wishes.map((wish) => wish.accommodation?.room_id)), now)
  const apart = rooms.size > 0 ? await findApart(sql, eventIds) : new Map<string, string[]>()
  // After those who waited for the opening were invited. What is offered to those who ask is theirs.
  const offered = waits ? await findOwnOffers(sql, deps, offers, withLinked(requests, relatives), now) : new Map()
  return { now, offers, people, relatives, names, left: leftOf(quotas), live, rooms, apart, waits, offered, desk }
}

interface Written {
  readonly record: ReservationRecord
  readonly participantIds: readonly string[]
}

/**
 * Gives an accepted plan its ids and code, and the shape of the view.
 * @param offer in the language of the answer
 */
const toRecord = (deps: Deps, snapshot: Snapshot, offer: EventOffer, person: Person, accepted: Accepted): Written => {
  const { plan } = accepted
  const { now, names, rooms } = snapshot
  const { random } = deps
  const name = (id: string | null | undefined, known: ReadonlyMap<string, string>) =>
    id ? { id, name: known.get(id) ?? '' } : null
  const stay = plan.wish.accommodation
  const room = stay?.room_id ? rooms.get(stay.room_id) : undefined
  const lodging =
    stay && offer.accommodations.find(({ room_category_id }) => room_category_id === stay.room_category_id)
  // A title that only the request claims is not shown if the office has to confirm it.
  const counted = (id: string | null, borne: string | null) =>
    id !== null && id !== borne && names.toConfirm?.has(id) ? null : id
  const participants = plan.participants.map((participant, index) => {
    const { bearing } = participant
    const bed = accepted.beds[index]
    const qr = deps.signedIds.next()
    const type = offer.participant_types.find(({ refId }) => refId === participant.typeRef)
    const caterer = offer.caterers.find(({ refId }) => refId === participant.catererRef)
    return {
      id: newId(now, random),
      role: participant.role,
      personId: participant.spouseId ?? participant.memberId,
      accountId: participant.userId,
      name: participant.name,
      participantType: { id: type?._id ?? '', name: type?.name ?? '' },
      title: name(counted(participant.titleId, bearing.titleId), names.titles),
      designation: name(counted(participant.designationId, bearing.designationId), names.designations),
      chosen: { title_id: participant.titleId, designation_id: participant.designationId },
      caterer: caterer ? { id: caterer._id, name: caterer.name } : null,
      minor: participant.minor,
      guardian: participant.guardian,
      consent: participant.consentFrom && {
        status: 'waiting' as const,
        guardianName: participant.consentFrom.name,
        email: participant.consentFrom.email ?? null,
        phone: participant.consentFrom.phone ?? null,
        askedAt: null,
        answeredAt: null,
        answeredName: null,
        onPaper: false,
      },
      qrId: qr.id,
      qrPath: qr.path,
      checkedInAt: null,
      checkedOutAt: null,
      room:
        room && bed !== undefined
          ? { id: room.id, name: room.name, block: room.blockName, floor: room.floor, bed, known: true }
          : null,
      since: null,
      mealsBefore: [],
      toldRoom: room !== undefined && bed !== undefined,
      hasCare: participant.care != null,
    }
  })
  const options = new Map<AnswerValue, string>(
    (offer.form ? questionsOf(offer.form) : []).flatMap((question) =>
      question.options.map(({ _id, label }) => [_id, label] as const),
    ),
  )
  const record: ReservationRecord = {
    id: newId(now, random),
    code: newCode(offer, random),
    status: plan.status,
    event: {
      id: offer.id,
      slug: offer.slug,
      name: offer.name,
      startsAt: offer.startsAt,
      endsAt: offer.endsAt,
      timeZone: offer.timeZone,
      place: offer.place,
      cancellationDeadline: offer.cancellationDeadline,
      refundRules: offer.refundRules,
      dueAt: balanceDueAt(offer),
    },
    user: { id: person.id, name: person.name },
    payerId: person.id,
    holdExpiresAt: plan.holdExpiresAt,
    paysAtDesk: plan.paysAtDesk,
    needsApproval: plan.needsApproval,
    approvedAt: null,
    currency: plan.quote.currency,
    total: plan.quote.total,
    paid: 0,
    waived: 0,
    waivedBy: null,
    reduced: 0,
    retained: 0,
    dueAtOnce: plan.dueAtOnce,
    ruledTotal: 0,
    keptUntil: null,
    payments: [],
    refunds: [],
    withdrawn: { owed: 0, rule: 0 },
    endedWaits: [],
    committeeType: name(plan.wish.committee_type_id, names.committeeTypes),
    accommodation:
      stay && lodging
        ? { categoryId: lodging.room_category_id, name: lodging.name, checkIn: stay.check_in, checkOut: stay.check_out }
        : null,
    arrivalAt: plan.wish.arrival_at ? new Date(plan.wish.arrival_at) : null,
    departureAt: plan.wish.departure_at ? new Date(plan.wish.departure_at) : null,
    answers: plan.answers.map(({ question_id, label, value }) => ({
      question_id,
      label,
      value,
      words: options.get(value) ?? null,
    })),
    lines: linesIn(offer, plan.quote.lines),
    pendingChange: null,
    missing: plan.missing,
    note: '',
    participants,
    timeline: [],
    createdAt: now,
  }
  return { record, participantIds: participants.map(({ id }) => id) }
}

interface Rows extends NewReservations {
  readonly reservations: Readonly<Record<string, unknown>>[]
  readonly participants: Readonly<Record<string, unknown>>[]
  readonly lines: Readonly<Record<string, unknown>>[]
  readonly answers: Readonly<Record<string, unknown>>[]
  readonly claims: Readonly<Record<string, unknown>>[]
  readonly messages: Readonly<Record<string, unknown>>[]
}

/** Adds one reservation to the batch's rows. Null values are left out, which saves the database from parsing them. */
const addRows = (
  rows: Rows,
  request: NewReservation,
  offer: EventOffer,
  record: ReservationRecord,
  accepted: Accepted,
): void => {
  const { plan } = accepted
  const { wish } = plan
  rows.reservations.push({
    id: record.id,
    code: record.code,
    event_id: offer.id,
    user_id: request.userId,
    payer_id: request.payerId,
    status: record.status,
    source: request.source,
    hold_expires_at: record.holdExpiresAt ?? undefined,
    pays_at_desk: record.paysAtDesk,
    needs_approval: record.needsApproval,
    currency: record.currency,
    total: record.total,
    due_at_once: plan.dueAtOnce ?? undefined,
    participant_type_ref: plan.participants[0]?.typeRef,
    committee_type_id: wish.committee_type_id ?? undefined,
    accommodation_ref: offer.accommodations.find(
      ({ room_category_id }) => room_category_id === wish.accommodation?.room_category_id,
    )?.refId,
    check_in: wish.accommodation?.check_in,
    check_out: wish.accommodation?.check_out,
    form_version_id: offer.formVersionId ?? undefined,
    arrival_at: wish.arrival_at ?? undefined,
    departure_at: wish.departure_at ?? undefined,
    missing: plan.missing,
    note: request.note,
    persons: plan.participants.length,
    actor_id: request.actorId,
    actor: request.by,
    key: request.idempotency?.key,
    route: request.idempotency?.route,
    body_hash: request.idempotency?.bodyHash,
  })
  plan.participants.forEach((participant, index) => {
    rows.participants.push({
      id: record.participants[index]?.id,
      reservation_id: record.id,
      event_id: offer.id,
      role: participant.role,
      position: index,
      user_id: participant.userId ?? undefined,
      spouse_id: participant.spouseId ?? undefined,
      family_member_id: participant.memberId ?? undefined,
      participant_type_ref: participant.typeRef,
      title_id: participant.titleId ?? undefined,
      designation_id: participant.designationId ?? undefined,
      caterer_ref: participant.catererRef ?? undefined,
      minor: participant.minor,
      guardian: participant.guardian ?? undefined,
      name: participant.name,
      gender: participant.gender ?? undefined,
      qr_id: record.participants[index]?.qrId,
      bears_title_id: participant.bearing.titleId ?? undefined,
      bears_designation_id: participant.bearing.designationId ?? undefined,
      title_by_staff: participant.written.titleId !== null || undefined,
      designation_by_staff: participant.written.designationId !== null || undefined,
    })
  })
  for (const line of plan.quote.lines)
    rows.lines.push({ reservation_id: record.id, ...line, person: line.person ?? undefined })
  // All of them were given to the version of the reservation.
  for (const { question_id, label, value } of plan.answers)
    rows.answers.push({ reservation_id: record.id, question_id, label, value })
  for (const { quotaId, quantity } of accepted.claims)
    rows.claims.push({ quota_id: quotaId, reservation_id: record.id, quantity })
}

const sumClaims = (
  claims: readonly Readonly<Record<string, unknown>>[],
  accepted: readonly Accepted[],
): NewReservations['quotas'] => {
  if (claims.length === 0) return []
  const sums = new Map<string, number>()
  for (const { quotaId, quantity } of accepted.flatMap((each) => each.claims))
    sums.set(quotaId, (sums.get(quotaId) ?? 0) + quantity)
  return [...sums].map(([id, quantity]) => ({ id, quantity }))
}

/**
 * Reserves for many requests in one transaction, each with its own answer. Locks, decides in order of arrival, then
 * writes everything together.
 */
export const reserveAll = async (
  sql: TxSql,
  deps: Deps,
  requests: readonly NewReservation[],
  now: Date,
): Promise<readonly (Made | AppError)[]> => {
  const snapshot = await takeSnapshot(sql, deps, requests, now)
  const made = makeAll(deps, requests, snapshot, 0)
  if (snapshot.waits) await writeAndSettle(sql, deps, made, now)
  else await runWrites(sql, made.writes)
  return made.results
}

/**
 * Decides these requests on a snapshot that was taken for them and perhaps others, and returns what to write, and the offers to end
 * before. Messages are sent after `sendAfterMs`. Null means that a job that will send them exists.
 */
const makeAll = (
  deps: Deps,
  requests: readonly NewReservation[],
  snapshot: Snapshot,
  sendAfterMs: number | null,
): {
  readonly results: readonly (Made | AppError)[]
  readonly writes: readonly Write[]
  readonly offers: readonly string[]
  readonly taken: readonly string[]
} => {
  const { now } = snapshot
  const decisions = decideBatch(snapshot, requests)
  const rows: Rows = {
    reservations: [],
    participants: [],
    lines: [],
    answers: [],
    claims: [],
    quotas: [],
    messages: [],
  }
  const accepted: Accepted[] = []
  const beds: BedRow[] = []
  const known: { participantId: string; roomId: string }[] = []
  const cares: CareRow[] = []
  const consents: ConsentRow[] = []
  const mates: MateRow[] = []
  const results = requests.map((request, index): Made | AppError => {
    const decision = decisions[index]
    const offer = snapshot.offers.get(request.eventId)
    const person = snapshot.people.get(request.userId)
    // Erased while the request was on its way.
    if (!person) return new AppError(request.by === 'owner' ? 'not_signed_in' : 'person_erased')
    if (!decision || !offer) return new AppError('not_found')
    if ('code' in decision) return refused(decision, offer)
    const { record: bare, participantIds } = toRecord(
      deps,
      snapshot,
      offerIn(offer, request.language),
      person,
      decision,
    )
    const record: ReservationRecord = {
      ...bare,
      payerId: request.payerId,
      note: request.note,
      timeline: [
        {
          ...{ at: now, from: null, to: bare.status, action: 'make', actor: request.by, by: null },
          ...{ reason: '', booked: [], changes: [] },
        },
      ],
    }
    accepted.push(decision)
    addRows(rows, request, offer, record, decision)
    const [mainId] = participantIds
    if (mainId !== undefined)
      for (const mate of request.mates ?? []) mates.push({ ...mate, eventId: offer.id, participantId: mainId })
    decision.plan.participants.forEach(({ care, consentFrom }, position) => {
      const participantId = participantIds[position]
      if (participantId && consentFrom) consents.push({ reservationId: record.id, participantId, contact: consentFrom })
      const { accommodation } = decision.plan.wish
      const bed = decision.beds[position]
      if (participantId && care) {
        const { groundFloor, quietRoom, diets } = needsOf(care)
        const sealed = deps.crypto.seal(JSON.stringify(care), careContext(participantId))
        cares.push({ participantId, sealed, groundFloor, quietRoom, diets, purgeAfter: purgeDay(offer) })
      }
      if (participantId && accommodation?.room_id && bed !== undefined)
        beds.push({
          roomId: accommodation.room_id,
          bed,
          checkIn: accommodation.check_in,
          checkOut: accommodation.check_out,
          reservationId: record.id,
          participantId,
        })
      // Who asks for a room knows it. Others hear of it when rooms are published.
      if (participantId && accommodation?.room_id && bed !== undefined && request.by === 'owner')
        known.push({ participantId, roomId: accommodation.room_id })
    })
    const language = request.by === 'owner' ? request.language : person.language
    rows.messages.push({ ...madeNotice(person, record, offer, language, snapshot), trace: request.trace })
    return { record }
  })
  if (accepted.length === 0) return { results, writes: [], offers: [], taken: [] }
  const writes = [
    insertingReservations({ ...rows, quotas: sumClaims(rows.claims, accepted) }, now),
    ...savingBeds(beds, now),
    ...savingKnown(known, now),
    ...savingCare(cares, now),
    ...askingGuardians(consents, now),
    ...askingMates(mates, now),
    ...(rows.messages.length > 0 && sendAfterMs !== null ? [addingJob(DELIVER_BATCHES, sendAfterMs)] : []),
  ]
  const offers = accepted.flatMap((each) => each.offers ?? [])
  return { results, writes, offers, taken: accepted.flatMap((each) => each.taken ?? []) }
}

/** Locks the idempotency keys of these requests, and answers those whose key was used before or is in use. */
const answerKnown = async (
  sql: TxSql,
  requests: readonly NewReservation[],
): Promise<Map<NewReservation, Made | AppError>> => {
  const keyed = requests.flatMap((request) =>
    request.idempotency ? [{ request, userId: request.actorId, ...request.idempotency }] : [],
  )
  const answers = new Map<NewReservation, Made | AppError>()
  const locked = await lockKeys(sql, keyed)
  const seen = new Set<string>()
  keyed.forEach(({ request, userId, key, route, bodyHash }, index) => {
    const id = `${userId}\n${key}`
    const before = locked[index]
    // The same key twice in one batch: this transaction already has its lock, so the second request is in flight.
    if (!before?.locked || seen.has(id)) answers.set(request, new AppError('idempotency_in_flight'))
    else if (before.route !== null) {
      const isSame = before.route === route && before.body_hash === bodyHash
      const madeBefore = isSame ? before.reservation_id : null
      answers.set(request, madeBefore === null ? new AppError('idempotency_key_reused') : { madeBefore })
    }
    seen.add(id)
  })
  return answers
}

/** Reserves for a batch in one transaction: repeated requests get their reservation again, the others are decided. */
const reserveBatch = async (
  sql: TxSql,
  deps: Deps,
  requests: readonly NewReservation[],
  now: Date,
  sendAfterMs: number | null,
  commit: (writes: readonly Write[]) => Promise<void>,
): Promise<(Made | AppError)[]> => {
  const [answers, snapshot] = await Promise.all([answerKnown(sql, requests), takeSnapshot(sql, deps, requests, now)])
  const fresh = requests.filter((request) => !answers.has(request))
  const made = makeAll(deps, fresh, snapshot, sendAfterMs)
  fresh.forEach((request, index) => {
    const result = made.results[index]
    if (result) answers.set(request, result)
  })
  if (snapshot.waits) {
    await writeAndSettle(sql, deps, made, now)
    await commit([])
  } else await commit(made.writes)
  return requests.map((request) => answers.get(request) ?? new AppError('internal_error'))
}

/** Maximum batch size. A larger one would make the transaction longer without making it cheaper. */
const MAX_BATCH = 200
/** Maximum queue length, about two seconds of work. Further requests fail with `overloaded`. */
const MAX_QUEUE = 5000

/** Milliseconds. Reservations have priority: during a sale, one job per second writes the messages of many batches. */
const SEND_AFTER_MS = 1000

/** Opens the batcher: requests that arrive while a batch is running form the next one. */
export const openBatcher = (deps: Deps) => {
  const delay = deps.config.test ? 0 : SEND_AFTER_MS
  let sending = Number.NEGATIVE_INFINITY
  return gather<NewReservation, Made>({
    maxBatch: MAX_BATCH,
    maxQueue: MAX_QUEUE,
    watch: deps.metrics.batches('reservations'),
    run: async (first, next, join) => {
      const now = deps.clock()
      // A job that starts before this batch commits would not see its messages.
      const isSending = delay > 0 && sending - now.getTime() > delay / 2
      const events = unique(first.map(({ eventId }) => eventId))
      let batch: readonly NewReservation[] = first
      const [trace, ...others] = first.flatMap((request) => request.trace ?? [])
      const once = () =>
        transactionOn(deps.pipelines, async (sql, commitWith) => {
          // Its locks prevent the next batch, also of another process, from reading a place before it is decided who has it.
          await lockQuotas(sql, events)
          // Those who came while this batch waited for them: a batch of twice the size costs little more.
          batch = [...batch, ...join(({ eventId }) => events.includes(eventId))]
          return reserveBatch(sql, deps, batch, now, isSending ? null : delay, (writes) =>
            trace === undefined
              ? commitWith(writes, next)
              : deps.trace.span('commit', {}, () => commitWith(writes, next)),
          )
        })
      const again = (error: unknown) => {
        // Of somebody who was erased meanwhile, and of their spouse, the batch knows the second time.
        if (!isCodeCollision(error) && !isOfErased(error)) throw error
        return once()
      }
      const made = await (trace === undefined
        ? once().catch(again)
        : // It works for all of them: the first trace shows it, and it points to the others.
          deps.trace.span('batch of reservations', { after: trace, links: others }, async (span) => {
            const results = await once().catch(again)
            span.set({ 'shiloh.batch_size': batch.length })
            return results
          }))
      if (!isSending && made.some((one) => 'record' in one)) sending = now.getTime() + delay
      for (const one of made) if (one instanceof AppError) deps.metrics.refused(one.code)
      return made
    },
  })
}

/** Reserves through the batcher of this process. */
export const reserve = (deps: Deps, request: NewReservation): Promise<Made> =>
  deps.trace.span('reserve', {}, () => {
    const trace = deps.trace.here()
    return deps.services.reservations.batcher.ask(trace === undefined ? request : { ...request, trace })
  })
