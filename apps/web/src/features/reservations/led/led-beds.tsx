import { allotmentRoutes } from '@shiloh/contract/reservations/allotments'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useT } from '#platform/i18n'
import { queryOf } from '#platform/queries'
import classes from './led.module.css'
import { texts } from './texts.ts'

/** Links to the beds of groups that the member leads. Renders nothing for everybody else. */
export function LedBeds() {
  const t = useT(texts)
  const { data } = useQuery(queryOf(allotmentRoutes.listLedAllotments))
  if (!data || data.length === 0) return null
  return (
    <section className={classes.led}>
      <h2>{t('beds_you_lead')}</h2>
      <ul>
        {data.map((one) => (
          <li key={one._id}>
            <Link to="/allotments/$id" params={{ id: one._id }}>
              {t('title', { count: one.given, category: one.room_category, group: one.held_for.name })}
            </Link>
            <p className={classes.quiet}>
              {one.event.name}. {t('card', { empty: one.empty })}.
            </p>
          </li>
        ))}
      </ul>
    </section>
  )
}
