import { editedAnswers } from '@shiloh/contract/forms/forms'
import { coveredOf, depositPercentAt, dueAtOnceOf } from '@shiloh/contract/payments/money'
import { changedStay, withoutReturned } from '@shiloh/contract/reservations/nights'
import { editedPersons, isSamePerson } from '@shiloh/contract/reservations/party'
import { piecesIn, storedOf } from '@shiloh/contract/reservations/quote'
import { type EditBody, editedWish, type Wish } from '@shiloh/contract/reservations/wish'
import { dayIn } from '@shiloh/contract/text/zone'
import { runWrites, sqlIn, type TxSql } from '#platform/db/sql.store'
import { AppError } from '#platform/errors'
import type { Work } from '#platform/jobs/work'
import { type Gift, lockGift, takeGift } from '../allotments/allotments.ts'
import { forgetGivenUp, takeBackLapsed } from '../allotments/lapsed.ts'
import { findGuests, findHeldRooms, findStay, findWritten } from '../beds/beds.store.ts'
import { holdFor } from '../beds/held-change.ts'
import { savingKnown } from '../beds/known-rooms.store.ts'
import { requireNobodyBehind } from '../beds/left.ts'
import { putInto, refitBeds } from '../beds/place.ts'
import { refused } from '../booking/book.ts'
import { saveUnpricedOf } from '../booking/choice.store.ts'
import {
  findBedsOver,
  findClaims,
  findLimited,
  findLivePeople,
  releaseClaims,
  saveClaims,
} from '../booking/claims.store.ts'
import {
  changedHold,
  changeEnd,
  decideWish,
  deskDemand,
  isDeadlinePassed,
  takesCash,
  waitsForApproval,
} from '../booking/decide.rules.ts'
import type { Asker, EventOffer, Plan, Written } from '../booking/facts.rules.ts'
import { inWordsOf } from '../booking/fields.ts'
import { findNames, findPeople, findRelatives, relativesIn } from '../booking/snapshot.sql.ts'
import {
  type Accepted,
  idsOf,
  lackingOf,
  leftWith,
  liveKey,
  type QuotaLeft,
  soldOut,
  takeAll,
} from '../booking/wish.rules.ts'
import { lockQuotas } from '../event-offer/event-offer.store.ts'
import { leftOf } from '../event-offer/event-offer.ts'
import { lostPlaces } from '../mails/guest-mails.ts'
import { moneyMessages } from '../mails/mails.ts'
import type { MoneyMail } from '../mails/money-mails.ts'
import { gatherMoney, readMoney } from '../money/money.store.ts'
import {
  dropChange,
  giveBack,
  requireOffer,
  standingTotal,
  standingWaived,
  syncMoneyAlerts,
  waivedOf,
} from '../money/refunds-due.ts'
import { findStanding } from '../read/records.store.ts'
import { offerBeside } from '../waiting-list/kept-prices.ts'
import { inviteNext } from '../waiting-list/promote.ts'
import { releaseTaken, settleWaiting } from '../waiting-list/settle.ts'
import { announce, guestsWithout, withGuests } from './announce.ts'
import { redeemArrived } from './arrivals.ts'
import { openWishOf, putCares, sealChange, withoutCare } from './cares.ts'
import { additionsTo, addToStanding } from './completing.ts'
import { differencesOf, isSameChoice } from './difference.rules.ts'
import { requireNothingOut, syncGoodsAlert } from './goods.ts'
import { type By, type Held, saveMissing, savePendingChange, saveWaived } from './transitions.store.ts'
import { factsOf, lockForChange, putBearings, putChoice, replaceClaims, tellOfBeds, transition } from './transitions.ts'

/** Returns the titles and designations that staff recorded, after another edit by staff. */
const writtenAnew = (patch: EditBody, wish: Wish, before: Written): Written =>
  new Map(
    wish.participants.map((one) => {
      const said = patch.participants
        ? patch.participants.find((listed) => isSamePerson(listed, one))
        : one.role === 'main'
          ? patch
          : undefined
      const kept = before.get(one.person_id ?? '')
      return [
        one.person_id ?? '',
        {
          titleId: said?.title_id === undefined ? (kept?.titleId ?? null) : said.title_id,
          designationId: said?.designation_id === undefined ? (kept?.designationId ?? null) : said.designation_id,
        },
      ]
    }),
  )

/**
 * Assigns the requested room, which its owner then knows, or the room of each person, or checks the current ones again.
 *
 * @throws room_taken, room_unsuitable
 */
