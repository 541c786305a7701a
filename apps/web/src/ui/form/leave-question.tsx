import { type FocusEvent, type ReactNode, useRef, useState } from 'react'
import { LeaveDialog } from './leave-guard.tsx'

type Field = HTMLInputElement | HTMLTextAreaElement

const isField = (target: unknown): target is Field =>
  target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement

const heldIn = (field: Field): string =>
  field.type === 'checkbox' || field.type === 'radio'
    ? String(field instanceof HTMLInputElement && field.checked)
    : field.value

export interface LeaveQuestion {
  /** Closes, or asks first if something was typed. */
  readonly leave: () => void
  /** Whether it asks now: Escape then belongs to the question. */
  readonly isAsking: boolean
  /** For the element around the fields whose input would be lost. */
  readonly watched: { readonly onFocusCapture: (event: FocusEvent) => void }
  readonly question: ReactNode
}

/** Asks before a dialog or drawer closes over input that nobody has saved. Fields that are gone do not count. */
export function useLeaveQuestion(onClose: () => void): LeaveQuestion {
  const [isAsking, setAsking] = useState(false)
  // What each field held when somebody first came to it.
  const before = useRef(new Map<Field, string>())
  const hasTyped = () => [...before.current].some(([field, value]) => field.isConnected && heldIn(field) !== value)
  return {
    leave: () => (hasTyped() ? setAsking(true) : onClose()),
    isAsking,
    watched: {
      onFocusCapture: ({ target }) => {
        if (isField(target) && !before.current.has(target)) before.current.set(target, heldIn(target))
      },
    },
    question: <LeaveDialog opened={isAsking} onStay={() => setAsking(false)} onLeave={onClose} />,
  }
}
