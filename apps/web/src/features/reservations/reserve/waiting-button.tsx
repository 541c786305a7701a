import { Button } from '@mantine/core'
import { IconBell } from '@tabler/icons-react'
import { useT } from '#platform/i18n'
import { StatusBadge } from '#ui/base/status-badge'
import classes from './reserve.module.css'
import { texts } from './texts.ts'

interface WaitingButtonProps {
  waiting: boolean
  /** Undefined if waiting is not possible. */
  onJoin: (() => void) | undefined
}

/** Below a sold-out line: the waiting list, or that the user is already on it. */
export function WaitingButton({ waiting, onJoin }: WaitingButtonProps) {
  const t = useT(texts)
  if (waiting)
    return (
      <>
        <StatusBadge status="waiting" />
        {t('joined_waiting')}
      </>
    )
  if (!onJoin) return null
  return (
    <>
      <p>{t('waiting_note')}</p>
      <Button
        className={classes.join ?? ''}
        variant="default"
        leftSection={<IconBell size={17} aria-hidden />}
        onClick={onJoin}
      >
        {t('join_waiting')}
      </Button>
    </>
  )
}
