import { jwtVerify, SignJWT } from 'jose'
import type { Crypto } from './crypto.ts'

/** Lifetime of an access token in seconds. Its permissions are still looked up for every request. */
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

/**
 * Returns the session of an access token and its expiry in milliseconds, or undefined if it is forged, changed or
 * expired.
 */
export const verifyAccessToken = async (
  crypto: Crypto,
  now: Date,
  token: string,
): Promise<{ sessionId: string; expiresAt: number } | undefined> => {
  try {
    const { payload } = await jwtVerify(token, crypto.jwtKey, {
      issuer: ISSUER,
      algorithms: ['HS256'],
      currentDate: now,
    })
    const { sid, exp } = payload
    return typeof sid === 'string' && exp !== undefined ? { sessionId: sid, expiresAt: exp * 1000 } : undefined
  } catch {
    return undefined
  }
}
