import { randomBytes, randomInt } from 'node:crypto'

/** Randomness is injected, so that tests can repeat a run. */
export interface Random {
  bytes(size: number): Buffer
  /** An integer from 0 up to, not including, `limit`. */
  below(limit: number): number
}

const POOL = 4096
let pool = Buffer.alloc(0)

/**
 * Takes small amounts from a larger buffer, each byte once: requesting eight bytes from the system costs as much as
 * many.
 */
const pooledBytes = (size: number): Buffer => {
  if (size > POOL / 8) return randomBytes(size)
  if (pool.length < size) pool = randomBytes(POOL)
  const taken = Buffer.from(pool.subarray(0, size))
  pool = pool.subarray(size)
  return taken
}

export const systemRandom: Random = { bytes: pooledBytes, below: (limit) => randomInt(limit) }

/** 24 hexadecimal digits: the second, then 64 random bits (the same format as the database's new_id()). */
export const newId = (now: Date, random: Random): string =>
  Math.floor(now.getTime() / 1000)
    .toString(16)
    .padStart(8, '0') + random.bytes(8).toString('hex')

/** 24 hexadecimal digits, all random: for public ids. */
export const unguessableId = (random: Random): string => random.bytes(12).toString('hex')
