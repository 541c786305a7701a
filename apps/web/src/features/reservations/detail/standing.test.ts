import type { ReservationView } from '@shiloh/contract/reservations/views'
import { expect, it } from 'vitest'
import { sampleDearer } from '../reserve/sample.ts'
import { milestonesOf } from './standing.ts'

type Entry = ReservationView['timeline'][number]
const entry = (action: Entry['action'], from: Entry['from'], to: Entry['to']): Entry => ({
  at: '2027-01-01T10:00:00Z',
  from,
  to,
  action,
  actor: 'owner',
  by: null,
  reason: '',
  amount: null,
  changes: [],
})
const event = {
  _id: '0'.repeat(24),
  slug: 'a',
  name: 'A',
  starts_at: '2027-01-22T13:00:00Z',
  ends_at: '2027-01-27T13:00:00Z',
  time_zone: 'Africa/Accra',
  place: '',
}
const facts = {
  event,
  needs_approval: false,
  approved_at: null,
  hold_expires_at: null,
  kept_until: null,
  due_at: null,
  due_now: 0,
  pending_change: null,
  total: 100,
  waived: 0,
  reduced: 0,
  paid: 0,
  payments: [],
  refunds: [],
}
const keys = (milestones: ReturnType<typeof milestonesOf>) => milestones.map(({ key, state }) => `${key} ${state}`)

it('submitted, then to pay, then the gate', () =>
  expect(
    keys(milestonesOf({ ...facts, status: 'pending', balance: 100, timeline: [entry('make', null, 'pending')] })),
  ).toEqual(['submitted done', 'to_pay now', 'check_in later']))

it('says whether the office or the bank took a payment back', () => {
  const reversed = (reason: string) => ({ ...entry('reverse', 'active', 'pending'), reason })
  const timeline = ['voided', 'charged_back', ''].map(reversed)
  expect(keys(milestonesOf({ ...facts, status: 'pending', balance: 100, timeline })).slice(0, 3)).toEqual([
    'voided bad',
    'charged_back bad',
    'reversed bad',
  ])
})

it('a deposit is one until all is paid', () => {
  const timeline = [entry('make', null, 'pending'), entry('pay', 'pending', 'pending')]
  expect(keys(milestonesOf({ ...facts, status: 'pending', balance: 60, timeline }))).toContain('deposit_paid done')
  const all = [...timeline, entry('pay', 'pending', 'active')]
  expect(keys(milestonesOf({ ...facts, status: 'active', balance: 0, timeline: all }))).toEqual([
    'submitted done',
    'deposit_paid done',
    'paid done',
    'check_in later',
  ])
})

it('a part stays a part when the reservation is cancelled', () => {
  const timeline = [
    entry('make', null, 'pending'),
    entry('pay', 'pending', 'active'),
    entry('cancel', 'active', 'cancelled'),
  ]
  const payment = {
    _id: '1',
    method: 'cash',
    receipt_number: null,
    online_number: null,
    reference: null,
    at: '2027-01-01T10:00:00Z',
  }
  const ended = { ...facts, status: 'cancelled', balance: 0, timeline } as const
  expect(keys(milestonesOf({ ...ended, payments: [{ ...payment, amount: 40 }] }))[1]).toBe('deposit_paid done')
  expect(keys(milestonesOf({ ...ended, payments: [{ ...payment, amount: 100 }] }))[1]).toBe('paid done')
})

it('each payment has its amount, the first one before the rest', () => {
  const at = (hour: number) => `2027-01-01T${hour}:00:00Z`
  const paid = (hour: number, amount: number) => ({
    _id: String(hour),
    method: 'cash',
    amount,
    receipt_number: null,
    online_number: null,
    reference: null,
    at: at(hour),
  })
  const timeline = [
    { ...entry('make', null, 'pending'), at: at(10) },
    { ...entry('pay', 'pending', 'active'), at: at(11), amount: 30 },
    { ...entry('pay', 'active', 'active'), at: at(13), amount: 70 },
  ]
  const payments = [paid(13, 70), paid(11, 30)]
  const shown = milestonesOf({ ...facts, status: 'active', balance: 0, paid: 100, payments, timeline })
  expect(shown.map(({ key, amount }) => [key, amount])).toEqual([
    ['submitted', undefined],
    ['deposit_paid', 30],
    ['paid', 70],
    ['check_in', undefined],
  ])
})

