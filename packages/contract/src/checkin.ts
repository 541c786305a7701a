import { z } from 'zod'
import { can, currency, id, idParams, listRoute, route, signedIn, timestamp } from './core.ts'
import { listQuery } from './lists.ts'
import { PARTICIPANT_ROLES } from './reservations/party.ts'
import { dayIn } from './text/zone.ts'

/**
 * In how many days an event begins, by the calendar of its own zone: 0 on its day and after it. Before its day a gate asks
 * before it lets anybody in.
 */
export const opensInDays = (startsAt: Date, zone: string, now: Date): number => {
  const difference = Date.parse(dayIn(startsAt, zone)) - Date.parse(dayIn(now, zone))
  return Math.max(0, Math.round(difference / 86_400_000))
}

/** The results of a scan (docs/domain.md#check-in). */
export const SCAN_RESULTS = [
  'ok',
  'already_redeemed',
  'unpaid',
  'cancelled',
  'wrong_event',
  'not_found',
  'invalid',
] as const
export type ScanResult = (typeof SCAN_RESULTS)[number]
export const DIRECTIONS = ['in', 'out'] as const
export type Direction = (typeof DIRECTIONS)[number]

/** One participant as the gate shows them: a family of four is four of these. */
export const gateParticipant = z.object({
  _id: id,
  reservation_id: id,
  event_id: id,
  code: z.string(),
  name: z.string(),
  role: z.enum(PARTICIPANT_ROLES),
  status: z.string(),
  participant_type: z.string(),
  title: z.string().nullable(),
  room: z.object({ name: z.string(), block: z.string(), floor: z.number(), bed: z.number() }).nullable(),
  room_category: z.string().nullable(),
  caterer: z.string().nullable(),
  /** Whoever came along under the same reservation. */
  party: z.int(),
  balance: z.number(),
  currency,
  checked_in_at: timestamp.nullable(),
  checked_out_at: timestamp.nullable(),
  /** The first entry of somebody who is in already: when, and through which device. */
  entered: z.object({ at: timestamp, device_id: z.string() }).nullable(),
})
export type GateParticipant = z.output<typeof gateParticipant>

export const gateCounters = z.object({ expected: z.int(), in: z.int(), out: z.int(), inside: z.int() })
export type GateCounters = z.output<typeof gateCounters>

/** By a device's own clock, which may be wrong by years: no scan is refused for it, the server bounds what it says. */
const scanTime = z.iso.datetime({ offset: true })

const scanBody = z.object({
  /** Made by the device, once for each scan: the same id is the same scan, however often it is sent. */
  scan_id: z
    .string()
    .min(8)
    .max(64)
    .regex(/^[A-Za-z0-9_-]+$/, { error: 'invalid' }),
  device_id: z
    .string()
    .min(1)
    .max(64)
    .regex(/^[A-Za-z0-9 ._-]+$/, { error: 'invalid' }),
  scanned_at: scanTime,
  direction: z.enum(DIRECTIONS).default('in'),
  /** The gate's event: somebody of another event gets `wrong_event`. */
  event_id: id.optional(),
})

const scanAnswer = z.object({
  result: z.enum(SCAN_RESULTS),
  reservation: gateParticipant.nullable(),
  counters: gateCounters.nullable(),
  /** In how many days the event begins whose participant this is; 0 on its day, after it, and where nobody was found. */
  opens_in_days: z.int(),
})
export type ScanAnswer = z.output<typeof scanAnswer>

/** The whole QR text, the id inside it, or the code that is printed under it. */
const scannedParams = z.object({ id: z.string().min(4).max(300) })

const manual = z.object({
  participant_id: id.optional(),
  direction: z.enum(DIRECTIONS).default('in'),
  scan_id: scanBody.shape.scan_id.optional(),
  device_id: scanBody.shape.device_id.default('desk'),
  scanned_at: scanTime.optional(),
})

