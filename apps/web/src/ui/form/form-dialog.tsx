import { Modal } from '@mantine/core'
import { type FocusEvent, type ReactNode, useRef, useState } from 'react'
import { useT } from '#platform/i18n'
import { texts } from '../base/texts.ts'
import { LeaveDialog } from './leave-guard.tsx'

type Field = HTMLInputElement | HTMLTextAreaElement

const isField = (target: unknown): target is Field =>
  target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement

const heldIn = (field: Field): string =>
  field.type === 'checkbox' || field.type === 'radio'
    ? String(field instanceof HTMLInputElement && field.checked)
    : field.value

interface FormDialogProps {
  /** The question. */
  title: ReactNode
  size?: 'lg'
  /** The name of the cross, if closing means more than that. */
  closeLabel?: string
  onClose: () => void
  children: ReactNode
}

/**
 * A dialog with fields of its own. Escape, the cross and a click beside it ask first if something was typed; a button
 * that cancels calls `onClose` and does not ask.
 */
export function FormDialog({ title, size, closeLabel, onClose, children }: FormDialogProps) {
  const t = useT(texts)
  const [leaving, setLeaving] = useState(false)
  // What each field held when somebody first came to it. Fields that a later step has replaced do not count.
  const before = useRef(new Map<Field, string>())
  const onFocus = ({ target }: FocusEvent) => {
    if (isField(target) && !before.current.has(target)) before.current.set(target, heldIn(target))
  }
  const hasTyped = () => [...before.current].some(([field, value]) => field.isConnected && heldIn(field) !== value)
  return (
    <>
      <Modal
        opened
        title={title}
        {...(size && { size })}
        closeButtonProps={{ 'aria-label': closeLabel ?? t('close') }}
        closeOnEscape={!leaving}
        onClose={() => (hasTyped() ? setLeaving(true) : onClose())}
      >
        <div onFocusCapture={onFocus}>{children}</div>
      </Modal>
      <LeaveDialog opened={leaving} onStay={() => setLeaving(false)} onLeave={onClose} />
    </>
  )
}
