import { z } from 'zod'
import { can, currency, day, fileRoute, id, idParams, line, money, route, signedIn, timestamp } from '../core.ts'
import { EXPORT_TYPES, exportWishes } from '../lists.ts'
import { CHURCH_LEVELS } from '../organisation.ts'
import { optionalText } from '../record-fields.ts'
import { CREATE_ERRORS, EDIT_ERRORS } from './reservations.ts'
import { RESERVATION_STATUSES } from './states.ts'
import { deskPerson } from './wish.ts'

/** Beds that an event holds for a district, an assembly, a committee or a sponsor until they are filled by name. */

export const MOST_BEDS = 2000

/** When beds that are still empty go back: at the start of a day in the event's time zone. Null: all the rest. */
const release = z.object({ on_day: day, beds: z.int().min(1).max(MOST_BEDS).nullable() })

const releases = z
  .array(release)
  .min(1)
  .max(12)
  .refine((all) => new Set(all.map(({ on_day }) => on_day)).size === all.length, { error: 'duplicate' })

const allotmentView = z.object({
  _id: id,
  event_id: id,
  held_for: z.object({
    kind: z.enum(['unit', 'committee', 'sponsor']),
    /** What the unit is on the church map. Null for committees and sponsors. */
    level: z.enum(CHURCH_LEVELS).nullable(),
    name: z.string(),
    _id: id.nullable(),
  }),
  leader: z.object({ _id: id, name: z.string() }).nullable(),
  room_category: z.string(),
  room_category_id: id,
  check_in: day,
  check_out: day,
  /** given = empty + filled + returned */
  given: z.int(),
  filled: z.int(),
  empty: z.int(),
  returned: z.int(),
  releases: z.array(release.extend({ done_at: timestamp.nullable(), reminded_at: timestamp.nullable() })),
  note: z.string(),
  created_at: timestamp,
})
export type AllotmentView = z.output<typeof allotmentView>

export const allotmentCreate = z
  .object({
    room_category_id: id,
    check_in: day,
    check_out: day,
    unit_id: id.nullable().optional(),
    committee_type_id: id.nullable().optional(),
    sponsor: line(120).nullable().optional(),
    leader_id: id.nullable().optional(),
    beds: z.int().min(1).max(MOST_BEDS),
    releases,
    note: optionalText(500),
  })
  .refine(({ check_in, check_out }) => check_in < check_out, { error: 'date_order', path: ['check_out'] })
  .refine(
    ({ unit_id, committee_type_id, sponsor }) => [unit_id, committee_type_id, sponsor].filter(Boolean).length === 1,
    { error: 'required', path: ['unit_id'] },
  )
export type AllotmentCreate = z.output<typeof allotmentCreate>

export const allotmentUpdate = z.object({
  leader_id: id.nullable().optional(),
  /** Beds given in all. Fewer give back empty ones; never fewer than are filled or were returned. */
  beds: z.int().min(1).max(MOST_BEDS).optional(),
  /** Replaces the dates that are still to come. */
  releases: releases.optional(),
  note: optionalText(500),
})
export type AllotmentUpdate = z.output<typeof allotmentUpdate>

/**
 * What can happen to the beds of a group. `lapsed`: a named person did not pay in time. `returned`: they went back on
 * their day, or the leader gave them back.
 */
export const ALLOTMENT_CHANGES = [
  'given',
  'more',
  'fewer',
  'changed',
  'named',
  'lapsed',
  'reminded',
  'returned',
  'ended',
] as const

const allotmentChange = z.object({
  _id: id,
  at: timestamp,
  kind: z.enum(ALLOTMENT_CHANGES),
  held_for: z.string(),
  beds: z.int(),
  /** Who was named, or did not pay. */
  named: z.object({ reservation_id: id, name: z.string() }).nullable(),
  /** Null: on its day, without a person. */
  by: z.string().nullable(),
})
export type AllotmentChange = z.output<typeof allotmentChange>

/** The beds of a group as its leader sees them. */
const ledAllotment = allotmentView
  .omit({ leader: true, note: true, event_id: true, room_category_id: true, created_at: true })
  .extend({
    event: z.object({ _id: id, name: z.string(), slug: z.string(), starts_at: timestamp, time_zone: z.string() }),
  })
export type LedAllotment = z.output<typeof ledAllotment>

const ledGuest = z.object({
  name: z.string(),
  beds: z.int(),
  status: z.enum(RESERVATION_STATUSES),
  /** Required answers that are missing. What they are about is not shown: some are about health. */
  missing: z.int(),
  /** What is left to pay. */
  balance: money,
  currency,
})

