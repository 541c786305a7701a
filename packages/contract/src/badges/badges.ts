import { z } from 'zod'
import { type gateParticipant, scanId, scanTime } from '../checkin/checkin.ts'
import { can, id, idParams, route, signedIn, timestamp } from '../core.ts'
import { reservationFilter } from '../reservations/reservations.ts'
import { BADGE_LAYOUTS, PAPERS } from './layouts.ts'

/** Badges of persons: chosen from the list of reservations, or printed at the gate. */

/** The most badges of one file. */
export const MOST_BADGES = 10_000

/** What is printed of one person, in the reader's language, with the address in its QR code. */
export const printedBadge = z.object({
  event: z.string(),
  type: z.string(),
  tone: z.int().nullable(),
  name: z.string(),
  title: z.string().nullable(),
  assembly: z.string().nullable(),
  district: z.string().nullable(),
  guardian: z.string().nullable(),
  code: z.string(),
  times: z.int(),
  print: z.string().nullable(),
  room: z.object({ block: z.string(), name: z.string(), bed: z.string(), floor: z.string() }).nullable(),
  meals: z.string().nullable(),
  qr: z.string(),
})
export type PrintedBadge = z.output<typeof printedBadge>

const chosen = z.object({
  filter: reservationFilter,
  ids: z.array(id).min(1).max(500).optional(),
  exclude: z.array(id).max(500).default([]),
  /** Only these persons of the reservations. */
  participant_ids: z.array(id).min(1).max(100).optional(),
  layout: z.enum(BADGE_LAYOUTS).default('a6'),
  /** Only persons whose badge was not printed yet. */
  only_new: z.boolean().default(false),
  /** Only persons who are minors. */
  only_minors: z.boolean().default(false),
  /** Also reservations that still wait for an approval or a payment. Others never get a badge. */
  also_pending: z.boolean().default(false),
  /** A sheet with its assemblies before each district. One person gets none. */
  covers: z.boolean().default(false),
})

/** The body by which a file of badges is asked for. */
export const badgeWish = chosen.extend({
  paper: z.enum(PAPERS).default('card'),
  /** A file to look at: each badge says that it is a proof, and none counts as printed. */
  proof: z.boolean().default(false),
})

export const PRINT_PLACES = ['office', 'gate'] as const

const badgePrint = z.object({
  _id: z.string(),
  participant_id: id,
  name: z.string(),
  layout: z.enum(BADGE_LAYOUTS),
  place: z.enum(PRINT_PLACES),
  /** Who printed it. Null: that account is gone. */
  by: z.string().nullable(),
  at: timestamp,
})
export type BadgePrint = z.output<typeof badgePrint>

export const badgeRoutes = {
  previewBadges: route({
    method: 'POST',
    path: '/admin/badges/preview',
    access: can('reservations.print_badges'),
    summary: 'How many badges a choice has, and the first of them',
    body: chosen,
    response: z.object({
      persons: z.int(),
      /** Those of them whose badge was printed before. */
      printed: z.int(),
      /** The cards of each district; without covers those of each event. */
      districts: z.array(z.int()),
      /** The persons of the first card. */
      sample: z.array(printedBadge),
      /** The layout with which badges of this event were printed last. */
      usual: z.enum(BADGE_LAYOUTS).nullable(),
    }),
    asks: true,
  }),
  printBadges: route({
    method: 'POST',
    path: '/admin/badges',
    access: can('reservations.print_badges'),
    summary: `Make a PDF of badges in the background, ${MOST_BADGES.toLocaleString('en')} at most, and count them as printed`,
    body: badgeWish,
    response: z.object({ activity_id: id, total: z.int() }),
    idempotent: true,
    status: 202,
  }),
  listBadgePrints: route({
    method: 'GET',
    path: '/admin/reservations/{id}/badges',
    access: can('reservations.read'),
    summary: 'When the badges of a reservation were printed, the latest first',
    params: idParams,
    response: z.array(badgePrint),
  }),
  printAtGate: route({
    method: 'POST',
    path: '/check-in-users/badges',
    access: signedIn('checkin_user'),
    summary: 'Count a badge that a gate prints, and return what is on it. A repeated print id is the same print',
    body: z
      .object({
        print_id: scanId,
        event_id: id,
        participant_id: id.optional(),
        /** What was scanned or typed, for a device that knows no more. */
        code: z.string().min(4).max(300).optional(),
        layout: z.enum(BADGE_LAYOUTS).default('label'),
        /** By the device's clock, if it was printed without a network. */
        printed_at: scanTime.optional(),
      })
      .refine(({ participant_id, code }) => participant_id !== undefined || code !== undefined, {
        path: ['code'],
        error: 'required',
      }),
    response: printedBadge,
    errors: ['not_found', 'illegal_transition'],
  }),
} as const

/** What a gate knows of somebody without the server. */
export type GatePerson = Pick<
  z.output<typeof gateParticipant>,
  '_id' | 'name' | 'title' | 'participant_type' | 'code' | 'room' | 'caterer'
>
