import { balanceOf, coveredOf, depositPercentAt, dueAtOnceOf } from '@shiloh/contract/payments/money'
import { nightsFrom } from '@shiloh/contract/reservations/nights'
import { linesToCome, storedOf } from '@shiloh/contract/reservations/quote'
import {
  nextStatus,
  type ReservationAction,
  type ReservationStatus,
  type TransitionFacts,
} from '@shiloh/contract/reservations/states'
import type { Wish } from '@shiloh/contract/reservations/wish'
import { dayIn } from '@shiloh/contract/text/zone'
import { runWrites, sqlIn, type TxSql } from '#platform/db/sql.store'
import type { Deps } from '#platform/deps'
import { AppError, invalid } from '#platform/errors'
import type { Work } from '#platform/jobs/work'
import { raiseAlert, resolveAlert, resolveAlerts } from '#platform/messaging/alerts.store'
import { newId, unguessableId } from '#platform/random'
import { forgetGivenUp } from '../allotments/lapsed.ts'
import { findGuests, findHeldRooms, findLostRoom, findWritten, saveBearings } from '../beds/beds.store.ts'
import { hasLostKnown, knownOf, savingKnown } from '../beds/known-rooms.store.ts'
import { type BedOutcome, refitBeds } from '../beds/place.ts'
import { saveChoice, savePersons, saveWithoutPast } from '../booking/choice.store.ts'
import {
  findBedsOver,
  findLimited,
  findLivePeople,
  findParticipants,
  type ParticipantRow,
  releaseBeds,
  releaseClaims,
  saveClaims,
} from '../booking/claims.store.ts'
import {
  clockOf,
  demandOf,
  holdEnd,
  isDeadlinePassed,
  participantsOf,
  waitsForApproval,
} from '../booking/decide.rules.ts'
import type { Demand, EventOffer, PlannedParticipant } from '../booking/facts.rules.ts'
import { findPeople, findRelatives, relativesIn } from '../booking/snapshot.sql.ts'
import { idsOf, takeAll } from '../booking/wish.rules.ts'
import { askingGuardians } from '../consents/asking.ts'
import { findVersions, lockQuotas } from '../event-offer/event-offer.store.ts'
import { leftOf } from '../event-offer/event-offer.ts'
import { lostPlaces } from '../mails/guest-mails.ts'
import { lifeMessages, moneyMessages } from '../mails/mails.ts'
import { roomsOf } from '../mails/room-mails.ts'
import { gatherMoney, keepParts, readMoney, readPartReturning, readRefunds } from '../money/money.store.ts'
import {
  dropChange,
  giveAllBack,
  giveBack,
  noteOutcome,
  oweExcess,
  requireOffer,
  standingTotal,
  syncMoneyAlerts,
  waivedOf,
} from '../money/refunds-due.ts'
import { findStanding } from '../read/records.store.ts'
import { partsNamed } from '../waiting-list/part.ts'
import { expireIn, inviteNext } from '../waiting-list/promote.ts'
import { endBeside, settleWaiting } from '../waiting-list/settle.ts'
import { endWaitingList } from '../waiting-list/stopped.ts'
import { announce, guestsWithout, withGuests } from './announce.ts'
import { redeemArrived } from './arrivals.ts'
import { openWishOf, putCares } from './cares.ts'
import type { Difference } from './difference.rules.ts'
import { requireNothingOut, syncGoodsAlert } from './goods.ts'
import {
  type By,
  findEventToLock,
  findOfEvent,
  type Held,
  hasHappenedSince,
  lockReservations,
  type PendingChange,
  saveApproval,
  saveDueAtOnce,
  saveHold,
  saveKept,
  savePendingChange,
  saveTransitions,
  saveWaiver,
} from './transitions.store.ts'

/** Locks the quotas of an event, expires its overdue holds, and invites who is to be invited first. Its reservations are locked afterwards. */
export const lockEvent = async (sql: TxSql, deps: Deps, eventId: string, now: Date): Promise<void> => {
  await lockQuotas(sql, [eventId])
  const [event] = await findVersions(sql, [eventId], now)
  if (event?.due) await expireIn(sql, deps, [eventId], now)
}

/**
 * Locks a reservation in the global order: the quotas of its event, then its row. Expires overdue holds of the event
 * first, so that no decision is based on them. @throws not_found
 */
