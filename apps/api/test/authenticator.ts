import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'

/** A passkey of a device, in software: what a browser would answer (https://www.w3.org/TR/webauthn-3). */

const FLAGS = { present: 1, verified: 4, attested: 64 } as const

const sha256 = (data: Uint8Array | string) => createHash('sha256').update(data).digest()
const head = (major: number, length: number): Buffer =>
  length < 24
    ? Buffer.from([(major << 5) | length])
    : length < 256
      ? Buffer.from([(major << 5) | 24, length])
      : Buffer.from([(major << 5) | 25, length >> 8, length & 255])
const text = (value: string) => Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)])
const bytes = (value: Buffer) => Buffer.concat([head(2, value.length), value])
const int = (value: number) => (value < 0 ? head(1, -1 - value) : head(0, value))
const map = (...pairs: Buffer[]) => Buffer.concat([head(5, pairs.length / 2), ...pairs])

/** The public key in COSE: EC2, ES256, P-256. */
const coseKey = (key: KeyObject): Buffer => {
  const { x = '', y = '' } = key.export({ format: 'jwk' })
  const coordinate = (value: string) => bytes(Buffer.from(value, 'base64url'))
  return map(int(1), int(2), int(3), int(-7), int(-1), int(1), int(-2), coordinate(x), int(-3), coordinate(y))
}

export interface Authenticator {
  readonly id: string
  /** Makes the passkey. */
  create(challenge: string): {
    id: string
    rawId: string
    type: 'public-key'
    response: { clientDataJSON: string; attestationObject: string; transports: string[] }
  }
  /** Answers a challenge. */
  answer(
    challenge: string,
    change?: { readonly origin?: string; readonly verified?: boolean; readonly counter?: number },
  ): {
    id: string
    rawId: string
    type: 'public-key'
    response: { clientDataJSON: string; authenticatorData: string; signature: string }
  }
}

/** Returns a new authenticator for the site with this address. It counts its uses. */
export const newAuthenticator = (origin: string): Authenticator => {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const credential = randomBytes(32)
  const id = credential.toString('base64url')
  const site = sha256(new URL(origin).hostname)
  let uses = 0
  const clientData = (type: string, challenge: string, from = origin) =>
    Buffer.from(JSON.stringify({ type, challenge, origin: from, crossOrigin: false }))
  const authData = (flags: number, counter: number, attested = Buffer.alloc(0)) => {
    const counted = Buffer.alloc(4)
    counted.writeUInt32BE(counter)
    return Buffer.concat([site, Buffer.from([flags]), counted, attested])
  }
  return {
    id,
    create: (challenge) => {
      const length = Buffer.alloc(2)
      length.writeUInt16BE(credential.length)
      const attested = Buffer.concat([Buffer.alloc(16), length, credential, coseKey(publicKey)])
      const data = authData(FLAGS.present | FLAGS.verified | FLAGS.attested, 0, attested)
      const object = map(text('fmt'), text('none'), text('attStmt'), map(), text('authData'), bytes(data))
      return {
        id,
        rawId: id,
        type: 'public-key',
        response: {
          clientDataJSON: clientData('webauthn.create', challenge).toString('base64url'),
          attestationObject: object.toString('base64url'),
          transports: ['internal'],
        },
      }
    },
    answer: (challenge, { origin: from, verified = true, counter } = {}) => {
      uses += 1
      const client = clientData('webauthn.get', challenge, from)
      const data = authData(FLAGS.present | (verified ? FLAGS.verified : 0), counter ?? uses)
      const signature = sign('sha256', Buffer.concat([data, sha256(client)]), privateKey)
      return {
        id,
        rawId: id,
        type: 'public-key',
        response: {
          clientDataJSON: client.toString('base64url'),
          authenticatorData: data.toString('base64url'),
          signature: signature.toString('base64url'),
        },
      }
    },
  }
}