const putBeds = async (
  sql: TxSql,
  work: Work,
  held: Held,
  offer: EventOffer,
  { roomId, rooms }: { readonly roomId: string | null | undefined; readonly rooms: EditRequest['rooms'] },
  { actor }: By,
): Promise<void> => {
  if (rooms) {
    const stay = await findStay(sql, held.id)
    if (!stay) return
    const before = await findGuests(sql, held.id)
    for (const room of new Set(rooms.values())) {
      const all = await findGuests(sql, held.id)
      const group = all.filter(({ participantId }) => rooms.get(participantId) === room)
      await putInto(sql, held.id, stay, group, all, room, {}, work.now)
    }
    await requireNobodyBehind(sql, held.id, before, await findGuests(sql, held.id), work.now)
    return
  }
  if (!roomId) return tellOfBeds(work, held, offer, await refitBeds(sql, held.id, work.now))
  const stay = await findStay(sql, held.id)
  if (!stay) return
  const guests = await findGuests(sql, held.id)
  await putInto(sql, held.id, stay, guests, guests, roomId, {}, work.now)
  if (actor === 'owner')
    await runWrites(
      sql,
      savingKnown(
        guests.map(({ participantId }) => ({ participantId, roomId })),
        work.now,
      ),
    )
}

const choiceOf = (plan: Plan, dueAtOnce: number | null) => ({
  wish: plan.wish,
  participants: plan.participants,
  lines: [...plan.quote.lines],
  total: plan.quote.total,
  dueAtOnce,
  answers: [...plan.answers],
  missing: [...plan.missing],
})

/** Returns how many pieces of each product option a plan orders. */
const piecesOf = ({ quote }: Plan): ReadonlyMap<string, number> => piecesIn(quote.lines)

interface EditRequest {
  readonly id: string
  readonly patch: EditBody
  readonly asker: Asker
  readonly by: By
  /** Beds that are held for a group, which this reservation takes. */
  readonly gift?: Gift
  /** The room of each participant who is to have one. For a party that needs several: a wish names only one. */
  readonly rooms?: ReadonlyMap<string, string>
  /** Nights that are over and that nobody slept. */
  readonly returned?: readonly string[]
  /** Set when the system gives up what was not paid, and whether a change that waited has ended with it. */
  readonly release?: { readonly endsChange: boolean }
  /** The patch only adds what was missing, to whatever is chosen: also to a change that waits for its payment. */
  readonly completes?: boolean
}

/**
 * Returns what must be covered after a change of an active reservation: never more than before, unless the price rises.
 */
const keepDue = (held: Held, total: number, dueAtOnce: number | null): number | null => {
  const price = standingTotal(held)
  if (total > price) return dueAtOnce
  const due = Math.min(dueAtOnce ?? total, held.dueAtOnce ?? price)
  return due < total ? due : null
}

/**
 * Returns the stay that an edit leads to. It is compared with the one that waits for its payment, if that is in the same
 * category. Nights that the office gave back there are not in it, unless the office names them.
 */
const stayAfter = (
  stay: Wish['accommodation'],
  {
    asker,
    today,
    held,
    open,
    standing,
  }: Pick<EditRequest, 'asker'> & {
    readonly today: string
    readonly held: Held
    readonly open: Wish
    readonly standing: Wish
  },
): Wish['accommodation'] => {
  if (!stay) return stay
  const isDesk = asker === 'staff'
  const isSame = open.accommodation?.room_category_id === stay.room_category_id
  const after = changedStay(stay, isSame ? open.accommodation : standing.accommodation, { today, isDesk })
  return isDesk ? after : withoutReturned(after, held.pendingChange?.returned ?? [])
}

/**
 * Refuses an owner who adds people after the office approved who comes.
 *
 * @throws person_not_approved with each person who is added
 */
const requireApproved = (
  held: Held,
  offer: EventOffer,
  wish: Pick<Wish, 'participants'>,
  known: Wish['participants'],
): void => {
  if (!offer.approvalRequired || waitsForApproval(held)) return
  const added = wish.participants.flatMap((one, index) =>
    known.some((other) => isSamePerson(one, other))
      ? []
      : [{ field: `participants.${index}.person_id`, code: 'unsupported' as const }],
  )
  if (added.length > 0) throw new AppError('person_not_approved', { fields: added })
}

/**
 * Returns what an unpaid choice claims at the desk where it is to be paid: a place for each person, or of a dearer change for each whom it
 * adds. Undefined: it is held like one that is paid online, because that was chosen, or because the desk takes no more of them.
 *
 * @throws quota_exhausted if it is full
 */
