// @vitest-environment happy-dom
import { LANGUAGES } from '@shiloh/contract/core'
import { DATE_FORMATS, formatDate, formatDay, formatRange, formatTime } from '@shiloh/contract/text/format'
import { render } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { formatDate as formatField, writeDatesAs } from '#platform/dates'
import { Unbroken } from './values.tsx'

const moment = '2027-03-01T13:00:00Z'
const unbrokenIn = (sentence: string) =>
  [...render(<Unbroken>{sentence}</Unbroken>).container.querySelectorAll('.unbroken')].map((part) => part.textContent)

afterEach(() => writeDatesAs('dd-MM-yyyy'))

it.each(LANGUAGES)('%s: a date within a sentence stays on one line, in words and in figures', (language) => {
  const figures = DATE_FORMATS.map((format) => formatDate(moment, language, 'UTC', format))
  const day = formatDay(moment, language)
  for (const date of [day, formatDay(moment, language, 'UTC', { weekdays: false }), ...figures])
    expect(unbrokenIn(`Kept, as said: ${date}. Then 3 places go, of 2027.`)).toEqual([date])
  // Together they are wider than a narrow column, and would break within the time.
  const time = formatTime(moment, language)
  expect(unbrokenIn(`Until ${day}, ${time}.`)).toEqual(time.endsWith('PM') ? [day, time] : [day])
})

it.each(LANGUAGES)('%s: a range breaks after its dash alone', (language) => {
  for (const [from, to] of [
    ['2027-01-11', '2027-01-15'],
    ['2026-11-29', '2026-12-02'],
    ['2026-12-30', '2027-01-02'],
  ] as const) {
    const range = formatRange(from, to, language)
    expect(unbrokenIn(range).join(' ')).toBe(range)
  }
})

it('keeps the code of a reservation on one line', () => {
  expect(unbrokenIn('Zweimal eingelassen: PS-FQ24PEXC, nicht LC-8W5YSDKQ.')).toEqual(['PS-FQ24PEXC', 'LC-8W5YSDKQ'])
})

it('leaves a sentence without a date alone', () => {
  expect(unbrokenIn('Room 12 in block 4 has 2 places, check-in 8-10, A-4')).toEqual([])
})

it('writes fields as the organisation chose', () => {
  expect(formatField('2027-01-22', 'de')).toBe('22-01-2027')
  writeDatesAs('language')
  expect(formatField('2027-01-22', 'de')).toBe('22.01.2027')
  expect(formatField('2027-01-22', 'fr')).toBe('22/01/2027')
})
