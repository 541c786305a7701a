import { z } from 'zod'
import {
  can,
  currency,
  day,
  done,
  fileRoute,
  id,
  idOrSlugParams,
  idParams,
  language,
  line,
  listRoute,
  publicAccess,
  route,
  searchText,
  signedIn,
  timestamp,
} from '../core.ts'
import { anyOf, declareList, EXPORT_TYPES, exportQuery, listFilter, listQuery } from '../lists.ts'
import { languagesOf } from '../text/translations.ts'
import { keptPrice } from './kept-prices.ts'
import { care, FAMILY_RELATIONS } from './party.ts'
import { draftProgress } from './progress.ts'
import { RESERVATION_STATUSES } from './states.ts'
import {
  adminReservationRow,
  LODGING_PAYERS,
  myReservation,
  myRow,
  named,
  ownWaiting,
  pdfFile,
  receiptView,
  reservationFilters,
  reservationView,
  roomNight,
  roomOffer,
  sendAgain,
  sendAgainTo,
  staffWaiting,
  WAITING_KINDS,
  WAITING_STATUSES,
  waitingOffer,
  waitingView,
} from './views.ts'
import { editBody, reserveBody, staffEditBody, staffReserveBody } from './wish.ts'

const eventParams = z.object({ event_id: id })
export const CREATE_ERRORS = [
  'event_full',
  'quota_exhausted',
  'already_reserved',
  'registration_closed',
  'not_eligible',
  'guardian_required',
  'quote_changed',
  'room_taken',
  'room_unsuitable',
] as const
/** Errors of a change of a reservation, by its owner or by staff. */
export const EDIT_ERRORS = [
  ...CREATE_ERRORS,
  'illegal_transition',
  'hold_expired',
  'refund_under_way',
  'person_was_in',
  'goods_handed_over',
] as const

const reservationList = declareList({
  sort: ['created_at', 'code', 'guest', 'event', 'type', 'room', 'status', 'total', 'paid', 'balance'],
  order: ['-created_at'],
  filter: reservationFilters.shape,
})

/** The filter of all reservations, for calls that act on all of its rows. */
export const reservationFilter = listFilter(reservationList)

/** Filters whose values are counted. */
export const COUNTED_FILTERS = ['status', 'type', 'source', 'region', 'area', 'district', 'assembly'] as const

const waitingList = declareList({
  sort: ['place', 'created_at', 'status', 'user', 'kind'],
  order: ['place'],
  filter: { status: z.enum(WAITING_STATUSES).optional(), kind: z.enum(WAITING_KINDS).optional() },
})
/** The filter of a waiting list, for calls that act on all of its rows: of one event. */
export const waitingFilter = listFilter(waitingList).extend({ event_id: id })

/** Minutes that an invitation is held. */
export const heldMinutes = z.int().min(5).max(43_200)

