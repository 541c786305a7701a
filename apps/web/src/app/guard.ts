import { redirect } from '@tanstack/react-router'
import type { Account } from '#platform/account'
import { activeI18n, format } from '#platform/i18n'
import { decideNavigation, type GuardedRoute, loginPath, verifyPath } from '#platform/guard'
import { session } from '#platform/session'
import { texts } from '#platform/texts'
import { toastFailed } from '#ui/toast'
import { checkResetToken, sendPhoneCode } from './account.ts'

const resetPath = '/auth/reset-password'
export const registrationEmailKey = 'registrationEmail'

/** Carries out the navigation rules before a page is entered; redirects by throwing. */
export async function guardNavigation(
  route: GuardedRoute,
  search: Readonly<Record<string, unknown>>,
  loadAccount: () => Promise<Account>,
): Promise<void> {
  let account: Account
  try {
    account = await loadAccount()
  } catch {
    // Any guard failure clears the token and goes to login (specification §4).
    session.clear('accessToken')
    throw redirect({ to: loginPath })
  }
  const token = typeof search.token === 'string' ? search.token : session.read('passwordResetToken')
  const decision = decideNavigation({
    route,
    user: account.user,
    settings: {
      maintenance: account.settings.general_settings.enable_maintenance_mode,
      phoneVerificationRequired: account.settings.security_settings.require_client_phone_verification,
      signUpsDisabled: account.settings.sign_ups_disabled,
    },
    justRegistered: sessionStorage.getItem(registrationEmailKey) !== null,
    resetToken: route.path === resetPath ? await checkResetToken(token) : 'missing',
  })
  if (decision.kind === 'verify-phone') {
    await sendPhoneCode()
    throw redirect({ to: verifyPath })
  }
  if (decision.kind === 'redirect') {
    if (decision.because) toastFailed(format(activeI18n(), texts, decision.because))
    throw redirect({ to: decision.to })
  }
}
