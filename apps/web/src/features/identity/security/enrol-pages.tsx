import { Button } from '@mantine/core'
import type { CodeMethod, MfaMethod } from '@shiloh/contract/identity/account'
import { identityRoutes } from '@shiloh/contract/identity/identity'
import { maskEmail, maskPhone } from '@shiloh/contract/text/masking'
import { IconChevronRight } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, Navigate, useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useAccount } from '#platform/account'
import { call } from '#platform/api'
import { ApiError } from '#platform/client'
import { useT } from '#platform/i18n'
import { usePageActions } from '#platform/page-actions'
import { queryOf, refetchAll } from '#platform/queries'
import { LoadFailed } from '#ui/feedback/page-states'
import { Scaffold } from '#ui/feedback/scaffold'
import { toastDone } from '#ui/feedback/toast'
import { CodeField, ResendCode } from '../parts/code-field.tsx'
import { AuthForm, useServerForm } from '../parts/form.tsx'
import { AuthPage } from '../parts/page.tsx'
import parts from '../parts/parts.module.css'
import { texts as words } from '../parts/texts.ts'
import { codeBody } from '../sign-in/mfa-page.tsx'
import { texts as titles } from '../texts.ts'
import { copyText } from './copy-text.ts'
import { keepFreshCodes } from './fresh-codes.ts'
import { methodIcons } from './mfa-overview-page.tsx'
import classes from './security.module.css'
import { texts } from './texts.ts'

const setUpPages = {
  passkey: '/security/passkey',
  app: '/security/authentication-app',
  email: '/security/mfa-activation',
  sms: '/security/mfa-activation',
} as const

/** Chooses the kind of second step to set up. */
export function ChooseMethodPage() {
  const t = useT(texts)
  const title = useT(titles)('choose_method')
  const word = useT(words)
  const { user, organisation } = useAccount()
  const { signOut } = usePageActions()
  const mfa = useQuery(queryOf(identityRoutes.listMfa))
  if (mfa.isError) return <LoadFailed message={mfa.error.message} onRetry={() => void mfa.refetch()} />
  if (!mfa.data || !user) return <Scaffold />
  const email = user.email && user.meta.email_confirmed ? user.email : undefined
  const phone = user.phone && user.meta.phone_verified ? user.phone : undefined
  const hints: Readonly<Record<MfaMethod, string>> = {
    passkey: t('passkey_hint'),
    app: t('app_hint'),
    email: email ? t('email_hint', { address: maskEmail(email) }) : t('needs_email'),
    sms: phone ? t('email_hint', { address: maskPhone(phone) }) : t('needs_phone'),
  }
  const ready = { passkey: true, app: true, email: email !== undefined, sms: phone !== undefined }
  const forced = user.second_step_missing
  const open = (['passkey', 'app', 'email', 'sms'] as const)
    .filter((one) => !mfa.data.methods.some(({ method }) => method === one))
    .filter((one) => one !== 'passkey' || mfa.data.passkeys.length === 0)
    // Users who must set one up cannot confirm an address first.
    .filter((one) => !forced || ready[one])
  const lead = forced ? 'forced_lead' : open.length > 0 ? 'choose_lead' : 'all_set_up'
  return (
    <AuthPage
      title={title}
      lead={t(lead, { church: organisation.name })}
      below={
        forced ? (
          <button type="button" className={parts.textButton} onClick={signOut}>
            {word('sign_out')}
          </button>
        ) : null
      }
    >
      <ul className={classes.choices}>
        {open.map((method) => {
          const Icon = methodIcons[method]
          const inside = (
            <>
              <Icon size={22} stroke={1.6} aria-hidden />
              <span>
                <strong>{t(`method_${method}`)}</strong>
                <span className="dim small" style={{ display: 'block' }}>
                  {hints[method]}
                </span>
              </span>
              <IconChevronRight size={18} aria-hidden />
            </>
          )
          const to = ready[method] ? setUpPages[method] : '/auth/account'
          return (
            <li key={method}>
              <Link
                to={to}
                search={ready[method] && (method === 'email' || method === 'sms') ? { method } : {}}
                className={classes.choice}
              >
                {inside}
              </Link>
            </li>
          )
        })}
      </ul>
    </AuthPage>
  )
}

/** Starts an enrolment once. The response stays while the user navigates back and forth. */
function useEnrolment(method: CodeMethod) {
  return useQuery({
    queryKey: ['enrolment', method],
    queryFn: async () => ({ ...(await call(identityRoutes.enrollMfa, { body: { method } })), at: Date.now() }),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    refetchOnWindowFocus: false,
  })
}

const isUnconfirmed = (error: unknown) => error instanceof ApiError && error.code === 'confirmation_required'

/** Shown if re-authentication was cancelled. */
function Unconfirmed({ title, onConfirm }: { title: string; onConfirm: () => void }) {
  const t = useT(texts)
  return (
    <AuthPage title={title} lead={t('unconfirmed')}>
      <Button fullWidth onClick={onConfirm}>
        {t('confirm_now')}
      </Button>
    </AuthPage>
  )
}

