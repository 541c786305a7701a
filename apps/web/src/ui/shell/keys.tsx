import { lazy, Suspense, useEffect, useState } from 'react'

const KeysDialog = lazy(() => import('./keys-dialog.tsx').then(({ KeysDialog: component }) => ({ default: component })))

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))

/** `?` shows the keys, on every keyboard layout. */
export function Keys() {
  const [opened, setOpened] = useState(false)
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key === '?' && !event.ctrlKey && !event.metaKey && !isTyping(event.target)) setOpened(true)
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
