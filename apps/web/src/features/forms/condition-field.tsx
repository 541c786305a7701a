import { Switch, TagsInput } from '@mantine/core'
import { useT } from '#platform/i18n'
import { ChoiceMultiSelect, ChoiceSelect } from '#ui/form/choice-select'
import { isChoice, type QuestionInput, questionsBefore, type SectionInput } from './definition.ts'
import classes from './forms.module.css'
import { texts } from './texts.ts'

type Condition = NonNullable<QuestionInput['visible_when']>

/** Returns the possible answers to a question, if they can be listed. */
function answersOf(question: QuestionInput | undefined): { value: string; label: string }[] | undefined {
  if (!question || !isChoice(question.type)) return undefined
  if (question.rating_scores?.length)
    return question.rating_scores.map((score) => ({ value: String(score), label: String(score) }))
  return (question.options ?? []).map((option) => ({ value: option._id ?? '', label: option.label || '…' }))
}

interface ConditionFieldProps {
  question: QuestionInput
  sections: readonly SectionInput[]
  onChange: (condition: Condition | null) => void
}

/** Selects the answers to an earlier question on which this one depends. */
export function ConditionField({ question, sections, onChange }: ConditionFieldProps) {
  const t = useT(texts)
  const condition = question.visible_when ?? null
  const before = questionsBefore(sections, question._id)
  const parent = before.find(({ _id }) => _id === condition?.question_id)
  const choices = answersOf(parent)
  const start = before.at(-1)
  return (
    <div className={classes.condition}>
      <Switch
        label={t('condition')}
        description={t(start || condition ? 'condition_hint' : 'condition_none')}
        checked={condition !== null}
        disabled={!start && !condition}
        onChange={(event) =>
          onChange(event.currentTarget.checked && start?._id ? { question_id: start._id, any_of: [] } : null)
        }
      />
      {condition ? (
        <div className={classes.pair}>
          <ChoiceSelect
            label={t('condition_question')}
            choices={before.map(({ _id, label }) => ({ value: _id ?? '', label: label || t('untitled') }))}
            value={parent?._id ?? null}
            onChange={(id) => onChange({ question_id: id, any_of: [] })}
          />
          {choices ? (
            <ChoiceMultiSelect
              label={t('condition_answers')}
              choices={choices}
              value={condition.any_of}
              onChange={(answers) => onChange({ ...condition, any_of: answers })}
            />
          ) : (
            <TagsInput
              label={t('condition_answers')}
              description={t('condition_type_hint')}
              value={condition.any_of}
              onChange={(answers) => onChange({ ...condition, any_of: answers })}
            />
          )}
        </div>
      ) : null}
    </div>
  )
}
