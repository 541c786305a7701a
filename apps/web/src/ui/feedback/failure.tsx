import { ActionIcon } from '@mantine/core'
import { IconAlertCircle, IconX } from '@tabler/icons-react'
import { type ReactNode, useEffect, useState, useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'
import { useT } from '#platform/i18n'
import { texts } from '../base/texts.ts'
import { Unbroken } from '../base/values.tsx'
import classes from './states.module.css'

interface Failure {
  readonly message: ReactNode
  /** The user is leaving the page: the message moves to the next one. */
  readonly leaving: boolean
}

let current: Failure | undefined
const listeners = new Set<() => void>()
function set(next: Failure | undefined) {
  if (next === current) return
  current = next
  for (const listener of listeners) listener()
}
function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/**
 * Shows a failure in the page until it is closed, retried or the page is left.
 * @param leaving the failure makes the user leave the page: the message moves to the next one
 */
export const showFailure = (message: ReactNode, leaving = false): void => set({ message, leaving })
/** Removes the failure once another action has begun or succeeded. */
export const forgetFailure = (): void => {
  if (!current?.leaving) set(undefined)
}
/** Called when another page opens. */
export const leaveFailure = (): void => set(current?.leaving ? { ...current, leaving: false } : undefined)

/** Returns the content of the top dialog or drawer: a failure on the page behind it would not be visible. */
const dialogOnTop = (): Element | undefined =>
  [
    ...document.querySelectorAll('[role="dialog"][aria-modal="true"] :is(.mantine-Modal-body, .mantine-Drawer-body)'),
  ].at(-1)

/** Shows the last failure where it is visible: in the dialog in which it happened, or else at the top of the page. */
export function StandingFailure() {
  const t = useT(texts)
  const failure = useSyncExternalStore(subscribe, () => current)
  const [dialog, setDialog] = useState<Element>()
  useEffect(() => {
    const found = failure ? dialogOnTop() : undefined
    setDialog(found)
    if (!found) return undefined
    // The dialog was closed: its message moves to the page.
    const watcher = new MutationObserver(() => {
      if (!found.isConnected) setDialog(undefined)
    })
    watcher.observe(document.body, { childList: true, subtree: true })
    return () => watcher.disconnect()
  }, [failure])
  if (!failure) return null
  const note = (
    <div role="alert" className={classes.failure} data-no-print>
      <IconAlertCircle size={18} aria-hidden />
      <div>{typeof failure.message === 'string' ? <Unbroken>{failure.message}</Unbroken> : failure.message}</div>
      <ActionIcon variant="transparent" color="red" size={44} aria-label={t('close')} onClick={() => set(undefined)}>
        <IconX size={18} aria-hidden />
      </ActionIcon>
    </div>
  )
  return dialog ? createPortal(note, dialog) : note
}
