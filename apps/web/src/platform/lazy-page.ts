import { lazyRouteComponent } from '@tanstack/react-router'

const waiting = new Set<() => void>()

/** Asks again for the pages whose code did not come. */
export function loadAgain(): void {
  for (const resolve of waiting) resolve()
  waiting.clear()
}
globalThis.addEventListener?.('online', loadAgain)

/**
 * Loads the code of a page. Without a network it waits until that is back: `PendingPage` says so meanwhile. With one, a
 * failure is thrown, for example where a new release has removed the code.
 */
export async function loadWithNetwork<M>(load: () => Promise<M>): Promise<M> {
  for (;;) {
    try {
      return await load()
    } catch (error) {
      // Not as the browser says it: at its words the router would reload a page that cannot be had.
      if (navigator.onLine) throw new Error('no code', { cause: error })
      await new Promise<void>((resolve) => void waiting.add(resolve))
    }
  }
}

/**
 * The component of a route, from a file that is loaded when somebody goes there.
 *
 * @param name the name of its export
 */
// biome-ignore lint/suspicious/noExplicitAny: as the router declares it
export const lazyPage = <M extends Record<string, any>, N extends keyof M>(load: () => Promise<M>, name: N) =>
  lazyRouteComponent(() => loadWithNetwork(load), name)
