import { describe, expect, it } from 'vitest'
import { createRepeatFilter } from './repeat-filter.ts'

describe('the same code', () => {
  it('counts once as long as it stays in sight', () => {
    const filter = createRepeatFilter()
    expect([0, 90, 900, 1800, 2700].map((now) => filter.isNew('a', now))).toEqual([true, false, false, false, false])
  })

  it('counts again after it was away', () => {
    const filter = createRepeatFilter()
    expect(filter.isNew('a', 0)).toBe(true)
    expect(filter.isNew('a', 1000)).toBe(true)
  })

  it('counts at once after another one', () => {
    const filter = createRepeatFilter()
    expect(['a', 'b', 'a'].map((seen, index) => filter.isNew(seen, index * 90))).toEqual([true, true, true])
  })

  it('does not count because the camera looked away for a while', () => {
    const filter = createRepeatFilter()
    filter.isNew('a', 0)
    filter.resume(60_000)
    expect(filter.isNew('a', 60_090)).toBe(false)
    expect(filter.isNew('a', 61_200)).toBe(true)
  })
})
