import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { reservationRoutes } from './reservations.ts'
import {
  allowedActions,
  effectiveStatus,
  isLive,
  nextStatus,
  OFFERED_ACTIONS,
  RESERVATION_ACTIONS,
  RESERVATION_STATUSES,
  TRANSITIONS,
  type TransitionFacts,
} from './states.ts'
import { reserveBody } from './wish.ts'

const EVERY_FACTS: TransitionFacts[] = [true, false].flatMap((settled) =>
  [true, false].flatMap((approved) =>
    [true, false].flatMap((free) =>
      [true, false].flatMap((gives_up) =>
        [true, false].map((by_bank) => ({ settled, approved, free, gives_up, by_bank })),
      ),
    ),
  ),
)
const CLEAR: TransitionFacts = { settled: true, approved: true, free: true }
const OWING: TransitionFacts = { settled: false, approved: true, free: true }
const UNAPPROVED: TransitionFacts = { settled: true, approved: false, free: true }
const GONE: TransitionFacts = { settled: true, approved: true, free: false }

describe('the transition table', () => {
  test.each([
    [null, 'make', OWING, 'pending'],
    [null, 'make', UNAPPROVED, 'pending'],
    [null, 'make', CLEAR, 'active'],
    ['pending', 'pay', CLEAR, 'active'],
    ['pending', 'pay', OWING, 'pending'],
    ['pending', 'approve', CLEAR, 'active'],
    ['pending', 'approve', OWING, 'pending'],
    ['pending', 'waive', CLEAR, 'active'],
    ['pending', 'waive', UNAPPROVED, 'pending'],
    ['pending', 'expire', OWING, 'failed'],
    ['pending', 'fail', OWING, 'failed'],
    ['failed', 'pay', CLEAR, 'active'],
    ['failed', 'pay', GONE, 'failed'],
    ['failed', 'pay', OWING, 'failed'],
    ['pending', 'cancel', OWING, 'cancelled'],
    ['active', 'cancel', CLEAR, 'cancelled'],
    ['active', 'check_in', CLEAR, 'redeemed'],
    ['redeemed', 'check_in', CLEAR, 'redeemed'],
    ['redeemed', 'check_out', CLEAR, 'redeemed'],
    ['redeemed', 'withdraw_check_in', CLEAR, 'active'],
    ['redeemed', 'withdraw_check_in', OWING, 'pending'],
    ['redeemed', 'withdraw_check_out', CLEAR, 'redeemed'],
    ['redeemed', 'reverse', { ...OWING, by_bank: true }, 'redeemed'],
    ['active', 'edit', OWING, 'active'],
    ['active', 'reverse', OWING, 'pending'],
    ['active', 'reverse', CLEAR, 'active'],
    // Impossible transitions
    ['redeemed', 'cancel', CLEAR, undefined],
    ['redeemed', 'edit', CLEAR, undefined],
    ['redeemed', 'reverse', OWING, undefined],
    ['pending', 'check_in', CLEAR, undefined],
    ['active', 'withdraw_check_in', CLEAR, undefined],
    ['archived', 'withdraw_check_in', CLEAR, undefined],
    ['failed', 'check_in', CLEAR, undefined],
    ['failed', 'cancel', CLEAR, undefined],
    ['failed', 'approve', CLEAR, undefined],
    ['cancelled', 'pay', CLEAR, undefined],
    ['cancelled', 'check_in', CLEAR, undefined],
    ['archived', 'archive', CLEAR, undefined],
    ['active', 'make', CLEAR, undefined],
  ] as const)('%s, %s %j leads to %s', (from, action, facts, to) => {
    expect(nextStatus(from, action, facts)).toBe(to)
  })

  test('archives from every state', () => {
    for (const from of RESERVATION_STATUSES)
      expect(nextStatus(from, 'archive', OWING)).toBe(from === 'archived' ? undefined : 'archived')
  })

  test('has no row that another one hides', () => {
    for (const row of TRANSITIONS) {
      const reached = EVERY_FACTS.some((facts) => {
        const first = TRANSITIONS.find(
          (other) =>
            other.from === row.from &&
            other.action === row.action &&
            nextStatus(row.from, row.action, facts) === other.to,
        )
        return first?.to === row.to
      })
      expect(reached, `${row.from} ${row.action} ${row.to}`).toBe(true)
    }
  })

  test('never makes anything active or redeemed that is not paid for and approved', () => {
    for (const from of [null, ...RESERVATION_STATUSES])
      for (const action of RESERVATION_ACTIONS)
        for (const facts of EVERY_FACTS) {
          const to = nextStatus(from, action, facts)
          const wasConfirmed = from === 'active' || from === 'redeemed'
          if ((to === 'active' || to === 'redeemed') && !wasConfirmed)
            expect(facts.settled && facts.approved).toBe(true)
          // An ended reservation is only revived by money, and only if everything is still free.
          if (from !== null && !isLive(from) && to !== undefined && isLive(to))
            expect([from, action, facts.free]).toEqual(['failed', 'pay', true])
        }
  })

  test('nothing leaves the archive, whatever happens', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.constantFrom(...RESERVATION_ACTIONS), fc.constantFrom(...EVERY_FACTS)), { maxLength: 30 }),
        (steps) => {
          let status = nextStatus(null, 'make', OWING) ?? 'pending'
          let archived = false
          for (const [action, facts] of steps) {
            const to = nextStatus(status, action, facts)
            if (archived) expect(to).toBeUndefined()
            if (to) status = to
            archived = status === 'archived'
          }
        },
      ),
    )
  })
})

