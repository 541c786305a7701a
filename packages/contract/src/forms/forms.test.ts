import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { LANGUAGES } from '../text/language.ts'
import {
  checkForm,
  evaluateForm,
  type FormDefinition,
  type FormQuestion,
  formDefinition,
  formInLanguage,
  formOfChurch,
  readAnswer,
} from './forms.ts'

const idOf = (n: number): string => n.toString(16).padStart(24, '0')
const TYPE = idOf(900)

const question = (n: number, extra: Partial<FormQuestion> = {}): FormQuestion => ({
  _id: idOf(n),
  label: `Question ${n}`,
  help: '',
  type: 'text',
  required: false,
  min_value: null,
  max_value: null,
  min_date: null,
  max_date: null,
  visible_when: null,
  participant_type_ids: [],
  rating_scores: [],
  options: [],
  ...extra,
})
const option = (n: number, price = 0, capacity: number | null = null) => ({
  _id: idOf(n),
  label: `Option ${n}`,
  price,
  capacity,
})
const formOf = (...questions: FormQuestion[]): FormDefinition => ({
  sections: [{ _id: idOf(800), title: 'Section', description: '', questions }],
})

test('a form is told in a language text by text, and what is missing stays as it was written', () => {
  const written = formOf(
    question(1, {
      help: 'Help',
      translations: { de: { label: 'Frage 1' } },
      options: [{ ...option(2), translations: { de: { label: 'Wahl 2' }, fr: { label: '' } } }, option(3)],
    }),
  )
  const told = formInLanguage(written, { reader: 'de', own: 'en' })
  expect(told.sections[0]).toEqual({
    _id: idOf(800),
    title: 'Section',
    description: '',
    // An empty text is in no language.
    languages: { title: 'en' },
    questions: [
      {
        ...question(1),
        label: 'Frage 1',
        help: 'Help',
        languages: { help: 'en' },
        options: [
          { ...option(2), label: 'Wahl 2' },
          { ...option(3), languages: { label: 'en' } },
        ],
      },
    ],
  })
  // An answer means the same in every language.
  expect(evaluateForm(told, { [idOf(1)]: 'x' }, [TYPE]).errors).toEqual([])
  expect(formInLanguage(written, { reader: 'fr', own: 'en' }).sections[0]?.questions[0]?.options[0]?.label).toBe(
    'Option 2',
  )
  expect(JSON.stringify(formInLanguage(written, { reader: 'en', own: 'en' }))).not.toMatch(/translations|languages/)
})

test('a version published in one language is read in a church that speaks another by now', () => {
  const written = formOf(
    question(1, {
      help: 'Help',
      translations: { de: { label: 'Frage 1' } },
      options: [{ ...option(2), translations: { de: { label: 'Wahl 2' } } }, option(3)],
    }),
  )
  const german = formOfChurch(written, 'en', 'de')
  const french = formInLanguage(german, { reader: 'fr', own: 'de' }).sections[0]
  expect(french).toMatchObject({ title: 'Section', languages: { title: 'en' } })
  expect(french?.questions[0]).toMatchObject({ label: 'Frage 1', help: 'Help', languages: { label: 'de', help: 'en' } })
  expect(french?.questions[0]?.options.map(({ label, languages }) => [label, languages])).toEqual([
    ['Wahl 2', { label: 'de' }],
    ['Option 3', { label: 'en' }],
  ])
  const english = { reader: 'en', own: 'de' } as const
  expect(formInLanguage(german, english)).toEqual(formInLanguage(written, { reader: 'en', own: 'en' }))
  // Whichever ways it goes, it comes back as it was published.
  const back = formOfChurch(formOfChurch(german, 'de', 'fr'), 'fr', 'en')
  for (const reader of LANGUAGES)
    expect(formInLanguage(back, { reader, own: 'en' })).toEqual(formInLanguage(written, { reader, own: 'en' }))
})

