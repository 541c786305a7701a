import { Button } from '@mantine/core'
import { type Run, workflowRoutes } from '@shiloh/contract/workflows'
import { IconRefresh } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useT } from '#platform/i18n'
import { useAct } from '#platform/queries'
import { type Tone, ToneBadge } from '#ui/base/status-badge'
import { texts } from './texts.ts'
import classes from './workflows.module.css'

const TONES: Readonly<Record<Run['state'], Tone>> = {
  running: 'mute',
  waiting: 'mute',
  asking: 'warn',
  paused: 'warn',
  done: 'ok',
  failed: 'bad',
  stopped: 'warn',
  ended: 'mute',
  cancelled: 'mute',
}

export function RunBadge({ state }: { state: Run['state'] }) {
  const t = useT(texts)
  return <ToneBadge tone={TONES[state]}>{t(`run_${state}`)}</ToneBadge>
}

/** Whom or what a run is about. */
export function About({ run }: { run: Run }) {
  return (
    <span>
      {run.link ? <Link to={run.link}>{run.about}</Link> : run.about}{' '}
      {run.code ? <span className={classes.code}>{run.code}</span> : null}
    </span>
  )
}

/** Says how far a run is, or why it does not go on. */
export function useProgress() {
  const t = useT(texts)
  return (run: Run) => (run.reason ? t(`reason_${run.reason}`) : (run.steps.at(-1)?.says ?? ''))
}

/** Tries a failed run again, or ends one that is in progress. */
export function RunActs({ run }: { run: Run }) {
  const t = useT(texts)
  const stale = [workflowRoutes.listRuns, workflowRoutes.list, workflowRoutes.get]
  const retry = useAct(workflowRoutes.retryRun, stale)
  const cancel = useAct(workflowRoutes.cancelRun, stale)
  return (
    <span className={classes.acts}>
      {run.allowed.includes('retry') ? (
        <Button
          variant="default"
          size="compact-sm"
          leftSection={<IconRefresh size={15} />}
          onClick={() => retry.mutate({ params: { id: run._id } })}
        >
          {t('retry')}
        </Button>
      ) : null}
      {run.allowed.includes('cancel') ? (
        <Button variant="default" size="compact-sm" onClick={() => cancel.mutate({ params: { id: run._id } })}>
          {t('cancel')}
        </Button>
      ) : null}
    </span>
  )
}
