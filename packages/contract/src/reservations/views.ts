import { z } from 'zod'
import { flag } from '../admin-resource.ts'
import { currency, day, id, line, money, timestamp } from '../core.ts'
import { amountRange, anyOf, dayRange } from '../lists.ts'
import { REFUND_KINDS } from '../payments/money.ts'
import { keptPrice } from './kept-prices.ts'
import { reservationMeals } from './meals.ts'
import { backFacts } from './money-back.ts'
import { CONSENT_STATUSES, PARTICIPANT_ROLES } from './party.ts'
import { quoteLine, quoteSchema } from './quote.ts'
import { standingView } from './standing.ts'
import { OFFERED_ACTIONS, RESERVATION_ACTIONS, RESERVATION_STATUSES } from './states.ts'
import { wish } from './wish.ts'

export const named = z.object({ _id: id, name: z.string() })
export const receiptLink = z.object({ id, url: z.string() })

export const eventBrief = z.object({
  _id: id,
  slug: z.string(),
  name: z.string(),
  starts_at: timestamp,
  ends_at: timestamp,
  time_zone: z.string(),
  place: z.string(),
})

/** The event on a page that is opened by a signed link. */
export const linkedEvent = eventBrief.omit({ _id: true, slug: true })
/** The rate limit of such a page: whole congregations can share an address. */
export const BY_LINK = { points: 120, seconds: 300, by: 'ip' } as const

/** What a person knows of their room. To members, a room that was not published yet is `none`. */
export const ROOM_STATES = [
  'none',
  /** Assigned, and the person has not been told. */
  'unpublished',
  /** The person was told of a room that they no longer have. */
  'changing',
  'published',
] as const
export type RoomState = (typeof ROOM_STATES)[number]

export const participantView = z.object({
  _id: id,
  role: z.enum(PARTICIPANT_ROLES),
  /** The id on the owner's spouse list or family list. Null for the main person. */
  person_id: id.nullable(),
  /** Their account. Null if they have none, and for everybody who is not of the office. */
  account_id: id.nullable(),
  name: z.string(),
  participant_type: named,
  title: named.nullable(),
  designation: named.nullable(),
  /**
   * The title and designation that the owner chose, also while the office has not confirmed them, so that a change of
   * something else keeps them. Null for everybody but the owner.
   */
  chosen: z.object({ title_id: id.nullable(), designation_id: id.nullable() }).nullable(),
  caterer: named.nullable(),
  /** Under 18 on the first day. */
  minor: z.boolean(),
  /** The adult of this reservation who is responsible for a minor. */
  guardian: named.nullable(),
  /** For a minor without such an adult: the consent of somebody who does not come along. Null if nobody was asked. */
  consent: z
    .object({
      status: z.enum(CONSENT_STATUSES),
      guardian_name: z.string(),
      /** Masked. Null if nobody is asked through a link. */
      sent_to: z.string().nullable(),
      asked_at: timestamp.nullable(),
      answered_at: timestamp.nullable(),
      answered_name: z.string().nullable(),
      /** Recorded by staff. */
      on_paper: z.boolean(),
    })
    .nullable(),
  /** Whether health data of theirs is kept. Null for staff without `care.read`. */
  health_kept: z.boolean().nullable(),
  /** The lines of this person alone. Shared lines are in the reservation. */
  lines: z.array(quoteLine),
  /** Their part of the price, of what is paid and of what is owed. */
  share: z.object({ cost: money, paid: money, owed: money }),
  qr: receiptLink,
  checked_in_at: timestamp.nullable(),
  checked_out_at: timestamp.nullable(),
  /** Staff see where the person sleeps. Members see the room once it is published, and while they still have it. */
  room: z.object({ _id: id, name: z.string(), block: z.string(), floor: z.int(), bed: z.int() }).nullable(),
  room_state: z.enum(ROOM_STATES),
})

/** What an edit of a reservation can change. */
export const CHANGED = [
  'joins',
  'leaves',
  'participant_type',
  'title',
  'designation',
  'caterer',
  'guardian',
  'consent',
  'care',
  'room',
  'check_in',
  'check_out',
  'returned_nights',
  'product',
  'answer',
  'committee_type',
  'arrival',
  'departure',
  'pays_at_desk',
  'total',
] as const

