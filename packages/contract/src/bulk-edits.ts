import { z } from 'zod'
import { peopleFilter } from './authorization.ts'
import { suppliedChange, suppliedFilter } from './catalogue.ts'
import { blogFilter, commentFilter, faqChange, faqFilter } from './content.ts'
import { can, currency, id, idParams, line, money, route, signedIn } from './core.ts'
import { eventFilter } from './events/events.ts'
import type { Permission } from './permissions.ts'
import { reservationFilter, waitingFilter } from './reservations/reservations.ts'
import { ticketChange, ticketFilter } from './support.ts'
import { taskChange, taskFilter } from './tasks.ts'
import { roomChange, roomFilter } from './venues.ts'

/** One act on many rows at once: on selected ones, or on all of a filter but some. */

/** The most rows of one act. */
export const MOST_EDITED = 10_000

const started = z.object({
  /** Its progress, its figures, and the file of the rows that were refused. */
  activity_id: id,
  total: z.int(),
})

/** All rows of the filter but the excluded ones. With `ids`, only those of them. */
const chosen = <F extends z.ZodType>(filter: F) =>
  z.object({
    filter,
    ids: z.array(id).min(1).max(500).optional(),
    exclude: z.array(id).max(500).default([]),
    /** For the people concerned, where the act has a reason. */
    reason: line(300).optional(),
  })

const bulkRoute = <B extends z.ZodType>(path: string, permission: Permission, summary: string, body: B) =>
  route({
    method: 'POST',
    path: `/admin/bulk/${path}`,
    access: can(permission),
    summary: `${summary}, ${MOST_EDITED.toLocaleString('en')} at most. Each row is acted on like a single one`,
    body,
    response: started,
    idempotent: true,
    status: 202,
  })

/** Sets these values of all chosen rows. What is absent stays as it is. */
const setting = <F extends z.ZodType, C extends z.ZodRawShape>(filter: F, change: C) =>
  chosen(filter).extend({
    change: z
      .strictObject(change)
      .partial()
      .refine((values) => Object.values(values).some((value) => value !== undefined), { error: 'required' }),
  })

/** What can be set of many people. The units above the church unit follow from the church map. */
export const peopleChange = { church_unit_id: id, title_id: id.nullable(), designation_id: id.nullable() }

/**
 * What can be set of many reservations. The type is that of the main person, and of a spouse who has the same one. The
 * nights of the category stay.
 */
export const reservationChange = { participant_type_id: id, room_category_id: id }

const reservations = chosen(reservationFilter)
const people = chosen(peopleFilter)
const events = chosen(eventFilter)
const posts = chosen(blogFilter)
const waiting = chosen(waitingFilter)

/** The most reservations whose edit is tried to say what it would change. */
export const MOST_TRIED = 30

/** The most refused rows that an answer names. The file of the activity has all of them. */
export const MOST_REFUSED = 100

