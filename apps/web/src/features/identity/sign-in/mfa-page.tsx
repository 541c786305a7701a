import type { MfaMethod } from '@shiloh/contract/identity/account'
import { identityRoutes } from '@shiloh/contract/identity/identity'
import { Link, Navigate, useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { z } from 'zod'
import { call } from '#platform/api'
import { ApiError } from '#platform/client'
import { useT } from '#platform/i18n'
import { session } from '#platform/session'
import { CodeField, ResendCode } from '../parts/code-field.tsx'
import { AuthForm, Refusal, useServerForm } from '../parts/form.tsx'
import { AuthPage } from '../parts/page.tsx'
import classes from '../parts/parts.module.css'
import { PasskeyButton } from '../passkeys/passkey-button.tsx'
import { texts as passkeyTexts } from '../passkeys/texts.ts'
import { authenticate, authenticateWithPasskey, useEnter } from '../queries.ts'
import { texts as titles } from '../texts.ts'
import { texts } from './texts.ts'

/** The quickest first: a passkey, or what is at hand. */
export const firstOf = (methods: readonly MfaMethod[]): MfaMethod =>
  methods.find((method) => method === 'passkey') ?? methods.find((method) => method === 'app') ?? methods[0] ?? 'app'

/** A code as typed. The server decides whether it is valid. */
export const codeBody = z.object({ code: z.string().trim().min(1, { error: 'required' }) })

/** Returns whether the token of this step is used or expired: the sign-in starts again. */
export const isSpent = (error: unknown): boolean =>
  error instanceof ApiError &&
  (error.code === 'invalid_token' || error.code === 'token_expired' || error.code === 'not_signed_in')

/** The second step of a sign-in. */
export function MfaPage() {
  const t = useT(texts)
  const passkeys = useT(passkeyTexts)
  const title = useT(titles)('mfa')
  const navigate = useNavigate()
  const { methods = ['app'], sent } = useSearch({ from: '/auth/mfa' })
  const { enter, entering } = useEnter()
  const [method, setMethod] = useState<MfaMethod>(sent ?? firstOf(methods))
  const [sentAt, setSentAt] = useState<number | undefined>(() => (sent ? Date.now() : undefined))
  const [spent, setSpent] = useState(false)
  const of = useServerForm({
    schema: codeBody,
    values: { code: '' },
    async onSubmit({ code }) {
      try {
        await authenticate({ code, method: method === 'passkey' ? undefined : method })
        await enter()
      } catch (error) {
        setSpent(isSpent(error))
        of.form.setValue('code', '')
        throw error
      }
    },
  })
  if (!entering && session.read('mfaAccessToken') === undefined) return <Navigate to="/auth/login" replace />
  const send = async (by: 'email' | 'sms') => {
    await call(identityRoutes.resendMfaCode, { body: { method: by }, token: session.read('mfaAccessToken') ?? '' })
    setSentAt(Date.now())
    setMethod(by)
    of.refuse(undefined)
    void navigate({ to: '/auth/mfa', search: { methods, sent: by }, replace: true })
  }
  const choose = (other: MfaMethod) => {
    of.refuse(undefined)
    if (other === 'app' || other === 'passkey') setMethod(other)
    else void send(other).catch((error: unknown) => of.refuse(error instanceof Error ? error.message : undefined))
  }
  return (
    <AuthPage
      title={title}
      lead={t(`mfa_${method}`)}
      below={
        <>
          {methods
            .filter((other) => other !== method)
            .map((other) => (
              <button key={other} type="button" className={classes.textButton} onClick={() => choose(other)}>
                {t(`use_${other}`)}
              </button>
            ))}
          <Link to="/security/mfa-recovery" className={classes.textLink}>
            {t('use_recovery')}
          </Link>
          <Link to="/auth/login" className={classes.textLink}>
            {t('start_again')}
          </Link>
        </>
      }
    >
      {method === 'passkey' ? (
        <div className={classes.form}>
          <Refusal message={spent ? t('step_expired') : of.refusal} />
          <PasskeyButton
            label={passkeys('use')}
            onUse={async () => {
              await authenticateWithPasskey()
              await enter()
            }}
            onProblem={(message, error) => {
              setSpent(isSpent(error))
              of.refuse(message)
            }}
          />
        </div>
      ) : (
        <AuthForm of={spent ? { ...of, refusal: t('step_expired') } : of} action={t('confirm')}>
          <CodeField key={method} of={of} name="code" />
          {method === 'app' ? null : <ResendCode sentAt={sentAt} onSend={() => send(method)} onProblem={of.refuse} />}
        </AuthForm>
      )}
    </AuthPage>
  )
}