const claimDesk = (
  held: Held,
  offer: EventOffer,
  { wish, standing, left }: { readonly wish: Wish; readonly standing: Wish; readonly left: Map<string, QuotaLeft> },
  now: Date,
): Accepted['claims'] | undefined => {
  if (!wish.pays_at_desk) return undefined
  const isOpen = takesCash(offer, now)
  const isPending = held.status === 'pending'
  // Who paid at the desk before has not asked for it this time.
  const isAsked = isPending || held.pendingChange !== null || !standing.pays_at_desk
  if (!isOpen && !isAsked) return undefined
  const paid = isPending ? 0 : standing.participants.length
  const demand = deskDemand(offer.id, Math.max(0, wish.participants.length - paid))
  const lacking = lackingOf(left, demand)
  if (lacking.length === 0) return takeAll(left, demand)
  if (isOpen && isAsked) throw refused(soldOut(lacking), offer)
  return undefined
}

/** Returns whether everybody has the room that an edit asks for: of a change that waits for its payment, the one held for it. */
const haveRoom = async (sql: TxSql, held: Held, roomId: string): Promise<boolean> => {
  if (held.pendingChange) {
    const rooms = [...(await findHeldRooms(sql, held.id)).values()]
    return rooms.length > 0 && rooms.every((room) => room === roomId)
  }
  return (await findGuests(sql, held.id)).every(({ place }) => place?.roomId === roomId)
}

/**
 * Changes a reservation. The difference is claimed before anything is given up. A change that costs nothing more, or of
 * an unconfirmed reservation, takes effect immediately. A dearer change is held until the balance is paid. Returns false for
 * one without a difference: it changes nothing, tells nobody, and keeps the price.
 */
export const edit = async (work: Work, request: EditRequest): Promise<boolean> => {
  const { participants } = (await findStanding(sqlIn(work.tx), request.id)).wish
  return inWordsOf(request.patch, editedPersons(participants, request.patch), () => change(work, request))
}

