import { Button, Modal } from '@mantine/core'
import { identityRoutes } from '@shiloh/contract/identity'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useAccount } from '#platform/account'
import { call } from '#platform/api'
import { ApiError } from '#platform/client'
import { saveFile } from '#platform/download'
import { useT } from '#platform/i18n'
import { usePageActions } from '#platform/page-actions'
import { session } from '#platform/session'
import { toastDone, toastFailed } from '#ui/toast'
import { Refusal, useServerForm } from '../parts/form.tsx'
import partClasses from '../parts/parts.module.css'
import { PasswordField } from '../parts/password-field.tsx'
import { texts as parts } from '../parts/texts.ts'
import classes from './account.module.css'
import { Section } from './section.tsx'
import { texts } from './texts.ts'

/** Everything held about the person, to take along or to have erased. */
export function DataSection() {
  const t = useT(texts)
  const { organisation, user } = useAccount()
  const [busy, setBusy] = useState(false)
  const [erasing, setErasing] = useState(false)
  const download = async () => {
    setBusy(true)
    try {
      saveFile(await call(identityRoutes.exportData))
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      toastFailed(error.message)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Section title={t('data')} hint={t('data_hint', { church: organisation.name })}>
      <ul className={classes.rows}>
        <li>
          <p className="dim small">{t('export_hint')}</p>
          <Button variant="default" loading={busy} onClick={() => void download()}>
            {t('export')}
          </Button>
        </li>
        <li>
          <p className="dim small">{t('erase_hint')}</p>
          <Button variant="outline" color="red" onClick={() => setErasing(true)}>
            {t('erase')}
          </Button>
        </li>
      </ul>
      {erasing && user ? <Erase who={user.email ?? user.phone ?? ''} onClose={() => setErasing(false)} /> : null}
    </Section>
  )
}

function Erase({ who, onClose }: { who: string; onClose: () => void }) {
  const t = useT(texts)
  const words = useT(parts)
  const navigate = useNavigate()
  const { reloadAccount } = usePageActions()
  const of = useServerForm({
    schema: identityRoutes.eraseAccount.body,
    values: { password: '' },
    async onSubmit(body) {
      await call(identityRoutes.eraseAccount, { body })
      session.clearAll()
      toastDone({ message: t('erased') })
      await navigate({ to: '/auth/login', replace: true })
      await reloadAccount()
    },
  })
  return (
    <Modal opened onClose={onClose} title={t('erase_question')} closeButtonProps={{ 'aria-label': words('close') }}>
      <form
        noValidate
        className={partClasses.form}
        onSubmit={(event) => {
          event.preventDefault()
          of.submit()
        }}
      >
        <p>{t('erase_text')}</p>
        <Refusal message={of.refusal} />
        <input type="text" hidden readOnly autoComplete="username" value={who} />
        <PasswordField form={of.form} name="password" label={words('password')} autoComplete="current-password" />
        <div className={partClasses.dialogButtons}>
          <Button variant="subtle" color="gray" onClick={onClose}>
            {words('cancel')}
          </Button>
          <Button type="submit" color="red" loading={of.busy}>
            {t('erase')}
          </Button>
        </div>
      </form>
    </Modal>
  )
}
