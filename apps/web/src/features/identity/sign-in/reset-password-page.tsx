import { PASSWORD_TEXTS } from '@shiloh/contract/identity/password-texts'
import { useNavigate } from '@tanstack/react-router'
import { useAccount } from '#platform/account'
import { useT } from '#platform/i18n'
import { usePageActions } from '#platform/page-actions'
import { session } from '#platform/session'
import { showFailure } from '#ui/feedback/failure'
import { toastDone } from '#ui/feedback/toast'
import { AuthForm, useServerForm } from '../parts/form.tsx'
import { newPasswordBody } from '../parts/new-password.ts'
import { AuthPage } from '../parts/page.tsx'
import { NewPasswordFields, newPasswordProblems } from '../parts/password-field.tsx'
import { texts as parts } from '../parts/texts.ts'
import { resetPassword } from '../queries.ts'
import { texts as titles } from '../texts.ts'
import { isSpent } from './mfa-page.tsx'
import { texts } from './texts.ts'

/** Sets a new password with the token of the link, whose validity the guard has checked. */
export function ResetPasswordPage() {
  const t = useT(texts)
  const title = useT(titles)('reset_password')
  const words = useT(parts)
  const rule = useT(PASSWORD_TEXTS)
  const navigate = useNavigate()
  const { reloadAccount } = usePageActions()
  const { settings } = useAccount()
  const of = useServerForm({
    schema: newPasswordBody,
    values: { password: '', password_confirmation: '' },
    check: (values) => newPasswordProblems(settings.password_complexity_settings, rule, values),
    async onSubmit({ password, password_confirmation }) {
      try {
        await resetPassword(password, password_confirmation)
      } catch (error) {
        if (!isSpent(error)) throw error
        session.clear('passwordResetToken')
        showFailure(t('link_expired'), true)
        await navigate({ to: '/auth/forgot-password', replace: true })
        return
      }
      toastDone({ message: t('password_saved') })
      await navigate({ to: '/auth/login', search: { with: 'password' }, replace: true })
      await reloadAccount()
    },
  })
  return (
    <AuthPage title={title} lead={t('reset_lead')}>
      <AuthForm of={of} action={t('save_password')}>
        <NewPasswordFields
          form={of.form}
          password="password"
          confirmation="password_confirmation"
          label={words('new_password')}
        />
      </AuthForm>
    </AuthPage>
  )
}
