import { ActionIcon, TagsInput } from '@mantine/core'
import { participantTypeRoutes } from '@shiloh/contract/catalogue'
import type { FormProblem } from '@shiloh/contract/forms/forms'
import {
  IconAlertCircle,
  IconArrowDown,
  IconArrowUp,
  IconChevronDown,
  IconChevronRight,
  IconCopy,
  IconTrash,
} from '@tabler/icons-react'
import { type KeyboardEvent, useId } from 'react'
import { useFormContext } from 'react-hook-form'
import { text, useT } from '#platform/i18n'
import { ChoiceSelect } from '#ui/form/choice-select'
import { FormInput as Field } from '#ui/form/form-fields'
import type { Step } from './builder-state.ts'
import { ConditionField } from './condition-field.tsx'
import {
  asKind,
  hasNumbers,
  isChoice,
  KINDS,
  type Kind,
  kindOf,
  type QuestionInput,
  type SectionInput,
  scoresOf,
} from './definition.ts'
import classes from './forms.module.css'
import { OptionsEditor } from './options-editor.tsx'
import { texts } from './texts.ts'

interface QuestionEditorProps {
  path: string
  number: number
  question: QuestionInput
  sections: readonly SectionInput[]
  problem: FormProblem['problem'] | undefined
  isWrong: boolean
  isOpen: boolean
  isFirst: boolean
  isLast: boolean
  onToggle: () => void
  onMove: (step: Step, name: string) => void
  onCopy: () => void
  onRemove: () => void
}

