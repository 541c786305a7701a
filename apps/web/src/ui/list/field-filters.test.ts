import { pickRoute } from '@shiloh/contract/admin-resource'
import { expect, it } from 'vitest'
import { filtersOf } from './field-filters.ts'

const label = () => 'Label'
const route = pickRoute('/admin/event-blocks/query', 'event_blocks.read', 'event blocks')
const choices = [{ value: 'male', label }]

it('makes a filter of each field that has one, of its kind', () => {
  expect(
    filtersOf([
      { kind: 'text', name: 'name', label },
      { kind: 'pick', name: 'block_id', label, route, query: { center: '1' }, required: true, filter: true },
      { kind: 'select', name: 'gender_rule', label, choices, filter: true },
      { kind: 'date', name: 'opened', label, filter: true },
      { kind: 'switch', name: 'accessible', label, filter: true },
      { kind: 'switch', name: 'force', label },
    ]),
  ).toEqual([
    { key: 'block_id', label, kind: 'pick', route, query: { center: '1' } },
    { key: 'gender_rule', label, kind: 'choice', choices },
    { key: 'opened', label, kind: 'date' },
    { key: 'accessible', label, kind: 'flag' },
  ])
})
