import { Button, Menu, Textarea } from '@mantine/core'
import { getHotkeyHandler } from '@mantine/hooks'
import type { DataOf } from '@shiloh/contract/core'
import { languageName } from '@shiloh/contract/core'
import { supportRoutes } from '@shiloh/contract/support'
import { IconLock, IconTemplate } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useCan } from '#platform/account'
import { useT } from '#platform/i18n'
import { queryOf, useAct } from '#platform/queries'
import { Refusal } from '#ui/feedback/refusal'
import { PickedFiles } from '../parts/attachments.tsx'
import { useKeptText } from '../parts/kept-text.ts'
import classes from './desk.module.css'
import { SavedReplies } from './saved-replies.tsx'
import { stale } from './stale.ts'
import { texts } from './texts.ts'

type Ticket = DataOf<typeof supportRoutes.getTicket>

/** Saved replies, in the language of the guest where there is one. */
function Templates({ ticket, onInsert }: { ticket: Ticket; onInsert: (text: string) => void }) {
  const t = useT(texts)
  const can = useCan()
  const [managing, setManaging] = useState(false)
  const { data } = useQuery(queryOf(supportRoutes.listSavedReplies, {}))
  const { name, language } = ticket.user
  const rows = (data ?? []).flatMap(({ _id, name: title, texts: written }) => {
    const text = written[language] ?? written.en ?? Object.values(written)[0]
    return text ? [{ _id, title, text: text.replaceAll('{name}', name) }] : []
  })
  return (
    <>
      <Menu position="top-end" width={260}>
        <Menu.Target>
          <Button
            variant="subtle"
            color="gray"
            size="compact-sm"
            aria-label={t('template')}
            leftSection={<IconTemplate size={16} aria-hidden />}
          >
            <span className={classes.templateName}>{t('template')}</span>
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {rows.length === 0 ? <Menu.Label>{t('no_templates')}</Menu.Label> : null}
          {rows.map((row) => (
            <Menu.Item key={row._id} onClick={() => onInsert(row.text)}>
              {row.title}
            </Menu.Item>
          ))}
          {can('support_tickets.update') ? (
            <>
              <Menu.Divider />
              <Menu.Item onClick={() => setManaging(true)}>{t('manage')}</Menu.Item>
            </>
          ) : null}
        </Menu.Dropdown>
      </Menu>
      {managing ? <SavedReplies onClose={() => setManaging(false)} /> : null}
    </>
  )
}

/** The field for an answer to the guest, or for a note that only the office sees. */
export function Composer({ ticket }: { ticket: Ticket }) {
  const t = useT(texts)
  const can = useCan()
  const { _id: id } = ticket
  const [kind, setKind] = useState<'reply' | 'note'>('reply')
  const [reply, setReply] = useKeptText(`desk:${id}`)
  const [note, setNote] = useKeptText(`desk-note:${id}`)
  const [replyFiles, setReplyFiles] = useState<readonly File[]>([])
  // Apart from those of the answer: what is meant for the office must not go to the guest.
  const [noteFiles, setNoteFiles] = useState<readonly File[]>([])
  const newest = ticket.messages.at(-1)
  // The newest message when the answer was begun: what came later has to be read first.
  const [begunAt, setBegunAt] = useState(newest?._id)
  const send = useAct(supportRoutes.replyToTicket, stale, { shown: true })
  const keep = useAct(supportRoutes.noteOnTicket, stale, { shown: true })
  const isNote = kind === 'note'
  const body = isNote ? note : reply
  const act = isNote ? keep : send
  const isEmpty = body.trim() === '' && (!isNote || noteFiles.length === 0)
  const seen = reply === '' ? newest?._id : begunAt
  const moved = !isNote && newest && seen !== newest._id ? newest : undefined
  const write = (text: string) => {
    if (isNote) return setNote(text)
    if (reply === '') setBegunAt(newest?._id)
    setReply(text)
  }
  const submit = (close: boolean) => {
    if (isEmpty || act.isPending || moved) return
    if (isNote)
      return keep.mutate(
        { params: { id }, body: { body }, files: { attachments: noteFiles } },
        {
          onSuccess: () => {
            setNote('')
            setNoteFiles([])
          },
        },
      )
    send.mutate(
      {
        params: { id },
        body: { body, ...(seen && { seen }), ...(close && { close }) },
        files: { attachments: replyFiles },
      },
      {
        onSuccess: () => {
          setReply('')
          setReplyFiles([])
        },
      },
    )
  }
  return (
    <form
      className={classes.composer}
      data-note={isNote || undefined}
      onSubmit={(event) => {
        event.preventDefault()
        submit(false)
      }}
    >
      <div className={classes.kinds}>
        <button type="button" aria-pressed={!isNote} onClick={() => setKind('reply')}>
          {t('reply')}
        </button>
        <button type="button" aria-pressed={isNote} onClick={() => setKind('note')}>
          <IconLock size={15} aria-hidden /> {t('note')}
        </button>
        {isNote ? null : (
          <Templates
            ticket={ticket}
            onInsert={(text) => write(reply === '' ? text : `${reply.trimEnd()}\n\n${text}`)}
          />
        )}
      </div>
      {act.error && !moved ? <Refusal className={classes.refusal}>{act.error.message}</Refusal> : null}
      {moved ? (
        <div role="alert" className={classes.moved}>
          <span>{t('moved', { name: moved.author })}</span>
          <Button size="compact-sm" variant="default" onClick={() => setBegunAt(moved._id)}>
            {t('moved_read')}
          </Button>
        </div>
      ) : null}
      {!isNote && ticket.status === 'archived' ? (
        <p role="note" className={classes.moved}>
          {t('is_archived')}
        </p>
      ) : null}
      <Textarea
        aria-label={t(kind)}
        variant="unstyled"
        autosize
        minRows={2}
        maxRows={10}
        maxLength={10_000}
        value={body}
        onChange={({ currentTarget }) => write(currentTarget.value)}
        onKeyDown={getHotkeyHandler([['mod+Enter', () => submit(false)]])}
      />
      <div className={classes.sends}>
        <PickedFiles
          key={kind}
          compact
          files={isNote ? noteFiles : replyFiles}
          onChange={isNote ? setNoteFiles : setReplyFiles}
        />
        <span className={classes.reaches}>
          {isNote
            ? t('note_hint')
            : ticket.user.active
              ? t('reaches', { language: languageName(ticket.user.language) })
              : t('deactivated')}
        </span>
        {isNote || !can('support_tickets.update') ? null : (
          <Button
            variant="default"
            disabled={isEmpty || moved !== undefined || act.isPending}
            onClick={() => submit(true)}
          >
            {t('send_close')}
          </Button>
        )}
        <Button type="submit" loading={act.isPending} disabled={isEmpty || moved !== undefined}>
          {isNote ? t('save_note') : t('send')}
        </Button>
      </div>
    </form>
  )
}
