import { setImmediate } from 'node:timers/promises'
import { readTicketPath } from '@shiloh/contract/reservations/ticket-code'
import { expect, test, vi } from 'vitest'
import { systemRandom } from '../random.ts'
import { openCrypto } from './crypto.ts'
import { openSignedIds, type SignedId } from './signed-ids.ts'

const crypto = openCrypto([Buffer.alloc(32, 7)], systemRandom)

test('without a stock, ids are unsigned and unique', () => {
  const ids = openSignedIds(systemRandom, crypto)
  const taken = Array.from({ length: 100 }, () => ids.next())
  expect(new Set(taken.map(({ id }) => id)).size).toBe(100)
  for (const { id, path } of taken) {
    expect(id).toMatch(/^[0-9a-f]{24}$/)
    expect(path).toBeUndefined()
  }
})

test('a stock is signed ahead, used up, and refilled while idle', async () => {
  const sign = vi.fn(crypto.sign)
  const ids = openSignedIds(systemRandom, { sign }, 20)
  ids.start()
  await expect.poll(() => sign.mock.calls.length).toBe(20)
  const taken = Array.from({ length: 25 }, () => ids.next())
  expect(new Set(taken.map(({ id }) => id)).size).toBe(25)
  const isSigned = ({ id, path }: SignedId): boolean => {
    const read = path === undefined ? null : readTicketPath(path)
    return read !== null && read.qrId === id && crypto.verifySignature(id, read.signature)
  }
  expect(taken.filter(isSigned).length).toBe(20)
  expect(taken.slice(20).every(({ path }) => path === undefined)).toBe(true)
  await expect.poll(() => sign.mock.calls.length).toBe(40)
  expect(isSigned(ids.next())).toBe(true)
  ids.stop()
})

test('nothing is signed while people reserve', async () => {
  const sign = vi.fn(crypto.sign)
  const ids = openSignedIds(systemRandom, { sign }, 20, 60_000)
  ids.start()
  await expect.poll(() => sign.mock.calls.length).toBe(20)
  for (let turn = 0; turn < 20; turn += 1) {
    ids.next()
    await setImmediate()
  }
  expect(sign).toHaveBeenCalledTimes(20)
  ids.stop()
})
