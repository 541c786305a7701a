import { type ComponentType, lazy } from 'react'

/** Milliseconds before the next attempt with a network; each is twice as long as the one before. */
const FIRST_PAUSE = 2000
const LONGEST_PAUSE = 60_000

const pause = (ms: number) =>
  new Promise<void>((resolve) => {
    // Without a network there is nothing to ask for until it is back.
    if (navigator.onLine) setTimeout(resolve, ms)
    else addEventListener('online', () => resolve(), { once: true })
  })

/**
 * A part of a page whose code comes when it is needed, such as a menu. Where it does not come, its fallback stays, and it
 * is asked for again: the page around it goes on. `main.tsx` says that the connection was lost.
 */
// biome-ignore lint/suspicious/noExplicitAny: as React declares `lazy`
export const lazyPart = <C extends ComponentType<any>>(load: () => Promise<{ default: C }>) =>
  lazy(async () => {
    for (let ms = FIRST_PAUSE; ; ms = Math.min(ms * 2, LONGEST_PAUSE)) {
      try {
        return await load()
      } catch {
        await pause(ms)
      }
    }
  })
