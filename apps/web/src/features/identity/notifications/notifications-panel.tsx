import { Drawer, VisuallyHidden } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import type { notification } from '@shiloh/contract/identity/account'
import { identityRoutes } from '@shiloh/contract/identity/identity'
import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import type { z } from 'zod'
import { useT } from '#platform/i18n'
import { queryOf, useAct } from '#platform/queries'
import { DateText } from '#ui/base/values'
import { MemberList } from '#ui/list/member-list'
import parts from '../parts/parts.module.css'
import classes from './notifications.module.css'
import { texts } from './texts.ts'

type Notification = z.output<typeof notification>

/** Own notifications, newest first. Opening one marks it as read and goes to its page. */
export function NotificationsPanel({ unread, onClose }: { unread: number; onClose: () => void }) {
  const t = useT(texts)
  const router = useRouter()
  const phone = useMediaQuery('(max-width: 56.24em)', undefined, { getInitialValueInEffect: false })
  const list = useQuery(queryOf(identityRoutes.listNotifications, { query: {} }))
  const read = useAct(identityRoutes.readNotification, [identityRoutes.listNotifications])
  const readAll = useAct(identityRoutes.readAllNotifications, [identityRoutes.listNotifications])
  const open = ({ _id, link, read_at }: Notification) => {
    if (read_at === null) read.mutate({ params: { id: _id } })
    if (!link) return
    onClose()
    // Our links are paths of the app. Others are not followed from here.
    if (link.startsWith('/') && !link.startsWith('//')) router.history.push(link)
  }
  return (
    <Drawer
      opened
      onClose={onClose}
      position="right"
      size={phone ? '100%' : 420}
      title={t('notifications')}
      closeButtonProps={{ 'aria-label': t('close'), size: 'lg' }}
    >
      {unread > 0 ? (
        <div className={classes.tools}>
          <button
            type="button"
            className={parts.textButton}
            disabled={readAll.isPending}
            onClick={() => readAll.mutate({})}
          >
            {t('read_all')}
          </button>
        </div>
      ) : null}
      <MemberList
        query={list}
        skeleton={{ rows: 5, phone: 96, desktop: 96 }}
        empty={{ title: t('none'), hint: t('none_hint') }}
      >
        {(rows) => (
          <ul className={classes.list}>
            {rows.map((one) => (
              <li key={one._id}>
                <button
                  type="button"
                  className={classes.one}
                  data-unread={one.read_at === null}
                  data-leads={Boolean(one.link)}
                  onClick={() => open(one)}
                >
                  <span className={classes.dot}>
                    {one.read_at === null ? <VisuallyHidden>{t('is_unread')}</VisuallyHidden> : null}
                  </span>
                  <span>
                    <strong>{one.title}</strong>
                    <span className={classes.text}>{one.body}</span>
                    <span className="dim small">
                      <DateText value={one.created_at} time />
                    </span>
                  </span>
                </button>
              </li>
            ))}
          </ul>
        )}
      </MemberList>
    </Drawer>
  )
}
