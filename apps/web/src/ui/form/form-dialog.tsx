import { Modal } from '@mantine/core'
import type { ReactNode } from 'react'
import { useT } from '#platform/i18n'
import { texts } from '../base/texts.ts'
import { useFirstField } from './first-field.tsx'
import { useLeaveQuestion } from './leave-question.tsx'

interface FormDialogProps {
  /** The question. */
  title: ReactNode
  size?: 'lg'
  /** The name of the cross, if closing means more than that. */
  closeLabel?: string
  /** Stays open: what was asked for is under way. */
  busy?: boolean
  /** Something would be lost that is not in a field: a row that was removed. */
  changed?: boolean
  onClose: () => void
  children: ReactNode
}

/**
 * A dialog with fields of its own. Escape, the cross and a click beside it ask first if something was typed; a button
 * that cancels calls `onClose` and does not ask.
 */
export function FormDialog({
  title,
  size,
  closeLabel,
  busy = false,
  changed = false,
  onClose,
  children,
}: FormDialogProps) {
  const t = useT(texts)
  const attach = useFirstField(true)
  const { leave, isAsking, watched, question } = useLeaveQuestion(onClose, changed)
  return (
    <>
      <Modal
        opened
        title={title}
        {...(size && { size })}
        closeButtonProps={{ 'aria-label': closeLabel ?? t('close') }}
        closeOnEscape={!isAsking}
        onClose={busy ? () => undefined : leave}
      >
        <div ref={attach} {...watched}>
          {children}
        </div>
      </Modal>
      {question}
    </>
  )
}
