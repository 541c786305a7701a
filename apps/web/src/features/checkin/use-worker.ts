import { useEffect, useState } from 'react'

/** Whether the app opens without a network. `missing`: this browser cannot, or the address is not secure. */
export type WorkerState = 'preparing' | 'ready' | 'missing'

const file = '/check-in-worker.js'
const scope = '/check-in'

/**
 * Installs the worker that serves the gate without a network. A new version takes over only at a calm moment: never while
 * scans wait, and never during a shift.
 */
export function useWorker(isCalm: boolean): WorkerState {
  const [state, setState] = useState<WorkerState>('preparing')
  const [next, setNext] = useState<ServiceWorker>()
  useEffect(() => {
    const workers = 'serviceWorker' in navigator ? navigator.serviceWorker : undefined
    if (!workers) return setState('missing')
    let isGone = false
    const follow = (registration: ServiceWorkerRegistration) => {
      if (isGone) return
      if (registration.active) setState('ready')
      setNext(registration.active ? (registration.waiting ?? undefined) : undefined)
    }
    const register = async () => {
      const registration = await workers.register(file, { scope, updateViaCache: 'none' })
      follow(registration)
      registration.addEventListener('updatefound', () =>
        registration.installing?.addEventListener('statechange', () => follow(registration)),
      )
      registration.installing?.addEventListener('statechange', () => follow(registration))
    }
    register().catch(() => {
      // Without a network the worker that is there goes on.
      if (!isGone && !workers.controller) setState('missing')
    })
    return () => {
      isGone = true
    }
  }, [])
  useEffect(() => {
    if (!next || !isCalm) return
    navigator.serviceWorker.addEventListener('controllerchange', () => location.reload(), { once: true })
    next.postMessage('take over')
  }, [next, isCalm])
  return state
}
