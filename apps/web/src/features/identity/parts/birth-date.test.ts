import { describe, expect, it } from 'vitest'
import { closeDate, openDate } from './birth-date.ts'

describe('a date in three parts', () => {
  it('comes back as it went', () => {
    expect(openDate('1979-04-06')).toEqual({ day: '6', month: '4', year: '1979' })
    expect(closeDate({ day: '6', month: '4', year: '1979' })).toBe('1979-04-06')
    expect(closeDate({ day: '29', month: '2', year: '2024' })).toBe('2024-02-29')
  })

  it('is nothing when nothing is typed', () => {
    expect([openDate(''), closeDate({ day: '', month: '', year: '' })]).toEqual([{ day: '', month: '', year: '' }, ''])
  })

  it.each([
    { day: '30', month: '2', year: '1990' },
    { day: '1', month: '13', year: '1990' },
    { day: '', month: '4', year: '1990' },
    { day: '6', month: '4', year: '79' },
    { day: 'x', month: '4', year: '1979' },
  ])('%j is none', (parts) => expect(closeDate(parts)).toBe('invalid'))
})
