import { formatDate } from '#platform/dates'
import type { Losses } from '#platform/form-errors'
import { useLanguage, useT } from '#platform/i18n'
import classes from './form.module.css'
import { texts } from './form-texts.ts'

/**
 * Who would lose a bed: groups, offers of the waiting list, people, and the number of hidden ones. Each links to its page in a new tab, so that the
 * input is kept.
 */
export function BedLosses({ people, groups = [], offers = [], hidden = 0 }: Losses) {
  const t = useT(texts)
  const language = useLanguage()
  if (people.length + groups.length + offers.length + hidden === 0) return null
  return (
    <ul className={classes.losses}>
      {groups.map(({ allotment_id, event_id, held_for, beds, event, check_in, check_out }) => (
        <li key={allotment_id}>
          <a href={`/admin/allotments?event_id=${event_id}`} target="_blank" rel="noreferrer" title={t('opens_in_tab')}>
            {t('held_beds', { group: held_for, count: beds })}
          </a>
          , {event}, {formatDate(check_in, language)} – {formatDate(check_out, language)}
        </li>
      ))}
      {offers.map(({ waiting_id, event_id, name, beds, event }) => (
        <li key={waiting_id}>
          <a
            href={`/admin/waiting-list?event_id=${event_id}`}
            target="_blank"
            rel="noreferrer"
            title={t('opens_in_tab')}
          >
            {t('offered_beds', { name, count: beds })}
          </a>
          , {event}
        </li>
      ))}
      {people.map(({ reservation_id, code, name, event, check_in, check_out }) => (
        <li key={`${reservation_id} ${check_in}`}>
          <a href={`/admin/reservations/${reservation_id}`} target="_blank" rel="noreferrer" title={t('opens_in_tab')}>
            {name} <span className="code">{code}</span>
          </a>
          , {event}, {formatDate(check_in, language)} – {formatDate(check_out, language)}
        </li>
      ))}
      {hidden > 0 ? <li>{t('hidden_losses', { count: hidden })}</li> : null}
    </ul>
  )
}
