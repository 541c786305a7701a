import { identityRoutes } from '@shiloh/contract/identity/identity'
import { useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { useT } from '#platform/i18n'
import { lazyPart } from '#platform/lazy-part'
import { queryOf } from '#platform/queries'
import { openLoaded } from '#ui/feedback/reach'
import parts from '../parts/parts.module.css'
import { NoticeRow } from './notice-row.tsx'
import classes from './notifications.module.css'
import { texts } from './texts.ts'
import { useOpenNotice } from './use-open-notice.ts'

const panel = () => import('./notifications-panel.tsx')
const Panel = lazyPart(() => panel().then(({ NotificationsPanel: component }) => ({ default: component })))

/** As many as fit beside the next trip. The panel has all. */
const SHOWN = 3

const LATEST = queryOf(identityRoutes.listNotifications, { query: {} })

/** Returns whether they are on the way for the first time. */
export const useNoticesAreComing = (): boolean => useQuery(LATEST).isLoading

/** The latest notices, for the home. Renders nothing without any. */
export function HomeNotices() {
  const t = useT(texts)
  const [isOpen, setIsOpen] = useState(false)
  const { data } = useQuery(LATEST)
  const unread =
    useQuery(queryOf(identityRoutes.listNotifications, { query: { unread: 'true' } })).data?.meta.total ?? 0
  const open = useOpenNotice()
  const notices = data?.items.slice(0, SHOWN) ?? []
  if (notices.length === 0) return null
  return (
    <section className={classes.home} aria-labelledby="home-notices">
      <div className={classes.headline}>
        <h2 id="home-notices">{t('notifications')}</h2>
        {unread > 0 ? <span>{t('new', { count: unread })}</span> : null}
      </div>
      <ul className={classes.list}>
        {notices.map((one) => (
          <NoticeRow key={one._id} notice={one} short onOpen={open} />
        ))}
      </ul>
      <button type="button" className={parts.textButton} onClick={() => openLoaded(panel, () => setIsOpen(true))}>
        {t('all')}
      </button>
      {isOpen ? (
        <Suspense>
          <Panel unread={unread} onClose={() => setIsOpen(false)} />
        </Suspense>
      ) : null}
    </section>
  )
}
