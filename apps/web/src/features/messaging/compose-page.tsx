import { Button, Menu, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { authorizationRoutes } from '@shiloh/contract/authorization'
import type { Language } from '@shiloh/contract/core'
import { filterForm } from '@shiloh/contract/lists'
import {
  AGAIN_RESULTS,
  type BulkMessageDetail,
  bulkMessageRoutes,
  EVERY_STATUS,
  type MessagePreview,
  TOLD_STATUSES,
  type WriteAgain,
} from '@shiloh/contract/messaging/bulk'
import { type MessageChannel, type MessageTexts, withoutUnknown } from '@shiloh/contract/messaging/fields'
import { messageTemplateRoutes } from '@shiloh/contract/messaging/templates'
import { reservationRoutes } from '@shiloh/contract/reservations/reservations'
import { formatCount, formatDay, formatMoney, formatTime } from '@shiloh/contract/text/format'
import { IconCalendarClock, IconSend, IconTemplate, IconTrash } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link, Navigate, useNavigate, useSearch } from '@tanstack/react-router'
import { Suspense, useEffect, useRef, useState } from 'react'
import { useAccount, useCan } from '#platform/account'
import { call } from '#platform/api'
import { ApiError } from '#platform/client'
import { useCurrentEvent } from '#platform/current-event'
import { useLanguage, useT } from '#platform/i18n'
import { lazyPart } from '#platform/lazy-part'
import { listSearch } from '#platform/list-search'
import { queryOf, useAct } from '#platform/queries'
import { WhyNot } from '#ui/base/why-not'
import { ConfirmDialog } from '#ui/feedback/error-dialog'
import { showFailure } from '#ui/feedback/failure'
import { LoadFailed } from '#ui/feedback/page-states'
import { Scaffold } from '#ui/feedback/scaffold'
import { toastDone } from '#ui/feedback/toast'
import { useFocused } from '#ui/form/first-field'
import { NOT_SAVED } from '#ui/form/not-saved'
import { PageGuard } from '#ui/form/page-guard'
import { useListAddress } from '#ui/list/list-address'
import { ListFilters } from '#ui/list/list-filters'
import type { Filter } from '#ui/list/list-types'
import { PageHeader } from '#ui/shell/page-header'
import { userFilters } from '../authorization/index.ts'
import { useReservationFilters } from '../reservations/index.ts'
import { ChannelFields } from './channel-fields.tsx'
import classes from './compose.module.css'
import { ReaderView } from './reader-view.tsx'
import { Selection } from './selection.tsx'
import { texts } from './texts.ts'
import { TextsEditor } from './texts-editor.tsx'
import { useDraft } from './use-draft.ts'
import { useSums } from './use-sums.ts'

const ScheduleForm = lazyPart(() =>
  import('./schedule-form.tsx').then(({ ScheduleForm: component }) => ({ default: component })),
)

/** Milliseconds after the last key until the preview is asked for. */
const SETTLED_MS = 500

/** What the server refused, by field. */
const problemsOf = (error: Error | null): Readonly<Record<string, string>> =>
  error instanceof ApiError ? Object.fromEntries(error.fields.map(({ field, message }) => [field, message])) : {}

/** Returns the address of a draft: its audience is written as in the address of the list. */
const addressOf = ({ _id, audience, event, ids, filter, again }: BulkMessageDetail): Record<string, string> => ({
  ...Object.fromEntries(Object.entries(filter ?? {}).map(([key, value]) => [key, String(value)])),
  ...(ids && { ids: ids.join(',') }),
  ...(again && { again_of: again.message_id, again_result: again.result }),
  ...(audience === 'users' ? { to: 'people' } : event && { event_id: event._id }),
  draft: _id,
})

/** The people of an earlier message to whom the address narrows it. */
const againOf = ({ again_of, again_result }: Readonly<Record<string, string | undefined>>): WriteAgain | undefined => {
  const result = AGAIN_RESULTS.find((one) => one === again_result)
  return again_of && result ? { message_id: again_of, result } : undefined
}

