import { TextInput } from '@mantine/core'
import { CODE_METHODS, type CodeMethod } from '@shiloh/contract/identity/account'
import { identityRoutes } from '@shiloh/contract/identity/identity'
import { useQuery } from '@tanstack/react-query'
import { Link, Navigate, useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { z } from 'zod'
import { call } from '#platform/api'
import { useT } from '#platform/i18n'
import { session } from '#platform/session'
import { LoadFailed } from '#ui/feedback/page-states'
import { Scaffold } from '#ui/feedback/scaffold'
import { CodeField, ResendCode } from '../parts/code-field.tsx'
import { AuthForm, bind, useServerForm } from '../parts/form.tsx'
import { AuthPage, Note } from '../parts/page.tsx'
import classes from '../parts/parts.module.css'
import { texts as titles } from '../texts.ts'
import { isSpent } from './mfa-page.tsx'
import { texts } from './texts.ts'

/** The second step of a forgotten password. The link for an account with a second step leads here. */
export function ForgotPasswordMfaPage() {
  const t = useT(texts)
  const title = useT(titles)('mfa')
  const search = useSearch({ from: '/auth/forgot-password-mfa' })
  const token = search.token ?? session.read('mfaPasswordResetToken')
  const step = useQuery({
    queryKey: ['password reset, second step', token],
    queryFn: async () => {
      session.write({ mfaPasswordResetToken: token })
      return call(identityRoutes.verifyPasswordReset, { body: {}, token: token ?? '' })
    },
    enabled: token !== undefined,
    // The request sends a code: once is enough.
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
  if (!token) return <Navigate to="/auth/login" replace />
  if (step.isError && isSpent(step.error)) {
    return (
      <AuthPage title={title}>
        <Note>{t('link_expired')}</Note>
        <Link to="/auth/forgot-password" className={classes.textLink}>
          {t('new_link')}
        </Link>
      </AuthPage>
    )
  }
  if (step.isError) return <LoadFailed message={step.error.message} onRetry={() => void step.refetch()} />
  if (!step.data) return <Scaffold rows={3} />
  return (
    <Proof
      token={token}
      methods={CODE_METHODS.filter((one) => step.data.methods.includes(one))}
      sent={step.data.code_sent_by ?? undefined}
    />
  )
}

const body = z
  .object({ code: z.string(), recovery_code: z.string() })
  .refine((typed) => typed.code || typed.recovery_code, {
    path: ['code'],
    error: 'required',
  })

function Proof({
  token,
  methods,
  sent,
}: {
  token: string
  methods: readonly CodeMethod[]
  sent: CodeMethod | undefined
}) {
  const t = useT(texts)
  const title = useT(titles)('mfa')
  const navigate = useNavigate()
  const [method, setMethod] = useState<CodeMethod | 'recovery'>(sent ?? (methods.includes('app') ? 'app' : 'recovery'))
  const [sentAt, setSentAt] = useState(() => (sent ? Date.now() : undefined))
  const [spent, setSpent] = useState(false)
  const of = useServerForm({
    schema: body,
    values: { code: '', recovery_code: '' },
    async onSubmit({ code, recovery_code }) {
      try {
        const proof = method === 'recovery' ? { recovery_code } : { code, method }
        const answer = await call(identityRoutes.verifyPasswordReset, { body: proof, token })
        session.write({
          mfaPasswordResetToken: undefined,
          passwordResetToken: answer.password_reset_token ?? undefined,
        })
        await navigate({ to: '/auth/reset-password', replace: true })
      } catch (error) {
        setSpent(isSpent(error))
        throw error
      }
    },
  })
  const send = async (by: 'email' | 'sms') => {
    await call(identityRoutes.verifyPasswordReset, { body: { method: by }, token })
    setSentAt(Date.now())
    setMethod(by)
  }
  const choose = (other: CodeMethod | 'recovery') => {
    of.refuse(undefined)
    of.form.reset()
    if (other === 'email' || other === 'sms') {
      void send(other).catch((error: unknown) => of.refuse(error instanceof Error ? error.message : undefined))
    } else {
      setMethod(other)
    }
  }
  return (
    <AuthPage
      title={title}
      lead={
        <>
          <p>{t('forgot_mfa_lead')}</p>
          <p>{t(method === 'recovery' ? 'recovery_lead' : `mfa_${method}`)}</p>
        </>
      }
      below={
        <>
          {[...methods, 'recovery' as const]
            .filter((other) => other !== method)
            .map((other) => (
              <button key={other} type="button" className={classes.textButton} onClick={() => choose(other)}>
                {t(`use_${other}`)}
              </button>
            ))}
          <Link to="/auth/forgot-password" className={classes.textLink}>
            {t('new_link')}
          </Link>
        </>
      }
    >
      <AuthForm of={spent ? { ...of, refusal: t('link_expired') } : of} action={t('confirm')}>
        {method === 'recovery' ? (
          <TextInput
            {...bind(of.form, 'recovery_code')}
            label={t('recovery_code')}
            description={t('recovery_hint')}
            className={classes.mono ?? ''}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
          />
        ) : (
          <CodeField key={method} of={of} name="code" />
        )}
        {method === 'email' || method === 'sms' ? (
          <ResendCode sentAt={sentAt} onSend={() => send(method)} onProblem={of.refuse} />
        ) : null}
      </AuthForm>
    </AuthPage>
  )
}
