import { can, publicAccess, route, signedIn, token } from '@shiloh/contract/core'
import { identityRoutes } from '@shiloh/contract/identity/identity'
import { expect, test } from 'vitest'
import { z } from 'zod'
import type { Caller } from '#platform/auth/auth.store'
import { AppError } from '#platform/errors'
import { authorise, confirmedUntil } from './permissions.ts'

const now = new Date('2026-11-21T08:00:00Z')
const plain = route({
  method: 'GET',
  path: '/things',
  access: signedIn('user'),
  summary: 'Things',
  response: z.object({}),
})
const forStaff = route({ ...plain, access: can('events.read') })
const somebody: Caller = {
  id: '0123456789abcdef01234567',
  userType: 'user',
  sessionId: 's',
  confirmedAt: null,
  language: 'en',
  name: 'Ama Mensah',
  status: 'approved',
  authorization: { grants: [], special_allow: [], special_deny: [] },
  isOwner: false,
  lacksSecondStep: false,
  inMaintenance: false,
  isService: false,
  isDeviceRevoked: false,
}
const reader: Caller = {
  ...somebody,
  userType: 'admin',
  authorization: { grants: [{ resource: 'events', actions: ['read'] }], special_allow: [], special_deny: [] },
}
const refusal = (...args: Parameters<typeof authorise>): string | undefined => {
  try {
    authorise(...args)
    return undefined
  } catch (error) {
    return error instanceof AppError ? error.code : String(error)
  }
}

test('routes without an account accept everybody', () => {
  for (const access of [publicAccess, token('refresh')])
    expect(refusal(route({ ...plain, access }), null, undefined, now)).toBeUndefined()
})

test('a route for accounts needs one of the right kind', () => {
  expect(refusal(plain, null, undefined, now)).toBe('not_signed_in')
  expect(refusal(plain, somebody, undefined, now)).toBeUndefined()
  expect(refusal(plain, reader, undefined, now)).toBe('forbidden')
})

test('a permission counts for administrators only, and for the object that it names', () => {
  expect(refusal(forStaff, reader, undefined, now)).toBeUndefined()
  expect(refusal(forStaff, { ...reader, userType: 'user' }, undefined, now)).toBe('forbidden')
  expect(refusal(route({ ...plain, access: can('events.update') }), reader, undefined, now)).toBe('forbidden')
  const _id = 'fedcba9876543210fedcba98'
  const denied = {
    ...reader,
    authorization: { ...reader.authorization, special_deny: [{ resource: 'events', actions: ['read'], _id }] },
  }
  expect(refusal(forStaff, denied, _id, now)).toBe('forbidden')
  expect(refusal(forStaff, denied, somebody.id, now)).toBeUndefined()
})

test('a refusal names the first reason', () => {
  const late = new Date(confirmedUntil(now).getTime() + 1)
  const strict = route({ ...plain, confirmed: true })
  const all: Caller = {
    ...somebody,
    status: 'deactivated',
    inMaintenance: true,
    lacksSecondStep: true,
    confirmedAt: now,
  }
  const reasons = [
    [{}, 'account_deactivated'],
    [{ status: 'approved' }, 'maintenance_mode'],
    [{ status: 'approved', inMaintenance: false }, 'mfa_required'],
    [{ status: 'approved', inMaintenance: false, lacksSecondStep: false }, 'confirmation_required'],
  ] as const
  for (const [change, code] of reasons) expect(refusal(strict, { ...all, ...change }, undefined, late)).toBe(code)
})

test('a confirmation lasts ten minutes', () => {
  const strict = route({ ...plain, confirmed: true })
  const confirmed = { ...somebody, confirmedAt: now }
  expect(refusal(strict, confirmed, undefined, confirmedUntil(now))).toBeUndefined()
  expect(refusal(strict, confirmed, undefined, new Date(confirmedUntil(now).getTime() + 1))).toBe(
    'confirmation_required',
  )
  expect(refusal(strict, somebody, undefined, now)).toBe('confirmation_required')
})

test('a session whose device was revoked reaches only what is open to it', () => {
  const gate = route({ ...plain, access: signedIn('checkin_user') })
  const lost: Caller = { ...somebody, userType: 'checkin_user', isDeviceRevoked: true }
  expect(refusal(gate, lost, undefined, now)).toBe('forbidden')
  expect(refusal(gate, { ...lost, isDeviceRevoked: false }, undefined, now)).toBeUndefined()
  expect(refusal(route({ ...gate, afterRevocation: true }), lost, undefined, now)).toBeUndefined()
  // A lost phone must not end the sessions of the others of its account.
  const everybody = route({ ...plain, access: signedIn('user', 'checkin_user') })
  expect(refusal(everybody, lost, undefined, now)).toBe('forbidden')
  const { logout, revokeOtherSessions } = identityRoutes
  expect(refusal(logout, lost, undefined, now)).toBeUndefined()
  expect(refusal(revokeOtherSessions, { ...lost, confirmedAt: now }, undefined, now)).toBe('forbidden')
})

test('maintenance mode stops everybody except administrators, apart from routes that stay open', () => {
  const stopped = { ...somebody, inMaintenance: true }
  expect(refusal(plain, stopped, undefined, now)).toBe('maintenance_mode')
  expect(refusal(route({ ...plain, duringMaintenance: true }), stopped, undefined, now)).toBeUndefined()
  expect(refusal(forStaff, { ...reader, inMaintenance: true }, undefined, now)).toBeUndefined()
})
