import { formatTime } from '@shiloh/contract/text/format'
import { IconAlertTriangle, IconArrowBackUp, IconCircleCheck, IconCircleX } from '@tabler/icons-react'
import { useT } from '#platform/i18n'
import { EmptyState } from '#ui/feedback/empty-state'
import classes from './gate.module.css'
import type { HistoryEntry } from './history.ts'
import { PanelHead } from './panel-head.tsx'
import { texts } from './texts.ts'

interface HistoryProps {
  entries: readonly HistoryEntry[]
  zone: string
}

function Mark({ entry }: { entry: HistoryEntry }) {
  const tone = entry.result === 'ok' ? 'ok' : entry.result === 'already_redeemed' ? 'warn' : 'bad'
  const Icon = entry.undoes ? IconArrowBackUp : { ok: IconCircleCheck, warn: IconAlertTriangle, bad: IconCircleX }[tone]
  return <Icon size={20} stroke={1.75} color={entry.undoes ? 'var(--ink-2)' : `var(--${tone})`} aria-hidden />
}

/** The scans of this device, newest first. */
export function HistoryList({ entries, zone }: HistoryProps) {
  const t = useT(texts)
  const words = ({ undoes, result, direction }: HistoryEntry) => {
    if (undoes && result === 'ok') return t('said_undone')
    return result === 'ok' ? t(`said_ok_${direction}`) : t(`said_${result}`)
  }
  if (entries.length === 0) return <p className="dim">{t('nothing_yet')}</p>
  return (
    <ul className={classes.history}>
      {entries.map((entry) => (
        <li key={entry.scan_id}>
          <Mark entry={entry} />
          <span>
            <b>{entry.name || t('unknown')}</b>
            <span className="dim">
              {words(entry)}
              {entry.code ? (
                <>
                  {' '}
                  · <span className={classes.whole}>{entry.code}</span>
                </>
              ) : null}
            </span>
          </span>
          <time className="num dim" dateTime={entry.at}>
            {formatTime(entry.at, zone)}
          </time>
        </li>
      ))}
    </ul>
  )
}

export function HistoryPanel({ onBack, ...history }: HistoryProps & { onBack: () => void }) {
  const t = useT(texts)
  return (
    <>
      <PanelHead title={t('latest')} onBack={onBack} />
      {history.entries.length > 0 ? <HistoryList {...history} /> : <EmptyState title={t('nothing_yet')} />}
    </>
  )
}
