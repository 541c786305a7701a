import type { Language } from '@shiloh/contract/core'
import { pricesOf } from '@shiloh/contract/reservations/kept-prices'
import { type OwnWaiting, WAITING_KINDS, type WaitingView } from '@shiloh/contract/reservations/views'
import type { Wish } from '@shiloh/contract/reservations/wish'
import { type Sql, sqlIn, type TxSql } from '#platform/db/sql.store'
import type { Deps } from '#platform/deps'
import { AppError, invalid } from '#platform/errors'
import type { Work } from '#platform/jobs/work'
import { type Made, type NewReservation, refused, reserveAll, takeSnapshot } from '../booking/book.ts'
import { findClaims, releaseInvitations } from '../booking/claims.store.ts'
import { decideWish, demandOf, isRegistrationOpen } from '../booking/decide.rules.ts'
import type { Demand, EventOffer, Person } from '../booking/facts.rules.ts'
import { beyond, idsOf, impossibleOf, lackingOf, liveKey, type Snapshot, soldOut } from '../booking/wish.rules.ts'
import { forgetRegistration } from '../drafts/drafts.store.ts'
import { lockQuotas } from '../event-offer/event-offer.store.ts'
import { currentOffers } from '../event-offer/event-offer.ts'
import { offerIn } from '../event-offer/offer-in.ts'
import { joinedNotice } from '../mails/mails.ts'
import { isPlace, refusalBeside } from './beside.rules.ts'
import { findClosedTypes } from './closed.ts'
import { pricesKept } from './kept-prices.ts'
import { openWish, sealWish } from './open-wish.ts'
import { isWaitingKind, itemOfPart, nameOfPart } from './part.ts'
import { findLostAnswers } from './possible-wish.ts'
import { besideOf, endOverdue, expireIn, inviteNext } from './promote.ts'
import { findShortOf } from './short-of.ts'
import {
  countAhead,
  countWaiting,
  endWaiting,
  findAllOwnWaiting,
  findBeside,
  findLeftOut,
  findOwnLive,
  findOwnWaiting,
  hasOfferThatIs,
  insertWaiting,
  noteActed,
  type WaitingRow,
} from './waiting.store.ts'
import { priceToTell } from './wished.ts'

interface WaitingPart extends Pick<WaitingView, 'kind' | 'name'> {
  readonly count: number
}

/** Returns an entry as it is shown. */
export const view = (
  offer: EventOffer,
  row: Omit<WaitingRow, 'number' | 'wish' | 'user_id' | 'event_id'>,
  ahead: number,
  reservation: WaitingView['reservation'],
): WaitingView => ({
  _id: row.id,
  event_id: offer.id,
  kind: row.kind,
  name: nameOfPart(offer, row),
  item_id: itemOfPart(offer, row),
  status: row.status,
  ahead,
  reservation,
  offer_expires_at: row.offer_expires_at?.toISOString() ?? null,
  created_at: row.created_at.toISOString(),
  keeps_prices: row.prices !== null,
})

/** Returns the reservation of each entry that is for something beside one. */
export const besideIn = async (sql: Sql, rows: readonly WaitingRow[], now: Date) => {
  const extras = rows.filter(({ kind }) => !isPlace(kind)).map(({ id }) => id)
  const found = extras.length > 0 ? await findBeside(sql, extras, now) : undefined
  return ({ id }: Pick<WaitingRow, 'id'>): WaitingView['reservation'] => {
    const reservation = found?.get(id)
    return reservation ? { _id: reservation.reservationId, code: reservation.code } : null
  }
}

/** Returns a person's entries at an event as they are shown, without expired invitations. */
export const ownWaiting = async (
  sql: Sql,
  offer: EventOffer,
  userId: string,
  { now, reader }: { readonly now: Date; readonly reader: Language },
): Promise<WaitingView[]> => {
  const rows = await findOwnWaiting(sql, offer.id, userId)
  const open = rows.filter(({ offer_expires_at }) => offer_expires_at === null || offer_expires_at > now)
  if (open.length === 0) return []
  const ids = open.map(({ id }) => id)
  const ahead = await countAhead(sql, ids)
  const beside = await besideIn(sql, open, now)
  return open.map((row) => view(offerIn(offer, reader), row, ahead.get(row.id) ?? 0, beside(row)))
}

/** Returns how many wait for each part of an event, by the names that their entries have. */
export const waitingByPart = async (sql: Sql, offer: EventOffer): Promise<WaitingPart[]> =>
  (await countWaiting(sql, offer.id)).map((row) => ({ kind: row.kind, name: nameOfPart(offer, row), count: row.count }))

