import { type SystemStatus, systemRoutes } from '@shiloh/contract/system'
import { IconActivityHeartbeat } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useCan } from '#platform/account'
import { useT } from '#platform/i18n'
import { queryOf } from '#platform/queries'
import { ToneBadge } from '#ui/base/status-badge'
import classes from '../insight.module.css'
import { texts } from '../texts.ts'

const TONES = { good: 'ok', busy: 'warn', trouble: 'bad' } as const
/** Milliseconds between two looks. */
const LOOK_MS = 30_000

/** How the installation does, for staff who may see the system's logs: one line. */
export function SystemNote() {
  const can = useCan()
  return can('system_logs.read') ? <Note /> : null
}

function Note() {
  const t = useT(texts)
  const { data: status } = useQuery({ ...queryOf(systemRoutes.readSystemStatus), refetchInterval: LOOK_MS })
  if (!status) return null
  return (
    <div className={classes.chain} role="status">
      <span>
        <IconActivityHeartbeat size={18} stroke={1.75} aria-hidden />
        <ToneBadge tone={TONES[status.state]}>{t(`system_${status.state}`)}</ToneBadge>
      </span>
      {status.reasons.map((reason) => (
        <span key={reason}>{t(`system_${reason}`, factsOf(status))}</span>
      ))}
      <span className="dim">{t('system_figures', factsOf(status))}</span>
    </div>
  )
}

const minutes = (seconds: number): number => Math.ceil(seconds / 60)

const factsOf = ({ jobs, messages, processes, free_bytes }: SystemStatus) => ({
  processes,
  jobs: jobs.due,
  failed: jobs.failed,
  mails: messages.due,
  jobs_minutes: minutes(jobs.oldest_seconds),
  mails_minutes: minutes(messages.oldest_seconds),
  gigabytes: Math.floor(free_bytes / 1_000_000_000),
})
