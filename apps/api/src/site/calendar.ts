import type { EventCard, PublicEventView } from '@shiloh/contract/events/events'
import ical, { ICalCalendarMethod } from 'ical-generator'

/** Minutes after which a calendar program asks again. */
const REFRESH_MINUTES = 60

/** Returns upcoming events as a calendar to subscribe to. An event keeps its id, so a change moves it. */
export const calendarFeed = (events: readonly EventCard[], name: string, origin: string, now: Date): string => {
  const calendar = ical({
    name,
    method: ICalCalendarMethod.PUBLISH,
    prodId: '//Shiloh//Events//EN',
    url: `${origin}/events.ics`,
    ttl: REFRESH_MINUTES * 60,
  })
  for (const event of events) {
    const url = `${origin}/events/${event.slug}`
    calendar.createEvent({
      id: `${event._id}@${new URL(origin).hostname}`,
      start: new Date(event.starts_at),
      end: new Date(event.ends_at),
      stamp: now,
      summary: event.name,
      description: `${event.summary}\n\n${url}`.trim(),
      url,
      ...(event.place ? { location: event.place } : {}),
    })
  }
  return calendar.toString()
}

/** Returns an event as a calendar file. Adding it repeatedly updates the same entry. */
export const calendarOf = (event: PublicEventView, origin: string, now: Date): string => {
  const url = `${origin}/events/${event.slug}`
  const calendar = ical({ name: event.name, method: ICalCalendarMethod.PUBLISH, prodId: '//Shiloh//Events//EN' })
  calendar.createEvent({
    id: `${event._id}@${new URL(origin).hostname}`,
    start: new Date(event.starts_at),
    end: new Date(event.ends_at),
    stamp: now,
    summary: event.name,
    description: `${event.summary}\n\n${url}`.trim(),
    url,
    ...(event.place ? { location: [event.place, event.address].filter(Boolean).join(', ') } : {}),
  })
  return calendar.toString()
}
