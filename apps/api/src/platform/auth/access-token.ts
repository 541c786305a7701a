import { jwtVerify, SignJWT } from 'jose'
import type { Crypto } from './crypto.ts'

/** How long an access token lasts, in seconds. What it allows is looked up at every request all the same. */
export const ACCESS_TOKEN_SECONDS = 15 * 60

const ISSUER = 'shiloh'

export const signAccessToken = (
  crypto: Crypto,
  now: Date,
  claims: { sessionId: string; userId: string },
): Promise<string> =>
  new SignJWT({ sid: claims.sessionId })
    .setProtectedHeader({ alg: 'HS256' })
    .setIssuer(ISSUER)
    .setSubject(claims.userId)
    .setIssuedAt(Math.floor(now.getTime() / 1000))
    .setExpirationTime(Math.floor(now.getTime() / 1000) + ACCESS_TOKEN_SECONDS)
    .sign(crypto.jwtKey)

/** Verified tokens of this process, the oldest first: a browser sends the same one for a quarter of an hour. */
const verified = new WeakMap<Crypto, Map<string, { sessionId: string; expiresAt: number }>>()
const KEPT = 20_000

/** The session an access token names, or undefined when it is not ours, was changed or has expired. */
export const readAccessToken = async (crypto: Crypto, now: Date, token: string): Promise<string | undefined> => {
  const cache = verified.get(crypto) ?? new Map<string, { sessionId: string; expiresAt: number }>()
  verified.set(crypto, cache)
  const known = cache.get(token)
  if (known) return known.expiresAt > now.getTime() ? known.sessionId : undefined
  try {
    const { payload } = await jwtVerify(token, crypto.jwtKey, {
      issuer: ISSUER,
      algorithms: ['HS256'],
      currentDate: now,
    })
    const { sid, exp } = payload
    if (typeof sid !== 'string' || exp === undefined) return undefined
    const [oldest] = cache.keys()
    if (cache.size >= KEPT && oldest !== undefined) cache.delete(oldest)
    cache.set(token, { sessionId: sid, expiresAt: exp * 1000 })
    return sid
  } catch {
    return undefined
  }
}
