import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  createPrivateKey,
  createPublicKey,
  hkdfSync,
  type KeyObject,
  sign,
  timingSafeEqual,
  verify,
} from 'node:crypto'
import type { Random } from './random.ts'

/** Keyed hashes, sealing and signing; every key is derived from the master key for one purpose. */
export interface Crypto {
  /** HMAC-SHA256, hex: what is stored of a token or a code. */
  keyedHash(purpose: string, value: string): string
  /** AES-256-GCM. `context` (the row it belongs to) is bound in: a sealed text moved to another row does not open. */
  seal(plain: string, context: string): string
  /** @throws when the text was changed or belongs to another context */
  unseal(sealed: string, context: string): string
  /** Ed25519 over UTF-8 text, base64url. */
  sign(text: string): string
  verifySignature(text: string, signature: string): boolean
  /** Raw Ed25519 public key, base64url: what a gate device needs to check a QR code without a network. */
  readonly publicKey: string
  readonly jwtKey: Uint8Array
}

/** PKCS#8 prefix of an Ed25519 private key; the 32-byte seed follows (RFC 8410). */
const ED25519_PKCS8 = Buffer.from('302e020100300506032b657004220420', 'hex')

export const sha256 = (value: string | Buffer): string => createHash('sha256').update(value).digest('hex')

export const sameText = (a: string, b: string): boolean => {
  const left = createHash('sha256').update(a).digest()
  const right = createHash('sha256').update(b).digest()
  return timingSafeEqual(left, right)
}

export const openCrypto = (masterKey: Buffer, random: Random): Crypto => {
  const derive = (purpose: string) => Buffer.from(hkdfSync('sha256', masterKey, 'shiloh', purpose, 32))
  const sealKey = derive('seal')
  const hashKey = derive('hash')
  const privateKey: KeyObject = createPrivateKey({
    key: Buffer.concat([ED25519_PKCS8, derive('ed25519')]),
    format: 'der',
    type: 'pkcs8',
  })
  const publicKey = createPublicKey(privateKey)
  const raw = publicKey.export({ format: 'jwk' }).x
  if (raw === undefined) throw new Error('an Ed25519 key has an x coordinate')
  return {
    keyedHash: (purpose, value) => createHmac('sha256', hashKey).update(`${purpose}\n${value}`).digest('hex'),
    seal: (plain, context) => {
      const iv = random.bytes(12)
      const cipher = createCipheriv('aes-256-gcm', sealKey, iv)
      cipher.setAAD(Buffer.from(context))
      const body = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()])
      return Buffer.concat([iv, cipher.getAuthTag(), body]).toString('base64')
    },
    unseal: (sealed, context) => {
      const bytes = Buffer.from(sealed, 'base64')
      const decipher = createDecipheriv('aes-256-gcm', sealKey, bytes.subarray(0, 12))
      decipher.setAAD(Buffer.from(context))
      decipher.setAuthTag(bytes.subarray(12, 28))
      return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8')
    },
    sign: (text) => sign(null, Buffer.from(text), privateKey).toString('base64url'),
    verifySignature: (text, signature) =>
      verify(null, Buffer.from(text), publicKey, Buffer.from(signature, 'base64url')),
    publicKey: raw,
    jwtKey: derive('jwt'),
  }
}
