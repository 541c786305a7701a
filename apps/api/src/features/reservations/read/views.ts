import type { KeptAnswer } from '@shiloh/contract/forms/forms'
import { balanceOf, dueNowOf, type RefundKind, ruledTotalOf, type Sums } from '@shiloh/contract/payments/money'
import { OPEN_REFUND_STATUSES, type RefundStatus, refundExpectedAt } from '@shiloh/contract/payments/refunds'
import { type backFacts, refundIfKept as backIfKept } from '@shiloh/contract/reservations/money-back'
import { isSamePerson, type ParticipantRole } from '@shiloh/contract/reservations/party'
import type { QuoteLine, RefundRule } from '@shiloh/contract/reservations/quote'
import { type Share, sharesOf } from '@shiloh/contract/reservations/shares'
import { type Standing, standingOf } from '@shiloh/contract/reservations/standing'
import {
  type ActionAsker,
  allowedActions,
  effectiveStatus,
  isLive,
  type ReservationAction,
  type ReservationStatus,
} from '@shiloh/contract/reservations/states'
import { ticketPath } from '@shiloh/contract/reservations/ticket-code'
import type { GuestReservation, ReservationView, RoomState, TimelineChange } from '@shiloh/contract/reservations/views'
import type { Wish } from '@shiloh/contract/reservations/wish'
import { maskEmail, maskPhone } from '@shiloh/contract/text/masking'
import type { z } from 'zod'
import type { Deps } from '#platform/deps'
import { isDeadlinePassed, waitsForApproval } from '../booking/decide.rules.ts'

interface Named {
  readonly id: string
  readonly name: string
}

export interface EventFacts {
  readonly id: string
  readonly slug: string
  readonly name: string
  readonly startsAt: Date
  readonly endsAt: Date
  readonly timeZone: string
  readonly place: string
  readonly cancellationDeadline: Date | null
  readonly refundRules: readonly RefundRule[]
  /** When the balance after a deposit is due. */
  readonly dueAt: Date
}

