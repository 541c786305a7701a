import { publicAccess, route } from '@shiloh/contract/core'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { idempotencyKeyOf } from './idempotency.ts'

const pay = route({
  method: 'POST',
  path: '/pay',
  access: publicAccess,
  summary: 'Pays',
  response: z.object({}),
  idempotent: true,
})
const keyOf = (header: string | string[] | undefined, body: unknown = {}, callerId: string | undefined = 'me') =>
  idempotencyKeyOf(pay, 'pay', { url: '/pay?x=1', headers: { 'idempotency-key': header } }, body, callerId)

test('a key belongs to its route, path and body', () => {
  const key = keyOf('k', { amount: 1 })
  expect(key).toMatchObject({ key: 'k', route: 'pay /pay?x=1' })
  expect(keyOf('k', { amount: 1 })).toEqual(key)
  expect(keyOf('k', { amount: 2 })?.bodyHash).not.toBe(key?.bodyHash)
})

test('a key that is empty, too long or given twice is invalid', () => {
  for (const header of ['', 'x'.repeat(201), ['a', 'b']]) expect(() => keyOf(header)).toThrow('invalid_input')
})

test('without an account, a header or a route that honours it there is no key', () => {
  expect(idempotencyKeyOf(pay, 'pay', { url: '/pay', headers: { 'idempotency-key': 'k' } }, {}, undefined)).toBeNull()
  expect(keyOf(undefined)).toBeNull()
  const plain = route({ ...pay, idempotent: false })
  expect(idempotencyKeyOf(plain, 'pay', { url: '/pay', headers: { 'idempotency-key': '' } }, {}, 'me')).toBeNull()
})
