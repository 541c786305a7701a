import { expect, it } from 'vitest'
import { parseAmount } from './amount.ts'

it.each([
  ['1680', 168_000],
  ['1,680.00', 168_000],
  ['1.680,00', 168_000],
  ['1 680,5', 168_050],
  ['1,680', 168_000],
  ['0.05', 5],
  ['', null],
  ['ten', null],
  ['-5', null],
])('%s is %s', (text, minor) => expect(parseAmount(text)).toBe(minor))
