import { type BodyIn, LANGUAGES, type Language } from '@shiloh/contract/core'
import type { EventFormDetail, eventFormRoutes } from '@shiloh/contract/forms/form-definitions'
import {
  checkForm,
  type FormDefinition,
  type FormProblem,
  type FormQuestion,
  QUESTION_TYPES,
  type QuestionType,
} from '@shiloh/contract/forms/forms'
import type { Translations } from '@shiloh/contract/text/translations'

/** The form in the builder: the input of the contract's body. */
export type FormInput = BodyIn<typeof eventFormRoutes.create>
export type SectionInput = NonNullable<FormInput['sections']>[number]
export type QuestionInput = NonNullable<SectionInput['questions']>[number]
export type OptionInput = NonNullable<QuestionInput['options']>[number]

/** Returns an id for a part that others refer to before it is stored. */
export const newId = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => byte.toString(16).padStart(2, '0')).join('')

export const newOption = (label = ''): OptionInput => ({ _id: newId(), label, price: 0, capacity: null })

export const newQuestion = (type: QuestionType): QuestionInput => ({
  _id: newId(),
  label: '',
  help: '',
  type,
  required: false,
  min_value: null,
  max_value: null,
  min_date: null,
  max_date: null,
  visible_when: null,
  participant_type_ids: [],
  rating_scores: [],
  options: isChoice(type) ? [newOption(), newOption()] : [],
})

export const newSection = (title: string): SectionInput => ({ _id: newId(), title, description: '', questions: [] })

/** Returns whether a question has options to choose from. */
export const isChoice = (type: QuestionType): boolean => type === 'radio' || type === 'select'
/** Returns whether the bounds are of a length or a value. */
export const hasNumbers = (type: QuestionType): boolean => type === 'text' || type === 'textarea' || type === 'number'

/** Returns a copy of a question and its options, with new ids. */
export const copyOf = (question: QuestionInput): QuestionInput => ({
  ...question,
  _id: newId(),
  options: question.options?.map((option) => ({ ...option, _id: newId() })),
})

/** The kinds of question that the builder offers: the contract's types, and the rating, which is a radio with scores. */
export const KINDS = [...QUESTION_TYPES, 'rating'] as const
export type Kind = (typeof KINDS)[number]

export const kindOf = (question: QuestionInput): Kind =>
  question.type === 'radio' && question.rating_scores?.length ? 'rating' : question.type

/** Returns the values that change when a question becomes one of this kind. Options stay, so that changing it back loses nothing. */
export function asKind(question: QuestionInput, kind: Kind): Partial<QuestionInput> {
  const type: QuestionType = kind === 'rating' ? 'radio' : kind
  const needsOptions = kind !== 'rating' && isChoice(type) && !question.options?.length
  return {
    type,
    rating_scores: kind === 'rating' ? [1, 2, 3, 4, 5] : [],
    ...(needsOptions && { options: [newOption(), newOption()] }),
  }
}

/** Reads typed scores: whole numbers from 0 to 100, each once, in order. */
export const scoresOf = (typed: readonly string[]): number[] =>
  [...new Set(typed.map(Number).filter((score) => Number.isInteger(score) && score >= 0 && score <= 100))].sort(
    (a, b) => a - b,
  )

/** Converts a stored form to the builder's values. */
export const toInput = ({ name, description, sections, texts_language }: EventFormDetail): FormInput => ({
  name,
  description,
  texts_language,
  sections: sections.map((section) => ({
    ...section,
    questions: section.questions.map((question) => ({
      ...question,
      options: question.options.map(({ left: _left, ...option }) => option),
    })),
  })),
})

/**
 * Returns a question without fields that its type does not use. The builder keeps them, so that changing a type back
 * loses nothing.
 */
function tidyQuestion(question: QuestionInput): QuestionInput {
  const scores = question.type === 'radio' ? (question.rating_scores ?? []) : []
  const offers = isChoice(question.type) && scores.length === 0
  const measured = hasNumbers(question.type)
  return {
    ...question,
    rating_scores: scores,
    options: offers ? (question.options ?? []) : [],
    min_value: measured ? question.min_value : null,
    max_value: measured ? question.max_value : null,
    min_date: question.type === 'date' ? question.min_date : null,
    max_date: question.type === 'date' ? question.max_date : null,
  }
}

