import { Suspense, useEffect, useState } from 'react'
import { useIdleTimer } from 'react-idle-timer'
import { lazyPart } from '#platform/lazy-part'

const IdleDialog = lazyPart(() =>
  import('./idle-dialog.tsx').then(({ IdleDialog: component }) => ({ default: component })),
)

/** Seconds of the countdown before the logout. */
export const idleCountdownSeconds = 60

/** How often a screen at which people work says so. Shorter than the shortest idle period. Milliseconds. */
const AT_WORK_MS = 30_000
/** Work at one screen without a touch. Then it was left open: as long as a shift at a gate usually is. Milliseconds. */
const LONGEST_WORK_MS = 12 * 3_600_000

interface IdleWarningProps {
  /** The setting `security_settings.idle_timeout`. */
  minutes: number
  /** People work here without touching the screen. */
  isAtWork?: boolean
  onLogout: () => void
}

/** 'You are Idle': after the idle period a countdown to the logout; Resume cancels it, in every tab. */
export function IdleWarning({ minutes, isAtWork = false, onLogout }: IdleWarningProps) {
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
  useEffect(() => {
    if (!isAtWork) return undefined
    const since = Date.now()
    activate()
    const timer = setInterval(() => {
      if (Date.now() - since < LONGEST_WORK_MS) activate()
    }, AT_WORK_MS)
    return () => clearInterval(timer)
  }, [isAtWork, activate])
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
