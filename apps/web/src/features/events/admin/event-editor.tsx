import { zodResolver } from '@hookform/resolvers/zod'
import { Button, Tabs } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import type { EditConflict } from '@shiloh/contract/error-data'
import { type AdminEvent, adminEventRoutes } from '@shiloh/contract/events/events'
import { IconAlertCircle, IconChartBar, IconCopy, IconExternalLink } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useMemo, useRef, useState } from 'react'
import { FormProvider, type Path, type Resolver, useForm, useFormContext } from 'react-hook-form'
import { useAccount, useCan } from '#platform/account'
import { call } from '#platform/api'
import { ApiError } from '#platform/client'
import { conflictOf, fieldCode, type Losses, lossesOf, NO_LOSSES, splitFailure } from '#platform/form-errors'
import { useT } from '#platform/i18n'
import { keyOf, useAct } from '#platform/queries'
import { StatusBadge } from '#ui/base/status-badge'
import { DateRange } from '#ui/base/values'
import { ConfirmDialog } from '#ui/feedback/error-dialog'
import { toastDone } from '#ui/feedback/toast'
import { BedLosses } from '#ui/form/bed-losses'
import { DateSetup } from '#ui/form/date-setup'
import { EditConflictNote } from '#ui/form/edit-conflict'
import { LeaveGuard } from '#ui/form/leave-guard'
import { PageHeader } from '#ui/shell/page-header'
import { HistoryLink } from '../../insight/index.ts'
import classes from './editor.module.css'
import { type Act, ActDialog, useActs } from './event-acts.tsx'
import { eventKey } from './queries.ts'
import { Changes, Publishing, useChanges } from './side.tsx'
import { BasicsTab } from './tab-basics.tsx'
import { DatesTab } from './tab-dates.tsx'
import { LodgingTab } from './tab-lodging.tsx'
import { MealsTab, ProductsTab, SpeakersTab } from './tab-offers.tsx'
import { PricesTab } from './tab-prices.tsx'
import { ProgrammeTab } from './tab-programme.tsx'
import { QuestionsTab } from './tab-questions.tsx'
import { isTab, TABS, type Tab, tabOf } from './tabs.ts'
import { texts } from './texts.ts'
import {
  changedKeys,
  type EventBody,
  type EventInput,
  editorSchema,
  freshInput,
  partOf,
  tidy,
  toInput,
} from './values.ts'

const bySchema = zodResolver(editorSchema, { error: (issue) => fieldCode(issue) })
const resolver: Resolver<EventInput, unknown, EventBody> = (values, context, options) =>
  bySchema(tidy(values), context, options)

/** The names of everything that is wrong, as the server writes them. */
function errorNames(errors: object): string[] {
  return Object.entries(errors).flatMap(([name, error]: [string, unknown]) => {
    if (typeof error !== 'object' || error === null) return []
    if ('message' in error && typeof error.message === 'string') return [name]
    return errorNames(error).map((inner) => `${name}.${inner}`)
  })
}

/** The line of tabs; what is wrong in one is said at it. */
function TabLine({ tab, wide, missing }: { tab: Tab; wide: boolean; missing: ReadonlySet<Tab> }) {
  const t = useT(texts)
  const { formState } = useFormContext<EventInput>()
  const wrong = new Set(errorNames(formState.errors).flatMap((name) => tabOf(name) ?? []))
  const line = useRef<HTMLDivElement>(null)
  // On a phone not all of them fit: the one that is open does.
  useEffect(() => {
    line.current?.querySelector(`[data-tab="${tab}"]`)?.scrollIntoView({ block: 'nearest', inline: 'center' })
  }, [tab])
  return (
    <Tabs.List ref={line} className={classes.tabList ?? ''} aria-label={t('tabs')}>
      {TABS.filter((one) => one !== 'publish' || !wide).map((one) => {
        const isWrong = wrong.has(one) || missing.has(one)
        return (
          <Tabs.Tab
            key={one}
            value={one}
            data-tab={one}
            className={classes.tab ?? ''}
            data-wrong={isWrong || undefined}
          >
            {t(`tab_${one}`)}
            {isWrong ? (
              <span className={classes.tabMark} role="img" aria-label={t('tab_has_errors')}>
                <IconAlertCircle size={16} stroke={1.75} />
              </span>
            ) : null}
          </Tabs.Tab>
        )
      })}
    </Tabs.List>
  )
}