const isActiveAlready = (error: unknown) => error instanceof ApiError && error.code === 'mfa_already_active'

/** The secret for the app: as a QR code, as a link on the same phone, and as text. */
export function AuthenticationAppPage() {
  const t = useT(texts)
  const title = useT(titles)('authentication_app')
  const enrolment = useEnrolment('app')
  if (isActiveAlready(enrolment.error)) return <Navigate to="/security/mfa" replace />
  if (isUnconfirmed(enrolment.error)) return <Unconfirmed title={title} onConfirm={() => void enrolment.refetch()} />
  if (enrolment.isError)
    return <LoadFailed message={enrolment.error.message} onRetry={() => void enrolment.refetch()} />
  if (!enrolment.data) return <Scaffold />
  const { qr, secret, otpauth_url } = enrolment.data
  const key = (secret ?? '').replace(/(.{4})(?=.)/g, '$1 ')
  const copy = async () => {
    if (await copyText(secret ?? '')) toastDone({ message: t('copied') })
  }
  return (
    <AuthPage title={title}>
      <ol className={`${parts.steps} ${classes.scan}`}>
        <li>{t('app_step_install')}</li>
        <li>
          <div>
            {t('app_step_scan')}
            {qr ? <img className={classes.qr} src={qr} alt={t('qr_alt')} width={216} height={216} /> : null}
            {otpauth_url ? (
              <a className={parts.textLink} href={otpauth_url}>
                {t('same_phone')}
              </a>
            ) : null}
            <p className="dim">{t('manual')}</p>
            <code className={`code ${classes.key}`}>{key}</code>
            <Button variant="default" onClick={() => void copy()}>
              {t('copy_key')}
            </Button>
          </div>
        </li>
      </ol>
      <Button component={Link} to="/security/activation-app" fullWidth>
        {t('next_code')}
      </Button>
    </AuthPage>
  )
}

/** Activates the method with its first code. The first method returns the recovery codes. */
function useActivation(method: CodeMethod) {
  const t = useT(texts)
  const navigate = useNavigate()
  const client = useQueryClient()
  const { user } = useAccount()
  const { reloadAccount } = usePageActions()
  const of = useServerForm({
    schema: codeBody,
    values: { code: '' },
    async onSubmit({ code }) {
      const { recovery_codes } = await call(identityRoutes.activateMfa, { body: { method, code } })
      client.removeQueries({ queryKey: ['enrolment', method] })
      await refetchAll(client, [identityRoutes.listMfa])
      if (recovery_codes.length === 0) toastDone({ message: t('switched_on') })
      keepFreshCodes(recovery_codes, user?.second_step_missing ? '/' : '/security/mfa')
      if (user?.second_step_missing) await reloadAccount()
      await navigate({
        to: recovery_codes.length > 0 ? '/security/mfa-recovery-codes' : '/security/mfa',
        replace: true,
      })
    },
  })
  return of
}

/** The first code of the app. */
export function ActivationAppPage() {
  const t = useT(texts)
  const title = useT(titles)('activation_app')
  const { organisation } = useAccount()
  const of = useActivation('app')
  return (
    <AuthPage
      title={title}
      lead={t('app_code_lead', { church: organisation.short_name })}
      below={
        <Link to="/security/authentication-app" className={parts.textLink}>
          {t('scan_again')}
        </Link>
      }
    >
      <AuthForm of={of} action={t('activate')}>
        <CodeField of={of} name="code" />
      </AuthForm>
    </AuthPage>
  )
}

/** The first code sent by mail or SMS. */
export function ActivationPage() {
  const { method } = useSearch({ from: '/security/mfa-activation' })
  return method ? <SentCode method={method} /> : <Navigate to="/security/mfa-authentication" replace />
}

function SentCode({ method }: { method: 'email' | 'sms' }) {
  const t = useT(texts)
  const title = useT(titles)('activation')
  const enrolment = useEnrolment(method)
  const of = useActivation(method)
  const [again, setAgain] = useState<number>()
  if (isActiveAlready(enrolment.error)) return <Navigate to="/security/mfa" replace />
  if (isUnconfirmed(enrolment.error)) return <Unconfirmed title={title} onConfirm={() => void enrolment.refetch()} />
  if (enrolment.isError)
    return <LoadFailed message={enrolment.error.message} onRetry={() => void enrolment.refetch()} />
  if (!enrolment.data) return <Scaffold />
  return (
    <AuthPage title={title} lead={t('sent_lead', { address: enrolment.data.sent_to ?? '' })}>
      <AuthForm of={of} action={t('activate')}>
        <CodeField of={of} name="code" />
        <ResendCode
          sentAt={again ?? enrolment.data.at}
          onSend={async () => {
            await call(identityRoutes.enrollMfa, { body: { method } })
            setAgain(Date.now())
          }}
          onProblem={of.refuse}
        />
      </AuthForm>
    </AuthPage>
  )
}
