import { useSyncExternalStore } from 'react'

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

/** Whether the browser is asked to save data. Then nothing is loaded before somebody wants it. */
export const savesData = (): boolean => Reflect.get(Object(Reflect.get(navigator, 'connection')), 'saveData') === true
