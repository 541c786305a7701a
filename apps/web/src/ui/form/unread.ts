import { type RefObject, useEffect, useRef } from 'react'

/** Returns the first field within a place whose text is not understood. The value behind it is a former one. */
export const findUnread = (place: ParentNode | null): HTMLElement | null =>
  place?.querySelector<HTMLElement>('[data-unread]') ?? null

/**
 * Keeps the form or dialog around a field from being saved while the field's text is not understood (`data-unread`). A form of
 * its own that saves in another way asks `findUnread`.
 */
export function useUnread(isUnread: boolean, field: RefObject<HTMLElement | null>, onStopped: () => void): void {
  const stopped = useRef(onStopped)
  stopped.current = onStopped
  useEffect(() => {
    if (!isUnread) return
    const stop = (event: Event) => {
      if (!(event.target instanceof Element)) return
      const saving = event.type === 'submit' ? event.target : event.target.closest('[data-saves], [type="submit"]')
      if (!saving || !field.current) return
      if (!(saving.closest('form, [aria-modal]') ?? document).contains(field.current)) return
      event.preventDefault()
      event.stopImmediatePropagation()
      stopped.current()
      field.current.focus()
    }
    addEventListener('click', stop, true)
    addEventListener('submit', stop, true)
    return () => {
      removeEventListener('click', stop, true)
      removeEventListener('submit', stop, true)
    }
  }, [isUnread, field])
}