/** One question: a summary line, with its editor below while it is open. */
export function QuestionEditor(props: QuestionEditorProps) {
  const { path, number, question, problem, isOpen, onToggle, onMove } = props
  const t = useT(texts)
  const id = useId()
  const name = question.label || t('question_number', { number })
  const marks = [
    t(`type_${kindOf(question)}`),
    question.required ? t('is_required') : undefined,
    question.visible_when ? t('is_conditional') : undefined,
    question.participant_type_ids?.length ? t('is_restricted') : undefined,
  ].filter(Boolean)
  const onKey = (event: KeyboardEvent) => {
    if (!event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return
    event.preventDefault()
    onMove(event.key === 'ArrowUp' ? -1 : 1, name)
  }
  return (
    <li className={classes.question} data-question={question._id} data-open={isOpen || undefined}>
      <div className={classes.questionHead}>
        <button
          type="button"
          className={classes.toggle}
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={onToggle}
          onKeyDown={onKey}
        >
          {isOpen ? <IconChevronDown size={18} aria-hidden /> : <IconChevronRight size={18} aria-hidden />}
          <span className={classes.questionWords}>
            <span className={question.label ? undefined : 'dim'}>{question.label || t('untitled')}</span>
            <span className="dim small">{marks.join(' · ')}</span>
            {problem || props.isWrong ? (
              <span className={classes.problem}>
                <IconAlertCircle size={15} aria-hidden />{' '}
                {problem ? t(`problem_${problem}`) : t('problems', { count: 1 })}
              </span>
            ) : null}
          </span>
        </button>
        <div className={classes.actions}>
          <ActionIcon
            size={36}
            data-move={-1}
            disabled={props.isFirst}
            aria-label={t('move_up', { name })}
            onClick={() => onMove(-1, name)}
          >
            <IconArrowUp size={17} stroke={1.75} />
          </ActionIcon>
          <ActionIcon
            size={36}
            data-move={1}
            disabled={props.isLast}
            aria-label={t('move_down', { name })}
            onClick={() => onMove(1, name)}
          >
            <IconArrowDown size={17} stroke={1.75} />
          </ActionIcon>
          <ActionIcon size={36} aria-label={t('copy', { name })} onClick={props.onCopy}>
            <IconCopy size={17} stroke={1.75} />
          </ActionIcon>
          <ActionIcon size={36} aria-label={t('remove', { name })} onClick={props.onRemove}>
            <IconTrash size={17} stroke={1.75} />
          </ActionIcon>
        </div>
      </div>
      <div id={id} hidden={!isOpen} className={classes.editor} data-editor>
        {isOpen ? <Editor path={path} question={question} sections={props.sections} /> : null}
      </div>
    </li>
  )
}

type EditorProps = Pick<QuestionEditorProps, 'path' | 'question' | 'sections'>

/** The bounds that a kind of answer has. */
function Bounds({ path, question }: Pick<EditorProps, 'path' | 'question'>) {
  const { control } = useFormContext()
  const { type } = question
  if (type === 'date') {
    return (
      <div className={classes.pair}>
        <Field
          control={control}
          name={`${path}.min_date`}
          field={{ kind: 'date', name: 'min_date', label: text(texts, 'min_date') }}
        />
        <Field
          control={control}
          name={`${path}.max_date`}
          field={{ kind: 'date', name: 'max_date', label: text(texts, 'max_date') }}
        />
      </div>
    )
  }
  if (!hasNumbers(type)) return null
  const isNumber = type === 'number'
  return (
    <div className={classes.pair}>
      <Field
        control={control}
        name={`${path}.min_value`}
        field={{
          kind: 'number',
          name: 'min_value',
          label: text(texts, isNumber ? 'min_value' : 'min_length'),
          ...(isNumber ? { decimals: 2 } : { min: 0 }),
          placeholder: text(texts, 'no_limit'),
        }}
      />
      <Field
        control={control}
        name={`${path}.max_value`}
        field={{
          kind: 'number',
          name: 'max_value',
          label: text(texts, isNumber ? 'max_value' : 'max_length'),
          ...(isNumber ? { decimals: 2 } : { min: 0 }),
          placeholder: text(texts, 'no_limit'),
        }}
      />
    </div>
  )
}

function Editor({ path, question, sections }: EditorProps) {
  const t = useT(texts)
  const { control, setValue } = useFormContext()
  const set = (field: string, value: unknown) => setValue(`${path}.${field}`, value, { shouldDirty: true })
  const kind = kindOf(question)
  const setKind = (next: Kind) => {
    for (const [name, value] of Object.entries(asKind(question, next))) set(name, value)
  }
  return (
    <>
      <Field
        control={control}
        name={`${path}.label`}
        field={{ kind: 'textarea', rows: 1, name: 'label', label: text(texts, 'question'), required: true, empty: '' }}
      />
      <div className={classes.pair}>
        <ChoiceSelect
          label={t('type')}
          choices={KINDS.map((value) => ({ value, label: t(`type_${value}`) }))}
          value={kind}
          onChange={setKind}
        />
        <Field
          control={control}
          name={`${path}.help`}
          field={{ kind: 'text', name: 'help', label: text(texts, 'help') }}
        />
      </div>
      <Field
        control={control}
        name={`${path}.required`}
        field={{ kind: 'switch', name: 'required', label: text(texts, 'required') }}
      />
      {kind === 'rating' ? (
        <TagsInput
          label={t('scores')}
          description={t('scores_hint')}
          inputMode="numeric"
          value={(question.rating_scores ?? []).map(String)}
          onChange={(scores) => set('rating_scores', scoresOf(scores))}
        />
      ) : null}
      {isChoice(question.type) && kind !== 'rating' ? <OptionsEditor path={path} /> : null}
      <Bounds path={path} question={question} />
      <ConditionField
        question={question}
        sections={sections}
        onChange={(condition) => set('visible_when', condition)}
      />
      <Field
        control={control}
        name={`${path}.participant_type_ids`}
        field={{
          kind: 'multipick',
          name: 'participant_type_ids',
          label: text(texts, 'participant_types'),
          hint: text(texts, 'participant_types_hint'),
          route: participantTypeRoutes.query,
        }}
      />
    </>
  )
}
