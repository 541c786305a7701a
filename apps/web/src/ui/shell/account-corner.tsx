import { UnstyledButton, VisuallyHidden } from '@mantine/core'
import type { Account } from '@shiloh/contract/identity/account'
import { Suspense, useState } from 'react'
import { useAccount } from '#platform/account'
import { useT } from '#platform/i18n'
import { lazyPart } from '#platform/lazy-part'
import { Avatar } from '../base/avatar.tsx'
import { texts } from '../base/texts.ts'
import { openLoaded } from '../feedback/reach.tsx'
import classes from './shell.module.css'

const menu = () => import('./account-menu.tsx')
/** What does not come ahead is asked for with the click. */
const ahead = () => void menu().catch(() => undefined)
const AccountMenu = lazyPart(() => menu().then(({ AccountMenu: component }) => ({ default: component })))

/** The user's face and name in the corner. */
export function AccountFace({ user }: { user: Account }) {
  const t = useT(texts)
  const name = `${user.first_name} ${user.last_name}`.trim()
  return (
    <>
      <VisuallyHidden>{t('account_of', { name })}</VisuallyHidden>
      <span className={classes.name} aria-hidden>
        {user.first_name}
      </span>
      <Avatar name={name} url={user.avatar_url} />
    </>
  )
}

/** The account menu of a header. Its code loads when somebody reaches for it. */
export function AccountCorner() {
  const { user } = useAccount()
  const [wanted, setWanted] = useState(false)
  if (!user) return null
  const face = (
    <UnstyledButton
      className={classes.me}
      aria-haspopup="menu"
      onPointerEnter={ahead}
      onFocus={ahead}
      onClick={() => openLoaded(menu, () => setWanted(true))}
    >
      <AccountFace user={user} />
    </UnstyledButton>
  )
  return wanted ? (
    <Suspense fallback={face}>
      <AccountMenu user={user} face={<AccountFace user={user} />} />
    </Suspense>
  ) : (
    face
  )
}