/** Returns a person's open entries at all events, the earliest event first, each with its wish. */
export const listOwnWaiting = async (
  sql: Sql,
  deps: Deps,
  userId: string,
  { now, reader }: { readonly now: Date; readonly reader: Language },
): Promise<OwnWaiting[]> => {
  const rows = await findAllOwnWaiting(sql, userId)
  const open = rows.filter(({ offer_expires_at }) => offer_expires_at === null || offer_expires_at > now)
  if (open.length === 0) return []
  const { offers } = await currentOffers(sql, deps, [...new Set(open.map(({ event_id }) => event_id))], now)
  const ahead = await countAhead(
    sql,
    open.map(({ id }) => id),
  )
  const beside = await besideIn(sql, open, now)
  const leftOut = await findLeftOut(
    sql,
    open.map(({ id }) => id),
  )
  const closed = await findClosedTypes(sql, deps, open, { now, reader })
  const listed = await Promise.all(
    open.map(async (row): Promise<OwnWaiting[]> => {
      const own = offers.get(row.event_id)
      if (!own || own.endsAt <= now) return []
      const offer = offerIn(own, reader)
      const wish = openWish(deps, row, own, now, leftOut.get(row.id))
      const shown = view(offer, row, ahead.get(row.id) ?? 0, beside(row))
      const category = wish.accommodation?.room_category_id
      return [
        {
          ...shown,
          event: briefOf(offer),
          wish,
          prices: [...pricesKept(own, row, shown.reservation !== null)],
          lost_answers: await findLostAnswers(sql, own, { id: row.id, status: row.status, wish }, now),
          participant_types: offer.participant_types.flatMap(({ _id, name }) => {
            const count = wish.participants.filter(({ participant_type_id }) => participant_type_id === _id).length
            return count > 0 ? [{ name, count }] : []
          }),
          room: offer.accommodations.find(({ room_category_id }) => room_category_id === category)?.name ?? null,
          closed_types: [...(closed.get(row.id) ?? [])],
          short_of: shown.reservation ? [] : await findShortOf(sql, own, { row, wish }, { now, reader }),
        },
      ]
    }),
  )
  return listed.flat().sort((a, b) => a.event.starts_at.localeCompare(b.event.starts_at))
}

/** Returns the event of an entry as pages name it. */
export const briefOf = (offer: EventOffer) => ({
  _id: offer.id,
  slug: offer.slug,
  name: offer.name,
  starts_at: offer.startsAt.toISOString(),
  ends_at: offer.endsAt.toISOString(),
  time_zone: offer.timeZone,
  place: offer.place,
})

interface Asked {
  readonly offer: EventOffer
  readonly person: Person
  readonly wish: Wish
}

/** Refuses what could never become free. @throws invalid_input with the fields that ask for more than there is in total */
const requirePossible = (left: Snapshot['left'], demand: readonly Demand[]): void => {
  const fields = new Set(impossibleOf(left, demand).map(({ field }) => field ?? 'participants'))
  if (fields.size > 0) throw invalid([...fields].map((field) => ({ field, code: 'beyond_capacity' as const })))
}

/** Returns the widest part of a demand that is sold out and can be waited for. @throws still_available */
const widest = (offer: EventOffer, left: Snapshot['left'], demand: readonly Demand[]) => {
  const lacking = lackingOf(left, demand)
  if (lacking.length === 0) throw new AppError('still_available')
  const target = lacking
    .flatMap(({ kind, refId }) => (isWaitingKind(kind) ? [{ kind, refId }] : []))
    .sort((a, b) => WAITING_KINDS.indexOf(a.kind) - WAITING_KINDS.indexOf(b.kind))[0]
  if (!target) throw refused(soldOut(lacking), offer)
  return target
}

/** Returns what is lacking for a new reservation. */
const lackingIn = (
  snapshot: Snapshot,
  { offer, person, wish, expectedTotal }: Asked & { readonly expectedTotal: number | null | undefined },
) => {
  const { relatives, names, now } = snapshot
  const plan = decideWish({ offer, person, relatives, names, now, by: 'owner', isWaiting: true }, wish, expectedTotal)
  if ('code' in plan) throw refused(plan, offer)
  const isLive = plan.participants.some((one) => idsOf(one).some((id) => snapshot.live.has(liveKey(offer.id, id))))
  if (isLive) throw new AppError('already_reserved')
  requirePossible(snapshot.left, plan.demand)
  return widest(offer, snapshot.left, plan.demand)
}

