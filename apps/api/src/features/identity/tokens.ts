import { hashToken } from '#http/credentials'
import type { WriteContext } from '#platform/context'
import { AppError } from '#platform/errors'
import type { ReadWork, Work } from '#platform/jobs/work'
import { lockAccount } from './accounts.store.ts'
import { LIFETIME, type Purpose } from './rules.ts'
import { insertToken, type LockedToken, lockToken, spendTokens, useToken } from './tokens.store.ts'

/** Six digits. */
export const newCode = (ctx: Pick<ReadWork, 'deps'>): string =>
  String(ctx.deps.random.below(1_000_000)).padStart(6, '0')

/** What is stored of a code: bound to the request it was made for. */
export const hashCode = (ctx: Pick<ReadWork, 'deps'>, boundTo: string, code: string): string =>
  ctx.deps.crypto.keyedHash('code', `${boundTo}\n${code}`)

/** Whether this is the code whose hash is stored; a former key may have made it. */
export const isCode = (ctx: Pick<ReadWork, 'deps'>, stored: string | null, boundTo: string, code: string): boolean =>
  stored !== null && ctx.deps.crypto.keyedHashes('code', `${boundTo}\n${code}`).includes(stored)

interface Issue {
  readonly userId: string
  readonly purpose: Purpose
  readonly data?: Readonly<Record<string, unknown>>
  /** A code that has to come with the token. */
  readonly code?: string
  /** Older tokens of this purpose stay good. */
  readonly keepOlder?: boolean
}

/** Makes a single-use token and answers it; only its keyed hash is stored. A newer one makes the older worthless. */
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
 * The call's own token, locked; its account before it, in the order of code that spends all tokens of an account.
 * @throws token_expired when it was used in the meantime
 */
export const lockOwnToken = async (ctx: WriteContext): Promise<LockedToken> => {
  await lockAccount(ctx.tx, ctx.token.userId)
  const token = await lockToken(ctx.tx, ctx.now, ctx.token.id)
  if (!token) throw new AppError('token_expired')
  return token
}

/** Uses the call's own token, once. */
export const spendOwnToken = async (ctx: WriteContext): Promise<LockedToken> => {
  const token = await lockOwnToken(ctx)
  await useToken(ctx.tx, ctx.now, token.id)
  return token
}
