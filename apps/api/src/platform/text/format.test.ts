import { describe, expect, it } from 'vitest'
import { formatDate, formatDay, formatMoney, formatTime } from './format.ts'

describe('amounts, dates and times as people read them', () => {
  it('shows two fraction digits, the currency where the language puts it', () => {
    expect(formatMoney(125_000, 'GHS', 'en')).toBe('GHS 1,250.00')
    expect(formatMoney(125_000, 'GHS', 'de')).toBe('1.250,00 GHS')
    expect(formatMoney(0, 'GHS', 'pt')).toBe('0,00 GHS')
  })
  it('shows days and hours of the place, not of the server', () => {
    const late = new Date('2027-01-22T23:30:00Z')
    expect(formatDate(late, 'Africa/Accra')).toBe('22-01-2027')
    expect(formatDate(late, 'Europe/Berlin')).toBe('23-01-2027')
    expect(formatTime(late, 'Africa/Accra')).toBe('11:30 PM')
    expect(formatTime(new Date('2027-01-22T00:05:00Z'), 'Africa/Accra')).toBe('12:05 AM')
    expect(formatTime(new Date('2027-01-22T12:00:00Z'), 'Africa/Accra')).toBe('12:00 PM')
    expect(formatDay(late, 'Africa/Accra', 'de')).toBe('Fr 22-01-2027')
  })
})