const access = can('reservations.assign_rooms')

export const allotmentRoutes = {
  listAllotments: route({
    method: 'GET',
    path: '/admin/reservations/{event_id}/allotments',
    access,
    summary: 'The beds that an event holds for groups, by who they are held for',
    params: z.object({ event_id: id }),
    response: z.object({
      /** What the event sells, by category: for the form and the figures. */
      accommodations: z.array(
        z.object({
          room_category_id: id,
          room_category: z.string(),
          check_in: day,
          check_out: day,
          /** The fewest beds of a night. */
          beds: z.int(),
          free: z.int(),
          waiting: z.int(),
        }),
      ),
      allotments: z.array(allotmentView),
      participant_types: z.array(z.object({ _id: id, name: z.string() })),
      /** The newest first. */
      changes: z.array(allotmentChange),
    }),
    errors: ['not_found'],
  }),
  exportAllotments: fileRoute({
    method: 'GET',
    path: '/admin/reservations/{event_id}/allotments/download',
    access,
    summary:
      'The beds that an event holds for groups as a table: a row for each named person, and one for the empty beds',
    fileTypes: Object.values(EXPORT_TYPES),
    params: z.object({ event_id: id }),
    query: exportWishes,
    errors: ['not_found'],
  }),
  giveBeds: route({
    method: 'POST',
    path: '/admin/reservations/{event_id}/allotments',
    access,
    summary: 'Hold beds for a group: they are claimed at once, and nobody else can have them',
    params: z.object({ event_id: id }),
    body: allotmentCreate,
    response: allotmentView,
    errors: ['not_found', 'quota_exhausted', 'illegal_transition'],
    status: 201,
    idempotent: true,
  }),
  readAllotment: route({
    method: 'GET',
    path: '/admin/allotments/{id}',
    access,
    summary: 'The beds of a group, with who has been named',
    params: idParams,
    response: allotmentView.extend({
      guests: z.array(
        z.object({
          reservation_id: id,
          code: z.string(),
          name: z.string(),
          status: z.string(),
          beds: z.int(),
          created_at: timestamp,
        }),
      ),
    }),
  }),
  changeAllotment: route({
    method: 'PUT',
    path: '/admin/allotments/{id}',
    access,
    summary: 'Give more beds to a group or take empty ones back, and change when the rest goes back',
    params: idParams,
    body: allotmentUpdate,
    response: allotmentView,
    errors: ['quota_exhausted', 'below_claimed'],
  }),
  endAllotment: route({
    method: 'DELETE',
    path: '/admin/allotments/{id}',
    access,
    summary: 'End an allotment: empty beds go back, named people keep theirs',
    params: idParams,
    response: z.object({ returned: z.int() }),
  }),
  fillAllotment: route({
    method: 'POST',
    path: '/admin/allotments/{id}/guests',
    access: can('reservations.update'),
    summary: 'Give beds of a group to a reservation of its event: the claim moves in one transaction',
    params: idParams,
    body: z.object({ reservation_id: id }),
    response: allotmentView,
    errors: [...EDIT_ERRORS, 'allotment_empty', 'allotment_named'],
    idempotent: true,
  }),
  reserveInAllotment: route({
    method: 'POST',
    path: '/admin/allotments/{id}/persons',
    access: can('reservations.create'),
    summary: 'Reserve for somebody new with a bed of a group, in one transaction',
    params: idParams,
    body: z.object({ person: deskPerson, participant_type_id: id }),
    response: allotmentView,
    errors: [...new Set([...CREATE_ERRORS, ...EDIT_ERRORS]), 'email_taken', 'allotment_empty', 'allotment_named'],
    idempotent: true,
    status: 201,
  }),
  listLedAllotments: route({
    method: 'GET',
    path: '/user/allotments',
    access: signedIn('user'),
    summary: 'Beds that are held for groups the caller leads, at events that are not over',
    response: z.array(ledAllotment),
  }),
  readLedAllotment: route({
    method: 'GET',
    path: '/user/allotments/{id}',
    access: signedIn('user'),
    summary: 'The beds of a group that the caller leads, with who has been named',
    params: idParams,
    response: ledAllotment.extend({ guests: z.array(ledGuest) }),
  }),
  returnLedBeds: route({
    method: 'POST',
    path: '/user/allotments/{id}/returns',
    access: signedIn('user'),
    summary: 'Give back empty beds of a group that the caller leads: they go to the waiting list first',
    params: idParams,
    body: z.object({ beds: z.int().min(1).max(MOST_BEDS) }),
    response: ledAllotment,
    errors: ['below_claimed'],
    idempotent: true,
  }),
} as const
