import { USER_TYPES } from '@shiloh/contract/core'
import { describe, expect, it } from 'vitest'
import { decideNavigation, type GuardDecision, type GuardInput, type GuardUser, homes } from './guard.ts'

const member: GuardUser = {
  user_type: 'user',
  country: 'GH',
  is_not_member: false,
  has_completed_basic_requirement: true,
  has_completed_additional_requirement: true,
  meta: { phone_verified: true },
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

type Case = [name: string, input: Partial<GuardInput>, expected: GuardDecision['kind'] | string]

const cases: Case[] = [
  ['a guest on an open page', { route: open('/events') }, 'go'],
  ['a guest on a protected page', { route: client }, '/auth/login'],
  ['a guest where anonymous may come', { route: { path: '/security/mfa-recovery', roles: ['admin', 'anonymous'] } }, 'go'],
  ['a member on their page', { route: client, user: member }, 'go'],
  [
    'an unverified phone where it is required',
    { route: client, user: { ...member, meta: { phone_verified: false } }, settings: { ...settings, phoneVerificationRequired: true } },
    'verify-phone',
  ],
  [
    'the same already on verify-phone',
    {
      route: { path: '/auth/verify-phone', roles: ['user'] },
      user: { ...member, meta: { phone_verified: false } },
      settings: { ...settings, phoneVerificationRequired: true },
    },
    'go',
  ],
  ['an unverified phone where it is not', { route: client, user: { ...member, meta: { phone_verified: false } } }, 'go'],
  [
    'phone before onboarding',
    {
      route: client,
      user: { ...member, meta: { phone_verified: false }, has_completed_basic_requirement: false },
      settings: { ...settings, phoneVerificationRequired: true },
    },
    'verify-phone',
  ],
  ['basic requirement missing', { route: client, user: { ...member, has_completed_basic_requirement: false } }, '/auth/onboarding'],
  ['additional missing in Ghana', { route: client, user: { ...member, has_completed_additional_requirement: false } }, '/auth/onboarding'],
  ['additional missing elsewhere', { route: client, user: { ...member, country: 'DE', has_completed_additional_requirement: false } }, 'go'],
  [
    'not a member needs neither',
    { route: client, user: { ...member, is_not_member: true, has_completed_basic_requirement: false } },
    'go',
  ],
  ['a verified phone on verify-phone', { route: { path: '/auth/verify-phone', roles: ['user'] }, user: member }, '/'],
  ['a finished member on onboarding', { route: { path: '/auth/onboarding', roles: ['user'] }, user: member }, '/'],
  [
    'an unfinished member on onboarding',
    { route: { path: '/auth/onboarding', roles: ['user'] }, user: { ...member, has_completed_basic_requirement: false } },
    'go',
  ],
  ['/ for a guest', { route: open('/') }, 'go'],
  ...USER_TYPES.map(
    (user_type): Case => [`/ for ${user_type}`, { route: open('/'), user: { ...member, user_type } }, homes[user_type]],
  ),
  ['maintenance for a guest', { route: open('/events'), settings: { ...settings, maintenance: true } }, '/auth/maintenance-mode'],
  ['maintenance for a member', { route: home, user: member, settings: { ...settings, maintenance: true } }, '/auth/maintenance-mode'],
  ['maintenance for an admin', { route: open('/events'), user: admin, settings: { ...settings, maintenance: true } }, 'go'],
  ['login stays open in maintenance', { route: open('/auth/login'), settings: { ...settings, maintenance: true } }, 'go'],
  ['the maintenance page when it is over', { route: open('/auth/maintenance-mode') }, '/'],
  ['register', { route: open('/auth/register') }, 'go'],
  ['register when closed', { route: open('/auth/register'), settings: { ...settings, signUpsDisabled: true } }, '/auth/register/closed'],
  ['confirm-email out of the blue', { route: open('/auth/register/confirm-email') }, '/auth/login'],
  ['confirm-email after registering', { route: open('/auth/register/confirm-email'), justRegistered: true }, 'go'],
  ['reset without a token', { route: open('/auth/reset-password') }, '/auth/login'],
  ['reset with an expired one', { route: open('/auth/reset-password'), resetToken: 'expired' }, '/auth/forgot-password'],
  ['reset with a valid one', { route: open('/auth/reset-password'), resetToken: 'valid' }, 'go'],
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
    'an admin denied this object',
    { route: { path: '/admin/events/e1', roles: ['admin'], permissions: ['events.read'], objectId: 'e1' }, user: admin },
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
