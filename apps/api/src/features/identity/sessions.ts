import { USER_TYPES, type UserType } from '@shiloh/contract/core'
import type { identityRoutes } from '@shiloh/contract/identity/identity'
import type { sessionAnswer } from '@shiloh/contract/identity/sign-in'
import { z } from 'zod'
import { readSettings } from '#features/organisation'
import { type Handlers, reads, writes } from '#http/binder'
import { ACCESS_TOKEN_SECONDS, signAccessToken } from '#platform/auth/access-token'
import { sameText } from '#platform/auth/crypto'
import type { ReadContext, WriteContext } from '#platform/context'
import { found } from '#platform/db/found'
import { AppError } from '#platform/errors'
import type { Work } from '#platform/jobs/work'
import { newId } from '#platform/random'
import { SESSION_ENDED, sessionRoom } from '#platform/realtime'
import { loadAccountView, nameOf } from './account-view.ts'
import { type AccountRow, updateAccount } from './accounts.store.ts'
import { decideRefresh, sessionExpiry } from './rules.ts'
import {
  findSessionStart,
  insertSession,
  listSessions,
  lockSession,
  revokeSession,
  revokeSessions,
  rotateSession,
} from './sessions.store.ts'

/** `session.random.mac`: names its session and is signed by us. */
const newRefreshToken = (ctx: ReadContext, sessionId: string): string => {
  const body = `${sessionId}.${ctx.deps.random.bytes(32).toString('base64url')}`
  return `${body}.${macOf(ctx, body)}`
}
const MAC_LENGTH = 32
const macOf = (ctx: ReadContext, body: string): string =>
  ctx.deps.crypto.keyedHash('refresh-mac', body).slice(0, MAC_LENGTH)
const isMac = (ctx: ReadContext, body: string, mac: string): boolean =>
  ctx.deps.crypto.keyedHashes('refresh-mac', body).some((made) => sameText(mac, made.slice(0, MAC_LENGTH)))
const refreshHash = (ctx: ReadContext, token: string): string => ctx.deps.crypto.keyedHash('refresh', token)

/** Returns the session of a refresh token, or undefined if its signature is not ours. */
const sessionOf = (ctx: ReadContext, token: string): string | undefined => {
  const [sessionId, random, mac] = token.split('.')
  if (!sessionId || !random || !mac || token.length > 200) return undefined
  return isMac(ctx, `${sessionId}.${random}`, mac) ? sessionId : undefined
}

const tokensOf = async (ctx: ReadContext, sessionId: string, userId: string, refreshToken: string) => ({
  access_token: await signAccessToken(ctx.deps.crypto, ctx.now, { sessionId, userId }),
  refresh_token: refreshToken,
  token_type: 'Bearer' as const,
  expires_in: ACCESS_TOKEN_SECONDS,
})

/**
 * Refuses a refresh token.
 * @param isEnded somebody ended its session, or the account is no more: nothing of it may stay on the phone. Nobody did if it expired
 */
const refreshRefused = (isEnded: boolean): AppError =>
  new AppError('invalid_token', isEnded ? { data: { ended: true } } : {})

const expiryOf = async (ctx: WriteContext, type: UserType, startedAt: Date): Promise<Date> => {
  const { security_settings } = await readSettings(ctx.tx)
  return sessionExpiry(type, { now: ctx.now, startedAt, shiftHours: security_settings.shift_hours })
}

/**
 * Signs an account in: opens a session and issues its first tokens.
 *
 * @param by what signed in instead of the password. After a code, sensitive actions still ask for the password
 */
export const openSession = async (
  ctx: WriteContext,
  account: AccountRow,
  by?: 'code' | 'passkey',
): Promise<z.output<typeof sessionAnswer>> => {
  const id = newId(ctx.now, ctx.deps.random)
  const refreshToken = newRefreshToken(ctx, id)
  await insertSession(ctx.tx, ctx.now, {
    id,
    userId: account.id,
    refreshHash: refreshHash(ctx, refreshToken),
    userAgent: ctx.userAgent,
    ip: ctx.ip,
    isConfirmed: by !== 'code',
    expiresAt: await expiryOf(ctx, account.user_type, ctx.now),
  })
  await updateAccount(ctx.tx, ctx.now, account.id, { last_login_at: ctx.now })
  ctx.audit({
    action: 'sign_in',
    resource: 'sessions',
    objectId: account.id,
    by: { id: account.id, name: nameOf(account) },
    after: { session: id, user_agent: ctx.userAgent.slice(0, 300), ...(by && { by }) },
  })
  return { ...(await tokensOf(ctx, id, account.id, refreshToken)), user: await loadAccountView(ctx, account.id, true) }
}

/** Ends all sessions of an account except the given one, and closes their sockets. Returns how many. */
export const endSessions = async (
  ctx: Pick<Work, 'tx' | 'now' | 'publish'>,
  userId: string,
  reason: string,
  except?: string,
): Promise<number> => {
  const ended = await revokeSessions(ctx.tx, ctx.now, userId, reason, except)
  for (const id of ended) ctx.publish(sessionRoom(id), SESSION_ENDED)
  return ended.length
}

