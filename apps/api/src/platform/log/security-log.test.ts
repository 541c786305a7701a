import { describe, expect, test } from 'vitest'
import type { SecurityEntry } from './security-log.store.ts'
import { judge, openSecurityLog, type Refusal } from './security-log.ts'

const refusal = (part: Partial<Refusal> = {}): Refusal => ({
  at: new Date('2026-11-21T08:00:00Z'),
  code: 'forbidden',
  status: 403,
  fields: [],
  method: 'GET',
  path: '/api/v1/admin/users',
  userId: null,
  ip: '10.0.0.1',
  userAgent: 'test',
  requestId: 'one',
  ...part,
})
const wrong = (part: Partial<Refusal> = {}) =>
  refusal({ code: 'invalid_input', status: 422, fields: [{ field: 'name', code: 'required' }], ...part })

const collector = () => {
  const written: (readonly SecurityEntry[])[] = []
  const failures: unknown[] = []
  let broken = false
  const log = openSecurityLog({
    save: async (entries) => {
      if (broken) throw new Error('the database is away')
      written.push(entries)
    },
    onFailure: (error) => failures.push(error),
  })
  return { log, written, failures, breakDown: () => (broken = true), mend: () => (broken = false) }
}

describe('what a refusal is', () => {
  test.each([
    ['forbidden', 403, 'refused', true],
    ['cannot_grant', 403, 'refused', true],
    ['too_many_requests', 429, 'limit', true],
    ['malformed_request', 400, 'invalid', true],
    ['invalid_token', 403, 'refused', false],
    ['not_signed_in', 401, 'refused', false],
    ['too_large', 413, 'invalid', false],
    ['password_wrong', 422, 'invalid', false],
  ] as const)('%s', (code, status, kind, alone) => {
    expect(judge({ code, status, fields: [] })).toEqual({ kind, alone })
  })

  test('input that no form sends counts immediately', () => {
    const judged = (code: 'required' | 'invalid_type' | 'control_characters') =>
      judge({ code: 'invalid_input', status: 422, fields: [{ field: 'name', code }] })?.alone
    expect(judged('required')).toBe(false)
    expect(judged('invalid_type')).toBe(true)
    expect(judged('control_characters')).toBe(true)
  })

  test.each([
    ['not_found', 404],
    ['event_full', 409],
    ['mfa_required', 403],
    ['overloaded', 503],
  ] as const)('%s is nothing to note', (code, status) => {
    expect(judge({ code, status, fields: [] })).toBeUndefined()
  })
})

describe('the log', () => {
  test('identical refusals are one row with a count, different ones are rows of one write', async () => {
    const { log, written } = collector()
    const later = new Date('2026-11-21T08:00:02Z')
    for (let i = 0; i < 1000; i += 1) log.note(refusal(i === 999 ? { at: later, requestId: 'last' } : {}))
    log.note(refusal({ ip: '10.0.0.2' }))
    await log.flush()
    expect(written).toHaveLength(1)
    expect(written[0]).toMatchObject([
      { kind: 'refused', count: 1000, first_at: refusal().at, at: later, request_id: 'last' },
      { kind: 'refused', count: 1, ip: '10.0.0.2' },
    ])
    await log.flush()
    expect(written).toHaveLength(1)
  })

  test('beyond its limit it only counts', async () => {
    const { log, written } = collector()
    for (let i = 0; i < 2500; i += 1) log.note(refusal({ ip: `10.1.${i >> 8}.${i & 255}` }))
    await log.flush()
    expect(written[0]).toHaveLength(501)
    expect(written[0]?.at(-1)).toMatchObject({ kind: 'overflow', count: 2000 })
  })

  test('mistakes are ignored until there are many in a minute', async () => {
    const { log, written } = collector()
    for (let i = 0; i < 9; i += 1) log.note(wrong())
    log.note(wrong({ at: new Date('2026-11-21T08:01:30Z') }))
    await log.flush()
    expect(written).toEqual([])
    for (let i = 0; i < 12; i += 1) log.note(wrong({ at: new Date('2026-11-21T08:03:00Z') }))
    await log.flush()
    expect(written[0]).toMatchObject([{ kind: 'invalid', count: 3, fields: ['name'] }])
  })

  test('text that no database stores is made storable', async () => {
    const { log, written } = collector()
    log.note(refusal({ fields: [{ field: 'a\u0000b\ud800', code: 'invalid' }], userAgent: 'x'.repeat(1000) }))
    await log.flush()
    expect(written[0]?.[0]?.fields).toEqual(['a\ufffdb\ufffd'])
    expect(written[0]?.[0]?.user_agent).toHaveLength(300)
  })

  test('a write that fails is reported, and the next one works', async () => {
    const { log, written, failures, breakDown, mend } = collector()
    breakDown()
    log.note(refusal())
    await log.flush()
    expect(failures).toHaveLength(1)
    mend()
    log.note(refusal())
    await log.flush()
    expect(written).toHaveLength(1)
  })
})
