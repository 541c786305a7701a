import { z } from 'zod'
import { can, id, idParams, line, route, signedIn, timestamp } from '../core.ts'
import { nestedParams } from '../record-fields.ts'
import { gateParticipant, otherEntry, scanId, scanTime } from './checkin.ts'
import { DIRECTIONS, SAID, SCAN_RESULTS } from './scans.ts'

/** Devices of the gate, and how they deliver scans that were made without a network. */

/** Scans in one request. */
export const MAX_SYNC = 500
/** Devices of one account that are not revoked. */
export const MAX_DEVICES = 100

export const gateDevice = z.object({
  _id: id,
  name: z.string(),
  /** The check-in user who registered it. */
  user: z.string(),
  /** Whether it may hold names, to search without a network. */
  may_search: z.boolean(),
  registered_at: timestamp,
  seen_at: timestamp,
  /** Scans that waited on the device at its last contact. */
  queue_length: z.int(),
  /** When its copy of the event was made. */
  bundle_at: timestamp.nullable(),
  /** Per cent. Null: the browser does not say. */
  battery: z.int().nullable(),
  /** Scans of the event that it has delivered. */
  scans: z.int(),
  /** The point of the latest of them. Null: there is none. */
  point: z.string().nullable(),
  /** When the sitting at that point begins. Null: it has no time. */
  point_starts_at: timestamp.nullable(),
  /** When the last account on it was signed out: its shift has ended. Null: somebody is signed in. */
  ended_at: timestamp.nullable(),
  revoked_at: timestamp.nullable(),
})
export type GateDevice = z.output<typeof gateDevice>

const ownDevice = z.object({
  _id: id,
  /** Another device of this event or account can have the name that was asked for: this one gets a number. */
  name: z.string(),
  may_search: z.boolean(),
  event_ids: z.array(id),
  /** Proves later that a request comes from this device, for any account that signs in there. */
  key: z.string(),
})

/** One scan of a device's queue. Fields that a device could get wrong are corrected, because a fact is never refused. */
const queuedScan = z
  .object({
    scan_id: scanId,
    point_id: id.nullish(),
    direction: z.enum(DIRECTIONS).default('in'),
    /** By the device's clock. */
    scanned_at: z.string().max(40),
    /**
     * Milliseconds by which the device's clock was behind the server's when it scanned. Omitted: as far as it is behind
     * when it sends.
     */
    clock_offset: z.int().optional(),
    /** What the device decided. `kept`: nothing, and the person was sent away. Null: it leaves the decision to the server. */
    said: z.enum(SAID).nullish(),
    /** What was scanned or typed. */
    code: z.string().min(1).max(4000).optional(),
    /** Set when the person was found by name. */
    participant_id: id.optional(),
    /**
     * When the scan was taken back on this device, by its clock. The scan stays and lets nobody through. It cannot be
     * taken up again: the person is scanned again.
     */
    undone_at: z.string().max(40).nullish(),
  })
  .refine(({ code, participant_id }) => code !== undefined || participant_id !== undefined, {
    path: ['code'],
    error: 'required',
  })
export type QueuedScan = z.input<typeof queuedScan>

const syncedScan = z.object({
  scan_id: z.string(),
  /** False: the server is busy, and the device sends the scan again. */
  stored: z.boolean(),
  /** What the server says. Null: not stored. */
  result: z.enum(SCAN_RESULTS).nullable(),
  /** The server says something else than the device said. */
  corrected: z.boolean(),
  double_entry: otherEntry.nullable(),
  /** The person, where the device has to say something new about them. */
  reservation: gateParticipant.nullable(),
})
export type SyncedScan = z.output<typeof syncedScan>

export const gateDeviceRoutes = {
  registerDevice: route({
    method: 'POST',
    path: '/check-in-users/devices',
    access: signedIn('checkin_user'),
    summary: 'Register this browser for the events of this check-in user',
    body: z.object({ name: line(60) }),
    response: ownDevice,
    status: 201,
    errors: ['too_many_devices'],
  }),
  syncScans: route({
    method: 'POST',
    path: '/check-in-users/reservations/sync',
    access: signedIn('checkin_user'),
    afterRevocation: true,
    summary: 'Deliver scans of a registered device, in any order and as often as needed; without scans, a sign of life',
    body: z.object({
      /** Of this account. Another account on the same phone delivers what waits there with the device's key. */
      device_id: id,
      device_key: z.string().max(200).optional(),
      /** The device's time when it sends. */
      sent_at: scanTime,
      queue_length: z.int().min(0).max(1_000_000).optional(),
      bundle_at: timestamp.nullable().optional(),
      battery: z.int().min(0).max(100).nullable().optional(),
      scans: z.array(queuedScan).max(MAX_SYNC),
    }),
    response: z.object({
      /** The server's time. */
      now: timestamp,
      /** The device takes no more scans, delivers what it has, and then erases itself. */
      revoked: z.boolean(),
      may_search: z.boolean(),
      /** The key of a device of this account. */
      device_key: z.string().nullable(),
      /** Opens the index of names in bundles of this device. Kept in memory only. */
      search_key: z.string().nullable(),
      event_ids: z.array(id),
      /** When the shift of the account that asks began, and when it is signed out. */
      shift: z.object({ from: timestamp, until: timestamp }),
      /** In the order of the request. */
      scans: z.array(syncedScan),
    }),
    errors: ['not_found'],
  }),
  listDevices: route({
    method: 'GET',
    path: '/admin/check-in/{id}/devices',
    access: can('reservations.check_in'),
    summary: 'The devices of an event’s gates',
    params: idParams,
    response: z.array(gateDevice),
  }),
  updateDevice: route({
    method: 'PUT',
    path: '/admin/check-in/{id}/devices/{device_id}',
    access: can('checkin_users.update'),
    summary:
      'Revoke a device of an event’s gates, or allow it to search. A revoked device can only be registered again',
    params: nestedParams('device_id'),
    body: z.object({ may_search: z.boolean().optional(), revoked: z.literal(true).optional() }),
    response: gateDevice,
  }),
}
