import { identityRoutes } from '@shiloh/contract/identity'
import { type Account, visitor } from '#platform/account'
import { call } from '#platform/api'
import { ApiError } from '#platform/client'
import { session } from '#platform/session'

/** Who is looking, and the settings every page needs: by the stored access token, else as a visitor. */
export async function loadAccount(): Promise<Account> {
  const token = session.read('accessToken')
  try {
    // A check sends one stored token and clears the other two (specification §4).
    if (token) session.clear('passwordResetToken', 'confirmAccountToken')
    const answer = await call(identityRoutes.check, { body: { web_token: token } })
    if (token && !answer.authorized) session.clear('accessToken')
    return { user: answer.user ?? undefined, settings: answer.settings, organisation: answer.client_group }
  } catch (error) {
    // For a visitor a failed fetch is treated as sign-ups enabled (specification §8).
    if (!token && error instanceof ApiError) return visitor
    throw error
  }
}

/** Stores the token of a reset link and asks whether it still holds. */
export async function checkResetToken(token: string | undefined): Promise<'missing' | 'valid' | 'expired'> {
  if (!token) return 'missing'
  session.write({ passwordResetToken: token, accessToken: undefined, confirmAccountToken: undefined })
  try {
    const answer = await call(identityRoutes.check, { body: { password_reset_token: token } })
    return answer.authorized ? 'valid' : 'expired'
  } catch (error) {
    if (error instanceof ApiError) return 'expired'
    throw error
  }
}

/** Has the code sent before the page that asks for it; a failure goes there as well (specification §8). */
export async function sendPhoneCode(): Promise<void> {
  session.clear('passwordResetToken', 'confirmAccountToken')
  try {
    const answer = await call(identityRoutes.requestPhoneVerification)
    session.write({
      confirmPhoneToken: answer.phone_verification_token,
      confirmPhoneTimestamp: answer.sms_verification_code_timestamp,
    })
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
  }
}

/** Ends the session on the server, as far as it can be reached, and here in any case. */
export async function endSession(): Promise<void> {
  try {
    if (session.read('accessToken')) await call(identityRoutes.logout)
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
  } finally {
    session.clearAll()
  }
}

/** The page-access log (specification §7); a page that could not be logged still shows. */
export async function logPage(path: string, title: string): Promise<void> {
  try {
    await call(identityRoutes.logAccess, { body: { route: path, comment: title } })
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
  }
}

/** Lets the server know which addresses to answer with the app: it holds no secret, only "somebody is signed in here". */
export function mirrorSignedIn(): void {
  const mirror = () => {
    const signedIn = session.read('accessToken') !== undefined
    // biome-ignore lint/suspicious/noDocumentCookie: the cookie store is not in every browser that comes here
    document.cookie = `signed_in=${signedIn ? '1' : ''}; path=/; max-age=${signedIn ? 31536000 : 0}; samesite=lax`
  }
  session.subscribe(mirror)
  mirror()
}
