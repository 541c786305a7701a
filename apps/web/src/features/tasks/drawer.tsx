import { ActionIcon, Button, Checkbox, Drawer, TextInput } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { TASK_STATUSES, type Task, taskRoutes } from '@shiloh/contract/tasks'
import { formatWeekday } from '@shiloh/contract/text/format'
import { IconCheck, IconTrash, IconWorld, IconX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useCallback, useState } from 'react'
import { useAccount, useCan } from '#platform/account'
import { formatDate } from '#platform/dates'
import { useLanguage, useT } from '#platform/i18n'
import { listSearch } from '#platform/list-search'
import { queryOf, useAct } from '#platform/queries'
import { Avatar } from '#ui/base/avatar'
import { LinkButton } from '#ui/base/link-button'
import { PersonLink } from '#ui/base/person-link'
import { DateText, Heading } from '#ui/base/values'
import { LoadFailed } from '#ui/feedback/page-states'
import { Scaffold } from '#ui/feedback/scaffold'
import { toastDone } from '#ui/feedback/toast'
import { ChoiceSelect } from '#ui/form/choice-select'
import { type LeaveQuestion, useAddressLeaveQuestion } from '#ui/form/leave-question'
import { RemovalDialog } from '#ui/list/removal-dialog'
import { useRemoveMany } from '#ui/list/remove-many'
import { TaskForm } from './task-form.tsx'
import { assigneeOf, daysBetween, STALE, useAssignees, useReminders, useToday, whoOf } from './task-parts.tsx'
import classes from './tasks.module.css'
import { texts } from './texts.ts'

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className={classes.fact}>
      <span className="dim">{label}</span>
      <span>{children}</span>
    </div>
  )
}

/** What notices that a line or a comment was typed and not sent. */
type Watched = LeaveQuestion['watched']

/** How many days before or after the first day of the event it is due. */
function Timing({ task }: { task: Task }) {
  const t = useT(texts)
  if (!task.event || task.due_on === null) return null
  const days = daysBetween(task.event.starts_on, task.due_on)
  return (
    <Fact label={t('timing')}>
      {days === 0
        ? t('timing_on')
        : days < 0
          ? t('timing_before', { count: -days })
          : t('timing_after', { count: days })}
      {task.offset_days === null ? null : <span className="dim small"> · {t('follows')}</span>}
    </Fact>
  )
}

function Checklist({ task, mayEdit, watched }: { task: Task; mayEdit: boolean; watched: Watched }) {
  const t = useT(texts)
  const tick = useAct(taskRoutes.tick, STALE)
  const update = useAct(taskRoutes.update, STALE)
  const [line, setLine] = useState('')
  const done = task.checklist.filter((one) => one.done).length
  const save = (checklist: readonly { readonly _id?: string; readonly text: string; readonly done?: boolean }[]) =>
    update.mutateAsync({ params: { id: task._id }, body: { checklist: [...checklist] } })
  const kept = task.checklist.map(({ _id, text }) => ({ _id, text }))
  return (
    <section className={classes.part}>
      <header>
        <Heading level={2}>{t('checklist')}</Heading>
        {task.checklist.length > 0 ? (
          <span className="dim">{t('checklist_progress', { done, total: task.checklist.length })}</span>
        ) : null}
      </header>
      <ul className={classes.lines}>
        {task.checklist.map((one) => (
          <li key={one._id}>
            <Checkbox
              label={one.text}
              checked={one.done}
              disabled={!mayEdit}
              onChange={(event) =>
                tick.mutate({
                  params: { id: task._id, check_id: one._id },
                  body: { done: event.currentTarget.checked },
                })
              }
            />
            {mayEdit ? (
              <ActionIcon
                variant="subtle"
                color="gray"
                aria-label={t('remove_line', { text: one.text })}
                onClick={() => {
                  const undo = { label: t('undo'), act: () => void save(task.checklist) }
                  void save(kept.filter(({ _id }) => _id !== one._id)).then(() =>
                    toastDone({ message: t('line_removed'), undo }),
                  )
                }}
              >
                <IconX size={16} />
              </ActionIcon>
            ) : null}
          </li>
        ))}
      </ul>
      {mayEdit ? (
        <form
          {...watched}
          className={classes.add}
          onSubmit={(event) => {
            event.preventDefault()
            const text = line.trim()
            if (text === '') return
            void save([...kept, { text }]).then(() => setLine(''))
          }}
        >
          <TextInput
            aria-label={t('line')}
            placeholder={t('line')}
            maxLength={200}
            value={line}
            onChange={(event) => setLine(event.currentTarget.value)}
          />
          <Button type="submit" variant="subtle" loading={update.isPending}>
            {t('add_line')}
          </Button>
        </form>
      ) : null}
    </section>
  )
}