export const lockForChange = async (sql: TxSql, deps: Deps, id: string, now: Date): Promise<Held> => {
  const eventId = await findEventToLock(sql, id)
  if (!eventId) throw new AppError('not_found')
  await lockEvent(sql, deps, eventId, now)
  const [held] = await lockReservations(sql, [id])
  if (!held) throw new AppError('not_found')
  return held
}

/**
 * Takes a reservation's locks in the global order before anything else of it is locked. Booking a payment starts with
 * this. @throws not_found
 */
export const lockForPayment = async (work: Pick<Work, 'tx' | 'deps' | 'now'>, id: string): Promise<void> => {
  await lockForChange(sqlIn(work.tx), work.deps, id, work.now)
}

/** Returns what must be covered now: the amount due of a dearer change, or everything after check-in. */
const requiredOf = ({ status, total, dueAtOnce, pendingChange }: Held): number => {
  if (pendingChange) return pendingChange.due_at_once ?? pendingChange.total
  return status === 'redeemed' ? total : (dueAtOnce ?? total)
}

export const factsOf = (
  held: Held,
  change: Partial<Pick<Held, 'total' | 'dueAtOnce' | 'pendingChange' | 'paid' | 'waived' | 'approvedAt'>> = {},
): TransitionFacts => {
  const now = { ...held, ...change }
  return {
    settled: coveredOf(now) >= requiredOf(now),
    approved: !held.needsApproval || now.approvedAt !== null,
    free: true,
  }
}

/**
 * Changes a status: consults the table, writes the status and the row. All status changes go through here. @throws
 * illegal_transition
 *
 * @param changes what an edit changes, for the history
 */
export const transition = async (
  sql: TxSql,
  held: Pick<Held, 'id' | 'status'>,
  action: ReservationAction,
  facts: TransitionFacts,
  by: By,
  now: Date,
  reason = '',
  changes?: readonly Difference[],
): Promise<ReservationStatus> => {
  const to = nextStatus(held.status, action, facts)
  if (!to) throw new AppError('illegal_transition')
  await saveTransitions(
    sql,
    [{ id: held.id, from: held.status, to, action, ...by, reason, ...(changes && { changes }) }],
    now,
  )
  return to
}

/** Makes the claims permanent that were held until confirmation, and keeps part payments that a provider refused to give back. */
export const confirm = async (sql: TxSql, id: string, now: Date): Promise<void> => {
  await releaseClaims(sql, [id], now, { kind: 'desk_holds' })
  if (!(await keepParts(sql, id, now))) return
  const { waiting, underWay } = await readRefunds(sql, id)
  if (waiting + underWay === 0) await resolveAlert(sql, 'refund_due', id, now)
}

/** Returns what secures a reservation of the money in the ledger: no part payment that is on its way back. */
export const securing = async (sql: TxSql, { id, status }: Held, paid: number): Promise<number> =>
  status === 'pending' ? paid - (await readPartReturning(sql, id)) : paid

// ── Replacing what a reservation is made of ──────────────────────────────────────────────────────────────────────────

export interface NewChoice {
  readonly wish: Wish
  readonly participants: readonly PlannedParticipant[]
  readonly lines: PendingChange['lines']
  readonly total: number
  /** Minor units that must be covered before it is active. Null means the whole price. */
  readonly dueAtOnce: number | null
  readonly answers: PendingChange['answers']
  readonly missing: readonly string[]
}

/**
 * Notifies a person that a change of their reservation moved them to another room or took the room away, if they knew of
 * it, and staff about anyone who needs another room. A stay that was given up needs none.
 */
export const tellOfBeds = async (
  work: Pick<Work, 'tx' | 'now' | 'send' | 'publish'>,
  held: Held,
  offer: EventOffer,
  outcome: BedOutcome,
): Promise<void> => {
  if (outcome !== 'moved' && outcome !== 'lost') return
  const sql = sqlIn(work.tx)
  if (await hasLostKnown(sql, held.id)) {
    const guests = await findGuests(sql, held.id)
    const kind = outcome === 'moved' ? 'room_moved' : 'room_lost'
    await work.send(...(await lifeMessages(sql, kind, held, offer, { rooms: roomsOf(guests) })))
    await runWrites(sql, savingKnown(knownOf(guests), work.now))
  }
  const room = outcome === 'lost' ? await findLostRoom(sql, held.id, work.now) : undefined
  if (room === undefined) return
  const { id, code, eventId } = held
  await raiseAlert(sql, 'bed_lost', id, { reservation_id: id, code, event_id: eventId, room }, work.now)
  work.publish('staff', 'alerts')
}

