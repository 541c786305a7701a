import { Button } from '@mantine/core'
import type { GatePerson } from '@shiloh/contract/badges/badges'
import { IconPrinter } from '@tabler/icons-react'
import { useState } from 'react'
import { useT } from '#platform/i18n'
import classes from './desk.module.css'
import { texts } from './texts.ts'
import { isTicket } from './ticket.ts'

interface PrintBadgeProps {
  /** Those of one result: the first is the one who was scanned. */
  people: readonly [GatePerson, ...GatePerson[]]
  eventId: string
  /** What was scanned or typed: with a QR code a badge is printed without a network too. Null: found by name. */
  scanned: string | null
  isOnline: boolean
}

/** Prints a label for each of these people at once, and counts it: now, or when there is a network. */
export function PrintBadge({ people, eventId, scanned, isOnline }: PrintBadgeProps) {
  const t = useT(texts)
  const [state, setState] = useState<{ readonly said: string; readonly isBad: boolean }>()
  const [isBusy, setBusy] = useState(false)
  const print = async () => {
    setBusy(true)
    try {
      // The layouts are loaded with the first badge.
      const { printLabel } = await import('./label.tsx')
      const [person, ...rest] = people
      const others = isOnline ? rest : []
      let printed = await printLabel({ person, eventId, scanned, isOnline }, t)
      for (const other of others) printed = await printLabel({ person: other, eventId, scanned: null, isOnline }, t)
      const said = others.length > 0 ? t('printed_many', { count: others.length + 1 }) : undefined
      setState({
        said: said ?? (printed === null ? t('printed_offline') : t('printed', { count: printed })),
        isBad: false,
      })
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
        {state && !state.isBad ? t('print_again') : t('print_badges', { count: isOnline ? people.length : 1 })}
      </Button>
      <p role="status" className={state?.isBad ? classes.problem : classes.note}>
        {state?.said}
      </p>
    </div>
  )
}