test('an expired hold counts as failed at that instant', () => {
  const end = new Date('2027-01-01T10:00:00Z')
  expect(effectiveStatus('pending', end, new Date('2027-01-01T09:59:59.999Z'))).toBe('pending')
  expect(effectiveStatus('pending', end, end)).toBe('failed')
  expect(effectiveStatus('pending', null, end)).toBe('pending')
  expect(effectiveStatus('active', end, end)).toBe('active')
})

describe('what is allowed', () => {
  const facts = {
    status: 'pending',
    balance: 100,
    paid: 0,
    needs_approval: false,
    approved: false,
    part_returning: false,
    deadline_passed: false,
    over: false,
  } as const
  const everything = { kind: 'staff', can: () => true } as const
  const nothing = { kind: 'staff', can: () => false } as const

  test.each([
    [facts, { kind: 'owner' }, ['pay', 'edit', 'cancel', 'download']],
    [{ ...facts, deadline_passed: true }, { kind: 'owner' }, ['pay', 'download']],
    [{ ...facts, over: true }, { kind: 'owner' }, ['pay', 'cancel', 'download']],
    [{ ...facts, needs_approval: true }, { kind: 'owner' }, ['edit', 'cancel', 'download']],
    [{ ...facts, needs_approval: true, approved: true }, { kind: 'owner' }, ['pay', 'edit', 'cancel', 'download']],
    [{ ...facts, part_returning: true }, { kind: 'owner' }, ['edit', 'cancel', 'download']],
    [{ ...facts, status: 'active', balance: 0 }, { kind: 'owner' }, ['edit', 'cancel', 'download']],
    [{ ...facts, status: 'redeemed', balance: 0 }, { kind: 'owner' }, ['download']],
    [{ ...facts, status: 'failed' }, { kind: 'owner' }, []],
    [{ ...facts, status: 'cancelled' }, { kind: 'owner' }, []],
    [{ ...facts, needs_approval: true }, everything, ['edit', 'cancel', 'download', 'approve', 'waive']],
    [{ ...facts, status: 'active', balance: 0 }, everything, ['edit', 'cancel', 'download', 'check_in']],
    [{ ...facts, status: 'redeemed', balance: 0 }, everything, ['download', 'check_in', 'check_out']],
    [{ ...facts, status: 'archived' }, everything, []],
    [facts, nothing, ['download']],
  ] as const)('%j for %j', (given, who, expected) => {
    expect(allowedActions(given, who)).toEqual(expected)
  })

  test('is never what the table refuses', () => {
    const tableAction = {
      edit: 'edit',
      cancel: 'cancel',
      approve: 'approve',
      waive: 'waive',
      check_in: 'check_in',
      check_out: 'check_out',
      pay: 'pay',
      take_cash: 'pay',
      keep: 'keep',
    } as const
    for (const status of RESERVATION_STATUSES)
      for (const balance of [0, 100])
        for (const action of allowedActions(
          { ...facts, status, balance, needs_approval: true, approved: true },
          everything,
        ))
          if (action !== 'download')
            expect(nextStatus(status, tableAction[action], OWING), `${status} ${action}`).toBeDefined()
    expect(OFFERED_ACTIONS).toHaveLength(10)
  })
})

