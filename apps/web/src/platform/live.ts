import { useEffect, useRef } from 'react'
import { renewSession } from './api.ts'
import { noteConnection } from './connection.ts'
import { session } from './session.ts'
import { openRealtime, type Realtime } from './socket.ts'

let opened: { users: number; connection: Promise<Realtime> } | undefined

/** Shares one connection for the whole page. It opens for the first listener and closes after the last. */
function acquire(): { connection: Promise<Realtime>; release: () => void } {
  const current = opened ?? {
    users: 0,
    connection: openRealtime(() => session.read('accessToken'), renewSession, noteConnection),
  }
  opened = current
  current.users += 1
  return {
    connection: current.connection,
    release: () => {
      current.users -= 1
      if (current.users > 0) return
      if (opened === current) opened = undefined
      noteConnection(false)
      void current.connection.then((realtime) => realtime.close())
    },
  }
}

/**
 * Listens to one kind of hint from the server while the component is mounted. A hint means that data has changed and
 * must be loaded again.
 */
export function useLive(event: string, listener: (payload: unknown) => void): void {
  const latest = useRef(listener)
  useEffect(() => {
    latest.current = listener
  }, [listener])
  useEffect(() => {
    let off = () => {}
    let isGone = false
    const { connection, release } = acquire()
    connection.then(
      (realtime) => {
        if (!isGone) off = realtime.on(event, (payload) => latest.current(payload))
      },
      // The library could not be loaded: the page works without hints and refetches as every query does.
      () => undefined,
    )
    return () => {
      isGone = true
      off()
      release()
    }
  }, [event])
}
