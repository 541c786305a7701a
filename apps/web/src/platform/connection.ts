import { useEffect, useState, useSyncExternalStore } from 'react'

let lost = false
const listeners = new Set<() => void>()
const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Reports whether the realtime connection has been down for a while. Attempts to reconnect continue. */
export function noteConnection(isLost: boolean): void {
  if (lost === isLost) return
  lost = isLost
  for (const listener of listeners) listener()
}

/** Returns whether live data on the page can be outdated. */
export const useConnectionLost = (): boolean => useSyncExternalStore(subscribe, () => lost)

const subscribeOnline = (listener: () => void) => {
  addEventListener('online', listener)
  addEventListener('offline', listener)
  return () => {
    removeEventListener('online', listener)
    removeEventListener('offline', listener)
  }
}

/** Returns whether the device has a network at all. */
export const useOnline = (): boolean =>
  useSyncExternalStore(
    subscribeOnline,
    () => navigator.onLine,
    () => true,
  )

/** How often a server that did not answer is asked again, in milliseconds. */
const ASK_AGAIN = 10_000

/**
 * Returns whether the server answers, asked as long as it does not: a phone can have a network that leads nowhere.
 * @param asks nothing is asked without it
 */
export function useServerReached(asks: boolean): boolean {
  const online = useOnline()
  const [reached, setReached] = useState(false)
  useEffect(() => {
    setReached(false)
    if (!asks || !online) return
    const ended = new AbortController()
    const { signal } = ended
    let timer: ReturnType<typeof setTimeout> | undefined
    const ask = async () => {
      const { ok } = await fetch('/health/live', { signal, cache: 'no-store' }).catch(() => ({ ok: false }))
      if (signal.aborted) return
      setReached(ok)
      if (!ok) timer = setTimeout(ask, ASK_AGAIN)
    }
    void ask()
    return () => {
      ended.abort()
      clearTimeout(timer)
    }
  }, [asks, online])
  return reached
}
