import { useEffect, useState } from 'react'
import { useOnline } from '#platform/connection'

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
