import type { UserEvent } from '@shiloh/contract/events/events'
import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useCallback, useEffect } from 'react'
import { savesData } from '#platform/connection'
import { queryOf } from '#platform/queries'
import { listRoutesFor } from './lists.ts'

/** Until the page has settled, its own pictures and answers come first. Milliseconds. */
const SETTLED_MS = 300

/** Loads the code of a page with the steps, and the lists of an event, once the page has settled. */
function useStepsAhead(event: UserEvent | undefined, isOffered: boolean, preload: () => Promise<unknown>): void {
  const client = useQueryClient()
  useEffect(() => {
    if (!event || !isOffered || savesData()) return undefined
    const timer = setTimeout(() => {
      // What fails here is asked for again, and reported, when the steps open.
      void preload().catch(() => undefined)
      for (const route of listRoutesFor(event)) void client.prefetchQuery(queryOf(route))
    }, SETTLED_MS)
    return () => clearTimeout(timer)
  }, [event, isOffered, preload, client])
}

/**
 * Loads the wizard and its lists beside the page of an event, so that a tap on its button opens it without the network.
 * @param address the event's id or slug, as it is in the address of the page
 * @param isOffered whether the page has that button
 */
export function useWizardAhead(event: UserEvent, address: string, isOffered: boolean): void {
  const router = useRouter()
  const preload = useCallback(
    () => router.preloadRoute({ to: '/events/$id/reserve', params: { id: address } }),
    [router, address],
  )
  useStepsAhead(event, isOffered, preload)
}

/**
 * The same beside the page of a reservation, for its button "Change".
 * @param id the reservation's
 */
export function useChangeAhead(event: UserEvent | undefined, id: string, isOffered: boolean): void {
  const router = useRouter()
  const preload = useCallback(() => router.preloadRoute({ to: '/reservations/$id/edit', params: { id } }), [router, id])
  useStepsAhead(event, isOffered, preload)
}
