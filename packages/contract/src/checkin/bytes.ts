/** Whole numbers and texts in few bytes, for what is sealed: a sealed byte cannot be compressed any more. */

const SEVEN_BITS = 128

export interface ByteWriter {
  /** Writes a whole number from 0 on: seven bits in each byte, the lowest first. @throws if it is something else */
  readonly number: (value: number) => void
  readonly raw: (some: Uint8Array) => void
  readonly bytes: () => Uint8Array<ArrayBuffer>
}

export const createWriter = (): ByteWriter => {
  let all = new Uint8Array(64)
  let length = 0
  const makeRoom = (more: number) => {
    if (length + more <= all.length) return
    const larger = new Uint8Array(Math.max(all.length * 2, length + more))
    larger.set(all)
    all = larger
  }
  return {
    number(value) {
      if (!Number.isSafeInteger(value) || value < 0) throw new Error(`not a whole number from 0 on: ${value}`)
      makeRoom(8)
      let rest = value
      for (; rest >= SEVEN_BITS; length += 1) {
        all[length] = (rest % SEVEN_BITS) + SEVEN_BITS
        rest = Math.floor(rest / SEVEN_BITS)
      }
      all[length] = rest
      length += 1
    },
    raw(some) {
      makeRoom(some.length)
      all.set(some, length)
      length += some.length
    },
    bytes: () => all.slice(0, length),
  }
}

export interface ByteReader {
  readonly number: () => number
  readonly raw: (length: number) => Uint8Array<ArrayBuffer>
  /** The bytes that are left. */
  readonly left: () => number
}

/** Reads what a writer wrote, and throws at the end of the bytes. */
export const createReader = (bytes: Uint8Array<ArrayBuffer>): ByteReader => {
  let at = 0
  const next = (): number => {
    const byte = bytes[at]
    if (byte === undefined) throw new Error('the bytes end too early')
    at += 1
    return byte
  }
  return {
    number() {
      let [value, unit] = [0, 1]
      for (;;) {
        const byte = next()
        value += (byte % SEVEN_BITS) * unit
        if (byte < SEVEN_BITS) return value
        unit *= SEVEN_BITS
      }
    },
    raw(length) {
      if (at + length > bytes.length) throw new Error('the bytes end too early')
      at += length
      return bytes.subarray(at - length, at)
    },
    left: () => bytes.length - at,
  }
}

/** UTF-8, with nothing but the language: the contract knows neither a browser nor Node.js. */
export const utf8Of = (text: string): Uint8Array<ArrayBuffer> => {
  const escaped = encodeURIComponent(text.toWellFormed())
  const letters = escaped.replace(/%(..)/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  return Uint8Array.from(letters, (letter) => letter.charCodeAt(0))
}

/** Returns the text of UTF-8 bytes. @throws URIError if they are something else */
export const textOfUtf8 = (bytes: Uint8Array): string =>
  decodeURIComponent(Array.from(bytes, (byte) => `%${byte.toString(16).padStart(2, '0')}`).join(''))