function Comments({ task }: { task: Task }) {
  const t = useT(texts)
  const { organisation } = useAccount()
  const comments = useQuery(queryOf(taskRoutes.comments, { params: { id: task._id } }))
  return (
    <section className={classes.part}>
      <header>
        <Heading level={2}>{t('comments')}</Heading>
      </header>
      {comments.data?.length === 0 ? <p className="dim small">{t('no_comments')}</p> : null}
      <ul className={classes.comments}>
        {comments.data?.map(({ _id, author, author_id, body, created_at }) => (
          <li key={_id}>
            <Avatar name={author || '?'} url={null} />
            <div>
              {author_id ? <PersonLink id={author_id} name={author} type="admin" /> : <b>{author}</b>}{' '}
              <span className="dim small">
                <DateText value={created_at} zone={organisation.time_zone} time />
              </span>
              <p>{body}</p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Foot({ task, watched }: { task: Task; watched: Watched }) {
  const t = useT(texts)
  const comment = useAct(taskRoutes.comment, [taskRoutes.comments, ...STALE])
  const update = useAct(taskRoutes.update, STALE)
  const [words, setWords] = useState('')
  const isDone = task.status === 'done'
  return (
    <form
      {...watched}
      className={classes.foot}
      onSubmit={(event) => {
        event.preventDefault()
        const body = words.trim()
        if (body === '') return
        void comment.mutateAsync({ params: { id: task._id }, body: { body } }).then(() => setWords(''))
      }}
    >
      <TextInput
        aria-label={t('comment')}
        placeholder={t('comment')}
        maxLength={4000}
        value={words}
        onChange={(event) => setWords(event.currentTarget.value)}
      />
      {words.trim() === '' ? (
        <Button
          {...(isDone ? { variant: 'default' } : { leftSection: <IconCheck size={18} /> })}
          loading={update.isPending}
          onClick={() => update.mutate({ params: { id: task._id }, body: { status: isDone ? 'open' : 'done' } })}
        >
          {t(isDone ? 'reopen' : 'mark_done')}
        </Button>
      ) : (
        <Button type="submit" loading={comment.isPending}>
          {t('send')}
        </Button>
      )}
    </form>
  )
}

function Facts({ task, mayEdit }: { task: Task; mayEdit: boolean }) {
  const t = useT(texts)
  const can = useCan()
  const language = useLanguage()
  const today = useToday()
  const { choices } = useAssignees()
  const reminders = useReminders(task.remind_days)
  const update = useAct(taskRoutes.update, STALE)
  const set = (body: Parameters<typeof update.mutate>[0]['body']) => update.mutate({ params: { id: task._id }, body })
  const tone = task.late_days > 0 ? classes.late : task.due_on === today ? classes.today : undefined
  const about = [
    ...(task.reservation
      ? [
          {
            to: `/admin/reservations/${task.reservation._id}`,
            name: [task.reservation.name, task.reservation.code].filter(Boolean).join(' '),
          },
        ]
      : []),
    ...(task.person ? [{ to: `/admin/users/${task.person._id}`, name: task.person.name }] : []),
    ...(task.ticket ? [{ to: `/admin/support/${task.ticket._id}`, name: task.ticket.name }] : []),
  ]
  return (
    <div className={classes.facts}>
      <Fact label={t('status')}>
        <ChoiceSelect
          aria-label={t('status')}
          readOnly={!mayEdit}
          value={task.status}
          choices={TASK_STATUSES.map((value) => ({ value, label: t(`status_${value}`) }))}
          onChange={(status) => set({ status })}
        />
      </Fact>
      <Fact label={t('due')}>
        {task.due_on === null ? (
          <span className="dim">{t('due_none')}</span>
        ) : (
          <span className={tone ?? ''}>
            {formatWeekday(task.due_on, language)} {formatDate(task.due_on, language)}
          </span>
        )}
      </Fact>
      <Fact label={t('assignee')}>
        <ChoiceSelect
          aria-label={t('assignee')}
          readOnly={!mayEdit}
          value={whoOf(task)}
          choices={choices}
          placeholder={t('nobody')}
          onChange={(who) => set(assigneeOf(who))}
          onClear={() => set(assigneeOf(null))}
        />
      </Fact>
      <Fact label={t('remind')}>
        <ChoiceSelect
          aria-label={t('remind')}
          readOnly={!mayEdit}
          value={task.remind_days === null ? null : String(task.remind_days)}
          choices={reminders}
          placeholder={t('remind_never')}
          onChange={(days) => set({ remind_days: Number(days) })}
          onClear={() => set({ remind_days: null })}
        />
      </Fact>
      {task.event ? (
        <Fact label={t('event')}>
          {can('events.read') ? (
            <Link to="/admin/events/$id" params={{ id: task.event._id }}>
              {task.event.name}
            </Link>
          ) : (
            task.event.name
          )}
        </Fact>
      ) : null}
      <Timing task={task} />
      {about.length > 0 ? (
        <Fact label={t('about')}>
          {about.map(({ to, name }) => (
            <Link key={to} to={to}>
              {name}
            </Link>
          ))}
        </Fact>
      ) : null}
      {task.completed_by ? <p className="dim small">{t('done_by', { name: task.completed_by })}</p> : null}
    </div>
  )
}

/** One task beside the board: what, by whom, until when, its checklist and what people said about it. */
export function TaskDrawer({ id, onClose }: { id: string; onClose: () => void }) {
  const t = useT(texts)
  const can = useCan()
  const phone = useMediaQuery('(max-width: 56.24em)', undefined, { getInitialValueInEffect: false })
  const [editing, setEditing] = useState(false)
  const [removing, setRemoving] = useState(false)
  const remove = useRemoveMany(taskRoutes.remove, STALE)
  const [busy, setBusy] = useState(false)
  const result = useQuery({ ...queryOf(taskRoutes.get, { params: { id } }), placeholderData: undefined })
  const task = result.data
  const mayEdit = can('tasks.update')
  const attach = useCallback(
    (place: HTMLElement | null) => {
      const dialog = place?.closest<HTMLElement>('[role="dialog"]')
      if (!dialog || phone) return
      // Beside the board, which stays in use. Mantine has only dialogs that cover the page.
      dialog.setAttribute('aria-modal', 'false')
      dialog.focus()
    },
    [phone],
  )
  const { isAsking, watched, question } = useAddressLeaveQuestion((search) => listSearch(search)['task'])
  return (
    <>
      <Drawer
        opened
        onClose={onClose}
        closeOnEscape={!isAsking}
        position="right"
        size={phone ? '100%' : 'min(480px, 36vw)'}
        withOverlay={phone === true}
        trapFocus={phone === true}
        lockScroll={phone === true}
        closeOnClickOutside={false}
        title={task?.template ? t('by_template', { name: task.template }) : t('title')}
        closeButtonProps={{ 'aria-label': t('close') }}
        classNames={{
          header: classes.drawerHead ?? '',
          body: classes.drawer ?? '',
          inner: phone ? '' : (classes.aside ?? ''),
          title: classes.source ?? '',
        }}
      >
        {/* Another task takes the focus again. */}
        <span key={id} ref={attach} hidden />
        {result.error && !task ? (
          <LoadFailed message={result.error.message} onRetry={() => void result.refetch()} />
        ) : !task ? (
          <Scaffold kind="list" rows={6} />
        ) : (
          <>
            <div className={classes.scroll}>
              <Heading level={2} className={classes.drawerTitle ?? ''}>
                {task.title}
              </Heading>
              {task.needs_assignee ? (
                <p className={classes.late} role="status">
                  {task.role
                    ? t('gone_role', { name: task.role.name })
                    : task.former_assignee
                      ? t('gone', { name: task.former_assignee })
                      : t('gone_unknown')}
                </p>
              ) : null}
              <Facts task={task} mayEdit={mayEdit} />
              {task.description ? <p className={classes.description}>{task.description}</p> : null}
              {task.opens ? (
                <div className={classes.acts}>
                  {task.documents.map(({ _id, code, event }) => (
                    <LinkButton
                      key={_id}
                      size="compact-md"
                      leftSection={<IconWorld size={16} />}
                      to="/admin/reservations/$id"
                      params={{ id: _id }}
                      search={{ letter: 'write' }}
                    >
                      {task.documents.length > 1 ? t('letter_for', { event, code }) : t('letter')}
                    </LinkButton>
                  ))}
                  {task.documents.length === 0 ? <p className="dim small">{t('letter_without_place')}</p> : null}
                </div>
              ) : null}
              <div className={classes.acts}>
                {mayEdit ? (
                  <Button variant="default" size="compact-md" onClick={() => setEditing(true)}>
                    {t('edit')}
                  </Button>
                ) : null}
                {can('tasks.delete') ? (
                  <Button
                    variant="subtle"
                    size="compact-md"
                    color="red"
                    leftSection={<IconTrash size={16} />}
                    onClick={() => setRemoving(true)}
                  >
                    {t('remove')}
                  </Button>
                ) : null}
              </div>
              <Checklist key={task._id} task={task} mayEdit={mayEdit} watched={watched} />
              <Comments task={task} />
            </div>
            {mayEdit ? <Foot key={task._id} task={task} watched={watched} /> : null}
            {editing ? <TaskForm task={task} onDone={() => setEditing(false)} /> : null}
            {removing ? (
              <RemovalDialog
                route={taskRoutes.remove}
                id={id}
                busy={busy}
                name={task.title}
                title={t('remove_question', { title: task.title })}
                action={t('remove')}
                onConfirm={() => {
                  setBusy(true)
                  void remove([id]).then((count) => {
                    setBusy(false)
                    setRemoving(false)
                    if (count > 0) onClose()
                  })
                }}
                onClose={() => setRemoving(false)}
              >
                <p>{t('remove_text')}</p>
              </RemovalDialog>
            ) : null}
          </>
        )}
      </Drawer>
      {question}
    </>
  )
}