/** On narrow pages what is not saved and the way to save it stay in reach. */
function SaveBar({
  saved,
  isNew,
  busy,
  onDiscard,
}: {
  saved: EventInput
  isNew: boolean
  busy: boolean
  onDiscard: () => void
}) {
  const t = useT(texts)
  const changes = useChanges(saved)
  if (changes.length === 0 && !isNew) return null
  return (
    <div className={classes.bar} data-no-print>
      <span className="small" role="status">
        {changes.length > 0 ? t('changes', { count: changes.length }) : ''}
      </span>
      {isNew ? null : (
        <Button variant="subtle" color="gray" onClick={onDiscard}>
          {t('discard')}
        </Button>
      )}
      <Button type="submit" loading={busy}>
        {t(isNew ? 'save_draft' : 'save_changes')}
      </Button>
    </div>
  )
}

/** Publishing hears of changes as they are typed; the tabs beside it do not have to be drawn for that. */
function LivePublishing({
  saved,
  ...props
}: Omit<Parameters<typeof Publishing>[0], 'hasChanges'> & { saved: EventInput }) {
  return <Publishing {...props} hasChanges={useChanges(saved).length > 0} />
}

/** An event in all its parts: a new one, or one that stands. */
export function EventEditor({ event }: { event?: AdminEvent }) {
  const t = useT(texts)
  const can = useCan()
  const account = useAccount()
  const navigate = useNavigate()
  const queries = useQueryClient()
  const acts = useActs()
  const wide = useMediaQuery('(min-width: 75em)', undefined, { getInitialValueInEffect: false }) === true
  const search: { tab?: unknown } = useSearch({ strict: false })
  const asked: Tab = isTab(search.tab) ? search.tab : 'basics'
  const tab: Tab = asked === 'publish' && wide ? 'basics' : asked

  const [saved, setSaved] = useState(() => (event ? toInput(event) : freshInput(account)))
  const [act, setAct] = useState<Act>()
  const [discarding, setDiscarding] = useState(false)
  const [refusal, setRefusal] = useState<string>()
  const [losses, setLosses] = useState<Losses>(NO_LOSSES)
  const [conflict, setConflict] = useState<EditConflict>()
  /** The version that `saved` shows: what is saved later was begun with it. */
  const version = useRef(event?.version)
  /** A field that is to be shown as soon as its tab is. */
  const [toShow, setToShow] = useState<{ tab: Tab; field: string | undefined }>()
  const panel = useRef<HTMLDivElement>(null)
  const left = useRef(false)
  const form = useForm<EventInput, unknown, EventBody>({
    defaultValues: saved,
    resolver,
    mode: 'onSubmit',
    shouldFocusError: false,
  })
  const { isSubmitting } = form.formState

  // Somebody else saved, or a picture was set: what is not changed here follows.
  useEffect(() => {
    if (!event) return
    const next = toInput(event)
    setSaved((before) => {
      if (changedKeys(before, form.getValues()).length > 0) return before
      version.current = event.version
      form.reset(next)
      return next
    })
  }, [event, form])

  const goTo = (next: Tab, resetScroll = true) =>
    void navigate({ to: '.', search: { tab: next }, replace: true, resetScroll })

  useEffect(() => {
    if (!toShow || toShow.tab !== tab) return
    const find = (selector: string) => panel.current?.querySelector<HTMLElement>(selector) ?? undefined
    const [list = ''] = toShow.field?.split('.') ?? []
    const target =
      find('[aria-invalid="true"]') ??
      find(`[name="${CSS.escape(toShow.field ?? '')}"]`) ??
      find(`[data-name="${CSS.escape(list)}"] button`)
    target?.focus()
    target?.scrollIntoView({ block: 'center' })
    setToShow(undefined)
  }, [toShow, tab])

  const showField = (at: Tab, field?: string) => {
    if (at !== tab) goTo(at, false)
    setToShow({ tab: at, field })
  }
  const showErrors = (names: readonly string[]) => {
    const tabs = names.flatMap((name) => tabOf(name) ?? [])
    showField(tabs.includes(tab) ? tab : (TABS.find((one) => tabs.includes(one)) ?? tab), names[0])
  }

  const create = useAct(adminEventRoutes.createEvent, [], { shown: true })
  const send = async (body: EventBody): Promise<AdminEvent> => {
    if (!event) return (await create.mutateAsync({ body })).data
    const changed = partOf(body, changedKeys(saved, form.getValues()))
    return call(adminEventRoutes.updateEvent, {
      params: { id: event._id },
      body: { ...changed, version: version.current },
    })
  }

  /** Saves; undefined when something stood in the way, which is then shown. */
  const save = async (): Promise<AdminEvent | undefined> => {
    setRefusal(undefined)
    setLosses(NO_LOSSES)
    setConflict(undefined)
    let result: AdminEvent | undefined
    let wrong: readonly string[] = []
    await form.handleSubmit(
      async (body) => {
        try {
          result = await send(body)
        } catch (error) {
          if (!(error instanceof ApiError)) throw error
          const others = conflictOf(error)
          setConflict(others)
          if (others) return
          const { fields, rest } = splitFailure(error, (name) => tabOf(name) !== undefined)
          for (const { name, message } of fields) form.setError(name as Path<EventInput>, { type: 'server', message })
          wrong = fields.map(({ name }) => name)
          setRefusal(rest ?? error.message)
          setLosses(lossesOf(error))
        }
      },
      (errors) => {
        wrong = errorNames(errors)
        setRefusal(t('problems'))
      },
    )()
    if (!result) {
      // Only now do the fields know that they are wrong.
      if (wrong.length > 0) showErrors(wrong)
      return undefined
    }
    const next = toInput(result)
    version.current = result.version
    setSaved(next)
    form.reset(next)
    queries.setQueryData(eventKey(result._id), result)
    await queries.invalidateQueries({ queryKey: keyOf(adminEventRoutes.listAdminEvents) })
    toastDone({ message: t('saved') })
    return result
  }

  const overwrite = () => {
    version.current = conflict?.version
    void saveAndStay()
  }
  const reload = async () => {
    if (!event) return
    const shown = toInput(event)
    version.current = event.version
    setSaved(shown)
    form.reset(shown)
    setConflict(undefined)
    await queries.invalidateQueries({ queryKey: eventKey(event._id) })
  }

  const saveAndStay = async () => {
    const result = await save()
    if (!result || event) return
    left.current = true
    await navigate({ to: '/admin/events/$id', params: { id: result._id }, search: { tab }, replace: true })
  }

  const startAct = async (next: Act) => {
    const hasChanges = changedKeys(saved, form.getValues()).length > 0
    if (next === 'publish' && hasChanges) {
      const result = await save()
      if (!result) return
      const [problem] = result.problems
      if (problem) {
        showField(tabOf(problem.field) ?? 'basics', problem.field)
        return
      }
    }
    setAct(next)
  }

  const locked = event ? event.status === 'archived' || !can('events.update', event._id) : false
  const missing = useMemo(() => new Set((event?.problems ?? []).flatMap(({ field }) => tabOf(field) ?? [])), [event])
  const rezone = (values: EventInput) => form.reset(values, { keepDefaultValues: true })

  const publishing = (
    <LivePublishing
      saved={saved}
      event={event}
      busy={isSubmitting}
      onAct={(next) => void startAct(next)}
      onField={showField}
    />
  )
  const panels: Readonly<Record<Tab, () => React.ReactNode>> = {
    basics: () => <BasicsTab event={event} />,
    dates: () => <DatesTab event={event} onRezone={rezone} />,
    prices: () => <PricesTab event={event} />,
    lodging: () => <LodgingTab event={event} onTab={(next) => goTo(next)} />,
    meals: () => <MealsTab event={event} />,
    products: () => <ProductsTab event={event} />,
    speakers: () => <SpeakersTab event={event} />,
    programme: () => <ProgrammeTab event={event} />,
    questions: () => <QuestionsTab />,
    publish: () => <div className={classes.side}>{publishing}</div>,
  }

  return (
    <DateSetup>
      <FormProvider {...form}>
        <form
          noValidate
          className={classes.page}
          onSubmit={(submission) => {
            submission.preventDefault()
            void saveAndStay()
          }}
        >
          <PageHeader
            breadcrumbs={false}
            compact
            title={event?.name ?? t('new_event')}
            {...(event && {
              note: (
                <>
                  <StatusBadge status={event.status} />{' '}
                  <DateRange from={event.starts_at} to={event.ends_at} zone={event.time_zone} />
                </>
              ),
            })}
            actions={
              event ? (
                <>
                  {event.status === 'published' ? (
                    <Button
                      component="a"
                      href={`/events/${event.slug}`}
                      target="_blank"
                      variant="default"
                      leftSection={<IconExternalLink size={17} />}
                    >
                      {t('public_page')}
                    </Button>
                  ) : null}
                  <HistoryLink id={event._id} />
                  <Button
                    component={Link}
                    to={`/admin/events/${event._id}/stats`}
                    variant="default"
                    leftSection={<IconChartBar size={17} />}
                  >
                    {t('statistics')}
                  </Button>
                  {acts(event).includes('copy') ? (
                    <Button
                      variant="default"
                      leftSection={<IconCopy size={17} />}
                      onClick={() => void startAct('copy')}
                    >
                      {t('copy')}
                    </Button>
                  ) : null}
                </>
              ) : null
            }
          />
          <Tabs
            className={classes.tabs ?? ''}
            value={tab}
            onChange={(next) => isTab(next) && goTo(next)}
            keepMounted={false}
          >
            <TabLine tab={tab} wide={wide} missing={missing} />
            <div className={classes.body}>
              <div className={classes.main} ref={panel}>
                {conflict ? (
                  <EditConflictNote
                    conflict={conflict}
                    labelOf={(field) => {
                      const place = tabOf(field)
                      return place && t(`tab_${place}`)
                    }}
                    onReload={() => void reload()}
                    onOverwrite={overwrite}
                  />
                ) : null}
                {refusal ? (
                  <div role="alert" className={classes.refusal}>
                    <IconAlertCircle size={18} aria-hidden />
                    <div>
                      {refusal}
                      <BedLosses {...losses} />
                    </div>
                  </div>
                ) : null}
                {TABS.filter((one) => one !== 'publish' || !wide).map((one) => (
                  <Tabs.Panel key={one} value={one}>
                    <fieldset disabled={locked && one !== 'publish'} className={classes.lock}>
                      {one === tab ? panels[one]() : null}
                    </fieldset>
                  </Tabs.Panel>
                ))}
              </div>
              {wide ? (
                <aside className={classes.sideColumn} aria-label={t('tab_publish')}>
                  <div className={classes.side}>
                    {locked ? null : (
                      <Changes
                        saved={saved}
                        isNew={!event}
                        updatedAt={event?.updated_at}
                        busy={isSubmitting}
                        onDiscard={() => setDiscarding(true)}
                      />
                    )}
                    {publishing}
                  </div>
                </aside>
              ) : null}
            </div>
          </Tabs>
          {wide || locked ? null : (
            <SaveBar saved={saved} isNew={!event} busy={isSubmitting} onDiscard={() => setDiscarding(true)} />
          )}
        </form>
      </FormProvider>
      <LeaveGuard hasChanges={() => !left.current && changedKeys(saved, form.getValues()).length > 0} />
      <ConfirmDialog
        opened={discarding}
        danger
        title={t('discard_question')}
        action={t('discard')}
        onConfirm={() => {
          form.reset(saved)
          setRefusal(undefined)
          setDiscarding(false)
        }}
        onClose={() => setDiscarding(false)}
      >
        <p>{t('discard_text', { count: changedKeys(saved, form.getValues()).length })}</p>
      </ConfirmDialog>
      {event ? (
        <ActDialog
          act={act}
          event={event}
          onClose={() => setAct(undefined)}
          onDone={(finished) => {
            if (finished !== 'remove') return
            left.current = true
            void navigate({ to: '/admin/events' })
          }}
        />
      ) : null}
    </DateSetup>
  )
}
