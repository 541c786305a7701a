import type { Language, Route } from '@shiloh/contract/core'
import { isAllowed } from '@shiloh/contract/permissions'
import { readAccessToken } from '#platform/auth/access-token'
import { type Caller, findToken, loadCallers, type PurposeToken } from '#platform/auth/auth.store'
import { sqlOnPool } from '#platform/db/sql.store'
import type { Deps } from '#platform/deps'
import { AppError } from '#platform/errors'
import { gather } from '#platform/gather'

export interface Credentials {
  readonly caller: Caller | null
  readonly token: PurposeToken | null
}

/** Decides who calls and whether they may: token → kind of account → permission; objects are looked up after that. */
export interface Authenticator {
  /** The live session's account behind an access token, if it may hear what happens. */
  listenerOf(accessToken: string): Promise<Caller | undefined>
  /** Those of these sessions that may go on listening. */
  listening(sessionIds: readonly string[]): Promise<ReadonlySet<string>>
  /** @throws not_signed_in, invalid_token, forbidden, confirmation_required, mfa_required */
  check(
    route: Route,
    bearer: string | undefined,
    bodyToken: string | undefined,
    objectId: string | undefined,
  ): Promise<Credentials>
}

export const hashToken = (deps: Pick<Deps, 'crypto'>, token: string): string => deps.crypto.keyedHash('token', token)
/** What the stored hash of a token may be: a former key may have made it. */
export const tokenHashes = (deps: Pick<Deps, 'crypto'>, token: string): readonly string[] =>
  deps.crypto.keyedHashes('token', token)

/** How long a session counts as confirmed, in milliseconds: long enough for one errand, too short for a phone left lying. */
const CONFIRMED_FOR = 10 * 60_000

/**
 * Lets a session go on that proved a short while ago that it is its owner: by signing in, or by confirming.
 * @throws confirmation_required
 */
export const requireConfirmed = ({ confirmedAt }: Pick<Caller, 'confirmedAt'>, now: Date): void => {
  if (confirmedAt === null || now.getTime() - confirmedAt.getTime() > CONFIRMED_FOR)
    throw new AppError('confirmation_required')
}

/** Until when a session that is confirmed now counts as confirmed. */
export const confirmedUntil = (now: Date): Date => new Date(now.getTime() + CONFIRMED_FOR)

const mayListen = (caller: Caller | undefined): caller is Caller =>
  caller !== undefined && caller.status !== 'deactivated' && !caller.lacksSecondStep

export const openAuthenticator = (deps: () => Deps): Authenticator => {
  // Many requests ask at once; one query answers all that came while the last one was under way.
  const callers = gather<string, Caller | undefined>({
    run: (sessionIds) => loadCallers(sqlOnPool(deps().pipelines), sessionIds, deps().clock()),
    maxBatch: 200,
    maxQueue: 5000,
  })

  const callerOf = async (accessToken: string): Promise<Caller | undefined> => {
    const sessionId = await readAccessToken(deps().crypto, deps().clock(), accessToken)
    return sessionId === undefined ? undefined : callers(sessionId)
  }

  return {
    listenerOf: async (accessToken) => {
      const caller = await callerOf(accessToken)
      return mayListen(caller) ? caller : undefined
    },
    listening: async (sessionIds) => {
      const found = await loadCallers(sqlOnPool(deps().pipelines), sessionIds, deps().clock())
      return new Set(found.filter(mayListen).map(({ sessionId }) => sessionId))
    },
    check: async (route, bearer, bodyToken, objectId) => {
      const { access } = route
      if (access.kind === 'provider') return { caller: null, token: null }
      if (access.kind === 'public') {
        const caller = bearer ? await callerOf(bearer) : undefined
        return { caller: caller ?? null, token: null }
      }
      if (access.kind === 'token') {
        const given = bearer ?? bodyToken
        if (!given) throw new AppError('not_signed_in')
        // A refresh token is the session's, not a one-time token: its handler checks it.
        if (access.purpose === 'refresh') return { caller: null, token: null }
        const token = await findToken(deps().db, tokenHashes(deps(), given), deps().clock())
        if (!token || token.purpose !== access.purpose) throw new AppError('invalid_token')
        return { caller: null, token }
      }
      if (!bearer) throw new AppError('not_signed_in')
      const caller = await callerOf(bearer)
      if (!caller) throw new AppError('invalid_token')
      const refused = { callerId: caller.id }
      if (caller.status === 'deactivated') throw new AppError('account_deactivated', refused)
      const isAllowedHere =
        access.kind === 'signedIn'
          ? access.who.includes(caller.userType)
          : caller.userType === 'admin' && isAllowed(caller.authorization, access.permission, objectId)
      if (!isAllowedHere) throw new AppError('forbidden', refused)
      if (caller.inMaintenance && caller.userType !== 'admin' && !route.duringMaintenance)
        throw new AppError('maintenance_mode', { retryAfter: 60 })
      if (caller.lacksSecondStep && !route.beforeSecondStep) throw new AppError('mfa_required')
      if (route.confirmed) requireConfirmed(caller, deps().clock())
      return { caller, token: null }
    },
  }
}

/** The language of an answer: what the browser asks for, else the profile's. */
export const languageOf = (accepted: Language | undefined, caller: Caller | null): Language =>
  accepted ?? caller?.language ?? 'en'
