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

const connection = (name: 'saveData' | 'effectiveType'): unknown =>
  Reflect.get(Object(Reflect.get(navigator, 'connection')), name)

/** Whether the browser is asked to save data. Then nothing is loaded before somebody wants it. */
export const savesData = (): boolean => connection('saveData') === true

/** Whether the network is as slow as 3G. Not every browser tells. */
export const isSlowNetwork = (): boolean => ['slow-2g', '2g', '3g'].some((type) => type === connection('effectiveType'))
