import { Button, Modal, Progress } from '@mantine/core'
import { type ActivityAct, activityRoutes } from '@shiloh/contract/activities'
import { LANGUAGES, languageName } from '@shiloh/contract/core'
import {
  type BulkMessageDetail,
  bulkMessageRoutes,
  NAMED_BY,
  RESULTS,
  type Recipient,
} from '@shiloh/contract/messaging/bulk'
import { MESSAGE_CHANNELS } from '@shiloh/contract/messaging/fields'
import { formatCount, formatDay, formatMoney, formatTime } from '@shiloh/contract/text/format'
import { formatPhone } from '@shiloh/contract/text/phone-text'
import { IconCalendarClock, IconEye, IconMail, IconPlayerPause, IconPlayerPlay, IconSquare } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, Navigate, useNavigate, useParams } from '@tanstack/react-router'
import { Suspense, useEffect, useState } from 'react'
import { useAccount, useCan } from '#platform/account'
import { followingHints } from '#platform/following-hints'
import { text, useLanguage, useT } from '#platform/i18n'
import { lazyPart } from '#platform/lazy-part'
import { useLive } from '#platform/live'
import { queryOf, useAct } from '#platform/queries'
import { type Figure, Strip } from '#ui/base/figures'
import { LinkButton } from '#ui/base/link-button'
import { PersonLink } from '#ui/base/person-link'
import { DateText, PhoneLink } from '#ui/base/values'
import { ConfirmDialog } from '#ui/feedback/error-dialog'
import { isGone, LoadFailed, NotFound } from '#ui/feedback/page-states'
import { Refusal } from '#ui/feedback/refusal'
import { Scaffold } from '#ui/feedback/scaffold'
import { toastDone } from '#ui/feedback/toast'
import { ListPage } from '#ui/list/list-page'
import { nothing } from '#ui/list/list-table'
import { useMessageSelected } from '#ui/list/message-link'
import { PageHeader } from '#ui/shell/page-header'
import classes from './compose.module.css'
import { MessageBadge, Outcome, outcomeKey } from './parts.tsx'
import { texts } from './texts.ts'

const ScheduleForm = lazyPart(() =>
  import('./schedule-form.tsx').then(({ ScheduleForm: component }) => ({ default: component })),
)

const stale = [bulkMessageRoutes.getBulkMessage, bulkMessageRoutes.listRecipients, bulkMessageRoutes.listBulkMessages]

/** Seconds until a time, counted down while the page is open. */
function useSecondsUntil(time: string): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [])
  return Math.max(0, Math.ceil((new Date(time).getTime() - now) / 1000))
}

/** A message that has not started: when it does, and the way out. */
function Waiting({
  startsAt,
  expected,
  onMove,
  onCancel,
}: {
  startsAt: string
  expected: number | null
  onMove: () => void
  onCancel: () => void
}) {
  const t = useT(texts)
  const language = useLanguage()
  const can = useCan()
  const zone = useAccount().organisation.time_zone
  const seconds = useSecondsUntil(startsAt)
  const when = `${formatDay(startsAt, language, zone)}, ${formatTime(startsAt, language, zone)}`
  return (
    <p className={classes.head} aria-live="polite">
      <b>{seconds > 120 ? t('starts_at', { when }) : seconds > 0 ? t('starts_in', { seconds }) : t('starts_soon')}</b>
      {expected === null ? null : <span>{t('expected', { count: expected })}</span>}
      <span className={classes.acts}>
        {can('messages.update') ? (
          <>
            <Button variant="default" leftSection={<IconCalendarClock size={16} />} onClick={onMove}>
              {t('move')}
            </Button>
            <Button variant="outline" color="red" leftSection={<IconSquare size={16} />} onClick={onCancel}>
              {seconds > 120 ? t('cancel') : t('stop')}
            </Button>
          </>
        ) : null}
      </span>
    </p>
  )
}

/** What needs no word beside the result of a person. */
const ARRIVES: readonly Recipient['app'][] = ['delivered', 'under_way', 'waiting']

