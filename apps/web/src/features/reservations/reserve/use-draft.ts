import { reservationRoutes } from '@shiloh/contract/reservations/reservations'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { call } from '#platform/api'
import { ApiError } from '#platform/client'
import { useServerReached } from '../kept/server-reached.ts'
import type { Draft, DraftStore } from './draft.ts'

/** Milliseconds after the last change before it is sent. */
const pause = 1200

interface Keeper {
  readonly keep: (draft: Draft) => void
  /** Deletes the draft here and on the server. */
  readonly forget: () => void
}

/** Returns whether a call came to nothing because nobody answered: it is worth sending again. */
const isUnanswered = (error: unknown): boolean => error instanceof ApiError && error.status === 0

/**
 * Stores a draft in the browser immediately, and on the server shortly after the last change and when the page is left.
 * What finds no network is sent as soon as the server answers again. What the server refuses goes with the next change.
 * @param eventId the key on the server; without it (an edit) only the browser stores it
 * @param unsent a draft of this browser that has not reached the server, since the page was left before or without a network
 */
export function useDraftKeeper(store: DraftStore, eventId: string | undefined, unsent: Draft | undefined): Keeper {
  const waiting = useRef<{ draft: Draft; timer: ReturnType<typeof setTimeout> } | undefined>(undefined)
  /** What is to be sent when the server answers. */
  const late = useRef(unsent)
  /** What was sent last: an answer about an older one does not count. */
  const latest = useRef<Draft>(undefined)
  const [isLate, setIsLate] = useState(false)
  const upload = useCallback(
    (draft: Draft) => {
      if (eventId === undefined) return
      late.current = undefined
      latest.current = draft
      call(reservationRoutes.saveDraft, { params: { id: eventId }, body: { draft: { ...draft } } }).then(
        () => setIsLate(late.current !== undefined),
        (error: unknown) => {
          if (!isUnanswered(error) || latest.current !== draft) return
          late.current = draft
          setIsLate(true)
        },
      )
    },
    [eventId],
  )
  const send = useCallback(() => {
    const last = waiting.current
    if (!last) return
    clearTimeout(last.timer)
    waiting.current = undefined
    upload(last.draft)
  }, [upload])
  const isReached = useServerReached(isLate)
  useEffect(() => {
    if (late.current && (isReached || !isLate)) upload(late.current)
  }, [upload, isReached, isLate])
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
  return useMemo(() => {
    /** Something newer is to be sent, or nothing any more. */
    const overtake = () => {
      late.current = undefined
      latest.current = undefined
      setIsLate(false)
    }
    return {
      keep: (draft) => {
        store.write(draft)
        overtake()
        clearTimeout(waiting.current?.timer)
        waiting.current = { draft, timer: setTimeout(send, pause) }
      },
      forget: () => {
        store.clear()
        clearTimeout(waiting.current?.timer)
        waiting.current = undefined
        overtake()
        if (eventId !== undefined)
          void call(reservationRoutes.deleteDraft, { params: { id: eventId } }).catch(() => undefined)
      },
    }
  }, [store, send, eventId])
}
