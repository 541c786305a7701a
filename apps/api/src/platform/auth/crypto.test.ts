import { createCipheriv, hkdfSync } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { systemRandom } from '../random.ts'
import { openCrypto } from './crypto.ts'

const key = (letter: string) => Buffer.alloc(32, letter)
const before = openCrypto([key('a')], systemRandom)
const after = openCrypto([key('b'), key('a')], systemRandom)
const stranger = openCrypto([key('c')], systemRandom)

/** Seals a text in the old format, without the name of the key. */
function sealUnnamed(masterKey: Buffer, plain: string, context: string): string {
  const nonce = systemRandom.bytes(12)
  const sealKey = Buffer.from(hkdfSync('sha256', masterKey, 'shiloh', 'seal', 32))
  const cipher = createCipheriv('aes-256-gcm', sealKey, nonce)
  cipher.setAAD(Buffer.from(context))
  const body = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64')
}

describe('a change of the key', () => {
  it('leaves what was sealed before readable, and seals with the new one', () => {
    const old = before.seal('pregnant', 'care:1')
    expect(old.startsWith(before.sealedPrefix)).toBe(true)
    expect(after.unseal(old, 'care:1')).toBe('pregnant')
    const fresh = after.seal('pregnant', 'care:1')
    expect(fresh.startsWith(after.sealedPrefix)).toBe(true)
    expect(() => before.unseal(fresh, 'care:1')).toThrow('not among ours')
  })

  it('leaves texts readable that do not name their key', () => {
    const old = sealUnnamed(key('a'), 'salt free', 'care:2')
    expect(before.unseal(old, 'care:2')).toBe('salt free')
    expect(after.unseal(old, 'care:2')).toBe('salt free')
    expect(() => stranger.unseal(old, 'care:2')).toThrow('not among ours')
  })

  it('keeps signatures valid, and signs with the new key', () => {
    const old = before.sign('receipt')
    expect(after.verifySignature('receipt', old)).toBe(true)
    expect(after.verifySignature('another', old)).toBe(false)
    expect(before.verifySignature('receipt', after.sign('receipt'))).toBe(false)
    expect(stranger.verifySignature('receipt', old)).toBe(false)
  })

  it('recognises hashes of both keys, the new one first', () => {
    const [present, former] = after.keyedHashes('token', 'x')
    expect(present).toBe(after.keyedHash('token', 'x'))
    expect(former).toBe(before.keyedHash('token', 'x'))
  })
})

describe('a sealed text', () => {
  it('opens in its own place only, and unchanged', () => {
    const sealed = after.seal('text', 'row 1')
    expect(() => after.unseal(sealed, 'row 2')).toThrow()
    // The last character before the padding has unused bits. The one five before it has none.
    const other = sealed.at(-6) === 'A' ? 'B' : 'A'
    expect(() => after.unseal(sealed.slice(0, -6) + other + sealed.slice(-5), 'row 1')).toThrow()
  })
})
