import type { notification } from '@shiloh/contract/identity/account'
import { identityRoutes } from '@shiloh/contract/identity/identity'
import { useRouter } from '@tanstack/react-router'
import type { z } from 'zod'
import { useAct } from '#platform/queries'

export type Notification = z.output<typeof notification>

/** Returns a function that marks a notice as read and goes to its page. */
export function useOpenNotice(): (notice: Notification) => void {
  const router = useRouter()
  const read = useAct(identityRoutes.readNotification, [identityRoutes.listNotifications])
  return ({ _id, link, read_at }) => {
    if (read_at === null) read.mutate({ params: { id: _id } })
    // Our links are paths of the app. Others are not followed from here.
    if (link?.startsWith('/') && !link.startsWith('//')) router.history.push(link)
  }
}
