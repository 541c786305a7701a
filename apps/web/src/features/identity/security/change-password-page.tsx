import { identityRoutes } from '@shiloh/contract/identity/identity'
import { PASSWORD_TEXTS } from '@shiloh/contract/identity/password-texts'
import { useNavigate } from '@tanstack/react-router'
import { z } from 'zod'
import { useAccount } from '#platform/account'
import { call } from '#platform/api'
import { useT } from '#platform/i18n'
import { usePageActions } from '#platform/page-actions'
import { toastDone } from '#ui/feedback/toast'
import { AuthForm, useServerForm } from '../parts/form.tsx'
import { newPasswordBody } from '../parts/new-password.ts'
import { AuthPage } from '../parts/page.tsx'
import classes from '../parts/parts.module.css'
import { NewPasswordFields, newPasswordProblems, PasswordField } from '../parts/password-field.tsx'
import { texts as parts } from '../parts/texts.ts'
import { useEnter } from '../queries.ts'
import { texts as titles } from '../texts.ts'
import { texts } from './texts.ts'

const body = newPasswordBody.extend({ current_password: z.string().min(1, { error: 'required' }) })

function ChangePassword({ onChanged }: { onChanged: () => Promise<unknown> }) {
  const t = useT(texts)
  const words = useT(parts)
  const rule = useT(PASSWORD_TEXTS)
  const { user, settings } = useAccount()
  const of = useServerForm({
    schema: body,
    values: { current_password: '', password: '', password_confirmation: '' },
    check: (values) => newPasswordProblems(settings.password_complexity_settings, rule, values),
    async onSubmit(values) {
      await call(identityRoutes.changePassword, { body: values })
      toastDone({ message: t('changed') })
      await onChanged()
    },
  })
  return (
    <AuthForm of={of} action={t('change')}>
      {/* Tells a password manager which account the password belongs to. */}
      <input type="text" hidden readOnly autoComplete="username" value={user?.email ?? user?.phone ?? ''} />
      <PasswordField
        form={of.form}
        name="current_password"
        label={words('current_password')}
        autoComplete="current-password"
      />
      <NewPasswordFields
        form={of.form}
        password="password"
        confirmation="password_confirmation"
        label={words('new_password')}
      />
    </AuthForm>
  )
}

/** Changes the own password. */
export function ChangePasswordPage() {
  const t = useT(texts)
  const title = useT(titles)('change_password')
  const navigate = useNavigate()
  return (
    <AuthPage title={title} lead={t('change_lead')}>
      <ChangePassword onChanged={() => navigate({ to: '/auth/account' })} />
    </AuthPage>
  )
}

/** An expired password must be changed before anything else. */
export function PasswordExpirationPage() {
  const t = useT(texts)
  const title = useT(titles)('password_expiration')
  const words = useT(parts)
  const { enter } = useEnter()
  const { signOut } = usePageActions()
  return (
    <AuthPage
      title={title}
      lead={t('expired_lead')}
      below={
        <button type="button" className={classes.textButton} onClick={signOut}>
          {words('sign_out')}
        </button>
      }
    >
      <ChangePassword onChanged={enter} />
    </AuthPage>
  )
}
