import { lazy, Suspense, useSyncExternalStore } from 'react'
import { forgetFailure } from './failure.tsx'
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

async function show(toast: Toast) {
  wanted = true
  for (const listener of listeners) listener()
  const { showToast } = await outlet()
  showToast(toast)
}

/** Says for three seconds that something was done. What failed stands in the page instead (`showFailure`). */
export const toastDone = (toast: Toast): void => {
  forgetFailure()
  void show(toast)
}

/** Where toasts appear; once, in the root. */
export function Toasts() {
  const shown = useSyncExternalStore(subscribe, () => wanted)
  return shown ? (
    <Suspense>
      <ToastOutlet />
    </Suspense>
  ) : null
}
