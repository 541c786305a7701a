import { expect, it } from 'vitest'
import { mergeRows } from './live-rows.ts'

const row = (id: string, status: string) => ({ _id: id, status })

it('brings shown rows up to date in their places and counts those that came', () => {
  const shown = { items: [row('b', 'pending'), row('a', 'active')], meta: { total: 2 } }
  const fresh = { items: [row('c', 'pending'), row('b', 'active'), row('a', 'active')] }
  expect(mergeRows(shown, fresh)).toEqual({
    shown: { items: [row('b', 'active'), row('a', 'active')], meta: { total: 2 } },
    unseen: 1,
  })
})

it('leaves a row standing that the fresh answer does not have any more', () => {
  expect(mergeRows({ items: [row('a', 'pending')] }, { items: [] }).shown.items).toEqual([row('a', 'pending')])
})
