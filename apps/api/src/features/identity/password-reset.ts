import { USER_TYPES, type UserType } from '@shiloh/contract/core'
import type { identityRoutes } from '@shiloh/contract/identity/identity'
import { z } from 'zod'
import { readSettings } from '#features/organisation'
import { type Handlers, orchestrates, writes } from '#http/binder'
import { mayWriteTo } from '#platform/auth/typed-address'
import type { OrchestrateContext, WriteContext } from '#platform/context'
import { found } from '#platform/db/found'
import type { Job } from '#platform/deps'
import { AppError } from '#platform/errors'
import { inWork } from '#platform/jobs/work'
import { findAccount, formerPasswords, setPassword, updateAccount } from './accounts.store.ts'
import { sendNotice, sendPasswordReset } from './messages.ts'
import { isPassword, newPasswordHash } from './passwords.ts'
import { passwordWords } from './registration.ts'
import { endSessions } from './sessions.ts'
import { addressIn, findByAddress } from './sign-in.ts'
import { closeToCodes, spendTokens } from './tokens.store.ts'
import { spendOwnToken } from './tokens.ts'

const requestReset =
  (kinds: readonly UserType[]) =>
  async (ctx: WriteContext, { body }: { body: { email?: string | undefined; phone?: string | undefined } }) => {
    // The account is looked up after the answer, so that the response time reveals nothing.
    await ctx.enqueue(SEND_RESET, { email: body.email, phone: body.phone, kinds })
    return {}
  }

export const SEND_RESET = 'send_password_reset'
const resetPayload = z.object({
  email: z.string().optional(),
  phone: z.string().optional(),
  kinds: z.array(z.enum(USER_TYPES)),
})

/** The job of a password reset request: sends the link if the account exists. */
export const sendReset: Job = async (payload, deps) => {
  const { kinds, ...typed } = resetPayload.parse(payload)
  const address = await addressIn({ db: deps.db }, typed)
  if (!(await mayWriteTo(deps, address.text))) return
  await inWork(deps, async (ctx) => {
    // Nobody if the phone is shared: the person holding it could take over every account on it.
    const [account, ...others] = await findByAddress(ctx, address, kinds)
    if (account && others.length === 0 && account.status !== 'deactivated')
      await sendPasswordReset(ctx, account, address.kind === 'email' ? 'mail' : 'sms')
  })
}

interface NewPassword {
  readonly password: string
  readonly password_confirmation: string
}

/** Ends all access that the old password gave. */
const replacePassword = async (
  ctx: WriteContext,
  userId: string,
  hash: string,
  exceptSession?: string,
): Promise<void> => {
  // First: a sign-in locks its code before the account, too.
  await closeToCodes(ctx.tx, ctx.now, userId)
  await setPassword(ctx.tx, ctx.now, userId, hash)
  await endSessions(ctx, userId, 'password changed', exceptSession)
  await spendTokens(ctx.tx, ctx.now, userId, [
    'password_reset',
    'mfa_password_reset',
    'mfa',
    'mfa_deactivation',
    'invitation',
    'choose_account',
    'identity_code',
  ])
}

const resetPassword = async (ctx: OrchestrateContext, { body }: { body: NewPassword }) => {
  const account = found(await findAccount(ctx.db, ctx.token.userId))
  if (account.status === 'deactivated') throw new AppError('account_deactivated')
  const { password_complexity_settings: policy } = await readSettings(ctx.db)
  const hash = await newPasswordHash(
    policy,
    body,
    await passwordWords(ctx, account),
    await formerPasswords(ctx.db, account),
  )
  await ctx.transact(async (inner) => {
    await spendOwnToken(inner)
    await replacePassword(inner, account.id, hash)
    // The link arrived by this mailbox or this phone.
    if (account.email_confirmed_at === null && account.email !== null)
      await updateAccount(inner.tx, inner.now, account.id, { email_confirmed_at: inner.now })
    await sendNotice(inner, account, 'password_changed')
    inner.audit({ action: 'reset_password', resource: 'users', objectId: account.id })
  })
  return {}
}

const changePassword = async (
  ctx: OrchestrateContext,
  { body }: { body: NewPassword & { current_password: string } },
) => {
  const account = found(await findAccount(ctx.db, ctx.caller.id))
  if (!(await isPassword(account.password_hash, body.current_password)))
    throw new AppError('password_wrong', { fields: [{ field: 'current_password', code: 'invalid' }] })
  const { password_complexity_settings: policy } = await readSettings(ctx.db)
  const hash = await newPasswordHash(
    policy,
    body,
    await passwordWords(ctx, account),
    await formerPasswords(ctx.db, account),
  )
  await ctx.transact(async (inner) => {
    await replacePassword(inner, account.id, hash, inner.caller.sessionId)
    await sendNotice(inner, account, 'password_changed')
    inner.audit({ action: 'change_password', resource: 'users', objectId: account.id })
  })
  return {}
}

type Names =
  | 'requestPasswordReset'
  | 'adminRequestPasswordReset'
  | 'resetPassword'
  | 'adminResetPassword'
  | 'changePassword'
  | 'adminChangePassword'

export const passwordHandlers: Pick<Handlers<typeof identityRoutes>, Names> = {
  requestPasswordReset: writes(requestReset(USER_TYPES.filter((type) => type !== 'admin'))),
  adminRequestPasswordReset: writes(requestReset(['admin'])),
  resetPassword: orchestrates(resetPassword),
  adminResetPassword: orchestrates(resetPassword),
  changePassword: orchestrates(changePassword),
  adminChangePassword: orchestrates(changePassword),
}