/** A reservation with everything that is shown of it, whether just made or read from the database. */
export interface ReservationRecord {
  readonly id: string
  readonly code: string
  readonly status: ReservationStatus
  readonly event: EventFacts
  readonly user: Named
  readonly payerId: string
  readonly holdExpiresAt: Date | null
  readonly paysAtDesk: boolean
  readonly needsApproval: boolean
  readonly approvedAt: Date | null
  readonly currency: string
  readonly total: number
  readonly paid: number
  readonly waived: number
  readonly waivedBy: string | null
  readonly reduced: number
  readonly retained: number
  /** Minor units that must be covered before it is active. Null means the whole price. */
  readonly dueAtOnce: number | null
  /** The highest price that money was paid towards. */
  readonly ruledTotal: number
  readonly keptUntil: Date | null
  readonly payments: readonly {
    readonly id: string
    readonly method: string
    readonly amount: number
    readonly receiptNumber: number | null
    readonly onlineNumber: number | null
    readonly reference: string | null
    readonly at: Date
  }[]
  readonly refunds: readonly {
    readonly id: string
    readonly paymentId: string
    readonly amount: number
    readonly status: RefundStatus
    readonly kind: RefundKind
    readonly reason: string
    readonly method: string
    readonly at: Date
    readonly requestedAt: Date | null
    readonly settledAt: Date | null
  }[]
  /** Refunds that staff decided to keep, by kind. */
  readonly withdrawn: { readonly owed: number; readonly rule: number }
  /** What was waited for beside it, and ended when it was cancelled. */
  readonly endedWaits: readonly string[]
  readonly committeeType: Named | null
  readonly accommodation: {
    readonly categoryId: string
    readonly name: string
    readonly checkIn: string
    readonly checkOut: string
  } | null
  readonly arrivalAt: Date | null
  readonly departureAt: Date | null
  readonly answers: readonly (KeptAnswer & { readonly words: string | null })[]
  readonly lines: readonly QuoteLine[]
  readonly pendingChange: {
    readonly wish: Wish
    /** Of the people on the owner’s lists who are in it, by their ids there. */
    readonly names: Readonly<Record<string, string>>
    readonly answers: readonly (KeptAnswer & { readonly words: string | null })[]
    readonly lines: readonly QuoteLine[]
    readonly total: number
    readonly previous_total: number
    readonly previous_waived?: number | undefined
    readonly returned: readonly string[]
    readonly room?: { readonly room: 'kept' | 'moves' | 'lost'; readonly name: string } | null | undefined
    readonly due_at_once: number | null
  } | null
  readonly missing: readonly string[]
  readonly note: string
  readonly participants: readonly {
    readonly id: string
    readonly role: ParticipantRole
    /** The id on the owner's spouse list or family list. */
    readonly personId: string | null
    readonly accountId: string | null
    readonly name: string
    readonly participantType: Named
    readonly title: Named | null
    readonly designation: Named | null
    /** Also what the office has not confirmed. */
    readonly chosen: { readonly title_id: string | null; readonly designation_id: string | null }
    readonly caterer: Named | null
    readonly minor: boolean
    /** The position of a minor's guardian. */
    readonly guardian: number | null
    /** The day on which they were added while the event ran. */
    readonly since: string | null
    readonly mealsBefore: readonly { readonly caterer: string | null; readonly until: string }[]
    readonly consent: {
      readonly status: 'waiting' | 'given' | 'refused'
      readonly guardianName: string
      readonly email: string | null
      readonly phone: string | null
      readonly askedAt: Date | null
      readonly answeredAt: Date | null
      readonly answeredName: string | null
      readonly onPaper: boolean
    } | null
    readonly qrId: string
    /** The path of the ticket, if it was signed in advance. If not, it is signed when it is shown. */
    readonly qrPath?: string | undefined
    readonly checkedInAt: Date | null
    readonly checkedOutAt: Date | null
    readonly room: {
      readonly id: string
      readonly name: string
      readonly block: string
      readonly floor: number
      readonly bed: number
      /** Somebody of the reservation has been told of this room. */
      readonly known: boolean
    } | null
    /** They have been told of a room, perhaps another one. */
    readonly toldRoom: boolean
    /** Health data of theirs is kept. */
    readonly hasCare: boolean
  }[]
  readonly timeline: readonly {
    readonly at: Date
    readonly from: ReservationStatus | null
    readonly to: ReservationStatus
    readonly action: ReservationAction
    readonly actor: 'owner' | 'staff' | 'system' | 'provider' | 'gate'
    readonly by: string | null
    readonly reason: string
    /** What the books have of the same moment. */
    readonly booked: readonly { readonly paymentId: string; readonly amount: number }[]
    /** What an edit changed, in the reader's language. */
    readonly changes: readonly TimelineChange[]
  }[]
  readonly createdAt: Date
}

/** The URL in a QR code: the random id, signed so that a gate can check it offline. */
export const receiptLink = (
  deps: Pick<Deps, 'config' | 'crypto'>,
  qrId: string,
  path = ticketPath(qrId, deps.crypto.sign(qrId)),
): { id: string; url: string } => ({ id: qrId, url: deps.config.publicUrl + path })

/** Returns the amount due before a dearer change takes effect, or null without a pending change. */
const changeDueOf = (change: ReservationRecord['pendingChange']): number | null =>
  change && (change.due_at_once ?? change.total)

const OPEN_REFUNDS: ReadonlySet<string> = new Set(OPEN_REFUND_STATUSES)

type RefundFacts = ReservationRecord['refunds'][number]
const sumOf = (refunds: readonly RefundFacts[], counts: (refund: RefundFacts) => boolean): number =>
  refunds.filter(counts).reduce((sum, { amount }) => sum + amount, 0)

