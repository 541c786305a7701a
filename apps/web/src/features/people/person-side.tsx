import { Button, CloseButton, Textarea } from '@mantine/core'
import { officeRoutes, type PersonNote } from '@shiloh/contract/office'
import { supportRoutes } from '@shiloh/contract/support'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { useAccount, useCan } from '#platform/account'
import { formatDate } from '#platform/dates'
import { useLanguage, useT } from '#platform/i18n'
import { queryOf, useAct } from '#platform/queries'
import { PersonLink } from '#ui/base/person-link'
import { DateText } from '#ui/base/values'
import { toastDone } from '#ui/feedback/toast'
import { LeaveGuard } from '#ui/form/leave-guard'
import { DeskTicketStatus } from '../support/index.ts'
import classes from './person.module.css'
import { Part } from './person-parts.tsx'
import { texts } from './person-texts.ts'

const ticketPage = (id: string): string => `/admin/support/${id}`
const MOST_TICKETS = 5

/** The support tickets of a person. */
export function Tickets({ id }: { id: string }) {
  const t = useT(texts)
  const { time_zone: zone } = useAccount().organisation
  const language = useLanguage()
  const query = useQuery({
    ...queryOf(supportRoutes.listTickets, { query: { user_id: id } }),
    placeholderData: undefined,
  })
  return (
    <Part title={t('tickets')} query={query} isEmpty={({ items }) => items.length === 0} empty={t('no_tickets')}>
      {({ items }) => (
        <ul className={classes.rows}>
          {items.slice(0, MOST_TICKETS).map(({ _id, subject, status, updated_at }) => (
            <li key={_id}>
              <div>
                <Link to={ticketPage(_id)}>{subject}</Link>
                <p>{t('since', { date: formatDate(updated_at, language, zone) })}</p>
              </div>
              <DeskTicketStatus status={status} />
            </li>
          ))}
        </ul>
      )}
    </Part>
  )
}

/** Writes a note. */
function NoteForm({ id, onDone }: { id: string; onDone: () => void }) {
  const t = useT(texts)
  const [body, setBody] = useState('')
  const add = useAct(officeRoutes.addPersonNote, [officeRoutes.listPersonNotes])
  const save = (event?: FormEvent) => {
    event?.preventDefault()
    if (body.trim() !== '' && !add.isPending) add.mutate({ params: { id }, body: { body } }, { onSuccess: onDone })
  }
  return (
    <form className={classes.form} onSubmit={save}>
      <LeaveGuard hasChanges={() => body.trim() !== '' && !add.isSuccess} />
      <Textarea
        autoFocus
        autosize
        minRows={2}
        maxLength={2000}
        label={t('note')}
        description={t('note_hint')}
        value={body}
        onChange={(event) => setBody(event.currentTarget.value)}
      />
      <div className={classes.formActs}>
        <Button variant="subtle" color="gray" onClick={onDone}>
          {t('cancel')}
        </Button>
        <Button type="submit" loading={add.isPending}>
          {t('save_note')}
        </Button>
      </div>
    </form>
  )
}

/** The notes of the office about a person, with author and time. */
export function Notes({ id }: { id: string }) {
  const t = useT(texts)
  const can = useCan()
  const { time_zone: zone } = useAccount().organisation
  const [writing, setWriting] = useState(false)
  const stale = [officeRoutes.listPersonNotes]
  const add = useAct(officeRoutes.addPersonNote, stale)
  const remove = useAct(officeRoutes.removePersonNote, stale)
  const query = useQuery({ ...queryOf(officeRoutes.listPersonNotes, { params: { id } }), placeholderData: undefined })
  const mayWrite = can('users.update', id)
  const drop = async ({ _id, body }: PersonNote) => {
    await remove.mutateAsync({ params: { id, note_id: _id } })
    toastDone({
      message: t('note_deleted'),
      undo: { label: t('undo'), act: () => add.mutate({ params: { id }, body: { body } }) },
    })
  }
  return (
    <Part
      title={t('notes')}
      query={query}
      isEmpty={(rows) => rows.length === 0}
      empty={t('no_notes')}
      note={() =>
        mayWrite && !writing ? (
          <button type="button" className={classes.link} onClick={() => setWriting(true)}>
            {t('add_note')}
          </button>
        ) : null
      }
      above={writing ? <NoteForm id={id} onDone={() => setWriting(false)} /> : null}
    >
      {(rows) => (
        <ul className={classes.rows}>
          {rows.map((note) => (
            <li key={note._id}>
              <div>
                <span className={classes.noteText}>{note.body}</span>
                <p>
                  {note.author && note.author_id ? (
                    <PersonLink id={note.author_id} name={note.author} type="admin" />
                  ) : (
                    t('formerly')
                  )}
                  , <DateText value={note.created_at} zone={zone} time weekday={false} />
                </p>
              </div>
              {note.own && mayWrite ? (
                <CloseButton aria-label={t('delete_note')} onClick={() => void drop(note).catch(() => {})} />
              ) : null}
            </li>
          ))}
        </ul>
      )}
    </Part>
  )
}
