import { balanceOf } from '@shiloh/contract/payments/money'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type AskedPayment, canBePaid, decideAmount, decideSettlement } from './rules.ts'

const now = new Date('2026-11-21T10:00:00Z')
const asked: AskedPayment = {
  status: 'started',
  amount: 45_000,
  currency: 'GHS',
  live: true,
  createdAt: new Date('2026-11-21T09:50:00Z'),
}
const paid = { state: 'paid', amount: 45_000, currency: 'GHS', live: true, providerReference: 'p1' } as const

describe('decideSettlement', () => {
  it('credits what was asked, once', () => {
    expect(decideSettlement(asked, paid, false, now)).toEqual({
      kind: 'credit',
      amount: 45_000,
      mismatch: null,
      providerReference: 'p1',
    })
    for (const status of ['paid', 'refund_due', 'refunded', 'void'] as const)
      expect(decideSettlement({ ...asked, status }, paid, false, now)).toEqual({ kind: 'keep' })
  })
  it('credits money that arrives after a failure or after the payment was abandoned', () => {
    for (const status of ['created', 'started', 'failed', 'abandoned'] as const)
      expect(decideSettlement({ ...asked, status }, paid, false, now).kind).toBe('credit')
  })
  it('credits less or more as it came and says so', () => {
    expect(decideSettlement(asked, { ...paid, amount: 40_000 }, false, now)).toMatchObject({
      kind: 'credit',
      amount: 40_000,
      mismatch: 'short',
    })
    expect(decideSettlement(asked, { ...paid, amount: 50_000 }, false, now)).toMatchObject({
      kind: 'credit',
      amount: 50_000,
      mismatch: 'over',
    })
  })
  it('never credits another currency, test money or a reference that belongs to another payment', () => {
    expect(decideSettlement(asked, { ...paid, currency: 'USD' }, false, now)).toMatchObject({
      kind: 'set_apart',
      mismatch: 'currency',
    })
    expect(decideSettlement(asked, { ...paid, live: false }, false, now)).toMatchObject({
      kind: 'set_apart',
      mismatch: 'test_money',
    })
    expect(decideSettlement(asked, paid, true, now)).toMatchObject({ kind: 'set_apart', mismatch: 'reference_taken' })
  })
  it('waits two days for somebody who does not finish', () => {
    expect(decideSettlement(asked, { state: 'pending' }, false, now)).toEqual({ kind: 'keep' })
    expect(
      decideSettlement({ ...asked, createdAt: new Date('2026-11-19T09:00:00Z') }, { state: 'pending' }, false, now),
    ).toEqual({
      kind: 'close',
      status: 'abandoned',
      final: true,
    })
  })
  it('asks about one that failed for as long: its page can still be paid', () => {
    const failed = { state: 'failed', reason: 'Declined' } as const
    const old = { ...asked, createdAt: new Date('2026-11-19T09:00:00Z') }
    expect(decideSettlement(asked, failed, false, now)).toEqual({ kind: 'close', status: 'failed', final: false })
    expect(decideSettlement({ ...asked, status: 'failed' }, failed, false, now)).toEqual({ kind: 'keep' })
    expect(decideSettlement({ ...old, status: 'failed' }, failed, false, now)).toEqual({
      kind: 'close',
      status: 'failed',
      final: true,
    })
  })
  it('whatever is said, and however often, a settled payment stays as it is', () => {
    const verdict = fc.oneof(
      fc.record({
        state: fc.constant('paid' as const),
        amount: fc.integer({ min: 1, max: 100_000 }),
        currency: fc.constantFrom('GHS', 'USD'),
        live: fc.boolean(),
        providerReference: fc.string(),
      }),
      fc.constant({ state: 'pending' as const }),
      fc.constant({ state: 'failed' as const, reason: '' }),
      fc.constant({ state: 'abandoned' as const }),
    )
    fc.assert(
      fc.property(
        verdict,
        fc.constantFrom('paid' as const, 'refund_due' as const, 'refunded' as const, 'void' as const),
        fc.boolean(),
        (said, status, taken) => {
          expect(decideSettlement({ ...asked, status }, said, taken, now)).toEqual({ kind: 'keep' })
        },
      ),
    )
  })
})

describe('decideAmount', () => {
  const reservation = {
    status: 'pending',
    total: 100_000,
    paid: 0,
    waived: 0,
    reduced: 0,
    dueAtOnce: 30_000,
    depositPercent: 30,
  }
  it('asks for the balance unless a part is wanted and taken', () => {
    expect(decideAmount(reservation, undefined)).toEqual({ ok: true, amount: 100_000 })
    expect(decideAmount(reservation, 30_000)).toEqual({ ok: true, amount: 30_000 })
    expect(decideAmount(reservation, 29_999)).toEqual({ ok: false, problem: 'too_small' })
    expect(decideAmount({ ...reservation, paid: 30_000 }, 1)).toEqual({ ok: true, amount: 1 })
    expect(decideAmount({ ...reservation, depositPercent: null }, 30_000)).toEqual({
      ok: false,
      problem: 'not_offered',
    })
    expect(decideAmount(reservation, 100_001)).toEqual({ ok: false, problem: 'too_big' })
  })
  it('never lets more be paid than is owed', () => {
    const amounts = fc.integer({ min: 0, max: 1_000_000 })
    fc.assert(
      fc.property(
        amounts,
        amounts,
        amounts,
        fc.option(amounts, { nil: undefined }),
        (total, already, waived, wanted) => {
          const facts = { ...reservation, total, paid: already, waived, dueAtOnce: null, depositPercent: 10 }
          const decision = decideAmount(facts, wanted)
          if (decision.ok) expect(decision.amount).toBeLessThanOrEqual(balanceOf(facts))
          else if (balanceOf(facts) > 0) expect(wanted).toBeDefined()
        },
      ),
    )
  })
})

describe('canBePaid', () => {
  const facts = {
    status: 'pending',
    holdExpiresAt: new Date('2026-11-21T10:10:00Z'),
    needsApproval: false,
    approvedAt: null,
    isPartReturning: false,
  }
  it('takes money during a hold, and for balances', () => {
    expect(canBePaid(facts, now)).toBe('yes')
    expect(canBePaid({ ...facts, status: 'active', holdExpiresAt: null }, now)).toBe('yes')
    expect(canBePaid({ ...facts, holdExpiresAt: now }, now)).toBe('hold_expired')
    expect(canBePaid({ ...facts, status: 'failed' }, now)).toBe('hold_expired')
    expect(canBePaid({ ...facts, status: 'cancelled' }, now)).toBe('illegal_transition')
    expect(canBePaid({ ...facts, needsApproval: true }, now)).toBe('illegal_transition')
    expect(canBePaid({ ...facts, isPartReturning: true }, now)).toBe('refund_under_way')
  })
})
