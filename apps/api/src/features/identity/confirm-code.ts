import type { identityRoutes } from '@shiloh/contract/identity/identity'
import { CODE_CHANNELS, type CodeChannel, type ConfirmationAnswer } from '@shiloh/contract/identity/sign-in'
import { maskEmail, maskPhone } from '@shiloh/contract/text/masking'
import { z } from 'zod'
import { type Handlers, orchestrates } from '#http/binder'
import { countedAs, type TypedAddress } from '#platform/auth/typed-address'
import type { OrchestrateContext, WriteContext } from '#platform/context'
import type { Queryable } from '#platform/db/db'
import { found } from '#platform/db/found'
import { AppError } from '#platform/errors'
import { type AccountRow, findAccount, findAccountsByPhone } from './accounts.store.ts'
import { confirmed } from './confirm.ts'
import { sendCode } from './messages.ts'
import { beginSecondStep } from './mfa.ts'
import { MAX_ATTEMPTS } from './rules.ts'
import { failedSignIns } from './sign-in.ts'
import { countCodeTo, isOwn, KINDS } from './sign-in-code.ts'
import { countAttempt, useToken } from './tokens.store.ts'
import { isCode, issueToken, lockOwnToken, newCode } from './tokens.ts'

/** Confirming a session with a code instead of the password (docs/adr/0073-a-code-instead-of-the-password.md). */

/** What a token keeps: the session that it confirms, and where its code was sent. */
const sent = z.object({ confirms: z.string(), by: z.enum(CODE_CHANNELS), address: z.string() })

/** Returns the address of an account that a code by this way goes to, if its owner has confirmed it. */
const addressBy = (account: AccountRow, by: CodeChannel): TypedAddress | undefined => {
  const text = by === 'email' ? account.email : account.phone
  if (text === null) return undefined
  const address: TypedAddress = { kind: by === 'email' ? 'email' : 'phone', text }
  return isOwn(account, address) ? address : undefined
}

/** Returns whether somebody else has this phone in their account: its messages could then be read by either of them. */
const isShared = async (db: Queryable, { kind, text }: TypedAddress): Promise<boolean> =>
  kind === 'phone' && (await findAccountsByPhone(db, text, KINDS, { limit: 2, withPassword: false })).length > 1

/** Returns whether a second step remains besides a code that came by this way. */
const leavesSecondStep = ({ mfa_methods: methods }: AccountRow, by: CodeChannel): boolean =>
  methods.length === 0 || methods.some((method) => method !== by)

/** Returns the ways by which a code can confirm this account, the phone first. */
const waysOf = async (db: Queryable, account: AccountRow): Promise<{ by: CodeChannel; address: TypedAddress }[]> => {
  const known = (['sms', 'email'] as const).flatMap((by) => {
    const address = addressBy(account, by)
    return address && leavesSecondStep(account, by) ? [{ by, address }] : []
  })
  const shared = await Promise.all(known.map(({ address }) => isShared(db, address)))
  return known.filter((_, index) => !shared[index])
}

const requestCode = async (ctx: OrchestrateContext, { body }: { body: { by?: CodeChannel | undefined } }) => {
  const { id, sessionId } = ctx.caller
  const account = found(await findAccount(ctx.db, id))
  const ways = await waysOf(ctx.db, account)
  const way = body.by === undefined ? ways[0] : ways.find(({ by }) => by === body.by)
  if (!way) throw new AppError('no_way_for_code')
  const { by, address } = way
  await countCodeTo(ctx, countedAs(address))
  const token = await ctx.transact(async (inner) => {
    const code = newCode(inner)
    const issued = await issueToken(inner, {
      userId: id,
      purpose: 'identity_code',
      code,
      data: { confirms: sessionId, by, address: countedAs(address) },
    })
    await sendCode(inner, account, by, code)
    return issued
  })
  return {
    identity_code_token: token,
    by,
    sent_to: by === 'email' ? maskEmail(address.text) : maskPhone(address.text),
    ways: ways.map((one) => one.by),
    sent_at: ctx.now.toISOString(),
  }
}

/** Returns the account if the code's address is still its own, and nobody else's. */
const stillOwn = async (ctx: WriteContext, userId: string, { by, address }: z.output<typeof sent>) => {
  const account = await findAccount(ctx.tx, userId)
  const way = account && (await waysOf(ctx.tx, account)).find((one) => one.by === by)
  return way && countedAs(way.address) === address ? account : undefined
}

const confirmWithCode = async (
  ctx: OrchestrateContext,
  { body }: { body: { code: string } },
): Promise<ConfirmationAnswer> => {
  const { address } = sent.parse(ctx.token.data)
  // Counted before the code is compared, in the counters of sign-ins: parallel attempts cannot exceed the limits.
  const attempt = failedSignIns(ctx, address)
  await attempt.count()
  const answer = await ctx.transact<ConfirmationAnswer>(async (inner) => {
    const token = await lockOwnToken(inner)
    const data = sent.parse(token.data)
    if (!isCode(inner, token.code_hash, token.token_hash, body.code)) {
      await countAttempt(inner.tx, inner.now, token.id, MAX_ATTEMPTS)
      inner.audit({
        action: 'confirm_identity_failed',
        resource: 'sessions',
        objectId: token.user_id,
        after: { by: data.by },
      })
      throw new AppError('code_wrong', { commit: true, fields: [{ field: 'code', code: 'invalid' }] })
    }
    await useToken(inner.tx, inner.now, token.id)
    const account = await stillOwn(inner, token.user_id, data)
    if (!account) throw new AppError('token_expired', { commit: true })
    return account.mfa_methods.length > 0
      ? beginSecondStep(inner, account, { confirms: data.confirms, codeBy: data.by })
      : confirmed(inner, { id: data.confirms, userId: account.id }, data.by)
  })
  await attempt.forgive()
  return answer
}

type Names = 'requestIdentityCode' | 'confirmIdentityWithCode'

export const confirmCodeHandlers: Pick<Handlers<typeof identityRoutes>, Names> = {
  requestIdentityCode: orchestrates(requestCode),
  confirmIdentityWithCode: orchestrates(confirmWithCode),
}