export const bulkEditRoutes = {
  approveReservations: bulkRoute(
    'reservations/approve',
    'reservations.approve',
    'Approve many reservations',
    reservations,
  ),
  cancelReservations: bulkRoute('reservations/cancel', 'reservations.cancel', 'Cancel many reservations', reservations),
  editReservations: bulkRoute(
    'reservations/edit',
    'reservations.update',
    'Set the participant type or room category of many reservations. Prices follow',
    setting(reservationFilter, reservationChange),
  ),
  tryReservations: route({
    method: 'POST',
    path: '/admin/bulk/reservations/edit/try',
    access: can('reservations.update'),
    summary: `What an edit of many reservations would change: tries the first ${MOST_TRIED}, and keeps nothing of it`,
    body: setting(reservationFilter, reservationChange).omit({ reason: true }),
    asks: true,
    response: z.object({
      total: z.int(),
      /** The first of them, each tried by itself. The other figures are of these. */
      tried: z.int(),
      changed: z.int(),
      unchanged: z.int(),
      refused: z.int(),
      /** What those of them cost now, and would cost, that the caller can read. */
      prices: z.array(z.object({ currency, before: money, after: money })),
    }),
  }),
  inviteWaiting: bulkRoute(
    'waiting-list/invite',
    'waiting_list.update',
    'Offer what many people wait for, in their order, as far as it is free',
    waiting.extend({ reason: line(300) }),
  ),
  removeWaiting: bulkRoute(
    'waiting-list/remove',
    'waiting_list.update',
    'Take many people off the waiting list, and tell them',
    waiting,
  ),
  dropWaiting: bulkRoute(
    'waiting-list/drop',
    'waiting_list.update',
    'Take many people off the waiting list without telling them',
    waiting,
  ),
  approveUsers: bulkRoute('users/approve', 'users.approve', 'Approve many accounts', people),
  deactivateUsers: bulkRoute('users/deactivate', 'users.deactivate', 'Deactivate many accounts', people),
  editUsers: bulkRoute(
    'users/edit',
    'users.update',
    'Set the church unit, title or designation of many people',
    setting(peopleFilter, peopleChange),
  ),
  editRooms: bulkRoute(
    'event-rooms/edit',
    'event_rooms.update',
    'Set the category, block or rule of many rooms, or close them for some nights',
    setting(roomFilter, roomChange),
  ),
  publishEvents: bulkRoute('events/publish', 'events.publish', 'Publish many events', events),
  unpublishEvents: bulkRoute('events/unpublish', 'events.publish', 'Unpublish many events', events),
  archiveEvents: bulkRoute('events/archive', 'events.archive', 'Archive many events', events),
  publishBlogs: bulkRoute('blogs/publish', 'blogs.publish', 'Publish many posts now', posts),
  archiveBlogs: bulkRoute('blogs/archive', 'blogs.update', 'Archive many posts', posts),
  approveComments: bulkRoute('comments/approve', 'blogs.moderate', 'Approve many comments', chosen(commentFilter)),
  refuseComments: bulkRoute(
    'comments/refuse',
    'blogs.moderate',
    'Reject many comments that wait, and remove those that are visible. Their authors see the reason',
    chosen(commentFilter).extend({ reason: line(300) }),
  ),
  editFaqs: bulkRoute(
    'faqs/edit',
    'faqs.update',
    'Set the subject area of many questions, publish or withdraw them',
    setting(faqFilter, faqChange),
  ),
  editTickets: bulkRoute(
    'support-tickets/edit',
    'support_tickets.update',
    'Set the status, assignee or subject area of many tickets',
    setting(ticketFilter, ticketChange),
  ),
  editCaterers: bulkRoute(
    'caterers/edit',
    'caterers.update',
    'Set the vendor account of many caterers',
    setting(suppliedFilter, suppliedChange),
  ),
  editProducts: bulkRoute(
    'products/edit',
    'products.update',
    'Set the vendor account of many products',
    setting(suppliedFilter, suppliedChange),
  ),
  editTasks: bulkRoute(
    'tasks-and-planning/edit',
    'tasks.update',
    'Set the status, assignee or due date of many tasks',
    setting(taskFilter, taskChange),
  ),
  getBulkEdit: route({
    method: 'GET',
    path: '/admin/bulk/edits/{id}',
    access: signedIn('admin'),
    summary: 'The answers of a bulk edit that the caller started, by the id of its activity',
    params: idParams,
    response: z.object({
      _id: id,
      /** Rows whose change can be taken back now. 0 for acts that cannot be undone. */
      undoable: z.int(),
      /** It takes another edit back. */
      is_undo: z.boolean(),
      /** The first hundred, each with the reason in the caller's language. Without a name, which the reason has not either, if they cannot read it. */
      refused: z.array(z.object({ _id: id, name: z.string(), reason: z.string() })),
    }),
  }),
  undoBulkEdit: route({
    method: 'POST',
    path: '/admin/bulk/edits/{id}/undo',
    access: signedIn('admin'),
    summary: 'Take back a bulk edit of the caller. Rows that were changed since stay, each with its reason',
    params: idParams,
    response: started,
    errors: ['illegal_transition', 'forbidden'],
    idempotent: true,
    status: 202,
  }),
} as const