/**
 * One thing that an edit changed, in the reader's language. `from` and `to` are names, the words of answers, days (`check_in`,
 * `check_out`), instants (`arrival`, `departure`), numbers (`returned_nights`, `product`, and 0 or 1 for `pays_at_desk`) or minor units
 * (`total`); null is none. Of health data (`care`) and contacts (`consent`) it says only that they changed.
 */
export const timelineChange = z.object({
  what: z.enum(CHANGED),
  /** Whose choice it is. Null for one of the whole reservation. */
  person: z.string().nullable(),
  /** The product or the question. */
  label: z.string().nullable(),
  from: z.union([z.string(), z.int()]).nullable(),
  to: z.union([z.string(), z.int()]).nullable(),
})
export type TimelineChange = z.output<typeof timelineChange>

export const timelineEntry = z.object({
  at: timestamp,
  from: z.enum(RESERVATION_STATUSES).nullable(),
  to: z.enum(RESERVATION_STATUSES),
  action: z.enum(RESERVATION_ACTIONS),
  actor: z.enum(['owner', 'staff', 'system', 'provider', 'gate']),
  /** The administrator's name, if one acted. */
  by: z.string().nullable(),
  reason: z.string(),
  /** What came in (`pay`) or went out (`refund`, `reverse`) then. Null where nothing did, and for who may not see payments. */
  amount: money.nullable(),
  /** What an edit changed. Empty where nothing was written down. */
  changes: z.array(timelineChange),
})

/** Money received: by whom, and when. */
const paymentLine = z.object({
  _id: id,
  method: z.string(),
  amount: money,
  /** The number of the receipt for cash. */
  receipt_number: z.int().nullable(),
  /** Which payment of the reservation through a provider it is. Null for cash. */
  online_number: z.int().nullable(),
  /** Of a payment without a receipt: what the provider calls it, and the office finds it by. */
  reference: z.string().nullable(),
  at: timestamp,
})

/** Money that goes back. `due`: not sent yet. `requested`: under way. */
const refundLine = z.object({
  _id: id,
  amount: money,
  status: z.string(),
  kind: z.enum(REFUND_KINDS),
  reason: z.string(),
  /** How it was paid, and how it goes back. */
  method: z.string(),
  created_at: timestamp,
  /** When it should be back at the latest. Null once it is. */
  expected_at: timestamp.nullable(),
  settled_at: timestamp.nullable(),
})

/** What happens to the room when a pending change is paid. */
export const PENDING_ROOMS = ['kept', 'moves', 'lost'] as const

const answersInWords = z.array(
  z.object({
    question_id: id,
    label: z.string(),
    value: z.union([z.string(), z.number()]),
    /** The chosen option as it was called when it was chosen. Null: the value is no option. */
    words: z.string().nullable(),
  }),
)

