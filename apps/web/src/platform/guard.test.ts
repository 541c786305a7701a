import { USER_TYPES } from '@shiloh/contract/core'
import { describe, expect, it } from 'vitest'
import { decideNavigation, type GuardDecision, type GuardInput, type GuardUser, homes, pageToRestore } from './guard.ts'

const member: GuardUser = {
  user_type: 'user',
  country: 'GH',
  is_not_member: false,
  has_completed_basic_requirement: true,
  has_completed_additional_requirement: true,
  meta: { phone_verified: true },
  password_expired: false,
  second_step_missing: false,
  authorization: { grants: [], special_allow: [], special_deny: [] },
}
const admin: GuardUser = {
  ...member,
  user_type: 'admin',
  authorization: {
    grants: [{ resource: 'events', actions: ['read'] }],
    special_allow: [],
    special_deny: [{ resource: 'events', actions: ['read'], _id: 'e1' }],
  },
}
const settings = { maintenance: false, phoneVerificationRequired: false, signUpsDisabled: false }
const client = { path: '/reservations', roles: ['user'] } as const
const home = { path: '/home', roles: ['user'] } as const
const open = (path: string) => ({ path })
const needsSignIn = (path: string) => ({ path, roles: USER_TYPES })
const unverified: GuardUser = { ...member, meta: { phone_verified: false } }
const verification = { ...settings, phoneVerificationRequired: true }
const maintenance = { ...settings, maintenance: true }

type Case = [name: string, input: Partial<GuardInput>, expected: GuardDecision['kind'] | string]

