import { publicEventRoutes } from '@shiloh/contract/events/events'
import { useQuery } from '@tanstack/react-query'
import { createContext, useContext, useState } from 'react'
import { eventToReserve } from '#platform/guard'
import { queryOf } from '#platform/queries'
import { session } from '#platform/session'

/** The name of that event where the server paints the page. */
export const EventAheadContext = createContext<string | undefined>(undefined)

/** Returns the event that somebody wants to reserve after signing in: its id or slug, and its name once it is known. */
export function useEventAhead(): { readonly id: string | undefined; readonly name: string | undefined } {
  const [id] = useState(() => eventToReserve(session.lastPage()))
  const event = useQuery({
    ...queryOf(publicEventRoutes.readEvent, { params: { id: id ?? '' } }),
    enabled: id !== undefined,
  })
  const painted = useContext(EventAheadContext)
  // The page that the server painted says it already.
  const [before] = useState(() => globalThis.window?.early?.ahead)
  return { id, name: event.data?.name ?? before ?? painted }
}
