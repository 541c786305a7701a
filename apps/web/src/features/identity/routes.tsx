import { USER_TYPES } from '@shiloh/contract/core'
import { MFA_METHODS, type MfaMethod } from '@shiloh/contract/identity/account'
import { isSignInKind, type SignInKind, type SignInWay, signInWay } from '@shiloh/contract/identity/painted'
import { IconHeart } from '@tabler/icons-react'
import { createRoute } from '@tanstack/react-router'
import { text } from '#platform/i18n'
import { lazyPage } from '#platform/lazy-page'
import { type Crumb, rootRoute } from '#platform/routing'
import { texts } from './texts.ts'

const everyone = USER_TYPES
const toAccount: readonly Crumb[] = [{ label: text(texts, 'account'), to: '/auth/account' }]
const toSecurity: readonly Crumb[] = [...toAccount, { label: text(texts, 'security'), to: '/security/mfa' }]

type Search = Readonly<Record<string, unknown>>
const withToken = ({ token }: Search): { token?: string } => (typeof token === 'string' && token ? { token } : {})
const withApproval = ({ approval }: Search): { approval?: boolean } => (approval === true ? { approval } : {})
/** Undefined takes an unknown kind away: the router leaves in place what a route does not name. */
const withKind = ({ as }: Search): { as?: SignInKind | undefined } => ({
  as: isSignInKind(as) && as !== 'user' ? as : undefined,
})
/** The same for the way to sign in, which depends on the kind. */
const withWay = ({ as, with: way }: Search): { as?: SignInKind | undefined; with?: SignInWay | undefined } => {
  const kind = isSignInKind(as) ? as : 'user'
  const known = signInWay(kind, way)
  return { ...withKind({ as }), with: known === way ? known : undefined }
}
const isMethod = (value: unknown): value is MfaMethod => MFA_METHODS.some((method) => method === value)
const withMethods = ({ methods, sent }: Search): { methods?: MfaMethod[]; sent?: MfaMethod } => ({
  ...(Array.isArray(methods) && { methods: methods.filter(isMethod) }),
  ...(isMethod(sent) && { sent }),
})
const withMethod = ({ method }: Search): { method?: 'email' | 'sms' } =>
  method === 'email' || method === 'sms' ? { method } : {}