const cases: Case[] = [
  ['a guest on an open page', { route: open('/events') }, 'go'],
  ['a guest on a protected page', { route: client }, '/auth/login'],
  ['a guest at the gate', { route: { path: '/check-in', roles: ['checkin_user'] } }, '/auth/login?as=check-in'],
  ['a guest in the office', { route: { path: '/admin/users', roles: ['admin'] } }, '/auth/login?as=admin'],
  [
    'a guest where anonymous may come',
    { route: { path: '/security/mfa-recovery', roles: ['admin', 'anonymous'] } },
    'go',
  ],
  ['a member on their page', { route: client, user: member }, 'go'],
  [
    'an unverified phone where it is required',
    { route: client, user: unverified, settings: verification },
    'verify-phone',
  ],
  ['the same on a public page', { route: open('/events'), user: unverified, settings: verification }, 'go'],
  [
    'the same on their own account',
    { route: needsSignIn('/auth/account'), user: unverified, settings: verification },
    'verify-phone',
  ],
  [
    'the same on onboarding',
    { route: needsSignIn('/auth/onboarding'), user: unverified, settings: verification },
    'verify-phone',
  ],
  [
    'the same although not a member',
    { route: client, user: { ...unverified, is_not_member: true }, settings: verification },
    'verify-phone',
  ],
  [
    'an admin with an unverified phone',
    {
      route: { path: '/admin', roles: ['admin'] },
      user: { ...admin, meta: { phone_verified: false } },
      settings: verification,
    },
    'go',
  ],
  [
    'the same already on verify-phone',
    {
      route: { path: '/auth/verify-phone', roles: ['user'] },
      user: unverified,
      settings: verification,
    },
    'go',
  ],
  ['an unverified phone where it is not', { route: client, user: unverified }, 'go'],
  [
    'phone before onboarding',
    {
      route: client,
      user: { ...member, meta: { phone_verified: false }, has_completed_basic_requirement: false },
      settings: verification,
    },
    'verify-phone',
  ],
  [
    'basic requirement missing',
    { route: client, user: { ...member, has_completed_basic_requirement: false } },
    '/auth/onboarding',
  ],
  [
    'additional missing in Ghana',
    { route: client, user: { ...member, has_completed_additional_requirement: false } },
    '/auth/onboarding',
  ],
  [
    'additional missing elsewhere',
    { route: client, user: { ...member, country: 'DE', has_completed_additional_requirement: false } },
    'go',
  ],
  [
    'not a member needs neither',
    { route: client, user: { ...member, is_not_member: true, has_completed_basic_requirement: false } },
    'go',
  ],
  [
    'verify-phone of an unverified phone, by choice',
    { route: needsSignIn('/auth/verify-phone'), user: unverified },
    'go',
  ],
  [
    'verified and incomplete on verify-phone: onboarding first',
    { route: needsSignIn('/auth/verify-phone'), user: { ...member, has_completed_basic_requirement: false } },
    '/auth/onboarding',
  ],
  ['an admin with a verified phone on verify-phone', { route: needsSignIn('/auth/verify-phone'), user: admin }, '/'],
  [
    'incomplete on a public page',
    { route: open('/events'), user: { ...member, has_completed_basic_requirement: false } },
    'go',
  ],
  [
    'basic missing outside Ghana',
    { route: client, user: { ...member, country: 'DE', has_completed_basic_requirement: false } },
    '/auth/onboarding',
  ],
  [
    'additional missing outside Ghana on onboarding',
    {
      route: needsSignIn('/auth/onboarding'),
      user: { ...member, country: 'DE', has_completed_additional_requirement: false },
    },
    '/',
  ],
  [
    'additional missing in Ghana on onboarding',
    { route: needsSignIn('/auth/onboarding'), user: { ...member, has_completed_additional_requirement: false } },
    'go',
  ],
  [
    'not a member on onboarding',
    {
      route: needsSignIn('/auth/onboarding'),
      user: { ...member, is_not_member: true, has_completed_basic_requirement: false },
    },
    '/',
  ],
  [
    'a vendor who has completed nothing',
    {
      route: { path: '/vendor', roles: ['vendor'] },
      user: { ...member, user_type: 'vendor', has_completed_basic_requirement: false },
    },
    'go',
  ],
  ['a verified phone on verify-phone', { route: { path: '/auth/verify-phone', roles: ['user'] }, user: member }, '/'],
  ['a finished member on onboarding', { route: { path: '/auth/onboarding', roles: ['user'] }, user: member }, '/'],
  [
    'an unfinished member on onboarding',
    {
      route: { path: '/auth/onboarding', roles: ['user'] },
      user: { ...member, has_completed_basic_requirement: false },
    },
    'go',
  ],
  ['/ for a guest', { route: open('/') }, 'go'],
  ...USER_TYPES.map(
    (user_type): Case => [`/ for ${user_type}`, { route: open('/'), user: { ...member, user_type } }, homes[user_type]],
  ),
  ['maintenance for a guest', { route: open('/events'), settings: maintenance }, '/auth/maintenance-mode'],
  ['maintenance for a member', { route: home, user: member, settings: maintenance }, '/auth/maintenance-mode'],
  ['maintenance for an admin', { route: open('/events'), user: admin, settings: maintenance }, 'go'],
  ['a guest on a protected page in maintenance', { route: client, settings: maintenance }, '/auth/maintenance-mode'],
  [
    'a guest in the admin area in maintenance',
    { route: { path: '/admin', roles: ['admin'] }, settings: maintenance },
    '/auth/maintenance-mode',
  ],
  [
    'an unverified phone in maintenance: no code is sent',
    { route: client, user: unverified, settings: { ...verification, maintenance: true } },
    '/auth/maintenance-mode',
  ],
  ['the second step stays open in maintenance', { route: open('/auth/mfa'), settings: maintenance }, 'go'],
  [
    'a check-in user in maintenance',
    {
      route: { path: '/check-in', roles: ['checkin_user'] },
      user: { ...member, user_type: 'checkin_user' },
      settings: maintenance,
    },
    '/auth/maintenance-mode',
  ],
  [
    'an admin on the maintenance page while it is on',
    { route: open('/auth/maintenance-mode'), user: admin, settings: maintenance },
    'go',
  ],
  ['register in maintenance', { route: open('/auth/register'), settings: maintenance }, '/auth/maintenance-mode'],
  ['login stays open in maintenance', { route: open('/auth/login'), settings: maintenance }, 'go'],
  ['the maintenance page when it is over', { route: open('/auth/maintenance-mode') }, '/'],
  ['register', { route: open('/auth/register') }, 'go'],
  [
    'register when closed',
    { route: open('/auth/register'), settings: { ...settings, signUpsDisabled: true } },
    '/auth/register/closed',
  ],
  ['confirm-email out of the blue', { route: open('/auth/register/confirm-email') }, '/auth/login'],
  ['confirm-email after registering', { route: open('/auth/register/confirm-email'), justRegistered: true }, 'go'],
  ['reset without a token', { route: open('/auth/reset-password') }, '/auth/login'],
  [
    'reset with an expired one',
    { route: open('/auth/reset-password'), resetToken: 'expired' },
    '/auth/forgot-password',
  ],
  ['reset with a valid one', { route: open('/auth/reset-password'), resetToken: 'valid' }, 'go'],
  [
    'a member where only anonymous and admins may come',
    { route: { path: '/security/mfa-recovery', roles: ['admin', 'anonymous'] }, user: member },
    '/auth/not-authorized',
  ],
  ['an expired password', { route: client, user: { ...member, password_expired: true } }, '/auth/password-expiration'],
  [
    'an expired password on its page',
    { route: needsSignIn('/auth/password-expiration'), user: { ...member, password_expired: true } },
    'go',
  ],
  [
    'an expired password on a public page',
    { route: open('/events'), user: { ...member, password_expired: true } },
    'go',
  ],
  [
    'onboarding before an expired password',
    {
      route: needsSignIn('/auth/onboarding'),
      user: { ...member, has_completed_basic_requirement: false, password_expired: true },
    },
    'go',
  ],
  ['the password page without a session', { route: needsSignIn('/auth/password-expiration') }, '/auth/login'],
  [
    'an admin who has to set up a second step',
    { route: { path: '/admin', roles: ['admin'] }, user: { ...admin, second_step_missing: true } },
    '/security/mfa-authentication',
  ],
  [
    'the same on their account',
    { route: needsSignIn('/auth/account'), user: { ...admin, second_step_missing: true } },
    '/security/mfa-authentication',
  ],
  [
    'the same while setting it up',
    { route: needsSignIn('/security/activation-app'), user: { ...admin, second_step_missing: true } },
    'go',
  ],
  ['the same on a public page', { route: open('/events'), user: { ...admin, second_step_missing: true } }, 'go'],
  [
    'an admin allowed this one object',
    {
      route: { path: '/admin/events/e2', roles: ['admin'], permissions: ['events.update'], objectId: 'e2' },
      user: {
        ...admin,
        authorization: {
          ...admin.authorization,
          special_allow: [{ resource: 'events', actions: ['update'], _id: 'e2' }],
        },
      },
    },
    'go',
  ],
  ['a member in the admin area', { route: { path: '/admin', roles: ['admin'] }, user: member }, '/auth/not-authorized'],
  [
    'an admin with the permission',
    { route: { path: '/admin/events', roles: ['admin'], permissions: ['events.read'] }, user: admin },
    'go',
  ],
  [
    'an admin without it',
    { route: { path: '/admin/users', roles: ['admin'], permissions: ['users.read'] }, user: admin },
    '/auth/not-authorized',
  ],
  [
    'an admin with one of several',
    { route: { path: '/admin/imports', roles: ['admin'], oneOf: ['users.import', 'events.read'] }, user: admin },
    'go',
  ],
  [
    'an admin with none of several',
    { route: { path: '/admin/imports', roles: ['admin'], oneOf: ['users.import', 'titles.import'] }, user: admin },
    '/auth/not-authorized',
  ],
  [
    'an admin denied this object',
    {
      route: { path: '/admin/events/e1', roles: ['admin'], permissions: ['events.read'], objectId: 'e1' },
      user: admin,
    },
    '/auth/not-authorized',
  ],
]

