import { Button, Modal } from '@mantine/core'
import { useBlocker } from '@tanstack/react-router'
import { useT } from '#platform/i18n'
import classes from './form.module.css'
import { texts } from './leave-texts.ts'

interface LeaveDialogProps {
  opened: boolean
  onStay: () => void
  onLeave: () => void
}

/** Asks before input is discarded. */
export function LeaveDialog({ opened, onStay, onLeave }: LeaveDialogProps) {
  const t = useT(texts)
  // Mounted only while it asks: it would answer the same Escape that opened it.
  if (!opened) return null
  return (
    <Modal opened onClose={onStay} title={t('leave_title')} zIndex={400} withCloseButton={false}>
      <p>{t('leave_text')}</p>
      <div className={classes.buttons}>
        <Button variant="default" onClick={onStay} data-autofocus>
          {t('stay')}
        </Button>
        <Button color="red" onClick={onLeave}>
          {t('leave')}
        </Button>
      </div>
    </Modal>
  )
}

/**
 * Guards a page with unsaved changes: navigating away, closing the tab or reloading asks first. Tabs of one page count
 * as the same page.
 * @param hasChanges called at the moment of leaving, so that changes saved just now do not count
 */
export function LeaveGuard({ hasChanges }: { hasChanges: () => boolean }) {
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => current.pathname !== next.pathname && hasChanges(),
    enableBeforeUnload: hasChanges,
    withResolver: true,
  })
  return (
    <LeaveDialog
      opened={blocker.status === 'blocked'}
      onStay={() => blocker.reset?.()}
      onLeave={() => blocker.proceed?.()}
    />
  )
}
