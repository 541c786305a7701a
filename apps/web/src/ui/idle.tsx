import { Button, Group, Modal } from '@mantine/core'
import { useEffect, useState } from 'react'
import { useIdleTimer } from 'react-idle-timer'
import { useT } from '#platform/i18n'
import { texts } from './texts.ts'

/** How long the warning counts down before the logout. */
export const idleCountdownSeconds = 60

/**
 * 'You are Idle': after the idle period a countdown to the logout; Resume cancels it, in every tab.
 * @param minutes the setting `security_settings.idle_timeout`
 */
export function IdleWarning({ minutes, onLogout }: { minutes: number; onLogout: () => void }) {
  const t = useT(texts)
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
  return (
    <Modal opened={warning} onClose={resume} title={t('idle_title')} withCloseButton={false}>
      <p aria-live="polite">{t('idle_text', { seconds: left ?? 0 })}</p>
      <Group justify="flex-end" mt="lg">
        <Button onClick={resume} data-autofocus>
          {t('resume')}
        </Button>
      </Group>
    </Modal>
  )
}
