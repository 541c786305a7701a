import { Button } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { adminEventRoutes } from '@shiloh/contract/events/events'
import { filterForm } from '@shiloh/contract/lists'
import { TASK_STATUSES, type Task, type TaskStatus, taskRoutes } from '@shiloh/contract/tasks'
import { formatCount } from '@shiloh/contract/text/format'
import { IconLayoutList, IconPlus } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { useCan } from '#platform/account'
import { useCurrentEvent } from '#platform/current-event'
import { text, useLanguage, useT } from '#platform/i18n'
import { listSearch } from '#platform/list-search'
import { useLive } from '#platform/live'
import { keyOf, queryOf } from '#platform/queries'
import { PersonLink } from '#ui/base/person-link'
import { Rich } from '#ui/base/rich'
import { Segments } from '#ui/base/segments'
import { ToneBadge } from '#ui/base/status-badge'
import { EmptyState } from '#ui/feedback/empty-state'
import { ConfirmDialog } from '#ui/feedback/error-dialog'
import { useListAddress } from '#ui/list/list-address'
import { ListFilters } from '#ui/list/list-filters'
import { ListPage } from '#ui/list/list-page'
import type { FilterOf } from '#ui/list/list-types'
import { useRemoveMany } from '#ui/list/remove-many'
import { PageHeader } from '#ui/shell/page-header'
import { ApplyForm } from './apply-form.tsx'
import { Board, type BoardQuery } from './board.tsx'
import { Calendar } from './calendar.tsx'
import { TaskDrawer } from './drawer.tsx'
import { actsOnMany } from './edit-many.ts'
import { TaskForm } from './task-form.tsx'
import { Counts, Due, STALE, useAssignee, useAssignees } from './task-parts.tsx'
import classes from './tasks.module.css'
import { texts } from './texts.ts'

const VIEWS = ['list', 'board', 'calendar'] as const
type View = (typeof VIEWS)[number]
const isView = (value: unknown): value is View => VIEWS.some((view) => view === value)

const TONES = { open: 'mute', in_progress: 'warn', done: 'ok' } as const

