import { expect, it } from 'vitest'
import { actOnEach } from './each.ts'

it('does every row, goes on after a refusal, and reports both', async () => {
  const seen: number[] = []
  const outcome = await actOnEach(
    ['a', 'b', 'c', 'd', 'e', 'f'],
    async (row) => {
      if (row === 'c') throw new Error('gone')
    },
    (finished) => seen.push(finished),
  )
  expect(outcome).toEqual({ done: 5, refused: [{ row: 'c', reason: 'gone' }] })
  expect(seen).toEqual([1, 2, 3, 4, 5, 6])
})

it('never has more than four under way', async () => {
  let now = 0
  let most = 0
  await actOnEach(
    Array.from({ length: 20 }, (_, i) => i),
    async () => {
      now += 1
      most = Math.max(most, now)
      await Promise.resolve()
      now -= 1
    },
    () => {},
  )
  expect(most).toBe(4)
})
