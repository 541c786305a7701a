import { Button, Modal } from '@mantine/core'
import { useBlocker } from '@tanstack/react-router'
import { useT } from '#platform/i18n'
import classes from './form.module.css'
import { texts } from './form-texts.ts'

interface LeaveDialogProps {
  opened: boolean
  onStay: () => void
  onLeave: () => void
}

/** Asks before what was typed is thrown away. */
export function LeaveDialog({ opened, onStay, onLeave }: LeaveDialogProps) {
  const t = useT(texts)
  return (
    <Modal opened={opened} onClose={onStay} title={t('leave_title')} zIndex={400} withCloseButton={false}>
      <p>{t('leave_text')}</p>
      <div className={classes.buttons}>
        <Button variant="subtle" color="gray" onClick={onStay} data-autofocus>
          {t('cancel')}
        </Button>
        <Button color="red" onClick={onLeave}>
          {t('leave')}
        </Button>
      </div>
    </Modal>
  )
}

/**
 * Keeps a page with unsaved changes: going to another one, closing the tab or reloading asks first.
 * The tabs of one page are the same page.
 * @param hasChanges asked at the moment of leaving, so that what was saved just now does not count
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
