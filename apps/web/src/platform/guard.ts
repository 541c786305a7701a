import { USER_TYPES, type UserType } from '@shiloh/contract/core'
import type { Permission } from '@shiloh/contract/permissions'
import { type Authorization, isAllowed } from '@shiloh/contract/permissions'

/** The facts about the user that the guard needs: a part of the response of `POST /auth/check`. */
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

/** The requirements of a route: a part of its `staticData`. */
export interface GuardedRoute {
  readonly path: string
  /** Who can open it. Without it the route is open to everybody. */
  readonly roles?: readonly (UserType | 'anonymous')[]
  readonly permissions?: readonly Permission[]
  readonly oneOf?: readonly Permission[]
  /** The object that a route shows, for allowances and denials of single objects. */
  readonly objectId?: string
  /** What the route shows is on this device: it opens even if the account cannot be loaded. */
  readonly opensOffline?: true
}

export interface GuardInput {
  readonly route: GuardedRoute
  readonly user: GuardUser | undefined
  readonly settings: {
    readonly maintenance: boolean
    readonly phoneVerificationRequired: boolean
    readonly signUpsDisabled: boolean
  }
  /** A registration has just stored an e-mail address, or its link was opened. */
  readonly justRegistered: boolean
  /** The token in the query of the reset page, and its validity. */
  readonly resetToken: 'missing' | 'valid' | 'expired'
}

export type GuardDecision =
  | { readonly kind: 'go' }
  | { readonly kind: 'redirect'; readonly to: string; readonly because?: 'reset_token_expired' }
  /** Sends the code first, then shows the page, even if sending fails. */
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
/** Returns the sign-in of the area that a path belongs to. */
export const signInFor = (path: string): string => {
  const isIn = (home: string) => path === home || path.startsWith(`${home}/`)
  if (isIn(homes.admin)) return `${loginPath}?as=admin`
  return isIn(homes.checkin_user) ? `${loginPath}?as=check-in` : loginPath
}
/** Whether a path is what people type for the sign-in of an area. The sign-in of all of them is one page. */
const isTypedSignIn = (path: string): boolean =>
  [homes.admin, homes.checkin_user, homes.vendor].some((home) => path === `${home}/login`)
export const verifyPath: string = '/auth/verify-phone'
/** The user's profile. */
export const accountPath: string = '/auth/account'
const onboardingPath = '/auth/onboarding'
const maintenancePath = '/auth/maintenance-mode'
/** Where the guard leads somebody whose account cannot open a page. */
export const notAuthorizedPath: string = '/auth/not-authorized'
const expirationPath = '/auth/password-expiration'
/** The page where an administrator sets up a required second step. */
export const chooseMethodPath: string = '/security/mfa-authentication'
/** The only pages open to users who have to set up a second step first. */
const enrolmentPaths: ReadonlySet<string> = new Set([
  chooseMethodPath,
  '/security/authentication-app',
  '/security/activation-app',
  '/security/mfa-activation',
  '/security/passkey',
  '/security/mfa-recovery-codes',
  expirationPath,
])
/** Pages that can come between signing in and the requested area. */
const stepsOfSignIn: ReadonlySet<string> = new Set([verifyPath, onboardingPath, expirationPath])
/** The sign-in pages. They stay open during maintenance, because otherwise no administrator could end it. */
const signInPaths: ReadonlySet<string> = new Set([
  loginPath,
  '/auth/code',
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
  const may = (permission: Permission) => isAllowed(user.authorization, permission, route.objectId)
  return (route.permissions ?? []).every(may) && (route.oneOf?.some(may) ?? true)
}

/**
 * Decides where a navigation leads, by the rules of docs/domain.md#navigation-guard in their order. Pure; the router
 * performs the redirect.
 */
export function decideNavigation({ route, user, settings, justRegistered, resetToken }: GuardInput): GuardDecision {
  const { path } = route
  if (isTypedSignIn(path)) return to(user ? homes[user.user_type] : signInFor(path))
  // Comes first: neither a login nor an SMS code helps while the product is closed.
  const mayEnter = user?.user_type === 'admin' || signInPaths.has(path)
  if (settings.maintenance && !mayEnter && path !== maintenancePath) return to(maintenancePath)
  if (!user && !permitted(route, undefined)) return to(signInFor(path))
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
  // The server rejects everything else until there is a second step.
  if (user?.second_step_missing && route.roles && !enrolmentPaths.has(path)) return to(chooseMethodPath)
  // An expired password must be changed before anything else.
  if (user?.password_expired && route.roles && !stepsOfSignIn.has(path)) return to(expirationPath)
  return go
}

/** The wizard of an event. */
export const reservePath = (slug: string): string => `/events/${slug}/reserve`
/** Returns the event, by id or slug, whose wizard a path is. */
export const eventToReserve = (path: string | undefined): string | undefined =>
  /^\/events\/([A-Za-z0-9-]+)\/reserve(?:[?#]|$)/.exec(path ?? '')?.[1]

/** Returns the page to open after signing in: the last one, if it belongs to this user's area. */
export function pageToRestore(userType: UserType, home: string, lastPage: string | undefined): string | undefined {
  if (!lastPage?.startsWith('/') || lastPage.startsWith('//')) return undefined
  const path = lastPage.split(/[?#]/)[0] ?? ''
  if (path === '/' || path === home || path.startsWith('/auth/') || path.startsWith('/security/')) return undefined
  if (isTypedSignIn(path)) return undefined
  const area = USER_TYPES.find(
    (type) => type !== 'user' && (path === homes[type] || path.startsWith(`${homes[type]}/`)),
  )
  return (area ?? 'user') === userType ? lastPage : undefined
}
