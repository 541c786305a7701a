import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  createPrivateKey,
  createPublicKey,
  createSecretKey,
  hkdfSync,
  sign,
  timingSafeEqual,
  type webcrypto,
} from 'node:crypto'
import type { Random } from '../random.ts'

/**
 * Keyed hashes, sealing and signing. Every key is derived from a master key for one purpose. New values use the current
 * master key, and values of former keys are still recognised.
 */
export interface Crypto {
  /** HMAC-SHA256, hex: the stored form of tokens and codes. */
  keyedHash(purpose: string, value: string): string
  /** The keyed hash with every key, the current one first: the possible stored hashes. */
  keyedHashes(purpose: string, value: string): readonly [string, ...string[]]
  /**
   * AES-256-GCM. `context` (the row of the text) is authenticated: a sealed text that is moved to another row does not
   * open. The result names its format and its key.
   */
  seal(plain: string, context: string): string
  /** @throws when the text was changed, belongs to another context, or its key is unknown */
  unseal(sealed: string, context: string): string
  /** The prefix of every text sealed with the current key. */
  readonly sealedPrefix: string
  /** Ed25519 over UTF-8 text, base64url. */
  sign(text: string): string
  /** Returns whether the current key or a former one signed it: tickets outlive keys. */
  verifySignature(text: string, signature: string): boolean
  /** The signature of a text with every key, the current one first. */
  signatures(text: string): readonly string[]
  /** Raw Ed25519 public keys, base64url, the current one first: what a gate device needs to check a QR code offline. */
  readonly publicKeys: readonly string[]
  /** HMAC-SHA256, for access tokens. */
  readonly jwtKey: webcrypto.CryptoKey
}

/** PKCS#8 prefix of an Ed25519 private key; the 32-byte seed follows (RFC 8410). */
const ED25519_PKCS8 = Buffer.from('302e020100300506032b657004220420', 'hex')

/** The format of a sealed text: `s1.<key>.<base64 of nonce, tag, AES-256-GCM>`. */
const FORM = 's1'
/** Texts in the old format have no key name and are plain base64. */
const SEALED = /^s1\.([0-9a-f]{8})\.([A-Za-z0-9+/=]+)$/

export const sha256 = (value: string | Buffer): string => createHash('sha256').update(value).digest('hex')

export const sameText = (a: string, b: string): boolean => {
  const left = createHash('sha256').update(a).digest()
  const right = createHash('sha256').update(b).digest()
  return timingSafeEqual(left, right)
}

/** Derives every key from one master key. */
const openKeys = (masterKey: Buffer) => {
  const derive = (purpose: string) => Buffer.from(hkdfSync('sha256', masterKey, 'shiloh', purpose, 32))
  const privateKey = createPrivateKey({
    key: Buffer.concat([ED25519_PKCS8, derive('ed25519')]),
    format: 'der',
    type: 'pkcs8',
  })
  const sealKey = derive('seal')
  const hashKey = derive('hash')
  return {
    /** Identifies the key without revealing anything about it. */
    name: derive('name').toString('hex').slice(0, 8),
    publicKey: createPublicKey(privateKey),
    sign: (text: string) => sign(null, Buffer.from(text), privateKey).toString('base64url'),
    // Imported once: with raw bytes, the key would be imported for every token.
    jwtKey: createSecretKey(derive('jwt')).toCryptoKey({ name: 'HMAC', hash: 'SHA-256' }, false, ['sign', 'verify']),
    hash: (purpose: string, value: string) =>
      createHmac('sha256', hashKey).update(`${purpose}\n${value}`).digest('hex'),
    seal: (nonce: Buffer, plain: string, context: string) => {
      const cipher = createCipheriv('aes-256-gcm', sealKey, nonce)
      cipher.setAAD(Buffer.from(context))
      const body = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()])
      return Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64')
    },
    unseal: (sealed: string, context: string) => {
      const bytes = Buffer.from(sealed, 'base64')
      const decipher = createDecipheriv('aes-256-gcm', sealKey, bytes.subarray(0, 12))
      decipher.setAAD(Buffer.from(context))
      decipher.setAuthTag(bytes.subarray(12, 28))
      return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8')
    },
  }
}
type Keys = ReturnType<typeof openKeys>

/** Opens a text that does not name its key: tries each key. */
const unsealUnnamed = ([keys, ...others]: readonly Keys[], sealed: string, context: string): string => {
  if (!keys) throw new Error('This sealed text belongs elsewhere, was changed, or its key is not among ours.')
  try {
    return keys.unseal(sealed, context)
  } catch {
    return unsealUnnamed(others, sealed, context)
  }
}

/** @param masterKeys the current one, then former ones */
export const openCrypto = (masterKeys: readonly [Buffer, ...Buffer[]], random: Random): Crypto => {
  const [present, ...former] = masterKeys
  const now = openKeys(present)
  const before = former.map(openKeys)
  const all = [now, ...before]
  const publicKeys = all.map(({ publicKey }) => {
    const { x } = publicKey.export({ format: 'jwk' })
    if (x === undefined) throw new Error('an Ed25519 key has an x coordinate')
    return x
  })
  return {
    keyedHash: now.hash,
    keyedHashes: (purpose, value) => [now.hash(purpose, value), ...before.map((keys) => keys.hash(purpose, value))],
    seal: (plain, context) => `${FORM}.${now.name}.${now.seal(random.bytes(12), plain, context)}`,
    unseal: (sealed, context) => {
      const [, name, text] = SEALED.exec(sealed) ?? []
      if (text === undefined) return unsealUnnamed(all, sealed, context)
      const keys = all.find((one) => one.name === name)
      if (!keys) throw new Error(`A text was sealed with the key ${name}, which is not among ours.`)
      return keys.unseal(text, context)
    },
    sealedPrefix: `${FORM}.${now.name}.`,
    sign: now.sign,
    // Ed25519 is deterministic (RFC 8032), and signing takes a third of the time of verifying.
    verifySignature: (text, signature) => all.some((keys) => sameText(keys.sign(text), signature)),
    signatures: (text) => all.map((keys) => keys.sign(text)),
    publicKeys,
    jwtKey: now.jwtKey,
  }
}
