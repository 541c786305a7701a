import { redirect } from '@tanstack/react-router'
import type { Account } from '#platform/account'
import {
  decideNavigation,
  type GuardedRoute,
  homes,
  loginPath,
  pageToRestore,
  reservePath,
  signInFor,
  verifyPath,
} from '#platform/guard'
import { activeI18n, format } from '#platform/i18n'
import type { Navigation } from '#platform/routing'
import { session } from '#platform/session'
import { texts } from '#platform/texts'
import { showFailure } from '#ui/feedback/failure'
import { checkResetToken, inTime, sendPhoneCode } from './account.ts'

const resetPath = '/auth/reset-password'
const confirmPath = '/auth/register/confirm-email'

/** Applies the navigation rules before a page opens. Redirects by throwing. */
export async function guardNavigation(
  route: GuardedRoute,
  { search, href, ahead }: Navigation,
  loadAccount: () => Promise<Account>,
): Promise<void> {
  let account: Account | undefined
  try {
    account = await (route.opensOffline ? inTime(loadAccount()) : loadAccount())
  } catch {
    if (route.opensOffline) return
    // Any failure of the guard clears the token and goes to the sign-in page (docs/domain.md#navigation-guard).
    session.clear('accessToken')
    if (route.path === loginPath) return
    if (route.roles) session.rememberPage(href)
    throw redirect({ href: signInFor(route.path) })
  }
  if (!account) return
  const { user, settings } = account
  const token = typeof search.token === 'string' && search.token !== '' ? search.token : undefined
  const resetToken = route.path === resetPath ? (token ?? session.read('passwordResetToken')) : undefined
  const decision = decideNavigation({
    route,
    user,
    settings: {
      maintenance: settings.general_settings.enable_maintenance_mode,
      phoneVerificationRequired: settings.security_settings.require_client_phone_verification,
      signUpsDisabled: settings.sign_ups_disabled,
    },
    justRegistered: session.registeredEmail() !== undefined || (route.path === confirmPath && token !== undefined),
    resetToken: route.path === resetPath ? await checkResetToken(resetToken) : 'missing',
  })
  if (decision.kind === 'verify-phone') {
    if (!ahead) await sendPhoneCode()
    throw redirect({ to: verifyPath })
  }
  if (decision.kind === 'redirect') {
    if (!user && route.roles && !ahead) session.rememberPage(href)
    if (decision.because && !ahead) showFailure(format(activeI18n(), texts, decision.because), true)
    throw redirect({ href: decision.to })
  }
  // After signing in, the home restores the last page, once (docs/domain.md#areas).
  const home = user && homes[user.user_type]
  if (user && home === route.path && !ahead) {
    const page = pageToRestore(user.user_type, home, session.takeLastPage())
    // Somebody who registered for an event goes on to it once in each browser. Later, the home offers it.
    const wanted = user.wanted_event && session.opensWanted(user.wanted_event.slug) ? user.wanted_event : undefined
    if (page) throw redirect({ href: page })
    if (wanted) throw redirect({ href: reservePath(wanted.slug) })
  }
}
