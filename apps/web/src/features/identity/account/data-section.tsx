import { Button } from '@mantine/core'
import { identityRoutes } from '@shiloh/contract/identity/identity'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useAccount } from '#platform/account'
import { call } from '#platform/api'
import { ApiError } from '#platform/client'
import { confirmation } from '#platform/confirmation'
import { saveFile } from '#platform/download'
import { useT } from '#platform/i18n'
import { usePageActions } from '#platform/page-actions'
import { session } from '#platform/session'
import { ConfirmDialog } from '#ui/feedback/error-dialog'
import { showFailure } from '#ui/feedback/failure'
import { toastDone } from '#ui/feedback/toast'
import { useConfirming } from '../confirm/use-confirming.ts'
import classes from './account.module.css'
import { Section } from './section.tsx'
import { texts } from './texts.ts'

/** Downloads all data about the user, or erases the account. */
export function DataSection() {
  const t = useT(texts)
  const { organisation } = useAccount()
  const [busy, setBusy] = useState(false)
  const [erasing, setErasing] = useState(false)
  const download = async () => {
    setBusy(true)
    try {
      saveFile(await call(identityRoutes.exportData))
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      showFailure(error.message)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Section name="data" hint={t('data_hint', { church: organisation.name })}>
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
      {erasing ? <Erase onClose={() => setErasing(false)} /> : null}
    </Section>
  )
}

/** Asks, always requires re-authentication, and then erases. */
function Erase({ onClose }: { onClose: () => void }) {
  const t = useT(texts)
  const navigate = useNavigate()
  const { reloadAccount } = usePageActions()
  const confirming = useConfirming()
  const [busy, setBusy] = useState(false)
  const erase = async () => {
    if (!(await confirmation.ask())) return
    setBusy(true)
    try {
      await call(identityRoutes.eraseAccount)
      session.clearAll()
      session.rememberWho(undefined)
      session.giveTabTo(undefined)
      toastDone({ message: t('erased') })
      await navigate({ to: '/auth/login', replace: true })
      await reloadAccount()
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      showFailure(error.message)
      onClose()
    } finally {
      setBusy(false)
    }
  }
  return (
    <ConfirmDialog
      opened={!confirming}
      title={t('erase_question')}
      action={t('erase')}
      danger
      busy={busy}
      onConfirm={() => void erase()}
      onClose={onClose}
    >
      <p>{t('erase_text')}</p>
    </ConfirmDialog>
  )
}
