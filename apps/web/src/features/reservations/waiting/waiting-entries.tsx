import { reservationRoutes } from '@shiloh/contract/reservations/reservations'
import { formatRange } from '@shiloh/contract/text/format'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useLanguage, useT } from '#platform/i18n'
import { queryOf } from '#platform/queries'
import { Unbroken } from '#ui/base/values'
import { WaitingOffer } from '../parts/waiting-offer.tsx'
import { texts } from './texts.ts'
import classes from './waiting.module.css'

/** Own places on waiting lists, above the list of reservations. Renders nothing without any. */
export function WaitingEntries() {
  const t = useT(texts)
  const language = useLanguage()
  const { data = [] } = useQuery({ ...queryOf(reservationRoutes.listMyWaiting), staleTime: 0 })
  if (data.length === 0) return null
  return (
    <section className={classes.entries}>
      <h2>{t('title')}</h2>
      <ul>
        {data.map((entry) => (
          <li key={entry._id}>
            <Link to="/events/$id" params={{ id: entry.event.slug }}>
              {entry.event.name}
            </Link>
            <p className="dim">
              <Unbroken>
                {formatRange(entry.event.starts_at, entry.event.ends_at, language, entry.event.time_zone)}
              </Unbroken>
            </p>
            <WaitingOffer entry={entry} event={entry.event} />
          </li>
        ))}
      </ul>
    </section>
  )
}
