import { reservationRoutes } from '@shiloh/contract/reservations/reservations'
import { isLive } from '@shiloh/contract/reservations/states'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useT } from '#platform/i18n'
import { queryOf } from '#platform/queries'
import { LedBeds } from '../led/led-beds.tsx'
import { useLiveReservations } from '../live.ts'
import classes from './list.module.css'
import { ReservationCard } from './reservation-card.tsx'
import { texts } from './texts.ts'

/** The next reservation and two more. The page of all lists the rest. */
const shown = 3

/** Upcoming own reservations, at the top of the home page. Renders nothing without any. */
export function OwnReservations() {
  const t = useT(texts)
  const { data } = useQuery(queryOf(reservationRoutes.listMyReservations, { query: {} }))
  useLiveReservations()
  const coming = (data?.items ?? [])
    .filter(({ status, event }) => isLive(status) && Date.parse(event.ends_at) > Date.now())
    .sort((a, b) => Date.parse(a.event.starts_at) - Date.parse(b.event.starts_at))
  if (coming.length === 0) return <LedBeds />
  return (
    <>
      <section className={classes.own}>
        <div className={classes.headline}>
          <h2>{t('yours')}</h2>
          <Link to="/reservations">{t('all_yours')}</Link>
        </div>
        <ul className={classes.list}>
          {coming.slice(0, shown).map((row) => (
            <ReservationCard key={row._id} row={row} level={3} />
          ))}
        </ul>
      </section>
      <LedBeds />
    </>
  )
}