/** Returns what the money of a reservation is divided by when some of it is freed. */
const backFactsOf = (record: ReservationRecord): z.output<typeof backFacts> => {
  const { refunds, withdrawn, pendingChange } = record
  const price = pendingChange?.previous_total ?? record.total
  const waived = pendingChange?.previous_waived ?? record.waived
  const isRule = ({ kind }: RefundFacts) => kind === 'rule'
  const isWaiting = ({ status }: RefundFacts) => status === 'due' || status === 'refused'
  return {
    usable: record.paid - sumOf(refunds, ({ status }) => status === 'requested'),
    rule_sent: sumOf(refunds, (one) => isRule(one) && !isWaiting(one)),
    rule_promised: sumOf(refunds, (one) => isRule(one) && isWaiting(one)),
    rule_kept: withdrawn.rule,
    owed_kept: withdrawn.owed,
    ruled_total: ruledTotalOf({ ...record, standing: price }),
    lowered: waived + record.reduced,
    price,
    waived,
  }
}

/** Returns the refund when only `keepTotal` is still to be paid, with the calculation of the cancellation or edit itself. */
export const refundIfKept = (record: ReservationRecord, keepTotal: number, now: Date): number => {
  const { refundRules: refund_rules, cancellationDeadline: cancellation_deadline } = record.event
  return backIfKept(backFactsOf(record), { refund_rules, cancellation_deadline }, keepTotal, now)
}

/** Returns until when money is awaited. A request that waits for approval has a place as long as its event, and nothing to pay. */
export const holdShown = (
  record: Pick<ReservationRecord, 'holdExpiresAt' | 'needsApproval' | 'approvedAt'>,
): Date | null => (waitsForApproval(record) ? null : record.holdExpiresAt)

const iso = (date: Date | null): string | null => date?.toISOString() ?? null
const named = (value: Named): { _id: string; name: string } => ({ _id: value.id, name: value.name })
const namedOrNull = (value: Named | null) => (value === null ? null : named(value))

export const eventBriefView = (
  event: Omit<EventFacts, 'cancellationDeadline' | 'refundRules' | 'dueAt'>,
): ReservationView['event'] => ({
  _id: event.id,
  slug: event.slug,
  name: event.name,
  starts_at: event.startsAt.toISOString(),
  ends_at: event.endsAt.toISOString(),
  time_zone: event.timeZone,
  place: event.place,
})

interface ActionRecord extends Sums {
  readonly status: ReservationStatus
  readonly holdExpiresAt: Date | null
  readonly needsApproval: boolean
  readonly approvedAt: Date | null
  readonly event: Pick<EventFacts, 'cancellationDeadline' | 'endsAt'>
  /** A part payment that is on its way back before it secured the place. Minor units. */
  readonly partReturning: number
}

/** Returns what the caller can do with the reservation now. */
export const allowedOn = (record: ActionRecord, now: Date, asker: ActionAsker) => {
  const status = effectiveStatus(record.status, record.holdExpiresAt, now)
  return allowedActions(
    {
      status,
      balance: balanceOf({ ...record, status }),
      paid: record.paid,
      needs_approval: record.needsApproval,
      approved: record.approvedAt !== null,
      part_returning: record.partReturning > 0,
      deadline_passed: isDeadlinePassed(record.event, now),
      over: now >= record.event.endsAt,
    },
    asker,
  )
}

type Participant = ReservationRecord['participants'][number]

/** Returns the consent that a minor without a guardian in the reservation needs. */
const consentView = ({ minor, guardian, consent }: Participant) =>
  !minor || guardian !== null || consent === null
    ? null
    : {
        status: consent.status,
        guardian_name: consent.guardianName,
        sent_to: consent.email ? maskEmail(consent.email) : consent.phone ? maskPhone(consent.phone) : null,
        asked_at: iso(consent.askedAt),
        answered_at: iso(consent.answeredAt),
        answered_name: consent.answeredName,
        on_paper: consent.onPaper,
      }

/** Returns what a person knows of their room. To its owner, a room that was not published is not there. */
const roomStateOf = ({ room, toldRoom }: Participant, record: ReservationRecord, isStaff: boolean): RoomState => {
  if (room?.known) return 'published'
  const hasStay = record.accommodation !== null && isLive(record.status)
  if (toldRoom && hasStay) return 'changing'
  return room && isStaff ? 'unpublished' : 'none'
}

/**
 * Returns what a pending change asks for, with the titles and designations of those who come already as they are shown. What the
 * office has not confirmed is not shown to it.
 */