it('a refund after the end has its amount', () => {
  const timeline = [entry('make', null, 'pending'), entry('cancel', 'pending', 'cancelled')]
  const refund = { _id: '1', amount: 40, status: 'done', kind: 'owed', reason: 'cancelled', method: 'cash' } as const
  const dates = { created_at: '2027-01-02T10:00:00Z', expected_at: null, settled_at: '2027-01-03T10:00:00Z' }
  const shown = milestonesOf({
    ...facts,
    status: 'cancelled',
    balance: 0,
    refunds: [{ ...refund, ...dates }],
    timeline,
  })
  expect(shown.at(-1)).toMatchObject({ key: 'refunded', amount: 40 })
})

it('approval comes before the payment', () =>
  expect(
    keys(
      milestonesOf({
        ...facts,
        needs_approval: true,
        status: 'pending',
        balance: 100,
        timeline: [entry('make', null, 'pending')],
      }),
    ),
  ).toEqual(['submitted done', 'approval_due now', 'to_pay later', 'check_in later']))

it('money that went back after a cancellation is the last line', () => {
  const timeline = [entry('make', null, 'pending'), entry('cancel', 'active', 'cancelled')]
  const back = {
    _id: '1'.repeat(24),
    amount: 100,
    status: 'done',
    kind: 'owed' as const,
    reason: 'cancelled',
    method: 'cash',
    created_at: '2027-01-01T10:00:00Z',
    expected_at: null,
    settled_at: '2027-01-02T10:00:00Z',
  }
  const refunds = [back, { ...back, _id: '2'.repeat(24), settled_at: null }]
  expect(keys(milestonesOf({ ...facts, status: 'cancelled', balance: 0, timeline, refunds }))).toEqual([
    'submitted done',
    'cancelled bad',
    'refunded done',
  ])
})

it('nothing comes after the end', () =>
  expect(
    keys(
      milestonesOf({
        ...facts,
        status: 'failed',
        balance: 100,
        timeline: [entry('make', null, 'pending'), entry('expire', 'pending', 'failed')],
      }),
    ),
  ).toEqual(['submitted done', 'expired bad']))

it('a change that waits is due by itself, and what is left with it or without it keeps its own day', () => {
  const rest = '2026-12-28T16:00:00.000Z'
  const coming = (of: Partial<typeof sampleDearer>) =>
    milestonesOf({ ...sampleDearer, due_at: rest, ...of })
      .filter(({ state }) => state !== 'done')
      .map(({ key, state, at, amount }) => [key, state, at, amount])
  const change = ['change_due', 'now', '2026-12-02T11:43:00.000Z', 10_000]
  const gate = ['check_in', 'later', sampleDearer.event.starts_at, undefined]
  // Of 200.00, 100.00 is paid: the price before the change.
  expect(coming({})).toEqual([change, gate])
  const left = ['payment_due', 'later', rest, undefined]
  expect(coming({ paid: 4000, balance: 16_000, due_now: 10_000 })).toEqual([change, left, gate])
  expect(coming({ paid: 4000, balance: 16_000, due_now: 16_000 })).toEqual([
    ['change_due', 'now', change[2], 16_000],
    left,
    gate,
  ])
})

it('says of a change whether it was asked for, is in force, or ended', () => {
  const said = (...reasons: readonly string[]) =>
    milestonesOf({
      ...facts,
      status: 'active',
      balance: 0,
      timeline: reasons.map((reason) => ({ ...entry('edit', 'active', 'active'), reason })),
    })
      .filter(({ state }) => state !== 'later')
      .map(({ key }) => key)
  expect(said('', 'dearer', 'taken_back', 'dearer', 'change_expired')).toEqual([
    'changed',
    'change_asked',
    'change_taken_back',
    'change_asked',
    'change_unpaid',
  ])
  expect(said('dearer', 'change_ended', 'dearer', 'change_applied')).toEqual([
    'change_asked',
    'change_ended',
    'change_asked',
    'change_applied',
  ])
  expect(said('toString', 'We asked for it')).toEqual(['changed', 'changed'])
})
