import type { Route } from '@shiloh/contract/core'
import type { FastifyRequest } from 'fastify'
import { sha256 } from '#platform/auth/crypto'
import type { IdempotencyKey } from '#platform/context'
import type { Tx } from '#platform/db/db'
import { AppError, invalid } from '#platform/errors'
import { findAnswer, lockKey, saveAnswer } from './idempotency.store.ts'

const MAX_KEY = 200

/**
 * Returns the idempotency key of a request, on routes that accept one and for callers with an account. @throws AppError
 * invalid_input
 */
export const idempotencyKeyOf = (
  route: Route,
  name: string,
  request: Pick<FastifyRequest, 'headers' | 'url'>,
  rawBody: unknown,
  callerId: string | undefined,
): IdempotencyKey | null => {
  const key = route.idempotent ? request.headers['idempotency-key'] : undefined
  if (key === undefined) return null
  if (typeof key !== 'string' || key.length === 0 || key.length > MAX_KEY)
    throw invalid([{ field: 'Idempotency-Key', code: 'invalid' }])
  if (callerId === undefined) return null
  return { key, route: `${name} ${request.url}`, bodyHash: sha256(JSON.stringify(rawBody)) }
}

/** An answer with its status, as stored with a key. */
export interface StoredAnswer {
  readonly status: number
  readonly answer: unknown
}

/**
 * Returns the stored answer of a repeated request, or else does the work and stores its answer in the same transaction.
 * @throws AppError idempotency_in_flight while another request uses this key, idempotency_key_reused for another route
 * or body
 */
export const answerOnce = async (
  tx: Tx,
  callerId: string,
  key: IdempotencyKey,
  now: Date,
  work: () => Promise<StoredAnswer>,
): Promise<StoredAnswer> => {
  if (!(await lockKey(tx, callerId, key.key))) throw new AppError('idempotency_in_flight')
  const stored = await findAnswer(tx, callerId, key)
  if (stored) return stored
  const made = await work()
  await saveAnswer(tx, callerId, key, made.status, made.answer, now)
  return made
}