/** Returns the request body. */
export const tidy = (form: FormInput): FormInput => ({
  ...form,
  sections: form.sections?.map((section) => ({ ...section, questions: section.questions?.map(tidyQuestion) })),
})

/** Returns whether two forms have the same request body. */
export const isSame = (one: FormInput, other: FormInput): boolean =>
  JSON.stringify(tidy(one)) === JSON.stringify(tidy(other))

/** A stored part whose answers are no longer what they were once the form is saved. */
export interface LostPart {
  readonly _id: string
  readonly kind: 'option' | 'question'
  /** It cannot be chosen, is hidden from some people, or has other words, under which the former answers are not counted (ADR 108). */
  readonly how: 'removed' | 'hidden' | 'reworded'
  /** In the words that it had. */
  readonly label: string
}

const questionsIn = ({ sections = [] }: FormInput): QuestionInput[] =>
  sections.flatMap(({ questions = [] }) => questions)

/** Returns whether fewer people are asked a question than before. */
const isNarrower = (before: QuestionInput, after: QuestionInput): boolean => {
  const former = before.participant_type_ids ?? []
  const types = after.participant_type_ids ?? []
  const hasCondition = after.visible_when != null
  return (
    (hasCondition && JSON.stringify(before.visible_when) !== JSON.stringify(after.visible_when)) ||
    (types.length > 0 && (former.length === 0 || former.some((id) => !types.includes(id))))
  )
}

/**
 * Returns the stored options that a changed form lacks, the stored questions that it hides from some people, and what has
 * other words. Questions that are removed are asked about when that happens.
 */
export const lostParts = (saved: FormInput, form: FormInput): LostPart[] => {
  const after = new Map(questionsIn(tidy(form)).map((question) => [question._id, question]))
  return questionsIn(tidy(saved)).flatMap((before): LostPart[] => {
    const question = after.get(before._id)
    if (!before._id || !question) return []
    const kept = new Map(question.options?.map(({ _id, label }) => [_id, label]))
    const options = (before.options ?? []).flatMap(({ _id, label }): LostPart[] => {
      if (_id === undefined || kept.get(_id) === label) return []
      return [{ _id, kind: 'option', how: kept.has(_id) ? 'reworded' : 'removed', label }]
    })
    const part = { _id: before._id, kind: 'question', label: before.label } as const
    return [
      ...options,
      ...(isNarrower(before, question) ? [{ ...part, how: 'hidden' } as const] : []),
      ...(before.label === question.label ? [] : [{ ...part, how: 'reworded' } as const]),
    ]
  })
}

/** Returns a part of a form as readers of a language see it. What is missing stays in the church's own language. */
const saidIn = <R extends { readonly translations?: Translations | undefined }>(part: R, language?: Language): R => ({
  ...part,
  ...Object.fromEntries(Object.entries((language && part.translations?.[language]) ?? {}).filter(([, text]) => text)),
})

/** Returns the languages into which any part of a form is translated. */
export const languagesOf = ({ sections = [] }: FormInput): Language[] => {
  const parts = sections.flatMap((section) => [
    section,
    ...(section.questions ?? []).flatMap((question) => [question, ...(question.options ?? [])]),
  ])
  return LANGUAGES.filter((language) =>
    parts.some(({ translations }) => Object.values(translations?.[language] ?? {}).some(Boolean)),
  )
}

/** Returns the form as people who read a language will see it, or as it is written, even if it is unfinished. */
export const preview = (form: FormInput, language?: Language): FormDefinition => ({
  sections: (tidy(form).sections ?? [])
    .map((written) => saidIn(written, language))
    .map((section) => ({
      _id: section._id ?? '',
      title: section.title,
      description: section.description ?? '',
      questions: (section.questions ?? [])
        .map((written) => saidIn(written, language))
        .map(
          (question): FormQuestion => ({
            _id: question._id ?? '',
            label: question.label,
            help: question.help ?? '',
            type: question.type,
            required: question.required ?? false,
            min_value: question.min_value ?? null,
            max_value: question.max_value ?? null,
            min_date: question.min_date || null,
            max_date: question.max_date || null,
            visible_when: question.visible_when ?? null,
            participant_type_ids: question.participant_type_ids ?? [],
            rating_scores: question.rating_scores ?? [],
            options: (question.options ?? [])
              .map((written) => saidIn(written, language))
              .map((option) => ({
                _id: option._id ?? '',
                label: option.label,
                price: option.price ?? 0,
                capacity: option.capacity ?? null,
              })),
          }),
        ),
    })),
})

