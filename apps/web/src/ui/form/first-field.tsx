import { useMediaQuery } from '@mantine/hooks'
import { useCallback, useRef } from 'react'

/** Marks what the focus trap of a drawer focuses once it has opened. */
function mark(field: HTMLElement, place: HTMLElement) {
  for (const former of place.querySelectorAll<HTMLElement>('[data-first]')) {
    delete former.dataset['autofocus']
    delete former.dataset['first']
  }
  field.dataset['autofocus'] = 'true'
  field.dataset['first'] = 'true'
}

/** Somebody who is in a field already stays there: the trap would send them to the button that closes the drawer. */
const stay = ({ target, currentTarget }: FocusEvent) => {
  if (target instanceof HTMLElement && currentTarget instanceof HTMLElement) mark(target, currentTarget)
}

/** Focuses the first field. */
export function focusFirst(place: HTMLElement | null) {
  const named = place?.querySelector<HTMLElement>('[data-autofocus]:not([data-first])')
  if (named) {
    // The focus trap of a dialog finds it by itself.
    if (!named.closest('[role="dialog"]')) named.focus()
    return
  }
  const first = place?.querySelector<HTMLElement>(
    // A short select cannot be typed into: its input is read-only for the browser.
    'input:not([type="hidden"], [type="file"], :disabled, [readonly]:not([role="combobox"]), [aria-readonly="true"]), textarea:not(:disabled, [readonly]), [contenteditable="true"]',
  )
  // A day that is typed would open its calendar over the form.
  if (!place || !first || first.matches('input[aria-haspopup="dialog"]')) return
  mark(first, place)
  first.focus()
  // What is typed replaces the choice of a select.
  if (first instanceof HTMLInputElement && first.getAttribute('role') === 'combobox') first.select()
}

/** Returns a ref that focuses a field when it appears. On a phone the keyboard would cover what is above it. */
export function useFocused(isWanted: boolean) {
  const phone = useMediaQuery('(max-width: 56.24em)', undefined, { getInitialValueInEffect: false })
  const isFocused = useRef(isWanted && !phone)
  return useCallback((field: HTMLElement | null) => {
    if (!field || !isFocused.current) return
    isFocused.current = false
    field.focus()
  }, [])
}

/** Returns a ref that focuses the first field inside. On a phone the keyboard would cover the form. */
export function useFirstField<E extends HTMLElement>(isWanted: boolean) {
  const phone = useMediaQuery('(max-width: 56.24em)', undefined, { getInitialValueInEffect: false })
  const isFocused = isWanted && !phone
  return useCallback(
    (place: E | null) => {
      place?.addEventListener('focusin', stay)
      if (isFocused) focusFirst(place)
    },
    [isFocused],
  )
}
