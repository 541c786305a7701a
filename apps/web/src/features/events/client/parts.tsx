import type { EventCard } from '@shiloh/contract/events/events'
import { useEffect } from 'react'
import { Scaffold } from '#ui/feedback/scaffold'
import { registrationOf } from '../parts/registration.ts'
import classes from './events.module.css'

/** A guest who comes here from inside the app: the server has the page complete and without script. */
export function GuestPage() {
  useEffect(() => location.reload(), [])
  return <Scaffold />
}

/** The event's photograph, or the cover drawn for it. */
export function Cover({ event, lead = false }: { event: Pick<EventCard, '_id' | 'picture_url'>; lead?: boolean }) {
  return (
    <img
      className={classes.cover}
      src={event.picture_url ?? `/api/v1/events/${event._id}/cover.svg`}
      alt=""
      width={1200}
      height={675}
      {...(!lead && { loading: 'lazy' as const })}
    />
  )
}

/** How registration stands at this moment. */
export const standsNow = (event: EventCard) => registrationOf(event, new Date().toISOString())