/** Replaces the reservation's claims on the event's quotas by exactly `claims`. */
export const replaceClaims = async (
  sql: TxSql,
  id: string,
  claims: readonly { readonly quotaId: string; readonly quantity: number }[],
  now: Date,
): Promise<void> => {
  await releaseClaims(sql, [id], now)
  await saveClaims(
    sql,
    claims.map((claim) => ({ ...claim, reservationId: id })),
    now,
  )
}

/** Returns the claims for a demand. Its quantities are known to be free. */
export const claimsFor = async (sql: TxSql, eventId: string, demand: readonly Demand[]) =>
  takeAll(leftOf(await lockQuotas(sql, [eventId])), demand)

/** Returns whether a row belongs to this person. */
export const isOf =
  (person: PlannedParticipant) =>
  ({ role, spouseId, memberId }: Pick<ParticipantRow, 'role' | 'spouseId' | 'memberId'>): boolean =>
    person.role === 'main' ? role === 'main' : spouseId === person.spouseId && memberId === person.memberId

/** Saves the current facts that decide rooms, for the persons who already take part. */
export const putBearings = async (sql: TxSql, id: string, persons: readonly PlannedParticipant[]): Promise<void> => {
  const rows = await findParticipants(sql, id)
  await saveBearings(
    sql,
    id,
    persons.flatMap((person) => {
      const row = rows.find(isOf(person))
      return row
        ? [
            {
              id: row.id,
              ...person.bearing,
              titleByStaff: person.written.titleId !== null,
              designationByStaff: person.written.designationId !== null,
              gender: person.gender,
            },
          ]
        : []
    }),
  )
}

/** Saves the persons of a reservation. Those who stay keep their codes and check-in state. */
const putPersons = async (
  sql: TxSql,
  deps: Deps,
  held: Held,
  persons: readonly PlannedParticipant[],
  now: Date,
): Promise<void> => {
  const before = await findParticipants(sql, held.id)
  const rows = persons.map((person, position) => {
    const known = before.find(isOf(person))
    return { ...person, position, known: known !== undefined, id: known?.id ?? newId(now, deps.random) }
  })
  await savePersons(
    sql,
    held.id,
    rows.filter(({ known }) => known),
    rows.filter(({ known }) => !known).map((row) => ({ ...row, qrId: unguessableId(deps.random) })),
    now,
  )
  await putBearings(sql, held.id, persons)
  const consents = rows.flatMap(({ id, consentFrom }) =>
    consentFrom ? [{ reservationId: held.id, participantId: id, contact: consentFrom }] : [],
  )
  await runWrites(sql, askingGuardians(consents, now))
}

/** Saves a choice: columns, lines, answers, and its persons. Beds are checked afterwards (`refitBeds`). */
export const putChoice = async (
  sql: TxSql,
  deps: Deps,
  held: Held,
  offer: EventOffer,
  choice: NewChoice,
  holdUntil: Date | null,
  now: Date,
): Promise<void> => {
  const { wish } = choice
  const stay = wish.accommodation
  await putPersons(sql, deps, held, choice.participants, now)
  const [main] = choice.participants
  if (!main?.typeRef) throw new AppError('stale')
  await saveChoice(
    sql,
    held.id,
    {
      total: choice.total,
      dueAtOnce: choice.dueAtOnce,
      participantTypeRef: main.typeRef,
      committeeTypeId: wish.committee_type_id ?? null,
      accommodationRef:
        offer.accommodations.find(({ room_category_id }) => room_category_id === stay?.room_category_id)?.refId ?? null,
      checkIn: stay?.check_in ?? null,
      checkOut: stay?.check_out ?? null,
      arrivalAt: wish.arrival_at ?? null,
      departureAt: wish.departure_at ?? null,
      missing: choice.missing,
      paysAtDesk: wish.pays_at_desk ?? false,
      persons: choice.participants.length,
    },
    choice.lines,
    choice.answers,
    holdUntil,
    now,
  )
}

/**
 * Applies a dearer change that is paid. If a person of it has their own place by now, the change is dropped and its
 * money is due back. Returns whether it is in force.
 */
