import { Button, Group, Modal } from '@mantine/core'
import type { ReactNode } from 'react'
import { useT } from '#platform/i18n'
import { texts } from '../base/texts.ts'

/** Shows a failure that must be read before the user continues. The default title is 'Error!'. */
export function ErrorDialog({
  opened,
  title,
  children,
  onClose,
}: {
  opened: boolean
  title?: string
  children: ReactNode
  onClose: () => void
}) {
  const t = useT(texts)
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={title ?? t('error_title')}
      closeButtonProps={{ 'aria-label': t('close') }}
    >
      {children}
      <Group justify="flex-end" mt="lg">
        <Button onClick={onClose}>{t('ok')}</Button>
      </Group>
    </Modal>
  )
}

interface Confirmation {
  opened: boolean
  /** The question. */
  title: string
  /** The consequences, with numbers. */
  children: ReactNode
  /** Verb and object. */
  action: string
  /** Instead of "Cancel". */
  keep?: string
  danger?: boolean
  /** It asks whether to leave what is not saved yet: no key that saves answers it. */
  leaves?: boolean
  busy?: boolean
  /** The text says why it cannot be done, and there is no button that does it. */
  impossible?: boolean
  onConfirm: () => void
  /** Cancels. Without it there is nothing to decide, and the only button confirms. */
  onClose?: () => void
}

/** Asks before an action that cannot be undone. Ctrl Enter confirms it, as it saves what a dialog with fields asks. */
export function ConfirmDialog({
  opened,
  title,
  children,
  action,
  keep,
  danger = false,
  leaves = false,
  busy = false,
  impossible = false,
  onConfirm,
  onClose,
}: Confirmation) {
  const t = useT(texts)
  return (
    <Modal opened={opened} onClose={onClose ?? onConfirm} title={title} closeButtonProps={{ 'aria-label': t('close') }}>
      {children}
      <Group justify="flex-end" mt="lg">
        {onClose ? (
          <Button variant="subtle" color="gray" onClick={onClose}>
            {keep ?? t('cancel')}
          </Button>
        ) : null}
        {impossible ? null : (
          <Button
            data-saves={!leaves || undefined}
            {...(danger && { color: 'red' })}
            loading={busy}
            onClick={onConfirm}
          >
            {action}
          </Button>
        )}
      </Group>
    </Modal>
  )
}
