import { ActionIcon } from '@mantine/core'
import type { DataOf } from '@shiloh/contract/core'
import { supportRoutes, TICKET_STATUSES, type TicketStatus } from '@shiloh/contract/support'
import { IconArrowLeft, IconLock, IconUser } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { useCan } from '#platform/account'
import { useT } from '#platform/i18n'
import { queryOf, useAct } from '#platform/queries'
import { PersonLink } from '#ui/base/person-link'
import { Rich } from '#ui/base/rich'
import { DateText, Heading } from '#ui/base/values'
import { LoadFailed } from '#ui/feedback/page-states'
import { Scaffold } from '#ui/feedback/scaffold'
import { toastDone } from '#ui/feedback/toast'
import { ChoiceSelect } from '#ui/form/choice-select'
import { PickSelect } from '#ui/form/pick-select'
import { Attachments } from '../parts/attachments.tsx'
import conversation from '../parts/conversation.module.css'
import { Message } from '../parts/message.tsx'
import { Composer } from './composer.tsx'
import classes from './desk.module.css'
import { stale } from './stale.ts'
import { texts } from './texts.ts'

type Ticket = DataOf<typeof supportRoutes.getTicket>
type Note = Ticket['notes'][number]

/** What only the office sees: a note in full width, or a line about who did what. */
function Internal({ note }: { note: Note }) {
  const t = useT(texts)
  const { author, author_id, assignee, assignee_id } = note
  const linked = (id: string | null) => (words: string) =>
    id === null ? words : <PersonLink id={id} name={words} type="admin" />
  const parts = { who: linked(author_id), to: linked(assignee_id) }
  if (note.kind === 'note')
    return (
      <li className={classes.note}>
        <p className={conversation.by}>
          <IconLock size={15} aria-hidden />
          <b>{t('note')}</b>
          <span>
            {linked(author_id)(author)}, <DateText value={note.created_at} time />
          </span>
        </p>
        <div>
          {note.body === '' ? null : <p>{note.body}</p>}
          <Attachments files={note.attachments} eager />
        </div>
      </li>
    )
  const name = `<who>${author}</who>`
  const words =
    note.kind === 'assigned'
      ? assignee === null
        ? t('released', { name })
        : assignee_id === author_id
          ? t('took', { name })
          : t('gave', { name, assignee: `<to>${assignee}</to>` })
      : note.status === 'completed'
        ? t('closed', { name })
        : note.status === 'archived'
          ? t('archived_by', { name })
          : t('reopened', { name })
  return (
    <li className={classes.fact}>
      <span>
        <Rich text={words} parts={parts} />, <DateText value={note.created_at} time />
      </span>
    </li>
  )
}

/** Messages and notes in the order in which they were written. */
function Timeline({ ticket }: { ticket: Ticket }) {
  const t = useT(texts)
  const entries = [
    ...ticket.messages.map((message) => ({ at: message.created_at, message, note: undefined })),
    ...ticket.notes.map((note) => ({ at: note.created_at, message: undefined, note })),
  ].sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0))
  return (
    <ul className={conversation.messages} aria-live="polite">
      {entries.map(({ message, note }) =>
        message ? (
          <Message
            key={message._id}
            message={message}
            own={message.from_staff}
            author={message.author}
            eager
            after={
              message.from_staff && ticket.read_at !== null && ticket.read_at >= message.created_at ? (
                <span>{t('read')}</span>
              ) : null
            }
          />
        ) : (
          <Internal key={note._id} note={note} />
        ),
      )}
    </ul>
  )
}

