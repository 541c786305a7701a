import { Button, Modal, TextInput } from '@mantine/core'
import type { UserType } from '@shiloh/contract/core'
import type { MfaMethod } from '@shiloh/contract/identity/account'
import { identityRoutes } from '@shiloh/contract/identity/identity'
import {
  type CodeChannel,
  type ConfirmationAnswer,
  confirmBody,
  type SecondStepAsked,
} from '@shiloh/contract/identity/sign-in'
import { type ReactNode, useState } from 'react'
import { useAccount } from '#platform/account'
import { call } from '#platform/api'
import { ApiError } from '#platform/client'
import { confirmation } from '#platform/confirmation'
import { useT } from '#platform/i18n'
import { CodeField, ResendCode } from '../parts/code-field.tsx'
import { bind, Refusal, type ServerForm, useServerForm } from '../parts/form.tsx'
import classes from '../parts/parts.module.css'
import { PasswordField } from '../parts/password-field.tsx'
import { proofBody, proofOf } from '../parts/proof.ts'
import { texts as parts } from '../parts/texts.ts'
import { answerWithPasskey } from '../passkeys/browser.ts'
import { PasskeyButton } from '../passkeys/passkey-button.tsx'
import { texts as passkeyTexts } from '../passkeys/texts.ts'
import { codeBody, firstOf, isSpent } from '../sign-in/mfa-page.tsx'
import { texts as signIn } from '../sign-in/texts.ts'
import { texts } from './texts.ts'

/** Returns whether the input was wrong. The error is shown at the only field. */
const isWrong = (error: unknown): error is ApiError =>
  error instanceof ApiError && (error.code === 'password_wrong' || error.code === 'code_wrong')

const cancel = () => confirmation.answer(false)
const proven = () => confirmation.answer(true)

/** Asks for the password or a code instead of it and, if there is one, the second step. The pending request then continues. */
export function ConfirmDialog() {
  const t = useT(texts)
  const words = useT(parts)
  const [step, setStep] = useState<SecondStepAsked>()
  const [sent, setSent] = useState<Sent>()
  const [refusal, setRefusal] = useState<string>()
  const goOn = (answer: ConfirmationAnswer) => {
    setRefusal(undefined)
    if ('mfa_required' in answer) setStep(answer)
    else proven()
  }
  return (
    <Modal opened onClose={cancel} title={t('title')} closeButtonProps={{ 'aria-label': words('close') }}>
      {step ? (
        <SecondStep
          step={step}
          onSpent={() => {
            setRefusal(t('spent'))
            setStep(undefined)
            setSent(undefined)
          }}
        />
      ) : sent ? (
        <SentCode
          sent={sent}
          onRight={goOn}
          onSent={setSent}
          onPassword={() => {
            setRefusal(undefined)
            setSent(undefined)
          }}
        />
      ) : (
        <Password refusal={refusal} onRight={goOn} onSent={setSent} />
      )}
    </Modal>
  )
}

function DialogForm({ of, refusal, children }: { of: Sendable; refusal?: string | undefined; children: ReactNode }) {
  const t = useT(texts)
  const words = useT(parts)
  return (
    <form
      noValidate
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault()
        // A dialog renders elsewhere, but its React events bubble through the form that waits for it.
        event.stopPropagation()
        of.submit()
      }}
    >
      <Refusal message={of.refusal ?? refusal} />
      {children}
      <div className={classes.dialogButtons}>
        <Button variant="subtle" color="gray" onClick={cancel}>
          {words('cancel')}
        </Button>
        <Button type="submit" loading={of.busy}>
          {t('confirm')}
        </Button>
      </div>
    </form>
  )
}
type Sendable = Pick<ServerForm<{ code: string }>, 'submit' | 'refusal' | 'busy'>

const requestCode = (by?: CodeChannel) => call(identityRoutes.requestIdentityCode, { body: { by } })
type Sent = Awaited<ReturnType<typeof requestCode>>

/** Staff confirm with their password, as they sign in. */
const canHaveCode: readonly UserType[] = ['user', 'vendor']

interface PasswordProps {
  refusal: string | undefined
  onRight: (answer: ConfirmationAnswer) => void
  onSent: (sent: Sent) => void
}

function Password({ refusal, onRight, onSent }: PasswordProps) {
  const t = useT(texts)
  const ways = useT(signIn)
  const words = useT(parts)
  const { user } = useAccount()
  const of = useServerForm({
    schema: confirmBody,
    values: { password: '' },
    async onSubmit({ password }) {
      try {
        onRight(await call(identityRoutes.confirmIdentity, { body: { password } }))
      } catch (error) {
        if (!isWrong(error)) throw error
        of.form.setError('password', { message: error.message }, { shouldFocus: true })
      }
    },
  })
  const [busy, setBusy] = useState(false)
  const send = async () => {
    setBusy(true)
    of.refuse(undefined)
    try {
      onSent(await requestCode())
    } catch (error) {
      setBusy(false)
      of.refuse(error instanceof Error ? error.message : undefined)
    }
  }
  return (
    <DialogForm of={of} refusal={refusal}>
      <p>{t('lead')}</p>
      {/* Tells a password manager which account the password belongs to. */}
      <input type="text" hidden readOnly autoComplete="username" value={user?.email ?? user?.phone ?? ''} />
      <PasswordField form={of.form} name="password" label={words('password')} autoComplete="current-password" focused />
      {user && canHaveCode.includes(user.user_type) ? (
        <button type="button" className={classes.textButton} disabled={busy} onClick={() => void send()}>
          {ways('code_instead')}
        </button>
      ) : null}
    </DialogForm>
  )
}

