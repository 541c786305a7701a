import { expect, it } from 'vitest'
import { type Authorization, type Grant, isAllowed } from './permissions.ts'

const one = 'a'.repeat(24)
const other = 'b'.repeat(24)
const users = (...actions: readonly string[]): Grant => ({ resource: 'users', actions })
const having = (parts: Partial<Authorization>): Authorization => ({
  grants: [],
  special_allow: [],
  special_deny: [],
  ...parts,
})

it('grants an action of a resource, on all of it and on each object', () => {
  const reader = having({ grants: [users('read')] })
  expect(isAllowed(reader, 'users.read')).toBe(true)
  expect(isAllowed(reader, 'users.read', one)).toBe(true)
  expect(isAllowed(reader, 'users.update')).toBe(false)
  expect(isAllowed(reader, 'events.read', one)).toBe(false)
})

it('lets an allowance or denial of one object leave the others as they are', () => {
  const opened = having({ special_allow: [{ ...users('read'), _id: one }] })
  expect([undefined, one, other].map((id) => isAllowed(opened, 'users.read', id))).toEqual([false, true, false])
  const closed = having({ grants: [users('read')], special_deny: [{ ...users('read'), _id: one }] })
  expect([undefined, one, other].map((id) => isAllowed(closed, 'users.read', id))).toEqual([true, false, true])
})

it('lets a denial beat an allowance, and an allowance a missing grant', () => {
  const allowed = having({ special_allow: [users('read')] })
  expect(isAllowed(allowed, 'users.read', one)).toBe(true)
  expect(isAllowed({ ...allowed, special_deny: [users('read')] }, 'users.read', one)).toBe(false)
  expect(isAllowed({ ...allowed, special_deny: [users('read')] }, 'users.read')).toBe(false)
})
