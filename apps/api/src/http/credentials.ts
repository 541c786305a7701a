import type { Route } from '@shiloh/contract/core'
import type { Permission } from '@shiloh/contract/permissions'
import type { FastifyRequest } from 'fastify'
import { verifyAccessToken } from '#platform/auth/access-token'
import { API_TOKEN_PREFIX, apiTokenHashes } from '#platform/auth/api-tokens'
import { findApiToken, noteTokenUse } from '#platform/auth/api-tokens.store'
import { type Caller, findToken, loadCallers, type PurposeToken } from '#platform/auth/auth.store'
import { sqlOnPool } from '#platform/db/sql.store'
import type { Deps } from '#platform/deps'
import { AppError } from '#platform/errors'
import { gather } from '#platform/gather'
import type { Metrics } from '#platform/metrics/metrics'
import { isForm } from './body.ts'

/** The identity of the caller: an account with its session, the holder of a one-time token, or neither. */
export interface Credentials {
  readonly caller: Caller | null
  readonly token: PurposeToken | null
}

const NOBODY: Credentials = { caller: null, token: null }

export interface Authenticator {
  /**
   * Authenticates the caller. Permissions are checked afterwards by `authorise`. @throws not_signed_in, invalid_token
   */
  authenticate(route: Route, request: CredentialsRequest, now: Date): Promise<Credentials>
  /** Returns the account of an access token's live session, if it is allowed to receive realtime hints. */
  listenerOf(accessToken: string): Promise<Caller | undefined>
  /** Returns those of these sessions that are still allowed to receive hints. */
  listening(sessionIds: readonly string[]): Promise<ReadonlySet<string>>
  /** Finishes the lookups in progress. Later ones fail with `unavailable`. */
  stop(): Promise<void>
}

type CredentialsRequest = Pick<FastifyRequest, 'headers' | 'body' | 'ip'>

export const hashToken = (deps: Pick<Deps, 'crypto'>, token: string): string => deps.crypto.keyedHash('token', token)
/** Returns the possible stored hashes of a token, one for each current or former key. */
export const tokenHashes = (deps: Pick<Deps, 'crypto'>, token: string): readonly string[] =>
  deps.crypto.keyedHashes('token', token)

/** Returns the token of an `Authorization: Bearer` header. */
export const bearerOf = ({ headers }: Pick<FastifyRequest, 'headers'>): string | undefined =>
  /^Bearer\s+(\S+)$/i.exec(headers.authorization ?? '')?.[1]

/** A one-time token is also accepted in the body. A form is not read before its sender is known. */
const bodyTokenOf = (route: Route, request: CredentialsRequest): string | undefined => {
  if (isForm(route, request)) return undefined
  const token: unknown = Reflect.get(Object(request.body), 'token')
  return typeof token === 'string' ? token : undefined
}

/**
 * What decides who gets in is for people: an account that a program made would outlive its token, and could confirm an
 * identity.
 */
const isClosedToPrograms = (permission: Permission): boolean =>
  !permission.endsWith('.read') && /^(admin_users|checkin_users|permissions|integrations)\./.test(permission)

/** Public routes know people, not programs. */
const ownOf = (caller: Caller | undefined): Caller | null => (caller && !caller.isService ? caller : null)

const mayListen = (caller: Caller | undefined): caller is Caller =>
  caller !== undefined && caller.status !== 'deactivated' && !caller.lacksSecondStep && !caller.isService

/** Maximum number of cached verified access tokens. A browser sends the same one for a quarter of an hour. */
const MAX_VERIFIED = 20_000

/** Verifies access tokens, each signature once. */
const sessionReader = (deps: () => Deps) => {
  const verified = new Map<string, { sessionId: string; expiresAt: number }>()
  return async (accessToken: string): Promise<string | undefined> => {
    const { crypto, clock } = deps()
    const now = clock()
    const known = verified.get(accessToken)
    if (known) return known.expiresAt > now.getTime() ? known.sessionId : undefined
    const found = await verifyAccessToken(crypto, now, accessToken)
    if (!found) return undefined
    const [oldest] = verified.keys()
    if (verified.size >= MAX_VERIFIED && oldest !== undefined) verified.delete(oldest)
    verified.set(accessToken, found)
    return found.sessionId
  }
}

