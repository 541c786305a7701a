import {
  type BundleRecord,
  bundleIndex,
  findText,
  ivOf,
  keyText,
  readRecord,
  SEALED,
  wordAt,
} from '@shiloh/contract/checkin/bundle'
import { readScannedCode } from '@shiloh/contract/checkin/checkin'
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
  /** The device would need the index of names, and does not have its key. */
  | { readonly kind: 'unreadable' }

interface Line {
  readonly find: string
  readonly key: string
  readonly participantId: string
  readonly name: string
  readonly code: string
  /** Name and code as they are searched. */
  readonly folded: string
}

/** Ten letters of base64url are 60 bits: two of 10,000 people share them once in ten thousand million events. */
const FIND_LETTERS = 10
const KEY_BYTES = 16
/** Bits of the tag. */
const tagLength = SEALED.tag * 8

const bytesOf = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0))

const textOf = (bytes: Uint8Array): string =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')

const encoder = new TextEncoder()
const hash = async (text: string): Promise<Uint8Array<ArrayBuffer>> =>
  new Uint8Array(await crypto.subtle.digest('SHA-256', encoder.encode(text)))

/** Opens `nonce ciphertext tag`. @throws if the key is another one */
const unseal = async (
  key: Uint8Array<ArrayBuffer>,
  sealed: Uint8Array<ArrayBuffer>,
): Promise<Uint8Array<ArrayBuffer>> => {
  const imported = await crypto.subtle.importKey('raw', key, 'AES-GCM', false, ['decrypt'])
  const [iv, data] = [ivOf(sealed.subarray(0, SEALED.nonce)), sealed.subarray(SEALED.nonce)]
  return new Uint8Array(await crypto.subtle.decrypt({ name: 'AES-GCM', iv, tagLength }, imported, data))
}

/** Returns the find of a QR code's id. */
export const findOf = async (qrId: string): Promise<string> =>
  textOf((await hash(findText(qrId))).subarray(0, SEALED.find)).slice(0, FIND_LETTERS)

/** Returns the key that follows from a signature. */
const keyOf = async (signature: string): Promise<Uint8Array<ArrayBuffer>> =>
  (await hash(keyText(signature))).subarray(0, KEY_BYTES)

/** Seals a record as the server does, for the practice code. The nonce is random: nothing is secret about nobody. */
export const sealRecord = async (code: { qrId: string; signature: string }, packed: string): Promise<string> => {
  const nonce = crypto.getRandomValues(new Uint8Array(SEALED.nonce))
  const iv = ivOf(nonce)
  const key = await crypto.subtle.importKey('raw', await keyOf(code.signature), 'AES-GCM', false, ['encrypt'])
  const sealed = new Uint8Array(
    await crypto.subtle.encrypt({ name: 'AES-GCM', iv, tagLength }, key, encoder.encode(packed)),
  )
  const find = (await hash(findText(code.qrId))).subarray(0, SEALED.find)
  return textOf(Uint8Array.from([...find, ...nonce, ...sealed])).replaceAll('=', '')
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

const fold = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

export interface Copy {
  /** Adds what the server sent: everything, or what has changed. */
  readonly add: (piece: Omit<CopyPiece, 'event_id'>, isFull: boolean) => void
  readonly touch: (state: CopyState) => void
  readonly about: () => CopyState | undefined
  /** The persons on this phone. It differs from `total` if a change was missed. */
  readonly size: () => number
  /** Opens the index of names. The key stays in memory. Returns whether it says anything new. */
  readonly openIndex: (key: string | null) => Promise<boolean>
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
  const records = new Map<
    string,
    { readonly group: string; readonly sealed: string[]; readonly words: readonly string[] }
  >()
  const groups = new Map<string, readonly string[]>()
  /** Lines of the index by find, and the finds of participants. */
  const lines = new Map<string, Line>()
  const finds = new Map<string, string>()
  let about: CopyState | undefined
  let sealedIndexes: string[] = []
  let hasIndex = false

  const drop = (group: string) => {
    for (const find of groups.get(group) ?? []) records.delete(find)
    groups.delete(group)
  }

  const open = async (
    find: string,
    key: Uint8Array<ArrayBuffer>,
    participantId: string | null,
  ): Promise<CopiedPerson | undefined> => {
    const found = records.get(find)
    for (const sealed of found?.sealed ?? []) {
      try {
        const plain = await unseal(key, bytesOf(sealed).subarray(SEALED.find))
        const record = readRecord(new TextDecoder().decode(plain), (word) => wordAt(found?.words ?? [], word))
        return { find, group: found?.group ?? '', participantId, record }
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
      for (const { words, groups: changed } of piece.parts)
        for (const [group, sealedRecords] of changed) {
          drop(group)
          const its = new Set<string>()
          for (const sealed of sealedRecords) {
            const find = sealed.slice(0, FIND_LETTERS)
            const known = its.has(find) ? records.get(find) : undefined
            if (known) known.sealed.push(sealed)
            else records.set(find, { group, sealed: [sealed], words })
            its.add(find)
          }
          if (its.size > 0) groups.set(group, [...its])
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
        const deflated = await unseal(bytesOf(key), bytesOf(sealed))
        const stream = new Blob([deflated]).stream().pipeThrough(new DecompressionStream('deflate-raw'))
        for (const [find, recordKey, participantId, name, code] of bundleIndex.parse(
          await new Response(stream).json(),
        )) {
          const short = find.slice(0, FIND_LETTERS)
          const before = lines.get(short)
          isNew ||= before?.name !== name || before.code !== code || before.key !== recordKey
          finds.set(participantId, short)
          lines.set(short, {
            find: short,
            key: recordKey,
            participantId,
            name,
            code,
            folded: fold(`${name} ${code}`),
          })
        }
        hasIndex = true
      }
      return isNew
    },
    canSearch: () => hasIndex,
    unnamed: () => Math.max(0, records.size - lines.size),
    async read(text) {
      const code = readScannedCode(text)
      if (code.kind === 'nothing') return { kind: 'nothing' }
      if (!about || !('subtle' in crypto)) return { kind: 'unreadable' }
      if (code.kind === 'code') {
        if (!hasIndex) return { kind: 'unreadable' }
        const people = await openLines(present((line) => line.code === code.code))
        return people.length > 0 ? { kind: 'people', people } : { kind: 'unknown' }
      }
      const find = await findOf(code.qrId)
      if (code.signature === null) {
        if (!hasIndex) return { kind: 'unreadable' }
        const person = await openLine(lines.get(find))
        return person ? { kind: 'people', people: [person] } : { kind: 'unknown' }
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
      if (code.kind !== 'code' || code.code.includes('-')) return text
      const [line] = present((one) => one.code.endsWith(`-${code.code}`))
      return line?.code ?? text
    },
    person: async (participantId) => openLine(lines.get(finds.get(participantId) ?? '')),
    party: (group) => {
      const its = groups.get(group) ?? []
      return openLines(its.flatMap((find) => lines.get(find) ?? []))
    },
    async search(wanted, limit) {
      const parts = fold(wanted).split(/\s+/).filter(Boolean)
      const found = present((line) => parts.every((part) => line.folded.includes(part)))
      found.sort((a, b) => a.name.localeCompare(b.name))
      return { people: await openLines(found.slice(0, limit)), total: found.length }
    },
  }
}
