import { useMediaQuery } from '@mantine/hooks'
import { useCallback, useRef } from 'react'

/** Focuses the first field. */
export function focusFirst(place: HTMLElement | null) {
  // The form names another one, which the focus trap of its dialog finds.
  if (place?.querySelector('[data-autofocus]:not([data-first])')) return
  const first = place?.querySelector<HTMLElement>(
    'input:not([type="hidden"], [type="file"], :disabled, [readonly]), textarea:not(:disabled, [readonly]), [contenteditable="true"]',
  )
  // A select or a date would open its list over the form.
  if (!first || first.hasAttribute('aria-haspopup')) return
  // The focus trap of a drawer looks for this, after the drawer has opened.
  first.dataset['autofocus'] = 'true'
  first.dataset['first'] = 'true'
  first.focus()
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
      if (isFocused) focusFirst(place)
    },
    [isFocused],
  )
}