/** Ends one session and closes its socket. Returns whether it was this person's and live. */
const endSession = async (
  ctx: WriteContext,
  session: { readonly id: string; readonly userId: string },
  reason: string,
): Promise<boolean> => {
  const ended = await revokeSession(ctx.tx, ctx.now, session, reason)
  if (ended) ctx.publish(sessionRoom(session.id), SESSION_ENDED)
  return ended
}

/** Returns when the caller's session began, and when it expires by the present length of a shift. For check-in users. */
export const shiftOf = async (ctx: ReadContext): Promise<{ readonly from: Date; readonly until: Date }> => {
  const from = found(await findSessionStart(ctx.db, ctx.caller.sessionId))
  const { security_settings } = await readSettings(ctx.db)
  const expiry = { now: ctx.now, startedAt: from, shiftHours: security_settings.shift_hours }
  return { from, until: sessionExpiry('checkin_user', expiry) }
}

const userType = z.enum(USER_TYPES)
const bearer = z.string().regex(/^Bearer\s+\S+$/i)

const givenToken = (ctx: ReadContext, body: { token?: string | undefined }): string => {
  const header = bearer.safeParse(ctx.headers.authorization)
  const token = header.success ? header.data.replace(/^Bearer\s+/i, '') : body.token
  if (!token) throw new AppError('invalid_token')
  return token
}

type Names = 'refresh' | 'logout' | 'adminLogout' | 'listSessions' | 'revokeSession' | 'revokeOtherSessions'

const logout = async (ctx: WriteContext) => {
  await endSession(ctx, { id: ctx.caller.sessionId, userId: ctx.caller.id }, 'logout')
  ctx.audit({
    action: 'sign_out',
    resource: 'sessions',
    objectId: ctx.caller.id,
    after: { session: ctx.caller.sessionId },
  })
  return {}
}

export const sessionHandlers: Pick<Handlers<typeof identityRoutes>, Names> = {
  refresh: writes(async (ctx, { body }) => {
    const token = givenToken(ctx, body)
    const sessionId = sessionOf(ctx, token)
    const session = sessionId === undefined ? undefined : await lockSession(ctx.tx, sessionId)
    if (!session || session.status === 'deactivated') throw refreshRefused(sessionId !== undefined)
    // The stored hash can be from a former key.
    const hashes = ctx.deps.crypto.keyedHashes('refresh', token)
    const hash =
      hashes.find((one) => one === session.refresh_hash || one === session.previous_refresh_hash) ?? hashes[0]
    const decision = decideRefresh(
      {
        refreshHash: session.refresh_hash,
        previousHash: session.previous_refresh_hash,
        rotatedAt: session.rotated_at,
        expiresAt: session.expires_at,
        revokedAt: session.revoked_at,
      },
      hash,
      ctx.now,
    )
    switch (decision) {
      case 'gone':
        throw refreshRefused(session.revoked_at !== null)
      case 'reuse':
        await endSession(ctx, { id: session.id, userId: session.user_id }, 'refresh token reused')
        ctx.audit({
          action: 'refresh_reused',
          resource: 'sessions',
          objectId: session.user_id,
          after: { session: session.id },
        })
        throw new AppError('invalid_token', { commit: true })
      case 'repeat':
        return tokensOf(
          ctx,
          session.id,
          session.user_id,
          ctx.deps.crypto.unseal(found(session.successor_sealed), `successor of ${token}`),
        )
      case 'rotate': {
        const expiresAt = await expiryOf(ctx, userType.parse(session.user_type), session.created_at)
        // The office has shortened shifts meanwhile: this one is over.
        if (expiresAt <= ctx.now) throw new AppError('invalid_token')
        const next = newRefreshToken(ctx, session.id)
        await rotateSession(ctx.tx, ctx.now, session.id, {
          refreshHash: refreshHash(ctx, next),
          previousHash: hash,
          // Only the holder of the predecessor can get its successor again.
          successorSealed: ctx.deps.crypto.seal(next, `successor of ${token}`),
          expiresAt,
          ip: ctx.ip,
        })
        return tokensOf(ctx, session.id, session.user_id, next)
      }
    }
  }),
  logout: writes(logout),
  adminLogout: writes(logout),
  listSessions: reads(async (ctx) =>
    (await listSessions(ctx.db, ctx.now, ctx.caller.id)).map(({ id, created_at, last_used_at, ...rest }) => ({
      _id: id,
      current: id === ctx.caller.sessionId,
      ...rest,
      created_at: created_at.toISOString(),
      last_used_at: last_used_at.toISOString(),
    })),
  ),
  revokeSession: writes(async (ctx, { params }) => {
    const ended = await endSession(ctx, { id: params.id, userId: ctx.caller.id }, 'ended by its owner')
    if (!ended) throw new AppError('not_found')
    ctx.audit({ action: 'end_session', resource: 'sessions', objectId: ctx.caller.id, after: { session: params.id } })
    return {}
  }),
  revokeOtherSessions: writes(async (ctx) => {
    const { id, sessionId } = ctx.caller
    const ended = await endSessions(ctx, id, 'ended by its owner', sessionId)
    ctx.audit({ action: 'end_other_sessions', resource: 'sessions', objectId: id, after: { ended } })
    return { ended }
  }),
}
