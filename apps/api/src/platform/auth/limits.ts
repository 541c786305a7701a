import type { RateLimit } from '@shiloh/contract/core'
import type pg from 'pg'
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import { AppError } from '../errors.ts'

export interface Limits {
  /** Counts one call. @throws AppError too_many_requests with the seconds to wait */
  consume(name: string, limit: RateLimit, key: string): Promise<void>
  /** Takes back a counted call that turned out not to count. */
  giveBack(name: string, limit: RateLimit, key: string): Promise<void>
  /** Resets a counter: a success followed the counted failures. */
  forget(name: string, limit: RateLimit, key: string): Promise<void>
}

const refused = (milliseconds: number): AppError =>
  new AppError('too_many_requests', { retryAfter: Math.max(1, Math.ceil(milliseconds / 1000)) })

/** Counters are in the database, so that several processes share them. */
export const openLimits = (pool: pg.Pool): Limits => {
  const limiters = new Map<string, RateLimiterPostgres>()
  const limiterFor = (name: string, limit: RateLimit) => {
    const prefix = `${name}:${limit.by}:${limit.points}/${limit.seconds}`
    const known = limiters.get(prefix)
    if (known) return known
    const made = new RateLimiterPostgres({
      storeClient: pool,
      storeType: 'pool',
      tableName: 'rate_limits',
      tableCreated: true,
      keyPrefix: prefix,
      points: limit.points,
      duration: limit.seconds,
      clearExpiredByTimeout: false,
    })
    limiters.set(prefix, made)
    return made
  }
  return {
    consume: async (name, limit, key) => {
      try {
        await limiterFor(name, limit).consume(key)
      } catch (error) {
        if (error instanceof RateLimiterRes) throw refused(error.msBeforeNext)
        throw error
      }
    },
    giveBack: async (name, limit, key) => {
      await limiterFor(name, limit).reward(key)
    },
    forget: async (name, limit, key) => {
      await limiterFor(name, limit).delete(key)
    },
  }
}
