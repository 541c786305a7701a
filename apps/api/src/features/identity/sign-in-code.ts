import type { RateLimit, UserType } from '@shiloh/contract/core'
import type { identityRoutes } from '@shiloh/contract/identity/identity'
import type { LoginAnswer } from '@shiloh/contract/identity/sign-in'
import { z } from 'zod'
import { type Handlers, orchestrates } from '#http/binder'
import { hashToken } from '#http/credentials'
import { countedAs, type TypedAddress } from '#platform/auth/typed-address'
import type { OrchestrateContext, WriteContext } from '#platform/context'
import type { Job } from '#platform/deps'
import { AppError } from '#platform/errors'
import { inWork, type ReadWork } from '#platform/jobs/work'
import { type AccountRow, findAccount, findAccountsByPhone } from './accounts.store.ts'
import { sendSignInCode } from './messages.ts'
import { LIFETIME, MAX_ATTEMPTS } from './rules.ts'
import { addressIn, enterAny, failedSignIns, findByAddress, MOST_SHARING } from './sign-in.ts'
import { countAttempt, insertToken, lockCodeToken, replaceCode, useToken } from './tokens.store.ts'
import { hashCode, isCode, newCode } from './tokens.ts'

/** Signing in with a code instead of the password (docs/adr/0073-a-code-instead-of-the-password.md). */

/** Who can sign in with a code. Staff and volunteers at the gate need their password. */
export const KINDS: readonly UserType[] = ['user', 'vendor']

/** Codes that can be requested for one address, whether or not it has an account. */
const REQUESTS: readonly RateLimit[] = [
  { points: 1, seconds: 60, by: 'body.email' },
  { points: 3, seconds: 600, by: 'body.email' },
  { points: 12, seconds: 86_400, by: 'body.email' },
]

/** Counts a code to this address that takes the place of a password. @throws too_many_requests */
export const countCodeTo = async ({ deps }: Pick<ReadWork, 'deps'>, address: string): Promise<void> => {
  for (const limit of REQUESTS) await deps.limits.consume('sign_in_code', limit, address)
}

/** What a code was sent by, and the accounts that it opens. Nothing was sent to an address without an account. */
const sent = z.object({
  /** The key of the address's counters. */
  address: z.string(),
  by: z.enum(['email', 'sms']).optional(),
  accounts: z.array(z.string()).default([]),
})

/** Returns whether the account has proved that this address is its own. */
export const isOwn = (account: AccountRow, { kind, text }: TypedAddress): boolean =>
  kind === 'email'
    ? account.email === text && account.email_confirmed_at !== null
    : account.phone === text && account.phone_verified_at !== null

/** Returns the accounts that a code to this address can open. */
const openedBy = async (ctx: ReadWork, address: TypedAddress): Promise<AccountRow[]> => {
  const accounts =
    address.kind === 'phone'
      ? await findAccountsByPhone(ctx.db, address.text, KINDS, { limit: MOST_SHARING, withPassword: false })
      : await findByAddress(ctx, address, KINDS)
  return accounts.filter((account) => isOwn(account, address) && account.status !== 'deactivated')
}

const requestCode = async (
  ctx: OrchestrateContext,
  { body }: { body: { email?: string | undefined; phone?: string | undefined } },
) => {
  const address = await addressIn(ctx, body)
  await countCodeTo(ctx, countedAs(address))
  const token = ctx.deps.random.bytes(32).toString('base64url')
  const tokenHash = hashToken(ctx.deps, token)
  await ctx.transact(async (inner) => {
    await insertToken(inner.tx, inner.now, {
      userId: null,
      purpose: 'sign_in_code',
      tokenHash,
      data: { address: countedAs(address) },
      expiresAt: new Date(inner.now.getTime() + LIFETIME.sign_in_code),
    })
    // The account is looked up after the answer, so that the response time reveals nothing.
    await inner.enqueue(SEND_SIGN_IN_CODE, { email: body.email, phone: body.phone, token_hash: tokenHash })
  })
  return { sign_in_code_token: token, sent_at: ctx.now.toISOString() }
}

export const SEND_SIGN_IN_CODE = 'send_sign_in_code'
const payloadOf = z.object({ email: z.string().optional(), phone: z.string().optional(), token_hash: z.string() })

/** The job of a request: sends the code if an account has this address and has confirmed it. */
export const sendCodeToSignIn: Job = async (payload, deps) => {
  const { token_hash: tokenHash, ...typed } = payloadOf.parse(payload)
  const address = await addressIn({ db: deps.db }, typed)
  await inWork(deps, async (ctx) => {
    const accounts = await openedBy(ctx, address)
    const [first] = accounts
    const token = first && (await lockCodeToken(ctx.tx, ctx.now, { tokenHash }))
    if (!first || !token) return
    const by = address.kind === 'email' ? 'email' : 'sms'
    const code = newCode(ctx)
    await replaceCode(ctx.tx, token.id, hashCode(ctx, tokenHash, code), {
      ...sent.parse(token.data),
      by,
      accounts: accounts.map(({ id }) => id),
    })
    await sendSignInCode(ctx, first, by, code)
  })
}

/** Returns the accounts that the code opens now: those that still have the address that it was sent to. */
const stillOpened = async (ctx: WriteContext, { address, by, accounts }: z.output<typeof sent>) => {
  const rows = await Promise.all(accounts.map((id) => findAccount(ctx.tx, id)))
  return rows.filter((row): row is AccountRow => {
    const text = by === 'email' ? row?.email : row?.phone
    if (!row || !text || !KINDS.includes(row.user_type)) return false
    const now: TypedAddress = { kind: by === 'email' ? 'email' : 'phone', text }
    return isOwn(row, now) && countedAs(now) === address
  })
}

const signInWithCode = async (ctx: OrchestrateContext, { body }: { body: { code: string } }): Promise<LoginAnswer> => {
  const { address } = sent.parse(ctx.token.data)
  // Counted before the code is compared, as a wrong password is: parallel attempts cannot exceed the limits.
  const attempt = failedSignIns(ctx, address)
  await attempt.count()
  const answer = await ctx.transact(async (inner) => {
    const token = await lockCodeToken(inner.tx, inner.now, { id: ctx.token.id })
    if (!token) throw new AppError('token_expired')
    const data = sent.parse(token.data)
    if (!isCode(inner, token.code_hash, token.token_hash, body.code)) {
      await countAttempt(inner.tx, inner.now, token.id, MAX_ATTEMPTS)
      inner.audit({ action: 'sign_in_failed', resource: 'sessions', objectId: data.accounts[0], after: { by: 'code' } })
      throw new AppError('code_wrong', { commit: true, fields: [{ field: 'code', code: 'invalid' }] })
    }
    await useToken(inner.tx, inner.now, token.id)
    const accounts = await stillOpened(inner, data)
    if (accounts.length === 0) throw new AppError('token_expired', { commit: true })
    return enterAny(inner, accounts, data.by)
  })
  await attempt.forgive()
  return answer
}

type Names = 'requestLoginCode' | 'loginWithCode'

export const signInCodeHandlers: Pick<Handlers<typeof identityRoutes>, Names> = {
  requestLoginCode: orchestrates(requestCode),
  loginWithCode: orchestrates(signInWithCode),
}
