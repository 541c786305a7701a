import { Button } from '@mantine/core'
import { participantTypeRoutes } from '@shiloh/contract/catalogue'
import { LANGUAGES, type Language, languageName } from '@shiloh/contract/core'
import { FIELD_TEXTS as fieldTexts } from '@shiloh/contract/errors'
import { type Answers, type AnswerValue, evaluateForm, visibleQuestions } from '@shiloh/contract/forms/forms'
import { formatMoney } from '@shiloh/contract/text/format'
import { IconCircleCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useAccount } from '#platform/account'
import { useLanguage, useT } from '#platform/i18n'
import { queryOf } from '#platform/queries'
import { Heading } from '#ui/base/values'
import { ChoiceSelect } from '#ui/form/choice-select'
import { QuestionField } from '../reservations/index.ts'
import { type FormInput, languagesOf, preview } from './definition.ts'
import classes from './forms.module.css'
import { texts } from './texts.ts'

/** The form as people will see it, evaluated as on the server. */
export function FormPreview({ form }: { form: FormInput }) {
  const t = useT(texts)
  const say = useT(fieldTexts)
  const language = useLanguage()
  const { organisation } = useAccount()
  const types = useQuery(queryOf(participantTypeRoutes.query))
  const [typeId, setTypeId] = useState<string | null>(null)
  const [answers, setAnswers] = useState<Readonly<Record<string, AnswerValue>>>({})
  const [checked, setChecked] = useState(false)

  // The office may write in another language than it reads.
  const languages = LANGUAGES.filter((one) => one === organisation.language || languagesOf(form).includes(one))
  const [chosen, setChosen] = useState<Language>()
  const readIn = chosen ?? (languages.includes(language) ? language : organisation.language)
  const definition = preview(form, readIn)
  const asType = typeId ?? types.data?.[0]?._id ?? ''
  const known: Answers = answers
  const visible = new Set(visibleQuestions(definition, known, [asType]).map(({ _id }) => _id))
  const kept = Object.fromEntries(Object.entries(answers).filter(([id]) => visible.has(id)))
  const result = evaluateForm(definition, kept, [asType])
  const errorOf = (id: string) => {
    const found = checked ? result.errors.find(({ field }) => field === `answers.${id}`) : undefined
    return found && say(found.code)
  }
  const cost = result.options.reduce((sum, { option }) => sum + option.price, 0)
  const shown = definition.sections
    .map((section) => ({ ...section, questions: section.questions.filter(({ _id }) => visible.has(_id)) }))
    .filter(({ questions }) => questions.length > 0)

  return (
    <aside className={classes.preview} aria-label={t('preview')}>
      <header>
        <Heading level={2}>{t('preview')}</Heading>
        <p className="dim small">{t('preview_hint')}</p>
      </header>
      <ChoiceSelect
        label={t('preview_as')}
        choices={(types.data ?? []).map(({ _id, name }) => ({ value: _id, label: name }))}
        value={asType || null}
        onChange={setTypeId}
      />
      {languages.length > 1 ? (
        <ChoiceSelect
          label={t('preview_language')}
          choices={languages.map((value) => ({ value, label: languageName(value) }))}
          value={readIn}
          onChange={setChosen}
        />
      ) : null}
      {shown.length === 0 ? <p className="dim">{t('preview_empty')}</p> : null}
      {shown.map((section) => (
        <section key={section._id} className={classes.previewSection}>
          {section.title ? <Heading level={3}>{section.title}</Heading> : null}
          {section.description ? <p className="dim small">{section.description}</p> : null}
          {section.questions.map((question) => (
            <QuestionField
              key={`${question._id} ${question.type}`}
              question={{ ...question, label: question.label || t('untitled') }}
              currency={organisation.currency}
              value={answers[question._id]}
              onAnswer={(value) =>
                setAnswers(({ [question._id]: _before, ...others }) =>
                  value === undefined ? others : { ...others, [question._id]: value },
                )
              }
              error={errorOf(question._id)}
            />
          ))}
        </section>
      ))}
      {shown.length > 0 ? (
        <div className={classes.previewEnd}>
          <Button variant="default" onClick={() => setChecked(true)}>
            {t('preview_check')}
          </Button>
          <Button
            variant="subtle"
            color="gray"
            onClick={() => {
              setAnswers({})
              setChecked(false)
            }}
          >
            {t('preview_again')}
          </Button>
          <p role="status">
            {checked && result.errors.length === 0 ? (
              <span className={classes.right}>
                <IconCircleCheck size={17} aria-hidden /> {t('preview_right')}
              </span>
            ) : null}
            {cost > 0 ? ` ${t('preview_costs', { amount: formatMoney(cost, organisation.currency, language) })}` : null}
          </p>
        </div>
      ) : null}
    </aside>
  )
}
