/**
 * The signed address in a QR code, as short as a QR code can take it. An id of 12 bytes and an Ed25519 signature of 64 are
 * written as one number in digits and capital letters: a QR code stores these in 5.5 bits each, and any other letter in 8.
 * With a host name of up to 25 characters the code has 37 × 37 modules. The same as a query string needed 53 × 53.
 */
const BASE = 36
/** Hexadecimal digits of id and signature. */
const ID_DIGITS = 24
const DIGITS = ID_DIGITS + 128
/** Enough for 76 bytes: 36 to the power of 118 is more than 2 to the power of 608. */
const LENGTH = 118
const PACKED = /^(.*)(\/Q\/)([0-9A-Z]{118})$/i
/** Ten digits are exact as a double. */
const CHUNK = 10
const BASE64URL = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'

const pieces = (text: string, length: number): string[] =>
  Array.from({ length: Math.ceil(text.length / length) }, (_, index) =>
    text.slice(index * length, (index + 1) * length),
  )

/** Values of letters by their code, and twelve bits in hexadecimal: tables, since a sale writes thousands of codes a second. */
const SIX_BITS = new Uint8Array(128)
for (let value = 0; value < 64; value += 1) SIX_BITS[BASE64URL.charCodeAt(value)] = value
const TWELVE_BITS = Array.from({ length: 4096 }, (_, bits) => bits.toString(16).padStart(3, '0'))

// Two letters of base64 are twelve bits. The last four bits of 86 letters are padding.
const hexOf = (signature: string): string => {
  let hex = ''
  for (let at = 0; at < signature.length; at += 2) {
    const bits = (SIX_BITS[signature.charCodeAt(at)] ?? 0) * 64 + (SIX_BITS[signature.charCodeAt(at + 1)] ?? 0)
    hex += TWELVE_BITS[bits]
  }
  return hex.slice(0, -1)
}

const signatureOf = (hex: string): string =>
  pieces(`${hex}0`, 3)
    .map((digits) => {
      const bits = Number.parseInt(digits, 16)
      return BASE64URL.charAt(bits >> 6) + BASE64URL.charAt(bits & 63)
    })
    .join('')

/** Returns the path of a ticket. `qrId` is 24 hexadecimal digits, `signature` its Ed25519 signature in base64url. */
export const ticketPath = (qrId: string, signature: string): string =>
  `/Q/${BigInt(`0x${qrId}${hexOf(signature)}`)
    .toString(BASE)
    .toUpperCase()
    .padStart(LENGTH, '0')}`

/** Reads what `ticketPath` wrote from the end of an address. Null if it is something else. */
export const readTicketPath = (address: string): { qrId: string; signature: string } | null => {
  const packed = PACKED.exec(address)?.[3]
  if (packed === undefined) return null
  const number = pieces(packed.padStart(12 * CHUNK, '0'), CHUNK).reduce(
    (sum, chunk) => sum * BigInt(BASE ** CHUNK) + BigInt(Number.parseInt(chunk, BASE)),
    0n,
  )
  const hex = number.toString(16).padStart(DIGITS, '0')
  // 118 digits can say slightly more than 76 bytes.
  if (hex.length > DIGITS) return null
  return { qrId: hex.slice(0, ID_DIGITS), signature: signatureOf(hex.slice(ID_DIGITS)) }
}

/** Returns an address as a QR code shows it. Scheme and host mean the same in capital letters, which take less room. */
export const qrText = (address: string): string => {
  const [, host, path, packed] = PACKED.exec(address) ?? []
  // A folder behind the host keeps its letters: it can differ from one in capital letters.
  return host && path && packed && /^https?:\/\/[^/]+$/i.test(host) ? host.toUpperCase() + path + packed : address
}

/** Options for drawing it: the strongest error correction that costs no further modules. */
export const QR_CORRECTION = { ecc: 'L', boostEcc: true } as const
