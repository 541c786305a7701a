import { identityRoutes } from '@shiloh/contract/identity/identity'
import { IconBell } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { useT } from '#platform/i18n'
import { lazyPart } from '#platform/lazy-part'
import { useLive } from '#platform/live'
import { keyOf, queryOf } from '#platform/queries'
import { CountButton } from '#ui/base/count-button'
import { openLoaded } from '#ui/feedback/reach'
import { texts } from './texts.ts'

const panel = () => import('./notifications-panel.tsx')
const Panel = lazyPart(() => panel().then(({ NotificationsPanel: component }) => ({ default: component })))

/** The bell of a header: the number of unread notifications, and the button to read them. */
export function NotificationsBell() {
  const t = useT(texts)
  const client = useQueryClient()
  const [opened, setOpened] = useState(false)
  const unread = useQuery(queryOf(identityRoutes.listNotifications, { query: { unread: 'true' } }))
  useLive(
    'notifications.changed',
    () => void client.invalidateQueries({ queryKey: keyOf(identityRoutes.listNotifications) }),
  )
  const count = unread.data?.meta.total ?? 0
  return (
    <>
      <CountButton
        icon={IconBell}
        count={count}
        label={t('unread', { count })}
        onClick={() => openLoaded(panel, () => setOpened(true))}
      />
      {opened ? (
        <Suspense>
          <Panel unread={count} onClose={() => setOpened(false)} />
        </Suspense>
      ) : null}
    </>
  )
}
