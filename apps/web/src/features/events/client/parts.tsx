import type { EventCard } from '@shiloh/contract/events/events'
import { useEffect } from 'react'
import { Scaffold } from '#ui/feedback/scaffold'
import { registrationOf } from '../parts/registration.ts'
import classes from './events.module.css'

/** Leaves the app for a page that the server renders completely and without scripts. */
export function GuestPage() {
  useEffect(() => location.reload(), [])
  return <Scaffold />
}

/** The event's photograph, or its generated cover. */
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

/** Returns the state of registration at this moment. */
export const standsNow = (event: EventCard) => registrationOf(event, new Date().toISOString())
