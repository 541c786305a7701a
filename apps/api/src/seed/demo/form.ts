import { type Calendar, type Chance, openChance } from './chance.ts'
import { type Church, idOf } from './church.ts'
import { inOtherLanguages } from './church-texts.ts'
import type { Row } from './insert.store.ts'

export interface DemoForm {
  readonly id: string
  readonly rows: {
    readonly event_forms: readonly Row<'event_forms'>[]
    readonly form_sections: readonly Row<'form_sections'>[]
    readonly form_questions: readonly Row<'form_questions'>[]
    readonly question_options: readonly Row<'question_options'>[]
  }
}

interface QuestionPlan {
  readonly label: string
  readonly type: 'radio' | 'select' | 'text' | 'textarea' | 'date'
  readonly help?: string
  readonly required?: true
  readonly longest?: number
  readonly notBefore?: string
  readonly only?: string
  /** Where its id comes from, so that a new question does not change everything that is drawn after it. */
  readonly ids?: Chance
  readonly rating?: readonly number[]
  readonly options?: readonly { readonly label: string; readonly price?: number; readonly capacity?: number }[]
}

/**
 * Creates the conference's own questions: one that depends on another, a rating, and options that cost something or
 * sell out.
 */
export const drawForm = (chance: Chance, calendar: Calendar, church: Church): DemoForm => {
  const at = calendar.at(-70, '10:00')
  const stamps = { created_at: at, updated_at: at }
  const id = chance.id(at)
  const sections: Row<'form_sections'>[] = []
  const questions: Row<'form_questions'>[] = []
  const options: Row<'question_options'>[] = []

  const addSection = (title: string, description = ''): string => {
    const sectionId = chance.id(at)
    sections.push({
      id: sectionId,
      form_id: id,
      title,
      description,
      translations: inOtherLanguages({ title, description }),
      position: sections.length,
      ...stamps,
    })
    return sectionId
  }
  const addQuestion = (
    sectionId: string,
    plan: QuestionPlan,
    visibleWhen: Row<'form_questions'>['visible_when'] = null,
  ) => {
    const questionId = (plan.ids ?? chance).id(at)
    questions.push({
      id: questionId,
      section_id: sectionId,
      label: plan.label,
      help: plan.help ?? '',
      translations: inOtherLanguages({ label: plan.label, help: plan.help ?? '' }),
      type: plan.type,
      required: plan.required ?? false,
      min_value: null,
      max_value: plan.longest ?? null,
      min_date: plan.notBefore ?? null,
      max_date: null,
      visible_when: visibleWhen,
      participant_type_ids: plan.only ? [idOf(church.participantTypes, plan.only)] : [],
      rating_scores: [...(plan.rating ?? [])],
      position: questions.length,
      ...stamps,
    })
    const optionIds = (plan.options ?? []).map(({ label, price = 0, capacity }, position) => {
      const optionId = chance.id(at)
      options.push({
        id: optionId,
        question_id: questionId,
        label,
        translations: inOtherLanguages({ label }),
        price,
        capacity: capacity ?? null,
        position,
        ...stamps,
      })
      return optionId
    })
    return { questionId, optionIds }
  }
  const after = (question: { questionId: string }, anyOf: readonly (string | undefined)[]) => ({
    question_id: question.questionId,
    any_of: anyOf.flatMap((value) => (value === undefined ? [] : [value])),
  })

  const journey = addSection('Your journey')
  const travel = addQuestion(journey, {
    label: 'How will you travel?',
    type: 'radio',
    required: true,
    options: [{ label: 'By car' }, { label: 'By public transport' }, { label: 'With a bus of my area' }],
  })
  addQuestion(
    journey,
    { label: 'Number plate', type: 'text', help: 'For the car park, such as GR 1234-25.', longest: 12 },
    after(travel, [travel.optionIds[0]]),
  )
  addQuestion(journey, {
    label: 'Passport number',
    type: 'text',
    help: 'For the letter of invitation.',
    longest: 20,
    only: 'International delegate',
    ids: openChance(at.getTime()),
  })
  addQuestion(journey, {
    label: 'Passport valid until',
    type: 'date',
    help: 'For the letter of invitation.',
    notBefore: calendar.day(60),
    only: 'International delegate',
  })
  const workshops = addSection('Workshops', 'Tuesday and Wednesday afternoon, in small groups.')
  addQuestion(workshops, {
    label: 'Which workshop would you like to join?',
    type: 'select',
    required: true,
    options: [
      { label: 'Preaching from the letters', capacity: 300 },
      { label: 'Accounts of an assembly', capacity: 120 },
      { label: 'Counselling, with workbook', price: 2500, capacity: 40 },
      { label: 'Sound and live stream', capacity: 12 },
    ],
  })
  const lastYear = addSection('Last year')
  const rating = addQuestion(lastYear, {
    label: 'How was last year’s conference?',
    type: 'radio',
    help: '5 is best; leave it open if you were not there.',
    rating: [1, 2, 3, 4, 5],
  })
  addQuestion(
    lastYear,
    { label: 'What should we do better?', type: 'textarea', longest: 1000 },
    after(rating, ['1', '2', '3']),
  )

  return {
    id,
    rows: {
      event_forms: [
        {
          id,
          name: 'Leaders’ Conference: journey and workshops',
          description: 'Asked at the Leaders’ Conference.',
          ...stamps,
        },
      ],
      form_sections: sections,
      form_questions: questions,
      question_options: options,
    },
  }
}