/** A use is noted once in this many milliseconds. */
const NOTED_MS = 60_000

/** Finds the session of an API token. Each token is looked up once; its session is asked at every request. */
const tokenReader = (deps: () => Deps) => {
  const known = new Map<string, { readonly id: string; readonly sessionId: string; notedAt: number }>()
  return {
    sessionOf: async (token: string): Promise<string | undefined> => {
      const { crypto, db } = deps()
      const found = known.get(token)
      if (found) return found.sessionId
      const looked = await findApiToken(db, apiTokenHashes(crypto, token))
      if (!looked) return undefined
      if (known.size >= MAX_VERIFIED) known.clear()
      known.set(token, { ...looked, notedAt: Number.NEGATIVE_INFINITY })
      return looked.sessionId
    },
    note: (token: string, ip: string): void => {
      const { db, clock, log } = deps()
      const now = clock()
      const found = known.get(token)
      if (!found || now.getTime() - found.notedAt < NOTED_MS) return
      found.notedAt = now.getTime()
      noteTokenUse(db, found.id, now, ip).catch((error: unknown) => log.warn({ err: error }, 'a use is not noted'))
    },
  }
}

export const openAuthenticator = (deps: () => Deps, metrics: Metrics): Authenticator => {
  const readSession = sessionReader(deps)
  const tokens = tokenReader(deps)
  // One query looks up the sessions of all requests that arrived during the previous query.
  const callers = gather<string, Caller | undefined>({
    run: (sessionIds) => loadCallers(sqlOnPool(deps().pipelines), sessionIds, deps().clock()),
    maxBatch: 200,
    maxQueue: 5000,
    watch: metrics.batches('callers'),
  })

  const callerOf = async (accessToken: string): Promise<Caller | undefined> => {
    const isApiToken = accessToken.startsWith(API_TOKEN_PREFIX)
    const sessionId = await (isApiToken ? tokens.sessionOf(accessToken) : readSession(accessToken))
    return sessionId === undefined ? undefined : callers.ask(sessionId)
  }

  const holderOf = async (purpose: PurposeToken['purpose'], given: string | undefined, now: Date) => {
    if (!given) throw new AppError('not_signed_in')
    // A refresh token belongs to a session and is checked by its handler.
    if (purpose === 'refresh') return NOBODY
    const token = await findToken(deps().db, tokenHashes(deps(), given), now)
    if (!token || token.purpose !== purpose) throw new AppError('invalid_token')
    return { caller: null, token }
  }

  return {
    authenticate: async (route, request, now) => {
      const { access } = route
      const bearer = bearerOf(request)
      switch (access.kind) {
        case 'provider':
          return NOBODY
        case 'public':
          return { caller: ownOf(bearer === undefined ? undefined : await callerOf(bearer)), token: null }
        case 'token':
          return holderOf(access.purpose, bearer ?? bodyTokenOf(route, request), now)
        default: {
          if (!bearer) throw new AppError('not_signed_in')
          const caller = await callerOf(bearer)
          // A program signs in with every call, and has nothing to refresh: a token that ended is no sign-in.
          if (!caller) throw new AppError(bearer.startsWith(API_TOKEN_PREFIX) ? 'not_signed_in' : 'invalid_token')
          if (caller.isService) {
            // It has no profile, sessions or reservations of its own.
            if (access.kind !== 'can' || isClosedToPrograms(access.permission)) throw new AppError('forbidden')
            tokens.note(bearer, request.ip)
          }
          return { caller, token: null }
        }
      }
    },
    listenerOf: async (accessToken) => {
      const caller = await callerOf(accessToken)
      return mayListen(caller) ? caller : undefined
    },
    listening: async (sessionIds) => {
      const found = await loadCallers(sqlOnPool(deps().pipelines), sessionIds, deps().clock())
      return new Set(found.filter(mayListen).map(({ sessionId }) => sessionId))
    },
    stop: callers.stop,
  }
}
