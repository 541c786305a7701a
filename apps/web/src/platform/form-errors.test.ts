import { describe, expect, it } from 'vitest'
import { ApiError } from './client.ts'
import { fieldCode, isCode, splitFailure, wholeRefusal } from './form-errors.ts'

describe('fieldCode', () => {
  it.each([
    [{ code: 'invalid_type', input: undefined }, 'required'],
    [{ code: 'invalid_type', input: 'x' }, 'invalid_type'],
    [{ code: 'too_small', input: '' }, 'required'],
    [{ code: 'too_small', input: [] }, 'required'],
    [{ code: 'too_small', input: -1 }, 'too_small'],
    [{ code: 'too_big', input: 'xxxx' }, 'too_big'],
    [{ code: 'invalid_value', input: 'x' }, 'unknown_choice'],
    [{ code: 'invalid_union', input: null }, 'required'],
    [{ code: 'custom', input: 'x' }, 'invalid'],
  ] as const)('%j is %s', (issue, expected) => expect(fieldCode(issue)).toBe(expected))
})

describe('wholeRefusal', () => {
  const refused = (code: string, message: string) =>
    new ApiError({
      status: 409,
      code,
      message,
      fields: [0, 1].map((person) => ({
        field: `participants.${person}.participant_type_id`,
        code: 'sold_out',
        message: 'No longer available.',
      })),
    })

  it('says once that there is no place left, and adds what says more', () => {
    expect(wholeRefusal(refused('event_full', 'The event is full.'))).toBe('The event is full.')
    expect(wholeRefusal(refused('invalid_input', 'Some details need your attention.'))).toBe(
      'Some details need your attention. No longer available.',
    )
  })

  it('is what a form without these fields says', () => {
    expect(splitFailure(refused('event_full', 'The event is full.'), () => false).rest).toBe('The event is full.')
  })
})

describe('splitFailure', () => {
  const failure = (fields: readonly string[]) =>
    new ApiError({
      status: 422,
      code: 'invalid_input',
      message: 'Some details need your attention.',
      fields: fields.map((field) => ({ field, code: 'taken', message: `${field} is taken.` })),
    })

  it('gives each field its own words, and the rest to the form', () => {
    const known = (name: string) => name === 'name' || name === 'rows.0.price'
    expect(splitFailure(failure(['name', 'rows.0.price']), known)).toEqual({
      fields: [
        { name: 'name', message: 'name is taken.' },
        { name: 'rows.0.price', message: 'rows.0.price is taken.' },
      ],
      rest: undefined,
    })
    expect(splitFailure(failure(['hidden']), known)).toEqual({
      fields: [],
      rest: 'Some details need your attention. hidden is taken.',
    })
  })

  it('finds the field of a flat form for a path of the body', () => {
    const known = (name: string) => name === 'title_en' || name === 'event_id'
    const { fields, rest } = splitFailure(failure(['title.en', 'audience.event_id', 'rows.0.event_id']), known)
    expect(fields.map(({ name }) => name)).toEqual(['title_en', 'event_id'])
    expect(rest).toContain('rows.0.event_id is taken.')
  })

  it('does not swallow what is not an answer', () => {
    expect(() => splitFailure(new TypeError('bug'), () => true)).toThrow('bug')
  })
})

it('codes are told from sentences', () => {
  expect([isCode('too_small'), isCode('required'), isCode('No longer available.'), isCode('Name is taken')]).toEqual([
    true,
    true,
    false,
    false,
  ])
})
