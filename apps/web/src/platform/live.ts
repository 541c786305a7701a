import { useEffect, useRef } from 'react'
import { renewSession } from './api.ts'
import { activeI18n, format } from './i18n.ts'
import { session } from './session.ts'
import { openRealtime, type Realtime } from './socket.ts'
import { texts } from './texts.ts'

/** Told of a connection that is lost for good, with the sentence to show. */
type OnLost = (message: string) => void

let opened: { users: number; connection: Promise<Realtime> } | undefined

/** One connection for the whole page, opened by the first who listens and closed after the last. */
function acquire(onLost: OnLost): { connection: Promise<Realtime>; release: () => void } {
  const current = opened ?? {
    users: 0,
    connection: openRealtime(
      () => session.read('accessToken'),
      renewSession,
      () => onLost(format(activeI18n(), texts, 'socket_lost')),
    ),
  }
  opened = current
  current.users += 1
  return {
    connection: current.connection,
    release: () => {
      current.users -= 1
      if (current.users > 0) return
      if (opened === current) opened = undefined
      void current.connection.then((realtime) => realtime.close())
    },
  }
}

/**
 * Hears one kind of hint from the server while the component stands: what it names has changed, and is asked for anew.
 * @param onLost hears, once, that the connection could not be brought back
 */
export function useLive(event: string, listener: (payload: unknown) => void, onLost: OnLost): void {
  const latest = useRef({ listener, onLost })
  useEffect(() => {
    latest.current = { listener, onLost }
  }, [listener, onLost])
  useEffect(() => {
    let off = () => {}
    let isGone = false
    const { connection, release } = acquire((message) => latest.current.onLost(message))
    connection.then(
      (realtime) => {
        if (!isGone) off = realtime.on(event, (payload) => latest.current.listener(payload))
      },
      // The library could not be fetched: the page works without hints, it only refetches as every query does.
      () => undefined,
    )
    return () => {
      isGone = true
      off()
      release()
    }
  }, [event])
}
