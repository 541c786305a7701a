import '@mantine/notifications/styles.layer.css'
import { hideNotification, Notifications, showNotification } from '@mantine/notifications'
import { type ReactNode, useEffect, useState } from 'react'
import { activeI18n, format } from '#platform/i18n'
import { texts } from '../base/texts.ts'
import classes from './toast.module.css'
import { findToastPlace, GAP, type ToastPlace } from './toast-place.ts'

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
  let isUndone = false
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
            // It goes in a moment, and a second click may be faster.
            if (isUndone) return
            isUndone = true
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
 * The place of toasts, once in the root: as low as they lie over nothing that is needed, the same on every screen.
 */
export function ToastOutlet() {
  const [place, setPlace] = useState<ToastPlace>({ side: 'bottom', gap: GAP })
  useEffect(() => {
    let frame = 0
    const look = () => {
      frame = 0
      const stack = document.querySelector('[data-position="bottom-center"]')
      if (!stack?.firstElementChild) return
      const next = findToastPlace(stack.getBoundingClientRect())
      setPlace((last) => (last.side === next.side && last.gap === next.gap ? last : next))
    }
    const lookSoon = () => {
      frame ||= requestAnimationFrame(look)
    }
    // The first toast can be there already. Bars and dialogs come and go, and grow by their style, while a toast shows.
    lookSoon()
    const changes = new MutationObserver(lookSoon)
    changes.observe(document.body, { childList: true, subtree: true, attributes: true, attributeFilter: ['style'] })
    const events = ['scroll', 'resize', 'transitionend'] as const
    for (const event of events) addEventListener(event, lookSoon, { capture: true, passive: true })
    return () => {
      cancelAnimationFrame(frame)
      changes.disconnect()
      for (const event of events) removeEventListener(event, lookSoon, { capture: true })
    }
  }, [])
  return (
    <Notifications
      withinPortal={false}
      position="bottom-center"
      limit={3}
      autoClose={toastTimeout}
      containerWidth={440}
      className={classes.place ?? ''}
      __vars={{
        '--toast-top': place.side === 'top' ? `${place.gap}px` : 'auto',
        '--toast-bottom': place.side === 'bottom' ? `${place.gap}px` : 'auto',
      }}
      pauseResetOnHover="all"
    />
  )
}