export const applyChange = async (work: Work, held: Held): Promise<boolean> => {
  const sql = sqlIn(work.tx)
  const { deps, now } = work
  const change = held.pendingChange
  if (!change) return false
  const offer = await requireOffer(sql, deps, held.eventId)
  const standing = await findStanding(sql, held.id)
  const wish = await openWishOf(sql, deps, held.id, standing.wish, change)
  const person = (await findPeople(sql, [held.userId])).get(held.userId)
  if (!person) throw new AppError('not_found')
  const relatives = await findRelatives(sql, relativesIn([wish]))
  const written = await findWritten(sql, held.id)
  const participants = participantsOf({ offer, person, relatives, written }, wish)
  const people = participants.flatMap(idsOf).map((personId) => ({ eventId: held.eventId, personId }))
  if ((await findLivePeople(sql, people, [held.id])).size > 0) {
    const [paid] = await lockReservations(sql, [held.id])
    await dropChange(sql, deps, paid ?? held, now, 'change_ended')
    await noteOutcome(sql, held, 'change_ended', now)
    await inviteNext(sql, deps, [held.eventId], now)
    await work.send(
      ...(await moneyMessages(sql, 'reservation_changed', held, offer, now, { waiting_change: 'overtaken' })),
    )
    return false
  }
  const rooms = await findHeldRooms(sql, held.id)
  const today = dayIn(now, offer.timeZone)
  const over = await findBedsOver(sql, held.id, today, change.returned)
  const limited = await findLimited(sql, held.id, change.answers)
  await releaseClaims(sql, [held.id], now)
  const demand = demandOf(offer, wish, false, { today, stored: storedOf(wish), limited })
  const claims = await claimsFor(sql, held.eventId, demand)
  await saveClaims(
    sql,
    [...claims, ...over].map((claim) => ({ ...claim, reservationId: held.id })),
    now,
  )
  // A bed of a group that it gives up is everybody's.
  await forgetGivenUp(sql, held.id, now)
  await putChoice(sql, deps, held, offer, { ...change, participants, dueAtOnce: change.due_at_once }, null, now)
  await putCares(sql, deps, held, offer, participants, now)
  // Somebody who joins with it can wait for a place of their own.
  await settleWaiting(sql, deps, [held.id], now, { isNew: false })
  // The change can give something up.
  await inviteNext(sql, deps, [held.eventId], now)
  await syncGoodsAlert(sql, held, now)
  await tellOfBeds(work, held, offer, await refitBeds(sql, held.id, now, rooms))
  await work.send(...(await lostPlaces(sql, held, offer, guestsWithout(held, participants), true)))
  announce(work, withGuests(held, participants))
  return true
}

// ── What happens to a reservation ────────────────────────────────────────────────────────────────────────────────────

export interface Cancelling {
  readonly reason?: string | undefined
  /** How much is refunded: by the event's rule, or everything. */
  readonly refund?: 'rule' | 'full' | undefined
  /** When the unpaid amount was due, if the event's `unpaid_rule` gives up the place. */
  readonly unpaidSince?: Date
  /** When the reservation was read that somebody decided to cancel. */
  readonly seenAt?: Date | undefined
}

/**
 * Cancels: frees everything immediately, offers it to the waiting list, and puts the refund on the list.
 * @throws stale if something happened to it after `seenAt`
 */
