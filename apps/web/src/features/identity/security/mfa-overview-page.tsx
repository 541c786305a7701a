import { Button, Modal, TextInput } from '@mantine/core'
import type { CodeMethod } from '@shiloh/contract/identity/account'
import { identityRoutes } from '@shiloh/contract/identity/identity'
import { formatDay } from '@shiloh/contract/text/format'
import { IconDeviceMobile, IconFingerprint, IconMail, IconMessage } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { call } from '#platform/api'
import { ApiError } from '#platform/client'
import { useLanguage, useT } from '#platform/i18n'
import { keyOf, queryOf } from '#platform/queries'
import { session } from '#platform/session'
import { EmptyState } from '#ui/feedback/empty-state'
import { showFailure } from '#ui/feedback/failure'
import { LoadFailed } from '#ui/feedback/page-states'
import { Scaffold } from '#ui/feedback/scaffold'
import { toastDone } from '#ui/feedback/toast'
import { texts as confirm } from '../confirm/texts.ts'
import { useConfirming } from '../confirm/use-confirming.ts'
import { AuthForm, bind, useServerForm } from '../parts/form.tsx'
import { AuthPage } from '../parts/page.tsx'
import parts from '../parts/parts.module.css'
import { proofBody, proofOf } from '../parts/proof.ts'
import { texts as partTexts } from '../parts/texts.ts'
import { PasskeyList } from '../passkeys/passkey-list.tsx'
import { isSpent } from '../sign-in/mfa-page.tsx'
import { texts as titles } from '../texts.ts'
import classes from './security.module.css'
import { texts } from './texts.ts'

export const methodIcons = {
  passkey: IconFingerprint,
  app: IconDeviceMobile,
  email: IconMail,
  sms: IconMessage,
} as const

/** The active second steps, the number of recovery codes left, and links to change both. */
export function MfaOverviewPage() {
  const t = useT(texts)
  const title = useT(titles)('security')
  const language = useLanguage()
  const mfa = useQuery(queryOf(identityRoutes.listMfa))
  const [off, setOff] = useState<CodeMethod>()
  if (mfa.isError) return <LoadFailed message={mfa.error.message} onRetry={() => void mfa.refetch()} />
  if (!mfa.data) return <Scaffold />
  const { methods, passkeys, recovery_codes_left: left } = mfa.data
  const setUp = (
    <Button
      component={Link}
      to="/security/mfa-authentication"
      variant={methods.length + passkeys.length > 0 ? 'default' : 'filled'}
    >
      {t(methods.length + passkeys.length > 0 ? 'add' : 'set_up')}
    </Button>
  )
  return (
    <AuthPage title={title} lead={t('lead')}>
      {methods.length === 0 && passkeys.length === 0 ? (
        <EmptyState title={t('off_title')} hint={t('off_hint')} action={setUp} />
      ) : (
        <>
          <ul className={classes.list}>
            {methods.map(({ method, sent_to, activated_at }) => {
              const Icon = methodIcons[method]
              const name = t(`method_${method}`)
              return (
                <li key={method}>
                  <Icon size={22} stroke={1.6} aria-hidden />
                  <div>
                    <strong>{name}</strong>
                    <p className="dim small">
                      {sent_to ? `${sent_to} · ` : ''}
                      {t('since', { date: formatDay(activated_at, language, 'UTC', { weekdays: false }) })}
                    </p>
                  </div>
                  <Button
                    variant="subtle"
                    color="gray"
                    aria-label={t('switch_off_named', { method: name })}
                    onClick={() => setOff(method)}
                  >
                    {t('switch_off')}
                  </Button>
                </li>
              )
            })}
          </ul>
          <div className={classes.line}>
            <span className={left < 3 ? classes.low : undefined}>{t('codes_left', { count: left })}</span>
            <Link to="/security/mfa-recovery-codes" className={parts.textLink}>
              {t('new_codes')}
            </Link>
          </div>
          {methods.length < 3 ? setUp : null}
        </>
      )}
      <PasskeyList passkeys={passkeys} />
      {off ? (
        <SwitchOff
          method={off}
          last={methods.length === 1 && passkeys.length === 0}
          onClose={() => setOff(undefined)}
        />
      ) : null}
    </AuthPage>
  )
}

/** Turns off a method in two steps: confirm, then prove. */
function SwitchOff({ method, last, onClose }: { method: CodeMethod; last: boolean; onClose: () => void }) {
  const t = useT(texts)
  const words = useT(partTexts)
  const confirmWords = useT(confirm)
  const client = useQueryClient()
  const confirming = useConfirming()
  const [asked, setAsked] = useState(false)
  const [busy, setBusy] = useState(false)
  const request = async () => {
    setBusy(true)
    try {
      const answer = await call(identityRoutes.requestMfaDeactivation, { body: { method } })
      session.write({ mfaDeactivationToken: answer.mfa_deactivation_token })
      setAsked(true)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      showFailure(error.message)
    } finally {
      setBusy(false)
    }
  }
  const of = useServerForm({
    schema: proofBody,
    values: { code: '' },
    async onSubmit({ code }) {
      try {
        await call(identityRoutes.deactivateMfa, {
          body: proofOf(code),
          token: session.read('mfaDeactivationToken') ?? '',
        })
      } catch (error) {
        if (isSpent(error)) {
          showFailure(t('request_spent'))
          setAsked(false)
          return
        }
        if (error instanceof ApiError && error.code === 'code_wrong') {
          of.form.setError('code', { message: error.message }, { shouldFocus: true })
          return
        }
        throw error
      }
      session.write({ mfaDeactivationToken: undefined })
      await client.invalidateQueries({ queryKey: keyOf(identityRoutes.listMfa) })
      toastDone({ message: t('switched_off') })
      onClose()
    },
  })
  return (
    <Modal
      opened={!confirming}
      onClose={onClose}
      title={t('off_question')}
      closeButtonProps={{ 'aria-label': words('close') }}
    >
      <p>
        {t(last ? 'off_last' : 'off_other')} {t('off_sessions')}
      </p>
      {asked ? (
        <div className={classes.proof}>
          <p>{t(method === 'app' ? 'off_code_app' : 'off_code_sent')}</p>
          <AuthForm
            of={of}
            action={t('switch_off')}
            danger
            aside={
              <Button variant="subtle" color="gray" onClick={onClose}>
                {words('cancel')}
              </Button>
            }
          >
            <TextInput
              {...bind(of.form, 'code')}
              label={confirmWords('code_or_recovery')}
              autoComplete="one-time-code"
              autoCapitalize="none"
              spellCheck={false}
              data-autofocus
              autoFocus
            />
          </AuthForm>
        </div>
      ) : (
        <div className={classes.buttons}>
          <Button variant="subtle" color="gray" onClick={onClose}>
            {words('cancel')}
          </Button>
          <Button color="red" loading={busy} onClick={() => void request()}>
            {words('continue')}
          </Button>
        </div>
      )}
    </Modal>
  )
}