export const reservationRoutes = {
  listMyReservations: listRoute({
    method: 'GET',
    path: '/user/reservations',
    access: signedIn('user'),
    summary: 'Own reservations, and those in which a linked spouse reserved for the caller; newest first',
    query: listQuery({
      sort: ['created_at', 'code', 'starts_at'],
      order: ['-created_at'],
      filter: { status: z.enum(RESERVATION_STATUSES).optional() },
    }),
    response: myRow,
  }),
  makeReservation: route({
    method: 'POST',
    path: '/user/reservations/{event_id}',
    access: signedIn('user'),
    summary: 'Reserve at an event',
    params: eventParams,
    body: reserveBody,
    response: reservationView,
    errors: [...CREATE_ERRORS, 'account_pending', 'idempotency_key_reused', 'idempotency_in_flight', 'overloaded'],
    idempotent: true,
    status: 201,
  }),
  getMyReservation: route({
    method: 'GET',
    path: '/user/reservations/{id}',
    access: signedIn('user'),
    summary: 'One own reservation, or the own part of one in which a linked spouse reserved for the caller',
    params: idParams,
    response: myReservation,
  }),
  editMyReservation: route({
    method: 'PUT',
    path: '/user/reservations/{id}',
    access: signedIn('user'),
    summary: 'Change an own reservation: omitted fields stay, null clears',
    params: idParams,
    body: editBody,
    response: reservationView,
    errors: [...EDIT_ERRORS, 'cancellation_closed', 'person_not_approved'],
  }),
  takeBackMyChange: route({
    method: 'DELETE',
    path: '/user/reservations/{id}/change',
    access: signedIn('user'),
    summary: 'Take back a change of an own reservation that waits for its payment',
    params: idParams,
    response: reservationView,
    errors: ['illegal_transition'],
  }),
  cancelMyReservation: route({
    method: 'DELETE',
    path: '/user/reservations/{id}',
    access: signedIn('user'),
    summary: 'Cancel an own reservation and release its claims',
    params: idParams,
    response: reservationView,
    errors: ['illegal_transition', 'cancellation_closed', 'goods_handed_over'],
  }),
  generateMyPdf: route({
    method: 'POST',
    path: '/user/reservations/{id}/generate-pdf',
    access: signedIn('user'),
    summary: 'Receipt and tickets as a PDF, base64',
    params: idParams,
    response: pdfFile,
    errors: ['illegal_transition'],
  }),
  sendMineAgain: route({
    method: 'POST',
    path: '/user/reservations/{id}/send-again',
    access: signedIn('user'),
    summary: 'Resend the confirmation, ticket or receipt to the own confirmed address or number',
    params: idParams,
    body: sendAgain,
    response: done,
    errors: ['illegal_transition'],
    limits: [{ points: 5, seconds: 3600, by: 'caller' }],
  }),
  hasReservation: route({
    method: 'GET',
    path: '/user/events/{id}/has-reservation',
    access: signedIn('user'),
    summary: 'Return whether the caller has a live reservation or waits for a place. Takes the id or the slug',
    params: idOrSlugParams,
    response: z.object({
      has_reservation: z.boolean(),
      /** At an archived event, the one that was archived with it. Null also if somebody holds a place for the caller and is no longer linked to them. */
      reservation: z
        .object({
          _id: id,
          code: z.string(),
          status: z.enum(RESERVATION_STATUSES),
          /** The name of the spouse who reserved. Null for an own reservation. */
          reserved_by: z.string().nullable(),
        })
        .nullable(),
      waiting: z.array(waitingView),
    }),
  }),
  listDrafts: route({
    method: 'GET',
    path: '/user/drafts',
    access: signedIn('user'),
    summary: 'Events that the caller began to reserve, or registered for, and that are still open; the last one first',
    response: z.array(
      z.object({
        event: z.object({
          _id: id,
          slug: z.string(),
          name: z.string(),
          starts_at: timestamp,
          ends_at: timestamp,
          time_zone: z.string(),
          currency,
        }),
        /** Something was chosen and is kept. */
        started: z.boolean(),
        /** As its person saw it last. Null if the draft does not say. */
        progress: draftProgress.nullable(),
        updated_at: timestamp,
      }),
    ),
  }),
  getDraft: route({
    method: 'GET',
    path: '/user/events/{id}/draft',
    access: signedIn('user'),
    summary: 'The caller’s draft for an event. Takes the id or the slug',
    params: idOrSlugParams,
    response: z.object({ draft: z.record(z.string(), z.unknown()).nullable(), updated_at: timestamp.nullable() }),
  }),
  saveDraft: route({
    method: 'PUT',
    path: '/user/events/{id}/draft',
    access: signedIn('user'),
    summary: 'Save the caller’s draft. Null: the caller wants to reserve, and has chosen nothing yet',
    params: idParams,
    body: z.object({
      draft: z
        .record(z.string().max(100), z.unknown())
        .refine((value) => JSON.stringify(value).length <= 50_000, { error: 'too_big' })
        .nullable(),
    }),
    response: z.object({ updated_at: timestamp }),
  }),
  deleteDraft: route({
    method: 'DELETE',
    path: '/user/events/{id}/draft',
    access: signedIn('user'),
    summary: 'Delete the caller’s draft',
    params: idParams,
    response: done,
  }),
  joinWaitingList: route({
    method: 'POST',
    path: '/user/events/{id}/waiting-list',
    access: signedIn('user'),
    summary: 'Join the waiting list for the sold-out parts of a wish, or of what is to be added to the own reservation',
    params: idParams,
    body: reserveBody,
    response: waitingView,
    errors: [
      ...CREATE_ERRORS,
      'already_waiting',
      'still_available',
      'already_included',
      'account_pending',
      'cancellation_closed',
      'illegal_transition',
    ],
    idempotent: true,
    status: 201,
  }),
  readWaitingList: route({
    method: 'GET',
    path: '/user/events/{id}/waiting-list',
    access: signedIn('user'),
    summary: 'How many wait for each part of an event, and how long an offer of its waiting list is held',
    params: idOrSlugParams,
    response: z.object({
      /** Parts that nobody waits for are left out. The name is that of an entry: empty for the event itself. */
      waiting: z.array(z.object({ kind: z.enum(WAITING_KINDS), name: z.string(), count: z.int() })),
      offer_minutes: z.int(),
    }),
  }),
  listMyWaiting: route({
    method: 'GET',
    path: '/user/waiting-list',
    access: signedIn('user'),
    summary: 'The caller’s places on waiting lists, with what they wish for',
    response: z.array(ownWaiting),
  }),
  getMyWaiting: route({
    method: 'GET',
    path: '/user/waiting-list/{id}',
    access: signedIn('user'),
    summary:
      'One own place on a waiting list, also one that has ended: what is offered, for whom, until when and the price',
    params: idParams,
    response: waitingOffer,
  }),
  waitWithout: route({
    method: 'POST',
    path: '/user/waiting-list/{id}/without',
    access: signedIn('user'),
    summary:
      'Take beds, caterers or product options out of what one waits for, by their ids in the wish; the place in line stays',
    params: idParams,
    body: z.object({ without: z.array(id).min(1).max(50) }),
    response: waitingView,
  }),
  acceptOffer: route({
    method: 'POST',
    path: '/user/events/{id}/waiting-list/accept',
    access: signedIn('user'),
    summary: 'Accept an offer of the waiting list: creates the reservation from the held places',
    params: idParams,
    body: z.object({
      waiting_id: id.optional(),
      /** The wish with the answers that were open. Without it, the reservation is as the entry was. */
      wish: reserveBody.nullish(),
    }),
    response: reservationView,
    errors: [...CREATE_ERRORS, 'offer_ended', 'still_waiting', 'account_pending'],
    idempotent: true,
    status: 201,
  }),
  leaveWaitingList: route({
    method: 'DELETE',
    path: '/user/events/{id}/waiting-list',
    access: signedIn('user'),
    summary: 'Leave the waiting list, or one entry of it; an offer goes to the next person',
    params: idParams,
    query: z.object({ waiting_id: id.optional() }),
    response: done,
  }),
  listBookableRooms: route({
    method: 'GET',
    path: '/user/rooms',
    access: signedIn(),
    summary: 'Rooms of an event with a free bed for these nights',
    query: z.object({
      event_id: id,
      room_category_id: id.optional(),
      check_in: day.optional(),
      check_out: day.optional(),
    }),
    response: z.array(roomOffer),
  }),
  listRoomNights: route({
    method: 'GET',
    path: '/shared/event-rooms-reservations',
    access: signedIn(),
    summary: 'Occupancy of an event’s rooms, night by night, without names',
    query: z.object({ event_id: id }),
    response: z.array(roomNight),
  }),
  listEventBlocks: route({
    method: 'GET',
    path: '/shared/event-blocks',
    access: signedIn(),
    summary: 'Buildings of an event’s venue, or of all venues',
    query: z.object({ event_id: id.optional() }),
    response: z.array(z.object({ _id: id, name: z.string(), code: z.string(), event_center: named })),
  }),
  listRoomCategories: route({
    method: 'GET',
    path: '/shared/room-categories',
    access: signedIn(),
    summary: 'Room categories that an event offers, or all',
    query: z.object({ event_id: id.optional() }),
    response: z.array(
      z.object({ _id: id, name: z.string(), description: z.string(), languages: languagesOf(['name', 'description']) }),
    ),
  }),
  getReceipt: route({
    method: 'GET',
    path: '/qr/{id}',
    access: publicAccess,
    summary: 'The receipt of a QR code; personal data is masked',
    params: idParams,
    query: z.object({ s: z.string().max(200).optional() }),
    response: receiptView,
  }),

  listReservations: listRoute({
    method: 'GET',
    path: '/admin/reservations',
    access: can('reservations.read'),
    summary: 'All reservations',
    query: listQuery(reservationList),
    response: adminReservationRow,
  }),
  countReservationValues: route({
    method: 'GET',
    path: '/admin/reservations/value-counts',
    access: can('reservations.read'),
    summary: 'How many reservations of a filter have each value of another one',
    query: reservationFilter.extend({ of: z.enum(COUNTED_FILTERS) }),
    response: z.object({
      /** By value. Null where the filter finds too many reservations to count them while somebody waits. */
      counts: z.record(z.string(), z.int()).nullable(),
    }),
  }),
  listAnswerChoices: route({
    method: 'GET',
    path: '/admin/events/{id}/answer-choices',
    access: can('reservations.read'),
    summary: 'The questions of an event’s form and their options, as values of the filter `answer`',
    params: idParams,
    response: z.array(
      z.object({ value: z.string(), question: z.string(), answer: z.string().nullable(), is_none: z.boolean() }),
    ),
  }),
  searchReservations: route({
    method: 'GET',
    path: '/admin/search/reservations',
    access: can('reservations.read'),
    summary: 'Find reservations by code, guest, phone, e-mail or payment reference; those to come first',
    query: z.object({ search: searchText, event_id: id.optional() }),
    response: z.array(adminReservationRow),
  }),
  exportReservations: fileRoute({
    method: 'GET',
    path: '/admin/reservations/export',
    access: can('reservations.export'),
    summary: 'Export the filtered reservations as CSV or XLSX, streamed',
    fileTypes: Object.values(EXPORT_TYPES),
    query: exportQuery(reservationList)
      // Newest first: the rows are read along one index.
      .omit({ sort: true })
      /** One row per reservation, so that amounts add up, or one row per person. */
      .extend({ rows: z.enum(['reservations', 'persons']).default('reservations') }),
  }),
  listRelatives: route({
    method: 'GET',
    path: '/admin/users/{id}/relatives',
    access: can('users.read'),
    summary: 'The people that a user can take along: spouse list and family list',
    params: idParams,
    response: z.array(
      z.object({
        _id: id,
        relation: z.enum(['spouse', ...FAMILY_RELATIONS]),
        name: z.string(),
        gender: z.enum(['male', 'female']),
        birth_date: day.nullable(),
        title_id: id.nullable(),
        /** The title grants nothing until the office has confirmed it, here or on the linked account. */
        title_waits: z.boolean(),
        /** Of a spouse. */
        phone: z.string().nullable(),
        /** The account that confirmed to be this spouse. */
        account_id: id.nullable(),
        /** Their latest reservation, for callers who may see it. */
        reservation_id: id.nullable(),
      }),
    ),
  }),
  listKeptPrices: route({
    method: 'GET',
    path: '/admin/reservations/{event_id}/kept-prices',
    access: signedIn('admin'),
    summary:
      'The prices that somebody keeps at an event who waits: of what is offered to them, or of what they wait for beside a reservation',
    params: eventParams,
    query: z.object({ user_id: id }),
    response: z.array(keptPrice),
    errors: ['forbidden'],
  }),
  makeReservationFor: route({
    method: 'POST',
    path: '/admin/reservations/{event_id}',
    access: can('reservations.create'),
    summary: 'Reserve for a user, or for somebody without an account',
    params: eventParams,
    body: staffReserveBody,
    response: reservationView,
    errors: [...CREATE_ERRORS, 'email_taken', 'person_erased'],
    idempotent: true,
    status: 201,
  }),
  getReservation: route({
    method: 'GET',
    path: '/admin/reservations/{id}',
    access: can('reservations.read'),
    summary: 'One reservation with its history',
    params: idParams,
    response: reservationView,
  }),
  editReservation: route({
    method: 'PUT',
    path: '/admin/reservations/{id}',
    access: can('reservations.update'),
    summary: 'Change a reservation: omitted fields stay, null clears',
    params: idParams,
    body: staffEditBody,
    response: reservationView,
    errors: EDIT_ERRORS,
  }),
  takeBackChange: route({
    method: 'DELETE',
    path: '/admin/reservations/{id}/change',
    access: can('reservations.update'),
    summary: 'Take back a change of a reservation that waits for its payment',
    params: idParams,
    response: reservationView,
    errors: ['illegal_transition'],
  }),
  cancelReservation: route({
    method: 'DELETE',
    path: '/admin/reservations/{id}',
    access: can('reservations.cancel'),
    summary: 'Cancel a reservation and release its claims',
    params: idParams,
    body: z.object({
      reason: line(300).optional(),
      /** The refund: by the event's rule, or everything. */
      refund: z.enum(['rule', 'full']).optional(),
    }),
    response: reservationView,
    errors: ['illegal_transition'],
  }),
  keepReservation: route({
    method: 'PUT',
    path: '/admin/reservations/{id}/hold',
    access: can('reservations.update'),
    summary: 'Keep a partly paid place until a date; after it, the reservation returns to the open list',
    params: idParams,
    body: z.object({ until: timestamp }),
    response: reservationView,
    errors: ['illegal_transition'],
  }),
  approveReservation: route({
    method: 'POST',
    path: '/admin/reservations/{id}/approve',
    access: can('reservations.approve'),
    summary: 'Approve a reservation',
    params: idParams,
    response: reservationView,
    errors: ['illegal_transition', 'registration_closed'],
    idempotent: true,
  }),
  waiveBalance: route({
    method: 'POST',
    path: '/admin/reservations/{id}/waive',
    access: can('reservations.waive'),
    summary: 'Waive a balance or part of it, with a reason',
    params: idParams,
    body: z.object({ amount: z.int().min(1).optional(), reason: line(300) }),
    response: reservationView,
    errors: ['illegal_transition', 'nothing_to_pay'],
    idempotent: true,
  }),
  generatePdf: route({
    method: 'POST',
    path: '/admin/reservations/{id}/generate-pdf',
    access: can('reservations.read'),
    summary: 'Receipt and tickets as a PDF, base64',
    params: idParams,
    response: pdfFile,
    errors: ['illegal_transition'],
  }),
  invitationLetter: fileRoute({
    method: 'GET',
    path: '/admin/reservations/{id}/invitation-letter',
    access: can('reservations.email'),
    summary: 'A letter of invitation for a visa as a PDF, a page for each person of a confirmed reservation',
    fileTypes: ['application/pdf'],
    params: idParams,
    query: z.object({
      /** Of the letter. The caller's if absent. */
      language: language.optional(),
      lodging: z.enum(LODGING_PAYERS).default('guest'),
      /** Questions whose answers are printed, such as the number of the passport. */
      answers: anyOf(id).optional(),
    }),
    errors: ['illegal_transition'],
  }),
  sendAgain: route({
    method: 'POST',
    path: '/admin/reservations/{id}/send-again',
    access: can('reservations.email'),
    summary: 'Resend the confirmation, ticket or receipt, if necessary to a corrected address or number',
    params: idParams,
    body: sendAgain.extend(sendAgainTo.shape),
    response: done,
    errors: ['illegal_transition'],
    limits: [{ points: 120, seconds: 3600, by: 'caller' }],
  }),
  readCare: route({
    method: 'GET',
    path: '/admin/reservations/{id}/care',
    access: can('care.read'),
    summary: 'Medical conditions and diets of the persons of a reservation; every access is recorded',
    params: idParams,
    response: z.array(care.extend({ participant_id: id, name: z.string() })),
  }),
  listWaiting: listRoute({
    method: 'GET',
    path: '/admin/events/{id}/waiting-list',
    access: can('waiting_list.read'),
    summary: 'The waiting list of an event, in order',
    params: idParams,
    query: listQuery(waitingList),
    response: staffWaiting,
  }),
  listWaitingOf: route({
    method: 'GET',
    path: '/admin/users/{id}/waiting-list',
    access: can('waiting_list.read'),
    summary: 'What a person waits for, or was waiting for, at all events, the newest first',
    params: idParams,
    response: z.array(staffWaiting.extend({ event: z.object({ _id: id, name: z.string(), time_zone: z.string() }) })),
  }),
  inviteWaiting: route({
    method: 'POST',
    path: '/admin/waiting-list/{id}/invite',
    access: can('waiting_list.update'),
    summary: 'Offer what somebody waits for, if it is free. Before their turn it needs a reason',
    params: idParams,
    body: z.object({
      /** As long as the event says, if absent. */
      minutes: heldMinutes.optional(),
      reason: line(300).optional(),
    }),
    response: staffWaiting,
    errors: [
      ...CREATE_ERRORS,
      'illegal_transition',
      'person_deactivated',
      'person_pending',
      'person_erased',
      'person_not_eligible',
      'person_waits',
      'person_cannot_change',
    ],
    idempotent: true,
  }),
  moveWaiting: route({
    method: 'PUT',
    path: '/admin/waiting-list/{id}/place',
    access: can('waiting_list.update'),
    summary: 'Change the place of somebody among those who wait for the same, with a reason',
    params: idParams,
    body: z.object({ place: z.int().min(1).max(100_000), reason: line(300) }),
    response: staffWaiting,
    errors: ['illegal_transition'],
  }),
  removeWaiting: route({
    method: 'DELETE',
    path: '/admin/waiting-list/{id}',
    access: can('waiting_list.update'),
    summary: 'Take somebody off the waiting list. What was held for them goes to the next person',
    params: idParams,
    body: z.object({
      /** The person gets a notice, with the reason. */
      notify: z.boolean().default(true),
      reason: line(300).optional(),
    }),
    response: staffWaiting,
    errors: ['illegal_transition'],
  }),
  exportWaiting: fileRoute({
    method: 'GET',
    path: '/admin/events/{id}/waiting-list/export',
    access: can('waiting_list.read'),
    summary: 'Export the waiting list of an event in order, as CSV or XLSX, streamed',
    fileTypes: Object.values(EXPORT_TYPES),
    params: idParams,
    query: exportQuery(waitingList),
  }),
} as const
