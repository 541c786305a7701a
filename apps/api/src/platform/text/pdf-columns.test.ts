import { expect, test } from 'vitest'
import { shareWidth, type Wish } from './pdf-columns.ts'

const text = (natural: number, least = natural): Wish => ({ natural, least, isFigure: false })
const figure = (natural: number): Wish => ({ natural, least: natural, isFigure: true })

test('a word keeps its width in a table that is too wide for its page', () => {
  // Names give up room that codes need: these are one word.
  expect(shareWidth([text(160, 60), text(70), text(30), figure(50)], 260)).toEqual([110, 70, 30, 50])
  expect(shareWidth([text(200, 40), text(100, 60), figure(40)], 240)).toEqual([120, 80, 40])
})

test('texts share what is left over, and figures do where there are no texts', () => {
  expect(shareWidth([text(100), text(50), figure(50)], 300)).toEqual([150, 100, 50])
  expect(shareWidth([figure(50), figure(50)], 200)).toEqual([100, 100])
})

test('all give way alike on a page without room for the words', () => {
  expect(shareWidth([text(300, 100), figure(100)], 100)).toEqual([50, 50])
})
