import { z } from 'zod'
import { day, id, paragraphs } from '../core.ts'
import type { FieldError } from '../errors.ts'
import type { Language } from '../text/language.ts'
import {
  exchangedTexts,
  languagesOf,
  markedIn,
  type Reading,
  type Translations,
  translatedLine,
  translationsOf,
  undatedTranslations,
} from '../text/translations.ts'

/**
 * Forms: sections > questions > options. One evaluator, shared by browser and server, decides which questions are
 * visible, whether answers are valid, and which answers cost money or have a limit.
 */

export const QUESTION_TYPES = ['radio', 'select', 'text', 'textarea', 'date', 'number'] as const
export type QuestionType = (typeof QUESTION_TYPES)[number]

/** Built-in questions that an event can ask. A question that the event does not mention is optional. */
export const EVENT_FIELDS = [
  'title',
  'designation',
  'committee_type',
  'spouse',
  'medical_conditions',
  'dietary_preference',
  'female_related',
  'arrival',
  'departure',
] as const
export type EventField = (typeof EVENT_FIELDS)[number]
export const FIELD_MODES = ['hidden', 'optional', 'required'] as const
export type FieldMode = (typeof FIELD_MODES)[number]
export const eventFields = z.partialRecord(z.enum(EVENT_FIELDS), z.enum(FIELD_MODES))
export type EventFields = z.output<typeof eventFields>
export const fieldMode = (fields: EventFields, field: EventField): FieldMode => fields[field] ?? 'optional'

/** What can be said in other languages, with the limits of the fields themselves. */
export const optionTexts = translationsOf({ label: translatedLine(200) })
export const questionTexts = translationsOf({ label: translatedLine(300), help: paragraphs(1000) })
export const sectionTexts = translationsOf({ title: translatedLine(200), description: paragraphs(2000) })

export const formOption = z.object({
  _id: id,
  label: z.string(),
  /** Only for editors, and in stored versions. */
  translations: optionTexts.item.optional(),
  /** Only for readers. */
  languages: languagesOf(['label']),
  price: z.int().min(0),
  /** How many reservations can choose it: one answer is given for everybody in a reservation. Null: no limit. */
  capacity: z.int().min(0).nullable(),
  /** How many are left, if they were counted. */
  left: z.int().min(0).nullable().optional(),
})
export const visibleWhen = z.object({ question_id: id, any_of: z.array(z.string()).min(1) })
export const formQuestion = z.object({
  _id: id,
  label: z.string(),
  help: z.string(),
  translations: questionTexts.item.optional(),
  languages: languagesOf(['label', 'help']),
  type: z.enum(QUESTION_TYPES),
  required: z.boolean(),
  /** The length of a text, or the value of a number. */
  min_value: z.number().nullable(),
  max_value: z.number().nullable(),
  min_date: day.nullable(),
  max_date: day.nullable(),
  visible_when: visibleWhen.nullable(),
  /** Empty: for everybody. */
  participant_type_ids: z.array(id),
  /** A rating is a radio question with these scores in place of options. */
  rating_scores: z.array(z.int()),
  options: z.array(formOption),
  /** The options under the name that clients expect. Only on the wire. */
  question_options: z.array(formOption).optional(),
})
export const formSection = z.object({
  _id: id,
  title: z.string(),
  description: z.string(),
  translations: sectionTexts.item.optional(),
  languages: languagesOf(['title', 'description']),
  questions: z.array(formQuestion),
})
/** Returns a question for the wire, with its options also as `question_options`. */
export const questionOnWire = <Q extends { readonly options: unknown }>(
  question: Q,
): Q & { question_options: Q['options'] } => ({ ...question, question_options: question.options })

/** The content of form_versions.definition, and the form that an event shows. */
export const formDefinition = z.object({ sections: z.array(formSection) })
export type FormDefinition = z.output<typeof formDefinition>
/** Returns a form as it is sent. */
export const formOnWire = <F extends FormDefinition>(form: F): F => ({
  ...form,
  sections: form.sections.map((section) => ({ ...section, questions: section.questions.map(questionOnWire) })),
})
/** Returns a form as it is published: without the earlier words of its texts, which are for editors. */
export const publishedForm = (form: FormDefinition): FormDefinition => {
  const undated = <P extends { readonly translations?: Translations | undefined }>(part: P): P => ({
    ...part,
    ...(part.translations && { translations: undatedTranslations(part.translations) }),
  })
  return {
    sections: form.sections.map((section) => ({
      ...undated(section),
      questions: section.questions.map((question) => ({
        ...undated(question),
        options: question.options.map(undated),
      })),
    })),
  }
}
/** Returns a version of a form that was published in one language as it is in a church that speaks another by now. */
export const formOfChurch = (form: FormDefinition, former: Language, own: Language): FormDefinition => ({
  sections: form.sections.map((section) => ({
    ...exchangedTexts({ ...section, translations: section.translations ?? {} }, ['title', 'description'], former, own),
    questions: section.questions.map((question) => ({
      ...exchangedTexts({ ...question, translations: question.translations ?? {} }, ['label', 'help'], former, own),
      options: question.options.map((option) =>
        exchangedTexts({ ...option, translations: option.translations ?? {} }, ['label'], former, own),
      ),
    })),
  })),
})
/**
 * Returns a form as a reader sees it: in their language, without translations. What is missing stays in the church's own
 * language, which `languages` names. Answers are ids of options, so the language does not change what an answer means.
 */
