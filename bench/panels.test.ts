import { expect, test } from 'vitest'
import { paint, roundUp } from './panels.ts'

test('the highest value of an axis is round and not below the values', () => {
  for (const [value, top] of [
    [0, 1],
    [0.23, 0.3],
    [94.8, 100],
    [372, 400],
    [1863.3, 2000],
  ] as const)
    expect(roundUp(value)).toBeCloseTo(top, 10)
})

test('a line goes from the left edge to the right one, and names are written as text', () => {
  const svg = paint([{ title: 'Requests <a second>', lines: [{ name: '200 & 201', values: [0, 50, 100] }] }], {
    title: 'A sale',
    note: '',
    marks: [],
  })
  expect(svg).toContain('Requests &lt;a second>')
  expect(svg).toContain('200 &amp; 201')
  expect(svg).toContain('points="46.0,146.0 237.0,95.0 428.0,44.0"')
})
