import { Button, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import type { MessageRead } from '@shiloh/contract/messaging/templates'
import type { Permission } from '@shiloh/contract/permissions'
import { reservationRoutes } from '@shiloh/contract/reservations/reservations'
import { searchRoutes } from '@shiloh/contract/search'
import { supportRoutes } from '@shiloh/contract/support'
import { formatCount } from '@shiloh/contract/text/format'
import { type Definition, type Subject, TRIGGERS, type Workflow, workflowRoutes } from '@shiloh/contract/workflows'
import { IconCircleCheck, IconCircleX, IconTrash } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { useAccount, useCan } from '#platform/account'
import { ApiError } from '#platform/client'
import { useLanguage, useT } from '#platform/i18n'
import { useLive } from '#platform/live'
import { queryOf, refetchAll, useAct } from '#platform/queries'
import { ToneBadge } from '#ui/base/status-badge'
import { DateText, Heading } from '#ui/base/values'
import { WhyNot } from '#ui/base/why-not'
import { LoadFailed } from '#ui/feedback/page-states'
import { Refusal } from '#ui/feedback/refusal'
import { Scaffold } from '#ui/feedback/scaffold'
import { toastDone } from '#ui/feedback/toast'
import { useFirstField } from '#ui/form/first-field'
import { PageGuard } from '#ui/form/page-guard'
import { RemovalDialog } from '#ui/list/removal-dialog'
import { PageHeader } from '#ui/shell/page-header'
import { About, RunActs, RunBadge, useProgress } from './run-parts.tsx'
import { Sentence } from './sentence.tsx'
import { texts } from './texts.ts'
import classes from './workflows.module.css'

const STALE = [workflowRoutes.list, workflowRoutes.get]
const FRESH: Definition = {
  trigger: 'reservation_made',
  moment: null,
  conditions: { match: 'all', list: [] },
  steps: [],
}
const definitionOf = ({ trigger, moment, conditions, steps }: Workflow): Definition => ({
  trigger,
  moment,
  conditions,
  steps,
})

/** Keeps the places that a change left as they were. A step or condition that was moved or taken away changes them all. */
const stillGone = (gone: readonly string[], before: Definition, after: Definition): readonly string[] => {
  const partOf = ({ conditions, steps }: Definition, place: string) => {
    const [kind, first, second] = place.split('.')
    return kind === 'steps' ? steps[Number(first)] : conditions.list[Number(second)]
  }
  return gone.filter((place) => partOf(before, place) === partOf(after, place))
}

/** Finds the record of a test by what is typed. */
function RecordSearch({
  subject,
  onPick,
}: {
  subject: Subject
  onPick: (picked: { _id: string; name: string }) => void
}) {
  const t = useT(texts)
  const [typed, setTyped] = useState('')
  const [search] = useDebouncedValue(typed.trim(), 250)
  const [isEntered, setEntered] = useState(false)
  const reservations = useQuery({
    ...queryOf(reservationRoutes.searchReservations, { query: { search } }),
    enabled: subject === 'reservation' && search !== '',
  })
  const tickets = useQuery({
    ...queryOf(supportRoutes.listTickets, { query: { ...(search && { search }), sort: '-created_at' } }),
    enabled: subject === 'ticket',
  })
  const others = useQuery({
    ...queryOf(searchRoutes.autocomplete, {
      params: { type: subject === 'event' ? 'events' : 'users' },
      query: { search },
    }),
    enabled: subject === 'event' || (subject === 'user' && search !== ''),
  })
  const found = {
    reservation: (reservations.data ?? []).map(({ _id, code, user }) => ({ _id, name: `${user.name} ${code}` })),
    ticket: (tickets.data?.items ?? []).map(({ _id, subject: words, user }) => ({
      _id,
      name: `${words}, ${user.name}`,
    })),
    user: (others.data ?? []).map(({ _id, name, place }) => ({ _id, name: place ? `${name}, ${place}` : name })),
    event: (others.data ?? []).map(({ _id, name }) => ({ _id, name })),
  }[subject]
  const result = { reservation: reservations, ticket: tickets, user: others, event: others }[subject]
  const isFresh = search !== '' && search === typed.trim() && result.isSuccess && !result.isPlaceholderData
  const first = found[0]
  // Enter picks the first match, also when it comes after the key.
  useEffect(() => {
    if (!isEntered || !isFresh) return
    setEntered(false)
    if (first) onPick(first)
  }, [isEntered, isFresh, first, onPick])
  return (
    <div>
      <TextInput
        label={t(`test_${subject}`)}
        value={typed}
        onChange={(event) => {
          setTyped(event.currentTarget.value)
          setEntered(false)
        }}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && !event.nativeEvent.isComposing) setEntered(true)
        }}
      />
      <ul className={classes.found}>
        {found.slice(0, 5).map((one) => (
          <li key={one._id}>
            <Button variant="subtle" size="compact-md" onClick={() => onPick(one)}>
              {one.name}
            </Button>
          </li>
        ))}
      </ul>
      {search !== '' && result.isSuccess && found.length === 0 ? <p className="dim small">{t('test_none')}</p> : null}
    </div>
  )
}

