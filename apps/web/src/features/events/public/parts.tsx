import type { PublicEventCard } from '@shiloh/contract/events/public-pages'
import { formatDate, formatMoney, formatWeekday } from '#platform/format'
import { useLanguage, useT } from '#platform/i18n'
import { texts } from './texts.ts'

/** From here on the places that are left are worth a warning. */
const few = 20

export type Registration = 'open' | 'not-yet' | 'closed' | 'sold-out' | 'over'

/** How registration stands at an instant, by the dates and the places. */
export function registrationOf(event: PublicEventCard, now: string): Registration {
  const at = Date.parse(now)
  if (Date.parse(event.ends_at) < at) return 'over'
  if (event.registration_opens_at && Date.parse(event.registration_opens_at) > at) return 'not-yet'
  if (event.registration_closes_at && Date.parse(event.registration_closes_at) < at) return 'closed'
  return event.places_left === 0 ? 'sold-out' : 'open'
}

/** `Mon 01-03-2027`. */
export function useDay(): (value: string, zone: string) => string {
  const language = useLanguage()
  return (value, zone) => `${formatWeekday(value, language, zone)} ${formatDate(value, language, zone)}`
}

/** "From GHS 350.00", "Free entry". */
export function PriceFrom({ event }: { event: PublicEventCard }) {
  const t = useT(texts)
  const language = useLanguage()
  if (event.price_from === null) return null
  if (event.price_from === 0) return <>{t('free_entry')}</>
  return <>{t('price_from', { price: formatMoney(event.price_from, event.currency, language) })}</>
}

/** "Lodging from GHS 90.00 a night". */
export function LodgingFrom({ event }: { event: PublicEventCard }) {
  const t = useT(texts)
  const language = useLanguage()
  if (event.lodging_from === null) return null
  return <>{t('lodging_from', { price: formatMoney(event.lodging_from, event.currency, language) })}</>
}

/** Whether one can still come: places, waiting list, or when it opens. */
export function Availability({ event, now }: { event: PublicEventCard; now: string }) {
  const t = useT(texts)
  const day = useDay()
  switch (registrationOf(event, now)) {
    case 'over':
      return <span className="m">{t('over')}</span>
    case 'closed':
      return <span className="m">{t('closed')}</span>
    case 'not-yet':
      return <span className="m">{t('opens', { date: day(event.registration_opens_at ?? now, event.time_zone) })}</span>
    case 'sold-out':
      return <span className="m">{t('waiting_list')}</span>
    default:
      return event.places_left === null ? null : (
        <span className={event.places_left <= few ? 'few' : 'm'}>{t('places_left', { count: event.places_left })}</span>
      )
  }
}

/** Venue, "and online", or only online. */
export function usePlace(): (event: Pick<PublicEventCard, 'place' | 'online'>) => string {
  const t = useT(texts)
  return ({ place, online }) => {
    if (place === null) return t('online')
    return online ? t('and_online', { place }) : place
  }
}
