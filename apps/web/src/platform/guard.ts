import { USER_TYPES, type UserType } from '@shiloh/contract/core'
import type { Permission } from '@shiloh/contract/permissions'
import { type Authorization, isAllowed } from '@shiloh/contract/permissions'

/** What the guard knows of the person; a part of what `POST /auth/check` answers. */
export interface GuardUser {
  readonly user_type: UserType
  readonly country: string | null
  readonly is_not_member: boolean
  readonly has_completed_basic_requirement: boolean
  readonly has_completed_additional_requirement: boolean
  readonly meta: { readonly phone_verified: boolean }
  readonly password_expired: boolean
  readonly second_step_missing: boolean
  readonly authorization: Authorization
}

/** What a route asks for: a part of its `staticData`. */
export interface GuardedRoute {
  readonly path: string
  /** Who may come; without it the route is open to everybody. */
  readonly roles?: readonly (UserType | 'anonymous')[]
  readonly permissions?: readonly Permission[]
  /** The one object a route shows, for allowances and denials of single objects. */
  readonly objectId?: string
}

export interface GuardInput {
  readonly route: GuardedRoute
  readonly user: GuardUser | undefined
  readonly settings: {
    readonly maintenance: boolean
    readonly phoneVerificationRequired: boolean
    readonly signUpsDisabled: boolean
  }
  /** An e-mail address was stored by a registration just made, or its link was opened. */
  readonly justRegistered: boolean
  /** The token in the query of the reset page, and what the server said of it. */
  readonly resetToken: 'missing' | 'valid' | 'expired'
}

export type GuardDecision =
  | { readonly kind: 'go' }
  | { readonly kind: 'redirect'; readonly to: string; readonly because?: 'reset_token_expired' }
  /** The code is sent first, then the page shows; a failure to send goes there as well. */
  | { readonly kind: 'verify-phone' }

const go: GuardDecision = { kind: 'go' }
const to = (path: string): GuardDecision => ({ kind: 'redirect', to: path })

/** The home of each kind of account (docs/domain.md#areas). */
export const homes: Readonly<Record<UserType, string>> = {
  user: '/home',
  vendor: '/vendor',
  admin: '/admin',
  checkin_user: '/check-in',
}

export const loginPath: string = '/auth/login'
export const verifyPath: string = '/auth/verify-phone'
/** The own profile. */
export const accountPath: string = '/auth/account'
const onboardingPath = '/auth/onboarding'
const maintenancePath = '/auth/maintenance-mode'
const notAuthorizedPath = '/auth/not-authorized'
const expirationPath = '/auth/password-expiration'
/** Where an administrator who needs a second step sets one up. */
export const chooseMethodPath: string = '/security/mfa-authentication'
/** All there is for whoever has to set one up first. */
const enrolmentPaths: ReadonlySet<string> = new Set([
  chooseMethodPath,
  '/security/authentication-app',
  '/security/activation-app',
  '/security/mfa-activation',
  '/security/mfa-recovery-codes',
  expirationPath,
])
/** What may be asked of a person before the area they came for. */
const stepsOfSignIn: ReadonlySet<string> = new Set([verifyPath, onboardingPath, expirationPath])
/** Where somebody signs in; open during maintenance, or no administrator could end it. */
const signInPaths: ReadonlySet<string> = new Set([
  loginPath,
  '/auth/mfa',
  '/auth/forgot-password',
  '/auth/forgot-password-mfa',
  '/auth/reset-password',
  '/security/mfa-recovery',
  '/security/mfa-recovery-success',
])

/** Members in Ghana also complete the additional requirement (docs/domain.md#people). */
const isGhana = (country: string | null) => country === 'GH' || country === 'Ghana'

function onboarded(user: GuardUser): boolean {
  if (user.is_not_member) return true
  if (!user.has_completed_basic_requirement) return false
  return !isGhana(user.country) || user.has_completed_additional_requirement
}

function permitted(route: GuardedRoute, user: GuardUser | undefined): boolean {
  if (!route.roles) return true
  if (!user) return route.roles.includes('anonymous')
  if (!route.roles.includes(user.user_type)) return false
  return (route.permissions ?? []).every((permission) => isAllowed(user.authorization, permission, route.objectId))
}

/** Decides where a navigation leads, by the rules of docs/domain.md#navigation-guard, in that order. Pure; the router carries it out. */
export function decideNavigation({ route, user, settings, justRegistered, resetToken }: GuardInput): GuardDecision {
  const { path } = route
  // Before all else: neither a login nor a code by SMS helps while the product is closed.
  const mayEnter = user?.user_type === 'admin' || signInPaths.has(path)
  if (settings.maintenance && !mayEnter && path !== maintenancePath) return to(maintenancePath)
  if (!user && !permitted(route, undefined)) return to(loginPath)
  if (user?.user_type === 'user' && route.roles) {
    const mustVerify = settings.phoneVerificationRequired && !user.meta.phone_verified
    if (mustVerify && path !== verifyPath) return { kind: 'verify-phone' }
    if (!mustVerify && !onboarded(user) && path !== onboardingPath) return to(onboardingPath)
  }
  if (user?.meta.phone_verified && path === verifyPath) return to('/')
  if (user && onboarded(user) && path === onboardingPath) return to('/')
  if (user && path === '/') return to(homes[user.user_type])
  if (!settings.maintenance && path === maintenancePath) return to('/')
  if (settings.signUpsDisabled && path === '/auth/register') return to('/auth/register/closed')
  if (!justRegistered && path === '/auth/register/confirm-email') return to(loginPath)
  if (path === '/auth/reset-password') {
    if (resetToken === 'missing') return to(loginPath)
    if (resetToken === 'expired') {
      return { kind: 'redirect', to: '/auth/forgot-password', because: 'reset_token_expired' }
    }
  }
  if (user && !permitted(route, user)) return to(notAuthorizedPath)
  // The server refuses everything else until there is a second step.
  if (user?.second_step_missing && route.roles && !enrolmentPaths.has(path)) return to(chooseMethodPath)
  // An expired password is changed before anything else.
  if (user?.password_expired && route.roles && !stepsOfSignIn.has(path)) return to(expirationPath)
  return go
}

/** The page to go on with after signing in: the last one, where it is of this person's area. */
export function pageToRestore(userType: UserType, home: string, lastPage: string | undefined): string | undefined {
  if (!lastPage?.startsWith('/') || lastPage.startsWith('//')) return undefined
  const path = lastPage.split(/[?#]/)[0] ?? ''
  if (path === '/' || path === home || path.startsWith('/auth/') || path.startsWith('/security/')) return undefined
  const area = USER_TYPES.find(
    (type) => type !== 'user' && (path === homes[type] || path.startsWith(`${homes[type]}/`)),
  )
  return (area ?? 'user') === userType ? lastPage : undefined
}
