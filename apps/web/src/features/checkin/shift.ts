import type { Account } from '@shiloh/contract/identity/account'
import { identityRoutes } from '@shiloh/contract/identity/identity'
import { call } from '#platform/api'
import { session } from '#platform/session'
import type { Shift } from './engine/db.ts'

/** Time in which somebody finds a moment to sign in again. Milliseconds. */
const WARN_MS = 30 * 60_000

/**
 * Returns how a shift stands. `ending`: there is still time to sign in again.
 * @param now by the server's clock, in milliseconds
 */
export const standingOf = ({ from, until }: Shift, now: number): 'running' | 'ending' | 'over' => {
  const [begin, end] = [Date.parse(from), Date.parse(until)]
  if (now >= end) return 'over'
  return now >= end - Math.min(WARN_MS, (end - begin) / 4) ? 'ending' : 'running'
}

/**
 * Begins another shift of the same account, with what this phone knows. The session before it ends.
 * @returns whether it could; otherwise the account asks for more than a password
 * @throws ApiError if the password is wrong, or without a network
 */
export const prolong = async ({ email, phone }: Account, password: string): Promise<boolean> => {
  const before = session.read('accessToken')
  const handle = email === null ? { phone: phone ?? '' } : { email }
  const answer = await call(identityRoutes.loginCheckinUser, { body: { ...handle, password } })
  if (!('access_token' in answer)) return false
  // Somebody ended the shift meanwhile: it does not begin again by itself.
  if (session.read('refreshToken') === undefined) {
    await call(identityRoutes.logout, { token: answer.access_token }).catch(() => undefined)
    return true
  }
  session.write({ accessToken: answer.access_token, refreshToken: answer.refresh_token })
  // It ends by itself soon, if the network goes now.
  if (before !== undefined) await call(identityRoutes.logout, { token: before }).catch(() => undefined)
  return true
}
