import { TextInput } from '@mantine/core'
import { identityRoutes, resendBody } from '@shiloh/contract/identity/identity'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { call } from '#platform/api'
import { reservePath } from '#platform/guard'
import { useT } from '#platform/i18n'
import { session } from '#platform/session'
import { LinkButton } from '#ui/base/link-button'
import { LoadFailed } from '#ui/feedback/page-states'
import { Scaffold } from '#ui/feedback/scaffold'
import { minutesAndSeconds, RESEND_AFTER_MS, useSecondsUntil } from '../parts/countdown.ts'
import { AuthForm, bind, useServerForm } from '../parts/form.tsx'
import { AuthPage, Note } from '../parts/page.tsx'
import classes from '../parts/parts.module.css'
import { texts as parts } from '../parts/texts.ts'
import { confirmEmail } from '../queries.ts'
import { isSpent } from '../sign-in/mfa-page.tsx'
import { texts as titles } from '../texts.ts'
import { texts } from './texts.ts'

/** Opened by the link of the confirmation mail. Without a token it waits for that. */
export function ConfirmEmailPage() {
  const { token } = useSearch({ from: '/auth/register/confirm-email' })
  return token ? <Confirm token={token} /> : <Wait />
}

function Confirm({ token }: { token: string }) {
  const t = useT(texts)
  const title = useT(titles)('confirm_email')
  const words = useT(parts)
  const navigate = useNavigate()
  const confirmed = useQuery({
    queryKey: ['confirm e-mail', token],
    queryFn: () => confirmEmail(token),
    // A token works once.
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    refetchOnWindowFocus: false,
  })
  const status = confirmed.data?.status
  const wanted = confirmed.data?.wanted_event?.slug
  useEffect(() => {
    if (wanted) session.rememberPage(reservePath(wanted))
    if (status)
      void navigate({
        to: '/auth/register/welcome',
        search: status === 'pending' ? { approval: true } : {},
        replace: true,
      })
  }, [status, wanted, navigate])
  if (confirmed.isError && !isSpent(confirmed.error)) {
    return <LoadFailed message={confirmed.error.message} onRetry={() => void confirmed.refetch()} />
  }
  if (confirmed.isError) {
    return (
      <AuthPage title={title} lead={t('confirm_failed')}>
        <div className={classes.form}>
          <p>{t('confirm_failed_hint')}</p>
          <LinkButton to="/auth/login" search={{ with: 'password' }} fullWidth>
            {words('sign_in')}
          </LinkButton>
          <Resend />
        </div>
      </AuthPage>
    )
  }
  return (
    <AuthPage title={title} lead={t('confirming')}>
      <Scaffold rows={2} />
    </AuthPage>
  )
}

function Wait() {
  const t = useT(texts)
  const title = useT(titles)('confirm_email')
  const words = useT(parts)
  const email = session.registeredEmail() ?? ''
  return (
    <AuthPage
      title={title}
      lead={
        <>
          <p>{t('confirm_lead', { email })}</p>
          <p>{t('confirm_hint')}</p>
        </>
      }
      below={
        <>
          <Link to="/auth/register" className={classes.textLink}>
            {t('other_address')}
          </Link>
          <Link to="/auth/login" search={{ with: 'password' }} className={classes.textLink}>
            {words('sign_in')}
          </Link>
        </>
      }
    >
      <Resend />
    </AuthPage>
  )
}

/** Sends the mail again. The response is the same whether or not the address awaits confirmation. */
function Resend() {
  const t = useT(texts)
  const words = useT(parts)
  const known = session.registeredEmail()
  const [sentAt, setSentAt] = useState<number>()
  const left = useSecondsUntil(sentAt === undefined ? 0 : sentAt + RESEND_AFTER_MS)
  const of = useServerForm({
    schema: resendBody,
    values: { email: known ?? '' },
    async onSubmit({ email }) {
      await call(identityRoutes.resendConfirmation, { body: { email } })
      setSentAt(Date.now())
    },
  })
  return (
    <div className={classes.form}>
      <div role="status">{sentAt ? <Note tone="ok">{t('mail_sent')}</Note> : null}</div>
      {left > 0 ? (
        <p className="dim num">{words('send_again_in', { time: minutesAndSeconds(left) })}</p>
      ) : (
        <AuthForm of={of} action={t('send_mail_again')}>
          <TextInput
            {...bind(of.form, 'email')}
            label={words('email')}
            type="email"
            inputMode="email"
            autoComplete="email"
            autoCapitalize="none"
            readOnly={known !== undefined}
          />
        </AuthForm>
      )}
    </div>
  )
}
