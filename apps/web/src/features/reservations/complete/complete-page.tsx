import { Button } from '@mantine/core'
import {
  type Completable,
  type CompletionBody,
  type CompletionView,
  completionRoutes,
} from '@shiloh/contract/reservations/completion'
import { DIETARY_PREFERENCES, FEMALE_RELATED, MEDICAL_CONDITIONS } from '@shiloh/contract/reservations/party'
import { formatDay, formatRange } from '@shiloh/contract/text/format'
import { type FormEvent, useEffect, useState } from 'react'
import { call } from '#platform/api'
import { ApiError } from '#platform/client'
import { splitFailure } from '#platform/form-errors'
import { useLanguage, useT } from '#platform/i18n'
import { Heading } from '#ui/base/values'
import { LoadFailed } from '#ui/feedback/page-states'
import { Scaffold } from '#ui/feedback/scaffold'
import { ChoiceSelect } from '#ui/form/choice-select'
import { MomentParts } from '#ui/form/moment-parts'
import { CareList } from '../reserve/care-list.tsx'
import { QuestionField } from '../reserve/question-field.tsx'
import classes from '../reserve/reserve.module.css'
import { travelDays } from '../reserve/stay.ts'
import { texts as reserve } from '../reserve/texts.ts'
import { zonedInstant } from '../reserve/zone.ts'
import { texts as pages } from '../texts.ts'
import own from './complete.module.css'
import { texts } from './texts.ts'

const CARES = {
  medical_conditions: MEDICAL_CONDITIONS,
  dietary_preference: DIETARY_PREFERENCES,
  female_related: FEMALE_RELATED,
} as const
type CareName = keyof typeof CARES
const isCare = (field: Completable): field is CareName => Object.hasOwn(CARES, field)

const CHOICES = {
  title_id: ['title', 'titles'],
  designation_id: ['designation', 'designations'],
  committee_type_id: ['committee_type', 'committee_types'],
} as const
type ChoiceName = keyof typeof CHOICES
const isChoice = (field: Completable): field is ChoiceName => Object.hasOwn(CHOICES, field)

type Fields = Readonly<Partial<Record<Completable, unknown>>>
interface Given {
  readonly fields: Fields
  readonly answers: Readonly<Record<string, string | number>>
  /** The people who come along, by id. */
  readonly persons: Readonly<Record<string, Fields>>
}
const NOTHING: Given = { fields: {}, answers: {}, persons: {} }

/** Returns whether the link itself has expired, as opposed to invalid input. */
const isOver = (error: unknown): boolean =>
  error instanceof ApiError && (error.code === 'invalid_token' || error.code === 'token_expired')

/** `/complete#…`: completes a registration without an account. */
export function CompletePage() {
  const t = useT(texts)
  const pageName = useT(pages)
  const language = useLanguage()
  // After #, so that it appears in no log.
  const [token] = useState(() => location.hash.slice(1))
  const [view, setView] = useState<CompletionView>()
  const [failure, setFailure] = useState<unknown>()
  const [round, setRound] = useState(0)
  const load = () => {
    setFailure(undefined)
    call(completionRoutes.readCompletion, { token }).then(setView, setFailure)
  }
  useEffect(load, [token])

  if (isOver(failure) || token === '')
    return (
      <div className={own.page}>
        <Heading level={1}>{t('over_title')}</Heading>
        <p>{t('over')}</p>
      </div>
    )
  if (!view)
    return failure instanceof Error ? <LoadFailed message={failure.message} onRetry={load} /> : <Scaffold rows={6} />
  const { event, name } = view
  if (view.complete)
    return (
      <div className={own.page}>
        <Heading level={1}>{t('done_title')}</Heading>
        <p role="status">{t('done', { event: event.name })}</p>
      </div>
    )
  return (
    <div className={own.page}>
      <Heading level={1}>{pageName('complete')}</Heading>
      <p>
        {t('for_whom', {
          event: event.name,
          when: formatRange(event.starts_at, event.ends_at, language, event.time_zone),
          name,
        })}
      </p>
      <p className="dim small">{t('until', { when: formatDay(view.expires_at, language, event.time_zone) })}</p>
      {round > 0 ? <p role="status">{t('more')}</p> : null}
      <Open
        key={round}
        view={view}
        token={token}
        onSaved={(next) => {
          setView(next)
          setRound(round + 1)
        }}
        onOver={setFailure}
      />
    </div>
  )
}

interface OpenProps {
  view: CompletionView
  token: string
  onSaved: (view: CompletionView) => void
  onOver: (error: unknown) => void
}

