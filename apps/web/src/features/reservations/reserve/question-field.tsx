import { NativeSelect, Textarea, TextInput } from '@mantine/core'
import type { FormOption, FormQuestion } from '@shiloh/contract/forms/forms'
import { MAX_TEXT_ANSWER, MAX_TEXTAREA_ANSWER } from '@shiloh/contract/forms/forms'
import type { ReservationView } from '@shiloh/contract/reservations/views'
import { formatMoney } from '@shiloh/contract/text/format'
import { type ReactNode, use, useState } from 'react'
import { formatDate } from '#platform/dates'
import { useLanguage, useT } from '#platform/i18n'
import { Said, sentences } from '#ui/base/said'
import { ChoiceList, problemOf } from '#ui/form/choice-list'
import { numberText, parseNumber } from '../../../ui/form/amount.ts'
import { DayFieldsContext } from './day-fields.tsx'
import classes from './reserve.module.css'
import { fieldId } from './step.ts'
import { texts } from './texts.ts'

interface QuestionProps {
  question: FormQuestion
  currency: string
  value: string | number | undefined
  /** In an edit: the answer that stands. Its option stays to be chosen when it is offered no longer. */
  standing?: ReservationView['answers'][number] | undefined
  onAnswer: (value: string | number | undefined) => void
  error?: string | undefined
}

/** Returns the option of the answer that stands, if the question does not have it any more. */
function goneOption({ question, standing }: Pick<QuestionProps, 'question' | 'standing'>) {
  if (!standing || question.options.some(({ _id }) => _id === standing.value)) return undefined
  return { value: String(standing.value), title: standing.words ?? String(standing.value) }
}

const isSoldOut = ({ left }: FormOption) => left === 0

function useLabel({ label, languages, required }: FormQuestion): ReactNode {
  const t = useT(texts)
  return <Said words={label} lang={languages?.label} within={required ? label : t('optional', { label })} />
}

/** Returns `help`, or the bounds of the question. */
function useHint({ help, languages, type, max_value, min_value, min_date, max_date }: FormQuestion): ReactNode {
  const t = useT(texts)
  const language = useLanguage()
  const bounds = () => {
    if (type === 'text' || type === 'textarea')
      return max_value === null ? undefined : t('length_hint', { count: max_value })
    if (type === 'number' && min_value !== null && max_value !== null)
      return t('range_hint', { from: min_value, to: max_value })
    if (type === 'date' && min_date !== null && max_date !== null)
      return t('range_hint', { from: formatDate(min_date, language), to: formatDate(max_date, language) })
    return undefined
  }
  return sentences([help && <Said words={help} lang={languages?.help} />, bounds()], ' ')
}

