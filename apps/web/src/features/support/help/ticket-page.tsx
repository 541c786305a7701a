import { Button, Textarea } from '@mantine/core'
import { supportRoutes } from '@shiloh/contract/support'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { ApiError } from '#platform/client'
import { useT } from '#platform/i18n'
import { useLive } from '#platform/live'
import { keyOf, queryOf, useAct } from '#platform/queries'
import { LinkButton } from '#ui/base/link-button'
import { Heading } from '#ui/base/values'
import { LoadFailed } from '#ui/feedback/page-states'
import { Refusal } from '#ui/feedback/refusal'
import { Scaffold } from '#ui/feedback/scaffold'
import { Breadcrumbs } from '#ui/shell/page-header'
import { PickedFiles } from '../parts/attachments.tsx'
import conversation from '../parts/conversation.module.css'
import { useKeptText } from '../parts/kept-text.ts'
import { Message } from '../parts/message.tsx'
import { TicketState } from '../parts/state.tsx'
import { texts } from '../parts/texts.ts'
import { useCategoryName } from '../parts/words.ts'
import classes from './help.module.css'

const stale = [supportRoutes.getOwnTicket, supportRoutes.listOwnTickets] as const

/** The field for a reply. What was typed stays in the tab until it arrived. */
function ReplyForm({ id, isClosed }: { id: string; isClosed: boolean }) {
  const t = useT(texts)
  const [body, setBody] = useKeptText(`ticket:${id}`)
  const [files, setFiles] = useState<readonly File[]>([])
  const client = useQueryClient()
  const act = useAct(supportRoutes.replyToOwnTicket, stale, { shown: true })
  return (
    <form
      className={classes.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (body.trim() === '' || act.isPending) return
        act.mutate(
          { params: { id }, body: { body }, files: { attachments: files } },
          {
            onSuccess: () => {
              setBody('')
              setFiles([])
            },
            // The office may have closed it meanwhile: the page then says so, and how to go on.
            onError: (error) => {
              if (error instanceof ApiError && error.code === 'illegal_transition')
                void client.invalidateQueries({ queryKey: keyOf(supportRoutes.getOwnTicket) })
            },
          },
        )
      }}
    >
      {act.error ? <Refusal>{act.error.message}</Refusal> : null}
      <Textarea
        label={t('reply')}
        {...(isClosed && { description: t('closed_hint') })}
        rows={4}
        maxLength={10_000}
        value={body}
        onChange={({ currentTarget }) => setBody(currentTarget.value)}
      />
      <PickedFiles files={files} onChange={setFiles} />
      <Button type="submit" loading={act.isPending} disabled={body.trim() === ''}>
        {t('send')}
      </Button>
    </form>
  )
}

/** The way on where the office has closed a conversation for good: another question, with what was typed here. */
function AskAgain({ id, subject }: { id: string; subject: string }) {
  const t = useT(texts)
  const [typed, setTyped] = useKeptText(`ticket:${id}`)
  const [, setSubject] = useKeptText('ask:subject')
  const [, setBody] = useKeptText('ask:body')
  return (
    <div className={classes.form}>
      <p className="dim">{t('over')}</p>
      {typed === '' ? null : (
        <blockquote className={classes.typed}>
          <p>{typed}</p>
        </blockquote>
      )}
      <LinkButton
        to="/support/new"
        onClick={() => {
          if (typed === '') return
          setSubject(subject)
          setBody(typed)
          setTyped('')
        }}
      >
        {t(typed === '' ? 'ask' : 'ask_with')}
      </LinkButton>
    </div>
  )
}

/** `/support/{id}`: one conversation with the office. */
export function TicketPage() {
  const t = useT(texts)
  const client = useQueryClient()
  const categoryName = useCategoryName()
  const { id } = useParams({ from: '/support/$id' })
  const { data, error, refetch } = useQuery({
    ...queryOf(supportRoutes.getOwnTicket, { params: { id } }),
    placeholderData: undefined,
  })
  useLive('tickets.changed', () => {
    for (const route of stale) void client.invalidateQueries({ queryKey: keyOf(route) })
  })
  const { mutate: markRead } = useAct(supportRoutes.readOwnTicket, [supportRoutes.listOwnTickets], { shown: true })
  const isUnread = data?.unread === true
  const newest = data?.messages.at(-1)?._id
  useEffect(() => {
    if (isUnread && newest) markRead({ params: { id } })
  }, [isUnread, newest, id, markRead])
  if (error && !data) return <LoadFailed message={error.message} onRetry={() => void refetch()} />
  if (!data) return <Scaffold />
  return (
    <>
      <Breadcrumbs current={data.subject} />
      <Heading level={1} className={classes.subject ?? ''}>
        {data.subject}
      </Heading>
      <p className={classes.facts}>
        <TicketState ticket={{ ...data, unread: false }} />
        <span>{categoryName(data.category)}</span>
        {data.reservation ? (
          <Link to="/reservations/$id" params={{ id: data.reservation._id }}>
            {data.event ? `${data.event.name}, ${data.reservation.code}` : data.reservation.code}
          </Link>
        ) : null}
      </p>
      <div className={classes.thread}>
        <ul className={conversation.messages} aria-live="polite">
          {data.messages.map((message) => (
            <Message
              key={message._id}
              message={message}
              own={!message.from_staff}
              author={message.from_staff ? `${message.author}, ${t('office')}` : t('you')}
            />
          ))}
        </ul>
        {data.allowed.includes('reply') ? (
          <ReplyForm key={id} id={id} isClosed={data.status === 'completed'} />
        ) : (
          <AskAgain key={id} id={id} subject={data.subject} />
        )}
      </div>
    </>
  )
}