const TESTED = {
  reservation: 'reservations.read',
  user: 'users.read',
  ticket: 'support_tickets.read',
  event: 'events.read',
} as const satisfies Record<Subject, Permission>

/** A message as its reader would get it. The app and the mail say the same. */
function MessageToRead({ message: { reader, app, mail, sms } }: { message: MessageRead }) {
  const t = useT(texts)
  const long = mail ?? app
  if (!long && !sms) return null
  return (
    <section className={classes.read} aria-label={t('as_read', { name: reader })}>
      <span className="dim small">{t('as_read', { name: reader })}</span>
      {long ? (
        <article lang={long.language}>
          <b>{long.subject}</b>
          <p>{long.body}</p>
        </article>
      ) : null}
      {sms ? (
        <article lang={sms.language}>
          <span className="dim small">{t('channel_sms')}</span>
          <p>{sms.text}</p>
        </article>
      ) : null}
    </section>
  )
}

/** What the workflow would do for a real record, as sentences. */
function TestRun({ definition }: { definition: Definition }) {
  const t = useT(texts)
  const can = useCan()
  const test = useAct(workflowRoutes.test, [], { shown: true })
  const subject = TRIGGERS[definition.trigger]
  if (!can(TESTED[subject])) return null
  const answer = test.data?.data
  return (
    <section className={classes.test}>
      <header>
        <Heading level={2}>{t('test')}</Heading>
        <span className="dim small">{t('test_hint')}</span>
      </header>
      <RecordSearch
        key={subject}
        subject={subject}
        onPick={({ _id }) => test.mutate({ body: { definition, [`${subject}_id`]: _id } })}
      />
      {test.error ? <Refusal>{test.error.message}</Refusal> : null}
      {answer ? (
        <p>
          <b>{answer.about}</b> {answer.code ? <span className={classes.code}>{answer.code}</span> : null}
        </p>
      ) : null}
      <ul className={classes.lines} aria-live="polite">
        {answer?.lines.map((line) => (
          <li key={line.path} data-inner={line.path.includes('.') || undefined}>
            {line.ok ? <IconCircleCheck size={18} aria-hidden /> : <IconCircleX size={18} aria-hidden />}
            <div>
              {line.says}
              {line.message ? <MessageToRead message={line.message} /> : null}
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Runs that the page of a workflow shows. */
const NEWEST = 10

/** The newest runs of a workflow, with the way to all of them. Only a failed one is tinted. */
function Runs({ id }: { id: string }) {
  const t = useT(texts)
  const language = useLanguage()
  const { organisation } = useAccount()
  const progress = useProgress()
  const result = useQuery(queryOf(workflowRoutes.listRuns, { query: { workflow_id: id } }))
  const items = result.data?.items.slice(0, NEWEST) ?? []
  const total = result.data?.meta.total ?? 0
  return (
    <section className={classes.runs}>
      <Heading level={2}>{t('runs')}</Heading>
      {result.data && total === 0 ? <p className="dim">{t('no_runs')}</p> : null}
      <ul>
        {items.map((run) => (
          <li key={run._id} data-failed={run.state === 'failed' || undefined}>
            <DateText value={run.started_at} zone={organisation.time_zone} time weekday={false} />
            <About run={run} />
            <RunBadge state={run.state} />
            <span className={classes.says}>{progress(run)}</span>
            <RunActs run={run} />
          </li>
        ))}
      </ul>
      {total > items.length ? (
        <Link to="/admin/workflow/runs" search={{ workflow_id: id }}>
          {t('all_runs', { count: total, total: formatCount(total, language) })}
        </Link>
      ) : null}
    </section>
  )
}

function Builder({ workflow }: { workflow: Workflow | undefined }) {
  const t = useT(texts)
  const first = useFirstField<HTMLDivElement>(workflow === undefined)
  const can = useCan()
  const navigate = useNavigate()
  const options = useQuery(queryOf(workflowRoutes.options, {}))
  const [name, setName] = useState(workflow?.name ?? t('new_name'))
  const [definition, setDefinition] = useState(workflow ? definitionOf(workflow) : FRESH)
  const [saved, setSaved] = useState({ name, definition })
  const [refusal, setRefusal] = useState<string>()
  // Of the saved definition, and of the one that was refused. A change makes the places stale.
  const [gone, setGone] = useState<readonly string[]>(workflow?.gone ?? [])
  const [removing, setRemoving] = useState(false)
  const builder = useRef<HTMLDivElement>(null)
  const create = useAct(workflowRoutes.create, STALE, { shown: true })
  const update = useAct(workflowRoutes.update, STALE, { shown: true })
  const remove = useAct(workflowRoutes.remove, STALE)
  const mayEdit = can(workflow ? 'workflows.update' : 'workflows.create')
  const isDirty = name !== saved.name || JSON.stringify(definition) !== JSON.stringify(saved.definition)

  const attempt = async (act: () => Promise<unknown>, done: string) => {
    setRefusal(undefined)
    try {
      await act()
      toastDone({ message: done })
    } catch (error) {
      const fields = error instanceof ApiError ? error.fields : []
      setGone(fields.filter(({ code }) => code === 'not_found').map(({ field }) => field))
      const said = fields.length > 0 ? new Set(fields.map(({ message }) => message)) : undefined
      const message = error instanceof Error ? error.message : String(error)
      setRefusal(said ? [message, ...said].join(' ') : message)
    }
  }
  const save = () => {
    const unset = builder.current?.querySelector<HTMLElement>('[data-empty="unset"]')
    if (unset) {
      unset.focus()
      setRefusal(t('unset'))
      return
    }
    return attempt(async () => {
      if (workflow) {
        const isOther = JSON.stringify(definition) !== JSON.stringify(saved.definition)
        const body = { ...(name !== saved.name && { name }), ...(isOther && { definition }) }
        await update.mutateAsync({ params: { id: workflow._id }, body })
        setSaved({ name, definition })
        return
      }
      const { data } = await create.mutateAsync({ body: { name, ...definition } })
      setSaved({ name, definition })
      void navigate({ to: '/admin/workflow/$id', params: { id: data._id }, replace: true, ignoreBlocker: true })
    }, t('saved'))
  }

  const unsaved = isDirty ? t('unsaved') : undefined
  if (options.error && !options.data)
    return <LoadFailed message={options.error.message} onRetry={() => void options.refetch()} />
  if (!options.data) return <Scaffold rows={6} />
  return (
    <>
      <PageGuard hasChanges={() => isDirty} />
      <PageHeader
        breadcrumbs={false}
        compact
        title={saved.name}
        badges={
          workflow ? (
            <ToneBadge tone={workflow.enabled ? 'ok' : 'mute'}>{t(workflow.enabled ? 'on' : 'off')}</ToneBadge>
          ) : undefined
        }
        note={workflow ? t('runs_since', { total: workflow.runs.total, failed: workflow.runs.failed }) : undefined}
        actions={
          <>
            {workflow && can('workflows.delete') ? (
              <Button
                variant="subtle"
                color="red"
                leftSection={<IconTrash size={17} />}
                onClick={() => setRemoving(true)}
              >
                {t('remove')}
              </Button>
            ) : null}
            {workflow && mayEdit ? (
              <WhyNot reason={unsaved}>
                {(off) => (
                  <Button
                    variant="default"
                    onClick={() =>
                      void attempt(
                        () =>
                          update.mutateAsync({ params: { id: workflow._id }, body: { enabled: !workflow.enabled } }),
                        t(workflow.enabled ? 'turned_off' : 'turned_on'),
                      )
                    }
                    {...off}
                  >
                    {t(workflow.enabled ? 'turn_off' : 'turn_on')}
                  </Button>
                )}
              </WhyNot>
            ) : null}
            {mayEdit ? (
              <Button
                data-saves
                disabled={!isDirty && workflow !== undefined}
                loading={create.isPending || update.isPending}
                onClick={() => void save()}
              >
                {t('save')}
              </Button>
            ) : null}
          </>
        }
      />
      {refusal ? <Refusal className={classes.refusal}>{refusal}</Refusal> : null}
      {workflow?.hindrance ? (
        <Refusal role="note">
          {workflow.author ? t(workflow.hindrance, { name: workflow.author.name }) : t('author_gone_unknown')}{' '}
          {mayEdit ? (
            <WhyNot reason={unsaved}>
              {(off) => (
                <Button
                  variant="default"
                  size="compact-sm"
                  onClick={() =>
                    void attempt(
                      () => update.mutateAsync({ params: { id: workflow._id }, body: { enabled: true } }),
                      t('taken_over'),
                    )
                  }
                  {...off}
                >
                  {t('take_over')}
                </Button>
              )}
            </WhyNot>
          ) : null}
        </Refusal>
      ) : null}
      <div ref={builder} className={classes.builder}>
        <div ref={first}>
          {mayEdit ? (
            <TextInput
              className={classes.name ?? ''}
              label={t('name')}
              value={name}
              maxLength={120}
              // What is typed replaces the name that was proposed.
              onFocus={({ currentTarget }) => {
                if (!workflow && name === saved.name) currentTarget.select()
              }}
              onChange={(event) => setName(event.currentTarget.value)}
            />
          ) : null}
          <Sentence
            definition={definition}
            options={options.data}
            readOnly={!mayEdit}
            gone={gone}
            onChange={(next) => {
              setGone(stillGone(gone, definition, next))
              setDefinition(next)
            }}
          />
          {workflow ? <Runs id={workflow._id} /> : null}
        </div>
        {mayEdit && definition.steps.length > 0 ? <TestRun definition={definition} /> : null}
      </div>
      {removing && workflow ? (
        <RemovalDialog
          route={workflowRoutes.remove}
          id={workflow._id}
          busy={remove.isPending}
          name={saved.name}
          title={t('remove_question', { name: saved.name })}
          action={t('remove')}
          onConfirm={() =>
            void remove
              .mutateAsync({ params: { id: workflow._id } })
              .then(() => {
                toastDone({ message: t('removed') })
                void navigate({ to: '/admin/workflow', ignoreBlocker: true })
              })
              .catch(() => undefined)
              .finally(() => setRemoving(false))
          }
          onClose={() => setRemoving(false)}
        >
          <p>{t('remove_text')}</p>
        </RemovalDialog>
      ) : null}
    </>
  )
}

/** `/admin/workflow/{id}`: a workflow as a sentence, with its test run and its runs. */
export function BuilderPage() {
  const { id = 'new' } = useParams({ strict: false })
  const queries = useQueryClient()
  const isNew = id === 'new'
  const result = useQuery({
    ...queryOf(workflowRoutes.get, { params: { id } }),
    placeholderData: undefined,
    enabled: !isNew,
  })
  useLive('workflows.changed', () => void refetchAll(queries, [workflowRoutes.listRuns, workflowRoutes.get]))
  if (isNew) return <Builder key="new" workflow={undefined} />
  if (result.error && !result.data)
    return <LoadFailed message={result.error.message} onRetry={() => void result.refetch()} />
  return result.data ? <Builder key={id} workflow={result.data} /> : <Scaffold rows={6} />
}
