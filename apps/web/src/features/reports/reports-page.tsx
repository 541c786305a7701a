import { Button, Drawer, Switch } from '@mantine/core'
import { useDocumentTitle, useMediaQuery } from '@mantine/hooks'
import { LANGUAGES, languageName } from '@shiloh/contract/core'
import { REPORT_FORMATS, type ReportFormat, reportRoutes, type SavedReport } from '@shiloh/contract/reports'
import { formatCount, formatTime } from '@shiloh/contract/text/format'
import { IconCalendarTime, IconDownload, IconListDetails, IconMail, IconPrinter, IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useAccount, useCan } from '#platform/account'
import { call } from '#platform/api'
import { useCurrentEvent } from '#platform/current-event'
import { formatDate } from '#platform/dates'
import { useLanguage, useT } from '#platform/i18n'
import { changeListSearch, type ListSearch, listSearch } from '#platform/list-search'
import { queryOf, useAct } from '#platform/queries'
import { LinkButton } from '#ui/base/link-button'
import { Segments } from '#ui/base/segments'
import { DateRange, Heading } from '#ui/base/values'
import { EmptyState } from '#ui/feedback/empty-state'
import { LoadFailed } from '#ui/feedback/page-states'
import { Scaffold } from '#ui/feedback/scaffold'
import { toastDone } from '#ui/feedback/toast'
import { ChoiceSelect } from '#ui/form/choice-select'
import { RemovalDialog } from '#ui/list/removal-dialog'
import { usePageName } from '#ui/shell/page-name'
import { downloadAsked } from '../../ui/feedback/download.ts'
import { type Asked, addressOfSaved, queryOfAsked, readAsked } from './address.ts'
import { guestsOf } from './guests.ts'
import { ReportChart } from './report-chart.tsx'
import { ReportFilters } from './report-filters.tsx'
import { ReportList } from './report-list.tsx'
import { ReportTable } from './report-table.tsx'
import classes from './reports.module.css'
import { SaveDialog, ScheduleDialog, ScheduleSentence } from './schedule.tsx'
import { texts } from './texts.ts'

/** `/admin/reports`: the reports about an event, one of them open. */
export function ReportsPage() {
  const t = useT(texts)
  const search = useSearch({ strict: false, select: listSearch })
  const { event, isLoading } = useCurrentEvent()
  const eventId = search['event_id'] ?? event?._id
  if (eventId) return <Reports key={eventId} asked={readAsked(search, eventId)} savedId={search['saved']} />
  return isLoading ? <Scaffold /> : <EmptyState title={t('choose_event')} hint={t('choose_event_hint')} />
}