const pendingWishOf = (
  { participants }: ReservationRecord,
  { participants: persons, ...rest }: Wish,
  isStaff: boolean,
): Wish => ({
  ...rest,
  participants: persons.map(({ consent_from, ...one }) => {
    const known = participants.find(({ role, personId }) => isSamePerson(one, { role, person_id: personId }))
    if (!isStaff) return { ...one, ...known?.chosen }
    return { ...one, title_id: known?.title?.id ?? null, designation_id: known?.designation?.id ?? null }
  }),
})

/** Returns the movements of money that one may see. Null for staff who may see none: an empty list would say that there are none. */
const linesFor = <T>(asker: ActionAsker, lines: readonly T[], paymentOf: (line: T) => string): readonly T[] | null => {
  if (asker.kind === 'owner') return lines
  return asker.can('payments.read') ? lines.filter((line) => asker.can('payments.read', paymentOf(line))) : null
}

const amountOf = (booked: readonly { readonly amount: number }[]): number | null =>
  booked.length === 0 ? null : booked.reduce((sum, { amount }) => sum + amount, 0)

/** Returns who comes only with a pending change. */
const joinsOf = ({ participants, pendingChange: change }: ReservationRecord) =>
  (change?.wish.participants ?? []).flatMap(({ role, person_id }) =>
    !person_id || participants.some(({ personId }) => personId === person_id)
      ? []
      : [{ person_id, role, name: change?.names[person_id] ?? '' }],
  )

/** Returns what happens to the room with a pending change. To an owner who knows of no room, there is none. */
const pendingRoomOf = (record: ReservationRecord, isStaff: boolean) => {
  const room = isStaff || record.participants.some((one) => one.toldRoom) ? record.pendingChange?.room : null
  return { room: room?.room ?? null, room_name: room?.name ?? null }
}

/** Returns a record as of now: an expired unpaid change is gone, whether or not the sweep has processed it. */
const asOf = (stored: ReservationRecord, now: Date): ReservationRecord =>
  stored.pendingChange !== null && stored.holdExpiresAt !== null && stored.holdExpiresAt <= now
    ? {
        ...stored,
        total: stored.pendingChange.previous_total,
        waived: stored.pendingChange.previous_waived ?? stored.waived,
        pendingChange: null,
      }
    : stored

const dueNowOfRecord = (record: ReservationRecord, status: ReservationStatus, now: Date): number =>
  dueNowOf({ ...record, status, dueAt: record.event.dueAt, changeDue: changeDueOf(record.pendingChange) }, now)

/** Returns the part payment that is on its way back before it secured the place. */
const partReturningOf = ({ status, refunds }: Pick<ReservationRecord, 'status' | 'refunds'>): number =>
  status === 'pending' ? sumOf(refunds, ({ kind, status: state }) => kind === 'returned' && state === 'requested') : 0

/** Returns the standing of a reservation. */
export const standingOfRecord = (stored: ReservationRecord, now: Date): Standing => {
  const record = asOf(stored, now)
  const status = effectiveStatus(record.status, record.holdExpiresAt, now)
  return standingOf(
    {
      status,
      total: record.total,
      paid: record.paid,
      waived: record.waived,
      balance: balanceOf({ ...record, status }),
      dueNow: dueNowOfRecord(record, status, now),
      dueAt: record.event.dueAt,
      holdExpiresAt: record.holdExpiresAt,
      keptUntil: record.keptUntil,
      paysAtDesk: record.pendingChange ? (record.pendingChange.wish.pays_at_desk ?? false) : record.paysAtDesk,
      waitsForApproval: waitsForApproval(record),
      changeOpen: record.pendingChange !== null,
      refundDue: sumOf(record.refunds, (refund) => OPEN_REFUNDS.has(refund.status)),
      partReturning: partReturningOf(record),
      refunded: sumOf(record.refunds, ({ kind, status: state }) => kind !== 'goodwill' && state === 'done'),
    },
    now,
  )
}

