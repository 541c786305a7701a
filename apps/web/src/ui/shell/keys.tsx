import { Suspense, useEffect, useState } from 'react'
import { lazyPart } from '#platform/lazy-part'
import { useSaveKey } from './save-key.ts'

const KeysDialog = lazyPart(() =>
  import('./keys-dialog.tsx').then(({ KeysDialog: component }) => ({ default: component })),
)

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))

/** `?` shows the keys, on every keyboard layout. Ctrl Enter saves in every form. */
export function Keys() {
  const [opened, setOpened] = useState(false)
  useSaveKey()
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const hasMod = event.ctrlKey || event.metaKey
      if (event.key === '?' && !hasMod && !isTyping(event.target)) setOpened(true)
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
