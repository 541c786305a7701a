import { TextInput } from '@mantine/core'
import { identityRoutes } from '@shiloh/contract/identity/identity'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { z } from 'zod'
import { useAccount } from '#platform/account'
import { call } from '#platform/api'
import { useT } from '#platform/i18n'
import { usePageActions } from '#platform/page-actions'
import { refetchAll } from '#platform/queries'
import { rememberSignInWay } from '#platform/sign-in-way'
import { toastDone } from '#ui/feedback/toast'
import { deviceOf } from '../account/user-agent.ts'
import { AuthForm, bind, useServerForm } from '../parts/form.tsx'
import { AuthPage } from '../parts/page.tsx'
import { keepFreshCodes } from '../security/fresh-codes.ts'
import { createPasskey, PasskeyProblem } from './browser.ts'
import { texts } from './texts.ts'

const body = z.object({ name: z.string().trim().min(1, { error: 'required' }).max(80) })

const suggestedName = (): string => {
  const device = deviceOf(navigator.userAgent)
  return device ? `${device.browser}, ${device.system}` : ''
}

/** Adds a passkey: a name, then the prompt of the device. */
export function AddPasskeyPage() {
  const t = useT(texts)
  const navigate = useNavigate()
  const client = useQueryClient()
  const { user, organisation } = useAccount()
  const { reloadAccount } = usePageActions()
  const of = useServerForm({
    schema: body,
    values: { name: suggestedName() },
    async onSubmit({ name }) {
      try {
        const credential = await createPasskey(await call(identityRoutes.passkeyOptions))
        const { recovery_codes } = await call(identityRoutes.addPasskey, { body: { name, credential } })
        // Members have it as their second step only.
        if (user?.user_type === 'admin') rememberSignInWay('passkey')
        await refetchAll(client, [identityRoutes.listMfa])
        const isFirst = recovery_codes.length > 0
        toastDone({ message: t(isFirst ? 'added_first' : 'added') })
        keepFreshCodes(recovery_codes, user?.second_step_missing ? '/' : '/security/mfa')
        if (user?.second_step_missing) await reloadAccount()
        await navigate({ to: isFirst ? '/security/mfa-recovery-codes' : '/security/mfa', replace: true })
      } catch (error) {
        if (!(error instanceof PasskeyProblem)) throw error
        throw new Error(t(error.because))
      }
    },
  })
  return (
    <AuthPage
      title={t('add')}
      lead={
        <>
          <p>{t('add_lead', { church: organisation.short_name })}</p>
          {user?.user_type === 'admin' ? <p>{t('add_staff')}</p> : null}
        </>
      }
    >
      <AuthForm of={of} action={t('create')}>
        <TextInput {...bind(of.form, 'name')} label={t('name')} description={t('name_hint')} maxLength={80} />
      </AuthForm>
    </AuthPage>
  )
}