describe('what is sent', () => {
  const type = 'a'.repeat(24)
  const refusedAt = (body: unknown): string[] => {
    const parsed = reserveBody.safeParse(body)
    return parsed.success ? [] : parsed.error.issues.map(({ path }) => path.join('.'))
  }

  test.each([
    [{}, ['participant_type_id']],
    [{ participant_type_id: 'x' }, ['participant_type_id']],
    [{ participant_type_id: type, total: 1 }, ['total']],
    [{ participant_type_id: type, price: 0 }, ['price']],
    [{ participant_type_id: type, status: 'active' }, ['status']],
    [{ participant_type_id: type, products: [{ product_option_id: type, quantity: 0 }] }, ['products.0.quantity']],
    [{ participant_type_id: type, products: [{ product_option_id: type, quantity: -3 }] }, ['products.0.quantity']],
    [{ participant_type_id: type, products: [{ product_option_id: type, quantity: 1.5 }] }, ['products.0.quantity']],
    [{ participant_type_id: type, products: [{ product_option_id: type, quantity: 1e9 }] }, ['products.0.quantity']],
    [
      { participant_type_id: type, products: [{ product_option_id: type, quantity: 1, unit_price: 1 }] },
      ['products.0.unit_price'],
    ],
    [
      {
        participant_type_id: type,
        accommodation: { room_category_id: type, check_in: '2027-02-30', check_out: '2027-03-01' },
      },
      ['accommodation.check_in'],
    ],
    [{ participant_type_id: type, medical_conditions: ['plague'] }, ['medical_conditions.0']],
    [{ participant_type_id: type, accommodation: null, products: null, answers: null, with_spouse: null }, []],
    [{ participant_type_id: type, spouse_care: { medical_conditions: ['ulcer'] } }, ['spouse_care']],
    [{ participants: [] }, ['participants']],
    [{ participants: [{ role: 'main', participant_type_id: type }] }, []],
    [
      { participants: [{ role: 'main', participant_type_id: type }], title_id: type, with_spouse: type },
      ['title_id', 'with_spouse'],
    ],
    [
      {
        participants: [
          { role: 'child', participant_type_id: type },
          { role: 'main', person_id: type },
        ],
      },
      ['participants.0.role', 'participants.0.person_id', 'participants.1.participant_type_id'].slice(2),
    ],
    [
      {
        participants: [
          { role: 'main', person_id: type, participant_type_id: type },
          { role: 'spouse', participant_type_id: type },
          { role: 'spouse', person_id: type, participant_type_id: type },
          { role: 'child', person_id: type, participant_type_id: type },
        ],
      },
      ['participants.0.person_id', 'participants.1.person_id', 'participants.2.role', 'participants.3.person_id'],
    ],
  ])('%j is refused at %j', (body, fields) => {
    expect(refusedAt(body)).toEqual(fields)
  })
})

test('every route says who may call it', () => {
  for (const route of Object.values(reservationRoutes)) expect(route.access.kind).toMatch(/^(public|signedIn|can)$/)
})
