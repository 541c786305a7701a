import { lazy, type ReactNode, Suspense } from 'react'
import type { Toast } from './toast-outlet.tsx'

// Not needed to paint the first page, so not in its way.
const outlet = () => import('./toast-outlet.tsx')
const ToastOutlet = lazy(() => outlet().then(({ ToastOutlet: component }) => ({ default: component })))

async function show(tone: 'ok' | 'bad', toast: Toast) {
  const { showToast } = await outlet()
  showToast(tone, toast)
}

/** Says that something was done. */
export const toastDone = (toast: Toast): void => void show('ok', toast)
/** Says that something failed; stays until closed. */
export const toastFailed = (message: ReactNode): void => void show('bad', { message })

/** Where toasts appear; once, in the root. */
export function Toasts() {
  return (
    <Suspense>
      <ToastOutlet />
    </Suspense>
  )
}
