import { Button, TextInput } from '@mantine/core'
import type { Account } from '@shiloh/contract/identity/account'
import { identityRoutes } from '@shiloh/contract/identity/identity'
import { formatPhone } from '@shiloh/contract/text/phone-text'
import { IconCircleCheck, IconClock } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { z } from 'zod'
import { call } from '#platform/api'
import { useT } from '#platform/i18n'
import { usePageActions } from '#platform/page-actions'
import { session } from '#platform/session'
import { toastDone } from '#ui/feedback/toast'
import { CodeField, ResendCode } from '../parts/code-field.tsx'
import { AuthForm, bind, useServerForm } from '../parts/form.tsx'
import { Note } from '../parts/page.tsx'
import { isPossiblePhone } from '../parts/phone.ts'
import { PhoneField } from '../parts/phone-field.tsx'
import { texts as parts } from '../parts/texts.ts'
import { confirmPhone, sendPhoneCode } from '../queries.ts'
import { codeBody } from '../sign-in/mfa-page.tsx'
import { texts as signInTexts } from '../sign-in/texts.ts'
import classes from './account.module.css'
import { Section } from './section.tsx'
import { texts } from './texts.ts'

function Standing({ good }: { good: boolean }) {
  const t = useT(texts)
  const Icon = good ? IconCircleCheck : IconClock
  return (
    <span className={classes.state} data-tone={good ? 'ok' : 'warn'}>
      <Icon size={15} aria-hidden /> {t(good ? 'verified' : 'not_verified')}
    </span>
  )
}

/** E-mail address and phone. A new one takes effect once it is confirmed. */
export function ContactSection({ person }: { person: Account }) {
  const t = useT(texts)
  const words = useT(parts)
  const [open, setOpen] = useState<'email' | 'phone' | 'verify'>()
  const close = () => setOpen(undefined)
  const { phone_verified, email_confirmed } = person.meta
  return (
    <Section name="contact" hint={t('contact_hint')}>
      {person.pending_email ? <Note>{t('pending_email', { email: person.pending_email })}</Note> : null}
      <ul className={classes.rows}>
        <li>
          <div>
            <span className="dim small">{words('email')}</span>
            <br />
            <strong>{person.email ?? t('none')}</strong>
            {person.email ? <Standing good={email_confirmed} /> : null}
          </div>
          {open === 'email' ? null : (
            <Button variant="default" onClick={() => setOpen('email')}>
              {t('change_email')}
            </Button>
          )}
          {open === 'email' ? <ChangeEmail onDone={close} /> : null}
        </li>
        <li>
          <div>
            <span className="dim small">{words('phone')}</span>
            <br />
            <strong className="num">{person.phone ? formatPhone(person.phone) : t('none')}</strong>
            {person.phone ? <Standing good={phone_verified} /> : null}
          </div>
          {open === 'phone' || open === 'verify' ? null : (
            <Button variant="default" onClick={() => setOpen(person.phone && !phone_verified ? 'verify' : 'phone')}>
              {t(person.phone && !phone_verified ? 'verify_phone' : 'change_phone')}
            </Button>
          )}
          {open === 'phone' || open === 'verify' ? (
            <ChangePhone phone={open === 'verify' ? (person.phone ?? '') : ''} onDone={close} />
          ) : null}
        </li>
      </ul>
    </Section>
  )
}

function Inline({ children }: { children: ReactNode }) {
  return <div className={classes.inline}>{children}</div>
}

function CancelButton({ onClick }: { onClick: () => void }) {
  const words = useT(parts)
  return (
    <Button variant="subtle" color="gray" onClick={onClick}>
      {words('cancel')}
    </Button>
  )
}

const emailBody = z.object({
  email: z
    .string()
    .trim()
    .min(1, { error: 'required' })
    .pipe(z.email({ error: 'email' })),
})

function ChangeEmail({ onDone }: { onDone: () => void }) {
  const t = useT(texts)
  const { reloadAccount } = usePageActions()
  const of = useServerForm({
    schema: emailBody,
    values: { email: '' },
    async onSubmit({ email }) {
      await call(identityRoutes.updateProfile, { body: { email } })
      await reloadAccount()
      onDone()
    },
  })
  return (
    <Inline>
      <AuthForm of={of} action={t('send_link')} aside={<CancelButton onClick={onDone} />}>
        <TextInput
          {...bind(of.form, 'email')}
          label={t('new_email')}
          type="email"
          inputMode="email"
          autoComplete="email"
          autoCapitalize="none"
          autoFocus
        />
      </AuthForm>
    </Inline>
  )
}

const phoneBody = z.object({ phone: z.string().min(1, { error: 'required' }).max(40) })

/** Asks for a number, then for the code sent to it. Until then the old one stays. */
function ChangePhone({ phone, onDone }: { phone: string; onDone: () => void }) {
  const t = useT(texts)
  const words = useT(signInTexts)
  const [sent, setSent] = useState(false)
  const of = useServerForm({
    schema: phoneBody,
    values: { phone },
    check: (typed): { phone?: string } =>
      typed.phone !== '' && !isPossiblePhone(typed.phone) ? { phone: 'phone' } : {},
    async onSubmit(typed) {
      await sendPhoneCode(typed.phone)
      setSent(true)
    },
  })
  return (
    <Inline>
      {sent ? (
        <EnterPhoneCode phone={of.form.getValues('phone')} onDone={onDone} />
      ) : (
        <AuthForm of={of} action={words('send_code')} aside={<CancelButton onClick={onDone} />}>
          <PhoneField form={of.form} name="phone" label={phone === '' ? t('new_phone') : undefined} />
        </AuthForm>
      )}
    </Inline>
  )
}

function EnterPhoneCode({ phone, onDone }: { phone: string; onDone: () => void }) {
  const t = useT(texts)
  const words = useT(signInTexts)
  const { reloadAccount } = usePageActions()
  const [sentAt, setSentAt] = useState(() => Date.parse(session.read('confirmPhoneTimestamp') ?? ''))
  const of = useServerForm({
    schema: codeBody,
    values: { code: '' },
    async onSubmit({ code }) {
      await confirmPhone(code)
      await reloadAccount()
      toastDone({ message: t('phone_saved') })
      onDone()
    },
  })
  return (
    <AuthForm of={of} action={words('verify')} aside={<CancelButton onClick={onDone} />}>
      <p>{words('verify_lead', { phone: formatPhone(phone) })}</p>
      <CodeField of={of} name="code" />
      <ResendCode
        sentAt={sentAt}
        onSend={async () => {
          await sendPhoneCode(phone)
          setSentAt(Date.now())
        }}
        onProblem={of.refuse}
      />
    </AuthForm>
  )
}
