import { ActionIcon, Menu } from '@mantine/core'
import type { QueryIn } from '@shiloh/contract/core'
import { TASK_STATUSES, type Task, type TaskStatus, taskRoutes } from '@shiloh/contract/tasks'
import { formatCount } from '@shiloh/contract/text/format'
import { IconDots, IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type DragEvent, type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { useCan } from '#platform/account'
import { useLanguage, useT } from '#platform/i18n'
import { queryOf, useAct } from '#platform/queries'
import { Heading } from '#ui/base/values'
import { LoadFailed } from '#ui/feedback/page-states'
import { Scaffold } from '#ui/feedback/scaffold'
import { toastDone } from '#ui/feedback/toast'
import { useScreenKeys } from '#ui/shell/screen-keys'
import { Counts, Due, STALE, Who } from './task-parts.tsx'
import classes from './tasks.module.css'
import { texts } from './texts.ts'

/** Cards of a column. The list shows the others. */
const SHOWN = 100
/** A task that is done is only looked back at. */
const SHOWN_DONE = 50

export type BoardQuery = Pick<QueryIn<typeof taskRoutes.list>, 'search' | 'event_id' | 'assignee'>

interface Move {
  readonly task: Task
  readonly status: TaskStatus
  readonly beforeId: string | null
}

interface BoardProps {
  query: BoardQuery
  openId: string | undefined
  onOpen: (task: Task) => void
  onAdd: (status: TaskStatus) => void
  /** What to do where the event has no task yet. */
  empty: ReactNode
}

const columnQuery = (status: TaskStatus, query: BoardQuery) =>
  queryOf(taskRoutes.list, {
    query:
      status === 'done'
        ? { ...query, status, sort: '-completed_at', page_size: SHOWN_DONE }
        : { ...query, status, sort: 'position', page_size: SHOWN },
  })

/** Returns the columns as they will be when the move has reached the server. */
const moved = (columns: Readonly<Record<TaskStatus, readonly Task[]>>, move: Move | undefined) => {
  if (!move) return columns
  const without = (status: TaskStatus) => columns[status].filter(({ _id }) => _id !== move.task._id)
  const target = without(move.status)
  const at = target.findIndex(({ _id }) => _id === move.beforeId)
  const place = at === -1 ? target.length : at
  const next = { open: without('open'), in_progress: without('in_progress'), done: without('done') }
  next[move.status] = [...target.slice(0, place), { ...move.task, status: move.status }, ...target.slice(place)]
  return next
}

/** Tasks in columns by status: moved by dragging, by a menu, and by arrow keys. */
export function Board({ query, openId, onOpen, onAdd, empty }: BoardProps) {
  useScreenKeys('tasks')
  const t = useT(texts)
  const can = useCan()
  const language = useLanguage()
  const open = useQuery(columnQuery('open', query))
  const inProgress = useQuery(columnQuery('in_progress', query))
  const done = useQuery(columnQuery('done', query))
  const results = { open, in_progress: inProgress, done }
  const act = useAct(taskRoutes.move, STALE)
  const [pending, setPending] = useState<Move>()
  const [said, setSaid] = useState('')
  const [dragged, setDragged] = useState<Task>()
  const [over, setOver] = useState<{ status: TaskStatus; beforeId: string | null }>()
  const focused = useRef<string>(undefined)
  const cards = useRef(new Map<string, HTMLElement>())
  const mayMove = can('tasks.update')

  const columns = moved(
    {
      open: open.data?.items ?? [],
      in_progress: inProgress.data?.items ?? [],
      done: done.data?.items ?? [],
    },
    pending,
  )

  // A card that moved to another column is a new element: the focus follows it.
  useEffect(() => {
    if (focused.current && document.activeElement === document.body) cards.current.get(focused.current)?.focus()
  })

  const move = async (task: Task, status: TaskStatus, beforeId: string | null) => {
    if (!mayMove || act.isPending) return
    const next = { task, status, beforeId }
    const order = moved(columns, next)[status]
    setPending(next)
    setSaid(
      t('moved', {
        title: task.title,
        column: t(`status_${status}`),
        place: order.findIndex(({ _id }) => _id === task._id) + 1,
        total: order.length,
      }),
    )
    try {
      const params = { id: task._id }
      const column = columns[task.status]
      const after = column[column.findIndex(({ _id }) => _id === task._id) + 1]?._id ?? null
      await act.mutateAsync({ params, body: { status, before_id: beforeId } })
      if (status !== task.status)
        toastDone({
          message: t('moved_to', { column: t(`status_${status}`) }),
          undo: {
            label: t('undo'),
            act: () => act.mutate({ params, body: { status: task.status, before_id: after, was: status } }),
          },
        })
    } catch {
      // The failure is shown in the page, and the card goes back.
    } finally {
      setPending(undefined)
    }
  }

  /** The neighbour in a column that a task moved by one place will be before. */
  const place = (task: Task, by: -1 | 1): string | null | undefined => {
    const column = columns[task.status]
    const at = column.findIndex(({ _id }) => _id === task._id)
    if (at + by < 0 || at + by >= column.length) return undefined
    return by === -1 ? (column[at - 1]?._id ?? null) : (column[at + 2]?._id ?? null)
  }
  const shift = (task: Task, by: -1 | 1) => {
    const beforeId = place(task, by)
    if (beforeId !== undefined) void move(task, task.status, beforeId)
  }
  const neighbour = (task: Task, by: -1 | 1): TaskStatus | undefined =>
    TASK_STATUSES[TASK_STATUSES.indexOf(task.status) + by]

  const onKey = (event: KeyboardEvent, task: Task) => {
    // Keys in the menu of a card are not for the card.
    if (event.target !== event.currentTarget) return
    const column = columns[task.status]
    const at = column.findIndex(({ _id }) => _id === task._id)
    const focus = (next: Task | undefined) => next && cards.current.get(next._id)?.focus()
    const side = event.key === 'ArrowLeft' ? -1 : event.key === 'ArrowRight' ? 1 : undefined
    const step = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : undefined
    if (event.key === 'Enter' || event.key === ' ') onOpen(task)
    else if (side) {
      const status = neighbour(task, side)
      if (status && event.shiftKey) {
        focused.current = task._id
        void move(task, status, columns[status][at]?._id ?? null)
      } else if (status) focus(columns[status][Math.min(at, columns[status].length - 1)])
    } else if (step) {
      if (event.shiftKey) {
        focused.current = task._id
        shift(task, step)
      } else focus(column[at + step])
    } else return
    event.preventDefault()
  }

  /** Finds the card that the pointer is above the middle of. */
  const onDragOver = (event: DragEvent<HTMLElement>, status: TaskStatus) => {
    if (!dragged) return
    event.preventDefault()
    const below = columns[status].find((task) => {
      const box = cards.current.get(task._id)?.getBoundingClientRect()
      return task._id !== dragged._id && box !== undefined && event.clientY < box.top + box.height / 2
    })
    const beforeId = below?._id ?? null
    if (over?.status !== status || over.beforeId !== beforeId) setOver({ status, beforeId })
  }

  const failed = [open, inProgress, done].find((one) => one.error && !one.data)
  if (failed?.error) return <LoadFailed message={failed.error.message} onRetry={() => void failed.refetch()} />
  if (!open.data || !inProgress.data || !done.data) return <Scaffold kind="list" rows={10} />

  const isEmpty = TASK_STATUSES.every((status) => results[status].data?.meta.total === 0)
  if (isEmpty && !query.search && !query.assignee) return empty

  return (
    <>
      <p className={classes.hidden} id="board-keys">
        {t('keys')}
      </p>
      <div aria-live="polite" className={classes.hidden}>
        {said}
      </div>
      <div className={classes.board}>
        {TASK_STATUSES.map((status) => {
          const total = results[status].data?.meta.total ?? 0
          const rest = total - (results[status].data?.items.length ?? 0)
          return (
            <section
              key={status}
              className={classes.column}
              aria-labelledby={`column-${status}`}
              data-over={over?.status === status || undefined}
              onDragOver={(event) => onDragOver(event, status)}
              onDrop={(event) => {
                event.preventDefault()
                if (dragged && over) void move(dragged, over.status, over.beforeId)
                setDragged(undefined)
                setOver(undefined)
              }}
            >
              <header>
                <Heading level={2} id={`column-${status}`}>
                  {t(`status_${status}`)}
                </Heading>
                <span className="dim">{formatCount(total, language)}</span>
                {can('tasks.create') ? (
                  <ActionIcon
                    variant="subtle"
                    color="gray"
                    aria-label={t('add_to', { column: t(`status_${status}`) })}
                    onClick={() => onAdd(status)}
                  >
                    <IconPlus size={18} />
                  </ActionIcon>
                ) : null}
              </header>
              {columns[status].length === 0 ? <p className="dim small">{t('empty_column')}</p> : null}
              <ul>
                {columns[status].map((task) => (
                  <li key={task._id} data-before={over?.status === status && over.beforeId === task._id}>
                    {/* biome-ignore lint/a11y/useSemanticElements: a button cannot be dragged in every browser */}
                    <div
                      ref={(element) => {
                        if (element) cards.current.set(task._id, element)
                        else cards.current.delete(task._id)
                      }}
                      className={classes.card}
                      role="button"
                      tabIndex={0}
                      aria-describedby="board-keys"
                      aria-current={openId === task._id || undefined}
                      data-done={status === 'done' || undefined}
                      draggable={mayMove}
                      onDragStart={(event) => {
                        event.dataTransfer.effectAllowed = 'move'
                        event.dataTransfer.setData('text/plain', task.title)
                        setDragged(task)
                      }}
                      onDragEnd={() => {
                        setDragged(undefined)
                        setOver(undefined)
                      }}
                      onClick={() => onOpen(task)}
                      onKeyDown={(event) => onKey(event, task)}
                    >
                      <span className={classes.cardTitle}>{task.title}</span>
                      <Who task={task} />
                      {task.event && !query.event_id ? (
                        <span className={classes.cardEvent}>{task.event.name}</span>
                      ) : null}
                      <span className={classes.cardFacts}>
                        <Due task={task} />
                        <Counts task={task} />
                      </span>
                    </div>
                    {mayMove ? (
                      <Menu position="bottom-end" withinPortal>
                        <Menu.Target>
                          <ActionIcon
                            className={classes.cardMenu ?? ''}
                            variant="subtle"
                            color="gray"
                            size="sm"
                            aria-label={t('move', { title: task.title })}
                          >
                            <IconDots size={17} />
                          </ActionIcon>
                        </Menu.Target>
                        <Menu.Dropdown>
                          {TASK_STATUSES.filter((other) => other !== status).map((other) => (
                            <Menu.Item key={other} onClick={() => void move(task, other, null)}>
                              {t(`status_${other}`)}
                            </Menu.Item>
                          ))}
                          {status === 'done' ? null : (
                            <>
                              <Menu.Item disabled={place(task, -1) === undefined} onClick={() => shift(task, -1)}>
                                {t('move_up')}
                              </Menu.Item>
                              <Menu.Item disabled={place(task, 1) === undefined} onClick={() => shift(task, 1)}>
                                {t('move_down')}
                              </Menu.Item>
                            </>
                          )}
                        </Menu.Dropdown>
                      </Menu>
                    ) : null}
                  </li>
                ))}
              </ul>
              {rest > 0 ? <p className="dim small">{t('more', { count: rest })}</p> : null}
            </section>
          )
        })}
      </div>
    </>
  )
}
