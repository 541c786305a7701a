import type { ReservationView } from '@shiloh/contract/reservations/views'
import { formatTime, formatWeekday } from '@shiloh/contract/text/format'
import { formatDate } from '#platform/dates'
import { useLanguage } from '#platform/i18n'

/** `Fri 22-01-2027, 1:00 PM`, in the event's time zone. */
export function useWhen({ event }: Pick<ReservationView, 'event'>): (instant: string) => string {
  const language = useLanguage()
  const zone = event.time_zone
  return (instant) =>
    `${formatWeekday(instant, language, zone)} ${formatDate(instant, language, zone)}, ${formatTime(instant, language, zone)}`
}
