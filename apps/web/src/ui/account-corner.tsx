import { lazy, Suspense } from 'react'
import { useAccount } from '#platform/account'
import { Avatar } from './avatar.tsx'

const AccountMenu = lazy(() =>
  import('./account-menu.tsx').then(({ AccountMenu: component }) => ({ default: component })),
)

/** The account menu of a header; the picture alone until the menu is there. */
export function AccountCorner() {
  const { user } = useAccount()
  if (!user) return null
  return (
    <Suspense fallback={<Avatar name={`${user.first_name} ${user.last_name}`} url={user.avatar_url} />}>
      <AccountMenu />
    </Suspense>
  )
}
