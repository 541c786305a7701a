import { Suspense, useSyncExternalStore } from 'react'
import { lazyPart } from '#platform/lazy-part'
import { forgetFailure } from './failure.tsx'
import type { Toast } from './toast-outlet.tsx'

// Not needed for the first page, so it loads with the first toast.
const outlet = () => import('./toast-outlet.tsx')
const ToastOutlet = lazyPart(() => outlet().then(({ ToastOutlet: component }) => ({ default: component })))

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

/** Shows for three seconds that an action succeeded. Failures appear in the page instead (`showFailure`). */
export const toastDone = (toast: Toast): void => {
  forgetFailure()
  void show(toast)
}

/** The place of toasts, once in the root. A screen reader says only what appears in a place that was there before. */
export function Toasts() {
  const shown = useSyncExternalStore(subscribe, () => wanted)
  return (
    <div aria-live="polite">
      {shown ? (
        <Suspense>
          <ToastOutlet />
        </Suspense>
      ) : null}
    </div>
  )
}