export const cancel = async (
  work: Work,
  id: string,
  by: By,
  { reason = '', refund: back = 'rule', unpaidSince, seenAt }: Cancelling = {},
): Promise<void> => {
  const sql = sqlIn(work.tx)
  const { now, deps } = work
  const held = await lockForChange(sql, deps, id, now)
  const offer = await requireOffer(sql, deps, held.eventId)
  if (!nextStatus(held.status, 'cancel', factsOf(held))) throw new AppError('illegal_transition')
  if (seenAt && (await hasHappenedSince(sql, id, seenAt))) throw new AppError('stale')
  if (by.actor === 'owner') {
    if (isDeadlinePassed(offer, now)) throw new AppError('cancellation_closed')
    await requireNothingOut(sql, id)
  }
  await releaseClaims(sql, [id], now)
  // A bed of a group is everybody's then.
  await forgetGivenUp(sql, id, now)
  await releaseBeds(sql, [id], now)
  await resolveAlert(sql, 'bed_lost', id, now)
  const price = standingTotal(held)
  if (held.pendingChange) await savePendingChange(sql, id, null, price, null, now)
  await transition(sql, held, 'cancel', factsOf(held), by, now, reason)
  await syncGoodsAlert(sql, held, now)
  const waited = await endBeside(sql, [id], now)
  let kept = 0
  if (back === 'full') await giveAllBack(sql, held, 'cancelled', now)
  else {
    const why = unpaidSince ? 'unpaid' : 'cancelled'
    kept = (await giveBack(sql, held, offer, await gatherMoney(sql, held, now), 0, why, now)).kept
  }
  await inviteNext(sql, deps, [held.eventId], now)
  await syncMoneyAlerts(sql, held, now)
  await work.send(
    ...(await moneyMessages(sql, 'reservation_cancelled', held, offer, now, {
      kept,
      ...(waited.length > 0 ? partsNamed(offer, waited) : {}),
      ...(unpaidSince ? { unpaid_since: unpaidSince } : { reason }),
    })),
    // Who pays can be a guest of it, too.
    ...(await lostPlaces(
      sql,
      held,
      offer,
      held.guestIds.filter((guest) => guest !== by.actorId),
      false,
    )),
  )
  announce(work, held)
}

/**
 * Keeps the place of a person with a part payment until a date. After that date, the reservation is on the open list
 * again. It never fails while it has money. @throws illegal_transition when nothing is paid, invalid_input for a past
 * date
 */
export const keep = async (work: Work, id: string, by: By, until: Date): Promise<void> => {
  const sql = sqlIn(work.tx)
  const { now, deps } = work
  const held = await lockForChange(sql, deps, id, now)
  if (held.status !== 'pending' || held.paid <= 0) throw new AppError('illegal_transition')
  const offer = await requireOffer(sql, deps, held.eventId)
  if (until <= now) throw invalid([{ field: 'until', code: 'too_small' }])
  if (until > offer.endsAt) throw invalid([{ field: 'until', code: 'too_big' }])
  await saveKept(sql, id, until, now)
  await syncMoneyAlerts(sql, held, now)
  await transition(sql, held, 'keep', factsOf(held), by, now, until.toISOString())
  await work.send(...(await moneyMessages(sql, 'reservation_kept', held, offer, now)))
  announce(work, held)
}

/**
 * Takes the nights and meals that are over out of a reservation that was not approved by then, and the meals that the event
 * has no more days for: nobody could use them. Somebody who was let in all the same keeps those from their first check-in on. Returns the reservation as it is then.
 */
const leaveOutPast = async (work: Work, held: Held, offer: EventOffer): Promise<Held> => {
  const sql = sqlIn(work.tx)
  const { now } = work
  const clock = clockOf(offer, now)
  const arrivals = (await findParticipants(sql, held.id)).flatMap(({ checkedInAt }) =>
    checkedInAt ? [dayIn(checkedInAt, offer.timeZone)] : [],
  )
  const from = [clock.today, ...arrivals].sort()[0] ?? clock.today
  const { lines: agreed, wish } = await findStanding(sql, held.id)
  const lines = linesToCome(agreed, clock, from)
  const stay = wish.accommodation && nightsFrom(wish.accommodation, from)
  const total = lines.reduce((sum, { amount }) => sum + amount, 0)
  const isWhole = lines.length === agreed.length && lines.every((one) => agreed.includes(one))
  if (isWhole && stay?.check_in === wish.accommodation?.check_in) return held
  const waived = waivedOf(held, await readMoney(sql, held), total)
  const dueAtOnce = dueAtOnceOf(total, depositPercentAt(offer, now), waived + held.reduced)
  await saveWithoutPast(sql, held.id, { total, waived, dueAtOnce, from, checkIn: stay?.check_in ?? null }, lines, now)
  const [left] = await lockReservations(sql, [held.id])
  if (!left) throw new AppError('not_found')
  await oweExcess(sql, left, left.paid, now)
  await syncMoneyAlerts(sql, left, now)
  await tellOfBeds(work, left, offer, await refitBeds(sql, held.id, now))
  return left
}

/**
 * Approves a reservation. Amounts due are held from now on. @throws illegal_transition, registration_closed when its event is over
 */
