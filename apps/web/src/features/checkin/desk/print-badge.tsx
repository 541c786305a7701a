import { Button } from '@mantine/core'
import type { GatePerson } from '@shiloh/contract/badges/badges'
import { readScannedCode } from '@shiloh/contract/checkin/checkin'
import { IconPrinter } from '@tabler/icons-react'
import { useState } from 'react'
import { useT } from '#platform/i18n'
import classes from './desk.module.css'
import { texts } from './texts.ts'

interface PrintBadgeProps {
  person: GatePerson
  eventId: string
  /** What was scanned or typed: with a QR code a badge is printed without a network too. Null: found by name. */
  scanned: string | null
  isOnline: boolean
}

/** Without the text of a ticket's QR code, a device cannot draw one. */
const isTicket = (scanned: string | null): boolean => scanned !== null && readScannedCode(scanned).kind === 'qr'

/** Prints the label of the person at once, and counts it: now, or when there is a network. */
export function PrintBadge({ person, eventId, scanned, isOnline }: PrintBadgeProps) {
  const t = useT(texts)
  const [state, setState] = useState<{ readonly said: string; readonly isBad: boolean }>()
  const [isBusy, setBusy] = useState(false)
  const print = async () => {
    setBusy(true)
    try {
      // The layouts are loaded with the first badge.
      const { printLabel } = await import('./label.tsx')
      const printed = await printLabel({ person, eventId, scanned, isOnline }, t)
      setState({ said: printed === null ? t('printed_offline') : t('printed', { count: printed }), isBad: false })
    } catch (error) {
      if (!(error instanceof Error)) throw error
      setState({ said: t('not_printed', { reason: error.message }), isBad: true })
    }
    setBusy(false)
  }
  if (!isOnline && !isTicket(scanned)) return <p className={classes.note}>{t('scan_to_print')}</p>
  return (
    <div className={classes.item}>
      <Button
        variant="default"
        loading={isBusy}
        leftSection={<IconPrinter size={20} aria-hidden />}
        onClick={() => void print()}
      >
        {t(state && !state.isBad ? 'print_again' : 'print_badge')}
      </Button>
      <p role="status" className={state?.isBad ? classes.problem : classes.note}>
        {state?.said}
      </p>
    </div>
  )
}
