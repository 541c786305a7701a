import { type Authorization, PERMISSIONS } from '@shiloh/contract/permissions'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseDay } from './people-import.ts'
import { addedGrants, beyond, holds, tidyGrants } from './rules.ts'

const nothing: Authorization = { grants: [], special_allow: [], special_deny: [] }
const some: Authorization = {
  grants: [{ resource: 'users', actions: ['read', 'update'] }],
  special_allow: [{ resource: 'events', actions: ['update'], _id: 'aaaaaaaaaaaaaaaaaaaaaaaa' }],
  special_deny: [{ resource: 'users', actions: ['update'] }],
}

test('an owner holds everything, others what they are allowed', () => {
  expect(beyond({ isOwner: true, authorization: nothing }, [...PERMISSIONS, 'custom.thing'])).toEqual([])
  const granter = { isOwner: false, authorization: some }
  expect(beyond(granter, ['users.read', 'users.update', 'events.update', 'custom.thing'])).toEqual([
    'users.update',
    'events.update',
    'custom.thing',
  ])
  expect(holds(granter, 'events.update', 'aaaaaaaaaaaaaaaaaaaaaaaa')).toBe(true)
  expect(holds(granter, 'events.update', 'bbbbbbbbbbbbbbbbbbbbbbbb')).toBe(false)
})

const grant = fc.record({
  resource: fc.constantFrom('users', 'events'),
  actions: fc.array(fc.constantFrom('read', 'update', 'delete'), { minLength: 1, maxLength: 4 }),
  _id: fc.constantFrom(null, 'a'.repeat(24), 'b'.repeat(24)),
})

test('grants are tidied without losing or gaining any', () => {
  const flat = (grants: readonly { resource: string; actions: readonly string[]; _id?: string | null | undefined }[]) =>
    new Set(
      grants.flatMap(({ resource, actions, _id }) => actions.map((action) => `${resource} ${_id ?? ''} ${action}`)),
    )
  fc.assert(
    fc.property(fc.array(grant), (grants) => {
      const tidy = tidyGrants(grants)
      expect(flat(tidy)).toEqual(flat(grants))
      expect(new Set(tidy.map(({ resource, _id }) => `${resource} ${_id ?? ''}`)).size).toBe(tidy.length)
      expect(addedGrants(tidy, tidyGrants([...grants, ...grants]))).toEqual([])
      expect(addedGrants([], tidy)).toHaveLength(flat(grants).size)
    }),
  )
})

test('dates as church offices write them', () => {
  expect(parseDay('1990-05-17')).toBe('1990-05-17')
  expect(parseDay('17/05/1990')).toBe('1990-05-17')
  expect(parseDay('7.5.1990')).toBe('1990-05-07')
  expect(parseDay('33010')).toBe('1990-05-17')
  for (const wrong of ['05/17/1990', '31/02/1990', 'yesterday', '']) expect(parseDay(wrong)).toBeUndefined()
})
