import type { UserEvent } from '@shiloh/contract/events/events'
import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { queryOf } from '#platform/queries'
import { listRoutesFor } from './lists.ts'

/** Until the page has settled, its own pictures and answers come first. Milliseconds. */
const SETTLED_MS = 300

/** Whether the browser is asked to save data. Then only somebody who reaches for the button loads the wizard. */
const savesData = (): boolean => Reflect.get(Object(Reflect.get(navigator, 'connection')), 'saveData') === true

/**
 * Loads the wizard and its lists beside the page of an event, so that a tap on its button opens it without the network.
 * @param address the event's id or slug, as it is in the address of the page
 * @param isOffered whether the page has that button
 */
export function useWizardAhead(event: UserEvent, address: string, isOffered: boolean): void {
  const router = useRouter()
  const client = useQueryClient()
  useEffect(() => {
    if (!isOffered || savesData()) return undefined
    const timer = setTimeout(() => {
      // What fails here is asked for again, and reported, when the wizard opens.
      void router.preloadRoute({ to: '/events/$id/reserve', params: { id: address } }).catch(() => undefined)
      for (const route of listRoutesFor(event)) void client.prefetchQuery(queryOf(route))
    }, SETTLED_MS)
    return () => clearTimeout(timer)
  }, [event, address, isOffered, router, client])
}
