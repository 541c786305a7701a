import { Suspense, useEffect, useState } from 'react'
import { lazyPart } from '#platform/lazy-part'
import { isTyping } from '#platform/typing'
import { useSaveKey } from './save-key.ts'

const KeysDialog = lazyPart(() =>
  import('./keys-dialog.tsx').then(({ KeysDialog: component }) => ({ default: component })),
)

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
