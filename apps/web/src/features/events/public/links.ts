import type { PublicEvent, PublicFrame } from '@shiloh/contract/events/public-pages'

/** Returns the schema.org data of an event for search engines. */
export function eventJsonLd(event: PublicEvent, frame: PublicFrame): unknown {
  const url = `${frame.origin}/events/${event.slug}`
  const mode = event.place === null ? 'Online' : event.online ? 'Mixed' : 'Offline'
  return {
    '@context': 'https://schema.org',
    '@type': 'Event',
    name: event.name,
    description: event.summary,
    url,
    startDate: event.starts_at,
    endDate: event.ends_at,
    eventStatus: 'https://schema.org/EventScheduled',
    eventAttendanceMode: `https://schema.org/${mode}EventAttendanceMode`,
    location:
      event.place === null
        ? { '@type': 'VirtualLocation', url }
        : { '@type': 'Place', name: event.place, ...(event.address && { address: event.address }) },
    organizer: { '@type': 'Organization', name: frame.organisation.name, url: frame.origin },
    offers: event.participant_types.map((type) => ({
      '@type': 'Offer',
      name: type.name,
      price: (type.price / 100).toFixed(2),
      priceCurrency: event.currency,
      availability: `https://schema.org/${type.sold_out ? 'SoldOut' : 'InStock'}`,
      url,
    })),
    ...(event.speakers.length > 0 && {
      performer: event.speakers.map((speaker) => ({ '@type': 'Person', name: speaker.name })),
    }),
  }
}
