import type { Use } from '@shiloh/contract/usage'
import { splitFailure } from '#platform/form-errors'
import {
  type FormInput,
  type LostPart,
  moved,
  moveQuestion,
  neighbour,
  pathOf,
  type QuestionInput,
  type SectionInput,
  type Spot,
} from './definition.ts'

export type Step = -1 | 1

/**
 * A change of the set or order of sections and questions, which are identified by index. New ones come with an id.
 * `name` is the label of the moved part.
 */
export type Edit =
  | { readonly type: 'section_added'; readonly section: SectionInput }
  | { readonly type: 'section_moved'; readonly at: number; readonly step: Step; readonly name: string }
  | { readonly type: 'section_removed'; readonly at: number }
  | { readonly type: 'question_added'; readonly to: number; readonly question: QuestionInput }
  | { readonly type: 'question_moved'; readonly at: Spot; readonly step: Step; readonly name: string }
  | { readonly type: 'question_copied'; readonly at: Spot; readonly copy: QuestionInput }
  | { readonly type: 'question_removed'; readonly at: Spot }

type Questions = readonly QuestionInput[]

const withQuestions = (
  sections: readonly SectionInput[],
  at: number,
  change: (questions: Questions) => QuestionInput[],
): SectionInput[] =>
  sections.map((section, i) => (i === at ? { ...section, questions: change(section.questions ?? []) } : section))

/** Returns the sections after an edit; the same array if the part cannot move any further. */
export function edited(sections: readonly SectionInput[], edit: Edit): readonly SectionInput[] {
  switch (edit.type) {
    case 'section_added':
      return [...sections, edit.section]
    case 'section_moved': {
      const to = edit.at + edit.step
      return to < 0 || to >= sections.length ? sections : moved(sections, edit.at, to)
    }
    case 'section_removed':
      return sections.filter((_, i) => i !== edit.at)
    case 'question_added':
      return withQuestions(sections, edit.to, (questions) => [...questions, edit.question])
    case 'question_moved': {
      const to = neighbour(sections, edit.at, edit.step)
      return to ? moveQuestion(sections, edit.at, to) : sections
    }
    case 'question_copied':
      return withQuestions(sections, edit.at.section, (questions) =>
        questions.toSpliced(edit.at.question + 1, 0, edit.copy),
      )
    case 'question_removed':
      return withQuestions(sections, edit.at.section, (questions) => questions.toSpliced(edit.at.question, 1))
  }
}

/** A part that is lost to those who reserve from now on, with those who answered it or chose it. */
export type UsedPart = LostPart & { readonly uses: readonly Use[] }

/**
 * The confirmation that is shown: loss of unsaved changes, of the form, of a section with questions, of a question, or, as
 * the form is saved, of what people have answered.
 */
export type Question =
  | 'discard'
  | 'remove'
  | { readonly section: number }
  | { readonly question: Spot }
  | { readonly lost: readonly UsedPart[] }

/** The state of editing one form, without the values of its fields. */
export interface BuilderState {
  /** The stored form. */
  readonly saved: FormInput
  /** The id of the question whose editor is open. */
  readonly open: string | undefined
  /** Why the form was not saved. */
  readonly refusal: string | undefined
  readonly asking: Question | undefined
  /** The last move and the new number of the moved part, from 1. Screen readers announce it. */
  readonly announced: { readonly name: string; readonly number: number } | undefined
  /** The selector of the element that takes the focus once it is rendered. Each request is a new object. */
  readonly focus: { readonly selector: string } | undefined
}

export type BuilderAction =
  /** `before` are the sections to which the edit was applied. */
  | { readonly type: 'edited'; readonly edit: Edit; readonly before: readonly SectionInput[] }
  | { readonly type: 'opened'; readonly question: string | undefined }
  | { readonly type: 'asked'; readonly question: Question }
  | { readonly type: 'answered' }
  | { readonly type: 'discarded' }
  | { readonly type: 'save_started' }
  | { readonly type: 'saved'; readonly form: FormInput }
  /** Validation in the browser failed. `question` is the first one with an error. */
  | { readonly type: 'invalid'; readonly message: string; readonly question: string | undefined }
  | { readonly type: 'refused'; readonly message: string; readonly question: string | undefined }

export const initialBuilder = (saved: FormInput): BuilderState => ({
  saved,
  open: undefined,
  refusal: undefined,
  asking: undefined,
  announced: undefined,
  focus: undefined,
})

/** Returns the further effects of an edit: opens the new question, moves the focus, announces a move. */
function following(edit: Edit, before: readonly SectionInput[]): Partial<BuilderState> {
  switch (edit.type) {
    case 'section_added':
      return { focus: { selector: `[data-section="${edit.section._id}"] input` } }
    case 'section_moved':
      return {
        announced: { name: edit.name, number: edit.at + edit.step + 1 },
        focus: { selector: `[data-section="${before[edit.at]?._id}"] [data-move-section="${edit.step}"]` },
      }
    case 'question_added': {
      const editor = `[data-question="${edit.question._id}"] [data-editor]`
      return { open: edit.question._id, focus: { selector: `${editor} input, ${editor} textarea` } }
    }
    case 'question_moved': {
      const to = neighbour(before, edit.at, edit.step)
      const id = before[edit.at.section]?.questions?.[edit.at.question]?._id
      return {
        announced: { name: edit.name, number: (to?.question ?? 0) + 1 },
        focus: { selector: `[data-question="${id}"] [data-move="${edit.step}"]` },
      }
    }
    case 'section_removed':
    case 'question_removed':
      return { asking: undefined }
    case 'question_copied':
      return {}
  }
}

export function builderReducer(state: BuilderState, action: BuilderAction): BuilderState {
  switch (action.type) {
    case 'edited':
      return { ...state, ...following(action.edit, action.before) }
    case 'opened':
      return { ...state, open: action.question }
    case 'asked':
      return { ...state, asking: action.question }
    case 'answered':
      return { ...state, asking: undefined }
    case 'discarded':
      return { ...state, refusal: undefined, asking: undefined }
    case 'save_started':
      return { ...state, refusal: undefined }
    case 'saved':
      return { ...state, saved: action.form }
    case 'invalid':
      return {
        ...state,
        refusal: action.message,
        open: action.question ?? state.open,
        focus: { selector: '[aria-invalid="true"]' },
      }
    case 'refused':
      return { ...state, refusal: action.message, open: action.question }
  }
}

/**
 * The result of a failed save: problems of the builder's fields, the first question with one, and problems of the whole
 * form.
 */
export interface SaveFailure {
  readonly fields: readonly { readonly path: string; readonly message: string }[]
  readonly question: string | undefined
  readonly message: string
}

/** Parses a failed save. Rethrows errors that are not responses of the server. */
export function failureOf(error: unknown, sections: readonly SectionInput[]): SaveFailure {
  // A question that is no longer in the form has no field.
  const { fields, rest } = splitFailure(error, (name) => pathOf(sections, name).split('.')[0] !== 'questions')
  const [, section, , question] = pathOf(sections, fields[0]?.name ?? '').split('.')
  return {
    fields: fields.map(({ name, message }) => ({ path: pathOf(sections, name), message })),
    question: sections[Number(section)]?.questions?.[Number(question)]?._id,
    message: rest ?? (error instanceof Error ? error.message : ''),
  }
}
