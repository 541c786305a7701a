import { reservationRoutes } from '@shiloh/contract/reservations/reservations'
import { useCallback, useEffect, useMemo, useRef } from 'react'
import { call } from '#platform/api'
import type { Draft, DraftStore } from './draft.ts'

/** Milliseconds after the last change before it is sent. */
const pause = 1200

interface Keeper {
  readonly keep: (draft: Draft) => void
  /** Deletes the draft here and on the server. */
  readonly forget: () => void
}

/** Ignores a failed upload: the draft is sent with the next change, and the browser keeps its copy until then. */
const quietly = (sending: Promise<unknown>): void => void sending.catch(() => undefined)

/**
 * Stores a draft in the browser immediately, and on the server shortly after the last change and when the page is left.
 * @param eventId the key on the server; without it (an edit) only the browser stores it
 * @param unsent a draft of this browser that has not reached the server, since the page was left before or without a network
 */
export function useDraftKeeper(store: DraftStore, eventId: string | undefined, unsent: Draft | undefined): Keeper {
  const waiting = useRef<{ draft: Draft; timer: ReturnType<typeof setTimeout> } | undefined>(undefined)
  const send = useCallback(() => {
    const last = waiting.current
    if (!last || eventId === undefined) return
    clearTimeout(last.timer)
    waiting.current = undefined
    quietly(call(reservationRoutes.saveDraft, { params: { id: eventId }, body: { draft: { ...last.draft } } }))
  }, [eventId])
  const late = useRef(unsent)
  useEffect(() => {
    if (!late.current || eventId === undefined) return
    quietly(call(reservationRoutes.saveDraft, { params: { id: eventId }, body: { draft: { ...late.current } } }))
    late.current = undefined
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
