import type { UserEvent } from '@shiloh/contract/events/events'
import { formatDay, formatTime } from '@shiloh/contract/text/format'
import { dayIn } from '@shiloh/contract/text/zone'
import { useLanguage, useT } from '#platform/i18n'
import classes from './programme.module.css'
import { texts } from './texts.ts'

/** What happens at the event, day by day. Folded: most people look at it during the event. */
export function Programme({ event }: { event: UserEvent | undefined }) {
  const t = useT(texts)
  const language = useLanguage()
  if (!event || event.activities.length === 0) return null
  const zone = event.time_zone
  const days = Map.groupBy(event.activities, ({ starts_at }) => dayIn(starts_at, zone))
  return (
    <section>
      <details className={classes.programme}>
        <summary>
          <h2>{t('schedule')}</h2>
        </summary>
        {[...days].map(([day, activities]) => (
          <section key={day}>
            <h3>{formatDay(day, language)}</h3>
            <ol>
              {activities.map(({ _id, starts_at, title, place, speaker }) => (
                <li key={_id}>
                  <time dateTime={starts_at}>{formatTime(starts_at, language, zone).replace(' ', '\u00a0')}</time>
                  <span>
                    {title}
                    {place || speaker ? <small>{[place, speaker].filter(Boolean).join(', ')}</small> : null}
                  </span>
                </li>
              ))}
            </ol>
          </section>
        ))}
      </details>
    </section>
  )
}
