import { Drawer } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { identityRoutes } from '@shiloh/contract/identity/identity'
import { useQuery } from '@tanstack/react-query'
import { useT } from '#platform/i18n'
import { queryOf, useAct } from '#platform/queries'
import { MemberList } from '#ui/list/member-list'
import parts from '../parts/parts.module.css'
import { NoticeRow } from './notice-row.tsx'
import classes from './notifications.module.css'
import { texts } from './texts.ts'
import { type Notification, useOpenNotice } from './use-open-notice.ts'

/** Own notifications, newest first. Opening one marks it as read and goes to its page. */
export function NotificationsPanel({ unread, onClose }: { unread: number; onClose: () => void }) {
  const t = useT(texts)
  const phone = useMediaQuery('(max-width: 56.24em)', undefined, { getInitialValueInEffect: false })
  const list = useQuery(queryOf(identityRoutes.listNotifications, { query: {} }))
  const readAll = useAct(identityRoutes.readAllNotifications, [identityRoutes.listNotifications])
  const openNotice = useOpenNotice()
  const open = (notice: Notification) => {
    openNotice(notice)
    if (notice.link) onClose()
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
              <NoticeRow key={one._id} notice={one} onOpen={open} />
            ))}
          </ul>
        )}
      </MemberList>
    </Drawer>
  )
}
