import { z } from 'zod'
import { currency, id, route, signedIn, timestamp } from '../core.ts'
import { datedEvent } from '../record-fields.ts'
import { PARTICIPANT_ROLES } from '../reservations/party.ts'
import { RESERVATION_STATUSES } from '../reservations/states.ts'
import { POINT_KINDS, POINT_RULES } from './points.ts'
import { type AcceptedScan, DIRECTIONS, type GateFacts } from './scans.ts'

/**
 * What a device needs to decide alone. A lost phone must not be a list of people: each record is sealed with a key that
 * follows from the signature in the person's QR code, and is found by a hash of the code's id. A device can open only
 * what it has just scanned. The index for names and typed codes is sealed with a key that stays in memory.
 */

/**
 * The layout of a bundle. An app asks for the one that it reads, and is refused any other: it keeps the copy that it has. A
 * newer app drops a copy of an older layout and asks for everything.
 */
export const LAYOUT = '2' as const
/** The bytes of a sealed record: the find, the nonce, the text, and the tag of AES-GCM. */
export const SEALED = { find: 8, nonce: 8, tag: 12 } as const
/** The bytes of an initialization vector of AES-GCM that all browsers take. */
const IV_BYTES = 12
/** Returns the initialization vector of a nonce: zeros follow it. */
export const ivOf = (nonce: Uint8Array): Uint8Array<ArrayBuffer> => {
  const iv = new Uint8Array(IV_BYTES)
  iv.set(nonce)
  return iv
}

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
  event: datedEvent.extend({ currency }),
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
  /**
   * Changed reservations: a key, and the sealed records of all their persons, which replace those that the device has under
   * this key. A record is `find nonce ciphertext tag` (`SEALED`) in base64url.
   */
  groups: z.array(z.tuple([z.string(), z.array(z.string())])),
  /** `nonce ciphertext tag` in base64url of the deflated index of these groups. Null: this device holds no names. */
  index: z.string().nullable(),
})
export type GateBundle = z.output<typeof gateBundle>

/** How long a device decides on its copy of an event without saying how old it is. Milliseconds. */
const OLD_COPY_MS = 30 * 60_000
/** How long a device keeps an event after its end. Milliseconds. */
const KEPT_AFTER_MS = 86_400_000

/** Returns whether a copy is so old that a decision on it says so: people pay, cancel and come in elsewhere. */
export const isOldCopy = (at: Date, now: Date): boolean => now.getTime() - at.getTime() > OLD_COPY_MS

/** Returns whether an event is so long over that no device has a copy of it any more. */
export const isCopyOver = (endsAt: Date, now: Date): boolean => now.getTime() >= endsAt.getTime() + KEPT_AFTER_MS

/** Returns how a record writes a word. */
export const wordKey = (place: number): string => place.toString(36)
/** Returns a word as a record wrote it. */
export const wordAt = (words: readonly string[], key: string): string | undefined => words[Number.parseInt(key, 36)]

/** One line of the index: find, key of the record in base64url, participant, name, printed code. */
export const bundleIndex = z.array(z.tuple([z.string(), z.string(), id, z.string(), z.string()]))

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

/** The texts from which keys are hashed (SHA-256). A find has 8 bytes of its hash, a key 16. */
export const findText = (qrId: string): string => `shiloh gate find\n${qrId}`
export const keyText = (signature: string): string => `shiloh gate key\n${signature}`

/** One person as a device knows them. Health data is not among it. */
export interface BundleRecord extends Omit<GateFacts, 'eventId'> {
  readonly name: string
  readonly code: string
  readonly role: (typeof PARTICIPANT_ROLES)[number]
  readonly status: (typeof RESERVATION_STATUSES)[number]
  readonly participantType: string
  readonly title: string | null
  /** Block, floor and name of the room, one to a line. */
  readonly room: string | null
  readonly bed: number | null
  readonly roomCategory: string | null
  readonly caterer: string | null
  readonly party: number
  /** What is shown as owed, in minor units. `balance` is what decides. */
  readonly owed: number
  /** The entries in force and their exits, as scans: `foldScans` over them and the device's own gives the state. */
  readonly passed: readonly PassedAt[]
}

export interface PassedAt extends Omit<AcceptedScan, 'scanId'> {
  /** Null: a gate. */
  readonly pointId: string | null
}

const SEPARATOR = '\u001f'
const SECOND = 1000
const packNumber = (value: number): string => (value === 0 ? '' : value.toString(36))
const readNumber = (text: string): number => (text === '' ? 0 : Number.parseInt(text, 36))

/** Writes a record in few bytes. `word` returns the key of a text in the bundle's words. */
export const packRecord = (record: BundleRecord, word: (text: string) => string): string => {
  const maybe = (text: string | null) => (text === null ? '' : word(text))
  const passed = record.passed.map(
    ({ pointId, direction, at, deviceId }) =>
      `${maybe(pointId)}${direction === 'in' ? '+' : '-'}${Math.floor(at.getTime() / SECOND).toString(36)}.${word(deviceId)}`,
  )
  // What many have in common is one word: a sealed byte cannot be compressed any more.
  const traits = [record.participantType, record.title, record.roomCategory, record.catererId, record.caterer]
  const fields = [
    record.name,
    record.code,
    `${RESERVATION_STATUSES.indexOf(record.status)}${PARTICIPANT_ROLES.indexOf(record.role)}`,
    word(traits.map((trait) => trait ?? '').join('\n')),
    maybe(record.room),
    packNumber(record.bed ?? 0),
    packNumber(record.party),
    packNumber(record.balance),
    packNumber(record.owed),
    passed.join(' '),
  ]
  return fields.slice(0, fields.findLastIndex((field) => field !== '') + 1).join(SEPARATOR)
}

/** Reads what `packRecord` wrote. `textOf` returns a word by its key. @throws if it is something else */
export const readRecord = (packed: string, textOf: (key: string) => string | undefined): BundleRecord => {
  const known = (key: string): string => {
    const text = textOf(key)
    if (text === undefined) throw new Error(`the bundle has no word ${key}`)
    return text
  }
  const maybe = (key = '') => (key === '' ? null : known(key))
  const [
    name = '',
    code = '',
    kinds = '',
    traits = '',
    room,
    bed = '',
    party = '',
    balance = '',
    owed = '',
    passed = '',
  ] = packed.split(SEPARATOR)
  const [participantType = '', title, roomCategory, catererId, caterer] = known(traits).split('\n')
  const status = RESERVATION_STATUSES[Number(kinds.charAt(0))]
  const role = PARTICIPANT_ROLES[Number(kinds.charAt(1))]
  if (!status || !role) throw new Error('not a record of a bundle')
  return {
    name,
    code,
    status,
    role,
    participantType,
    title: title || null,
    room: maybe(room),
    bed: readNumber(bed) || null,
    roomCategory: roomCategory || null,
    catererId: catererId || null,
    caterer: caterer || null,
    party: readNumber(party),
    balance: readNumber(balance),
    owed: readNumber(owed),
    passed: (passed === '' ? [] : passed.split(' ')).map((one): PassedAt => {
      const [, point = '', sign = '', seconds = '', device = ''] = /^([^+-]*)([+-])([0-9a-z]+)\.(.+)$/.exec(one) ?? []
      return {
        pointId: maybe(point),
        direction: sign === '+' ? DIRECTIONS[0] : DIRECTIONS[1],
        at: new Date(readNumber(seconds) * SECOND),
        deviceId: known(device),
      }
    }),
  }
}
