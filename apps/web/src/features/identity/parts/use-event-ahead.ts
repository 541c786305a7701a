import { publicEventRoutes } from '@shiloh/contract/events/events'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { eventToReserve } from '#platform/guard'
import { queryOf } from '#platform/queries'
import { session } from '#platform/session'

/** Returns the event that somebody wants to reserve after signing in: its id or slug, and its name once it is known. */
export function useEventAhead(): { readonly id: string | undefined; readonly name: string | undefined } {
  const [id] = useState(() => eventToReserve(session.lastPage()))
  const event = useQuery({
    ...queryOf(publicEventRoutes.readEvent, { params: { id: id ?? '' } }),
    enabled: id !== undefined,
  })
  return { id, name: event.data?.name }
}
