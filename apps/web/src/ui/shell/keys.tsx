import { Suspense, useEffect, useState } from 'react'
import { lazyPart } from '#platform/lazy-part'

const KeysDialog = lazyPart(() =>
  import('./keys-dialog.tsx').then(({ KeysDialog: component }) => ({ default: component })),
)

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))

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

/** `?` shows the keys, on every keyboard layout. Ctrl Enter saves in every form. */
export function Keys() {
  const [opened, setOpened] = useState(false)
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const hasMod = event.ctrlKey || event.metaKey
      if (event.key === '?' && !hasMod && !isTyping(event.target)) setOpened(true)
      if (event.key === 'Enter' && hasMod && !event.repeat && !event.defaultPrevented) save(event.target)
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [])
  return opened ? (
    <Suspense>
      <KeysDialog onClose={() => setOpened(false)} />
    </Suspense>
  ) : null
}
