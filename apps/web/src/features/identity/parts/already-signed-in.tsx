import { Button } from '@mantine/core'
import type { Account } from '@shiloh/contract/identity/account'
import { Link } from '@tanstack/react-router'
import { homes } from '#platform/guard'
import { useT } from '#platform/i18n'
import { usePageActions } from '#platform/page-actions'
import { texts } from '../sign-in/texts.ts'
import { AuthPage } from './page.tsx'
import classes from './parts.module.css'

/** In place of a form for visitors: who is signed in, the way on, and the way out. */
export function AlreadySignedIn({ title, user }: { title: string; user: Account }) {
  const t = useT(texts)
  const { signOut } = usePageActions()
  return (
    <AuthPage title={title} lead={t('signed_in_as', { name: user.name })}>
      <div className={classes.form}>
        <Button component={Link} to={homes[user.user_type]} fullWidth>
          {t('go_on', { name: user.first_name || user.name })}
        </Button>
        <Button variant="default" onClick={signOut} fullWidth>
          {t('somebody_else')}
        </Button>
      </div>
    </AuthPage>
  )
}
