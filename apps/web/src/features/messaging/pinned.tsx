import { identityRoutes } from '@shiloh/contract/identity/identity'
import { announcementRoutes } from '@shiloh/contract/messaging/announcements'
import { IconPinned } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { call } from '#platform/api'
import { useT } from '#platform/i18n'
import { queryOf } from '#platform/queries'
import { MarkedText } from '#ui/base/marked-text'
import { texts } from './member-texts.ts'
import classes from './pinned.module.css'

const PINNED = queryOf(announcementRoutes.listPinned, {})

/** Returns whether they are on the way for the first time. */
export const usePinnedIsComing = (): boolean => useQuery(PINNED).isLoading

/** The announcements that the office pinned, while they are valid. Seen here counts as read. */
export function PinnedAnnouncements() {
  const t = useT(texts)
  const { data = [] } = useQuery(PINNED)
  const unread = data
    .filter(({ read_at }) => read_at === null)
    .map(({ _id }) => _id)
    .join()
  useEffect(() => {
    // Without a network it is counted the next time.
    for (const id of unread.split(',').filter(Boolean))
      call(identityRoutes.readNotification, { params: { id } }).catch(() => undefined)
  }, [unread])
  if (data.length === 0) return null
  return (
    <section aria-label={t('pinned')} className={classes.pinned}>
      {data.map(({ _id, title, body, language }) => (
        <article key={_id} lang={language ?? undefined}>
          <h2>
            <IconPinned size={18} aria-hidden /> {title}
          </h2>
          <MarkedText text={body} />
        </article>
      ))}
    </section>
  )
}