export const formInLanguage = (form: FormDefinition, reading: Reading): FormDefinition => ({
  sections: form.sections.map(({ translations = {}, ...section }) => ({
    ...markedIn({ ...section, translations }, ['title', 'description'], reading),
    questions: section.questions.map(({ translations: words = {}, ...question }) => ({
      ...markedIn({ ...question, translations: words }, ['label', 'help'], reading),
      options: question.options.map(({ translations: labels = {}, ...option }) =>
        markedIn({ ...option, translations: labels }, ['label'], reading),
      ),
    })),
  })),
})

/** A question whose answer can cost something, with the options that do. */
export const pricedQuestion = formQuestion
  .pick({ _id: true, label: true, languages: true })
  .extend({ options: z.array(formOption.pick({ _id: true, label: true, languages: true, price: true, left: true })) })
export type PricedQuestion = z.output<typeof pricedQuestion>

/** Returns the questions of a form whose answers can cost something, whoever is asked them. */
export const pricedQuestions = (form: FormDefinition | null): PricedQuestion[] =>
  (form ? questionsOf(form) : [])
    .map(({ _id, label, languages, options }) => ({
      _id,
      label,
      languages,
      options: options
        .filter(({ price }) => price > 0)
        .map(({ _id, label, languages, price, left }) => ({ _id, label, languages, price, left })),
    }))
    .filter(({ options }) => options.length > 0)

export type FormQuestion = z.output<typeof formQuestion>
export type FormOption = z.output<typeof formOption>

export const MAX_TEXT_ANSWER = 500
export const MAX_TEXTAREA_ANSWER = 5000

export type AnswerValue = string | number
export type Answers = Readonly<Record<string, unknown>>

/** One answer that stays, with the wording of its question. */
export interface KeptAnswer {
  readonly question_id: string
  readonly label: string
  readonly value: AnswerValue
}

/** Returns answers as an edit sends them. */
export const valuesOf = (
  answers: readonly Pick<KeptAnswer, 'question_id' | 'value'>[],
): Readonly<Record<string, AnswerValue>> =>
  Object.fromEntries(answers.map(({ question_id, value }) => [question_id, value]))

/** The answers that an edit starts from, and the participant types of those who gave them. */
export interface StoredAnswers {
  readonly answers: Answers
  readonly participantTypeIds: readonly string[]
}

export interface ChosenOption {
  readonly question: FormQuestion
  readonly option: FormOption
}

export interface Evaluation {
  readonly visible: readonly FormQuestion[]
  readonly kept: readonly KeptAnswer[]
  /** Fields are `answers.<question id>`. */
  readonly errors: readonly FieldError[]
  /** Required questions without an answer. They are also errors unless the evaluation was lenient. */
  readonly missing: readonly string[]
  /** The chosen options, with their prices and limits. */
  readonly options: readonly ChosenOption[]
}

export const questionsOf = (form: FormDefinition): FormQuestion[] => form.sections.flatMap(({ questions }) => questions)

const isBlank = (value: unknown): boolean =>
  value === undefined || value === null || (typeof value === 'string' && value.trim() === '')

const DAY = /^\d{4}-\d{2}-\d{2}$/
const isDay = (text: string): boolean => DAY.test(text) && day.safeParse(text).success

/** Returns the maximum text length of a question, whatever its bounds are. */
const lengthLimit = (question: FormQuestion): number =>
  Math.min(
    question.max_value ?? Number.POSITIVE_INFINITY,
    question.type === 'text' ? MAX_TEXT_ANSWER : MAX_TEXTAREA_ANSWER,
  )

type Read = { readonly value: AnswerValue } | { readonly error: FieldError['code'] }

const readText = (question: FormQuestion, value: unknown): Read => {
  if (typeof value !== 'string') return { error: 'invalid_type' }
  const text = value.normalize('NFC').trim()
  if (text.includes('\u0000')) return { error: 'control_characters' }
  const { length } = Array.from(text)
  if (length > lengthLimit(question)) return { error: 'too_big' }
  if (question.min_value !== null && length < question.min_value) return { error: 'too_small' }
  return { value: text }
}

