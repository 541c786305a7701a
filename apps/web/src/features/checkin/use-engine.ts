import { useEffect, useState, useSyncExternalStore } from 'react'
import { openGate } from './engine/browser.ts'
import { NewerStoreError } from './engine/db.ts'
import type { GateEngine } from './engine/engine.ts'
import type { GateState } from './engine/gate.ts'

/** The gate of this phone. `newer`: another version of the app is needed. `broken`: this browser keeps nothing. */
export type Opened =
  | { readonly kind: 'opening' | 'newer' | 'broken' }
  | { readonly kind: 'open'; readonly engine: GateEngine }

/** Opens the gate of an account while the page is mounted. */
export function useEngine(userId: string): Opened {
  const [opened, setOpened] = useState<Opened>({ kind: 'opening' })
  useEffect(() => {
    let engine: GateEngine | undefined
    let isGone = false
    const onNewer = () => setOpened({ kind: 'newer' })
    openGate(userId, onNewer).then(
      (made) => {
        engine = made
        if (isGone) return made.close()
        made.start()
        return setOpened({ kind: 'open', engine: made })
      },
      (error: unknown) => setOpened({ kind: error instanceof NewerStoreError ? 'newer' : 'broken' }),
    )
    return () => {
      isGone = true
      engine?.close()
    }
  }, [userId])
  return opened
}

/** Returns what the gate knows now. */
export const useGateState = (engine: GateEngine): GateState => useSyncExternalStore(engine.subscribe, engine.state)
