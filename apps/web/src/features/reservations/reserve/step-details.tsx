import { fieldMode, visibleQuestions } from '@shiloh/contract/forms/forms'
import { DIETARY_PREFERENCES, FEMALE_RELATED, MEDICAL_CONDITIONS } from '@shiloh/contract/reservations/party'
import { IconX } from '@tabler/icons-react'
import { Fragment, use, useRef } from 'react'
import { useLanguage, useT } from '#platform/i18n'
import { Heading } from '#ui/base/values'
import { answerText } from '../parts/answer-text.ts'
import { CareList } from './care-list.tsx'
import { typesIn } from './choice.ts'
import { DayFieldsContext } from './day-fields.tsx'
import { type Coming, changePerson, personField } from './people.ts'
import { QuestionField } from './question-field.tsx'
import classes from './reserve.module.css'
import { travelDays } from './stay.ts'
import { byWhom, fieldId, type StepProps } from './step.ts'
import { type CareField, careAsked, comingIn, formerAnswers } from './steps.ts'
import { texts } from './texts.ts'

const careValues = {
  medical_conditions: MEDICAL_CONDITIONS,
  dietary_preference: DIETARY_PREFERENCES,
  female_related: FEMALE_RELATED,
} as const

/** The lists about one person's health and meals. */
function Care({ one: { key, person, guest }, ...step }: { one: Coming } & StepProps) {
  const { event, situation, choice, change, errorOf } = step
  const care = guest?.care ?? choice.care
  const fieldOf = (field: CareField) => (guest ? personField(key, field) : field)
  const set = (field: CareField, list: readonly string[] | null) => {
    const known: readonly string[] = careValues[field]
    const next = { ...care, [field]: list?.filter((value) => known.includes(value)) ?? null }
    change(changePerson(choice, key, { care: next }))
  }
  return careAsked(situation, person).map((field) => (
    <CareList
      key={field}
      id={fieldId(fieldOf(field))}
      field={field}
      values={careValues[field]}
      chosen={care[field]}
      required={!guest && situation.kept === null && fieldMode(event.fields, field) === 'required'}
      onChange={(list) => set(field, list)}
      error={errorOf(fieldOf(field))}
    />
  ))
}

function Health(props: StepProps) {
  const t = useT(texts)
  const coming = comingIn(props.situation)
  const asked = coming.filter(({ person }) => careAsked(props.situation, person).length > 0)
  if (asked.length === 0) return null
  const { kept, sealed } = props.situation
  const isSealed = kept !== null && (sealed === undefined || asked.some(({ key }) => sealed.includes(key)))
  return (
    <section className={classes.part}>
      <h2>{t('health')}</h2>
      <p className={classes.hint}>{t(isSealed ? 'health_sealed' : 'health_note', { by: byWhom(props) })}</p>
      {asked.map((one) => (
        <Fragment key={one.key}>
          {coming.length > 1 ? <Heading level={3}>{t('for_person', { name: one.person.name })}</Heading> : null}
          <Care {...props} one={one} />
        </Fragment>
      ))}
    </section>
  )
}

function Travel({ event, choice, change, errorOf }: StepProps) {
  const t = useT(texts)
  const { Moment } = use(DayFieldsContext)
  const { min, max } = travelDays(event)
  const asked = (['arrival', 'departure'] as const).filter((field) => fieldMode(event.fields, field) !== 'hidden')
  if (asked.length === 0) return null
  return (
    <section className={classes.part}>
      <h2>{t('travel')}</h2>
      <p className={classes.hint}>{t('travel_note')}</p>
      <div className={classes.pair}>
        {asked.map((field) => {
          const isRequired = fieldMode(event.fields, field) === 'required'
          return (
            <Moment
              key={field}
              id={fieldId(`${field}_at`)}
              label={isRequired ? t(field) : t('optional', { label: t(field) })}
              min={min}
              max={max}
              value={choice[field]}
              onChange={(value) => change({ [field]: value })}
              error={errorOf(`${field}_at`)}
            />
          )
        })}
      </div>
    </section>
  )
}

/** The event's own questions. A dependent one appears with its answer. */
function Questions({ event, situation, choice, change, errorOf }: StepProps) {
  if (!event.form) return null
  const visible = new Set(visibleQuestions(event.form, choice.answers, typesIn(choice)))
  const answer = (id: string, value: string | number | undefined) => {
    const { [id]: _before, ...others } = choice.answers
    change({ answers: value === undefined ? others : { ...others, [id]: value } })
  }
  return event.form.sections.map((section) => {
    const shown = section.questions.filter((question) => visible.has(question))
    if (shown.length === 0) return null
    return (
      <section key={section._id} className={classes.part}>
        {section.title ? (
          <Heading level={2} lang={section.languages?.title}>
            {section.title}
          </Heading>
        ) : null}
        {section.description ? (
          <p className={classes.hint} lang={section.languages?.description}>
            {section.description}
          </p>
        ) : null}
        <div className={classes.fields}>
          {shown.map((question) => (
            <QuestionField
              key={question._id}
              question={question}
              currency={event.currency}
              value={choice.answers[question._id]}
              standing={situation.answered?.find(({ question_id }) => question_id === question._id)}
              onAnswer={(value) => answer(question._id, value)}
              error={errorOf(`answers.${question._id}`)}
            />
          ))}
        </div>
      </section>
    )
  })
}

/**
 * In an edit: answers that nobody is asked for any more. They stay until they are removed. The focus goes from one that was
 * removed to the next, and from the last one to the heading, below which is said when it goes.
 */
function FormerAnswers({ situation, choice, change, ...step }: StepProps) {
  const t = useT(texts)
  const language = useLanguage()
  const former = formerAnswers(situation)
  const heading = useRef<HTMLHeadingElement>(null)
  const list = useRef<HTMLUListElement>(null)
  if (former.length === 0 && choice.cleared.length === 0) return null
  const remove = (id: string, index: number) => {
    const { [id]: _before, ...others } = choice.answers
    change({ answers: others, cleared: [...choice.cleared, id] })
    // The button that had the focus is gone.
    requestAnimationFrame(() => {
      const buttons = [...(list.current?.querySelectorAll('button') ?? [])]
      const next = buttons[index] ?? buttons.at(-1) ?? heading.current
      next?.focus()
    })
  }
  return (
    <section className={classes.part}>
      <h2 ref={heading} tabIndex={-1}>
        {t('former_answers')}
      </h2>
      <p className={classes.hint}>
        {former.length > 0
          ? t('former_answers_note', { by: byWhom(step) })
          : t('former_answers_removed', { count: choice.cleared.length })}
      </p>
      <ul ref={list} className={classes.mates}>
        {former.map((answer, index) => (
          <li key={answer.question_id}>
            <div>
              <p className={classes.label}>{answer.label}</p>
              {answerText(answer, language)}
            </div>
            <button
              type="button"
              aria-label={t('former_answer_remove', { question: answer.label })}
              onClick={() => remove(answer.question_id, index)}
            >
              <IconX size={18} aria-hidden />
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Second step: information for those who prepare the event. */
export function DetailsStep(props: StepProps) {
  return (
    <>
      <Questions {...props} />
      <FormerAnswers {...props} />
      <Health {...props} />
      <Travel {...props} />
    </>
  )
}
