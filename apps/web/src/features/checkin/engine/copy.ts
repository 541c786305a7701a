import { bundleIndex, findText, keyText, SEALED } from '@shiloh/contract/checkin/bundle'
import { hashBytes, hashNumber, readPeople } from '@shiloh/contract/checkin/bundle-people'
import { type BundleRecord, readRecord } from '@shiloh/contract/checkin/bundle-record'
import { readScannedCode } from '@shiloh/contract/checkin/checkin'
import { hasSearchWords, searchKey } from '@shiloh/contract/text/search'
import { base64Of, bytesOf } from './base64.ts'
import type { CopyPiece, CopyState } from './db.ts'

/** One person of the copy whose record is open. */
export interface CopiedPerson {
  readonly find: string
  /** The reservation, without saying which it is. */
  readonly group: string
  /** Null: only the index of names knows it. */
  readonly participantId: string | null
  readonly record: BundleRecord
}

/** Whom a scanned text is about. */
export type Found =
  | { readonly kind: 'people'; readonly people: readonly CopiedPerson[] }
  /** A code of ours, of nobody in this copy. */
  | { readonly kind: 'unknown' }
  | { readonly kind: 'forged' }
  /** Not one of our codes. */
  | { readonly kind: 'nothing' }
  /** The device would need the index of names, and does not have its key, or not yet all of it. */
  | { readonly kind: 'unreadable' }

interface Line {
  readonly find: number
  readonly key: string
  readonly participantId: string
  readonly name: string
  readonly code: string
  /** Name and code as they are searched. */
  readonly searched: string
}

const KEY_BYTES = 16

/** The part of the people whom a search may leave out: those who have changed since the index was loaded. */
const MOST_UNNAMED = 0.05

const encoder = new TextEncoder()
const hash = async (text: string): Promise<Uint8Array<ArrayBuffer>> =>
  new Uint8Array(await crypto.subtle.digest('SHA-256', encoder.encode(text)))

/** A text that is sealed with AES-GCM. */
interface Sealed {
  readonly nonce: Uint8Array<ArrayBuffer>
  readonly data: Uint8Array<ArrayBuffer>
  /** Bytes of the tag. */
  readonly tag: number
}

/** Opens a sealed text. @throws DOMException if the key is another one */
const unseal = async (key: Uint8Array<ArrayBuffer>, { nonce, data, tag }: Sealed): Promise<Uint8Array<ArrayBuffer>> => {
  const imported = await crypto.subtle.importKey('raw', key, 'AES-GCM', false, ['decrypt'])
  return new Uint8Array(await crypto.subtle.decrypt({ name: 'AES-GCM', iv: nonce, tagLength: tag * 8 }, imported, data))
}

/** Returns the find of a QR code's id: 48 bits. Two of 10,000 people share one in one of five million events. */
export const findOf = async (qrId: string): Promise<number> => hashNumber(await hash(findText(qrId)))

/** Returns the key that follows from a signature. */
const keyOf = async (signature: string): Promise<Uint8Array<ArrayBuffer>> =>
  (await hash(keyText(signature))).subarray(0, KEY_BYTES)

/** Seals a record as the server does, for the practice code. */
export const sealRecord = async (
  signature: string,
  nonce: Uint8Array<ArrayBuffer>,
  packed: Uint8Array<ArrayBuffer>,
): Promise<Uint8Array<ArrayBuffer>> => {
  const key = await crypto.subtle.importKey('raw', await keyOf(signature), 'AES-GCM', false, ['encrypt'])
  const sealed = await crypto.subtle.encrypt({ name: 'AES-GCM', iv: nonce, tagLength: SEALED.tag * 8 }, key, packed)
  return new Uint8Array(sealed)
}

/** Returns whether one of the keys signed the code's id. Undefined: this browser cannot tell. */
const isSigned = async (
  qrId: string,
  signature: string,
  publicKeys: readonly string[],
): Promise<boolean | undefined> => {
  try {
    for (const text of publicKeys) {
      const key = await crypto.subtle.importKey('raw', bytesOf(text), 'Ed25519', false, ['verify'])
      if (await crypto.subtle.verify('Ed25519', key, bytesOf(signature), encoder.encode(qrId))) return true
    }
    return publicKeys.length > 0 ? false : undefined
  } catch {
    return undefined
  }
}

