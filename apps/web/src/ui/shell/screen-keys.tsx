import { useEffect } from 'react'

/** What has keys of its own. `KeysDialog` has the words. */
export type KeyKind = 'list' | 'tasks' | 'rooms' | 'grid' | 'tickets' | 'cash'

const shown: KeyKind[] = []

/** Names the keys that work here while the caller is on the screen. `?` shows them first. */
export function useScreenKeys(kind: KeyKind): void {
  useEffect(() => {
    shown.push(kind)
    return () => {
      shown.splice(shown.indexOf(kind), 1)
    }
  }, [kind])
}

/** Returns what has keys on the screen, once each. */
export const screenKeys = (): readonly KeyKind[] => [...new Set(shown)]
