import { useEffect } from 'react'

/**
 * Presses the button that saves what the focus is in: of the form around it, else of the open dialog, else of the page. A
 * button outside a form says that it saves with `data-saves`. The page behind a dialog is never saved. A button that is off has
 * the focus then, and says why.
 */
function save(target: EventTarget | null) {
  const focused = target instanceof HTMLElement ? target : null
  // Fields such as dates take over what was typed when they lose the focus.
  focused?.blur()
  const dialog = [...document.querySelectorAll('[aria-modal]')].at(-1)
  const button =
    focused?.closest('form')?.querySelector<HTMLButtonElement>('button[type="submit"], button[data-saves]') ??
    (dialog ?? document).querySelector<HTMLButtonElement>('button[data-saves], [aria-modal] button[type="submit"]')
  if (!button || button.hasAttribute('data-loading')) return
  if (button.getAttribute('aria-disabled') === 'true') button.focus()
  else button.click()
}

/** Ctrl Enter saves or sends in every form, and confirms in every dialog. */
export function useSaveKey() {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const hasMod = event.ctrlKey || event.metaKey
      if (event.key !== 'Enter' || !hasMod || event.repeat || event.defaultPrevented) return
      // No line is broken by it.
      event.preventDefault()
      save(event.target)
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [])
}