/** A record as the server sent it. */
interface KeptRecord {
  readonly group: number
  readonly part: { readonly words: readonly string[]; readonly nonce: Uint8Array<ArrayBuffer> }
  /** One for each key of the server that can have signed the code. */
  readonly texts: Uint8Array<ArrayBuffer>[]
}

/** Returns a find as the rows of scans have it. An older app wrote the same with two further letters. */
const nameOf = (find: number): string => base64Of(hashBytes(find))

export interface Copy {
  /** Adds what the server sent: everything, or what has changed. */
  readonly add: (piece: Omit<CopyPiece, 'event_id'>, isFull: boolean) => void
  readonly touch: (state: CopyState) => void
  readonly about: () => CopyState | undefined
  /** The persons on this phone. It differs from `total` if a change was missed. */
  readonly size: () => number
  /** Opens the index of names. The key stays in memory. Returns whether it says anything new. */
  readonly openIndex: (key: string | null) => Promise<boolean>
  /** Nearly everybody can be found by name. */
  readonly canSearch: () => boolean
  /** The people whom the index of names does not have. */
  readonly unnamed: () => number
  /** Reads a scanned or typed text. */
  readonly read: (text: string) => Promise<Found>
  /** Returns a typed code with the prefix of the event, which people leave out, or the text as it is. */
  readonly complete: (text: string) => string
  readonly person: (participantId: string) => Promise<CopiedPerson | undefined>
  /** Everybody of a reservation, as far as the index of names knows them. */
  readonly party: (group: string) => Promise<readonly CopiedPerson[]>
  readonly search: (words: string, limit: number) => Promise<{ people: readonly CopiedPerson[]; total: number }>
}