export const reservationView = z.object({
  /** As whom the caller sees it. `owner`: who reserved, or who pays. */
  viewer: z.enum(['owner', 'staff']),
  _id: id,
  code: z.string(),
  status: z.enum(RESERVATION_STATUSES),
  event_id: id,
  event: eventBrief,
  user: named,
  hold_expires_at: timestamp.nullable(),
  /** Of what is in force. A change that waits for its payment has its own in its `wish`. */
  pays_at_desk: z.boolean(),
  needs_approval: z.boolean(),
  approved_at: timestamp.nullable(),
  total: money,
  paid: z.int(),
  waived: money,
  /** The administrator who waived it. */
  waived_by: z.string().nullable(),
  /** Given back as goodwill. Lowers the amount owed. */
  reduced: money,
  /** Retained by the organisation under the refund rule. */
  retained: money,
  /** 0 if the reservation failed, was cancelled or was archived. */
  balance: money,
  /** The part of the balance that is due immediately. */
  due_now: money,
  /** When the rest is due, if a deposit secures the place. While a change waits for its payment, with the change or without it. */
  due_at: timestamp.nullable(),
  /** Until when staff keep a place that is paid in part. */
  kept_until: timestamp.nullable(),
  /** With them `refundIfKept` says what a cheaper change gives back. */
  back_facts: backFacts,
  /** The refund if it were cancelled now. 0 if it cannot be cancelled. */
  refund_if_cancelled: money,
  /** The standing of its money, in the same words everywhere. */
  standing: standingView,
  /** Null for staff without `payments.read`, like the refunds: what it costs and what is owed are of the reservation. */
  payments: z.array(paymentLine).nullable(),
  refunds: z.array(refundLine).nullable(),
  currency,
  qr: receiptLink,
  participants: z.array(participantView),
  participant_type: named,
  title: named.nullable(),
  designation: named.nullable(),
  committee_type: named.nullable(),
  accommodation: z
    .object({ room_category_id: id, name: z.string(), check_in: day, check_out: day, room_id: id.nullable() })
    .nullable(),
  caterer: named.nullable(),
  with_spouse: id.nullable(),
  arrival_at: timestamp.nullable(),
  departure_at: timestamp.nullable(),
  answers: answersInWords,
  lines: z.array(quoteLine),
  /** A dearer change. It is held until the balance is paid. */
  pending_change: z
    .object({
      /** What was chosen, in the form of a request and without health data: another change starts from it. */
      wish,
      /** Those of `wish` who are not in the reservation yet. */
      joins: z.array(z.object({ person_id: id, role: z.enum(PARTICIPANT_ROLES), name: z.string() })),
      /** The answers of `wish` in words. */
      answers: answersInWords,
      lines: z.array(quoteLine),
      total: money,
      previous_total: money,
      /** Nights that are over and that it gives back. The next change gives them back, too. */
      returned: z.array(day),
      expires_at: timestamp,
      /** What happens to the room when it is paid. Null if there is no room, or if its owner does not know of one. */
      room: z.enum(PENDING_ROOMS).nullable(),
      /** The new room, or the one that is lost if none can be held. */
      room_name: z.string().nullable(),
    })
    .nullable(),
  /** Built-in fields and ids of questions that staff left open. */
  missing: z.array(z.string()),
  /** The staff's internal note. Null for the owner. */
  note: z.string().nullable(),
  /** What was waited for beside a cancelled reservation, and ended with it. */
  ended_waits: z.array(z.string()),
  timeline: z.array(timelineEntry),
  created_at: timestamp,
  allowed: z.array(z.enum(OFFERED_ACTIONS)),
})
export type ReservationView = z.output<typeof reservationView>

/** Who cancelled a reservation. A guest of it learns no more than this. */
const CANCELLED_BY = ['owner', 'office', 'other'] as const

/**
 * A reservation to somebody for whom another person took a place in it, and who is linked to that person. It has what is
 * theirs and nothing else: no money but their own share, nobody's code, answers or needs but their own, and no action.
 */
export const guestReservation = z.object({
  viewer: z.literal('guest'),
  /** The name of the owner, who alone changes it. */
  reserved_by: z.string(),
  _id: id,
  code: z.string(),
  status: z.enum(RESERVATION_STATUSES),
  event_id: id,
  event: eventBrief,
  /** Until when a pending place is held. Null if it has no such limit. */
  hold_expires_at: timestamp.nullable(),
  /** It waits for the office’s decision. */
  waits_for_approval: z.boolean(),
  cancelled: z.object({ at: timestamp, by: z.enum(CANCELLED_BY) }).nullable(),
  /** The caller alone. */
  participants: z
    .array(
      participantView.pick({
        _id: true,
        name: true,
        participant_type: true,
        title: true,
        designation: true,
        caterer: true,
        lines: true,
        qr: true,
        checked_in_at: true,
        checked_out_at: true,
        room: true,
        room_state: true,
      }),
    )
    .length(1),
  /** The names of the others who come. */
  others: z.array(z.string()),
  /** The caller’s share of the price. */
  share: money,
  currency,
  accommodation: z.object({ name: z.string(), check_in: day, check_out: day }).nullable(),
  /** The caller’s meals. */
  meals: reservationMeals,
})
export type GuestReservation = z.output<typeof guestReservation>

/** A reservation as one of its persons sees it. */
export const myReservation = z.discriminatedUnion('viewer', [reservationView, guestReservation])
export type MyReservation = z.output<typeof myReservation>