const readDate = (question: FormQuestion, value: unknown): Read => {
  if (typeof value !== 'string') return { error: 'invalid_type' }
  if (!isDay(value)) return { error: 'no_such_date' }
  if (question.min_date !== null && value < question.min_date) return { error: 'too_small' }
  if (question.max_date !== null && value > question.max_date) return { error: 'too_big' }
  return { value }
}

const readNumber = (question: FormQuestion, value: unknown): Read => {
  if (typeof value !== 'number' || !Number.isFinite(value)) return { error: 'invalid_type' }
  if (Math.abs(value) > Number.MAX_SAFE_INTEGER) return { error: 'too_big' }
  if (question.min_value !== null && value < question.min_value) return { error: 'too_small' }
  if (question.max_value !== null && value > question.max_value) return { error: 'too_big' }
  return { value }
}

const readChoice = (question: FormQuestion, value: unknown): Read => {
  if (question.rating_scores.length > 0) {
    if (typeof value !== 'number') return { error: 'invalid_type' }
    return question.rating_scores.includes(value) ? { value } : { error: 'unknown_choice' }
  }
  if (typeof value !== 'string') return { error: 'invalid_type' }
  return question.options.some((option) => option._id === value) ? { value } : { error: 'unknown_choice' }
}

/** Parses one answer by its question's type and bounds. */
export const readAnswer = (question: FormQuestion, value: unknown): Read => {
  switch (question.type) {
    case 'text':
    case 'textarea':
      return readText(question, value)
    case 'date':
      return readDate(question, value)
    case 'number':
      return readNumber(question, value)
    case 'radio':
    case 'select':
      return readChoice(question, value)
  }
}

/**
 * Returns the questions for these persons, given the answers so far. A question for certain participant types is asked
 * if somebody takes part as one of them. A question that depends on another is visible only while that one is. A cycle
 * of conditions hides all of its questions.
 */
export const visibleQuestions = (
  form: FormDefinition,
  answers: Answers,
  participantTypeIds: readonly string[],
): FormQuestion[] => {
  const all = questionsOf(form)
  const byId = new Map(all.map((question) => [question._id, question]))
  const known = new Map<string, boolean>()
  const isVisible = (question: FormQuestion, path: ReadonlySet<string>): boolean => {
    const found = known.get(question._id)
    if (found !== undefined) return found
    if (path.has(question._id)) return false
    const decide = (): boolean => {
      const { participant_type_ids: asked } = question
      if (asked.length > 0 && !participantTypeIds.some((type) => asked.includes(type))) return false
      if (question.visible_when === null) return true
      const parent = byId.get(question.visible_when.question_id)
      if (!parent || !isVisible(parent, new Set([...path, question._id]))) return false
      const given = answers[parent._id]
      if (isBlank(given)) return false
      const read = readAnswer(parent, given)
      return 'value' in read && question.visible_when.any_of.includes(String(read.value))
    }
    const visible = decide()
    known.set(question._id, visible)
    return visible
  }
  return all.filter((question) => isVisible(question, new Set()))
}

/** Returns whether an answer is the stored one, unchanged. */
const isStored = (stored: Answers, key: string, value: unknown): value is AnswerValue =>
  (typeof value === 'string' || typeof value === 'number') && Object.hasOwn(stored, key) && stored[key] === value

const askedIds = (form: FormDefinition | null, { answers, participantTypeIds }: StoredAnswers): ReadonlySet<string> =>
  new Set((form ? visibleQuestions(form, answers, participantTypeIds) : []).map(({ _id }) => _id))

/**
 * Returns the answers after an edit. Stored answers to questions that the form does not ask these persons any more stay,
 * unless the edit mentions them.
 */
export const editedAnswers = (form: FormDefinition | null, stored: StoredAnswers, answers: Answers): Answers => {
  const asked = askedIds(form, stored)
  return { ...Object.fromEntries(Object.entries(stored.answers).filter(([key]) => !asked.has(key))), ...answers }
}

/**
 * Returns the stored answers to questions that the form hides from those who answered them. They take no other answer, and can
 * only be cleared.
 */
const hiddenAnswers = (
  form: FormDefinition | null,
  visible: readonly FormQuestion[],
  answers: Answers,
  stored: StoredAnswers | null | undefined,
): { readonly question: FormQuestion; readonly value: AnswerValue }[] => {
  if (!form || !stored) return []
  const asked = askedIds(form, stored)
  return questionsOf(form).flatMap((question) => {
    const value = stored.answers[question._id]
    return !visible.includes(question) &&
      !asked.has(question._id) &&
      !isBlank(answers[question._id]) &&
      isStored(stored.answers, question._id, value)
      ? [{ question, value }]
      : []
  })
}