/** The open fields only. */
function Open({ view, token, onSaved, onOver }: OpenProps) {
  const t = useT(texts)
  const say = useT(reserve)
  const [given, setGiven] = useState(NOTHING)
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({})
  const [refusal, setRefusal] = useState<string>()
  const [busy, setBusy] = useState(false)
  const put = (field: Completable, value: unknown) =>
    setGiven({ ...given, fields: { ...given.fields, [field]: value } })
  const putOf = (personId: string) => (field: Completable, value: unknown) =>
    setGiven({
      ...given,
      persons: { ...given.persons, [personId]: { ...given.persons[personId], [field]: value } },
    })
  const answer = (id: string, value: string | number | undefined) => {
    const { [id]: _before, ...others } = given.answers
    setGiven({ ...given, answers: value === undefined ? others : { ...others, [id]: value } })
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    setBusy(true)
    try {
      const body: Partial<CompletionBody> = {
        ...Object.fromEntries(
          Object.entries(given.fields).map(([field, value]) => [
            field,
            field.endsWith('_at') && typeof value === 'string'
              ? // The server says what is wrong with half a moment.
                (zonedInstant(value, view.event.time_zone) ?? value)
              : value,
          ]),
        ),
        ...(Object.keys(given.answers).length > 0 ? { answers: given.answers } : {}),
        ...(Object.keys(given.persons).length > 0
          ? {
              persons: Object.entries(given.persons).map(([person_id, fields]) => ({
                ...Object.fromEntries(Object.entries(fields)),
                person_id,
              })),
            }
          : {}),
      }
      onSaved(await call(completionRoutes.complete, { token, body }))
    } catch (error) {
      if (isOver(error)) onOver(error)
      else {
        const { fields, rest } = splitFailure(error, (name) => !name.startsWith('p'))
        setErrors(Object.fromEntries(fields.map(({ name, message }) => [name, message])))
        setRefusal(rest)
      }
    } finally {
      setBusy(false)
    }
  }
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className={own.form}>
      {refusal ? (
        <p role="alert" className={own.refusal}>
          {refusal}
        </p>
      ) : null}
      {view.form?.sections.map((section) => (
        <section key={section._id} className={classes.fields}>
          {section.title ? <Heading level={2}>{section.title}</Heading> : null}
          {section.questions.map((question) => (
            <QuestionField
              key={question._id}
              question={question}
              currency=""
              value={given.answers[question._id]}
              onAnswer={(value) => answer(question._id, value)}
              error={errors[`answers.${question._id}`]}
            />
          ))}
        </section>
      ))}
      <PersonFields
        id="complete"
        view={view}
        fields={view.fields}
        given={given.fields}
        put={put}
        errorOf={(field) => errors[field]}
      />
      {(['arrival_at', 'departure_at'] as const)
        .filter((field) => view.fields.includes(field))
        .map((field) => {
          const value = given.fields[field]
          return (
            <MomentParts
              key={field}
              label={say(field === 'arrival_at' ? 'arrival' : 'departure')}
              description={say('travel_note')}
              {...travelDays({ ...view.event, accommodations: [] })}
              value={typeof value === 'string' ? value : ''}
              onChange={(next) => put(field, next || undefined)}
              error={errors[field]}
            />
          )
        })}
      {view.persons.map(({ person_id, name, fields }) => (
        <section key={person_id} className={own.person}>
          <Heading level={2}>{t('for_person', { name })}</Heading>
          <PersonFields
            id={`complete-${person_id}`}
            view={view}
            fields={fields}
            given={given.persons[person_id] ?? {}}
            put={putOf(person_id)}
            errorOf={() => undefined}
          />
        </section>
      ))}
      <Button type="submit" loading={busy} size="md">
        {t('send')}
      </Button>
    </form>
  )
}

interface PersonFieldsProps {
  id: string
  view: CompletionView
  fields: readonly Completable[]
  given: Fields
  put: (field: Completable, value: unknown) => void
  errorOf: (field: Completable) => string | undefined
}

/** The open fields of one person: title, designation, and health. */
function PersonFields({ id, view, fields, given, put, errorOf }: PersonFieldsProps) {
  const say = useT(reserve)
  return (
    <>
      {fields.filter(isChoice).map((field) => {
        const [label, list] = CHOICES[field]
        const value = given[field]
        return (
          <ChoiceSelect
            key={field}
            label={say(label)}
            choices={view[list].map(({ _id, name }) => ({ value: _id, label: name }))}
            value={typeof value === 'string' ? value : null}
            onChange={(next) => put(field, next)}
            onClear={() => put(field, undefined)}
            error={errorOf(field)}
          />
        )
      })}
      {fields.filter(isCare).map((field) => {
        const value = given[field]
        const known: readonly string[] = CARES[field]
        return (
          <CareList
            key={field}
            id={`${id}-${field}`}
            field={field}
            values={CARES[field]}
            chosen={Array.isArray(value) ? value : null}
            required
            onChange={(chosen) => put(field, chosen?.filter((one) => known.includes(one)) ?? undefined)}
            error={errorOf(field)}
          />
        )
      })}
    </>
  )
}
