import { lazy, type ReactNode, Suspense, useSyncExternalStore } from 'react'
import type { Toast } from './toast-outlet.tsx'

// Not needed to paint the first page, so not in its way: fetched with the first toast.
const outlet = () => import('./toast-outlet.tsx')
const ToastOutlet = lazy(() => outlet().then(({ ToastOutlet: component }) => ({ default: component })))

let wanted = false
const listeners = new Set<() => void>()
function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

async function show(tone: 'ok' | 'bad', toast: Toast) {
  wanted = true
  for (const listener of listeners) listener()
  const { showToast } = await outlet()
  showToast(tone, toast)
}

/** Says that something was done. */
export const toastDone = (toast: Toast): void => void show('ok', toast)
/** Says that something failed; stays until closed. */
export const toastFailed = (message: ReactNode): void => void show('bad', { message })

/** Where toasts appear; once, in the root. */
export function Toasts() {
  const shown = useSyncExternalStore(subscribe, () => wanted)
  return shown ? (
    <Suspense>
      <ToastOutlet />
    </Suspense>
  ) : null
}