export const reservationRow = z.object({
  viewer: z.literal('owner'),
  _id: id,
  code: z.string(),
  status: z.enum(RESERVATION_STATUSES),
  event_id: id,
  event: eventBrief,
  participant_type: named,
  persons: z.int(),
  hold_expires_at: timestamp.nullable(),
  kept_until: timestamp.nullable(),
  total: money,
  paid: z.int(),
  balance: money,
  due_at: timestamp.nullable(),
  /** Money still to be refunded. */
  refund_due: money,
  standing: standingView,
  currency,
  created_at: timestamp,
  allowed: z.array(z.enum(OFFERED_ACTIONS)),
})
export type ReservationRow = z.output<typeof reservationRow>

/** The same to somebody for whom another person took a place in it. */
export const guestRow = reservationRow
  .pick({ _id: true, code: true, status: true, event_id: true, event: true, persons: true, created_at: true })
  .extend({
    viewer: z.literal('guest'),
    reserved_by: z.string(),
    /** The caller’s own. */
    participant_type: named,
    hold_expires_at: timestamp.nullable(),
  })
export type GuestRow = z.output<typeof guestRow>

/** One row of the list of one’s own. */
export const myRow = z.discriminatedUnion('viewer', [reservationRow, guestRow])
export type MyRow = z.output<typeof myRow>

/** `due` owes something now, as the report of balances due counts it: `part_paid` and `unpaid` together. */
export const PAYMENT_FILTERS = ['paid', 'due', 'part_paid', 'unpaid', 'free', 'waived', 'desk'] as const

export const RESERVATION_SOURCES = ['self', 'staff', 'delegation', 'waiting_list'] as const

export const adminReservationRow = reservationRow.omit({ viewer: true, allowed: true }).extend({
  user: named,
  /** Everybody of the reservation, the main person first. */
  participants: z.array(z.object({ name: z.string(), role: z.enum(PARTICIPANT_ROLES), participant_type: z.string() })),
  phone: z.string().nullable(),
  email: z.string().nullable(),
  assembly: z.string().nullable(),
  room_category: z.string().nullable(),
  room: z.string().nullable(),
  source: z.enum(RESERVATION_SOURCES),
  needs_approval: z.boolean(),
  approved_at: timestamp.nullable(),
  pays_at_desk: z.boolean(),
  missing: z.array(z.string()),
  without_consent: z.boolean(),
})
export type AdminReservationRow = z.output<typeof adminReservationRow>

/**
 * An answer to a question of an event's form, as it is asked now: the id of the question for anybody who answered it, with `.none` for
 * those who were asked and have not, with `.` and the id of an option or a score for those who chose it.
 */
const answerFilter = z.string().regex(/^[0-9a-f]{24}(\.(none|[0-9a-f]{24}|\d{1,3}))?$/)

export const reservationFilters = z.object({
  event_id: id.optional(),
  status: anyOf(z.enum(RESERVATION_STATUSES)).optional(),
  /** Participant types, of anybody of the reservation. */
  type: anyOf(id).optional(),
  /** Of anybody of the reservation. */
  title: anyOf(id).optional(),
  designation: anyOf(id).optional(),
  committee: anyOf(id).optional(),
  room: anyOf(id).optional(),
  room_category: anyOf(id).optional(),
  payment: anyOf(z.enum(PAYMENT_FILTERS)).optional(),
  source: anyOf(z.enum(RESERVATION_SOURCES)).optional(),
  /** Where the person who reserved belongs. */
  region: anyOf(id).optional(),
  area: anyOf(id).optional(),
  district: anyOf(id).optional(),
  assembly: anyOf(id).optional(),
  created_at: dayRange().optional(),
  cancelled_at: dayRange().optional(),
  /** Days on which a gate let somebody of it in. */
  checked_in_at: dayRange().optional(),
  /** Nights in which its persons sleep there. */
  nights: dayRange().optional(),
  /** It holds a place, as the dashboard counts it: an archived one as before its event was archived. */
  holds: flag.optional(),
  total: amountRange().optional(),
  paid: amountRange().optional(),
  balance: amountRange().optional(),
  /** Confirmed, with nights at an event that has not ended, and without a bed for every person in every night. */
  without_room: flag.optional(),
  /** Somebody under 18 comes without a guardian, and nobody has consented yet. */
  without_consent: flag.optional(),
  user_id: id.optional(),
  answer: anyOf(answerFilter).optional(),
})
export type ReservationFilters = z.output<typeof reservationFilters>