interface SentCodeProps {
  sent: Sent
  onRight: (answer: ConfirmationAnswer) => void
  onSent: (sent: Sent) => void
  onPassword: () => void
}

function SentCode({ sent, onRight, onSent, onPassword }: SentCodeProps) {
  const t = useT(texts)
  const ways = useT(signIn)
  const of = useServerForm({
    schema: codeBody,
    values: { code: '' },
    async onSubmit({ code }) {
      try {
        const token = sent.identity_code_token
        onRight(await call(identityRoutes.confirmIdentityWithCode, { body: { code }, token }))
      } catch (error) {
        if (isSpent(error)) {
          of.form.setValue('code', '')
          of.refuse(t('code_spent'))
          return
        }
        if (!isWrong(error)) throw error
        of.form.setError('code', { message: error.message }, { shouldFocus: true })
      }
    },
  })
  const send = async (by: CodeChannel) => {
    onSent(await requestCode(by))
    of.form.setValue('code', '')
    of.form.clearErrors()
    of.refuse(undefined)
  }
  return (
    <DialogForm of={of}>
      <p aria-live="polite">{t('code_sent', { address: sent.sent_to })}</p>
      <CodeField of={of} name="code" />
      <ResendCode sentAt={new Date(sent.sent_at).getTime()} onSend={() => send(sent.by)} onProblem={of.refuse} />
      {sent.ways
        .filter((way) => way !== sent.by)
        .map((way) => (
          <button
            key={way}
            type="button"
            className={classes.textButton}
            onClick={() =>
              void send(way).catch((error: unknown) => of.refuse(error instanceof Error ? error.message : undefined))
            }
          >
            {ways(`use_${way}`)}
          </button>
        ))}
      <button type="button" className={classes.textButton} onClick={onPassword}>
        {ways('use_password')}
      </button>
    </DialogForm>
  )
}

function SecondStep({ step, onSpent }: { step: SecondStepAsked; onSpent: () => void }) {
  const t = useT(signIn)
  const words = useT(texts)
  const passkeys = useT(passkeyTexts)
  const { mfa_token: token, methods, code_sent_by: sent } = step
  const [method, setMethod] = useState<MfaMethod>(sent ?? firstOf(methods))
  const [sentAt, setSentAt] = useState(() => (sent ? Date.now() : undefined))
  const of = useServerForm({
    schema: proofBody,
    values: { code: '' },
    async onSubmit({ code }) {
      try {
        await call(identityRoutes.confirmIdentityWithMfa, { body: proofOf(code), token })
        proven()
      } catch (error) {
        if (isSpent(error)) {
          onSpent()
          return
        }
        if (!isWrong(error)) throw error
        of.form.setError('code', { message: error.message }, { shouldFocus: true })
      }
    },
  })
  const send = async (by: 'email' | 'sms') => {
    await call(identityRoutes.resendMfaCode, { body: { method: by }, token })
    setSentAt(Date.now())
    setMethod(by)
    of.refuse(undefined)
  }
  const choose = (other: MfaMethod) => {
    of.refuse(undefined)
    if (other === 'app' || other === 'passkey') setMethod(other)
    else void send(other).catch((error: unknown) => of.refuse(error instanceof Error ? error.message : undefined))
  }
  return (
    <DialogForm of={of}>
      <p>{t(`mfa_${method}`)}</p>
      {method === 'passkey' ? (
        <PasskeyButton
          label={passkeys('use')}
          variant="default"
          onUse={async () => {
            const options = await call(identityRoutes.secondStepPasskeyOptions, { body: {}, token })
            const passkey = await answerWithPasskey(options)
            await call(identityRoutes.confirmIdentityWithMfa, { body: { passkey }, token })
            proven()
          }}
          onProblem={(message, error) => {
            if (isSpent(error)) onSpent()
            else of.refuse(message)
          }}
        />
      ) : null}
      <TextInput
        {...bind(of.form, 'code')}
        label={words('code_or_recovery')}
        autoComplete="one-time-code"
        autoCapitalize="none"
        spellCheck={false}
        autoFocus={method !== 'passkey'}
      />
      {method === 'email' || method === 'sms' ? (
        <ResendCode sentAt={sentAt} onSend={() => send(method)} onProblem={of.refuse} />
      ) : null}
      {methods
        .filter((other) => other !== method)
        .map((other) => (
          <button key={other} type="button" className={classes.textButton} onClick={() => choose(other)}>
            {t(`use_${other}`)}
          </button>
        ))}
    </DialogForm>
  )
}