function Tools({ ticket }: { ticket: Ticket }) {
  const t = useT(texts)
  const can = useCan()
  const act = useAct(supportRoutes.updateTicket, stale)
  const mayChange = can('support_tickets.update')
  const params = { id: ticket._id }
  const seen = ticket.messages.at(-1)?._id
  /** Changes one thing, and offers to take it back. */
  const change = (
    body: { status: TicketStatus } | { assignee_id: string | null },
    before: { status: TicketStatus } | { assignee_id: string | null },
    message: string,
  ) =>
    act.mutate(
      { params, body: { ...body, ...('status' in body && seen && { seen }) } },
      {
        onSuccess: () =>
          toastDone({
            message,
            undo: {
              label: t('undo'),
              act: () => act.mutate({ params, body: before }, { onSuccess: () => toastDone({ message: t('undone') }) }),
            },
          }),
      },
    )
  const giveTo = (to: { readonly _id: string; readonly name: string } | null) =>
    change(
      { assignee_id: to?._id ?? null },
      { assignee_id: ticket.assignee?._id ?? null },
      to ? t('given', { name: to.name }) : t('given_nobody'),
    )
  return (
    <div className={classes.tools}>
      <ChoiceSelect
        aria-label={t('status')}
        disabled={!mayChange || act.isPending}
        choices={TICKET_STATUSES.map((value) => ({ value, label: t(value) }))}
        value={ticket.status}
        onChange={(status) => change({ status }, { status: ticket.status }, t('status_set', { status: t(status) }))}
      />
      <PickSelect
        aria-label={t('assignee')}
        placeholder={t('nobody')}
        disabled={!mayChange || act.isPending}
        route={supportRoutes.pickAssignees}
        value={ticket.assignee?._id ?? null}
        picked={ticket.assignee ? [ticket.assignee] : []}
        onChange={giveTo}
        onClear={() => giveTo(null)}
      />
      <span className={classes.opened}>
        {ticket.reservation ? `${t('from_guest', { code: ticket.reservation.code })}, ` : ''}
        <DateText value={ticket.created_at} time />
      </span>
    </div>
  )
}

interface TicketPaneProps {
  id: string
  /** Opens what is beside the conversation on wide screens. */
  onAbout?: () => void
}

/** One conversation, with what the office does about it. */
export function TicketPane({ id, onAbout }: TicketPaneProps) {
  const t = useT(texts)
  const can = useCan()
  const end = useRef<HTMLDivElement>(null)
  const { data, error, refetch } = useQuery({
    ...queryOf(supportRoutes.getTicket, { params: { id } }),
    placeholderData: undefined,
  })
  const { mutate: markRead } = useAct(supportRoutes.readTicket, [supportRoutes.listTickets], { shown: true })
  const isUnread = data?.unread === true
  const newest = data?.messages.at(-1)?._id
  const count = (data?.messages.length ?? 0) + (data?.notes.length ?? 0)
  useEffect(() => {
    if (isUnread && newest) markRead({ params: { id } })
  }, [isUnread, newest, id, markRead])
  useEffect(() => {
    if (count > 0 && end.current) end.current.scrollTop = end.current.scrollHeight
  }, [count])
  if (error && !data)
    return (
      <div className={classes.nothing}>
        <LoadFailed message={error.message} onRetry={() => void refetch()} />
      </div>
    )
  if (!data)
    return (
      <div className={classes.nothing}>
        <Scaffold />
      </div>
    )
  return (
    <section className={classes.pane} aria-label={data.subject}>
      <header className={classes.paneHead}>
        <div className={classes.title}>
          <Link to="/admin/support" search={(old) => old} className={classes.back} aria-label={t('back')}>
            <IconArrowLeft size={20} />
          </Link>
          <div>
            <Heading level={2}>{data.subject}</Heading>
            {onAbout ? <p className="dim small">{data.user.name}</p> : null}
          </div>
          {onAbout ? (
            <ActionIcon size={40} aria-label={t('guest')} onClick={onAbout}>
              <IconUser size={20} stroke={1.75} />
            </ActionIcon>
          ) : null}
        </div>
        <Tools ticket={data} />
      </header>
      <div
        ref={end}
        className={classes.scroll}
        // A picture of the newest entry has no height before it is loaded.
        onLoadCapture={({ currentTarget, target }) => {
          if (target instanceof Element && !target.closest('li')?.nextElementSibling)
            currentTarget.scrollTop = currentTarget.scrollHeight
        }}
      >
        <Timeline ticket={data} />
      </div>
      {can('support_tickets.reply') ? <Composer ticket={data} /> : null}
    </section>
  )
}
