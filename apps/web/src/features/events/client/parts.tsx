import { coverSvg } from '@shiloh/contract/events/covers'
import type { EventCard } from '@shiloh/contract/events/events'
import { useEffect, useMemo } from 'react'
import { Scaffold } from '#ui/feedback/scaffold'
import classes from './events.module.css'

/** Leaves the app for a page that the server renders completely and without scripts. */
export function GuestPage() {
  useEffect(() => location.reload(), [])
  return <Scaffold />
}

/** The event's photograph, or its generated cover, which is drawn here: asking for it would take a while. */
export function Cover({ event, lead = false }: { event: Pick<EventCard, '_id' | 'picture_url'>; lead?: boolean }) {
  const drawn = useMemo(
    () => (event.picture_url ? '' : `data:image/svg+xml,${encodeURIComponent(coverSvg(event._id))}`),
    [event._id, event.picture_url],
  )
  return (
    <img
      className={classes.cover}
      src={event.picture_url ?? drawn}
      alt=""
      width={1200}
      height={675}
      {...(!lead && { loading: 'lazy' as const })}
    />
  )
}