function Reports({ asked, savedId }: { asked: Asked; savedId: string | undefined }) {
  const can = useCan()
  const t = useT(texts)
  const language = useLanguage()
  const navigate = useNavigate()
  const zone = useAccount().organisation.time_zone
  const [dialog, setDialog] = useState<'save' | 'schedule' | 'delete' | 'list'>()
  const [pageEach, setPageEach] = useState(false)
  const [busy, setBusy] = useState<ReportFormat>()
  const [fileLanguage, setFileLanguage] = useState(language)
  const isPhone = useMediaQuery('(max-width: 56.24em)', undefined, { getInitialValueInEffect: false })
  const query = queryOfAsked(asked)
  const { data: view, error, refetch, isPlaceholderData } = useQuery(queryOf(reportRoutes.getReport, { query }))
  const listed = useQuery(queryOf(reportRoutes.listReports, { query: { event_id: asked.event_id } }))
  const remove = useAct(reportRoutes.removeSaved, [reportRoutes.listReports])
  const saved = listed.data?.saved.find(({ _id }) => _id === savedId)
  useDocumentTitle(view?.title ?? t('reports'))
  usePageName(view?.title ?? t('reports'))
  const close = () => setDialog(undefined)
  const go = (change: ListSearch) =>
    void navigate({
      to: '.',
      search: (old: Record<string, unknown>) =>
        changeListSearch(listSearch(old), { event_id: asked.event_id, report: asked.report, ...change }),
    })
  const open = (one: SavedReport) => {
    close()
    void navigate({ to: '/admin/reports', search: addressOfSaved(one, asked.event_id) })
  }
  const download = async (format: ReportFormat) => {
    setBusy(format)
    await downloadAsked(
      call(reportRoutes.downloadReport, { query: { ...query, format, page_each: pageEach, language: fileLanguage } }),
    )
    setBusy(undefined)
  }
  if (!view)
    // An address can name a column or grouping of another report or event: then again, in the report's own order.
    return error ? (
      <LoadFailed
        message={error.message}
        onRetry={() => (asked.sort || asked.grouping ? go({ sort: undefined, grouping: undefined }) : void refetch())}
      />
    ) : (
      <Scaffold rows={8} />
    )
  const isWhole = view.rows.length === view.total
  const groupings = view.groupings.map(({ value, name }) => ({ value, label: name }))
  const body = {
    name: saved?.name ?? view.title,
    report: view.report,
    grouping: view.grouping,
    filters: asked.filters,
  }
  const schedule = saved?.schedule
  // Of a report that is to follow up, each row is a guest. A page has the first of them.
  const guests = view.group === 'follow_up' ? guestsOf(view.rows) : []
  return (
    <div className={classes.page}>
      <ReportList listed={listed.data} asked={asked} savedId={saved?._id} />
      <article className={classes.body} aria-busy={isPlaceholderData}>
        <header className={classes.head}>
          <div>
            <Button
              className={classes.choose ?? ''}
              variant="subtle"
              size="compact-md"
              leftSection={<IconListDetails size={17} />}
              onClick={() => setDialog('list')}
              data-no-print
            >
              {t('all_reports')}
            </Button>
            <Heading level={1}>{view.title}</Heading>
            <p className={classes.about}>
              {view.event.name},{' '}
              <DateRange from={view.event.starts_at} to={view.event.ends_at} zone={view.event.time_zone} />
              {view.filters.map(({ key, name, values }) => (
                <span key={key}>
                  . {name}: {values.map((value) => value.name).join(', ')}
                </span>
              ))}
              . {formatDate(view.made_at, language, view.event.time_zone)},{' '}
              {formatTime(view.made_at, language, view.event.time_zone)}
            </p>
          </div>
          <div className={classes.acts} data-no-print>
            <Button.Group>
              {REPORT_FORMATS.map((format) => (
                <Button
                  key={format}
                  variant="default"
                  px={14}
                  loading={busy === format}
                  aria-label={t('download', { format: format.toUpperCase() })}
                  leftSection={format === 'pdf' ? <IconDownload size={18} /> : undefined}
                  onClick={() => void download(format)}
                >
                  {format.toUpperCase()}
                </Button>
              ))}
            </Button.Group>
            <Button
              variant="default"
              leftSection={<IconPrinter size={18} />}
              // A page has the first rows only, in the language of the app: otherwise the file is what is printed.
              onClick={() => (isWhole && fileLanguage === language ? print() : void download('pdf'))}
            >
              {t('print')}
            </Button>
            {guests.length > 0 && can('reservations.email') && can('reservations.read') ? (
              <LinkButton
                variant="default"
                leftSection={<IconMail size={18} />}
                to="/admin/messages/new"
                search={{ event_id: view.event._id, ids: guests.join(',') }}
              >
                {t('message', { count: guests.length })}
              </LinkButton>
            ) : null}
            <Button leftSection={<IconCalendarTime size={18} />} onClick={() => setDialog('schedule')}>
              {t('schedule')}
            </Button>
          </div>
        </header>
        <div className={classes.bar} data-no-print>
          {view.groupings.length > 1 && view.grouping ? (
            isPhone ? (
              <ChoiceSelect
                aria-label={t('grouping')}
                choices={groupings}
                value={view.grouping}
                onChange={(grouping) => go({ grouping, sort: undefined })}
              />
            ) : (
              <Segments
                label={t('grouping')}
                choices={groupings}
                value={view.grouping}
                onChange={(grouping) => go({ grouping, sort: undefined })}
              />
            )
          ) : null}
          <ReportFilters view={view} chosen={asked.filters} onChange={(key, value) => go({ [key]: value })} />
          <ChoiceSelect
            aria-label={t('file_language')}
            className={classes.language ?? ''}
            choices={LANGUAGES.map((value) => ({ value, label: t('files_in', { language: languageName(value) }) }))}
            value={fileLanguage}
            onChange={setFileLanguage}
          />
          {view.sections ? (
            <Switch
              label={t('page_each')}
              checked={pageEach}
              onChange={(event) => setPageEach(event.currentTarget.checked)}
            />
          ) : null}
          <span>
            <Button variant="subtle" size="compact-sm" onClick={() => setDialog('save')}>
              {t('save_filter')}
            </Button>
            {saved?.own ? (
              <Button
                variant="subtle"
                size="compact-sm"
                color="red"
                leftSection={<IconTrash size={15} />}
                onClick={() => setDialog('delete')}
              >
                {t('delete')}
              </Button>
            ) : null}
          </span>
        </div>
        {view.rows.length === 0 ? (
          <EmptyState
            title={t(view.group === 'follow_up' ? 'all_done' : 'empty')}
            {...(Object.keys(asked.filters).length > 0
              ? {
                  hint: t('empty_hint'),
                  action: (
                    <Button
                      variant="default"
                      onClick={() =>
                        void navigate({
                          to: '/admin/reports',
                          search: { event_id: asked.event_id, report: asked.report },
                        })
                      }
                    >
                      {t('without_filters')}
                    </Button>
                  ),
                }
              : view.group === 'follow_up'
                ? {}
                : {
                    hint: t('nothing_yet'),
                    action: (
                      <LinkButton variant="default" to="/admin/reservations" search={{ event_id: asked.event_id }}>
                        {t('to_reservations')}
                      </LinkButton>
                    ),
                  })}
          />
        ) : (
          <>
            <div className={classes.sum}>
              <Heading level={2}>{view.headline}</Heading>
            </div>
            <ReportChart view={view} />
            <ReportTable view={view} onSort={(sort) => go({ sort })} />
            {isWhole ? null : (
              <p className={`dim small ${classes.note}`}>
                {t('first_rows', {
                  shown: formatCount(view.rows.length, language),
                  total: formatCount(view.total, language),
                })}
              </p>
            )}
          </>
        )}
        {schedule ? (
          <footer className={classes.foot} data-no-print>
            <IconCalendarTime size={18} aria-hidden />
            <ScheduleSentence schedule={schedule} />
            {saved.own ? (
              <Button variant="subtle" size="compact-sm" onClick={() => setDialog('schedule')}>
                {t('change')}
              </Button>
            ) : null}
          </footer>
        ) : null}
      </article>
      <Drawer
        opened={dialog === 'list'}
        onClose={close}
        title={t('all_reports')}
        closeButtonProps={{ 'aria-label': t('close') }}
      >
        <div className={classes.drawer}>
          <ReportList listed={listed.data} asked={asked} savedId={saved?._id} onChoose={close} />
        </div>
      </Drawer>
      {dialog === 'save' ? <SaveDialog body={body} saved={saved} onClose={close} onSaved={open} /> : null}
      {dialog === 'schedule' ? (
        <ScheduleDialog body={body} eventId={asked.event_id} zone={zone} saved={saved} onClose={close} onSaved={open} />
      ) : null}
      {dialog === 'delete' && saved ? (
        <RemovalDialog
          route={reportRoutes.removeSaved}
          id={saved._id}
          busy={remove.isPending}
          name={saved.name}
          title={t('delete_title', { name: saved.name })}
          action={t('delete')}
          onClose={close}
          onConfirm={() =>
            remove.mutate(
              { params: { id: saved._id } },
              {
                onSuccess: () => {
                  close()
                  toastDone({ message: t('deleted') })
                  void navigate({
                    to: '/admin/reports',
                    search: { event_id: asked.event_id, report: asked.report },
                  })
                },
              },
            )
          }
        >
          <p>{t('delete_hint')}</p>
        </RemovalDialog>
      ) : null}
    </div>
  )
}
