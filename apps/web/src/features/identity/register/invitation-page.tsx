import { identityRoutes } from '@shiloh/contract/identity/identity'
import { PASSWORD_TEXTS } from '@shiloh/contract/identity/password-texts'
import { Link, Navigate, useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useAccount } from '#platform/account'
import { call } from '#platform/api'
import { useT } from '#platform/i18n'
import { session } from '#platform/session'
import { beginFlow } from '#platform/token-flows'
import { toastDone } from '#ui/feedback/toast'
import { AuthForm, useServerForm } from '../parts/form.tsx'
import { newPasswordBody } from '../parts/new-password.ts'
import { AuthPage, Note } from '../parts/page.tsx'
import classes from '../parts/parts.module.css'
import { NewPasswordFields, newPasswordProblems } from '../parts/password-field.tsx'
import { texts as parts } from '../parts/texts.ts'
import { isSpent } from '../sign-in/mfa-page.tsx'
import { texts as titles } from '../texts.ts'
import { texts } from './texts.ts'

/** Somebody whom the office made an account for, as staff or as a member, chooses its password. */
export function InvitationPage() {
  const t = useT(texts)
  const title = useT(titles)('invitation')
  const words = useT(parts)
  const rule = useT(PASSWORD_TEXTS)
  const navigate = useNavigate()
  const { token, as } = useSearch({ from: '/auth/invitation' })
  const { organisation, settings } = useAccount()
  const [spent, setSpent] = useState(false)
  const of = useServerForm({
    schema: newPasswordBody,
    values: { password: '', password_confirmation: '' },
    check: (values) => newPasswordProblems(settings.password_complexity_settings, rule, values),
    async onSubmit(values) {
      beginFlow(session, 'confirm_account')
      try {
        await call(identityRoutes.adminRegister, { body: values, token: token ?? '' })
        toastDone({ message: t('invitation_done') })
        await navigate({ to: '/auth/login', search: as ? { as } : {}, replace: true })
      } catch (error) {
        setSpent(isSpent(error))
        throw error
      }
    },
  })
  if (!token) return <Navigate to="/auth/login" replace />
  if (spent) {
    return (
      <AuthPage title={title}>
        <Note>{t('invitation_expired')}</Note>
        <Link to="/auth/login" search={as ? { as } : {}} className={classes.textLink}>
          {words('sign_in')}
        </Link>
      </AuthPage>
    )
  }
  return (
    <AuthPage
      title={title}
      lead={t(as === 'admin' ? 'invitation_lead' : 'invitation_lead_member', { church: organisation.name })}
    >
      <AuthForm of={of} action={words('continue')}>
        <NewPasswordFields
          form={of.form}
          password="password"
          confirmation="password_confirmation"
          label={words('password')}
        />
      </AuthForm>
    </AuthPage>
  )
}
