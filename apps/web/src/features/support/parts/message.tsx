import type { DataOf } from '@shiloh/contract/core'
import type { supportRoutes } from '@shiloh/contract/support'
import type { ReactNode } from 'react'
import { useT } from '#platform/i18n'
import { DateText } from '#ui/base/values'
import { Attachments } from './attachments.tsx'
import classes from './conversation.module.css'
import { texts } from './texts.ts'

type Said = DataOf<typeof supportRoutes.getOwnTicket>['messages'][number]

interface MessageProps {
  message: Said
  /** The reader's side is on the right. */
  own: boolean
  author: string
  /** Follows the time: whether it was read. */
  after?: ReactNode
  eager?: boolean
}

/** One message of a conversation. */
export function Message({ message, own, author, after, eager = false }: MessageProps) {
  const t = useT(texts)
  return (
    <li className={classes.message} data-own={own || undefined}>
      <p className={classes.by}>
        <b>{author}</b> <DateText value={message.created_at} time />
        {after}
      </p>
      <div className={classes.bubble}>
        {message.body === '' ? <p className="dim">{t('message_missing')}</p> : <p>{message.body}</p>}
        <Attachments files={message.attachments} eager={eager} />
      </div>
    </li>
  )
}
