import { TextInput } from '@mantine/core'
import { Link, Navigate, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { z } from 'zod'
import { useT } from '#platform/i18n'
import { session } from '#platform/session'
import { AuthForm, bind, useServerForm } from '../parts/form.tsx'
import { AuthPage } from '../parts/page.tsx'
import classes from '../parts/parts.module.css'
import { texts as parts } from '../parts/texts.ts'
import { authenticate } from '../queries.ts'
import { texts as titles } from '../texts.ts'
import { isSpent } from './mfa-page.tsx'
import { texts } from './texts.ts'

const body = z.object({ recovery_code: z.string().trim().min(1, { error: 'required' }).max(64) })

/** Signs in with a recovery code if the other second step is lost. */
export function MfaRecoveryPage() {
  const t = useT(texts)
  const title = useT(titles)('recovery')
  const words = useT(parts)
  const navigate = useNavigate()
  const [spent, setSpent] = useState(false)
  const [passed, setPassed] = useState(false)
  const of = useServerForm({
    schema: body,
    values: { recovery_code: '' },
    async onSubmit({ recovery_code }) {
      try {
        await authenticate({ recovery_code })
        setPassed(true)
        await navigate({ to: '/security/mfa-recovery-success', replace: true })
      } catch (error) {
        setSpent(isSpent(error))
        throw error
      }
    },
  })
  if (!passed && session.read('mfaAccessToken') === undefined) return <Navigate to="/auth/login" replace />
  return (
    <AuthPage
      title={title}
      lead={t('recovery_lead')}
      below={
        <>
          <p className="dim">{t('no_codes')}</p>
          <Link to="/auth/login" className={classes.textLink}>
            {t('start_again')}
          </Link>
        </>
      }
    >
      <AuthForm of={spent ? { ...of, refusal: t('step_expired') } : of} action={words('sign_in')}>
        <TextInput
          {...bind(of.form, 'recovery_code')}
          label={t('recovery_code')}
          description={t('recovery_hint')}
          className={classes.mono ?? ''}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          required
          withAsterisk={false}
          autoFocus
        />
      </AuthForm>
    </AuthPage>
  )
}
