import { useEffect } from 'react'

/**
 * Presses the button that saves what the focus is in: of the form around it, else of the dialog or the page. A button
 * outside a form says that it saves with `data-saves`.
 */
function save(target: EventTarget | null) {
  const focused = target instanceof HTMLElement ? target : null
  // Fields such as dates take over what was typed when they lose the focus.
  focused?.blur()
  const button =
    focused?.closest('form')?.querySelector<HTMLButtonElement>('button[type="submit"]') ??
    (focused?.closest('[role="dialog"]') ?? document).querySelector<HTMLButtonElement>('button[data-saves]')
  if (button && !button.hasAttribute('data-loading')) button.click()
}

/** Ctrl Enter saves or sends in every form. */
export function useSaveKey() {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const hasMod = event.ctrlKey || event.metaKey
      if (event.key === 'Enter' && hasMod && !event.repeat && !event.defaultPrevented) save(event.target)
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [])
}
