import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ApiError } from '#platform/client'
import {
  type BuilderAction,
  builderReducer,
  type Edit,
  edited,
  failureOf,
  initialBuilder,
  type Step,
} from './builder-state.ts'
import { copyOf, newQuestion, newSection, type SectionInput, type Spot } from './definition.ts'

/** Sections with questions, all named by position: section "1", question "1.2". */
const sectionsOf = (...sizes: readonly number[]): SectionInput[] =>
  sizes.map((size, i) => ({
    ...newSection(`${i}`),
    _id: `${i}`,
    questions: Array.from({ length: size }, (_, j) => ({
      ...newQuestion('radio'),
      _id: `${i}.${j}`,
      label: `${i}.${j}`,
    })),
  }))
const spotOf = (sections: readonly SectionInput[], id: string | undefined): Spot => {
  const section = sections.findIndex(({ questions }) => questions?.some(({ _id }) => _id === id))
  return { section, question: sections[section]?.questions?.findIndex(({ _id }) => _id === id) ?? -1 }
}

const anyForm = fc.array(fc.nat(3), { minLength: 1, maxLength: 4 }).map((sizes) => sectionsOf(...sizes))
const anyStep = fc.constantFrom<Step>(-1, 1)
/** A form and one of its questions. */
const anyQuestion = anyForm
  .filter((sections) => sections.some(({ questions }) => (questions ?? []).length > 0))
  .chain((sections) =>
    fc.record({
      sections: fc.constant(sections),
      id: fc.constantFrom(...sections.flatMap(({ questions }) => (questions ?? []).map(({ _id }) => _id))),
    }),
  )
const moveQuestion = (sections: readonly SectionInput[], id: string | undefined, step: Step) =>
  edited(sections, { type: 'question_moved', at: spotOf(sections, id), step, name: '' })

describe('moving', () => {
  it('a question one step and back leaves the form as it was', () => {
    fc.assert(
      fc.property(anyQuestion, anyStep, ({ sections, id }, step) => {
        const there = moveQuestion(sections, id, step)
        if (there === sections) return
        const back = moveQuestion(there, id, step === 1 ? -1 : 1)
        expect(back).toEqual(sections)
      }),
    )
  })

  it('a question to the end passes every place once', () => {
    const places: string[] = []
    let sections: readonly SectionInput[] = sectionsOf(2, 0, 1)
    for (let next = sections; ; sections = next) {
      const { section, question } = spotOf(sections, '0.0')
      places.push(`${section}.${question}`)
      next = moveQuestion(sections, '0.0', 1)
      if (next === sections) break
    }
    expect(places).toEqual(['0.0', '0.1', '1.0', '2.0', '2.1'])
  })

  it('a section one step and back leaves the form as it was, and stops at the ends', () => {
    fc.assert(
      fc.property(anyForm, fc.nat(3), anyStep, (sections, place, step) => {
        const at = place % sections.length
        const there = edited(sections, { type: 'section_moved', at, step, name: '' })
        if (there === sections) expect(step === -1 ? at : sections.length - 1 - at).toBe(0)
        else {
          const back = { type: 'section_moved', at: at + step, step: step === 1 ? -1 : 1, name: '' } as const
          expect(edited(there, back)).toEqual(sections)
        }
      }),
    )
  })
})

describe('adding and removing', () => {
  it('removes what was added, and nothing else', () => {
    fc.assert(
      fc.property(anyQuestion, ({ sections, id }) => {
        const at = spotOf(sections, id)
        const question = newQuestion('text')
        const added = edited(sections, { type: 'question_added', to: at.section, question })
        expect(edited(added, { type: 'question_removed', at: spotOf(added, question._id) })).toEqual(sections)
        const section = newSection('')
        const more = edited(sections, { type: 'section_added', section })
        expect(edited(more, { type: 'section_removed', at: sections.length })).toEqual(sections)
      }),
    )
  })

  it('puts a copy under other ids right after the question', () => {
    const sections = sectionsOf(2)
    const [question] = sections[0]?.questions ?? []
    if (!question) throw new Error('no question')
    const copy = copyOf({ ...question, options: [{ _id: 'one', label: 'One' }] })
    const next = edited(sections, { type: 'question_copied', at: { section: 0, question: 0 }, copy })
    expect(next[0]?.questions?.map(({ label }) => label)).toEqual(['0.0', '0.0', '0.1'])
    expect(next[0]?.questions?.map(({ _id }) => _id)).toEqual(['0.0', copy._id, '0.1'])
    expect(copy.options?.[0]).toMatchObject({ label: 'One', _id: expect.not.stringMatching('one') })
  })
})

