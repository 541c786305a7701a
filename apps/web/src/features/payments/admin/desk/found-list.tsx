import type { AdminReservationRow } from '@shiloh/contract/reservations/views'
import { formatMoney } from '@shiloh/contract/text/format'
import type { KeyboardEvent } from 'react'
import { useLanguage, useT } from '#platform/i18n'
import { StatusBadge } from '#ui/base/status-badge'
import classes from './desk.module.css'
import { texts } from './texts.ts'

interface FoundListProps {
  rows: readonly AdminReservationRow[]
  total: number
  chosen: string | undefined
  onChoose: (id: string) => void
}

/** Up and down move through the results. */
function onKey(event: KeyboardEvent<HTMLUListElement>) {
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
  if (step === 0) return
  const buttons = [...event.currentTarget.querySelectorAll('button')]
  const at = buttons.findIndex((button) => button.matches(':focus'))
  buttons[at + step]?.focus()
  event.preventDefault()
}

/** Matching reservations, each with its balance. */
export function FoundList({ rows, total, chosen, onChoose }: FoundListProps) {
  const t = useT(texts)
  const language = useLanguage()
  return (
    <>
      <ul className={classes.found} aria-label={t('found')} onKeyDown={onKey}>
        {rows.map((row) => (
          <li key={row._id}>
            <button type="button" aria-current={row._id === chosen || undefined} onClick={() => onChoose(row._id)}>
              <span className={classes.name}>{row.user.name}</span>
              <StatusBadge status={row.status} />
              <span className={classes.about}>
                <span className="code">{row.code}</span> {row.event.name}
              </span>
              <span className={classes.owed} data-none={row.balance === 0 || undefined}>
                {formatMoney(row.balance, row.currency, language)}
              </span>
            </button>
          </li>
        ))}
      </ul>
      {total > rows.length ? <p className="dim small">{t('found_more', { count: rows.length })}</p> : null}
    </>
  )
}