/**
 * Evaluates all answers. It drops answers to hidden questions, rejects answers to unknown questions, and checks the
 * rest. `lenient` leaves required questions open, for staff who answer for somebody, and only lists them in `missing`.
 * `stored` are the answers that an edit starts from: those that stay as they are cause no error, whatever became of
 * their questions. If the form hides a question that was answered, the answer stays until it is cleared; if the edit hides it,
 * the answer is dropped. Answers to questions that were removed from the form are not in `kept`.
 */
export const evaluateForm = (
  form: FormDefinition | null,
  answers: Answers,
  participantTypeIds: readonly string[],
  options: { readonly lenient?: boolean; readonly stored?: StoredAnswers | null | undefined } = {},
): Evaluation => {
  const stored = options.stored?.answers ?? {}
  const all = form ? questionsOf(form) : []
  const ids = new Set(all.map(({ _id }) => _id))
  const errors: FieldError[] = Object.entries(answers)
    .filter(([key, value]) => !ids.has(key) && !isStored(stored, key, value))
    .filter(([key, value]) => !(Object.hasOwn(stored, key) && isBlank(value)))
    .map(([key]) => ({ field: `answers.${key}`, code: 'not_offered' }))
  const visible = form ? visibleQuestions(form, answers, participantTypeIds) : []
  const kept: KeptAnswer[] = []
  const missing: string[] = []
  const chosen: ChosenOption[] = []
  const keep = (question: FormQuestion, value: AnswerValue): void => {
    kept.push({ question_id: question._id, label: question.label, value })
    const option = question.options.find(({ _id }) => _id === value)
    if (option) chosen.push({ question, option })
  }
  for (const question of visible) {
    const given = answers[question._id]
    if (isBlank(given)) {
      if (!question.required) continue
      missing.push(question._id)
      if (!options.lenient) errors.push({ field: `answers.${question._id}`, code: 'required' })
      continue
    }
    const read = readAnswer(question, given)
    if ('error' in read) {
      if (isStored(stored, question._id, given)) keep(question, given)
      else errors.push({ field: `answers.${question._id}`, code: read.error })
      continue
    }
    keep(question, read.value)
  }
  for (const { question, value } of hiddenAnswers(form, visible, answers, options.stored)) keep(question, value)
  return { visible, kept, errors, missing, options: chosen }
}

/** A problem of the form itself. A form with problems cannot be published. */
export interface FormProblem {
  readonly question_id: string
  readonly problem:
    | 'dangling_condition'
    | 'circular_condition'
    | 'impossible_condition'
    | 'no_options'
    | 'duplicate_id'
    | 'bounds'
}

const canAnswer = (question: FormQuestion, value: string): boolean => {
  if (question.type === 'number') return !('error' in readNumber(question, Number(value)))
  if (question.rating_scores.length > 0) return question.rating_scores.some((score) => String(score) === value)
  return !('error' in readAnswer(question, value))
}

/** Checks a form before publication: every condition must refer to an existing question and a possible answer. */
export const checkForm = (form: FormDefinition): FormProblem[] => {
  const all = questionsOf(form)
  const byId = new Map(all.map((question) => [question._id, question]))
  const isCircular = (start: FormQuestion): boolean => {
    const seen = new Set<string>()
    let current: FormQuestion | undefined = start
    while (current?.visible_when) {
      if (seen.has(current._id)) return true
      seen.add(current._id)
      current = byId.get(current.visible_when.question_id)
    }
    return false
  }
  const problemsOf = (question: FormQuestion, index: number): FormProblem['problem'][] => {
    const found: FormProblem['problem'][] = []
    if (all.findIndex(({ _id }) => _id === question._id) !== index) found.push('duplicate_id')
    const isChoice = question.type === 'radio' || question.type === 'select'
    if (isChoice && question.options.length === 0 && question.rating_scores.length === 0) found.push('no_options')
    const { min_value, max_value, min_date, max_date } = question
    if (min_value !== null && max_value !== null && min_value > max_value) found.push('bounds')
    else if (min_date !== null && max_date !== null && min_date > max_date) found.push('bounds')
    if (question.visible_when === null) return found
    const parent = byId.get(question.visible_when.question_id)
    if (!parent) found.push('dangling_condition')
    else if (isCircular(question)) found.push('circular_condition')
    else if (!question.visible_when.any_of.some((value) => canAnswer(parent, value))) found.push('impossible_condition')
    return found
  }
  return all.flatMap((question, index) =>
    problemsOf(question, index).map((problem) => ({ question_id: question._id, problem })),
  )
}
