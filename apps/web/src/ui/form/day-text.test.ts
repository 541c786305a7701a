import { describe, expect, it } from 'vitest'
import { closeDay, openDay, openMoment } from './day-text.ts'

describe('a date in three parts', () => {
  it('comes back as it went', () => {
    expect(openDay('1979-04-06')).toEqual({ day: '6', month: '4', year: '1979' })
    expect(closeDay({ day: '6', month: '4', year: '1979' })).toBe('1979-04-06')
    expect(closeDay({ day: '29', month: '2', year: '2024' })).toBe('2024-02-29')
  })

  it('is nothing when nothing is typed', () => {
    expect([openDay(''), closeDay({ day: '', month: '', year: '' })]).toEqual([{ day: '', month: '', year: '' }, ''])
  })

  it.each([
    { day: '30', month: '2', year: '1990' },
    { day: '1', month: '13', year: '1990' },
    { day: '', month: '4', year: '1990' },
    { day: '6', month: '4', year: '79' },
    { day: 'x', month: '4', year: '1979' },
  ])('%j is none', (parts) => expect(closeDay(parts)).toBe('invalid'))
})

describe('a moment', () => {
  it.each([
    ['2027-01-22T14:00', { day: '2027-01-22', time: '14:00' }],
    ['2027-01-22T', { day: '2027-01-22', time: '' }],
    ['T14:00', { day: '', time: '14:00' }],
    ['', { day: '', time: '' }],
  ])('%j has two parts', (text, parts) => expect(openMoment(text)).toEqual(parts))
})
