import { initials } from '@shiloh/contract/covers'
import { lazy, Suspense } from 'react'
import { useAccount } from '#platform/account'
import classes from './shell.module.css'

/** The person's picture, or their initials. */
export function Avatar({ name, url }: { name: string; url: string | null }) {
  return url ? (
    <img className={classes.avatar} src={url} alt="" width={30} height={30} />
  ) : (
    <span className={classes.avatar} aria-hidden>
      {initials(name)}
    </span>
  )
}

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
