import type { DataOf } from '@shiloh/contract/core'
import type { CodeMethod } from '@shiloh/contract/identity/account'
import { identityRoutes } from '@shiloh/contract/identity/identity'
import type { SignInKind } from '@shiloh/contract/identity/painted'
import type { LoginAnswer } from '@shiloh/contract/identity/sign-in'
import { useNavigate, useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { call } from '#platform/api'
import { notAuthorizedPath } from '#platform/guard'
import { usePageActions } from '#platform/page-actions'
import { session } from '#platform/session'
import { rememberSignInWay } from '#platform/sign-in-way'
import { beginFlow, USER_CLEANUP_DELAY_MS } from '#platform/token-flows'
import { answerWithPasskey } from './passkeys/browser.ts'

const loginRoutes = {
  user: identityRoutes.login,
  admin: identityRoutes.adminLogin,
  'check-in': identityRoutes.loginCheckinUser,
} as const

type SessionAnswer = Extract<LoginAnswer, { access_token: string }>

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

/** Returns a login name for the server: an address if it contains an @, otherwise a phone number. */
export const handleOf = (typed: string): { email: string } | { phone: string } =>
  typed.includes('@') ? { email: typed.trim() } : { phone: typed.trim() }

/** Signs in. Clears all stored tokens first (docs/domain.md#token-handling). */
export async function signIn(kind: SignInKind, who: string, password: string, keep: boolean): Promise<LoginAnswer> {
  if (kind === 'user') await pause(USER_CLEANUP_DELAY_MS)
  beginFlow(session, 'login')
  // A gate's phone can run out of battery in the middle of a shift, where there is no network to sign in again.
  session.keepOnDevice(keep || kind === 'check-in')
  const answer = await call(loginRoutes[kind], { body: { ...handleOf(who), password } })
  if (kind !== 'check-in') rememberSignInWay('password')
  // A gate's phone belongs to nobody.
  session.rememberWho(kind === 'check-in' ? undefined : who.trim())
  keepAnswer(answer)
  return answer
}

/** Requests a code that signs in instead of the password. The answer does not tell whether an account exists. */
export async function requestCode(who: string, keep: boolean): Promise<void> {
  const before = session.codeToEnter()
  beginFlow(session, 'login')
  session.keepOnDevice(keep)
  const answer = await call(identityRoutes.requestLoginCode, { body: handleOf(who) }).catch((error: unknown) => {
    // No other code was sent, so the one from before is still the one to enter.
    session.rememberCode(before)
    throw error
  })
  session.rememberCode({ token: answer.sign_in_code_token, who: who.trim(), at: Date.now() })
}

/** Signs in with the code that this tab requested. */
export async function signInWithCode(code: string): Promise<LoginAnswer> {
  const requested = session.codeToEnter()
  const answer = await call(identityRoutes.loginWithCode, { body: { code }, token: requested?.token ?? '' })
  session.rememberWho(requested?.who)
  session.rememberCode(undefined)
  rememberSignInWay('code')
  keepAnswer(answer)
  return answer
}

/** Chooses the account of a shared phone if the password or the code fits several. */
export async function chooseAccount(token: string, accountId: string): Promise<LoginAnswer> {
  const answer = await call(identityRoutes.chooseAccount, { body: { account_id: accountId }, token })
  keepAnswer(answer)
  return answer
}

/** Stores the response of a login for the next step. */
function keepAnswer(answer: LoginAnswer): void {
  if ('mfa_required' in answer) session.write({ mfaAccessToken: answer.mfa_token })
  else if ('access_token' in answer) storeSession(answer)
}

/** Stores the tokens of a new session. */
export function storeSession(answer: SessionAnswer): void {
  session.write({
    accessToken: answer.access_token,
    refreshToken: answer.refresh_token,
    mfaAccessToken: undefined,
    passwordResetToken: undefined,
    confirmAccountToken: undefined,
  })
}

/** Completes the second step of a sign-in, with a code or a recovery code. */
export async function authenticate(
  proof: { code: string; method: CodeMethod | undefined } | { recovery_code: string },
): Promise<void> {
  storeSession(await call(identityRoutes.authenticateMfa, { body: proof, token: session.read('mfaAccessToken') ?? '' }))
}

/** Completes the second step of a sign-in with a passkey. @throws PasskeyProblem */
export async function authenticateWithPasskey(): Promise<void> {
  const token = session.read('mfaAccessToken') ?? ''
  const passkey = await answerWithPasskey(await call(identityRoutes.secondStepPasskeyOptions, { body: {}, token }))
  storeSession(await call(identityRoutes.authenticateMfa, { body: { passkey }, token }))
}

/** Signs staff in with a passkey alone. @throws PasskeyProblem */
export async function signInWithPasskey(): Promise<void> {
  beginFlow(session, 'login')
  const credential = await answerWithPasskey(await call(identityRoutes.adminPasskeyOptions))
  storeSession(await call(identityRoutes.adminLoginWithPasskey, { body: { credential } }))
  session.rememberWho(undefined)
  rememberSignInWay('passkey')
}

/** Continues after signing in: loads the account again, then opens the home area, which restores the last page. */
export function useEnter(): { enter: () => Promise<void>; entering: boolean } {
  const { reloadAccount } = usePageActions()
  const navigate = useNavigate()
  const router = useRouter()
  const [entering, setEntering] = useState(false)
  return {
    entering,
    async enter() {
      setEntering(true)
      session.rememberEnd(undefined)
      const here = router.latestLocation.href
      await reloadAccount()
      // From a step of the sign-in, the guard has gone on by now, and has restored the last page. It does so once.
      // A page that is not for those who are signed in leads nowhere.
      const { href, pathname } = router.latestLocation
      if (href === here || pathname === notAuthorizedPath) await navigate({ to: '/', replace: true })
    },
  }
}

/** Sends a code to the own phone, or to a new one that replaces it once confirmed. */
export async function sendPhoneCode(phone?: string): Promise<void> {
  beginFlow(session, 'phone_verification')
  const answer = await call(identityRoutes.requestPhoneVerification, { body: phone ? { phone } : {} })
  session.rememberPhone(phone)
  session.write({
    confirmPhoneToken: answer.phone_verification_token,
    confirmPhoneTimestamp: answer.sms_verification_code_timestamp,
  })
}

/** Confirms the phone with the code sent to it. */
export async function confirmPhone(code: string): Promise<void> {
  await call(identityRoutes.confirmPhone, { body: { code }, token: session.read('confirmPhoneToken') ?? '' })
  session.write({ confirmPhoneToken: undefined, confirmPhoneTimestamp: undefined })
  session.rememberPhone(undefined)
}

/** Confirms an address with the token of the link. First clears values that must not exist meanwhile. */
export async function confirmEmail(token: string): Promise<DataOf<typeof identityRoutes.confirmEmail>> {
  beginFlow(session, 'confirm_account')
  session.write({ confirmAccountToken: token })
  try {
    const answer = await call(identityRoutes.confirmEmail, { body: { token }, token })
    // The sign-in that follows has it filled in. Another browser than that of the registration opens the mail, too.
    session.rememberRegistration(answer.email || undefined)
    return answer
  } finally {
    session.clear('confirmAccountToken')
  }
}

/** Sets a new password with the token of the link. */
export async function resetPassword(password: string, password_confirmation: string): Promise<void> {
  beginFlow(session, 'reset_password')
  const token = session.read('passwordResetToken') ?? ''
  await call(identityRoutes.resetPassword, { body: { password, password_confirmation }, token })
  session.clearAll()
}