/** `/admin/messages/new`: a new message, or the draft that the address names. */
export function ComposePage() {
  const navigate = useNavigate()
  const [opened] = useState(listSearch(useSearch({ strict: false })).draft)
  const [isPlaced, setPlaced] = useState(false)
  const { data, error, isFetchedAfterMount, refetch } = useQuery({
    ...queryOf(bulkMessageRoutes.getBulkMessage, { params: { id: opened ?? '' } }),
    enabled: opened !== undefined && !isPlaced,
    // What was read before can be older than the last save.
    refetchOnMount: 'always',
  })
  const draft = isFetchedAfterMount ? data : undefined
  useEffect(() => {
    if (draft?.status !== 'draft' || isPlaced) return
    void navigate({ to: '.', search: addressOf(draft), replace: true }).then(() => setPlaced(true))
  }, [draft, isPlaced, navigate])
  if (opened === undefined) return <Composer />
  if (draft && isPlaced) return <Composer draft={draft} />
  if (draft && draft.status !== 'draft') return <Navigate to="/admin/messages/$id" params={{ id: draft._id }} replace />
  if (error && isFetchedAfterMount) return <LoadFailed message={error.message} onRetry={() => void refetch()} />
  return <Scaffold kind="list" rows={8} />
}

/** Who, how and what, with the reader's view beside it. The address is that of the list. */
function Composer({ draft }: { draft?: BulkMessageDetail }) {
  const t = useT(texts)
  const sumsOf = useSums()
  const zone = useAccount().organisation.time_zone
  const language = useLanguage()
  const can = useCan()
  const navigate = useNavigate()
  const search = listSearch(useSearch({ strict: false }))
  const toPeople = search.to === 'people'
  const { event } = useCurrentEvent()
  const reservationFilters = useReservationFilters(event?._id).filter(({ key }) => key !== 'event_id')
  const filters: readonly Filter[] = toPeople ? userFilters : reservationFilters
  const address = useListAddress(filters.map(({ key }) => key))
  const ids = search.ids?.split(',').filter((id) => id !== '')
  const [name, setName] = useState(draft?.name ?? '')
  const focused = useFocused(name === '')
  const [channels, setChannels] = useState<readonly MessageChannel[]>(draft?.channels ?? ['app', 'mail'])
  const [written, setWritten] = useState<MessageTexts>(draft?.texts ?? {})
  const [needed, setNeeded] = useState(draft?.needed ?? false)
  const [startsAt, setStartsAt] = useState(draft?.starts_at ?? null)
  const [isTouched, setTouched] = useState(false)
  const [discarding, setDiscarding] = useState(false)
  const [asking, setAsking] = useState(false)
  const [at, setAt] = useState(0)
  const [readerId, setReaderId] = useState<string>()
  const [readerLanguage, setReaderLanguage] = useState<Language>()
  const [problems, setProblems] = useState<Readonly<Record<string, string>>>({})
  const [scheduling, setScheduling] = useState(false)
  const isSent = useRef(false)

  // Without one, everybody would be written to in place of the selection.
  const hasFilter = Boolean(address.search) || Object.values(address.filters).some((value) => value !== undefined)
  const eventId = toPeople ? null : (search.event_id ?? event?._id)
  const again = againOf(search)
  const audience = {
    ...(ids?.length ? { ids } : { filter: { ...address.filters, ...(address.search && { search: address.search }) } }),
    ...(again && { again }),
  }
  const whom = JSON.stringify({ eventId, audience })
  const [firstWhom] = useState(whom)
  // A look at how many there are is no draft yet.
  const hasBegun = isTouched || (draft !== undefined && whom !== firstWhom)
  const canKeep = can('messages.read')
  const kept = useDraft(
    draft?._id,
    hasBegun && canKeep && eventId !== undefined
      ? { eventId, body: { ...audience, name, channels: [...channels], texts: written, needed, starts_at: startsAt } }
      : undefined,
  )
  const isKept = draft !== undefined || kept.savedAt !== undefined
  useEffect(() => {
    // The page can be opened again where it was left.
    if (kept.savedAt && search.draft !== kept.id)
      void navigate({ to: '.', search: (old: Record<string, unknown>) => ({ ...old, draft: kept.id }), replace: true })
  }, [kept.savedAt, kept.id, search.draft, navigate])
  const asked = {
    ...audience,
    channels: [...channels],
    // What is wrong with a text is said at the text. Who gets it is counted without its unknown fields.
    texts: withoutUnknown(written, !toPeople),
    needed,
    at,
    reader_id: readerId,
    language: readerLanguage,
  }
  const [settled] = useDebouncedValue(JSON.stringify({ eventId, asked }), SETTLED_MS)
  const preview = useQuery<MessagePreview>({
    queryKey: [bulkMessageRoutes.previewPeopleMessage.path, settled],
    queryFn: ({ signal }) => {
      const { eventId: event_id, asked: body } = JSON.parse(settled)
      return event_id === null
        ? call(bulkMessageRoutes.previewPeopleMessage, { body, signal })
        : call(bulkMessageRoutes.previewReservationsMessage, { params: { event_id }, body, signal })
    },
    // What is settled may be from before the current event was known.
    enabled: JSON.parse(settled).eventId !== undefined,
    placeholderData: keepPreviousData,
  })
  const templates = useQuery({
    ...queryOf(messageTemplateRoutes.listMessageTemplates, { query: { page_size: 500 } }),
    enabled: can('messages.read'),
  })
  const shownTemplates = templates.data?.items ?? []
  const use = (template: (typeof shownTemplates)[number]) => {
    setTouched(true)
    setWritten(template.texts)
    setChannels(template.channels)
    setNeeded(template.needed)
    if (name === '') setName(template.name)
  }
  const { template: wanted } = search
  const given = shownTemplates.find(({ _id }) => _id === wanted)
  const used = useRef<string>(undefined)
  useEffect(() => {
    if (!given || used.current === given._id) return
    used.current = given._id
    setWritten(given.texts)
    setChannels(given.channels)
    setNeeded(given.needed)
    setName(given.name)
  }, [given])

  const stale = [bulkMessageRoutes.listBulkMessages]
  const toReservations = useAct(bulkMessageRoutes.messageReservations, stale, { shown: true })
  const toList = useAct(bulkMessageRoutes.messagePeople, stale, { shown: true })
  const testReservation = useAct(bulkMessageRoutes.testReservationsMessage, [], { shown: true })
  const testPerson = useAct(bulkMessageRoutes.testPeopleMessage, [], { shown: true })
  const busy = toReservations.isPending || toList.isPending

  /** Shows what the server refused at its field. */
  const refuse = (error: unknown) => {
    if (!(error instanceof ApiError)) throw error
    setProblems(problemsOf(error))
    showFailure(error.fields[0]?.message ?? error.message)
  }
  /** Returns whether it has a name, and asks for one at its field. */
  const hasName = (): boolean => {
    if (name.trim() !== '') return true
    setProblems({ name: t('needs_name') })
    showFailure(t('needs_name'))
    return false
  }
  /** Returns the id of the message. @throws ApiError for a time that is refused: its field is in a drawer */
  const store = async (starts_at?: string): Promise<string | undefined> => {
    setProblems({})
    const { at: _, reader_id: __, language: ___, ...message } = asked
    await kept.close()
    const body = {
      ...message,
      texts: written,
      name,
      ...(starts_at && { starts_at }),
      ...(canKeep && (draft || hasBegun) && { draft_id: kept.id }),
    }
    try {
      const made = eventId
        ? await toReservations.mutateAsync({ params: { event_id: eventId }, body })
        : await toList.mutateAsync({ body })
      isSent.current = true
      return made.data._id
    } catch (error) {
      kept.reopen()
      if (starts_at && error instanceof ApiError && error.fields.some(({ field }) => field === 'starts_at')) throw error
      refuse(error)
      return undefined
    }
  }
  const open = (id: string) => navigate({ to: '/admin/messages/$id', params: { id } })
  const send = async (starts_at?: string) => {
    try {
      const id = await store(starts_at)
      if (id) await open(id)
    } catch (error) {
      refuse(error)
    }
  }
  const scheduled = useRef<string>(undefined)
  const test = async () => {
    setProblems({})
    const body = { ...asked, texts: written }
    try {
      const { data } = eventId
        ? await testReservation.mutateAsync({ params: { event_id: eventId }, body })
        : await testPerson.mutateAsync({ body })
      const sent = data.sent.map((channel) => t(`channel_${channel}`)).join(', ')
      toastDone({ message: sent === '' ? t('test_nothing') : t('test_sent', { channels: sent }) })
    } catch (error) {
      refuse(error)
    }
  }

  const discardDraft = useAct(bulkMessageRoutes.discardDraft, stale)
  const discard = async () => {
    await kept.close()
    try {
      await discardDraft.mutateAsync({ params: { id: kept.id } })
    } catch (error) {
      kept.reopen()
      throw error
    }
    isSent.current = true
    toastDone({ message: t('discarded') })
    await navigate({ to: '/admin/messages' })
  }

  const { data } = preview
  const people = data?.people ?? 0
  /** Why nothing can be sent: to anybody, or yet. */
  const offReason = (): string | undefined => {
    if (eventId === undefined) return t('choose_event')
    if (channels.length === 0) return t('needs_channel')
    if (!data) return preview.error?.message ?? t('counting')
    return people === 0 ? t('nobody') : undefined
  }
  const sendReason = (): string | undefined => {
    const reason = offReason()
    if (reason !== undefined || !data || data.reached > 0) return reason
    return t(data.left_out.every((one) => one.reason === 'no_text') ? 'nothing_written' : 'reaches_nobody')
  }
  const hasChanges = () => !isSent.current && (canKeep ? kept.isLost() : Object.keys(written).length > 0)
  const sums = sumsOf(data, channels)
  const smsCost =
    data && data.sms_parts > 0
      ? [
          t('tick_parts', { parts: data.sms_parts }),
          ...(data.sms_cost
            ? [t('sum_cost', { amount: formatMoney(data.sms_cost.amount, data.sms_cost.currency, language) })]
            : []),
        ].join(', ')
      : undefined
  // Without a status, a message goes to reservations that count.
  const countsOnly = !toPeople && !again && address.filters.status === undefined
  const listSearchOf = {
    ...address.filters,
    ...(address.search && { search: address.search }),
    ...(countsOnly && { status: TOLD_STATUSES.join(',') }),
  }
  // A time that was chosen before something else was refused. It can have passed since.
  const later = startsAt !== null && new Date(startsAt) > new Date() ? startsAt : undefined
  const whenOf = (time: string) => `${formatDay(time, language, zone)}, ${formatTime(time, language, zone)}`
  const state = kept.failed
    ? t('draft_failed')
    : kept.savedAt
      ? t('draft_saved', { time: formatTime(kept.savedAt.toISOString(), language, zone) })
      : draft && t('draft')
  return (
    <div className={classes.page}>
      <PageGuard hasChanges={hasChanges} />
      <PageHeader
        breadcrumbs={false}
        compact
        title={name || t('new_message')}
        note={<span aria-live="polite">{state}</span>}
        actions={
          <>
            {isKept ? (
              <Button
                variant="subtle"
                color="red"
                leftSection={<IconTrash size={18} />}
                onClick={() => setDiscarding(true)}
              >
                {t('discard')}
              </Button>
            ) : null}
            <Menu position="bottom-end" shadow="md">
              <Menu.Target>
                <Button variant="default" leftSection={<IconTemplate size={18} />}>
                  {t('use_template')}
                </Button>
              </Menu.Target>
              <Menu.Dropdown className={classes.menu ?? ''}>
                {shownTemplates.length === 0 ? <Menu.Label>{t('no_templates')}</Menu.Label> : null}
                {shownTemplates.map((template) => (
                  <Menu.Item key={template._id} onClick={() => use(template)}>
                    {template.name}
                    {template.purpose ? <div className="dim small">{template.purpose}</div> : null}
                  </Menu.Item>
                ))}
              </Menu.Dropdown>
            </Menu>
          </>
        }
      />
      <div className={classes.columns}>
        <div>
          <section className={classes.row}>
            <h2>{t('who')}</h2>
            <div>
              {again ? (
                <p className={classes.count}>
                  {t(`again_${again.result}`, { name: data?.again ?? '…' })}
                  {hasFilter ? (
                    <Button
                      variant="subtle"
                      size="compact-sm"
                      onClick={() =>
                        void navigate({
                          to: '.',
                          search: { ...search, again_of: undefined, again_result: undefined },
                          replace: true,
                        })
                      }
                    >
                      {t('forget_selection')}
                    </Button>
                  ) : null}
                </p>
              ) : null}
              {ids?.length ? (
                <p className={classes.count}>
                  <Selection ids={ids} ofPeople={toPeople} />
                  {hasFilter ? (
                    <Button
                      variant="subtle"
                      size="compact-sm"
                      onClick={() => void navigate({ to: '.', search: { ...search, ids: undefined }, replace: true })}
                    >
                      {t('forget_selection')}
                    </Button>
                  ) : null}
                </p>
              ) : (
                <ListFilters
                  search={address.search}
                  onSearch={(words) => address.change({ search: words })}
                  filters={filters}
                  formOf={(key) =>
                    filterForm(
                      toPeople ? authorizationRoutes.listUsers.query : reservationRoutes.listReservations.query,
                      key,
                    )
                  }
                  values={address.filters}
                  onChange={(key, value) => address.change({ [key]: value })}
                  standing={
                    countsOnly
                      ? { words: t('only_counting'), onRemove: () => address.change({ status: EVERY_STATUS }) }
                      : undefined
                  }
                />
              )}
              {eventId === undefined ? (
                <p>{t('choose_event')}</p>
              ) : preview.error && !data ? (
                <LoadFailed message={preview.error.message} onRetry={() => void preview.refetch()} />
              ) : (
                <p className={classes.count} aria-live="polite">
                  <b className="num">{data ? formatCount(people, language) : '…'}</b>
                  {toPeople
                    ? t('people_of_list', { count: people })
                    : t('people_of', { count: people, event: event?.name ?? '' })}
                  {toPeople ? (
                    <Link to="/admin/users" search={listSearchOf}>
                      {t('see_list')}
                    </Link>
                  ) : (
                    <Link to="/admin/reservations" search={{ ...listSearchOf, event_id: eventId ?? undefined }}>
                      {t('see_list')}
                    </Link>
                  )}
                </p>
              )}
              {data && people > 0 ? (
                <ul className={classes.notes}>
                  {data.left_out.map(({ channel, reason, people: count }) => (
                    <li key={`${channel} ${reason}`}>
                      {t(`channel_${channel}`)}: {t(`left_${reason}`, { channel, count })}
                    </li>
                  ))}
                  {data.reached < people ? <li>{t('unreached', { count: people - data.reached })}</li> : null}
                </ul>
              ) : null}
            </div>
          </section>
          <ChannelFields
            channels={channels}
            onChannels={(next) => {
              if (isKept) setTouched(true)
              setChannels(next)
            }}
            people={data?.channels}
            smsCost={smsCost}
            needed={needed}
            onNeeded={(next) => {
              if (isKept) setTouched(true)
              setNeeded(next)
            }}
          />
          <section className={classes.row}>
            <h2>{t('what')}</h2>
            <div>
              <TextInput
                ref={focused}
                className={classes.name ?? ''}
                label={t('name')}
                required
                description={t('name_hint')}
                value={name}
                error={problems['name']}
                maxLength={120}
                onChange={({ currentTarget: { value } }) => {
                  setTouched(true)
                  setName(value)
                }}
              />
              <TextsEditor
                value={written}
                onChange={(next) => {
                  setTouched(true)
                  setProblems({})
                  setWritten(next)
                }}
                channels={channels}
                withReservation={!toPeople}
                readers={data?.languages ?? {}}
                sms={data?.reader?.sms ?? undefined}
                errors={{ ...problemsOf(preview.error), ...problems }}
              />
            </div>
          </section>
        </div>
        <ReaderView
          preview={data}
          channels={channels}
          language={readerLanguage}
          onLanguage={setReaderLanguage}
          onAt={(next) => {
            setReaderId(undefined)
            setAt(next)
          }}
          readerId={readerId}
          onReader={setReaderId}
        />
      </div>
      <footer className={classes.foot} data-bottom-bar>
        {sums.map((sum) => (
          <span key={sum}>{sum}</span>
        ))}
        {later ? <span>{t('starts_at', { when: whenOf(later) })}</span> : null}
        <div>
          <WhyNot reason={offReason()}>
            {(off) => (
              <Button
                variant="default"
                loading={testReservation.isPending || testPerson.isPending}
                onClick={() => void test()}
                {...off}
              >
                {t('test')}
              </Button>
            )}
          </WhyNot>
          <WhyNot reason={offReason()}>
            {(off) => (
              <Button
                variant="default"
                leftSection={<IconCalendarClock size={18} />}
                onClick={() => hasName() && setScheduling(true)}
                {...off}
              >
                {t('schedule')}
              </Button>
            )}
          </WhyNot>
          <WhyNot reason={sendReason()}>
            {(off) => (
              <Button
                data-saves
                leftSection={<IconSend size={18} />}
                loading={busy}
                onClick={() => hasName() && setAsking(true)}
                {...off}
              >
                {t('send', { count: data?.reached ?? 0 })}
              </Button>
            )}
          </WhyNot>
        </div>
      </footer>
      {scheduling ? (
        <Suspense>
          <ScheduleForm
            title={t('schedule_title')}
            value={startsAt ?? ''}
            onClose={() => {
              setScheduling(false)
              if (scheduled.current) void open(scheduled.current)
            }}
            onChosen={async (when) => {
              setTouched(true)
              scheduled.current = await store(when)
              setStartsAt(when)
              if (scheduled.current) return
              // What was refused is on the page.
              setScheduling(false)
              return NOT_SAVED
            }}
          />
        </Suspense>
      ) : null}
      <ConfirmDialog
        opened={asking}
        busy={busy}
        title={t('send', { count: data?.reached ?? 0 })}
        action={t(later ? 'send_then' : 'send_now')}
        onConfirm={() => {
          setAsking(false)
          void send(later)
        }}
        onClose={() => setAsking(false)}
      >
        <p>{sums.join(', ')}</p>
        {later ? (
          <>
            <p>{t('send_then_text', { when: whenOf(later) })}</p>
            <Button
              variant="default"
              size="compact-sm"
              onClick={() => {
                setTouched(true)
                setStartsAt(null)
              }}
            >
              {t('forget_time')}
            </Button>
          </>
        ) : (
          <p>{t('send_text')}</p>
        )}
      </ConfirmDialog>
      <ConfirmDialog
        opened={discarding}
        danger
        busy={discardDraft.isPending}
        title={t('discard_question')}
        action={t('discard')}
        onConfirm={() => void discard()}
        onClose={() => setDiscarding(false)}
      >
        <p>{t('discard_text')}</p>
      </ConfirmDialog>
    </div>
  )
}
