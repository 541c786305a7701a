import type { identityRoutes } from '@shiloh/contract/identity/identity'
import type { CodeChannel, ConfirmationAnswer } from '@shiloh/contract/identity/sign-in'
import { type Handlers, orchestrates } from '#http/binder'
import { confirmedUntil } from '#http/permissions'
import type { OrchestrateContext, WriteContext } from '#platform/context'
import { found } from '#platform/db/found'
import { AppError } from '#platform/errors'
import { findAccount } from './accounts.store.ts'
import { beginSecondStep, confirmedSession, passSecondStep } from './mfa.ts'
import { isPassword } from './passwords.ts'
import { confirmSession } from './sessions.store.ts'

/** Marks a session as recently confirmed by its owner. @throws token_expired when the session ended in the meantime */
export const confirmed = async (
  ctx: WriteContext,
  session: { readonly id: string; readonly userId: string },
  by?: CodeChannel,
) => {
  if (!(await confirmSession(ctx.tx, ctx.now, session))) throw new AppError('token_expired')
  ctx.audit({
    action: 'confirm_identity',
    resource: 'sessions',
    objectId: session.userId,
    after: { session: session.id, ...(by && { by }) },
  })
  return { confirmed_until: confirmedUntil(ctx.now).toISOString() }
}

/** Asks for the same proof as sign-in: the password, then the second step if there is one. */
const confirmIdentity = async (
  ctx: OrchestrateContext,
  { body }: { body: { password: string } },
): Promise<ConfirmationAnswer> => {
  const { id, sessionId } = ctx.caller
  const account = found(await findAccount(ctx.db, id))
  if (!(await isPassword(account.password_hash, body.password))) {
    await ctx.transact(async (inner) => {
      inner.audit({ action: 'confirm_identity_failed', resource: 'sessions', objectId: id })
    })
    throw new AppError('password_wrong', { fields: [{ field: 'password', code: 'invalid' }] })
  }
  return ctx.transact<ConfirmationAnswer>((inner) =>
    account.mfa_methods.length > 0
      ? beginSecondStep(inner, account, { confirms: sessionId })
      : confirmed(inner, { id: sessionId, userId: id }),
  )
}

type Names = 'confirmIdentity' | 'adminConfirmIdentity' | 'confirmIdentityWithMfa'

export const confirmHandlers: Pick<Handlers<typeof identityRoutes>, Names> = {
  confirmIdentity: orchestrates(confirmIdentity),
  adminConfirmIdentity: orchestrates(confirmIdentity),
  confirmIdentityWithMfa: orchestrates((ctx, { body }) =>
    passSecondStep(ctx, body, async (inner, token) => {
      const id = confirmedSession(token)
      // A token from sign-in confirms nothing.
      if (id === undefined) throw new AppError('invalid_token')
      return confirmed(inner, { id, userId: token.user_id })
    }),
  ),
}
