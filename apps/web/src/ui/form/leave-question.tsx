import { type ParsedLocation, useBlocker } from '@tanstack/react-router'
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

/** Notices input in fields that has changed since somebody came to them. Fields that are gone do not count. */
function useTyped() {
  // What each field held when somebody first came to it.
  const before = useRef(new Map<Field, string>())
  return {
    hasTyped: () => [...before.current].some(([field, value]) => field.isConnected && heldIn(field) !== value),
    watched: {
      onFocusCapture: ({ target }: FocusEvent) => {
        if (isField(target) && !before.current.has(target)) before.current.set(target, heldIn(target))
      },
    },
  }
}

/**
 * Asks before a dialog or drawer closes over input that nobody has saved.
 * @param isChanged something else would be lost than what is in a field: a row that was removed
 */
export function useLeaveQuestion(onClose: () => void, isChanged = false): LeaveQuestion {
  const [isAsking, setAsking] = useState(false)
  const { hasTyped, watched } = useTyped()
  return {
    leave: () => (isChanged || hasTyped() ? setAsking(true) : onClose()),
    isAsking,
    watched,
    question: <LeaveDialog opened={isAsking} onStay={() => setAsking(false)} onLeave={onClose} />,
  }
}

/**
 * Asks the same of a drawer that the address opens: before it closes, before another record takes its place, and before
 * the page is left or reloaded.
 * @param recordIn the record that an address opens
 */
export function useAddressLeaveQuestion(
  recordIn: (search: ParsedLocation['search']) => unknown,
): Omit<LeaveQuestion, 'leave'> {
  const { hasTyped, watched } = useTyped()
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) =>
      (current.pathname !== next.pathname || recordIn(current.search) !== recordIn(next.search)) && hasTyped(),
    enableBeforeUnload: hasTyped,
    withResolver: true,
  })
  const isAsking = blocker.status === 'blocked'
  return {
    isAsking,
    watched,
    question: <LeaveDialog opened={isAsking} onStay={() => blocker.reset?.()} onLeave={() => blocker.proceed?.()} />,
  }
}