describe('reading one answer', () => {
  const cases: [string, Partial<FormQuestion>, unknown, unknown][] = [
    ['a text', {}, '  Kumasi ', { value: 'Kumasi' }],
    ['a number for a text', {}, 5, { error: 'invalid_type' }],
    ['a text that is too long', { max_value: 3 }, 'abcd', { error: 'too_big' }],
    ['a text that is too short', { min_value: 3 }, 'ab', { error: 'too_small' }],
    ['a text longer than any may be', {}, 'a'.repeat(501), { error: 'too_big' }],
    ['NUL', {}, 'a\u0000b', { error: 'control_characters' }],
    ['letters, not code units', { max_value: 2 }, '😀😀', { value: '😀😀' }],
    ['a paragraph', { type: 'textarea' }, 'a\nb', { value: 'a\nb' }],
    ['a day', { type: 'date' }, '2027-02-28', { value: '2027-02-28' }],
    ['a day that does not exist', { type: 'date' }, '2027-02-30', { error: 'no_such_date' }],
    ['a day before the first', { type: 'date', min_date: '2027-01-01' }, '2026-12-31', { error: 'too_small' }],
    ['a day after the last', { type: 'date', max_date: '2027-01-01' }, '2027-01-02', { error: 'too_big' }],
    ['a number', { type: 'number' }, 2.5, { value: 2.5 }],
    ['a number as text', { type: 'number' }, '2', { error: 'invalid_type' }],
    ['a number below', { type: 'number', min_value: 0 }, -1, { error: 'too_small' }],
    ['a number above', { type: 'number', max_value: 9 }, 10, { error: 'too_big' }],
    ['infinity', { type: 'number' }, Number.POSITIVE_INFINITY, { error: 'invalid_type' }],
    ['an option', { type: 'radio', options: [option(50)] }, idOf(50), { value: idOf(50) }],
    ['an option of nobody', { type: 'select', options: [option(50)] }, idOf(51), { error: 'unknown_choice' }],
    ['a list', { type: 'select', options: [option(50)] }, [idOf(50)], { error: 'invalid_type' }],
    ['a score', { type: 'radio', rating_scores: [1, 2, 3] }, 2, { value: 2 }],
    ['a score that is not there', { type: 'radio', rating_scores: [1, 2, 3] }, 4, { error: 'unknown_choice' }],
  ]
  test.each(cases)('%s', (_, extra, value, expected) => {
    expect(readAnswer(question(1, extra), value)).toEqual(expected)
  })
})

describe('evaluating a form', () => {
  const form = formOf(
    question(1, { type: 'radio', required: true, options: [option(11), option(12, 500, 3)] }),
    question(2, { required: true, visible_when: { question_id: idOf(1), any_of: [idOf(12)] } }),
    question(3, { type: 'number', visible_when: { question_id: idOf(2), any_of: ['yes'] } }),
    question(4, { participant_type_ids: [idOf(901)], required: true }),
  )

  test('shows what the answers open, link by link', () => {
    const seen = (answers: Record<string, unknown>) => evaluateForm(form, answers, [TYPE]).visible.map(({ _id }) => _id)
    expect(seen({})).toEqual([idOf(1)])
    expect(seen({ [idOf(1)]: idOf(12) })).toEqual([idOf(1), idOf(2)])
    expect(seen({ [idOf(1)]: idOf(12), [idOf(2)]: 'yes' })).toEqual([idOf(1), idOf(2), idOf(3)])
    expect(seen({ [idOf(1)]: idOf(11), [idOf(2)]: 'yes' })).toEqual([idOf(1)])
  })

  test('drops answers to hidden questions, refuses those to unknown ones', () => {
    const result = evaluateForm(form, { [idOf(1)]: idOf(11), [idOf(2)]: 'x', [idOf(77)]: 'x' }, [TYPE])
    expect(result.kept).toEqual([{ question_id: idOf(1), label: 'Question 1', value: idOf(11) }])
    expect(result.errors).toEqual([{ field: `answers.${idOf(77)}`, code: 'not_offered' }])
  })

  test('asks what is required, of those it is for; staff may leave it open', () => {
    expect(evaluateForm(form, {}, [TYPE]).errors).toEqual([{ field: `answers.${idOf(1)}`, code: 'required' }])
    expect(evaluateForm(form, {}, [idOf(901)]).errors).toHaveLength(2)
    expect(evaluateForm(form, {}, [TYPE, idOf(901)]).errors).toHaveLength(2)
    const lenient = evaluateForm(form, {}, [TYPE], { lenient: true })
    expect(lenient.errors).toEqual([])
    expect(lenient.missing).toEqual([idOf(1)])
  })

  test('tells what was chosen of what costs or runs out', () => {
    const { options } = evaluateForm(form, { [idOf(1)]: idOf(12), [idOf(2)]: 'x' }, [TYPE])
    expect(options.map(({ option: { _id, price, capacity } }) => [_id, price, capacity])).toEqual([[idOf(12), 500, 3]])
  })

  test('an event without a form takes no answers', () => {
    expect(evaluateForm(null, {}, [TYPE]).errors).toEqual([])
    expect(evaluateForm(null, { [idOf(1)]: 'x' }, [TYPE]).errors).toEqual([
      { field: `answers.${idOf(1)}`, code: 'not_offered' },
    ])
  })

  test('a circle of conditions hides all of its questions', () => {
    const circle = formOf(
      question(1, { visible_when: { question_id: idOf(2), any_of: ['x'] } }),
      question(2, { visible_when: { question_id: idOf(1), any_of: ['x'] } }),
    )
    expect(evaluateForm(circle, { [idOf(1)]: 'x', [idOf(2)]: 'x' }, [TYPE]).visible).toEqual([])
  })
})

