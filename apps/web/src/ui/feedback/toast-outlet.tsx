import '@mantine/notifications/styles.layer.css'
import { useMediaQuery } from '@mantine/hooks'
import { hideNotification, Notifications, showNotification } from '@mantine/notifications'
import { type ReactNode, useEffect, useState } from 'react'
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

/** Returns the upper edge of what stays at the bottom of the window: bars with the next buttons, one above another. */
function topOfBars(): number {
  let edge = innerHeight
  for (let element = document.elementFromPoint(innerWidth / 2, edge - 1); element; ) {
    const { position } = getComputedStyle(element)
    const { top, height } = element.getBoundingClientRect()
    // What is higher is a page, a sheet or a menu.
    const isBar = (position === 'fixed' || position === 'sticky') && height < innerHeight / 3
    if (isBar && top < edge && !element.hasAttribute('data-position')) {
      edge = top
      element = document.elementFromPoint(innerWidth / 2, edge - 1)
    } else element = element.parentElement
  }
  return edge
}

/** Returns the height of the bars at the bottom of a phone, which changes with the page. */
function useBarsHeight(isWanted: boolean): number {
  const [height, setHeight] = useState(0)
  useEffect(() => {
    if (!isWanted) return undefined
    const observer = new ResizeObserver(() => setHeight(innerHeight - topOfBars()))
    observer.observe(document.body)
    return () => observer.disconnect()
  }, [isWanted])
  return height
}

/**
 * The place of toasts, once in the root. They stand above the acts at the foot of a list, and on phones above the bar with
 * the next buttons.
 */
export function ToastOutlet() {
  const wide = useMediaQuery('(min-width: 56.25em)', undefined, { getInitialValueInEffect: false })
  const bars = useBarsHeight(!wide)
  return (
    <Notifications
      withinPortal={false}
      position="bottom-center"
      limit={3}
      autoClose={toastTimeout}
      containerWidth={440}
      className={(wide ? classes.above : classes.phone) ?? ''}
      __vars={{ '--toast-bars': `${bars}px` }}
      pauseResetOnHover="all"
    />
  )
}
