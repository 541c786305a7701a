import { Button } from '@mantine/core'
import { identityRoutes } from '@shiloh/contract/identity/identity'
import { reservationRoutes } from '@shiloh/contract/reservations/reservations'
import { formatMoney } from '@shiloh/contract/text/format'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useAccount } from '#platform/account'
import { call } from '#platform/api'
import { ApiError } from '#platform/client'
import { confirmation } from '#platform/confirmation'
import { saveFile } from '#platform/download'
import { useLanguage, useT } from '#platform/i18n'
import { usePageActions } from '#platform/page-actions'
import { queryOf } from '#platform/queries'
import { ConfirmDialog } from '#ui/feedback/error-dialog'
import { showFailure } from '#ui/feedback/failure'
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

/** What else ends with the account of this person: money that is still to come, and places on waiting lists. */
function Losses() {
  const t = useT(texts)
  const language = useLanguage()
  const { user } = useAccount()
  const isMember = user?.user_type === 'user'
  const reservations = useQuery({
    ...queryOf(reservationRoutes.listMyReservations, { query: { page_size: 500 } }),
    enabled: isMember,
  })
  const waiting = useQuery({ ...queryOf(reservationRoutes.listMyWaiting), enabled: isMember })
  const refunds = (reservations.data?.items ?? [])
    .filter((row) => row.viewer === 'owner')
    .filter(({ refund_due }) => refund_due > 0)
  const places = waiting.data?.length ?? 0
  return (
    <>
      {refunds.map(({ _id, refund_due, currency, event }) => (
        <p key={_id}>{t('erase_refund', { amount: formatMoney(refund_due, currency, language), event: event.name })}</p>
      ))}
      {places > 0 ? <p>{t('erase_waiting', { count: places })}</p> : null}
    </>
  )
}

/** Asks, always requires re-authentication, and then erases. */
function Erase({ onClose }: { onClose: () => void }) {
  const t = useT(texts)
  const { leaveErased } = usePageActions()
  const confirming = useConfirming()
  const [busy, setBusy] = useState(false)
  const erase = async () => {
    if (!(await confirmation.ask())) return
    setBusy(true)
    try {
      await call(identityRoutes.eraseAccount)
      await leaveErased()
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
      <Losses />
    </ConfirmDialog>
  )
}
