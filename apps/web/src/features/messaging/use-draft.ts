import { useDebouncedCallback, useWindowEvent } from '@mantine/hooks'
import type { BodyIn } from '@shiloh/contract/core'
import { bulkMessageRoutes } from '@shiloh/contract/messaging/bulk'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { call } from '#platform/api'
import { newIdempotencyKey } from '#platform/client'
import { refetchAll } from '#platform/queries'

/** Milliseconds after the last change until a draft is saved. */
const SETTLED_MS = 1000

const stale = [bulkMessageRoutes.listBulkMessages, bulkMessageRoutes.getBulkMessage]

export interface DraftContent {
  /** Null for a message to people. */
  readonly eventId: string | null
  readonly body: BodyIn<typeof bulkMessageRoutes.savePeopleDraft>
}

/**
 * Keeps a message that is being written on the server: after a pause in typing, and when the page is left. One save runs
 * at a time, and the newest content is saved last.
 * @param opened the draft that is continued. Without it, one begins with the first change
 * @param content what is written now. Undefined before the first change: that is not saved
 */
export function useDraft(opened: string | undefined, content: DraftContent | undefined) {
  const client = useQueryClient()
  const [id] = useState(() => opened ?? newIdempotencyKey().slice(0, 24))
  const [savedAt, setSavedAt] = useState<Date>()
  const [failed, setFailed] = useState(false)
  const now = content && JSON.stringify(content)
  const wanted = useRef<DraftContent>(undefined)
  const running = useRef<Promise<void>>(undefined)
  const isClosed = useRef(false)

  const put = ({ eventId, body }: DraftContent) =>
    eventId === null
      ? call(bulkMessageRoutes.savePeopleDraft, { params: { id }, body })
      : call(bulkMessageRoutes.saveReservationsDraft, { params: { event_id: eventId, id }, body })
  const saveAll = async () => {
    try {
      for (let next = wanted.current; next && !isClosed.current; next = wanted.current) {
        await put(next)
        if (wanted.current === next) wanted.current = undefined
        setFailed(false)
        setSavedAt(new Date())
      }
      await refetchAll(client, stale)
    } catch {
      // It is tried again after the next change. The page says that it is not saved, and asks before it is left.
      setFailed(true)
    }
  }
  const flush = async () => {
    running.current ??= saveAll().finally(() => {
      running.current = undefined
    })
    await running.current
  }
  const save = useDebouncedCallback(flush, { delay: SETTLED_MS, flushOnUnmount: true })

  useEffect(() => {
    if (now === undefined) return
    wanted.current = JSON.parse(now)
    save()
  }, [now, save])

  // A closing tab takes the last second with it: the browser asks, and meanwhile it is saved.
  useWindowEvent('beforeunload', (event) => {
    if (wanted.current === undefined || isClosed.current) return
    void flush()
    event.preventDefault()
  })

  return {
    id,
    savedAt,
    failed,
    /** Returns whether something is lost when the page is left. */
    isLost: () => wanted.current !== undefined && (failed || !navigator.onLine) && !isClosed.current,
    /** Ends the saving, before the draft is sent or discarded. */
    close: async () => {
      isClosed.current = true
      save.cancel()
      await running.current
    },
    /** Goes on after a failure. */
    reopen: () => {
      isClosed.current = false
    },
  }
}
