import type { FieldError } from '@shiloh/contract/errors'
import { checkForm, type FormDefinition, type FormProblem } from '@shiloh/contract/forms/forms'

const PROBLEMS: Readonly<Record<FormProblem['problem'], { field: string; code: FieldError['code'] }>> = {
  dangling_condition: { field: 'visible_when', code: 'not_found' },
  circular_condition: { field: 'visible_when', code: 'invalid' },
  impossible_condition: { field: 'visible_when', code: 'unknown_choice' },
  no_options: { field: 'options', code: 'required' },
  duplicate_id: { field: '_id', code: 'taken' },
  bounds: { field: 'max_value', code: 'too_small' },
}

/** Returns what prevents a form from being used, at the question's field: `questions.<id>.visible_when`. */
export const formProblems = (form: FormDefinition): FieldError[] =>
  checkForm(form).map(({ question_id, problem }) => ({
    field: `questions.${question_id}.${PROBLEMS[problem].field}`,
    code: PROBLEMS[problem].code,
  }))