export const WAITING_KINDS = ['event', 'participant_type', 'beds', 'caterer', 'product_option'] as const
export const WAITING_STATUSES = ['waiting', 'offered', 'taken', 'expired', 'withdrawn'] as const
export const waitingView = z.object({
  _id: id,
  event_id: id,
  kind: z.enum(WAITING_KINDS),
  /** The awaited item, by its name in the event. Empty for the event itself. */
  name: z.string(),
  /** The awaited item, by the id that a wish has for it. Null for the event itself, and for what is no longer offered. */
  item_id: id.nullable(),
  status: z.enum(WAITING_STATUSES),
  /** Number of people ahead. 0 is next. */
  ahead: z.int(),
  offer_expires_at: timestamp.nullable(),
  created_at: timestamp,
  /** The reservation that it can be added to: the offer is taken by changing it. Null while there is none. */
  reservation: z.object({ _id: id, code: z.string() }).nullable(),
  /** Whether the prices of the day of joining are kept. Not by those who joined before they were stored. */
  keeps_prices: z.boolean(),
})
export type WaitingView = z.output<typeof waitingView>
/** By the name of the type, and of the person. A person of null is the one who waits. */
const closedTypes = z.array(z.object({ name: z.string(), person: z.string().nullable() }))
const shortOf = z.array(
  waitingView.pick({ kind: true, name: true, item_id: true }).extend({
    /** False: the event no longer offers it. */
    is_offered: z.boolean(),
  }),
)

/** What an entry asks for, as the event calls it. All of it is empty once the account is erased. */
const waitingWish = z.object({
  /** Who it is for: first the one who waits, without a name here. An empty participant type is no longer offered. */
  people: z.array(
    z.object({ role: z.enum(PARTICIPANT_ROLES), name: z.string().nullable(), participant_type: z.string() }),
  ),
  /** Beds for all of them, by the room category. An empty name is no longer offered. Null without a stay. */
  room: z.object({ name: z.string(), check_in: day, check_out: day }).nullable(),
  caterers: z.array(z.string()),
  products: z.array(z.object({ name: z.string(), quantity: z.int() })),
  /** What it costs: at the prices that are kept, or at those of today. Beside a reservation, what is waited for alone. */
  price: z.object({ amount: money, currency, is_kept: z.boolean() }).nullable(),
})
export type WaitingWish = z.output<typeof waitingWish>