export const approve = async (work: Work, id: string, by: By & { readonly actorId: string }): Promise<void> => {
  const sql = sqlIn(work.tx)
  const { now, deps } = work
  const asked = await lockForChange(sql, deps, id, now)
  const offer = await requireOffer(sql, deps, asked.eventId)
  if (waitsForApproval(asked) && now >= offer.endsAt) throw new AppError('registration_closed')
  if (asked.status !== 'pending' || !waitsForApproval(asked)) throw new AppError('illegal_transition')
  const held = await leaveOutPast(work, asked, offer)
  await saveApproval(sql, id, by.actorId, now)
  const facts = factsOf(held, { approvedAt: now })
  if (!facts.settled && held.paid <= 0) await saveHold(sql, id, holdEnd(offer, held.paysAtDesk, now), now)
  const to = await transition(sql, held, 'approve', facts, by, now)
  if (to === 'active') await confirm(sql, id, now)
  await redeemArrived(sql, id, by, now)
  await work.send(...(await moneyMessages(sql, 'reservation_approved', held, offer, now)))
  announce(work, held)
}

/** Waives a balance or part of it, in the name of an administrator. */
export const waive = async (
  work: Work,
  id: string,
  by: By & { readonly actorId: string },
  reason: string,
  amount: number | undefined,
): Promise<void> => {
  const sql = sqlIn(work.tx)
  const { now, deps } = work
  const held = await lockForChange(sql, deps, id, now)
  const balance = balanceOf(held)
  if (!nextStatus(held.status, 'waive', factsOf(held))) throw new AppError('illegal_transition')
  if (balance <= 0) throw new AppError('nothing_to_pay')
  if (amount !== undefined && amount > balance)
    throw new AppError('invalid_input', { fields: [{ field: 'amount', code: 'too_big' }] })
  const waived = held.waived + (amount ?? balance)
  await saveWaiver(sql, id, amount ?? balance, by.actorId, reason, now)
  // If the deposit is not paid yet, a new deposit is calculated from what is left to pay.
  const offer = await requireOffer(sql, deps, held.eventId)
  const { deposit_percent: percent } = offer
  const isOpen = held.status === 'pending' && held.dueAtOnce !== null
  const dueAtOnce =
    isOpen && percent !== null ? dueAtOnceOf(held.total, percent, waived + held.reduced) : held.dueAtOnce
  if (dueAtOnce !== held.dueAtOnce) await saveDueAtOnce(sql, id, dueAtOnce)
  const facts = factsOf(held, { waived, dueAtOnce, paid: await securing(sql, held, held.paid) })
  const isApplied = facts.settled && (await applyChange(work, held))
  // It was waived of the change, and ended with it, which its owner has been told.
  const isOvertaken = facts.settled && held.pendingChange !== null && !isApplied
  const to = await transition(sql, held, 'waive', facts, by, now, reason)
  if (isApplied) await noteOutcome(sql, { id, status: to }, 'change_applied', now)
  // A change that still waits keeps its places at the desk.
  if (to === 'active' && held.status === 'pending') await confirm(sql, id, now)
  await redeemArrived(sql, id, by, now)
  if (!isOvertaken)
    await work.send(...(await moneyMessages(sql, 'balance_waived', held, offer, now, { amount: waived - held.waived })))
  announce(work, held)
}

/** Archives all reservations of an archived event, and ends its waiting list. Money of unconfirmed ones goes back. */
export const archiveReservations = async (work: Work, eventId: string, by: By): Promise<void> => {
  const sql = sqlIn(work.tx)
  const { now } = work
  await lockQuotas(sql, [eventId])
  const reservations = await lockReservations(sql, await findOfEvent(sql, eventId))
  const ids = reservations.map(({ id }) => id)
  await releaseClaims(sql, ids, now)
  await releaseBeds(sql, ids, now)
  await resolveAlerts(sql, 'bed_lost', ids, now)
  for (const held of reservations) await dropChange(sql, work.deps, held, now, 'archived')
  await saveTransitions(
    sql,
    reservations.flatMap((held) => {
      const to = nextStatus(held.status, 'archive', factsOf(held))
      return to ? [{ id: held.id, from: held.status, to, action: 'archive' as const, ...by, reason: '' }] : []
    }),
    now,
  )
  for (const held of reservations)
    if (held.status === 'pending' && held.paid > 0) {
      await giveAllBack(sql, held, 'archived', now)
      await syncMoneyAlerts(sql, held, now)
    }
  await endWaitingList(sql, work.deps, eventId, now)
}