/** Returns the problems that prevent publication, by question. */
export const problemsOf = (form: FormInput): ReadonlyMap<string, FormProblem['problem']> =>
  new Map(checkForm(preview(form)).map(({ question_id, problem }) => [question_id, problem]))

/** Returns a list with one item moved. */
export function moved<T>(items: readonly T[], from: number, to: number): T[] {
  const next = [...items]
  next.splice(to, 0, ...next.splice(from, 1))
  return next
}

export interface Spot {
  readonly section: number
  readonly question: number
}

/** Returns the position of a question one step up or down, across section boundaries. */
export function neighbour(
  sections: readonly SectionInput[],
  { section, question }: Spot,
  step: -1 | 1,
): Spot | undefined {
  const here = sections[section]?.questions?.length ?? 0
  const next = question + step
  if (next >= 0 && next < here) return { section, question: next }
  const other = sections[section + step]
  if (!other) return undefined
  return { section: section + step, question: step === 1 ? 0 : (other.questions?.length ?? 0) }
}

/** Returns the sections with a question moved. */
export function moveQuestion(sections: readonly SectionInput[], from: Spot, to: Spot): SectionInput[] {
  const question = sections[from.section]?.questions?.[from.question]
  if (!question) return [...sections]
  const without = sections.map((section, i) =>
    i === from.section
      ? { ...section, questions: section.questions?.filter((_, at) => at !== from.question) }
      : section,
  )
  return without.map((section, i) =>
    i === to.section
      ? {
          ...section,
          questions: [
            ...(section.questions ?? []).slice(0, to.question),
            question,
            ...(section.questions ?? []).slice(to.question),
          ],
        }
      : section,
  )
}

/** Returns the questions before one: its condition can depend on them without a cycle. */
export function questionsBefore(sections: readonly SectionInput[], id: string | undefined): QuestionInput[] {
  const all = sections.flatMap(({ questions }) => questions ?? [])
  return all.slice(
    0,
    Math.max(
      0,
      all.findIndex((question) => question._id === id),
    ),
  )
}

/** Returns the ids of the questions that have an error, in their order. `errors` are those of the form's fields. */
export function wrongQuestions(errors: object, sections: readonly SectionInput[]): string[] {
  const at = (value: unknown, key: string | number): unknown =>
    typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined
  return sections.flatMap((section, i) =>
    (section.questions ?? []).flatMap((question, j) =>
      at(at(at(at(errors, 'sections'), i), 'questions'), j) && question._id ? [question._id] : [],
    ),
  )
}

/** Returns the path in the builder of a question's field in the server's notation, `questions.<id>.visible_when`. */
export function pathOf(sections: readonly SectionInput[], field: string): string {
  const [head, id, ...rest] = field.split('.')
  if (head !== 'questions') return field
  for (const [i, section] of sections.entries()) {
    const at = (section.questions ?? []).findIndex((question) => question._id === id)
    if (at >= 0) return ['sections', i, 'questions', at, ...rest].join('.')
  }
  return field
}

/** Returns whether a question is part of the stored form. */
export const isStored = (saved: FormInput, question: QuestionInput | undefined): boolean =>
  (saved.sections ?? []).some(({ questions = [] }) => questions.some(({ _id }) => _id === question?._id))

/** Returns the questions that are only asked after an answer to this one. */
export const dependents = (sections: readonly SectionInput[], id: string | undefined): QuestionInput[] =>
  sections.flatMap(({ questions = [] }) =>
    questions.filter(({ visible_when }) => id !== undefined && visible_when?.question_id === id),
  )
