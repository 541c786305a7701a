/** The fields of an event that a calendar needs. */
export interface CalendarEvent {
  readonly name: string
  readonly starts_at: string
  readonly ends_at: string
  readonly place: string | null
  readonly address?: string | null
}

const compact = (instant: string) => new Date(instant).toISOString().replace(/[-:]|\.\d{3}/g, '')

/** Returns the address of Google Calendar with the event filled in. */
export function googleCalendarUrl(event: CalendarEvent, url: string): string {
  const query = new URLSearchParams({
    action: 'TEMPLATE',
    text: event.name,
    dates: `${compact(event.starts_at)}/${compact(event.ends_at)}`,
    details: url,
    location: event.address ?? event.place ?? '',
  })
  return `https://calendar.google.com/calendar/render?${query}`
}

/** Returns the address of Outlook on the web with the event filled in. */
export function outlookUrl(event: CalendarEvent, url: string): string {
  const query = new URLSearchParams({
    rru: 'addevent',
    subject: event.name,
    startdt: event.starts_at,
    enddt: event.ends_at,
    body: url,
    location: event.address ?? event.place ?? '',
  })
  return `https://outlook.live.com/calendar/0/deeplink/compose?${query}`
}