/**
 * Returns what is lacking beside a reservation, which has the rest.
 *
 * @throws already_included when it has all extras, already_reserved when it is places, and what refuses a change of the reservation
 */
const lackingBeside = async (
  sql: TxSql,
  { deps, now }: Work,
  { left, relatives, names }: Snapshot,
  { offer, person, wish, reservationId, status }: Asked & { readonly reservationId: string; readonly status: string },
) => {
  const refusal = refusalBeside(offer, status, now)
  if (refusal) throw refused(refusal, offer)
  const own = new Map((await findClaims(sql, reservationId)).map(({ quotaId, quantity }) => [quotaId, quantity]))
  const demand = demandOf(offer, wish, false)
  const more = beyond(left, demand, own)
  if (more.length === 0)
    throw new AppError(
      demand.some(({ kind }) => isWaitingKind(kind) && !isPlace(kind)) ? 'already_included' : 'already_reserved',
    )
  requirePossible(left, demand)
  const target = widest(offer, left, more)
  if (isPlace(target.kind)) throw new AppError('already_reserved')
  const beside = await besideOf(
    sql,
    deps,
    offer,
    { id: reservationId, own },
    { kind: target.kind, ref_id: target.refId, wish },
  )
  if (!beside.wish) throw new AppError('already_reserved')
  const facts = { offer, person, relatives, names, now, by: 'owner', isWaiting: true } as const
  const plan = decideWish({ ...facts, standing: beside.standing, written: beside.written }, beside.wish)
  if ('code' in plan) throw refused(plan, offer)
  return target
}

/**
 * Puts a wish on the waiting list, only if a part of it is sold out. Who has a reservation can wait for what can be added
 * to it.
 */
export const joinWaiting = async (
  work: Work,
  request: {
    readonly eventId: string
    readonly userId: string
    readonly wish: Wish
    readonly expectedTotal: number | null | undefined
    readonly language: Language
  },
): Promise<WaitingView> => {
  const sql = sqlIn(work.tx)
  // A specific room cannot be waited for. Rooms are assigned once there is a place.
  const { accommodation } = request.wish
  const wish: Wish = { ...request.wish, accommodation: accommodation && { ...accommodation, room_id: null } }
  const snapshot = await takeSnapshot(sql, work.deps, [{ ...request, wish }], work.now)
  const offer = snapshot.offers.get(request.eventId)
  const person = snapshot.people.get(request.userId)
  if (!offer || !person) throw new AppError('not_found')
  const reservation = await findOwnLive(sql, offer.id, person.id)
  const target = reservation
    ? await lackingBeside(sql, work, snapshot, { offer, person, wish, ...reservation })
    : lackingIn(snapshot, { offer, person, wish, expectedTotal: request.expectedTotal })
  const part = { kind: target.kind, ref_id: target.refId }
  const prices = pricesOf(offer, wish)
  const id = await insertWaiting(sql, {
    eventId: offer.id,
    userId: person.id,
    kind: target.kind,
    refId: target.refId,
    sealed: sealWish(work.deps, { user_id: person.id, event_id: offer.id }, wish),
    prices,
    now: work.now,
  })
  if (isPlace(target.kind)) await forgetRegistration(work.tx, person.id, offer.id)
  const row = { id, ...part, status: 'waiting' as const, offer_expires_at: null, created_at: work.now, prices }
  const ahead = await countAhead(sql, [id])
  const beside = reservation ? ((await findBeside(sql, [id], work.now)).get(id) ?? null) : null
  await work.send(
    joinedNotice(person, offer, part, {
      reservationId: beside?.reservationId ?? null,
      ahead: ahead.get(id) ?? 0,
      price: priceToTell(offer, { row, wish, isBeside: reservation !== undefined }, work.now),
    }),
  )
  work.publish('staff', 'waiting_list', { event_id: offer.id })
  return view(
    offerIn(offer, request.language),
    row,
    ahead.get(id) ?? 0,
    beside && { _id: beside.reservationId, code: beside.code },
  )
}

/**
 * Accepts an invitation: makes the reservation with what was held for it.
 * It has the prices of the day on which the person joined, for whatever they waited for.
 *
 * @param given the wish with the answers that were left open. It can be for fewer people than the invitation, not for
 *   more: somebody else may wait for those places. Null: as it was on the list
 * @returns the reservation; or the one that was made when it was accepted before, so that a second tap leads there, too
 * @throws AppError offer_ended when the invitation has expired, already_reserved with the reservation whose edit takes it,
 *   registration_closed while nobody can reserve, still_waiting as long as it is not their turn, invalid_input at `participants`
 */
