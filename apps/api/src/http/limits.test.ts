import type { RateLimit } from '@shiloh/contract/core'
import { expect, test } from 'vitest'
import { AppError } from '#platform/errors'
import { countCall } from './limits.ts'

const ten = (by: RateLimit['by']): RateLimit => ({ points: 10, seconds: 60, by })
const country = async () => 'GH'
const count = async (by: RateLimit['by'], call: { ip?: string; callerId?: string; rawBody?: unknown }) => {
  const keys: string[] = []
  const consume = async (_: string, __: RateLimit, key: string) => {
    keys.push(key)
  }
  await countCall(
    { consume },
    'login',
    { limits: [ten(by)] },
    { ip: '::1', callerId: undefined, rawBody: {}, ...call },
    country,
  )
  return keys
}

test('all spellings of a phone share one counter', async () => {
  const typed = await Promise.all(
    ['0241234567', '+233 24 123 4567'].map((phone) => count('body.phone', { rawBody: { phone } })),
  )
  expect(typed[0]).toHaveLength(1)
  expect(typed[0]).toEqual(typed[1])
})

test('network addresses and accounts have separate counters', async () => {
  expect(await count('ip', { ip: '10.0.0.1' })).toEqual(await count('ip', { ip: '10.0.0.1', callerId: 'me' }))
  expect(await count('ip', { ip: '10.0.0.1' })).not.toEqual(await count('ip', { ip: '10.0.0.2' }))
  expect(await count('caller', { callerId: 'me' })).not.toEqual(await count('caller', { callerId: 'you' }))
})

test('a program has one counter for all that it asks, whatever the routes limit', async () => {
  const counted: string[] = []
  const consume = async (name: string, _: RateLimit, key: string) => void counted.push(`${name} ${key}`)
  const call = { ip: '::1', callerId: 'me', rawBody: undefined }
  await countCall({ consume }, 'listUsers', { limits: [] }, { ...call, isProgram: true }, country)
  await countCall({ consume }, 'listEvents', { limits: [] }, { ...call, isProgram: false }, country)
  expect(counted).toEqual(['api_token me'])
})

test('a limit without a key does not count', async () => {
  expect(await count('caller', {})).toEqual([])
  for (const rawBody of [{}, { email: 4 }, { email: '' }, null, 'email'])
    expect(await count('body.email', { rawBody })).toEqual([])
})

test('the first limit that is used up refuses, and the later ones do not count', async () => {
  const counted: string[] = []
  const consume = async (_: string, limit: RateLimit) => {
    if (limit.by === 'caller') throw new AppError('too_many_requests', { retryAfter: 60 })
    counted.push(limit.by)
  }
  const limits = [ten('ip'), ten('caller'), ten('body.email')]
  const call = { ip: '::1', callerId: 'me', rawBody: { email: 'ama@shiloh.test' } }
  await expect(countCall({ consume }, 'login', { limits }, call, country)).rejects.toThrow('too_many_requests')
  expect(counted).toEqual(['ip'])
})
