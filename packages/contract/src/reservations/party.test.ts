import { describe, expect, it } from 'vitest'
import { isSameMailbox } from './party.ts'

describe('isSameMailbox', () => {
  it.each([
    ['ama@mail.test', 'AMA+camp@mail.test', true],
    ['ama@mail.test', 'kofi@mail.test', false],
    ['+233244000001', '+2330244000001', true],
    ['+233244000001', '+233244000002', false],
    ['+233244000001', 'ama@mail.test', false],
  ])('of %s and %s is %s', (one, other, expected) => {
    expect(isSameMailbox(one, other)).toBe(expected)
    expect(isSameMailbox(other, one)).toBe(expected)
  })
})