describe('checking a form before it is published', () => {
  test('finds what cannot work', () => {
    const problems = checkForm(
      formOf(
        question(1, { visible_when: { question_id: idOf(99), any_of: ['x'] } }),
        question(2, { visible_when: { question_id: idOf(3), any_of: ['x'] } }),
        question(3, { visible_when: { question_id: idOf(2), any_of: ['x'] } }),
        question(4, { type: 'select' }),
        question(5, { type: 'number', min_value: 9, max_value: 1 }),
        question(6, { type: 'radio', options: [option(61)] }),
        question(7, { visible_when: { question_id: idOf(6), any_of: [idOf(62)] } }),
        question(8, { visible_when: { question_id: idOf(8), any_of: ['x'] } }),
        question(9),
        question(9),
      ),
    )
    expect(problems.map(({ question_id, problem }) => [Number.parseInt(question_id, 16), problem])).toEqual([
      [1, 'dangling_condition'],
      [2, 'circular_condition'],
      [3, 'circular_condition'],
      [4, 'no_options'],
      [5, 'bounds'],
      [7, 'impossible_condition'],
      [8, 'circular_condition'],
      [9, 'duplicate_id'],
    ])
  })

  test('accepts conditions on numbers and ratings', () => {
    const form = formOf(
      question(1, { type: 'number', max_value: 5 }),
      question(2, { visible_when: { question_id: idOf(1), any_of: ['3'] } }),
      question(3, { type: 'radio', rating_scores: [1, 2] }),
      question(4, { visible_when: { question_id: idOf(3), any_of: ['2'] } }),
    )
    expect(checkForm(form)).toEqual([])
    expect(evaluateForm(form, { [idOf(1)]: 3, [idOf(3)]: 2 }, [TYPE]).visible).toHaveLength(4)
  })
})

describe('any form and any answers', () => {
  const anyQuestion = fc.record({
    n: fc.integer({ min: 1, max: 6 }),
    parent: fc.option(fc.integer({ min: 1, max: 7 }), { nil: null }),
    type: fc.constantFrom('radio' as const, 'text' as const, 'number' as const, 'date' as const),
    required: fc.boolean(),
  })
  const anyForm = fc.uniqueArray(anyQuestion, { selector: ({ n }) => n, maxLength: 6 }).map((list) =>
    formOf(
      ...list.map(({ n, parent, type, required }) =>
        question(n, {
          type,
          required,
          options: type === 'radio' ? [option(n * 10), option(n * 10 + 1, 100, 1)] : [],
          visible_when: parent === null ? null : { question_id: idOf(parent), any_of: ['x', '1', idOf(parent * 10)] },
        }),
      ),
    ),
  )
  const anyAnswers = fc.dictionary(
    fc.integer({ min: 1, max: 8 }).map(idOf),
    fc.oneof(
      fc.constantFrom('x', 'y', '', idOf(10), idOf(20), idOf(31)),
      fc.integer({ min: -2, max: 3 }),
      fc.anything(),
    ),
  )

  test('never throws; keeps only visible, valid answers; evaluating what was kept changes nothing', () => {
    fc.assert(
      fc.property(anyForm, anyAnswers, (form, answers) => {
        expect(formDefinition.safeParse(form).success).toBe(true)
        const first = evaluateForm(form, answers, [TYPE])
        const visible = new Set(first.visible.map(({ _id }) => _id))
        expect(first.kept.every(({ question_id }) => visible.has(question_id))).toBe(true)
        const again = evaluateForm(
          form,
          Object.fromEntries(first.kept.map(({ question_id, value }) => [question_id, value])),
          [TYPE],
        )
        expect(again.kept).toEqual(first.kept)
        expect(again.visible).toEqual(first.visible)
      }),
    )
  })

  test('a form without problems shows no question twice and leads to no circle', () => {
    fc.assert(
      fc.property(anyForm, anyAnswers, (form, answers) => {
        fc.pre(checkForm(form).length === 0)
        const { visible } = evaluateForm(form, answers, [TYPE])
        expect(new Set(visible.map(({ _id }) => _id)).size).toBe(visible.length)
      }),
    )
  })
})
