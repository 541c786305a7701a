import { can, route, signedIn } from '@shiloh/contract/core'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { auditEntries } from './audit.ts'

const change = route({
  method: 'PUT',
  path: '/admin/events/{id}',
  access: can('events.update'),
  summary: 'Changes an event',
  response: z.object({}),
})
const sent = { objectId: '0123456789abcdef01234567', body: { name: 'Camp' } }

test('a write by an administrator without its own entry records the input', () => {
  expect(auditEntries({ name: 'updateEvent', route: change }, [], sent)).toEqual([
    { action: 'updateEvent', resource: 'events', objectId: sent.objectId, after: sent.body },
  ])
})

test('entries of the handler are stored unchanged', () => {
  const own = [{ action: 'publish', resource: 'events', objectId: sent.objectId }]
  expect(auditEntries({ name: 'updateEvent', route: change }, own, sent)).toEqual(own)
})

test('reads, and writes by members, leave no entry by themselves', () => {
  expect(auditEntries({ name: 'getEvent', route: route({ ...change, method: 'GET' }) }, [], sent)).toEqual([])
  expect(auditEntries({ name: 'change', route: route({ ...change, access: signedIn('user') }) }, [], sent)).toEqual([])
})
