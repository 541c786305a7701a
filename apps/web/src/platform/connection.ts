import { useSyncExternalStore } from 'react'

let lost = false
const listeners = new Set<() => void>()
const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Says whether the realtime connection could not be brought back for a while; it is still being tried. */
export function noteConnection(isLost: boolean): void {
  if (lost === isLost) return
  lost = isLost
  for (const listener of listeners) listener()
}

/** Whether what the page shows live may be old. */
export const useConnectionLost = (): boolean => useSyncExternalStore(subscribe, () => lost)