/** Returns what one person of a reservation has of it: a ticket, a room, a caterer and lines of their own. */
const personView = (
  deps: Pick<Deps, 'config' | 'crypto'>,
  record: ReservationRecord,
  index: number,
  isStaff: boolean,
) => {
  const participant = record.participants[index]
  if (!participant) throw new Error(`reservation ${record.id} has no participant ${index}`)
  const { room } = participant
  return {
    _id: participant.id,
    name: participant.name,
    participant_type: named(participant.participantType),
    title: namedOrNull(participant.title),
    designation: namedOrNull(participant.designation),
    caterer: namedOrNull(participant.caterer),
    lines: record.lines.filter(({ person }) => person === index),
    qr: receiptLink(deps, participant.qrId, participant.qrPath),
    checked_in_at: iso(participant.checkedInAt),
    checked_out_at: iso(participant.checkedOutAt),
    room:
      room && (isStaff || room.known)
        ? { _id: room.id, name: room.name, block: room.block, floor: room.floor, bed: room.bed }
        : null,
    room_state: roomStateOf(participant, record, isStaff),
  }
}

const sharesOfRecord = (
  { lines, participants }: Pick<ReservationRecord, 'lines' | 'participants'>,
  money: { readonly paid: number; readonly balance: number },
): Share[] =>
  sharesOf({
    ...money,
    lines,
    persons: participants.map(({ caterer, ...one }) => ({ ...one, caterer: caterer?.id ?? null })),
  })

/**
 * Returns a reservation as it is to one of its persons for whom the owner took a place, without their meals. Each part is
 * named here: what is new in a reservation stays the owner's until somebody decides otherwise.
 */
export const guestView = (
  deps: Pick<Deps, 'config' | 'crypto'>,
  stored: ReservationRecord,
  { index, cancelledByOwner }: { readonly index: number; readonly cancelledByOwner: boolean },
  now: Date,
): Omit<GuestReservation, 'meals'> => {
  const record = asOf(stored, now)
  const status = effectiveStatus(record.status, record.holdExpiresAt, now)
  const shares = sharesOfRecord(record, { paid: 0, balance: 0 })
  const own = personView(deps, record, index, false)
  const cancel = status === 'cancelled' ? record.timeline.findLast(({ action }) => action === 'cancel') : undefined
  return {
    viewer: 'guest',
    reserved_by: record.user.name,
    _id: record.id,
    code: record.code,
    status,
    event_id: record.event.id,
    event: eventBriefView(record.event),
    // Of an active reservation, it is until when a change can be paid.
    hold_expires_at: status === 'pending' ? iso(holdShown(record) ?? record.keptUntil) : null,
    waits_for_approval: status === 'pending' && waitsForApproval(record),
    cancelled: cancel
      ? { at: cancel.at.toISOString(), by: cancel.actor === 'staff' ? 'office' : cancelledByOwner ? 'owner' : 'other' }
      : null,
    participants: [{ ...own, lines: own.lines.map((line) => ({ ...line, person: 0 })) }],
    others: record.participants.flatMap(({ name }, i) => (i === index ? [] : [name])),
    share: shares[index]?.cost ?? 0,
    currency: record.currency,
    accommodation: record.accommodation && {
      name: record.accommodation.name,
      check_in: record.accommodation.checkIn,
      check_out: record.accommodation.checkOut,
    },
  }
}

