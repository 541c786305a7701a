import { PARTICIPANT_ROLES } from '../reservations/party.ts'
import { RESERVATION_STATUSES } from '../reservations/states.ts'
import { type ByteReader, type ByteWriter, createReader, createWriter, textOfUtf8, utf8Of } from './bytes.ts'
import { type AcceptedScan, DIRECTIONS, type GateFacts } from './scans.ts'

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

const SECOND = 1000

// The first byte: status and role as one number, and which parts follow.
const ROLES = PARTICIPANT_ROLES.length
const HAS_LONG_CODE = 32
const HAS_MORE = 64
const HAS_PASSED = 128

/** The digits of Crockford's base 32, among which are all letters of printed codes: eight of them are five bytes. */
const DIGITS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const SHORT_CODE = /^(.*-)([0-9A-HJKMNP-TV-Z]{8})$/
const CODE_DIGITS = 8
const CODE_BYTES = 5

const packDigits = (digits: string): Uint8Array => {
  let number = [...digits].reduce((sum, digit) => sum * DIGITS.length + DIGITS.indexOf(digit), 0)
  const bytes = new Uint8Array(CODE_BYTES)
  for (let at = CODE_BYTES - 1; at >= 0; at -= 1) {
    bytes[at] = number % 256
    number = Math.floor(number / 256)
  }
  return bytes
}

const readDigits = (bytes: Uint8Array): string => {
  let number = bytes.reduce((sum, byte) => sum * 256 + byte, 0)
  let digits = ''
  for (let nth = 0; nth < CODE_DIGITS; nth += 1) {
    digits = DIGITS.charAt(number % DIGITS.length) + digits
    number = Math.floor(number / DIGITS.length)
  }
  return digits
}

/** Writes the place of a text among the bundle's words. What many have in common is said once. */
type Word = (text: string) => number

const packPassed = (writer: ByteWriter, passed: readonly PassedAt[], word: Word): void => {
  writer.number(passed.length)
  for (const { pointId, direction, at, deviceId } of passed) {
    writer.number((pointId === null ? 0 : word(pointId) + 1) * 2 + DIRECTIONS.indexOf(direction))
    writer.number(Math.max(0, Math.floor(at.getTime() / SECOND)))
    writer.number(word(deviceId))
  }
}

const readPassed = (reader: ByteReader, known: (place: number) => string): PassedAt[] =>
  Array.from({ length: reader.number() }, (): PassedAt => {
    const place = reader.number()
    const point = Math.floor(place / 2)
    return {
      pointId: point === 0 ? null : known(point - 1),
      direction: place % 2 === 0 ? DIRECTIONS[0] : DIRECTIONS[1],
      at: new Date(reader.number() * SECOND),
      deviceId: known(reader.number()),
    }
  })

/** Writes a record in few bytes. `word` returns the place of a text in the bundle's words. */
export const packRecord = (record: BundleRecord, word: Word): Uint8Array<ArrayBuffer> => {
  const writer = createWriter()
  const [, prefix = '', digits] = SHORT_CODE.exec(record.code) ?? []
  const more = [
    record.room === null ? 0 : word(record.room) + 1,
    record.bed ?? 0,
    record.party,
    record.balance,
    record.owed,
  ]
  const hasMore = more.some((value, at) => value !== (at === 2 ? 1 : 0))
  writer.raw(
    Uint8Array.of(
      RESERVATION_STATUSES.indexOf(record.status) * ROLES +
        PARTICIPANT_ROLES.indexOf(record.role) +
        (digits === undefined ? HAS_LONG_CODE : 0) +
        (hasMore ? HAS_MORE : 0) +
        (record.passed.length > 0 ? HAS_PASSED : 0),
    ),
  )
  const traits = [prefix, record.participantType, record.title, record.roomCategory, record.catererId, record.caterer]
  writer.number(word(traits.map((trait) => trait ?? '').join('\n')))
  if (digits === undefined) {
    const code = utf8Of(record.code)
    writer.number(code.length)
    writer.raw(code)
  } else writer.raw(packDigits(digits))
  if (hasMore) for (const value of more) writer.number(value)
  if (record.passed.length > 0) packPassed(writer, record.passed, word)
  writer.raw(utf8Of(record.name))
  return writer.bytes()
}

/** Reads what `packRecord` wrote. `wordAt` returns a word by its place. @throws if it is something else */
export const readRecord = (
  packed: Uint8Array<ArrayBuffer>,
  wordAt: (place: number) => string | undefined,
): BundleRecord => {
  const known = (place: number): string => {
    const text = wordAt(place)
    if (text === undefined) throw new Error(`the bundle has no word ${place}`)
    return text
  }
  const reader = createReader(packed)
  const [head = 0] = reader.raw(1)
  const kinds = head % HAS_LONG_CODE
  const status = RESERVATION_STATUSES[Math.floor(kinds / ROLES)]
  const role = PARTICIPANT_ROLES[kinds % ROLES]
  if (!status || !role) throw new Error('not a record of a bundle')
  const [prefix = '', participantType = '', title, roomCategory, catererId, caterer] = known(reader.number()).split(
    '\n',
  )
  const code =
    head & HAS_LONG_CODE ? textOfUtf8(reader.raw(reader.number())) : prefix + readDigits(reader.raw(CODE_BYTES))
  const more = (usual: number) => (head & HAS_MORE ? reader.number() : usual)
  const [room, bed, party, balance, owed] = [more(0), more(0), more(1), more(0), more(0)]
  const passed = head & HAS_PASSED ? readPassed(reader, known) : []
  return {
    name: textOfUtf8(reader.raw(reader.left())),
    code,
    status,
    role,
    participantType,
    title: title || null,
    room: room === 0 ? null : known(room - 1),
    bed: bed || null,
    roomCategory: roomCategory || null,
    catererId: catererId || null,
    caterer: caterer || null,
    party,
    balance,
    owed,
    passed,
  }
}
