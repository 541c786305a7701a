import { expect, test, vi } from 'vitest'
import { systemRandom } from '../random.ts'
import { openCrypto } from './crypto.ts'
import { openSignedIds } from './signed-ids.ts'

const crypto = openCrypto([Buffer.alloc(32, 7)], systemRandom)

test('without a stock, ids are unsigned and unique', () => {
  const ids = openSignedIds(systemRandom, crypto)
  const taken = Array.from({ length: 100 }, () => ids.next())
  expect(new Set(taken.map(({ id }) => id)).size).toBe(100)
  for (const { id, signature } of taken) {
    expect(id).toMatch(/^[0-9a-f]{24}$/)
    expect(signature).toBeUndefined()
  }
})

test('a stock is signed ahead, used up, and refilled while idle', async () => {
  const sign = vi.fn(crypto.sign)
  const ids = openSignedIds(systemRandom, { sign }, 20)
  ids.start()
  await vi.waitFor(() => expect(sign).toHaveBeenCalledTimes(20))
  const taken = Array.from({ length: 25 }, () => ids.next())
  expect(new Set(taken.map(({ id }) => id)).size).toBe(25)
  expect(
    taken.filter(({ id, signature }) => signature !== undefined && crypto.verifySignature(id, signature)).length,
  ).toBe(20)
  expect(taken.slice(20).every(({ signature }) => signature === undefined)).toBe(true)
  await vi.waitFor(() => expect(sign).toHaveBeenCalledTimes(40))
  expect(ids.next().signature).toBeDefined()
  ids.stop()
})
