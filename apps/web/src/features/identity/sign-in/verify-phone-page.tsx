import { maskPhone } from '@shiloh/contract/text/masking'
import { useState } from 'react'
import { z } from 'zod'
import { useAccount } from '#platform/account'
import { useT } from '#platform/i18n'
import { usePageActions } from '#platform/page-actions'
import { session } from '#platform/session'
import { CodeField, ResendCode } from '../parts/code-field.tsx'
import { AuthForm, useServerForm } from '../parts/form.tsx'
import { AuthPage } from '../parts/page.tsx'
import classes from '../parts/parts.module.css'
import { PhoneField } from '../parts/phone-field.tsx'
import { texts as parts } from '../parts/texts.ts'
import { confirmPhone, sendPhoneCode, useEnter } from '../queries.ts'
import { texts as titles } from '../texts.ts'
import { codeBody, isSpent } from './mfa-page.tsx'
import { texts } from './texts.ts'

/** Confirms the phone with the code sent to it. The guard has requested it. */
export function VerifyPhonePage() {
  const { user } = useAccount()
  const [changing, setChanging] = useState(user?.phone === null)
  return changing ? (
    <OtherNumber onSent={() => setChanging(false)} onBack={() => setChanging(false)} />
  ) : (
    <EnterCode onChange={() => setChanging(true)} />
  )
}

function SignOut() {
  const words = useT(parts)
  const { signOut } = usePageActions()
  return (
    <button type="button" className={classes.textButton} onClick={signOut}>
      {words('sign_out')}
    </button>
  )
}

const sentTime = () => {
  const at = Date.parse(session.read('confirmPhoneTimestamp') ?? '')
  return session.read('confirmPhoneToken') !== undefined && Number.isFinite(at) ? at : undefined
}

function EnterCode({ onChange }: { onChange: () => void }) {
  const t = useT(texts)
  const title = useT(titles)('verify_phone')
  const { user } = useAccount()
  const { enter } = useEnter()
  const [sentAt, setSentAt] = useState(sentTime)
  const [spent, setSpent] = useState(false)
  const of = useServerForm({
    schema: codeBody,
    values: { code: '' },
    async onSubmit({ code }) {
      try {
        await confirmPhone(code)
        await enter()
      } catch (error) {
        setSpent(isSpent(error))
        of.form.setValue('code', '')
        throw error
      }
    },
  })
  const send = async () => {
    await sendPhoneCode(session.phoneToConfirm())
    setSentAt(sentTime())
    setSpent(false)
    of.refuse(undefined)
    of.form.clearErrors()
  }
  const phone = maskPhone(session.phoneToConfirm() ?? user?.phone ?? '')
  return (
    <AuthPage
      title={title}
      lead={t(sentAt === undefined ? 'verify_unsent' : 'verify_lead', { phone })}
      below={
        <>
          <button type="button" className={classes.textButton} onClick={onChange}>
            {t('wrong_number')}
          </button>
          <SignOut />
        </>
      }
    >
      <AuthForm of={spent ? { ...of, refusal: t('code_spent') } : of} action={t('verify')}>
        <CodeField of={of} name="code" />
        <ResendCode sentAt={spent ? undefined : sentAt} onSend={send} onProblem={of.refuse} />
      </AuthForm>
    </AuthPage>
  )
}

const phoneBody = z.object({ phone: z.string().min(1, { error: 'required' }).max(40) })

function OtherNumber({ onSent, onBack }: { onSent: () => void; onBack: () => void }) {
  const t = useT(texts)
  const title = useT(titles)('verify_phone')
  const words = useT(parts)
  const { user } = useAccount()
  const of = useServerForm({
    schema: phoneBody,
    values: { phone: session.phoneToConfirm() ?? user?.phone ?? '' },
    async onSubmit({ phone }) {
      await sendPhoneCode(phone)
      onSent()
    },
  })
  return (
    <AuthPage
      title={title}
      lead={user?.phone ? undefined : t('verify_no_phone')}
      below={
        <>
          {user?.phone ? (
            <button type="button" className={classes.textButton} onClick={onBack}>
              {words('back')}
            </button>
          ) : null}
          <SignOut />
        </>
      }
    >
      <AuthForm of={of} action={t('send_code')}>
        <PhoneField form={of.form} name="phone" />
      </AuthForm>
    </AuthPage>
  )
}
