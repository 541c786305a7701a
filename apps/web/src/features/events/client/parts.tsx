import type { EventCard } from '@shiloh/contract/events/events'
import { useEffect } from 'react'
import { formatDate, formatMoney, formatWeekday } from '#platform/format'
import { useLanguage, useT } from '#platform/i18n'
import { Scaffold } from '#ui/feedback/scaffold'
import { registrationOf } from '../public/parts.tsx'
import classes from './events.module.css'
import { texts } from './texts.ts'

/** From here on the places that are left are worth a warning. */
const few = 20

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

/** `Mon 01-03-2027`. */
export function useDay(): (value: string, zone: string) => string {
  const language = useLanguage()
  return (value, zone) => `${formatWeekday(value, language, zone)} ${formatDate(value, language, zone)}`
}

/** "From GHS 350.00", "Free entry". */
export function PriceFrom({ event }: { event: EventCard }) {
  const t = useT(texts)
  const language = useLanguage()
  if (event.price_from === null) return null
  if (event.price_from === 0) return <>{t('free_entry')}</>
  return <>{t('price_from', { price: formatMoney(event.price_from, event.currency, language) })}</>
}

/** "Lodging from GHS 90.00 a night". */
export function LodgingFrom({ event }: { event: EventCard }) {
  const t = useT(texts)
  const language = useLanguage()
  if (event.lodging_from === null) return null
  return <>{t('lodging_from', { price: formatMoney(event.lodging_from, event.currency, language) })}</>
}

/** How registration stands at this moment. */
export const standsNow = (event: EventCard) => registrationOf(event, new Date().toISOString())

/** Whether one can still come: places, waiting list, or when it opens. */
export function Availability({ event }: { event: EventCard }) {
  const t = useT(texts)
  const day = useDay()
  switch (standsNow(event)) {
    case 'over':
      return <span className="dim">{t('over')}</span>
    case 'closed':
      return <span className="dim">{t('closed')}</span>
    case 'not-yet':
      return (
        <span className="dim">
          {t('opens', { date: day(event.registration_opens_at ?? event.starts_at, event.time_zone) })}
        </span>
      )
    case 'sold-out':
      return <span className="dim">{t('waiting_list')}</span>
    default:
      return event.places_left === null ? null : (
        <span className={event.places_left <= few ? classes.few : 'dim'}>
          {t('places_left', { count: event.places_left })}
        </span>
      )
  }
}

/** Venue, "and online", or only online. */
export function usePlace(): (event: Pick<EventCard, 'place' | 'online'>) => string {
  const t = useT(texts)
  return ({ place, online }) => {
    if (place === null) return t('online')
    return online ? t('and_online', { place }) : place
  }
}
