import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  branchPath,
  type Condition,
  type Facts,
  meets,
  nextPath,
  type Step,
  stepAt,
  stillApplies,
} from './workflows.ts'

const fact = fc.oneof(fc.integer({ min: -5, max: 5 }), fc.constantFrom('a', 'b', 'Ab'), fc.boolean(), fc.constant(null))
const facts: fc.Arbitrary<Facts> = fc.record(
  { total: fact, guests: fact, status: fact, has_room: fact, ticket_subject: fact },
  { requiredKeys: [] },
)
const condition = fc.record({
  field: fc.constantFrom('total', 'guests', 'status', 'has_room', 'ticket_subject'),
  operator: fc.constantFrom('is', 'is_not', 'at_least', 'less_than', 'equals', 'contains'),
  value: fc.oneof(fc.integer({ min: -5, max: 5 }), fc.constantFrom('a', 'b'), fc.boolean()),
}) as fc.Arbitrary<Condition>

test('all is none that fails, any is one that holds, and opposites never both hold', () => {
  fc.assert(
    fc.property(fc.array(condition, { minLength: 1, maxLength: 6 }), facts, (list, known) => {
      const each = list.map((one) => meets({ match: 'all', list: [one] }, known))
      expect(meets({ match: 'all', list }, known)).toBe(!each.includes(false))
      expect(meets({ match: 'any', list }, known)).toBe(each.includes(true))
      for (const one of list) {
        const other = (operator: Condition['operator']) => meets({ match: 'all', list: [{ ...one, operator }] }, known)
        expect(other('is')).toBe(!other('is_not'))
        expect(other('at_least') && other('less_than')).toBe(false)
        const value = known[one.field] ?? null
        if (typeof value === 'number' && typeof one.value === 'number')
          expect(other('at_least')).toBe(!other('less_than'))
        if (value === null) expect(other('contains') || other('at_least') || other('is')).toBe(false)
      }
    }),
  )
  expect(meets({ match: 'any', list: [] }, {})).toBe(true)
})

test('a run takes each step of its way once, and leaves a branch for the step after it', () => {
  const task: Extract<Step, { kind: 'task' }> = { kind: 'task', title: 'x', role_id: null, opens: null, due_days: 1 }
  const asking = (approved: number): Step => ({
    kind: 'approval',
    role_id: null,
    question: '?',
    days: 1,
    approved: Array.from({ length: approved }, () => task),
    declined: [],
    no_answer: [],
  })
  fc.assert(
    fc.property(fc.array(fc.option(fc.nat(3)), { minLength: 1, maxLength: 6 }), (shape) => {
      const steps = shape.map((inner) => (inner === null ? task : asking(inner)))
      const taken: string[] = []
      for (let path: string | null = '0'; path !== null && taken.length < 50; ) {
        taken.push(path)
        const step = stepAt(steps, path)
        path = step?.kind === 'approval' ? branchPath(steps, path, 'approved') : nextPath(steps, path)
      }
      const expected = shape.flatMap((inner, at) => [
        String(at),
        ...Array.from({ length: inner ?? 0 }, (_, index) => `${at}.approved.${index}`),
      ])
      expect(taken).toEqual(expected)
    }),
  )
})

test('a run still applies while its conditions hold, but for what it changed itself and for the days that pass', () => {
  const none: Condition = { field: 'committee_type', operator: 'is_not', value: 'a' }
  const owes: Condition = { field: 'balance', operator: 'at_least', value: 1 }
  const week: Condition = { field: 'days_to_event', operator: 'equals', value: 7 }
  const known = { committee_type: 'a', balance: 0, days_to_event: 3 }
  const all = (...list: Condition[]) => ({ match: 'all' as const, list })
  expect(stillApplies(all(owes), known, [])).toBe(false)
  expect(stillApplies(all(none), known, [])).toBe(false)
  expect(stillApplies(all(none), known, ['committee'])).toBe(true)
  expect(stillApplies(all(week), known, [])).toBe(true)
  expect(stillApplies(all(week, owes), known, [])).toBe(false)
  expect(stillApplies({ match: 'any', list: [week, owes] }, known, [])).toBe(true)
  expect(stillApplies({ match: 'any', list: [owes] }, known, [])).toBe(false)
})
