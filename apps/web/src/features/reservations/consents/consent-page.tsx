import { Button, TextInput } from '@mantine/core'
import { FIELD_TEXTS as fieldTexts } from '@shiloh/contract/errors'
import { consentRoutes, type ConsentPage as View } from '@shiloh/contract/reservations/consents'
import { formatDay, formatRange } from '@shiloh/contract/text/format'
import { useEffect, useState } from 'react'
import { call } from '#platform/api'
import { ApiError } from '#platform/client'
import { splitFailure } from '#platform/form-errors'
import { useLanguage, useT } from '#platform/i18n'
import { Heading, Unbroken } from '#ui/base/values'
import { LoadFailed } from '#ui/feedback/page-states'
import { Scaffold } from '#ui/feedback/scaffold'
import page from '../complete/complete.module.css'
import { texts as pages } from '../texts.ts'
import classes from './consents.module.css'
import { texts } from './texts.ts'

/** Returns whether the link itself has expired, as opposed to invalid input. */
const isOver = (error: unknown): boolean =>
  error instanceof ApiError && (error.code === 'invalid_token' || error.code === 'token_expired')

/** `/consent#…`: a parent or guardian gives or refuses consent, without an account. */
export function ConsentPage() {
  const t = useT(texts)
  const pageName = useT(pages)
  const language = useLanguage()
  // After #, so that no server or proxy logs it.
  const [token] = useState(() => location.hash.slice(1))
  const [view, setView] = useState<View>()
  const [failure, setFailure] = useState<unknown>()
  const [answer, setAnswer] = useState<boolean>()
  const load = () => {
    setFailure(undefined)
    call(consentRoutes.readConsent, { token }).then(setView, setFailure)
  }
  // The wording is in the reader's language.
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked again in another language
  useEffect(load, [token, language])

  if (answer !== undefined)
    return (
      <div className={page.page}>
        <Heading level={1}>{t('done_title')}</Heading>
        <p role="status">{t(answer ? 'done_agreed' : 'done_refused')}</p>
      </div>
    )
  if (isOver(failure) || token === '')
    return (
      <div className={page.page}>
        <Heading level={1}>{t('over_title')}</Heading>
        <p>{t('over')}</p>
      </div>
    )
  if (!view)
    return failure instanceof Error ? <LoadFailed message={failure.message} onRetry={load} /> : <Scaffold rows={6} />
  const { event, name, age } = view
  return (
    <div className={page.page}>
      <Heading level={1}>{pageName('consent')}</Heading>
      <p>{t('asks', { organisation: view.organisation })}</p>
      <dl className={classes.facts}>
        <div>
          <dt>{t('who')}</dt>
          <dd>{age === null ? name : t('who_age', { name, age })}</dd>
        </div>
        <div>
          <dt>{t('event')}</dt>
          <dd>{event.name}</dd>
        </div>
        <div>
          <dt>{t('when')}</dt>
          <dd>
            <Unbroken>{formatRange(event.starts_at, event.ends_at, language, event.time_zone)}</Unbroken>
          </dd>
        </div>
        {event.place ? (
          <div>
            <dt>{t('where')}</dt>
            <dd>{event.place}</dd>
          </div>
        ) : null}
      </dl>
      <Heading level={2}>{t('you_agree')}</Heading>
      <p className={classes.wording}>{view.wording.text}</p>
      <Answer view={view} token={token} onAnswered={setAnswer} onOver={setFailure} />
      <p className="dim small">{t('until', { when: formatDay(view.expires_at, language, event.time_zone) })}</p>
    </div>
  )
}

interface AnswerProps {
  view: View
  token: string
  onAnswered: (agrees: boolean) => void
  onOver: (error: unknown) => void
}

/** Signs with a name, and answers yes or no. */
function Answer({ view, token, onAnswered, onOver }: AnswerProps) {
  const t = useT(texts)
  const say = useT(fieldTexts)
  const [name, setName] = useState(view.guardian_name)
  const [problem, setProblem] = useState<string>()
  const [refusal, setRefusal] = useState<string>()
  const [busy, setBusy] = useState<boolean>()
  const send = async (agrees: boolean) => {
    if (busy !== undefined) return
    setRefusal(undefined)
    setProblem(name.trim() === '' ? say('required') : undefined)
    if (name.trim() === '') return
    setBusy(agrees)
    try {
      await call(consentRoutes.answerConsent, { token, body: { agrees, name, wording_id: view.wording._id } })
      onAnswered(agrees)
    } catch (error) {
      if (isOver(error)) onOver(error)
      else {
        const { fields, rest } = splitFailure(error, (field) => field === 'name')
        setProblem(fields[0]?.message)
        setRefusal(rest)
      }
    } finally {
      setBusy(undefined)
    }
  }
  return (
    <form
      className={page.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void send(true)
      }}
    >
      {refusal ? (
        <p role="alert" className={page.refusal}>
          {refusal}
        </p>
      ) : null}
      <TextInput
        label={t('your_name')}
        description={t('your_name_hint')}
        autoComplete="name"
        maxLength={100}
        value={name}
        onChange={({ currentTarget }) => setName(currentTarget.value)}
        error={problem}
      />
      <div className={classes.answers}>
        <Button type="submit" size="md" loading={busy === true}>
          {t('agree')}
        </Button>
        <Button variant="default" size="md" loading={busy === false} onClick={() => void send(false)}>
          {t('refuse')}
        </Button>
      </div>
    </form>
  )
}