describe('decideNavigation', () => {
  it.each(cases)('%s', (_, input, expected) => {
    const decision = decideNavigation({
      route: open('/'),
      user: undefined,
      settings,
      justRegistered: false,
      resetToken: 'missing',
      ...input,
    })
    expect(decision.kind === 'redirect' ? decision.to : decision.kind).toBe(expected)
  })
})

describe('pageToRestore', () => {
  it.each([
    ['user', '/reservations?page=2', '/reservations?page=2'],
    ['user', '/admin/users', undefined],
    ['user', '/vendor', undefined],
    ['user', '/auth/account', undefined],
    ['user', '/home', undefined],
    ['user', '//evil.example', undefined],
    ['user', 'https://evil.example', undefined],
    ['user', '/administration-of-joy', '/administration-of-joy'],
    ['admin', '/admin/users?search=a', '/admin/users?search=a'],
    ['admin', '/reservations', undefined],
    ['vendor', '/vendor/orders', '/vendor/orders'],
    ['checkin_user', '/check-in/e1', '/check-in/e1'],
    ['user', undefined, undefined],
    ['admin', '/admin/login', undefined],
    ['checkin_user', '/check-in/login?code=1', undefined],
    ['vendor', '/vendor/login', undefined],
  ] as const)('%s %s', (type, last, expected) => {
    expect(pageToRestore(type, homes[type], last)).toBe(expected)
  })
})

describe('the sign-in of an area, as people type it', () => {
  it.each([
    ['/admin/login', undefined, '/auth/login?as=admin'],
    ['/check-in/login', undefined, '/auth/login?as=check-in'],
    ['/vendor/login', undefined, '/auth/login'],
    ['/admin/login', admin, '/admin'],
    ['/admin/login', member, '/home'],
  ] as const)('%s leads to the sign-in, or home', (path, user, expected) => {
    for (const maintenance of [false, true])
      expect(
        decideNavigation({
          route: { path },
          user,
          settings: { ...settings, maintenance },
          justRegistered: false,
          resetToken: 'missing',
        }),
      ).toEqual({ kind: 'redirect', to: expected })
  })
})