/** An entry as staff see it. */
export const staffWaiting = waitingView.omit({ ahead: true, item_id: true, keeps_prices: true }).extend({
  ...waitingWish.shape,
  user: named,
  /** Their place among those who wait for the same, from 1. Null once they are invited or no longer wait. */
  place: z.int().nullable(),
  /** Participant types of the wish that are not open to those it is for. As long as there are any, nothing is offered. */
  closed_types: closedTypes,
  /**
   * What of their wish the event no longer offers, and what else is not free while what they wait for is. As long as there is any, nothing
   * is offered.
   */
  short_of: shortOf,
  /** Who last invited, moved or removed them by hand. */
  by: z.string().nullable(),
  reason: z.string(),
})
export type StaffWaiting = z.output<typeof staffWaiting>
/** An entry as its owner sees it, with what they wish for. */
export const ownWaiting = waitingView.extend({
  event: eventBrief,
  wish,
  /** The prices that are kept of it. Beside a reservation, of what is waited for alone. */
  prices: z.array(keptPrice),
  /** Questions of an offered wish whose answer cannot be had any more. They are asked again. */
  lost_answers: z.array(id),
  /** What the people of the wish take part as, in the order of the event and without what is no longer offered. */
  participant_types: z.array(z.object({ name: z.string(), count: z.int() })),
  /** The room category that is wished for with the places. */
  room: z.string().nullable(),
  /** Participant types of the wish that are not open to those it is for. As long as there are any, nothing is offered. */
  closed_types: closedTypes,
  /**
   * What of the wish the event no longer offers, and what else is not free while what is waited for is. As long as there is any, nothing is
   * offered. Beds, a caterer and a product option can be taken out of the wish by their ids.
   */
  short_of: shortOf,
})
export type OwnWaiting = z.output<typeof ownWaiting>
/** An entry as its owner sees it on a page of its own, in any state: what is offered, for whom, and what it costs. */
export const waitingOffer = ownWaiting
  .omit({ wish: true, prices: true, lost_answers: true, participant_types: true, room: true })
  .extend({
    /** Whether it was ever offered. An offer whose time is over is `expired`. */
    was_offered: z.boolean(),
    /** Whether its owner let it go or left the list. */
    was_left: z.boolean(),
    /** Whether the event is published. As long as it is not, nothing is offered. */
    published: z.boolean(),
    /** When registration opens, if it has not: until then no place is offered. Null beside a reservation, whose edit needs none. */
    opens_at: timestamp.nullable(),
    /** Participant types of the wish that are not open to those it is for. As long as there are any, nothing can be taken. */
    closed_types: closedTypes,
    /** The names of those it is for, as the lines of the quote number them. */
    persons: z.array(z.string()),
    /** The nights, if beds are wished for. */
    stay: z.object({ check_in: day, check_out: day }).nullable(),
    /** At the prices that are kept. Beside a reservation, of all of it with what is offered. */
    quote: quoteSchema,
    /** What taking it changes in the price of the reservation that it is offered beside. Null without one. */
    change: z
      .object({
        added: z.array(quoteLine),
        /** What the reservation has until then: the beds of another category, another caterer’s meals. */
        given_up: z.array(quoteLine),
        /** The lines added less those given up. Negative: it becomes cheaper. */
        difference: z.int(),
        /** What is then paid back, by the event’s refund rule. */
        refund: money,
        /** What is then left to pay. */
        balance: money,
      })
      .nullable(),
    /** The caller’s own live reservation at the event. */
    reserved: z.object({ _id: id, code: z.string() }).nullable(),
  })
export type WaitingOfferView = z.output<typeof waitingOffer>

/** What can be sent again. */
export const SENT_AGAIN = ['confirmation', 'ticket', 'receipt'] as const
export const sendAgain = z.object({ what: z.enum(SENT_AGAIN), channel: z.enum(['mail', 'sms']).default('mail') })
export type SendAgain = z.output<typeof sendAgain>
/** An address or number that replaces the account's own, this time only. */
export const sendAgainTo = z.object({ to: line(254).optional() })
export type SendAgainTo = z.output<typeof sendAgainTo>

/** Who pays for the nights, as a letter of invitation says it. */
export const LODGING_PAYERS = ['guest', 'church'] as const
export type LodgingPayer = (typeof LODGING_PAYERS)[number]

export const pdfFile = z.object({ file_name: z.string(), mime: z.literal('application/pdf'), base64: z.string() })

export const receiptView = z.object({
  _id: id,
  code: z.string(),
  status: z.enum(RESERVATION_STATUSES),
  event: eventBrief,
  role: z.enum(PARTICIPANT_ROLES),
  name: z.string(),
  phone: z.string(),
  email: z.string(),
  participant_type: z.string(),
  /** The money of the whole reservation, with the code of who made it. Null with the codes of those who come along. */
  total: money.nullable(),
  paid: z.int().nullable(),
  balance: money.nullable(),
  currency,
  standing: standingView.nullable(),
  checked_in: z.boolean(),
  /** Whether our signature in the link is valid. Null if the link had none. */
  genuine: z.boolean().nullable(),
})
export type ReceiptView = z.output<typeof receiptView>

export const roomOffer = z.object({
  _id: id,
  name: z.string(),
  block: named,
  floor: z.int(),
  room_category: named,
  beds: z.int(),
  beds_left: z.int(),
  gender: z.enum(['male', 'female', 'family']).nullable(),
  accessible: z.boolean(),
})

export const roomNight = z.object({
  room_id: id,
  room: z.string(),
  block: z.string(),
  night: day,
  beds: z.int(),
  taken: z.int(),
})