export const acceptOffer = async (
  work: Work,
  request: Omit<NewReservation, 'wish' | 'prices' | 'expectedTotal' | 'by' | 'source' | 'note' | 'idempotency'>,
  waitingId: string | undefined,
  given: { readonly wish: Wish; readonly expectedTotal: number | null | undefined } | null,
): Promise<Made> => {
  const sql = sqlIn(work.tx)
  await lockQuotas(sql, [request.eventId])
  const { eventId, userId } = request
  const readOwn = async () =>
    (await findOwnWaiting(sql, eventId, userId)).filter(({ id }) => waitingId === undefined || id === waitingId)
  const isOffered = ({ status }: WaitingRow) => status === 'offered'
  let asked = await readOwn()
  // Registration can have opened a moment ago, and nothing has invited anybody since.
  if (asked.length > 0 && !asked.some(isOffered)) {
    await expireIn(sql, work.deps, [eventId], work.now)
    asked = await readOwn()
  }
  const offered = asked.find(isOffered)
  const { offers } = await currentOffers(sql, work.deps, [eventId], work.now)
  if (!offered) {
    const which = { eventId, userId, id: waitingId }
    if (await hasOfferThatIs(sql, 'taken', which)) {
      const own = await findOwnLive(sql, eventId, userId)
      if (own) return { madeBefore: own.reservationId }
    }
    if (await hasOfferThatIs(sql, 'expired', which)) throw new AppError('offer_ended')
    const offer = offers.get(eventId)
    if (asked.length === 0) throw new AppError('not_found')
    throw new AppError(offer && isRegistrationOpen(offer, work.now) ? 'still_waiting' : 'registration_closed')
  }
  if (offered.offer_expires_at === null || offered.offer_expires_at <= work.now) throw new AppError('offer_ended')
  const beside = (await findBeside(sql, [offered.id], work.now)).get(offered.id)
  if (beside)
    throw new AppError('already_reserved', {
      data: { reservation: { _id: beside.reservationId, code: beside.code }, waiting_id: offered.id },
    })
  const leftOut = (await findLeftOut(sql, [offered.id])).get(offered.id)
  const held = openWish(work.deps, offered, offers.get(request.eventId), work.now, leftOut)
  if (given && given.wish.participants.length > held.participants.length)
    throw invalid([{ field: 'participants', code: 'not_offered' }])
  // First, expired places go to the waiting list. Then what this invitation holds is released for this reservation
  // alone.
  await expireIn(sql, work.deps, [request.eventId], work.now)
  await releaseInvitations(sql, [offered.id], work.now)
  await endWaiting(sql, [offered.id], 'taken', work.now)
  const [made] = await reserveAll(
    sql,
    work.deps,
    [
      {
        ...request,
        wish: given?.wish ?? held,
        prices: offered.prices ?? [],
        expectedTotal: given?.expectedTotal ?? null,
        by: 'owner',
        source: 'waiting_list',
        note: '',
        idempotency: null,
      },
    ],
    work.now,
  )
  if (made instanceof AppError) throw made
  if (!made || 'madeBefore' in made) throw new AppError('internal_error')
  await inviteNext(sql, work.deps, [request.eventId], work.now)
  return made
}

/**
 * Leaves the waiting list of an event, or one entry of it. An invitation goes to the next person.
 * @throws AppError offer_ended when the invitation has expired
 */
export const leaveWaiting = async (
  work: Work,
  eventId: string,
  userId: string,
  waitingId: string | undefined,
): Promise<void> => {
  const sql = sqlIn(work.tx)
  await lockQuotas(sql, [eventId])
  await endOverdue(sql, work.deps, [eventId], work.now)
  const rows = await findOwnWaiting(sql, eventId, userId)
  const left = rows.filter(({ id }) => waitingId === undefined || id === waitingId)
  const ids = left.map(({ id }) => id)
  if (ids.length === 0) {
    const hadOffer = await hasOfferThatIs(sql, 'expired', { eventId, userId, id: waitingId })
    throw new AppError(hadOffer ? 'offer_ended' : 'not_found')
  }
  await releaseInvitations(sql, ids, work.now)
  await endWaiting(sql, ids, 'withdrawn', work.now)
  for (const id of ids) await noteActed(sql, id, { by: userId, reason: '', now: work.now })
  // Who joined before the registration was forgotten with it.
  if (left.some(({ kind }) => isPlace(kind))) await forgetRegistration(work.tx, userId, eventId)
  await inviteNext(sql, work.deps, [eventId], work.now)
}