/** `/admin/tasks-and-planning`: the office's work as a board, a list, and a calendar. */
export function TasksPage() {
  const t = useT(texts)
  const language = useLanguage()
  const can = useCan()
  const queries = useQueryClient()
  const address = useListAddress(['event_id', 'assignee', 'view', 'task', 'add'])
  const { change } = address
  const { status, due } = listSearch(useSearch({ strict: false }))
  // A filter that only the list has needs the list.
  const view = isView(address.filters['view']) ? address.filters['view'] : status || due ? 'list' : 'board'
  const openId = address.filters['task']
  // The dashboard opens the form.
  const [adding, setAdding] = useState<{ status: TaskStatus; due_on?: string } | undefined>(
    address.filters['add'] ? { status: 'open' } : undefined,
  )
  const [applying, setApplying] = useState(false)
  const [typed, setTyped] = useState(address.search)
  const searchSoon = useDebouncedCallback((search: string) => change({ search }), 300)
  const assignees = useAssignees()
  const nameOf = useAssignee()
  const { choices } = assignees
  const [removing, setRemoving] = useState<{ readonly rows: readonly Task[]; readonly clear: () => void }>()
  const [isRemoving, setRemovingNow] = useState(false)
  const remove = useRemoveMany(taskRoutes.remove, STALE)
  const bulk = useMemo(() => actsOnMany(choices, (rows, clear) => setRemoving({ rows, clear })), [choices])
  const { event } = useCurrentEvent()
  const { event_id, assignee } = address.filters
  const query: BoardQuery = {
    ...(address.search && { search: address.search }),
    ...(event_id && { event_id }),
    ...(assignee && { assignee }),
  }
  const counted = useQuery(queryOf(taskRoutes.count, { query }))
  useLive('tasks.changed', () => {
    for (const route of STALE) void queries.invalidateQueries({ queryKey: keyOf(route) })
  })

  const open = (task: Task) => change({ task: task._id })
  const filters: readonly FilterOf<typeof taskRoutes.list>[] = [
    ...(can('events.read')
      ? [{ kind: 'event', key: 'event_id', label: text(texts, 'event'), route: adminEventRoutes.pickEvents } as const]
      : []),
    {
      kind: 'choice',
      key: 'assignee',
      label: text(texts, 'assignee'),
      choices: [
        { value: 'me', label: text(texts, 'assignee_me') },
        { value: 'none', label: text(texts, 'nobody') },
        ...assignees.filter,
      ],
    },
  ]
  const listFilters: readonly FilterOf<typeof taskRoutes.list>[] = [
    ...filters,
    {
      kind: 'choice',
      key: 'status',
      label: text(texts, 'status'),
      choices: (['unfinished', ...TASK_STATUSES] as const).map((value) => ({
        value,
        label: text(texts, `status_${value}`),
      })),
    },
    {
      kind: 'choice',
      key: 'due',
      label: text(texts, 'due'),
      choices: [
        { value: 'late', label: text(texts, 'due_late') },
        { value: 'today', label: text(texts, 'due_today') },
        { value: 'week', label: text(texts, 'due_week') },
        { value: 'none', label: text(texts, 'due_without') },
      ],
    },
  ]
  const switcher = (
    <div className={classes.switch}>
      <Segments
        label={t('view')}
        value={view}
        choices={VIEWS.map((value) => ({ value, label: t(`view_${value}`) }))}
        onChange={(next) => change({ view: next, status: undefined, due: undefined })}
      />
    </div>
  )
  const fromTemplate =
    can('tasks.create') && can('events.read') ? (
      <Button variant="default" leftSection={<IconLayoutList size={18} />} onClick={() => setApplying(true)}>
        {t('from_template')}
      </Button>
    ) : null
  const figures = counted.data
  const note = figures ? (
    <Rich
      text={t('summary', {
        open: formatCount(figures.open + figures.in_progress, language),
        mine: formatCount(figures.mine, language),
        late: formatCount(figures.late, language),
        done: formatCount(figures.done, language),
      })}
      parts={{
        mine: (words) =>
          assignee === 'me' ? (
            <b>{words}</b>
          ) : (
            <button type="button" className={classes.mine} onClick={() => change({ assignee: 'me' })}>
              {words}
            </button>
          ),
      }}
    />
  ) : undefined
  const badge = (row: Task) => <ToneBadge tone={TONES[row.status]}>{t(`status_${row.status}`)}</ToneBadge>

  return (
    <div className={classes.page} data-open={openId !== undefined || undefined}>
      {view === 'list' ? (
        <ListPage
          route={taskRoutes.list}
          name="tasks"
          title={text(texts, 'tasks')}
          filters={listFilters}
          live="tasks.changed"
          rowName={(row) => row.title}
          bulk={bulk}
          onOpen={open}
          create={{
            label: text(texts, 'add'),
            permission: 'tasks.create',
            onCreate: () => setAdding({ status: 'open' }),
          }}
          exportRoute={taskRoutes.export}
          exportPermission="tasks.export"
          actions={fromTemplate}
          empty={{ title: text(texts, 'none'), hint: text(texts, 'none_hint') }}
          columns={[
            {
              key: 'title',
              header: text(texts, 'title'),
              cell: (row) => <b>{row.title}</b>,
              sort: 'title',
              wraps: true,
            },
            { key: 'status', header: text(texts, 'status'), cell: badge, sort: 'status' },
            {
              key: 'due_on',
              header: text(texts, 'due'),
              cell: (row) => <Due task={row} />,
              sort: 'due_on',
              exported: ['due_on', 'late_days'],
            },
            {
              key: 'assignee',
              header: text(texts, 'assignee'),
              cell: (row) =>
                row.assignee ? <PersonLink id={row.assignee._id} name={row.assignee.name} type="admin" /> : nameOf(row),
              sort: 'assignee',
            },
            {
              key: 'event',
              header: text(texts, 'event'),
              cell: (row) => row.event?.name ?? '',
              sort: 'event',
              wraps: true,
            },
            {
              key: 'checklist',
              header: text(texts, 'checklist'),
              cell: (row) => <Counts task={row} />,
              exported: ['checklist', 'comments'],
            },
          ]}
          phone={{ title: (row) => row.title, badge, note: nameOf, value: (row) => <Due task={row} /> }}
        >
          {switcher}
        </ListPage>
      ) : (
        <>
          <PageHeader
            breadcrumbs={false}
            compact
            title={t('tasks')}
            note={note}
            actions={
              <>
                {fromTemplate}
                {can('tasks.create') ? (
                  <Button leftSection={<IconPlus size={18} />} onClick={() => setAdding({ status: 'open' })}>
                    {t('add')}
                  </Button>
                ) : null}
              </>
            }
          />
          {switcher}
          <div className={classes.bar0}>
            <ListFilters
              search={typed}
              onSearch={(words) => {
                setTyped(words)
                searchSoon(words)
              }}
              filters={filters}
              formOf={(key) => filterForm(taskRoutes.list.query, key)}
              values={Object.fromEntries(
                Object.entries({ event_id, assignee }).flatMap(([key, value]) => (value ? [[key, value]] : [])),
              )}
              onChange={(key, value) => change({ [key]: value })}
            />
          </div>
          {view === 'board' ? (
            <Board
              query={query}
              openId={openId}
              onOpen={open}
              onAdd={(status) => setAdding({ status })}
              empty={<EmptyState title={t('none')} hint={t('none_hint')} action={fromTemplate} />}
            />
          ) : (
            <Calendar query={query} onOpen={open} onAdd={(due_on) => setAdding({ status: 'open', due_on })} />
          )}
        </>
      )}
      {openId ? <TaskDrawer id={openId} onClose={() => change({ task: undefined })} /> : null}
      {adding ? (
        <TaskForm
          {...adding}
          event={event}
          onDone={() => {
            setAdding(undefined)
            change({ add: undefined })
          }}
        />
      ) : null}
      {removing ? (
        <ConfirmDialog
          opened
          danger
          title={t('remove_many_question', { count: removing.rows.length })}
          action={t('remove')}
          busy={isRemoving}
          onConfirm={() => {
            setRemovingNow(true)
            void remove(removing.rows.map(({ _id }) => _id))
              .then(removing.clear)
              .finally(() => {
                setRemovingNow(false)
                setRemoving(undefined)
              })
          }}
          onClose={() => setRemoving(undefined)}
        >
          <p>{t('remove_many_text')}</p>
        </ConfirmDialog>
      ) : null}
      {applying ? <ApplyForm event={event} onDone={() => setApplying(false)} /> : null}
    </div>
  )
}
