import { useMediaQuery } from '@mantine/hooks'
import { useCallback } from 'react'

/** Focuses the first field. */
export function focusFirst(place: HTMLElement | null) {
  const first = place?.querySelector<HTMLElement>(
    'input:not([type="hidden"], [type="file"], :disabled, [readonly]), textarea:not(:disabled, [readonly]), [contenteditable="true"]',
  )
  // A select or a date would open its list over the form.
  if (!first || first.hasAttribute('aria-haspopup')) return
  // The focus trap of a drawer looks for this, after the drawer has opened.
  first.dataset['autofocus'] = 'true'
  first.focus()
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
