import { z } from 'zod'
import { currency, id, route, signedIn, timestamp } from '../core.ts'
import { datedEvent } from '../record-fields.ts'
import { POINT_KINDS, POINT_RULES, USUAL_COPY_MINUTES } from './points.ts'

/**
 * What a device needs to decide alone. A lost phone must not be a list of people: each record is sealed with a key that
 * follows from the signature in the person's QR code, and is found by a hash of the code's id. A device can open only
 * what it has just scanned. The index for names and typed codes is sealed with a key that stays in memory.
 */

/**
 * The layout of a bundle. An app asks for the one that it reads, and is refused any other: it keeps the copy that it has. A
 * newer app drops a copy of an older layout and asks for everything.
 */
export const LAYOUT = '3' as const
/**
 * The bytes of what AES-128-GCM needs beside the text. A record's key seals one record of each bundle that is made, so all
 * records of a bundle share its random nonce. A tag of eight bytes tells the key of a true code from any other, which
 * nobody can try more often than a gate can scan; the index of names, which is long, has a whole one.
 */
export const SEALED = { nonce: 12, tag: 8, indexTag: 16 } as const

const bundlePoint = z.object({
  _id: id,
  name: z.string(),
  kind: z.enum(POINT_KINDS),
  rule: z.enum(POINT_RULES),
  capacity: z.int().nullable(),
  starts_at: timestamp.nullable(),
  ends_at: timestamp.nullable(),
  caterer_id: id.nullable(),
})

export const gateBundle = z.object({
  event: datedEvent.extend({
    currency,
    /** How old a copy may be before a decision on it says so. */
    copy_minutes: z.int(),
  }),
  points: z.array(bundlePoint),
  /** Raw Ed25519 public keys in base64url, the current one first. */
  public_keys: z.array(z.string()),
  /** The server's time when it was made. */
  at: timestamp,
  /** Names this state in the next request. */
  cursor: z.string(),
  /** The device drops what it had of this event. */
  full: z.boolean(),
  /** Persons after this bundle. A device that counts others asks for everything again. */
  total: z.int(),
  /** Texts that the records of this bundle refer to, by their place. */
  words: z.array(z.string()),
  /** The nonce of its records, in base64url. */
  nonce: z.string(),
  /**
   * Changed reservations with the sealed records of all their persons, which replace those that the device has: `packPeople`
   * in base64url. The text of a record is `packRecord`.
   */
  people: z.string(),
  /** `nonce ciphertext tag` in base64url of the deflated index of these people. Null: this device holds no names. */
  index: z.string().nullable(),
})
export type GateBundle = z.output<typeof gateBundle>

/** How long a device keeps an event after its end. Milliseconds. */
const KEPT_AFTER_MS = 86_400_000

/**
 * Returns whether a copy is so old that a decision on it says so: people pay, cancel and come in elsewhere.
 * @param minutes of the event. A copy from before events said so has none.
 */
export const isOldCopy = (at: Date, now: Date, minutes: number = USUAL_COPY_MINUTES): boolean =>
  now.getTime() - at.getTime() > minutes * 60_000

/** Returns whether an event is so long over that no device has a copy of it any more. */
export const isCopyOver = (endsAt: Date, now: Date): boolean => now.getTime() >= endsAt.getTime() + KEPT_AFTER_MS

/** One line of the index: find (`hashNumber`), key of the record in base64url, participant, name, printed code. */
export const bundleIndex = z.array(z.tuple([z.int(), z.string(), id, z.string(), z.string()]))

export const bundleRoutes = {
  readBundle: route({
    method: 'GET',
    path: '/check-in-users/bundle',
    access: signedIn('checkin_user'),
    summary: 'What a registered device needs to check people in without a network; with a cursor, what has changed',
    query: z.object({
      event_id: id,
      device_id: id,
      layout: z.literal(LAYOUT),
      since: z.string().max(100).optional(),
      /**
       * The index of names is a third of everything, and QR codes are read without it. `later` leaves it out, `only` has
       * nothing else.
       */
      names: z.enum(['later', 'only']).optional(),
    }),
    response: gateBundle,
    errors: ['not_found'],
  }),
} as const

/** The texts that are hashed (SHA-256). A find is the number at the beginning of its hash, a key has 16 bytes of it. */
export const findText = (qrId: string): string => `shiloh gate find\n${qrId}`
export const keyText = (signature: string): string => `shiloh gate key\n${signature}`
