import { SESSION_KEYS, type Session, type SessionKey } from './session.ts'

/** The stored values that each flow clears when it begins (docs/domain.md#token-handling). */
export const CLEARED_BY = {
  login: SESSION_KEYS,
  check_web_token: ['passwordResetToken', 'confirmAccountToken'],
  check_password_reset_token: ['accessToken', 'confirmAccountToken'],
  check_confirm_account_token: ['accessToken', 'passwordResetToken'],
  confirm_account: ['accessToken', 'passwordResetToken'],
  reset_password: ['accessToken', 'confirmAccountToken'],
  phone_verification: ['passwordResetToken', 'confirmAccountToken'],
} as const satisfies Readonly<Record<string, readonly SessionKey[]>>

export type Flow = keyof typeof CLEARED_BY

/** Clears the values that must not exist during this flow. */
export function beginFlow(session: Session, flow: Flow): void {
  if (flow === 'login') session.clearAll()
  else session.clear(...CLEARED_BY[flow])
}

/** Milliseconds before the sign-in of users clears the stored tokens (docs/domain.md#token-handling). */
export const USER_CLEANUP_DELAY_MS = 200
