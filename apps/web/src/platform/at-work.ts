import { useEffect, useSyncExternalStore } from 'react'

/** Screens that are open now at which people work with their hands. */
let open = 0
const listeners = new Set<() => void>()

const change = (by: 1 | -1) => {
  open += by
  for (const listener of listeners) listener()
}
const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Says that somebody works here without touching the screen: pauses between two people do not sign them out. */
export function useAtWork(isAtWork: boolean): void {
  useEffect(() => {
    if (!isAtWork) return undefined
    change(1)
    return () => change(-1)
  }, [isAtWork])
}

/** Returns whether such a screen is open in this tab. */
export const useIsAtWork = (): boolean => useSyncExternalStore(subscribe, () => open > 0)