/** One number, and what can be done. */
function Under({ message, onAct }: { message: BulkMessageDetail; onAct: (act: ActivityAct) => void }) {
  const t = useT(texts)
  const language = useLanguage()
  const can = useCan()
  const done = message.people - message.figures.waiting - message.figures.stopped
  const goes = message.status === 'sending' || message.status === 'paused'
  return (
    <>
      <p className={classes.head} aria-live="polite">
        <b className="num">
          {t('progress_of', { done: formatCount(done, language), people: formatCount(message.people, language) })}
        </b>
        {t('progress')}
        {goes && can('messages.update') ? (
          <span className={classes.acts}>
            {message.status === 'sending' ? (
              <Button leftSection={<IconPlayerPause size={16} />} onClick={() => onAct('pause')}>
                {t('pause')}
              </Button>
            ) : (
              <Button leftSection={<IconPlayerPlay size={16} />} onClick={() => onAct('resume')}>
                {t('resume')}
              </Button>
            )}
            <Button variant="outline" color="red" leftSection={<IconSquare size={16} />} onClick={() => onAct('stop')}>
              {t('stop')}
            </Button>
          </span>
        ) : null}
      </p>
      {goes ? (
        <>
          <Progress
            value={message.people === 0 ? 100 : (done / message.people) * 100}
            aria-label={t('progress')}
            radius={0}
          />
          <p className="dim small">{t('leave')}</p>
        </>
      ) : null}
    </>
  )
}

