import { Button, Radio, Textarea } from '@mantine/core'
import { type Feedback, feedbackRoutes, RATINGS } from '@shiloh/contract/feedback'
import { formatRange } from '@shiloh/contract/text/format'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { useLanguage, useT } from '#platform/i18n'
import { queryOf, useAct } from '#platform/queries'
import { LinkButton } from '#ui/base/link-button'
import { EmptyState } from '#ui/feedback/empty-state'
import { isGone, LoadFailed, NotFound } from '#ui/feedback/page-states'
import { Scaffold } from '#ui/feedback/scaffold'
import { LeaveGuard } from '#ui/form/leave-guard'
import { PageHeader } from '#ui/shell/page-header'
import classes from './feedback.module.css'
import { texts } from './texts.ts'

const LONGEST = 4000

/** After it was sent: thanks, and the ways on. */
function Thanks({ said, onChange }: { said: Feedback; onChange: () => void }) {
  const t = useT(texts)
  const rating = RATINGS.find((one) => one === said.rating)
  return (
    <EmptyState
      title={t('thanks')}
      hint={rating === undefined ? '' : t('thanks_hint', { rating: t(`rating_${rating}`) })}
      action={
        <div className={classes.ways}>
          <LinkButton to="/reservations/$id" params={{ id: said.reservation_id }}>
            {t('to_reservation')}
          </LinkButton>
          <Button variant="default" onClick={onChange}>
            {t('change')}
          </Button>
        </div>
      }
    />
  )
}

function Form({ said, onSent }: { said: Feedback; onSent: () => void }) {
  const t = useT(texts)
  const [rating, setRating] = useState(said.rating)
  const [words, setWords] = useState(said.words)
  const [isTried, setIsTried] = useState(false)
  const act = useAct(feedbackRoutes.giveFeedback, [feedbackRoutes.getMyFeedback])
  const isDirty = rating !== said.rating || words !== said.words
  return (
    <form
      className={classes.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        setIsTried(true)
        if (rating === null) return
        act.mutate({ params: { id: said.reservation_id }, body: { rating, words } }, { onSuccess: onSent })
      }}
    >
      <LeaveGuard hasChanges={() => isDirty && !act.isPending} />
      <Radio.Group
        label={t('rating')}
        required
        withAsterisk={false}
        value={rating === null ? null : String(rating)}
        error={isTried && rating === null ? t('choose') : undefined}
        onChange={(value) => setRating(Number(value))}
      >
        <div className={classes.ratings}>
          {RATINGS.map((one) => (
            <Radio key={one} className={classes.rating ?? ''} value={String(one)} label={t(`rating_${one}`)} />
          ))}
        </div>
      </Radio.Group>
      <Textarea
        label={t('words')}
        description={t('words_hint')}
        rows={6}
        maxLength={LONGEST}
        value={words}
        onChange={({ currentTarget }) => setWords(currentTarget.value)}
      />
      <Button type="submit" loading={act.isPending}>
        {t('send')}
      </Button>
    </form>
  )
}

/** The form once, then thanks. An answer can be changed as long as somebody wants to. */
function Answer({ said }: { said: Feedback }) {
  const [isChanging, setIsChanging] = useState(false)
  return said.written_at !== null && !isChanging ? (
    <Thanks said={said} onChange={() => setIsChanging(true)} />
  ) : (
    <Form said={said} onSent={() => setIsChanging(false)} />
  )
}

/** `/reservations/{id}/feedback`: a rating and words about an event. */
export function FeedbackPage() {
  const t = useT(texts)
  const language = useLanguage()
  const { id } = useParams({ from: '/reservations/$id/feedback' })
  const { data, error, refetch } = useQuery({
    ...queryOf(feedbackRoutes.getMyFeedback, { params: { id } }),
    placeholderData: undefined,
  })
  if (isGone(error)) return <NotFound />
  if (!data) return error ? <LoadFailed message={error.message} onRetry={() => void refetch()} /> : <Scaffold />
  const { name, starts_at, ends_at, time_zone } = data.event
  return (
    <>
      <PageHeader
        title={t('title')}
        note={t('about', { event: name, dates: formatRange(starts_at, ends_at, language, time_zone) })}
      />
      {data.open ? (
        <Answer said={data} />
      ) : (
        <EmptyState
          title={t('not_open')}
          action={
            <LinkButton variant="default" to="/reservations/$id" params={{ id }}>
              {t('to_reservation')}
            </LinkButton>
          }
        />
      )}
    </>
  )
}
