import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  asKind,
  isSame,
  KINDS,
  kindOf,
  languagesOf,
  newOption,
  newQuestion,
  newSection,
  pathOf,
  preview,
  problemsOf,
  type QuestionInput,
  questionsBefore,
  scoresOf,
  tidy,
  wrongQuestions,
} from './definition.ts'

const question = (id: string, more: Partial<QuestionInput> = {}): QuestionInput => ({
  ...newQuestion('text'),
  _id: id,
  label: id,
  ...more,
})
const formOf = (...questions: QuestionInput[]) => ({
  name: 'Camp',
  sections: [{ ...newSection('Camp'), _id: 'camp', questions }],
})
const anyKind = fc.constantFrom(...KINDS)

describe('a question that changes its kind', () => {
  it('is of the kind that was asked for', () => {
    fc.assert(
      fc.property(anyKind, anyKind, (from, to) => {
        const first = { ...question('one'), ...asKind(question('one'), from) }
        expect(kindOf({ ...first, ...asKind(first, to) })).toBe(to)
      }),
    )
  })

  it('has its options again when it becomes a choice again', () => {
    fc.assert(
      fc.property(anyKind, (between) => {
        const choice = question('one', { type: 'select', options: [newOption('Yes'), newOption('No')] })
        const other = { ...choice, ...asKind(choice, between) }
        expect({ ...other, ...asKind(other, 'select') }.options).toEqual(choice.options)
      }),
    )
  })

  it('sends only what its kind has a use for', () => {
    const all = {
      options: [newOption('Yes')],
      min_value: 1,
      max_value: 2,
      min_date: '2027-01-01',
      max_date: '2027-01-02',
    }
    const sent = (type: QuestionInput['type']) => {
      const [one] = tidy(formOf(question('one', { ...all, type }))).sections?.[0]?.questions ?? []
      return [one?.options?.length, one?.min_value, one?.min_date]
    }
    expect([sent('radio'), sent('number'), sent('date')]).toEqual([
      [1, null, null],
      [0, 1, null],
      [0, null, '2027-01-01'],
    ])
  })
})

it('reads scores as whole numbers from 0 to 100, each once, in order', () => {
  expect(scoresOf(['5', '1', '1', 'x', '2.5', '-1', '101', '100'])).toEqual([1, 5, 100])
})

it('compares what would be sent: a hidden bound is no change', () => {
  const radio = question('one', { type: 'radio', options: [newOption('Yes')] })
  expect(isSame(formOf(radio), formOf({ ...radio, min_value: 3 }))).toBe(true)
  expect(isSame(formOf(radio), formOf({ ...radio, label: 'Other' }))).toBe(false)
})

it('finds the server’s name of a question in the builder, and leaves other names alone', () => {
  const { sections } = formOf(question('one'), question('two'))
  expect(pathOf(sections, 'questions.two.label')).toBe('sections.0.questions.1.label')
  expect(pathOf(sections, 'questions.gone.label')).toBe('questions.gone.label')
  expect(pathOf(sections, 'name')).toBe('name')
})

it('names the questions with errors in their order', () => {
  const { sections } = formOf(question('one'), question('two'), question('three'))
  const errors = { name: { message: 'required' }, sections: [{ questions: [undefined, { label: {} }, { help: {} }] }] }
  expect(wrongQuestions(errors, sections)).toEqual(['two', 'three'])
  expect(wrongQuestions({}, sections)).toEqual([])
})

it('offers earlier questions for a condition, and finds conditions that depend on each other', () => {
  const on = (id: string) => ({ visible_when: { question_id: id, any_of: ['yes'] } })
  const form = formOf(question('one'), question('two', on('one')))
  expect(questionsBefore(form.sections, 'two').map(({ _id }) => _id)).toEqual(['one'])
  expect(questionsBefore(form.sections, 'one')).toEqual([])
  expect(problemsOf(form).size).toBe(0)
  expect([...problemsOf(formOf(question('one', on('two')), question('two', on('one'))))]).toEqual([
    ['one', 'circular_condition'],
    ['two', 'circular_condition'],
  ])
})

it('is shown as readers of a language will see it', () => {
  const bus = {
    ...question('Bus?', {
      ...asKind(question('Bus?'), 'radio'),
      translations: { de: { label: 'Mit dem Bus?', help: '' } },
    }),
    help: 'From Accra',
    options: [{ ...newOption('Yes'), translations: { de: { label: 'Ja' } } }, newOption('No')],
  }
  const form = formOf(bus)
  const seenIn = (language?: 'de' | 'fr') => {
    const seen = preview(form, language).sections[0]?.questions[0]
    return [seen?.label, seen?.help, ...(seen?.options ?? []).map(({ label }) => label)]
  }
  expect(seenIn('de')).toEqual(['Mit dem Bus?', 'From Accra', 'Ja', 'No'])
  expect(seenIn('fr')).toEqual(['Bus?', 'From Accra', 'Yes', 'No'])
  expect(seenIn()).toEqual(seenIn('fr'))
  expect([languagesOf(form), languagesOf(formOf(question('one')))]).toEqual([['de'], []])
})

it('shows an unfinished form: what is missing is empty', () => {
  const unfinished = { name: '', sections: [{ title: '', questions: [{ label: '', type: 'number' as const }] }] }
  expect(preview(unfinished).sections[0]?.questions[0]).toMatchObject({ label: '', options: [], min_value: null })
})
