import { createReader, createWriter } from './bytes.ts'

// The sealed records of a bundle as one piece of bytes. Names and signs around each record would be a third of everything.

/** The bytes of the number of a group, and of a find. Both are hashes. */
const NUMBER_BYTES = 6

/** One person: the hash of their code's id as a number, and the sealed record. */
export interface SealedRecord {
  readonly find: number
  /** Ciphertext and tag. */
  readonly sealed: Uint8Array<ArrayBuffer>
}

/** A reservation, without saying which it is, and its persons. Without persons it has none any more. */
export interface PeopleGroup {
  readonly group: number
  readonly records: readonly SealedRecord[]
}

/** Returns the number at the beginning of a hash: 48 bits. */
export const hashNumber = (hash: Uint8Array): number =>
  hash.subarray(0, NUMBER_BYTES).reduce((sum, byte) => sum * 256 + byte, 0)

/** Returns the bytes of such a number. */
export const hashBytes = (number: number): Uint8Array => {
  const bytes = new Uint8Array(NUMBER_BYTES)
  for (let [at, rest] = [NUMBER_BYTES - 1, number]; at >= 0; at -= 1) {
    bytes[at] = rest % 256
    rest = Math.floor(rest / 256)
  }
  return bytes
}

/** Writes groups by their number, as the distance from the one before: ten thousand of them are 13 bits shorter that way. */
export const packPeople = (groups: readonly PeopleGroup[]): Uint8Array<ArrayBuffer> => {
  const writer = createWriter()
  let before = 0
  for (const { group, records } of groups.toSorted((a, b) => a.group - b.group)) {
    writer.number(group - before)
    before = group
    writer.number(records.length)
    for (const { find, sealed } of records) {
      writer.raw(hashBytes(find))
      writer.number(sealed.length)
      writer.raw(sealed)
    }
  }
  return writer.bytes()
}

/** Reads what `packPeople` wrote. The records are views of the same bytes. @throws if it is something else */
export const readPeople = (bytes: Uint8Array<ArrayBuffer>): PeopleGroup[] => {
  const reader = createReader(bytes)
  const groups: PeopleGroup[] = []
  for (let group = 0; reader.left() > 0; ) {
    group += reader.number()
    const records = Array.from({ length: reader.number() }, (): SealedRecord => {
      const find = hashNumber(reader.raw(NUMBER_BYTES))
      return { find, sealed: reader.raw(reader.number()) }
    })
    groups.push({ group, records })
  }
  return groups
}