const signIn = [
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/auth/login',
    staticData: { title: text(texts, 'login'), layout: 'full', texts: ['sign-in'] },
    validateSearch: withWay,
    component: lazyPage(() => import('./sign-in/login-page.tsx'), 'LoginPage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/auth/code',
    staticData: { title: text(texts, 'code'), layout: 'full', texts: ['sign-in'] },
    component: lazyPage(() => import('./sign-in/code-page.tsx'), 'CodePage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/auth/mfa',
    staticData: { title: text(texts, 'mfa'), layout: 'full', texts: ['sign-in'] },
    validateSearch: withMethods,
    component: lazyPage(() => import('./sign-in/mfa-page.tsx'), 'MfaPage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/auth/password-expiration',
    staticData: { title: text(texts, 'password_expiration'), layout: 'full', roles: everyone, texts: ['account'] },
    component: lazyPage(() => import('./security/change-password-page.tsx'), 'PasswordExpirationPage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/auth/forgot-password',
    staticData: { title: text(texts, 'forgot_password'), layout: 'full', texts: ['sign-in'] },
    validateSearch: withKind,
    component: lazyPage(() => import('./sign-in/forgot-password-page.tsx'), 'ForgotPasswordPage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/auth/forgot-password-mfa',
    staticData: { title: text(texts, 'mfa'), layout: 'full', texts: ['sign-in'] },
    validateSearch: withToken,
    component: lazyPage(() => import('./sign-in/forgot-password-mfa-page.tsx'), 'ForgotPasswordMfaPage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/auth/reset-password',
    staticData: { title: text(texts, 'reset_password'), layout: 'full', texts: ['sign-in'] },
    validateSearch: withToken,
    component: lazyPage(() => import('./sign-in/reset-password-page.tsx'), 'ResetPasswordPage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/auth/verify-phone',
    staticData: { title: text(texts, 'verify_phone'), layout: 'full', roles: everyone, texts: ['sign-in'] },
    component: lazyPage(() => import('./sign-in/verify-phone-page.tsx'), 'VerifyPhonePage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/auth/not-authorized',
    staticData: { title: text(texts, 'not_authorized'), layout: 'full', texts: ['sign-in'] },
    component: lazyPage(() => import('./sign-in/state-pages.tsx'), 'NotAuthorizedPage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/auth/maintenance-mode',
    staticData: { title: text(texts, 'maintenance'), layout: 'full', texts: ['sign-in'] },
    component: lazyPage(() => import('./sign-in/state-pages.tsx'), 'MaintenancePage'),
  }),
]

const register = [
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/auth/register',
    staticData: { title: text(texts, 'register'), layout: 'full', texts: ['sign-in'] },
    component: lazyPage(() => import('./register/register-page.tsx'), 'RegisterPage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/auth/register/closed',
    staticData: { title: text(texts, 'register_closed'), layout: 'full', texts: ['sign-in'] },
    component: lazyPage(() => import('./register/after-pages.tsx'), 'RegisterClosedPage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/auth/register/success',
    staticData: { title: text(texts, 'register_success'), layout: 'full', texts: ['sign-in'] },
    validateSearch: withApproval,
    component: lazyPage(() => import('./register/after-pages.tsx'), 'RegisterSuccessPage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/auth/register/confirm-email',
    staticData: { title: text(texts, 'confirm_email'), layout: 'full', texts: ['sign-in'] },
    validateSearch: withToken,
    component: lazyPage(() => import('./register/confirm-email-page.tsx'), 'ConfirmEmailPage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/auth/register/welcome',
    staticData: { title: text(texts, 'welcome'), layout: 'full', texts: ['sign-in'] },
    validateSearch: withApproval,
    component: lazyPage(() => import('./register/after-pages.tsx'), 'WelcomePage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/auth/invitation',
    staticData: { title: text(texts, 'invitation'), layout: 'full', texts: ['sign-in'] },
    validateSearch: (search: Search) => ({ ...withToken(search), ...withKind(search) }),
    component: lazyPage(() => import('./register/invitation-page.tsx'), 'InvitationPage'),
  }),
]

const own = [
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/auth/onboarding',
    staticData: { title: text(texts, 'onboarding'), layout: 'full', roles: everyone, texts: ['industries'] },
    component: lazyPage(() => import('./onboarding/onboarding-page.tsx'), 'OnboardingPage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/auth/account',
    staticData: {
      title: text(texts, 'account'),
      layout: 'own',
      wide: true,
      roles: everyone,
      texts: ['account', 'sign-in', 'industries'],
    },
    component: lazyPage(() => import('./account/account-page.tsx'), 'AccountPage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/spouse',
    staticData: {
      title: text(texts, 'spouse'),
      layout: 'client',
      roles: ['user'],
      breadcrumb: [{ label: text(texts, 'home'), to: '/home' }],
      nav: { group: 'client', icon: IconHeart, label: text(texts, 'spouse_and_family') },
    },
    component: lazyPage(() => import('./spouse/spouse-page.tsx'), 'SpousePage'),
  }),
]

const security = [
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/security/mfa',
    staticData: {
      title: text(texts, 'security'),
      layout: 'own',
      roles: everyone,
      breadcrumb: toAccount,
      texts: ['account', 'sign-in'],
    },
    component: lazyPage(() => import('./security/mfa-overview-page.tsx'), 'MfaOverviewPage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/security/mfa-authentication',
    staticData: {
      title: text(texts, 'choose_method'),
      layout: 'full',
      roles: everyone,
      breadcrumb: toSecurity,
      texts: ['account'],
    },
    component: lazyPage(() => import('./security/enrol-pages.tsx'), 'ChooseMethodPage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/security/authentication-app',
    staticData: {
      title: text(texts, 'authentication_app'),
      layout: 'full',
      roles: everyone,
      breadcrumb: toSecurity,
      texts: ['account'],
    },
    component: lazyPage(() => import('./security/enrol-pages.tsx'), 'AuthenticationAppPage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/security/activation-app',
    staticData: {
      title: text(texts, 'activation_app'),
      layout: 'full',
      roles: everyone,
      breadcrumb: toSecurity,
      texts: ['account'],
    },
    component: lazyPage(() => import('./security/enrol-pages.tsx'), 'ActivationAppPage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/security/passkey',
    staticData: {
      title: text(texts, 'passkey'),
      layout: 'full',
      roles: everyone,
      breadcrumb: toSecurity,
      texts: ['sign-in'],
    },
    component: lazyPage(() => import('./passkeys/add-passkey-page.tsx'), 'AddPasskeyPage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/security/mfa-activation',
    staticData: {
      title: text(texts, 'activation'),
      layout: 'full',
      roles: everyone,
      breadcrumb: toSecurity,
      texts: ['account'],
    },
    validateSearch: withMethod,
    component: lazyPage(() => import('./security/enrol-pages.tsx'), 'ActivationPage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/security/mfa-recovery-codes',
    staticData: {
      title: text(texts, 'recovery_codes'),
      layout: 'full',
      roles: everyone,
      breadcrumb: toSecurity,
      texts: ['account'],
    },
    component: lazyPage(() => import('./security/recovery-codes-page.tsx'), 'RecoveryCodesPage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/security/mfa-recovery',
    staticData: { title: text(texts, 'recovery'), layout: 'full', roles: ['admin', 'anonymous'], texts: ['sign-in'] },
    component: lazyPage(() => import('./sign-in/mfa-recovery-page.tsx'), 'MfaRecoveryPage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/security/mfa-recovery-success',
    staticData: {
      title: text(texts, 'recovery_success'),
      layout: 'full',
      roles: ['admin', 'anonymous'],
      texts: ['sign-in'],
    },
    component: lazyPage(() => import('./sign-in/mfa-recovery-success-page.tsx'), 'MfaRecoverySuccessPage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/security/password/change',
    staticData: {
      title: text(texts, 'change_password'),
      layout: 'full',
      roles: everyone,
      breadcrumb: toAccount,
      texts: ['account'],
    },
    component: lazyPage(() => import('./security/change-password-page.tsx'), 'ChangePasswordPage'),
  }),
]

export const routes = [...signIn, ...register, ...own, ...security]