const saved = { name: 'Camp', sections: sectionsOf(2, 1) }
const after = (...actions: readonly BuilderAction[]) => actions.reduce(builderReducer, initialBuilder(saved))
const edit = (change: Edit): BuilderAction => ({ type: 'edited', edit: change, before: saved.sections })

describe('the editing of a form', () => {
  it('opens a new question and moves the focus into its editor', () => {
    const question = newQuestion('radio')
    const state = after(edit({ type: 'question_added', to: 0, question }))
    expect(state.open).toBe(question._id)
    expect(state.focus?.selector).toContain(`[data-question="${question._id}"] [data-editor] textarea`)
  })

  it('keeps the focus on the button that moved a part, and announces its new number', () => {
    const at = { section: 0, question: 1 }
    const moved = after(edit({ type: 'question_moved', at, step: 1, name: 'Arrival' }))
    expect(moved).toMatchObject({
      announced: { name: 'Arrival', number: 1 },
      focus: { selector: '[data-question="0.1"] [data-move="1"]' },
    })
    expect(after(edit({ type: 'section_moved', at: 1, step: -1, name: 'Camp' }))).toMatchObject({
      announced: { name: 'Camp', number: 1 },
      focus: { selector: '[data-section="1"] [data-move-section="-1"]' },
    })
  })

  it('asks before a section goes, and stops asking once it has gone', () => {
    const asked = after({ type: 'asked', question: { section: 0 } })
    expect(asked.asking).toEqual({ section: 0 })
    expect(builderReducer(asked, edit({ type: 'section_removed', at: 0 })).asking).toBeUndefined()
    expect(builderReducer(asked, { type: 'answered' }).asking).toBeUndefined()
  })

  it('opens the first question with an error; without one, what was open stays open', () => {
    const invalid = (question?: string) => ({ type: 'invalid', message: 'Look.', question }) as const
    const opened = after({ type: 'opened', question: '0.1' })
    expect(builderReducer(opened, invalid('1.0'))).toMatchObject({ refusal: 'Look.', open: '1.0' })
    expect(builderReducer(opened, invalid()).open).toBe('0.1')
    expect(builderReducer(opened, invalid()).focus?.selector).toBe('[aria-invalid="true"]')
  })

  it('forgets a refusal when it is saved again or discarded, and knows what is saved', () => {
    const refused = after({ type: 'refused', message: 'No.', question: undefined })
    expect(builderReducer(refused, { type: 'save_started' }).refusal).toBeUndefined()
    expect(builderReducer(refused, { type: 'discarded' })).toMatchObject({ refusal: undefined, asking: undefined })
    const next = { name: 'Other', sections: [] }
    expect(builderReducer(refused, { type: 'saved', form: next }).saved).toBe(next)
  })
})

describe('a refused save', () => {
  const refusal = (...fields: readonly string[]) =>
    new ApiError({
      status: 422,
      code: 'invalid',
      message: 'Look again.',
      fields: fields.map((field) => ({ field, code: 'invalid', message: `Not ${field}.` })),
    })

  it('is shown at the fields of the builder, and opens the first question', () => {
    expect(failureOf(refusal('questions.x.label', 'name'), saved.sections)).toEqual({
      fields: [{ path: 'name', message: 'Not name.' }],
      question: undefined,
      message: 'Look again. Not questions.x.label.',
    })
    const sections = [{ ...newSection('Camp'), questions: [{ ...newQuestion('text'), _id: 'tent' }] }]
    expect(failureOf(refusal('questions.tent.visible_when'), sections)).toEqual({
      fields: [{ path: 'sections.0.questions.0.visible_when', message: 'Not questions.tent.visible_when.' }],
      question: 'tent',
      message: 'Look again.',
    })
  })

  it('is thrown when it is no answer of the server', () => {
    expect(() => failureOf(new TypeError('bug'), [])).toThrow('bug')
  })
})
