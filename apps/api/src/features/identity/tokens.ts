import { hashToken } from '#http/credentials'
import type { WriteContext } from '#platform/context'
import { AppError } from '#platform/errors'
import type { ReadWork, Work } from '#platform/jobs/work'
import { lockAccount } from './accounts.store.ts'
import { LIFETIME, type Purpose } from './rules.ts'
import { insertToken, type LockedToken, lockToken, spendTokens, useToken } from './tokens.store.ts'

/** Returns six random digits. */
export const newCode = (ctx: Pick<ReadWork, 'deps'>): string =>
  String(ctx.deps.random.below(1_000_000)).padStart(6, '0')

/** Returns the hash that is stored for a code, bound to the request that it was made for. */
export const hashCode = (ctx: Pick<ReadWork, 'deps'>, boundTo: string, code: string): string =>
  ctx.deps.crypto.keyedHash('code', `${boundTo}\n${code}`)

/** Returns whether the code matches the stored hash, which can be from a former key. */
export const isCode = (ctx: Pick<ReadWork, 'deps'>, stored: string | null, boundTo: string, code: string): boolean =>
  stored !== null && ctx.deps.crypto.keyedHashes('code', `${boundTo}\n${code}`).includes(stored)

interface Issue {
  readonly userId: string
  readonly purpose: Purpose
  readonly data?: Readonly<Record<string, unknown>>
  /** A code that is required together with the token. */
  readonly code?: string
  /** Older tokens of this purpose stay valid. */
  readonly keepOlder?: boolean
}

/** Issues a single-use token. Only its keyed hash is stored. Older tokens of the purpose become invalid. */
export const issueToken = async (ctx: Work, issue: Issue): Promise<string> => {
  const token = ctx.deps.random.bytes(32).toString('base64url')
  const tokenHash = hashToken(ctx.deps, token)
  if (!issue.keepOlder) await spendTokens(ctx.tx, ctx.now, issue.userId, [issue.purpose])
  await insertToken(ctx.tx, ctx.now, {
    userId: issue.userId,
    purpose: issue.purpose,
    tokenHash,
    codeHash: issue.code === undefined ? null : hashCode(ctx, tokenHash, issue.code),
    data: issue.data ?? {},
    expiresAt: new Date(ctx.now.getTime() + LIFETIME[issue.purpose]),
  })
  return token
}

/**
 * Locks the call's account, then its token, in the order of the code that invalidates all tokens of an account.
 * @throws token_expired when the token was used in the meantime
 */
export const lockOwnToken = async (ctx: WriteContext): Promise<LockedToken> => {
  await lockAccount(ctx.tx, ctx.token.userId)
  const token = await lockToken(ctx.tx, ctx.now, ctx.token.id)
  if (!token) throw new AppError('token_expired')
  return token
}

/** Uses up the call's own token. */
export const spendOwnToken = async (ctx: WriteContext): Promise<LockedToken> => {
  const token = await lockOwnToken(ctx)
  await useToken(ctx.tx, ctx.now, token.id)
  return token
}
