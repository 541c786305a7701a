import { lazy, Suspense, useEffect, useState } from 'react'
import { useIdleTimer } from 'react-idle-timer'

const IdleDialog = lazy(() => import('./idle-dialog.tsx').then(({ IdleDialog: component }) => ({ default: component })))

/** Seconds of the countdown before the logout. */
export const idleCountdownSeconds = 60

/**
 * 'You are Idle': after the idle period a countdown to the logout; Resume cancels it, in every tab.
 * @param minutes the setting `security_settings.idle_timeout`
 */
export function IdleWarning({ minutes, onLogout }: { minutes: number; onLogout: () => void }) {
  const [left, setLeft] = useState<number>()
  const period = minutes * 60_000
  const { activate, getRemainingTime } = useIdleTimer({
    timeout: period + idleCountdownSeconds * 1000,
    promptBeforeIdle: idleCountdownSeconds * 1000,
    throttle: 500,
    crossTab: true,
    syncTimers: 200,
    name: 'shiloh-idle',
    onPrompt: () => setLeft(idleCountdownSeconds),
    onActive: () => setLeft(undefined),
    onIdle: () => {
      setLeft(undefined)
      onLogout()
    },
  })
  const warning = left !== undefined
  useEffect(() => {
    if (!warning) return undefined
    const tick = setInterval(() => setLeft(Math.max(0, Math.ceil(getRemainingTime() / 1000))), 1000)
    return () => clearInterval(tick)
  }, [warning, getRemainingTime])
  const resume = () => {
    activate()
    setLeft(undefined)
  }
  return warning ? (
    <Suspense>
      <IdleDialog seconds={left} onResume={resume} />
    </Suspense>
  ) : null
}
