import { ACTIVITIES_CHANGED, activityRoutes } from '@shiloh/contract/activities'
import { IconActivity } from '@tabler/icons-react'
import { type Query, useQuery, useQueryClient } from '@tanstack/react-query'
import { useLocation, useNavigate } from '@tanstack/react-router'
import { Suspense, useEffect, useRef, useState } from 'react'
import { useT } from '#platform/i18n'
import { lazyPart } from '#platform/lazy-part'
import { useLive } from '#platform/live'
import { queryOf, refetchAll } from '#platform/queries'
import { CountButton } from '#ui/base/count-button'
import { ACTIVITY_HASH } from './index.ts'
import { texts } from './texts.ts'

const Drawer = lazyPart(() =>
  import('./activity-drawer.tsx').then(({ ActivityDrawer: component }) => ({ default: component })),
)

const isList = ({ state: { data } }: Query): boolean =>
  typeof data === 'object' && data !== null && 'items' in data && 'meta' in data

/** Reads the lists on the screen again when work of one's own has ended: an import or a change of many rows made them old. */
function useFreshLists(underWay: number | undefined): void {
  const client = useQueryClient()
  const before = useRef(underWay)
  useEffect(() => {
    if (underWay !== undefined && before.current !== undefined && underWay < before.current)
      void client.invalidateQueries({ predicate: isList })
    before.current = underWay ?? before.current
  }, [client, underWay])
}

/** The pulse of the top bar: how much of one's own long work is under way, and the button to see it. */
export function ActivityButton() {
  const t = useT(texts)
  const client = useQueryClient()
  const navigate = useNavigate()
  const [clicked, setClicked] = useState(false)
  const asked = useLocation({ select: ({ hash }) => hash === ACTIVITY_HASH })
  const close = () => {
    setClicked(false)
    if (asked) void navigate({ to: '.', search: true, hash: '', replace: true, resetScroll: false })
  }
  const counted = useQuery(queryOf(activityRoutes.countActivities, {}))
  useLive(
    ACTIVITIES_CHANGED,
    () => void refetchAll(client, [activityRoutes.countActivities, activityRoutes.listActivities]),
  )
  useFreshLists(counted.data?.under_way)
  const count = counted.data?.under_way ?? 0
  return (
    <>
      <CountButton icon={IconActivity} count={count} label={t('open', { count })} onClick={() => setClicked(true)} />
      {clicked || asked ? (
        <Suspense>
          <Drawer onClose={close} />
        </Suspense>
      ) : null}
    </>
  )
}
