import { expect, test } from 'vitest'
import { z } from 'zod'
import { amountRange, anyOf, dayRange, declareList, filterForm, listFilter, listQuery } from './lists.ts'

const spec = declareList({
  sort: ['name'],
  order: ['name'],
  filter: {
    status: anyOf(z.enum(['active', 'pending'])).optional(),
    created_at: dayRange().optional(),
    balance: amountRange().optional(),
    kind: z.string().optional(),
  },
})

test('a filter is read as it is written in an address', () => {
  const filter = (values: object) => listFilter(spec).parse(values)
  expect(filter({ status: '!active,pending,active' })).toEqual({
    status: { values: ['active', 'pending'], except: true },
  })
  expect(filter({ status: 'active', created_at: '2027-01-22', balance: '1..' })).toEqual({
    status: { values: ['active'], except: false },
    created_at: { from: '2027-01-22', to: '2027-01-22' },
    balance: { from: 1, to: undefined },
  })
  expect(filter({ created_at: '..2027-01-27', balance: '-5..5000' })).toEqual({
    created_at: { from: undefined, to: '2027-01-27' },
    balance: { from: -5, to: 5000 },
  })
  const { query } = { query: listQuery(spec) }
  expect(['status', 'created_at', 'balance', 'kind', 'page'].map((name) => filterForm(query, name))).toEqual([
    'choices',
    'days',
    'amounts',
    undefined,
    undefined,
  ])
})

test('a filter that cannot be read names itself', () => {
  const problem = (values: object) =>
    listFilter(spec)
      .safeParse(values)
      .error?.issues.map(({ path, message }) => `${path.join('.')} ${message}`)
  expect(problem({ status: 'active,open' })).toEqual(['status unknown_choice'])
  expect(problem({ status: '!' })).toEqual(['status unknown_choice'])
  expect(problem({ created_at: '2027-01-27..2027-01-22' })).toEqual(['created_at date_order'])
  expect(problem({ balance: '5..1' })).toEqual(['balance amount_order'])
  for (const value of ['', '..', '2027-02-30', 'x..', '2027-01-01..2027-01-02x'])
    expect(problem({ created_at: value })).toEqual(['created_at invalid'])
  expect(problem({ balance: '1.5..' })).toEqual(['balance invalid'])
  expect(problem({ colour: 'red' })).toHaveLength(1)
})
