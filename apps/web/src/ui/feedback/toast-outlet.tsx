import '@mantine/notifications/styles.layer.css'
import { useMediaQuery } from '@mantine/hooks'
import { hideNotification, Notifications, showNotification } from '@mantine/notifications'
import type { ReactNode } from 'react'
import { activeI18n, format } from '#platform/i18n'
import { texts } from '../base/texts.ts'
import classes from './toast.module.css'

export interface Toast {
  message: ReactNode
  /** Undoes the action while the toast shows. */
  undo?: { label: string; act: () => void }
}

/** Milliseconds that a toast stays (docs/domain.md#formats-and-limits). Paused under pointer and focus. */
export const toastTimeout = 3000
/** The same with a way back: time to read it and to reach the button. */
const undoTimeout = 8000

let shown = 0
/** Shows one toast. The rest of the app calls it through `toast.tsx`. */
export function showToast({ message, undo }: Toast) {
  shown += 1
  const id = `toast ${shown}`
  showNotification({
    id,
    autoClose: undo ? undoTimeout : toastTimeout,
    // The place of toasts says them.
    role: 'presentation',
    closeButtonProps: { 'aria-label': format(activeI18n(), texts, 'close') },
    classNames: { root: classes.root ?? '', description: classes.text ?? '' },
    message: undo ? (
      <span className={classes.line}>
        <span>{message}</span>
        <button
          type="button"
          className={classes.undo}
          onClick={() => {
            hideNotification(id)
            undo.act()
          }}
        >
          {undo.label}
        </button>
      </span>
    ) : (
      message
    ),
  })
}

/**
 * The place of toasts, once in the root. They stand above the acts at the foot of a list. Phones have the next buttons at
 * the bottom, so toasts come from the top there, below the bar with the menu.
 */
export function ToastOutlet() {
  const wide = useMediaQuery('(min-width: 56.25em)', undefined, { getInitialValueInEffect: false })
  return (
    <Notifications
      withinPortal={false}
      position={wide ? 'bottom-center' : 'top-center'}
      limit={3}
      autoClose={toastTimeout}
      containerWidth={440}
      className={(wide ? classes.above : classes.below) ?? ''}
      pauseResetOnHover="all"
    />
  )
}