const change = async (
  work: Work,
  { id, patch, asker, by, gift, rooms, returned, release, completes = false }: EditRequest,
): Promise<boolean> => {
  const sql = sqlIn(work.tx)
  const { now, deps } = work
  const held = await lockForChange(sql, deps, id, now)
  if (held.status === 'failed') throw new AppError('hold_expired')
  if (held.status !== 'pending' && held.status !== 'active') throw new AppError('illegal_transition')
  const offer = await requireOffer(sql, deps, held.eventId)
  if (asker === 'owner' && isDeadlinePassed(offer, now)) throw new AppError('cancellation_closed')

  const standing = await findStanding(sql, id)
  // Those of the change that waits first: where both have the same, it stays in its words.
  const answers = [...(held.pendingChange?.answers ?? []), ...standing.answers]
  const limited = await findLimited(sql, id, answers)
  const person = (await findPeople(sql, [held.userId])).get(held.userId)
  if (!person) throw new AppError('not_found')
  const current = await openWishOf(sql, deps, id, standing.wish, held.pendingChange)
  const edited = editedWish(current, completes ? additionsTo(current, patch) : patch)
  if (by.actor === 'owner')
    requireApproved(held, offer, edited, [...current.participants, ...standing.wish.participants])
  const stay = edited.accommodation
  const today = dayIn(now, offer.timeZone)
  const accommodation = stayAfter(stay, { asker, today, held, open: current, standing: standing.wish })
  const wish = {
    ...edited,
    accommodation,
    answers: editedAnswers(offer.form, storedOf(current), edited.answers ?? {}),
  }
  const names = await findNames(sql, [wish])
  const relatives = await findRelatives(sql, relativesIn([wish]))
  const before = await findWritten(sql, id)
  // A completion link has the leniency of staff, but its titles are only the person's own claim.
  const written = by.actor === 'staff' ? writtenAnew(patch, wish, before) : before
  const plan = decideWish(
    {
      offer: await offerBeside(sql, offer, held.userId, now),
      person,
      relatives,
      names,
      now,
      by: asker,
      written,
      returned,
      standing: {
        ...standing,
        limited,
        answers,
        open: current,
        returned: held.pendingChange?.returned,
        waiting: held.pendingChange,
      },
    },
    wish,
    patch.expected_total,
  )
  if ('code' in plan) throw refused(plan, offer)
  const roomId = plan.wish.accommodation?.room_id
  const pending = held.pendingChange
  const chosen = {
    wish: current,
    answers: pending?.answers ?? standing.answers,
    missing: pending?.missing ?? standing.missing,
    returned: pending?.returned ?? [],
    written: before,
  }
  const isSame =
    !gift &&
    !rooms &&
    !release &&
    isSameChoice(offer, chosen, { ...plan, written }) &&
    (!roomId || (await haveRoom(sql, held, roomId)))
  const isAdded =
    completes && pending !== null ? await addToStanding(work, held, offer, person, { standing, patch }) : null
  if (isSame && isAdded) {
    await transition(sql, held, 'edit', factsOf(held), by, now, '', isAdded)
    await work.send(...(await moneyMessages(sql, 'reservation_changed', held, offer, now)))
    announce(work, held)
    return true
  }
  if (isSame) {
    // What is still to be answered follows the form of now.
    if (!pending && plan.missing.join() !== standing.missing.join()) await saveMissing(sql, id, plan.missing)
    return false
  }
  if (by.actor === 'owner') await requireNothingOut(sql, id, piecesOf(plan))
  const others = plan.participants.map(idsOf)
  const taken = await findLivePeople(
    sql,
    others.flat().map((personId) => ({ eventId: offer.id, personId })),
    [id],
  )
  const twice = others.flatMap((ids, index) =>
    ids.some((personId) => taken.has(liveKey(offer.id, personId)))
      ? [{ field: `participants.${index}.person_id`, code: 'taken' as const }]
      : [],
  )
  if (twice.length > 0) throw new AppError('already_reserved', { fields: twice })

  if (gift) await forgetGivenUp(sql, id, now)
  // This change replaces a pending one, and uses what the waiting list holds for it.
  const hasGivenUp = await releaseClaims(sql, [id], now, { forChange: true })
  const hasTaken = await releaseTaken(sql, deps, offer, id, { before: current, after: plan.wish }, now)
  const own = await findClaims(sql, id)
  const demand = plan.demand.filter(({ kind }) => kind !== 'desk_holds')
  const beds = Math.max(0, ...demand.filter(({ kind }) => kind === 'beds').map(({ quantity }) => quantity))
  const given = gift ? await lockGift(sql, gift, { id, eventId: offer.id }, beds) : []
  const left = leftWith(leftWith(leftOf(await lockQuotas(sql, [offer.id])), own), given)
  const lacking = lackingOf(left, demand)
  if (lacking.length > 0) throw refused(soldOut(lacking), offer)
  // What was slept stays claimed as it was.
  const claims = [...takeAll(left, demand), ...(await findBedsOver(sql, id, today, plan.returned))]
  if (gift) await takeGift(sql, gift, id, beds, now)

  const tell = async (kind: MoneyMail, extra: Parameters<typeof moneyMessages>[5] = {}): Promise<void> => {
    await work.send(...(await moneyMessages(sql, kind, held, offer, now, extra)))
  }
  const { total } = plan.quote
  const price = standingTotal(held)
  // A change with an unchanged price does not affect money.
  const movesMoney = total !== price || held.pendingChange !== null
  const money = movesMoney ? await gatherMoney(sql, held, now) : await readMoney(sql, held)
  const credit = coveredOf({ ...held, paid: money.usable })
  // Money on its way back is still in the books. The amount that this change needs could not be requested, and the
  // refund would count as goodwill once done.
  if (held.status === 'active' && total > price && money.usable < held.paid && credit < total)
    throw new AppError('refund_under_way')
  const depositOf = (lowered: number) => dueAtOnceOf(total, depositPercentAt(offer, now), lowered + held.reduced)
  const dueAtOnce = depositOf(held.waived)
  const isDearer = held.status === 'active' && total > price && credit < (dueAtOnce ?? total)
  const atDesk =
    isDearer || held.status === 'pending'
      ? claimDesk(held, offer, { wish: plan.wish, standing: standing.wish, left }, now)
      : undefined
  const paysAtDesk = isDearer || held.status === 'pending' ? atDesk !== undefined : plan.paysAtDesk
  const wished = { ...plan.wish, pays_at_desk: paysAtDesk }
  const totals = { from: pending?.total ?? price, to: total }
  const changes = differencesOf(chosen, { ...plan, wish: wished, written }, totals)
  if (isDearer) {
    const has = new Map(own.map(({ quotaId, quantity }) => [quotaId, quantity]))
    const extra = [...claims, ...(atDesk ?? [])].flatMap(({ quotaId, quantity }) => {
      const more = quantity - (has.get(quotaId) ?? 0)
      return more > 0 ? [{ quotaId, quantity: more, reservationId: id, forChange: true }] : []
    })
    await saveClaims(sql, extra, now)
    // A group's bed that only the change in front would have had.
    if (!gift) await takeBackLapsed(sql, [id], now)
    await putBearings(sql, held.id, plan.participants)
    await putCares(sql, deps, held, offer, plan.participants, now)
    await saveUnpricedOf(sql, id, plan, now)
    const outcome = await refitBeds(sql, id, now)
    const room = await holdFor(sql, held, offer, plan, now, rooms && { asked: rooms })
    const waits =
      pending && held.holdExpiresAt ? { until: held.holdExpiresAt, atDesk: pending.wish.pays_at_desk ?? false } : null
    await savePendingChange(
      sql,
      id,
      {
        wish: withoutCare({
          ...wished,
          accommodation: plan.wish.accommodation && { ...plan.wish.accommodation, room_id: null },
        }),
        lines: [...plan.quote.lines],
        returned: [...plan.returned],
        total,
        previous_total: price,
        previous_waived: standingWaived(held),
        due_at_once: dueAtOnce,
        answers: [...plan.answers],
        missing: [...plan.missing],
        form_version_id: offer.formVersionId,
        room,
        sealed: sealChange(deps, id, plan.wish),
      },
      total,
      changeEnd(waits, offer, paysAtDesk, now),
      now,
    )
    await transition(sql, held, 'edit', factsOf(held, { total, dueAtOnce }), by, now, 'dearer', changes)
    const hasFreed = await settleWaiting(sql, deps, [id], now, { isNew: false })
    if (hasGivenUp || hasTaken || hasFreed) await inviteNext(sql, deps, [offer.id], now)
    await tell('reservation_changed')
    await tellOfBeds(work, held, offer, outcome)
    announce(work, held)
    return true
  }

  const waived = waivedOf(held, money, total)
  const due = depositOf(waived)
  await replaceClaims(sql, id, [...claims, ...(atDesk ?? [])], now)
  await putChoice(
    sql,
    deps,
    held,
    offer,
    choiceOf({ ...plan, wish: wished }, held.status === 'active' ? keepDue(held, total, due) : due),
    held.status === 'pending' ? changedHold(held, offer, paysAtDesk, now) : null,
    now,
  )
  // A bed of a group that they gave up is everybody's.
  if (!gift && patch.accommodation !== undefined) await forgetGivenUp(sql, id, now)
  await putCares(sql, deps, held, offer, plan.participants, now)
  const facts = factsOf(held, { total, dueAtOnce: due, pendingChange: null, paid: money.usable, waived })
  const to = await transition(sql, held, 'edit', facts, by, now, '', changes)
  if (to === 'active') await releaseClaims(sql, [id], now, { kind: 'desk_holds' })
  if (waived < held.waived) await saveWaived(sql, id, waived, Math.max(0, standingWaived(held) - waived))
  await settleWaiting(sql, deps, [id], now, { isNew: false })
  const kept = movesMoney
    ? (await giveBack(sql, held, offer, money, total, release ? 'unpaid' : 'cheaper', now)).kept
    : 0
  await inviteNext(sql, deps, [offer.id], now)
  await syncMoneyAlerts(sql, held, now)
  await syncGoodsAlert(sql, held, now)
  const ended = (release?.endsChange || held.pendingChange) && { waiting_change: 'replaced' as const }
  await tell(release ? 'bed_released' : 'reservation_changed', { kept, ...ended })
  // The message about the room follows the message about the change.
  await putBeds(sql, work, held, offer, { roomId, rooms }, by)
  await redeemArrived(sql, id, by, now)
  await work.send(...(await lostPlaces(sql, held, offer, guestsWithout(held, plan.participants), true)))
  announce(work, withGuests(held, plan.participants))
  return true
}

/**
 * Takes back a dearer change that waits for its payment. What is in force stays, and what was held for the change is free.
 * @throws illegal_transition if none waits
 */
export const takeBackChange = async (work: Work, id: string, by: By): Promise<void> => {
  const sql = sqlIn(work.tx)
  const { now, deps } = work
  const held = await lockForChange(sql, deps, id, now)
  if (!held.pendingChange) throw new AppError('illegal_transition')
  const offer = await requireOffer(sql, deps, held.eventId)
  await dropChange(sql, deps, held, now, 'cheaper')
  const facts = factsOf(held, { total: held.pendingChange.previous_total, pendingChange: null })
  await transition(sql, held, 'edit', { ...facts, gives_up: true }, by, now, 'taken_back')
  await inviteNext(sql, deps, [offer.id], now)
  await work.send(
    ...(await moneyMessages(sql, 'reservation_changed', held, offer, now, { waiting_change: 'taken_back' })),
  )
  announce(work, held)
}