/** Creates the copy of one event in memory: sealed records, of which it opens only those that are asked for. */
export const createCopy = (): Copy => {
  const records = new Map<number, KeptRecord>()
  const groups = new Map<number, readonly number[]>()
  /** Lines of the index by find, and the finds of participants. */
  const lines = new Map<number, Line>()
  const finds = new Map<string, number>()
  let about: CopyState | undefined
  let sealedIndexes: string[] = []
  let hasIndex = false

  const drop = (group: number) => {
    for (const find of groups.get(group) ?? []) records.delete(find)
    groups.delete(group)
  }

  const open = async (
    find: number,
    key: Uint8Array<ArrayBuffer>,
    participantId: string | null,
  ): Promise<CopiedPerson | undefined> => {
    const found = records.get(find)
    if (!found) return undefined
    const { group, part, texts } = found
    for (const data of texts) {
      try {
        const plain = await unseal(key, { nonce: part.nonce, data, tag: SEALED.tag })
        const record = readRecord(plain, (place) => part.words[place])
        return { find: nameOf(find), group: String(group), participantId, record }
      } catch (error) {
        // Another key of the server signed the code: the next record is for that one.
        if (!(error instanceof DOMException)) throw error
      }
    }
    return undefined
  }
  const openLine = (line: Line | undefined) => line && open(line.find, bytesOf(line.key), line.participantId)
  const openLines = async (some: readonly Line[]): Promise<CopiedPerson[]> =>
    (await Promise.all(some.map(openLine))).filter((person) => person !== undefined)
  /** The people whom the index does not name. */
  const unnamed = (): number => {
    let count = 0
    for (const find of records.keys()) if (!lines.has(find)) count += 1
    return count
  }
  /** A code that the index does not have is nobody's only if it names everybody. */
  const nobody = (): Found => ({ kind: hasIndex && unnamed() === 0 ? 'unknown' : 'unreadable' })
  /** Lines of people who are still in the copy. */
  const present = (test: (line: Line) => boolean): Line[] =>
    [...lines.values()].filter((line) => test(line) && records.has(line.find))

  return {
    add(piece, isFull) {
      if (isFull) {
        records.clear()
        groups.clear()
        lines.clear()
        finds.clear()
        sealedIndexes = []
        hasIndex = false
      }
      for (const { words, nonce, people } of piece.parts) {
        const part = { words, nonce: bytesOf(nonce) }
        for (const { group, records: its } of readPeople(bytesOf(people))) {
          drop(group)
          const own = new Set<number>()
          for (const { find, sealed } of its) {
            const known = own.has(find) ? records.get(find) : undefined
            if (known) known.texts.push(sealed)
            else records.set(find, { group, part, texts: [sealed] })
            own.add(find)
          }
          if (own.size > 0) groups.set(group, [...own])
        }
      }
      sealedIndexes.push(...piece.indexes)
    },
    touch(state) {
      about = state
    },
    about: () => about,
    size: () => records.size,
    async openIndex(key) {
      if (key === null) {
        lines.clear()
        finds.clear()
        hasIndex = false
        return false
      }
      let isNew = false
      const opening = sealedIndexes
      sealedIndexes = []
      for (const sealed of opening) {
        const bytes = bytesOf(sealed)
        const deflated = await unseal(bytesOf(key), {
          nonce: bytes.subarray(0, SEALED.nonce),
          data: bytes.subarray(SEALED.nonce),
          tag: SEALED.indexTag,
        })
        const stream = new Blob([deflated]).stream().pipeThrough(new DecompressionStream('deflate-raw'))
        for (const [find, recordKey, participantId, name, code] of bundleIndex.parse(
          await new Response(stream).json(),
        )) {
          const before = lines.get(find)
          isNew ||= before?.name !== name || before.code !== code || before.key !== recordKey
          finds.set(participantId, find)
          lines.set(find, {
            find,
            key: recordKey,
            participantId,
            name,
            code,
            searched: searchKey(`${name} ${code}`),
          })
        }
        hasIndex = true
      }
      return isNew
    },
    canSearch: () => hasIndex && unnamed() <= records.size * MOST_UNNAMED,
    unnamed,
    async read(text) {
      const code = readScannedCode(text)
      if (code.kind === 'nothing') return { kind: 'nothing' }
      if (!about || !('subtle' in crypto)) return { kind: 'unreadable' }
      if (code.kind === 'code') {
        const people = await openLines(present((line) => line.code === code.code))
        if (people.length === 0) return nobody()
        // The others of a party can be among those whom the index does not have yet.
        const isWhole = people.every(({ record }) => record.party <= people.length) || unnamed() === 0
        return isWhole ? { kind: 'people', people } : { kind: 'unreadable' }
      }
      const find = await findOf(code.qrId)
      if (code.signature === null) {
        const person = await openLine(lines.get(find))
        return person ? { kind: 'people', people: [person] } : nobody()
      }
      const line = lines.get(find)
      const person = await open(find, await keyOf(code.signature), line?.participantId ?? null)
      if (person) return { kind: 'people', people: [person] }
      // The record of a code with a true signature opens.
      if (records.has(find)) return { kind: 'forged' }
      return (await isSigned(code.qrId, code.signature, about.public_keys)) === false
        ? { kind: 'forged' }
        : { kind: 'unknown' }
    },
    complete(text) {
      const code = readScannedCode(text)
      if (code.kind !== 'code' || present((one) => one.code === code.code).length > 0) return text
      // Without the prefix, also with a space or a hyphen inside.
      const bare = code.code.replaceAll('-', '')
      const [line] = present((one) => one.code.endsWith(`-${bare}`))
      return line?.code ?? text
    },
    person: async (participantId) => openLine(lines.get(finds.get(participantId) ?? Number.NaN)),
    party: (group) => {
      const its = groups.get(Number(group)) ?? []
      return openLines(its.flatMap((find) => lines.get(find) ?? []))
    },
    async search(wanted, limit) {
      const found = present(({ searched }) => hasSearchWords(searched, wanted))
      found.sort((a, b) => a.name.localeCompare(b.name))
      return { people: await openLines(found.slice(0, limit)), total: found.length }
    },
  }
}
