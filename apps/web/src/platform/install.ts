import { useSyncExternalStore } from 'react'

/** What a browser sends when it can put the app on the home screen. */
interface InstallEvent extends Event {
  prompt: () => Promise<unknown>
}
const isInstallEvent = (event: Event): event is InstallEvent => 'prompt' in event

let offer: InstallEvent | undefined
const listeners = new Set<() => void>()
const set = (next: InstallEvent | undefined) => {
  offer = next
  for (const listener of listeners) listener()
}

/** Keeps the browser's offer until somebody wants it. Called once, before the browser can make it. */
export function listenForInstall(): void {
  addEventListener('beforeinstallprompt', (event) => {
    if (!isInstallEvent(event)) return
    event.preventDefault()
    set(event)
  })
  addEventListener('appinstalled', () => set(undefined))
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Returns what puts the app on the home screen. Undefined: it is there, or this browser does not offer it. */
export function useInstall(): (() => void) | undefined {
  const current = useSyncExternalStore(subscribe, () => offer)
  if (!current) return undefined
  return () => {
    // A browser asks once: the offer is used up whatever the answer.
    set(undefined)
    void current.prompt()
  }
}