function Rating({ question, standing, value, onAnswer, error }: QuestionProps) {
  const label = useLabel(question)
  const before = typeof standing?.value === 'number' ? [standing.value] : []
  const scores = [...new Set([...question.rating_scores, ...before])].sort((a, b) => a - b)
  const id = fieldId(`answers.${question._id}`)
  return (
    <fieldset
      id={id}
      tabIndex={-1}
      className={classes.rating}
      data-error={error ? true : undefined}
      aria-describedby={[question.help && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ') || undefined}
    >
      <legend>{label}</legend>
      {question.help ? (
        <p id={`${id}-hint`} className={classes.hint} lang={question.languages?.help}>
          {question.help}
        </p>
      ) : null}
      <div>
        {scores.map((score) => (
          <label key={score} data-on={value === score || undefined}>
            <input type="radio" name={id} checked={value === score} onChange={() => onAnswer(score)} />
            {score}
          </label>
        ))}
      </div>
      {error ? (
        <p id={`${id}-error`} className={classes.error}>
          {problemOf(error)}
        </p>
      ) : null}
    </fieldset>
  )
}

function OneOf({ question, standing, currency, value, onAnswer, error }: QuestionProps) {
  const t = useT(texts)
  const language = useLanguage()
  const label = useLabel(question)
  const id = fieldId(`answers.${question._id}`)
  const lines = question.options.map((option) => ({
    value: option._id,
    title: option.label,
    lang: option.languages?.label,
    price: option.price > 0 ? `+ ${formatMoney(option.price, currency, language)}` : undefined,
    left: isSoldOut(option) ? t('option_out') : option.left ? t('stock_left', { count: option.left }) : undefined,
    closed: isSoldOut(option) && value !== option._id,
  }))
  const option = goneOption({ question, standing })
  const gone = option ? [{ ...option, note: t('option_gone') }] : []
  const none = question.required ? [] : [{ value: '', title: t('no_answer') }]
  return (
    <div>
      <p id={`${id}-label`} className={classes.label}>
        {label}
      </p>
      {question.help ? (
        <p id={`${id}-hint`} className={classes.hint} lang={question.languages?.help}>
          {question.help}
        </p>
      ) : null}
      <ChoiceList
        id={id}
        labelledBy={`${id}-label`}
        describedBy={question.help ? `${id}-hint` : undefined}
        lines={[...lines, ...gone, ...none]}
        value={value === undefined ? (question.required ? null : '') : String(value)}
        onChoose={(chosen) => onAnswer(chosen || undefined)}
        error={error}
      />
    </div>
  )
}

/** Keeps the input while it is typed, also while it is not a number yet. */
function NumberAnswer({ question, value, onAnswer, error }: QuestionProps) {
  const language = useLanguage()
  const [typed, setTyped] = useState(typeof value === 'number' ? numberText(value, language) : (value ?? ''))
  const label = useLabel(question)
  const hint = useHint(question)
  return (
    <TextInput
      id={fieldId(`answers.${question._id}`)}
      label={label}
      description={hint}
      inputMode="decimal"
      className={classes.short ?? ''}
      value={typed}
      onChange={({ currentTarget }) => {
        const text = currentTarget.value
        setTyped(text)
        // Invalid numbers are sent as text, so that the evaluator reports them at the field.
        onAnswer(text.trim() === '' ? undefined : (parseNumber(text, language) ?? text))
      }}
      error={problemOf(error)}
    />
  )
}

/** One question of the event's form, by its type. */
export function QuestionField(props: QuestionProps) {
  const { question, value, onAnswer, error } = props
  const t = useT(texts)
  const language = useLanguage()
  const label = useLabel(question)
  const hint = useHint(question)
  const { Day } = use(DayFieldsContext)
  const shared = { id: fieldId(`answers.${question._id}`), label, description: hint, error: problemOf(error) }
  const text = value === undefined ? '' : String(value)
  const onText = ({ currentTarget }: { currentTarget: HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement }) =>
    onAnswer(currentTarget.value || undefined)
  switch (question.type) {
    case 'radio':
      return question.rating_scores.length > 0 ? <Rating {...props} /> : <OneOf {...props} />
    case 'select': {
      const gone = goneOption(props)
      return (
        <NativeSelect {...shared} value={text} onChange={onText}>
          <option value="">{t('choose')}</option>
          {question.options.map((option) => (
            <option
              key={option._id}
              value={option._id}
              lang={option.languages?.label}
              disabled={isSoldOut(option) && value !== option._id}
            >
              {[
                option.label,
                option.price > 0 ? `+ ${formatMoney(option.price, props.currency, language)}` : '',
                isSoldOut(option) ? t('option_out') : '',
              ]
                .filter(Boolean)
                .join(', ')}
            </option>
          ))}
          {gone ? <option value={gone.value}>{`${gone.title}, ${t('option_gone')}`}</option> : null}
        </NativeSelect>
      )
    }
    case 'text':
      return <TextInput {...shared} maxLength={MAX_TEXT_ANSWER} value={text} onChange={onText} />
    case 'textarea':
      return <Textarea {...shared} maxLength={MAX_TEXTAREA_ANSWER} rows={4} value={text} onChange={onText} />
    case 'date':
      return (
        <Day
          {...shared}
          error={error}
          className={classes.date ?? ''}
          {...(question.min_date && { min: question.min_date })}
          {...(question.max_date && { max: question.max_date })}
          value={text}
          onChange={(day) => onAnswer(day || undefined)}
        />
      )
    case 'number':
      return <NumberAnswer {...props} />
  }
}
