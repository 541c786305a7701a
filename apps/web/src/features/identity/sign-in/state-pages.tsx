import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useAccount } from '#platform/account'
import { homes, loginPath } from '#platform/guard'
import { useT } from '#platform/i18n'
import { usePageActions } from '#platform/page-actions'
import { AuthPage } from '../parts/page.tsx'
import classes from '../parts/parts.module.css'
import { texts as parts } from '../parts/texts.ts'
import { texts as titles } from '../texts.ts'
import { texts } from './texts.ts'

/** A page that this account is not allowed to see. */
export function NotAuthorizedPage() {
  const t = useT(texts)
  const title = useT(titles)('not_authorized')
  const words = useT(parts)
  const { user } = useAccount()
  const { signOut } = usePageActions()
  return (
    <AuthPage title={title} lead={`${t('denied_lead')} ${t('denied_hint')}`}>
      <div className={classes.form}>
        {user ? (
          <>
            <Button component={Link} to={homes[user.user_type]} fullWidth>
              {t('to_home')}
            </Button>
            <Button variant="default" fullWidth onClick={signOut}>
              {words('sign_out')}
            </Button>
          </>
        ) : (
          <Button component={Link} to={loginPath} fullWidth>
            {words('sign_in')}
          </Button>
        )}
      </div>
    </AuthPage>
  )
}

/** Milliseconds between checks whether the maintenance is over. */
const LOOK_AGAIN_MS = 60_000

/** Shown to everybody but administrators during maintenance. Leaves by itself afterwards. */
export function MaintenancePage() {
  const t = useT(texts)
  const title = useT(titles)('maintenance')
  const words = useT(parts)
  const { user, settings } = useAccount()
  const { reloadAccount, signOut } = usePageActions()
  const [looking, setLooking] = useState(false)
  const look = async () => {
    setLooking(true)
    await reloadAccount()
    setLooking(false)
  }
  useEffect(() => {
    const tick = setInterval(() => void reloadAccount(), LOOK_AGAIN_MS)
    return () => clearInterval(tick)
  }, [reloadAccount])
  return (
    <AuthPage
      title={title}
      lead={settings.general_settings.maintenance_message || t('maintenance_lead')}
      below={
        user ? (
          <button type="button" className={classes.textButton} onClick={signOut}>
            {words('sign_out')}
          </button>
        ) : (
          <Link to={loginPath} search={{ as: 'admin' }} className={classes.textLink}>
            {t('title_admin')}
          </Link>
        )
      }
    >
      <Button variant="default" fullWidth loading={looking} onClick={() => void look()}>
        {t('look_again')}
      </Button>
    </AuthPage>
  )
}