/** Returns a reservation as this caller sees it at this instant. */
export const reservationView = (
  deps: Pick<Deps, 'config' | 'crypto'>,
  stored: ReservationRecord,
  now: Date,
  asker: ActionAsker,
): ReservationView => {
  const record = asOf(stored, now)
  const isStaff = asker.kind === 'staff'
  const change = record.pendingChange
  const status = effectiveStatus(record.status, record.holdExpiresAt, now)
  const balance = balanceOf({ ...record, status })
  // A change that waits has its own price, and perhaps its own persons: until it is paid, theirs is the choice in force.
  const owed = balanceOf({
    ...record,
    status,
    total: change?.previous_total ?? record.total,
    waived: change?.previous_waived ?? record.waived,
  })
  const shares = sharesOfRecord(record, { paid: Math.max(0, record.paid), balance: owed })
  const participants = record.participants.map((participant, index) => ({
    ...personView(deps, record, index, isStaff),
    share: shares[index] ?? { cost: 0, paid: 0, owed: 0 },
    role: participant.role,
    person_id: participant.personId,
    account_id: isStaff ? participant.accountId : null,
    chosen: isStaff ? null : participant.chosen,
    minor: participant.minor,
    guardian: namedOrNull(record.participants[participant.guardian ?? -1] ?? null),
    consent: consentView(participant),
    health_kept: asker.kind === 'owner' || asker.can('care.read') ? participant.hasCare : null,
  }))
  const [main] = participants
  if (!main) throw new Error(`reservation ${record.id} has no participant`)
  return {
    viewer: asker.kind,
    _id: record.id,
    code: record.code,
    status,
    event_id: record.event.id,
    event: eventBriefView(record.event),
    user: named(record.user),
    hold_expires_at: iso(holdShown(record)),
    pays_at_desk: record.paysAtDesk,
    needs_approval: record.needsApproval,
    approved_at: iso(record.approvedAt),
    total: record.total,
    paid: record.paid,
    waived: record.waived,
    waived_by: record.waivedBy,
    reduced: record.reduced,
    retained: record.retained,
    balance,
    due_now: dueNowOfRecord(record, status, now),
    due_at: status === 'active' && balance > 0 ? record.event.dueAt.toISOString() : null,
    kept_until: iso(record.keptUntil),
    back_facts: backFactsOf(record),
    refund_if_cancelled: status === 'pending' || status === 'active' ? refundIfKept(record, 0, now) : 0,
    standing: standingOfRecord(stored, now),
    payments:
      linesFor(asker, record.payments, ({ id }) => id)?.map(
        ({ id, method, amount, receiptNumber, onlineNumber, reference, at }) => ({
          _id: id,
          method,
          amount,
          receipt_number: receiptNumber,
          online_number: onlineNumber,
          reference,
          at: at.toISOString(),
        }),
      ) ?? null,
    refunds:
      linesFor(asker, record.refunds, ({ paymentId }) => paymentId)?.map(
        ({ id, at, requestedAt, settledAt, paymentId: _, ...refund }) => ({
          _id: id,
          ...refund,
          created_at: at.toISOString(),
          expected_at: iso(refundExpectedAt({ status: refund.status, dueAt: at, requestedAt })),
          settled_at: iso(settledAt),
        }),
      ) ?? null,
    currency: record.currency,
    qr: main.qr,
    participants,
    participant_type: main.participant_type,
    title: main.title,
    designation: main.designation,
    committee_type: namedOrNull(record.committeeType),
    accommodation: record.accommodation && {
      room_category_id: record.accommodation.categoryId,
      name: record.accommodation.name,
      check_in: record.accommodation.checkIn,
      check_out: record.accommodation.checkOut,
      room_id: main.room?._id ?? null,
    },
    caterer: main.caterer,
    with_spouse: participants.find(({ role }) => role === 'spouse')?.person_id ?? null,
    arrival_at: iso(record.arrivalAt),
    departure_at: iso(record.departureAt),
    answers: [...record.answers],
    lines: [...record.lines],
    pending_change:
      change !== null && record.holdExpiresAt !== null
        ? {
            wish: pendingWishOf(record, change.wish, isStaff),
            joins: joinsOf(record),
            answers: [...change.answers],
            lines: [...change.lines],
            total: change.total,
            previous_total: change.previous_total,
            returned: [...change.returned],
            expires_at: record.holdExpiresAt.toISOString(),
            ...pendingRoomOf(record, isStaff),
          }
        : null,
    missing: [...record.missing],
    note: isStaff ? record.note : null,
    ended_waits: [...record.endedWaits],
    timeline: record.timeline.map(({ at, booked, changes, ...entry }) => ({
      at: at.toISOString(),
      ...entry,
      amount: amountOf(linesFor(asker, booked, ({ paymentId }) => paymentId) ?? []),
      // That somebody's health data changed says something about them.
      changes: changes.filter(({ what }) => what !== 'care' || asker.kind === 'owner' || asker.can('care.read')),
    })),
    created_at: record.createdAt.toISOString(),
    allowed: allowedOn({ ...record, partReturning: partReturningOf(record) }, now, asker),
  }
}
