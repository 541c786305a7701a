import { reservationRoutes } from '@shiloh/contract/reservations/reservations'
import { useCallback, useEffect, useMemo, useRef } from 'react'
import { call } from '#platform/api'
import type { Draft, DraftStore } from './draft.ts'

/** After the last change, before it is sent to the server. */
const pause = 1200

interface Keeper {
  readonly keep: (draft: Draft) => void
  /** Forgets the draft here and on the server. */
  readonly forget: () => void
}

/** A draft that could not be sent is sent with the next change; the copy in the browser holds it until then. */
const quietly = (sending: Promise<unknown>): void => void sending.catch(() => undefined)

/**
 * Keeps a draft in the browser at once, and on the server a moment after the last change and when the page is left.
 * @param eventId where it is kept on the server; without it (an edit) in the browser only
 */
export function useDraftKeeper(store: DraftStore, eventId: string | undefined): Keeper {
  const waiting = useRef<{ draft: Draft; timer: ReturnType<typeof setTimeout> } | undefined>(undefined)
  const send = useCallback(() => {
    const last = waiting.current
    if (!last || eventId === undefined) return
    clearTimeout(last.timer)
    waiting.current = undefined
    quietly(call(reservationRoutes.saveDraft, { params: { id: eventId }, body: { draft: { ...last.draft } } }))
  }, [eventId])
  useEffect(() => {
    const onHidden = () => {
      if (document.visibilityState === 'hidden') send()
    }
    document.addEventListener('visibilitychange', onHidden)
    return () => {
      document.removeEventListener('visibilitychange', onHidden)
      send()
    }
  }, [send])
  return useMemo(
    () => ({
      keep: (draft) => {
        store.write(draft)
        clearTimeout(waiting.current?.timer)
        waiting.current = { draft, timer: setTimeout(send, pause) }
      },
      forget: () => {
        store.clear()
        clearTimeout(waiting.current?.timer)
        waiting.current = undefined
        if (eventId !== undefined) quietly(call(reservationRoutes.deleteDraft, { params: { id: eventId } }))
      },
    }),
    [store, send, eventId],
  )
}
