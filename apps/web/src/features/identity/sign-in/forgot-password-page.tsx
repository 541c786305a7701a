import { TextInput } from '@mantine/core'
import { identityRoutes } from '@shiloh/contract/identity/identity'
import { Link, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { z } from 'zod'
import { call } from '#platform/api'
import { useT } from '#platform/i18n'
import { AuthForm, bind, useServerForm } from '../parts/form.tsx'
import { AuthPage, Note } from '../parts/page.tsx'
import classes from '../parts/parts.module.css'
import { handleOf } from '../queries.ts'
import { texts as titles } from '../texts.ts'
import { texts } from './texts.ts'

const body = z.object({ email: z.string().trim().min(1, { error: 'required' }).max(254) })

/** Requests a password reset link. The result is the same whether or not the account exists. */
export function ForgotPasswordPage() {
  const t = useT(texts)
  const title = useT(titles)('forgot_password')
  const { as } = useSearch({ from: '/auth/forgot-password' })
  const [sentTo, setSentTo] = useState<string>()
  const of = useServerForm({
    schema: body,
    values: { email: '' },
    async onSubmit({ email }) {
      const route = as === 'admin' ? identityRoutes.adminRequestPasswordReset : identityRoutes.requestPasswordReset
      await call(route, { body: handleOf(email) })
      setSentTo(email.trim())
    },
  })
  const back = (
    <Link to="/auth/login" search={as ? { as } : { with: 'password' }} className={classes.textLink}>
      {t('back_to_sign_in')}
    </Link>
  )
  if (sentTo) {
    return (
      <AuthPage title={title} below={back}>
        <div role="status">
          <Note tone="ok">
            <p>{t('link_sent', { who: sentTo })}</p>
            <p className="dim">{t('link_where')}</p>
          </Note>
        </div>
        <button type="button" className={classes.textButton} onClick={() => setSentTo(undefined)}>
          {t('another')}
        </button>
      </AuthPage>
    )
  }
  return (
    <AuthPage title={title} lead={t('forgot_lead')} below={back}>
      <AuthForm of={of} action={t('send_link')}>
        <TextInput
          {...bind(of.form, 'email')}
          label={t('handle')}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          required
          withAsterisk={false}
        />
      </AuthForm>
    </AuthPage>
  )
}