/** `/admin/messages/{id}`: one number, the sums, and a row for each person. */
export function MessagePage() {
  const t = useT(texts)
  const language = useLanguage()
  const can = useCan()
  const zone = useAccount().organisation.time_zone
  const client = useQueryClient()
  const navigate = useNavigate()
  const { id = '' } = useParams({ strict: false })
  const [asking, setAsking] = useState(false)
  const [reading, setReading] = useState(false)
  const [moving, setMoving] = useState(false)
  const again = useMessageSelected<Recipient>(({ _id }) => _id)
  const shown = useQuery({
    ...queryOf(bulkMessageRoutes.getBulkMessage, { params: { id } }),
    refetchInterval: ({ state }) => (state.data && ['scheduled', 'sending'].includes(state.data.status) ? 3000 : false),
  })
  const [follow] = useState(() => followingHints(client, stale))
  useLive('bulk-messages', () => void follow())
  const control = useAct(activityRoutes.controlActivity, stale)
  const cancel = useAct(bulkMessageRoutes.cancelBulkMessage, stale)
  const change = useAct(bulkMessageRoutes.changeBulkMessage, stale, { shown: true })
  const message = shown.data
  if (isGone(shown.error)) return <NotFound />
  if (!message)
    return shown.error ? (
      <LoadFailed message={shown.error.message} onRetry={() => void shown.refetch()} />
    ) : (
      <Scaffold kind="list" rows={12} />
    )
  if (message.status === 'draft') return <Navigate to="/admin/messages/new" search={{ draft: id }} replace />
  const { figures, activity_id } = message
  const count = (value: number) => formatCount(value, language)
  const notes = ({ mail, sms, app }: typeof figures.delivered) =>
    [
      ...(message.channels.includes('mail') ? [t('sum_mail', { count: mail })] : []),
      ...(message.channels.includes('sms') ? [t('sms_note', { count: count(sms) })] : []),
      ...(app > 0 ? [t('in_app_note', { count: count(app) })] : []),
    ].join(', ')
  const total = ({ mail, sms, app }: typeof figures.delivered) => mail + sms + app
  const isOver = message.status === 'done' || message.status === 'stopped'
  const sums: Figure[] = [
    { label: t('delivered'), value: count(total(figures.delivered)), note: notes(figures.delivered) },
    { label: t('under_way'), value: count(total(figures.under_way)), note: notes(figures.under_way) },
    isOver
      ? {
          label: t('outcome_unreached'),
          value: count(figures.unreached),
          note: t('count_people', { count: figures.unreached }),
        }
      : { label: t('waiting'), value: count(figures.waiting), note: t('count_people', { count: figures.waiting }) },
    ...(message.status === 'stopped'
      ? [{ label: t('never_sent'), value: count(figures.stopped), note: t('count_people', { count: figures.stopped }) }]
      : []),
    {
      label: t('failed'),
      value: count(total(figures.failed)),
      note: notes(figures.failed),
      warn: total(figures.failed) > 0,
    },
    ...(message.channels.includes('sms')
      ? [
          {
            label: t('sms_parts'),
            value: count(figures.sms_parts),
            ...(figures.sms_cost && {
              note: t('cost_note', {
                amount: formatMoney(figures.sms_cost.amount, figures.sms_cost.currency, language),
              }),
            }),
          },
        ]
      : isOver
        ? []
        : [{ label: t('outcome_unreached'), value: count(figures.unreached) }]),
  ]
  const notTold = figures.not_told
  const mayWriteAgain = message.event ? can('reservations.email') : can('messages.create') && can('users.read')
  const act = (wanted: ActivityAct) => {
    if (wanted === 'stop') setAsking(true)
    else if (activity_id) control.mutate({ params: { id: activity_id, act: wanted } })
  }
  // It may have started while the question was open.
  const isStarted = message.status !== 'scheduled'
  const confirm = async () => {
    if (isStarted && activity_id) await control.mutateAsync({ params: { id: activity_id, act: 'stop' } })
    if (!isStarted) {
      await cancel.mutateAsync({ params: { id } })
      toastDone({ message: t('cancelled') })
      await navigate({ to: '/admin/messages' })
    }
    setAsking(false)
  }
  const named = NAMED_BY[message.audience]
  const actions = (
    <>
      {isOver && notTold > 0 && mayWriteAgain ? (
        <LinkButton
          variant="default"
          leftSection={<IconMail size={18} />}
          to="/admin/messages/new"
          search={{
            again_of: id,
            again_result: 'not_told',
            ...(message.event ? { event_id: message.event._id } : { to: 'people' }),
          }}
        >
          {t('write_again', { count: notTold })}
        </LinkButton>
      ) : null}
      {message.status === 'stopped' && message.people === 0 && message.error !== null && mayWriteAgain ? (
        <LinkButton
          variant="default"
          leftSection={<IconMail size={18} />}
          to="/admin/messages/new"
          search={message.event ? { event_id: message.event._id } : { to: 'people' }}
        >
          {t('new_message')}
        </LinkButton>
      ) : null}
      <Button variant="default" leftSection={<IconEye size={18} />} onClick={() => setReading(true)}>
        {t('see_text')}
      </Button>
    </>
  )
  const head = (
    <div className={classes.progress}>
      <div className={classes.tabsRow}>
        <MessageBadge status={message.status} />
        <span className="dim">
          {[message.event?.name ?? t('everybody_list'), message.author].filter(Boolean).join(', ')}
          {message.started_at ? (
            <>
              , <DateText value={message.started_at} zone={zone} time weekday={false} />
            </>
          ) : null}
        </span>
      </div>
      {message.status === 'scheduled' && message.starts_at !== null ? (
        <Waiting
          startsAt={message.starts_at}
          expected={message.expected}
          onMove={() => setMoving(true)}
          onCancel={() => setAsking(true)}
        />
      ) : (
        <>
          {message.status === 'stopped' && message.error !== null ? (
            <Refusal role="note">
              {message.error}{' '}
              {mayWriteAgain && notTold > 0
                ? t('stopped_again', { count: notTold })
                : message.people === 0
                  ? t('stopped_anew')
                  : null}
            </Refusal>
          ) : null}
          <Under message={message} onAct={act} />
          <Strip figures={sums} />
          {figures.left_out.length > 0 ? (
            <ul className={classes.notes}>
              {figures.left_out.map(({ channel, reason, people }) => (
                <li key={`${channel} ${reason}`}>
                  {t(`channel_${channel}`)}: {t(`left_${reason}`, { channel, count: people })}
                </li>
              ))}
            </ul>
          ) : null}
        </>
      )}
    </div>
  )
  const dialogs = (
    <>
      <ConfirmDialog
        opened={asking}
        danger
        busy={control.isPending || cancel.isPending}
        title={t(isStarted ? 'stop_question' : 'cancel_question')}
        action={t(isStarted ? 'stop' : 'cancel')}
        {...(!isStarted && { keep: t('cancel_keep') })}
        onConfirm={() => void confirm()}
        onClose={() => setAsking(false)}
      >
        <p>{t(isStarted ? 'stop_text' : 'cancel_text')}</p>
      </ConfirmDialog>
      {moving ? (
        <Suspense>
          <ScheduleForm
            title={t('schedule_title')}
            value={message.starts_at ?? ''}
            onClose={() => setMoving(false)}
            onChosen={async (starts_at) => {
              await change.mutateAsync({ params: { id }, body: { starts_at } })
            }}
          />
        </Suspense>
      ) : null}
      <Modal opened={reading} onClose={() => setReading(false)} title={message.name} size="lg">
        {LANGUAGES.map((one) => {
          const written = message.texts[one]
          return written ? (
            <section key={one} lang={one}>
              <h3>{languageName(one)}</h3>
              {written.subject ? (
                <article className={classes.mail}>
                  <header>
                    <b>{written.subject}</b>
                  </header>
                  <div>{written.body}</div>
                </article>
              ) : null}
              {written.sms ? <p className={classes.sms}>{written.sms}</p> : null}
            </section>
          ) : null
        })}
      </Modal>
    </>
  )
  if (!named.some((resource) => can(`${resource}.read`)))
    return (
      <>
        <PageHeader title={message.name} actions={actions} breadcrumbs={false} />
        {head}
        <p className="dim">{t('people_hidden')}</p>
        {dialogs}
      </>
    )
  return (
    <>
      <ListPage
        route={bulkMessageRoutes.listRecipients}
        params={{ id }}
        name="recipients"
        {...(named.some((resource) => can(`${resource}.read`) && can(`${resource}.export`)) && {
          exportRoute: bulkMessageRoutes.exportRecipients,
        })}
        title={() => message.name}
        rowName={(row) => row.name}
        bulk={again}
        {...(can('users.read') && { address: (row: Recipient) => `/admin/users/${row._id}` })}
        actions={actions}
        filters={[
          {
            kind: 'choice',
            key: 'result',
            label: text(texts, 'result'),
            choices: RESULTS.map((value) => ({ value, label: text(texts, `outcome_${value}`) })),
          },
        ]}
        columns={[
          {
            key: 'name',
            header: text(texts, 'person'),
            links: false,
            cell: (row) => <PersonLink id={row._id} name={row.name} />,
            sort: 'name',
          },
          {
            key: 'language',
            header: text(texts, 'language'),
            cell: (row) => (row.language === null ? nothing : languageName(row.language)),
          },
          {
            key: 'reservation',
            header: text(texts, 'reservation'),
            cell: (row) =>
              row.reservation === null ? (
                nothing
              ) : !can('reservations.read') ? (
                <span className="code">{row.reservation.code}</span>
              ) : (
                <Link
                  to="/admin/reservations/$id"
                  params={{ id: row.reservation._id }}
                  className="code"
                  onClick={(event) => event.stopPropagation()}
                >
                  {row.reservation.code}
                </Link>
              ),
          },
          { key: 'app', header: text(texts, 'channel_app'), cell: (row) => <Outcome channel="app" value={row.app} /> },
          {
            key: 'phone',
            header: text(texts, 'phone'),
            cell: (row) => (row.phone ? <PhoneLink phone={row.phone} /> : nothing),
          },
          {
            key: 'sms',
            header: text(texts, 'channel_sms'),
            cell: (row) => <Outcome channel="sms" value={row.sms} error={row.sms_error} />,
          },
          { key: 'email', header: text(texts, 'mail_address'), cell: (row) => row.email ?? nothing },
          {
            key: 'mail',
            header: text(texts, 'channel_mail'),
            cell: (row) => <Outcome channel="mail" value={row.mail} error={row.mail_error} />,
          },
          {
            key: 'sms_parts',
            header: text(texts, 'sms_parts'),
            numeric: true,
            cell: (row) => row.sms_parts || nothing,
            hidden: true,
          },
        ]}
        phone={{
          title: (row) => row.name,
          note: (row) =>
            [
              row.phone && formatPhone(row.phone),
              row.email,
              ...MESSAGE_CHANNELS.flatMap((channel) => {
                const value = row[channel]
                return value === null || ARRIVES.includes(value)
                  ? []
                  : [`${t(`channel_${channel}`)}: ${t(outcomeKey(channel, value))}`]
              }),
            ]
              .filter(Boolean)
              .join(', '),
          value: (row) => t(`outcome_${row.result}`),
        }}
        empty={{ title: text(texts, message.status === 'scheduled' ? 'people_later' : 'nobody') }}
      >
        {head}
      </ListPage>
      {dialogs}
    </>
  )
}