export const checkinRoutes = {
  listGateEvents: route({
    method: 'GET',
    path: '/check-in-users/events',
    access: signedIn('checkin_user'),
    summary: 'The events this check-in user stands at, with their counters',
    response: z.array(
      z.object({
        _id: id,
        name: z.string(),
        starts_at: timestamp,
        ends_at: timestamp,
        time_zone: z.string(),
        /** 0 once its day has come. */
        opens_in_days: z.int(),
        counters: gateCounters,
      }),
    ),
  }),
  listGateReservations: listRoute({
    method: 'GET',
    path: '/check-in-users/reservations',
    access: signedIn('checkin_user'),
    summary: 'Participants of the events this check-in user stands at; found by name, phone or code',
    query: listQuery({
      sort: ['name', 'code', 'checked_in_at', 'status'],
      order: ['name'],
      filter: { event_id: id.optional() },
    }),
    response: gateParticipant,
  }),
  setCheckIn: route({
    method: 'PUT',
    path: '/check-in-users/reservations/{id}',
    access: signedIn('checkin_user'),
    summary: 'Check a participant in or out who was found by name; without a participant, everybody of the reservation',
    params: idParams,
    body: manual,
    response: z.array(scanAnswer),
  }),
  scan: route({
    method: 'PUT',
    path: '/check-in-users/reservations/{id}/scanned-check-in',
    access: signedIn('checkin_user'),
    summary: 'A scanned code: what the gate says, and who it is. The same scan id is the same scan',
    params: scannedParams,
    body: scanBody,
    response: scanAnswer,
    errors: ['overloaded'],
  }),
  adminCheckIn: route({
    method: 'PUT',
    path: '/admin/reservations/{id}/check-in',
    access: can('reservations.check_in'),
    summary: 'Check in at the desk',
    params: idParams,
    body: manual.omit({ direction: true }),
    response: z.array(scanAnswer),
  }),
  adminCheckOut: route({
    method: 'PUT',
    path: '/admin/reservations/{id}/check-out',
    access: can('reservations.check_in'),
    summary: 'Check out at the desk',
    params: idParams,
    body: manual.omit({ direction: true }),
    response: z.array(scanAnswer),
  }),
  adminScan: route({
    method: 'PUT',
    path: '/admin/reservations/{id}/scanned-check-in',
    access: can('reservations.check_in'),
    summary: 'A code scanned by an administrator',
    params: scannedParams,
    body: scanBody,
    response: scanAnswer,
  }),
  liveBoard: route({
    method: 'GET',
    path: '/admin/check-in/{id}/board',
    access: can('reservations.check_in'),
    summary: 'Counters of an event’s gates, and the latest scans',
    params: idParams,
    response: z.object({
      counters: gateCounters,
      latest: z.array(
        z.object({
          _id: z.string(),
          name: z.string().nullable(),
          code: z.string(),
          direction: z.enum(DIRECTIONS),
          result: z.enum(SCAN_RESULTS),
          device_id: z.string(),
          at: timestamp,
        }),
      ),
    }),
  }),
} as const

/** What a scanned text means. A QR code is the address of the receipt with its signature; people type the short code. */
export type ScannedCode =
  | { readonly kind: 'qr'; readonly qrId: string; readonly signature: string | null }
  | { readonly kind: 'code'; readonly code: string }
  | { readonly kind: 'nothing' }

const QR_PATH = /\/qr\/([0-9a-f]{24})(?:\?(?:.*&)?s=([A-Za-z0-9_-]+))?/

/** Reads a scanned or typed text. Pure: the gate's device and the server read the same. */
export const readScannedCode = (text: string): ScannedCode => {
  const trimmed = text.trim()
  const address = QR_PATH.exec(trimmed)
  if (address?.[1]) return { kind: 'qr', qrId: address[1], signature: address[2] ?? null }
  if (/^[0-9a-f]{24}$/i.test(trimmed)) return { kind: 'qr', qrId: trimmed.toLowerCase(), signature: null }
  const code = trimmed.toUpperCase().replace(/\s+/g, '')
  return /^[A-Z0-9]{2,6}-?[A-Z0-9]{4,8}$/.test(code) ? { kind: 'code', code } : { kind: 'nothing' }
}

/** What the gate must know of a participant. */
export interface GateFacts {
  readonly eventId: string
  readonly status: string
  /** Of what stands: while a dearer edit waits to be paid, the old choice lets its owner in. */
  readonly balance: number
  readonly checkedInAt: Date | null
  readonly checkedOutAt: Date | null
}

/**
 * What a gate says to one participant. `events` are those the gate stands at. Somebody inside who is scanned again is
 * told so, and may go out and come in again; unpaid, cancelled and archived reservations do not enter.
 */
export const decideScan = (
  facts: GateFacts | null,
  direction: Direction,
  events: readonly string[],
  signatureFalse: boolean,
): ScanResult => {
  if (signatureFalse) return 'invalid'
  if (!facts) return 'not_found'
  if (!events.includes(facts.eventId)) return 'wrong_event'
  if (facts.status === 'cancelled' || facts.status === 'archived' || facts.status === 'failed') return 'cancelled'
  if (facts.status === 'pending') return 'unpaid'
  if (facts.balance > 0) return 'unpaid'
  const inside = facts.checkedInAt !== null && facts.checkedOutAt === null
  if (direction === 'out') return inside ? 'ok' : 'invalid'
  return inside ? 'already_redeemed' : 'ok'
}
