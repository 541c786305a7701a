import { reservationRoutes } from '@shiloh/contract/reservations/reservations'
import { useCallback, useEffect, useMemo, useRef } from 'react'
import { call } from '#platform/api'
import { ApiError } from '#platform/client'
import type { Draft, DraftStore } from './draft.ts'

/** Milliseconds after the last change before it is sent. */
const pause = 1200
/** Milliseconds before what nobody answered is sent again. */
const again = 10_000

interface Keeper {
  readonly keep: (draft: Draft) => void
  /** Deletes the draft here and on the server. */
  readonly forget: () => void
}

/**
 * Stores a draft in the browser immediately, and on the server shortly after the last change and when the page is left.
 * What nobody answered is sent again, at once when the network is back. What the server refuses goes with the next change.
 * @param eventId the key on the server; without it (an edit) only the browser stores it
 * @param unsent a draft of this browser that has not reached the server, since the page was left before or without a network
 */
export function useDraftKeeper(store: DraftStore, eventId: string | undefined, unsent: Draft | undefined): Keeper {
  const waiting = useRef<{ draft: Draft; timer: ReturnType<typeof setTimeout> } | undefined>(undefined)
  /** What was sent last, as long as nothing overtakes it: only that is worth another attempt. */
  const latest = useRef<Draft>(undefined)
  const send = useCallback(() => {
    const last = waiting.current
    if (!last || eventId === undefined) return
    const { draft, timer } = last
    clearTimeout(timer)
    waiting.current = undefined
    latest.current = draft
    call(reservationRoutes.saveDraft, { params: { id: eventId }, body: { draft: { ...draft } } }).catch((error) => {
      if (error instanceof ApiError && error.status === 0 && latest.current === draft)
        waiting.current = { draft, timer: setTimeout(send, again) }
    })
  }, [eventId])
  const late = useRef(unsent)
  useEffect(() => {
    if (late.current) waiting.current = { draft: late.current, timer: setTimeout(send) }
    late.current = undefined
  }, [send])
  useEffect(() => {
    const onHidden = () => {
      if (document.visibilityState === 'hidden') send()
    }
    document.addEventListener('visibilitychange', onHidden)
    addEventListener('online', send)
    return () => {
      document.removeEventListener('visibilitychange', onHidden)
      removeEventListener('online', send)
      send()
      latest.current = undefined
    }
  }, [send])
  return useMemo(() => {
    const overtake = () => {
      clearTimeout(waiting.current?.timer)
      waiting.current = undefined
      latest.current = undefined
    }
    return {
      keep: (draft) => {
        store.write(draft)
        overtake()
        waiting.current = { draft, timer: setTimeout(send, pause) }
      },
      forget: () => {
        store.clear()
        overtake()
        if (eventId !== undefined)
          void call(reservationRoutes.deleteDraft, { params: { id: eventId } }).catch(() => undefined)
      },
    }
  }, [store, send, eventId])
}
